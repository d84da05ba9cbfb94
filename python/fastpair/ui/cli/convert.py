"""``fastpair convert``: a tournament from one file format to another."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from ...app.output import Output
from . import draw_options as option  # noqa: TC001 - typer reads the annotations


def convert(
    file: option.File,
    target: Annotated[Path, typer.Argument(help="File to write.")],
    to: Annotated[
        str | None,
        typer.Option(
            metavar="FORMAT",
            help="A format of fastpair formats; by default the one that the name of TARGET ends in.",
        ),
    ] = None,
    encoding: option.Encoding = None,
    overwrite: option.Overwrite = False,
) -> int:
    """Write a tournament in another file format, and say what that does not hold of it."""
    from ...app.reports.conversion import conversion, format_for
    from ...report.sheet import counted
    from .screen import note, warn, write

    form = format_for(target, to)
    output = Output.beside(target, (file,), overwrite=overwrite)
    converted = conversion(file, target, form, encoding)
    players = counted(len(converted.tournament.players), "player")
    games = counted(len(converted.tournament.games), "game")
    with output.written(converted.content, note):
        for remark in converted.remarks:
            warn(remark)
        write(f"{file} ({converted.source.title}) -> {target} ({form.title}): {players}, {games}")
        write(f"what {target} holds otherwise:" if converted.losses else "nothing is lost")
        for loss in converted.losses:
            write(f"  {loss}")
    return 0
