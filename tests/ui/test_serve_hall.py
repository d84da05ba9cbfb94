"""What is read of a player: by everybody in the hall, and by the director."""

from __future__ import annotations

import re

import pytest

from congress_files import games
from fastpair.formats import read
from fastpair.ui.web import hall


def test_names_are_folded_once_for_all_searches(director, stranger, drawn, monkeypatch):
    director.do("/boards/1/publish")
    asked = []
    fold = hall.folded
    monkeypatch.setattr(hall, "folded", lambda text: asked.append(text) or fold(text))
    for name in ("nobody", "a", *(player.name for player in read(drawn).tournament.players)):
        stranger.get("/hall", params={"me": name})
    boards = 2 * len(games(drawn))
    assert len(asked) == boards + 2 + len(read(drawn).tournament.players)


def test_a_search_shows_no_more_than_anybody_has(director, stranger, monkeypatch):
    director.do("/boards/1/publish")
    monkeypatch.setattr(hall, "_MOST_FOUND", 2)
    page = stranger.get("/hall", params={"me": "a"}).text
    assert page.count('<th scope="row"') == 2
    assert "type more of the name" in page
    assert "type more" not in stranger.get("/hall").text


@pytest.mark.parametrize("page", ["/players/1/entry", "/boards/2/seat"])
@pytest.mark.parametrize(
    ("typed", "white", "black"),
    [("1", "won", "lost"), ("2", "lost", "won"), ("3", "jigo", "jigo"), ("7", *["by default"] * 2)],
)
def test_a_panel_says_how_a_game_ended_for_its_player(director, drawn, page, typed, white, black):
    director.do("/results/1/enter", results=f"1 {typed}")
    board = games(drawn)[1]
    for key, colour, said in ((board.white, "White", white), (board.black, "Black", black)):
        panel = director.get(page, params={"key": key}).text
        line = re.search("<li>Round 1, .*</li>", panel)[0]
        assert f": {colour} against " in line
        assert re.search(f": [a-z ]*{said}</li>", line), line
