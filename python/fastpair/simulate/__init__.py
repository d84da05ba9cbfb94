"""Tournaments that never took place."""

from .congress import generate

__all__ = ["generate"]
