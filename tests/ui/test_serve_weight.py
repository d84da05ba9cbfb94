"""How heavy the pages of a large congress are, and what their short lines still do."""

from __future__ import annotations

import pytest

from congress_files import save
from fastpair.formats import read
from fastpair.pairing.generator import generate
from pages import director_of

PLAYERS, ROUNDS = 1000, 9
LIGHT, HEAVY, WITH_LABELS = 320_000, 340_000, 360_000
BUDGET = {
    f"/{part}/{ROUNDS}": LIGHT if part == "players" else HEAVY
    for part in (
        *("rules", "players", "checkin", "teams", "lists", "boards", "results", "standings"),
        *("wallist", "ratings", "prizes", "prints", "files", "log"),
    )
} | dict.fromkeys(
    ("/hall", "/hall?me=a", "/hall/standings", "/hall/wallist", "/hall/screen"), HEAVY
)
"""The most bytes of each page, as it is sent without being compressed."""

BUDGET[f"/files/{ROUNDS}"] = WITH_LABELS  # on a phone, each field has its own


@pytest.fixture(scope="module")
def congress(tmp_path_factory):
    """A congress of a thousand players at its end, every round of it in the file."""
    file = tmp_path_factory.mktemp("congress") / "congress.json"
    save(generate(PLAYERS, ROUNDS, seed=3, play=ROUNDS), file)
    with director_of(file) as director:
        director.do(f"/boards/{ROUNDS}/publish")
        yield director


@pytest.mark.parametrize("path", BUDGET)
def test_no_page_of_a_thousand_players_is_too_heavy(congress, path):
    answer = congress.get(path)
    assert answer.status_code == 200
    assert len(answer.content) <= BUDGET[path], path


@pytest.mark.parametrize(("tables", "whole"), [(30, False), (31, True)])
def test_many_changed_lines_come_as_one_list(tmp_path, tables, whole):
    file = tmp_path / "summer.json"
    save(generate(80, 2, seed=1, play=0), file)
    with director_of(file) as director:
        director.do("/boards/1/draw")
        results = " ".join(f"{table} 1" for table in range(1, tables + 1))
        answer = director.send("/results/1/enter", {"results": results}).text
    assert ('<tbody id="list" hx-swap-oob' in answer) == whole
    boards = len(read(file).tournament.round(1).games)
    assert answer.count("<tr id=") == (boards if whole else tables)
