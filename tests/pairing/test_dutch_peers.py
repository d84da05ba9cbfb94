"""The Dutch system beside the program of most managers of chess: every round of tournaments that it has played."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest

from conftest import CONFORMANCE, UNSET
from fastpair import draw_round
from fastpair.formats import FORMATS
from fastpair.pairing.rounds import judge_round
from fastpair.pairing.systems import Dutch
from profiles import few

ARCHIVE = Path(CONFORMANCE or ".", "../../peers/bbppairings/tournaments.tar.xz").resolve()
HARD = ("d7_28x9.trf", "d139_14x9.trf")
"""Those in which a bracket could be paired as well in its first order, but the rest not be completed."""

SYSTEM = Dutch(order="entry", initial_colour="white")


@pytest.fixture(scope="module")
def played():
    """The files by name, the smallest first."""
    if CONFORMANCE is None:
        pytest.skip(UNSET)
    if not ARCHIVE.is_file():
        pytest.skip(f"no {ARCHIVE}: no tournaments of another program")
    with tarfile.open(ARCHIVE) as files:
        found = {
            Path(each.name).name: files.extractfile(each).read() for each in files if each.isfile()
        }
    return dict(sorted(found.items(), key=lambda each: (len(each[1]), each[0])))


def test_every_round_of_its_tournaments_is_ours(played):
    rounds = 0
    for name in {*few(played, 12, ci=24), *HARD}:
        tournament = FORMATS["trf"].read(name, played[name]).tournament
        for number in range(1, tournament.last_round + 1):
            games = tournament.round(number).games
            if not games:
                continue
            judged = judge_round(tournament, number, system=SYSTEM)
            assert (judged.criterion, judged.different) == ("", ()), (name, number)
            draw = draw_round(tournament.before(number), number, system=SYSTEM)
            boards = {(board.white, board.black) for board in draw.boards}
            theirs = {(game.white, game.black) for game in games}
            if number == 1:  # a lot has given the first colour
                boards, theirs = ({*map(frozenset, each)} for each in (boards, theirs))
            assert boards == theirs, (name, number)
            assert [*filter(None, [draw.bye])] == [*tournament.round(number).byes]
            rounds += 1
    assert rounds > 40
