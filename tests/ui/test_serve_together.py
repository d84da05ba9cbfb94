"""Twenty helpers, the director and other programs at once: what is confirmed is in the file, and written together."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from threading import Event, Lock

import httpx2
import pytest

from congress_files import result_of, save, saved_elsewhere
from fastpair.app.actions.verification import verify_history
from fastpair.app.history.state import CongressState
from fastpair.app.history.timeline import History
from fastpair.files import Replacement
from fastpair.formats import read
from fastpair.go.tournament import Result
from fastpair.pairing.generator import generate
from fastpair.ui.cli import main
from fastpair.ui.web.store import OpenTournament
from pages import Browser, said
from serving import served, wait_until

HELPERS = 20
WHITE, BLACK, NONE = (Result.WHITE_WINS, False), (Result.BLACK_WINS, False), (Result.UNKNOWN, False)


@pytest.fixture
def file(tmp_path):
    """Twenty-seven boards without results."""
    path = tmp_path / "congress.xml"
    save(generate(60, 3, seed=4), path)
    assert main(["draw", str(path), "--write"]) == 0
    return path


@contextmanager
def hall(file):
    """A server, its director, and helpers with the results before them."""
    with served(file) as server, ExitStack() as stack:
        base = server.addresses.director.split("/?")[0]
        browsers = [Browser(server) for _ in range(HELPERS + 1)]
        for number, browser in enumerate(browsers):
            browser.client = stack.enter_context(httpx2.Client(base_url=base, timeout=60))
            token = server.access.token
            if number:
                server.access.add_helper(f"Ann{number}", "")
                token = server.access.helpers[f"Ann{number}"].token
            browser.client.get("/", params={"token": token})
            browser.look("/results/1")
        director, *helpers = browsers
        yield director, helpers


class Gate:
    """Stops the first write of the file until it is opened, and counts what comes and what is written."""

    def __init__(self, monkeypatch, file):
        self._file, self._lock = file, Lock()
        self._open, self.reached = Event(), Event()
        self.came = self.writes = 0
        commit, do = Replacement.commit, OpenTournament.do

        def counted(replacement):
            if replacement._path == file:
                self.writes += 1
                self.reached.set()
                assert self._open.wait(30)
            return commit(replacement)

        def noticed(*arguments, **options):
            with self._lock:
                self.came += 1
            return do(*arguments, **options)

        monkeypatch.setattr(Replacement, "commit", counted)
        monkeypatch.setattr(OpenTournament, "do", noticed)

    def open(self, number):
        """Let the writes happen, once so many changes wait for them or are among them."""
        wait_until(lambda: self.came >= number, 20)
        time.sleep(0.2)  # from there into the queue
        self._open.set()


def enter(browser, results):
    """Send results; what was refused of them, or nothing."""
    answer = browser.send("/results/1/enter", {"results": results})
    assert answer.status_code == 200
    return str(said(answer)) if 'class="message refused' in answer.text else ""


def tables(entry):
    return [int(table) for table in re.findall(r"table (\d+)", entry.said)]


def check_history(file):
    """It leads to the file, step by step."""
    state = CongressState.read(file)
    assert not state.timeline.saved_by_another
    assert not state.timeline.cut_short
    assert verify_history(state).clean


def test_results_that_come_during_a_write_are_written_together_the_directors_first(
    file, monkeypatch
):
    with hall(file) as (director, helpers), ThreadPoolExecutor(HELPERS + 1) as threads:
        gate, before = Gate(monkeypatch, file), len(History(file).entries())
        first = threads.submit(enter, helpers[0], "1 1")
        assert gate.reached.wait(30)
        others = [
            threads.submit(enter, each, f"{table} 1" if table % 5 else "99 1")
            for table, each in enumerate(helpers[1:], start=2)
        ]
        wait_until(lambda: gate.came == HELPERS, 20)
        time.sleep(0.2)
        directors = threads.submit(enter, director, "27 2")
        gate.open(HELPERS + 1)
        refused = [each.result() for each in (first, *others)]
        assert directors.result() == ""
    right = [table for table in range(1, HELPERS + 1) if table % 5 or table == 1]
    assert ["no table 99" in each for each in refused] == [
        table not in right for table in range(1, HELPERS + 1)
    ]
    entries = History(file).entries()[before:]
    assert [each.number for each in entries] == [*range(before + 1, before + 1 + len(entries))]
    assert all(one.after == other.before for one, other in pairwise(entries))
    assert [tables(each) for each in entries[:2]] == [[1], [27]]
    assert entries[1].door.startswith("page, ")
    persons = {tables(each)[0]: each.helper for each in entries if each.helper}
    assert persons == {table: f"Ann{table}" for table in right}
    assert {result_of(file, table) for table in right} == {WHITE}
    assert result_of(file, 27) == BLACK
    assert gate.writes <= 4  # the first, the director's, and the others: rarely one came late
    check_history(file)


def test_each_of_those_written_together_is_undone_alone(file, monkeypatch, run):
    with hall(file) as (director, helpers), ThreadPoolExecutor(HELPERS) as threads:
        gate = Gate(monkeypatch, file)
        first = threads.submit(enter, helpers[0], "1 1")
        assert gate.reached.wait(30)
        others = [
            threads.submit(enter, each, f"{table} 1") for table, each in enumerate(helpers[1:6], 2)
        ]
        gate.open(6)
        assert [each.result() for each in (first, *others)] == [""] * 6
        (entry,) = (each for each in History(file).entries() if tables(each)[:1] == [4])
        assert entry.batch is not None
        director.look("/results/1")
        assert f"Change {entry.number} undone" in director.do("/log/1/undo", change=entry.number)
    assert [result_of(file, table) for table in range(1, 7)] == [WHITE] * 3 + [NONE] + [WHITE] * 2
    check_history(file)


def test_a_write_that_another_program_prevents_is_refused_and_the_next_ones_are_not(
    file, monkeypatch
):
    with hall(file) as (_, helpers), ThreadPoolExecutor(HELPERS) as threads:
        gate = Gate(monkeypatch, file)
        first = threads.submit(enter, helpers[0], "1 1")
        assert gate.reached.wait(30)
        others = [
            threads.submit(enter, each, f"{table} 1") for table, each in enumerate(helpers[1:], 2)
        ]
        wait_until(lambda: gate.came == HELPERS, 20)
        saved_elsewhere(file, file.read_bytes())
        gate.open(HELPERS)
        assert "changed by another program" in first.result()
        assert {each.result() for each in others} == {""}
    assert file.read_bytes().endswith(b"<!-- saved -->")
    assert result_of(file, 1) == NONE
    assert {result_of(file, table) for table in range(2, HELPERS + 1)} == {WHITE}
    known = CongressState.read(file).timeline
    assert not known.saved_by_another
    assert known.lost(read(file).tournament) == ()


def test_nothing_confirmed_is_lost_while_everybody_works(file):
    """Helpers, the director and the command enter results of tables of their own, again and again."""

    def work(browser, own, pause):
        confirmed = {}
        for turn in range(3):
            for table in own:
                browser.look("/results/1")
                if not enter(browser, f"{table} {'12'[turn % 2]}"):
                    confirmed[table] = (WHITE, BLACK)[turn % 2]
                time.sleep(pause)
        return confirmed

    def command():
        for turn in range(4):
            result = ("1-0", "0-1")[turn % 2]
            assert main(["result", str(file), "27", result, "--even-so"]) == 0
        return {27: BLACK}

    with hall(file) as (director, helpers), ThreadPoolExecutor(HELPERS + 2) as threads:
        at_work = [
            threads.submit(work, each, [table], 0.01 * table)
            for table, each in enumerate(helpers, start=1)
        ]
        at_work += [threads.submit(work, director, [25, 26], 0.05), threads.submit(command)]
        confirmed = {}
        for each in at_work:
            confirmed |= each.result()
    assert {*confirmed} == {*range(1, HELPERS + 1), 25, 26, 27}
    assert {table: result_of(file, table) for table in confirmed} == confirmed
    entries = History(file).entries()
    for entry in entries:
        if entry.helper:
            assert entry.helper == f"Ann{tables(entry)[0]}"
    check_history(file)
