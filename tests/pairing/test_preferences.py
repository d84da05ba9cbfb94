"""Preferences: one more component beside those of any model."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fastpair.errors import RuleError
from fastpair.pairing import ByRounds, Preferring, RoundRange, family
from fastpair.pairing.field import Field
from fastpair.pairing.generator import generate
from fastpair.pairing.weights import MODELS, model_named
from fastpair.pairing.weights.models import GoDraw2015
from tournaments import tournaments


@given(tournaments(), st.data(), st.sampled_from(sorted(MODELS)), st.sampled_from([None, 0.5, 7]))
def test_a_preference_is_added_and_nothing_else(tournament, data, name, worth):
    field = Field.of(tournament, data.draw(st.integers(1, tournament.rules.rounds)))
    assume(len(field) > 1)
    every = st.sampled_from([frozenset(pair) for pair in combinations(field.key, 2)])
    wanted, unwanted = data.draw(st.frozensets(every)), data.draw(st.frozensets(every))
    model = model_named(name)
    asked = {"wanted": wanted, "unwanted": unwanted, "families_apart": data.draw(st.booleans())}
    preferring = Preferring(model=model, worth=worth, **asked)
    share = round((model.traits.preference if worth is None else worth) * model.units(field))
    weighed = preferring.weigh(field)
    extra = weighed.total - model.weigh(field).total
    house = family(field)
    for i, j in combinations(range(len(field)), 2):
        pair = frozenset((field.key[i], field.key[j]))
        against = pair in unwanted or bool(asked["families_apart"] and house[i] == house[j])
        assert extra[i, j] == extra[j, i] == share * ((pair in wanted) - against)
        view = field[i], field[j]
        assert preferring.components(*view)["preference"] == extra[i, j]
        assert preferring.weight(*view) == weighed.total[i, j]
    assert (weighed.components["preference"] == extra)[np.triu_indices(len(field), 1)].all()
    assert tuple(weighed.components) == preferring.names == (*model.names, "preference")
    assert (preferring.name, preferring.traits) == (model.name, model.traits)


@given(tournaments())
def test_families_have_a_name_and_a_club(tournament):
    field = Field.of(tournament, 1)
    house = family(field)
    assert (house == family(field[::-1])).all()
    for i, j in combinations(range(len(field)), 2):
        a, b = (tournament.by_key[field.key[seat]] for seat in (i, j))
        if house[i] == house[j]:
            assert a.club.lower() == b.club.lower() != ""
        same = (a.name, a.club, a.country) == (b.name, b.club, b.country)
        assert not (same and a.club) or house[i] == house[j]


def test_the_worth_of_models_that_change():
    usual, other = GoDraw2015(), GoDraw2015(removed=("mms",))
    model = ByRounds(model=usual, ranges=(RoundRange(first=1, last=1, model=other),))
    assert model.traits == usual.traits
    assert model.traits.preference == 100.0


@pytest.mark.parametrize("name", MODELS)
def test_a_model_of_a_model_has_all_its_traits(name):
    """A preference in a model that has preferences already is worth as much as in the model."""
    model = model_named(name)
    once = Preferring(model=ByRounds(model=model, ranges=()))
    assert once.traits == model.traits
    field = Field.of(generate(12, 2, seed=1), 1)
    pair = frozenset(field.key[:2])
    twice = Preferring(model=once, wanted=frozenset({pair}))
    alone = Preferring(model=model, wanted=frozenset({pair}))
    assert np.array_equal(twice.weigh(field).total, alone.weigh(field).total)


@pytest.mark.parametrize("worth", [-1, 1e30, float("nan"), float("inf")])
@pytest.mark.parametrize("name", ["opengotha351", "godraw2015"])
def test_a_worth_that_cannot_be_is_refused(worth, name):
    field = Field.of(generate(6, 2, seed=1), 1)
    with pytest.raises(RuleError, match=r"expected a preference worth from 0 to \d+, got "):
        Preferring(model=model_named(name), worth=worth).weigh(field)
