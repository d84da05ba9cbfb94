"""The examples of docstrings are what happens, and no public name is without one."""

from __future__ import annotations

import doctest
import importlib
import inspect
import shutil
from enum import Enum

import pytest

from fastpair.pairing.field import Field
from fastpair.pairing.weights.models import model_named
from repository import ROOT

PUBLIC = [
    "fastpair",
    "fastpair.typing",
    "fastpair.matching",
    "fastpair.matching.blocks",
    "fastpair.insight.explain",
    "fastpair.pairing.weights",
]
NAMES = {
    f"{name}.{public}": getattr(module, public)
    for name in PUBLIC
    for module in [importlib.import_module(name)]
    for public in module.__all__
}
PRESUPPOSED = {name.rpartition(".")[2]: found for name, found in NAMES.items()}
PRESUPPOSED |= {"Field": Field, "model_named": model_named}
"""What examples use and do not import, as docs/reference/api.md says."""
ANSWERS = [
    "Answer",
    "BestDraws",
    "Blocks",
    "Candidate",
    "StandingsCell",
    "Certificate",
    "BoardPrizesDocument",
    "CheckDocument",
    "ComparisonDocument",
    "Clause",
    "Conventions",
    "Document",
    "DrawDocument",
    "ExplanationDocument",
    "Export",
    "FideRatingsDocument",
    "Field",
    "HeatMap",
    "DrawLevel",
    "Matching",
    "Measure",
    "PairExplanation",
    "Parameter",
    "Pieces",
    "Price",
    "Prices",
    "NormsDocument",
    "PrizesDocument",
    "Quantized",
    "Quantum",
    "RatingsDocument",
    "Reason",
    "Relaxations",
    "RelaxedPair",
    "Remedy",
    "Removal",
    "ReportDocument",
    "Round",
    "StandingsRow",
    "Rule",
    "Section",
    "Solution",
    "SparseMatrix",
    "StandingsDocument",
    "State",
    "Subgraph",
    "System",
    "TeamStandingsDocument",
    "VerificationDocument",
    "Term",
    "TurningPoint",
    "Unpaired",
    "Way",
]
"""What nobody makes: a function takes or returns it, and the example of the function shows it."""
SOURCES = ROOT / "python"
MODULES = [
    ".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted(SOURCES.rglob("*.py"))
    if "    >>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name, tmp_path, monkeypatch):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    outcome = doctest.testmod(importlib.import_module(name), extraglobs=PRESUPPOSED)
    assert outcome.attempted > 0
    assert outcome.failed == 0


def is_called(found):
    if inspect.isclass(found) and issubclass(found, Exception | Enum):
        return False  # whose values are their own examples
    return (inspect.isclass(found) or inspect.isroutine(found)) and found.__name__ not in ANSWERS


@pytest.mark.parametrize("name", [name for name, found in NAMES.items() if is_called(found)])
def test_public_names_have_an_example(name):
    tests = doctest.DocTestFinder().find(NAMES[name], globs={})
    assert any(test.examples for test in tests)
