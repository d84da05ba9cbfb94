"""McMahon scores, tie-breaks and standings."""

from .criteria import CRITERION_SCALE, criterion_values, in_points
from .history import MMS_OF_1_DAN, History, Status
from .points import cup_score_x2, main_score_x2, mms_x2, strasbourg_score_x2, whole, wins_x2
from .standings import order_by, places, standings_order, standings_values

__all__ = [
    "CRITERION_SCALE",
    "MMS_OF_1_DAN",
    "History",
    "Status",
    "criterion_values",
    "cup_score_x2",
    "in_points",
    "main_score_x2",
    "mms_x2",
    "order_by",
    "places",
    "standings_order",
    "standings_values",
    "strasbourg_score_x2",
    "whole",
    "wins_x2",
]
