"""A Swiss of any game: pairs by name, rules on attributes, complete tournaments, and proofs."""

from __future__ import annotations

import json
import re
import runpy
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from all_matchings import all_matchings, perfect_matchings
from fastpair import (
    Colours,
    Grade,
    Player,
    Rules,
    Same,
    Tournament,
    draw_document,
    draw_round,
    pair,
    read,
    swiss_standings,
)
from fastpair.errors import FormatError, RuleError
from fastpair.formats import FORMATS
from fastpair.go.tournament import SWISS_RULES, Bye, Criterion, Game, Result
from fastpair.insight.explain import Conditions, Optimum, candidates, what_if
from fastpair.matching import EngineError
from fastpair.pairing.draw import Constraints
from fastpair.pairing.rounds import draw_with_proof, levels_as_weights
from fastpair.pairing.systems import Swiss
from profiles import few
from repository import ROOT

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


def played(players, rounds, seed, **rules):
    """All rounds of a tournament with results by lot: the pairings, and the games."""
    rng, games, byes, found = np.random.default_rng(seed), [], [], []
    for _ in range(rounds):
        drawn = pair(players, games, byes=byes, rounds=rounds, **rules)
        results = rng.choice([1, 0.5, 0], len(drawn.pairs)).tolist()
        games.append([(*two, result) for two, result in zip(drawn.pairs, results, strict=True)])
        byes += [] if drawn.bye is None else [drawn.bye]
        found.append(drawn)
    return found, games


@pytest.mark.parametrize(("count", "rounds"), [(12, 11), (11, 11), (8, 7), (7, 7)])
def test_everybody_meets_everybody_if_there_are_so_many_rounds(count, rounds):
    for seed in few(range(4), 2, ci=2):
        names = [f"P{number}" for number in range(count)]
        found, games = played(names, rounds, seed)
        assert all(not drawn.unpaired for drawn in found)
        met = {frozenset(game[:2]) for each in games for game in each}
        assert len(met) == count * (count - 1) // 2
        assert len({drawn.bye for drawn in found}) == (count if count % 2 else 1)


def scores_of(names, games, byes):
    score = dict.fromkeys(names, 0)
    for bye in byes:
        score[bye] += 2
    for first, second, result in games:
        score[first] += round(2 * result)
        score[second] += round(2 - 2 * result)
    return score


@st.composite
def second_rounds(draw):
    """Players after one round, whom a rule keeps apart, and whom one would rather keep apart."""
    names = NAMES[: draw(st.integers(3, 8))]
    results = draw(st.lists(st.sampled_from([1, 0.5, 0]), min_size=4, max_size=4))
    first = pair(names)
    games = [(*two, result) for two, result in zip(first.pairs, results, strict=False)]
    all_pairs = st.sets(st.sampled_from([*combinations(names, 2)]), max_size=5)
    return names, games, first.bye, draw(all_pairs), draw(all_pairs)


@given(second_rounds())
def test_no_other_pairing_is_better(drawn):
    """Against all pairings, by the levels that do not go by places within a group."""
    names, games, bye, never, avoid = drawn
    byes = [] if bye is None else [bye]
    found = pair(names, [games], byes=byes, forbid=never, prefer_not=avoid)
    found.verify()
    score = scores_of(names, games, byes)
    closed = {frozenset(game[:2]) for game in games} | set(map(frozenset, never))
    rather = set(map(frozenset, avoid))

    def cost(pairs, spared):
        gaps = [((score[a] - score[b]) ** 2, max(score[a], score[b])) for a, b in pairs]
        if spared:
            gaps.append(((score[spared] - min(score.values())) ** 2, score[spared]))
        return (
            int(spared in byes),
            sum(gap for gap, _ in gaps),
            sum(gap * higher for gap, higher in gaps),
            sum(frozenset(two) in rather for two in pairs),
        )

    costs = [
        cost(pairs, spared)
        for spared in (names if len(names) % 2 else (None,))
        for pairs in perfect_matchings([name for name in names if name != spared])
        if not any(frozenset(two) in closed for two in pairs)
    ]
    if not costs:
        assert found.unpaired
        return
    assert cost(found.pairs, found.bye) == min(costs)
    expected = [found.levels.get(name, 0) for name in ("byes", "scores", "top", "preferences")]
    assert tuple(expected) == min(costs)


# ---- Rules on attributes against all matchings, by the words of the documentation ----

RULES = st.sampled_from(
    [
        "school",
        Same("school", not_in_top_group=True),
        Same("school", until=1),
        Same("school", until=2),
        Same("team", not_in_top_group=True),
        Same("school", until=3, not_in_top_group=True),
    ]
)
PAIRS = st.sampled_from([*combinations(NAMES[:5], 2)])


@st.composite
def attribute_rounds(draw):
    """Players with attributes, games of up to three rounds, and what must and should not be drawn."""
    names = NAMES[: draw(st.integers(3, 8))]
    value = st.sampled_from(["x", "y", None])
    players = {name: {"school": draw(value), "team": draw(value)} for name in names}
    for attribute in ("school", "team"):
        players["Ann"][attribute] = players["Ann"][attribute] or "x"
    games, byes = [], []
    for _ in range(draw(st.integers(0, 3))):
        drawn = pair(players, games, byes=byes)
        results = [draw(st.sampled_from([1, 0.5, 0])) for _ in drawn.pairs]
        games.append([(*two, result) for two, result in zip(drawn.pairs, results, strict=True)])
        byes += [] if drawn.bye is None else [drawn.bye]
    never, avoid = (draw(st.lists(RULES | PAIRS, max_size=3, unique=True)) for _ in range(2))
    prefer = draw(st.lists(PAIRS, max_size=2, unique=True))
    known = [two for two in prefer if {*two} <= {*names}]
    rules = [
        [each for each in some if not isinstance(each, tuple) or {*each} <= {*names}]
        for some in (never, avoid)
    ]
    return players, games, byes, *rules, [two for two in known if two not in rules[1]]


