"""Draws that leave players over are completed, and as few pairs as possible taken apart."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from all_matchings import perfect_matchings
from fastpair.research.systems import completed
from reference_systems import relations


def greedy(allowed, rng):
    """Some pairs, made by lot."""
    pairs, free = [], set(range(len(allowed)))
    for one, other in rng.permutation(np.argwhere(np.triu(allowed))).tolist():
        if {one, other} <= free and rng.random() < 0.8:
            free -= {one, other}
            pairs.append([one, other] if rng.random() < 0.5 else [other, one])
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)


@given(relations(8), st.integers(0, 2**32))
def test_no_completion_takes_fewer_pairs_apart(allowed, seed):
    """Against all complete pairings, where there is one; the differences of scores decide ties."""
    rng = np.random.default_rng(seed)
    pairs, score = greedy(allowed, rng), rng.integers(0, 4, len(allowed))
    kept, new = completed(pairs, score, allowed)
    assert all(pair in pairs.tolist() for pair in kept.tolist())
    made = np.concatenate([kept, new])
    assert len({*made.ravel().tolist()}) == 2 * len(made)
    assert allowed[tuple(made.T)].all()
    assert len(made) >= len(pairs)
    given_pairs = {frozenset(pair) for pair in pairs.tolist()}
    assert not given_pairs & {frozenset(pair) for pair in new.tolist()}

    def harm(others):
        fresh = [pair for pair in others if frozenset(pair) not in given_pairs]
        return len(fresh), sum((score[i] - score[j]) ** 2 for i, j in fresh)

    complete = [
        harm(pairing)
        for pairing in perfect_matchings([*range(len(allowed))])
        if all(allowed[i, j] for i, j in pairing)
    ]
    if complete and len(allowed) % 2 == 0:
        assert harm(made.tolist()) == min(complete)


def test_a_complete_draw_stays_as_it_is():
    pairs = np.array([[1, 0], [2, 3]])
    kept, new = completed(pairs, np.zeros(5, dtype=np.int64), np.ones((5, 5), dtype=np.bool_))
    assert kept.tolist() == pairs.tolist()
    assert new.tolist() == []
