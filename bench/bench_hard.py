"""Instances that are made to be hard, or were found, against the peers that solve them in seconds."""

from __future__ import annotations

import pytest

from conftest import problem_of, time_solver
from hard_instances import HARD, hard_instance
from recipes import prepared, stored
from worst_instances import WORST, worst_instance

SOLVERS = {"fastpair": 1000, "rustworkx": 300, "LEMON": 1000, "Boost": 1000}


FAMILIES = dict.fromkeys(HARD, hard_instance) | dict.fromkeys(WORST, worst_instance)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("n", [100, 300, 1000])
def test_hard(benchmark, absences, n, family, solver):
    if n > SOLVERS[solver]:
        pytest.skip(f"{solver} would take minutes")
    benchmark.group = f"hard {family} {n}"
    benchmark.extra_info.update(family=family)
    problem, best = problem_of(FAMILIES[family], family, n)
    time_solver(benchmark, solver, problem, best, absences)


FOUND = {f"{place:02}-{recipe['name']}": recipe for place, recipe in enumerate(stored(), 1)}
# LEMON is lucky with some orders of the edges, and the search prefers these.
FOUND |= {f"{name}-by-lot": {**recipe, "by lot": True} for name, recipe in FOUND.items()}
FOUND_SIZES = [(name, k * recipe["n"]) for name, recipe in FOUND.items() for k in (1, 4, 16, 64)]


@pytest.mark.parametrize("solver", ["fastpair", "LEMON"])
@pytest.mark.parametrize(("family", "n"), FOUND_SIZES)
def test_found(benchmark, absences, n, family, solver):
    """What the adversary has found."""
    benchmark.group = f"found {family} {n}"
    benchmark.extra_info.update(family=family)
    problem, best = problem_of(of_recipe, family, n)
    time_solver(benchmark, solver, problem, best, absences)


def of_recipe(family, n):
    return prepared(FOUND[family], n)
