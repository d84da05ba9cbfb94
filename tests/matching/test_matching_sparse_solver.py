"""The solver of a changing list of edges against solving anew and networkx, after every kind of change."""

from __future__ import annotations

import copy
import pickle
import re
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import graphs
from fastpair.matching import Solver, SparseSolver, max_weight_matching
from fastpair.matching.blocks import Blocks
from profiles import sampled

PATH = ([0, 1, 2], [1, 2, 3], [2, 5, 2])


class Model:
    """The graph that a solver has to hold: a dict of edges, and the vertices that are removed."""

    def __init__(self, n, edges, *, maxcardinality):
        self.n, self.edges, self.removed = n, dict(edges), set()
        self.maxcardinality = maxcardinality

    def arrays(self):
        ends = sorted(self.edges)
        i, j = np.array(ends, np.int64).reshape(-1, 2).T
        return i, j, np.array([self.edges[edge] for edge in ends], np.int64)

    def solver(self):
        return SparseSolver(self.arrays(), n=self.n, maxcardinality=self.maxcardinality)

    def clear(self, v):
        self.edges = {edge: weight for edge, weight in self.edges.items() if v not in edge}

    def best(self, without=(), lacking=None):
        """The number of pairs, if it counts, and the weight of a solve from nothing."""
        rest = copy.copy(self)
        for v in without:
            rest.clear(v)
        rest.edges = {edge: weight for edge, weight in rest.edges.items() if edge != lacking}
        found = max_weight_matching(rest.arrays(), n=self.n, maxcardinality=self.maxcardinality)
        return (found.cardinality if self.maxcardinality else 0), found.weight

    def slow_best(self):
        """The same by networkx."""
        graph = nx.Graph()
        graph.add_weighted_edges_from((*edge, weight) for edge, weight in self.edges.items())
        mates = nx.max_weight_matching(graph, maxcardinality=self.maxcardinality)
        weight = sum(self.edges[tuple(sorted(pair))] for pair in mates)
        return (len(mates) if self.maxcardinality else 0), weight

    def price(self, edge):
        """How many pairs fewer, and how much lighter."""
        most, best = self.best()
        pairs, weight = self.best(without=edge)
        fewer = most - pairs - 1 if self.maxcardinality else 0
        return fewer, best - weight - self.edges[edge]


def check(solver, model):
    """The solver holds the model, and its solution is proven and as good as that of a new solve."""
    matching = solver.solve()
    solver.verify(matching)
    assert [part.tolist() for part in solver.edges] == [part.tolist() for part in model.arrays()]
    assert set(np.flatnonzero(solver.removed)) == model.removed
    pairs = matching.cardinality if model.maxcardinality else 0
    assert (pairs, matching.weight) == model.best()
    assert sum(model.edges[i, j] for i, j in matching.edges.tolist()) == matching.weight
    return matching


def change(solver, model, step, i, others, weights):
    """Make the same change in both."""
    usable = [v for v in others if v != i and v not in model.removed]
    rows = list(zip(usable, weights, strict=False))
    if step == "remove":
        solver.remove(i)
        model.clear(i)
        model.removed.add(i)
    elif step == "insert":
        stated = list(zip([v for v in others if v != i], weights, strict=False))
        solver.insert(i, [v for v, _ in stated], [weight for _, weight in stated])
        model.clear(i)
        model.removed.discard(i)
        for v, weight in stated:
            edge = min(i, v), max(i, v)
            if v not in model.removed:
                model.edges[edge] = max(weight, model.edges.get(edge, weight))
    elif i in model.removed or not usable:
        return
    elif step == "forbid":
        solver.forbid(i, usable[0])
        model.edges.pop((min(i, usable[0]), max(i, usable[0])), None)
    else:
        if step == "set one":
            rows = rows[:1]
            for v, weight in rows:
                solver.set_weight(v, i, weight)
        else:
            solver.set_weights([i] * len(rows), [v for v, _ in rows], [w for _, w in rows])
        model.edges |= {(min(i, v), max(i, v)): weight for v, weight in rows}


