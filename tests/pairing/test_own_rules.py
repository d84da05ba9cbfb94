"""The models' own rules: what they remove, how little they give way, and never to a wider game."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import player
from fastpair.go.tournament import (
    Game,
    Grade,
    HandicapRules,
    Player,
    Result,
    Rules,
    Tournament,
    with_supergroups,
)
from fastpair.pairing.draw import BoardNote, Constraints, HardRule
from fastpair.pairing.field import Field
from fastpair.pairing.rounds import Keeping, draw_round, judge_round
from fastpair.pairing.solving import own_rules
from fastpair.pairing.systems import LookingAhead
from fastpair.pairing.weights import MODELS, model_named
from reference_draws import Enumerated

PAPERS = ["fastpair", "godraw2015", "kaniuk2012", "macmahon", "gotha", "entropy"]
LIMITED = {"godraw2015", "kaniuk2012", "gotha"}
ALONE = Constraints(this_round_alone=True)


def entered(*grades, met=(), bar="6d", threshold="1k", rounds=5, **handicap):
    """Players a, b, … of these grades; some have met in round 1, and drawn."""
    players = tuple(
        Player(key=key, name=key, first_name="", grade=Grade.parse(grade), country=key)
        for key, grade in zip("abcdefghijklmnop", grades, strict=False)
    )
    games = tuple(
        Game(round=1, table=table, white=white, black=black, result=Result.JIGO)
        for table, (white, black) in enumerate(met, start=1)
    )
    rules = Rules(
        rounds=rounds,
        floor=Grade.parse("30k"),
        bar=Grade.parse(bar),
        handicap=HandicapRules(threshold=Grade.parse(threshold), **handicap),
    )
    return Tournament(rules=rules, players=players, games=games)


def pairs(drawn):
    return {"".join(sorted((board.white, board.black))) for board in drawn.boards}


def gaps(drawn):
    """Differences of scores, in points, the widest first."""
    apart = (abs(board.white_score - board.black_score) for board in drawn.boards)
    return sorted(apart, reverse=True)


def named(tournament, model, number=1, constraints=ALONE):
    """The rules of a model in a round."""
    weigher = model_named(model)
    field = Field.of(tournament, number)
    return {rule.name for rule in own_rules(weigher, field, constraints)}


@st.composite
def gappy_rounds(draw):
    """Few players of grades far apart, some of whom have met, with rules of their own model."""
    size = draw(st.integers(2, 8))
    grades = draw(
        st.lists(st.sampled_from([7, 6, 4, 3, 0, -1, -2, -5, -12]), min_size=size, max_size=size)
    )
    players = tuple(
        player(
            key,
            grade,
            club=draw(st.sampled_from(["", "Ost", "West"])),
            correction=draw(st.sampled_from([0, 0, 0, 1, -1])),
        )
        for key, grade in zip("abcdefgh", grades, strict=False)
    )
    met = draw(st.lists(st.sampled_from(list(combinations("abcdefgh"[:size], 2))), max_size=6))
    games, seated = [], set()
    for white, black in met:
        number = 1 if seated.isdisjoint({(1, white), (1, black)}) else 2
        if seated.isdisjoint({(number, white), (number, black)}):
            seated |= {(number, white), (number, black)}
            result = draw(st.sampled_from([Result.WHITE_WINS, Result.JIGO]))
            games.append(
                Game(round=number, table=len(games) + 1, white=white, black=black, result=result)
            )
    handicap = HandicapRules(
        threshold=Grade(draw(st.sampled_from([-30, -2, 0, 7]))),
        correction=draw(st.integers(0, 2)),
        even_at_bar=draw(st.booleans()),
    )
    rules = Rules(
        rounds=5, floor=Grade(-30), bar=Grade(draw(st.sampled_from([0, 3, 6]))), handicap=handicap
    )
    every = [frozenset(pair) for pair in combinations("abcdefgh"[:size], 2)]
    forced = draw(st.lists(st.sampled_from(every), max_size=1))
    forbidden = draw(st.lists(st.sampled_from(every), max_size=3))
    constraints = Constraints(
        this_round_alone=True,
        force=frozenset(forced),
        forbid=frozenset(forbidden) - frozenset(forced),
        limit_scores=draw(st.sampled_from([None, None, True, False])),
    )
    tournament = Tournament(rules=rules, players=players, games=tuple(games))
    return tournament, draw(st.sampled_from([*PAPERS, "opengotha351"])), constraints


@given(gappy_rounds())
def test_no_draw_is_less_against_the_rules_or_heavier(problem):
    tournament, model, constraints = problem
    drawn = draw_round(tournament, 3, model=model, constraints=constraints)
    best = Enumerated(tournament, 3, model, constraints)
    assert (drawn.cardinality, drawn.total_weight) == (best.cardinality, best.weight)
    assert sum(map(best.cost_at_top, drawn.boards)) == best.given_way
    marked = {BoardNote.HANDICAP_AT_TOP, BoardNote.EVEN_AT_TOP}
    for board in drawn.boards:
        if frozenset((board.white, board.black)) not in constraints.force:
            assert bool(marked & set(board.notes)) == (best.cost_at_top(board) > 0)


@given(gappy_rounds())
def test_no_game_is_wider_than_the_widest_without_the_rule(problem):
    tournament, model, constraints = problem
    free = replace(constraints, no_handicap_at_top=False)
    drawn, without = (
        draw_round(tournament, 3, model=model, constraints=rules) for rules in (constraints, free)
    )
    unnamed = [
        [b for b in one.boards if frozenset((b.white, b.black)) not in constraints.force]
        for one in (drawn, without)
    ]
    widest = [
        max((2 * abs(b.white_score - b.black_score) for b in boards), default=0)
        for boards in unnamed
    ]
    # Half points that a model drops may make a game half a point wider or narrower.
    assert widest[0] <= widest[1] + (model == "fastpair")


@given(gappy_rounds())
def test_a_draw_is_the_best_when_it_is_judged(problem):
    tournament, model, constraints = problem
    drawn = draw_round(tournament, 3, model=model, constraints=constraints)
    if drawn.boards and not drawn.unpaired:
        judged = judge_round(drawn.applied_to(tournament), 3, model=model, constraints=constraints)
        assert judged.loss == 0


@st.composite
def rounds_of_neighbours(draw):
    """Few players of few clubs and of scores that allow even games between most of them."""
    size = draw(st.integers(4, 8))
    grades = st.lists(st.sampled_from([2, 2, 1, 0, -2, -5]), min_size=size, max_size=size)
    players = tuple(
        player(key, grade, club=draw(st.sampled_from(["Ost", "West"])), country="DE")
        for key, grade in zip("abcdefgh", draw(grades), strict=False)
    )
    pairs = [frozenset(pair) for pair in combinations("abcdefgh"[:size], 2)]
    constraints = Constraints(
        this_round_alone=True,
        forbid=frozenset(draw(st.lists(st.sampled_from(pairs), max_size=3))),
        limit_scores=draw(st.sampled_from([None, None, None, False])),
    )
    threshold = Grade(draw(st.sampled_from([-30, 0])))
    rules = Rules(
        rounds=5,
        floor=Grade(-30),
        bar=Grade(draw(st.sampled_from([1, 6]))),
        handicap=HandicapRules(threshold=threshold),
    )
    return Tournament(rules=rules, players=players), constraints


@given(rounds_of_neighbours())
def test_homes_make_no_game_wider(problem):
    tournament, constraints = problem
    drawn = draw_round(tournament, 1, model="fastpair", constraints=constraints)
    best = Enumerated(tournament, 1, "fastpair", constraints)
    assert (drawn.cardinality, drawn.total_weight) == (best.cardinality, best.weight)
    if constraints.limit_scores is None:
        anywhere = model_named("fastpair").with_terms(("homes",), ())
        without = draw_round(tournament, 1, model=anywhere, constraints=constraints)
        assert gaps(drawn)[0] <= gaps(without)[0]
    if not drawn.unpaired:
        judged = judge_round(drawn.applied_to(tournament), 1, constraints=constraints)
        assert judged.loss == 0


@pytest.mark.parametrize(
    ("grades", "expected"),
    [
        (("1d", "1d", "5k", "5k"), {"ab", "cd"}),
        (("1d", "2k", "5k", "5k"), {"ab", "cd"}),
        (("1d", "1d", "1d", "1d"), {"ad", "bc"}),
        (("2d", "1d", "1d", "2k"), {"ac", "bd"}),
    ],
)
@pytest.mark.parametrize("largest_matrix", [2, 4000])
def test_neighbours_meet_where_only_wider_games_would_part_them(
    grades, expected, largest_matrix, monkeypatch
):
    """a and b are of one club, c and d of another one; no stones are given."""
    monkeypatch.setattr("fastpair.pairing.systems.weighted.MATRIX", largest_matrix)
    tournament = entered(*grades, threshold="30k")
    players = tuple(
        replace(each, country="DE", club="Ost" if each.key in "ab" else "West")
        for each in tournament.players
    )
    tournament = replace(tournament, players=players)
    assert pairs(draw_round(tournament, 1, constraints=ALONE)) == expected
    apart = draw_round(
        tournament, 1, constraints=Constraints(this_round_alone=True, limit_scores=False)
    )
    assert pairs(apart) & {"ab", "cd"} == set()


EVEN = ("7d", "4d", "4d", "3d", "2d", "1k", "1k", "2k", "3k", "12k")


@pytest.mark.parametrize("model", PAPERS[:4])
def test_nobody_is_at_the_top_of_a_tournament_without_stones(model):
    tournament = entered(*EVEN, bar="7d", threshold="30k")
    assert HardRule.HANDICAP_AT_TOP not in named(tournament, model)
    drawn = draw_round(tournament, 1, model=model)
    assert gaps(drawn)[0] == 9
    assert not any(BoardNote.EVEN_AT_TOP in board.notes for board in drawn.boards)


@pytest.mark.parametrize(
    ("grades", "threshold", "rules", "stones"),
    [
        (("6d", "10k", "12k"), "11k", {}, False),
        (("6d", "10k", "12k"), "10k", {}, True),
        (("6d", "10k", "11k"), "10k", {}, False),
        (("6d", "10k", "12k"), "10k", {"correction": 2}, False),
        (("6d", "10k", "12k"), "9k", {"correction": 2}, True),
        (("6d", "10k", "12k"), "10k", {"ceiling": 0}, False),
        (("6d", "12k"), "1k", {"even_at_bar": True}, False),
        (("6d", "12k"), "1k", {"even_at_bar": False}, True),
        (("6d", "10k", "12k"), "1k", {"correction": 0}, False),
    ],
)
def test_the_rule_for_the_top_is_none_where_nobody_is_given_stones(
    grades, threshold, rules, stones
):
    tournament = entered(*grades, threshold=threshold, **rules)
    assert (HardRule.HANDICAP_AT_TOP in named(tournament, "fastpair")) == stones


@pytest.mark.parametrize(
    ("grade", "level", "top"),
    [("3d", None, True), ("2d", None, False), ("2d", 0, True), ("2d", 1, True), ("2d", -1, False),
     ("3d", -1, True)],
)  # fmt: skip
def test_the_top_is_the_bar_or_a_supergroup(grade, level, top):
    tournament = entered(grade, "10k", "12k", bar="3d", threshold="1k")
    if level is not None:
        tournament = with_supergroups(tournament, {"a": level})
    state = model_named("fastpair").state(Field.of(tournament, 1))
    assert state.at_top.tolist() == [top, False, False]


@pytest.mark.parametrize("model", PAPERS[:4])
def test_a_threshold_below_the_bar_makes_no_top(model):
    """From 1k on games are even. Only a is at the bar, and b, c, d and e are not."""
    grades = ("6d", "3d", "3d", "3d", "3d", "1k", "4k", "4k", "4k", "6k")
    drawn = draw_round(entered(*grades), 1, model=model)
    assert gaps(drawn)[:3] == [3, 3, 2]
    assert [b.notes for b in drawn.boards if BoardNote.EVEN_AT_TOP in b.notes] != []


@pytest.mark.parametrize("model", ["fastpair", "macmahon", "godraw2015"])
def test_small_exceptions_are_better_than_a_wide_one(model):
    """a starts at 7d, b and c at 5d, d at the bar: ad alone is against the rule, or ab and cd."""
    tournament = with_supergroups(
        entered(*4 * ["3d"], "5k", "6k", bar="3d"), {"a": 4, "b": 2, "c": 2}
    )
    drawn = draw_round(tournament, 1, model=model)
    assert pairs(drawn) in ({"ab", "cd", "ef"}, {"ac", "bd", "ef"})
    strict = Constraints(no_handicap_at_top=True)
    left_over = draw_round(tournament, 1, model=model, constraints=strict)
    assert [set(pair.players) for pair in left_over.relaxations.cheapest] in (
        [{"a", "b"}, {"c", "d"}],
        [{"a", "c"}, {"b", "d"}],
    )
    assert left_over.relaxations.fewest == left_over.relaxations.cheapest


@pytest.mark.parametrize("model", PAPERS[:4])
def test_the_rule_that_is_stated_does_not_give_way(model):
    strict = Constraints(no_handicap_at_top=True)
    drawn = draw_round(entered(*EVEN, bar="7d"), 1, model=model, constraints=strict)
    assert "a" in {one.player for one in drawn.unpaired}
    assert {pair.rules for pair in drawn.relaxations.cheapest} == {(HardRule.HANDICAP_AT_TOP,)}


@pytest.mark.parametrize("name", MODELS)
def test_models_whose_weights_end_have_a_limit(name):
    tournament = entered(*EVEN, bar="7d", threshold="30k")
    assert (HardRule.SCORE_LIMIT in named(tournament, name)) == (name in LIMITED)
    off, on = (Constraints(limit_scores=said) for said in (False, True))
    assert HardRule.SCORE_LIMIT not in named(tournament, name, constraints=off)
    assert HardRule.SCORE_LIMIT in named(tournament, name, constraints=on)


@pytest.mark.parametrize("model", ["godraw2015", "kaniuk2012"])
def test_without_the_limit_a_further_point_costs_nothing(model):
    tournament = entered(*EVEN, bar="7d", threshold="30k")
    off = Constraints(limit_scores=False, no_handicap_at_top=False)
    assert gaps(draw_round(tournament, 1, model=model, constraints=off))[0] == 18
    assert gaps(draw_round(tournament, 1, model=model)) == [9, 3, 2, 1, 1]


def test_entropy_joins_players_far_apart_unless_the_limit_is_stated():
    tournament = entered(*EVEN, bar="7d", threshold="30k")
    assert gaps(draw_round(tournament, 1, model="entropy"))[0] == 18
    limited = Constraints(limit_scores=True)
    assert gaps(draw_round(tournament, 1, model="entropy", constraints=limited))[0] == 9


@pytest.mark.parametrize("model", sorted(LIMITED))
@pytest.mark.parametrize(("last", "expected"), [("3d", [1, 0]), ("2d", [1, 1]), ("1d", [2, 1])])
def test_the_limit_is_a_point_and_rises_as_far_as_it_must(model, last, expected):
    tournament = entered("4d", "4d", "3d", last, bar="9d", threshold="30k")
    met = {"3d": "ab", "2d": "ab", "1d": "ab"}[last]
    tournament = replace(tournament, rules=replace(tournament.rules, rounds=5))
    drawn = draw_round(
        tournament, 1, model=model, constraints=Constraints(forbid=frozenset({frozenset(met)}))
    )
    assert gaps(drawn) == {"3d": [1, 1], "2d": [2, 1], "1d": [3, 1]}[last]


@pytest.mark.parametrize("model", ["godraw2015", "fastpair"])
def test_what_the_director_forces_or_allows_has_no_width(model):
    far = frozenset({frozenset("aj")})
    tournament = entered(*EVEN, bar="7d", threshold="1k")
    drawn = draw_round(tournament, 1, model=model, constraints=Constraints(force=far))
    assert "aj" in pairs(drawn)
    assert gaps(drawn)[1] <= 2
    forbidden = Constraints(forbid=frozenset({frozenset("ab"), frozenset("ac")}))
    assert "ad" in pairs(draw_round(tournament, 1, model=model, constraints=forbidden))


def test_a_must_play_group_comes_before_the_models_rules():
    group = Constraints(must_play_groups=(frozenset("aj"), frozenset("bcij")))
    drawn = draw_round(
        entered(*EVEN, bar="7d", threshold="1k"), 1, model="godraw2015", constraints=group
    )
    assert {"aj", "bc"} <= pairs(drawn)


@pytest.mark.parametrize("model", ["godraw2015", "fastpair"])
def test_a_known_board_against_the_models_rules_may_stay(model):
    tournament = entered(*EVEN, bar="7d", threshold="1k")
    known = draw_round(
        tournament, 1, model=model, constraints=Constraints(force=frozenset({frozenset("aj")}))
    ).games()
    system = Keeping(model=model_named(model), boards=known)
    assert "aj" in pairs(draw_round(tournament, 1, system=system))


@pytest.mark.parametrize("model", ["fastpair", "macmahon", "godraw2015"])
@given(seed=st.integers(0, 2**32), size=st.integers(12, 24))
def test_a_draw_by_bounds_gives_way_as_far(model, seed, size):
    lots = np.random.default_rng(seed)
    grades = np.sort(lots.choice([6, 5, 3, 2, 0, -1, -2, -4, -7, -12], size))[::-1]
    players = tuple(
        player(f"p{i:02}", int(g), rating=2100 + 100 * int(g) + int(lots.integers(90)))
        for i, g in enumerate(grades)
    )
    rules = Rules(
        rounds=5, floor=Grade(-30), bar=Grade(3), handicap=HandicapRules(threshold=Grade(3))
    )
    tournament = Tournament(rules=rules, players=players)
    whole = draw_round(tournament, 1, model=model)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fastpair.pairing.systems.weighted.MATRIX", 2)
        patch.setattr("fastpair.pairing.solving.solution._RANGE", 4)
        parts = draw_round(tournament, 1, model=model)
    assert (parts.total_weight, gaps(parts)[0]) == (whole.total_weight, gaps(whole)[0])


@pytest.mark.parametrize("model", ["godraw2015", "fastpair"])
def test_the_models_rules_yield_to_the_rounds_to_come_as_far_as_they_must(model):
    """Six players of two grades and five rounds: everybody meets everybody."""
    tournament = entered("6d", "6d", "6d", "1k", "1k", "1k", bar="6d", threshold="1d", correction=1)
    system = LookingAhead(model=model_named(model))
    for number in range(1, 6):
        drawn = draw_round(tournament, number, system=system)
        assert drawn.complete
        tournament = replace(
            drawn.applied_to(tournament),
            games=(
                *tournament.games,
                *(replace(game, result=Result.WHITE_WINS) for game in drawn.games()),
            ),
        )
