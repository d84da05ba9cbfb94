"""Who is refused by the director's page, and what no page shows."""

from __future__ import annotations

import json
import re
import shutil
import ssl
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from html import escape
from itertools import product
from time import monotonic, sleep, time
from urllib.parse import urlsplit

import httpx2
import pytest

from commands import do
from congress_files import games, save
from fastpair.app.actions.apply import Call
from fastpair.app.history.timeline import History
from fastpair.files import Replacement
from fastpair.formats import read
from fastpair.go.tournament import Result
from fastpair.ui.api.service import Attempts
from fastpair.ui.web import access, store
from fastpair.ui.web.access import Guard, Role
from fastpair.ui.web.network import Network, hosts_of
from fastpair.ui.web.running import Server
from pages import Browser, director_of, said
from profiles import PROFILE
from serving import in_a_loop, served

MARKUP = [
    '<b>Bold "Q"',
    "<script>alert(1)</script>",
    "O'Neil & Sons",
    '"><img src=x onerror=alert(1)>',
]


PAGES = ["players", "boards", "results", "standings", "prints", "log"]


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "", "127.0.0.1.evil:80"]
)
def test_other_hosts_are_refused(server, stranger, host):
    """A name that somebody lets lead to this machine (DNS rebinding) opens nothing."""
    for path in ("/", "/hall", "/static/page.js", f"/?token={server.access.token}"):
        assert stranger.get(path, headers={"host": host}).status_code == 421


def test_its_own_names_are_not(server, stranger):
    port = urlsplit(server.addresses.director).port
    for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"LOCALHOST:{port}", f"[::1]:{port}"):
        assert stranger.get("/hall", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    ("kind", "method", "hosts", "status"),
    [
        ("http", "GET", ["a:1"], 200),
        ("http", "GET", ["a:1", "a:1"], 421),
        ("http", "GET", ["a:1", "evil"], 421),
        ("http", "PUT", ["a:1"], 403),
        ("websocket", "GET", ["a:1"], None),
    ],
)
def test_the_guard_lets_nothing_else_through(kind, method, hosts, status):
    """What is answered, its own header of caching kept, and the others added."""
    answers = []

    async def app(scope, receive, send):
        headers = [(b"cache-control", b"max-age=9")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})

    async def send(message):
        answers.append(message)

    headers = [(b"host", host.encode()) for host in hosts]
    scope = {"type": kind, "method": method, "scheme": "http", "headers": headers, "path": "/"}
    in_a_loop(Guard(app, Network(hosts=["a:1"])), scope, None, send)
    assert [answer["status"] for answer in answers[:1]] == ([] if status is None else [status])
    if status == 200:
        sent = dict(answers[0]["headers"])
        assert (sent[b"cache-control"], sent[b"x-frame-options"]) == (b"max-age=9", b"DENY")


def test_all_addresses_of_the_machine_are_its_names():
    names = hosts_of("0.0.0.0", 8000)
    assert {"127.0.0.1:8000", "localhost:8000"} <= names
    assert "0.0.0.0:80" not in names
    assert "localhost" in hosts_of("127.0.0.1", 80)


@pytest.mark.parametrize("part", PAGES)
def test_the_page_is_the_directors(stranger, part):
    answer = stranger.get(f"/{part}/1")
    assert answer.status_code == 403
    assert "Jostani" not in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/events",
        "/boards/1/prices?key=X",
        "/prints/1/page/codes",
        "/prints/1/page/names",
        "/players/1/entry?key=X",
    ],
)
def test_so_is_what_belongs_to_it(stranger, path):
    assert stranger.get(path).status_code == 403


def test_a_wrong_token_opens_nothing(server, stranger):
    for token in (
        "",
        "x",
        server.access.token[:-1],
        server.access.token + "x",
        "é\udc80".encode("utf-8", "ignore").decode(),
    ):
        assert stranger.get("/", params={"token": token}).status_code in (403, 429)
    assert stranger.get("/players/1").status_code == 403


