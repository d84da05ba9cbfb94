"""From a tournament to a draw: arrays, formulas, weights, systems, boards."""

__all__: list[str] = []
