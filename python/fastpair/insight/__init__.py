"""What a draw is worth, and why it is as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..lazy import lazily

if TYPE_CHECKING:
    from .explain.facts import COUNTED, components_of, counts, score_groups
    from .explain.round_report import QUESTIONS, RoundReports
    from .explain.words import NOUNS, amount

__all__ = [
    "COUNTED",
    "NOUNS",
    "QUESTIONS",
    "RoundReports",
    "amount",
    "components_of",
    "counts",
    "score_groups",
]

if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    __getattr__ = lazily(
        __name__,
        {
            ".explain.facts": "COUNTED components_of counts score_groups",
            ".explain.round_report": "QUESTIONS RoundReports",
            ".explain.words": "NOUNS amount",
        },
    )
