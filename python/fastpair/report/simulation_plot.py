"""A simulation as pictures: a panel for each measure, and in it a line for each contender."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..formats.characters import visible
from ..lab.simulate.measures import MEASURES, Better
from .picture import svg
from .text import cut

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from ..lab.simulate.intervals import Estimate
    from ..lab.simulate.rows import Results
    from ..lab.simulate.summary import Summary

__all__ = ["simulation_plots"]

_COLUMNS = 3
_WIDTH = 4.5
"""Of a panel, in inches."""

_LINE, _ROOM = 0.22, 0.7
"""Height of a contender's line, and of the heading and ticks, in inches."""

_LONGEST_NAME = 48

_COLOUR, _REFERENCE = "tab:blue", "black"


def simulation_plots(results: Results, summed: Summary) -> Mapping[str, bytes]:
    """Draw the distributions, the means and the paired differences.

    Parameters
    ----------
    results
        What was measured.
    summed
        The same, summed up. A measure that is the same in all tournaments gets no panel.

    Returns
    -------
    dict
        SVG files by their names without suffix; the same arguments give the same ones.

    Raises
    ------
    MissingExtraError
        If matplotlib is not installed.
    """
    names = results.heading.contenders
    measures = [measure for measure in summed.compared if _differs(results.values(measure))]

    def distribution(axes: Axes, measure: str) -> None:
        taken = [row[~np.isnan(row)] for row in results.values(measure)]
        there = [place for place, values in enumerate(taken) if len(values)]
        axes.boxplot(
            [taken[place] for place in there],
            positions=there,
            orientation="horizontal",
            whis=(5, 95),
            sym="",
            widths=0.6,
            showmeans=True,
            manage_ticks=False,
        )

    def mean(axes: Axes, measure: str) -> None:
        _intervals(axes, [summed.compared[measure][name].mean for name in names], names, summed)

    def difference(axes: Axes, measure: str) -> None:
        axes.axvline(0.0, color=_REFERENCE, linewidth=0.8)
        found = [summed.compared[measure][name].difference for name in names]
        _intervals(axes, found, names, summed)

    title, reference = visible(results.heading.name), visible(summed.reference)
    drawn: Mapping[str, tuple[Callable[[Axes, str], None], str]] = {
        "distributions": (distribution, f"{title}: median, mean, and 50 and 90 of 100 repeats"),
        "means": (mean, f"{title}: means with their 95 % intervals"),
        "differences": (
            difference,
            f"{title}: difference to {reference} in the same tournaments, with 95 % intervals",
        ),
    }
    return {
        name: svg(partial(_figure, results, measures, heading, draw), grid="x")
        for name, (draw, heading) in drawn.items()
    }


def _differs(values: NDArray[np.float64]) -> bool:
    taken = values[~np.isnan(values)]
    return taken.size > 0 and bool((taken != taken[0]).any())


def _title(measure: str) -> str:
    """A measure, and whether more of it or less is better."""
    better = MEASURES[measure].better if measure in MEASURES else Better.NEITHER
    said = "" if better is Better.NEITHER else f" ({better.value} is better)"
    return f"{visible(measure)}{said}"


def _figure(
    results: Results, measures: Sequence[str], heading: str, draw: Callable[[Axes, str], None]
) -> Figure:
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    names = results.heading.contenders
    columns = min(_COLUMNS, len(measures)) or 1
    rows = -(-len(measures) // columns) or 1
    height = _LINE * len(names) + _ROOM
    figure = Figure(figsize=(_WIDTH * columns, height * rows + 0.4), layout="constrained")
    panels = list(figure.subplots(rows, columns, squeeze=False, sharey=True).flat)
    for axes, measure in zip(panels, measures, strict=False):
        draw(axes, measure)
        axes.set_title(_title(measure), parse_math=False)
        axes.xaxis.set_major_locator(MaxNLocator(nbins=6))
        axes.set_yticks(range(len(names)), [cut(visible(name), _LONGEST_NAME) for name in names])
        for label in axes.get_yticklabels():
            label.set_parse_math(False)
        axes.set_ylim(len(names) - 0.5, -0.5)
    for axes in panels[len(measures) :]:
        axes.axis("off")
    figure.suptitle(heading, fontsize=11, parse_math=False)
    return figure


def _intervals(
    axes: Axes, estimates: Sequence[Estimate], names: Sequence[str], summed: Summary
) -> None:
    """A point with its interval for each contender, the reference in black."""
    for place, (estimate, name) in enumerate(zip(estimates, names, strict=True)):
        colour = _REFERENCE if name == summed.reference else _COLOUR
        axes.plot([estimate.low, estimate.high], [place, place], color=colour)
        axes.plot([estimate.mean], [place], color=colour, marker="o")
