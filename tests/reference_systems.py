"""Pairing systems once more: slow, in plain Python, step by step."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st


def nearest_pairs(ratings, met):
    """Pairs and who is left, from the highest rating down [V 3.3]."""
    waiting = sorted(range(len(ratings)), key=lambda player: -ratings[player])
    pairs, left = [], []
    while waiting:
        top = waiting.pop(0)
        eligible = [player for player in waiting if not met[top][player]]
        if eligible:
            nearest = min(eligible, key=lambda player: abs(ratings[top] - ratings[player]))
            waiting.remove(nearest)
            pairs.append([top, nearest])
        else:
            left.append(top)
    return pairs, left


@st.composite
def relations(draw, most=12):
    """Symmetric matrices of bool, of which some say almost always or almost never yes."""
    players = draw(st.integers(0, most))
    share = draw(st.sampled_from([0.1, 0.5, 0.9]))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    upper = np.triu(rng.random((players, players)) < share, 1)
    return upper | upper.T
