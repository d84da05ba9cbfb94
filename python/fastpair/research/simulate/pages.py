"""A simulation as a page of Markdown, with pictures, in a folder."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from math import isnan
from typing import TYPE_CHECKING, Self

import numpy as np

from ...app.actions.output import Output
from ...errors import FormatError, MissingExtraError
from ...files import reason
from ...letters import visible
from ...pairing.measures import Better
from ...report.plots import svg
from ...report.sheet import counted, cut
from .course import MEASURES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ...arrays import Reals
    from .course import MeasureKind
    from .estimates import Estimate, Summary
    from .execution import Results


# ---- A simulation as a page of Markdown: a table for each measure, and the pictures ----


def number(value: float) -> str:
    """A number of a report; nothing if it is not known."""
    return "" if isnan(value) else f"{value:.4g}"


def interval(estimate: Estimate) -> str:
    """A mean and its confidence interval."""
    if isnan(estimate.low):
        return number(estimate.mean)
    return f"{number(estimate.mean)} [{number(estimate.low)}, {number(estimate.high)}]"


def simulation_page(results: Results, summed: Summary, pictures: Iterable[str]) -> bytes:
    """The page.

    Parameters
    ----------
    results
        What was measured.
    summed
        The same, summed up.
    pictures
        Names of files beside the page.
    """
    return ("\n".join(_lines(results, summed, pictures)) + "\n").encode()


def _lines(results: Results, summed: Summary, pictures: Iterable[str]) -> Iterator[str]:
    heading = results.heading
    yield f"# {_cell(heading.name)}"
    yield ""
    yield (
        f"{counted(len(results.rows), 'tournament')}: {counted(len(heading.contenders), 'contender')},"
        f" up to {counted(heading.repeats, 'repeat')} each. All contenders play the same tournaments."
    )
    yield f"Played by fastpair {heading.fastpair}; digest of the plan: {heading.plan}."
    yield ""
    yield (
        "Intervals are those of 95 %: Student's t for means, Wilson's for shares of repeats."
        f" Differences are to {_cell(summed.reference)} in the same repeats; the last column is the"
        " share of these repeats with a higher value, a tie counting half."
    )
    for measure, compared in summed.compared.items():
        yield from ("", f"## {_cell(measure)}", "")
        if measure in MEASURES:
            yield from (_meaning(MEASURES[measure]), "")
        yield "| contender | repeats | mean | deviation | difference | higher |"
        yield "| --- | ---: | ---: | ---: | ---: | ---: |"
        for name, found in compared.items():
            itself = name == summed.reference
            cells = (
                _cell(name),
                str(found.mean.count),
                interval(found.mean),
                number(found.mean.deviation),
                "" if itself else interval(found.difference),
                "" if itself else interval(found.higher),
            )
            yield f"| {' | '.join(cells)} |"
    for picture in pictures:
        yield from ("", f"![{picture.partition('.')[0]}]({picture})")


def _meaning(kind: MeasureKind) -> str:
    about = f"{kind.about[0].upper()}{kind.about[1:]}"
    if kind.better is Better.NEITHER:
        return f"{_cell(about)}."
    return f"{_cell(about)}; {kind.better.value} is better."


def _cell(text: str) -> str:
    """A text that is no markup."""
    return "".join(
        f"\\{letter}" if letter in "\\`*_[]<>#|~" else letter for letter in visible(text)
    )


# ---- A simulation as pictures: a panel for each measure, and in it a line for each contender ----

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
        samples = [row[~np.isnan(row)] for row in results.values(measure)]
        there = [place for place, values in enumerate(samples) if len(values)]
        axes.boxplot(
            [samples[place] for place in there],
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
    plots: Mapping[str, tuple[Callable[[Axes, str], None], str]] = {
        "distributions": (distribution, f"{title}: median, mean, and 50 and 90 of 100 repeats"),
        "means": (mean, f"{title}: means with their 95 % intervals"),
        "differences": (
            difference,
            f"{title}: difference to {reference} in the same tournaments, with 95 % intervals",
        ),
    }
    return {
        name: svg(partial(_figure, results, measures, heading, draw), grid="x")
        for name, (draw, heading) in plots.items()
    }


def _differs(values: Reals) -> bool:
    numbers = values[~np.isnan(values)]
    return numbers.size > 0 and bool((numbers != numbers[0]).any())


def _title(measure: str) -> str:
    """A measure, and whether more of it or less is better."""
    better = MEASURES[measure].better if measure in MEASURES else Better.NEITHER
    direction = "" if better is Better.NEITHER else f" ({better.value} is better)"
    return f"{visible(measure)}{direction}"


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


# ---- A folder with both ----

_PAGE = "summary.md"
_PICTURES = ("distributions.svg", "means.svg", "differences.svg")
_MARK = "<!-- fastpair simulation -->\n"
"""First line of the page: a folder that has such a page may be written again."""


@dataclass(frozen=True, slots=True)
class ReportFolder:
    """A folder that will be written."""

    files: tuple[Output, ...]

    @classmethod
    def in_folder(cls, folder: Path, inputs: Iterable[Path], *, overwrite: bool) -> Self:
        """Ask for a folder, which is made if there is none.

        Raises
        ------
        FormatError
            If it cannot be made, or has files of these names that are no report.
        MissingExtraError
            If there can be no pictures.
        """
        if find_spec("matplotlib") is None:
            raise MissingExtraError("report", "a picture")
        try:
            folder.mkdir(exist_ok=True)
            ours = _is_report(folder / _PAGE)
        except OSError as error:
            raise FormatError(folder, None, f"is no folder to write: {reason(error)}") from error
        inputs = tuple(inputs)
        return cls(
            tuple(
                Output.prepare(folder / name, inputs, overwrite=overwrite, ours=lambda path: ours)
                for name in (*_PICTURES, _PAGE)
            )
        )

    def write(self, results: Results, summed: Summary, tell: Callable[[str], None]) -> Path:
        """Write the folder, and return the page.

        Parameters
        ----------
        tell
            Hears where what was replaced is kept.
        """
        *pictures, page = self.files
        plots = simulation_plots(results, summed)
        for picture in pictures:
            picture.write(plots[picture.path.stem], tell)
        text = simulation_page(results, summed, (picture.path.name for picture in pictures))
        page.write(_MARK.encode() + text, tell)
        return page.path


def _is_report(page: Path) -> bool:
    if not page.is_file():
        return False
    with page.open("rb") as file:
        return file.read(len(_MARK)) == _MARK.encode()
