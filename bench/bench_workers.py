"""How many tournaments a second are played by one worker, by one process for each core, and by a Dask cluster of as many.

python bench/bench_workers.py [PLAN] [REPEATS]

Workers are there, and have played, before the clock starts. What a worker sends is the row of a tournament.
"""

from __future__ import annotations

import os
import pickle
import sys
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from distributed import LocalCluster

from fastpair.research.simulate import read_plan, run, trials
from fastpair.research.simulate.execution import cluster, processes

PLAN = (
    Path(__file__).parents[1]
    / "docs"
    / "contributing"
    / "studies"
    / "coefficients"
    / "weekend.toml"
)


@contextmanager
def dask(workers):
    """A cluster on this machine, spoken to as to any other."""
    with (
        LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as here,
        cluster(here.scheduler_address) as executor,
    ):
        yield executor


def rate(plan, workers):
    """Tournaments a second, and their rows."""
    with workers as executor:
        list(run(replace(plan, repeats=8), trials, executor))
        start = perf_counter()
        rows = list(run(plan, trials, executor))
        return len(rows) / (perf_counter() - start), rows


def main():
    plan = read_plan(sys.argv[1] if len(sys.argv) > 1 else PLAN)
    plan = replace(plan, repeats=int(sys.argv[2]) if len(sys.argv) > 2 else 400)
    cores = os.cpu_count() or 1
    alone, expected = rate(plan, nullcontext())
    print(f"1 worker           {alone:6.1f} tournaments a second")
    for name, workers in (("processes", processes(cores)), ("Dask workers", dask(cores))):
        found, rows = rate(plan, workers)
        played = {row.place: row.measures for row in rows}
        same = played == {row.place: row.measures for row in expected}
        print(
            f"{cores} {name:<16} {found:6.1f} tournaments a second, {found / alone:.2f} times as many, "
            + ("the same results" if same else "OTHER RESULTS")
        )
    size = len(pickle.dumps(rows)) / len(rows)
    print(f"a worker sends {size:.0f} bytes for each tournament")


if __name__ == "__main__":
    main()
