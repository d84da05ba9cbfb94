"""Lists as a browser lays them out, on paper and before that: a player has one line by name, at most two between rounds."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from browsing import CHROMIUM
from commands import do
from congress_files import save
from fastpair.formats import read
from fastpair.go.tournament import Criterion, Grade, Player, Rules, Tournament
from fastpair.pairing.generator import generate
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
def paper(chromium):
    with chromium.new_page(viewport=PAPER) as page:
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
    return save(
        Tournament(rules=Rules(rounds=5), players=players),
        tmp_path_factory.mktemp("congress") / "congress.json",
    )


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


WALL = "MMS,SOSM,SOSOSM,SODOSM,DC,NBW,SOSW,SODOSW"


@pytest.fixture(scope="module")
def wall(file):
    """A wall list of nine rounds and eight criteria."""
    names = [player.full_name for player in read(file).tournament.players]
    played = generate(40, 9, play=9, seed=1, criteria=[Criterion(each) for each in WALL.split(",")])
    players = tuple(
        replace(player, name=name, first_name="")
        for player, name in zip(played.players, names, strict=False)
    )
    path = file.with_name("wall.json")
    save(replace(played, players=players), path)
    with director_of(path) as browser:
        yield browser.get("/prints/9/page/wallist").text


def test_the_preview_of_a_wall_list_is_not_cut(paper, wall):
    paper.emulate_media(media="screen")
    paper.set_viewport_size({"width": 1280, "height": 800})
    paper.set_content(wall)
    assert paper.evaluate("document.querySelectorAll('thead th').length") == 22
    sheet = "document.querySelector('.sheet')"
    assert paper.evaluate(f"{sheet}.scrollWidth <= {sheet}.clientWidth")
    assert paper.evaluate("document.documentElement.scrollWidth") <= 1280


def test_names_of_a_wall_list_have_at_most_two_lines(paper, wall):
    assert "landscape" in wall
    paper.emulate_media(media="print")
    paper.set_viewport_size({"width": 1032, "height": 700})
    paper.set_content(wall)
    # A browser prints what is somewhat wider in smaller letters.
    assert paper.evaluate("document.documentElement.scrollWidth") <= 1.2 * 1032
    rows = [row for row in paper.evaluate(ROWS) if max(map(len, row[2:])) <= 60]
    assert len(rows) > 20
    assert max(row[0] for row in rows) < 2 * 9 * 1.45 * 96 / 72


def test_short_names_of_teams_have_one_line_beside_rounds_and_criteria(paper, tmp_path):
    file, sheet = tmp_path / "teams.json", tmp_path / "teams.html"
    teams = ("--teams", "12", "--boards", "2", "--rounds", "5", "--play", "5")
    do("generate", *teams, "--system", "swiss-team", "--output", file)
    do("standings", file, "--teams", "--output", sheet)
    paper.emulate_media(media="print")
    paper.set_viewport_size(PAPER)
    paper.set_content(sheet.read_text(encoding="utf-8"))
    rows = paper.evaluate(ROWS)
    assert len(rows) == 12
    assert any(" " in row[3] for row in rows)  # a second team of a country
    assert max(row[0] for row in rows) < 1.7 * 12 * 96 / 72
