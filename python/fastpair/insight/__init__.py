"""What a draw is worth, and why it is as it is."""

from __future__ import annotations

from ..lazy import lazy_getattr

__getattr__ = lazy_getattr(
    __name__,
    {
        ".explain.best_round": "BestRound HeaviestRound",
        ".explain.facts": "COUNTED components_of counts score_groups",
        ".explain.round_report": "QUESTIONS RoundReports",
        ".explain.amounts": "amount",
        ".explain.words": "NOUNS",
    },
)
