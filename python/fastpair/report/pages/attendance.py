"""Who of all players has a board in a round, and why the others have none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from ...go.teams import with_team_bye
from .words import named

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from ...go.tournament import Player, Tournament
    from .words import Translate

__all__ = ["Attendance"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attendance:
    """The players of a tournament, each in exactly one of the groups."""

    drawn: tuple[Player, ...]
    """They have a board that a draw may have given them."""

    imposed: tuple[Player, ...]
    """They have a board that the director has given them."""

    byes: tuple[Player, ...]
    waiting: tuple[Player, ...]
    """They take part, and have neither a board nor a bye."""

    absent: tuple[Player, ...]
    preliminary: tuple[Player, ...]
    """They are not registered finally, so that nobody draws them."""

    @classmethod
    def of(
        cls, tournament: Tournament, number: int, imposed: Collection[str] = frozenset()
    ) -> Self:
        """Divide the players for a round.

        Parameters
        ----------
        tournament, number
            The tournament and its round, from 1.
        imposed
            Keys of players whose games the director has imposed, as far as that is known.
        """
        played = tournament.round(number)
        byes = with_team_bye(tournament, number).union(played.byes)
        seated = played.seated | byes
        left = [player for player in tournament.players if player.key not in seated]
        final = [player for player in left if player.final]
        return cls(
            drawn=tuple(p for p in tournament.players if p.key in seated - byes.union(imposed)),
            imposed=tuple(p for p in tournament.players if p.key in seated.intersection(imposed)),
            byes=tuple(p for p in tournament.players if p.key in byes),
            waiting=tuple(player for player in final if player.plays_in(number)),
            absent=tuple(player for player in final if not player.plays_in(number)),
            preliminary=tuple(player for player in left if not player.final),
        )

    def reasons(self, _: Translate) -> Mapping[str, str]:
        """Why each player without a board has none, by key."""
        return {player.key: reason for reason, group in self._without(_) for player in group}

    def names(self, _: Translate) -> Iterator[str]:
        """Name all players without a board, a line for each reason."""
        for reason, group in self._without(_):
            if group:
                yield f"{reason}: {', '.join(map(named, group))}"

    def sum(self, _: Translate) -> str:
        """Say how the players add up."""
        with_imposed = _("{count} drawn") if self.imposed else _("{count} on boards")
        parts = [
            with_imposed.format(count=len(self.drawn)),
            *(
                [_("{count} in imposed games").format(count=len(self.imposed))]
                if self.imposed
                else []
            ),
            *(
                _("{count} {reason}").format(count=len(group), reason=reason)
                for reason, group in self._without(_)
                if group
            ),
        ]
        boards = len(self.drawn) + len(self.imposed)
        total = boards + sum(len(group) for _reason, group in self._without(_))
        return _("{count} players: {parts}").format(count=total, parts=", ".join(parts))

    def _without(self, _: Translate) -> tuple[tuple[str, tuple[Player, ...]], ...]:
        return (
            (_("bye"), self.byes),
            (_("without a game"), self.waiting),
            (_("absent"), self.absent),
            (_("preliminary"), self.preliminary),
        )
