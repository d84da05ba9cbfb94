"""What the README shows is what happens."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
import subprocess
import sysconfig

import pytest

from fastpair import read
from profiles import PROFILE, in_turn
from repository import ROOT

README = ROOT / "README.md"


def test_the_examples_in_python(tmp_path, monkeypatch):
    """In a folder like the project's, since one of them writes a file."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    outcome = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert outcome.attempted > 0
    assert outcome.failed == 0
    assert read("drawn.xml").tournament.to_pair(1) == ()


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
    assert done.stderr == ""
    assert re.search(r"^optimal: proven$", done.stdout, re.M)


LEFT_OUT = ("serve", "simulate", "generate")
"""Commands that do not end by themselves, take a plan, or go on for long."""

KEPT = "what it held before is in"
"""Said once, when a file that fastpair has not made is written to."""


def commands():
    """The commands of the section on use, with the words that stand for files and players."""
    use = README.read_text("utf-8").partition("\n## Use\n")[2]
    block = re.search(r"```sh\n(.*?)```", use, re.S)
    assert block is not None
    for line in block[1].splitlines():
        program, *words = shlex.split(line, comments=True) or [""]
        if program == "fastpair" and words[0] not in LEFT_OUT:
            yield words


def begin(file, run):
    """The tournament of a newcomer, with a round that is played."""
    names = [f"{start}{end}" for start in "BDFGKLMN" for end in ("ada", "elo")]
    lines = [f"{name};Ilva;{place // 2 + 1}k" for place, name in enumerate(names)]
    entries = file.with_name("list.csv")
    entries.write_text("\n".join(["Name;First name;Grade", *lines]), encoding="utf-8")
    results = [word for table in range(1, 9) for word in (str(table), "1-0")]
    for act, *words in (
        ("new", "--rounds", "3"),
        ("register", "--entries", str(entries)),
        ("draw", "--write"),
        ("publish",),
        ("result", *results),
    ):
        status, _, errors = run(act, str(file), *words)
        assert status == 0, (act, errors)
        assert all(KEPT in line for line in errors.splitlines()), (act, errors)


EXAMPLES = ("congress.xml", "evening.xml", "begun.xml", "begun.json")


@pytest.mark.parametrize(
    ("words", "example"),
    [
        pytest.param(words, example, id=f"{' '.join(words)}-{example}")
        for words in commands()
        for example in in_turn(EXAMPLES, " ".join(words), 4 if PROFILE == "ci" else 1)
    ],
)
def test_a_newcomer_is_warned_of_nothing(words, example, tmp_path, run):
    file = tmp_path / example
    if (ROOT / "examples" / example).exists():
        shutil.copy(ROOT / "examples" / example, file)
    else:
        begin(file, run)
    keys = [player.key for player in read(file).tournament.players]
    meant = {
        "FILE": str(file),
        "my.toml": str(ROOT / "examples" / "order.toml"),
        "all.html": str(tmp_path / "all.html"),
        **dict(zip(("A", "B", "C", "ADLER", "MEIER", "E"), keys[::-1], strict=False)),
        "KUNZ": keys[0],
    }
    status, output, errors = run(*(meant.get(word, word) for word in words))
    said = [line for line in errors.splitlines() if KEPT not in line]
    # What an example is not far enough for, such as results before a draw, is refused in one line.
    assert len(said) == (status == 2), errors
    assert not any("warning" in line for line in said)
    assert "remark:" not in output
