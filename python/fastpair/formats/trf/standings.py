"""The standings that a report states: its criteria, points, places and values [FIDE C.04.A]."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ...errors import RuleError
from ...go.tournament import Criterion, TeamCriterion, parse_tie_break
from ..document import StatedStandings, whole_in
from .lines import VALUES, parse_halves
from .teams import doubts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...go.tournament import Tournament
    from .lines import Report


class ListedCriteria(NamedTuple):
    """The criteria that a file lists, and what is to be said of those that are none."""

    criteria: tuple[Criterion | TeamCriterion, ...]
    remarks: tuple[str, ...]


def read_criteria(report: Report) -> ListedCriteria:
    """The criteria of line 212, or else points and those of line 202; of teams where these are paired."""
    line, code, text = next(
        (each for name in ("212", "202") for each in report.lines(name) if each[2]), (0, "", "")
    )
    teams = report.of_teams
    points = _primary(report) if teams else Criterion.WINS
    found: dict[Criterion | TeamCriterion, None] = {points: None} if code == "202" else {}
    remarks = []
    for word in re.split(r"[\s,;]+", text):
        if word:
            try:
                criterion = _criterion(word, teams=teams)
            except RuleError as error:
                remarks.append(f"line {line}: {error}: it is left out of the standings")
            else:
                found[points if criterion == TeamCriterion("PTS") else criterion] = None
    return ListedCriteria(tuple(found), tuple(remarks))


def _primary(report: Report) -> TeamCriterion:
    """The score by which teams are placed: match points, unless the system names game points first."""
    of_games = report.system.parameters.get("team_score") == "game"
    return TeamCriterion("PTS:GP" if of_games else "PTS:MP")


def _criterion(word: str, *, teams: bool) -> Criterion | TeamCriterion:
    """The criterion of a string.

    Raises
    ------
    RuleError
        If it is none, or one of teams in a report of players.
    """
    tie_break = parse_tie_break(word)
    if tie_break is None:
        raise RuleError(f"{word[:40]!r} is none of FIDE's tie-breaks")
    if teams:
        return TeamCriterion(word)
    if tie_break.needs_teams:
        raise RuleError(
            f"{word[:40]!r} is a tie-break of teams, and the file is read as one of players"
        )
    return Criterion(word)


class ReadStandings(NamedTuple):
    """The standings that a file states, and what is to be said of what is not read of them."""

    stated: StatedStandings | None
    remarks: tuple[str, ...] = ()


def read_standings(
    report: Report, tournament: Tournament, keys: Mapping[int, str]
) -> ReadStandings:
    """What the lines of the players, or of the teams, say of the standings.

    Parameters
    ----------
    tournament
        The players of the report.
    keys
        Of the players, by pairing number.
    """
    listed = read_criteria(report)
    if not report.of_teams:
        stated = _of_players(report, listed, keys)
        return ReadStandings(None if listed.remarks else stated, listed.remarks)
    why = [
        f"{f'line {doubt.line}: ' if doubt.line else ''}the standings of the teams are not checked: "
        f"{doubt.reason}"
        for doubt in doubts(report, tournament)
    ]
    return ReadStandings(None if why else _of_teams(report, listed), (*listed.remarks, *why))


def _of_players(
    report: Report, listed: ListedCriteria, keys: Mapping[int, str]
) -> StatedStandings | None:
    """What the lines 001 say: without criteria, by which there would be places, their points; None if they have none."""
    rows = [(keys[number], row) for number, row in report.rows.items()]
    texts = {key: row.value("points") for key, row in rows}
    if any(report.lines("250", "XXA")):
        texts = {}  # whose points may be others than those of the results
    points = _points(texts)
    if not listed.criteria:
        criteria = (Criterion.WINS,)
        stated = StatedStandings(criteria=criteria, points={Criterion.WINS: points}, places={})
        return stated if points else None
    return StatedStandings(
        criteria=listed.criteria,
        points={Criterion.WINS: points},
        places=_places({key: row.value("rank") for key, row in rows}),
        values=dict(_values(report, keys)),
    )


def _of_teams(report: Report, listed: ListedCriteria) -> StatedStandings:
    """What the lines 310 say; places go by criteria that the file lists."""
    teams, known = report.teams, listed.criteria and not listed.remarks
    return StatedStandings(
        criteria=listed.criteria if known else (_primary(report),),
        points={
            TeamCriterion.MATCH_POINTS: _points({t.key: t.match_points for t in teams}),
            TeamCriterion.BOARD_WINS: _points({t.key: t.game_points for t in teams}),
        },
        places=_places({team.key: team.rank for team in teams}) if known else {},
        values=dict(_values(report, {team.number: team.key for team in teams})) if known else {},
    )


def read_placement(report: Report) -> tuple[TeamCriterion, ...]:
    """The criteria of the standings of teams: those that the file lists, or else the score that is the first."""
    criteria = read_criteria(report).criteria
    return tuple(each for each in criteria if isinstance(each, TeamCriterion)) or (
        _primary(report),
    )


def _points(texts: Mapping[str, str]) -> dict[str, float]:
    """The points that texts state, by key."""
    halves = {key: parse_halves(text) for key, text in texts.items()}
    return {key: each / 2 for key, each in halves.items() if each is not None}


def _places(texts: Mapping[str, str]) -> dict[str, int]:
    """The places that texts state, by key."""
    return {key: place for key, text in texts.items() if (place := whole_in(text))}


def _values(
    report: Report, keys: Mapping[int, str]
) -> Iterator[tuple[str, tuple[float | None, ...]]]:
    """The values that our comments state, by key."""
    for _, _, text in report.lines("###"):
        match = VALUES.fullmatch(text)
        if match and int(match[1]) in keys:
            words = match[2].split()
            values = tuple(None if word == "-" else float(word) for word in words)
            yield keys[int(match[1])], values
