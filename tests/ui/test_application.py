"""The application's launcher, and the application itself: built, started away from all Python, and drawn in."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import httpx2
import pytest

from commands import games
from processes import started
from repository import ROOT

BUILT = [
    pytest.mark.nightly,
    pytest.mark.skipif(find_spec("PyInstaller") is None, reason="there is no PyInstaller"),
]
SOURCE = [sys.executable, "-P", "-c"]
SOURCE += ["import sys; from fastpair.ui.cli.launcher import main; sys.exit(main())"]
KEY = "a key for tests alone"
DOCUMENT = json.loads((ROOT / "tests" / "documents" / "1" / "draw.json").read_text("utf-8"))


@pytest.fixture(
    scope="module", params=["source", pytest.param("application", marks=BUILT)], name="launcher"
)
def either_launcher(request):
    """The command that starts the launcher, as it is in the source and in the application."""
    return SOURCE if request.param == "source" else request.getfixturevalue("application")


@pytest.fixture(scope="session")
def application(tmp_path_factory):
    """The application, which is built in FASTPAIR_APP, or in a folder for this run."""
    folder = Path(os.environ.get("FASTPAIR_APP") or tmp_path_factory.mktemp("app"))
    options = ["--noconfirm", "--log-level=WARN", f"--distpath={folder}"]
    options += [f"--workpath={tmp_path_factory.mktemp('work')}"]
    specification = str(ROOT / "packaging" / "fastpair.spec")
    subprocess.run([sys.executable, "-m", "PyInstaller", *options, specification], check=True)
    return [str(folder.resolve() / "fastpair" / "fastpair")]


@pytest.fixture
def home(tmp_path):
    """A home folder; there is a module in it that nobody should import."""
    (tmp_path / "Documents").mkdir()
    (tmp_path / "json.py").write_text("raise SystemExit('the wrong module')", "utf-8")
    return tmp_path


def environment(home, command):
    """An environment with this home, in which the application finds no module of the source."""
    kept = dict(os.environ)
    if command != SOURCE:
        kept = {name: value for name, value in kept.items() if not name.startswith("PYTHON")}
    return {
        **kept,
        "HOME": str(home),
        "USERPROFILE": str(home),
        "BROWSER": "echo %s",
        "FASTPAIR_API_KEY": KEY,
    }


@contextmanager
def serving(home, launcher, *arguments):
    """The launcher in a home folder, and what it prints first: addresses and the folder."""
    env = environment(home, launcher)
    options = {"cwd": home, "env": env, "stdout": subprocess.PIPE, "text": True}
    with started([*launcher, *arguments], **options) as child:
        lines = [child.stdout.readline() for _ in range(5 if "--api" in arguments else 3)]
        shown = dict(line.strip().split(": ", 1) for line in lines)
        yield child, {name: value.strip() for name, value in shown.items()}


@pytest.mark.nightly
def test_a_round_is_drawn_on_the_page_and_for_other_programs(launcher, home, file):
    folder = home / "tournaments"
    options = ("--port=0", "--no-browser", "--api")
    with serving(home, launcher, "serve", str(folder), *options) as (_, shown):
        assert Path(shown["folder"]) == folder.resolve()
        shutil.copy(file, folder)
        site = shown["director"].partition("/?")[0]
        with httpx2.Client(base_url=site, timeout=60, follow_redirects=True) as client:
            first = client.get(shown["director"]).text
            assert str(folder.resolve()) in first
            assert "Ordner" in client.get("/?speak=de").text
            assert client.get("/static/page.js").status_code == 200
            base = f"/tournaments/{file.name}"
            page = client.get(f"{base}/boards/1?speak=en").text
            found = {
                name: re.search(rf'data-{name}="([\w-]+)"', page)[1] for name in ("seen", "form")
            }
            headers = {"origin": site, "hx-request": "true"}
            headers |= {f"x-{name}": value for name, value in found.items()}
            answer = client.post(f"{base}/boards/1/draw", headers=headers)
            assert answer.status_code == 200
            assert 'class="refused"' not in answer.text
            assert games(folder / file.name) > 0
            allowed = {"authorization": f"Bearer {KEY}"}
            answer = client.post(
                f"{shown['programs']}/draw", json=DOCUMENT["document"], headers=allowed
            )
            assert answer.status_code == 200, answer.text
            assert answer.json()["boards"] == DOCUMENT["answer"]["boards"]


def test_a_start_without_arguments_opens_the_folder_in_the_documents(launcher, home):
    with serving(home, launcher) as (child, shown):
        folder = home / "Documents" / "fastpair"
        assert Path(shown["folder"]) == folder.resolve()
        assert folder.is_dir()
        if os.name == "posix":
            assert child.stdout.readline().startswith(shown["director"].partition("=")[0])
        with httpx2.Client() as client:
            assert client.get(shown["hall"], follow_redirects=True).status_code == 200


@pytest.mark.parametrize(
    ("arguments", "worker", "status"),
    [
        (["FASTPAIR_WORKER"], False, 2),
        ([], True, 2),
        (["serve"], True, 2),
        (["FASTPAIR_WORKER"], True, 0),
    ],
)
def test_a_worker_opens_nothing(launcher, home, arguments, worker, status):
    """It is one by its argument and its environment; either of them alone is refused."""
    env = environment(home, launcher) | ({"FASTPAIR_WORKER": "1"} if worker else {})
    done = subprocess.run(
        [*launcher, *arguments], cwd=home, env=env, stdin=subprocess.DEVNULL, capture_output=True
    )
    assert done.returncode == status, done.stderr
    assert (done.stdout.split() == [b"ready", b"0"]) == (status == 0)
    assert not (home / "Documents" / "fastpair").exists()


def test_what_the_metadata_declares_is_there(launcher, home):
    env = environment(home, launcher)
    for arguments in (["models", "show", "entropy"], ["systems", "epm"]):
        command = [*launcher, *arguments]
        done = subprocess.run(command, cwd=home, env=env, capture_output=True, check=True)
        assert arguments[-1].encode() in done.stdout.lower()
