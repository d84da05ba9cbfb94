"""More connections than the server can hold, and slow ones: the director does not notice."""

from __future__ import annotations

import logging
import socket
from contextlib import ExitStack, closing
from time import sleep
from urllib.parse import urlsplit

import httpx2
import pytest
import uvicorn

from fastpair.ui.web import access
from fastpair.ui.web.running import Brief
from profiles import PROFILE
from serving import served

REST = 6.5 if PROFILE == "nightly" else 0.8
"""Seconds between two requests: uvicorn by itself ends a connection after five, this hall after half a second."""

KEY = "a key for tests alone"


@pytest.fixture
def crowded(drawn, monkeypatch):
    """A server with room for few connections."""
    monkeypatch.setattr(access, "descriptors", lambda: 112)
    with served(drawn) as server:
        yield server


@pytest.fixture
def impatient(drawn, monkeypatch):
    """A server that waits a moment for a request: it looks at each tick, not once a second."""
    tick = uvicorn.Server.on_tick
    monkeypatch.setattr(uvicorn.Server, "on_tick", lambda self, counter: tick(self, 0))
    monkeypatch.setattr(access, "_TO_ASK", 0.3)
    with served(drawn, programs_key=KEY) as server:
        assert server._server.config.timeout_notify == 1
        server._server.config.timeout_notify = 0
        yield server


def connected(server):
    found = urlsplit(server.addresses.director)
    return socket.create_connection((found.hostname, found.port), timeout=5)


def is_ended(connection):
    connection.settimeout(0.05)
    try:
        return connection.recv(1000) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def test_silent_connections_give_way(crowded):
    with ExitStack() as stack, httpx2.Client(follow_redirects=True) as director:
        assert director.get(crowded.addresses.director).status_code == 200
        silent = [stack.enter_context(closing(connected(crowded))) for _ in range(60)]
        assert director.get(crowded.addresses.director).status_code == 200
        assert sum(map(is_ended, silent)) >= 48
        with httpx2.Client(cookies=director.cookies) as another:
            assert another.get(crowded.addresses.director).status_code == 303


class Stub:
    """A connection in a state; it is its own transport."""

    directors = listens = ended = False
    asks, address = True, "192.0.2.1"

    def __init__(self, **state):
        self.__dict__.update(state, transport=self)
        self.here, self.there = socket.socketpair()

    def get_extra_info(self, name):
        return self.here

    def abort(self):
        self.ended = True


def test_who_has_asked_gives_way_after_who_has_not():
    """Whoever has sent a request that nobody has read yet may be the director."""
    hall = access.ConnectionLimiter(108)
    sent, listening, answered = Stub(), Stub(listens=True, asks=False), Stub(asks=False)
    directors, silent = Stub(directors=True), [Stub() for _ in range(4)]
    crowd = [Stub(address="192.0.2.2") for _ in range(4)]
    with ExitStack() as stack:
        for each in (sent, listening, answered, directors, *silent, *crowd):
            stack.enter_context(closing(each.here))
            stack.enter_context(closing(each.there))
        sent.there.send(b"GET / HTTP/1.1\r\n")
        for each in (sent, listening, answered, directors, *silent):
            hall.enter(each)
        for each in crowd:
            hall.enter(each)
        gone = [each for each in (*silent, *crowd) if each.ended]
        assert len(gone) == 4
        assert not any(each.ended for each in (sent, listening, answered))
        for _ in range(8):
            each = Stub(directors=True)
            stack.enter_context(closing(each.here))
            stack.enter_context(closing(each.there))
            hall.enter(each)
            if not listening.ended:
                assert not any(each.ended for each in (sent, answered))
        assert listening.ended
        assert not directors.ended


def test_the_hall_leaves_room_for_others(crowded):
    hall, director = crowded.addresses.hall, crowded.addresses.director
    with ExitStack() as stack, httpx2.Client(follow_redirects=True) as client:
        assert client.get(director).status_code == 200
        listening = [stack.enter_context(client.stream("GET", f"{hall}/events")) for _ in range(8)]
        answers = [each.status_code for each in listening]
        assert answers == [200] * 5 + [503] * 3
        assert client.get(hall).status_code == 200
        events = director.partition("/?")[0] + "/events"
        with client.stream("GET", events) as followed:
            assert next(followed.iter_lines()) == "event: state"


