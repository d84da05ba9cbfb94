"""What all benchmarks share: how large they go, and how a solver is timed.

    pytest bench --largest 300             a quick look
    pytest bench --largest 10000           all that tables.py and plot.py show

Medians of wall time. The graph of a peer is built before, and its total is checked after.
"""

from __future__ import annotations

from functools import lru_cache
from time import perf_counter

import pytest

from fastpair.research.bench import PEERS, instance, optimum
from fastpair.research.bench.peers import fastpair_solver, mates_of, value_of
from recorded import clones

SECONDS = 1.0
"""A solver repeats for about so long ..."""
MOST_RUNS = 200
"""... but not more often than this, and three times at least unless that takes a minute."""


def pytest_addoption(parser):
    parser.addoption(
        "--largest", type=int, default=1000, help="largest number of vertices (default 1000)"
    )
    for parameter in ("family", "objective"):
        parser.addoption(
            f"--{parameter}", action="append", help="only this one, where there are such"
        )


@pytest.hookimpl(optionalhook=True)
def pytest_benchmark_update_machine_info(config, machine_info):
    """Say which clone of the engine is measured."""
    machine_info["clones"] = clones()


def pytest_collection_modifyitems(config, items):
    """Leave out what is larger than asked for, or of another family."""
    chosen = [item for item in items if is_chosen(item, config)]
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen


def is_chosen(item, config):
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    n = parameters.get("n", 0)
    if isinstance(n, int) and n > config.getoption("--largest"):
        return False
    named = ((parameters.get(name), config.getoption(name)) for name in ("family", "objective"))
    return all(not asked or value in asked for value, asked in named)


@pytest.fixture(scope="session")
def absences():
    """Why each peer cannot be asked, or None."""
    return {peer.name: peer.absence() for peer in PEERS}


@lru_cache(maxsize=1)
def problem_of(make, *arguments):
    """An instance with its proven optimum: the solvers of one follow each other."""
    problem = make(*arguments)
    return problem, optimum(problem)


def congress(kind, n, seed=1):
    """An instance of PEERS' kinds after five rounds."""
    return instance(kind, n, seed=seed)


def time_solver(benchmark, solver, problem, best, absences):
    """Time fastpair or a peer by its name, and check its total."""
    if solver == "fastpair":
        solve = fastpair_solver(problem)
    else:
        if absences[solver]:
            pytest.skip(f"{solver} is not here: {absences[solver]}")
        peer = next(peer for peer in PEERS if peer.name == solver)
        try:
            solve = peer.prepare(problem, 2 * best.cardinality == problem.size)
        except OverflowError as error:
            pytest.skip(str(error))
    start = perf_counter()
    answer = solve()
    once = perf_counter() - start
    value = value_of(problem, mates_of(answer, problem.size))
    benchmark.pedantic(solve, rounds=runs(once))
    benchmark.extra_info.update(
        instance=problem.name, solver=solver, n=problem.size, right=value == best
    )
    assert value == best, f"{solver} finds {value}, proven is {best}"


def runs(seconds):
    """How often something is repeated that takes so long."""
    return min(max(int(SECONDS / seconds), 1 if seconds > 20 else 3), MOST_RUNS)
