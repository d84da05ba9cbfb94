"""The solver that holds its state against solving anew, after every kind of change."""

from __future__ import annotations

import copy
import re
import threading

import numpy as np
import pytest

import graphs
from fastpair.matching import Solver, max_weight_matching
from profiles import sampled


def check(solver, *, maxcardinality):
    """The solution is proven, and as heavy as that of the graph solved anew."""
    matching = solver.solve()
    solver.verify(matching)
    kept = np.flatnonzero(~solver.removed)
    anew = max_weight_matching(
        solver.weights[np.ix_(kept, kept)],
        allowed=solver.allowed[np.ix_(kept, kept)],
        maxcardinality=maxcardinality,
    )
    assert matching.weight == anew.weight
    assert matching.cardinality == anew.cardinality or not maxcardinality
    assert (matching.mate[solver.removed] == -1).all()
    return matching


def change(solver, rng, size, mate):
    """One random change; half of those of an edge strike a matched one."""
    n = len(solver)
    i, j = map(int, rng.choice(n, 2, replace=False))
    if rng.integers(2) and mate[i] >= 0:
        j = int(mate[i])
    kind = rng.integers(5)
    if kind == 0:
        solver.forbid(i, j)
    elif kind == 1 and not solver.removed[[i, j]].any():
        solver.set_weight(i, j, int(rng.integers(-size, size, endpoint=True)))
    elif kind == 2 and solver.allowed[i, j]:
        solver.force(i, j)
    elif kind == 3:
        solver.remove(i)
    elif kind == 4:
        row = rng.integers(-size, size, n, endpoint=True)
        solver.insert(i, row, rng.random(n) < 0.8)


@pytest.mark.parametrize("maxcardinality", [True, False])
@pytest.mark.parametrize("seed", range(sampled(60)))
def test_equals_solving_anew(seed, maxcardinality):
    rng = np.random.default_rng([4, seed])
    for _ in range(5):
        n = int(rng.integers(2, 40))
        kind = graphs.KINDS[rng.integers(len(graphs.KINDS))]
        size = int(rng.choice(graphs.SIZES))
        allowed = graphs.symmetric(rng.random((n, n)) < rng.choice([1, 0.7, 0.3]))
        solver = Solver(kind(rng, n, size), allowed=allowed, maxcardinality=maxcardinality)
        for _ in range(10):
            matching = check(solver, maxcardinality=maxcardinality)
            for _ in range(rng.integers(1, 4)):
                change(solver, rng, size, matching.mate)


def test_large_graph_after_forbidding_matched_pairs():
    rng = np.random.default_rng(5)
    solver = Solver(graphs.grouped(rng, 300, 2**40), maxcardinality=True)
    for _ in range(20):
        mate = check(solver, maxcardinality=True).mate
        i = int(rng.integers(300))
        solver.forbid(i, int(mate[i]))


def test_argument_is_copied():
    weights = np.array([[0, 5], [5, 0]])
    solver = Solver(weights, maxcardinality=True)
    solver.set_weight(0, 1, 9)
    assert weights[0, 1] == 5
    assert solver.solve().weight == 9
    assert not solver.weights.flags.writeable


def test_arrays_follow_the_changes():
    solver = Solver([[0, 5], [5, 0]], maxcardinality=True)
    weights, allowed = solver.weights, solver.allowed
    solver.set_weight(0, 1, 9)
    assert weights.tolist() == [[0, 9], [9, 0]]
    solver.forbid(0, 1)
    assert not allowed.any()
    del solver
    assert weights[1, 0] == 9


@pytest.mark.parametrize(
    ("error", "act"),
    [
        (OverflowError, lambda solver: solver.set_weight(0, 1, 2**60 + 1)),
        (OverflowError, lambda solver: solver.set_weight(0, 1, -(2**60) - 1)),
        (OverflowError, lambda solver: solver.insert(0, [0, 2**61, 0, 0])),
        (OverflowError, lambda solver: solver.insert(0, [0, -(2**60) - 1, 0, 0])),
        (IndexError, lambda solver: solver.forbid(0, 4)),
        (IndexError, lambda solver: solver.remove(-1)),
        (ValueError, lambda solver: solver.forbid(2, 2)),
        (ValueError, lambda solver: solver.insert(0, [1, 2])),
        (TypeError, lambda solver: solver.insert(0, [0.5, 1.0, 2.0, 3.0])),
        (TypeError, lambda solver: solver.insert(0, [1, 2, 3, 4], [0, 1, 1, 0])),
        (OverflowError, lambda solver: solver.insert(0, np.array([0, 1, 2, 2**64 - 5], np.uint64))),
        (TypeError, lambda solver: solver.insert(0, np.ma.masked_array([0, 1, 2, 3], mask=True))),
        (
            TypeError,
            lambda solver: solver.insert(0, [0, 1, 2, 3], np.ma.masked_array([True] * 4, True)),
        ),
        (IndexError, lambda solver: solver.set_weight(0, 2**40, 1)),
        (IndexError, lambda solver: solver.insert(4, [0, 1, 2, 3])),
        (IndexError, lambda solver: solver.insert(-1, [0, 1, 2, 3])),
        (TypeError, lambda solver: solver.forbid(0, 1.0)),
        (OverflowError, lambda solver: solver.set_weight(0, 1, 2**70)),
        (ValueError, lambda solver: (solver.remove(1), solver.set_weight(0, 1, 3))),
        (ValueError, lambda solver: (solver.remove(1), solver.set_weight(1, 0, 3))),
        (ValueError, lambda solver: (solver.remove(1), solver.force(0, 1))),
        (ValueError, lambda solver: (solver.forbid(0, 1), solver.force(0, 1))),
    ],
)
def test_bad_changes_are_refused(error, act):
    solver = Solver(graphs.symmetric(np.arange(16).reshape(4, 4)), maxcardinality=True)
    with pytest.raises(error):
        act(solver)
    check(solver, maxcardinality=True)