def test_slow_requests_are_ended(impatient):
    """Nothing, half of the headers, half of a form: each has its time."""
    netloc = urlsplit(impatient.addresses.hall).netloc
    head = f"POST /table/x HTTP/1.1\r\nHost: {netloc}\r\n"
    form = f"{head}Origin: http://{netloc}\r\nContent-Length: 9\r\n\r\nx"
    with ExitStack() as stack:
        slow = [stack.enter_context(closing(connected(impatient))) for _ in range(3)]
        for connection, sent in zip(slow, ("", head, form), strict=True):
            connection.sendall(sent.encode())
        for connection in slow:
            assert connection.recv(1000) == b""


def slowly(server, path, known, sent, pauses):
    """The first line of the answer to what comes in parts, with pauses between them; b"" if it is cut off."""
    netloc, (kind, content) = urlsplit(server.addresses.hall).netloc, sent
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {netloc}\r\nOrigin: http://{netloc}\r\n{known}\r\n"
        f"Content-Type: {kind}\r\nContent-Length: {len(content)}\r\n\r\n"
    )
    size = -(-len(content) // len(pauses))
    with closing(connected(server)) as connection:
        try:
            connection.sendall(head.encode())
            for number, pause in enumerate(pauses):
                connection.sendall(content[number * size : (number + 1) * size])
                sleep(pause)
            connection.settimeout(60)  # the first document waits for a process
            return connection.recv(1000).partition(b"\r\n")[0]
        except ConnectionError:
            return b""


FORM = "application/x-www-form-urlencoded", b"list=" + b"Adler+Ann%2C5k%0A" * 400
LIST = (
    "multipart/form-data; boundary=-",
    b'---\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
    + b"Adler Ann 5k\n" * 400
    + b"\r\n-----\r\n",
)


DOCUMENT = "application/json", b" " * 5000 + b"no document"


@pytest.mark.parametrize(
    ("path", "sent", "status"),
    [("/players/1/import", FORM, 403), ("/lists/1/load", LIST, 403), ("/v1/draw", DOCUMENT, 400)],
)
def test_what_somebody_known_sends_may_take_its_time(impatient, path, sent, status):
    """As long as something comes; who is not known has the same time for all of it."""
    with httpx2.Client(follow_redirects=True) as client:
        assert client.get(impatient.addresses.director).status_code == 200
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    known = f"Authorization: Bearer {KEY}" if status == 400 else f"Cookie: {cookies}"
    steady, stopping, stranger = [0.05] * 12, [0.05, 1, 0.05], "X-Known: no"
    # It has come as a whole: nothing but reading it tells what is wrong with it.
    answer = slowly(impatient, path, known, sent, steady)
    assert answer.startswith(f"HTTP/1.1 {status}".encode())
    assert slowly(impatient, path, known, sent, stopping) == b""
    assert slowly(impatient, "/hall/checkin", stranger, FORM, [0.01] * 5) != b""
    assert slowly(impatient, "/hall/checkin", stranger, FORM, steady) == b""


def test_the_limit_of_descriptors_is_raised():
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(300, before[1])
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, before[1]))
        found = access.descriptors()
        assert found == resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= wanted
        assert found > 300 or before[1] == found
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_what_goes_wrong_is_one_line_a_minute(caplog):
    logger = logging.getLogger("fastpair.test")
    short = Brief()
    logger.addFilter(short)
    for number in range(100):
        try:
            int("x")
        except ValueError:
            logger.exception("socket.accept() failed\nsocket: <%d>", number)
        logger.warning("another\x1b kind")
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == 2
    assert "ValueError: invalid literal" in lines[0]
    assert caplog.text.count("Traceback") == 0
    assert not any("\n" in line or "\x1b" in line for line in lines)


def test_a_phone_may_rest_between_two_requests(impatient):
    """It looks every twenty seconds; what is sent while its connection is ended would be lost."""
    assert impatient._server.config.timeout_keep_alive > 20
    host = urlsplit(impatient.addresses.hall).netloc
    asking = f"GET /hall HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()
    with closing(connected(impatient)) as phone:
        for pause in (REST, 0):
            phone.sendall(asking)
            answer = b""
            while not answer.endswith(b"</html>"):
                part = phone.recv(1 << 16)
                assert part  # the connection goes on
                answer += part.rstrip()
            assert answer.startswith(b"HTTP/1.1 200")
            sleep(pause)
        phone.sendall(asking[:9])
        phone.settimeout(10)
        assert phone.recv(1000) == b""  # half a request does not rest
