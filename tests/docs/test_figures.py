"""The figures of the documents are what their commands have printed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from runpy import run_path

import pytest

from conftest import CONFORMANCE, UNSET
from repository import ROOT

CONGRESSES = run_path(str(ROOT / "bench" / "figures.py"))["CONGRESSES"]
DOCUMENTS = [
    path
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
    if "[[[cog" in path.read_text("utf-8")
]
QUALITY = ROOT / "docs" / "background" / "quality.md"
MEASUREMENTS = ROOT / "docs" / "contributing" / "measurements.md"
COG = [sys.executable, "-m", "cogapp", "-P", "-c", "-I", "bench", "-p", "from figures import *"]


def cog(*arguments):
    """Run cog on the documents, and return what went wrong."""
    command = [*COG, *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout[-2000:] + done.stderr if done.returncode else ""


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_no_figure_is_written_by_hand(document, tmp_path):
    """The checksum below each block is that of what its command printed."""
    text = document.read_text("utf-8")
    assert text.count("[[[cog") == len(re.findall(r"\[\[\[end\]\]\] \(sum: \S+\)", text))
    assert not cog("-x", "-o", tmp_path / "without.md", document)


def test_a_figure_that_is_written_by_hand_is_found(tmp_path):
    changed = tmp_path / "changed.md"
    changed.write_text(QUALITY.read_text("utf-8").replace("| played | ", "| played | 1", 1))
    assert "edited" in cog("-x", "-o", tmp_path / "without.md", changed)


def test_the_figures_of_sentences_are_in_the_tables():
    text = QUALITY.read_text("utf-8")
    written = re.findall(r"<!-- \[\[\[cog.*?\[\[\[end\]\]\]", text, re.DOTALL)
    prose = re.sub(r"<!-- \[\[\[cog.*?\[\[\[end\]\]\]", "", text, flags=re.DOTALL)
    figures = set(re.findall(r"\b\d\.\d{4}\b", prose))
    assert figures
    assert figures <= set(re.findall(r"\b\d\.\d{4}\b", "".join(written)))


def test_the_measurements_are_those_that_were_recorded():
    text = MEASUREMENTS.read_text("utf-8")
    assert text.count("[[[cog") == text.count("[[[cog recorded(")
    assert not cog("--check", "--diff", MEASUREMENTS)


def test_a_table_is_found_in_what_a_command_prints():
    rows_below = run_path(str(ROOT / "bench" / "recorded.py"))["rows_below"]
    markdown = "**Title**\n\n| graph | ms |\n| --- | --- |\n| grid | 1.2 |\n\n| graph | s |"
    assert rows_below(["graph", "ms"], markdown) == [["grid", "1.2"]]
    columns = "kind     change      ms\ngotha    forbid    0.22\n         force     0.33\n"
    expected = [["gotha", "forbid", "0.22"], ["gotha", "force", "0.33"]]
    assert rows_below(["kind", "change", "ms"], columns) == expected
    assert rows_below(["graph", "s"], columns) == []


@pytest.mark.ci
def test_the_explanations_are_what_the_commands_print():
    assert not cog("--check", "--diff", ROOT / "docs" / "reference" / "explain.md")


@pytest.mark.nightly
def test_the_qualities_are_counted_again():
    if CONFORMANCE is None:
        pytest.skip(UNSET)
    missing = [name for name in CONGRESSES.values() if not Path(CONFORMANCE, name).exists()]
    if missing:
        pytest.skip(f"not in FASTPAIR_CONFORMANCE: {', '.join(missing)}")
    assert not cog("--check", "--diff", QUALITY)


def test_the_pictures_of_the_papers_are_drawn_anew():
    for name, content in run_path(str(ROOT / "docs" / "paper_pictures.py"))["pictures"]().items():
        assert (ROOT / "docs" / "pictures" / name).read_bytes() == content, (
            "run docs/paper_pictures.py"
        )
