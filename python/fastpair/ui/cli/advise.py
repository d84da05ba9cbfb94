"""``fastpair advise``: what the sources would have otherwise in a tournament."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated

import typer

from . import draw_options as option  # noqa: TC001 - typer reads the annotations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...app.reports.advising import Advised
    from ...insight.advice import Bar

__all__ = ["advise"]

_LONGEST_LIST = 20

_NO_CHANCE = 0.001
"""Bars are shown down to the first of which less is below."""


def advise(
    file: option.File,
    promotion: Annotated[
        Path | None,
        typer.Option(help="Rule by which a federation changes grades, a file in TOML."),
    ] = None,
    json: option.Json = False,
) -> int:
    """Advise the director: bar, rounds, players, groups, criteria, grades that do not fit ratings.

    Each piece of advice is followed by its source. Below is what a bar at each grade would do: how
    many players start there, and the chance that somebody weaker would win.
    """
    from ...app.reports.advising import advice_document, advise_file
    from .screen import warn, write_json

    found = advise_file(file, promotion=promotion)
    for remark in found.remarks:
        warn(remark)
    if json:
        write_json(advice_document(found))
    else:
        _show(found)
    return 0


def _show(found: Advised) -> None:
    from ...report.sheet import Column
    from .screen import show_table, write, write_folded

    write(found.tournament.name or "(a tournament without a name)")
    write()
    for finding in found.advice[:_LONGEST_LIST]:
        write_folded(f"{finding} [{finding.source}]", 0)
    if len(found.advice) > _LONGEST_LIST:
        write(f"… and {len(found.advice) - _LONGEST_LIST} more (--json lists all)")
    if not found.advice:
        write("no advice")
    shown = list(_worth_a_line(found))
    if shown:
        write()
        columns = [Column(title, right=True) for title in ("Bar", "Players", "Chance below")]
        rows = [[str(b.grade), str(b.players), f"{b.chance_below:.1%}"] for b in shown]
        show_table(columns, rows)


def _worth_a_line(found: Advised) -> Iterator[Bar]:
    """The bars with somebody below who may win, the next one, and that of the rules."""
    before = 1.0
    for bar in found.bars:
        if before >= _NO_CHANCE or bar.grade >= found.tournament.rules.bar:
            yield bar
        before = bar.chance_below