def test_many_wrong_tokens_slow_down_nobody_who_knows_it(server, stranger):
    answers = [stranger.get("/", params={"token": "x"}).status_code for _ in range(30)]
    assert answers[0] == 403
    assert answers[-1] == 429
    stranger.open()
    assert stranger.get("/players/1").status_code == 200


def test_attempts_are_forgotten():
    attempts = Attempts(most=2, seconds=0)
    assert not any(attempts.wrong() for _ in range(5))


def test_no_count_of_wrong_guesses_is_pushed_out_by_guessing_elsewhere(monkeypatch):
    """Not even by guesses from four addresses at every table of a large hall."""
    attempts, clock = Attempts(), [0.0]
    monkeypatch.setattr("fastpair.ui.api.service.monotonic", lambda: clock[0])
    for _ in range(20):
        attempts.wrong("guesser 1.1")
    for address, table in product(range(4), range(300)):
        attempts.wrong(f"{address} 1.{table}")
    assert attempts.too_many("guesser 1.1")
    clock[0] = 60.0
    attempts.wrong("another 1.1")
    assert not attempts.too_many("guesser 1.1")


def test_the_token_leaves_the_address_and_the_cookie_is_kept_from_scripts(server, stranger):
    answer = stranger.get("/", params={"token": server.access.token}, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert server.access.token.lower() not in cookie


def test_a_browser_is_opened_by_a_link_that_is_good_once(server, stranger, monkeypatch, drawn):
    """Everybody on the machine can read with what a program is started."""
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(Server, "run", lambda server, alone: server.close())
    do("serve", drawn, "--port", 0)
    assert server.access.token not in opened[0]
    path = server.link().partition("/?")[2]
    assert stranger.get(f"/?{path}").status_code == 200
    assert stranger.get("/players/1").status_code == 200
    stranger.client.cookies.clear()
    assert stranger.get(f"/?{path}").status_code == 403


def test_a_form_that_is_cut_off_is_no_error(server, caplog):
    """Nothing is logged of a browser that goes while it sends."""

    async def receive():
        return {"type": "http.disconnect"}

    async def send(message):
        pass

    host = urlsplit(server.addresses.director).netloc
    headers = [(b"host", host.encode()), (b"origin", f"http://{host}".encode())]
    seat = server.site.server.tables.seat(games(server.site.server.store.file)[1])
    scope = {"type": "http", "method": "POST", "path": f"/table/{seat}", "headers": headers}
    scope |= {"query_string": b"", "root_path": "", "scheme": "http", "server": None}
    in_a_loop(server.app, scope, receive, send)
    assert caplog.records == []


def test_numbers_that_python_does_not_read_are_refused(director):
    digits = "9" * 4301
    for path, fields in (
        ("/results/1/enter", {"results": f"{digits} 1"}),
        ("/players/1/register", {"name": "New", "rating": digits}),
        ("/players/1/rounds", {"key": "X", "pattern": digits}),
        ("/boards/1/handicap", {"table": "1", "stones": digits}),
        ("/log/1/undo", {"change": digits}),
    ):
        assert director.refused(path, **fields), path


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "https://127.0.0.1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {},
    ],
)
def test_forms_of_other_pages_are_refused(director, drawn, headers):
    before = drawn.read_bytes()
    answer = director.send("/results/1/enter", {"results": "1 1"}, headers=headers)
    assert answer.status_code == 403
    assert drawn.read_bytes() == before


@pytest.mark.parametrize("token", ["", "x", None])
def test_forms_without_their_token_are_refused(director, drawn, token):
    before = drawn.read_bytes()
    fields = {"results": "1 1"} | ({} if token is None else {"form_token": token})
    answer = director.send("/results/1/enter", fields, form="" if token is None else token)
    assert answer.status_code == 403
    assert drawn.read_bytes() == before


