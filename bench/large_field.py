"""Solve a McMahon-shaped field too large for a matrix, block by block, and prove the result.

    python bench/large_field.py [PLAYERS]

Weights like OpenGotha's: equal scores above all, then seeding within the group, then luck; players
are ordered by score, and a bound for each two ranges of players spares whatever is far apart.
"""

from __future__ import annotations

import resource
import sys
from time import perf_counter

import numpy as np

from fastpair.matching import max_weight_matching, verify
from fastpair.matching.blocks import Blocks

SCORE, SEEDING, LUCK = 10**11, 5 * 10**6, 10**6
RANGE = 1024


def field(players, seed=1):
    """Scores in order, and places within each score group."""
    rng = np.random.default_rng(seed)
    score = np.sort(np.clip(rng.normal(20, 6, players).round().astype(np.int64), 0, 30))
    first = np.searchsorted(score, score)
    size = np.searchsorted(score, score, side="right") - first
    return score, np.arange(players) - first, size


def blocks(players):
    """The field as a graph."""
    score, place, size = field(players)
    groups = int(score[-1] - score[0]) + 1

    def by_score(distance):
        return SCORE - SCORE * distance * distance // (groups * groups)

    def compute(rows, start, stop):
        columns = np.arange(start, stop)
        distance = np.abs(score[rows, None] - score[columns])
        weights = by_score(distance)
        fold = np.abs(2 * np.abs(place[rows, None] - place[columns]) - size[columns])
        weights += np.where(distance == 0, SEEDING - SEEDING * fold // size[columns], 0)
        low, high = np.minimum(rows[:, None], columns), np.maximum(rows[:, None], columns)
        weights += (low * 0x9E3779B1 ^ high * 0x85EBCA6B) % LUCK
        return weights, rows[:, None] != columns

    starts = np.arange(0, players, RANGE)
    low, high = score[starts], score[np.minimum(starts + RANGE, players) - 1]
    apart = np.maximum(0, np.maximum(low[:, None] - high, low - high[:, None]))
    bounds = by_score(apart) + np.where(apart == 0, SEEDING, 0) + LUCK
    return Blocks(
        size=players, compute=compute, largest=SCORE + SEEDING + LUCK, range=RANGE, bounds=bounds
    )


def main(players):
    graph = blocks(players)
    start = perf_counter()
    matching = max_weight_matching(graph, maxcardinality=True)
    solved = perf_counter()
    print(f"{players} players: {matching.cardinality} pairs, weight {matching.weight}")
    print(f"solved in {solved - start:.1f} s")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory {peak:.0f} MiB; the matrix alone is {players**2 * 8 / 2**20:.0f} MiB")
    verify(graph, matching, maxcardinality=True)
    print(f"proven in {perf_counter() - solved:.1f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
