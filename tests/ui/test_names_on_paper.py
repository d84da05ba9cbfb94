"""Pairings by name as a browser lays them out on paper: each player has one line, with the opponent."""

from __future__ import annotations

import random

import pytest

from browsing import CHROMIUM, started
from fastpair.formats import read
from fastpair.formats.fastpair import new_content
from fastpair.go.tournament import Grade, Player, Rules, Tournament
from pages import director_of

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")

PAPER = {"width": 703, "height": 1023}
"""An A4 sheet within its margins."""

PARTS = [
    "Hohenstein",
    "Papadimitrakopoulou",
    "Ash",
    "Wallersberg",
    "Maximilian",
    "Bo",
    "Konstantin",
]
ROWS = """
() => [...document.querySelectorAll('tbody tr')].map(row => [
  row.getBoundingClientRect().height,
  [...row.cells].filter(cell => cell.scrollWidth > cell.clientWidth + 1).length,
  ...[...row.cells].map(cell => cell.textContent)])
"""


@pytest.fixture(scope="module")
def paper():
    with started() as browser:
        page = browser.new_page(viewport=PAPER)
        page.emulate_media(media="print")
        yield page


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    chance = random.Random(1)
    players = tuple(
        Player(
            key=f"P{number}",
            name="-".join(chance.choices(PARTS, k=chance.choice([1, 1, 2]))),
            first_name=" ".join(chance.choices(PARTS, k=chance.choice([1, 1, 2]))),
            grade=Grade(-(number // 20)),
        )
        for number in range(301)
    )
    path = tmp_path_factory.mktemp("congress") / "congress.json"
    path.write_bytes(new_content(Tournament(rules=Rules(rounds=5), players=players)))
    return path


@pytest.fixture(scope="module")
def director(file):
    with director_of(file) as browser:
        browser.do("/boards/1/draw")
        yield browser


@pytest.mark.parametrize(
    ("code", "size"),
    [
        ("en", "small"),
        ("en", "large"),
        *((code, "normal") for code in ("en", "de", "fr", "ja", "ru")),
    ],
)
def test_every_player_has_one_line(paper, director, file, code, size):
    values = {"language": code, "size": size}
    paper.set_content(director.get("/prints/1/page/names", params=values).text)
    rows = paper.evaluate(ROWS)
    assert len(rows) == 301
    points = {"small": 9, "normal": 12, "large": 20}[size]
    assert max(row[0] for row in rows) < 1.7 * points * 96 / 72  # no second line
    assert size == "large" or not [row for row in rows if row[1] and max(map(len, row[2:])) <= 50]
    tournament = read(file).tournament
    opponents = {
        key: game.opponent_of(key) for game in tournament.round(1).games for key in game.players
    }
    shown = {row[2]: row[2:] for row in rows}
    for key, opponent in [*opponents.items()][::20]:
        row = shown[f"{tournament.by_key[key].full_name} {tournament.by_key[key].grade}"]
        assert str(tournament.round(1).game_of(key).table) in row
        assert f"{tournament.by_key[opponent].full_name} {tournament.by_key[opponent].grade}" in row
