"""Properties of the papers' models, over tournaments with everything that rules allow."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import game, player
from fastpair._kernels.mixed_area import mixed_area_seeds as mixed_area_kernel
from fastpair.errors import RuleError
from fastpair.go.tournament import Game, Grade, HandicapRules, Result, Rules, Tournament
from fastpair.pairing import CoefficientGrades, not_handicap
from fastpair.pairing.field import (
    Conventions,
    Field,
    columns_of,
    facts_of,
    handicap,
    section,
    state_of,
)
from fastpair.pairing.generator import generate
from fastpair.pairing.papers import area, seeding
from fastpair.pairing.papers.shapes import (
    game_class,
    lambda_area,
    lambda_colour,
    lambda_score,
    sech,
)
from fastpair.pairing.weights.models import GoDraw2015, model_named
from fastpair.research.models import COSTS, Gotha, Kaniuk2012, MacMahon, largest_costs
from paper_models import MANY, models, rounds
from profiles import few


def all_terms(model, state):
    return *model.terms(state), *getattr(model, "uneven_parts", tuple)()


@given(rounds(), models())
def test_weights_lie_between_0_and_1(drawn, model):
    field = Field.of(drawn[0], drawn[1])
    state = model.state(field)
    a, b = state[:, None], state[None, :]
    square = (len(field), len(field))
    other = a.seat != b.seat
    for term in all_terms(model, state):
        applies = np.broadcast_to(term.applies(a, b), square) & other
        weight = np.broadcast_to(term.weight(a, b), square)
        assert np.array_equal(weight[applies], weight.T[applies]), term.name
        assert (weight[applies] >= 0).all(), term.name
        assert (weight[applies] <= 1).all(), term.name
        if term.deviation is not None:
            ideal = applies & (np.broadcast_to(term.deviation(a, b), square) == 0)
            assert (weight[ideal] == 1).all(), term.name


@given(rounds(), models(), st.data())
def test_one_formula_for_every_shape(drawn, model, data):
    field = Field.of(drawn[0], drawn[1])
    seats = st.integers(0, max(len(field) - 1, 0))
    edges = data.draw(st.lists(st.tuples(seats, seats), max_size=9 if len(field) else 0))
    edges = [(i, j) for i, j in edges if i != j]
    i, j = np.array(edges, dtype=np.intp).reshape(-1, 2).T
    matrix = model.components(field[:, None], field[None, :])
    listed = model.components(field[i], field[j])
    weighed = model.weigh(field)
    for name in model.names:
        assert np.array_equal(weighed.components[name][i, j], matrix[name][i, j]), name
        assert np.array_equal(listed[name], matrix[name][i, j]), name
        for a, b in edges:
            assert model.components(field[a], field[b])[name] == matrix[name][a, b], name
    assert np.array_equal(weighed.total[i, j], model.weight(field[i], field[j]))
    assert np.array_equal(weighed.total[i, j], sum(matrix.values())[i, j])
    assert np.array_equal(weighed.total, weighed.total.T)


@given(rounds())
def test_largest_costs_are_those_of_all_pairs(drawn):
    state = MacMahon().state(Field.of(*drawn))
    a, b = state[:, None], state[None, :]
    pairs = a.seat != b.seat
    every = {name: np.max(cost(a, b), where=pairs, initial=0) for name, cost in COSTS.items()}
    assert largest_costs(state) == every


@pytest.mark.parametrize("offset", [1, -0.5, -1.5])
def test_handicaps_that_no_paper_knows_are_refused(offset):
    with pytest.raises(RuleError, match="handicap offset"):
        game_class(3, 2, offset)


@given(rounds())
def test_a_game_below_the_top_is_a_handicap_game_if_stones_are_given(drawn):
    field = Field.of(*drawn)
    state = state_of(field.roster, Conventions(whole_scores=True))
    if state.offset is None:
        return
    below = ~(state[:, None].even_only | state[None, :].even_only)
    given = handicap(field[:, None], field[None, :]) > 0
    assert np.array_equal(not_handicap(state[:, None], state[None, :])[below], ~given[below])


def even_from_1d(**handicap_rules):
    """Three rounds for 1 kyu who starts at 2 dan, two others and a 2 dan; 1 dan and above play even."""
    starts = ("climber", -1, 3), ("a", -1, 0), ("dan", 1, 0), ("b", -1, 0)
    return Tournament(
        rules=Rules(
            rounds=3,
            floor=Grade(-20),
            bar=Grade(3),
            handicap=HandicapRules(threshold=Grade(0), **handicap_rules),
        ),
        players=tuple(player(key, grade, correction=more) for key, grade, more in starts),
        games=(
            Game(round=1, table=1, white="climber", black="dan", result=Result.WHITE_WINS),
            Game(round=1, table=2, white="a", black="b", result=Result.WHITE_WINS),
        ),
    )


@pytest.mark.parametrize("name", ["godraw2015", "kaniuk2012"])
@pytest.mark.parametrize("rules", [{}, {"by_mms": False}])
def test_a_game_without_stones_has_colours_and_a_past(name, rules):
    model = model_named(name)
    field = Field.of(even_from_1d(**rules), 2)
    pair = field[field.key.index("climber")], field[field.key.index("b")]
    assert handicap(*pair) == 0
    shares = model.components(*pair)
    assert shares["uneven"] > 0
    assert shares["colour"] > 0


@pytest.mark.parametrize(("stones", "drawn"), [(0, 1), (2, 0)])
def test_a_game_of_the_past_is_a_handicap_game_by_the_stones_that_were_given(stones, drawn):
    tournament = even_from_1d()
    played = game(2, 1, "climber", "b", Result.WHITE_WINS, handicap=stones)
    after = replace(tournament, games=(*tournament.games, played))
    field = Field.of(after, 3)
    assert state_of(field.roster, Conventions()).uneven.up[field.key.index("b")] == drawn


def test_half_points_are_dropped_by_fastpair_and_count_in_the_models_of_the_papers():
    start = even_from_1d()
    jigos = tuple(replace(game, result=Result.JIGO) for game in start.games)
    field = Field.of(replace(start, games=jigos), 2)
    exact, whole = (model_named(name).state(field).mms for name in ("godraw2015", "fastpair"))
    assert sorted(exact) == [-0.5, -0.5, 1.5, 2.5]
    assert sorted(whole) == [-1, -1, 1, 2]


AREAS = st.lists(st.integers(0, 6), max_size=30)


TIES, HALTS = st.sampled_from(["switch", "stay"]), st.sampled_from(["largest", "literal"])


@given(st.lists(AREAS, max_size=4), TIES, HALTS)
def test_mixed_area_kernel_is_its_definition(groups, ties, halt):
    options = {"ties": ties, "halt": halt}
    expected = [seed for areas in groups for seed in area.mixed_area_seeds(areas, **options)]
    together = np.array([code for areas in groups for code in areas], dtype=np.int64)
    starts = np.cumsum([0, *map(len, groups)])
    found = mixed_area_kernel(together, starts, ties == "switch", halt == "literal")
    assert found.tolist() == expected


@pytest.mark.parametrize(("halt", "most"), [("largest", 1), ("literal", 2)])
def test_by_the_letter_neighbours_are_left_together(halt, most):
    areas = [0, 0, 1, 1, 2, 2]
    seeds = area.mixed_area_seeds(areas, halt=halt)
    left = [code for code, seed in zip(areas, seeds, strict=True) if seed == 0]
    assert max(left.count(code) for code in left) == most


@given(st.lists(AREAS, max_size=4))
def test_area_seeds_are_those_of_each_group(groups):
    expected = [seed for areas in groups for seed in area.area_seeds(areas).tolist()]
    together = [code for areas in groups for code in areas]
    group = np.repeat(np.arange(len(groups)), list(map(len, groups)))
    assert area.area_seeds(together, group).tolist() == expected


@given(AREAS)
def test_opposite_mixed_area_seeds_are_of_different_areas(areas):
    seeds = area.mixed_area_seeds(areas)
    for i, first in enumerate(seeds):
        for j, second in enumerate(seeds):
            assert first == 0 or first + second != 0 or areas[i] != areas[j]
    left = [areas[i] for i, seed in enumerate(seeds) if seed == 0]
    dominant = max((areas.count(name) for name in set(areas)), default=0)
    if len(set(areas)) > 1 and 2 * dominant > len(areas):
        assert len(left) == 2 * dominant - len(areas)
    elif len(set(areas)) > 1:
        assert len(set(left)) == len(left)


@pytest.mark.parametrize("model", few(MANY, ci=6), ids=lambda model: model.name)
def test_tables_say_what_the_formulas_say(model):
    """In a field so large that the weights of most pairs are looked up."""
    field = Field.of(generate(400, 5, seed=3, play=4), 5)
    found = model.weigh(field).total
    expected = model.weight(field[:, None], field[None, :])
    np.fill_diagonal(expected, 0)
    assert np.array_equal(found, expected)


@given(st.lists(st.integers(0, 4), min_size=1, max_size=9))
def test_equals_share_a_place(strengths):
    place, places = seeding.shared(strengths)
    assert places == len(set(strengths))
    assert set(place.tolist()) == set(range(1, places + 1))
    for i, first in enumerate(strengths):
        for j, second in enumerate(strengths):
            assert (place[i] < place[j]) == (first < second)


def parts_of(players):
    """A field or a state, and its sections by name."""
    yield "", players
    for name in dir(type(players)):
        if isinstance(getattr(type(players), name), section):
            yield f"{name}.", getattr(players, name)


@pytest.mark.parametrize("of_papers", [False, True], ids=["field", "state"])
def test_players_have_all_their_columns_frozen(of_papers):
    field = Field.of(generate(60, 5, seed=3, play=3), 4)
    players = state_of(field.roster, Conventions()) if of_papers else field
    some = players[2:5][1:]
    for part, owner in parts_of(players):
        for name in columns_of(type(owner)):
            column = getattr(owner, name)
            assert column.shape == (len(field),), name
            assert not column.flags.writeable, name
            assert np.array_equal(attrgetter(part + name)(some), column[3:5]), name
        for name in facts_of(type(owner)):
            assert attrgetter(part + name)(some) is getattr(owner, name), name
    assert len(list(parts_of(players))) == (8 if of_papers else 2)
    with pytest.raises(AttributeError, match=r"past|conventions"):
        some.past  # noqa: B018
    with pytest.raises(AttributeError, match="seat"):
        players.seat = None


def test_groups_are_ordered_by_the_chosen_criteria():
    field = Field.of(generate(60, 5, seed=3, play=3), 4)
    by_rating = state_of(field.roster, Conventions(seeding=("rating",)))
    shared = state_of(field.roster, Conventions(seeding=("grade",), shared_seeds=True))
    for group in range(by_rating.seeds.groups):
        members = np.flatnonzero(by_rating.seeds.group == group)
        order = by_rating.seeds.order[members]
        assert sorted(order) == list(range(1, len(members) + 1))
        assert (np.diff(by_rating.rating[members][np.argsort(order)]) >= 0).all()
        grades = np.unique(shared.grade[members])
        assert (shared.seeds.places[members] == len(grades)).all()
        assert np.array_equal(grades[shared.seeds.place[members] - 1], shared.grade[members])
        assert np.array_equal(
            shared.seeds.even[members], seeding.mid(shared.seeds.place[members], len(grades))
        )


@pytest.mark.parametrize("kind", [GoDraw2015, Kaniuk2012])
def test_coefficients_may_depend_on_grades(kind):
    """Each is multiplied by the form that its severity has, and those without a form stay."""
    assert not kind().coefficient_grades.enabled
    usual = kind(not_applied=1.0)
    model = replace(usual, coefficient_grades=CoefficientGrades(enabled=True, gamma_area=0.4))
    state = usual.state(Field.of(generate(40, 5, seed=3, play=3), 4))
    a, b = state[:, None], state[None, :]
    grade = (a.grade + b.grade) / 2
    score = lambda_score(grade)
    forms = {
        "mms": score,
        "even": score,
        "uneven": score,
        "area": lambda_area(grade, 0.4),
        "colour": lambda_colour(grade),
    }
    before = {term.name: term for term in usual.terms(state)}
    for term in model.terms(state):
        old = before[term.name]
        expected = forms.get(term.name, 1.0) * np.where(old.applies(a, b), old.weight(a, b), 1.0)
        found = np.where(term.applies(a, b), term.weight(a, b), 1.0)
        assert np.array_equal(found, expected), term.name


def test_slopes_depend_on_grades_with_the_centres_of_their_paper():
    """Scores and areas count half at 10 kyu, colours most at 1 kyu [K12 8]; off, nothing changes."""
    off = Kaniuk2012()
    on = replace(off, grades=replace(off.grades, enabled=True))
    state = off.state(Field.of(generate(60, 5, seed=3, play=3), 4))
    a, b = state[:, None], state[None, :]
    grade = (a.grade + b.grade) / 2
    within = off.w_area(a, b) == 0
    assert set(np.unique(off.w_area(a, b))) == {0, 1}
    assert np.array_equal(on.w_area(a, b), np.where(within, 1 - lambda_area(grade, 0.2, -10), 1))
    terms = {
        term.name: (term, old) for term, old in zip(on.terms(state), off.terms(state), strict=True)
    }
    for name, form in (
        ("mms", lambda_score(grade, 0.1, -10)),
        ("colour", lambda_colour(grade, 0.1, -1)),
    ):
        term, old = terms[name]
        expected = sech(0.4 * form * old.deviation(a, b))
        assert np.allclose(term.weight(a, b), expected, atol=1e-12), name


@pytest.mark.parametrize("by", ["lot", "names"])
def test_luck_lies_anywhere_between_0_and_1(by):
    field = Field.of(generate(60, 5, seed=3, play=3), 4)
    i, j = np.triu_indices(len(field), 1)
    model = Gotha(luck=True, luck_by=by, salt=3)
    luck = model.components(field[i], field[j])["random"] / model.units(field) / 1e9
    assert 0 <= luck.min() < 0.01 < 0.99 < luck.max() <= 1
    assert np.unique(luck).size > 0.9 * luck.size
    other = replace(model, salt=4).components(field[i], field[j])["random"]
    same = np.array_equal(other, model.components(field[i], field[j])["random"])
    assert same == (by == "names")


@pytest.mark.parametrize("counts", ["full", "partial"])
def test_m_out_may_count_the_expected_games_alone(counts):
    """U + D, or U⁻ + D⁺ [K15 2.3]; the model reads no other past of games up and down."""
    model = GoDraw2015(uneven_counts=counts, uneven_balance="full")
    state = model.state(Field.of(generate(60, 5, seed=3, play=4), 5))
    full, expected = state.uneven.out, state.uneven.expected_out
    assert (expected <= full).all()
    assert (expected < full).any()
    m_out = full if counts == "full" else expected
    group = state.seeds.group
    found = model.delta_out(state[:, None], state[None, :])
    steps = np.abs(np.abs(group[:, None] - group[None, :]) - 1)
    assert np.array_equal(found, steps + m_out[:, None] + m_out[None, :] - 2)
