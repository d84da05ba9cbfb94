"""The example of a Swiss by HTTP, against a server."""

from __future__ import annotations

import os
import re
import subprocess
import sys

from fastpair import Same, pair
from repository import ROOT
from serving import served

KEY = "a key for tests alone"


def test_the_example_pairs_as_fastpair_pair_does():
    with served(None, programs_key=KEY) as server:
        done = subprocess.run(
            [sys.executable, ROOT / "examples" / "http" / "swiss.py"],
            env=os.environ | {"FASTPAIR_API": server.addresses.programs, "FASTPAIR_API_KEY": KEY},
            check=True,
            capture_output=True,
            text=True,
        )
    schools = {"Ann": "N", "Bo": "N", "Cy": "S", "Di": "S", "Ed": "W", "Flo": "W", "Gus": "E"}
    players = {name: {"school": school} for name, school in schools.items()}
    games, byes = [], []
    for number, results in enumerate([[1, 0.5, 1], [0, 1, 1]], 1):
        expected = pair(players, games, byes=byes, rounds=5, forbid=[Same("school", until=1)])
        lines = re.findall(rf"round {number}: (.*)", done.stdout)
        pairs = [tuple(line.split(" - ")) for line in lines[:-1]]
        assert {*map(frozenset, pairs)} == {*map(frozenset, expected.pairs)}
        assert lines[-1] == f"{expected.bye} has the bye"
        games.append([(*two, result) for two, result in zip(pairs, results, strict=True)])
        byes.append(expected.bye)
