"""Players who enter a tournament, before it begins or late."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...formats.names import folded
from ...go.tournament.participation import participation, ranges
from ...go.tournament.starting import late_entry_correction
from ...report.text import counted
from ...sentences import Remedy, marked, phrase, phrase_many
from ..typed.players import find_player
from ..typed.values import doubled
from .entries import described, in_supergroup, within
from .locked_file import Edit

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from ...go.tournament import Player, Tournament

__all__ = ["Terms", "deleted", "refuse_seated", "registered", "registered_as"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """On what terms players enter."""

    since: int | None = None
    """The first round that they take part in; by default the next that is drawn."""

    rounds: str | None = None
    """The rounds that they take part in, as `participation` reads them; by default all."""

    per_missed_round: str = "0.5"
    """Points that a round before the first one is to be worth, 0 to 1."""

    supergroup: int | None = None
    """Points above the bar at which they start."""

    def absences(self, tournament: Tournament) -> frozenset[int]:
        """The rounds that they miss.

        Raises
        ------
        RuleError
            If there is no such round, or none that they could take part in.
        """
        rounds = tournament.rules.rounds
        missed = frozenset(range(1, self._first_round(tournament)))
        if self.rounds is not None:
            missed |= participation(self.rounds, rounds)
        if len(missed) == rounds:
            raise RuleError(phrase("nobody can enter for no round"), Remedy("name rounds to play"))
        return missed

    def _first_round(self, tournament: Tournament) -> int:
        rounds, since = tournament.rules.rounds, self.since
        if since is None:
            drawn = [n for n in range(1, rounds + 1) if tournament.is_drawn(n)]
            since = max(drawn, default=0) + 1
            if since > rounds:
                raise RuleError(
                    phrase("all {rounds} rounds are drawn", rounds=rounds),
                    Remedy("name the first round"),
                )
        tournament.check_round(since)
        return since


def registered(
    tournament: Tournament, newcomers: Iterable[Player], terms: Terms | None = None
) -> Edit:
    """The tournament with more players. Who is in it already stays as he is.

    Who enters late starts as `late_entry_correction` has it, so that latecomers do not only meet
    each other.

    Parameters
    ----------
    terms
        On what terms they enter.

    Raises
    ------
    RuleError
        If there are no players, or no such round.
    """
    terms = terms or Terms()
    missed = terms.absences(tournament)
    first = min(frozenset(range(1, tournament.rules.rounds + 1)) - missed)
    per_missed_x2 = doubled("per_missed_round", terms.per_missed_round, 2)
    late = late_entry_correction(tournament.rules, first, per_missed_x2) if first > 1 else 0
    everybody = [each for player in tournament.players for each in (player, *player.members)]
    held = {folded(each.full_name): each for each in everybody}
    pins = {each.egf_pin: each for each in everybody if each.egf_pin}
    added: list[Player] = []
    told: list[str] = []
    for player in newcomers:
        twin = held.get(folded(player.full_name)) or pins.get(player.egf_pin)
        if twin is not None:
            told.append(
                phrase(
                    "{player} is registered already, as {twin}",
                    player=described(player),
                    twin=described(twin),
                )
            )
            continue
        fresh = _on_terms(tournament, player, terms, missed, late)
        held[folded(player.full_name)] = fresh
        pins |= {player.egf_pin: fresh} if player.egf_pin else {}
        added.append(fresh)
        when = _when(fresh.absences, tournament)
        told.append(f"{described(fresh)} is registered{when}{_start(fresh)}")
    if not told:
        raise RuleError(phrase("expected players, got none"))
    names = ", ".join(player.full_name for player in added[:3])
    said = phrase_many(
        "{count} player registered: {names}",
        "{count} players registered: {names}",
        len(added),
        names=f"{names}, …" if len(added) > 3 else names,
    )
    return Edit(
        tournament=replace(tournament, players=(*tournament.players, *added)),
        said=said if added else phrase("nobody new is registered"),
        told=tuple(told),
    )


_FINAL_NOW = (
    marked("the registration of {name} is final now"),
    marked("the registrations of {count} players are final now"),
)
_PRELIMINARY_NOW = (
    marked("the registration of {name} is preliminary now"),
    marked("the registrations of {count} players are preliminary now"),
)


def registered_as(
    tournament: Tournament, final: bool, players: Sequence[str] | None = None
) -> Edit:
    """The tournament in which the registration of players is final or preliminary.

    Parameters
    ----------
    players
        As typed; None are all.

    Raises
    ------
    RuleError
        If a player is not found, or it is so already of all of them.
    """
    every = [player.key for player in tournament.players]
    keys = every if players is None else [find_player(tournament, typed) for typed in players]
    changed = {key for key in keys if tournament.by_key[key].final != final}
    if not changed and len(keys) != 1:
        raise RuleError(
            phrase("the registration of everybody is final already")
            if final
            else phrase("the registration of everybody is preliminary already")
        )
    if not changed:
        who = tournament.by_key[keys[0]].full_name
        raise RuleError(
            phrase("the registration of {name} is final already", name=who)
            if final
            else phrase("the registration of {name} is preliminary already", name=who)
        )
    after = tuple(replace(p, final=final) if p.key in changed else p for p in tournament.players)
    names = [player.full_name for player in after if player.key in changed]
    one, many = _FINAL_NOW if final else _PRELIMINARY_NOW
    told = tuple(phrase(one, name=name) for name in names)
    said = told[0] if len(told) == 1 else phrase(many, count=len(told))
    return Edit(tournament=replace(tournament, players=after), said=said, told=told)


def deleted(tournament: Tournament, players: Sequence[str]) -> Edit:
    """The tournament without players who have had no game and no bye.

    Raises
    ------
    RuleError
        If a player is not found, or sits or has sat somewhere.
    """
    keys = {find_player(tournament, typed) for typed in players}
    refuse_seated(tournament, keys, lambda name: Remedy("withdraw", player=name))
    left = tuple(player for player in tournament.players if player.key not in keys)
    gone = (described(player) for player in tournament.players if player.key in keys)
    told = tuple(phrase("{name} is deleted", name=each) for each in gone)
    said = (
        told[0]
        if len(told) == 1
        else phrase_many("{count} player is deleted", "{count} players are deleted", len(told))
    )
    return Edit(tournament=replace(tournament, players=left), said=said, told=told)


def refuse_seated(
    tournament: Tournament, keys: Collection[str], remedy: Callable[[str], Remedy] | None = None
) -> None:
    """Refuse players who have had a game or a bye, or play in a team.

    Parameters
    ----------
    remedy
        What can be done instead with a player of this name who has had one.

    Raises
    ------
    RuleError
        If there is one.
    """
    beaten = {key for player in tournament.players for key in player.playoffs_won}
    played = tournament.seated | beaten | {p.key for p in tournament.players if p.playoffs_won}
    for key in sorted(played.intersection(keys)):
        name = tournament.by_key[key].full_name
        raise RuleError(
            phrase("{name} has a game or a bye, and stays", name=name),
            *([remedy(name)] if remedy else []),
        )
    for team in tournament.team_play.teams if tournament.team_play else ():
        for key in sorted(team.members.intersection(keys)):
            name = tournament.by_key[key].full_name
            raise RuleError(f"{name} plays in the team {team.name}, and stays")


def _on_terms(
    tournament: Tournament, player: Player, terms: Terms, missed: frozenset[int], late: int
) -> Player:
    """A player who misses rounds, and starts elsewhere than at the grade."""
    start = player.correction
    if terms.supergroup is not None:
        start = in_supergroup(tournament, player, terms.supergroup)
    entered = within(tournament.rules, player.with_rating())
    return replace(entered, absences=entered.absences | missed, correction=start + late)


def _when(missed: frozenset[int], tournament: Tournament) -> str:
    """In which rounds somebody takes part, if not in all."""
    attended = frozenset(range(1, tournament.rules.rounds + 1)) - missed
    if not missed or not attended:
        return ", for no round" if missed else ""
    if missed == frozenset(range(1, min(attended))):
        return f", from round {min(attended)} on"
    word = "round" if len(attended) == 1 else "rounds"
    return f", for {word} {ranges(attended, '–', ', ')}"


def _start(player: Player) -> str:
    """How much higher or lower somebody starts than the grade says."""
    if not player.correction:
        return ""
    word = "higher" if player.correction > 0 else "lower"
    return f", and starts {counted(abs(player.correction), 'point')} {word}"
