"""The solver that holds its state against solving anew, after every kind of change."""

from __future__ import annotations

import numpy as np
import pytest

import graphs
from fastpair.matching import Solver, max_weight_matching


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
@pytest.mark.parametrize("seed", range(60 * graphs.SCALE))
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
    solver = Solver(graphs.grouped(rng, 300, 2**40))
    for _ in range(20):
        mate = check(solver, maxcardinality=True).mate
        i = int(rng.integers(300))
        solver.forbid(i, int(mate[i]))


def test_argument_is_copied():
    weights = np.array([[0, 5], [5, 0]])
    solver = Solver(weights)
    solver.set_weight(0, 1, 9)
    assert weights[0, 1] == 5
    assert solver.solve().weight == 9
    assert not solver.weights.flags.writeable


def test_arrays_follow_the_changes():
    solver = Solver([[0, 5], [5, 0]])
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
        (OverflowError, lambda solver: solver.insert(0, [0, 2**61, 0, 0])),
        (IndexError, lambda solver: solver.forbid(0, 4)),
        (IndexError, lambda solver: solver.remove(-1)),
        (ValueError, lambda solver: solver.forbid(2, 2)),
        (ValueError, lambda solver: solver.insert(0, [1, 2])),
        (TypeError, lambda solver: solver.insert(0, [0.5, 1.0, 2.0, 3.0])),
        (ValueError, lambda solver: (solver.remove(1), solver.set_weight(0, 1, 3))),
        (ValueError, lambda solver: (solver.forbid(0, 1), solver.force(0, 1))),
    ],
)
def test_bad_changes_are_refused(error, act):
    solver = Solver(graphs.symmetric(np.arange(16).reshape(4, 4)))
    with pytest.raises(error):
        act(solver)
    check(solver, maxcardinality=True)


@pytest.mark.parametrize(
    "weights", [np.zeros((2, 3), int), np.zeros((2, 2)) + 0.5, ([0], [1], [2])]
)
def test_only_matrices_of_integers(weights):
    with pytest.raises((TypeError, ValueError)):
        Solver(weights)
