"""Rooms, tables that are not used, players who always sit at one, and tables that are numbered anew."""

from __future__ import annotations

import re
from html import unescape

from hypothesis import given
from hypothesis import strategies as st

from congress_files import games
from fastpair.pairing.draw import placed


def tables(file):
    return [*games(file)]


def text(browser, address):
    return unescape(re.sub(r"<[^>]*>", " ", browser.get(address).text))


def table_of(file, key):
    return next(table for table, game in games(file).items() if key in game.players)


@given(
    st.lists(
        st.tuples(st.integers(1, 30), st.none() | st.integers(1, 9)), max_size=12, unique=True
    ),
    st.frozensets(st.integers(1, 30)),
    st.booleans(),
)
def test_boards_are_placed_where_they_have_to_be(boards, closed, afresh):
    now, wanted = [each[0] for each in boards], [each[1] for each in boards]
    found = placed(now, wanted, closed, {5}, afresh=afresh)
    assert len({*found, 5}) == len(boards) + 1
    for board, table in enumerate(found):
        want = wanted[board]
        assert table == want or table not in closed
        assert want in (None, 5, table) or want in found[:board]
    free = [table for table, want in zip(found, wanted, strict=True) if table != want]
    assert not afresh or free == sorted(free)
    if not afresh and not any(wanted) and len({*now}) == len(now):
        assert all(t == n for t, n in zip(found, now, strict=True) if n not in closed | {5})


def test_draws_use_no_closed_table_and_give_players_their_own(director, drawn, run):
    own = games(drawn)[7].white
    director.do("/boards/1/tables", room="Main hall=1-6\nBlue <room>=7-40", closed="2, 4-5")
    assert "Main hall=1-6\nBlue <room>=7-40\n" in text(director, "/boards/1/tables")
    director.do("/boards/1/tables", player=own, at="4")
    page = text(director, "/boards/1")
    assert "is 4, but the game is at table 7" in page
    assert "Table 2 is closed" in page
    assert "7 Blue <room>" in re.sub(r"\s+", " ", page)
    director.do("/boards/1/draw", redraw="true")
    assert tables(drawn) == [1, 3, 4, 6, 7, 8, 9, 10, 11, 12]
    assert table_of(drawn, own) == 4
    assert "fixed table of" not in text(director, "/boards/1")
    run("draw", drawn, "--redraw", "--write")
    assert table_of(drawn, own) == 4
    director.do("/boards/1/publish")
    prints = [f"/prints/1/page/{page}" for page in ("rooms", "tables", "names")]
    for address in ("/hall", "/hall/screen", *prints):
        assert "Blue <room>" in text(director, address), address
    assert "Blue <room> 12" in run("pairings", drawn, "--by-name")[1]
    assert "Blue <room>" not in run("pairings", drawn, "--by-name", "--json")[1]
    director.do("/boards/1/tables", player=own, at="")
    panel = text(director, "/boards/1/tables")
    assert "Main hall=1-6" in panel
    assert "No fixed tables." in panel
