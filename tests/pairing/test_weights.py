"""Fields and OpenGotha's weights, held equal to a slow reference, for every shape."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from builders import player
from fastpair.errors import RuleError
from fastpair.go.tournament import (
    Grade,
    HandicapRules,
    PairingRules,
    Rules,
    SeedSystem,
    Tournament,
)
from fastpair.pairing.field import Field
from fastpair.pairing.generator import generate
from fastpair.pairing.weights import MODELS, OpenGotha, model_named
from fields import fields
from profiles import few
from reference_weights import Reference


@given(fields())
def test_field_equals_the_reference(drawn):
    tournament, number, variant, field = drawn
    pairable = {player.key for player in tournament.before(number).to_pair(number)}
    reference = Reference(tournament.before(number), number - 1, variant, pairable)
    standings = [reference.standings[i] for i in reference.seats]
    assert list(field.key) == [tournament.players[i].key for i in reference.seats]
    assert field.player.tolist() == reference.seats
    assert field.groups == reference.ng
    for column, attribute in {
        "mms_x2": "mms2",
        "wins_x2": "nbw2",
        "grade": "rank",
        "start_mms": "smms",
        "category": "category",
        "group": "group",
        "group_size": "size",
        "placement": "inner",
        "drawn_up": "du",
        "drawn_down": "dd",
        "colour_balance": "balance",
    }.items():
        expected = [getattr(standing, attribute) for standing in standings]
        assert getattr(field, column).tolist() == expected, column


@given(fields())
def test_weights_equal_the_reference(drawn):
    tournament, number, variant, field = drawn
    assume(field.group_size.all())  # OpenGotha divides by it, also if a score is in no group
    reference = Reference(tournament.before(number), number - 1, variant, set(field.key))
    weights = OpenGotha(variant=variant).weigh(field)
    for i in range(len(field)):
        for j in range(i + 1, len(field)):
            expected = reference.components(reference.seats[i], reference.seats[j])
            assert {name: w[i, j] for name, w in weights.components.items()} == expected
            assert weights.total[i, j] == 1 + sum(expected.values())


def with_chance(field):
    """The same field under rules that draw lots."""
    pairing = replace(field.rules.pairing, deterministic=False)
    return field.having({"rules": replace(field.rules, pairing=pairing)})


@given(fields(), st.booleans(), st.data())
def test_one_formula_for_every_shape(drawn, chance, data):
    _, _, variant, field = drawn
    field = with_chance(field) if chance else field
    model = OpenGotha(variant=variant, salt=7)
    matrix = model.components(field[:, None], field[None, :])
    seats = st.integers(0, max(len(field) - 1, 0))
    edges = data.draw(st.lists(st.tuples(seats, seats), max_size=9 if len(field) else 0))
    i, j = np.array(edges, dtype=np.intp).reshape(-1, 2).T
    listed = model.components(field[i], field[j])
    blocks = model.weigh(field).components
    for name in model.names:
        whole = np.broadcast_to(matrix[name], 2 * (len(field),))
        assert np.array_equal(blocks[name], whole), name
        assert np.array_equal(np.broadcast_to(listed[name], len(edges)), whole[i, j]), name
        for a, b in edges:
            assert model.components(field[a], field[b])[name] == whole[a, b], name
    whole = model.weight(field[:, None], field[None, :])
    assert np.array_equal(model.weight(field[i], field[j]), whole[i, j])
    assert [model.weight(field[a], field[b]) for a, b in edges] == whole[i, j].tolist()


@given(fields(), st.randoms())
def test_order_of_the_file_does_not_matter(drawn, random):
    tournament, number, variant, field = drawn
    players, games = list(tournament.players), list(tournament.games)
    random.shuffle(players)
    random.shuffle(games)
    shuffled = replace(tournament, players=tuple(players), games=tuple(games))
    other = Field.of(shuffled.before(number), number, variant=variant)
    assert other.key == field.key
    model = OpenGotha(variant=variant, salt=3)
    assert np.array_equal(model.weigh(other).total, model.weigh(field).total)


@given(fields(), st.data())
def test_any_pairable_players_make_a_field(drawn, data):
    tournament, number, variant, field = drawn
    some = data.draw(st.permutations(field.key))[: len(field) // 2]
    part = Field.of(tournament, number, some, variant=variant)
    assert part.key == tuple(key for key in field.key if key in set(some))
    seats = [field.key.index(key) for key in part.key]
    assert np.array_equal(part.met, field.met[np.ix_(seats, seats)])
    if variant == "v351":
        assert np.array_equal(part.group_size, field.group_size[seats])


@given(fields())
def test_only_the_past_matters(drawn):
    tournament, number, variant, field = drawn
    again = Field.of(tournament, number, field.key, variant=variant)
    assert np.array_equal(again.mms_x2, field.mms_x2)
    assert np.array_equal(again.met, field.met)
    waiting = {player.key for player in tournament.to_pair(number)}
    assert set(Field.of(tournament, number, variant=variant).key) == waiting


@pytest.mark.parametrize(
    ("number", "pairable", "message"),
    [
        (0, None, "the round must be from 1 to 5, not 0"),
        (6, None, "the round must be from 1 to 5, not 6"),
        (1, ["A", "X"], "no player has the key 'X'"),
        (1, ["A", "A"], "'A' cannot be paired twice in one round"),
    ],
)
def test_impossible_fields_are_refused(number, pairable, message):
    with pytest.raises(RuleError, match=message):
        Field.of(Tournament(players=(player("A"), player("B"))), number, pairable)


def test_models_have_their_names():
    for name, make in MODELS.items():
        assert make().name == name
        assert model_named(name, salt=5) == make(salt=5)
    assert MODELS["opengotha351"]().traits.variant == "v351"
    assert MODELS["opengotha352"]().traits.variant == "v352"
    with pytest.raises(RuleError, match=r"must be a model .opengotha351, .*, not 'x'"):
        model_named("x")


@pytest.mark.parametrize("system", SeedSystem)
def test_scores_that_the_rules_do_not_foresee_make_no_group(system):
    """Somebody two below the floor belongs to no group, and can still be paired."""
    pairing = PairingRules(seed_systems=(system, system))
    players = (player("A"), player("B", -20), player("C", -20, correction=-3), player("D", -20))
    lowest = replace(players[2], key="E", name="E")
    tournament = Tournament(rules=Rules(pairing=pairing), players=(*players, lowest))
    field = Field.of(tournament, 1)
    assert field.key == ("A", "B", "D", "C", "E")
    assert field.group_size.tolist() == [1, 2, 2, 0, 0]
    assert field.group[3:].tolist() == field.placement[3:].tolist() == [0, 0]
    weights = OpenGotha().weigh(field)
    assert np.array_equal(weights.total, weights.total.T)
    assert (weights.total[~np.eye(len(field), dtype=bool)] > 0).all()


RULES = {
    "default": {},
    "chance": {"pairing": PairingRules(random=1000, deterministic=False)},
    "names": {
        "pairing": PairingRules(random=10**9, seed_systems=2 * (SeedSystem.SPLIT_AND_RANDOM,))
    },
    "handicap": {"pairing": PairingRules(minimise_handicap=10**8, avoid_same_area=0)},
    "categories": {
        "category_limits": (Grade(0), Grade(-5)),
        "handicap": HandicapRules(by_mms=False),
    },
    "uncompensated": {"pairing": PairingRules(compensate_draw_up_down=False)},
}


@pytest.mark.parametrize("variant", ["v351", "v352"])
@pytest.mark.parametrize("near", [False, True])
@pytest.mark.parametrize("rules", few(RULES.values(), 1, ci=2), ids=few(RULES, 1, ci=2))
def test_tables_say_what_the_formulas_say(rules, near, variant):
    """In a field so large that the weights of most pairs are looked up."""
    tournament = generate(400, 5, seed=3, play=4)
    tournament = replace(tournament, rules=replace(tournament.rules, **rules))
    if near:
        clubs = sorted({player.club.lower()[:4] for player in tournament.players} - {""})
        near_clubs = replace(tournament.rules, club_groups=(frozenset(clubs[::3]),))
        tournament = replace(tournament, rules=near_clubs)
    field = Field.of(tournament, 5, variant=variant)
    model = OpenGotha(variant=variant, salt=2)
    expected = model.weight(field[:, None], field[None, :])
    np.fill_diagonal(expected, 0)
    assert np.array_equal(model.weigh(field).total, expected)
