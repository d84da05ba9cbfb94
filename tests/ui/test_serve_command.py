"""``fastpair serve``: how it begins, and how it ends."""

from __future__ import annotations

import errno
import gc
import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
from contextlib import closing
from functools import partial
from html import unescape
from pathlib import Path

import httpx2
import pytest

import fastpair
from commands import COMMAND, do, names
from congress_files import games, refused
from fastpair import files
from fastpair.ui.web import store
from fastpair.ui.web.running import Server
from fastpair.ui.web.store import Sidecar
from interrupts import BEFORE
from pages import Browser
from processes import run_without, started
from profiles import few
from serving import served


@pytest.fixture
def serving(drawn):
    """The command in a process of its own, and the addresses that it prints."""
    python, option, script = COMMAND
    command = [python, option, BEFORE + script, "serve", str(drawn), "--port", "0", "--no-browser"]
    with started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        lines = [child.stdout.readline() for _ in range(2)]
        yield child, {line.split(":")[0]: line.split()[1] for line in lines}


@pytest.mark.parametrize(
    ("number", "status"), few([(signal.SIGINT, 130), (signal.SIGTERM, 143)], 1)
)
def test_it_ends_at_once_though_browsers_listen(serving, number, status):
    child, addresses = serving
    with (
        httpx2.Client() as client,
        client.stream("GET", addresses["hall"] + "/events", timeout=10) as events,
    ):
        assert next(events.iter_lines()) == "event: state"
        start = time.monotonic()
        child.send_signal(number)
        assert child.wait(10) == status
        assert time.monotonic() - start < 5
    assert child.stderr.read() == ""


def test_a_server_beside_other_work_changes_nothing_for_it(drawn):
    """Its readiness for hundreds of browsers would slow down what else the process does."""

    def process():
        return sys.getswitchinterval(), gc.get_threshold(), gc.get_freeze_count()

    before = process()
    with served(drawn):
        assert process() == before


def test_the_addresses_are_what_they_say(serving):
    _, addresses = serving
    with httpx2.Client(follow_redirects=True) as client:
        assert "Nothing is published" in client.get(addresses["hall"]).text
        page = client.get(addresses["director"])
        assert page.status_code == 200
        assert "token" not in str(page.url)


def test_bad_input_is_one_line(run, drawn, tmp_path):
    assert refused(run("serve", tmp_path / "none.h9"), "none.h9", "cannot be read")
    other = tmp_path / "other.xml"
    other.write_text("nonsense")
    assert refused(run("serve", other), "expected a tournament file")
    assert "other.xml.serve" not in names(tmp_path)
    kept = drawn.with_name(f"{drawn.name}.serve")
    keys = ('{"key": "00", "phones": true}', '{"key": 1, "phones": true}')
    for content in ("", "{}", "[]", "[" * 10**5, *keys):
        kept.write_text(content)
        assert refused(run("serve", drawn), ".serve", "was not made by fastpair")


def test_a_port_that_is_taken(run, drawn):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert refused(run("serve", drawn, "--port", port), str(port), "--port 0 takes a free port")


def test_it_names_its_extra(drawn):
    script = f"import fastpair.ui.cli as c; sys.exit(c.main(['serve', {str(drawn)!r}]))"
    for package in few(("starlette", "uvicorn", "segno", "jinja2"), 1, ci=1):
        done = run_without([package], script)
        assert (done.returncode, done.stdout) == (2, "")
        assert "the extra serve: pip install '" in done.stderr


