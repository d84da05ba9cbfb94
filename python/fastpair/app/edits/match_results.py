"""Results of a match of teams, as a director types them from the side of a team."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...go.teams import matches_of
from ...go.tournament import Result
from ...sentences import Remedy, phrase, phrase_many
from .results import TypedResult, is_result, read_outcome, round_of_results
from .teams import team_named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...go.teams import Match
    from ...go.tournament import Team, Tournament


_BY_COLOUR = ("w", "white", "b", "black")
_POINTS = re.compile(r"([0-9]{1,2})(½|[.]5)?[-–—:]([0-9]{1,2})(½|[.]5)?")


def match_results(
    tournament: Tournament, typed: Team | str, results: Sequence[str], number: int | None = None
) -> tuple[TypedResult, ...]:
    """The results of the boards of a match, typed from board 1 on as a team has them.

    Parameters
    ----------
    typed
        The team, whose points stand first in each result.
    number
        The round, see `round_of_results`.

    Raises
    ------
    RuleError
        If the team is not found or has no match, or there are not as many results as boards.
    """
    team, number = team_named(tournament, typed), round_of_results(tournament, number)
    assert tournament.team_play is not None
    matches = matches_of(tournament, tournament.team_play, number)
    match = next((each for each in matches if team.key in (each.white, each.black)), None)
    if match is None:
        raise RuleError(
            phrase("{team} has no match in round {round}", team=team.name, round=number)
        )
    if len(results) != len(match.boards):
        raise RuleError(
            phrase_many(
                "the match of {team} has {boards}, got {count} result",
                "the match of {team} has {boards}, got {count} results",
                len(results),
                team=team.name,
                boards=phrase_many("{count} board", "{count} boards", len(match.boards)),
            )
        )
    found = []
    for game, result in zip(match.boards.values(), results, strict=True):
        if result.strip().lower() in _BY_COLOUR:
            raise RuleError(
                phrase(
                    "expected the points of {team} first, such as 1-0, got {result!r}",
                    team=team.name,
                    result=result,
                )
            )
        ending = read_outcome(result)
        if game.white not in team.lineup(number):
            ending = ending._replace(result=ending.result.turned)
        found.append(TypedResult(game.table, ending))
    return tuple(found)


def with_match_points(
    tournament: Tournament, words: Sequence[str], number: int | None = None
) -> list[str]:
    """Tables and results that follow each other, the points of a match written out board by board.

    Points such as ``4-0`` at one of the tables of a match are those of the team with White at its first
    board, then those of the other one.

    Parameters
    ----------
    number
        The round, see `round_of_results`.

    Raises
    ------
    RuleError
        If the points do not say who has won at which board.
    """
    written: list[str] = []
    matches: tuple[Match, ...] | None = None
    for table, result in zip(words[::2], words[1::2], strict=False):
        points = None if is_result(result) else _POINTS.fullmatch(result)
        if points and table.isdecimal() and tournament.team_play and tournament.draws_teams:
            if matches is None:
                round_number = round_of_results(tournament, number)
                matches = matches_of(tournament, tournament.team_play, round_number)
            match = next((m for m in matches if m.table <= int(table) <= m.last_table), None)
            if match is not None:
                own, half, other, other_half = points.groups()
                sums = 2 * int(own) + bool(half), 2 * int(other) + bool(other_half)
                written += _boards_won(match, sums, result)
                continue
        written += (table, result)
    return written + list(words[len(words) // 2 * 2 :])


def _boards_won(match: Match, sums: tuple[int, int], typed: str) -> Iterator[str]:
    """The tables of a match and their results, if doubled points of the two teams say them."""
    open_boards = [b for b, g in match.boards.items() if g.result is Result.UNKNOWN]
    left = [total - known for total, known in zip(sums, match.sums, strict=True)]
    tables = f"{match.table}–{match.last_table}"
    if sum(sums) != 2 * len(match.board_points):
        raise RuleError(
            phrase(
                "the points of the match at tables {tables} add up to {count}, got {typed!r}",
                tables=tables,
                count=len(match.board_points),
                typed=typed,
            )
        )
    if sorted(left) != [0, 2 * len(open_boards)]:
        raise RuleError(
            phrase(
                "{typed} does not say who has won at which of the tables {tables}",
                typed=typed,
                tables=tables,
            ),
            Remedy("type each board", table=match.table),
        )
    for board in open_boards:
        game = match.boards[board]
        of_first = game.white in match.first
        yield str(game.table)
        yield "1-0" if of_first == (left[0] > 0) else "0-1"