def is_about(rule, one, other, players, score, number):
    """Whether a rule of ``never`` or ``avoid`` is about two players."""
    if isinstance(rule, tuple):
        return {one, other} == {*rule}
    same = Same(rule) if isinstance(rule, str) else rule
    if same.until is not None and number > same.until:
        return False
    value = players[one][same.attribute]
    if value is None or value != players[other][same.attribute]:
        return False
    best = max(score.values())
    both_on_top = score[one] == score[other] == best and min(score.values()) < best
    return not (same.not_in_top_group and both_on_top)


_LEVELS_BEFORE_BYE = ("byes", "streaks", "scores", "top", "preferences")


@settings(max_examples=max(40, settings().max_examples))
@given(attribute_rounds())
def test_rules_on_attributes_are_kept_by_the_best_of_all_matchings(drawn):
    players, games, byes, never, avoid, prefer = drawn
    names, odd, number = [*players], len(players) % 2, len(games) + 1
    found = pair(players, games, byes=byes, forbid=never, prefer_not=avoid, prefer=prefer)
    found.verify()
    score = scores_of(names, [game for each in games for game in each], byes)
    met = {frozenset(game[:2]) for each in games for game in each}
    lowest = min(score.values())
    sides = {name: [] for name in names}
    for one, other, _ in (game for each in games for game in each):
        sides[one].append(1)
        sides[other].append(-1)
    again = {
        name: each[-1] if each[-2:] in ([1, 1], [-1, -1]) else 0 for name, each in sides.items()
    }

    def count(rules, one, other):
        return sum(is_about(rule, one, other, players, score, number) for rule in rules)

    def may_meet(one, other):
        return frozenset((one, other)) not in met and not count(never, one, other)

    def cost(pairs):
        alone = set(names).difference(*pairs) if odd else ()
        gaps = [(abs(score[a] - score[b]), max(score[a], score[b])) for a, b in pairs]
        gaps += [(score[name] - lowest, score[name]) for name in alone]
        return (
            -len(pairs),
            sum(byes.count(name) for name in alone),
            sum(again[a] == again[b] != 0 for a, b in pairs),
            sum(gap**2 for gap, _ in gaps),
            sum(gap**2 * higher for gap, higher in gaps),
            sum(count(avoid, *two) - count(prefer, *two) for two in pairs),
        )

    assert all(may_meet(*two) for two in found.pairs)
    allowed = {two: may_meet(*two) for two in combinations(names, 2)}
    best = min(map(cost, all_matchings(allowed, names)))
    assert cost(found.pairs) == best
    expected = [found.levels.get(name, 0) for name in _LEVELS_BEFORE_BYE]
    assert (-len(found.pairs), *expected) == best


def test_sides_are_balanced():
    for seed in few(range(6), 3, ci=3):
        _, games = played(NAMES, 5, seed)
        for name in NAMES:
            first = sum(name == game[0] for each in games for game in each)
            assert first in (2, 3)


SCHOOLS = {name: {"school": school} for name, school in zip(NAMES, "NNSSEEWW", strict=True)}


def schoolmates(drawn):
    return [two for two in drawn.pairs if len({SCHOOLS[name]["school"] for name in two}) == 1]


def test_pupils_of_one_school_do_not_meet_until_a_round():
    """All but two of each school have met after six rounds."""
    for rule in ("school", Same("school")):
        found, _ = played(SCHOOLS, 6, 1, forbid=[rule])
        assert not any(map(schoolmates, found))
        assert all(not drawn.unpaired for drawn in found)
    found, _ = played(SCHOOLS, 7, 1, forbid=[Same("school", until=6)])
    assert [len(schoolmates(drawn)) for drawn in found] == [0, 0, 0, 0, 0, 0, 4]


def test_a_rule_may_leave_the_top_group_free():
    games = [("Ann", "Cy", 1), ("Bo", "Di", 1), ("Ed", "Gus", 0.5), ("Flo", "Hal", 0.5)]
    closed = pair(SCHOOLS, [games], forbid=["school"])
    assert not schoolmates(closed)
    free = pair(SCHOOLS, [games], forbid=[Same("school", not_in_top_group=True)])
    assert set(map(frozenset, schoolmates(free))) == {frozenset(("Ann", "Bo"))}


def test_what_is_avoided_yields_to_scores_alone():
    assert not schoolmates(pair(SCHOOLS, order="adjacent", prefer_not=["school"]))
    assert len(schoolmates(pair(SCHOOLS, order="adjacent"))) == 4
    two = pair(
        SCHOOLS, order="adjacent", prefer_not=["school"], prefer=[("Ann", "Bo"), ("Ann", "Cy")]
    )
    assert ("Ann", "Cy") in two.pairs or ("Cy", "Ann") in two.pairs
    games = [("Ann", "Cy", 1), ("Bo", "Di", 1), ("Ed", "Gus", 0.5), ("Flo", "Hal", 0.5)]
    assert schoolmates(pair(SCHOOLS, [games], prefer_not=["school"]))


@pytest.mark.parametrize(
    ("order", "opponent"), [("fold", "Hal"), ("slip", "Ed"), ("adjacent", "Bo")]
)
def test_the_order_of_the_first_round_is_that_of_the_list_or_of_ratings(order, opponent):
    ratings = {name: {"rating": 2000 - 10 * place} for place, name in enumerate(NAMES)}
    for players in (NAMES, dict(reversed(ratings.items()))):
        drawn = pair(players, order=order)
        assert frozenset(("Ann", opponent)) in map(frozenset, drawn.pairs)


@pytest.mark.parametrize("highest", [2000, -950])
def test_names_alone_are_placed_as_if_their_ratings_fell(highest):
    """In later rounds, too, in which the standings would place them otherwise."""
    ratings = {name: {"rating": highest - place} for place, name in enumerate(NAMES)}
    _, games = played(NAMES, 4, 3)
    for number in range(5):
        assert pair(NAMES, games[:number]) == pair(ratings, games[:number])
    assert games == played(ratings, 4, 3)[1]


def sides_of(games):
    """The sides that each player had, 1 for the first one."""
    found = {}
    for each in games:
        for first, second, _ in each:
            found.setdefault(first, []).append(1)
            found.setdefault(second, []).append(-1)
    return found


