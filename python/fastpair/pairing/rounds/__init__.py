"""A round that is drawn, drawn again, judged, or drawn while results are missing."""

from .drawbacks import Drawback, Drawbacks
from .drawing import draw_round, rounds_drawable
from .judgement import Judgement, judge_round
from .keeping import Keeping, Offer, Settled
from .matches import with_matches
from .missing_results import Outlook, outlook

__all__ = [
    "Drawback",
    "Drawbacks",
    "Judgement",
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
