"""Rating systems that are used alike, and the games that they rate."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference_ratings as reference
from fastpair.errors import RuleError
from fastpair.go.ratings import (
    EGF2021,
    RATING_SYSTEMS,
    GoR,
    egf2021,
    expected_wins,
    gor,
    rated,
    rated_by_rounds,
    rated_in_order,
    rated_together,
    rating_system_named,
)
from fastpair.go.scores import ScoreHistory
from fastpair.go.tournament import Game, Grade, Player, Result, Rules, Tournament
from tournaments import tournaments

RATINGS = st.floats(-1000, 2950)
STONES = st.integers(-9, 9)

SYSTEMS = {
    "GoR": (GoR(), reference.GoR()),
    "GoR without ε, a truncated": (GoR(epsilon=0.0, mode="int"), reference.GoR(0.0, "int")),
    "EGF 2021, class A": (EGF2021(), reference.EGF2021()),
    "EGF 2021, class C": (EGF2021(event_class="C"), reference.EGF2021(0.5)),
}
each_system = pytest.mark.parametrize("name", SYSTEMS)


def epsilon_of(system):
    return getattr(system, "epsilon", 0.0)


# The formulas of 2021, by hand. con: ((3300 - R)/200)^1.6.
@pytest.mark.parametrize(
    ("rating", "expected"),
    [
        (3100, 1.0),  # (200/200)^1.6
        (2900, 3.031433),  # 2^1.6 = 2 · 2^0.6 = 2 · 1.515717
        (2500, 9.189587),  # 4^1.6 = (2^1.6)²
        (1700, 27.857618),  # 8^1.6 = (2^1.6)³
        (100, 84.448506),  # 16^1.6 = (2^1.6)⁴
        (2100, 17.580936),  # 6^1.6 = e^(1.6 · 1.7917595) = e^2.8668151
        (-900, 130.482080),  # 21^1.6 = e^(1.6 · 3.0445224) = e^4.8712359
    ],
)
def test_con_of_2021(rating, expected):
    assert egf2021.con(rating) == pytest.approx(expected, abs=5e-6)


@pytest.mark.parametrize(
    ("rating", "expected"),
    [
        (2300, 0.138629),  # ln(1 + 1)/5 = 0.693147/5
        (2220, 0.262652),  # ln(1 + e)/5 = 1.313262/5
        (2380, 0.062652),  # ln(1 + 1/e)/5 = 0.313262/5, 1/5 less than at 2220
        (100, 5.5),  # ln(1 + e^27.5)/5 = 27.5/5, but for 1e-12
    ],
)
def test_bonus_of_2021(rating, expected):
    assert egf2021.bonus(rating) == pytest.approx(expected, abs=5e-7)


# Odds of A against B: ((3300 - R_B)/(3300 - R_A))^7.
@pytest.mark.parametrize(
    ("first", "second", "stones", "expected"),
    [
        (2300, 2300, 0, 0.5),
        (2300, 1300, 0, 128 / 129),  # 2000/1000 = 2, 2^7 = 128
        (1300, 2300, 0, 1 / 129),
        (1800, 2300, 0, 128 / (128 + 2187)),  # (2/3)^7 = 128/2187
        (1300, 2300, 6, 1000**7 / (1000**7 + 1450**7)),  # 1300 + 550 = 1850
        (1950, 2300, 4, 0.5),  # 1950 + 350
        (2250, 2300, 1, 0.5),  # 2250 + 50, a game without komi
        (2300, 2250, -1, 0.5),
    ],
)
def test_expectation_of_2021(first, second, stones, expected):
    shares = egf2021.expectation(first, second, handicap=stones)
    assert shares == pytest.approx((expected, 1 - expected), rel=1e-12)


# 2300 beats 2300: con = 5^1.6 = e^(1.6 · 1.609438) = 13.132639, times ½ is 6.566319, bonus 0.138629.
@pytest.mark.parametrize(
    ("event_class", "winner", "loser"),
    [
        ("A", 6.704949, -6.427690),
        ("B", 5.028712, -4.820767),
        ("C", 3.352474, -3.213845),
        ("D", 1.676237, -1.606923),
    ],
)
def test_a_game_between_equals_of_2021(event_class, winner, loser):
    changes = EGF2021(event_class=event_class).changes(2300, 2300, 1)
    assert changes == pytest.approx((winner, loser), abs=1e-6)


@pytest.mark.parametrize("rating", [3299, 3300, 3400, 1e9])
def test_nobody_is_beyond_the_end_of_the_formulas(rating):
    assert egf2021.expectation(rating, 3350)[0] == 0.5
    assert egf2021.con(rating) == egf2021.con(egf2021.HIGHEST) > 0
    assert egf2021.expectation(2700, 2900, handicap=9)[0] > 0.999


def test_weights_of_classes():
    assert [EGF2021(event_class=name).weight for name in "ABCD"] == [1, 0.75, 0.5, 0.25]
    with pytest.raises(RuleError, match="must be a class of tournaments"):
        EGF2021(event_class="X")


def test_con_of_the_thesis():
    """V table 2.1, linear in between and constant beyond."""
    assert gor.con(np.arange(100, 2701, 100)).tolist() == reference.CON
    assert gor.con([0, 125, 2690, 3000]).tolist() == [116, 114.5, 10.1, 10]


def test_systems_have_names():
    for name, system in RATING_SYSTEMS.items():
        assert rating_system_named(name) is system
        assert system.name == name
    with pytest.raises(RuleError, match=r"must be a rating system \(gor, egf2021\), not 'elo'"):
        rating_system_named("elo")


@each_system
@given(first=RATINGS, second=RATINGS, stones=STONES)
def test_expectations_add_up(name, first, second, stones):
    system, _ = SYSTEMS[name]
    shares = system.expectation(first, second, stones)
    assert sum(shares) == pytest.approx(1 - epsilon_of(system), abs=1e-15)
    chance = system.probability_of_winning(first, second, stones)
    assert chance + system.probability_of_winning(second, first, -stones) == pytest.approx(1)
    assert 0 <= chance <= 1


@each_system
@given(first=RATINGS, second=RATINGS, stones=STONES)
def test_expectations_are_the_plain_ones(name, first, second, stones):
    system, plain = SYSTEMS[name]
    found = system.expectation(first, second, stones)
    assert found == pytest.approx(plain.shares(first, second, stones), rel=1e-9)


@each_system
@given(first=RATINGS, second=RATINGS, result=st.sampled_from([0, 0.5, 1]), stones=STONES)
def test_changes_are_the_plain_ones(name, first, second, result, stones):
    system, plain = SYSTEMS[name]
    shares = plain.shares(first, second, stones)
    results = result, 1 - result
    expected = [
        plain.points(max(rating, plain.lowest), won, share)
        for rating, won, share in zip((first, second), results, shares, strict=True)
    ]
    found = system.changes(first, second, result, stones)
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)


@each_system
def test_arrays_broadcast(name):
    system, _ = SYSTEMS[name]
    ratings, stones = np.linspace(100, 2800, 7), np.arange(-2, 3)
    shares = system.expectation(ratings[:, None, None], ratings[:, None], stones)
    changes = system.changes(ratings[:, None, None], ratings[:, None], 1, stones)
    chance = system.probability_of_winning(ratings[:, None, None], ratings[:, None], stones)
    for array in (*shares, *changes, chance):
        assert array.shape == (7, 7, 5)
    i, j, k = 2, 5, 4
    assert shares[0][i, j, k] == system.expectation(ratings[i], ratings[j], stones[k])[0]
    assert changes[1][i, j, k] == system.changes(ratings[i], ratings[j], 1, stones[k])[1]


def test_games_of_gor_add_the_total_change():
    """V 2.2.2: over both results, weighted by what is expected, ε is what a game adds."""
    system = GoR()
    for first, second in [(1500, 1900), (2200, 700), (100, 100)]:
        shares = system.expectation(first, second)
        expected = sum(
            share * sum(system.changes(first, second, won))
            for share, won in zip(shares, (1, 0), strict=True)
        )
        assert expected == pytest.approx(float(gor.total_change(first, second)), abs=1e-9)


@st.composite
def lists_of_games(draw):
    """Ratings, and games of White and Black with the doubled result of White and stones of Black."""
    ratings = draw(st.lists(RATINGS | st.integers(-1000, 2950), min_size=2, max_size=8))
    players = st.permutations(range(len(ratings))).map(lambda order: order[:2])
    game = st.tuples(players, st.integers(0, 2), STONES)
    return ratings, [(*pair, won, stones) for pair, won, stones in draw(st.lists(game))]


@each_system
@given(lists_of_games())
def test_the_kernel_is_its_plain_definition(name, case):
    """To the bit: both compute with the same functions of C."""
    system, plain = SYSTEMS[name]
    ratings, games = case
    table = np.array(games, dtype=np.int64).reshape(-1, 4)
    found = rated_in_order(system, ratings, table[:, :2], table[:, 2], table[:, 3])
    assert found.tolist() == reference.rated_in_order(plain, ratings, games)


@pytest.mark.parametrize(
    ("players", "won", "message"),
    [
        ([[0, 3]], [1], "expected players from 0 to 2"),
        ([[-1, 2]], [1], "expected players from 0 to 2"),
        ([[1, 1]], [1], "expected two players in each game"),
        ([[0, 1]], [3], "expected 0, 1 or 2"),
        ([[0, 1]], [1, 1], "got shapes"),
        ([0, 1], [1], "got shapes"),
    ],
)
def test_games_that_cannot_be_are_refused(players, won, message):
    with pytest.raises(ValueError, match=message):
        rated_in_order(GoR(), [1000, 1100, 1200], players, won)


def games_of(history, rounds):
    """Games that count, as the reference takes them."""
    return [
        (row, int(history.opponent[row, column]), int(history.won_x2[row, column]), stones)
        for column in rounds
        for row, stones in enumerate(history.handicap[:, column].tolist())
        if rated(history)[row, column] and history.colour[row, column] == 1
    ]


@each_system
@given(tournaments())
def test_tournaments_are_rated_as_by_hand(name, tournament):
    """Together, and round by round; ratings are no whole numbers, so that nobody is equal."""
    system, plain = SYSTEMS[name]
    history = ScoreHistory.of(tournament)
    before = history.rating + np.sqrt(np.arange(len(history.rating)) / 7)
    columns = range(history.rounds)
    together = reference.rated_together(plain, before.tolist(), games_of(history, columns))
    assert rated_together(system, before, history).tolist() == pytest.approx(together, rel=1e-9)
    by_rounds = rated_by_rounds(system, before, history)
    ratings = [max(rating, plain.lowest) for rating in before.tolist()]
    assert by_rounds[:, 0].tolist() == ratings
    for column in columns:
        ratings = reference.rated_together(plain, ratings, games_of(history, [column]))
        assert by_rounds[:, column + 1].tolist() == pytest.approx(ratings, rel=1e-9)


@each_system
@given(tournaments())
def test_wins_that_are_expected(name, tournament):
    """By the ratings before the tournament, or before each round."""
    system, plain = SYSTEMS[name]
    history = ScoreHistory.of(tournament)
    before = history.rating + np.sqrt(np.arange(len(history.rating)) / 7)
    by_rounds = rated_by_rounds(system, before, history)[:, :-1]
    for ratings in (before, by_rounds):
        column_of = np.broadcast_to(ratings.T, (history.rounds, len(before)))
        expected = np.zeros(len(before))
        for column in range(history.rounds):
            for white, black, _, stones in games_of(history, [column]):
                pair = column_of[column, [black, white]]
                expected[[black, white]] += plain.shares(*pair, stones)
        found = expected_wins(system, ratings, history)
        assert found.tolist() == pytest.approx(expected.tolist(), abs=1e-9)


GAMES = (
    (Result.WHITE_WINS, False, True),
    (Result.BLACK_WINS, False, True),
    (Result.JIGO, False, True),
    (Result.UNKNOWN, False, False),
    (Result.BOTH_LOSE, False, False),
    (Result.BOTH_WIN, False, False),
    (Result.WHITE_WINS, True, False),
)


@pytest.mark.parametrize(("result", "by_default", "counts"), GAMES)
def test_which_games_count(result, by_default, counts):
    """Two meet in round 2 of 3, and nobody else anybody."""
    players = tuple(
        Player(key=key, name=key, first_name="", grade=Grade(0), rating=2000 + 100 * number)
        for number, key in enumerate("abc")
    )
    game = Game(round=2, table=1, white="a", black="c", result=result, by_default=by_default)
    history = ScoreHistory.of(Tournament(rules=Rules(rounds=3), players=players, games=(game,)))
    expected = np.zeros((3, 3), dtype=bool)
    expected[[0, 2], 1] = counts
    assert (rated(history) == expected).all()
    changed = rated_together(EGF2021(), history.rating, history) != history.rating
    assert changed.tolist() == [counts, False, counts]
