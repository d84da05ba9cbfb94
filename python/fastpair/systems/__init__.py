"""Pairing systems: who pairs whom."""

from .weighted import draw_round

__all__ = ["draw_round"]
