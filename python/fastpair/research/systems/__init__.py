"""Pairing systems of the papers, by other means than weights of a draw alone."""

from __future__ import annotations

__all__: list[str] = []
