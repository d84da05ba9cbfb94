"""A test that fails leaves no process behind, and does not wait for one that says nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
import time

import pytest

from processes import started
from repository import ROOT

SLEEPING = [sys.executable, "-c", "import time; time.sleep(60)"]


def test_a_process_ends_with_a_block_that_fails():
    start = time.monotonic()
    with pytest.raises(AssertionError), started(SLEEPING, stdout=subprocess.PIPE) as process:
        raise AssertionError
    assert process.returncode is not None
    assert time.monotonic() - start < 10


def test_a_line_that_does_not_come_is_not_waited_for():
    with started(SLEEPING, seconds=0.5, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == ""


def test_no_test_starts_a_process_in_another_way():
    """`subprocess.run` waits for the end of a command, which a test may limit itself."""
    others = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if "Popen" in (text := path.read_text("utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute | ast.Name)
        and getattr(node, "attr", getattr(node, "id", "")) == "Popen"
        and path.name != "processes.py"
    ]
    assert others == []
