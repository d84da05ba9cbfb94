"""What levels cost, beside one level and beside powers of ten.

    python bench/bench_levels.py [PLAYERS ...]

The eight levels are those of a round: rematches, scores, categories, drawing up and down, clubs,
countries, colours and seeding. Each line: milliseconds for the first 1, 2, 4 and 8 of them; how many
levels each part holds; the median of the eight levels solved alone; one weight of powers of ten, and
whether it has found the same totals. In `ties`, each level holds only 0 and 1. Figures are the least
CPU time of several runs, so that they do not depend on what else the machine does.
"""

from __future__ import annotations

import sys
from functools import partial
from statistics import median
from time import process_time

import numpy as np

from fastpair.matching import kbest_matchings, max_weight_matching, verify_levels

RUNS = 7
COUNTS = (1, 2, 4, 8)


def of_a_round(players):
    """Levels as a congress has them in the fifth round."""
    rng = np.random.default_rng(players)
    met = np.zeros((players, players), bool)
    met[tuple(rng.integers(0, players, (2, 5 * players // 2)))] = True
    score = np.sort(rng.integers(0, max(2, players // 25), players))
    category = np.sort(rng.integers(0, 3, players))
    drawn, colour = rng.integers(-1, 2, (2, players))
    club, country = (rng.integers(0, most, players) for most in (players // 8 + 2, 12))
    place = np.arange(players)
    costs = (
        met | met.T,
        _apart(score) ** 2,
        _apart(category),
        np.abs(drawn[:, None] + drawn),
        club[:, None] == club,
        country[:, None] == country,
        np.abs(colour[:, None] + colour),
        np.abs(_apart(place) - players // 50),
    )
    return [-np.ascontiguousarray(cost.astype(np.int64)) for cost in costs]


def of_ties(players):
    """Levels of 0 and 1 only."""
    rng = np.random.default_rng(players)
    halves = [np.triu(rng.integers(0, 2, (players, players)), 1) for _ in range(8)]
    return [half + half.T for half in halves]


def _apart(numbers):
    return np.abs(numbers[:, None] - numbers)


def powers_of_ten(levels):
    """One weight: the largest powers that fit, in steps of as many digits as weights have."""
    total, unit = np.zeros_like(levels[0]), 1
    for level in reversed(levels):
        total += unit * level
        unit *= 10 ** len(str(int(np.abs(level).max())))
        unit *= 10 if unit < 10**9 else 1
    return total


def milliseconds(action):
    def seconds():
        start = process_time()
        action()
        return process_time() - start

    return 1000 * min(seconds() for _ in range(RUNS))


def main(sizes):
    heads = ("levels", "players", *COUNTS, "alone", "powers", "same", "proof", "10 best")
    print(" ".join(f"{head:>8}" for head in heads), "  parts")
    for kind in (of_a_round, of_ties):
        for players in sizes:
            levels = kind(players)
            times = [milliseconds(partial(max_weight_matching, levels=levels[:k])) for k in COUNTS]
            alone = median(milliseconds(partial(max_weight_matching, level)) for level in levels)
            whole = powers_of_ten(levels)
            powers = milliseconds(partial(max_weight_matching, whole))
            cells = tuple(max_weight_matching(whole).edges.T)
            matching = max_weight_matching(levels=levels)
            same = matching.weight == tuple(int(level[cells].sum()) for level in levels)
            proof = milliseconds(partial(verify_levels, levels, matching))
            start = process_time()
            list(kbest_matchings(levels=levels, k=10))
            best = 1000 * (process_time() - start)
            shown = (*times, alone, powers)
            print(
                f"{kind.__name__[3:]:>8} {players:8}",
                *(f"{time:8.2f}" for time in shown),
                f"{'yes' if same else 'no':>8} {proof:8.1f} {best:8.0f}",
                " ",
                "+".join(str(len(part.units)) for part in matching.parts),
            )


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or [100, 300, 1000])
