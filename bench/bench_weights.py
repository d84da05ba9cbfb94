"""Weights of all pairs of a round: every model, and every term.

    pytest bench/bench_weights.py                      1000 players
    pytest bench/bench_weights.py --largest 5000       2000 and 5000 as well

``weights_per_second`` counts the pairs of two players. A model is timed from the field to the
integers, the state of its players included; a term from the state to the integers.
"""

from __future__ import annotations

from functools import lru_cache

import pytest

from fastpair.pairing.field import Field
from fastpair.pairing.generator import generate
from fastpair.pairing.weights import MODELS, model_named
from fastpair.pairing.weights.evaluation import weigh_all

ROUND, ROUNDS = 5, 7

PRESENT = {1000: 1335, 2000: 2690, 5000: 6740}
"""Entries of an invented congress of which about so many take part in the round."""

sizes = pytest.mark.parametrize("n", PRESENT)

TERMS = [(name, term) for name in MODELS for term in model_named(name).names]


@lru_cache(maxsize=1)
def field_of(n):
    """Players of round 5 of a congress of seven."""
    return Field.of(generate(PRESENT[n], ROUNDS, seed=1, play=ROUND - 1), ROUND)


@sizes
@pytest.mark.parametrize("name", MODELS)
def test_model(benchmark, n, name):
    field, model = field_of(n), model_named(name)

    def weigh():
        field.roster.forget()
        return model.weigh(field)

    benchmark(weigh)
    inform(benchmark, len(field))
    benchmark.extra_info["model"] = name


@sizes
@pytest.mark.parametrize("name", MODELS)
def test_matrix(benchmark, n, name):
    """The same with the state of the players counted before."""
    field, model = field_of(n), model_named(name)
    model.weigh(field)
    benchmark(model.weigh, field)
    inform(benchmark, len(field))


@sizes
@pytest.mark.parametrize(("name", "term"), TERMS)
def test_term(benchmark, n, name, term):
    field, model = field_of(n), model_named(name)
    players, terms, quantum = model.find_terms(field)
    chosen = tuple(found for found in terms if found.name == term)
    benchmark(weigh_all, chosen, players, quantum)
    inform(benchmark, len(field))


def inform(benchmark, players):
    pairs = players * (players - 1) // 2
    benchmark.extra_info["players"] = players
    benchmark.extra_info["weights_per_second"] = round(pairs / benchmark.stats["median"])
