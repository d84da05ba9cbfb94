"""Change one thing in a function at a time, and say which tests notice: ``python bench/mutants.py MODULE... --tests TEST...``.

Each change is made in a process of its own, which has the modules from its parent and so starts at once. The
sample is drawn by a seed: the same changes can be made before and after tests are replaced.
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib
import os
import random
import signal
import sys
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from copy import deepcopy
from io import StringIO
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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

    line: int
    change: str

    def __str__(self) -> str:
        return f"{self.module}:{self.line}: {self.change}"


def changes(tree: ast.AST) -> Iterator[tuple[ast.AST, int, str]]:
    """Change the nodes within functions one by one; each is changed while it is yielded."""
    for function in ast.walk(tree):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for statement in function.body:
                for node in ast.walk(statement):
                    yield from _changes(node)


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
    return [
        Mutant(module, place, line, change) for place, (_, line, change) in enumerate(changes(tree))
    ]


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


def is_noticed(mutant: Mutant | None, tests: Sequence[str], seconds: int) -> bool:
    """Whether one of the tests fails after a change, or does not come to its end."""
    child = os.fork()
    if not child:
        signal.alarm(seconds)
        if mutant is not None:
            apply(mutant)
        os._exit(run(tests))
    _, status = os.waitpid(child, 0)
    return status != 0


def run(tests: Sequence[str]) -> int:
    """Run tests up to the first that fails."""
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()):
        status = pytest.main(["-x", "-q", "-n0", "-p", "no:cacheprovider", *tests])
    if os.environ.get("FASTPAIR_MUTANTS"):
        print(out.getvalue(), file=sys.stderr)
    return int(status)


def main() -> None:
    """Compare sets of tests; a set is ``NAME=TEST,TEST...`` or ``NAME=@FILE`` with a test on each line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="+")
    parser.add_argument("--tests", action="append", required=True, metavar="NAME=TEST,...")
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", default="1/1", metavar="I/N", help="A part of the sample.")
    parser.add_argument("--seconds", type=int, default=90, help="Most for a set of tests.")
    parser.add_argument(
        "--only-after", metavar="NAME", help="Ask the other sets only if this one notices."
    )
    options = parser.parse_args()
    sets = {}
    for each in options.tests:
        name, _, listed = each.partition("=")
        sets[name] = (
            Path(listed[1:]).read_text("utf-8").split() if listed[0] == "@" else listed.split(",")
        )
    for name, tests in sets.items():  # which also imports all that they need
        if run(tests):
            sys.exit(f"{name}: the tests fail without a change")
    everything = [mutant for module in options.modules for mutant in mutants_of(module)]
    sample = random.Random(options.seed).sample(everything, min(options.sample, len(everything)))
    part, parts = map(int, options.part.split("/"))
    sample = sample[part - 1 :: parts]
    counts: Counter[str] = Counter()
    for mutant in sample:
        noticed = []
        for name, tests in sets.items():
            if (
                name != options.only_after
                and options.only_after
                and options.only_after not in noticed
            ):
                continue
            if is_noticed(mutant, tests, options.seconds):
                noticed.append(name)
        counts.update(noticed or ["nobody"])
        print(mutant, "|", ", ".join(noticed) or "-", flush=True)
    print(f"{len(sample)} of {len(everything)} changes:", dict(counts))


if __name__ == "__main__":
    main()
