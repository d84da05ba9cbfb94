"""Graphs that are computed piece by piece, from matrices."""

from __future__ import annotations

import numpy as np

from fastpair.matching.blocks import Blocks


def blocks_of(weights, allowed, width, *, bounded, computed=None, largest=0):
    """A matrix behind a function that counts the cells it was asked for."""
    n = len(weights)
    largest = max(largest, int(abs(weights).max(initial=0)))

    def compute(rows, start, stop):
        if computed is not None:
            computed.append(len(rows) * (stop - start))
        return weights[rows, start:stop], allowed[rows, start:stop]

    starts = range(0, n, width)
    bounds = [
        [weights[a : a + width, b : b + width].max(initial=-largest) for b in starts]
        for a in starts
    ]
    bounds = np.array(bounds, np.int64).reshape(len(starts), len(starts)) if bounded else None
    return Blocks(size=n, compute=compute, largest=largest, range=width, bounds=bounds)
