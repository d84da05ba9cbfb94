"""Change one thing in a function at a time, and say which tests notice: ``python bench/mutants.py``.

Without arguments it draws 352 changes of each of the parts in `PARTS`, each for the tests of its package, first those
that speak most of its module. ``python bench/mutants.py MODULE... --tests NAME=TEST,...`` compares sets of tests.

Each change is made in a process of its own, which has the modules from its parent and so starts at once. A change
is drawn by the seed, its function and what it changes there: it is drawn again after other functions have changed,
so that the same changes are made before and after tests are replaced.
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib
import os
import pkgutil
import re
import signal
import sys
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from copy import deepcopy
from functools import cache
from io import StringIO
from pathlib import Path
from time import process_time
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).parents[1]
PARTS = (
    ("go", "pairing", "insight", "formats", "research", "report"),
    ("app", "ui", "congress", "desk"),
)
"""What is changed if no module is named: as many changes of each part."""

TESTED_IN = {"congress": "app", "desk": "app"}
"""Where the tests of a module are, if no folder has its name."""

OPPOSITES: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
}
"""What an operator becomes."""


class Mutant(NamedTuple):
    """A change of a module."""

    module: str
    place: int
    """Which of all changes of it."""

    function: str
    number: int
    """Which of the changes of the function."""

    line: int
    change: str

    def __str__(self) -> str:
        return f"{self.module}:{self.line}: {self.change}"

    def lot(self, seed: int) -> int:
        """What orders changes by lot, whatever is changed in other functions."""
        drawn = (seed, self.module, self.function, self.number, self.change)
        return crc32(" ".join(map(str, drawn)).encode())


def changes(tree: ast.AST) -> Iterator[tuple[str, ast.AST, int, str]]:
    """Change the nodes within functions one by one; each is changed while it is yielded."""
    for name, function in _functions_in(tree):
        for statement in function.body:
            for node in ast.walk(statement):
                for change in _changes(node):
                    yield name, *change


def _functions_in(
    tree: ast.AST, within: str = ""
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """The functions and methods of a module, with their names; not those inside of others."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield f"{within}{node.name}", node
        else:
            inside = f"{within}{node.name}." if isinstance(node, ast.ClassDef) else within
            yield from _functions_in(node, inside)


def _changes(node: ast.AST) -> Iterator[tuple[ast.AST, int, str]]:
    line = getattr(node, "lineno", 0)
    if isinstance(node, ast.Compare):
        for place, old in enumerate(node.ops):
            if type(old) in OPPOSITES:
                new = OPPOSITES[type(old)]()
                node.ops[place] = new  # type: ignore[assignment]
                yield node, line, f"{type(old).__name__} becomes {type(new).__name__}"
                node.ops[place] = old
    elif isinstance(node, (ast.BoolOp, ast.BinOp)) and type(node.op) in OPPOSITES:
        op = node.op
        node.op = OPPOSITES[type(op)]()  # type: ignore[assignment]
        yield node, line, f"{type(op).__name__} becomes {type(node.op).__name__}"
        node.op = op
    elif isinstance(node, (ast.If, ast.IfExp)):
        test = node.test
        node.test = ast.UnaryOp(op=ast.Not(), operand=test)
        yield node, line, "the opposite condition"
        node.test = test
    elif isinstance(node, ast.Constant) and type(node.value) in (bool, int):
        value = node.value
        node.value = (not value) if isinstance(value, bool) else value + 1
        yield node, line, f"{value} becomes {node.value}"
        node.value = value


def mutants_of(module: str) -> list[Mutant]:
    """All changes of a module."""
    tree = ast.parse(Path(str(importlib.import_module(module).__file__)).read_text("utf-8"))
    found: list[Mutant] = []
    numbers: Counter[str] = Counter()
    for place, (function, _, line, change) in enumerate(changes(tree)):
        found.append(Mutant(module, place, function, numbers[function], line, change))
        numbers[function] += 1
    return found


def modules_in(name: str) -> Iterator[str]:
    """A module, or those of a package."""
    found = importlib.import_module(name)
    yield name
    for each in pkgutil.walk_packages(getattr(found, "__path__", ()), f"{name}."):
        yield each.name


@cache
def tests_of(module: str) -> tuple[str, ...]:
    """The files with tests of the package of a module, first those that speak most of it."""
    words = re.compile(rf"\b({'|'.join(map(re.escape, _words_of(module)))})\b")
    folder = _folder_of(module)
    texts = {str(file): file.read_text("utf-8") for file in sorted(folder.rglob("test_*.py"))}
    return tuple(sorted(texts, key=lambda file: -len({*words.findall(texts[file])})))


def _folder_of(module: str) -> Path:
    name = module.split(".")[1]
    return ROOT / "tests" / TESTED_IN.get(name, name)