def ask(solver, model, question, i, j):
    """Ask a question, and compare the answer with solves from nothing."""
    edge = min(i, j), max(i, j)
    if question == "prices":
        prices = solver.prices(i)
        joined = {v for pair in model.edges if i in pair for v in pair} - {i}
        assert set(np.flatnonzero(prices.possible)) == joined
        for v in joined:
            assert prices.at(v) == model.price((min(i, v), max(i, v)))
    elif edge not in model.edges:
        assert solver.price(i, j) is None
        assert solver.weight(i, j) is None
    else:
        assert solver.weight(i, j) == model.edges[edge]
        price = model.price(edge)
        assert solver.price(i, j) == price
        pairs, second = model.best(lacking=edge)
        most, best = model.best()
        least = None if pairs < most else model.edges[edge] - (best - second)
        greatest = None if price[0] else model.edges[edge] + price[1]
        matched = solver.solve().mate[i] == j
        assert solver.interval(i, j) == ((least, None) if matched else (None, greatest))


CHANGES = ("set one", "set many", "forbid", "remove", "insert")
QUESTIONS = ("solve", "prices", "price")


@st.composite
def sequences(draw):
    """A graph of few different weights, in which many matchings tie, and steps with vertices."""
    n = draw(st.integers(2, 7))
    weight, vertex = st.integers(-2, 4), st.integers(0, n - 1)
    pairs = st.tuples(vertex, vertex).filter(lambda pair: pair[0] < pair[1])
    edges = draw(st.dictionaries(pairs, weight, max_size=2 * n))
    several = st.lists(vertex, max_size=4), st.lists(weight, min_size=4, max_size=4)
    steps = st.tuples(st.sampled_from(CHANGES + QUESTIONS), vertex, *several)
    return n, edges, draw(st.lists(steps, max_size=12))


@pytest.mark.parametrize("maxcardinality", [True, False])
@given(sequences())
def test_equals_solving_anew_and_networkx_after_every_change(maxcardinality, sequence):
    n, edges, steps = sequence
    model = Model(n, edges, maxcardinality=maxcardinality)
    solver, matching = model.solver(), None
    for step, i, others, weights in [*steps, ("prices", 0, [1], []), ("price", 0, [1], [])]:
        if step in CHANGES:
            change(solver, model, step, i, others, weights)
            matching = None
            continue
        if step != "solve" and others:
            ask(solver, model, step, i, others[0])
        found = check(solver, model)
        assert matching is None or (found.mate == matching.mate).all()
        matching = found
    assert model.best() == model.slow_best()


@pytest.mark.parametrize("maxcardinality", [True, False])
@given(sequences(), st.booleans())
def test_a_certificate_is_first_read_after_changes(maxcardinality, sequence, backwards):
    n, edges, steps = sequence
    model = Model(n, edges, maxcardinality=maxcardinality)
    solver, unread = model.solver(), []
    for step, i, others, weights in steps:
        matching = solver.solve()
        pairs = matching.cardinality if maxcardinality else 0
        assert (pairs, matching.weight) == model.best()
        unread.append((solver.copy(), matching))
        if step in CHANGES:
            change(solver, model, step, i, others, weights)
    for before, matching in unread[:: -1 if backwards else 1]:
        before.verify(matching)
        assert pickle.loads(pickle.dumps(matching)) == copy.copy(matching) == matching


def test_a_certificate_outlives_a_finer_unit_and_is_made_once():
    solver = SparseSolver(PATH)
    matching, before = solver.solve(), solver.copy()
    solver.set_weight(0, 1, 0.5)
    assert solver.unit == Fraction(1, 2)
    assert matching.certificate is matching.certificate
    before.verify(matching)
    with pytest.raises(AttributeError, match="'Matching' object has no attribute 'proof'"):
        _ = matching.proof


@pytest.mark.parametrize("maxcardinality", [True, False])
@pytest.mark.parametrize("seed", range(sampled(60)))
def test_equals_solving_anew_on_larger_graphs(seed, maxcardinality):
    rng = np.random.default_rng([11, seed])
    n, size = int(rng.integers(2, 150)), int(rng.choice(graphs.SIZES))
    ends = np.sort(rng.integers(0, n, (int(rng.integers(0, 4 * n)), 2)), axis=1).tolist()
    weights = rng.integers(-size, size, 10**4, endpoint=True).tolist()
    edges = {(i, j): weights.pop() for i, j in ends if i < j}
    model = Model(n, edges, maxcardinality=maxcardinality)
    solver = model.solver()
    for _ in range(12):
        matching = check(solver, model)
        v = int(rng.integers(n))
        ask(solver, model, rng.choice(QUESTIONS[1:]), v, int(rng.integers(n)))
        for _ in range(rng.integers(1, 6)):
            i = int(rng.integers(n))
            others = rng.integers(0, n, 4).tolist()
            if matching.mate[i] >= 0 and rng.integers(2):
                others[0] = int(matching.mate[i])
            change(solver, model, rng.choice(CHANGES), i, others, [weights.pop() for _ in others])


