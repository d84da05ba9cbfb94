"""From a tournament to a draw: arrays, formulas, weights, systems, boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..lazy import lazily

if TYPE_CHECKING:
    from .weights.added_terms import ADDED_TERMS
    from .weights.description import changes, description, digest, signature
    from .weights.model import ByRounds, Preferring, RoundRange, family
    from .weights.term import (
        CoefficientGrades,
        GradeDependence,
        Reads,
        both_below,
        not_handicap,
        reads_of,
    )

__all__ = [
    "ADDED_TERMS",
    "ByRounds",
    "CoefficientGrades",
    "GradeDependence",
    "Preferring",
    "Reads",
    "RoundRange",
    "both_below",
    "changes",
    "description",
    "digest",
    "family",
    "not_handicap",
    "reads_of",
    "signature",
]

if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    __getattr__ = lazily(
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
