"""``paper_rows.csv``: what implements each equation, rule, weight and table of the papers, and the test that checks it.

Every name in it exists, and nothing is missing. ``papers.seeding.random`` is a function, below one of ``ROOMS``;
``fastpair rules --bar 3d`` a command without its file; ``godraw2015: even = "mix"`` a line of a model file and
``plan: sequence = 3`` one of a simulation plan; ``test_vector[NAME]`` the golden vector ``fn_NAME.json``.
"""

from __future__ import annotations

import ast
import csv
import importlib
import inspect
import pkgutil
import re
import shlex
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import click
import numpy as np
import pytest

import fastpair.pairing.papers
from builders import player
from commands import do
from congress_files import save
from fastpair.formats.models import read_model
from fastpair.formats.toml import read_rules
from fastpair.go.ratings import rating_system_named
from fastpair.go.tournament import Criterion, Rules, Tournament, with_preset
from fastpair.pairing.field import Field
from fastpair.pairing.generator import generate
from fastpair.pairing.rules import StatedRules
from fastpair.pairing.systems import system_class
from fastpair.pairing.weights import model_named
from fastpair.research.simulate import MEASURES, Plan, read_plan
from fastpair.ui.cli.app import program
from repository import ROOT
from vector_functions import IMPLEMENTED

ROOMS = (
    "fastpair",
    "fastpair.go",
    "fastpair.pairing",
    "fastpair.pairing.weights",
    "fastpair.insight",
    "fastpair.research",
)

NUMBERED = {
    "K15": {str(number) for number in range(1, 17)},
    "K12": {str(number) for number in range(1, 16)},
    "V": {"2.1", "2.2", "2.3", "7.1"},
}
"""Numbers of the equations that the papers number."""

ELSEWHERE = (
    "ratings.gor",
    "scores.criteria",
    "systems.accelrat",
    "systems.epm",
    "systems.round_robin",
    "systems.schedule",
)
"""Modules in which formulas of the papers stand beside other functions."""

TOOLS = (
    *("numbered", "reals", "check_offset"),
    *("from_one", "off_fold", "off_match", "off_drawn", "other_half"),
    *("split_and_fold", "split_and_slip"),
)
"""Functions of ``papers`` that the formulas are written with or are OpenGotha's, and of no paper."""


with Path(__file__).with_name("paper_rows.csv").open(encoding="utf-8", newline="") as file:
    ROWS = [*csv.reader(file)][1:]


def paper_of(row):
    return row[0].split()[0]


def test_the_rows_are_counted():
    """The page of the papers says how many rows each has."""
    page = (ROOT / "docs/background/papers.md").read_text(encoding="utf-8")
    stated = {name: int(count) for count, name in re.findall(r"(\d+) of (\w+)", page)}
    assert stated.items() >= Counter(map(paper_of, ROWS)).items()


def exists(module):
    """Whether what stands before the last dot is a package that has this module."""
    package = importlib.import_module(module.rpartition(".")[0])
    return hasattr(package, "__path__") and find_spec(module) is not None


def resolved(name):
    """What a dotted name below its room stands for."""
    parts = name.split(".")
    found = [room for room in ROOMS if find_spec(f"{room}.{parts[0]}")]
    inner = [room for room in found if len(parts) > 1 and exists(f"{room}.{parts[0]}.{parts[1]}")]
    path = [*(inner or found)[0].split("."), *parts]
    for length in range(len(path), 0, -1):
        try:
            found = importlib.import_module(".".join(path[:length]))
        except ModuleNotFoundError:
            continue
        for attribute in path[length:]:
            found = getattr(found, attribute)
        return found
    raise ModuleNotFoundError(name)


def doors(row):
    """What does it: functions, commands, and lines of files."""
    return re.findall(r"`([^`]+)`", row[2])


def is_command(door):
    return door.startswith("fastpair ")


def is_line(door):
    return not is_command(door) and ": " in door


DOORS = list(dict.fromkeys(door for row in ROWS for door in doors(row)))
FUNCTIONS = [door for door in DOORS if not is_command(door) and not is_line(door)]
COMMANDS = [door for door in DOORS if is_command(door)]
LINES = [door for door in DOORS if is_line(door)]


def test_every_row_names_what_does_it():
    assert [row for row in ROWS if not doors(row)] == []


def says_what_it_is(name):
    """Whether what a name stands for is there, with a docstring."""
    try:
        return bool(inspect.getdoc(resolved(name)))
    except (ImportError, AttributeError, IndexError):
        return False