@pytest.mark.parametrize("count", [24, 31])
def test_nobody_has_one_side_three_times_in_a_row(count):
    names, games, byes = [f"P{k}" for k in range(count)], [], []
    rng = np.random.default_rng(count)
    for _ in range(9):
        pairing = pair(names, games, byes=byes, rounds=9)
        assert len(pairing.pairs) == count // 2
        results = rng.choice([1, 0.5, 0], count // 2).tolist()
        games.append([(*two, won) for two, won in zip(pairing.pairs, results, strict=True)])
        byes += [pairing.bye] if pairing.bye else []
        assert pairing.levels["streaks"] == 0
    streaks = [abs(sum(had[k : k + 3])) for had in sides_of(games).values() for k in range(7)]
    assert max(streaks) < 3


def test_a_third_time_in_a_row_costs_less_than_an_incomplete_round():
    """Ann and Bo have had the first side twice, and everybody else has met."""
    games = [[("Ann", "Cy", 1), ("Bo", "Di", 0)], [("Ann", "Di", 1), ("Bo", "Cy", 1)]]
    pairing = pair(["Ann", "Bo", "Cy", "Di"], games)
    assert {frozenset(two) for two in pairing.pairs} == {
        frozenset({"Ann", "Bo"}),
        frozenset({"Cy", "Di"}),
    }
    assert (pairing.unpaired, pairing.levels["streaks"]) == ({}, 2)
    pairing.verify()
    assert "streaks" not in pair(["Ann", "Bo", "Cy", "Di"], games, sides=False).levels


def test_a_third_time_in_a_row_costs_more_than_scores():
    """Ann and Bo have won twice with the first side, and could meet."""
    others = ["Cy", "Di", "Ed", "Flo", "Gus", "Hal"]
    games = [
        [("Ann", "Cy", 1), ("Bo", "Di", 1), ("Ed", "Flo", 0.5), ("Gus", "Hal", 0.5)],
        [("Ann", "Ed", 1), ("Bo", "Gus", 1), ("Cy", "Flo", 0.5), ("Di", "Hal", 0.5)],
    ]
    pairing = pair(["Ann", "Bo", *others], games)
    assert pairing.levels["streaks"] == 0
    assert not {"Ann", "Bo"} & {first for first, _ in pairing.pairs}
    assert frozenset({"Ann", "Bo"}) in map(
        frozenset, pair(["Ann", "Bo", *others], games, sides=False).pairs
    )


def test_a_tournament_whose_sides_are_balanced_is_drawn_as_before():
    """What files of former versions state: no level for a third time in a row."""
    rules = Rules(rounds=5, **{**SWISS_RULES, "colours": Colours.BALANCE})
    system = Swiss.of_any_game(rules)
    assert (system.colours, system.streaks) == (True, False)
    assert Swiss.of_any_game(replace(rules, colours=Colours.AT_MOST_TWO)).streaks


def test_the_rounds_that_the_example_for_browsers_pairs_are_current():
    """The example itself is tested against them in js/test/round.test.js."""
    path = ROOT / "js" / "support" / "cases.py"
    cases = runpy.run_path(str(path))
    assert cases["text"]() == path.with_suffix(".json").read_text("utf-8")


def test_lots_follow_from_the_seed():
    drawn = [pair(NAMES, order="random", seed=seed).pairs for seed in range(9)]
    assert len(set(drawn)) > 1
    assert drawn[3] == pair(NAMES, order="random", seed=3).pairs


def test_games_may_be_in_one_list_and_without_results():
    flat = [(1, "Ann", "Bo", None), (1, "Cy", "Di", 1), (2, "Ann", "Cy", 0)]
    by_round = [[("Ann", "Bo", None), ("Cy", "Di", 1)], [("Ann", "Cy", 0)]]
    assert pair(NAMES[:4], flat) == pair(NAMES[:4], by_round)
    assert pair(NAMES[:4], flat).round == 3


def test_iterators_are_read_once():
    games = [[("Ann", "Bo", 1), ("Cy", "Di", 1)], [("Ann", "Cy", 0)]]
    wishes = {
        "forbid": [("Ann", "Di")],
        "prefer": [("Bo", "Di")],
        "absent": ["Hal"],
        "byes": ["Bo"],
    }
    read_once = {
        name: iter(map(iter, value))
        for name, value in wishes.items()
        if name in ("forbid", "prefer")
    }
    read_once |= {name: iter(wishes[name]) for name in ("absent", "byes")}
    by_iterators = pair(iter(NAMES), (iter(each) for each in games), **read_once)
    assert by_iterators == pair(NAMES, games, **wishes)
    assert by_iterators.round == 3
    assert frozenset(("Ann", "Bo")) not in map(frozenset, by_iterators.pairs)


@pytest.mark.parametrize(
    ("old", "name", "value"),
    [
        ("never", "forbid", [("Ann", "Bo")]),
        ("avoid", "prefer_not", [("Ann", "Bo")]),
        ("avoid_before", "preferences_before", "scores"),
    ],
)
def test_the_old_name_of_an_argument_is_read(old, name, value):
    asked = {"prefer_not": [("Cy", "Di")]} if old != "avoid" else {}
    with pytest.warns(DeprecationWarning, match=f"{old} is called {name} now"):
        assert pair(NAMES, **asked, **{old: value}) == pair(NAMES, **asked, **{name: value})


def test_a_round_without_games_counts():
    drawn = pair(NAMES[:5], [[("Ann", "Bo", 1), ("Cy", "Di", 1)], []], byes=["Ed", "Ann"])
    assert drawn.round == 3


def test_names_are_the_same_in_any_spacing_and_encoding():
    names = ["Zo\u00e9 Lee", "Bo", "Cy", "Di"]
    games = [[("Zoe\u0301  Lee", "Bo", 1), (" Cy", "Di", 1)]]
    assert "Bo" not in sum(pair(names, games, absent=["Bo "]).pairs, ())
    assert pair(names, games) == pair(names, [[(names[0], "Bo", 1), ("Cy", "Di", 1)]])
    apart = pair(names, games, forbid=[("Zoe\u0301 Lee", "Cy")])
    assert frozenset((names[0], "Cy")) not in map(frozenset, apart.pairs)


@pytest.mark.parametrize(
    "ratings", [(1500.5, 1500.25), (np.float32(2), np.int64(1)), (Fraction(1, 2), -(10**9))]
)
def test_ratings_are_any_numbers(ratings):
    players = {
        name: {"rating": rating} for name, rating in zip(("Ann", "Bo"), ratings, strict=True)
    }
    players |= {
        "Cy": {"rating": float("nan"), "school": float("nan")},
        "Di": {"school": float("nan")},
    }
    drawn = pair(dict(reversed(players.items())))
    assert {*map(frozenset, drawn.pairs)} == {frozenset(("Ann", "Cy")), frozenset(("Bo", "Di"))}
    with pytest.raises(RuleError, match="no player has the attribute 'school'"):
        pair(players, forbid=["school"])


def test_numbers_of_numpy_are_integers():
    games = np.array([[1, 0, 1, 1], [1, 2, 3, 0]])
    names = ("Ann", "Bo", "Cy", "Di")
    flat = [(number, names[a], names[b], result) for number, a, b, result in games]
    plain = [tuple(map(int, row)) for row in games]
    drawn = pair(names, flat, rounds=np.int8(3), seed=np.uint64(7))
    assert drawn == pair(
        names,
        [(number, names[a], names[b], result) for number, a, b, result in plain],
        rounds=3,
        seed=7,
    )
    assert type(drawn.round) is int


def test_more_rounds_than_there_are_opponents_are_warned_of():
    with pytest.warns(
        UserWarning, match="round 6 cannot be drawn complete without a rematch"
    ) as said:
        pair(NAMES[:6], rounds=6)
    assert said[0].filename == __file__
    pair(NAMES[:6], rounds=5)
    pair(NAMES[:5], rounds=5)


def test_who_is_absent_is_not_paired():
    drawn = pair(NAMES, absent=["Ann", "Bo"])
    assert not {"Ann", "Bo"} & {*sum(drawn.pairs, ())}
    assert drawn.bye is None


def test_players_with_grades_and_without_ratings_are_taken_too():
    players = [Player(name, name, grade=Grade(-k)) for k, name in enumerate(NAMES)]
    assert frozenset(("Ann", "Hal")) in map(frozenset, pair(players).pairs)


def test_a_pairing_that_is_changed_is_not_proven():
    drawn = pair(NAMES)
    other = drawn._solution.matching
    mate = other.mate.copy()
    (a, b), (c, d) = other.edges[:2].tolist()
    mate[[a, c, b, d]] = [c, a, d, b]
    changed = replace(drawn._solution, matching=replace(other, mate=mate))
    with pytest.raises(EngineError):
        replace(drawn, _solution=changed).verify()


GAME = ("Ann", "Bo", 1)


class Table:
    """A table as pandas has it: whoever goes through it finds the names of its columns."""

    columns = ("name", "rating")

    def __iter__(self):
        return iter(self.columns)

    def __repr__(self):
        return "a table"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": ["Ann", "Ann"]}, "Ann"),
        ({"players": []}, "nobody is left to pair"),
        ({"players": [3, 4]}, "expected a name, got 3"),
        (
            {"players": {"Ann": {"rating": "high"}, "Bo": {}}},
            "expected a number as rating, got 'high'",
        ),
        (
            {"games": [[("Ann", "Bo", 2)]]},
            r"such as 1, 0.5, 0, '1-0', '½', '1-0f' or None, got \('A",
        ),
        ({"games": [[("Ann", "Bo", "2-0")]]}, r"expected \(first, second, result\)"),
        ({"games": [[("Ann", "Bo", "f")]]}, r"expected \(first, second, result\)"),
        (
            {"byes": [("Ann", "half")]},
            r"byes: expected a name or \(name, points\), got \('Ann', 'h",
        ),
        ({"byes": [("Ann",)]}, r"byes: expected a name or \(name, points\)"),
        (
            {"games": [[("Bo", "Cy", 1)]], "byes": [("Ann", 0.7)]},
            "'Ann': expected the points of a bye, 1, of a requested bye, 0.5, or of an absence, 0,",
        ),
        ({"points": "Go"}, "no preset 'Go'"),
        ({"points": "BGA"}, "points: expected a preset of other games than Go, or points by name"),
        ({"points": {"wins": 3}}, r"or points by name \(win, draw, loss, forfeit_win,"),
        ({"points": {"win": 1 / 3}}, "win: must be -1000 to 1000 in halves, not '0.33"),
        ({"points": {"draw": 1001}}, "jigo: must be -1000 to 1000 in halves, not '1001'"),
        ({"games": [[("Ann", "Bo")]]}, r"expected \(first, second, result\)"),
        ({"games": [[("Ann", "Zoe", 1)]]}, "Zoe"),
        ({"games": [[GAME, ("Bo", "Cy", 1)]]}, "Bo"),
        ({"games": [[GAME], [GAME], [GAME]], "rounds": 3}, "round"),
        ({"byes": ["Zoe"]}, "no player 'Zoe'"),
        (
            {"games": [[GAME]], "byes": ["Ann"]},
            "'Ann' cannot have so many byes in 1 earlier round;",
        ),
        ({"byes": ["Ann"]}, "'Ann' cannot have so many byes in 0 earlier rounds;"),
        ({"players": {*NAMES}}, "players: expected a list, got {'"),
        ({"players": "Ann"}, "players: expected a list, got 'Ann'"),
        ({"players": Table()}, "players: expected a list, got a table"),
        ({"players": {"Ann": 1500}}, "'Ann': expected attributes by name, got 1500"),
        ({"players": ["Ann", " "]}, "expected a name, got ' '"),
        ({"players": ["Ann Lee", "Ann  Lee"]}, "'Ann Lee' and 'Ann  Lee' are one name"),
        ({"players": ["Zo\u00e9", "Zoe\u0301"]}, "are one name"),
        ({"games": {1: [GAME]}}, "games: expected a list, got {1: "),
        ({"games": "Ann"}, "games: expected a list, got 'Ann'"),
        ({"games": [GAME]}, "games: expected a list, got 1|expected .first, second, result."),
        ({"byes": "Ann"}, "byes: expected a list, got 'Ann'"),
        ({"absent": "Ann"}, "absent: expected a list, got 'Ann'"),
        ({"forbid": "school"}, "forbid: expected a list, got 'school'"),
        ({"prefer": "AB"}, "prefer: expected a list, got 'AB'"),
        ({"players": {"Ann": {"rating": True}}}, "expected a number as rating, got True"),
        ({"absent": ["Zoe"]}, "no player 'Zoe'"),
        ({"forbid": ["school"]}, "no player has the attribute 'school'"),
        ({"prefer_not": [Same("trainer")]}, "no player has the attribute 'trainer'"),
        ({"forbid": [("Ann", "Zoe")]}, "no player 'Zoe'"),
        ({"forbid": [("Ann",)]}, "expected a pair of two players"),
        ({"order": "best"}, r"expected an order \(fold, slip, adjacent, random\), got 'best'"),
        ({"seed": -1}, "must be a whole number from 0 to 9007199254740991"),
        ({"seed": 1 << 53}, "must be a whole number from 0 to 9007199254740991"),
        ({"rounds": 0}, "round"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(arguments, message):
    with pytest.raises(RuleError, match=message) as refused:
        pair(**{"players": NAMES[:4], **arguments})
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("attribute", "until", "message"),
    [("", None, "an attribute needs a name"), ("school", 0, "the last round must be 1 or more")],
)
def test_a_rule_about_nothing_is_refused(attribute, until, message):
    with pytest.raises(RuleError, match=message):
        Same(attribute, until=until)


# ---- The same attributes and players without a grade in tournaments that are drawn by rules ----

LIST = b"Name;First name;Rank;School\nAnn;A;;North\nBo;B;;North\nCy;C;;South\nDi;D;;\n"


def test_a_list_without_grades_enters_a_swiss_with_its_attributes(tmp_path, run):
    listed, file = tmp_path / "list.csv", tmp_path / "club.json"
    listed.write_bytes(LIST)
    tournament = Tournament(rules=SWISS)
    file.write_bytes(FORMATS["fastpair"].new(tournament))
    assert run("register", file, "--entries", listed)[0] == 0
    entered = read(file).tournament
    assert [player.attributes for player in entered.players] == [
        *2 * [{"school": "North"}],
        {"school": "South"},
        {},
    ]
    drawn = draw_round(entered, 1, system="swiss", constraints=Constraints(forbid=["school"]))
    assert not any({board.white, board.black} == {"ANNA", "BOB"} for board in drawn.boards)
    status, shown, _ = run("draw", file, "--system", "swiss", "--write")
    assert status == 0
    assert "Handicap" not in shown
    status, _, said = run("convert", file, tmp_path / "club.xml")
    assert status != 0
    assert said.endswith("Ann A has no grade, which the format needs\n")
    assert run("convert", file, tmp_path / "copy.csv")[0] == 0
    copied = read(tmp_path / "copy.csv").tournament.players
    assert [str(player.grade) for player in copied] == [""] * 4
    other = tmp_path / "mcmahon.json"
    assert run("new", other)[0] == 0
    status, _, said = run("register", other, "--entries", listed)
    assert status != 0
    assert "Ann A has no grade, which McMahon scores start with" in said


SWISS = Rules(rounds=3, placement=(Criterion.WINS,))


def test_attributes_count_in_a_draw_by_weights():
    players = tuple(Player(name, name, grade=Grade(0), attributes=SCHOOLS[name]) for name in NAMES)
    tournament = Tournament(rules=Rules(rounds=3), players=players)
    for rule in ({"forbid": ["school"]}, {"prefer_not": ["school"]}):
        drawn = draw_round(tournament, 1, constraints=Constraints(**rule))
        pairs = [(board.white, board.black) for board in drawn.boards]
        assert all(SCHOOLS[a] != SCHOOLS[b] for a, b in pairs)


def test_pairs_that_are_allowed_come_before_attributes_and_not_before_pairs():
    players = tuple(Player(name, name, attributes=SCHOOLS[name]) for name in NAMES[:2])
    tournament = Tournament(rules=SWISS, players=players)
    two = [NAMES[:2]]
    for never, boards in ((["school"], 1), (two, 0)):
        constraints = Constraints(forbid=never, allow=two)
        drawn = draw_round(tournament, 1, system="swiss", constraints=constraints)
        assert len(drawn.boards) == boards


@pytest.mark.parametrize("system", [None, "swiss", "lot"])
def test_players_without_grades_are_drawn_without_stones(system):
    players = tuple(Player(name, name) for name in NAMES[:7])
    drawn = draw_round(Tournament(rules=SWISS, players=players), 1, system=system)
    assert len(drawn.boards) == 3
    assert drawn.bye is not None
    assert {board.handicap for board in drawn.boards} == {0}


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (Rules(rounds=3), "Bo has no grade, which McMahon scores start with"),
        (SWISS, "Bo has no grade, which handicaps go by"),
    ],
)
def test_where_a_grade_is_needed_who_has_none_is_named(rules, message):
    players = (Player("Ann", "Ann", grade=Grade(0)), Player("Bo", "Bo"))
    with pytest.raises(RuleError, match=message):
        draw_round(Tournament(rules=rules, players=players), 1)


