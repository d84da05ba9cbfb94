"""The papers' measures of quality against slow references, and on the papers' own figures."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference_quality as reference
from fastpair.go.scores import ScoreHistory
from fastpair.go.tournament import Result
from fastpair.insight.quality import RelativeStrength, relative_strength, squared_gaps, total_error
from fastpair.pairing.papers import area, quality
from tournaments import tournaments


@st.composite
def results(draw, most=24):
    """Opponents and doubled points of a tournament in which rounds may be missed."""
    players, rounds = draw(st.integers(0, most)), draw(st.integers(1, 5))
    opponent = np.full((players, rounds), -1)
    points = np.zeros((players, rounds), dtype=np.int64)
    for column in range(rounds):
        order = draw(st.permutations(range(players)))
        for table in range(draw(st.integers(0, players // 2))):
            pair = order[2 * table : 2 * table + 2]
            opponent[pair, column] = pair[::-1]
            points[pair, column] = draw(st.sampled_from([(2, 0), (0, 2), (1, 1), (0, 0), (2, 2)]))
    return opponent, points


def all_rounds(random, players, rounds):
    """Opponents by lot in every round; the lower number wins."""
    opponent = np.empty((players, rounds), dtype=np.int64)
    for column in range(rounds):
        one, other = random.permutation(players).reshape(2, -1)
        opponent[one, column], opponent[other, column] = other, one
    return opponent, 2 * (opponent > np.arange(players)[:, None])


@given(results(), st.integers(0, 40))
def test_relative_strength_is_that_of_the_plain_definition(result, iterations):
    opponent, points = result
    found = relative_strength(opponent, points, iterations)
    expected = reference.relative_strength(opponent.tolist(), points.tolist(), iterations)
    assert (found.strength.tolist(), found.iterations, found.converged) == expected


def test_a_first_win_counts():
    """As printed (line 16, ``sdiff > 0``) it would add log 1, and everybody would stay at 0."""
    opponent, points = np.array([[1], [0]]), np.array([[2], [0]])
    assert relative_strength(opponent, points, 1).strength.tolist() == [1.0, 0.0]


def test_small_tournaments_may_go_round_in_circles():
    """Iteration is cut off, and it is said that it was."""
    opponent, points = all_rounds(np.random.default_rng(3), players=10, rounds=5)
    found = relative_strength(opponent, points, 1500)
    assert (found.iterations, found.converged) == (1500, False)


@pytest.mark.parametrize(
    ("opponent", "points"),
    [([[1], [0]], [[2]]), ([1, 0], [2, 0]), ([[2], [0]], [[2], [0]]), ([[-2], [0]], [[2], [0]])],
)
def test_broken_results_are_refused(opponent, points):
    with pytest.raises(ValueError, match="expected"):
        relative_strength(opponent, points)


@given(tournaments())
def test_only_games_really_played_speak_for_strength(tournament):
    known = [g for g in tournament.games if g.result is not Result.UNKNOWN and not g.by_default]
    of_all = RelativeStrength.of(ScoreHistory.of(tournament))
    of_known = RelativeStrength.of(ScoreHistory.of(replace(tournament, games=tuple(known))))
    assert of_all.strength.tolist() == of_known.strength.tolist()


@given(results())
def test_total_error(result):
    opponent, points = result
    players, rounds = opponent.shape
    strength = relative_strength(opponent, points, 5).strength
    squares = sum(
        (strength[i] - strength[j]) ** 2 for i in range(players) for j in opponent[i] if j >= 0
    )
    gaps = squared_gaps(strength, opponent)
    assert gaps == pytest.approx(squares)
    error = total_error(gaps, players, rounds)
    assert error == pytest.approx(math.sqrt(squares) / (2 * rounds * max(players, 1)))


SIZES = st.lists(st.integers(1, 9), min_size=1, max_size=12)


@given(SIZES)
def test_expected_uneven(sizes):
    assert quality.expected_uneven(sizes) == reference.expected_uneven(sizes)


@given(st.integers(1, 30).flatmap(lambda size: st.tuples(st.just(size), st.integers(1, size))))
def test_expected_same_area(group):
    size, largest = group
    expected = quality.expected_same_area(size, largest)
    assert expected == reference.expected_same_area(size, largest)
    assert quality.expected_same_area(size, largest, literal=True) == max(0, largest - size / 2)


@given(st.integers(1, 40), st.data())
def test_qualities_count_what_misses_the_expectation(games, data):
    counts = st.integers(0, games)
    uneven, expected, country, club = (data.draw(counts) for _ in range(4))
    assert quality.q_mms(uneven, expected, games) == 1 - abs(uneven - expected) / games
    value = quality.q_area(country, 0, club, expected, games)
    assert -1 <= value <= 1
    assert value == 1 - (country + abs(club - expected)) / games


def test_without_players_or_games_nothing_is_missed():
    assert total_error(0.0, 0, 3) == 0.0
    assert quality.expected_uneven([]) == 0
    assert quality.q_colour(np.zeros((0, 4), dtype=np.int64)) == 0
    assert quality.q_mms(0, 0, 0) == 1
    assert quality.q_area(0, 0, 0, 0, 0) == 1


COLOURS = st.integers(0, 7).flatmap(
    lambda rounds: st.lists(
        st.lists(st.sampled_from([-1, 0, 1]), min_size=rounds, max_size=rounds),
        min_size=1,
        max_size=8,
    )
)


@given(COLOURS)
def test_colour_quality(sequences):
    colours = np.array(sequences).reshape(len(sequences), -1)
    exact = [reference.colour_value(row) for row in sequences]
    value = quality.colour_value(colours)
    assert value == pytest.approx([float(each) for each in exact])
    mean = sum(each**2 for each in exact) / len(exact)
    assert quality.q_colour(colours) == pytest.approx(math.sqrt(mean))


@pytest.mark.parametrize("rounds", range(2, 9))
def test_colour_values_reach_from_alternation_to_one_colour(rounds):
    """With a game in every round the range is exactly 0 to 1 [INTERPRETATION fact 19]."""
    every = np.array(list(product([-1, 1], repeat=rounds)))
    value = quality.colour_value(every)
    assert (value.min(), value.max()) == (0, 1)
    alternating = (-1) ** np.arange(rounds)
    assert quality.colour_value([alternating, abs(alternating)]).tolist() == [0, 1]


MATRIX_A = [[0, 0, 0, 0, 2], [0, 0, 0, 2, 2], [0, 0, 0, 3, 2], [0, 2, 3, 0, 1], [2, 2, 2, 1, 0]]
MATRIX_B = [[0, 0, 0, 1, 1], [0, 0, 1, 1, 2], [0, 1, 0, 2, 2], [1, 1, 2, 0, 2], [1, 2, 2, 2, 0]]


def test_mixing_variance_of_the_papers_matrices():
    """The paper prints 0.50 for B and 1.70 for A, which no one formula gives [fact 5]."""
    assert area.mixing_variance(MATRIX_B) == pytest.approx(0.50)
    assert area.mixing_variance(MATRIX_A) == pytest.approx(1.30)


@given(st.integers(0, 5), st.data())
def test_mixing(areas, data):
    game = st.tuples(*2 * [st.integers(0, max(areas - 1, 0))])
    games = data.draw(st.lists(game, max_size=20 if areas else 0))
    matrix = area.mixing_matrix([a for a, _ in games], [b for _, b in games], areas)
    assert matrix.tolist() == [
        [sum({a, b} == {i, j} for a, b in games) for j in range(areas)] for i in range(areas)
    ]
    variance = float(reference.mixing_variance(matrix.tolist()))
    assert area.mixing_variance(matrix) == pytest.approx(variance)


@given(st.lists(st.integers(0, 5), max_size=12))
def test_ranking_positions(keys):
    def position(key):
        better, equal = sum(k > key for k in keys), keys.count(key)
        return better + (equal + 1) / 2

    assert quality.ranking_positions(keys).tolist() == [position(key) for key in keys]


def test_root_mean_square():
    assert quality.rms([3.0, 1.0], [0.0, 5.0]) == math.sqrt(12.5)
    assert quality.rms([], []) == 0
