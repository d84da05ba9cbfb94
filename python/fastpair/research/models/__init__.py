"""The models of the papers that no draw needs: one module per paper."""

from __future__ import annotations

from ...lazy import lazy_getattr

__getattr__ = lazy_getattr(
    __name__,
    {
        ".entropy": "Entropy RatingInformation",
        ".gotha": "Gotha",
        ".kaniuk2012": "Alphas Grades Kaniuk2012 Skew",
        ".macmahon": "COSTS MacMahon largest_costs",
    },
)
