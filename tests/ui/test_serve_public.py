"""What everybody may ask costs the director little: it is done by few threads, and once."""

from __future__ import annotations

import re
import shutil
import sys
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from gc import collect, disable, enable
from random import Random
from threading import Barrier, get_ident
from time import monotonic, sleep
from weakref import ref

import httpx2
import numpy as np
import pytest
from starlette.routing import Route

from commands import do
from congress_files import games, save
from fastpair.app.actions.apply import Call
from fastpair.app.edits.results import ResultInput
from fastpair.errors import FormatError
from fastpair.files import Replacement
from fastpair.formats import FORMATS
from fastpair.formats.opengotha.document import OpenGothaDocument
from fastpair.go.tournament import Result
from fastpair.pairing.generator import generate
from fastpair.ui.web import hall, store
from fastpair.ui.web.cache import MEMORY, Cache, Memory, count_bytes
from fastpair.ui.web.live import Live, PublicWork
from fastpair.ui.web.running import Server
from fastpair.ui.web.store import OpenTournament
from pages import Browser
from serving import served, wait_until

OPENED, WATCHED = [], []
"""Threads that have opened a file of the folder that is watched, and that folder."""


def opened(event, arguments):
    if WATCHED and event == "open" and str(arguments[0]).startswith(WATCHED[0]):
        OPENED.append((get_ident(), arguments[0]))


@pytest.fixture(scope="module")
def watching():
    sys.addaudithook(opened)  # which nothing takes away again

    @contextmanager
    def watch(folder):
        OPENED.clear()
        WATCHED.append(str(folder))
        try:
            yield OPENED
        finally:
            WATCHED.clear()

    return watch


@pytest.fixture
def few(monkeypatch):
    """The threads that work for everybody, as they are found."""
    threads = set()

    def noted(method):
        async def work(self, make):
            return await method(self, lambda: threads.add(get_ident()) or make())

        return work

    for name in ("read", "write"):
        monkeypatch.setattr(PublicWork, name, noted(getattr(PublicWork, name)))
    return threads


@pytest.fixture
def folder(tmp_path, drawn):
    """A folder with two published tournaments, and a file that cannot be read."""
    do("publish", drawn)
    folder = tmp_path / "folder"
    folder.mkdir()
    for name in ("one.xml", "two.xml"):
        shutil.copyfile(drawn, folder / name)
        shutil.copyfile(f"{drawn}.history", folder / f"{name}.history")
    (folder / "broken.xml").write_text("<Tournament>", encoding="utf-8")
    return folder


LISTENED = ("/events", "/hall/events", "/v1/events")
"""Answers without an end; they do nothing but wait."""


def addresses(server, drawn, folder):
    """Every address of a folder and of a tournament in it, with each of its methods."""
    with closing(Server(drawn, "127.0.0.1", 0)) as single:
        board = games(drawn)[1]
        seat = single.site.server.tables.seat(board)
        shutil.copyfile(f"{drawn}.serve", folder / "one.xml.serve")
        below = [("/tournaments/one.xml" + r.path, r) for r in single.site.routes]
    own = [(route.path, route) for route in server.site.routes if isinstance(route, Route)]
    for path, route in [*own, *below]:
        if not path.endswith(LISTENED):
            filled = re.sub(r"{number:round}", "1", path).replace("{seat}", seat)
            filled = filled.replace("{part}", "players").replace("{name}", "entry")
            for method in sorted(route.methods - {"HEAD"}):
                yield method, filled


def test_no_address_of_everybody_is_answered_otherwise(folder, drawn, few, watching, monkeypatch):
    """A new address that opens files for strangers, and not by `PublicWork`, fails here."""

    async def look(live):
        """Nobody looks for changes of the files meanwhile."""

    monkeypatch.setattr(Live, "look", look)
    with closing(Server(folder, "127.0.0.1", 0)) as server, Browser(server) as stranger:
        asked = [*addresses(server, drawn, folder)]
        assert len(asked) >= 25
        assert stranger.get("/tournaments/one.xml/hall").status_code == 200
        for method, path in [("GET", "/tournaments/broken.xml/hall"), *asked]:
            few.clear()
            with watching(folder) as seen:
                answer = stranger.client.request(
                    method, path, headers=stranger.origin, follow_redirects=False
                )
            outside = {file for thread, file in seen if thread not in few}
            # The sessions, which are a few lines, tell whether it is a stranger.
            assert not {f for f in outside if not f.endswith(".serve")}, (method, path)
            assert few or answer.status_code in (303, 403, 404), (method, path)


