"""Actions for teams: who is in them, how all of them play, line-ups of a round, and points that the arbiter adjusts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from ...sentences import marked
from .action import Input, action
from .players import first_round

if TYPE_CHECKING:
    from ..edits.outcome import Edit
    from .action import ActionContext

_TEAM = Input(help="Team.", metavar="TEAM", field="team")

Name = Annotated[str | None, Input(help="Name of a team.", metavar="TEAM", positional=True)]
LineUp = Annotated[
    list[str] | None,
    Input(
        help="Players from board 1 on; - for an empty board.", metavar="PLAYER...", positional=True
    ),
]
Expected = Annotated[
    str | None,
    Input(
        help="Line-up that must be there, as ROUND; OPPONENT; PLAYER; and so on, - for none.",
        metavar="LINEUP",
        seen=True,
    ),
]
Since = Annotated[int | None, first_round("First round; by default the next one without a match.")]


def _says(
    text: str, metavar: str | None = None, *, several: bool = False, clears: bool = False
) -> Input:
    return Input(help=text, metavar=metavar, several=several, clears=clears)


RequestedByes = Annotated[
    bool | None, _says("Give a new team a requested bye for each round before its first one.")
]
Boards = Annotated[int | None, _says("Boards of each match.")]
Fewest = Annotated[
    int | None, _says("Players a team needs to be paired; missing boards are lost by forfeit.")
]
Summed = Annotated[
    bool | None,
    _says("Start teams with the sum of their players' scores, not with that of their mean grade."),
]
MatchPoints = Annotated[
    str | None,
    _says(
        "Match points of a win, a draw, a loss and, if other, a loss by forfeit, such as 2,1,0.",
        "W,D,L",
        several=True,
    ),
]
Colours = Annotated[
    str | None,
    _says(
        "Colours of the first team of a match, such as WBWB, or BWBW if guests begin with White.",
        "LETTERS",
    ),
]
Order = Annotated[
    str | None, _says("What line-ups go by: list (of the team), rating, or free.", "WORD")
]
Tolerance = Annotated[
    int | None, _says("By how much a player may be rated below one at a lower board.", "N")
]
Unrated = Annotated[
    int | None,
    _says("Rating of players without one in the strength of a team; 0 leaves them out.", "RATING"),
]
Criteria = Annotated[
    str | None,
    _says("Criteria of the team standings, such as TEAMP,BDW,MNR.", "LIST", several=True),
]
BoardPrizes = Annotated[
    str | None,
    _says(
        "Board prizes: performance, percentage or points; listed or played; least games.",
        "LIST",
        several=True,
    ),
]


@action(by_round=False, confirms=True)
def team(
    context: ActionContext,
    name: Name = None,
    players: LineUp = None,
    since: Since = None,
    requested_byes: RequestedByes = None,
    boards: Boards = None,
    fewest: Fewest = None,
    summed: Summed = None,
    match_points: MatchPoints = None,
    colours: Colours = None,
    order: Order = None,
    tolerance: Tolerance = None,
    unrated: Unrated = None,
    criteria: Criteria = None,
    board_prizes: BoardPrizes = None,
    country: Annotated[str | None, _says("Country of the team.", "CODE", clears=True)] = None,
    club: Annotated[str | None, _says("Club of the team.", "CLUB", clears=True)] = None,
    captain: Annotated[str | None, _says("Name of the captain.", "NAME", clears=True)] = None,
    rename: Annotated[str | None, _says("New name of the team.", "NAME")] = None,
    delete: Annotated[bool, _says("Delete a team without a match.")] = False,
    expect: Expected = None,
) -> Edit:
    """Add a team, change it or delete it, or change the rules of all teams."""
    from ..edits.snapshots import refuse_other_lineup
    from ..edits.teams import TeamRules, change_teams
    from ..lookup import find_team

    if expect is not None and name is not None:
        refuse_other_lineup(context.state, find_team(context.state.tournament, name), expect)
    return change_teams(
        context.state.tournament,
        name,
        lineup=(players, since, bool(requested_byes)),
        facts=(country, club, captain),
        rename=rename,
        delete=delete,
        rules=TeamRules(
            boards, fewest, summed, match_points, colours, order, tolerance, unrated, board_prizes
        ),
        criteria=criteria,
    )


@action(by_round=False, confirms=True, helper=True)
def lineup(
    context: ActionContext,
    team: Annotated[str, _TEAM],
    players: LineUp = None,
    rounds: Annotated[
        int | None, Input(help="Round; by default the one in play.", option="round")
    ] = None,
    expect: Expected = None,
) -> Edit:
    """Set who plays for a team in one round.

    Without players, those of its list play who take part: substitutes move up. A match without
    results keeps its tables and colours. With an expected line-up, another one is not replaced.
    """
    from ..edits.lineups import set_round_lineup

    return set_round_lineup(context.state, team, players or (), rounds, expect)


@action(by_round=False, in_history=True)
def lineups(
    context: ActionContext,
    time: Annotated[
        str,
        Input(
            help="Time such as 11:45, or with the day 2026-11-29 11:45; now to publish them; '' for none.",
            clears=True,
        ),
    ],
    rounds: Annotated[
        int | None, Input(help="Round; by default the one in play.", option="round")
    ] = None,
) -> Edit:
    """Let captains send line-ups by phone until a time.

    Until then a published round shows its matches without players.
    """
    from ..edits.lineups import lineups_until

    return lineups_until(context.state, time, rounds)


@action(by_round=False, confirms=True, page_only=True)
def captain(
    context: ActionContext,
    team: Annotated[str, Input(help="Key of the team.")],
    rounds: Annotated[int, Input(help="Round.", option="round")],
    players: LineUp = None,
    expect: Expected = None,
) -> Edit:
    """Set the line-up of a round that a captain has sent."""
    from ..edits.lineups import captain_lineup

    return captain_lineup(context.state, team, players or (), rounds, expect)


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
