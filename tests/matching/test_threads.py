"""Many solves at once, with the GIL or without, and the same solutions on every machine.

cibuildwheel tests every wheel by this file.
"""

from __future__ import annotations

import hashlib
import sys
import sysconfig
import threading

import numpy as np
import pytest

from fastpair.matching import Solver, max_weight_matching

THREADS = 8
PATIENCE = 60  # seconds
SIZE = 300
DIGESTS = {
    7: "a1fafd33bfcf891b",
    1000: "a5b29e0c40c3679f",
    2**40: "fc9f1f520c4adb42",
    2**60: "4cc3f0b3c22351c2",
}
"""For each number of different weights, the digest of the solution that was found on x86-64."""


def matrix(width, seed=1):
    """Symmetric weights below a width, the same on every machine."""
    raw = np.random.PCG64(seed).random_raw(SIZE * SIZE).reshape(SIZE, SIZE) % np.uint64(width)
    return (np.triu(raw, 1) + np.triu(raw, 1).T).astype(np.int64)


def digest(matching):
    """SHA-256 of the mates and the duals, as decimal numbers."""
    numbers = [*map(int, matching.mate), *map(int, matching.certificate.vertex_duals_2x)]
    return hashlib.sha256(",".join(map(str, numbers)).encode()).hexdigest()[:16]


def solve(width, seed=1):
    return digest(max_weight_matching(matrix(width, seed), maxcardinality=True))


def together(work, arguments):
    """What the calls return that all begin at the same moment, each in a thread of its own."""
    barrier = threading.Barrier(len(arguments), timeout=PATIENCE)
    found = {}

    def begin(call, words):
        barrier.wait()
        found[call] = work(*words)

    calls = enumerate(arguments)
    threads = [threading.Thread(target=begin, args=call, daemon=True) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert not any(thread.is_alive() for thread in threads), "threads wait for ever"
    return [found[call] for call in range(len(arguments))]


@pytest.mark.parametrize("width", DIGESTS)
def test_the_solution_is_the_same_on_every_machine(width):
    assert solve(width) == DIGESTS[width]


def test_threads_do_not_disturb_each_other():
    arguments = [(width, seed) for width in DIGESTS for seed in range(THREADS)]
    expected = [solve(*words) for words in arguments]
    assert together(solve, arguments) == expected


def changed(seed):
    """Digests of the solutions of one solver whose weights change."""
    solver = Solver(matrix(1000), maxcardinality=True)
    generator = np.random.PCG64(seed)
    found = []
    for _ in range(20):
        i, j, weight = (int(raw) for raw in generator.random_raw(3))
        if i % SIZE != j % SIZE:
            solver.set_weight(i % SIZE, j % SIZE, weight % 1000)
        found.append(digest(solver.solve()))
    return found


def test_each_thread_may_have_a_solver_of_its_own():
    seeds = range(THREADS)
    assert together(changed, [(seed,) for seed in seeds]) == [changed(seed) for seed in seeds]


def test_a_solver_in_use_is_refused_to_other_threads():
    solver = Solver(matrix(1000), maxcardinality=True)
    expected = solver.solve().weight

    def again(_):
        try:
            return solver.solve().weight
        except RuntimeError as error:
            return str(error)

    found = set(together(again, [(k,) for k in range(THREADS)]))
    assert all(answer == expected or "in use" in answer for answer in found)
    assert solver.solve().weight == expected


@pytest.mark.skipif(
    not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this Python always has its GIL"
)
def test_threads_ran_freely():
    assert not sys._is_gil_enabled()
