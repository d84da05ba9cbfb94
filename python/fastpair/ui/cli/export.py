"""``fastpair export``: the result file for a federation."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from ...app.typed.event import TypedEvent  # noqa: TC001 - the options are made of it
from . import draw_options as option  # noqa: TC001 - typer reads the annotations
from .change import naming
from .options import with_options


@with_options
def export(
    file: option.File,
    target: Annotated[Path, typer.Argument(help="File to write, such as results.h9.")],
    event: TypedEvent,
    to: Annotated[
        str | None,
        typer.Option(
            metavar="FORMAT",
            help="A format of fastpair formats; by default the one that the name of TARGET ends in.",
        ),
    ] = None,
    rounds: Annotated[
        str | None,
        typer.Option(metavar="ROUNDS", help="Such as 1-5 or 'week 2', as a tournament of its own."),
    ] = None,
    name: Annotated[str | None, typer.Option(help="Name of the tournament in the file.")] = None,
    even_so: Annotated[
        bool, typer.Option("--even-so", help="Even if rounds are not over.")
    ] = False,
    overwrite: option.Overwrite = False,
) -> int:
    """Write the result file of a tournament that is over, verified as the federation would.

    Other than convert, it refuses rounds without all results, and can write a part of the rounds.
    """
    from ...app.output import Output
    from ...app.reports.conversion import format_for
    from ...app.reports.export import exported
    from ...report.sheet import counted
    from .screen import note, warn, write

    form = format_for(target, to)
    output = Output.beside(target, (file,), overwrite=overwrite)
    with naming(file):
        made = exported(file, target, form, event=event, name=name, rounds=rounds, even_so=even_so)
    tournament = made.tournament
    counts = (
        counted(tournament.rules.rounds, "round"),
        counted(len(tournament.seated), "player"),
        counted(len(tournament.games), "game"),
    )
    with output.written(made.content, note):
        for remark in made.remarks:
            warn(remark)
        write(f"{file} -> {target} ({form.title}): {', '.join(counts)}")
        write(f"what {target} holds otherwise:" if made.losses else "nothing is lost")
        for loss in made.losses:
            write(f"  {loss}")
    return 0
