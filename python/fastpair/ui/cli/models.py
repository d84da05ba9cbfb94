"""``fastpair models``: the weight models, and what can be set in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...pairing.weights import WeightModel


models = typer.Typer(
    help="List the weight models and their parameters, or write one as a file to change.",
    invoke_without_command=True,
)


_Prices = Annotated[
    bool, typer.Option("--prices", help="Show what a club, a point, a colour weigh in each model.")
]


@models.callback()
def _list(context: typer.Context, prices: _Prices = False) -> int | None:
    """List the weight models with their parameters, defaults, units and sources."""
    if context.invoked_subcommand is not None:
        return None
    if prices:
        _show_prices()
        return 0
    from ...pairing.weights import MODELS, model_named
    from ...parameters import title
    from .screen import write, write_folded

    for name in MODELS:
        model = model_named(name)
        write_folded(f"{name}: {title(type(model))}", indent=0)
        entries = list(_entries(model))
        for value, about in entries:
            write_folded(value, indent=2)
            write_folded(about, indent=6)
        if not entries:
            write("  Its parameters are in the tournament file.")
        write()
    return 0


@models.command()
def show(
    name: Annotated[str, typer.Argument(help="Name of a model.")],
) -> int:
    """Write a model as a complete TOML file with comments, to be changed and drawn with."""
    from ...formats.models import model_text
    from ...pairing.weights import model_named
    from .screen import write

    for line in model_text(model_named(name)).rstrip("\n").split("\n"):
        write(line)
    return 0


def _show_prices() -> None:
    """Show the prices of each model in a round of an invented tournament."""
    from ...insight.explain import PRICED, Optimum, scale
    from ...pairing.weights import MODELS, model_named
    from ...report.sheet import Column
    from ...research.simulate import generate
    from .screen import show_table

    players, number = 100, 4
    invented = generate(players, rounds=6, seed=0, play=number - 1)
    rows = []
    for name in MODELS:
        optimum = Optimum.of_round(invented, number, model_named(name))
        point, *others = (scale(optimum.field, optimum.model).get(thing, 0) for thing in PRICED)
        times = (f"{price / point:.4f}" if point and price > 0 else "—" for price in others)
        rows.append([name, f"{point:,.0f}" if point > 0 else "—", *times])
    titles = ("Point", "Club", "Country", "Up again", "Down again", "Colour")
    show_table([Column("Model"), *(Column(title, right=True) for title in titles)], rows)


def _entries(model: WeightModel) -> Iterator[tuple[str, str]]:
    """Each parameter with its default, unit and source, and what it is."""
    from ...parameters import value_at, walk

    for name, parameter in walk(model.parameters):
        default = value_at(model, name)
        words = f": {', '.join(parameter.choices)}" if parameter.choices else ""
        unit = f" ({parameter.unit})" if parameter.unit else ""
        yield (
            f"{name} = {_shown(default)}{unit} [{parameter.source}]",
            f"{parameter.description}{words}",
        )


def _shown(default: object) -> str:
    if isinstance(default, tuple):
        return ", ".join(default)
    return "none" if default is None else str(default)
