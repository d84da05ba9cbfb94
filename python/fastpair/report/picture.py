"""Pictures as files: SVG that is the same for the same content."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from ..errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.figure import Figure

__all__ = ["svg"]

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
