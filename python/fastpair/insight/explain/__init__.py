"""Explanations of a draw and costs of alternatives, as values and sentences."""

import warnings
from importlib import import_module
from typing import TYPE_CHECKING

from ...lazy import lazy_getattr

if TYPE_CHECKING:
    from .alternatives import BestDraws, Candidate, best_draws, candidates, what_if
    from .optimum import Answer, Conditions, Optimum, Way
    from .sentence import describe_answer, describe_best

__all__ = [
    "Answer",
    "BestDraws",
    "Candidate",
    "Conditions",
    "Optimum",
    "Way",
    "best_draws",
    "candidates",
    "describe_answer",
    "describe_best",
    "what_if",
]

_FORMER = {
    "alternatives": "HeatMap heat_map",
    "optimum": "shares ways",
    "sensitivity": "TurningPoint turning_points",
    "sentence": (
        "describe_objections describe_only describe_pair told_of_turning_points weight_of_pair"
        " weights_of_best"
    ),
    "words": (
        "PRICED Clause Measure PairExplanation Reason clauses explain_pair in_words price_of scale"
        " weight_of"
    ),
}
"""Names that were public, by their modules; they go with the next minor version."""

if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    _public = lazy_getattr(
        __name__,
        {
            ".optimum": "Answer Conditions Optimum Way",
            ".sentence": "describe_answer describe_best",
            ".alternatives": "BestDraws Candidate best_draws candidates what_if",
        },
    )

    def __getattr__(name: str) -> object:
        for module, names in _FORMER.items():
            if name in names.split():
                message = (
                    f"{__name__}.{name} is private from the next version on: use explain_document"
                )
                warnings.warn(message, DeprecationWarning, stacklevel=2)
                return getattr(import_module(f"{__name__}.{module}"), name)
        return _public(name)
