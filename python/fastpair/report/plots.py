"""Plots by matplotlib."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from math import isnan
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import MissingExtraError
from ..formats.characters import visible
from ..pairing.measures import Better
from .sheet import counted, cut

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ..arrays import Reals
    from ..insight.quality import DrawQuality
    from ..research.quality import Best, Quality
    from ..research.simulate.course import Kind
    from ..research.simulate.estimates import Estimate, Summary
    from ..research.simulate.execution import Results


# ---- Pictures as files: SVG that is the same for the same content ----

_STYLE: dict[Any, Any] = {
    "font.family": "sans-serif",
    "font.size": 8,
    "axes.titlesize": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.3,
    "lines.linewidth": 1.3,
    "lines.markersize": 3,
    "legend.frameon": False,
    # Text stays text, and ids do not depend on the day: the same picture gives the same file.
    "svg.fonttype": "none",
    "svg.hashsalt": "fastpair",
}


def svg(figure: Callable[[], Figure], *, grid: str) -> bytes:
    """The file of a figure.

    Parameters
    ----------
    figure
        Draws it.
    grid
        The axis whose ticks have lines, ``"x"`` or ``"y"``.

    Raises
    ------
    MissingExtraError
        If matplotlib is not installed.
    """
    try:
        from matplotlib import rc_context
    except ModuleNotFoundError as error:
        raise MissingExtraError("report", "a picture") from error
    image = BytesIO()
    with rc_context({**_STYLE, "axes.grid.axis": grid}):
        figure().savefig(image, format="svg", metadata={"Date": None})
    return image.getvalue()


# ---- The quality of draws as a picture, with a panel for each measure and a line for each draw ----

_PANELS = {
    "off_score": "games off score",
    "score_difference": "score difference",
    "drawn_up_again": "drawn up again",
    "drawn_down_again": "drawn down again",
    "q_mms": "1 - Q_mms",
    "same_country": "games within a country",
    "same_club": "games within a club",
    "q_area": "1 - Q_area",
    "mixing_variance": "mixing variance",
    "rematches": "rematches",
    "colour_imbalance": "colour imbalance",
    "colour_streaks": "colour streaks",
    "q_colour": "Q_colour",
    "total_error": "total error",
}
"""Measures and qualities with their headings, in three rows: scores, areas, and the rest."""

_ROWS, _QUALITY_COLUMNS = 3, 5
_WIDEST, _NARROWEST = 3.5, 1.0
"""Widths of the lines of the first and the last model, so that equal lines show behind others."""

_COLOURS = (
    *("tab:blue", "tab:orange", "tab:green", "tab:red", "tab:purple"),
    *("tab:brown", "tab:pink", "tab:olive", "tab:cyan"),
)
"""Colours of the models; the best is grey, and the draw that was played is black."""

_OUTLYING = 3.0
"""A model's line leaves the panel if it goes so many times higher than the median of all lines."""

_BESIDE = 0.4
"""Width of the margins before the first round and after the last, in rounds."""

_TICKS = 12
"""With more rounds than this, not every round has a tick."""


def quality_plot(title: str, quality: Quality) -> bytes:
    """Draw the measures of all rounds.

    Parameters
    ----------
    title
        Title above the picture.
    quality
        The measures. The draws as played, each model, and the best get a line each.

    Returns
    -------
    bytes
        An SVG file; the same arguments give the same one.

    Raises
    ------
    MissingExtraError
        If matplotlib is not installed.
    """
    return svg(lambda: _quality_figure(title, quality), grid="y")


def _quality_figure(title: str, quality: Quality) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(15, 8), layout="constrained")
    rounds = [each.round_number for each in quality.rounds]
    *panels, legend = figure.subplots(_ROWS, _QUALITY_COLUMNS).flat
    legend_handles: dict[str, Any] = {}
    for axes, (name, heading) in zip(panels, _PANELS.items(), strict=True):
        draws, best = _draws(quality, name), _best(quality, name)
        _panel(axes, rounds, draws, best)
        lines = {**best, **draws}
        _scale(axes, heading, rounds, lines, counted=name in quality.best.measures)
        axes.set_xlabel("round", fontsize="small")
        handles, labels = axes.get_legend_handles_labels()
        legend_handles |= dict(zip(labels, handles, strict=True))
    legend.axis("off")
    for text in legend.legend(
        legend_handles.values(), legend_handles.keys(), loc="center"
    ).get_texts():
        text.set_parse_math(False)
    heading = f"{visible(title)}: round by round, less is better".lstrip(": ")
    figure.suptitle(heading, fontsize=11, parse_math=False)
    return figure