def test_every_function_exists_and_says_what_it_is():
    wrong = [name for name in FUNCTIONS if not says_what_it_is(name)]
    assert not wrong, "\n".join(wrong)
    assert not says_what_it_is("papers.kaniuk2012.nothing")
    assert not says_what_it_is("nothing.at_all")


@lru_cache
def command_of(name):
    root = program()
    return root.get_command(click.Context(root), name)


NAMES = {
    "model": lambda name, _: model_named(name),
    "system": lambda name, of: (rating_system_named if of == "ratings" else system_class)(name),
    "preset": lambda name, _: with_preset(Rules(), name),
    "criteria": lambda names, _: [Criterion(name) for name in names.split(",")],
    "measure": lambda names, _: [MEASURES[name] for name in names],
}
"""Options whose values are names that must exist."""

WITH_THE_FILE_ALONE = ("rules", "draw")
"""Commands that are run, on eight players A to H before round 1."""


EIGHT = Tournament(rules=Rules(rounds=5), players=tuple(map(player, "ABCDEFGH")))


@pytest.mark.parametrize("line", COMMANDS)
def test_the_command_and_its_options_exist(line, tmp_path):
    _, name, *arguments = shlex.split(line)
    command = command_of(name)
    needed = [each for each in command.params if each.param_type_name == "argument"]
    dummies = ["1" for each in needed if each.required]
    stated = command.make_context(name, [*dummies, *arguments]).params
    for option, check in NAMES.items():
        if stated.get(option):
            check(stated[option], name)
    if name in WITH_THE_FILE_ALONE:
        file = tmp_path / "eight.json"
        save(EIGHT, file)
        do(name, file, *arguments)


@lru_cache
def field():
    """Round 4 of a congress whose players have bands and are in groups."""
    congress = generate(120, 5, seed=3, play=3)
    grouped = (
        replace(each, band=1 + i % 3, play_in=str(i % 5), play_out=str(i % 7))
        for i, each in enumerate(congress.players)
    )
    return Field.of(replace(congress, players=tuple(grouped)), 4)


@pytest.mark.parametrize("line", LINES)
def test_the_line_of_a_file_changes_something(line, tmp_path):
    """A plan is another one, rules are stated, or some weights of a model are others."""
    kind, _, text = line.partition(": ")
    path = tmp_path / "file.toml"
    path.write_text(text if kind == "plan" else f'model = "{kind}"\n{text}', encoding="utf-8")
    if kind == "plan":
        assert read_plan(path) != Plan()
    elif text.startswith("rules."):
        assert read_rules(path) != StatedRules()
    else:
        weights = [model.weigh(field()).total for model in (read_model(path), model_named(kind))]
        assert not np.array_equal(*weights)


@lru_cache(maxsize=32)
def functions_of(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


PLACES = {path.name: path for path in (ROOT / "tests").rglob("test_*.py")}


def is_a_test(row):
    """Whether the last cell of a row names a test that exists."""
    (place,) = re.findall(r"`([^`]+)`", row[3])
    file, _, name = place.partition("::")
    if file not in PLACES:
        return False
    function, _, case = name.partition("[")
    return not name or (
        function in functions_of(PLACES[file]) and (not case or case.rstrip("]") in IMPLEMENTED)
    )


def test_every_test_exists():
    wrong = [" | ".join(row) for row in ROWS if not is_a_test(row)]
    assert not wrong, "\n".join(wrong)


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
    found = {number for row in ROWS if paper_of(row) == paper for number in numbers(row[0])}
    assert NUMBERED[paper] - found == set()


def public_functions():
    """Names of all formulas of the papers, as the document shortens them."""
    papers = (
        f"papers.{module.name}" for module in pkgutil.iter_modules(fastpair.pairing.papers.__path__)
    )
    for short in (*papers, *ELSEWHERE):
        module = resolved(short)
        for word, function in inspect.getmembers(module, inspect.isfunction):
            here = function.__module__ == module.__name__ and not word.startswith("_")
            cited = short not in ELSEWHERE or re.search(
                r"\[(K1[25]|V|J|BGA)\b", function.__doc__ or ""
            )
            if here and cited and word not in TOOLS:
                yield f"{short}.{word}"


def test_every_formula_is_there():
    assert set(public_functions()) - set(FUNCTIONS) == set()
