"""Real weights: rounds of congresses, as OpenGotha weighs them (folder: FASTPAIR_CONFORMANCE)."""

from __future__ import annotations

import os
from math import isqrt
from pathlib import Path

import numpy as np
import pytest

from conftest import problem_of, time_solver
from fastpair.research.bench import Instance

LEAST = 300
"""Players from which a tournament is a congress."""


def rounds():
    """The files of all rounds with so many players."""
    folder = os.environ.get("FASTPAIR_CONFORMANCE")
    if not folder:
        return [pytest.param(None, 0, marks=pytest.mark.skip("FASTPAIR_CONFORMANCE is not set"))]
    found = sorted(Path(folder).glob("opengotha/*/v351/weights_R*.npz"))
    sizes = [(path, size_of(path)) for path in found]
    return [
        pytest.param(path, n, id=f"{path.parts[-3]}-{path.stem.removeprefix('weights_')}")
        for path, n in sizes
        if n >= LEAST
    ]


def size_of(path):
    """Number of players, from the number of pairs."""
    with np.load(path) as arrays:
        return (1 + isqrt(1 + 8 * int(arrays["npairs"][0]))) // 2


def congress_round(path, n):
    with np.load(path) as arrays:
        total = arrays["total"]
    weights = np.zeros((n, n), np.int64)
    weights[np.triu_indices(n, 1)] = total
    return Instance(f"opengotha-{path.stem}", weights + weights.T, ~np.eye(n, dtype=bool))


@pytest.mark.parametrize("solver", ["fastpair", "LEMON", "Boost"])
@pytest.mark.parametrize(("path", "n"), rounds())
def test_opengotha(benchmark, absences, path, n, solver):
    benchmark.group = f"opengotha {path.parts[-3]} {path.stem}"
    benchmark.extra_info.update(kind="opengotha")
    problem, best = problem_of(congress_round, path, n)
    time_solver(benchmark, solver, problem, best, absences)
