"""The guide to Python, the README and the manager as a user's code: strict types, and no Any."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

import typed_examples
from repository import ROOT

STRICT = ["--strict", "--disallow-any-expr", "--follow-imports=silent", "--config-file="]


def complaints(*modules):
    """What mypy says of modules, apart from its summary."""
    command = [sys.executable, "-m", "mypy", *STRICT, "--no-error-summary", *map(str, modules)]
    paths = {**os.environ, "MYPYPATH": str(ROOT / "python")}
    done = subprocess.run(
        command, cwd=modules[0].parent, env=paths, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def test_a_user_meets_no_any(tmp_path):
    pytest.importorskip("mypy")
    typed_examples.main(tmp_path)
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import json\nvalue = json.loads('1')\n", "utf-8")
    found = complaints(wrong, *(tmp_path / name for name in typed_examples.WITHOUT_ANY))
    assert "Any" in found
    assert all(line.startswith("wrong.py:") for line in found.splitlines())


@pytest.mark.ci
def test_pyright_meets_no_unknown_type(tmp_path):
    pytest.importorskip("pyright")
    typed_examples.main(tmp_path)
    manager = tmp_path / "manager.py"
    right = len(manager.read_text("utf-8").splitlines())
    with manager.open("a", encoding="utf-8") as file:
        file.write('Congress.new(rounds="3")\nCongress.new(bars="3d")\n')
    command = [sys.executable, "-m", "pyright", "--project", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    places = re.findall(r"([^/\\]+):(\d+):\d+ - error: ", done.stdout)
    expected = [(manager.name, f"{right + more}") for more in (1, 2)]
    assert places == expected, done.stdout + done.stderr
