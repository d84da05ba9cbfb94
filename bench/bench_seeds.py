"""Ten congresses of each kind and size: how far the slowest is from the middle."""

from __future__ import annotations

import pytest

from conftest import congress, problem_of, time_solver
from fastpair.research.bench import KINDS


@pytest.mark.parametrize("seed", range(1, 11))
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [300, 1000, 2000, 5000])
def test_seeds(benchmark, absences, n, kind, seed):
    benchmark.group = f"seeds {kind} {n}"
    benchmark.extra_info.update(kind=kind, seed=seed)
    problem, best = problem_of(congress, kind, n, seed)
    time_solver(benchmark, "fastpair", problem, best, absences)
