"""Why a draw is as it is, and what another one would cost: values and sentences, no screen."""

from .best import BestDraws, best_draws
from .conditions import Answer, Conditions
from .difference import Way, shares, ways
from .heat_map import HeatMap, heat_map
from .opponents import Candidate, candidates
from .optimum import Optimum
from .pair import Measure, PairExplanation, Reason, explain_pair
from .price_words import Clause, clauses, in_words, price_of, weight_of
from .scale import PRICED, scale
from .sentence import (
    told,
    told_against,
    told_of_best,
    told_of_pair,
    told_of_turning_points,
    weight_of_pair,
    weights_of_best,
)
from .turning_points import TurningPoint, turning_points
from .what_if import what_if

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
    "explain_pair",
    "heat_map",
    "in_words",
    "price_of",
    "scale",
    "shares",
    "told",
    "told_against",
    "told_of_best",
    "told_of_pair",
    "told_of_turning_points",
    "turning_points",
    "ways",
    "weight_of",
    "weight_of_pair",
    "weights_of_best",
    "what_if",
]
