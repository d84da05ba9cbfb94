"""Matchings that keep the most pairs, held to the enumeration of all, and to an integer programme."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import Bounds, LinearConstraint, milp

from fastpair.errors import RuleError
from fastpair.go.tournament import Grade, Player, Rules, Tournament
from fastpair.matching import max_weight_matching
from fastpair.pairing.draw import Constraints
from fastpair.pairing.field import Field
from fastpair.pairing.rounds import at_price, between, bye_of_least_change, least_change
from fastpair.pairing.solving import Problem, Solution
from fastpair.pairing.weights import Weights, model_named
from graphs import symmetric
from profiles import few
from reference_draws import matchings, most_pairs


@st.composite
def problems(draw, sizes=range(2, 11)):
    """Weights, the pairs that may be drawn, and those of a former draw."""
    n = draw(st.sampled_from(sizes))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    size = draw(st.sampled_from([1, 5, 1000, 10**15]))
    weights = symmetric(rng.integers(-size, size, (n, n), endpoint=True))
    allowed = symmetric(rng.random((n, n)) < draw(st.sampled_from([0.3, 0.7, 1.0])))
    np.fill_diagonal(allowed, val=False)
    kept = np.zeros((n, n), dtype=bool)
    former = rng.permutation(n)[: 2 * draw(st.integers(0, n // 2))].reshape(-1, 2)
    kept[tuple(former.T)] = kept[tuple(former.T[::-1])] = True
    return weights, allowed, kept


def drawn(weights, allowed, kept, seats=None):
    """All matchings with the most pairs: how many pairs each keeps, and what it weighs."""
    seats = list(range(len(weights))) if seats is None else seats
    most = most_pairs(seats, lambda i, j: allowed[i, j])
    for pairs in matchings(seats, lambda i, j: allowed[i, j]):
        if len(pairs) == most:
            yield sum(bool(kept[p]) for p in pairs), sum(int(weights[p]) for p in pairs)


def round_of(weights, allowed):
    """A round of players whose pairs weigh so much."""
    n = len(weights)
    players = tuple(
        Player(key=f"{k:03}", name=f"{k:03}", first_name="", grade=Grade(0)) for k in range(n)
    )
    field = Field.of(Tournament(rules=Rules(rounds=1), players=players), 1)
    problem = Problem(
        weights=Weights(field=field, model=model_named("fastpair"), levels=(weights,)),
        constraints=Constraints(),
    )
    return Solution(
        problem=problem,
        matching=max_weight_matching(weights, allowed=allowed, maxcardinality=True),
        levels=(weights,),
        allowed=allowed,
        constraints=Constraints(),
    )


def point(found, kept):
    pairs = tuple(found.matching.edges.T)
    return int(kept[pairs].sum()), found.totals[0]


def hull(points):
    """The corners of the upper hull, from the most that is kept to the greatest weight."""
    best = {}
    for kept, weight in points:
        best[kept] = max(weight, best.get(kept, weight))
    return {
        (k, w)
        for k, w in best.items()
        if not any(j >= k and v >= w and (j, v) != (k, w) for j, v in best.items())
        and not any(
            j < k < i and (w - v) * (i - j) <= (u - v) * (k - j)
            for (i, u), (j, v) in permutations(best.items(), 2)
        )
    }


def below(points, one, other):
    """Whether no point is above the line through two others."""
    (k0, w0), (k1, w1) = one, other
    return all((w - w0) * (k0 - k1) <= (w1 - w0) * (k0 - k) for k, w in points)


class TestEnumerated:
    @given(problems())
    def test_the_most_is_kept_and_then_the_weight_is_the_greatest(self, problem):
        weights, allowed, kept = problem
        found = least_change(round_of(weights, allowed), kept)
        assert point(found, kept) == max(drawn(*problem))
        found.prove()

    @given(problems(), st.sampled_from([0, 1, 3, 700, 10**14, 10**17, 2**70]))
    def test_a_price_is_a_weight_more(self, problem, price):
        weights, allowed, kept = problem
        stay, weight = point(at_price(round_of(weights, allowed), kept, price), kept)
        assert weight + price * stay == max(w + price * k for k, w in drawn(*problem))

    @given(problems())
    def test_between_are_the_corners_of_the_hull(self, problem):
        weights, allowed, kept = problem
        points = list(drawn(*problem))
        found = [point(one, kept) for one in between(round_of(weights, allowed), kept)]
        assert hull(points) <= set(found) <= set(points)
        assert found[0] == max(points)
        assert found[-1] == max(points, key=lambda p: (p[1], p[0]))
        assert all(a[0] > b[0] and a[1] < b[1] for a, b in pairwise(found))
        assert all(below(points, a, b) for a, b in pairwise(found))

    @given(problems([3, 5, 7, 9]), st.data())
    def test_the_bye_is_the_first_of_those_with_whom_the_most_is_kept(self, problem, data):
        weights, allowed, kept = problem
        n = len(weights)
        byes = data.draw(st.permutations(range(n)))
        kept_bye = data.draw(st.none() | st.sampled_from(range(n)))
        if kept_bye is not None:
            kept[kept_bye, :] = kept[:, kept_bye] = False
        outcomes = {}
        for bye in byes:
            rest = [seat for seat in range(n) if seat != bye]
            pairs = most_pairs(rest, lambda i, j: allowed[i, j])
            most, _ = max(drawn(weights, allowed, kept, rest))
            outcomes[bye] = pairs, most + (bye == kept_bye)
        best = max(outcomes.values())
        expected = next(bye for bye in byes if outcomes[bye] == best)
        assert bye_of_least_change(allowed, byes, kept, kept_bye) == expected

    @given(problems())
    def test_an_optimum_is_not_changed(self, problem):
        weights, allowed, kept = problem
        best = max_weight_matching(weights, allowed=allowed, maxcardinality=True)
        kept[:] = False
        kept[tuple(best.edges.T)] = kept[tuple(best.edges.T[::-1])] = True
        players = round_of(weights, allowed)
        for found in (least_change(players, kept), *between(players, kept)):
            assert np.array_equal(found.matching.mate, best.mate)


class Programme:
    """The problem as an integer programme over the pairs; HiGHS solves it exactly."""

    def __init__(self, allowed):
        n = len(allowed)
        self.pairs = [(i, j) for i, j in combinations(range(n), 2) if allowed[i, j]]
        self.rows = np.zeros((n, len(self.pairs)))
        for column, pair in enumerate(self.pairs):
            self.rows[list(pair), column] = 1

    def most(self, worth, *held):
        """The greatest total of a worth of pairs, beside totals of others that have to be reached."""
        worths = np.array([worth[pair] for pair in self.pairs], dtype=float)
        limits = [LinearConstraint(self.rows, 0, 1)]
        for other, total in held:
            row = np.array([[other[pair] for pair in self.pairs]], dtype=float)
            limits.append(LinearConstraint(row, total, np.inf))
        solved = milp(
            -worths,
            integrality=np.ones(len(self.pairs)),
            bounds=Bounds(0, 1),
            constraints=limits,
            options={"mip_rel_gap": 0},
        )
        assert solved.success
        return round(-solved.fun)


@pytest.mark.parametrize(("n", "seed"), few([(12, 1), (25, 2), (40, 3), (60, 4)], 1, ci=2))
def test_both_orders_are_those_of_an_integer_programme(n, seed):
    rng = np.random.default_rng(seed)
    level = np.sort(rng.integers(0, 8, n))
    weights = 200 - abs(level[:, None] - level) * 20 + symmetric(rng.integers(0, 9, (n, n)))
    met = symmetric(rng.random((n, n)) < 0.15)
    allowed = ~met & ~np.eye(n, dtype=bool)
    former = max_weight_matching(
        weights + symmetric(rng.integers(0, 30, (n, n))), allowed=allowed, maxcardinality=True
    )
    kept = np.zeros((n, n), dtype=bool)
    kept[tuple(former.edges.T)] = kept[tuple(former.edges.T[::-1])] = True
    for gone in rng.permutation(n)[:2]:  # two players have left
        allowed[gone, :] = allowed[:, gone] = False
    programme = Programme(allowed)
    one = np.ones_like(weights)
    pairs = programme.most(one)
    most = programme.most(kept, (one, pairs))
    players = round_of(weights, allowed)
    assert point(least_change(players, kept), kept) == (
        most,
        programme.most(weights, (one, pairs), (kept, most)),
    )
    for price in (1, 5, 25):
        stay, weight = point(at_price(players, kept, price), kept)
        total = programme.most(weights + price * kept, (one, pairs))
        assert weight + price * stay == total


def test_weights_that_do_not_fit_together_are_solved_level_by_level():
    """Sixty bits hold the weights, but not their sum."""
    rng = np.random.default_rng(7)
    n = 8
    weights = symmetric(rng.integers(-(2**58), 2**58, (n, n)))
    allowed = ~np.eye(n, dtype=bool)
    kept = np.zeros((n, n), dtype=bool)
    kept[[0, 1], [1, 0]] = kept[[2, 3], [3, 2]] = True
    players = round_of(weights, allowed)
    assert point(least_change(players, kept), kept) == max(drawn(weights, allowed, kept))
    with pytest.raises(RuleError, match="too large to be weighed against boards that are kept"):
        between(players, kept)
