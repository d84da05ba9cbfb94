"""What is studied: models and systems of the papers, the best possible draws, simulation, comparisons."""

from __future__ import annotations

__all__: list[str] = []
