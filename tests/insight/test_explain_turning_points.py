"""How much a rule would have to count, beside trying many factors."""

from __future__ import annotations

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fastpair.insight.explain import Optimum
from fastpair.insight.explain.sensitivity import turning_points
from fastpair.matching import max_weight_matching
from fastpair.pairing.generator import generate
from fastpair.pairing.weights import model_named

NAMES = ["opengotha351", "fastpair", "kaniuk2012", "macmahon", "gotha", "godraw2015"]


def meet(optimum, pair, share, factor):
    """Whether two seats meet in a best draw if a component counts so many times as much."""
    weights = optimum.weighed.total + np.rint((factor - 1.0) * share).astype(np.int64)
    allowed = optimum.solution.allowed.copy()
    free = max_weight_matching(weights, allowed=allowed, maxcardinality=True)
    for seat in pair:
        allowed[seat, :] = allowed[:, seat] = False
    allowed[pair] = allowed[pair[::-1]] = True
    bound = max_weight_matching(weights, allowed=allowed, maxcardinality=True)
    return (free.cardinality, free.weight) == (bound.cardinality, bound.weight)


@given(st.integers(0, 99), st.integers(8, 24), st.integers(0, 3), st.sampled_from(NAMES), st.data())
@settings(deadline=None)
def test_no_smaller_change_lets_them_meet(seed, players, play, name, data):
    tournament = generate(players, 4, seed=seed, play=play)
    optimum = Optimum.of_round(tournament, play + 1, model_named(name))
    assume(len(optimum.field) > 1)
    i, j = data.draw(st.permutations(range(len(optimum.field))))[:2]
    assume(optimum.solution.allowed[i, j])
    assume(optimum.solver.price(i, j) != (0, 0))
    found = turning_points(optimum, i, j)
    shares = optimum.model.shares(optimum.field)
    for component, share in shares.items():
        factors = {point.factor for point in found if point.component == component}
        assert all(meet(optimum, (i, j), share, factor) for factor in factors)
        less = max((factor for factor in factors if factor < 1), default=0.0)
        more = min((factor for factor in factors if factor > 1), default=30.0)
        # The factors are rounded away from 1, to three digits if that is enough.
        between = np.linspace(less, 1.0, 8)[1:-1] * 1.02, np.linspace(1.0, more, 8)[1:-1] * 0.98
        for factor in np.concatenate(between):
            if less * 1.02 < factor < more * 0.98:
                assert not meet(optimum, (i, j), share, factor), (component, factor, found)


def test_a_factor_is_found_after_many_steps():
    """The best draws are many lines between 1 and the factor: 41 values are tried."""
    optimum = Optimum.of_round(generate(20, 4, seed=89), 1, model_named("kaniuk2012"))
    found = {point.component: point.factor for point in turning_points(optimum, 2, 3)}
    assert found["uneven"] == 7.65
