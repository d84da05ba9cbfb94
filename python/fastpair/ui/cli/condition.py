"""``fastpair condition``: what is said of who meets whom in a round."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import RuleError
from .change import change, naming

if TYPE_CHECKING:
    from ...app.edits.locked_file import Edit, LockedFile


def condition(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="Tournament file.")],
    kind: Annotated[
        str | None,
        typer.Argument(
            help="force: they must meet; forbid: they must not; prefer: they would like to; keep: "
            "their board stays when the round is drawn again. Without it, all are listed."
        ),
    ] = None,
    players: Annotated[list[str] | None, typer.Argument(help="Two players.")] = None,
    round_number: Annotated[
        int | None,
        typer.Option(
            "--round",
            metavar="N",
            help="Round; by default the last in play, else the next to draw.",
        ),
    ] = None,
    why: Annotated[str, typer.Option(metavar="TEXT", help="Why that is so, for the list.")] = "",
    back: Annotated[bool, typer.Option("--back", help="Take it back.")] = False,
) -> int:
    """Say something of two players that holds in each draw of a round until it is taken back.

    It stands in the history beside the file, and undo takes it back, too.
    """
    from ...app.draws.units import Units
    from ...app.edits.conditions import condition_typed, released, stated
    from ...app.state import round_to_edit

    if kind is None:
        if why or back:
            raise RuleError("--why and --back are for a condition, got none")
        _list(file, round_number)
        return 0

    def work(locked: LockedFile) -> Edit:
        units = Units.of(locked)
        timeline, tournament = units.timeline, units.tournament
        number = round_to_edit(tournament, round_number)
        typed = condition_typed(tournament, kind, players or ())
        if back:
            return released(timeline, tournament, number, typed)
        return stated(timeline, tournament, number, typed, why)

    return change(context, file, work, in_history_alone=True)


def _list(file: Path, round_number: int | None) -> None:
    """Show the conditions of a round."""
    from ...app.draws.units import Units
    from ...app.edits.conditions import told
    from ...app.edits.locked_file import LockedFile
    from ...app.history.conditions import conditions_of
    from ...app.state import round_to_edit
    from .screen import warn, write

    with naming(file), LockedFile.opened(file) as locked:
        remarks, units = [*locked.remarks()], Units.of(locked)
    number = round_to_edit(units.tournament, round_number)
    for remark in remarks:
        warn(remark)
    for each, said in conditions_of(units.timeline, number).items():
        reason = f" ({said.why})" if said.why else ""
        write(f"round {number}: {told(units.tournament, each)}{reason}, {said.entry.door}")
