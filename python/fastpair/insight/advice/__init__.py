"""Advice to the director: what the sources would have otherwise.

``advice`` gives all of it, one ``Finding`` each with its source; ``bars`` says for each grade what a bar
there would do.
"""

from .bars import Bar, bars, bars_to_choose
from .chances import chances_to_win
from .field_size import usual_groups
from .finding import AdviceKind, Finding
from .grades import PromotionRule
from .whole import advice

__all__ = [
    "AdviceKind",
    "Bar",
    "Finding",
    "PromotionRule",
    "advice",
    "bars",
    "bars_to_choose",
    "chances_to_win",
    "usual_groups",
]
