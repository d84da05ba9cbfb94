"""All matchings of few vertices."""

from __future__ import annotations

import numpy as np

RATINGS = np.array([509.0, 902, 464, 800, 340, 646])
"""Players A to F of V table 2.2."""


def perfect_matchings(seats):
    """All ways to pair the seats."""
    if not seats:
        yield []
        return
    first, *rest = seats
    for other in rest:
        left = [seat for seat in rest if seat != other]
        yield from ([(first, other), *pairs] for pairs in perfect_matchings(left))


def all_matchings(allowed, vertices):
    """Every matching among some vertices, as a tuple of edges."""
    if not vertices:
        yield ()
        return
    v, *rest = vertices
    yield from all_matchings(allowed, rest)
    for u in rest:
        if allowed[v, u]:
            for others in all_matchings(allowed, [w for w in rest if w != u]):
                yield ((v, u), *others)
