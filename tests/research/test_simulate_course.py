"""Tournaments as arrays: what they are beside the same tournaments as objects."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beside_references import of_any_event
from builders import everybody_present
from fastpair.errors import NoPairingError
from fastpair.go.ratings import RATING_SYSTEMS
from fastpair.go.scores import ScoreHistory
from fastpair.go.tournament import HandicapRules, Result
from fastpair.insight.quality import PLAYED, quality_of
from fastpair.pairing.generator import generate
from fastpair.pairing.measures import pairing_score_x2
from fastpair.pairing.rounds import draw_round, judge_round
from fastpair.pairing.systems import (
    SYSTEMS,
    LookingAhead,
    RoundRobin,
    stated_system,
    system_class,
)
from fastpair.pairing.weights import model_named
from fastpair.research.simulate import (
    MEASURES,
    Course,
    Luck,
    RoundGames,
    elo,
    measured,
    standing,
    true_strengths,
)

GOR = RATING_SYSTEMS["gor"].probability_of_winning


def played(players, rounds, model, seed, **rules):
    start = generate(players, rounds, seed=seed)
    start = replace(start, rules=replace(start.rules, **rules))
    course = Course.of(start)
    strength = true_strengths(course.history.rating, 80, seed)
    luck = Luck(seed, strength, GOR)
    for _ in range(rounds):
        if course.waiting.any():
            course.play(LookingAhead(model=model_named(model, salt=seed)), seed, luck.result)
        else:
            course.rest()
    return course, strength


@pytest.mark.parametrize("model", ["opengotha351", "opengotha352", "godraw2015", "kaniuk2012"])
@given(seed=st.integers(0, 10**6), players=st.integers(2, 40), stones=st.booleans())
@settings(max_examples=6, deadline=None)
def test_arrays_go_the_way_of_objects(model, seed, players, stones):
    """Every round is the draw of the tournament that the rounds before it make."""
    rules = {} if stones else {"handicap": HandicapRules(ceiling=0)}
    course, _ = played(players, 5, model, seed, **rules)
    tournament = course.tournament()
    for number in range(1, 6):
        if not tournament.before(number).to_pair(number):
            continue
        draw = draw_round(tournament.before(number), number, model=model, seed=seed)
        boards = {(board.white, board.black, board.handicap) for board in draw.boards}
        games = tournament.round(number).games
        assert boards == {(game.white, game.black, game.handicap) for game in games}
        assert tournament.round(number).byes == (() if draw.bye is None else (draw.bye,))


@pytest.mark.parametrize("name", [name for name in SYSTEMS if system_class(name).of_chess])
@given(
    seed=st.integers(0, 10**6), players=st.integers(8, 20), way=st.sampled_from(("none", "baku"))
)
@settings(max_examples=4, deadline=None)
def test_rounds_of_systems_of_chess_are_theirs(name, seed, players, way):
    """Pairs and colours of every round, with late entries, absences and byes."""
    with of_any_event(system_class(name)):
        play_and_draw_again(name, seed, players, way)


def play_and_draw_again(name, seed, players, way):
    system = stated_system(name, {"order": "entry", "acceleration": way, "initial_colour": "white"})
    start = generate(players, 4, seed=seed, system=system)
    course = Course.of(start)
    strength, games = course.history.rating, start.rules.games
    results = [Luck(seed, strength, GOR, jigo=0.3, game=game).result for game in range(games)]
    for _ in range(4):
        if course.waiting.any():
            try:
                course.play(system, seed, *results)
            except NoPairingError:
                break
        else:
            course.rest()
    tournament = course.tournament()
    for number in sorted({game.round for game in tournament.games}):
        judged = judge_round(tournament, number, system=system)
        assert (judged.criterion, judged.colours) == ("", ()), number
    assert games == (2 if name == "double-swiss" else 1)
    laid_out = ScoreHistory.of(tournament)
    for one, other in zip(
        (course.history, *course.single_games),
        (laid_out, *(laid_out.single_games or (laid_out,))),
        strict=True,
    ):
        assert_same_arrays(one, other)


@given(seed=st.integers(0, 10**6), players=st.integers(2, 30))
@settings(max_examples=10, deadline=None)
def test_tournament_holds_what_the_arrays_hold(seed, players):
    course, _ = played(players, 4, "opengotha351", seed)
    assert_same_arrays(course.history, ScoreHistory.of(course.tournament()))


def assert_same_arrays(history, expected):
    for entry in fields(expected):
        values = getattr(expected, entry.name)
        if isinstance(values, np.ndarray):
            np.testing.assert_array_equal(getattr(history, entry.name), values, entry.name)


def test_a_table_of_a_round_robin_says_who_has_white():
    """Whatever colours would balance better."""
    course = Course.of(everybody_present(generate(6, 5, seed=2)))
    for _ in range(5):
        boards = course.play(RoundRobin(), 3, lambda boards: 2 * (boards.white < boards.black))
        seated = np.stack([boards.white, boards.black], axis=1)
        assert seated.tolist() == course.pairings[-1].pairs.tolist()


@given(seed=st.integers(0, 2**32), n=st.integers(2, 30), data=st.data())
def test_luck_belongs_to_the_pair(seed, n, data):
    """Neither colours nor the order of the boards change who wins."""
    luck = Luck(seed, np.linspace(1000, 2000, n), GOR)
    rows = np.array(data.draw(st.permutations(range(n))))[: n // 2 * 2].reshape(-1, 2)
    stones = np.zeros(len(rows), dtype=np.int64)
    white_wins = luck.result(RoundGames(rows[:, 0], rows[:, 1], stones)) == 2
    turned = luck.result(RoundGames(rows[::-1, 1], rows[::-1, 0], stones)) == 0
    np.testing.assert_array_equal(white_wins, turned[::-1])


@pytest.mark.parametrize("winning", [GOR, RATING_SYSTEMS["egf2021"].probability_of_winning, elo])
def test_who_is_expected_to_win_wins_so_often(winning):
    """Observed frequencies within five standard deviations, by expectation and by stones."""
    n = 600
    luck = Luck(11, np.linspace(700, 2500, n), winning)
    white, black = np.triu_indices(n, 1)
    for stones in (0, 3):
        given_stones = np.full(len(white), stones)
        chance = winning(luck.strength[white], luck.strength[black], -given_stones)
        won = luck.result(RoundGames(white, black, given_stones)) == 2
        for low in np.arange(0, 1, 0.1):
            some = (chance >= low) & (chance < low + 0.1)
            if some.sum() < 100:
                continue
            expected, spread = chance[some].sum(), np.sqrt((chance * (1 - chance))[some].sum())
            assert abs(won[some].sum() - expected) < 5 * spread


def test_jigos_leave_what_is_expected_as_it_is():
    n = 400
    strength = np.linspace(1500, 2300, n)
    white, black = np.triu_indices(n, 1)
    boards = RoundGames(white, black, np.zeros(len(white), dtype=np.int64))
    chance = elo(strength[white], strength[black])
    for jigo in (0.0, 0.4, 1.0):
        won_x2 = Luck(3, strength, elo, jigo=jigo).result(boards)
        shares = 2 * jigo * np.minimum(chance, 1 - chance)
        for seen, expected in (((won_x2 == 1), shares), (won_x2 / 2, chance)):
            assert abs(seen.sum() - expected.sum()) <= 5 * np.sqrt(
                (expected * (1 - expected)).sum()
            )


def test_stones_help_the_player_who_gets_them():
    strength = np.array([2000.0, 2000.0])
    for winning in (GOR, RATING_SYSTEMS["egf2021"].probability_of_winning, elo):
        luck = Luck(0, strength, winning)
        zero, one = np.array([0]), np.array([1])
        assert luck.probability(zero, one, 3) > 0.6
        assert luck.probability(zero, one, -3) < 0.4


def test_skill_widens_the_gaps():
    strength = np.array([2000.0, 2100.0])
    chances = [
        float(Luck(0, strength, elo, skill).probability(np.array([1]), np.array([0]), 0)[0])
        for skill in (0.0, 1.0, 2.0)
    ]
    assert chances == pytest.approx([0.5, 1 / (1 + 10**-0.25), 1 / (1 + 10**-0.5)])


def test_true_strengths_scatter_as_much_as_they_should():
    ratings = np.full(20_000, 1500)
    strength = true_strengths(ratings, 120, seed=3)
    assert abs(strength.mean() - 1500) < 5 * 120 / np.sqrt(20_000)
    assert strength.std() == pytest.approx(120, rel=0.03)
    np.testing.assert_array_equal(true_strengths(ratings, 0, seed=3), ratings)


@pytest.mark.parametrize("seed", range(3))
def test_measures_are_those_of_the_draws(seed):
    """The measures of the arrays are what ``quality`` finds in the tournament of objects."""
    course, strength = played(45, 5, "godraw2015", seed)
    found = measured(course, strength, relative_strength=True)
    quality = quality_of(course.tournament())
    drawn = quality.draws[PLAYED]
    of_all = drawn.tally
    assert found["q_mms"] == pytest.approx(of_all.q_mms)
    assert found["q_area"] == pytest.approx(of_all.q_area)
    assert found["q_colour"] == pytest.approx(quality.q_colour)
    assert found["uneven"] == of_all.uneven
    assert found["total_error"] == pytest.approx(quality.total_error(drawn.measures, 5))
    assert found["rounds"] == 5
    assert found.keys() <= MEASURES.keys()
    assert all(np.isfinite(value) for value in found.values())


@pytest.mark.parametrize("seed", range(3))
def test_measures_say_whether_the_best_are_found(seed):
    """Whether the strongest wins, how many of the best are among the first, and who meets whom."""
    course, strength = played(33, 5, "godraw2015", seed)
    found = measured(course, strength)
    place = standing(course)
    best = sorted(range(33), key=lambda row: -strength[row])[:8]
    ties = [(sum(place == place[row]) - 1) / 2 for row in range(33)]
    assert found["best_wins"] == (place[best[0]] == 1)
    assert found["top_found"] == np.mean([place[row] + ties[row] <= 8 for row in best])
    wrong = [
        (place[one] > place[other]) + (place[one] == place[other]) / 2
        for one, other in combinations(best, 2)
    ]
    assert found["top_inversions"] == sum(wrong)
    tournament = course.tournament()
    row = {player.key: i for i, player in enumerate(tournament.players)}
    apart = [abs(strength[row[g.white]] - strength[row[g.black]]) for g in tournament.games]
    assert found["strength_difference"] == pytest.approx(np.mean(apart))


@pytest.mark.parametrize("seed", range(3))
def test_measures_say_at_whose_expense(seed):
    """The measures of the strongest and of the weakest, counted player by player."""
    course, strength = played(33, 5, "godraw2015", seed)
    found = measured(course, strength)
    by_strength = sorted(range(33), key=lambda row: -strength[row])
    place = standing(course)
    tied = {row: [other for other in range(33) if place[other] == place[row]] for row in range(33)}
    rank = {row: place[row] + (len(tied[row]) - 1) / 2 for row in range(33)}
    off = [(rank[row] - true) ** 2 for true, row in enumerate(by_strength, 1)]
    assert found["ranking_error"] == pytest.approx(np.sqrt(np.mean(off)))
    assert found["top_ranking_error"] == pytest.approx(np.sqrt(np.mean(off[:8])))
    assert measured(course, strength, top=20)["top_ranking_error"] == pytest.approx(
        np.sqrt(np.mean(off[:20]))
    )
    assert found["ranking_error_top"] == pytest.approx(np.sqrt(np.mean(off[:8])))
    assert found["ranking_error_bottom"] == pytest.approx(np.sqrt(np.mean(off[17:])))

    tournament = course.tournament()
    key = [player.key for player in course.start.players]
    score_x2 = pairing_score_x2(course.history)
    down, won = 0, []
    for game in tournament.games:
        pair = key.index(game.white), key.index(game.black)
        for one, other, wins in zip(
            pair, pair[::-1], (Result.WHITE_WINS, Result.BLACK_WINS), strict=True
        ):
            lower = score_x2[other, game.round - 1] < score_x2[one, game.round - 1]
            down += lower and one in by_strength[:8]
            if one in by_strength[24:]:
                won.append(1.0 if game.result is wins else 0.0)
    assert found["top_drawn_down"] == pytest.approx(down / 8)
    assert found["won_bottom"] == pytest.approx(np.mean(won))