# ---- Points, results in words, byes with points, and standings of the games that `pair` takes ----

SPELLINGS = {
    (1, False): [1, "1", "1-0", "1–0", "w"],
    (0.5, False): [0.5, "½", "1/2", "½-½", "=", "0.5"],
    (0, False): [0, "0", "0-1", "b"],
    (1, True): ["1-0f", "1-0!", "1f", "+-"],
    (0, True): ["0-1f", "0-1!", "0f", "-+"],
}
"""How a result of the first player, and by forfeit or not, may be given."""

WORTH = {
    "Swiss": {"win": 1, "draw": 0.5, "loss": 0, "bye": 1, "requested_bye": 0.5, "absence": 0},
    "Football": {"win": 3, "draw": 1, "loss": 0, "bye": 3, "requested_bye": 1, "absence": 0},
    "other": {
        "win": 5,
        "draw": 2.5,
        "loss": 1,
        "forfeit_win": 4,
        "forfeit_loss": -1,
        "bye": 2,
        "requested_bye": 1.5,
        "absence": 0.5,
    },
}


@st.composite
def courses(draw):
    """Players, three rounds of games between any of them, the same results spelled anyhow, and byes."""
    names = NAMES[: draw(st.integers(4, 7))]
    met, games, idle = set(), [], []
    for _ in range(3):
        order, row = draw(st.permutations(names)), []
        for one, other in zip(order[::2], order[1::2], strict=False):
            if frozenset((one, other)) not in met and draw(st.integers(0, 3)):
                met.add(frozenset((one, other)))
                row.append((one, other, draw(st.sampled_from([*SPELLINGS]))))
        games.append(row)
        seated = {name for one, other, _ in row for name in (one, other)}
        idle += [(name, draw(st.sampled_from(IDLE))) for name in names if name not in seated]
    spelled = [
        [(one, other, draw(st.sampled_from(SPELLINGS[result]))) for one, other, result in row]
        for row in games
    ]
    return names, games, spelled, idle


