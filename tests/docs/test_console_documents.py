"""Documents with commands: what they say, one after the other, and what they do in Python."""

from __future__ import annotations

import doctest
import json
import re
import shlex
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from code_blocks import blocks, write_named
from fastpair import draw_document
from fastpair.ui import cli, engine
from pages import director_of
from repository import ROOT

DOCS = ROOT / "docs"
LEFT_OUT = "…"
PROGRAMS = {"fastpair": cli.main, "fastpair-engine": engine.main}


def documents_with(mark):
    pages = [page for page in sorted(DOCS.rglob("*.md")) if page.parent.name != "generated"]
    found = [page for page in pages if mark in page.read_text("utf-8")]
    return [pytest.param(page, id=page.relative_to(DOCS).as_posix()) for page in found]


def examples(page):
    """Each command, its arguments, and the lines that it is said to write."""
    for _, block in blocks(page, "console"):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, *said = part.splitlines()
            program, *arguments = shlex.split(command)
            if program.startswith("fastpair"):
                yield program, arguments, said


def says(said, written):
    """Whether lines are those of the document, where some of these are left out."""
    patterns = (r"(?:.*\n)*" if line == LEFT_OUT else re.escape(line) + "\n" for line in said)
    return re.fullmatch("".join(patterns), "".join(f"{line}\n" for line in written))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder like the project's, where files may be written."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", documents_with("\n```console\n$ fastpair"))
def test_commands_say_what_the_document_says(page, folder, run):
    write_named(page, folder)
    for program, arguments, said in examples(page):
        status, output, errors = run(*arguments, program=PROGRAMS[program])
        assert status in (0, 1), (arguments, errors)  # 1: somebody is left over
        assert says(said, output.splitlines()), (arguments, output)


def test_the_document_to_post_is_drawn():
    (content,) = [text for name, text in blocks(DOCS / "guide" / "embed.md", "json") if name]
    assert draw_document(json.loads(content))["boards"]


@pytest.mark.parametrize("page", documents_with("\n```pycon\n"))
def test_examples_in_python(page, folder):
    test = partial(doctest.testfile, str(page), module_relative=False, encoding="utf-8")
    with ThreadPoolExecutor(1) as thread:  # a browser keeps the loop of this one
        outcome = thread.submit(test).result()
    assert outcome.attempted > 0
    assert outcome.failed == 0


def test_the_first_commands_on_the_page_open_a_folder(folder):
    """In a fresh folder, as they are written."""
    (block,) = [text for _, text in blocks(DOCS / "guide" / "director.md", "sh")]
    *before, serve = block.splitlines()
    for command in before:
        subprocess.run(shlex.split(command), cwd=folder, check=True)
    program, act, place = shlex.split(serve)
    assert (program, act) == ("fastpair", "serve")
    with director_of(folder / place) as browser:
        assert "Tournaments" in browser.get("/").text
