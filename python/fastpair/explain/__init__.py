"""Why a draw is as it is, and what another one would cost: values and sentences, no screen."""

from .conditions import Answer, Conditions
from .difference import Way, shares, ways
from .opponents import Candidate, candidates
from .optimum import Optimum
from .pair import Measure, PairExplanation, Reason, explain_pair
from .sentence import clauses, told, told_of_game, told_of_pair
from .what_if import what_if

__all__ = [
    "Answer",
    "Candidate",
    "Conditions",
    "Measure",
    "Optimum",
    "PairExplanation",
    "Reason",
    "Way",
    "candidates",
    "clauses",
    "explain_pair",
    "shares",
    "told",
    "told_of_game",
    "told_of_pair",
    "ways",
    "what_if",
]
