"""What ``fastpair simulate`` shows: means while tournaments are played, and tables at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...formats.characters import visible
from ...report.plots import interval, number
from ...report.sheet import Column, cut, lines_of_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...research.simulate.execution import Row
    from ...research.simulate.summary import Summary


_MEASURES = 3
"""So many are shown unless others are asked for."""

_MOST = 15
"""Contenders whose means are shown while they play."""

_NAME = 40


class Tally:
    """The means of what has been played so far.

    Parameters
    ----------
    names
        Those of the contenders.
    measures
        What is shown; empty for the first ones.
    """

    def __init__(self, names: Sequence[str], measures: Sequence[str]) -> None:
        self._names = [cut(visible(name), _NAME) for name in names]
        self._measures = tuple(measures)
        self._sums: dict[int, list[float]] = {}
        self._counts: dict[int, int] = {}

    def add(self, row: Row) -> None:
        """Count a tournament."""
        self._measures = self._measures or tuple(row.measures)[:_MEASURES]
        sums = self._sums.setdefault(row.contender, [0.0] * len(self._measures))
        for place, measure in enumerate(self._measures):
            sums[place] += row.measures.get(measure, 0.0)
        self._counts[row.contender] = self._counts.get(row.contender, 0) + 1

    def lines(self) -> Iterable[str]:
        """The means as a table; of many contenders, those who have played most."""
        most = sorted(sorted(self._counts), key=lambda place: -self._counts[place])[:_MOST]
        rows = [
            [
                self._names[place],
                str(self._counts[place]),
                *(number(total / self._counts[place]) for total in self._sums[place]),
            ]
            for place in sorted(most)
        ]
        columns = _columns(self._measures)
        return lines_of_table(columns, [[column.title for column in columns], *rows])


def show_simulation(summed: Summary, measures: Sequence[str]) -> None:
    """Write the means and the differences, a line for each contender.

    Parameters
    ----------
    measures
        What is shown; empty for the first ones.
    """
    from .screen import show_table, write

    chosen = tuple(measures) or tuple(summed.compared)[:_MEASURES]
    write("means, with 95 % intervals")
    show_table(_columns(chosen), list(_rows(summed, chosen, differences=False)))
    write()
    write(f"differences to {summed.reference} in the same tournaments")
    show_table(_columns(chosen), list(_rows(summed, chosen, differences=True)))
    left = [measure for measure in summed.compared if measure not in chosen]
    if left:
        write()
        write(f"also measured, see --measure and --report: {', '.join(left)}")


def _columns(measures: Sequence[str]) -> list[Column]:
    named = (Column(visible(measure), right=True) for measure in measures)
    return [Column("contender"), Column("repeats", right=True), *named]


def _rows(summed: Summary, measures: Sequence[str], *, differences: bool) -> Iterator[list[str]]:
    for name in next(iter(summed.compared.values()), ()):
        if differences and name == summed.reference:
            continue
        found = [summed.compared[measure][name] for measure in measures]
        shown = [each.difference if differences else each.mean for each in found]
        yield [name, str(max((each.count for each in shown), default=0)), *map(interval, shown)]
