"""The quality of draws as a picture: a panel for each measure, a line for each draw."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from ..errors import MissingExtraError
from ..quality import MEASURES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ..quality import Quality

__all__ = ["quality_plot"]

_TOTAL_ERROR = "total_error"
_TITLES = {
    "off_score": "games off score",
    "score_difference": "score difference",
    "drawn_up_again": "drawn up again",
    "drawn_down_again": "drawn down again",
    "same_country": "games within a country",
    "same_club": "games within a club",
    "colour_imbalance": "colour imbalance",
    "colour_streaks": "colour streaks",
    _TOTAL_ERROR: "total error",
}
_ROWS, _COLUMNS = 3, 3
_WIDEST, _NARROWEST = 3.5, 1.0
"""Widths of the lines of the first and the last model: equal ones show behind each other."""

_STYLE: dict[Any, Any] = {
    "font.family": "sans-serif",
    "font.size": 8,
    "axes.titlesize": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "grid.alpha": 0.3,
    "lines.linewidth": 1.3,
    "lines.markersize": 3,
    "legend.frameon": False,
    # Text as text, and names that do not depend on the day: the same picture, the same file.
    "svg.fonttype": "none",
    "svg.hashsalt": "fastpair",
}


def quality_plot(title: str, quality: Quality) -> bytes:
    """Draw the measures of all rounds.

    Parameters
    ----------
    title
        Stands above the picture.
    quality
        What was measured; a line for the draws as played, each model, and the best.

    Returns
    -------
    bytes
        An SVG file; the same arguments give the same one.

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
    with rc_context(_STYLE):
        _figure(title, quality).savefig(image, format="svg", metadata={"Date": None})
    return image.getvalue()


def _figure(title: str, quality: Quality) -> Figure:
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=(11, 7.5), layout="constrained")
    rounds = [each.round_number for each in quality.rounds]
    panels = figure.subplots(_ROWS, _COLUMNS).flat
    for axes, (name, heading) in zip(panels, _TITLES.items(), strict=True):
        _panel(axes, rounds, _lines(quality, name))
        axes.set_title(heading)
        axes.set_ylim(bottom=0)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(integer=name != _TOTAL_ERROR, nbins=6))
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=min(len(labels), 8))
    figure.suptitle(f"{title}: round by round, less is better".lstrip(": "), fontsize=11)
    return figure


def _lines(quality: Quality, name: str) -> Mapping[str, Sequence[float]]:
    """Values of one measure round by round, for each draw and the best."""
    sources = {
        **{draw: [each.draws[draw].measures for each in quality.rounds] for draw in quality.draws},
        "best": [each.best for each in quality.rounds],
    }
    if name == _TOTAL_ERROR:
        return {
            draw: [quality.total_error(values) for values in rounds]
            for draw, rounds in sources.items()
        }
    unit = next(measure.unit for measure in MEASURES if measure.name == name)
    return {draw: [values[name] / unit for values in rounds] for draw, rounds in sources.items()}


def _panel(axes: Axes, rounds: Sequence[int], lines: Mapping[str, Sequence[float]]) -> None:
    played, *models, best = lines.items()
    steps = max(len(models) - 1, 1)
    axes.plot(rounds, best[1], color="grey", linestyle=":", label=best[0])
    axes.fill_between(rounds, best[1], color="grey", alpha=0.15, linewidth=0)
    for step, (name, values) in enumerate(models):
        width = _WIDEST + (_NARROWEST - _WIDEST) * step / steps
        axes.plot(rounds, values, label=name, linewidth=width)
    axes.plot(rounds, played[1], color="black", marker="o", label=played[0])
