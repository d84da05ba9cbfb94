"""From a tournament to a draw: arrays, formulas, weights, systems, boards."""

from __future__ import annotations

from ..lazy import lazy_getattr

__getattr__ = lazy_getattr(
    __name__,
    {
        ".weights.added_terms": "ADDED_TERMS",
        ".weights.description": "changes description digest signature",
        ".weights.model": "ByRounds Preferring RoundRange family",
        ".weights.term": (
            "CoefficientGrades GradeDependence Reads both_below not_handicap reads_of"
        ),
    },
)
