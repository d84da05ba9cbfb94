"""Real tournaments of every format are drawn again and scored again, round by round."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fastpair.errors import FastpairError
from fastpair.formats import read
from fastpair.go.standings import standings
from fastpair.pairing.draw import Constraints
from fastpair.pairing.rounds import draw_round


@pytest.mark.peers("opengotha/*/tournament.xml", "files/*/*", alike=True)
def test_every_round_is_drawn_and_scored_again(peer):
    try:
        tournament = replace(read(peer).tournament, team_play=None)
    except FastpairError as error:
        pytest.skip(f"no tournament: {error}"[:80])
    if any(tournament.faults()):
        pytest.skip("contradictions")
    for number in range(1, tournament.rules.rounds + 1):
        check_standings(tournament, number)
        if tournament.round(number).games:
            check_draw(tournament, number)


def check_standings(tournament, number):
    """Everybody who has played stands somewhere, and nobody twice."""
    rows = standings(tournament, number).rows
    keys = [row.key for row in rows]
    assert len(set(keys)) == len(keys)
    assert tournament.before(number + 1).seated <= set(keys)
    assert [row.place for row in rows] == sorted(row.place for row in rows)


def check_draw(tournament, number):
    """A draw from the state before the round is proven, and pairs everybody; rematches are allowed."""
    drawn = draw_round(tournament.before(number), number, constraints=Constraints(rematches=True))
    assert drawn.proof
    waiting = tournament.before(number).to_pair(number)
    seated = [key for board in drawn.boards for key in (board.white, board.black)]
    byes = [] if drawn.bye is None else [drawn.bye]
    assert sorted([*seated, *byes]) == sorted(player.key for player in waiting)
