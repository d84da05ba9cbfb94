"""What questions about a pairing cost, beside the plain way: to change the graph and solve again.

    python bench/bench_prices.py [PLAYERS...]

Each line: a question about a round of an invented congress, under the weights of a model, and how
many times as long the plain way takes. That is, on a solver that holds its state: to force a pair and
solve, for some pairs of each question, extrapolated to all; or to forbid each pair of the best
matching in turn, and so for each of the ten best. To undo the change is not counted. All times are
processor time, that of all cores together. Both ways have to agree.
"""

from __future__ import annotations

import sys
from statistics import mean, median
from time import process_time

import numpy as np

from fastpair.matching import Solver, kbest_matchings
from fastpair.pairing.field import Field
from fastpair.pairing.generator import generate
from fastpair.pairing.weights import model_named

MODELS = ("opengotha351", "fastpair")
PLAYERS = (500, 1000)
ROUND, ROUNDS = 5, 9
BEST = 10
SAMPLED = 100


def timed(action):
    start = process_time()
    result = action()
    return result, process_time() - start


def changed(solver, change, *pair):
    """The weight of the optimum after a change, and the seconds that it takes to find it."""
    rows = [(v, solver.units[v].copy(), solver.allowed[v].copy()) for v in map(int, pair)]

    def solve():
        getattr(solver, change)(*map(int, pair))
        return solver.solve().weight

    answer = timed(solve)
    for row in rows:
        solver.insert(*row)
    solver.solve()
    return answer


def one_player(solver, rng):
    players = rng.choice(len(solver), 9, replace=False)
    rows, seconds = zip(*(timed(lambda v=v: solver.prices(v)) for v in players), strict=True)
    optimum, plain = solver.solve().weight, []
    for v, row in zip(players, rows, strict=True):
        for u in rng.choice(np.flatnonzero(row.possible), SAMPLED // 9, replace=False):
            weight, taken = changed(solver, "force", v, u)
            assert optimum - weight == row.weight[u]
            plain.append(taken)
    return median(seconds), mean(plain) * (len(solver) - 1)


def all_pairs(solver, rng):
    table, seconds = timed(solver.price_table)
    optimum, plain = solver.solve().weight, []
    for v, u in rng.permutation(np.argwhere(np.triu(table.possible)))[:SAMPLED]:
        weight, taken = changed(solver, "force", v, u)
        assert optimum - weight == table.weight[v, u]
        plain.append(taken)
    return seconds, mean(plain) * len(solver) * (len(solver) - 1) / 2


def best_ones(solver, rng):
    weights = solver.units
    best, seconds = timed(lambda: list(kbest_matchings(weights, k=BEST, maxcardinality=True)))
    others = [changed(solver, "forbid", *pair) for pair in best[0].edges]
    assert best[0].weight == solver.solve().weight
    assert best[1].weight == max(weight for weight, _ in others)
    return seconds, sum(taken for _, taken in others) * (BEST - 1)


def main(sizes):
    print(f"{'model':14}{'players':>8}  {'question':24}{'ms':>9}{'plain, ms':>12}{'ratio':>8}")
    for name in MODELS:
        for size in sizes:
            field = Field.of(generate(size, ROUNDS, seed=1, play=ROUND - 1), ROUND)
            solver = Solver(model_named(name).weigh(field).total, maxcardinality=True)
            solver.solve()
            for ask in (one_player, all_pairs, best_ones):
                taken, plain = ask(solver, np.random.default_rng(1))
                question = (
                    f"{BEST} best matchings" if ask is best_ones else f"prices of {ask.__name__}"
                )
                print(
                    f"{name:14}{len(solver):8}  {question.replace('_', ' '):24}"
                    f"{1000 * taken:9.2f}{1000 * plain:12.1f}{plain / taken:8.0f}"
                )


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or PLAYERS)
