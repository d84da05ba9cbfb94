"""Pairing systems: who pairs whom."""

from .judgement import Judgement, judge_round
from .weighted import draw_round

__all__ = ["Judgement", "draw_round", "judge_round"]
