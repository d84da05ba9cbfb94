"""Explanations of a draw and costs of alternatives, as values and sentences."""

from typing import TYPE_CHECKING

from ...lazy import lazy_getattr

if TYPE_CHECKING:
    from .alternatives import (
        BestDraws,
        Candidate,
        HeatMap,
        best_draws,
        candidates,
        heat_map,
        what_if,
    )
    from .optimum import Answer, Conditions, Optimum, Way, shares, ways
    from .sensitivity import TurningPoint, turning_points
    from .sentence import (
        describe_answer,
        describe_best,
        describe_objections,
        describe_only,
        describe_pair,
        told_of_turning_points,
        weight_of_pair,
        weights_of_best,
    )
    from .words import (
        PRICED,
        Clause,
        Measure,
        PairExplanation,
        Reason,
        clauses,
        explain_pair,
        in_words,
        price_of,
        scale,
        weight_of,
    )

__all__ = [
    "PRICED",
    "Answer",
    "BestDraws",
    "Candidate",
    "Clause",
    "Conditions",
    "HeatMap",
    "Measure",
    "Optimum",
    "PairExplanation",
    "Reason",
    "TurningPoint",
    "Way",
    "best_draws",
    "candidates",
    "clauses",
    "describe_answer",
    "describe_best",
    "describe_objections",
    "describe_only",
    "describe_pair",
    "explain_pair",
    "heat_map",
    "in_words",
    "price_of",
    "scale",
    "shares",
    "told_of_turning_points",
    "turning_points",
    "ways",
    "weight_of",
    "weight_of_pair",
    "weights_of_best",
    "what_if",
]

if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    __getattr__ = lazy_getattr(
        __name__,
        {
            ".optimum": "Answer Conditions Optimum Way shares ways",
            ".sentence": (
                "describe_answer describe_best describe_objections describe_only describe_pair "
                "told_of_turning_points weight_of_pair weights_of_best"
            ),
            ".sensitivity": "TurningPoint turning_points",
            ".alternatives": "BestDraws Candidate HeatMap best_draws candidates heat_map what_if",
            ".words": (
                "PRICED Clause Measure PairExplanation Reason clauses explain_pair in_words "
                "price_of scale weight_of"
            ),
        },
    )
