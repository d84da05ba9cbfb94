"""A simulation as a page of Markdown: a table for each measure, and the pictures."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from ..formats.characters import visible
from ..lab.simulate.measures import MEASURES, Better
from .text import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..lab.simulate.intervals import Estimate
    from ..lab.simulate.measures import Kind
    from ..lab.simulate.rows import Results
    from ..lab.simulate.summary import Summary

__all__ = ["interval", "number", "simulation_page"]


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


def _meaning(kind: Kind) -> str:
    about = f"{kind.about[0].upper()}{kind.about[1:]}"
    if kind.better is Better.NEITHER:
        return f"{_cell(about)}."
    return f"{_cell(about)}; {kind.better.value} is better."


def _cell(text: str) -> str:
    """A text that is no markup."""
    return "".join(
        f"\\{letter}" if letter in "\\`*_[]<>#|~" else letter for letter in visible(text)
    )
