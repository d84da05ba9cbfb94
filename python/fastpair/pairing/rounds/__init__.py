"""A round that is drawn, drawn again, judged, or drawn while results are missing."""

from .drawing import draw_round, rounds_drawable, with_matches
from .keeping import Keeping, Settled, measure_pairs, worst_of
from .outcomes import Outlook, outlook
from .review import DrawReview, judge_round

__all__ = [
    "DrawReview",
    "Keeping",
    "Outlook",
    "Settled",
    "draw_round",
    "judge_round",
    "measure_pairs",
    "outlook",
    "rounds_drawable",
    "with_matches",
    "worst_of",
]
