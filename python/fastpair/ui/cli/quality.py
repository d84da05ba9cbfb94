"""``fastpair quality``: what the draws of a tournament were worth."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from ...app.output import Output
from ...app.typed.models import ALL, models_file
from ...errors import RuleError
from . import draw_options as option  # noqa: TC001 - typer reads the annotations
from .screen import note, progress, warn, write_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager

    from ...app.reports.measuring import Measured


_OPTION = "--compare"

_PICTURE = ".svg"


class _ModelOptions(TyperCommand):
    """A command whose ``--compare A B`` takes any number of models, and can be repeated.

    The types of typer know no such option; here it is written before each of them.
    """

    # typer does not export the context that this takes.
    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401
        """Write the option before each model, and parse."""
        return super().parse_args(ctx, list(_repeated(args)))


SETTINGS = {"cls": _ModelOptions}


def _repeated(arguments: Iterable[str]) -> Iterator[str]:
    following, previous = False, ""
    for argument in arguments:
        first = previous == _OPTION
        another = following and not first and _names_model(argument)
        if another:
            yield _OPTION
        following = first or another or argument.startswith(f"{_OPTION}=")
        previous = argument
        yield argument


def _names_model(argument: str) -> bool:
    from ...pairing.weights import MODELS

    return argument in (ALL, *MODELS) or argument.lower().endswith(".toml")


_Compare = Annotated[
    list[str] | None,
    typer.Option(
        metavar="MODEL...",
        help="Models that draw every round again, from what had really happened: names of"
        " fastpair models, TOML files, with rules too, or all.",
    ),
]
_HalfPoints = Annotated[
    bool, typer.Option("--half-points", help="Tell scores apart that differ by half a point.")
]
_Top = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, help="Show the ranking error of the N highest ratings, too."),
]
_Plot = Annotated[Path | None, typer.Option(help="Picture of all rounds (.svg) to write.")]


def quality(
    file: option.File,
    compare: _Compare = None,
    half_points: _HalfPoints = False,
    top: _Top = None,
    seed: option.Seed = 0,
    plot: _Plot = None,
    overwrite: option.Overwrite = False,
    json: option.Json = False,
) -> int:
    """Show what the draws of a tournament were worth, beside the best that was possible.

    The best is what no complete draw of the same players without rematches does better, for each
    measure by itself; it is proven, or what is proven stands beside it.
    """
    from ...app.reports.measuring import measure_file

    named = compare or ()
    target = _target(plot, (file, *models_file(*named)), overwrite=overwrite)
    with progress() as say:
        measured = measure_file(file, named, half_points=half_points, top=top, seed=seed, tell=say)
        picture = _picture(measured, target, say)
    for remark in measured.document.remarks:
        warn(remark)
    with picture:
        _show(measured, json=json)
    return 0


def _target(plot: Path | None, inputs: Iterable[Path], *, overwrite: bool) -> Output | None:
    """The file of the picture, if there is to be one."""
    if plot is None:
        return None
    if plot.suffix != _PICTURE:
        raise RuleError(f"--plot: expected a file *{_PICTURE}, got {str(plot)!r}")
    return Output.beside(plot, inputs, overwrite=overwrite)


def _picture(
    measured: Measured, target: Output | None, tell: Callable[[str], None]
) -> AbstractContextManager[None]:
    """Draw the picture, and have it written at the end of a block; none without a target."""
    if target is None:
        return nullcontext()
    tell(f"drawing {target.path}")
    return target.written(measured.picture, note)


def _show(measured: Measured, *, json: bool) -> None:
    from ...app.reports.quality_document import quality_document
    from .quality_page import show_quality

    if json:
        write_json(quality_document(measured))
    else:
        show_quality(measured)