def test_the_token_of_a_form_belongs_to_its_session(server, director):
    """A form that was made for one session cannot be sent by another."""
    with Browser(server) as other:
        other.open()
        assert other.form_token() != director.form_token()
        answer = other.send("/results/1/enter", {"results": "1 1"}, form=director.form_token())
        assert answer.status_code == 403


def test_a_session_is_not_made_up(stranger, server):
    for value in ("", "x", server.access.token):
        stranger.client.cookies.set(f"fastpair_{urlsplit(server.addresses.director).port}", value)
        assert stranger.get("/players/1").status_code == 403
        stranger.client.cookies.clear()


def test_oversized_forms_are_refused(director, drawn):
    before = drawn.read_bytes()
    assert director.send("/results/1/enter", {"results": "1 1 " * 20000}).status_code == 413
    assert director.send("/results/1/enter", {f"f{n}": "1" for n in range(200)}).status_code == 400
    assert drawn.read_bytes() == before


def test_what_is_no_form_is_refused(director):
    path = "/results/1/enter"
    headers = {"content-type": "application/json"}
    assert (
        director.send(
            path, content=b'{"results": "1 1"}', headers={**director.origin, **headers}
        ).status_code
        == 415
    )
    headers = {"content-type": "application/x-www-form-urlencoded"}
    for content in (b"results=%FF", b"results=\xff"):
        assert (
            director.send(path, content=content, headers={**director.origin, **headers}).status_code
            == 400
        )


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "OPTIONS", "BREW"])
def test_unknown_methods_are_refused(director, method):
    for path in ("/players/1", "/results/1/enter", "/hall", "/table/1.1.x"):
        answer = director.client.request(method, path, headers=director.origin)
        assert answer.status_code == 405, path


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/",
        "/static/page.css/",
        "/prints/1/page/..%2f..%2fetc%2fpasswd",
        "/players/1/../../hall/x",
        "/players/0",
        "/players/4",
        "/players/-1",
        "/players/1e9",
        f"/players/{'9' * 4301}",
        "/nothing/1",
        "/players/1/nothing",
        "/%00",
        "/results/1/%2e%2e",
    ],
)
def test_tricks_with_paths_find_nothing(director, path):
    answer = director.client.get(path, follow_redirects=False)
    assert answer.status_code == 404
    assert "import" not in answer.text
    assert "root:" not in answer.text


def test_a_page_lets_no_other_source_in(director):
    policy = director.get("/players/1").headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    for part in PAGES:
        text = director.get(f"/{part}/1").text
        assert not re.search(
            r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:", text
        ), part
    for name, value in (
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
    ):
        assert director.get("/players/1").headers[name] == value
        assert director.get("/hall").headers[name] == value
    assert director.get("/players/1").headers["cache-control"] == "no-store"
    # A browser keeps a page of the hall to ask whether it is the newest one, and nobody else does.
    assert director.get("/hall").headers["cache-control"] == "private, no-cache"


