"""Pairing systems of the papers, by other means than weights of a draw alone."""

from __future__ import annotations

from ...lazy import lazy_getattr

__getattr__ = lazy_getattr(
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
