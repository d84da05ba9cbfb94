"""Hard rules: which pairs each removes, held to the papers' vectors and to plain Python."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpair import draw_round
from fastpair.errors import RuleError
from fastpair.go.tournament import Game, Grade, HandicapRules, Player, Result, Rules, Tournament
from fastpair.insight.explain import Conditions
from fastpair.pairing.draw import Constraints, HardRule, remaining, score_range
from fastpair.pairing.field import Conventions, Field, state_of
from tournaments import tournaments
from vector_files import FOLDER
from vector_tournaments import vector_tournament

REASONS = {
    "repeat": {HardRule.REMATCH},
    "must_not_play": {HardRule.FORBID},
    "top_handicap": {HardRule.HANDICAP_AT_TOP},
    "range": {HardRule.GRADE_RANGE, HardRule.SCORE_RANGE},
}
"""Rules by their names in the vectors."""


def pairs(*pairs):
    return frozenset(map(frozenset, pairs))


def field_of(*players, met=(), number=2, **rules):
    """A field of round 2 in which some have met in round 1."""
    games = [
        Game(round=1, table=t, white=w, black=b, result=Result.JIGO)
        for t, (w, b) in enumerate(met, start=1)
    ]
    entered = [
        player
        if isinstance(player, Player)
        else Player(key=player, name=player, first_name="", grade=Grade(0))
        for player in players
    ]
    return Field.of(
        Tournament(rules=Rules(rounds=4, **rules), players=tuple(entered), games=tuple(games)),
        number,
    )


def named(field, mask):
    return {"".join(sorted(field.key[i] + field.key[j])) for i, j in np.argwhere(np.triu(mask, 1))}


def allowed(constraints, field):
    """Pairs of keys that may be drawn."""
    mask = remaining(len(field), constraints.removals(field))
    assert (mask == mask.T).all()
    assert not mask.diagonal().any()
    return named(field, mask)


def test_who_has_met_does_not_meet_again_unless_rematches_are_allowed():
    field = field_of(*"abcd", met=["ab"])
    assert allowed(Constraints(), field) == {"ac", "ad", "bc", "bd", "cd"}
    assert "ab" in allowed(Constraints(rematches=True), field)
    assert "ab" in allowed(Constraints(allow=pairs("ab")), field)


def test_a_forbidden_pair_is_no_pair():
    constraints = Constraints(forbid=pairs("da", "xy", "ax"), allow=pairs("ad"))
    assert allowed(constraints, field_of(*"abcd")) == {"ab", "ac", "bc", "bd", "cd"}


def test_families_are_of_one_name_and_one_club():
    def entered(key, name="Ito", club="Ost", country="CH"):
        return Player(key=key, name=name, first_name="", grade=Grade(0), club=club, country=country)

    field = field_of(
        entered("a"),
        entered("b", name="ITO", club="ost", country="ch"),
        entered("c", club="Osten"),
        entered("d", name="Ite"),
        entered("e", club=""),
        entered("f", club=""),
        entered("g", country="DE"),
        entered("h", name=""),
        entered("i", name=""),
    )
    everybody = {a + b for a, b in combinations("abcdefghi", 2)}
    assert everybody - allowed(Constraints(families_apart=True), field) == {"ab"}
    nowhere = field_of(entered("a", country=""), entered("b", country=""))
    assert allowed(Constraints(families_apart=True), nowhere) == set()


@pytest.mark.parametrize(
    ("correction", "ceiling", "removed"),
    [(1, 9, {"ac", "ad", "bd"}), (0, 9, {"ab", "ac", "ad", "bc", "bd"}), (2, 9, {"ad"}),
     (1, 0, set())],
)  # fmt: skip
def test_no_handicap_at_the_top(correction, ceiling, removed):
    """a and b are not below the bar of 3 dan: 3d, 3d, and below it 1d and 1k.

    b starts a point lower. Between c and d, who are below the bar, any handicap is possible.
    """
    players = [
        Player(key=key, name=key, first_name="", grade=Grade(grade), correction=lift)
        for key, grade, lift in [("a", 2, 0), ("b", 2, -1), ("c", 0, 0), ("d", -1, 0)]
    ]
    handicap = HandicapRules(threshold=Grade(2), correction=correction, ceiling=ceiling)
    field = field_of(*players, bar=Grade(2), handicap=handicap, number=1)
    everybody = {a + b for a, b in combinations("abcd", 2)}
    left = allowed(Constraints(no_handicap_at_top=True), field)
    assert everybody - left == removed


@given(tournaments(most_players=7), st.data())
def test_ranges(tournament, data):
    number = data.draw(st.integers(1, tournament.rules.rounds))
    grades, scores = data.draw(st.integers(0, 20)), data.draw(st.integers(0, 30)) / 2
    field = Field.of(tournament, number)
    constraints = Constraints(
        rematches=True, max_grade_difference=grades, max_score_difference=scores
    )
    found = {removal.rule: removal.pairs for removal in constraints.removals(field)}
    assert found.keys() == {HardRule.SCORE_RANGE, HardRule.GRADE_RANGE}
    for i, j in combinations(range(len(field)), 2):
        a, b = (tournament.by_key[field.key[seat]].grade for seat in (i, j))
        assert found[HardRule.GRADE_RANGE][i, j] == (abs(a - b) > grades)
        score = abs(int(field.main_x2[i]) - int(field.main_x2[j])) / 2
        assert found[HardRule.SCORE_RANGE][i, j] == (score > scores)


@pytest.mark.parametrize("most", [0, 1, 2])
@pytest.mark.parametrize("whole", [True, False])
def test_a_range_of_scores_counts_whole_points_where_the_model_does(most, whole):
    key = "abcd"
    field = field_of(
        *(
            Player(key=k, name=k, first_name="", grade=Grade(g))
            for k, g in zip(key, (3, 3, 1, 0), strict=True)
        ),
        met=["ab", "cd"],
    )
    state = state_of(field.roster, Conventions(whole_scores=whole))
    half = [score // 2 * 2 if whole else score for score in field.main_x2.tolist()]
    apart = score_range(state, most).removal().pairs
    for i, j in np.ndindex(apart.shape):
        assert apart[i, j] == (abs(half[i] - half[j]) > 2 * most)


@given(tournaments(most_players=7), st.data())
def test_a_part_is_of_the_whole_what_the_rules_remove(tournament, data):
    field = Field.of(tournament, data.draw(st.integers(1, tournament.rules.rounds)))
    size, state = len(field), state_of(field.roster, Conventions())
    drawn = st.just(frozenset())
    if size > 1:
        two = st.frozensets(st.sampled_from(field.key), min_size=2, max_size=2)
        drawn = st.frozensets(two, max_size=4)
    constraints = Constraints(
        met=data.draw(drawn),
        forbid=data.draw(drawn),
        max_score_difference=data.draw(st.integers(0, 3)),
    )
    whole = ~remaining(size, constraints.removals(field, state=state))
    np.fill_diagonal(whole, val=False)
    part = constraints.by_parts(field, state)
    start = data.draw(st.integers(0, size))
    columns = slice(start, data.draw(st.integers(start, size)))
    rows = np.array(
        data.draw(st.lists(st.integers(0, size - 1)) if size else st.just([])), np.int64
    )
    found = part(rows, columns)
    found &= rows[:, None] != np.arange(size)[columns]
    assert (found == whole[rows, columns]).all()


@pytest.mark.parametrize("path", sorted(FOLDER.glob("tournament_*.json")), ids=lambda p: p.stem)
def test_removed_edges_of_the_vectors(path):
    """Every pair that is removed there is removed here, by the rule of that name, and no other."""
    vector = vector_tournament(path)
    said, params = vector.content["tournament"], vector.content["tournament"]["params"]
    groups = [list(map(str, group)) for group in said.get("must_not_play") or []]
    constraints = Constraints(
        forbid=pairs(*(pair for group in groups for pair in combinations(group, 2))),
        max_grade_difference=params.get("max_grade_diff"),
        max_score_difference=params.get("max_mms_diff"),
        no_handicap_at_top=params.get("exclude_top_handicap", True),
    )
    removals = constraints.removals(vector.field)
    for i, j, reason in zip(*vector.edges, vector.content["removed"], strict=True):
        rules = {removal.rule for removal in removals if removal.pairs[i, j]}
        assert bool(rules) == (reason is not None)
        assert reason is None or rules & REASONS[reason]


@given(tournaments(most_players=7), st.data())
def test_rules_are_symmetric_and_in_order(tournament, data):
    number = data.draw(st.integers(1, tournament.rules.rounds))
    field = Field.of(tournament, number)
    constraints = Constraints(
        families_apart=True,
        max_grade_difference=data.draw(st.integers(0, 20)),
        max_score_difference=1.5,
        no_handicap_at_top=True,
    )
    removals = constraints.removals(field)
    order = list(HardRule)
    assert [order.index(removal.rule) for removal in removals] == [0, 2, 3, 4, 6]
    for removal in removals:
        assert (removal.pairs == removal.pairs.T).all()
    exempt = replace(constraints, allow=frozenset(map(frozenset, combinations(field.key, 2))))
    every_pair = len(field) * (len(field) - 1) // 2
    assert len(np.argwhere(np.triu(remaining(len(field), exempt.removals(field))))) == every_pair


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"force": pairs("aa")}, "force: expected a pair of two players, got ['a']"),
        ({"forbid": pairs("abc")}, "forbid: expected a pair of two players, got ['a', 'b', 'c']"),
        ({"allow": pairs("a")}, "allow: expected a pair of two players, got ['a']"),
        ({"force": pairs("ab", "bc")}, "'b' must play 2 games in one round"),
        (
            {"force": pairs("ab"), "forbid": pairs("ba")},
            "'a' and 'b' must play and must not play",
        ),
        (
            {"max_grade_difference": -1},
            "max_grade_difference: must be a whole number from 0 on, not -1",
        ),
        (
            {"max_score_difference": float("nan")},
            "max_score_difference: must be a number from 0 on, not nan",
        ),
    ],
)
def test_constraints_that_cannot_be_are_refused(asked, message):
    with pytest.raises(RuleError) as caught:
        Constraints(**asked)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("make", "old", "name"),
    [
        (Constraints, "never", "forbid"),
        (Constraints, "avoid", "prefer_not"),
        (Conditions, "never", "forbid"),
    ],
)
def test_the_old_name_of_a_constraint_is_read(make, old, name):
    some = pairs("ab")
    with pytest.warns(DeprecationWarning, match=f"{old} is called {name} now") as said:
        by_old_name = make(**{old: some})
    assert said[0].filename == __file__
    assert by_old_name == make(**{name: some})
    with pytest.warns(DeprecationWarning, match=f"{old} is called {name} now"):
        assert getattr(by_old_name, old) == some
    with pytest.raises(TypeError, match="state it once"):
        make(**{old: some, name: some})
    assert HardRule.NEVER is HardRule.FORBID


def test_the_key_of_a_player_is_no_attribute():
    players = tuple(Player(key=key, name=key, grade=Grade(0)) for key in ("12", "13"))
    tournament = Tournament(players=players)
    with pytest.raises(
        RuleError, match="forbid: '12' is a player, and alone it is taken for an attr"
    ):
        draw_round(tournament, 1, constraints=Constraints(forbid=["12", "13"]))
    assert not draw_round(
        tournament, 1, constraints=Constraints(forbid=iter([["12", "13"]]))
    ).boards
