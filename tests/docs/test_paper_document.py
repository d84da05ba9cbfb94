"""docs/paper.md: every name in it exists, and nothing is missing from it."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
from functools import lru_cache
from importlib.util import find_spec

import pytest

import fastpair.pairing.papers
from repository import ROOT
from vector_functions import IMPLEMENTED

TEXT = (ROOT / "docs" / "paper.md").read_text(encoding="utf-8")
SHORT = {"models": "weights.models"}
ROOMS = ("fastpair", "fastpair.go", "fastpair.pairing", "fastpair.insight")

NUMBERED = {
    "K15": {str(number) for number in range(1, 17)},
    "K12": {str(number) for number in range(1, 16)},
    "V": {"2.1", "2.2", "2.3", "7.1"},
}
"""Numbers of the equations that the papers number."""

ELSEWHERE = (
    "ratings.entropy",
    "ratings.gor",
    "scores.tiebreaks",
    "systems.accelrat",
    "systems.backtracking",
    "systems.epm",
    "systems.round_robin",
    "systems.within_group",
)
"""Modules with formulas of the papers that stand beside other modules."""


TOOLS = ("numbering", "reals")
"""Modules of ``papers`` that the formulas are written with, and that are none themselves."""


def rows():
    """Cells of the lines that map a place in a paper to a function and a test."""
    for line in TEXT.splitlines():
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) == 4 and re.match(r"(K15|K12|V|BGA|J)( |$)", cells[0]):
            yield cells


ROWS = list(rows())
each_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}: {row[2]}")


def test_there_are_rows():
    assert len(ROWS) > 90


def resolved(name):
    """What a dotted name below its room stands for."""
    head, *tail = name.split(".")
    head = SHORT.get(head, head)
    room = next(room for room in ROOMS if find_spec(f"{room}.{head.split('.')[0]}"))
    path = [*room.split("."), *head.split("."), *tail]
    for length in range(len(path), 0, -1):
        try:
            found = importlib.import_module(".".join(path[:length]))
        except ModuleNotFoundError:
            continue
        for attribute in path[length:]:
            found = getattr(found, attribute)
        return found
    raise ModuleNotFoundError(name)


@each_row
def test_the_function_exists_and_says_what_it_is(row):
    (name,) = re.findall(r"`([^`]+)`", row[2])
    assert inspect.getdoc(resolved(name))


@lru_cache(maxsize=32)
def functions_of(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@each_row
def test_the_test_exists(row):
    (place,) = re.findall(r"`([^`]+)`", row[3])
    file, _, name = place.partition("::")
    (path,) = (ROOT / "tests").rglob(file)
    if name:
        function, _, case = name.partition("[")
        assert function in functions_of(path)
        assert not case or case.rstrip("]") in IMPLEMENTED


def numbers(where):
    """Numbers of the equations that a place names: `eq. 1`, `eqs. 3, 4`, `eqs. 5 to 15`."""
    for text in re.findall(r"eqs?\. ([\d., to]+)", where):
        first, _, last = text.partition(" to ")
        if last:
            yield from map(str, range(int(first), int(last) + 1))
        else:
            yield from re.findall(r"\d+(?:\.\d+)?", text)


@pytest.mark.parametrize("paper", NUMBERED)
def test_every_numbered_equation_is_there(paper):
    found = {number for row in ROWS if row[0].split()[0] == paper for number in numbers(row[0])}
    assert NUMBERED[paper] - found == set()


def public_functions():
    """Names of all formulas of the papers, as the document shortens them."""
    papers = (
        f"papers.{module.name}"
        for module in pkgutil.iter_modules(fastpair.pairing.papers.__path__)
        if module.name not in TOOLS
    )
    for short in (*papers, *ELSEWHERE):
        module = resolved(short)
        yield from (
            f"{short}.{word}"
            for word in module.__all__
            if inspect.isfunction(getattr(module, word)) and word != "check_offset"
        )


def test_every_formula_is_there():
    named = {name for row in ROWS for name in re.findall(r"`([^`]+)`", row[2])}
    assert set(public_functions()) - named == set()
