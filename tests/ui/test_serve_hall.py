"""What is read of a player: by everybody in the hall, and by the director."""

from __future__ import annotations

import re
from html import escape
from types import SimpleNamespace

import pytest

from congress_files import games
from fastpair.formats import read
from fastpair.ui.web import hall
from fastpair.ui.web.store import OpenTournament


def test_names_are_folded_once_for_all_searches(director, stranger, drawn, monkeypatch):
    director.do("/boards/1/publish")
    asked = []
    fold = hall.folded
    monkeypatch.setattr(hall, "folded", lambda text: asked.append(text) or fold(text))
    for name in ("nobody", "a", *(player.name for player in read(drawn).tournament.players)):
        stranger.get("/hall", params={"me": name})
    assert len(asked) == 2 + 2 * len(read(drawn).tournament.players)


def test_a_search_shows_no_more_than_anybody_has(director, stranger, monkeypatch):
    director.do("/boards/1/publish")
    monkeypatch.setattr(hall, "_MOST_FOUND", 2)
    page = stranger.get("/hall", params={"me": "a"}).text
    assert page.count('<th scope="row"') == 2
    assert "Enter more of the name" in page
    assert "Enter more" not in stranger.get("/hall").text


@pytest.mark.parametrize("page", ["/players/1/entry", "/boards/2/seat"])
@pytest.mark.parametrize(
    ("typed", "white", "black"),
    [("1", "won", "lost"), ("2", "lost", "won"), ("3", "jigo", "jigo"), ("7", *["by forfeit"] * 2)],
)
def test_a_panel_says_how_a_game_ended_for_its_player(director, drawn, page, typed, white, black):
    director.do("/results/1/enter", results=f"1 {typed}")
    board = games(drawn)[1]
    for key, colour, said in ((board.white, "White", white), (board.black, "Black", black)):
        panel = director.get(page, params={"key": key}).text
        line = re.search("<dt>1 .*</dd>", panel)[0]
        assert f"{colour}, " in line
        assert re.search(f"<dd>[a-z ]*{said}</dd>", line), line


def test_the_screen_shows_who_sits_where_by_name_and_by_table(director, drawn):
    assert "Nothing is published yet" in director.get("/hall/screen").text
    director.do("/boards/1/publish")
    text = director.get("/hall/screen").text
    games = read(drawn).tournament.round(1).games
    by_key = read(drawn).tournament.by_key
    seats = {
        re.sub(" +", " ", re.sub("<[^>]*>", " ", line)).strip()
        for line in re.findall("<li.*?</li>", text)
    }
    for game in games:
        for key, colour in zip(game.players, ("White", "Black"), strict=True):
            name = escape(f"{by_key[key].full_name} {by_key[key].grade}")
            assert f"{name} {colour} {game.table}" in seats
        assert any(line.startswith(f"{game.table} ") for line in seats)
    assert "Next round" not in text


@pytest.mark.parametrize(
    ("typed", "taken"), [("14:30", True), ("", True), ("25:00", False), ("soon", False)]
)
def test_the_screen_counts_to_the_next_round(director, typed, taken):
    answer = director.send("/prints/1/clock", {"next_round": typed})
    assert ("refused" in answer.text) is not taken
    shown = f"Next round at <b>{typed}</b>" in director.get("/hall/screen").text
    assert shown is (taken and bool(typed))


def test_a_phone_is_told_its_table_by_the_name_that_it_remembers(director, stranger, drawn):
    board, by_key = games(drawn)[3], read(drawn).tournament.by_key
    white, black = (by_key[key].full_name for key in board.players)
    assert stranger.get("/hall/mine", params={"me": white}).text.strip() == ""
    director.do("/boards/1/publish")
    page = stranger.get("/hall").text
    assert f'data-me="{escape(white)}">' in page
    assert 'id="mine"' in page
    for me, colour, other in ((white, "White", black), (black, "Black", white)):
        said = stranger.get("/hall/mine", params={"me": me}).text
        text = " ".join(re.sub("<[^>]*>", " ", said).split())
        assert f"Table 3 You play {colour} against {escape(other)} " in text
    (bye,) = read(drawn).tournament.round(1).byes
    said = stranger.get("/hall/mine", params={"me": by_key[bye].full_name}).text
    assert "You have the bye" in said
    said = stranger.get("/hall/mine", params={"me": white[:-1]}).text
    assert said.strip() == ""
    assert "<b>x" not in stranger.get("/hall/mine", params={"me": "<b>x"}).text


def test_the_hall_has_the_wall_list_when_it_has_standings(director, stranger, drawn):
    director.do("/boards/1/publish")
    assert "/hall/wallist" not in stranger.get("/hall").text
    assert "No standings yet" in stranger.get("/hall/wallist").text
    director.do("/results/1/enter", results=" ".join(f"{table} 1" for table in games(drawn)))
    assert 'href="/hall/wallist"' in stranger.get("/hall").text
    page = stranger.get("/hall/wallist").text
    assert page.count("<tr>") == 1 + len(read(drawn).tournament.players)
    standings = stranger.get("/hall/standings").text
    assert page.count("<th ") > standings.count("<th ")


def test_who_has_no_board_is_named_with_the_reason(director, stranger, drawn):
    (bye,) = read(drawn).tournament.round(1).byes
    director.do("/boards/1/publish")
    name = escape(read(drawn).tournament.by_key[bye].full_name)
    page = stranger.get("/hall").text
    assert re.search(rf'<b>Bye</b>: <a class="who"[^>]*>{name}</a>', page)
    own = stranger.get("/hall", params={"me": read(drawn).tournament.by_key[bye].full_name}).text
    assert re.search(rf"Round 1: <a [^>]*>{name}</a> <span [^>]*>[^<]*</span> <b>bye</b>", own)
    assert "No player of this name" not in own
    assert re.search(rf"<span>{name} [^<]*</span> <i>bye</i>", stranger.get("/hall/screen").text)


def test_phones_hear_of_who_has_no_board_and_of_rooms(director, drawn, run):
    director.do("/boards/1/publish")
    settings = SimpleNamespace(next_round="")
    sidecar = SimpleNamespace(settings=settings)
    heard = []
    for change in (
        ("register", drawn, "Zed", "Al", "--grade", "3k"),
        ("present", drawn, "Zed Al", "--round", "1"),
        ("tables", drawn, "--room", "Hall=1-6"),
    ):
        assert run(*change)[0] == 0
        server = SimpleNamespace(store=OpenTournament(drawn), sidecar=sidecar)
        heard.append(hall.hall_version(server))
    assert len({*heard}) == 3
