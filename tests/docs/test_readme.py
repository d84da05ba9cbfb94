"""What the README shows is what happens."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
import subprocess
import sysconfig

from fastpair import read
from repository import ROOT

README = ROOT / "README.md"


def test_the_examples_in_python(tmp_path, monkeypatch):
    """In a folder like the project's, since one of them writes a file."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    outcome = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert outcome.attempted > 0
    assert outcome.failed == 0
    assert read("drawn.xml").tournament.to_pair(2) == ()


def test_the_first_command():
    """After its installation, which is that of the tests with less in it."""
    shown = re.search(
        r'^pip install "\.\[cli\]" && (fastpair .*)$', README.read_text("utf-8"), re.M
    )
    assert shown is not None
    program, *arguments = shlex.split(shown[1])
    installed = shutil.which(program, path=sysconfig.get_path("scripts"))
    assert installed is not None
    done = subprocess.run([installed, *arguments], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert re.search(r"^optimal: proven$", done.stdout, re.M)