def odd_cycle():
    return {(0, 40): 5, **{(v, v + 1): 5 for v in range(40)}}


def triangles_of_triangles():
    inner = [(0, 3), (4, 7), (1, 6)] + [
        (k + a, k + b) for k in (0, 3, 6) for a, b in ((0, 1), (1, 2), (0, 2))
    ]
    links = [(9 * k - 1, 9 * k + 2) for k in range(1, 5)]
    return dict.fromkeys([(9 * k + i, 9 * k + j) for k in range(5) for i, j in inner] + links, 9)


def late_bloomers():
    """Each of twelve vertices walks the same path of tight edges before it is left over."""
    path = {(v, v + 1): 240 for v in range(4, 27)}
    hub = {(0, 1): 242, (1, 2): 360, (2, 3): 360, (3, 28): 1}
    late = [{(0, 28 + k): 120 - 2 * k, (4, 28 + k): 124 + 2 * k} for k in range(12)]
    return {**path, **hub, **{edge: weight for each in late for edge, weight in each.items()}}


@pytest.mark.parametrize("maxcardinality", [True, False])
@pytest.mark.parametrize("family", [odd_cycle, triangles_of_triangles, late_bloomers])
@given(st.randoms(use_true_random=False))
@settings(max_examples=sampled(20))
def test_two_hundred_changes_in_nests(family, maxcardinality, random):
    first = family()
    model = Model(1 + max(map(max, first)), first, maxcardinality=maxcardinality)
    solver = model.solver()
    for _ in range(200):
        edge = random.choice(sorted(first))
        if random.randrange(8):
            model.edges[edge] = first[edge] + random.randint(-2, 2)
            solver.set_weight(*edge, model.edges[edge])
        else:
            model.edges.pop(edge, None)
            solver.forbid(*edge)
        check(solver, model)


@pytest.mark.parametrize("before", ["solve", "ask", "copy"])
@pytest.mark.parametrize("maxcardinality", [True, False])
@pytest.mark.parametrize(("length", "count"), [(30, 400), (100, 200)], ids=["full", "sparse"])
def test_a_bipartite_graph_changes_after_its_first_solve(length, count, maxcardinality, before):
    rng = np.random.default_rng(length)
    rows, columns = (each.ravel() for each in np.indices((24, length)))
    chosen = rng.permutation(rows.size)[:count]
    ends = zip(rows[chosen].tolist(), (24 + columns[chosen]).tolist(), strict=True)
    weights = rng.integers(-10, 100, len(chosen)).tolist()
    edges = dict(zip(ends, weights, strict=True))
    model = Model(24 + length, edges, maxcardinality=maxcardinality)
    solver = model.solver()
    first = check(solver, model)
    once = max_weight_matching(model.arrays(), n=model.n, maxcardinality=maxcardinality)
    assert first.mate.tolist() == once.mate.tolist()
    if before == "copy":
        untouched, solver = solver, copy.copy(solver)
    for v in rng.permutation(model.n)[:10].tolist():
        if before == "ask":
            ask(solver, model, "prices", v, int(first.mate[v]))
        change(solver, model, "insert", v, [*range(3)], rng.integers(0, 100, 3))
        check(solver, model)
    if before == "copy":
        assert untouched.solve().mate.tolist() == first.mate.tolist()


def test_more_changes_than_a_solve_from_nothing_costs():
    rng = np.random.default_rng(12)
    model = Model(30, {}, maxcardinality=True)
    solver = model.solver()
    check(solver, model)
    for _ in range(20):
        v = int(rng.integers(30))
        change(solver, model, "set many", v, rng.permutation(30).tolist(), rng.integers(9, size=30))
    check(solver, model)


