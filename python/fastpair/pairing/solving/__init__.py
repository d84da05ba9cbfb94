"""A matching under rules: the bye, the must-play groups, and the rules that give way."""

from . import large
from .costs import below, pairs_within_groups, without
from .solution import Problem, Solution, own_rules, relaxations

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
