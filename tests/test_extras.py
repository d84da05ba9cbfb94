"""Without an extra, or without its sources, fastpair works, and names what is needed for the rest."""

from __future__ import annotations

import os
import py_compile
import re
import subprocess
import sys
import tomllib
from importlib.machinery import EXTENSION_SUFFIXES
from itertools import chain
from pathlib import Path

import numpy as np

import fastpair
from fastpair import MissingExtraError
from fastpair.formats import FORMATS
from fastpair.formats.models import model_text
from fastpair.pairing.weights import model_named
from processes import run_without
from repository import ROOT

EXAMPLE = ROOT / "examples" / "congress.xml"


def test_the_absence_is_real():
    done = run_without(["matplotlib"], "import matplotlib.pyplot")
    assert "ModuleNotFoundError: No module named 'matplotlib'" in done.stderr


def test_the_library_needs_no_extra():
    done = run_without(
        ["click", "rich", "matplotlib", "msgspec", "networkx", "scipy"],
        "import fastpair, fastpair.errors, fastpair.matching, fastpair.go.tournament\n"
        "import fastpair.go.scores, fastpair.pairing.weights, fastpair.pairing.draw, fastpair.pairing.systems\n"
        "import fastpair.insight.quality, fastpair.report, fastpair.formats, fastpair.ui.cli\n"
        "import fastpair.networkx_backend.backend",
    )
    assert done.returncode == 0, done.stderr


def test_the_command_names_its_extra():
    done = run_without(
        ["click"], "import fastpair.ui.cli as cli; sys.exit(cli.main(['--version']))"
    )
    assert done.returncode == 2
    assert re.search("the extra cli: pip install .*'babel", done.stderr)
    assert "Traceback" not in done.stderr


def test_a_file_needs_no_extra():
    done = run_without(
        ["click", "rich", "matplotlib", "msgspec", "networkx", "scipy"],
        f"import fastpair.formats; fastpair.formats.read({str(EXAMPLE)!r})",
    )
    assert done.returncode == 0, done.stderr


def test_documents_need_no_extra(tmp_path):
    """What ``pip install .`` brings reads and draws JSON, as the documents show."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = chain.from_iterable(project["optional-dependencies"].values())
    brought, others = (
        {re.match(r"[\w-]+", each)[0] for each in some}
        for some in (project["dependencies"], extras)
    )
    path = tmp_path / "congress.json"
    path.write_bytes(FORMATS["fastpair"].new(fastpair.read(EXAMPLE).tournament))
    done = run_without(
        sorted({name.replace("-", "_") for name in others - brought - {"fastpair"}}),
        "import fastpair\n"
        f"path = {str(path)!r}\n"
        "held = fastpair.read(path)\n"
        "fastpair.write(path, held, held.tournament)\n"
        "answer = fastpair.draw_document(open(path, 'rb').read())\n"
        "assert len(answer['boards']) > 1\n",
    )
    assert done.returncode == 0, done.stderr


def test_a_picture_names_its_extra():
    lines = (
        "import fastpair.errors\n"
        "from fastpair.insight.quality import quality_of\n"
        "from fastpair.report.plots import quality_plot\n"
        "from fastpair.pairing.generator import generate\n"
        "try:\n"
        "    quality_plot('', quality_of(generate(4, 1, seed=0, play=1)))\n"
        "except fastpair.errors.MissingExtraError as error:\n"
        "    print(error.extra, error)\n"
    )
    done = run_without(["matplotlib"], lines)
    assert done.stdout.startswith("report "), done.stderr
    assert "the extra report: pip install 'matplotlib" in done.stdout


def compiled(folder):
    """An installation of fastpair that has only what Python and C++ compile, and no sources."""
    for home in map(Path, fastpair.__path__):
        for module in home.rglob("*"):
            copy = folder / "fastpair" / module.relative_to(home)
            if module.suffix == ".py":
                py_compile.compile(str(module), str(copy.with_suffix(".pyc")), doraise=True)
            elif module.name.endswith(tuple(EXTENSION_SUFFIXES)):
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.symlink_to(module)
    return folder


def test_a_model_is_shown_without_the_sources(tmp_path):
    statements = """
import sys, fastpair.formats.models as models, fastpair.pairing.weights as weights
assert models.__file__.endswith(".pyc")
sys.stdout.buffer.write(models.model_text(weights.model_named("godraw2015")).encode())
"""
    # Without the site module no hook of an editable installation finds the sources.
    path = os.pathsep.join(map(str, (compiled(tmp_path), Path(np.__file__).parents[1])))
    done = subprocess.run(
        [sys.executable, "-S", "-c", statements],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode() == model_text(model_named("godraw2015"))


def test_what_an_extra_needs_is_named_by_its_packages():
    """Those of other extras in it, too, and nothing by the name of fastpair, which a registry may give to others."""
    message = str(MissingExtraError("serve", "the page"))
    assert re.match(r"the page needs the extra serve: pip install '.*'$", message)
    assert {"babel", "click", "jinja2", "starlette"} <= {*re.findall(r"'(\w+)>=", message)}
    assert "fastpair" not in message


def test_python_runs_the_package_as_the_command():
    done = subprocess.run(
        [sys.executable, "-m", "fastpair", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"fastpair {fastpair.__version__}\n"
