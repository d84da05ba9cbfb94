"""Why a draw is as it is, and what another one would cost: values and sentences, no screen."""

from .difference import Way, shares, ways
from .group_losses import GroupLosses
from .optimum import Optimum
from .questions import QUESTIONS, Place
from .round_report import DrawReport, RoundReport, RoundReports

__all__ = [
    "QUESTIONS",
    "DrawReport",
    "GroupLosses",
    "Optimum",
    "Place",
    "RoundReport",
    "RoundReports",
    "Way",
    "shares",
    "ways",
]
