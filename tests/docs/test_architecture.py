"""docs/contributing/architecture.md: the drawing of the rooms is that of the test of imports, and its names exist."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from runpy import run_path

from repository import ROOT

TEXT = (ROOT / "docs" / "contributing" / "architecture.md").read_text(encoding="utf-8")


def test_the_rooms_are_those_that_imports_keep_to():
    drawn = run_path(str(ROOT / "docs" / "layers.py"))["drawing"]()
    assert f"```\n{drawn}\n```" in TEXT, "run docs/layers.py"


def test_the_names_exist():
    named = re.findall(r"`((?:app|pairing|formats|ui|research|insight|go)\.\w+(?:\.\w+)?)`", TEXT)
    assert len(named) > 20
    for name in named:
        assert exists(f"fastpair.{name}"), name


def exists(name):
    """Whether a dotted name is that of a module, or of something in one."""
    module, _, attribute = name.rpartition(".")
    if find_spec(module) is None:
        return False
    return hasattr(import_module(module), attribute) or find_spec(name) is not None
