"""The standings that a file states, computed again by the criteria that it lists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from ...go.scores import ScoreHistory
from ...go.standings import standings
from ...go.team_standings import team_standings
from ...go.teams import units
from ...go.tournament import Criterion, name_criteria
from ...sentences import joined, marked, phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...formats.document import StatedStandings
    from ...go.standings import Standings, StandingsRow
    from ...go.team_standings import TeamRow, TeamStandings
    from ...go.tournament import TeamCriterion, Tournament

PLACE = "place"
"""What is called the criterion where the place of a player differs."""

_DIGITS = 0.0051
"""Values of files have two digits at least."""


class StandingsDifference(NamedTuple):
    """A value that a file states, and what it is."""

    player: str
    """Key of the player or team."""

    criterion: str
    """Name of the criterion, or `PLACE`."""

    value: float | None
    """What the file has; None for a dash."""

    expected: float | None
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsCheck:
    """The standings that a file states beside those that its games give."""

    edition: Literal[2024, 2026]
    """Edition of FIDE's tie-breaks, 2024 or 2026."""

    tournament: Tournament
    """Where teams are placed, they are its players."""

    teams: bool
    """Whether teams are placed."""

    standings: Standings | TeamStandings
    """By the criteria that the file lists."""

    differences: tuple[StandingsDifference, ...]


def check_standings(tournament: Tournament, stated: StatedStandings) -> StandingsCheck:
    """Compute the standings of a file again."""
    last = max((game.round for game in tournament.games), default=0)
    play = tournament.team_play

    def compute(criteria: Sequence[Criterion | TeamCriterion]) -> Standings | TeamStandings:
        if play is None:
            of_players = [each for each in criteria if isinstance(each, Criterion)]
            return standings(tournament, last, of_players)
        return team_standings(tournament, last, criteria)

    named, found = tournament if play is None else units(tournament, play), compute(stated.criteria)
    points = compute([*stated.points])
    return StandingsCheck(
        edition=ScoreHistory.of(tournament).edition,
        tournament=named,
        teams=play is not None,
        standings=found,
        differences=tuple(_differences(named, stated, found, points)),
    )


def _differences(
    tournament: Tournament,
    stated: StatedStandings,
    found: Standings | TeamStandings,
    points: Standings | TeamStandings,
) -> Iterator[StandingsDifference]:
    names = [*name_criteria(found.criteria, tournament.kind)]
    names_of_points = [*name_criteria(points.criteria, tournament.kind)]
    own_points = {row.key: row.values for row in points.rows}
    shared = _shared_places(found)
    rows = {row.key: row for row in found.rows}
    unplaced = {row.key for row in rows.values() if row.unranked}
    ranked = (player.key for player in tournament.players if player.key in rows.keys() - unplaced)
    for row in map(rows.__getitem__, ranked):
        for name, values, own in zip(
            names_of_points, stated.points.values(), own_points[row.key], strict=True
        ):
            if row.key in values and values[row.key] != own:
                yield _value(tournament, row, name, values[row.key], own)
        for name, value, expected in zip(
            names, stated.values.get(row.key, ()), row.values, strict=False
        ):
            if not _equal(value, expected):
                yield _value(tournament, row, name, value, expected)
        place = stated.places.get(row.key, row.place)
        if place not in shared[row.place]:
            yield _place(tournament, found, row, place)


def _shared_places(found: Standings | TeamStandings) -> Mapping[int, range]:
    """The places that all may be given who share one."""
    number: dict[int, int] = {}
    for row in found.rows:
        number[row.place] = number.get(row.place, 0) + 1
    return {place: range(place, place + count) for place, count in number.items()}


def _equal(value: float | None, expected: float | None) -> bool:
    if value is None or expected is None:
        return value == expected
    return abs(value - expected) < _DIGITS


_OF_GAMES = marked("{name}: {criterion} is stated as {stated}, and the games give {value}")
_OF_GAMES_AND_POINTS = marked(
    "{name}: {criterion} is stated as {stated}, and the games and adjusted points give {value}"
)


def _value(
    tournament: Tournament,
    row: StandingsRow | TeamRow,
    name: str,
    value: float | None,
    expected: float | None,
) -> StandingsDifference:
    adjusted = any(each.bonus_halves or each.board_bonus_halves for each in tournament.players)
    sentence = phrase(
        _OF_GAMES_AND_POINTS if adjusted else _OF_GAMES,
        name=tournament.name_of(row.key),
        criterion=name,
        stated=_text(value),
        value=_text(expected),
    )
    return StandingsDifference(row.key, name, value, expected, sentence)


def _place(
    tournament: Tournament,
    found: Standings | TeamStandings,
    row: StandingsRow | TeamRow,
    place: int,
) -> StandingsDifference:
    """Say which place a player or team has, and by which criterion somebody is ahead or behind."""
    said = phrase(
        "{name}: place {stated} is stated, and the criteria give {place}",
        name=tournament.name_of(row.key),
        stated=place,
        place=row.place,
    )
    there = found.rows[min(place, len(found.rows)) - 1]
    names = name_criteria(found.criteria, tournament.kind)
    cause = next(
        (
            phrase(
                "{criterion} is {value}, and {other} of {name}",
                criterion=name,
                value=_text(own),
                other=_text(other),
                name=tournament.name_of(there.key),
            )
            for name, own, other in zip(names, row.values, there.values, strict=True)
            if own != other
        ),
        None,
    )
    sentence = joined("; ", filter(None, (said, cause)))
    return StandingsDifference(row.key, PLACE, place, row.place, sentence)


def _text(value: float | None) -> str:
    return "–" if value is None else f"{value:g}"