IDLE = ["bye", "requested_bye", "absence"]


def slow_points(names, games, idle, worth):
    """The points of each player, from the definitions."""
    found = dict.fromkeys(names, 0)
    for one, other, (result, by_default) in chain.from_iterable(games):
        for name, won in ((one, result), (other, 1 - result)):
            how = {1: "win", 0.5: "draw", 0: "loss"}[won]
            found[name] += worth.get(f"forfeit_{how}" if by_default else how, worth[how])
    for name, kind in idle:
        found[name] += worth[kind]
    return found


@pytest.mark.parametrize("points", WORTH)
@given(courses())
def test_players_are_paired_and_placed_by_the_points_that_are_given(points, course):
    names, games, spelled, idle = course
    worth = WORTH[points]
    stated = worth if points == "other" else points
    byes = [name if kind == "bye" else (name, worth[kind]) for name, kind in idle]
    expected = slow_points(names, games, idle, worth)
    table = swiss_standings(names, spelled, byes=byes, points=stated)
    assert {row.key: row.values[0] for row in table.rows} == expected
    drawn = pair(names, spelled, byes=byes, points=stated, sides=False)
    double = {name: 2 * each for name, each in expected.items()}
    alone = [*drawn.unpaired, *filter(None, [drawn.bye])]
    assert len(names) % 2 == 0 or alone
    apart = sum((double[one] - double[other]) ** 2 for one, other in drawn.pairs)
    if len(names) % 2:
        apart += sum((double[name] - min(double.values())) ** 2 for name in alone)
    assert drawn.levels["scores"] == apart


