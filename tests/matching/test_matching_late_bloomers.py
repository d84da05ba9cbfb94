"""Vertices that are left over one after the other, and walk the same region of tight edges before."""

from __future__ import annotations

import numpy as np
import pytest

from block_graphs import blocks_of
from fastpair.matching import max_weight_matching, verify


def late_bloomers(n, beside, seed=1):
    """A matrix in which n/2 vertices want a hub that is taken, and one vertex of the region next.

    What they are worth to the region rises from one to the next. The region has n/2 vertices, in
    two halves with equal edges between them; edges within a half weigh ``beside``, -1 for none.
    """
    length, bloomers = n // 4 * 2, n - n // 4 * 2 - 4
    hub, first = length, length + 4
    worth = 4 + 2 * np.arange(bloomers)
    at_hub = 8 * worth[-1] + 2 * np.arange(bloomers, 0, -1)
    tight = 16 * at_hub[0]
    half = np.random.default_rng(seed).permutation(length) % 2
    weights = np.full((n, n), -1)
    weights[:length, :length] = np.where(np.not_equal.outer(half, half), tight, beside)
    weights[hub, first:], weights[0, first:] = at_hub, tight // 2 + worth
    # The hub has a mate that could do better, so that the dual of the hub is low.
    weights[hub, hub + 3] = 2 * at_hub[0] + 8
    weights[hub + 1, hub + 2] = weights[hub + 2, hub + 3] = 3 * at_hub[0]
    weights[hub + 3, first] = 1
    weights = np.maximum(weights, weights.T)
    np.fill_diagonal(weights, -1)
    return weights


@pytest.mark.parametrize("maxcardinality", [False, True])
@pytest.mark.parametrize("beside", [-1, 0, 3])
@pytest.mark.parametrize("n", [40, 101, 260])
def test_the_matching_is_the_best(n, beside, maxcardinality):
    weights = late_bloomers(n, beside)
    allowed = weights >= 0
    matching = max_weight_matching(weights, allowed=allowed, maxcardinality=maxcardinality)
    verify(weights, matching, allowed=allowed, maxcardinality=maxcardinality)
    first, second = np.nonzero(np.triu(allowed))
    edges = (first, second, weights[first, second])
    listed = max_weight_matching(edges, n=n, maxcardinality=maxcardinality)
    assert matching.weight == listed.weight


def test_a_vertex_without_more_edges_is_not_asked_in_every_search():
    n, computed = 400, []
    weights = late_bloomers(n, -1)
    blocks = blocks_of(weights, weights >= 0, n, bounded=False, computed=computed)
    max_weight_matching(blocks, maxcardinality=False)
    # The trees of 196 vertices hold 100 vertices of the region each.
    assert sum(computed) < 8 * n**2
