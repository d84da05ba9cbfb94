"""What players would notice asks first, and whatever was done offers to undo exactly that."""

from __future__ import annotations

import re

import pytest

from congress_files import games, result_of
from fastpair.app.history.records import plan_of
from fastpair.app.history.state import CongressState
from fastpair.app.history.timeline import History
from fastpair.formats import read
from fastpair.go.tournament import Result
from pages import said
from profiles import few

WHITE, BLACK, NONE = (Result.WHITE_WINS, False), (Result.BLACK_WINS, False), (Result.UNKNOWN, False)


def undo_of(answer):
    """The number of the change that a message offers to undo."""
    return re.search(r'name="change" value="([0-9]+)">Undo<', answer.text)[1]


def test_a_message_offers_to_undo_exactly_its_change(director, drawn):
    first = director.send("/results/1/enter", {"results": "1 1"})
    director.do("/results/1/enter", results="2 1")
    undone = director.send("/results/1/undo", {"change": undo_of(first)})
    assert "change 2 undone" in said(undone)
    assert (result_of(drawn, 1), result_of(drawn, 2)) == (NONE, WHITE)
    assert History(drawn).timeline(drawn.read_bytes()).reverted() == {2}
    assert re.findall(r'<tr id="(\w+)"', undone.text) == ["t1"]  # of the page that it stands on
    director.send("/results/1/undo", {"change": undo_of(undone)})
    assert (result_of(drawn, 1), result_of(drawn, 2)) == (WHITE, WHITE)
    assert not History(drawn).timeline(drawn.read_bytes()).reverted() & {2}


def test_the_log_offers_to_undo_what_later_changes_do_not_rest_on(director):
    director.do("/boards/1/publish")
    director.do("/results/1/enter", results="1 1")
    director.do("/results/1/enter", results="2 1")
    page = director.get("/log/1").text
    assert re.findall(r'name="change" value="(\d+)" aria-label="Undo: ', page) == ["4", "3"]


def test_a_next_step_is_dismissed_until_it_changes(director, drawn):
    def offered():
        page = director.get("/boards/1").text
        return page[page.index('id="next"') : page.index("<main")]

    director.do("/boards/1/publish")
    director.do("/boards/1/unpair", table="2", players_know="yes")
    waiting = re.search(r"Pair \d late players", offered())[0]
    assert "another one by now" in director.refused("/boards/1/dismiss", state="draft")
    director.do("/boards/1/dismiss", state="late players")
    assert "late players" not in offered()
    director.do("/boards/1/unpair", table="3", players_know="yes")
    assert "late players" in offered()
    assert waiting not in offered()


def test_no_step_leads_to_the_page_that_shows_it(director, drawn):
    def steps(path):
        page = director.get(path).text
        bar = page[page.index('id="next"') : page.index("<main")]
        return re.findall(r'<a [^>]*href="([^"]*)"', bar)

    director.do("/boards/1/publish")
    assert {*steps("/boards/1")} - {*steps("/results/1")} == {"/results/1"}
    assert steps("/results/2") == steps("/boards/1")  # it leads to the other round
    for number, _ in enumerate(games(drawn), 1):
        director.do("/results/1/enter", results=f"{number} 1")
    assert {*steps("/boards/1")} - {*steps("/checkin/2")} == {"/checkin/2"}


def test_the_history_says_what_was_done_and_from_where(director, drawn, run):
    run("result", drawn, "1", "1-0")
    director.do("/results/1/enter", results="2 1")
    page = director.get("/log/1").text
    assert re.findall(r"<b>(\d+)</b>", page[page.index('id="chips"') :])[:3] == ["3", "1", "2"]
    first = page[page.index("<tbody") :]
    assert "Director" in first[: first.index("</tr>")]
    assert "Command line" in first
    assert "Command</th>" not in page


def acts_of_every_part(file):
    """Forms that change something, with the parts of the page that send them."""
    board, other = list(games(file).values())[:2]
    (idle,) = read(file).tournament.round(1).byes
    one, two = board.white, other.white
    return {
        "attend": ("/players/2/attend", {"wish": f"absent {one}"}),
        "rounds": ("/players/2/rounds", {"key": one, "pattern": "1-2"}),
        "withdraw": ("/players/2/withdraw", {"key": idle}),
        "apart": ("/players/1/apart", {"kind": "forbid", "players": [one, two]}),
        "register": ("/players/1/register", {"name": "-Zed", "first_name": "Bo", "grade": "3k"}),
        "change": ("/players/1/change", {"key": one, "first_name": "Ann", "club": ""}),
        "force": ("/boards/1/apply", {"kind1": "force", "one1": one, "other1": two}),
        "condition": ("/boards/1/condition", {"kind": "forbid", "players": [one, two]}),
        "publish": ("/boards/1/publish", {}),
        "swap": ("/boards/1/swap", {"one": one, "other": two}),
        "unpair": ("/boards/1/unpair", {"table": "1"}),
        "tables": ("/boards/1/tables", {"room": "Main=1-10", "closed": "3"}),
        "fixed": ("/boards/1/tables", {"player": one, "at": "7"}),
        "results": ("/results/1/enter", {"results": "1 1 2 2"}),
        "rules": ("/rules/1/change", {"rounds": "5", "bar": "2d"}),
        "parameters": ("/rules/1/parameters", {"club_groups": "1"}),
        "prizes": ("/prizes/1/set", {"at": "0", "was": "", "name": "First"}),
    }


def known_of(file):
    """All that is known of a tournament: its file, and what stands beside it in force."""
    congress, plan = CongressState.read(file), plan_of(file)
    return (
        file.read_bytes(),
        [sorted(map(repr, congress.conditions(number))) for number in (1, 2, 3)],
        congress.tables.details,
        congress.published,
        plan.read_bytes() if plan.exists() else b"",
    )


ACTS = (
    *("attend", "rounds", "withdraw", "apart", "register", "change", "force"),
    *("condition", "publish", "swap", "unpair", "tables", "fixed", "results", "rules"),
    *("parameters", "prizes"),
)


@pytest.mark.parametrize("act", few(ACTS, 6))
def test_one_undo_takes_back_all_of_an_act_and_one_redo_does_it_again(act, director, drawn):
    path, fields = acts_of_every_part(drawn)[act]
    before = known_of(drawn)
    director.look(path.rpartition("/")[0])
    done = director.send(path, {**fields, "even_so": "yes"})
    director.seen = None
    after = known_of(drawn)
    assert after != before, said(done)
    change = str(len(History(drawn).entries()))
    undone = director.send("/log/1/undo", {"change": change, "players_know": "yes"})
    assert known_of(drawn) == before, said(undone)
    redone = director.send("/log/1/redo", {"change": str(len(History(drawn).entries()))})
    assert known_of(drawn) == after, said(redone)


def test_the_history_is_compared_with_the_file(director, drawn):
    director.do("/results/1/enter", results="1 1")
    clean = said(director.send("/log/1/verify", {}))
    assert "0 differences; 2 changes, 2 of them repeated" in clean
    drawn.write_bytes(drawn.read_bytes() + b"<!-- saved elsewhere -->")
    refused = said(director.send("/log/1/verify", {}))
    assert "1 difference; 2 changes, 0 of them repeated" in refused
    assert "The file is not as the last change, 2, has left it" in refused
