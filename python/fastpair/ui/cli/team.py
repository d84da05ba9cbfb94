"""``fastpair team``: teams, and who sits at their boards."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated

import typer

from .change import change

if TYPE_CHECKING:
    from ...app.edits.locked_file import Edit
    from ...go.tournament import Tournament

__all__ = ["team"]


def team(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="Tournament file.")],
    name: Annotated[str | None, typer.Argument(metavar="TEAM", help="Name of a team.")] = None,
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYER...", help="Who sits at its boards, from board 1; - is an empty board."
        ),
    ] = None,
    since: Annotated[
        int | None,
        typer.Option(
            "--from", metavar="N", help="Round; by default the first in which it has no match yet."
        ),
    ] = None,
    boards: Annotated[
        int | None, typer.Option("--boards", metavar="N", help="Number of boards of all matches.")
    ] = None,
    rename: Annotated[
        str | None, typer.Option("--rename", metavar="NAME", help="Another name for the team.")
    ] = None,
    delete: Annotated[
        bool, typer.Option("--delete", help="Delete the team, which may have had no match.")
    ] = False,
) -> int:
    """Show the teams. Make one, or say who plays in it and in which order."""
    from ...errors import RuleError

    wishes = [bool(players), boards is not None, rename is not None, delete]
    if sum(wishes) > 1:
        raise RuleError("expected one of PLAYER..., --boards, --rename and --delete, got several")
    if since is not None and not players:
        raise RuleError("--from: expected the players beside it, got none")
    if (boards is not None) == (name is not None) and any(wishes):
        raise RuleError("expected a TEAM, or none beside --boards")
    if not any(wishes):
        return _show(file, name)
    return change(
        context,
        file,
        lambda held: _edit(held.tournament, name or "", players, since, boards, rename),
    )


def _edit(
    tournament: Tournament,
    name: str,
    players: list[str] | None,
    since: int | None,
    boards: int | None,
    rename: str | None,
) -> Edit:
    from ...app.edits import teams

    if players:
        return teams.lineup_set(tournament, name, players, since)
    if boards is not None:
        return teams.teams_sized(tournament, boards)
    if rename is not None:
        return teams.team_renamed(tournament, name, rename)
    return teams.team_deleted(tournament, name)


def _show(file: Path, name: str | None) -> int:
    """Say who plays in the teams, or in one."""
    from ...app.edits.teams import team_named
    from ...errors import RuleError, in_file
    from ...formats import read
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
