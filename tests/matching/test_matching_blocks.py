"""Graphs that are computed piece by piece against the same graphs as matrices."""

from __future__ import annotations

import numpy as np
import pytest

import graphs
from block_graphs import blocks_of
from fastpair.matching import EngineError, max_weight_matching, verify
from fastpair.matching.blocks import Blocks
from profiles import few


@pytest.mark.parametrize("seed", few(range(40), 16))
def test_equals_the_matrix(seed):
    rng = np.random.default_rng([7, seed])
    for _ in range(8):
        n = int(rng.integers(0, 60))
        kind = graphs.KINDS[rng.integers(len(graphs.KINDS))]
        weights = kind(rng, n, int(rng.choice(graphs.SIZES)))
        allowed = graphs.symmetric(rng.random((n, n)) < rng.choice([1, 0.7, 0.3]))
        blocks = blocks_of(
            weights,
            allowed,
            int(rng.integers(1, 20)),
            bounded=rng.random() < 0.5,
            largest=int(rng.choice([0, 2**59, 2**60])),
        )
        for maxcardinality in (True, False):
            whole = max_weight_matching(weights, allowed=allowed, maxcardinality=maxcardinality)
            pieced = max_weight_matching(blocks, maxcardinality=maxcardinality)
            assert pieced.weight == whole.weight
            assert pieced.cardinality == whole.cardinality or not maxcardinality
            verify(blocks, pieced, maxcardinality=maxcardinality)
            verify(weights, pieced, allowed=allowed, maxcardinality=maxcardinality)


@pytest.mark.parametrize("largest", [3, 2**59 + 1, 2**60])
def test_a_search_that_has_seen_all_ranges_does_not_wait_for_more(largest):
    for seed in range(100):
        rng = np.random.default_rng([9, seed])
        weights = graphs.symmetric(rng.integers(0, 4, (5, 5)))
        blocks = blocks_of(weights, ~np.eye(5, dtype=bool), 2, bounded=False, largest=largest)
        expected = max_weight_matching(weights, maxcardinality=True).weight
        assert max_weight_matching(blocks, maxcardinality=True).weight == expected


def test_bounds_spare_most_of_a_field_in_order_of_score():
    n = 2000
    rng = np.random.default_rng(1)
    score = np.sort(rng.integers(0, 60, n))
    weights = 10**9 - 10**7 * np.abs(score[:, None] - score) ** 2
    weights += graphs.symmetric(rng.integers(0, 10**6, (n, n)))
    computed = {True: [], False: []}
    for bounded, cells in computed.items():
        blocks = blocks_of(weights, ~np.eye(n, dtype=bool), 64, bounded=bounded, computed=cells)
        matching = max_weight_matching(blocks, maxcardinality=True)
        assert matching.weight == max_weight_matching(weights, maxcardinality=True).weight
        verify(blocks, matching, maxcardinality=True)
    assert 3 * sum(computed[True]) < sum(computed[False])


def test_odd_groups_of_equal_scores_compute_no_more_than_their_neighbourhood():
    # One of each odd group is drawn down, and the whole group is searched for him.
    n = 2000
    rng = np.random.default_rng(1)
    score = np.sort(rng.integers(0, 60, n))
    weights = 10**9 - 10**6 * (score[:, None] - score) ** 2
    weights += graphs.symmetric(rng.integers(0, 1000, (n, n)))
    cells = []
    blocks = blocks_of(weights, ~np.eye(n, dtype=bool), 32, bounded=True, computed=cells)
    matching = max_weight_matching(blocks, maxcardinality=True)
    assert sum(cells) < n**2 / 12
    verify(weights, matching, maxcardinality=True)


def test_a_weight_beyond_its_bound_is_named():
    weights = np.array([[0, 5], [5, 0]])
    blocks = Blocks(
        size=2,
        compute=lambda rows, start, stop: (
            weights[rows, start:stop],
            weights[rows, start:stop] > 0,
        ),
        largest=4,
    )
    with pytest.raises(ValueError, match="between 0 and 1 is 5, beyond largest=4"):
        max_weight_matching(blocks, maxcardinality=True)


def test_weights_beyond_sixty_four_bits_are_named_or_asked_for():
    weights = graphs.symmetric(np.full((4, 4), 2**60))
    edges = ~np.eye(4, dtype=bool)

    def compute(rows, start, stop):
        return weights[rows, start:stop], edges[rows, start:stop]

    with pytest.raises(ValueError, match=f"is {2**60}, beyond largest={2**59}"):
        max_weight_matching(Blocks(size=4, compute=compute))
    blocks = Blocks(size=4, compute=compute, largest=2**60)
    matching = max_weight_matching(blocks)
    assert matching.weight == 2**61
    verify(blocks, matching)


@pytest.mark.parametrize("cell", [(39, 0), (1, 0), (0, 39), (39, 38)])
@pytest.mark.parametrize("what", ["weight", "edge"])
def test_what_is_not_symmetric_is_not_proven(cell, what):
    weights, edges = np.zeros((40, 40), np.int64), np.ones((40, 40), bool)
    if what == "weight":
        weights[cell] = 100
    else:
        edges[cell] = False

    def compute(rows, start, stop):
        return weights[rows, start:stop], edges[rows, start:stop]

    symmetric = Blocks(
        size=40,
        compute=lambda rows, start, stop: (
            compute(rows, start, stop)[0] * 0,
            True | compute(rows, start, stop)[1],
        ),
        range=20,
    )
    matching = max_weight_matching(symmetric)
    verify(symmetric, matching)
    with pytest.raises(ValueError, match=rf"\({min(cell)}, {max(cell)}\) and .* one edge"):
        verify(Blocks(size=40, compute=compute, range=20), matching)


