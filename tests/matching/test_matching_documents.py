"""The examples of the matching's document and docstrings are what happens."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import fastpair.matching
from repository import ROOT

DOCUMENT = ROOT / "docs" / "matching.md"
MODULES = [module.name for module in pkgutil.iter_modules(fastpair.matching.__path__)]


def test_document():
    outcome = doctest.testfile(str(DOCUMENT), module_relative=False, encoding="utf-8")
    assert outcome.attempted > 10
    assert outcome.failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    module = importlib.import_module(f"fastpair.matching.{name}")
    outcome = doctest.testmod(module)
    assert outcome.failed == 0
    assert outcome.attempted > 0 or name not in {"solver", "quantization", "verification"}
