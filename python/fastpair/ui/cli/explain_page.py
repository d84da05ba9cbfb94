"""How answers about a draw look on a terminal."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from ...insight.explain import told_against
from ...insight.explain.words import amount, number
from ...report.sheet import Column
from .screen import show_table, write, write_folded

if TYPE_CHECKING:
    from ...app.draws.draw_in_question import DrawInQuestion
    from ...app.reports.explaining import Explained
    from ...insight.explain import HeatMap


_LONGEST_LIST = 20


def show_explained(draw: DrawInQuestion, explained: Explained) -> None:
    """Show an answer: its sentences, and a table if it has one."""
    for sentence in (*explained.sentences, *explained.weights):
        write_folded(sentence, 0)
    if explained.opponents:
        write()
        _show_opponents(draw, explained)
    if explained.heat_map is not None:
        write()
        _show_heat_map(explained.heat_map)


def _show_opponents(draw: DrawInQuestion, explained: Explained) -> None:
    units, names = draw.optimum.units, draw.names
    rows = []
    for one in explained.opponents[:_LONGEST_LIST]:
        price = "-" if one.price is None else amount(one.price, units)
        rows.append([price, names[one.player], told_against(one)])
    show_table([Column("Price", right=True), Column("Opponent"), Column("Against it")], rows)
    more = len(explained.opponents) - _LONGEST_LIST
    if more > 0:
        write(f"… and {more} more (--json lists all)")


def _show_heat_map(heat: HeatMap) -> None:
    titles = [number(score) for score in heat.scores]
    rows = []
    for row, (title, size) in enumerate(zip(titles, heat.sizes, strict=True)):
        cells = []
        for price, games in zip(heat.median[row], heat.games[row], strict=True):
            shown = "" if isnan(price) else f"{price:.3g}"
            cells.append(f"{shown} ({games})" if games else shown)
        rows.append([title, str(size), *cells])
    columns = [Column(title, right=True) for title in ("Score", "Players", *titles)]
    show_table(columns, rows)
