"""``fastpair advise``: what the sources would have otherwise in a tournament."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import RuleError, in_file
from . import draw_options as option  # noqa: TC001 - typer reads the annotations

if TYPE_CHECKING:
    from collections.abc import Iterable
    from contextlib import AbstractContextManager

    from ...app.output import Output
    from ...app.reports.advising import Advised


_LONGEST_LIST = 20


def advise(
    file: option.File,
    promotion: Annotated[
        Path | None,
        typer.Option(help="Rule by which a federation changes grades, a file in TOML."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(help="Pictures of the field to write, *.svg: grades, starts, chances."),
    ] = None,
    overwrite: option.Overwrite = False,
    json: option.Json = False,
) -> int:
    """Advise the director: bar, rounds, players, groups, criteria, grades that do not fit ratings.

    Each piece of advice is followed by its source. Below is what a bar at each grade would do: how
    many players start there, and the chance that somebody weaker would win.
    """
    from ...app.reports.advising import advice_document, advise_file
    from .screen import warn, write_json

    inputs = file, *([promotion] if promotion else [])
    target = _target(output, inputs, overwrite=overwrite)
    found = advise_file(file, promotion=promotion)
    with in_file(file):
        picture = _picture(found, target)
    for remark in found.remarks:
        warn(remark)
    with picture:
        if json:
            write_json(advice_document(found))
        else:
            _show(found)
    return 0


def _target(output: Path | None, inputs: Iterable[Path], *, overwrite: bool) -> Output | None:
    """The file of the pictures, if there is to be one."""
    from ...app.output import Output
    from .printing import refuse_other_suffix

    if output is None:
        return None
    refuse_other_suffix(output, (".svg",))
    return Output.beside(output, inputs, overwrite=overwrite)


def _picture(found: Advised, target: Output | None) -> AbstractContextManager[None]:
    """Draw the field, and have it written at the end of a block; nothing without a target."""
    from ...report.chart import field_charts
    from ...report.html import charts_svg
    from .screen import note

    if target is None:
        return nullcontext()
    charts = tuple(field_charts(found.tournament))
    if not charts:
        raise RuleError("nobody takes part, so there is nothing to draw")
    return target.written(charts_svg(charts), note)


def _show(found: Advised) -> None:
    from ...insight.advice import bars_to_choose
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
    shown = bars_to_choose(found.tournament)
    if shown:
        write()
        columns = [Column(title, right=True) for title in ("Bar", "Players", "Chance below")]
        rows = [[str(b.grade), str(b.players), f"{b.chance_below:.1%}"] for b in shown]
        show_table(columns, rows)