def _scale(
    axes: Axes,
    heading: str,
    rounds: Sequence[int],
    lines: Mapping[str, Sequence[float]],
    *,
    counted: bool,
) -> None:
    """Set the heading, ticks at rounds, and a height at which the usual lines can be told apart.

    The heading says how far lines go that leave the panel; that of the played draws never does.
    """
    from statistics import median

    from matplotlib.ticker import MaxNLocator

    from ..research.quality import PLAYED

    peaks = {name: max(values) for name, values in lines.items()}
    usual = _OUTLYING * median([peak for peak in peaks.values() if peak > 0.0] or [0.0])
    most = max(peak for name, peak in peaks.items() if peak <= usual or name == PLAYED)
    top = 1.05 * max(most, 1.0 if counted else 0.0) or 1.0
    axes.set_ylim(bottom=-0.03 * top, top=top)
    axes.set_xlim(rounds[0] - _BESIDE, rounds[-1] + _BESIDE)
    if len(rounds) <= _TICKS:
        axes.set_xticks(rounds)
    else:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(integer=counted, nbins=6))
    beyond = [f"{_label(name)} up to {peak:.3g}" for name, peak in peaks.items() if peak > top]
    axes.set_title(heading, pad=15 if beyond else None)
    if beyond:
        words = f"above: {', '.join(beyond)}"
        above = axes.annotate(words, (0.5, 1.01), xycoords="axes fraction", ha="center", fontsize=6)
        above.set_parse_math(False)


def _draws(quality: Quality, name: str) -> Mapping[str, Sequence[float]]:
    """Values round by round of each draw."""
    return {
        draw: [_value(quality, name, each.draws[draw]) for each in quality.rounds]
        for draw in quality.draws
    }


def _best(quality: Quality, name: str) -> Mapping[str, Sequence[float]]:
    """Values round by round of the best, and of the best strict draws if there are such."""
    lines = {"best": [_value(quality, name, each.best) for each in quality.rounds]}
    if name == "mixing_variance":
        strict = [each.best.found("strict_mixing_variance") for each in quality.rounds]
        lines["strict best"] = strict
    return lines


def _value(quality: Quality, name: str, draw: DrawQuality | Best) -> float:
    """The value that is shown for a draw or for the best of a round; less is better."""
    if name == "total_error":
        return quality.total_error(draw.measures)
    if name == "q_colour":
        return draw.q_colour
    if name in draw.measures:
        return float(draw.measures[name])
    value: float = draw.found(name)
    return 1.0 - value if name in ("q_mms", "q_area") else value


def _panel(
    axes: Axes,
    rounds: Sequence[int],
    draws: Mapping[str, Sequence[float]],
    best: Mapping[str, Sequence[float]],
) -> None:
    played, *models = draws.items()
    steps = max(len(models) - 1, 1)
    for (name, values), style in zip(best.items(), (":", "--"), strict=False):
        ends, level = _segment(rounds, values)
        axes.plot(ends, level, color="grey", linestyle=style, label=name)
    axes.fill_between(*_segment(rounds, best["best"]), color="grey", alpha=0.15, linewidth=0)
    for step, (name, values) in enumerate(models):
        again, colour = divmod(step, len(_COLOURS))
        axes.plot(
            _side_by_side(rounds, step + 1, len(draws)),
            values,
            label=_label(name),
            color=_COLOURS[colour],
            linestyle=("-", "--", "-.", ":")[again % 4],
            linewidth=_WIDEST + (_NARROWEST - _WIDEST) * step / steps,
            # A line of a single point would not be visible.
            marker="s" if len(rounds) == 1 else "",
        )
    places = _side_by_side(rounds, 0, len(draws))
    axes.plot(places, played[1], color="black", marker="o", label=played[0])


def _segment(
    rounds: Sequence[int], values: Sequence[float]
) -> tuple[Sequence[float], Sequence[float]]:
    """A line over the rounds; for a single round, a line across the whole panel."""
    if len(rounds) > 1:
        return rounds, values
    return [rounds[0] - _BESIDE, rounds[0] + _BESIDE], [values[0]] * 2


def _side_by_side(rounds: Sequence[int], number: int, count: int) -> Sequence[float]:
    """The rounds; for a single round, places in the panel that show equal values side by side."""
    if len(rounds) > 1:
        return rounds
    return [rounds[0] + ((2 * number + 1) / count - 1) * _BESIDE]


def _label(name: str) -> str:
    """Name of a model or path of its file. Matplotlib leaves out what begins with an underscore."""
    return f"./{visible(name)}" if name.startswith("_") else visible(name)


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
    from ..research.simulate.course import MEASURES

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
    from ..research.simulate.course import MEASURES

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
