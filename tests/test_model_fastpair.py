"""Fastpair's own model: its two terms that GoDraw does not have, and which files it draws."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpair import draw_document, draw_round, read
from fastpair.cli import main
from fastpair.director.models import fitting_model
from fastpair.errors import RuleError
from fastpair.field import Field
from fastpair.formats.fastpair.document import new_content
from fastpair.simulate import generate
from fastpair.tournament import PairingRules
from fastpair.weights.added import HomesTerm
from fastpair.weights.models.fastpair import MOST_POINTS, Fastpair

EXAMPLES = Path(__file__).parents[1] / "examples"


def field_and_players(seed, players=24, play=2):
    tournament = generate(players, 5, seed=seed, play=play)
    field = Field.of(tournament, play + 1)
    return field, [tournament.players[row] for row in field.player.tolist()]


@given(st.integers(0, 10**6))
def test_homes_are_weighed_pair_by_pair(seed):
    field, players = field_and_players(seed)
    model = Fastpair()
    unit = model.units(field)
    homes = model.shares(field)["homes"] / unit
    for i, one in enumerate(players):
        for j, other in enumerate(players[:i]):
            compatriots = one.country == other.country != ""
            lost = 1.0 if compatriots and one.club == other.club != "" else 0.125 * compatriots
            assert homes[i, j] == pytest.approx(16_000 * (1 - lost))


@given(st.integers(0, 10**6))
def test_scores_are_weighed_by_the_concavity_function(seed):
    field, _ = field_and_players(seed)
    model = Fastpair()
    mms = model.state(field).mms
    x = abs(mms[:, None] - mms) / MOST_POINTS
    expected = 100_000 * (1 - x) * (1 + x / 2)
    np.fill_diagonal(expected, 0)
    shares = model.shares(field)["mms"] / model.units(field)
    np.fill_diagonal(shares, 0)
    np.testing.assert_allclose(shares, expected, rtol=1e-9)


def test_below_the_bar_only_if_so_wanted():
    tournament = generate(24, 5, seed=5, play=2)
    field = Field.of(tournament, 3)
    model = Fastpair(homes=HomesTerm(coefficient=100.0, everybody=False))
    below = model.state(field).below
    assert 0 < below.sum() < len(below)
    homes = model.shares(field)["homes"] / model.units(field)
    above = ~(below[:, None] & below)
    np.fill_diagonal(above, val=False)
    assert (homes[above] == 100.0).all()


@pytest.mark.parametrize(("name", "value"), [("country", -0.1), ("club", 1.5)])
def test_shares_are_shares(name, value):
    with pytest.raises(RuleError, match=f"expected {name} from 0 to 1"):
        HomesTerm(**{name: value})


@pytest.mark.parametrize("concavity", [-0.5, 1.5])
def test_a_concavity_beyond_the_paper_is_refused(concavity):
    with pytest.raises(RuleError, match="expected a concavity from 0 to 1"):
        Fastpair(concavity=concavity)


@pytest.mark.parametrize(
    "change",
    [
        {"coefficients": replace(Fastpair().coefficients, area=1.0)},
        {"severities": replace(Fastpair().severities, mms=2.0)},
        {"area_mode": "discrete"},
        {"cross_guard": True},
    ],
)
def test_what_is_not_read_cannot_be_changed(change):
    with pytest.raises(RuleError, match=r"fastpair does not read .*; change homes or concavity"):
        Fastpair(**change)


def test_files_with_parameters_of_opengotha_are_drawn_by_its_model(tmp_path):
    congress = EXAMPLES / "congress.xml"
    assert fitting_model(read(congress)) == "opengotha351"
    for name in ("congress.tour", "congress.json"):
        assert main(["convert", str(congress), str(tmp_path / name)]) == 0
        assert fitting_model(read(tmp_path / name)) == "opengotha351"


def test_other_files_are_drawn_by_fastpairs_model():
    tournament = generate(20, 3, seed=1)
    tournament = replace(tournament, rules=replace(tournament.rules, pairing=PairingRules()))
    drawn = draw_document(json.loads(new_content(tournament)))
    assert drawn["model"] == "fastpair"
    assert drawn["proof"] == draw_round(tournament, 1, model="fastpair").proof
