"""``fastpair tables`` and ``renumber``: rooms, tables that are not used, and those of players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import RuleError
from .change import change

if TYPE_CHECKING:
    from ...app.edits.locked_file import Edit, LockedFile


_File = Annotated[Path, typer.Argument(help="Tournament file.")]


def tables(
    context: typer.Context,
    file: _File,
    room: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=FIRST-LAST",
            help="A room and its tables; can be repeated. All rooms are named at once; '' is none.",
        ),
    ] = None,
    closed: Annotated[
        str | None,
        typer.Option(metavar="TABLES", help="Tables that no draw uses, such as 3,7-9; '' is none."),
    ] = None,
    player: Annotated[
        str | None, typer.Option(metavar="PLAYER", help="Who always sits at --at, or at any table.")
    ] = None,
    at: Annotated[int | None, typer.Option(metavar="TABLE", help="The table of --player.")] = None,
) -> int:
    """Say in which rooms the tables are, which no draw uses, and who always sits at which.

    It counts for every later draw, and for pages that are shown or printed. It stands in the
    history beside the file, and undo takes it back.
    """
    from ...app.edits.tables import table_fixed, tables_set

    if player is not None and (room is not None or closed is not None):
        raise RuleError("--player is about one player, --room and --closed about all: choose one")
    if player is None and at is not None:
        raise RuleError("--at is the table of --player, which is not named")

    def work(locked: LockedFile) -> Edit:
        timeline, tournament = locked.timeline, locked.tournament
        if player is not None:
            return table_fixed(timeline, tournament, player, at)
        rooms = None if room is None else [text for text in room if text]
        return tables_set(timeline, tournament, rooms=rooms, closed=closed)

    return change(context, file, work, in_history_alone=True)


def renumber(
    context: typer.Context,
    file: _File,
    round_number: Annotated[
        int | None,
        typer.Option("--round", metavar="N", help="Round; by default the last in play."),
    ] = None,
) -> int:
    """Number the tables of a round anew, the best first, as a draw would."""
    from ...app.draws.costs import Weigher
    from ...app.edits.tables import renumbered
    from ...app.history.tables import tables_of
    from ...app.state import round_to_edit

    def work(held: LockedFile) -> Edit:
        number = round_to_edit(held.tournament, round_number)
        seat = Weigher.of(held, number).seat
        return renumbered(held.tournament, number, tables_of(held.timeline), seat)

    return change(context, file, work)