def test_the_standings_of_a_pairing_have_the_names_of_other_games():
    games = [[("Ann", "Bo", "1-0"), ("Cy", "Di", "½")], [("Bo", "Cy", 1), ("Di", "Ann", "0-1f")]]
    names = ["Ann", "Bo", "Cy", "Di"]
    table = swiss_standings(names, games)
    # Points, Buchholz, Sonneborn-Berger, Cumulative, direct encounter, wins, wins with Black
    assert {row.key: row.values for row in table.rows} == {
        "Ann": (2, 1.5, 1.5, 3, None, 2, 0),
        "Bo": (1, 2.5, 0.5, 1, None, 1, 0),
        "Cy": (0.5, 1.5, 0.25, 1, None, 0, 0),
        "Di": (0.5, 2.5, 0.25, 1, None, 0, 0),
    }
    assert [row.key for row in table.rows] == ["Ann", "Bo", "Di", "Cy"]
    by_two = swiss_standings(names, games, criteria="Points,Direct-Encounter", points="Football")
    assert {row.key: row.values for row in by_two.rows} == {
        "Ann": (6, None),
        "Bo": (3, None),
        "Cy": (1, None),
        "Di": (1, None),
    }
    with pytest.raises(RuleError, match="Luck"):
        swiss_standings(names, games, criteria="Points,Luck")


@pytest.mark.parametrize(
    ("byes", "again"),
    [([("Ed", 0.5)], True), ([("Ed", 0)], True), (["Ed"], False), ([("Ed", 1)], False)],
)
def test_who_asked_for_a_bye_or_was_absent_can_still_get_one(byes, again):
    games = [[("Ann", "Bo", "½"), ("Cy", "Di", "½")]]
    drawn = pair(["Ann", "Bo", "Cy", "Di", "Ed"], games, byes=byes)
    assert (drawn.bye == "Ed") == again


# ---- Tournaments of the kind "swiss": documents, lists, commands ----

SCHOOL_LIST = "Name,School,House\n" + "".join(
    f"Kid{number:02},{'NSE'[number % 3]},{number // 2}\n" for number in range(13)
)


@pytest.fixture
def school(tmp_path, run):
    """A file of a Swiss of any game with thirteen players of three schools."""
    (tmp_path / "kids.csv").write_text(SCHOOL_LIST, encoding="utf-8")
    file = tmp_path / "school.json"
    made = run(
        *("new", file, "--preset", "swiss", "--rounds", 5, "--entries", tmp_path / "kids.csv"),
        *("--never-same", "school until 2", "--avoid-same", "house"),
    )
    assert made[::2] == (0, "")
    return file


def test_a_document_says_its_kind():
    players = [{"key": key, "name": key} for key in "abcde"]
    document = {"format": "fastpair-tournament", "version": 1, "players": players}
    with pytest.raises(FormatError, match="/players/0/grade: expected a grade"):
        draw_document(document)
    drawn = draw_document({**document, "kind": "swiss"})
    assert (drawn["system"], drawn["bye"] in "abcde", drawn["optimal"]) == ("swiss", True, True)
    same = [{"attribute": "school", "until": 1}]
    schools = [{**player, "attributes": {"school": "N"}} for player in players[:2]]
    ruled = {**document, "kind": "swiss", "players": [*schools, *players[2:]]}
    pairs = [
        {board["white"], board["black"]}
        for board in draw_document({**ruled, "rules": {"never_same": same}})["boards"]
    ]
    assert {"a", "b"} not in pairs


def first_round(keys, seed=0, **player):
    """The first round of players without a grade or an own rating: the pairs, and who has the bye."""
    people = [{"key": key, "name": key, **player} for key in keys]
    document = {"format": "fastpair-tournament", "version": 1, "kind": "swiss", "players": people}
    drawn = draw_document({**document, "draw": {"seed": seed}})
    assert (drawn["by_lot"], drawn["optimal"]) == (True, True)
    return {frozenset((b["white"], b["black"])) for b in drawn["boards"]}, drawn["bye"]


