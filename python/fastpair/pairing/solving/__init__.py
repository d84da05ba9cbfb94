"""A matching under rules: the bye, the must-play groups, and the rules that give way."""

from typing import TYPE_CHECKING

from .costs import below, pairs_within_groups, without
from .solution import Problem, Solution, own_rules, relaxations

if TYPE_CHECKING:
    from . import large  # noqa: TC004 - a module that only large fields load

__all__ = [
    "Problem",
    "Solution",
    "below",
    "large",
    "own_rules",
    "pairs_within_groups",
    "relaxations",
    "without",
]