def test_no_name_is_markup(tmp_path, invented):
    """Names, clubs and the tournament's name hold markup; every page shows it as text."""
    players = list(invented.players)
    for index, text in enumerate(MARKUP):
        players[index] = replace(players[index], name=text, key=f"K{index}{text}", club=text)
    file = tmp_path / "<i>marked.json"

    tournament = replace(invented, name=MARKUP[3], players=tuple(players))
    save(tournament, file)
    with director_of(file) as director:
        director.do("/players/1/attend", wish=f"absent {players[1].key}")
        assert "round 1 drawn" in director.do("/boards/1/draw")
        assert "published" in director.do("/boards/1/publish")
        director.do("/prints/1/phones", phones="open")
        director.server.network.address = "http://192.168.1.7:8000"
        director.do("/results/1/enter", results=" ".join(f"{table} 1" for table in range(1, 11)))
        pages = [f"/{part}/1" for part in PAGES]
        pages += [
            f"/players/1/entry?key={key}"
            for key in map(director.quoted, (p.key for p in players[:4]))
        ]
        pages += [
            f"/boards/1/seat?key={key}"
            for key in map(director.quoted, (p.key for p in players[:4]))
        ]
        pages += [
            "/boards/1/board?table=1",
            "/hall",
            "/hall?me=<b>",
            "/hall/standings",
            "/prints/1/page/codes",
        ]
        pages += [
            f"/prints/1/page/{name}"
            for name in (
                "tables",
                "names",
                "rooms",
                "slips",
                "cards",
                "badges",
                "standings",
                "wallist",
            )
        ]
        seats = [director.server.site.server.tables.seat(game) for game in games_of(file)]
        pages += [f"/table/{seat}" for seat in seats]
        shown = 0
        for path in pages:
            answer = director.get(path)
            assert answer.status_code == 200, path
            assert_no_markup(answer.text, path)
            shown += "&lt;b&gt;Bold" in answer.text
            for name, value in answer.headers.items():
                assert "<" not in value, (path, name)
        assert shown > 10
        refused = director.send("/results/1/enter", {"results": "<img src=x> 1"})
        assert_no_markup(refused.text, "a refusal")
        assert "&lt;img" in refused.text


def games_of(file):
    return read(file).tournament.round(1).games


def assert_no_markup(text, where):
    for piece in ("<b>Bold", "<script>alert", "<img"):
        assert piece not in text, (where, piece)


def test_the_hall_sees_only_what_is_published(server, director, stranger, drawn):
    by_key = read(drawn).tournament.by_key
    names = [
        escape(by_key[key].full_name) for game in games(drawn).values() for key in game.players
    ]
    assert all(name in director.get("/boards/1").text for name in names)
    assert not any(name in stranger.get("/hall").text for name in names)
    assert "(draft)" in director.get("/prints/1/page/tables").text
    director.do("/boards/1/publish")
    assert "(draft)" not in director.get("/prints/1/page/tables").text
    assert all(name in stranger.get("/hall").text for name in names)
    white = games(drawn)[3].white
    director.do("/boards/1/swap", one=white, other=games(drawn)[5].white, players_know="yes")
    hall = stranger.get("/hall", params={"me": read(drawn).tournament.by_key[white].full_name}).text
    assert re.search(r'<th scope="row" class="right tb">3 ', hall)  # as it was published
    assert stranger.get("/hall/standings").text.count("<tr>") == 0


def test_a_file_that_cannot_be_read_is_no_ones_business_but_the_directors(
    director, stranger, drawn
):
    drawn.write_text("nonsense")
    told = director.get("/players/1")
    assert (told.status_code, f"{drawn.name}:" in told.text) == (503, True)
    assert str(drawn.parent) not in told.text
    hidden = stranger.get("/hall")
    assert (hidden.status_code, str(drawn) in hidden.text) == (503, False)


@pytest.mark.parametrize("way", [{"host": "go.example.org"}, {}])
def test_a_page_behind_another_server(drawn, way):
    """It answers to its public address, whether the other server keeps the name or not."""
    public = "https://Go.example.org:443/"
    with (
        closing(Server(drawn, "127.0.0.1", 0, public_url=public)) as server,
        Browser(server) as browser,
    ):
        assert server.addresses.hall == "https://go.example.org/hall"
        link = {"token": server.access.token}
        opened = browser.get("/", params=link, headers=way, follow_redirects=False)
        assert ("secure" in opened.headers["set-cookie"].lower()) == bool(way)
        browser.open()
        for origin, status in (("https://go.example.org", 200), ("http://go.example.org", 403)):
            sent = browser.send("/results/1/enter", {"results": "1 1"}, headers={"origin": origin})
            assert sent.status_code == status
        for other in ("go.example.org:80", "x.go.example.org", ""):
            assert browser.get("/hall", headers={"host": other}).status_code == 421


