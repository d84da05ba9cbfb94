"""The solver that holds its state against solving anew, after every kind of change."""

from __future__ import annotations

import copy
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import graphs
from fastpair.matching import Solver, max_weight_matching, verify
from fastpair.matching.blocks import Blocks
from profiles import sampled


def check(solver, *, maxcardinality):
    """The solution is proven, and as heavy as that of the graph solved anew."""
    matching = solver.solve()
    solver.verify(matching)
    kept = np.flatnonzero(~solver.removed)
    anew = max_weight_matching(
        solver.units[np.ix_(kept, kept)],
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


STEPS = ("set", "forbid", "force", "remove", "insert", "solve", "prices", "interval", "table")
QUESTIONS = STEPS[5:]


@st.composite
def sequences(draw):
    """A graph of few different weights, in which many matchings tie, and steps with vertices."""
    n = draw(st.integers(2, 6))
    weight, vertex = st.integers(-3, 3), st.integers(0, n - 1)
    rows = st.lists(weight, min_size=n, max_size=n)
    weights = draw(st.lists(rows, min_size=n, max_size=n))
    steps = st.tuples(st.sampled_from(STEPS), vertex, vertex, rows)
    return weights, draw(st.lists(steps, max_size=12))


def best_of(solver, forced=(), forbidden=None):
    """The number of pairs and the weight of the best matching, by a solve from nothing, or None."""
    weights, allowed = solver.units.copy(), solver.allowed.copy()
    if forbidden:
        allowed[forbidden] = allowed[forbidden[::-1]] = False
    kept = np.setdiff1d(np.flatnonzero(~solver.removed), forced)
    cells = np.ix_(kept, kept)
    found = max_weight_matching(
        weights[cells], allowed=allowed[cells], maxcardinality=solver.maxcardinality
    )
    if not forced:
        return found.cardinality, found.weight
    return found.cardinality + 1, found.weight + int(weights[forced])


def ask(solver, question, i, j):
    """Ask a question, and compare the answer with solves from nothing; returns what was solved."""
    prices = solver.prices(i) if question == "prices" else None
    prices = solver.price_table() if question == "table" else prices
    edge = question == "interval" and i != j and solver.allowed[i, j]
    interval = solver.interval(i, j) if edge else None
    matching = check(solver, maxcardinality=solver.maxcardinality)
    most, best = best_of(solver)
    for a, b in np.argwhere(np.triu(solver.allowed, 1)) if prices is not None else ():
        if question == "prices" and i not in {a, b}:
            continue
        price = prices.at(a, b) if question == "table" else prices.at(b if a == i else a)
        fewer, weight = best_of(solver, forced=(int(a), int(b)))
        assert (price.fewer if solver.maxcardinality else 0, price.weight) == (
            most - fewer if solver.maxcardinality else 0,
            best - weight,
        )
        assert price.weight == 0 == price.fewer or matching.mate[a] != b
    if interval is not None:
        units = int(solver.units[i, j])
        if matching.mate[i] == j:
            pairs, second = best_of(solver, forbidden=(i, j))
            decides = solver.maxcardinality and pairs < most
            assert interval == (None if decides else units - (best - second), None)
        else:
            pairs, weight = best_of(solver, forced=(i, j))
            decides = solver.maxcardinality and pairs < most
            assert interval == (None, None if decides else units + best - weight)
    return matching


@pytest.mark.parametrize("maxcardinality", [True, False])
@example(([[0, -1, -1], [-1, 0, 3], [-1, 3, 0]], [("solve", 0, 0, []), ("insert", 1, 1, [0] * 3)]))
@given(sequences())
def test_questions_are_answered_for_the_matching_that_is_returned(maxcardinality, sequence):
    weights, steps = sequence
    solver = Solver(graphs.symmetric(np.array(weights)), maxcardinality=maxcardinality)
    matching = None
    for step, i, j, row in [*steps, *((question, 0, 1, []) for question in QUESTIONS)]:
        if step in QUESTIONS:
            found = ask(solver, step, i, j)
            assert matching is None or (found.mate == matching.mate).all()
            matching = found
            continue
        matching = None
        if step == "remove":
            solver.remove(i)
        elif step == "insert":
            solver.insert(i, row, np.array(row) != 3)
        elif i != j and step == "forbid":
            solver.forbid(i, j)
        elif i != j and step == "set" and not solver.removed[[i, j]].any():
            solver.set_weight(i, j, row[0])
        elif i != j and step == "force" and solver.allowed[i, j]:
            solver.force(i, j)


def test_argument_is_copied():
    weights = np.array([[0, 5], [5, 0]])
    solver = Solver(weights, maxcardinality=True)
    solver.set_weight(0, 1, 9)
    assert weights[0, 1] == 5
    assert solver.solve().weight == 9
    assert not solver.units.flags.writeable


def test_arrays_follow_the_changes():
    solver = Solver([[0, 5], [5, 0]], maxcardinality=True)
    weights, allowed = solver.units, solver.allowed
    solver.set_weight(0, 1, 9)
    assert weights.tolist() == [[0, 9], [9, 0]]
    solver.forbid(0, 1)
    assert not allowed.any()
    del solver
    assert weights[1, 0] == 9


@pytest.mark.parametrize(
    ("error", "act"),
    [
        *graphs.BAD_CHANGES,
        (OverflowError, lambda solver: solver.set_weight(0, 1, -(2**60) - 1)),
        (OverflowError, lambda solver: solver.insert(0, [0, 2**61, 0, 0])),
        (OverflowError, lambda solver: solver.insert(0, [0, -(2**60) - 1, 0, 0])),
        (ValueError, lambda solver: solver.insert(0, [1, 2])),
        (ValueError, lambda solver: solver.insert(0, [0.5, 1.0, np.inf, 3.0])),
        (ValueError, lambda solver: solver.set_weight(2, 2, 0.5)),
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


def float_graph(rng, n):
    """Floats of a few bits or of all of them, some of very different sizes."""
    size = rng.choice([1.0, 2.0**-40, 1e9])
    kinds = (
        rng.integers(-9, 9, (n, n)) / 4,
        rng.normal(size=(n, n)),
        size ** rng.normal(size=(n, n)),
    )
    return graphs.symmetric(kinds[rng.integers(3)])


@pytest.mark.parametrize("maxcardinality", [True, False])
@pytest.mark.parametrize("seed", range(sampled(30)))
def test_floats_equal_solving_anew_after_every_change(seed, maxcardinality):
    rng = np.random.default_rng([7, seed])
    n = int(rng.integers(2, 20))
    given, allowed = float_graph(rng, n), graphs.symmetric(rng.random((n, n)) < 0.8)
    solver = Solver(given, allowed=allowed, maxcardinality=maxcardinality)
    for _ in range(8):
        found = solver.solve()
        solver.verify(found)
        anew = max_weight_matching(given, allowed=allowed, maxcardinality=maxcardinality)
        if not found.loss_bound and not anew.loss_bound:
            assert found.weight == anew.weight
        assert found.weight + found.loss_bound >= anew.weight
        assert anew.weight + anew.loss_bound >= found.weight
        assert found.weight == sum(map(Fraction, given[tuple(found.edges.T)].tolist()))
        i, j = map(int, rng.choice(n, 2, replace=False))
        if rng.integers(2):
            given[i, j] = given[j, i] = value = rng.choice([rng.normal(), 3.0, 1e-20])
            allowed[i, j] = allowed[j, i] = True
            solver.set_weight(i, j, float(value))
        else:
            row, edges = float_graph(rng, n)[i], rng.random(n) < 0.8
            solver.insert(i, row, edges)
            given[i], given[:, i], allowed[i], allowed[:, i] = row, row, edges, edges
        np.fill_diagonal(given, 0)


@pytest.mark.parametrize("seed", range(sampled(30)))
def test_every_form_is_held_as_its_matrix(seed):
    graph = graphs.random_graph(np.random.default_rng([8, seed]), 12)
    _, expected = graphs.exhaustive(graph, maxcardinality=False)
    for (weights,), options in graph.forms():
        solver = Solver(weights, **options)
        found = solver.solve()
        assert found.weight == expected
        solver.verify(found)
        verify(weights, found, **options)
    rectangle = np.arange(8).reshape(2, 4)
    assert Solver(rectangle).solve().weight == max_weight_matching(rectangle).weight


def test_prices_of_floats_are_theirs():
    solver = Solver(([0, 1, 2, 0], [1, 2, 3, 3], [0.5, 0.75, 0.5, 2]))
    assert solver.solve().weight == 2.75
    price = solver.price(0, 1)
    assert price == solver.prices(0).at(1) == solver.price_table().at(0, 1)
    assert price.weight == 1.75
    assert solver.interval(0, 1) == (None, 2.25)
    assert solver.interval(0, 3) == (0.25, None)


def test_an_integer_that_is_no_float_is_not_rounded_among_floats():
    with pytest.raises(OverflowError, match="holds 9007199254740993 among floats"):
        Solver([[0, 2**53 + 1, 0], [2**53 + 1, 0, 0], [0, 0, 0]]).set_weight(1, 2, 0.5)
    with pytest.raises(TypeError, match="got Blocks"):
        Solver(Blocks(size=2, compute=None))
    with pytest.raises(ValueError, match="not a multiple"):
        Solver(np.ones((3, 3), int), exact=True).insert(0, [0.0, 1.0, 1e-300])


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
