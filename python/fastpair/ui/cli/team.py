"""``fastpair team``: teams, and who sits at their boards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .change import EvenSo, change

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...app.edits.locked_file import Edit
    from ...go.tournament import Tournament


_File = Annotated[Path, typer.Argument(help="Tournament file.")]
_Name = Annotated[str | None, typer.Argument(metavar="TEAM", help="Name of a team.")]
_Players = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PLAYER...", help="Who sits at its boards, from board 1; - is an empty board."
    ),
]
_Since = Annotated[
    int | None,
    typer.Option(
        "--from",
        metavar="N",
        help="Round; by default the first that is not played and in which it has no match.",
    ),
]
_Boards = Annotated[
    int | None, typer.Option("--boards", metavar="N", help="Number of boards of all matches.")
]
_Fewest = Annotated[
    int | None,
    typer.Option(
        "--fewest",
        metavar="N",
        help="Players who must take part so that a team is drawn; the boards of the others are "
        "lost by forfeit. At first all must.",
    ),
]
_Summed = Annotated[
    bool | None,
    typer.Option(
        "--summed/--mean",
        help="Whether teams start a McMahon tournament with the sum of their players' scores, "
        "or with the score of their mean grade.",
    ),
]
_Criteria = Annotated[
    str | None,
    typer.Option(
        "--criteria",
        metavar="LIST",
        help="What the teams are placed by, such as TEAMP,BDW,MNR, by OpenGotha's names.",
    ),
]
_Country = Annotated[
    str | None, typer.Option("--country", metavar="CODE", help="Country of the team.")
]
_Club = Annotated[str | None, typer.Option("--club", metavar="CLUB", help="Club of the team.")]
_Rename = Annotated[
    str | None, typer.Option("--rename", metavar="NAME", help="Another name for the team.")
]
_Delete = Annotated[
    bool, typer.Option("--delete", help="Delete the team, which may have had no match.")
]


def team(
    context: typer.Context,
    file: _File,
    name: _Name = None,
    players: _Players = None,
    since: _Since = None,
    boards: _Boards = None,
    fewest: _Fewest = None,
    summed: _Summed = None,
    criteria: _Criteria = None,
    country: _Country = None,
    club: _Club = None,
    rename: _Rename = None,
    even_so: EvenSo = False,
    delete: _Delete = False,
) -> int:
    """Show the teams. Make one, or say who plays in it and in which order."""
    from ...app.edits import teams
    from ...errors import RuleError

    of_all: Any = {"size": boards, "fewest": fewest, "summed": summed}
    wishes: dict[str, Callable[[Tournament], Edit]] = {}
    if players:
        wishes["PLAYER..."] = lambda t: teams.lineup_set(t, name or "", players, since)
    if not (country is None and club is None):
        wishes["--country and --club"] = lambda t: teams.team_from(t, name or "", country, club)
    if criteria is not None:
        wishes["--criteria"] = lambda t: teams.teams_placed(t, criteria)
    if rename is not None:
        wishes["--rename"] = lambda t: teams.team_renamed(t, name or "", rename)
    if delete:
        wishes["--delete"] = lambda t: teams.team_deleted(t, name or "")
    ruled = any(value is not None for value in of_all.values())
    if len(wishes) + ruled > 1:
        several = ", ".join((*wishes, *["the rules of all teams"] * ruled))
        raise RuleError(f"expected one change of a team, got several: {several}")
    if since is not None and not players:
        raise RuleError("--from: expected the players beside it, got none")
    of_one = bool(wishes) and criteria is None
    if (ruled or criteria is not None) and name is not None:
        raise RuleError(
            "expected no TEAM beside --boards, --fewest, --summed, --mean and --criteria"
        )
    if of_one and name is None:
        raise RuleError("expected a TEAM")
    if ruled:
        wishes["all"] = lambda t: teams.teams_ruled(t, **of_all)
    if not wishes:
        return _show(file, name)
    (wish,) = wishes.values()
    return change(context, file, lambda held: wish(held.tournament), even_so=even_so)


def _show(file: Path, name: str | None) -> int:
    """Say who plays in the teams, or in one."""
    from ...app.edits.teams import team_named
    from ...app.history.model import read
    from ...errors import RuleError, in_file
    from .screen import write

    with in_file(file):
        tournament = read(file).tournament
        play = tournament.team_play
        if play is None:
            raise RuleError("no teams play in this tournament")
        shown = play.teams if name is None else (team_named(tournament, name),)
    for each in shown:
        for place, lineup in enumerate(each.lineups, start=1):
            names = (tournament.by_key[key].full_name if key else "-" for key in lineup)
            later = "" if len(each.lineups) == 1 else f", from round {place} on"
            write(f"{each.name}{later}: {', '.join(names)}")
    return 0