@pytest.mark.parametrize(
    "weights", [np.zeros((2, 3), int), np.zeros((2, 2)) + 0.5, ([0], [1], [2])]
)
def test_only_matrices_of_integers(weights):
    with pytest.raises((TypeError, ValueError)):
        Solver(weights, maxcardinality=True)


def test_a_weight_that_is_no_integer_is_named():
    solver = Solver([[0, 5], [5, 0]], maxcardinality=True)
    with pytest.raises(TypeError, match=r"^expected an integer as weight, got 1\.5$"):
        solver.set_weight(0, 1, 1.5)
    solver.set_weight(np.int64(0), np.uint8(1), np.int8(7))
    assert solver.solve().weight == 7


def test_what_is_no_edge_is_not_read():
    solver = Solver(graphs.symmetric(np.arange(16).reshape(4, 4)), maxcardinality=True)
    solver.remove(3)
    row = np.array([-(2**63), 9, 2**63 - 1, 2**62])  # its own, an edge, none, to a removed vertex
    solver.insert(0, row, [True, True, False, True])
    assert solver.allowed[0].tolist() == [False, True, False, False]
    assert check(solver, maxcardinality=True).edges.tolist() == [[0, 1]]


def test_a_removed_vertex_stays_so_until_it_is_inserted():
    solver = Solver([[0, 6, 5, 1], [6, 0, 4, 2], [5, 4, 0, 3], [1, 2, 3, 0]], maxcardinality=True)
    removed = solver.removed
    solver.remove(0)
    solver.remove(0)
    solver.forbid(0, 1)
    with pytest.raises(ValueError, match=re.escape("(0, 1) ends at vertex 0, which is removed")):
        solver.set_weight(0, 1, 3)
    assert removed.tolist() == [True, False, False, False]
    assert not removed.flags.writeable
    assert check(solver, maxcardinality=True).edges.tolist() == [[1, 2]]
    solver.insert(0, [0, 6, 5, 1])
    assert not removed.any()
    assert check(solver, maxcardinality=True).weight == 9


@pytest.mark.parametrize("argument", ["weights", "allowed"])
def test_masks_are_refused(argument):
    weights, allowed = np.arange(4).reshape(2, 2), np.ones((2, 2), bool)
    arguments = {"weights": weights + weights.T, "allowed": allowed}
    arguments[argument] = np.ma.masked_array(arguments[argument], mask=True)
    with pytest.raises(TypeError, match="masks are not read"):
        Solver(**arguments, maxcardinality=True)


@pytest.mark.parametrize("copied", [Solver.copy, copy.copy, copy.deepcopy])
def test_a_copy_is_changed_alone(copied):
    solver = Solver([[0, 6, 5, 1], [6, 0, 4, 2], [5, 4, 0, 3], [1, 2, 3, 0]], maxcardinality=True)
    other = copied(solver)
    other.forbid(0, 1)
    assert (solver.solve().weight, other.solve().weight) == (9, 7)


def test_two_threads_do_not_break_a_solver():
    rng = np.random.default_rng(6)
    solver = Solver(graphs.grouped(rng, 200, 2**40), maxcardinality=True)
    refused = []

    def work(seed):
        rng = np.random.default_rng([6, seed])
        for _ in range(200):
            i, j = map(int, rng.choice(200, 2, replace=False))
            try:
                solver.forbid(i, j)
                solver.solve()
                solver.set_weight(i, j, int(rng.integers(2**40)))
            except RuntimeError as error:
                refused.append(str(error))
            assert solver.weights.shape == (200, 200)
            assert not solver.removed.any()

    threads = [threading.Thread(target=work, args=[seed]) for seed in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all("in use" in error for error in refused)
    check(solver, maxcardinality=True)
