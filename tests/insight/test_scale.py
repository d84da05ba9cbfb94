"""What things cost, beside each other."""

from __future__ import annotations

from dataclasses import replace

import pytest

import fastpair.insight.explain
from fastpair.insight.explain import Optimum
from fastpair.insight.explain.words import PRICED, scale
from fastpair.pairing.generator import generate
from fastpair.pairing.weights import model_named


@pytest.fixture(scope="module")
def tournament():
    return generate(60, 6, seed=3, play=3)


def prices(tournament, model):
    return scale(Optimum.of_round(tournament, 4, model).field, model)


def test_a_price_follows_its_coefficient_alone(tournament):
    model = model_named("fastpair")
    uneven = model.coefficients.uneven
    dearer = replace(model, coefficients=replace(model.coefficients, uneven=2 * uneven))
    one, two = prices(tournament, model), prices(tournament, dearer)
    for thing in PRICED:
        times = 2 if thing.startswith("repeated") else 1
        assert two[thing] == pytest.approx(times * one[thing], rel=1e-6), thing


@pytest.mark.parametrize("name", ["opengotha351", "fastpair"])
def test_clubs_and_points_have_prices(tournament, name):
    found = prices(tournament, model_named(name))
    assert list(found) == [thing for thing in PRICED if thing in found]
    assert found["point between opponents"] > 0 < found["game within a club"]


def test_a_name_that_was_public_is_found_with_a_warning():
    with pytest.warns(
        DeprecationWarning, match="explain.scale is private from the next version on"
    ):
        assert fastpair.insight.explain.scale is scale
    with pytest.raises(AttributeError, match="no attribute 'scales'"):
        fastpair.insight.explain.scales  # noqa: B018
