"""Systems that pair by ratings, which are updated after every round."""

from __future__ import annotations

import json
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from all_matchings import perfect_matchings
from array_tournaments import ArrayTournament
from builders import player
from fastpair.errors import RuleError
from fastpair.go.ratings import con, entropy, expectation, rating_from_grade, total_change
from fastpair.go.tournament import NO_RATING, Game, Grade, Player, Result, Rules, Tournament
from fastpair.pairing.draw import Constraints
from fastpair.pairing.rounds import draw_round
from fastpair.pairing.systems import current_ratings
from fastpair.research.systems import (
    AccelRat,
    EntropyPairing,
    Lots,
    RatingInformationPairing,
    most_pairs,
)
from reference_systems import relations
from repository import ROOT

VECTORS = ROOT / "tests" / "vectors"


def rated(ratings, games=()):
    players = (
        Player(key=key, name=key, first_name="", grade=Grade(0), rating=int(rating))
        for key, rating in zip("ABCDEFGHIJKL", ratings, strict=False)
    )
    return Tournament(rules=Rules(rounds=5), players=tuple(players), games=tuple(games))


def pairs(draw):
    return {"".join(sorted(board.white + board.black)) for board in draw.boards}


def rated_game_by_game(history, round_number):
    """Ratings before a round, by the formulas of the thesis for one game after the other [V 2.2]."""
    rating = [
        max(float(rating_from_grade(grade)) if given == NO_RATING else float(given), 100)
        for given, grade in zip(history.rating, history.grade, strict=True)
    ]
    for column in range(round_number - 1):
        before = list(rating)
        for row, opponent in enumerate(history.opponent[:, column].tolist()):
            won = history.won_x2[row, column]
            if not history.played[row, column] or won + history.won_x2[opponent, column] != 2:
                continue
            mine, theirs = before[row], before[opponent]
            stones = history.handicap[row, column]
            if history.colour[row, column] < 0:
                share = expectation(mine, theirs, handicap=stones)[0]
            else:
                share = expectation(theirs, mine, handicap=stones)[1]
            rating[row] = max(mine + con(mine) * (won / 2 - share), 100)
    return rating


@pytest.mark.parametrize("seed", range(5))
def test_every_round_changes_the_ratings_before_it(seed):
    tournament = ArrayTournament.of_many(seed)
    for situation, _ in tournament.rounds(Lots()):
        found = current_ratings(situation.history, situation.round_number)
        expected = rated_game_by_game(situation.history, situation.round_number)
        assert found == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("name", "system"),
    [("entropy_optimum", EntropyPairing()), ("gor_info_optimum", RatingInformationPairing())],
)
def test_golden_vectors_through_the_system(name, system):
    worth = {"entropy_optimum": entropy, "gor_info_optimum": total_change}[name]
    for case in json.loads((VECTORS / f"fn_{name}.json").read_text())["cases"]:
        ratings = case["in"]["ratings"]
        rating = dict(zip("ABCDEFGHIJKL", ratings, strict=False))
        drawn = draw_round(rated(ratings), 1, system=system)
        boards, total, _ = case["out"]
        assert len(drawn.boards) == boards
        found = sum(worth(rating[a], rating[b]) for a, b in pairs(drawn))
        assert found == pytest.approx(total, abs=1e-6)


def test_entropy_follows_the_ratings_of_the_moment():
    """After many losses of B the openest game of A is another one."""
    games = [
        Game(round=number, table=1, white="B", black="C", result=Result.BLACK_WINS)
        for number in range(1, 4)
    ]
    constraints = Constraints(rematches=True)
    for system, before, later in (
        (EntropyPairing(), {"AB", "CD"}, {"AC", "BD"}),
        (AccelRat(), {"AB", "CD"}, {"AC", "BD"}),
    ):
        ratings = [1500, 1490, 1400, 1390]
        drawn = draw_round(rated(ratings), 1, system=system, constraints=constraints)
        assert pairs(drawn) == before
        drawn = draw_round(rated(ratings, games), 4, system=system, constraints=constraints)
        assert pairs(drawn) == later


def test_a_rating_difference_may_be_wanted():
    tournament = rated([2000, 1990, 1750, 1740])
    system = RatingInformationPairing(mode="target", target=10)
    assert pairs(draw_round(tournament, 1, system=system)) == {"AB", "CD"}
    system = RatingInformationPairing(mode="target")
    assert pairs(draw_round(tournament, 1, system=system)) == {"AC", "BD"}
    with pytest.raises(RuleError, match=r"mode: must be one of change, target, not 'none'"):
        RatingInformationPairing(mode="none")


