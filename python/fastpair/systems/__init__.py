"""Pairing systems: who pairs whom."""

from .catalogue import SYSTEMS, system_class
from .drawbacks import Drawback, Drawbacks
from .drawing import draw_round
from .judgement import Judgement, judge_round
from .keeping import Keeping, Offer, Settled
from .missing_results import Outlook, outlook
from .stated import stated_system, system_parameters
from .system import ByModel, Pairing, Situation, System
from .weighted import Weighted

__all__ = [
    "SYSTEMS",
    "ByModel",
    "Drawback",
    "Drawbacks",
    "Judgement",
    "Keeping",
    "Offer",
    "Outlook",
    "Pairing",
    "Settled",
    "Situation",
    "System",
    "Weighted",
    "draw_round",
    "judge_round",
    "outlook",
    "stated_system",
    "system_class",
    "system_parameters",
]