@pytest.mark.parametrize("maxcardinality", [True, False])
@pytest.mark.parametrize("density", [1, 0.4], ids=["complete", "near"])
def test_a_full_graph_changes_on_both_sides_of_a_solve_from_nothing(density, maxcardinality):
    rng = np.random.default_rng(15)
    n = 56
    pairs = [(int(i), int(j)) for i, j in zip(*np.triu_indices(n, 1), strict=True)]
    edges = {pair: int(rng.integers(1000)) for pair in pairs if rng.random() < density}
    model = Model(n, edges, maxcardinality=maxcardinality)
    solver = model.solver()
    unread = []
    for count in (3, 400, 2, 60, 700, 700, 5, 1, 400):
        some = rng.choice(len(pairs), count)  # some of them more than once
        ends = [pairs[k] for k in some.tolist()]
        weights = rng.integers(1000, size=count).tolist()
        if count == 5:  # few among all
            ends = [*model.edges, *ends]
            weights = [*model.edges.values(), *weights]
        first, second = np.transpose(ends)
        solver.set_weights(second, first, weights)
        model.edges |= dict(zip(ends, weights, strict=True))
        if count == 60:
            change(solver, model, "remove", 7, [], [])
        if count == 2:
            change(solver, model, "forbid", ends[0][0], [ends[0][1]], [])
        ends = [v for v in range(n) if v in model.removed]
        for v in ends:
            change(solver, model, "insert", v, [*range(20)], rng.integers(1000, size=20).tolist())
        unread.append((solver.copy(), check(solver, model)))
        ask(solver, model, "prices", 0, 1)
    for before, matching in unread:
        before.verify(matching)


@pytest.mark.parametrize("seed", range(sampled(30)))
def test_every_form_is_held_as_its_edges(seed):
    graph = graphs.random_graph(np.random.default_rng([8, seed]), 12)
    _, expected = graphs.exhaustive(graph, maxcardinality=False)
    for (weights,), options in graph.forms():
        solver = SparseSolver(weights, **options)
        assert solver.solve().weight == expected
        solver.verify(solver.solve())
        assert len(solver) == len(graph)
    rectangle = np.arange(8).reshape(2, 4)
    assert SparseSolver(rectangle).solve().weight == max_weight_matching(rectangle).weight


def test_of_parallel_edges_the_heaviest_counts_first_and_the_last_one_later():
    solver = SparseSolver(([0, 1, 1], [1, 0, 1], [3, 5, 9]))
    assert [part.tolist() for part in solver.edges] == [[0], [1], [5]]
    solver.insert(0, [1, 1, 1], [2, 4, 3])
    assert solver.weight(1, 0) == 4
    solver.set_weights([0, 1, 0], [1, 0, 1], [7, 8, 6])
    assert solver.weight(0, 1) == 6


def test_a_graph_is_full_by_loops_and_parallel_edges_alone():
    rng = np.random.default_rng(3)
    n, count = 60, 200  # a quarter of all pairs would be 443
    pairs = rng.permutation(np.transpose(np.triu_indices(n, 1)))[:count]
    heaviest = rng.integers(5, 1000, count)
    loops = np.arange(n)
    first = np.concatenate([pairs[:, 0], pairs[:, 1], pairs[:, 0], loops])
    second = np.concatenate([pairs[:, 1], pairs[:, 0], pairs[:, 1], loops])
    weights = np.concatenate([heaviest - 3, heaviest, heaviest - 1, loops])
    edges = dict(zip(map(tuple, np.sort(pairs).tolist()), heaviest.tolist(), strict=True))
    for solved in (False, True):
        model = Model(n, edges, maxcardinality=False)
        solver = SparseSolver((first, second, weights))
        if solved:
            check(solver, model)
        assert len(solver.edges[0]) == count
        change(solver, model, "set one", int(pairs[0, 0]), [int(pairs[0, 1])], [2000])
        check(solver, model)


def test_argument_is_copied():
    weights = np.array([2, 5, 2])
    solver = SparseSolver((*PATH[:2], weights))
    solver.set_weight(0, 1, 9)
    assert weights.tolist() == [2, 5, 2]
    assert solver.solve().weight == 11


