"""``fastpair winning``: how likely a win is by grades, from tournaments that were played."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ...app.reports.winning import GamesByGrade
    from ...go.ratings import PWin


def winning(
    files: Annotated[list[Path], typer.Argument(help="Tournament files, of any format.")],
) -> int:
    """Fit how likely a win is by the grades of both, from games that were played.

    Games count as they do for ratings. The last lines are those by which the plan of a simulation
    takes the curve for the truth.
    """
    from ...app.reports.winning import winning_in
    from .screen import warn

    games, remarks = winning_in(files)
    for remark in remarks:
        warn(remark)
    _show(games, games.fitted())
    return 0


def _show(games: GamesByGrade, curve: PWin) -> None:
    from ...report.sheet import Column, counted
    from .screen import show_table, write

    write(f"{counted(len(games.won), 'game')}: how often the stronger player wins")
    write()
    columns = [
        Column(title, right=True) for title in ("Grades apart", "Games", "Won", "By the curve")
    ]
    rows = [
        [str(each.grades), str(each.games), f"{each.share:.3f}", f"{each.expected:.3f}"]
        for each in games.differences(curve)
    ]
    show_table(columns, rows)
    write()
    write("[truth]")
    write('win = "grades"')
    for name in ("slope", "change", "lowest", "highest"):
        write(f"{name} = {getattr(curve, name):.6g}")
