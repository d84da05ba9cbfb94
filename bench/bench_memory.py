"""One pass over a matrix in memory, and what a solve takes beside the matrix."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from conftest import congress, problem_of
from fastpair.research.bench import KINDS

SIZES = (1000, 2000, 5000, 10_000)

# A process of its own: its memory has no peak from anything else. Peaks are forgotten by a 5.
SOLVE = """
import re, sys
from pathlib import Path
import numpy as np
from fastpair.matching import max_weight_matching

def peak():
    return 1024 * int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])

max_weight_matching(np.ones((4, 4), np.int64))
weights, allowed = (np.load(path) for path in sys.argv[1:])
Path("/proc/self/clear_refs").write_text("5")
before = peak()
max_weight_matching(weights, allowed=allowed, maxcardinality=True)
print(peak() - before)
"""


@pytest.mark.parametrize("n", SIZES)
def test_pass(benchmark, n):
    """Read every cell once."""
    problem, _ = problem_of(congress, "sech", n)
    benchmark.group = f"pass {n}"
    benchmark.extra_info.update(n=n)
    benchmark(problem.weights.max)


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="no /proc: peaks unknown")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", SIZES)
def test_memory(benchmark, tmp_path, n, kind):
    """Peak memory of a solve, less what the process held with its arguments."""
    problem, _ = problem_of(congress, kind, n)
    paths = [tmp_path / "weights.npy", tmp_path / "allowed.npy"]
    for path, array in zip(paths, (problem.weights, problem.allowed), strict=True):
        np.save(path, array)
    command = [sys.executable, "-c", SOLVE, *map(str, paths)]
    done = benchmark.pedantic(
        lambda: subprocess.run(command, capture_output=True, text=True, check=True), rounds=1
    )
    share = int(done.stdout) / problem.weights.nbytes
    benchmark.group = f"memory {n}"
    benchmark.extra_info.update(kind=kind, n=n, share=share)
