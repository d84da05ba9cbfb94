"""Questions about the draw of a round: of one player, of all pairs, and of the best draws.

pytest bench/bench_explain.py

The field, its weights and the first solve are there before: what is timed is what a page waits for that
has the draw open. ``first question`` counts all of it, from the tournament on.
"""

from __future__ import annotations

from functools import lru_cache

import pytest

from fastpair.insight.explain import Conditions, Optimum, best_draws, candidates, what_if
from fastpair.insight.explain.alternatives import heat_map
from fastpair.insight.explain.sensitivity import turning_points
from fastpair.insight.explain.words import explain_pair
from fastpair.pairing.generator import generate
from fastpair.pairing.weights import model_named

ROUND, ROUNDS = 5, 7

ENTRIES = {500: 668, 1000: 1335}
"""Entries of an invented congress of which about so many take part in the round."""

MODELS = ("opengotha351", "fastpair")

sizes = pytest.mark.parametrize("n", ENTRIES)
models = pytest.mark.parametrize("name", MODELS)


@lru_cache(maxsize=2)
def tournament_of(n):
    return generate(ENTRIES[n], ROUNDS, seed=1, play=ROUND - 1)


@lru_cache(maxsize=1)
def optimum_of(n, name):
    """A round that is drawn best, with its solvers ready."""
    found = Optimum.of_round(tournament_of(n), ROUND, model_named(name))
    return found if found.solver and found.nearby else None


def apart(optimum):
    """Two seats of the middle of the field who may meet and do not."""
    i = len(optimum.field) // 2
    mate = int(optimum.solution.matching.mate[i])
    row = optimum.solution.allowed[i].nonzero()[0]
    return i, next(int(j) for j in row if j not in (i, mate))


@sizes
@models
def test_first_question(benchmark, n, name):
    tournament, model = tournament_of(n), model_named(name)

    def ask():
        optimum = Optimum.of_round(tournament, ROUND, model)
        return candidates(optimum, optimum.field.key[0])

    assert benchmark(ask)


@sizes
@models
def test_opponents(benchmark, n, name):
    optimum = optimum_of(n, name)
    player = optimum.field.key[len(optimum.field) // 2]
    found = benchmark(lambda: candidates(optimum, player))
    assert len(found) == len(optimum.field) - 1


@sizes
@models
def test_why_not(benchmark, n, name):
    optimum = optimum_of(n, name)
    i, j = apart(optimum)
    pair = frozenset(optimum.field.key[seat] for seat in (i, j))
    conditions = Conditions(force=frozenset({pair}))

    def ask():
        explain_pair(optimum.field, optimum.model, i, j)
        return what_if(optimum, conditions)

    assert benchmark(ask).price >= 0


@sizes
@models
def test_without_a_player(benchmark, n, name):
    optimum = optimum_of(n, name)
    conditions = Conditions(drop=frozenset({optimum.field.key[0]}))
    assert benchmark(lambda: what_if(optimum, conditions)).changed


@sizes
@models
def test_ten_best_draws(benchmark, n, name):
    optimum = optimum_of(n, name)
    assert len(benchmark(lambda: best_draws(optimum, 10)).others) == 10


@sizes
@models
def test_price_table(benchmark, n, name):
    optimum = optimum_of(n, name)
    found = benchmark.pedantic(lambda: heat_map(optimum), rounds=3)
    assert found.pairs.sum() > 0


@models
def test_single_rules(benchmark, name):
    optimum = optimum_of(500, name)
    benchmark.pedantic(lambda: turning_points(optimum, *apart(optimum)), rounds=1)
