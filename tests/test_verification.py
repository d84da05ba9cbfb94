"""One broken certificate of every kind is refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import graphs
from fastpair.errors import EngineError
from fastpair.matching import max_weight_matching, verify

# Two triangles joined by one edge: the optimum needs a blossom.
WEIGHTS = np.zeros((6, 6), np.int64)
for i, j, w in [(0, 1, 9), (1, 2, 9), (0, 2, 9), (3, 4, 9), (4, 5, 9), (3, 5, 9), (2, 3, 1)]:
    WEIGHTS[i, j] = WEIGHTS[j, i] = w
ALLOWED = WEIGHTS > 0


@pytest.fixture
def matching():
    found = max_weight_matching(WEIGHTS, allowed=ALLOWED)
    assert len(found.certificate.blossoms) > 0
    return found


def refused(matching, message, weights=WEIGHTS, allowed=ALLOWED, **options):
    with pytest.raises(EngineError, match=message):
        verify(weights, matching, allowed=allowed, **options)


def with_certificate(matching, **changes):
    return replace(matching, certificate=replace(matching.certificate, **changes))


def test_the_whole_certificate_passes(matching):
    verify(WEIGHTS, matching, allowed=ALLOWED)


def test_mate_outside(matching):
    refused(replace(matching, mate=matching.mate + 6), "no vertex")


def test_too_few_mates(matching):
    refused(replace(matching, mate=matching.mate[:-1]), "one mate for each")


def test_one_sided_mate(matching):
    mate = matching.mate.copy()
    mate[0] = mate[5]
    refused(replace(matching, mate=mate), "mutual|itself")


def test_matched_with_itself(matching):
    mate = matching.mate.copy()
    mate[mate[0]] = -1
    mate[0] = 0
    refused(replace(matching, mate=mate), "itself")


def test_missing_edge_is_matched():
    found = max_weight_matching(np.ones((4, 4), np.int64))
    i, j = found.edges[0]
    allowed = ~np.eye(4, dtype=bool)
    allowed[i, j] = allowed[j, i] = False
    refused(found, "no edge", np.ones((4, 4), np.int64), allowed)


def test_wrong_weight(matching):
    refused(replace(matching, weight=matching.weight + 1), "weight is not")


def test_wrong_cardinality(matching):
    refused(replace(matching, cardinality=2), "cardinality is not")


def test_another_value_of_the_duals(matching):
    duals = matching.certificate.vertex_duals_2x.copy()
    duals[1] += 2
    refused(with_certificate(matching, vertex_duals_2x=duals), "another value")


def test_violated_edge(matching):
    # Value and ground stay right: only an edge can show that the duals are wrong.
    duals = matching.certificate.vertex_duals_2x.copy()
    highest, lowest = duals.argmax(), duals.argmin()
    duals[highest] -= 2
    duals[lowest] += 2
    refused(with_certificate(matching, vertex_duals_2x=duals), "slack -")


def test_negative_blossom(matching):
    duals = -matching.certificate.blossom_duals_2x
    refused(with_certificate(matching, blossom_duals_2x=duals), "negative dual")


def test_even_blossom(matching):
    blossoms = tuple(members[:2] for members in matching.certificate.blossoms)
    refused(with_certificate(matching, blossoms=blossoms), "not odd")


def test_blossom_with_a_vertex_twice(matching):
    blossoms = tuple(np.repeat(members[:1], 3) for members in matching.certificate.blossoms)
    refused(with_certificate(matching, blossoms=blossoms), "twice")


def test_overlapping_blossoms(matching):
    blossoms = (np.array([0, 1, 2]), np.array([2, 3, 4]))
    refused(
        with_certificate(matching, blossoms=blossoms, blossom_duals_2x=np.array([2, 2])), "overlap"
    )


def test_blossom_without_dual(matching):
    duals = matching.certificate.blossom_duals_2x[:-1]
    refused(with_certificate(matching, blossom_duals_2x=duals), "lacks its dual")


def test_dual_below_the_ground(matching):
    ground = int(matching.certificate.vertex_duals_2x.max()) + 1
    refused(with_certificate(matching, ground_2x=ground), "below the ground")


def test_ground_that_is_not_zero():
    weights = np.array([[0, -5], [-5, 0]])
    found = max_weight_matching(weights)
    refused(found, "ground is not 0", weights, None, maxcardinality=False)


def test_heaviest_matching_is_not_proven_to_be_the_largest():
    edges = ([0, 1, 2], [1, 2, 3], [2, 5, 2])
    found = max_weight_matching(edges, maxcardinality=False)
    assert found.cardinality == 1
    with pytest.raises(EngineError, match="more edges"):
        verify(edges, found)


def test_any_other_matching_is_refused():
    rng = np.random.default_rng(1)
    for _ in range(200):
        weights = graphs.uniform(rng, 8, 50)
        best = max_weight_matching(weights)
        mate = np.empty(8, np.int64)
        order = rng.permutation(8)
        mate[order[::2]], mate[order[1::2]] = order[1::2], order[::2]
        weight = int(weights[np.arange(8), mate].sum()) // 2
        other = replace(best, mate=mate, weight=weight)
        if weight == best.weight:
            verify(weights, other)
        else:
            refused(other, "another value", weights, None)
