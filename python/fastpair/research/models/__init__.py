"""The models of the papers that no draw needs: one module per paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...lazy import lazily

if TYPE_CHECKING:
    from .entropy import Entropy, RatingInformation
    from .gotha import Gotha
    from .kaniuk2012 import Alphas, Grades, Kaniuk2012, Skew
    from .macmahon import COSTS, MacMahon, largest_costs

__all__ = [
    "COSTS",
    "Alphas",
    "Entropy",
    "Gotha",
    "Grades",
    "Kaniuk2012",
    "MacMahon",
    "RatingInformation",
    "Skew",
    "largest_costs",
]

if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    __getattr__ = lazily(
        __name__,
        {
            ".entropy": "Entropy RatingInformation",
            ".gotha": "Gotha",
            ".kaniuk2012": "Alphas Grades Kaniuk2012 Skew",
            ".macmahon": "COSTS MacMahon largest_costs",
        },
    )
