"""Proven optimal McMahon draws, and the exact maximum-weight matching behind them.

A tournament file is read, a round of it is drawn, and the file is written again: ``read``,
``draw_round``, ``write``. A program that has the tournament itself hands it over as one document and
gets the draw as another: ``draw_document``. What they need is imported when they are used for the
first time.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from ._engine import __version__

if TYPE_CHECKING:
    from .director.embedding import draw_document
    from .formats import read, write
    from .systems import draw_round

__all__ = ["__version__", "draw_document", "draw_round", "read", "write"]

_PACKAGES = {
    "draw_document": ".director.embedding",
    "draw_round": ".systems",
    "read": ".formats",
    "write": ".formats",
}
"""Where the names are that are imported late."""


if not TYPE_CHECKING:  # a type checker would take every name for one that exists

    def __getattr__(name: str) -> object:
        """Import a name that is used for the first time."""
        if name not in _PACKAGES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(_PACKAGES[name], __name__), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
