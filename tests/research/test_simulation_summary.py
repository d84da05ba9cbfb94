"""What results are summed up to, beside scipy."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from fastpair.errors import RuleError
from fastpair.research.simulate import (
    Heading,
    Results,
    Row,
    estimate,
    run,
    share,
    student,
    student_mean,
    summary,
)
from simulation_trials import a_plan, measured


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 10, 29, 30, 99, 1000, 100_001])
def test_students_t(freedom):
    assert student(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=1e-9)


@given(arrays(np.float64, st.integers(2, 40), elements=st.floats(-1e3, 1e3, width=32)))
def test_a_mean(values):
    found = student_mean(values)
    if values.std() > 1e-6:
        low, high = stats.ttest_1samp(values, 0.0).confidence_interval(0.95)
        assert (found.low, found.high) == pytest.approx((low, high), rel=1e-6, abs=1e-6)
    assert found.mean == pytest.approx(values.mean())
    assert found.count == len(values)


@given(count=st.integers(1, 500), data=st.data())
def test_a_share(count, data):
    won = data.draw(st.integers(0, count))
    found = share(won, count)
    expected = stats.binomtest(won, count).proportion_ci(0.95, method="wilson")
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-9)
    assert 0 <= found.low <= found.mean <= found.high <= 1
    ones = np.repeat([1.0, 0.0, math.nan], [won, count - won, 2])
    assert estimate(ones) == found


def test_too_few_repeats():
    nothing = estimate(np.array([math.nan]))
    assert nothing.count == 0
    assert math.isnan(nothing.mean)
    one = estimate(np.array([2.5, math.nan]))
    assert (one.count, one.mean) == (1, 2.5)
    assert math.isnan(one.low)
    assert share(0, 0).count == 0


class TestSummary:
    RESULTS = Results.of(
        Heading.of(a_plan(3)),
        [
            *(Row(0, repeat, {"m": value}) for repeat, value in enumerate([1.0, 2.0, 3.0])),
            *(Row(1, repeat, {"m": value}) for repeat, value in enumerate([2.0, 2.0, 5.0])),
            Row(2, 1, {"m": 7.0, "n": 1.0}),
        ],
    )

    def test_pairs_are_of_one_repeat(self):
        compared = summary(self.RESULTS, "a").compared["m"]
        second = compared["b, c"]
        assert second.mean.mean == pytest.approx(3.0)
        assert second.difference.mean == pytest.approx(1.0)
        assert second.difference.deviation == pytest.approx(1.0)
        assert second.higher.mean == pytest.approx(2.5 / 3)
        assert (compared["ceiling"].difference.mean, compared["ceiling"].difference.count) == (5, 1)
        assert compared["floor"].mean.count == 0
        assert compared["a"].higher.mean == 0.5

    def test_the_first_is_the_reference(self):
        assert summary(self.RESULTS).reference == "a"
        with pytest.raises(RuleError, match="no contender 'z'; expected one of a, b, c, ceiling"):
            summary(self.RESULTS, "z")

    def test_a_count_that_is_nought_every_time_is_no_share(self):
        rows = [Row(0, repeat, {"same_club": 0.0, "best_wins": 0.0}) for repeat in range(3)]
        found = summary(Results.of(Heading.of(a_plan(3)), rows)).compared
        assert found["same_club"]["a"].mean.high == 0
        assert found["best_wins"]["a"].mean == share(0, 3)

    def test_some_of_the_measures(self):
        whole = summary(self.RESULTS)
        assert list(whole.only(["n"]).compared) == ["n"]
        assert whole.only(()) == whole

    def test_every_measure_has_every_contender(self):
        plan = a_plan()
        results = Results.of(Heading.of(plan), run(plan, measured))
        found = summary(results, "ceiling").compared
        assert list(found) == ["kendall", "first wins", "error"]
        for compared in found.values():
            assert list(compared) == ["a", "b, c", "ceiling", "floor"]
        assert found["kendall"]["floor"].difference.low > 0
        assert found["kendall"]["floor"].higher.mean == 1.0
