"""fastpair and its peers on the same instances, in one run: the table and the plot of docs/contributing/measurements.md."""

from __future__ import annotations

import pytest

from conftest import congress, problem_of, time_solver
from fastpair.research.bench import KINDS, PEERS

SIZES = (100, 300, 1000, 2000, 5000, 10_000)
LIMITS = {"fastpair": 10_000} | {peer.name: peer.limit for peer in PEERS}


@pytest.mark.parametrize("solver", LIMITS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", SIZES)
def test_peers(benchmark, absences, n, kind, solver):
    if n > LIMITS[solver]:
        pytest.skip(f"{solver} would take minutes")
    benchmark.group = f"peers {kind} {n}"
    benchmark.extra_info.update(kind=kind)
    problem, best = problem_of(congress, kind, n)
    time_solver(benchmark, solver, problem, best, absences)