@pytest.mark.parametrize(
    "typed",
    [
        "go.example.org",
        "ftp://x",
        "https://",
        "https://a/b",
        "https://u@a",
        "https://a?b",
        "https://a:x",
    ],
)
def test_a_public_address_is_no_other_address(run, drawn, typed):
    status, _, said = run("serve", drawn, "--port", 0, "--no-browser", "--public-url", typed)
    assert (status, len(said.splitlines())) == (2, 1)
    assert "expected an address such as https://go.example.org" in said


def test_a_page_that_is_encrypted(drawn, tmp_path, run, monkeypatch):
    held = tmp_path / "held.pem"
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "1"]
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    made += ["-nodes", *subject, "-keyout", "-", "-out", "-"]
    if shutil.which("openssl") is None:
        pytest.skip("no openssl on this machine")
    held.write_bytes(subprocess.run(made, check=True, capture_output=True).stdout)
    trusted = ssl.create_default_context(cafile=held)
    with served(drawn, certificate=held) as server, httpx2.Client(verify=trusted) as client:
        assert server.addresses.director.startswith("https://127.0.0.1:")
        opened = client.get(server.addresses.director)
        assert opened.status_code == 303
        assert "secure" in opened.headers["set-cookie"].lower()
    monkeypatch.setattr(Server, "run", lambda server, alone: server.close())
    quiet = ("serve", drawn, "--port", 0, "--no-browser")
    assert "not encrypted" in run(*quiet, "--host", "0.0.0.0")[2]
    assert run(*quiet, "--host", "0.0.0.0", "--tls-cert", held)[2] == ""
    for wrong in (["--tls-cert", drawn], ["--tls-cert", tmp_path / "no"], ["--tls-key", held]):
        status, _, said = run(*quiet, *wrong)
        assert (status, len(said.splitlines())) == (2, 1), said


@pytest.fixture
def helper(server):
    """A browser of a helper."""
    with Browser(server) as browser:
        server.access.add_helper("Ann Lee", "")
        token = server.access.helpers["Ann Lee"].token
        assert browser.get("/", params={"token": token}).url.path == "/results/1"
        browser.look("/results/1")
        yield browser


def test_a_helper_enters_results_and_who_is_present_and_nothing_else(helper, server, drawn):
    page = helper.get("/results/1").text
    form = re.search(r'data-form="([\w-]+)"', page)[1]
    assert helper.send("/results/1/enter", {"results": "1 1"}, form=form).status_code == 200
    assert History(drawn).entries()[-1].door.startswith("helper Ann Lee, ")
    assert games(drawn)[1].result is Result.WHITE_WINS
    links = set(re.findall(r'href="/(\w+)/1"', page))
    assert links == {"players", "results"}
    absent = next(iter(read(drawn).tournament.by_key))
    sent = helper.send("/players/2/attend", {"wish": f"absent {absent}"}, form=form)
    assert f'change" value="{len(History(drawn).entries())}">Undo' in sent.text
    players = helper.get("/players/1").text
    assert "/players/1/" not in players.replace("/players/1/attend", "")  # offers no more than that
    for number, done in ((2, True), (1, False)):
        sent = helper.send("/players/1/undo", {"change": str(number)}, form=form)
        assert ("nly the director" not in sent.text) is done
    assert games(drawn)[1].result is Result.UNKNOWN
    for path in (
        *("/prints/1/page/codes", "/prints/1/page/names", "/boards/1/prices?key=X"),
        *("/players/1/known?name=a", f"/players/1/entry?key={absent}", "/boards/1/noshow"),
        *("/files/1/download", "/files/1/everything"),
    ):
        assert helper.get(path).status_code == 403
    before = drawn.read_bytes()
    for part, act in (
        ("boards", "draw"),
        ("players", "withdraw"),
        ("players", "register"),
        ("results", "late"),
        ("log", "undo"),
        ("prints", "signout"),
        ("prints", "helper"),
        ("prints", "remove"),
    ):
        seen = 200 if part in links else 403
        assert helper.get(f"/{part}/1").status_code == seen
        helper.seen = "0" * 64
        assert helper.send(f"/{part}/1/{act}", {"role": "director"}, form=form).status_code == 403
    assert drawn.read_bytes() == before


