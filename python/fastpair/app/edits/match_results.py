"""Results of a match of teams, as a director types them from the side of a team."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import RuleError
from ...go.teams import matches_of
from ...sentences import phrase, phrase_many
from .results import TypedResult, read_outcome, round_of_results
from .teams import team_named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...go.tournament import Team, Tournament

__all__ = ["match_results"]

_BY_COLOUR = ("w", "white", "b", "black")


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
