"""The quality of draws as a picture: a panel for each measure, a line for each draw."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from ..errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ..quality import Best, DrawQuality, Quality

__all__ = ["quality_plot"]

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
"""Measures and qualities, and their headings; a row each for scores, areas and the rest."""

_ROWS, _COLUMNS = 3, 5
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

    figure = Figure(figsize=(15, 8), layout="constrained")
    rounds = [each.round_number for each in quality.rounds]
    *panels, legend = figure.subplots(_ROWS, _COLUMNS).flat
    shown: dict[str, Any] = {}
    for axes, (name, heading) in zip(panels, _PANELS.items(), strict=True):
        _panel(axes, rounds, _draws(quality, name), _best(quality, name))
        axes.set_title(heading)
        counted = name in quality.best.measures
        axes.set_ylim(bottom=0, top=max(axes.get_ylim()[1], float(counted)))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(integer=counted, nbins=6))
        handles, labels = axes.get_legend_handles_labels()
        shown |= dict(zip(labels, handles, strict=True))
    legend.axis("off")
    legend.legend(shown.values(), shown.keys(), loc="center")
    figure.suptitle(f"{title}: round by round, less is better".lstrip(": "), fontsize=11)
    return figure


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
    """What is shown of a draw or of the best of a round: less is better."""
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
        axes.plot(rounds, values, color="grey", linestyle=style, label=name)
    axes.fill_between(rounds, best["best"], color="grey", alpha=0.15, linewidth=0)
    for step, (name, values) in enumerate(models):
        width = _WIDEST + (_NARROWEST - _WIDEST) * step / steps
        axes.plot(rounds, values, label=name, linewidth=width)
    axes.plot(rounds, played[1], color="black", marker="o", label=played[0])
