"""Explanations of a draw and costs of alternatives, as values and sentences."""

from .best_round import BestRound, HeaviestRound
from .optimum import Answer, Conditions, Optimum, Way, shares, ways
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
from .turning_points import TurningPoint, turning_points
from .what_if import BestDraws, Candidate, HeatMap, best_draws, candidates, heat_map, what_if
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
    "BestRound",
    "Candidate",
    "Clause",
    "Conditions",
    "HeatMap",
    "HeaviestRound",
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
