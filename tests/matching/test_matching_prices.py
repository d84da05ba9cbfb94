"""What it costs to match two vertices, against solving without them."""

from __future__ import annotations

import numpy as np
import pytest

import graphs
from fastpair.matching import Price, Solver, max_weight_matching
from profiles import sampled


def optimum(solver, kept, *, maxcardinality):
    """Cardinality, or 0 if it does not count, and weight of the optimum of some vertices."""
    matching = max_weight_matching(
        solver.units[np.ix_(kept, kept)],
        allowed=solver.allowed[np.ix_(kept, kept)],
        maxcardinality=maxcardinality,
    )
    return matching.cardinality if maxcardinality else 0, matching.weight


def expected(solver, *, maxcardinality):
    """The price of every edge: the edge and the optimum of the rest, beside the optimum."""
    present = np.flatnonzero(~solver.removed)
    pairs, weight = optimum(solver, present, maxcardinality=maxcardinality)
    prices = {}
    for i, j in np.argwhere(solver.allowed & ~np.eye(len(solver), dtype=bool)):
        rest = present[(present != i) & (present != j)]
        others, other_weight = optimum(solver, rest, maxcardinality=maxcardinality)
        fewer = pairs - others - 1 if maxcardinality else 0
        prices[i, j] = Price(fewer, weight - other_weight - int(solver.units[i, j]))
    return prices


def random_solver(rng, n, *, maxcardinality):
    kind = graphs.KINDS[rng.integers(len(graphs.KINDS))]
    size = int(rng.choice(graphs.SIZES))
    weights = kind(rng, n, size)
    if rng.integers(2):  # many edges are no gain
        weights = np.maximum(weights - size // 2, -(2**60))
    allowed = graphs.symmetric(rng.random((n, n)) < rng.choice([1, 0.7, 0.3]))
    solver = Solver(weights, allowed=allowed, maxcardinality=maxcardinality)
    for v in np.flatnonzero(rng.random(n) < 0.1):
        solver.remove(v)
    return solver


def check(solver, *, maxcardinality):
    matching = solver.solve()
    prices = expected(solver, maxcardinality=maxcardinality)
    table = solver.price_table()
    for i in range(len(solver)):
        row = solver.prices(i)
        for j in range(len(solver)):
            assert row.at(j) == table.at(i, j) == solver.price(i, j) == prices.get((i, j))
        assert (row.fewer[~row.possible] == 0).all()
        assert (row.weight[~row.possible] == 0).all()
    for i, j in matching.edges:
        assert table.at(i, j) == (0, 0)
    assert (solver.solve().mate == matching.mate).all()


@pytest.mark.parametrize("maxcardinality", [True, False])
@pytest.mark.parametrize("seed", range(sampled(300)))
def test_equals_solving_without_the_two(seed, maxcardinality):
    rng = np.random.default_rng([7, seed])
    n = int(rng.integers(0, 13))
    check(random_solver(rng, n, maxcardinality=maxcardinality), maxcardinality=maxcardinality)


@pytest.mark.parametrize("n", [60, 61])
def test_a_table_of_more_vertices_is_made_by_several_threads(n):
    rng = np.random.default_rng(8)
    solver = Solver(graphs.grouped(rng, n, 2**40), maxcardinality=True)
    table, prices = solver.price_table(), expected(solver, maxcardinality=True)
    assert {place: table.at(*place) for place in prices} == prices


def test_prices_follow_the_changes():
    rng = np.random.default_rng(9)
    solver = Solver(graphs.grouped(rng, 12, 1000), maxcardinality=True)
    for v in range(4):
        solver.prices(v)
        solver.forbid(v, int(solver.solve().mate[v]))
        check(solver, maxcardinality=True)
    solver.remove(0)
    check(solver, maxcardinality=True)


def test_a_price_may_exceed_64_bits():
    top = 2**60
    line = np.zeros((40, 40), dtype=np.int64)
    for i in range(39):
        line[i, i + 1] = line[i + 1, i] = top if i % 2 == 0 else -top
    allowed = line != 0
    allowed[0, 39] = allowed[39, 0] = True
    solver = Solver(line, allowed=allowed, maxcardinality=True)
    assert solver.price(1, 2) == (0, 39 * top)
    assert solver.price_table().weight[1, 2] == 39 * top


@pytest.mark.parametrize("maxcardinality", [True, False])
@pytest.mark.parametrize("seed", range(sampled(100)))
def test_a_matching_stays_optimal_within_the_interval(seed, maxcardinality):
    rng = np.random.default_rng([10, seed])
    n = int(rng.integers(2, 9))
    solver = random_solver(rng, n, maxcardinality=maxcardinality)
    matching, edges = solver.solve(), np.argwhere(np.triu(solver.allowed, 1))
    if not len(edges):
        return
    i, j = map(int, rng.choice(edges))
    least, greatest = solver.interval(i, j)
    matched = matching.mate[i] == j
    assert least is None if not matched else greatest is None
    present = int(solver.units[i, j])
    for bound, step in ((least, -1), (greatest, 1)):
        far = 2**60 * step if bound is None else bound
        for weight, stays in ((far, True), (far + step, bound is None)):
            if abs(weight) > 2**60:
                continue
            solver.set_weight(i, j, weight)
            kept = matching.weight + (weight - present) * bool(matched)
            best = solver.solve()
            assert (best.weight == kept) == stays
            assert best.cardinality == matching.cardinality or not maxcardinality or not stays


def test_progress_is_told_and_may_stop_the_work():
    rng = np.random.default_rng(12)
    solver = Solver(graphs.grouped(rng, 80, 1000), maxcardinality=True)
    shares = []
    solver.price_table(shares.append)
    assert shares == sorted(shares)
    assert 0 < shares[0] <= shares[-1] == 1

    def stop(_share):
        raise KeyboardInterrupt

    matching = solver.solve()
    with pytest.raises(KeyboardInterrupt):
        solver.price_table(stop)
    assert (solver.solve().mate == matching.mate).all()


def test_questions_that_have_no_answer():
    solver = Solver([[0, 6, 5], [6, 0, 4], [5, 4, 0]], maxcardinality=True)
    solver.forbid(1, 2)
    assert solver.price(1, 2) is None
    assert solver.price(0, 0) is None
    with pytest.raises(ValueError, match=r"^\(1, 2\) is no edge$"):
        solver.interval(1, 2)
    with pytest.raises(IndexError):
        solver.prices(3)
    with pytest.raises(TypeError):
        solver.price(0, 1.0)
    assert repr(solver.prices(0)) == "<Prices: 3, 2 possible>"
    assert repr(solver.price_table()) == "<Prices: 3 x 3, 4 possible>"
