"""What a draw is worth, and why it is as it is."""

from __future__ import annotations

from ..lazy import lazily

__getattr__ = lazily(
    __name__,
    {
        ".explain.facts": "COUNTED components_of counts score_groups",
        ".explain.round_report": "QUESTIONS RoundReports",
        ".explain.words": "NOUNS amount",
    },
)
