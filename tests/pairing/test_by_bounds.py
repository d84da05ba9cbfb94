"""Fields too large for a matrix: the same weights by parts, bounds that hold, and the same optimum."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpair.pairing.draw import Constraints, remaining
from fastpair.pairing.field import Field
from fastpair.pairing.generator import generate
from fastpair.pairing.rounds import Keeping, draw_round
from fastpair.pairing.systems import Weighted
from fastpair.pairing.weights import MODELS, model_named

CONGRESS = generate(150, 6, seed=3, play=4)
RULES = [
    Constraints(),
    Constraints(max_grade_difference=5),
    Constraints(max_score_difference=3.0),
    Constraints(families_apart=True, no_handicap_at_top=True),
    Constraints(
        forbid=frozenset(
            map(frozenset, combinations([player.key for player in CONGRESS.players[:4]], 2))
        )
    ),
]


def pieces_of(name, tournament=CONGRESS):
    field = Field.of(tournament, 5)
    model = model_named(name)
    return field, model, model.pieces(field)


@pytest.mark.parametrize("name", MODELS)
@given(st.data())
def test_any_part_is_that_of_the_matrix(name, data):
    field, model, pieces = pieces_of(name)
    start = data.draw(st.integers(0, len(field) - 1))
    stop = data.draw(st.integers(start + 1, len(field)))
    chosen = data.draw(st.sets(st.integers(0, len(field) - 1), min_size=1, max_size=9))
    rows = np.array(sorted(chosen))
    pairs = ~field.met[rows, start:stop] & (rows[:, None] != np.arange(start, stop))
    expected = model.weigh(field).total[rows, start:stop]
    assert np.array_equal(pieces.block(rows, start, stop)[pairs], expected[pairs])


@pytest.mark.parametrize("name", MODELS)
@given(st.integers(1, 60))
def test_no_weight_is_beyond_its_bound(name, width):
    field, model, pieces = pieces_of(name)
    ranges = [slice(i, i + width) for i in range(0, len(field), width)]
    bounds, total = pieces.bounds(ranges), model.weigh(field).total
    assert np.array_equal(bounds, bounds.T)
    off = ~np.eye(len(field), dtype=bool) & ~field.met
    for a, rows in enumerate(ranges):
        for b, columns in enumerate(ranges):
            held = total[rows, columns][off[rows, columns]]
            assert held.max(initial=bounds[a, b]) <= bounds[a, b]
            assert held.min(initial=pieces.lowest) >= pieces.lowest


@pytest.mark.parametrize("rules", RULES)
def test_the_rules_remove_the_same_pairs(rules):
    field, model, _ = pieces_of("godraw2015")
    state = model.state(field)
    removed = rules.by_parts(field, state)
    rows, columns = np.array([3, 50, 51, len(field) - 1]), slice(20, len(field))
    allowed = remaining(len(field), rules.removals(field, state=state))
    differ = rows[:, None] != np.arange(20, len(field))
    assert np.array_equal(~removed(rows, columns) & differ, allowed[rows, columns])


@pytest.mark.parametrize("left_out", [0, 1], ids=["even", "odd"])
@pytest.mark.parametrize("name", ["opengotha351", "godraw2015", "fastpair"])
def test_a_draw_by_bounds_is_as_heavy(name, left_out, monkeypatch):
    tournament = generate(150 - left_out, 6, seed=3, play=4)
    rules = Constraints(no_handicap_at_top=None if left_out else False, limit_scores=False)
    whole = draw_round(tournament, 5, model=name, constraints=rules)
    monkeypatch.setattr("fastpair.pairing.systems.weighted.MATRIX", 10)
    monkeypatch.setattr("fastpair.pairing.solving.solution._RANGE", 32)
    monkeypatch.setattr(Weighted, "solve", None)
    parts = draw_round(tournament, 5, model=name, constraints=rules)
    assert (parts.total_weight, parts.bye, parts.absent) == (
        whole.total_weight,
        whole.bye,
        whole.absent,
    )


def test_known_boards_are_kept_in_a_field_too_large_for_a_matrix(monkeypatch):
    known = draw_round(CONGRESS, 5, model="godraw2015").games()
    system = Keeping(model=model_named("opengotha351"), boards=known)
    whole = draw_round(CONGRESS, 5, system=system)
    monkeypatch.setattr("fastpair.pairing.systems.weighted.MATRIX", 10)
    assert draw_round(CONGRESS, 5, system=system) == whole


@pytest.mark.parametrize("name", ["gotha", "fastpair"])
def test_a_field_too_large_for_a_matrix_has_none_of_who_has_met(name, monkeypatch):
    monkeypatch.setattr("fastpair.pairing.field.field.MATRIX", 10)
    monkeypatch.setattr("fastpair.pairing.systems.weighted.MATRIX", 10)
    monkeypatch.setattr("fastpair.pairing.field.field.Roster.met", None)
    rules = Constraints(no_handicap_at_top=False, limit_scores=False)
    assert (
        len(draw_round(CONGRESS, 5, model=name, constraints=rules).boards)
        == len(CONGRESS.to_pair(5)) // 2
    )


@pytest.mark.parametrize(
    "rules",
    [
        Constraints(rematches=True),
        Constraints(force=frozenset({frozenset(player.key for player in CONGRESS.players[:2])})),
        Constraints(max_grade_difference=0),
    ],
    ids=["rematches", "force", "somebody is left over"],
)
def test_what_needs_all_pairs_is_drawn_by_the_matrix(rules, monkeypatch):
    whole = draw_round(CONGRESS, 5, constraints=rules)
    monkeypatch.setattr("fastpair.pairing.systems.weighted.MATRIX", 10)
    assert draw_round(CONGRESS, 5, constraints=rules) == whole
