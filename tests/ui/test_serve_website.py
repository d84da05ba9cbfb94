"""The copy for the web that a server writes: when, with which command, and who may set that."""

from __future__ import annotations

import json
import re
import sys
import time
from html import unescape

import httpx2
import pytest

from fastpair.ui.web import website
from serving import served

SECONDS = 20


@pytest.fixture(autouse=True)
def settings_of_this_user(tmp_path, monkeypatch):
    """Keep the commands of these tests to themselves."""
    for name in ("XDG_CONFIG_HOME", "APPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "user"))


@pytest.fixture
def running(drawn):
    """A running server, and the director's browser on its machine."""
    with (
        served(drawn) as server,
        httpx2.Client(
            base_url=server.addresses.director.split("/?")[0], follow_redirects=True, timeout=10
        ) as client,
    ):
        client.get("/", params={"token": server.access.token})
        yield server, client


def press(client, path, **fields):
    """Send a form of the page; the page that comes of it."""
    page = client.get("/prints/1").text
    games = re.search(r'name="expect" value="([^"]*)"', client.get("/results/1").text)
    if games:
        fields["expect"] = unescape(games[1])
    form, seen = (re.search(rf'data-{name}="([\w-]+)"', page)[1] for name in ("form", "seen"))
    origin = str(client.base_url).rstrip("/")
    answer = client.post(
        path, data={"form_token": form, "seen": seen, **fields}, headers={"origin": origin}
    )
    return answer.text


def settled(server):
    """The copy, once nothing is left to be done now."""
    copy = server.site.server.website
    assert copy.wait(SECONDS)
    return copy


def until(condition):
    end = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def script(folder, name, text):
    """A command that runs a script of Python."""
    file = folder / name
    file.write_text(text)
    return f'"{sys.executable}" "{file}"'


def test_it_is_written_at_each_publishing_and_each_complete_round(running, drawn):
    server, client = running
    site = drawn.with_name("congress.xml.web")
    assert not site.exists()
    told = press(client, "/prints/1/website", website="on")
    assert "web pages are written into congress.xml.web" in told.lower()
    settled(server)
    assert "Nothing is published yet" in (site / "index.html").read_text("utf-8")
    press(client, "/prints/1/copy", languages=["de", "en"], age="18", hide="number")
    settled(server)
    assert {path.name for path in site.iterdir() if path.is_dir()} == {"de", "en"}
    press(client, "/boards/1/publish")
    until((site / "en" / "round-1.html").exists)
    assert not (site / "en" / "standings.html").exists()
    tables = [game.table for game in server.site.server.store.state().tournament.round(1).games]
    press(client, "/results/1/enter", results=" ".join(f"{table} 1" for table in tables))
    until((site / "en" / "standings.html").exists)
    settled(server)
    page = client.get("/prints/1").text
    assert re.search(r"✓ Written \d\d:\d\d", page)
    assert str(site) in page
    press(client, "/prints/1/website", website="off")
    press(client, "/boards/1/unpublish", players_know="true")
    time.sleep(0.6)
    assert (site / "en" / "round-1.html").exists()


def test_the_command_runs_in_the_folder_and_its_failure_is_shown_and_tried_again(
    running, drawn, tmp_path
):
    server, client = running
    trace, fault = tmp_path / "trace", tmp_path / "fault"
    fault.touch()
    command = script(
        tmp_path,
        "upload.py",
        "import os, sys\n"
        f"if os.path.exists({str(fault)!r}): sys.exit('no route <to> host')\n"
        f"open({str(trace)!r}, 'a').write(os.getcwd() + '\\n')\n",
    )
    press(client, "/prints/1/website", website="on")
    settled(server)
    press(client, "/prints/1/command", command=command)
    settled(server)
    page = client.get("/prints/1").text
    assert "The command has ended with status 1." in page
    assert "no route &lt;to&gt; host" in page
    assert not trace.exists()
    fault.unlink()
    press(client, "/prints/1/retry")
    settled(server)
    folder = drawn.with_name("congress.xml.web").resolve()
    assert trace.read_text().splitlines() == [str(folder)]
    assert "status 1" not in client.get("/prints/1").text
    press(client, "/prints/1/retry")
    settled(server)
    assert len(trace.read_text().splitlines()) == 1


def test_a_failure_is_tried_again_without_a_click(drawn, tmp_path):
    """After a pause, and by another server too, if this one has ended meanwhile."""
    with served(drawn) as server:
        one = server.site.server
    trace = tmp_path / "trace"
    website.keep_command(
        drawn,
        script(
            tmp_path,
            "second.py",
            f"import sys; f = open({str(trace)!r}, 'a+'); f.seek(0); n = len(f.read())\n"
            "f.write('x'); f.close(); sys.exit(n < 2)\n",
        ),
    )
    press_on = {"on": True, "languages": ("en",)}
    one.sidecar.keep(website=website.replace(one.sidecar.settings.website, **press_on))
    for _ in range(2):
        copy = website.WebsiteCopy(one.store, one.sidecar, retries=[0.01])
        copy.write()
        until(lambda copy=copy: copy.status.written)
        copy.close()
    assert trace.read_text() == "xxx"
    assert not one.sidecar.settings.website.waits


def test_of_two_servers_one_runs_the_command(drawn, tmp_path):
    """The other one waits for its end, and finds that nothing is left to do."""
    with served(drawn) as server, served(drawn) as second:
        ones = [each.site.server for each in (server, second)]
    trace = tmp_path / "trace"
    website.keep_command(
        drawn,
        script(
            tmp_path,
            "slow.py",
            f"import time; f = open({str(trace)!r}, 'a'); f.write('<'); f.flush(); time.sleep(3)\n"
            "f.write('>')\n",
        ),
    )
    settings = ones[0].sidecar.settings.website
    ones[0].sidecar.keep(website=website.replace(settings, on=True, languages=("en",)))
    copies = [website.WebsiteCopy(one.store, one.sidecar, retries=[60]) for one in ones]
    copies[0].write()
    until(trace.exists)
    copies[1].write()
    for copy in copies:
        assert copy.wait(SECONDS)
        assert copy.status.written
        assert not copy.status.failure
        copy.close()
    assert trace.read_text() == "<>"
    assert not [path for path in drawn.parent.iterdir() if path.name.endswith(".web.fastpair")]


def test_nobody_waits_for_a_command(running, tmp_path):
    """A publishing is answered while the command of the one before still runs, which ends with the server."""
    server, client = running
    begun = tmp_path / "begun"
    command = script(tmp_path, "slow.py", f"open({str(begun)!r}, 'w'); import time; time.sleep(60)")
    press(client, "/prints/1/website", website="on")
    press(client, "/prints/1/command", command=command)
    until(begun.exists)
    start = time.monotonic()
    assert "published" in press(client, "/boards/1/publish").lower()
    assert time.monotonic() - start < 10
    assert server.site.server.website.status.busy


def test_only_the_director_on_this_machine_sets_the_command(director, drawn):
    """Not a browser elsewhere, nor a file that comes with a tournament."""
    director.do("/prints/1/website", website="on")
    page = director.get("/prints/1").text
    assert 'name="command"' not in page
    refused = director.refused("/prints/1/command", command="touch taken")
    assert "only a browser on the computer of the server" in refused
    assert website.read_command(drawn) == ""
    director.server.site.server.website.close()


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "go.example.org", "origin": "https://go.example.org"},
        {"host": "go.example.org", "sec-fetch-site": "same-origin"},
        {"origin": "https://go.example.org"},
        # As no browser sends a form, but whoever knows the token of the director.
        {"sec-fetch-site": "same-origin"},
        # As a proxy sends it that changes all names to those of this machine.
        {"origin": "here"},
    ],
)
def test_a_page_behind_a_proxy_on_this_machine_is_elsewhere(drawn, headers):
    """The proxy connects from this machine, and may leave the name of the host as it is or not."""
    website.keep_command(drawn, "no-such-program --password secret")
    with (
        served(drawn, public_url="https://go.example.org") as server,
        httpx2.Client(
            base_url=server.addresses.director.split("/?")[0], follow_redirects=True
        ) as client,
    ):
        sidecar = server.site.server.sidecar
        sidecar.keep(website=website.replace(sidecar.settings.website, on=True))
        host = {name: value for name, value in headers.items() if name == "host"}
        here = str(client.base_url).rstrip("/")
        for token, is_local in ((server.access.token, False), (server.access.link(), not host)):
            client.cookies.clear()
            client.get("/", params={"token": token})
            page = client.get("/prints/1", headers=host).text
            assert ("--password" in page) is is_local
            form, seen = (
                re.search(rf'data-{name}="([\w-]+)"', page)[1] for name in ("form", "seen")
            )
            fields = {"form_token": form, "seen": seen, "command": "no-such-program --password it"}
            sent = {**headers, "origin": here} if "here" in headers.values() else headers
            answer = client.post("/prints/1/command", data=fields, headers=sent)
            is_refused = "only a browser on the computer of the server" in answer.text.lower()
            assert is_refused is not ("here" in headers.values() and is_local)
            assert (website.read_command(drawn) == fields["command"]) is not is_refused
            website.keep_command(drawn, "no-such-program --password secret")
    assert website.read_command(drawn) == "no-such-program --password secret"


