"""Sparse graphs beside the peers: times, how they grow, memory per edge, and reading the arguments.

    python bench/bench_sparse.py                               up to 100,000 vertices
    python bench/bench_sparse.py --largest 1000000 --family delaunay --objective weight

It writes build/sparse.json and build/sparse.svg, and prints the tables. Other options go to pytest. `nox -s bench` runs the
same up to the size of its other benchmarks. A solver that is on no registry is plugged in as docs/contributing/plug-in-a-solver.md says.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from conftest import problem_of, time_solver
from fastpair.matching import max_weight_matching
from fastpair.research.bench import PEERS, SPARSE, Objective, sparse_instance

SIZES = (300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
LIMITS = {"fastpair": SIZES[-1]} | {peer.name: peer.sparse_limit for peer in PEERS}
LARGE = 10_000
"""Number of vertices from which memory and reading are measured."""

# A process of its own: its memory has no peak from anything else. Peaks are forgotten by a 5.
SOLVE = """
import re, sys
from pathlib import Path
import numpy as np
from fastpair.matching import max_weight_matching

def peak():
    return 1024 * int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])

max_weight_matching((np.arange(2), np.arange(1, 3), np.ones(2, np.int64)))
edges = tuple(np.load(sys.argv[1]))
Path("/proc/self/clear_refs").write_text("5")
before = peak()
max_weight_matching(edges, n=int(sys.argv[2]), maxcardinality=True)
print(peak() - before)
"""

families = pytest.mark.parametrize("family", SPARSE)
large = pytest.mark.parametrize("n", [n for n in SIZES if n >= LARGE])


def made(family, n, objective=Objective.CARDINALITY):
    return sparse_instance(family, n, objective=objective)


@pytest.mark.parametrize("solver", LIMITS)
@pytest.mark.parametrize("objective", Objective)
@families
@pytest.mark.parametrize("n", SIZES)
def test_sparse(benchmark, absences, n, family, objective, solver):
    if n > LIMITS[solver]:
        pytest.skip(f"{solver} would take minutes")
    problem, best = problem_of(made, family, n, objective)
    benchmark.group = f"sparse {family} {objective} {n}"
    benchmark.extra_info.update(family=family, objective=objective)
    time_solver(benchmark, solver, problem, best, absences)
    benchmark.extra_info.update(n=n)


@families
@large
def test_reading(benchmark, n, family):
    """A call for which there is nothing to match: no edge pays."""
    problem = made(family, n)
    first, second, weights = problem.edges
    lost = (first, second, -weights)
    benchmark.group = f"reading {family} {n}"
    benchmark.extra_info.update(family=family, n=n)
    found = benchmark(lambda: max_weight_matching(lost, n=problem.size, maxcardinality=False))
    assert found.cardinality == 0


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="no /proc: peaks unknown")
@families
@large
def test_edge_memory(benchmark, tmp_path, n, family):
    """Peak memory of a solve, less what the process held with its arguments."""
    problem = made(family, n)
    path = tmp_path / "edges.npy"
    np.save(path, np.stack(problem.edges))
    command = [sys.executable, "-c", SOLVE, str(path), str(problem.size)]
    done = benchmark.pedantic(
        lambda: subprocess.run(command, capture_output=True, text=True, check=True), rounds=1
    )
    benchmark.group = f"memory {family} {n}"
    edges = len(problem.edges[0])
    benchmark.extra_info.update(family=family, n=n, edges=edges, bytes=int(done.stdout))


def main(*arguments):
    import plot
    import tables

    results = Path("build", "sparse.json")
    results.parent.mkdir(exist_ok=True)
    options = [
        "-q",
        "--largest=100000",
        f"--benchmark-json={results}",
        "--benchmark-columns=median",
        "-Wignore::pytest_benchmark.logger.PytestBenchmarkWarning",  # when -k leaves nothing
    ]
    if {"-h", "--help"} & set(arguments):
        print(__doc__)
        return
    status = pytest.main([__file__, *options, *arguments])
    if status == pytest.ExitCode.OK:
        tables.main(results, *(section.__name__ for section in tables.SPARSE))
        plot.main(results, "build/sparse.svg", "sparse")
    sys.exit(status)


if __name__ == "__main__":
    main(*sys.argv[1:])
