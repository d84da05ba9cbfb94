"""Pairing systems once more: slow, in plain Python, step by step."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st


def backtrack(preferences):
    """Lines 3 to 10 of EPM's algorithm, word for word: opponents by player, or None [V 6.1]."""
    n = len(preferences)
    examine_next = [0] * n
    pairs, mate = [], {}
    player = min(set(range(n)), default=None)
    while player is not None:
        choices = preferences[player]
        while examine_next[player] < len(choices) and choices[examine_next[player]] in mate:
            examine_next[player] += 1
        if examine_next[player] < len(choices):
            opponent = choices[examine_next[player]]
            examine_next[player] += 1
            mate[player], mate[opponent] = opponent, player
            pairs.append((player, opponent))
            player = min(set(range(n)) - mate.keys(), default=None)
        elif pairs:
            player, opponent = pairs.pop()
            del mate[player], mate[opponent]
            examine_next[player + 1 :] = [0] * (n - player - 1)
        else:
            return None
    return [mate[player] for player in range(n)]


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
