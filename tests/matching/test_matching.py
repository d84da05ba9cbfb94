"""The solver against exhaustive search and networkx, with every certificate verified."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import graphs
from fastpair.matching import max_weight_matching, verify
from interrupts import POSIX, interrupted
from profiles import sampled


def check(graph, reference):
    """Every form of the graph and both objectives give the weight of the reference."""
    for maxcardinality in (True, False):
        count, weight = reference(graph, maxcardinality=maxcardinality)
        for arguments, options in graph.forms():
            matching = max_weight_matching(*arguments, **options, maxcardinality=maxcardinality)
            assert matching.weight == weight
            assert matching.cardinality == count or not maxcardinality
            verify(*arguments, matching, **options, maxcardinality=maxcardinality)


@pytest.mark.parametrize("seed", range(sampled(100)))
def test_equals_exhaustive_search(seed):
    rng = np.random.default_rng([1, seed])
    for _ in range(sampled(1000)):
        check(graphs.random_graph(rng, 10), graphs.exhaustive)


@pytest.mark.parametrize("seed", range(sampled(50)))
def test_equals_networkx(seed):
    rng = np.random.default_rng([2, seed])
    for _ in range(sampled(50)):
        check(graphs.random_graph(rng, 80), graphs.by_networkx)


@given(st.integers(0, 9), st.integers(1, 2**60), st.data())
def test_any_weights(n, size, data):
    weights = data.draw(arrays(np.int64, (n, n), elements=st.integers(-size, size)))
    allowed = data.draw(arrays(np.bool_, (n, n)))
    check(graphs.Graph(graphs.symmetric(weights), graphs.symmetric(allowed)), graphs.exhaustive)


@pytest.mark.parametrize("n", [999, 1000])
@pytest.mark.parametrize("kind", dict.fromkeys(graphs.KINDS), ids=lambda kind: kind.__name__)
def test_large_graphs_carry_certificates(kind, n):
    rng = np.random.default_rng(n)
    weights = kind(rng, n, 2**40)
    matching = max_weight_matching(weights, maxcardinality=True)
    assert matching.cardinality == n // 2
    verify(weights, matching, maxcardinality=True)


@pytest.mark.parametrize("n", [0, 1, 2])
def test_smallest_graphs(n):
    matching = max_weight_matching(np.full((n, n), 7), maxcardinality=True)
    assert matching.mate.tolist() == [[], [-1], [1, 0]][n]
    assert (matching.weight, matching.cardinality) == ((7, 1) if n == 2 else (0, 0))


@pytest.mark.parametrize("n", [7, 8, 51, 52])
def test_weights_at_the_limit_are_exact(n):
    rng = np.random.default_rng(n)
    signs = graphs.symmetric(rng.choice([-1, 1], size=(n, n)))
    weights = signs * (2**60 - graphs.symmetric(rng.integers(0, 2, size=(n, n))))
    for maxcardinality in (True, False):
        matching = max_weight_matching(weights, maxcardinality=maxcardinality)
        verify(weights, matching, maxcardinality=maxcardinality)


def test_longest_alternating_path_needs_the_widest_duals():
    # A path whose weights grow like this raises the duals by the sum of all differences.
    n = 2000
    i = np.arange(n - 1)
    weight = np.where(i % 2 == 0, 2**60, -(2**60))
    edges = (i, i + 1, weight)
    matching = max_weight_matching(edges, maxcardinality=True)
    assert matching.weight == (n // 2) * 2**60
    verify(edges, matching, maxcardinality=True)


def test_opengotha_size_weights_of_thousands_of_players_are_inside():
    n = 3000
    rng = np.random.default_rng(5)
    weights = graphs.symmetric(5 * 10**14 + rng.integers(0, 10**11, size=(n, n)))
    matching = max_weight_matching(weights, maxcardinality=True)
    assert matching.cardinality == n // 2
    verify(weights, matching, maxcardinality=True)


def test_memory_layout_does_not_choose_the_matching():
    weights = graphs.uniform(np.random.default_rng(6), 60, 2)
    mate = max_weight_matching(weights, maxcardinality=True).mate.tolist()
    spread = np.zeros((120, 60), np.int64)
    spread[::2] = weights
    for same in (weights.copy(), np.asfortranarray(weights), spread[::2], weights.astype(np.int8)):
        assert max_weight_matching(same, maxcardinality=True).mate.tolist() == mate


def test_the_digest_is_that_of_the_matching_and_its_proof():
    # Two heavy triangles, which are blossoms with a dual, since one light edge must join them.
    weights = np.kron(np.eye(2, dtype=np.int64), np.full((3, 3), 8)) + 1
    matching = max_weight_matching(weights, maxcardinality=True)
    assert matching.digest() == max_weight_matching(weights.copy(), maxcardinality=True).digest()
    proof = matching.certificate
    assert len(proof.blossoms) > 0
    turned = matching.mate.copy()
    turned[0] = -1
    others = [
        replace(matching, mate=turned),
        replace(matching, unit=Fraction(1, 2)),
        *(
            replace(matching, certificate=replace(proof, **change))
            for change in (
                {"vertex_duals_2x": proof.vertex_duals_2x + 1},
                {"blossom_duals_2x": proof.blossom_duals_2x + 1},
                {"blossoms": proof.blossoms[1:]},
                {"ground_2x": proof.ground_2x - 1},
            )
        ),
    ]
    assert len({matching.digest(), *(other.digest() for other in others)}) == 1 + len(others)


@pytest.mark.parametrize(
    ("error", "message", "arguments", "options"),
    [
        (ValueError, "square", (np.zeros((2, 3, 4), int),), {}),
        (TypeError, "complex128", (np.zeros((2, 2), complex),), {}),
        (ValueError, r"\(0, 1\) and \(1, 0\)", (np.array([[0, 1], [2, 0]]),), {}),
        (ValueError, "shape", (np.zeros((2, 2), int),), {"allowed": np.ones((3, 3), bool)}),
        (TypeError, "boolean", (np.zeros((2, 2), int),), {"allowed": np.ones((2, 2), int)}),
        (ValueError, "edge 1 joins -1 and 2", (([0, -1], [1, 2], [1, 1]),), {}),
        (ValueError, "edge 0 joins 0 and 5", (([0], [5], [1]),), {"n": 3}),
        (ValueError, "one length", (([0], [1, 2], [1]),), {}),
        (ValueError, "three arrays", (([0], [1]),), {}),
        (TypeError, "dense matrix", (([0], [1], [1]),), {"allowed": np.ones((2, 2), bool)}),
        (TypeError, "matrix", (np.zeros((2, 2), int),), {"n": 2}),
        (OverflowError, "beyond", (np.array([[0, 2**60 + 1], [2**60 + 1, 0]]),), {}),
        (OverflowError, "beyond", (([0], [1], [-(2**60) - 1]),), {}),
        (OverflowError, "beyond", (np.full((9, 9), np.iinfo(np.int64).min),), {}),
        (OverflowError, "int64", (np.full((2, 2), 2**63, np.uint64),), {}),
    ],
)
def test_bad_arguments_are_named(error, message, arguments, options):
    with pytest.raises(error, match=message):
        max_weight_matching(*arguments, **options)


def longest_wait(weights):
    """The longest time without a tick of this thread while another one solves, as a share of all."""
    solving = threading.Thread(target=max_weight_matching, args=(weights,))
    solving.start()
    ticks = [time.perf_counter()]
    while solving.is_alive():
        time.sleep(0.001)
        ticks.append(time.perf_counter())
    gaps = np.diff(ticks)
    return gaps.max() / gaps.sum()


def test_solve_releases_the_gil():
    weights = graphs.geometric(np.random.default_rng(7), 3000, 2**30)
    # On a busy machine a thread may have to wait for a core.
    assert any(longest_wait(weights) < 0.5 for _ in range(5))


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no way to take cores away")
def test_the_number_of_threads_does_not_choose_the_matching():
    script = (
        "import os, sys\n"
        "if sys.argv[1] == 'one': os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n"
        "import numpy as np\n"
        "import graphs\n"
        "from fastpair.matching import max_weight_matching\n"
        "weights = graphs.grouped(np.random.default_rng(9), 2100, 2**40)\n"
        "matching = max_weight_matching(weights)\n"
        "print(matching.mate.tolist(), matching.digest())\n"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    mates = [
        subprocess.check_output([sys.executable, "-c", script, cores], env=environment)
        for cores in ("one", "all")
    ]
    assert mates[0] == mates[1]
    assert len(mates[0]) > 2100


@POSIX
def test_ctrl_c_stops_a_solve():
    output, errors = interrupted(
        "import numpy as np\n"
        "from fastpair.matching import max_weight_matching\n"
        "i, j, w = np.random.default_rng(1).integers(0, 400_000, (3, 2_000_000))\n"
        "j[i == j] += 1",
        "max_weight_matching((i, j, w))",
    )
    assert "KeyboardInterrupt" in errors
    assert output == ""


def test_vertices_with_many_violated_edges_are_priced_again():
    # Edges are proposed a few per vertex: what is left of a row has to be looked at once more.
    rng = np.random.default_rng(12)
    for _ in range(sampled(500)):
        weights = graphs.product(rng, 250, 2 * 10**6)
        verify(weights, max_weight_matching(weights, maxcardinality=True), maxcardinality=True)