def test_the_unit_becomes_finer_where_a_change_requires_it():
    solver = SparseSolver(([0, 1, 2], [1, 2, 3], [2.0, 5.0, 2.0]), n=5)
    solver.remove(4)
    assert (solver.unit, solver.solve().weight) == (1, 5)
    solver.set_weight(0, 1, 3.25)
    assert (solver.unit, solver.weight(0, 1)) == (Fraction(1, 4), Fraction(13, 4))
    found = solver.solve()
    solver.verify(found)
    assert (found.weight, found.unit, found.loss_bound) == (Fraction(21, 4), Fraction(1, 4), 0)
    assert solver.price(1, 2).weight == Fraction(1, 4)
    assert solver.interval(1, 2) == (None, Fraction(21, 4))
    assert solver.edges[2].tolist() == [13, 20, 8]
    assert solver.removed.tolist() == [False] * 4 + [True]
    solver.insert(4, [3, 0], [2.0**-40, 4])
    assert solver.unit == Fraction(1, 2**40)
    with pytest.raises(ValueError, match="multiples of one power of two"):
        solver.set_weight(0, 1, 2**30)
    solver.forbid(3, 4)
    solver.forbid(0, 1)
    solver.set_weight(0, 1, 2**59)
    assert (solver.unit, solver.weight(1, 2), solver.weight(0, 4)) == (1, 5, 4)
    assert solver.solve().weight == 2**59 + 2


@pytest.mark.parametrize(
    ("error", "act"),
    [
        *graphs.BAD_CHANGES,
        (OverflowError, lambda solver: solver.set_weights([0, 1], [1, 2], [1, -(2**60) - 1])),
        (OverflowError, lambda solver: solver.insert(0, [1, 2], [1, 2**61])),
        (IndexError, lambda solver: solver.weight(0, 2**40)),
        (IndexError, lambda solver: solver.set_weights([0, 2**40], [1, 2], [1, 2])),
        (IndexError, lambda solver: solver.insert(4, [0], [3])),
        (IndexError, lambda solver: solver.insert(0, [1, -1], [3, 4])),
        (ValueError, lambda solver: solver.interval(0, 3)),
        (ValueError, lambda solver: solver.set_weights([0, 2], [1, 2], [1, 2])),
        (ValueError, lambda solver: solver.set_weights([0, 2], [1, 2], [0.5, 2])),
        (ValueError, lambda solver: solver.set_weights([0, 2], [1], [1, 2])),
        (ValueError, lambda solver: solver.set_weights([[0]], [[1]], [[1]])),
        (ValueError, lambda solver: solver.insert(0, [1, 0], [1, 2])),
        (ValueError, lambda solver: solver.insert(0, [1, 2], [1])),
        (ValueError, lambda solver: solver.set_weights([0, 1], [1, 2], [1e300, 1e-300])),
        (TypeError, lambda solver: solver.set_weights([0], [1.5], [3])),
        (TypeError, lambda solver: SparseSolver(PATH, maxcardinality="most")),
        (TypeError, lambda solver: SparseSolver(Blocks(size=2, compute=None))),
        (ValueError, lambda solver: SparseSolver(([0, 1], [1, 2], [1.0, 1e-300]))),
    ],
)
def test_bad_changes_are_refused_and_change_nothing(error, act):
    solver = SparseSolver(PATH, maxcardinality=True)
    solver.solve()
    with pytest.raises(error):
        act(solver)
    assert solver.unit == 1
    if solver.removed.any():
        solver.insert(1, [0, 2], [2, 5])
    assert [part.tolist() for part in solver.edges] == [[0, 1, 2], [1, 2, 3], [2, 5, 2]]
    assert solver.solve().edges.tolist() == [[0, 1], [2, 3]]


def test_a_removed_vertex_stays_so_until_it_is_inserted():
    solver = SparseSolver(PATH, maxcardinality=True)
    removed = solver.removed
    solver.remove(0)
    solver.remove(0)
    with pytest.raises(ValueError, match=re.escape("(0, 1) ends at vertex 0, which is removed")):
        solver.set_weight(0, 1, 3)
    solver.insert(1, [0, 2], [2**62, 4])  # what is left out is not read
    assert removed.tolist() == [True, False, False, False]
    assert not removed.flags.writeable
    assert solver.solve().edges.tolist() == [[1, 2]]
    solver.insert(0, [1], [7])
    assert solver.solve().weight == 9