def test_an_upgrade_does_not_break_a_running_server(drawn, tmp_path):
    """Its files may even be gone: templates, translations, modules and all are read at the start."""
    package = Path(fastpair.__file__).parent
    copy = tmp_path / "copy" / "fastpair"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(package, copy, copy_function=linked, ignore=ignored)
    python, option, script = COMMAND
    command = [python, option, script, "serve", str(drawn), "--port", "0", "--no-browser"]
    environment = {**os.environ, "PYTHONPATH": str(copy.parent)}
    with started(command, stdout=subprocess.PIPE, text=True, env=environment) as child:
        address, hall = (child.stdout.readline().split()[1] for _ in range(2))
        with httpx2.Client(base_url=hall.removesuffix("/hall"), timeout=60) as client:
            assert client.get("/static/page.js").status_code == 200  # it has started
            shutil.rmtree(copy.parent)
            client.follow_redirects = True
            form = re.search(r'data-form="([\w-]+)"', client.get(address).text)[1]
            parts = ("rules", "players", "teams", "boards", "results", "standings", "prizes")
            for path in (
                *(f"/{part}/1?speak=ja" for part in (*parts, "prints", "files", "log")),
                "/hall/screen",
                "/hall/wallist",
                "/prints/1/page/tables?language=cs",
                "/prints/1/page/slips",
                "/boards/1/best",
                "/boards/1/opponents?one=" + games(drawn)[1].white,
                "/files/1/checked",
                "/files/1/report",
                "/files/1/download?format=egd",
                "/files/1/download?format=fastpair",
                "/files/1/everything",
                "/rules/1/advice",
                "/standings/1/rated",
            ):
                answer = client.get(path)
                assert answer.status_code in (200, 404, 409), (path, answer.text)
                assert "a bug of fastpair" not in answer.text, (path, answer.text)
            headers = {"origin": str(client.base_url).rstrip("/"), "x-form": form}
            for path, fields in (
                ("/boards/1/publish", {}),
                ("/results/1/enter", {"results": "1 1"}),
                ("/boards/2/draw", {"without_results": "true"}),
            ):
                page = client.get("/results/1").text
                seen = re.search(r'data-seen="(\w+)"', page)[1]
                shown = unescape(re.search(r'name="expect" value="([^"]*)"', page)[1])
                answer = client.post(
                    path, data={**fields, "expect": shown}, headers={**headers, "x-seen": seen}
                )
                assert answer.status_code == 200, (path, answer.text)


def linked(source, target):
    """A copy of a file, and a link to a library, which is mapped from wherever it is."""
    if source.endswith(".so"):
        Path(target).symlink_to(source)
    else:
        shutil.copy(source, target)


def test_on_a_full_disk_everything_is_shown(drawn, monkeypatch):
    """Pages open, log-ins and log-outs are in force, a change is refused; with room again, all is kept."""
    do("publish", drawn)
    write = os.write
    with monkeypatch.context() as disk:
        disk.setattr(os, "write", partial(write_without_room, write))
        with closing(Server(drawn, "127.0.0.1", 0)) as server, Browser(server) as director:
            director.open()
            assert director.get("/boards/1").status_code == 200
            assert director.get("/hall").status_code == 200
            assert "no space left on device" in director.refused("/results/1/enter", results="1 1")
            assert "no space left on device" in director.refused("/prints/1/phones", phones="open")
            assert "are signed out" in director.do("/prints/1/signout")
            disk.undo()
            director.do("/prints/1/phones", phones="open")
            stored = Sidecar(drawn).settings
            assert (stored.phones, stored.revoked) == (True, {"director": 1})
            assert stored.key == server.site.server.sidecar.settings.key
            assert [each.role for each in stored.sessions.values()] == ["director"]
            assert director.get("/boards/1").status_code == 200


def test_too_little_memory_is_told_on_the_page(drawn, monkeypatch):
    def exhausted(_):
        raise MemoryError

    with closing(Server(drawn, "127.0.0.1", 0)) as server, Browser(server) as director:
        director.open()
        monkeypatch.setattr(store, "read_file", exhausted)
        os.utime(drawn)
        director.client._transport.raise_server_exceptions = False
        answer = director.get("/boards/1")
        assert answer.status_code == 503
        assert "There is not enough memory" in answer.text
        monkeypatch.undo()
        assert director.get("/boards/1").status_code == 200


def write_without_room(write, descriptor, content):
    """Write where nothing is stored, such as to a pipe."""
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    return write(descriptor, content)


def test_what_cannot_be_written_is_shown(drawn, monkeypatch):
    """A folder that may only be read: pages and prints are there, and a change is refused in a line."""
    do("publish", drawn)
    monkeypatch.setattr(files, "create", read_only)
    monkeypatch.setattr(files, "create", read_only)
    with closing(Server(drawn, "127.0.0.1", 0)) as server, Browser(server) as director:
        assert server.read_only
        director.open()
        assert director.get("/boards/1").status_code == 200
        assert director.get("/hall").status_code == 200
        assert "read-only file system" in director.refused("/results/1/enter", results="1 1")
        assert "are signed out" in director.do("/prints/1/signout")
        assert director.get("/boards/1").status_code == 200
    with closing(Server(drawn.parent, "127.0.0.1", 0)) as server, Browser(server) as director:
        assert server.read_only
        director.client.follow_redirects = True
        director.open()
        page = director.get("/tournaments/congress.xml/boards/1")
        assert page.status_code == 200
    assert names(drawn.parent) == ["congress.xml", "congress.xml.bak", "congress.xml.history"]


def read_only(path, mode):
    raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))
