"""What rounds are compared by, where one model and one set of rules serve for all."""

from __future__ import annotations

from fastpair.pairing.rounds.judgement import Yardstick


def by(model, **others):
    """A yardstick for all rounds."""
    return lambda number: Yardstick(model=model, **others)
