"""The examples of the matching's docstrings are what happens."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import fastpair.matching

MODULES = [module.name for module in pkgutil.iter_modules(fastpair.matching.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    module = importlib.import_module(f"fastpair.matching.{name}")
    outcome = doctest.testmod(module)
    assert outcome.failed == 0
    assert outcome.attempted > 0 or name not in {"solver", "quantization", "verification"}
