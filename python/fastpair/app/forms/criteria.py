"""The criteria of standings that can be chosen, and what each counts."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...go.tournament import (
    RECOMMENDED_FOR_TEAMS,
    RECOMMENDED_TIE_BREAKS,
    TIE_BREAK_KINDS,
    Criterion,
    TeamCriterion,
    name_criteria,
    parse_tie_break,
)
from ...sentences import Sentence, joined, marked, phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from enum import Enum

    from ...go.tournament import Tournament


_MEANINGS = {
    "MMS": marked("McMahon score"),
    "NBW": marked("Wins"),
    "SOSM": marked("Sum of opponents’ McMahon scores"),
    "SOSOSM": marked("Sum of opponents’ SOS"),
    "SODOSM": marked("Sum of defeated opponents’ McMahon scores"),
    "SOSW": marked("Sum of opponents’ wins"),
    "SOSOSW": marked("Sum of opponents’ SOS"),
    "SODOSW": marked("Sum of defeated opponents’ wins"),
    "CUSSM": marked("Sum of the McMahon scores after each round"),
    "CUSSW": marked("Sum of the wins after each round"),
    "OUT": marked("Round of the first loss"),
    "OUT2": marked("Round of the second loss"),
    "PO": marked("Wins less losses in the play-off"),
    "DC": marked("Direct confrontation"),
    "SDC": marked("Direct confrontation"),
    "Buchholz": marked("Sum of opponents’ points"),
    "Sonneborn-Berger": marked("Sum of defeated opponents’ points, with half of tied ones’"),
    "Buchholz-Sum": marked("Sum of opponents’ Buchholz"),
}
"""What the criteria count, by what they are called."""

_WITHOUT = {
    "1": marked("{name}, without the lowest"),
    "2": marked("{name}, without the two lowest"),
}
"""What criteria of less than all opponents are called."""


def criterion_meaning(name: str) -> Sentence:
    """What a criterion counts, FIDE's tie-breaks included; empty for those whose names say it.

    Examples
    --------
    >>> str(criterion_meaning("BH/C1")), str(criterion_meaning("NBW"))
    ('Buchholz', 'Wins')
    """
    whole, _, left = name.rpartition("-")
    if left in _WITHOUT and whole in _MEANINGS:
        return phrase(_WITHOUT[left], name=phrase(_MEANINGS[whole]))
    if name in _MEANINGS:
        return phrase(_MEANINGS[name])
    try:
        tie_break = parse_tie_break(name)
    except RuleError:
        return Sentence("")
    return phrase(tie_break.kind.name) if tie_break else Sentence("")


def named_criteria(tournament: Tournament, criteria: Iterable[Enum]) -> tuple[str, ...]:
    """What criteria of players or teams are called in a tournament."""
    return tuple(name_criteria(criteria, tournament.kind))


def criteria_to_choose(tournament: Tournament) -> Iterator[tuple[str, Sentence]]:
    """The criteria of players that can be chosen, and what they count: in games but Go, FIDE's tie-breaks."""
    if not tournament.event_kind.offers_tie_breaks:
        listed = (criterion for criterion in Criterion if criterion is not Criterion.NONE)
        for name in named_criteria(tournament, listed):
            yield name, criterion_meaning(name)
        return
    for code, kind in TIE_BREAK_KINDS.items():
        if not kind.teams:
            name = phrase(kind.name)
            yield code, name
            if "C" in kind.modifiers:
                yield f"{code}/C1", phrase("{name}, without the lowest", name=name)


def team_criteria_to_choose(tournament: Tournament) -> Mapping[str, TeamCriterion]:
    """The criteria of teams that can be chosen, by what they are called."""
    boards = tournament.team_play.size if tournament.team_play else 0
    listed = (each for each in TeamCriterion if (each.boards or 0) < boards)
    recommended = chain.from_iterable(recommended_criteria(tournament, teams=True).values())
    offered = dict.fromkeys(
        criterion
        for criterion in (*listed, *map(TeamCriterion, recommended))
        if criterion is not TeamCriterion.NONE
    )
    return dict(zip(named_criteria(tournament, offered), offered, strict=True))


def read_team_criteria(criteria: str, kind: str) -> tuple[TeamCriterion, ...]:
    """The criteria of teams of a text with commas.

    Raises
    ------
    RuleError
        If there is no such criterion.
    """
    names = [name.strip() for name in criteria.split(",") if name.strip()]
    return tuple(dict.fromkeys(find_team_criterion(name, kind) for name in names))


def find_team_criterion(name: str, kind: str) -> TeamCriterion:
    """The criterion of teams of a name, of those that any kind of tournament has.

    Raises
    ------
    RuleError
        If there is none.
    """
    found = TeamCriterion.named(name)
    if found is None or found is TeamCriterion.NONE:
        own = (each for each in TeamCriterion if each is not TeamCriterion.NONE)
        known = joined(", ", [*name_criteria(own, kind), *TIE_BREAK_KINDS])
        raise RuleError(
            phrase(
                "{name!r} is not a criterion of teams; choose from {known}", name=name, known=known
            )
        )
    return found


def recommended_criteria(
    tournament: Tournament, *, teams: bool = False
) -> Mapping[str, tuple[str, ...]]:
    """Lists of FIDE's tie-breaks that are chosen together, by their titles; none where they are no criteria."""
    if not tournament.event_kind.offers_tie_breaks:
        return {}
    return RECOMMENDED_FOR_TEAMS if teams else RECOMMENDED_TIE_BREAKS


def refuse_wrong_criterion(tournament: Tournament, names: Iterable[str]) -> None:
    """Refuse the first name that is not a tie-break; nothing in Go, whose criteria are none.

    Raises
    ------
    RuleError
        If there is one.
    """
    for name in names if tournament.event_kind.offers_tie_breaks else ():
        if Criterion.named(name) is None:
            raise RuleError(
                phrase("{name} is not a tie-break: choose one from the list.", name=name)
            )
