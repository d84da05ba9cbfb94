"""The wall list of chess, which has starting ranks in either order: of command and page, held to the games."""

from __future__ import annotations

import csv
import io

import pytest

from commands import do
from fastpair.formats import read
from fastpair.go.tournament import Result
from pages import director_of

SIGNS = {2: "+", 1: "=", 0: "-"}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "open.trf"
    made = ("--players", "14", "--rounds", "5", "--play", "3", "--seed", "2")
    do("generate", "--system", "dutch", *made, "--output", path)
    return path


def cells_of(tournament):
    """What each player has in each round, by the starting ranks, from the games alone."""
    number = {player.key: n for n, player in enumerate(tournament.players, start=1)}
    found = {}
    for game in tournament.games:
        if game.result is Result.UNKNOWN:
            continue
        for key, other, colour in ((game.white, game.black, "w"), (game.black, game.white, "b")):
            sign = SIGNS[game.result.won_x2[game.players.index(key)]]
            found[number[key], game.round] = f"{number[other]}{sign}{'!' * game.by_default}{colour}"
    return found


@pytest.mark.parametrize(
    ("options", "address"),
    [(("--by-number",), "/prints/3/page/numbers"), ((), "/prints/3/page/wallist")],
)
def test_players_and_opponents_have_their_starting_ranks(file, options, address):
    wanted = cells_of(read(file).tournament)
    output = file.with_name("wall.csv")
    do("wallist", file, *options, "--output", output)
    text = output.read_text("utf-8-sig")
    rows = [*csv.reader(io.StringIO(text), csv.Sniffer().sniff(text, ",;"))]
    head = next(place for place, row in enumerate(rows) if "No" in row)
    first = rows[head].index("1")
    shown = {
        (int(row[0]), number): row[first + number - 1]
        for row in rows[head + 1 :]
        if row and row[0].isdecimal()
        for number in range(1, 4)
    }
    assert {row for row, _ in shown} == set(range(1, 15))
    assert wanted.items() <= shown.items()
    assert ([*shown] == sorted(shown)) is bool(options)
    with director_of(file) as director:
        page = director.get(address).text
        assert "Wall list by starting rank" in director.get("/prints/3").text
    cells = page.split("<td")
    assert all(any(f">{cell}<" in each for each in cells) for cell in wanted.values())
