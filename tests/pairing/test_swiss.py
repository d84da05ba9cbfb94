"""A Swiss of any game: pairs by name, rules on attributes, and proofs."""

from __future__ import annotations

import runpy
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

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
    pair,
)
from fastpair.errors import RuleError
from fastpair.go.tournament import SWISS_RULES
from fastpair.matching import EngineError
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


RULES = st.sampled_from(
    [
        "school",
        Same("school", not_in_top_group=True),
        Same("school", until=1),
        Same("school", until=2),
        Same("school", since=2),
        Same("team", since=2, until=3),
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
    if not (same.since or 1) <= number <= (same.until or number):
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
        ({"order": "best"}, "must be one of fold, slip, adjacent, random, not 'best'"),
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
