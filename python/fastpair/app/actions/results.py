"""Actions for results, of games in rounds and outside of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from ...sentences import marked
from .action import Input, action
from .boards import Table  # noqa: TC001 - the annotations are evaluated

if TYPE_CHECKING:
    from ..edits.outcome import Edit
    from .action import ActionContext


@action(by_round=False, confirms=True, helper=True)
def result(
    context: ActionContext,
    results: Annotated[
        list[str],
        Input(
            help="Table and result: w, b, 1-0, 0-1, 1/2, 0-0, 1-1, ?; ! by forfeit; 1-0,1/2 of two games.",
            metavar="TABLE RESULT",
            value="edits.results.ResultInput",
        ),
    ],
    rounds: Annotated[
        int | None,
        Input(help="Round; by default the last that is drawn.", option="round"),
    ] = None,
    match: Annotated[
        str | None,
        Input(
            help="Enter the results of a team's boards, from board 1, its points first.",
            metavar="TEAM",
            option="match",
        ),
    ] = None,
    for_teams: Annotated[
        bool,
        Input(help="What boards count for the teams, apart from the games; ? for the games."),
    ] = False,
    expect: Annotated[
        list[str] | None,
        Input(
            help="Game that must be at a table, as 12; WHITE; BLACK; RESULT. Can be repeated.",
            metavar="GAME",
        ),
    ] = None,
) -> Edit:
    """Enter or correct results.

    If one result is invalid, none is entered. Known results stay, and a corrected result is shown
    with its former value. With expected games, results of other ones are refused.
    """
    from ..edits.results import (
        boards_of_matches,
        enter_results,
        enter_team_results,
        match_results,
        parse_results,
        refuse_unseen_games,
        result_words,
    )

    tournament = context.state.tournament
    found = (
        parse_results(results, boards_of_matches(tournament, rounds))
        if match is None
        else match_results(tournament, match, results, rounds)
    )
    if expect is not None:
        refuse_unseen_games(context.state, found, rounds, expect, for_teams=for_teams)
    values = {
        "results": result_words(results),
        "rounds": rounds,
        "match": match,
        "for_teams": for_teams or None,
    }
    stated = {name: value for name, value in values.items() if value is not None}
    enter = enter_team_results if for_teams else enter_results
    return replace(enter(context.state, found, rounds), values=stated)


@action(by_round=False, confirms=True, page_only=True)
def claim(
    context: ActionContext,
    table: Table,
    rounds: Annotated[int, Input(help="Round.", option="round")],
    result: Annotated[str, Input(help="What is reported.")],
    phone: Annotated[str | None, Input(help="What tells the phone from others.")] = None,
) -> Edit:
    """Enter the result that a phone reports, or remember it if it does not count."""
    from ..edits.results import report_result

    return report_result(context.state, rounds, table, result, phone)


@action(by_round=False, in_history=True)
def phones(
    context: ActionContext,
    both: Annotated[bool, Input(help="Count them when both players have confirmed them.")] = False,
) -> Edit:
    """Set when results count that players report on their phones: immediately, or when both confirm."""
    from ..edits.claims import set_counting

    return set_counting(context.state, both=both)


@action(by_round=False, confirms=True)
def playoff(
    context: ActionContext,
    winner: Annotated[str, Input(help="Winner.", field="key")],
    loser: Annotated[str, Input(help="Loser.")],
) -> Edit:
    """Enter a play-off game outside of the rounds, which settles a tie.

    It decides only between players who are equal in all other criteria; PO is added as the last
    one.
    """
    from ..edits.results import playoff_played

    return playoff_played(context.state.tournament, winner, loser)


@action(by_round=False, confirms=True)
def bonus(
    context: ActionContext,
    player: Annotated[str, Input(help="Player.", field="key")],
    points: Annotated[
        float,
        Input(
            help="Bonus points, in steps of 0.5; 0 removes them.",
            pattern="[0-9]{1,3}([.][05])?",
            refusal=marked("must be points such as 0.5, not {value!r}"),
        ),
    ],
    rounds: Annotated[int, Input(help="Round.", option="round")],
) -> Edit:
    """Give a player bonus points."""
    from ..edits.results import bonus_given

    return bonus_given(context.state.tournament, player, points, rounds)
