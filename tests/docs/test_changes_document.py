"""The commands of docs/changes.md, one after the other, and what they say."""

from __future__ import annotations

import re
import shlex

from repository import ROOT

DOCUMENT = ROOT / "docs" / "changes.md"
LEFT_OUT = "…"


def examples():
    """Each command, and the lines that it is said to write."""
    text = DOCUMENT.read_text(encoding="utf-8")
    for block in re.findall(r"^```console\n(.*?)^```", text, re.M | re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, *said = part.splitlines()
            program, *arguments = shlex.split(command)
            assert program == "fastpair"
            yield arguments, said


def says(said, written):
    """Whether lines are those of the document, where some of these are left out."""
    patterns = (r"(?:.*\n)*" if line == LEFT_OUT else re.escape(line) + "\n" for line in said)
    return re.fullmatch("".join(patterns), "".join(f"{line}\n" for line in written))


def test_the_commands_say_what_the_document_says(tmp_path, monkeypatch, run):
    monkeypatch.chdir(tmp_path)
    found = list(examples())
    assert len(found) > 10
    for arguments, said in found:
        status, output, errors = run(*arguments)
        assert status == 0, (arguments, errors)
        assert says(said, output.splitlines()), (arguments, output)
