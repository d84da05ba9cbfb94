"""Where weighing by classes becomes faster than weighing pair by pair, model by model.

    python bench/bench_ways.py [PLAYERS ...]

The state of the players is counted before, and what the classes find out about it is not kept between
two runs. Times are the least of a few, in ms.
"""

from __future__ import annotations

import sys
from time import perf_counter
from typing import TYPE_CHECKING
from unittest.mock import patch

from fastpair.pairing.field import Field
from fastpair.pairing.generator import generate
from fastpair.pairing.weights import MODELS, model_named

if TYPE_CHECKING:
    from collections.abc import Callable

PLAYERS = (50, 75, 100, 150, 200, 300, 400, 600)
ROUND, ROUNDS, TIMES = 5, 7, 40


def least(work: Callable[[], object]) -> float:
    """Milliseconds of the fastest of some runs."""
    taken = []
    for _ in range(TIMES):
        start = perf_counter()
        work()
        taken.append(perf_counter() - start)
    return min(taken) * 1000


def main() -> None:
    """Print a line for each model and number of players."""
    sizes = [int(word) for word in sys.argv[1:]] or PLAYERS
    print(f"{'model':14}{'players':>8}{'pairs ms':>10}{'classes ms':>12}{'chosen ms':>11}")
    for players in sizes:
        present = generate(players * 4 // 3 + 2, ROUNDS, seed=1, play=ROUND - 1)
        field = Field.of(present, ROUND)
        for name in MODELS:
            model = model_named(name)
            model.weigh(field)
            times = []
            for most in (10**9, 0, model.pairwise_up_to):
                with patch.object(type(model), "pairwise_up_to", most):
                    times.append(least(lambda: model.weigh(field)))  # noqa: B023
            pairs, classes, chosen = times
            print(f"{name:14}{len(field):8}{pairs:10.2f}{classes:12.2f}{chosen:11.2f}")


if __name__ == "__main__":
    main()