@pytest.mark.parametrize("added", ["x-forwarded-for", "forwarded", "via"])
def test_a_proxy_that_nobody_has_named_is_elsewhere(running, drawn, added):
    _, client = running
    press(client, "/prints/1/website", website="on")
    website.keep_command(drawn, "no-such-program --password secret")
    client.headers[added] = "192.0.2.1"
    assert "--password" not in client.get("/prints/1").text
    assert "Only a browser on the computer" in press(client, "/prints/1/command", command="touch x")
    assert website.read_command(drawn) == "no-such-program --password secret"


def test_settings_beside_a_tournament_hold_no_command(drawn):
    """Whoever sends a tournament with what was kept beside it cannot have a command run here."""
    with served(drawn) as server:
        path = server.site.server.sidecar.path
    kept = json.loads(path.read_text())
    assert "command" not in json.dumps(kept)
    kept["website"] = {"on": True, "command": "touch taken"}
    path.write_text(json.dumps(kept))
    with pytest.raises(website.FormatError, match="was not made by fastpair"), served(drawn):
        pass


def test_settings_that_cannot_be_read_for_a_while_leave_the_copy_to_be_written(drawn, monkeypatch):
    with served(drawn) as server:
        one = server.site.server
    one.sidecar.keep(website=website.replace(one.sidecar.settings.website, on=True))
    copy = website.WebsiteCopy(one.store, one.sidecar, retries=[0.01])
    fault = website.FormatError(one.sidecar.path, None, "cannot be read")

    def fail(_):
        raise fault

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(type(one.sidecar), "settings", property(fail))
        with pytest.raises(website.FormatError):
            copy.follow("a state")
        copy.write()
        until(lambda: copy.status.failure)
    until(lambda: copy.status.written)
    copy.close()
    again = website.WebsiteCopy(one.store, one.sidecar)
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(type(one.sidecar), "settings", property(fail))
        with pytest.raises(website.FormatError):
            again.follow("a state")
    again.follow("a state")
    until(lambda: again.status.written)
    again.close()


def test_a_command_that_cannot_be_run_is_told(running, drawn):
    server, client = running
    press(client, "/prints/1/website", website="on")
    for command, told in (
        ("no-such-program-here --now", "cannot be started"),
        ('rsync "unfinished', "cannot be read"),
    ):
        press(client, "/prints/1/command", command=command)
        settled(server)
        assert told in client.get("/prints/1").text
    press(client, "/prints/1/command", command="")
    settled(server)
    assert website.read_command(drawn) == ""
    assert "cannot be read" not in client.get("/prints/1").text
