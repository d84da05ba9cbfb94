"""Rounds of the Dutch system, beside bbpPairings on the same report.

    FASTPAIR_CONFORMANCE=... pytest bench/bench_dutch.py --benchmark-json build/bench.json

Processor time, the least of a few runs: of fastpair the draw with its verification, of the other program its process,
which is started once for a round. Both find the same pairs.
"""

from __future__ import annotations

import os
import resource
import subprocess
from dataclasses import replace
from functools import cache
from pathlib import Path
from time import process_time

import pytest

from fastpair import FideRules, draw_round
from fastpair.formats import FORMATS
from fastpair.pairing.generator import generate
from fastpair.pairing.systems import Dutch

SYSTEM = Dutch(order="entry", initial_colour="white")
FOLDER = os.environ.get("FASTPAIR_CONFORMANCE")
PEER = Path(FOLDER or ".", "../../peers/bbppairings/bbppairings").resolve()


@cache
def played(players):
    """A tournament of nine rounds, eight of them played."""
    tournament = generate(players, 9, seed=1, play=8, system=SYSTEM)
    rules = replace(tournament.rules, system="dutch", fide=FideRules(**vars(SYSTEM)))
    return replace(tournament, rules=rules)


def peers_seconds(tournament, folder):
    """The pairs of the other program, by the places of the players, and its processor time."""
    file, pairs = folder / "open.trf", folder / "pairs"
    file.write_bytes(FORMATS["trf"].new(tournament))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([PEER, "--dutch", file, "-p", pairs], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    lines = pairs.read_text().splitlines()[1:]
    found = {frozenset(map(int, line.split())) for line in lines}
    return found, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.parametrize("number", [2, 9])
@pytest.mark.parametrize("n", [100, 300, 1000])
def test_dutch(benchmark, n, number, tmp_path):
    if not FOLDER or not PEER.is_file():
        pytest.skip(f"no {PEER}: no other program to compare with")
    tournament = played(n).before(number)
    theirs, seconds = peers_seconds(tournament, tmp_path)
    ours = []

    def draw():
        start = process_time()
        drawn = draw_round(tournament, number, system=SYSTEM)
        ours.append(process_time() - start)
        return drawn

    benchmark.group = f"dutch {n}"
    drawn = benchmark.pedantic(draw, rounds=5, warmup_rounds=1)
    place = {player.key: at for at, player in enumerate(tournament.players, 1)}
    pairs = {frozenset((place[board.white], place[board.black])) for board in drawn.boards}
    assert pairs == {pair for pair in theirs if 0 not in pair}
    benchmark.extra_info.update(
        n=n, round=number, boards=len(pairs), ours=min(ours), theirs=seconds
    )
