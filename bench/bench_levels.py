"""What levels cost, beside one level and beside powers of ten.

    python bench/bench_levels.py [PLAYERS ...]

The eight levels are those of a round: rematches, scores, categories, drawing up and down, clubs,
countries, colours and seeding. In `ties`, each level holds only 0 and 1, and in `large`, numbers up
to 2^40. Each line: the bits of a weight that holds all eight levels; milliseconds for the first 1, 2,
4 and 8 of them; the median of the eight levels solved alone; one weight of powers of ten, where it
has found the same totals; how many times as long as these two the eight levels take; the powers of
ten with duals of 128 bits; the eight levels if each is solved alone among the best matchings of those
above; the proof, and the ten best matchings; how many levels each part holds. Figures are the least of
several runs.
"""

from __future__ import annotations

import sys
from functools import partial
from math import isnan, nan
from statistics import median
from time import perf_counter
from unittest.mock import patch

import numpy as np

import fastpair.matching.levels as solver
from fastpair.matching import kbest_matchings, max_weight_matching, verify
from fastpair.matching.levels import Span, size, taken_off, units

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


def of_large(players):
    """Levels of random numbers up to 2^40."""
    rng = np.random.default_rng(players)
    halves = [np.triu(rng.integers(0, 2**40, (players, players)), 1) for _ in range(8)]
    return [half + half.T for half in halves]


def bits(levels):
    """Of the weight that holds all levels with the least units that prove themselves."""
    spans = [Span(int(level.min()), int(level.max())) for level in levels]
    spans = [span.less(low) for span, low in zip(spans, taken_off(spans, fixed=True), strict=True)]
    return size(spans, units(spans, len(levels[0]) // 2, fixed=True)).bit_length()


def _apart(numbers):
    return np.abs(numbers[:, None] - numbers)


def powers_of_ten(levels):
    """One weight: a unit has as many digits more than the next as weights have, and one to spare.

    None if it does not fit.
    """
    total, unit = np.zeros_like(levels[0]), 1
    for level in reversed(levels):
        if unit * int(np.abs(level).max()) > 2**59:
            return None
        total += unit * level
        unit *= 10 ** len(str(int(np.abs(level).max())))
        unit *= 10 if unit < 10**9 else 1
    return total


def milliseconds(action):
    def seconds():
        start = perf_counter()
        action()
        return perf_counter() - start

    return 1000 * min(seconds() for _ in range(RUNS))


def of_powers(levels, matching):
    """Milliseconds for one weight of powers of ten, and for the same with duals of 128 bits.

    nan if it does not fit or finds other totals.
    """
    whole = powers_of_ten(levels)
    if whole is None:
        return nan, nan
    cells = tuple(max_weight_matching(whole, maxcardinality=True).edges.T)
    if matching.levels != tuple(int(level[cells].sum()) for level in levels):
        return nan, nan
    # The engine solves weights beyond 2^59 with duals of 128 bits.
    wide = whole << (60 - int(np.abs(whole).max()).bit_length())
    return tuple(milliseconds(partial(max_weight_matching, each)) for each in (whole, wide))


def one_by_one(levels):
    """Milliseconds if each level is solved alone among the best matchings of those above."""
    with patch.object(solver, "fit_levels", lambda *_, **__: ((1,), (0,))):
        return milliseconds(partial(max_weight_matching, levels=levels))


def main(sizes):
    heads = (*COUNTS, "alone", "powers", "/ alone", "/ powers", "128 bits", "singly", "proof")
    show("levels", "players", "bits", *map(str, heads), "10 best", "parts")
    for kind in (of_a_round, of_ties, of_large):
        for players in sizes:
            levels = kind(players)
            times = [milliseconds(partial(max_weight_matching, levels=levels[:k])) for k in COUNTS]
            alone = median(milliseconds(partial(max_weight_matching, level)) for level in levels)
            matching = max_weight_matching(levels=levels, maxcardinality=True)
            powers, wide = of_powers(levels, matching)
            proof = milliseconds(
                partial(verify, None, matching, levels=levels, maxcardinality=True)
            )
            start = perf_counter()
            list(kbest_matchings(levels=levels, k=10, maxcardinality=True))
            best = 1000 * (perf_counter() - start)
            ratios = times[-1] / alone, times[-1] / powers
            shown = (*times, alone, powers, *ratios, wide, one_by_one(levels), proof, best)
            show(
                kind.__name__.split("_")[-1],
                str(players),
                str(bits(levels)),
                *("" if isnan(value) else f"{value:.2f}" for value in shown),
                "+".join(str(len(part.units)) for part in matching.certificates),
            )


def show(*cells):
    print(f"| {' | '.join(cells)} |")


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or [100, 300, 1000])
