"""Actions for the day of a team event: line-ups of a round, and points that the arbiter adjusts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from ...sentences import marked
from ..action import Input, action
from .players import LineUp  # noqa: TC001 - the annotations are evaluated

if TYPE_CHECKING:
    from ..action import ActionContext
    from ..edits.outcome import Edit

_TEAM = Input(help="Team.", metavar="TEAM", field="team")


@action(by_round=False, confirms=True, helper=True)
def lineup(
    context: ActionContext,
    team: Annotated[str, _TEAM],
    players: LineUp = None,
    rounds: Annotated[
        int | None, Input(help="Round; by default the one in play.", option="round")
    ] = None,
) -> Edit:
    """Set who plays for a team in one round.

    Without players, those of its list play who take part: substitutes move up. A match without
    results keeps its tables and colours.
    """
    from ..edits.lineups import set_round_lineup

    return set_round_lineup(context.state, team, players or (), rounds)


@action(by_round=False, in_history=True)
def lineups(
    context: ActionContext,
    time: Annotated[
        str,
        Input(
            help="Time such as 11:45, or with the day 2026-11-29 11:45; '' for none.", clears=True
        ),
    ],
    rounds: Annotated[
        int | None, Input(help="Round; by default the one in play.", option="round")
    ] = None,
) -> Edit:
    """Let captains send line-ups by phone until a time.

    Nobody sees them before they are published.
    """
    from ..edits.lineups import lineups_until

    return lineups_until(context.state, time, rounds)


@action(by_round=False, confirms=True, page_only=True)
def captain(
    context: ActionContext,
    team: Annotated[str, Input(help="Key of the team.")],
    rounds: Annotated[int, Input(help="Round.", option="round")],
    players: LineUp = None,
) -> Edit:
    """Set the line-up of a round that a captain has sent."""
    from ..edits.lineups import captain_lineup

    return captain_lineup(context.state, team, players or (), rounds)


_POINTS = {
    "pattern": "-?[0-9]{1,3}([.][05])?",
    "refusal": marked("must be points such as -1 or 0.5, not {value!r}"),
}


@action(by_round=False, confirms=True)
def adjust(
    context: ActionContext,
    team: Annotated[str, _TEAM],
    match_points: Annotated[
        float | None, Input(help="Match points to add; -1 deducts one, 0 removes it.", **_POINTS)
    ] = None,
    board_points: Annotated[
        float | None, Input(help="Board points to add; -1 deducts one, 0 removes it.", **_POINTS)
    ] = None,
    reason: Annotated[str | None, Input(help="Reason, such as Wrong order.", clears=True)] = None,
    rounds: Annotated[
        int | None,
        Input(help="Round from which on they count; by default the last one.", option="round"),
    ] = None,
) -> Edit:
    """Add or deduct match points and board points of a team, with a reason."""
    from ..edits.teams import points_adjusted

    return points_adjusted(
        context.state.tournament, team, (match_points, board_points), reason, rounds
    )
