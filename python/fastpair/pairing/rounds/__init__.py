"""A round that is drawn, drawn again, or judged."""

from .drawing import draw_round, draw_with_solution, rounds_drawable, with_matches
from .keeping import Keeping, measure_pairs, worst_of
from .review import DrawReview, judge_round

__all__ = [
    "DrawReview",
    "Keeping",
    "draw_round",
    "draw_with_solution",
    "judge_round",
    "measure_pairs",
    "rounds_drawable",
    "with_matches",
    "worst_of",
]
