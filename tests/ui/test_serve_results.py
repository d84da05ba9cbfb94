"""Results on the page: scanned, compared with a second entry, by default, and by whom."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from congress_files import games, result_of
from fastpair.app.history.timeline import History
from fastpair.go.tournament import Result

WHITE, BLACK = (Result.WHITE_WINS, False), (Result.BLACK_WINS, False)
NONE = (Result.UNKNOWN, False)


def buttons(answer):
    """What a message offers to enter."""
    return re.findall(
        r'<button class="btn" form="lines" name="results" value="([^"]+)"', answer.text
    )


def slip(server, file, table):
    """What a scanner types that reads the slip of a table."""
    return f"http://10.0.0.1:8000/table/{server.site.server.tables.seat(games(file)[table])}"


@pytest.mark.parametrize("typed", ["3", "slip", "5 slip"])
def test_a_table_alone_asks_for_its_result(server, director, drawn, typed):
    typed = typed.replace("slip", slip(server, drawn, 3))
    answer = director.send("/results/1/enter", {"results": typed})
    assert buttons(answer) == [f"3 {code}" for code in "1234679"]
    assert "Both lose: 4." in director.get("/results/1").text
    assert 'data-fill="3 "' in answer.text
    assert [result_of(drawn, table) for table in (3, 5)] == [NONE, NONE]
    director.do("/results/1/enter", results=buttons(answer)[0])
    assert result_of(drawn, 3) == WHITE


@pytest.mark.parametrize("typed", ["3.1 4.2", "3,1,4,2", "3 1 4 2", "3,1 4.0-1", "3. 1 4; 2"])
def test_the_key_for_the_decimal_stands_between_table_and_result(director, drawn, typed):
    director.do("/results/1/enter", results=typed)
    assert [result_of(drawn, table) for table in (3, 4)] == [WHITE, BLACK]


def test_a_slip_that_is_not_of_this_round_enters_nothing(server, director, drawn):
    tables, board = server.site.server.tables, games(drawn)[3]
    other = tables.seat(replace(board, round=2))
    assert "one of round 2" in director.refused("/results/1/enter", results=f"x/table/{other}")
    swapped = tables.seat(replace(board, white=games(drawn)[4].white))
    for wrong in (swapped, "1.3.x", ""):
        told = director.refused("/results/1/enter", results=f"x/table/{wrong}")
        assert "drawn again" in told
    assert "no table 99" in director.refused("/results/1/enter", results="99")


def test_a_second_entry_shows_what_differs_and_changes_nothing(server, director, drawn):
    director.do("/results/1/enter", results="1 1 2 2 3 3")
    before = drawn.read_bytes()
    typed = f"1 1 2 1 {slip(server, drawn, 3)} 3 4"
    text = director.get(
        "/results/1/compare", params={"results": typed}, headers={"hx-request": "true"}
    ).text
    assert re.findall(r"<td>([^<]*)</td><td>([^<]*)</td>", text) == [("1-0", "0-1")]
    assert "The same: 2 of 3." in text
    assert "Not typed yet: 7" in text
    wrong = director.get("/results/1/compare", params={"results": "1 x"}).text
    assert "is not a result such as" in wrong
    assert drawn.read_bytes() == before


def test_a_line_says_when_and_from_where_its_result_came(director, drawn, run):
    run("result", drawn, "1", "1-0")
    director.client.headers["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"
    director.do("/results/1/enter", results="2 2 3 1")
    director.do("/results/1/enter", results="3 0")
    text = director.get("/results/1").text
    found = re.findall(r'<td class="entered">(?:\d\d:\d\d )?([^<]*)<td>', text)
    assert found[:4] == ["Command line", "Director, Firefox on Linux", "", ""]
    director.do("/results/1/undo", change=str(len(History(drawn).entries())))
    assert "Firefox" in re.search(r'<tr id="t3".*?<tr', director.get("/results/1").text, re.S)[0]


@pytest.mark.parametrize(("mark", "ending"), [("6", "1-0!"), ("7", "0-1!")])
def test_the_menu_of_a_row_decides_by_forfeit_and_deletes(director, drawn, mark, ending):
    page = director.get("/results/1").text
    marks = re.findall(r'<button role="menuitem"[^>]* data-mark="(.)"', page)
    assert marks == ["6", "7", "8", "4", "5", "9", "0"]
    director.do("/results/1/enter", results=f"1 {mark}")
    assert result_of(drawn, 1)[1]
    line = re.search(r'<tr id="t1".*?<tr', director.get("/results/1").text, re.S)[0]
    assert f'<span class="badge">{ending}</span>' in line
    director.do("/results/1/enter", results="1 0")
    assert result_of(drawn, 1) == NONE


def test_a_second_click_on_a_result_deletes_nothing(director, drawn):
    button = r'name="results" value="(1 1)"'
    for _ in range(2):
        page = director.get("/results/1").text
        director.do("/results/1/enter", results=re.search(button, page)[1])
    assert result_of(drawn, 1) == WHITE
    assert 'name="results" value="1 1" aria-pressed="true"' in director.get("/results/1").text


def test_who_comes_late_plays_who_waits_in_one_click(director, drawn):
    board = games(drawn)[1]
    director.do("/boards/1/unpair", table="1")
    director.do("/boards/1/attend", wish=f"absent {board.white}")
    panel = director.get("/boards/1/noshow").text
    assert f'name="late" value="{board.white}"' in panel
    told = director.do("/results/1/late", key=board.white)
    assert "are paired" in told
    assert set(games(drawn)[1].players) == set(board.players)
    assert 'name="late"' not in director.get("/boards/1/noshow").text
