"""Pairing systems of the papers, by other means than weights of a draw alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...lazy import lazily

if TYPE_CHECKING:
    from .accelrat import AccelRat, most_pairs, nearest_pairs
    from .double_elimination import DoubleElimination
    from .entropy_pairing import EntropyPairing, RatingInformationPairing
    from .epm import (
        EPM,
        backtrack,
        between_groups,
        completed,
        first_complete,
        pairs_by_groups,
        preferences,
    )
    from .lots import GuidedRandom, Lots, is_due_higher, lost_last_game

__all__ = [
    "EPM",
    "AccelRat",
    "DoubleElimination",
    "EntropyPairing",
    "GuidedRandom",
    "Lots",
    "RatingInformationPairing",
    "backtrack",
    "between_groups",
    "completed",
    "first_complete",
    "is_due_higher",
    "lost_last_game",
    "most_pairs",
    "nearest_pairs",
    "pairs_by_groups",
    "preferences",
]

if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    __getattr__ = lazily(
        __name__,
        {
            ".accelrat": "AccelRat most_pairs nearest_pairs",
            ".double_elimination": "DoubleElimination",
            ".entropy_pairing": "EntropyPairing RatingInformationPairing",
            ".epm": (
                "EPM backtrack between_groups completed first_complete pairs_by_groups preferences"
            ),
            ".lots": "GuidedRandom Lots is_due_higher lost_last_game",
        },
    )
