"""Sleepers of the top group: who they are is decided before the first round, and stays so [BGA 4.4]."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builders import player
from fastpair.app.edits.attendance import absent, withdrawn
from fastpair.app.edits.settings import rule_sentences
from fastpair.go.standings import standings
from fastpair.go.tournament import Grade, Result, Rules, Tournament, starting_scores
from fastpair.pairing.rounds import draw_round


@pytest.fixture
def played():
    """A round of four at the bar, one of whom sleeps in round 2, and four below."""
    players = [
        player(key, grade) for key, grade in zip("abcdefgh", [3, 4, 3, 5, 1, 1, 0, 0], strict=True)
    ]
    players[1] = replace(players[1], absences=frozenset({2}))
    rules = Rules(rounds=3, bar=Grade(3), top_sleepers_lowered=1)
    tournament = Tournament(rules=rules, players=tuple(players))
    drawn = draw_round(tournament, 1).applied_to(tournament)
    return replace(drawn, games=tuple(replace(g, result=Result.WHITE_WINS) for g in drawn.games))


def scores(tournament):
    return {row.key: row.values for row in standings(tournament, 1).rows}


def test_who_sleeps_is_decided_when_the_first_round_is_drawn(played):
    assert starting_scores(played)[:4] == [3, 2, 3, 3]
    assert any("start" in line and "1 point lower" in line for line in rule_sentences(played))


def test_nobody_who_drops_out_later_is_lowered(played):
    before = scores(played)
    for done in (withdrawn(played, ["a"]), absent(played, ["c"], [3])):
        assert starting_scores(done.tournament) == starting_scores(played)
        assert scores(done.tournament) == before


def test_a_round_that_another_program_has_drawn_decides_it_too(played):
    """The rule stands in the file still, and the withdrawal carries it out for those of before."""
    players = tuple(replace(p, correction=0) for p in played.players)
    undecided = replace(
        played, rules=replace(played.rules, top_sleepers_lowered=1), players=players
    )
    before = scores(undecided)
    assert scores(withdrawn(undecided, ["a"]).tournament) == before
