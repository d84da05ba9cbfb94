"""McMahon scores, tie-breaks and standings."""

from .criteria import (
    CRITERION_SCALE,
    criterion_values,
    cup_score_x2,
    cusp_x2,
    in_points,
    main_score_x2,
    mms_x2,
    order_by,
    pairing_x2,
    places,
    sos_x2,
    standings_order,
    standings_values,
    strasbourg_score_x2,
    whole,
    wins_x2,
)
from .history import MMS_OF_1_DAN, History, Status

__all__ = [
    "CRITERION_SCALE",
    "MMS_OF_1_DAN",
    "History",
    "Status",
    "criterion_values",
    "cup_score_x2",
    "cusp_x2",
    "in_points",
    "main_score_x2",
    "mms_x2",
    "order_by",
    "pairing_x2",
    "places",
    "sos_x2",
    "standings_order",
    "standings_values",
    "strasbourg_score_x2",
    "whole",
    "wins_x2",
]
