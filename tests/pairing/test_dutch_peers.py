"""The Dutch system beside the program of most managers of chess: every round of tournaments that it has played."""

from __future__ import annotations

import json

import pytest

from conftest import CONFORMANCE, UNSET
from fastpair import draw_round
from fastpair.formats import FORMATS
from fastpair.pairing.rounds import judge_round
from fastpair.pairing.systems import Dutch
from many_dutch import main
from peer_archives import PROGRAM, tournaments
from profiles import PROFILE, few

HARD = ("d7_28x9.trf", "d139_14x9.trf")
"""Those in which a bracket could be paired as well in its first order, but the rest not be completed."""
COUNT = {"dev": 4, "ci": 20, "nightly": 5000}[PROFILE]

SYSTEM = Dutch(order="entry")
"""The first round shows its first colour."""


@pytest.fixture(scope="module")
def played():
    """The files by name, the smallest first."""
    return tournaments()


def test_every_round_of_its_tournaments_is_ours(played):
    rounds = 0
    for name in {*few(played, 12, ci=24), *HARD}:
        tournament = FORMATS["trf"].read(name, played[name]).tournament
        for number in range(1, tournament.last_round + 1):
            games = tournament.round(number).games
            if not games:
                continue
            judged = judge_round(tournament, number, system=SYSTEM)
            assert (judged.criterion, judged.different, judged.colours) == ("", (), ()), (
                name,
                number,
            )
            draw = draw_round(tournament.before(number), number, system=SYSTEM)
            boards = {(board.white, board.black) for board in draw.boards}
            theirs = {(game.white, game.black) for game in games}
            if number == 1:  # a lot has given the first colour
                boards, theirs = ({*map(frozenset, each)} for each in (boards, theirs))
            assert boards == theirs, (name, number)
            assert [*filter(None, [draw.bye])] == [*tournament.round(number).byes]
            rounds += 1
    assert rounds > 40


def test_every_round_of_ours_is_the_peers(tmp_path, capsys):
    """Random tournaments that it checks, and others that it plays; 5,000 every night."""
    if CONFORMANCE is None:
        pytest.skip(UNSET)
    if not PROGRAM.is_file():
        pytest.skip(f"no {PROGRAM}: no other program to compare with")
    status = main(PROGRAM, count=COUNT, seed=0, workers=1, folder=tmp_path)
    assert status == 0, capsys.readouterr().out
    assert len(lines := (tmp_path / "journal.jsonl").read_text().splitlines()) == COUNT
    assert sum(json.loads(line)["rounds"] for line in lines) > 4 * len(lines)
