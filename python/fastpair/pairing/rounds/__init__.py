"""A round that is drawn, drawn again, judged, or drawn while results are missing."""

from .drawing import draw_round, rounds_drawable, with_matches
from .keeping import Drawback, Drawbacks, Keeping, Offer, Outlook, Settled, outlook
from .review import DrawReview, judge_round

__all__ = [
    "DrawReview",
    "Drawback",
    "Drawbacks",
    "Keeping",
    "Offer",
    "Outlook",
    "Settled",
    "draw_round",
    "judge_round",
    "outlook",
    "rounds_drawable",
    "with_matches",
]
