"""The tournament manager of examples/ on the web, with its tournaments in a database."""

from __future__ import annotations

import runpy
from http.server import ThreadingHTTPServer
from threading import Thread
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from fastpair import Congress
from repository import ROOT


@pytest.fixture
def manager(tmp_path):
    """The store of the manager and the address of its server."""
    names = runpy.run_path(str(ROOT / "examples" / "python" / "web_manager.py"))
    store = names["Store"](str(tmp_path / "evenings.sqlite"))
    entries = tmp_path / "evening.csv"
    entries.write_text("name,grade\nAnn,1k\nBo,2k\nCy,3k\nDi,4k\n", "utf-8")
    store.create("evening", str(entries))
    handler = type("Quiet", (names["Handler"],), {"store": store, "log_message": lambda *_: None})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield store, f"http://127.0.0.1:{server.server_port}/evening"
    server.shutdown()
    thread.join()
    server.server_close()


def ask(address, **form):
    """The page after a form, or as it is."""
    try:
        with urlopen(address, urlencode(form).encode() if form else None, timeout=5) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        return error.code, error.read().decode()


def test_a_round_by_http(manager):
    """Drawn, with results, standings, a question, undone; each time from the database."""
    store, address = manager
    assert ask(address)[0] == 200
    assert "round 1 drawn by fastpair: 2 boards" in ask(f"{address}/draw", confirmed="")[1]
    for table in (1, 2):
        status, text = ask(f"{address}/results", round=1, table=table, result="white wins")
        assert status == 200
    assert text.count("white wins") == 2
    standings = store.load("evening")[0].standings()
    assert text.index(standings.rows[0].name) > 0
    assert str(standings.rows[0].values) in text
    assert ask(f"{address}/draw", confirmed="")[0] == 200
    status, text = ask(f"{address}/results", round=1, table=1, result="black wins")
    assert status == 409
    codes = [code for code in ("played-scores", "published-boards") if f"{code}: " in text]
    assert len(codes) == 2
    form = {"round": 1, "table": 1, "result": "black wins", "confirmed": " ".join(codes)}
    assert ask(f"{address}/results", **form)[0] == 200
    codes = "published-boards"
    for _ in range(2):
        assert ask(f"{address}/undo", confirmed=codes)[0] == 200
    congress, content = store.load("evening")
    assert (congress.tournament.last_round, len(congress.history)) == (1, 8)
    assert Congress.from_bytes(content) == congress


def test_what_is_wrong_is_said(manager):
    store, address = manager
    assert ask(f"{address}/results", round=1, table=9, result="1-0")[0] == 422
    assert ask(f"{address}/results", round="one", table=1, result="1-0")[0] == 422
    assert ask(address.replace("evening", "other"))[0] == 404
    congress, content = store.load("evening")
    assert store.replace("evening", content, congress.draw(1).congress)
    assert not store.replace("evening", content, congress)