def test_an_error_of_the_function_reaches_the_caller():
    def compute(rows, start, stop):
        raise LookupError("no such rows")

    with pytest.raises(LookupError, match="no such rows"):
        max_weight_matching(Blocks(size=3, compute=compute), maxcardinality=True)


@pytest.mark.parametrize(
    "shapes", [((1, 1), (1, 1)), ((1, 2), (2, 1))], ids=["too small", "of another shape"]
)
def test_arrays_of_a_wrong_shape_are_refused(shapes):
    def compute(rows, start, stop):
        return np.zeros(shapes[0], np.int64), np.ones(shapes[1], bool)

    with pytest.raises(ValueError, match="shape"):
        max_weight_matching(Blocks(size=6, compute=compute), maxcardinality=True)


@pytest.mark.parametrize(
    ("error", "options"),
    [
        (ValueError, {"size": -1}),
        (ValueError, {"size": 3, "range": 0}),
        (OverflowError, {"size": 3, "largest": 2**61}),
        (ValueError, {"size": 3, "bounds": np.zeros((2, 2), np.int64)}),
    ],
)
def test_bad_sizes_are_refused(error, options):
    with pytest.raises(error):
        max_weight_matching(Blocks(compute=lambda *_: None, **options), maxcardinality=True)


def test_another_matching_is_refused():
    weights = graphs.symmetric(np.arange(36).reshape(6, 6))
    blocks = blocks_of(weights, ~np.eye(6, dtype=bool), 2, bounded=True)
    matching = max_weight_matching(blocks, maxcardinality=True)
    heavier = blocks_of(weights + 1, ~np.eye(6, dtype=bool), 2, bounded=True)
    with pytest.raises(EngineError):
        verify(heavier, matching, maxcardinality=True)


@pytest.mark.parametrize("width", [2, 4])
@pytest.mark.parametrize("maxcardinality", [True, False])
def test_a_function_that_is_not_symmetric_is_noticed(width, maxcardinality):
    weights = np.array([[0, 5, 3, 2], [9, 0, 4, 1], [3, 4, 0, 6], [2, 1, 6, 0]])
    blocks = blocks_of(weights, ~np.eye(4, dtype=bool), width, bounded=False)
    with pytest.raises(ValueError, match=r"cells \(\d, \d\) and \(\d, \d\) are one edge") as error:
        max_weight_matching(blocks, maxcardinality=maxcardinality)
    assert "(0, 1)" in str(error.value)
    assert "(1, 0)" in str(error.value)


def outcome(blocks):
    try:
        max_weight_matching(blocks, maxcardinality=True)
    except ValueError as error:
        return "not symmetric" if "has to be symmetric" in str(error) else str(error)
    return "solved"


@pytest.mark.parametrize("seed", range(20))
def test_a_solve_ends_whatever_the_function_does(seed):
    rng = np.random.default_rng([8, seed])

    def compute(rows, start, stop):
        shape = len(rows), stop - start
        return rng.integers(-9, 9, shape), rng.random(shape) < 0.8

    for _ in range(10):
        blocks = Blocks(size=int(rng.integers(2, 12)), compute=compute, range=3, largest=9)
        assert outcome(blocks) in {"solved", "not symmetric"}


def test_bounds_have_to_be_symmetric():
    with pytest.raises(ValueError, match="those of ranges 0 and 1 are 5 and 4"):
        max_weight_matching(
            Blocks(
                size=2,
                compute=lambda rows, start, stop: (
                    np.ones((len(rows), stop - start), int),
                    np.ones((len(rows), stop - start), bool),
                ),
                range=1,
                bounds=np.array([[9, 5], [4, 9]]),
            ),
            maxcardinality=True,
        )


@pytest.mark.parametrize(
    ("error", "said", "weights", "allowed"),
    [
        (TypeError, "float64", np.zeros((2, 2)), np.ones((2, 2), bool)),
        (TypeError, "got dtype int64", np.zeros((2, 2), int), np.ones((2, 2), int)),
        (TypeError, "masks", np.ma.masked_array(np.eye(2, dtype=int)), np.ones((2, 2), bool)),
        (TypeError, "masks", np.eye(2, dtype=int), np.ma.masked_array(np.ones((2, 2), bool))),
        (OverflowError, "int64", np.full((2, 2), 2**64 - 5, np.uint64), np.ones((2, 2), bool)),
    ],
)
def test_what_a_function_returns_is_checked(error, said, weights, allowed):
    blocks = Blocks(size=2, compute=lambda *_: (weights, allowed))
    with pytest.raises(error, match=said):
        max_weight_matching(blocks, maxcardinality=True)


def test_integers_of_any_width_are_taken():
    weights = np.array([[0, 3], [3, 0]])
    for dtype in (np.int8, np.uint64, object):
        typed = weights.astype(dtype)
        blocks = Blocks(size=2, compute=lambda *_, typed=typed: (typed, weights > 0))
        assert max_weight_matching(blocks, maxcardinality=True).weight == 3


def test_the_weights_of_edges_are_computed_many_at_a_time():
    rng = np.random.default_rng(7)
    n, pairs = 2000, rng.permutation(2000).reshape(-1, 2)
    weights = rng.integers(-99, 99, (n, n))
    allowed = np.ones((n, n), np.bool_)
    computed = []
    blocks = blocks_of(weights, allowed, 256, bounded=False, computed=computed)
    first, second = pairs[:700].T
    assert (blocks.weight_of(first, second) == weights[first, second]).all()
    assert len(computed) < 100
    assert blocks.weight_of(first[:0], second[:0]).tolist() == []
    allowed[first[5], second[5]] = False
    with pytest.raises(EngineError, match=f"the matched pair {first[5]}, {second[5]} is no edge"):
        blocks.weight_of(first, second)
