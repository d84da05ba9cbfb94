"""EPM as a system: its groups, its weights, and what it leaves over."""

from __future__ import annotations

import numpy as np

from array_tournaments import ArrayTournament
from builders import game, player
from fastpair.go.tournament import Criterion, Points, Result, Rules, Tournament
from fastpair.pairing.draw import Constraints
from fastpair.pairing.rounds import draw_round
from fastpair.pairing.weights import model_named
from fastpair.research.systems import EPM


def entered(count, games=(), absences=None, **rules):
    players = (
        player(chr(65 + number), absences=frozenset((absences or {}).get(chr(65 + number), ())))
        for number in range(count)
    )
    return Tournament(
        rules=Rules(rounds=6, placement=(Criterion.MMS,), **rules),
        players=tuple(players),
        games=tuple(games),
    )


def won(number, white, black):
    return game(number, ord(white) - 64, white, black, Result.WHITE_WINS)


def boards(draw):
    return {"".join(sorted(board.white + board.black)) for board in draw.boards}


def test_absences_move_a_player_up():
    """E and F miss two rounds and have a point by it, though the rules give nothing."""
    games = [won(1, "A", "B"), won(1, "C", "D"), won(2, "A", "D"), won(2, "B", "C")]
    absences = {"E": (1, 2), "F": (1, 2)}
    nothing = Points(mms_absent_x2=0)
    tournament = entered(6, games, absences, points=nothing)
    drawn = draw_round(tournament, 3, system=EPM())
    # A has 2, B, C, E and F have 1, D has 0. A meets E, in the middle of those whom he has not met.
    # C, in the middle of the others, should go down to D, but has met him: the draw is completed.
    assert not drawn.unpaired
    between = [board for board in drawn.boards if {"A", "D"} & {board.white, board.black}]
    assert len(between) == 2
    assert all({"B", "C", "E", "F"} & {board.white, board.black} for board in between)


def test_a_group_that_cannot_be_paired_is_left_over_unless_it_is_completed():
    """A and B have 2 points and have met."""
    games = [
        won(1, "A", "B"),
        won(1, "C", "D"),
        won(2, "A", "C"),
        won(2, "B", "D"),
        won(3, "B", "E"),
    ]
    absences = {"E": (1, 2), "F": (1, 2, 3), "A": (3,), "C": (3,), "D": (3,)}
    tournament = entered(6, games, absences, points=Points(mms_absent_x2=0))
    left = draw_round(tournament, 4, system=EPM(complete=False))
    assert {player.player: player.reason for player in left.unpaired} == dict.fromkeys(
        "AB", "his group cannot be paired completely"
    )
    assert {"AB"} & boards(left) == set()
    complete = draw_round(tournament, 4, system=EPM())
    assert not complete.unpaired


def test_the_weights_of_another_model():
    """MacMahon's weights and those of GoDraw do not agree on every round."""
    situation = ArrayTournament.of_many(1, 40).situation(1, Constraints())
    found = [
        np.sort(EPM(model=model_named(name)).pair(situation).pairs)
        for name in ("godraw2015", "macmahon")
    ]
    assert sorted(found[0].tolist()) != sorted(found[1].tolist())