def test_a_helper_checks_players_in_and_closes_the_check_in(helper, drawn):
    form = re.search(r'data-form="([\w-]+)"', helper.get("/checkin/2").text)[1]
    key = next(iter(read(drawn).tournament.by_key))
    for wish in ("preliminary", "present"):
        helper.send("/players/2/attend", {"wish": f"{wish} {key}"}, form=form)
    sent = helper.send("/checkin/2/attend", {"wish": f"present {key}"}, form=form)
    assert sent.status_code == 200
    assert read(drawn).tournament.by_key[key].plays_in(2)
    sent = helper.send("/checkin/2/close", {"count": "77"}, form=form)
    assert "close the check-in again" in sent.text
    assert helper.get("/players/2/new").status_code == 403


def code_of(director, server, name, **fields):
    """A browser of a helper whom the director adds on the page."""
    answer = director.do("/prints/1/helper", name=name, **fields)
    assert f"{name} added: let them scan the code" in answer
    browser = Browser(server)
    assert browser.get("/", params={"token": server.access.helpers[name].token}).status_code == 200
    browser.look("/results/1")
    return browser


def test_helpers_are_persons_and_one_is_shut_out(director, server, drawn, capsys):
    """The history, each row of the results and a dispute name who has entered a result."""
    ann, bea = (code_of(director, server, name) for name in ("Ann, Lee", "Bea"))
    with ann, bea:
        ann.send("/results/1/enter", {"results": "1 1"})
        bea.send("/results/1/enter", {"results": "2 1"})
        doors = [entry.door for entry in History(drawn).entries()[-2:]]
        assert [door.rpartition(", ")[0] for door in doors] == ["helper Ann, Lee", "helper Bea"]
        page = director.get("/results/1").text
        assert "Helper Ann, Lee" in page
        assert "Helper Bea" in director.get("/log/1?show=helper").text
        do("log", drawn, "--json")
        changes = json.loads(capsys.readouterr().out)["changes"]
        assert [each["helper"] for each in changes[-3:]] == ["", "Ann, Lee", "Bea"]
        unseen = said(bea.send("/results/1/enter", {"results": "1 2", "typed": "yes"}))
        assert "Helper Ann, Lee has entered another result of table 1 meanwhile" in unseen
        bea.look("/results/1")
        asked = said(bea.send("/results/1/enter", {"results": "1 2", "typed": "yes"}))
        assert "table 1 has 1-0" in asked
        assert "Helper Ann, Lee" in asked
        director.do("/prints/1/remove", name="Ann, Lee", sure="yes")
        shut_out = ann.get("/results/1")
        assert shut_out.status_code == 403
        assert "you are signed out" in shut_out.text.lower()
        assert bea.get("/results/1").status_code == 200
        told = "there is no helper Ann, Lee"
        assert told in director.refused("/prints/1/remove", name="Ann, Lee").lower().replace(
            "ann, lee", "Ann, Lee"
        )


