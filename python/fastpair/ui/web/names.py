"""The names of players as the hall has them: those of children may be hidden, and searches may take whole ones only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from ...app.published import addresses, day_of_ages
from ...letters import folded
from ...report.website import hidden_names, with_names
from .text import current_language
from .website import privacy_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from ...go.tournament import Person, Player, Tournament
    from .store import HallSettings, TournamentState


@dataclass(frozen=True, slots=True, kw_only=True)
class HallNames:
    """The names of a state in the language that is spoken."""

    state: TournamentState
    """With the names that everybody may see."""

    version: object
    """Another one whenever these may differ; empty where nobody is hidden."""

    whole: Mapping[str, frozenset[str]]
    """The whole names of each player by which alone a search finds the player if these are asked for, or the player
    is hidden, by key."""

    whole_only: bool

    @classmethod
    def of(cls, state: TournamentState, settings: HallSettings) -> Self:
        """Those of a state."""
        if not (settings.age or settings.whole_names):
            return cls(state=state, version="", whole={}, whole_only=False)
        version = settings, current_language().code
        return state.view(("hall", version), lambda: cls._of(state, settings, version))

    @classmethod
    def _of(cls, state: TournamentState, settings: HallSettings, version: object) -> Self:
        tournament, _ = state.tournament, current_language().text
        today, privacy = day_of_ages(tournament), privacy_of(settings)
        hidden = hidden_names(tournament, addresses(state), privacy, today, _)
        shown = with_names(tournament, hidden) if hidden else tournament
        known = tournament.players if settings.whole_names else _those(tournament, hidden)
        return cls(
            state=state.with_tournament(shown) if hidden else state,
            version=version,
            whole={p.key: frozenset(_names(p, shown.by_key[p.key])) for p in known},
            whole_only=settings.whole_names,
        )

    def finds(self, words: str, names: Iterable[str], keys: Iterable[str]) -> bool:
        """Whether a search finds one of some players.

        Parameters
        ----------
        words
            What is searched, folded.
        names
            The folded names of the players, as everybody may see them.
        """
        if not words:
            return True
        in_part = not self.whole_only and any(words in name for name in names)
        return in_part or any(words in self.whole.get(key, ()) for key in keys)


def _those(tournament: Tournament, keys: Collection[str]) -> list[Player]:
    return [player for player in tournament.players if player.key in keys]


def _names(*players: Player) -> Iterable[str]:
    """The whole names of a player, in both orders, and those of the members of a pair."""
    people: list[Person] = [each for player in players for each in (player, *player.members)]
    for each in people:
        yield folded(each.full_name)
        yield folded(f"{each.first_name} {each.name}".strip())
