"""What rounds are compared by, where one model and one set of rules serve for all."""

from __future__ import annotations

from fastpair.pairing.rounds import Baseline


def by(model, **others):
    """A yardstick for all rounds."""
    return lambda number: Baseline(model=model, **others)