def test_a_helper_with_tables_is_refused_at_others(director, server, drawn):
    with code_of(director, server, "Ann", tables="1-2, 4") as ann:
        assert "tables 1-2,4" in director.get("/prints/1").text
        page = ann.get("/results/1").text
        assert re.findall(r'<tr id="t([0-9]+)"', page) == ["1", "2", "4"]
        assert "All" not in re.search(r'<nav id="chips".*?</nav>', page, re.S)[0]
        do("publish", drawn)
        assert "0 of 3 results" in ann.get("/results/1").text
        before = drawn.read_bytes()
        ann.look("/results/1")
        for results in ("3 1", "1 1 3 1"):
            refused = said(ann.send("/results/1/enter", {"results": results}))
            assert "ou enter results of tables 1-2,4 only, not of table 3" in refused
        assert drawn.read_bytes() == before
        ann.do("/results/1/enter", results="1 1 4 2")
        assert "2 of 3 results. Next: table 2." in ann.get("/results/1").text
        number = History(drawn).last().number
        director.do("/results/1/enter", results="3 1")
        for change, done in ((number + 1, False), (number, True)):
            told = said(ann.send("/results/1/undo", {"change": str(change)}))
            assert ("not of table 3" in told) is not done
        values = {"table": 3, "rounds": 1, "result": "0-1"}
        server.site.server.store.do(Call(action="claim", values=values), "phone at table 3")
        ann.look("/results/1")
        assert "not of table 3" in said(ann.send("/results/1/enter", {"results": "3 1"}))
        director.do("/prints/1/helper", name="Ann", tables="")
        ann.look("/results/1")
        assert "have already seen" in said(ann.send("/results/1/enter", {"results": "3 2"}))
        ann.do("/results/1/enter", results="3 2", players_know="true")
    assert games(drawn)[3].result is Result.BLACK_WINS
    for fields, told in (
        ({"name": "Bea", "tables": "x"}, "not a list of tables"),
        ({"name": "B" * 61}, "at most 60 letters"),
        ({"name": " "}, "nothing in its field"),
    ):
        assert told in director.refused("/prints/1/helper", **fields)


def test_a_sign_in_of_the_director_ends_after_some_days(drawn, monkeypatch):
    with (
        closing(Server(drawn, "127.0.0.1", 0, sign_in_days=2)) as server,
        Browser(server) as director,
        Browser(server) as helper,
    ):
        director.open()
        server.access.add_helper("Ann", "")
        helper.get("/", params={"token": server.access.helpers["Ann"].token})
        start = time()
        for days, status in ((1.9, 200), (2.1, 403)):
            monkeypatch.setattr(access, "time", lambda later=start + days * 86400: later)
            assert director.get("/players/1").status_code == status
            assert helper.get("/results/1").status_code == 200
        director.open()
        assert director.get("/players/1").status_code == 200


def test_who_is_logged_out_stays_out(helper, server, director):
    with Browser(server) as other:
        other.open()
        old = server.access.token, server.access.helpers["Ann Lee"].token
        assert old[1] in director.get("/prints/1").text
        asked = director.send("/prints/1/remove", {"name": "Ann Lee"})
        assert "Remove Ann Lee? Their browsers are signed out." in said(asked)
        assert helper.get("/results/1").status_code == 200
        answer = director.do("/prints/1/remove", name="Ann Lee", sure="yes")
        assert "Ann Lee removed: their code no longer works" in answer
        assert "your other browsers are signed out" in director.do("/prints/1/signout")
        assert helper.get("/results/1").status_code == 403
        assert other.get("/players/1").status_code == 403
        for token in old:
            assert other.get("/", params={"token": token}).status_code == 403
        left = {"form_token": director.form_token(), "sure": "yes"}
        cookies = dict(director.client.cookies)
        assert director.client.post("/leave", headers=director.origin).status_code == 403
        answer = director.client.post("/leave", data=left, headers=director.origin)
        assert answer.url.path == "/hall"
        director.client.cookies.update(cookies)
        assert director.get("/players/1").status_code == 403


