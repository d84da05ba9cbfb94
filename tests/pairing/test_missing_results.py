"""Draws for all outcomes of missing results, held to the enumeration of all matchings."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from builders import everybody_present
from congress_files import refused
from fastpair.errors import RuleError
from fastpair.formats import read
from fastpair.go.tournament import Result
from fastpair.pairing.draw import Constraints
from fastpair.pairing.rounds import draw_round, outlook
from fastpair.pairing.rounds.drawing import situation_of
from fastpair.pairing.systems import Weighted
from fastpair.pairing.weights import model_named
from fastpair.research.simulate import generate
from reference_draws import matchings, most_pairs

SCHEMA = json.loads(files("fastpair.app").joinpath("draw.schema.json").read_text("utf-8"))
WHITE, BLACK, JIGO, UNKNOWN = (
    Result.WHITE_WINS,
    Result.BLACK_WINS,
    Result.JIGO,
    Result.UNKNOWN,
)
ANYTHING = Constraints()


def congress(players, seed, missing):
    """All take part in all rounds; the first is played but for the last boards of it."""
    tournament = everybody_present(generate(players, 3, seed=seed))
    tournament = draw_round(tournament, 1).applied_to(tournament)
    number = len(tournament.games)
    games = [
        replace(g, result=UNKNOWN if g.table > number - missing else (WHITE, BLACK)[g.table % 2])
        for g in tournament.games
    ]
    return replace(tournament, games=tuple(games))


def ended(tournament, results):
    left = iter(results)
    games = [replace(g, result=next(left)) if g.result is UNKNOWN else g for g in tournament.games]
    return replace(tournament, games=tuple(games))


class Enumerated:
    """All draws with one bye in one outcome, and what each of them weighs."""

    def __init__(self, tournament, system, bye):
        situation = situation_of(tournament, 2)
        everybody, _ = system.everybody(situation)
        seat = None if bye is None else everybody.key.index(bye)
        solved = system.with_bye(situation, seat, {})
        self.key, self.weights = solved.field.key, solved.weighed.total
        seats = [s for s, key in enumerate(self.key) if key != bye]

        def allowed(i, j):
            return bool(solved.allowed[i, j])

        most = most_pairs(seats, allowed)
        self.weight = {
            frozenset(frozenset((self.key[i], self.key[j])) for i, j in pairs): sum(
                int(self.weights[pair]) for pair in pairs
            )
            for pairs in matchings(seats, allowed)
            if len(pairs) == most
        }
        self.optimum = max(self.weight.values())


@given(
    st.integers(0, 2**16),
    st.integers(6, 9),
    st.integers(1, 3),
    st.sampled_from(["opengotha351", "gotha"]),
)
def test_a_draw_is_right_if_any_is(seed, players, missing, model):
    tournament = congress(players, seed, missing)
    system = Weighted(model=model_named(model))
    found = outlook(tournament, 2, system, ANYTHING)
    assert len(found.outcomes) == 2**missing
    every = [Enumerated(ended(tournament, o.results), system, found.bye) for o in found.outcomes]
    best = [{d for d, w in one.weight.items() if w == one.optimum} for one in every]
    right = frozenset.intersection(*map(frozenset, best))
    byes = {outcome.bye_by_rule for outcome in found.outcomes}
    assert found.right == (bool(right) and byes == {found.bye})
    if right:
        assert found.pairs in right
    for outcome, one, heaviest in zip(found.outcomes, every, best, strict=True):
        assert outcome.pairs in heaviest
        assert outcome.allowed == (found.pairs in one.weight)
        if outcome.allowed:
            assert outcome.loss == one.optimum - one.weight[found.pairs]
    worst = max(outcome.loss for outcome in found.outcomes)
    for candidate in (outcome.pairs for outcome in found.outcomes):
        if all(candidate in one.weight for one in every):
            assert worst <= max(one.optimum - one.weight[candidate] for one in every)


@pytest.mark.parametrize("players", [16, 17])
def test_the_draw_of_an_outcome_is_that_of_its_results(players):
    tournament = congress(players, 5, 2)
    system = Weighted(model=model_named("opengotha351"))
    found = outlook(tournament, 2, system, ANYTHING, jigo=True)
    assert len(found.outcomes) == 9
    assert {outcome.results for outcome in found.outcomes} >= {(WHITE, JIGO), (JIGO, BLACK)}
    for outcome in found.outcomes:
        drawn = draw_round(ended(tournament, outcome.results), 2, system=system)
        assert drawn.bye == outcome.bye_by_rule
        if drawn.bye == found.bye:
            weights = {frozenset((b.white, b.black)): b.weight for b in drawn.boards}
            assert drawn.weight == sum(weights.values())
            assert len(outcome.pairs) == drawn.cardinality


def test_what_depends_on_which_result():
    tournament = congress(16, 5, 2)
    found = outlook(tournament, 2, Weighted(model=model_named("opengotha351")), ANYTHING)
    for index in range(2):
        expected = set()
        for one in found.outcomes:
            for other in found.outcomes:
                differ = [a != b for a, b in zip(one.results, other.results, strict=True)]
                if sum(differ) == 1 and differ[index]:
                    expected |= one.pairs ^ other.pairs
        assert found.depending_on(index) == expected
        assert not found.safe & expected


def test_too_many_outcomes_and_none():
    system = Weighted()
    with pytest.raises(RuleError, match="no result is missing before round 2"):
        outlook(congress(16, 5, 0), 2, system, ANYTHING)
    assert len(outlook(congress(16, 5, 6), 2, system, ANYTHING).outcomes) == 64
    with pytest.raises(RuleError, match=r"7 results are missing .* the outcomes of 6 at most"):
        outlook(congress(16, 5, 7), 2, system, ANYTHING)
    with pytest.raises(RuleError, match=r"5 results are missing .* the outcomes of 4 at most"):
        outlook(congress(16, 5, 5), 2, system, ANYTHING, jigo=True)


@pytest.fixture
def played(run, drawn):
    """Round 1 is played but for its last two boards."""
    run("result", drawn, *(word for table in range(1, 9) for word in (table, "1-0")))
    return drawn


class TestCommand:
    def test_the_document(self, run, played):
        status, output, _ = run("draw", played, "--outcomes", "--json")
        assert status == 0
        found = json.loads(output)
        Draft202012Validator(SCHEMA).validate(found)
        seen = found["outlook"]
        assert [game["table"] for game in seen["missing"]] == [9, 10]
        assert [one["results"] for one in seen["outcomes"]] == [
            ["1-0", "1-0"],
            ["1-0", "0-1"],
            ["0-1", "1-0"],
            ["0-1", "0-1"],
        ]
        drawn = sorted(sorted((b["white"], b["black"])) for b in found["boards"])
        assert seen["right"] == all(
            one["lighter"] == 0 and one["bye_by_rule"] == found["bye"] for one in seen["outcomes"]
        )
        assert any(drawn == one["boards"] for one in seen["outcomes"] if not one["lighter"])

    def test_a_draw_that_is_right_whatever_happens(self, run, played):
        """The players of the missing game are both out of the next round."""
        run("result", played, 9, "0-1")
        for game in read(played).tournament.round(1).games[-1:]:
            for player in game.players:
                run("absent", played, player, "--round", 2)
        status, output, _ = run(
            "draw", played, "--round", 2, "--outcomes", "--without-results", "--write"
        )
        assert status == 0
        assert "this draw is the best one in every outcome: it can be published now" in output
        games = read(played).tournament.round(2).games
        for result in ("1-0", "0-1"):
            run("result", played, "--round", 1, 10, result)
            fresh = json.loads(run("draw", played, "--round", 2, "--redraw", "--json")[1])
            assert {frozenset((b["white"], b["black"])) for b in fresh["boards"]} == {
                frozenset(game.players) for game in games
            }

    def test_assumed_results_draw_and_are_not_written(self, run, played, tmp_path):
        other = tmp_path / "other.xml"
        typed = ("--assume", 9, "0-1", "--assume", 10, "1-0")
        status, _, errors = run(
            "draw", played, *typed, "--without-results", "--round", 2, "--output", other
        )
        assert status == 0
        assert errors.count("drawn as if round 1, table ") == 2
        held = read(other).tournament
        assert [g.result for g in held.round(1).games[-2:]] == [UNKNOWN, UNKNOWN]
        run("result", played, 9, "0-1", 10, "1-0")
        run("draw", played, "--round", 2, "--write")
        assert held.round(2) == read(played).tournament.round(2)

    def test_what_is_refused(self, run, played):
        words = "--assume: no result of a table 1 is missing before round 2"
        assert refused(run("draw", played, "--assume", 1, "1-0", "--round", 2), words)
        done = run("draw", played, "--assume", "x", "1-0", "--round", 2)
        assert refused(done, "expected a table and its result, got 'x 1-0'")
        done = run("draw", played, "--assume", 9, "3-0", "--round", 2)
        assert refused(done, f"{played}: --assume: expected a result such as 1-0")
        assert refused(run("draw", played, "--jigo"), "--jigo says what may happen with --outcomes")
        done = run("draw", played, "--outcomes", "--keep-most")
        assert refused(done, "choose the draw in two ways")
        run("result", played, 9, "0-1", 10, "1-0")
        assert refused(run("draw", played, "--outcomes"), "no result is missing before round 2")

    def test_systems_without_weights(self, run, played):
        done = run("draw", played, "--round", 2, "--outcomes", "--system", "swiss")
        assert refused(done, "--outcomes: swiss does not weigh one draw against another")