def test_the_first_round_of_players_without_a_rating_is_drawn_by_lot():
    keys = ["Ann", "Bo", "Cy", "Di", "Ed", "Zoe", "Šárka"]
    drawn = [first_round(keys, seed) for seed in range(12)]
    assert len({bye for _, bye in drawn}) > 3
    assert len({pair for pairs, _ in drawn for pair in pairs}) > 15
    assert drawn[3] == first_round(keys, 3) == first_round(keys[::-1], 3)
    assert drawn[0] == first_round(keys, rating=1500)


def test_lots_decide_only_between_equal_players():
    players = tuple(Player(key=key, name=key, rating=9 - k) for k, key in enumerate("abcdefg"))
    tournament = Tournament(kind="swiss", rules=Rules(**SWISS_RULES), players=players)
    for seed in range(5):
        drawn = draw_round(tournament, 1, system=Swiss.of_any_game(tournament.rules), seed=seed)
        pairs = {frozenset((board.white, board.black)) for board in drawn.boards}
        assert (pairs, drawn.bye) == ({*map(frozenset, ("af", "be", "cd"))}, "g")


def test_the_bye_of_equal_players_is_explained_by_the_same_lots():
    players = tuple(Player(key=key, name=key) for key in "abcdefg")
    tournament = Tournament(kind="swiss", rules=Rules(**SWISS_RULES), players=players)
    for options in ({}, {"seeding": "random"}):
        system = replace(Swiss.of_any_game(tournament.rules), **options)
        for seed in range(5):
            drawn = draw_round(tournament, 1, system=system, seed=seed)
            model = levels_as_weights(tournament, 1, system, Constraints(), seed)
            byes = (Bye(round=1, player=drawn.bye),)
            optimum = Optimum.of_round(replace(tournament, byes=byes), 1, model)
            pairs = {frozenset((board.white, board.black)) for board in drawn.boards}
            assert {*map(frozenset, optimum.pairs)} == pairs


def test_what_a_document_states_takes_the_place_of_the_usual_rules(tmp_path):
    stated = {"points": {"wins_bye": 0.5}, "colours": "nigiri"}
    path = tmp_path / "a.json"
    document = {"format": "fastpair-tournament", "version": 1, "kind": "swiss", "rules": stated}
    path.write_text(json.dumps(document), encoding="utf-8")
    rules = read(path).tournament.rules
    assert (rules.points.wins_bye_x2, rules.points.win_x2) == (1, 2)
    assert (rules.colours, rules.placement[0]) == (Colours.NIGIRI, Criterion.WINS)
    again = FORMATS["fastpair"].new(read(path).tournament)
    assert FORMATS["fastpair"].read("", again).tournament == read(path).tournament


def test_a_swiss_is_played_by_commands(school, run):
    tournament = read(school).tournament
    assert tournament.kind == "swiss"
    assert tournament.players[0].attributes == {"school": "N", "house": "0"}
    for number in (1, 2, 3):
        assert run("draw", school, "--write")[0] == 0
        games = read(school).tournament.round(number).games
        if number < 3:
            school_of = {p.key: p.attributes["school"] for p in tournament.players}
            assert not any(school_of[g.white] == school_of[g.black] for g in games)
        results = [(game.table, ("1-0", "0-1", "1/2")[(game.table + number) % 3]) for game in games]
        assert run("result", school, *chain.from_iterable(results))[0] == 0
    assert run("check", school)[0] == 0
    shown = "".join(run(command, school)[1] for command in ("rules", "info", "advise", "draw"))
    assert not re.search(
        "McMahon|handicap|bar |floor|dan|kyu|komi|jigo|stone", shown, re.IGNORECASE
    )


def test_a_draw_by_levels_is_checked_by_its_own_levels(school, run):
    assert run("draw", school, "--write")[0] == 0
    first, second = read(school).tournament.round(1).games[:2]
    assert run("swap", school, first.white, second.white, "--even-so")[0] == 0
    status, shown, _ = run("check", school, "--json")
    [checked] = json.loads(shown)["rounds"]
    assert status == 1
    assert checked["model"] == "swiss"
    assert len(checked["different"]) == 2


def test_formats_of_go_refuse_a_swiss(school, run, tmp_path):
    status, _, message = run("new", tmp_path / "a.xml", "--preset", "Swiss")
    assert status == 2
    assert "tournaments of Go only" in message
    status, _, message = run("new", tmp_path / "b.json", "--entries", school.with_name("kids.csv"))
    assert status == 2
    assert "kids.csv:1: expected a column of grades or of ratings" in message


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("school", Same("school")),
        (" Chess club until 3 ", Same("Chess club", until=3)),
        ("club not at the top", Same("club", not_in_top_group=True)),
        ("club until 12 not at the top", Same("club", until=12, not_in_top_group=True)),
    ],
)
def test_a_rule_is_read_and_written(text, rule):
    assert Same.parse(text) == rule
    assert str(rule) == " ".join(text.split())


@pytest.mark.parametrize(
    "text", ["", " ", "school until", "school until x", "until 3", "a until 2 b"]
)
def test_what_is_no_rule_is_refused(text):
    with pytest.raises(RuleError, match="is not an attribute"):
        Same.parse(text)


def test_rules_of_a_tournament_of_go_keep_attributes_apart_too():
    players = tuple(
        Player(key=key, name=key, grade=Grade(0), attributes={"school": school})
        for key, school in zip("abcd", "NNSS", strict=True)
    )
    rules = Rules(rounds=3, never_same=(Same("school"),))
    free = draw_round(Tournament(players=players), 1)
    kept = draw_round(Tournament(players=players, rules=rules), 1)
    by_school = [
        {{"a": "N", "b": "N"}.get(key, "S") for key in (b.white, b.black)} for b in kept.boards
    ]
    assert by_school == [{"N", "S"}] * 2
    assert len(free.boards) == 2
    rather = replace(rules, never_same=(), avoid_same=(Same("school"),))
    avoided = draw_round(Tournament(players=players, rules=rather), 1)
    assert {frozenset((b.white, b.black)) for b in avoided.boards}.isdisjoint(
        {frozenset("ab"), frozenset("cd")}
    )


