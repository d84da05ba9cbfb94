"""A postponed game: its round does not wait for it, draws count it as the rules say, and the end asks for it."""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from itertools import combinations
from random import Random

import pytest

from builders import everybody_present, player
from fastpair import Congress, Player, Rules, Tournament, standings
from fastpair.go.tournament import SWISS_RULES, Result
from fastpair.pairing.generator import generate
from fastpair.pairing.rounds import draw_round
from fastpair.pairing.systems import Dutch
from pages import director_of
from reference_draws import matchings
from reference_dutch import pairing
from reference_weights import Reference

TABLE = 7


def results(tournament, number, random, stated):
    """Results of all games of a round by chance, but for some that are stated by their tables."""
    games = tournament.round(number).games
    return {game.table: random.choice(("1-0", "0-1")) for game in games} | stated


def as_draws(tournament):
    """The tournament in which every postponed game has ended in a draw: what the rule says, word for word."""
    games = (
        replace(game, result=Result.JIGO, postponed=False) if game.postponed else game
        for game in tournament.games
    )
    return replace(tournament, games=tuple(games))


def pairs(drawn):
    return {frozenset(board.pair) for board in drawn.boards}


def scores(table):
    return [(row.key, row.place, row.values) for row in table.rows]


def by_rule(tournament, postponed):
    return replace(tournament, rules=replace(tournament.rules, postponed=postponed))


def test_a_congress_of_150_players_goes_on_while_a_game_is_postponed():
    random, congress = Random(5), Congress.of(everybody_present(generate(150, 5, seed=5)))
    for number in (1, 2, 3, 4):
        seen, outcome = congress.tournament, congress.draw(number)
        if number > 2:
            expected = draw_round(as_draws(seen), number)
            assert outcome.draw.boards == expected.boards
            assert outcome.draw.total_weight == expected.total_weight
            assert f"round 2: 1 game postponed (table {TABLE})" in outcome.draw.remarks
        stated = {TABLE: "postponed"} if number == 2 else {}
        drawn = outcome.congress
        congress = drawn.results(number, results(drawn.tournament, number, random, stated)).congress
        table = congress.standings()
        assert table.after == number
        if number > 1:  # it counts as not played yet
            bare = congress.tournament.with_results(2, {TABLE: "?"})
            assert scores(table) == scores(standings(bare, number))
            assert table.status == f"provisional, 1 game postponed (round 2, table {TABLE})"
    whole = congress.tournament
    fifth = draw_round(whole, 5)
    assert pairs(draw_round(by_rule(whole, "none"), 5)) != pairs(fifth)
    assert congress.draw(5, without_results=True).draw.boards == fifth.boards
    asked = congress.draw(5).questions  # since it is the last one
    assert [str(each) for each in asked] == [f"round 2: 1 game postponed (table {TABLE})"]
    played = congress.results(2, {TABLE: "0-1"}).congress
    assert (played.standings().status, played.tournament.postponed_games) == ("", ())
    # A check knows that the games of rounds 3 and 4 were drawn before.
    assert not any(each["loss"] for each in played.check()["rounds"])


@pytest.mark.parametrize("seed", range(6))
def test_fides_draw_is_the_best_one_where_the_game_is_a_draw(seed):
    """For pairing, an adjourned game is a draw: all pairings of eight players are tried."""
    random, white = Random(seed), Dutch(initial_colour="white")
    people = [Player(key=f"P{n}", name=f"P{n}", rating=2500 - 10 * n) for n in range(1, 9)]
    whole = Tournament(kind="swiss", rules=Rules(rounds=5, **SWISS_RULES), players=tuple(people))
    for number in (1, 2, 3, 4):
        draw = draw_round(whole, number, system=white)
        assert pairs(draw) == pairing(as_draws(whole), number)[0]
        whole = draw.applied_to(whole)
        stated = {1: "postponed"} if number in (1, 2) else {}
        whole = whole.with_results(number, results(whole, number, random, stated))


@pytest.mark.parametrize("seed", range(4))
def test_the_draw_by_weights_is_the_heaviest_of_all(seed):
    """All ways to pair eight players are tried, with the weights of a slow and literal reference."""
    random = Random(seed)
    people = [player(f"P{n}", grade=random.choice((0, 0, 1, 2))) for n in range(8)]
    whole = Tournament(rules=Rules(rounds=5), players=tuple(people))
    for number in (1, 2, 3):
        draw = draw_round(whole, number, model="opengotha351")
        keys = [each.key for each in people]
        reference = Reference(as_draws(whole), number - 1, "v351", set(keys))
        weight = {
            frozenset((i, j)): 1 + sum(reference.components(i, j).values())
            for i, j in combinations(reference.seats, 2)
        }
        best = max(
            sum(weight[frozenset(pair)] for pair in some)
            for some in matchings(range(8), lambda *_: True)
            if len(some) == 4
        )
        assert draw.total_weight == best
        whole = draw.applied_to(whole)
        stated = {2: "postponed"} if number == 1 else {}
        whole = whole.with_results(number, results(whole, number, random, stated))


@pytest.fixture
def played(tmp_path, run):
    """A file of six players and two rounds, whose first round is over but for a postponed game."""
    people = tuple(player(f"P{n}", grade=n % 2) for n in range(1, 7))
    congress = Congress.of(Tournament(name="Evening", rules=Rules(rounds=2), players=people))
    congress = congress.draw(1).congress.publish(1).congress
    congress = congress.results(1, {1: "1-0", 2: "postponed", 3: "0-1"}).congress
    congress.save(tmp_path / "evening.json")
    return tmp_path / "evening.json"


def test_the_director_is_reminded_before_the_last_round_and_at_the_end(run, played, tmp_path):
    status, shown, _ = run("status", played)
    assert "1 game postponed (round 1, table 2)." in shown
    status, _, errors = run("draw", played, "--write")
    assert status == 2
    assert "round 1: 1 game postponed (table 2)" in errors
    assert run("draw", played, "--write", "--without-results")[0] == 0
    assert run("result", played, "1", "1-0", "2", "1-0", "3", "1-0")[0] == 0
    status, shown, _ = run("status", played)
    assert "1 game postponed (round 1, table 2)." in shown
    status, _, errors = run("export", played, tmp_path / "evening.h9")
    assert status == 2
    assert "round 1: 1 game postponed (table 2)" in errors
    assert "fastpair result 2 RESULT --round 1 enters it" in errors
    with director_of(played) as director:
        refused = director.get("/files/2/download", params={"format": "egd"})
        assert "enter it under Results of round 1" in unescape(refused.text)
    assert run("result", played, "2", "0-1", "--round", "1")[0] == 0
    assert "postponed" not in run("status", played)[1]


def test_it_is_shown_to_the_players(played):
    with director_of(played) as browser:
        for path in ("/hall", "/results/1", "/boards/1", "/hall/wallist"):
            page = browser.get(path)
            assert page.status_code == 200, path
            assert "postponed" in page.text, path
