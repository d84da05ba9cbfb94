"""Plots by matplotlib."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from ..errors import MissingExtraError
from ..letters import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ..insight.quality import Best, DrawQuality, Quality


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

    from ..insight.quality import PLAYED

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
