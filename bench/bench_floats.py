"""Weights as floats beside the same weights as integers: what reading the floats costs.

    pytest bench/bench_floats.py

The integers are those that the floats are brought to, so that both solve the same. Each pair is
measured in turns; ``ratio`` is the median of the ratios of the turns.
"""

from __future__ import annotations

from statistics import median
from time import perf_counter

import numpy as np
import pytest

from conftest import congress, problem_of
from fastpair.matching import max_weight_matching, quantize

TURNS = 15

WEIGHTS = {
    "uniform": lambda rng, n: rng.random((n, n)),
    "normal": lambda rng, n: rng.normal(0, 1, (n, n)),
    "sech": lambda rng, n: problem_of(congress, "sech", n)[0].weights / 1e9 / 7,
    "whole": lambda rng, n: problem_of(congress, "sech", n)[0].weights // 2**20 * 1.0,
}


def forms(kind, form, n):
    """The floats and the integers, as a matrix or as the edges of one."""
    upper = np.triu(WEIGHTS[kind](np.random.default_rng(n), n), 1)
    floats = upper + upper.T
    integers = quantize(floats).integers
    if form == "matrix":
        return floats, integers
    i, j = np.triu_indices(n, 1)
    return (i, j, floats[i, j]), (i, j, integers[i, j])


@pytest.mark.parametrize("form", ["matrix", "edges"])
@pytest.mark.parametrize("kind", WEIGHTS)
@pytest.mark.parametrize("n", [1000, 2000])
def test_floats(benchmark, n, kind, form):
    floats, integers = forms(kind, form, n)
    assert (
        max_weight_matching(floats, maxcardinality=True).mate
        == max_weight_matching(integers, maxcardinality=True).mate
    ).all()
    beside = []

    def timed(weights):
        start = perf_counter()
        max_weight_matching(weights, maxcardinality=True)
        return perf_counter() - start

    benchmark.pedantic(
        lambda: max_weight_matching(floats, maxcardinality=True),
        setup=lambda: beside.append(timed(floats) / timed(integers)),
        rounds=TURNS,
    )
    benchmark.group = f"floats {form} {n}"
    benchmark.extra_info.update(kind=kind, form=form, n=n, ratio=median(beside))