def test_who_is_left_over_is_paired_if_choices_are_taken_back():
    """A takes B, and C and D have met."""
    games = [Game(round=1, table=1, white="C", black="D", result=Result.JIGO)]
    tournament = rated([2000, 1990, 1500, 1490], games)
    greedy = draw_round(tournament, 2, system=AccelRat(backtrack=False))
    assert pairs(greedy) == {"AB"}
    assert {player.player: player.reason for player in greedy.unpaired} == dict.fromkeys(
        "CD", "all whom he may meet were taken before"
    )
    complete = draw_round(tournament, 2, system=AccelRat())
    assert pairs(complete) == {"AC", "BD"}


@given(relations(9), st.data())
def test_first_choices_with_which_the_most_are_paired(met, data):
    """Against all pairings: the most pairs, the last left over, then the nearest of the first."""
    ratings = data.draw(st.lists(st.integers(0, 9), min_size=len(met), max_size=len(met)))
    rating = np.sort(np.array(ratings, dtype=np.float64))[::-1]
    allowed = ~met
    np.fill_diagonal(allowed, val=False)
    found = most_pairs(abs(rating[:, None] - rating), allowed).tolist()
    players = range(len(rating))

    def choices(chosen):
        return [(abs(rating[i] - rating[j]), j) for i, j in sorted(map(sorted, chosen))]

    for size in range(len(players) // 2, -1, -1):
        complete = [
            (kept, choices(pairing))
            for kept in combinations(players, 2 * size)
            for pairing in perfect_matchings(list(kept))
            if all(allowed[i, j] for i, j in pairing)
        ]
        if complete:
            covered, best = min(complete)
            assert sorted(seat for pair in found for seat in pair) == list(covered)
            assert choices(found) == best
            return


def at(*homes):
    """Players of falling ratings, ten points apart, of these countries and clubs."""
    players = (
        player(key, country=country, club=club, rating=2000 - 10 * number)
        for number, (key, (country, club)) in enumerate(zip("ABCDEFGH", homes, strict=False))
    )
    return Tournament(rules=Rules(rounds=3), players=tuple(players))


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, {"AB", "CD"}),
        ({"same_country": 25.0}, {"AD", "BC"}),
        ({"same_country": 5.0}, {"AB", "CD"}),
        ({"same_club": 25.0}, {"AC", "BD"}),
        ({"zones": "de=1, JP=9, x=-11", "per_hour": 5.0}, {"AC", "BD"}),
        ({"zones": "DE=-11,JP=12", "per_hour": 5.0}, {"AB", "CD"}),
    ],
)
def test_what_else_is_undesirable_counts_beside_ratings(options, expected):
    """By hand: the step from B to C or D costs 10 or 20 points; B's club has a zone of its own."""
    homes = {
        "same_country": (("DE", "a"), ("DE", "b"), ("DE", "c"), ("JP", "d")),
        "same_club": (("DE", "a"), ("DE", "a"), ("DE", "c"), ("DE", "c")),
    }.get(next(iter(options), ""), (("DE", "a"), ("JP", "b"), ("DE", "c"), ("JP", "X")))
    found = pairs(draw_round(at(*homes), 1, system=AccelRat(**options)))
    assert found == expected


def test_further_undesirability_counts_when_choices_are_taken_back():
    """D may only meet A or B: the first choice is the less undesirable of those that pair all."""
    homes = (("DE", "a"), ("JP", "b"), ("DE", "c"), ("JP", "d"))
    apart = Constraints(forbid=frozenset({frozenset("CD")}))
    for options, expected in (({}, {"AC", "BD"}), ({"same_country": 30.0}, {"AD", "BC"})):
        found = draw_round(at(*homes), 1, system=AccelRat(**options), constraints=apart)
        assert pairs(found) == expected


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"zones": "DE", "per_hour": 1.0}, "zones: expected a place and its hour, such as DE=1"),
        ({"zones": "DE=x", "per_hour": 1.0}, "got 'DE=x'"),
        ({"zones": "DE=25", "per_hour": 1.0}, "got 'DE=25'"),
        ({"zones": "DE=1"}, "zones and per_hour together"),
        ({"per_hour": 1.0}, "zones and per_hour together"),
        ({"same_club": -1.0}, "same_club: must be a number from 0 to"),
    ],
)
def test_what_is_no_undesirability_is_refused(options, message):
    with pytest.raises(RuleError, match=message):
        AccelRat(**options)
