"""``fastpair condition``: what is said of who meets whom in a round."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from ...errors import RuleError
from .change import naming, typed_in

__all__ = ["condition"]


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
    from ...app.edits.conditions import condition_typed, released, stated, told
    from ...app.edits.locked_file import LockedFile
    from ...app.history.conditions import conditions_of
    from ...app.state import round_to_edit
    from .screen import note, warn, write

    with naming(file), LockedFile.opened(file) as locked:
        for remark in locked.remarks():
            warn(remark)
        units = Units.of(locked)
        timeline, tournament = units.timeline, units.tournament
        number = round_to_edit(tournament, round_number)
        if kind is None:
            if why or back:
                raise RuleError("--why and --back are for a condition, got none")
            for each, said in conditions_of(timeline, number).items():
                reason = f" ({said.why})" if said.why else ""
                write(f"round {number}: {told(tournament, each)}{reason}, {said.entry.door}")
            return 0
        typed = condition_typed(tournament, kind, players or ())
        if back:
            done = released(timeline, tournament, number, typed)
        else:
            done = stated(timeline, tournament, number, typed, why)
        with locked.noted(typed_in(context), done, note):
            for line in done.told or (done.said,):
                write(line)
    return 0
