"""How many tournaments a second one worker plays, and two.

python bench/bench_workers.py [PLAN] [REPEATS]
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from fastpair.lab.simulate import read_plan, run, trials
from fastpair.lab.simulate.workers import processes

PLAN = Path(__file__).parents[1] / "docs" / "studies" / "coefficients" / "weekend.toml"


def rate(plan, workers):
    """Tournaments a second, the start of the workers included, and what they have measured."""
    start = perf_counter()
    if workers == 1:
        rows = list(run(plan, trials))
    else:
        with processes(workers) as executor:
            rows = list(run(plan, trials, executor))
    return len(rows) / (perf_counter() - start), {row.place: row.measures for row in rows}


def main():
    plan = read_plan(sys.argv[1] if len(sys.argv) > 1 else PLAN)
    plan = replace(plan, repeats=int(sys.argv[2]) if len(sys.argv) > 2 else 100)
    first, alone = rate(plan, 1)
    print(f"1 worker   {first:6.1f} tournaments a second")
    second, together = rate(plan, 2)
    same = "the same results" if alone == together else "OTHER RESULTS"
    print(
        f"2 workers  {second:6.1f} tournaments a second, {second / first:.2f} times as many, {same}"
    )


if __name__ == "__main__":
    main()
