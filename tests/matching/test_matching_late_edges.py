"""An edge that the search finds too late: the duals have gone beyond it."""

from __future__ import annotations

import numpy as np

from fastpair.matching import max_weight_matching, verify


def test_an_edge_that_falls_due_before_it_is_found():
    """Two outer vertices approach each other, and one asks for the edge between them too late."""
    ordinary = (
        "0,00,100,0000,11000,110001,0111111"
        ",11011110,101011000,0101011110,10011001010,000101110110,1001011101000,00101010101111"
    )
    heavy = [(2, 0, 38), (4, 1, 39), (5, 2, 39), (6, 3, 39), (9, 7, 39), (11, 8, 39), (13, 12, 36)]
    weights = np.zeros((15, 15), dtype=np.int64)
    for i, row in enumerate(ordinary.split(","), start=1):
        weights[i, :i] = [19 * int(edge) for edge in row]
    for i, j, weight in heavy:
        weights[i, j] = weight
    weights += weights.T
    matching = max_weight_matching(weights, maxcardinality=True)
    verify(weights, matching, maxcardinality=True)
    assert matching.weight == 250  # as networkx finds
