"""The commands, put together."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Annotated, cast

import typer

from .. import __version__
from . import (
    attendance,
    bench,
    boards,
    check,
    conformance,
    convert,
    draw,
    formats,
    generate,
    info,
    log,
    models,
    pages,
    quality,
    register,
    result,
    standings,
    weights,
)
from .draw_options import PlayersOptions
from .screen import note

__all__ = ["app", "run"]

_BAD_INPUT = 2

# typer passes on the errors of the click that it holds, but exports only this descendant.
_UsageError = cast("type[Exception]", typer.BadParameter.__mro__[1])

app = typer.Typer(
    help="Proven optimal draws for McMahon and Swiss tournaments of Go.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
app.command(cls=PlayersOptions)(draw.draw)
app.command()(register.new)
app.command()(register.register)
app.command(context_settings={"ignore_unknown_options": True})(result.result)
app.command()(attendance.absent)
app.command()(attendance.present)
app.command()(attendance.withdraw)
app.command()(boards.swap)
app.command()(boards.colour)
app.command()(boards.handicap)
app.command()(boards.table)
app.command()(boards.bye)
app.command()(boards.pair)
app.command()(boards.unpair)
app.command()(log.undo)
app.command()(log.redo)
app.command()(log.log)
app.command()(info.info)
app.command()(convert.convert)
app.command()(formats.formats)
app.command()(pages.pairings)
app.command()(pages.slips)
app.command()(standings.standings)
app.command()(standings.wallist)
app.command()(standings.prizes)
app.command()(generate.generate)
app.command()(weights.weights)
app.command(cls=quality.ModelOptions)(quality.quality)
app.add_typer(models.models, name="models")
app.command()(check.check)
app.command()(conformance.conformance)
app.command()(bench.bench)


def run(arguments: list[str]) -> int:
    """Run the command that the arguments name.

    Returns
    -------
    int
        Its exit status.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        # A terminal without a letter of somebody's name still gets the draw.
        sys.stdout.reconfigure(errors="replace")
    try:
        return app(arguments, prog_name="fastpair", standalone_mode=False, obj=arguments) or 0
    except _UsageError as error:
        message = error.format_message()  # type: ignore[attr-defined]
        if message:
            note(message)
        return _BAD_INPUT


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"fastpair {__version__}")
        raise typer.Exit


@app.callback()
def _fastpair(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    pass
