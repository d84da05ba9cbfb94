"""A round that is drawn, drawn again, or judged."""

from .keeping import (
    Keeping,
    at_price,
    between,
    bye_of_least_change,
    least_change,
    measure_pairs,
    worst_of,
)
from .review import (
    Baseline,
    DrawReview,
    judge_other_pairing,
    judge_round,
    nearest_optimum,
)
from .round import (
    draw_round,
    draw_with_proof,
    levels_as_weights,
    rounds_drawable,
    situation_of,
    with_matches,
)

__all__ = [
    "Baseline",
    "DrawReview",
    "Keeping",
    "at_price",
    "between",
    "bye_of_least_change",
    "draw_round",
    "draw_with_proof",
    "judge_other_pairing",
    "judge_round",
    "least_change",
    "levels_as_weights",
    "measure_pairs",
    "nearest_optimum",
    "rounds_drawable",
    "situation_of",
    "with_matches",
    "worst_of",
]