@pytest.mark.parametrize("copied", [SparseSolver.copy, copy.copy, copy.deepcopy])
def test_a_copy_is_changed_alone(copied):
    solver = SparseSolver(PATH, maxcardinality=True)
    other = copied(solver)
    other.forbid(0, 1)
    other.set_weight(1, 2, 5.5)
    assert (solver.solve().weight, other.solve().weight) == (4, Fraction(11, 2))
    assert (solver.unit, len(other), other.maxcardinality) == (1, 4, True)


@pytest.mark.parametrize("unit", [2.0**-1000, 2.0**-3, 1, 2.0**40, 2.0**900])
@pytest.mark.parametrize("weight", [2**61, 2**60, -(2**60), 2**53 + 1, 3, 0])
def test_a_weight_is_what_was_set_or_is_refused(unit, weight):
    """However far it is from the unit of the others, and the matching goes by it."""
    solver = SparseSolver(([0, 1], [1, 2], [unit, 3 * unit]))
    try:
        solver.set_weight(0, 1, weight)
    except (OverflowError, ValueError):
        assert solver.weight(0, 1) == unit
    else:
        assert solver.weight(0, 1) == weight
        assert abs(weight) <= 2**60
    assert solver.weight(1, 2) == 3 * Fraction(unit)
    assert solver.solve().weight == max(solver.weight(0, 1), solver.weight(1, 2))


def test_a_weight_beyond_the_limit_is_not_scaled_down():
    solver = SparseSolver(([0, 1], [1, 2], [1e300, 1e300]))
    with pytest.raises(OverflowError, match="beyond 2"):
        solver.set_weight(0, 1, 2**61)
    solver.set_weight(1, 2, 2e300)
    assert solver.solve().edges.tolist() == [[1, 2]]


def test_weights_that_are_replaced_do_not_count():
    """Neither by another weight of their edge, nor by other edges of their vertex."""
    for change in (
        lambda solver: solver.set_weight(0, 1, 1),
        lambda solver: solver.set_weights([1], [0], [1]),
        lambda solver: solver.insert(0, [1], [1]),
        lambda solver: solver.insert(1, [0], [1]),
    ):
        solver = SparseSolver(([0, 1], [1, 2], [1e-300, 0.0]), n=4)
        solver.remove(3)
        change(solver)
        assert solver.weight(0, 1) == 1
        assert solver.removed.tolist() == [False, False, False, True]
        solver.verify(solver.solve())
    solver = SparseSolver(([0, 1], [1, 2], [1e-300, 1e-300]))
    with pytest.raises(ValueError, match="multiples of one power of two"):
        solver.set_weight(0, 1, 1)
    assert solver.weight(0, 1) == solver.weight(1, 2) == Fraction(1e-300)


@pytest.mark.parametrize("kind", [SparseSolver, Solver])
def test_a_weight_and_the_ends_of_an_interval_are_taken_back(kind):
    solver = kind(([0, 1, 2], [1, 2, 3], [0.5, 0.875, 0.25]))
    assert [solver.weight(i, i + 1) for i in range(3)] == [
        Fraction(1, 2),
        Fraction(7, 8),
        Fraction(1, 4),
    ]
    assert solver.weight(0, 2) is None
    least, most = solver.interval(1, 2)
    assert (least, most) == (Fraction(3, 4), None)
    solver.set_weight(1, 2, least)
    assert solver.solve().weight == Fraction(3, 4)
    solver.set_weight(1, 2, least - Fraction(1, 1024))
    assert solver.weight(1, 2) == Fraction(767, 1024)
    assert solver.solve().edges.tolist() == [[0, 1], [2, 3]]
    solver.set_weight(1, 2, Fraction(5))
    assert solver.solve().weight == solver.weight(1, 2) == 5
    if kind is SparseSolver:
        with pytest.raises(ValueError, match="multiples of one power of two"):
            solver.set_weight(1, 2, Fraction(1, 3))
        solver.insert(0, [1, 3], [Fraction(3, 4), 1])
        assert solver.weight(0, 1) == Fraction(3, 4)
