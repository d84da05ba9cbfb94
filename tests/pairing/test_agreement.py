"""Agreement of two rankings, beside scipy and beside a plain count."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from fastpair.pairing.papers.quality import inversions, kendall_tau, spearman_rho

RANKINGS = st.integers(2, 30).flatmap(
    lambda n: st.tuples(*[st.lists(st.integers(0, n), min_size=n, max_size=n)] * 2)
)


def several(values):
    return len(set(values)) > 1


@given(RANKINGS)
def test_correlations_are_those_of_scipy(rankings):
    one, other = rankings
    if several(one) and several(other):
        assert kendall_tau(one, other) == pytest.approx(stats.kendalltau(one, other).statistic)
        assert spearman_rho(one, other) == pytest.approx(stats.spearmanr(one, other).statistic)
    else:
        assert kendall_tau(one, other) == spearman_rho(one, other) == 0


@given(RANKINGS, st.integers(0, 12))
def test_inversions_are_counted_pair_by_pair(rankings, top):
    values, truth = rankings
    best = sorted(range(len(truth)), key=lambda player: -truth[player])[:top]
    count = 0.0
    for one, other in combinations(best, 2):
        lead, true = values[one] - values[other], truth[one] - truth[other]
        if true:
            count += 1.0 if lead * true < 0 else 0.5 if lead == 0 else 0.0
    assert inversions(np.array(values), np.array(truth), top) == count


def test_same_and_opposite_orders():
    order = np.arange(9)
    assert kendall_tau(order, order) == spearman_rho(order, order) == pytest.approx(1)
    assert kendall_tau(order, -order) == spearman_rho(order, -order) == pytest.approx(-1)
    assert inversions(-order, order, 4) == 6
