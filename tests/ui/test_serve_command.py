"""``fastpair serve``: how it begins, and how it ends."""

from __future__ import annotations

import signal
import socket
import subprocess
import time

import httpx2
import pytest

from commands import COMMAND, names
from congress_files import refused
from interrupts import BEFORE
from processes import run_without


@pytest.fixture
def serving(drawn):
    """The command in a process of its own, and the addresses that it prints."""
    python, option, script = COMMAND
    command = [python, option, BEFORE + script, "serve", str(drawn), "--port", "0", "--no-browser"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        lines = [child.stdout.readline() for _ in range(2)]
        yield child, {line.split(":")[0]: line.split()[1] for line in lines}
        child.kill()


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
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
    for package in ("starlette", "uvicorn", "segno", "jinja2"):
        done = run_without([package], script)
        assert (done.returncode, done.stdout) == (2, "")
        assert "pip install 'fastpair[serve]'" in done.stderr
