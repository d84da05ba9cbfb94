"""Each extra absent: importing works, and whoever needs it is told the pip line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[1] / "examples" / "congress.xml"

# A finder that comes first, and finds nothing, makes a package absent.
ABSENCE = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Absent())
"""


def run_without(names, statements):
    """Run statements in a fresh interpreter that has none of the packages."""
    script = ABSENCE.format(names=set(names)) + statements
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)


def test_the_absence_is_real():
    done = run_without(["matplotlib"], "import matplotlib.pyplot")
    assert "ModuleNotFoundError: No module named 'matplotlib'" in done.stderr


def test_the_library_needs_no_extra():
    done = run_without(
        ["typer", "rich", "matplotlib", "networkx", "scipy"],
        "import fastpair, fastpair.errors, fastpair.matching, fastpair.tournament\n"
        "import fastpair.scores, fastpair.weights, fastpair.draw, fastpair.systems\n"
        "import fastpair.quality, fastpair.report, fastpair.formats, fastpair.cli\n"
        "import fastpair.networkx_backend.backend",
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("absent", "option"), [("typer", "--version"), ("rich", "--help")])
def test_the_command_names_its_extra(absent, option):
    done = run_without([absent], f"import fastpair.cli as cli; sys.exit(cli.main([{option!r}]))")
    assert done.returncode == 2
    assert "pip install 'fastpair[cli]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_needs_no_extra():
    done = run_without(
        ["typer", "rich", "matplotlib", "networkx", "scipy"],
        f"import fastpair.formats; fastpair.formats.read({str(EXAMPLE)!r})",
    )
    assert done.returncode == 0, done.stderr


def test_a_picture_names_its_extra():
    lines = (
        "import fastpair.errors\n"
        "from fastpair.quality import quality_of\n"
        "from fastpair.report import quality_plot\n"
        "from fastpair.simulate import generate\n"
        "try:\n"
        "    quality_plot('', quality_of(generate(4, 1, seed=0, play=1)))\n"
        "except fastpair.errors.MissingExtraError as error:\n"
        "    print(error.extra, error)\n"
    )
    done = run_without(["matplotlib"], lines)
    assert done.stdout.startswith("report "), done.stderr
    assert "pip install 'fastpair[report]'" in done.stdout
