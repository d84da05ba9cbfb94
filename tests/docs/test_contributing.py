"""CONTRIBUTING.md: the files of each walk-through exist, and are those that its example is in."""

from __future__ import annotations

import re

import pytest

from repository import ROOT

TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
TASKS = {
    title: (example, re.findall(r"^\| `([^`]+)` \|", body, re.M))
    for title, example, body in re.findall(
        r"^## (Add an? [^\n]+)\n\nExample: `([^`]+)`((?:.(?!\n## ))*)", TEXT, re.M | re.S
    )
}
PACKAGE = ROOT / "python" / "fastpair"


def mentions(path, example):
    return re.search(rf"(?<![\w.]){re.escape(example)}(?!\w)", path.read_text("utf-8"))


def test_there_are_some():
    assert len(TASKS) == TEXT.count("\n## Add a")


@pytest.mark.parametrize("title", TASKS)
def test_the_files_exist(title):
    _, files = TASKS[title]
    assert len(files) >= 4
    assert [name for name in files if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("title", TASKS)
def test_no_module_with_the_example_is_left_out(title):
    example, files = TASKS[title]
    named = [ROOT / name for name in files]
    found = [path for path in PACKAGE.rglob("*.py") if mentions(path, example)]
    assert found
    web = PACKAGE / "ui" / "web"
    assert [path for path in found if path not in named and web not in path.parents] == []
