"""Tournaments of plans: the same wherever they are played, and what contenders may know."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest

from fastpair.errors import RuleError
from fastpair.go.ratings import RATING_SYSTEMS, rated_together
from fastpair.go.scores import ScoreHistory
from fastpair.go.tournament import NO_RATING
from fastpair.pairing.generator import generate
from fastpair.pairing.papers.quality import kendall_tau, rms
from fastpair.research.conformance import participation
from fastpair.research.simulate import (
    Contender,
    FieldPlan,
    Plan,
    RulesPlan,
    TruthPlan,
    played,
    standing,
    trial,
    trials,
)

SMALL = Plan(
    rounds=4,
    field=FieldPlan(players=24),
    truth=TruthPlan(spread=100),
    contenders=(
        Contender(name="opengotha"),
        Contender(name="godraw", model="godraw2015"),
        Contender(name="strict", model="opengotha351", options={"avoid_same_area": 10**14}),
    ),
)


def test_every_trial_is_a_function_of_its_arguments():
    places = [(c, r) for r in range(3) for c in range(len(SMALL.contenders) - 1)]
    once = {place: trial(SMALL, *place) for place in places}
    again = {place: trial(SMALL, *place) for place in reversed(places)}
    assert once == again


def test_repeats_have_players_of_their_own_unless_the_field_is_fixed():
    names = [played(SMALL, 0, repeat)[0].start.players for repeat in range(2)]
    assert names[0] != names[1]
    fixed = Plan(rounds=2, field=FieldPlan(players=10, fixed=True), truth=TruthPlan(spread=50))
    (one, first, _), (other, second, _) = played(fixed, 0, 0), played(fixed, 0, 1)
    assert one.start.players == other.start.players
    np.testing.assert_array_equal(first, second)


def test_the_ceiling_knows_the_truth():
    ceiling = next(i for i, c in enumerate(SMALL.contenders) if c.system == "truth")
    course, strength, _ = played(SMALL, ceiling, 0)
    np.testing.assert_allclose(course.history.rating, strength, atol=0.5)
    errors = [
        np.mean([trial(SMALL, contender, repeat)["ranking_error"] for repeat in range(30)])
        for contender in (0, ceiling)
    ]
    assert errors[1] < errors[0]


def test_ratings_come_nearer_to_the_truth_in_a_row_of_tournaments():
    def error(sequence):
        plan = Plan(
            rounds=5,
            sequence=sequence,
            contenders=(Contender(name="opengotha"),),
            field=FieldPlan(players=30),
            truth=TruthPlan(spread=200, win="egf2021"),
        )
        return np.mean([trial(plan, 0, repeat)["rating_error"] for repeat in range(5)])

    assert error(6) < error(1)


def test_every_tournament_in_a_row_is_measured():
    """The first ones are those of a shorter row, and each begins with the ratings after the last."""
    plan = replace(SMALL, sequence=3)
    found = trials(plan, 1, 4)
    assert found[-1] == trial(plan, 1, 4)
    assert found[:2] == trials(replace(plan, sequence=2), 1, 4)
    assert found[:1] == trials(SMALL, 1, 4)
    for before, after in pairwise(found):
        assert after["rating_error_before"] == pytest.approx(before["rating_error"], abs=0.5)


def test_ratings_are_held_to_the_true_order():
    plan = replace(SMALL, truth=TruthPlan(spread=0))
    course, strength, rating = played(plan, 0, 0)
    measures = trial(plan, 0, 0)
    assert measures["rating_tau_before"] == 1.0
    after = rated_together(RATING_SYSTEMS["gor"], rating.astype(float), course.history)
    assert measures["rating_tau"] == kendall_tau(after, strength) < 1
    pairs = combinations(range(len(strength)), 2)
    place = standing(course)
    wrong = sum(
        (np.sign(place[a] - place[b]) * np.sign(strength[a] - strength[b]) + 1) / 2
        for a, b in pairs
        if strength[a] != strength[b]
    )
    assert measures["inversions"] == wrong


def test_a_match_of_double_swiss_has_two_games():
    """Of which each has its own luck, and counts for the ratings."""
    plan = replace(SMALL, contenders=(Contender(system="double-swiss"),))
    course, _, rating = played(plan, 0, 0)
    first, second = course.single_games
    won = first.won_x2 + second.won_x2
    assert {0, 2, 4} <= {*won[course.history.played].tolist()}
    np.testing.assert_array_equal(course.history.won_x2, won)
    np.testing.assert_array_equal(first.colour, -second.colour)
    assert all(game.second_result is not None for game in course.tournament().games)
    after = rated_together(RATING_SYSTEMS["gor"], rating.astype(float), first, second)
    assert trial(plan, 0, 0)["rating_error"] == rms(after, played(plan, 0, 0)[1])


def test_a_contender_may_have_standings_of_its_own():
    """In a cup, players who are out after the same round share a place, and nobody out has points."""
    plan = Plan(
        rounds=4,
        field=FieldPlan(shape="uniform", players=16),
        rules=RulesPlan(starts="zero", placement=("NBW", "SOSW")),
        contenders=(
            Contender(name="cup", system="cup", placement=("NBW",)),
            Contender(name="swiss", system="swiss"),
        ),
    )
    cup, swiss = (played(plan, contender, 0)[0] for contender in (0, 1))
    assert sorted(standing(cup)) == [1, 2, 3, 3, *[5] * 4, *[9] * 8]
    assert len(set(standing(swiss).tolist())) > 5
    with pytest.raises(RuleError, match="no criterion 'luck'"):
        Contender(placement=("luck",))


@pytest.mark.parametrize("attendance", ["full", "congress"])
def test_a_contender_may_play_fewer_rounds(attendance):
    contenders = (Contender(name="a", model="fastpair", rounds=3), Contender(name="b", rounds=6))
    plan = Plan(rounds=6, field=FieldPlan(attendance=attendance), contenders=contenders)
    few, all_ = (played(plan, contender, 0)[0] for contender in (0, 1))
    assert (few.played, all_.played) == (3, 6)
    assert few.history.rounds == 3
    np.testing.assert_array_equal(few.present, all_.present[:, :3])
    assert trial(plan, 0, 0)["rounds"] == 3


@pytest.mark.parametrize(
    ("system", "rounds"), [("cup", {4}), ("double-elimination", {6, 7, 8}), ("round-robin", {13})]
)
def test_rounds_are_left_out_once_a_system_has_ended(system, rounds):
    plan = Plan(
        rounds=20,
        field=FieldPlan(shape="uniform", players=13),
        rules=RulesPlan(starts="zero", placement=("NBW", "SOSW")),
        contenders=(Contender(name="x", system=system),),
    )
    for repeat in range(3):
        assert played(plan, 0, repeat)[0].played in rounds
        assert np.isfinite(list(trial(plan, 0, repeat).values())).all()


def test_everybody_starts_together_in_a_swiss():
    plan = Plan(rounds=3, field=FieldPlan(players=12), rules=RulesPlan(starts="zero"))
    assert len(set(played(plan, 0, 0)[0].history.start_mms.tolist())) == 1


def test_uniform_ratings_are_in_equal_steps_and_names_in_no_order():
    plan = Plan(rounds=1, field=FieldPlan(shape="uniform", players=9, lowest=1400, highest=2200))
    players = played(plan, 0, 0)[0].start.players
    assert [player.rating for player in players] == list(range(1400, 2201, 100))
    assert [player.name for player in players] != sorted(player.name for player in players)


@pytest.mark.parametrize("attendance", ["full", "congress"])
def test_absent_players_are_not_paired(attendance):
    plan = Plan(rounds=6, field=FieldPlan(players=40, attendance=attendance))
    course = played(plan, 0, 0)[0]
    missed = ~course.present
    assert missed.any() == (attendance == "congress")
    assert (course.history.opponent[missed] == -1).all()


def test_who_has_no_rating_is_as_strong_as_his_grade():
    tournament = generate(20, 3, seed=2)
    unrated = replace(
        tournament,
        players=tuple(replace(player, rating=NO_RATING) for player in tournament.players),
    )
    field = FieldPlan(shape="file", file="x", tournament=unrated)
    course, strength, _ = played(
        Plan(rounds=3, field=field, contenders=(Contender(name="a"),)), 0, 0
    )
    by_grade = [2100 + 100 * player.grade for player in course.start.players]
    np.testing.assert_array_equal(strength, by_grade)


def test_a_cup_as_objects_knows_who_was_out():
    plan = Plan(
        rounds=3,
        field=FieldPlan(players=6),
        contenders=(Contender(name="cup", system="cup"),),
    )
    course = played(plan, 0, 0)[0]
    laid_out = ScoreHistory.of(course.tournament())
    np.testing.assert_array_equal(participation(laid_out), participation(course.history))
    np.testing.assert_array_equal(laid_out.won_x2, course.history.won_x2)
