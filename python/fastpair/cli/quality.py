"""``fastpair quality``: what the draws of a tournament were worth."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from ..director.output import Output
from ..errors import RuleError
from . import draw_options as option  # noqa: TC001 - typer reads the annotations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from ..quality import Quality
    from ..weights import WeightModel

__all__ = ["ModelOptions", "quality"]

_OPTION = "--compare"

_ALL = "all"
"""Stands for every model there is."""


_PICTURE = ".svg"


class ModelOptions(TyperCommand):
    """A command whose ``--compare A B`` takes any number of models, and can be repeated.

    The types of typer know no such option; here it is written before each of them.
    """

    # typer does not export the context that this takes.
    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401
        """Write the option before each model, and parse."""
        return super().parse_args(ctx, list(_repeated(args)))


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
    from ..weights import MODELS

    return argument in (_ALL, *MODELS) or argument.lower().endswith(".toml")


def quality(
    file: Annotated[Path, typer.Argument(help="Tournament file, or - for standard input.")],
    compare: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MODEL...",
            help="Models that draw every round again, from what had really happened: names of"
            " fastpair models, TOML files, with rules too, or all.",
        ),
    ] = None,
    half_points: Annotated[
        bool, typer.Option("--half-points", help="Tell scores apart that differ by half a point.")
    ] = False,
    seed: Annotated[
        int, typer.Option(min=0, help="For rules with a random component that is drawn by lot.")
    ] = 0,
    plot: Annotated[
        Path | None, typer.Option(help="Picture of all rounds (.svg) to write.")
    ] = None,
    overwrite: option.Overwrite = False,
    json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
) -> int:
    """Show what the draws of a tournament were worth, beside the best that was possible.

    The best is what no complete draw of the same players without rematches does better, for each
    measure by itself; it is proven, or what is proven stands beside it.
    """
    from ..director.models import models_file
    from ..director.quality_document import quality_document
    from ..director.request import Request
    from ..formats import read
    from ..quality import quality_of
    from .quality_page import show_quality
    from .screen import note, progress, warn, write_json

    if plot is not None and plot.suffix != _PICTURE:
        raise RuleError(f"--plot: expected a file *{_PICTURE}, got {str(plot)!r}")
    inputs = (file, *models_file(*(compare or ())))
    target = None if plot is None else Output.beside(plot, inputs, overwrite=overwrite)
    models = _models(compare or (), seed)
    asked = [(name, Request().with_rules_of(name)) for name in models]
    with progress() as say:
        say(f"reading {file}")
        document = read(file)
        tournament = document.tournament
        try:
            models = {name: ask.preferring(tournament, models[name]) for name, ask in asked}
            rules = {name: ask.constraints_of_any_round(tournament) for name, ask in asked}
            measured = quality_of(
                tournament, models, constraints=rules, half_points=half_points, tell=say
            )
        except RuleError as error:
            raise RuleError(f"{file}: {error}") from error
        picture: AbstractContextManager[None] = nullcontext()
        if target:
            say(f"drawing {plot}")
            picture = target.written(_picture(tournament.name, measured), note)
    for remark in document.remarks:
        warn(remark)
    with picture:
        if json:
            write_json(quality_document(tournament, measured, models, rules, seed))
        else:
            show_quality(tournament, measured, models, seed)
    return 0


def _picture(title: str, measured: Quality) -> bytes:
    from ..report import quality_plot

    return quality_plot(title, measured)


def _models(named: Sequence[str], seed: int) -> dict[str, WeightModel]:
    """Make the models that were named, once each."""
    from ..director.models import weigher
    from ..weights import MODELS

    names = [each for name in named for each in (MODELS if name == _ALL else [name])]
    return {name: weigher(name, seed) for name in names}
