"""A round that is drawn, drawn again, or judged."""

from typing import TYPE_CHECKING

from ...lazy import lazy_getattr
from .round import (
    draw_round,
    draw_with_proof,
    levels_as_weights,
    rounds_drawable,
    situation_of,
    with_matches,
)

if TYPE_CHECKING:
    from .keeping import (
        Keeping,
        KeepingByCriteria,
        at_price,
        between,
        bye_of_least_change,
        least_change,
        measure_pairs,
        offers_digest,
        worst_of,
    )
    from .review import (
        Baseline,
        DrawReview,
        earlier_opponents,
        judge_round,
        nearest_optimum,
    )

__all__ = [
    "Baseline",
    "DrawReview",
    "Keeping",
    "KeepingByCriteria",
    "at_price",
    "between",
    "bye_of_least_change",
    "draw_round",
    "draw_with_proof",
    "earlier_opponents",
    "judge_round",
    "least_change",
    "levels_as_weights",
    "measure_pairs",
    "nearest_optimum",
    "offers_digest",
    "rounds_drawable",
    "situation_of",
    "with_matches",
    "worst_of",
]

if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    __getattr__ = lazy_getattr(
        __name__,
        {
            ".keeping": (
                "Keeping KeepingByCriteria at_price between bye_of_least_change least_change measure_pairs "
                "offers_digest worst_of"
            ),
            ".review": ("Baseline DrawReview earlier_opponents judge_round nearest_optimum"),
        },
    )
