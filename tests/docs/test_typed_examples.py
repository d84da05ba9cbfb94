"""The guide to Python and the README as a user's code: strict types, and no expression is an Any."""

from __future__ import annotations

import os
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
    assert "Any" in complaints(wrong)
    assert not complaints(tmp_path / "examples_of_python.py", tmp_path / "examples_of_README.py")