def test_a_crowd_reads_a_folder_once(folder, watching):
    """Files that cannot be read are read once, too; and again as soon as they are others."""
    with closing(Server(folder, "127.0.0.1", 0)) as server, Browser(server) as stranger:
        sleep(0.2)  # so that nobody could have saved the files at the same time
        with watching(folder) as seen:
            for _ in range(5):
                assert stranger.get("/hall").text.count("<li>") >= 2
                assert stranger.get("/tournaments/broken.xml/hall").status_code == 503
        read = [file.rpartition("/")[2] for _, file in seen]
        assert read.count("one.xml") == 1
        assert read.count("broken.xml") == 2  # for the list, and for its pages
        shutil.copyfile(folder / "one.xml", folder / "broken.xml")
        assert stranger.get("/tournaments/broken.xml/hall").status_code == 200


def test_simultaneous_requests_make_a_value_once():
    cache, made, start = Cache(2), [], Barrier(8)

    def make():
        sleep(0.05)
        made.append(1)
        return object()

    def ask():
        start.wait(10)
        return cache.get("key", make)

    with ThreadPoolExecutor(8) as threads:
        found = {id(each.result()) for each in [threads.submit(ask) for _ in range(8)]}
    assert (len(found), len(made)) == (1, 1)
    for key in range(3):
        cache.get(key, object)
    assert len(cache) == 2
    assert cache.peek("key") is None


def test_caches_take_no_more_bytes_than_they_may_together():
    """What was not asked for longest goes first, whichever cache has it; who drops a cache frees its bytes."""
    memory, chance = Memory(10_000), Random(3)
    caches, expected = [Cache(100, memory) for _ in range(3)], OrderedDict()
    for _ in range(600):
        cache, key = chance.randrange(3), chance.randrange(40)
        made = bytes(chance.randrange(2_000))
        value = caches[cache].get(key, lambda made=made: made)
        expected[cache, key] = count_bytes(value, 10_000)
        expected.move_to_end((cache, key))
        while sum(expected.values()) > memory.most:
            expected.popitem(last=False)
        assert memory.bytes == sum(expected.values())
        kept = {(c, k) for c in range(3) for k in range(40) if caches[c].peek(k) is not None}
        assert kept == expected.keys()
    assert len(kept) > 5
    caches[0].clear()
    del caches[1:]
    assert memory.bytes == 0
    caches[0].get("too large", lambda: bytes(20_000))
    assert (memory.bytes, len(caches[0])) == (0, 0)


def test_bytes_are_counted_with_all_that_a_value_holds():
    array, text = np.zeros(1_000), "x" * 5_000
    assert 8_000 <= count_bytes({"view": array[1:], "again": array}, 1 << 20) < 17_000
    assert 5_000 < count_bytes([{"text": (text, text)}], 1 << 20) < 6_000
    assert count_bytes([int, np, sys.getsizeof], 1 << 20) < 200


@pytest.fixture
def kept(monkeypatch):
    """The objects of a class that are still there: the collector's list has tuples that other threads are making."""

    def kept(kind):
        made, init = [], kind.__init__

        def note(each, *values, **fields):
            init(each, *values, **fields)
            made.append(ref(each))

        monkeypatch.setattr(kind, "__init__", note)
        return lambda: [each() for each in made if each() is not None]

    return kept


def test_memory_of_results_is_that_of_what_changes(tmp_path, kept):
    """A view does not count the state that it is made of, and former states do without the text of the file."""
    path = tmp_path / "large.xml"
    path.write_bytes(FORMATS["opengotha"].new(generate(120, 3, seed=3, play=2)))
    do("draw", path, "--write")
    opened_file, before, documents = OpenTournament(path), MEMORY.bytes, kept(OpenGothaDocument)
    state = opened_file.state()
    state.view("shared", lambda: [state, state.tournament])
    assert MEMORY.bytes - before < 2_000
    present, players = MEMORY.bytes, state.tournament.players
    for table in range(1, 6):
        values = {"results": [ResultInput.parse(table, "1-0")], "rounds": 3}
        opened_file.do(Call(action="result", values=values), "page, Firefox")
        assert opened_file.cached_state(opened_file.state().digest) is not None
    assert 1 <= len(documents()) <= 3  # of six
    assert present < MEMORY.bytes
    now = opened_file.state().tournament.players
    assert all(one is other for one, other in zip(players, now, strict=True))  # in memory once


def test_a_result_leaves_nothing_that_is_kept_until_somebody_collects_it(drawn):
    """What was read again, and the tree that it was read from, is gone at once."""
    opened_file = OpenTournament(drawn)
    collect()
    disable()
    try:
        for table in range(1, 7):
            values = {"results": [ResultInput.parse(table, "1-0")], "rounds": 1}
            opened_file.do(Call(action="result", values=values), "page, Firefox")
        assert collect() < 100  # of some thousand objects
    finally:
        enable()