def test_a_browser_stays_the_directors_when_the_server_is_started_again(drawn):
    """Its session and its forms are good, until it logs out; the file that keeps it opens nothing."""
    with director_of(drawn) as director:
        session = next(iter(director.client.cookies.values()))
        form = director.form_token()
    kept = drawn.with_name(f"{drawn.name}.serve").read_text(encoding="ascii")
    assert session not in kept
    with closing(Server(drawn, "127.0.0.1", 0)) as server, Browser(server) as again:
        again.client.cookies.set(f"fastpair_{urlsplit(server.addresses.director).port}", session)
        assert again.get("/players/1").status_code == 200
        assert again.form_token() == form
        left = {"form_token": form, "sure": "yes"}
        again.client.post("/leave", data=left, headers=again.origin)
        assert again.get("/players/1").status_code == 403
    with closing(Server(drawn, "127.0.0.1", 0)) as server, Browser(server) as later:
        later.client.cookies.set(f"fastpair_{urlsplit(server.addresses.director).port}", session)
        assert later.get("/players/1").status_code == 403


@pytest.fixture(params=["one", "folder"])
def two(request, drawn):
    """Two servers of one tournament, or of one folder."""
    path = drawn if request.param == "one" else drawn.parent
    with served(path) as one, served(path) as other:
        yield one, other


def entered(server, token):
    """The address of a running server, and the cookies of a browser that has shown it a token."""
    base = server.addresses.hall.removesuffix("/hall")
    answer = httpx2.get(base, params={"token": token}, timeout=30)
    assert answer.status_code == 303
    return base, dict(answer.cookies)


def is_known(browser):
    base, cookies = browser
    return httpx2.get(base, cookies=cookies, timeout=30).headers.get("location") != "/hall"


def test_who_is_logged_out_on_one_server_is_so_on_the_other(drawn):
    with served(drawn) as one, served(drawn) as other:
        own = [server.access.token for server in (one, other)]
        one.access.add_helper("Ann", "")
        token = other.access.helpers["Ann"].token
        helpers = [entered(server, token) for server in (one, other)]
        assert all(map(is_known, helpers))
        with Browser(one) as director:
            director.open()
            director.do("/prints/1/remove", name="Ann", sure="yes")
        assert not any(map(is_known, helpers))
        one.access.add_helper("Ann", "")
        for server, known in zip((one, other), own, strict=True):
            base = server.addresses.hall.removesuffix("/hall")
            assert httpx2.get(base, params={"token": token}).status_code == 403
            assert is_known(entered(server, server.access.helpers["Ann"].token))
            assert is_known(entered(server, known))


def test_all_who_log_in_on_two_servers_at_once_stay_in(two):
    """And none of what the servers keep is lost to the other one."""

    def enter(number):
        return entered(two[number % 2], two[number % 2].access.token)

    with ThreadPoolExecutor(16) as threads:
        browsers = [*threads.map(enter, range(80 if PROFILE == "nightly" else 32))]
    for server in two:
        for browser in browsers:  # each server knows the session, by whatever cookie
            (session,) = browser[1].values()
            assert server.access.role_of(session) is Role.DIRECTOR


def test_a_log_in_that_waits_for_another_server_keeps_nobody_waiting(drawn, monkeypatch):
    """Neither who looks, nor others who log in: they wait together, not one after the other."""
    monkeypatch.setattr(store, "_PATIENCE", 30.0)
    with served(drawn) as server, ThreadPoolExecutor(6) as threads:
        base, cookies = entered(server, server.access.token)

        def logs_in(_):
            asked = monotonic()
            answer = httpx2.get(base, params={"token": server.access.token}, timeout=60)
            return answer.status_code, monotonic() - asked

        with Replacement(f"{drawn}.serve"):
            waiting = [threads.submit(logs_in, number) for number in range(6)]
            sleep(0.3)
            assert httpx2.get(f"{base}/results/1", cookies=cookies, timeout=60).status_code == 200
            assert not any(each.done() for each in waiting)
        assert {each.result()[0] for each in waiting} == {303}
        monkeypatch.setattr(store, "_PATIENCE", 1.0)
        with Replacement(f"{drawn}.serve"):
            statuses, seconds = zip(*threads.map(logs_in, range(6)), strict=True)
        assert {*statuses} == {503}
        assert max(seconds) < 6  # as long as the last of six would wait, one after the other
        assert is_known(entered(server, server.access.token))
