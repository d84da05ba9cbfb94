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