def test_a_draw_by_levels_is_explained(school, run):
    assert run("draw", school, "--write")[0] == 0
    games = read(school).tournament.round(1).games
    results = [(game.table, ("1-0", "0-1")[game.table % 2]) for game in games]
    assert run("result", school, *chain.from_iterable(results))[0] == 0
    undrawn = run("best", school, "--round", 2)
    assert run("draw", school, "--write")[0] == 0
    assert run("best", school, "--round", 2)[1] == undrawn[1]
    first, second = read(school).tournament.round(2).games[:2]
    status, why, _ = run("why", school, first.white, first.black, "--round", 2)
    assert status == 0
    assert "in round 2, at table 1" in why
    status, instead, _ = run("why-not", school, first.white, second.white, "--round", 2)
    assert status == 0
    assert re.search(r"on level \d for|must not play", instead)
    status, shown, _ = run("opponents", school, first.white, "--round", 2)
    assert status == 0
    assert re.search(r"level \d: \d+ ", shown)
    assert run("whatif", school, "--round", 2, "--forbid", first.white, first.black)[0] == 0


def test_the_levels_as_weights_say_what_the_system_draws():
    """Forced to meet somebody else, players cost on the level on which a draw by force costs more."""
    players = tuple(Player(key=key, name=key, rating=-ord(key)) for key in "abcdefgh")
    games = [[("a", "b", 1), ("c", "d", 1), ("e", "f", 1), ("g", "h", 0.5)]]
    free = pair(players, games, rounds=7)
    rules = Rules(rounds=7, **SWISS_RULES)
    played_games = tuple(
        Game(round=1, table=table, white=one, black=other, result=result)
        for table, (one, other, result) in enumerate(
            [
                ("a", "b", Result.WHITE_WINS),
                ("c", "d", Result.WHITE_WINS),
                ("e", "f", Result.WHITE_WINS),
                ("g", "h", Result.JIGO),
            ],
            1,
        )
    )
    tournament = Tournament(kind="swiss", rules=rules, players=players, games=played_games)
    system = Swiss.of_any_game(rules)
    model = levels_as_weights(tournament, 2, system, Constraints(), 0)
    optimum = Optimum.of_round(tournament, 2, model)
    assert {*map(frozenset, optimum.pairs)} == {*map(frozenset, free.pairs)}
    prices = {
        (key, one.player): (one.level, one.price)
        for key in "abcdefgh"
        for one in candidates(optimum, key)
    }
    for one, other in combinations("abcdefgh", 2):
        if frozenset((one, other)) in {frozenset(game.players) for game in played_games}:
            assert prices[one, other] == (None, None)
            continue
        forced, *_ = draw_with_proof(
            tournament, 2, system=system, constraints=Constraints(force=[(one, other)])
        )
        answer = what_if(optimum, Conditions(force=frozenset({frozenset((one, other))})))
        costs = [level.weight for level in forced.levels]
        best = [free.levels[name] for name in model.names]
        level = next(
            (n for n, (now, was) in enumerate(zip(costs, best, strict=True), 1) if -now != was),
            None,
        )
        assert answer.level == level
        loss = 0 if level is None else -costs[level - 1] - best[level - 1]
        assert prices[one, other] == prices[other, one] == (level, loss)


def test_a_player_without_a_grade_enters_and_rules_about_attributes_go(school, run):
    assert run("register", school, "Newman", "Ann")[0] == 0
    assert read(school).tournament.players[-1].full_name == "Newman Ann"
    answer = run("rules", school, "--never-same", "none", "--avoid-same", "none")
    assert answer[:2] == (0, "no attribute keeps players apart\n")
    status, _, message = run("rules", school, "--preset", "BGA")
    assert status == 2
    assert "Kid00 has no grade" in message


def test_boards_of_a_draw_by_levels_are_kept(school, run):
    assert run("draw", school, "--write")[0] == 0
    before = read(school).tournament.round(1)
    gone = before.games[3].white
    status, shown, _ = run("draw", school, "--keep-most", "--absent", gone, "--write")
    assert status == 0
    assert "optimal: proven, level by level" in shown
    after = read(school).tournament.round(1)
    kept = {*map(frozenset, (game.players for game in before.games if gone not in game.players))}
    found = {frozenset(game.players) for game in after.games}
    assert len(kept) == 5
    assert len(kept - found) <= 1  # no new board is worse than those of a fresh draw
    assert (len(found), after.byes) == (6, ())
    status, checked, _ = run("check", school, "--json")
    assert json.loads(checked)["rounds"][0]["model"] == "swiss"
    assert status == 1  # results are missing


def test_the_report_of_a_swiss_has_no_word_of_go(school, run, tmp_path):
    assert run("draw", school, "--write")[0] == 0
    page = tmp_path / "report.html"
    assert run("report", school, "--output", page)[0] == 0
    body = page.read_text(encoding="utf-8").partition("</style>")[2]
    assert "Kid00" in body
    assert body.count('id="round-1"') == 1
    assert not re.search("handicap|grade|McMahon|jigo|komi|stones", body, re.IGNORECASE)


@pytest.mark.parametrize(
    ("before", "avoided"), [("scores", True), ("sides", False), ("order", False)]
)
def test_what_is_avoided_comes_before_the_level_that_is_named(before, avoided):
    games = [[("a", "c", 1), ("b", "d", 1)]]
    drawn = pair(list("abcd"), games, prefer_not=[("a", "b")], preferences_before=before)
    assert (("a", "b") not in [tuple(sorted(two)) for two in drawn.pairs]) == avoided
    names = [*drawn.levels]
    after = {"scores": "scores", "sides": "colours", "order": "seeding"}[before]
    assert names.index("preferences") < names.index(after)
    if before != "scores":
        assert names.index("preferences") > names.index("scores")


def test_balanced_sides_may_come_before_what_is_avoided():
    games = [[("a", "b", 0.5), ("c", "d", 0.5)]]
    by = {
        before: pair(
            list("abcd"), games, prefer_not=[("a", "d"), ("b", "c")], preferences_before=before
        )
        for before in ("sides", "order")
    }
    assert by["sides"].levels["preferences"] == 0
    assert by["order"].levels["colours"] <= by["sides"].levels["colours"]
    with pytest.raises(RuleError, match="must be one of scores, sides, order, not 'nothing'"):
        pair(list("abcd"), preferences_before="nothing")