def test_a_file_that_was_just_saved_is_looked_at_again_and_not_read_anew(drawn, monkeypatch):
    """The clock of its disk might not tell another save; a hall asks a hundred times in that tenth of a second."""
    opened_file, read_anew, timeline = OpenTournament(drawn), [], store.History.timeline
    values = {"results": [ResultInput.parse(1, "1-0")], "rounds": 1}
    opened_file.do(Call(action="result", values=values), "page, Firefox")
    state = opened_file.state()
    monkeypatch.setattr(
        store.History, "timeline", lambda *given: read_anew.append(1) or timeline(*given)
    )
    end = monotonic() + 0.2
    while monotonic() < end:
        assert opened_file.state() is state
    assert not read_anew


def test_a_server_of_large_tournaments_stays_within_its_memory(tmp_path, monkeypatch, kept):
    """With less memory than one of them needs, each page is still there, and no state is kept."""
    monkeypatch.setattr(MEMORY, "most", 60_000)
    states = kept(store.TournamentState)
    for number in range(3):
        path = tmp_path / f"{number}.json"
        tournament = generate(40, 4, seed=number, play=3)
        save(tournament, path)
    with closing(Server(tmp_path, "127.0.0.1", 0)) as server, Browser(server) as director:
        director.client.follow_redirects = True
        director.open()
        for name in ("0.json", "1.json", "2.json", "0.json"):
            for page in ("boards/3", "standings/3", "players/4"):
                assert director.get(f"/tournaments/{name}/{page}").status_code == 200
                assert MEMORY.bytes <= MEMORY.most

        def is_forgotten():
            director.get("/static/page.css")  # a thread of the server leaves its last answer
            collect()
            return not states()

        wait_until(is_forgotten)


@pytest.mark.parametrize(
    ("error", "cause", "times"),
    [(FormatError("x", None, "is odd"), None, 1), (FormatError("x", None, "no"), OSError(), 3)],
)
def test_a_value_that_cannot_be_made_is_not_tried_again(error, cause, times):
    """Unless the system has refused the file, which may pass."""
    cache, tried = Cache(2), []

    def make():
        tried.append(1)
        raise error from cause

    for _ in range(3):
        with pytest.raises(FormatError):
            cache.get("key", make)
    assert len(tried) == times
    assert len([*frames(error)]) < 5


def frames(error):
    place = error.__traceback__
    while place is not None:
        yield place
        place = place.tb_next


def test_a_held_file_keeps_neither_the_hall_nor_a_queue_waiting(drawn, monkeypatch):
    """Twelve phones wait for the file together, not one after the other; who only looks does not wait."""
    do("publish", drawn)
    for module in (store, hall):
        monkeypatch.setattr(module, "PATIENCE", 1.0)
    with served(drawn) as server, ThreadPoolExecutor(16) as threads:
        tournament_server = server.site.server
        tournament_server.sidecar.keep(phones=True)
        base = server.addresses.hall.removesuffix("/hall")

        def phone(seat):
            with httpx2.Client(base_url=base, headers={"origin": base}, timeout=60) as client:
                page = client.get(f"/table/{seat}").text
                token = re.search(r'name="form_token" value="([\w-]+)"', page)[1]
                start.wait(60)
                answer = client.post(f"/table/{seat}", data={"result": "1-0", "form_token": token})
                return answer, monotonic() - begun[0]

        def looks():
            with httpx2.Client(base_url=base, timeout=60) as client:
                asked = monotonic()
                assert client.get("/hall").status_code == 200
                return monotonic() - asked

        seats = [tournament_server.tables.seat(game) for game in games(drawn).values()] * 2
        start, begun = Barrier(13), []
        with Replacement(drawn):
            phones = [threads.submit(phone, seat) for seat in seats[:12]]
            begun.append(monotonic())
            start.wait(60)
            begun[0] = monotonic()
            assert looks() < 0.8
            for each in phones:
                answer, seconds = each.result()
                assert answer.status_code == 409
                assert "cannot be saved at the moment" in answer.text
                assert str(drawn) not in answer.text
                assert seconds < 3  # and not twelve
        assert {game.result for game in games(drawn).values()} == {Result.UNKNOWN}


def test_what_is_remembered_does_not_grow_with_the_changes(drawn):
    """The same states come again, and each time the hall looks in every language."""
    do("publish", drawn)
    do("result", drawn, 1, "1-0")
    with closing(Server(drawn, "127.0.0.1", 0)) as server, Browser(server) as stranger:
        tournament = server.site.server.store
        digests = set()
        for number in range(12):
            do("redo" if number % 2 else "undo", drawn, "--even-so")
            for language in ("en", "ja"):
                for path in ("/hall", "/hall/screen", "/hall/standings", "/hall/wallist"):
                    answer = stranger.get(path, headers={"accept-language": language})
                    assert answer.status_code == 200
            digests.add(tournament.state().digest)
        assert len(digests) == 2
        views = [len(tournament.cached_state(digest).views) for digest in digests]
    assert sum(views) < 40  # and not 12 * 8