def _words_of(module: str) -> list[str]:
    """The name of a module, and the names of what it defines."""
    tree = ast.parse(Path(str(importlib.import_module(module).__file__)).read_text("utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return [module, *(each.name for each in tree.body if isinstance(each, kinds))]


def apply(mutant: Mutant) -> None:
    """Give the functions of a module the code that they have after a change, wherever they are known."""
    module = importlib.import_module(mutant.module)
    path = str(module.__file__)
    tree = ast.parse(Path(path).read_text("utf-8"))
    for place, _ in enumerate(changes(tree)):
        if place == mutant.place:
            changed = ast.fix_missing_locations(deepcopy(tree))
            break
    codes = {
        (code.co_qualname, code.co_firstlineno): code
        for code in _codes(compile(changed, path, "exec"))
    }
    for function in _functions(module):
        key = function.__code__.co_qualname, function.__code__.co_firstlineno
        if key in codes and function.__code__.co_filename == path:
            function.__code__ = codes[key]


def _codes(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)


def _functions(module: ModuleType) -> Iterator[FunctionType]:
    """The functions and methods that a module defines, also those that something else wraps."""
    path = str(module.__file__)
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename == path:
            yield each


class Clock:
    """Ends a run of tests after some seconds, and at the first that fails or takes longer than all of them.

    Parameters
    ----------
    seconds
        Of the processor. The tests that are left are taken to notice nothing.
    """

    def __init__(self, seconds: int) -> None:
        self.seconds, self.begin = seconds, process_time()

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Begin a test, unless the time is over."""
        signal.alarm(20 * self.seconds)  # of the clock: others use the processor, too
        if process_time() > self.begin + self.seconds:
            os._exit(0)


def is_noticed(mutant: Mutant | None, tests: Sequence[str], seconds: int) -> bool:
    """Whether one of the tests fails after a change, or does not come to its end."""
    child = os.fork()
    if not child:
        if mutant is not None:
            apply(mutant)
        os._exit(run(tests, Clock(seconds)))
    _, status = os.waitpid(child, 0)
    return status != 0


def run(tests: Sequence[str], *plugins: object) -> int:
    """Run tests up to the first that fails."""
    # The modules that are changed import plugins of pytest, which warns of it.
    quiet = "-Wignore::pytest.PytestAssertRewriteWarning"
    words = ["-x", "-q", "-n0", "-p", "no:cacheprovider", quiet, *tests]
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()):
        status = pytest.main(words, plugins)
    if os.environ.get("FASTPAIR_MUTANTS"):
        print(out.getvalue(), file=sys.stderr)
    return int(status)


def draw(modules: Sequence[str], number: int, seed: int) -> list[Mutant]:
    """So many changes of modules and packages, by lot."""
    names = dict.fromkeys(each for name in modules for each in modules_in(name))
    everything = [mutant for name in names for mutant in mutants_of(name)]
    return sorted(everything, key=lambda mutant: mutant.lot(seed))[:number]


def _modules(names: Sequence[str]) -> list[str]:
    return [f"fastpair.{name}" for name in names]


def sets_of(options: argparse.Namespace) -> dict[str, list[str]]:
    """The sets of tests that are compared, by name; none if each change has those of its package."""
    sets = {}
    for each in options.tests:
        name, _, listed = each.partition("=")
        sets[name] = (
            Path(listed[1:]).read_text("utf-8").split() if listed[0] == "@" else listed.split(",")
        )
    return sets


def main() -> None:
    """Compare sets of tests; a set is ``NAME=TEST,TEST...`` or ``NAME=@FILE`` with a test on each line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*")
    parser.add_argument("--tests", action="append", default=[], metavar="NAME=TEST,...")
    parser.add_argument("--sample", type=int, default=352)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", default="1/1", metavar="I/N", help="A part of the sample.")
    parser.add_argument("--list", action="store_true", help="Show the sample and run nothing.")
    parser.add_argument("--seconds", type=int, default=12, help="Most for a set of tests.")
    parser.add_argument(
        "--only-after", metavar="NAME", help="Ask the other sets only if this one notices."
    )
    options = parser.parse_args()
    part, parts = map(int, options.part.split("/"))
    places = [options.modules] if options.modules else [_modules(names) for names in PARTS]
    sample = [
        mutant for modules in places for mutant in draw(modules, options.sample, options.seed)
    ][part - 1 :: parts]
    if options.list:
        print(*sample, sep="\n")
        return
    sets = sets_of(options)
    checked = sets or {(folder := str(_folder_of(mutant.module))): [folder] for mutant in sample}
    for name, tests in checked.items():  # which also imports all that they need
        if run(tests):
            sys.exit(f"{name}: the tests fail without a change")
    counts: Counter[str] = Counter()
    for mutant in sample:
        noticed: list[str] = []
        for name, tests in (sets or {"tests": tests_of(mutant.module)}).items():
            if options.only_after in (None, name, *noticed) and is_noticed(
                mutant, tests, options.seconds
            ):
                noticed.append(name)
        counts.update(noticed or ["nobody"])
        print(mutant, "|", ", ".join(noticed) or "-", flush=True)
    print(dict(counts), f"of {len(sample)}")


if __name__ == "__main__":
    main()
