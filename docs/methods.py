"""Write the methods of actions in Python and their page, after a change of an action: ``python docs/methods.py``."""

from __future__ import annotations

import ast
import re
import subprocess
from inspect import Parameter, cleandoc, getdoc, getsource, isfunction, signature
from pathlib import Path
from textwrap import indent as indent_lines
from typing import TYPE_CHECKING

from fastpair import Congress, Desk, Outcome
from fastpair.app.actions import ACTIONS
from fastpair.app.embedding import methods
from fastpair.app.embedding.python_actions import PythonActions
from fastpair.app.embedding.signatures import METHODS, ROUND, values_of
from fastpair.go import tournament

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "python" / "fastpair" / "app" / "embedding" / "methods.pyi"
PAGE = ROOT / "docs" / "reference" / "congress.md"

_HEAD = '''"""The methods of actions for editors and type checkers: ``python docs/methods.py`` writes this file."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Generic, Literal, TypedDict, TypeVar

from ...go.tournament import {own}
from ...pairing.draw import Constraints
from ..edits.outcome import Confirmation

_Outcome = TypeVar("_Outcome")
'''


def _without_texts(code: str) -> str:
    return re.sub(r'""".*?"""', "", code, flags=re.DOTALL)


def _function(name: str, function: Callable[..., object]) -> Iterator[str]:
    """A method, as a class states it."""
    stated, is_named = signature(function), False
    given: list[str] = []
    for each in stated.parameters.values():
        if each.kind is Parameter.KEYWORD_ONLY and not is_named:
            given, is_named = [*given, "*"], True
        kind = "" if each.annotation is Parameter.empty else f": {each.annotation}"
        default = "" if each.default is Parameter.empty else f" = {each.default!r}"
        given.append(f"{each.name}{kind}{default}")
    yield f"    def {name}({', '.join(given)}) -> {stated.return_annotation}:"
    yield from _docstring(function, "        ")


def _docstring(described: object, indent: str) -> Iterator[str]:
    text = getdoc(described) or ""
    yield indent_lines(f'"""{text}' + ("\n" if "\n" in text else "") + '"""', indent)


def written() -> str:
    """The stub, as ruff lays it out."""
    lines = [
        "class Actions(Generic[_Outcome]):",
        *_docstring(methods.Actions, "    "),
    ]
    lines += ["", '    def __init_subclass__(cls, *, as_of: str = "") -> None:']
    lines += _docstring(methods.Actions.__init_subclass__, "        ")
    for name, each in vars(methods.Actions).items():
        if isfunction(each):
            lines += ["", *_function(name, each)]
    lines += ["", "class RuleValues(TypedDict, total=False):"]
    lines += _docstring(methods.RuleValues, "    ")
    rules = [each for each in values_of(ACTIONS["rules"]) if each.record]
    lines += [f"    {each.name}: {each.annotation}" for each in rules]
    lines += ["", "class EventValues(TypedDict, total=False):"]
    lines += _docstring(methods.EventValues, "    ")
    lines += [f"    {each.name}: {each.annotation}" for each in rules if each.record == "event"]
    command = ["ruff", "format", "-", "--stdin-filename", str(TARGET)]
    body = "\n".join(lines)
    own = [each for each in tournament.__all__ if re.search(rf"\b{each}\b", _without_texts(body))]
    text = f"{_HEAD.format(own=', '.join(own))}\n{body}"
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return done.stdout


# ---- The page ----


_INTRODUCTION = """# Congress, Desk and Outcome

A whole tournament in Python ([guide](../guide/python.md#direct-a-whole-tournament)). `python docs/methods.py` writes this page from signatures and declarations.

- An argument with `=` may be left out. Some of these may be positional: `register("Adler", "Anna", grade="3d")`, `late("Ann", "Bo")`, `undo(3)`.
- Players are named by key or name; rounds and tables count from 1. Where nothing else is stated, `round` is the round in play, or else the next one to draw.
- Every [action](#actions) is a method of `Congress` and of `Desk`, returns an [`Outcome`](#outcome), and takes `confirmed`, the codes of the questions that are answered with yes, or the `UnconfirmedError` that asked them: `played-scores`, `likely-mistake`, `published-boards`, `out-of-turn`, `replaced-results`, `not-arrived`, `entered-absent`, `broken-condition`.
- What cannot be done raises a `FastpairError` of one line and changes nothing.
"""


def page() -> str:
    """The page of the interface."""
    return "\n".join(
        [_INTRODUCTION, *_class(Congress), *_class(Desk), *_class(Outcome), *_actions()]
    )


def _actions() -> Iterator[str]:
    described = [PythonActions.enter, PythonActions.results]
    described += [each for name, each in vars(methods.Actions).items() if name[0] != "_"]
    yield "## Actions\n"
    yield ", ".join(f"[{each.__name__}](#{each.__name__})" for each in described)
    for method in described:
        yield f"\n### {method.__name__}\n"
        yield from _described(method)


def _class(described: type) -> Iterator[str]:
    """A class with its attributes and its own methods."""
    yield f"## {described.__name__}\n"
    about, *_ = _sections(described)
    yield f"{about}\n"
    own = [*_attributes(described), *_properties(described)]
    yield "| Attribute | Type | Meaning |\n|---|---|---|"
    yield from own
    yield ""
    for name, value in _members(described):
        method = getattr(value, "__func__", value)  # of a class method
        if name[0] != "_" and isfunction(method) and name not in METHODS:
            owner = described.__name__ if method is not value else described.__name__.lower()
            returned = str(signature(method).return_annotation).replace("Self", "Congress")
            yield f"### {owner}.{name}\n"
            yield from _described(method)
            yield f"\nReturns `{returned}`.\n"


def _attributes(described: type) -> Iterator[str]:
    """The attributes that have a docstring below their annotation."""
    (parsed,) = ast.parse(getsource(described)).body
    assert isinstance(parsed, ast.ClassDef)
    for one, below in zip(parsed.body, parsed.body[1:], strict=False):
        if isinstance(one, ast.AnnAssign) and isinstance(below, ast.Expr):
            assert isinstance(below.value, ast.Constant)
            text = cleandoc(str(below.value.value)).replace("``", "`")
            yield _row(ast.unparse(one.target), ast.unparse(one.annotation), text)


def _members(described: type) -> Iterator[tuple[str, object]]:
    """What a class has beside the actions."""
    for base in described.__mro__:
        if not issubclass(base, methods.Actions) or base is described:
            yield from vars(base).items()


def _properties(described: type) -> Iterator[str]:
    for name, value in _members(described):
        if name[0] != "_" and isinstance(value, property) and value.fget is not None:
            kind = signature(value.fget).return_annotation
            yield _row(name, kind, _lines_of(value)[0])


def _described(method: Callable[..., object]) -> Iterator[str]:
    """What a method does, and a list of its arguments."""
    about, arguments = _sections(method)
    yield about
    meanings = {
        name: meaning
        for names, meaning in re.findall(r"^(\w[\w, ]*)\n((?: +.*\n?)+)", arguments, re.M)
        for name in names.split(", ")
    }
    if rows := [each for each in signature(method).parameters.values() if each.name in meanings]:
        yield ""
    for each in rows:
        yield _argument(each, " ".join(meanings[each.name].split()))


def _argument(stated: Parameter, meaning: str) -> str:
    """Its name, type, a default that is not nothing, and its meaning where the name does not say it."""
    default = None if stated.default is Parameter.empty else stated.default
    is_optional = stated.default is not Parameter.empty or stated.kind is Parameter.VAR_KEYWORD
    kind = re.sub(r"^Unpack\[\w+\]$", "values", str(stated.annotation)).removesuffix(" | None")
    line = f"- `{stated.name}{'=' * is_optional}` `{kind}`" + f", {default!r}" * bool(default)
    return line if meaning in _PLAIN else f"{line}: {meaning}"


_PLAIN = (ROUND, "Players, by key or name.", "Table.", "Player.", "A player.", "Another player.")
"""Meanings that the names have, or the introduction."""


def _sections(described: object) -> tuple[str, str]:
    """What a docstring says, and its section of parameters."""
    text = (getdoc(described) or "").replace("``", "`")
    about, *sections = re.split(r"\n\n(\w+)\n-+\n", text)
    return about, dict(zip(sections[::2], sections[1::2], strict=True)).get("Parameters", "")


def _lines_of(described: object) -> list[str]:
    return _sections(described)[0].splitlines()


def _row(name: str, kind: str, meaning: str) -> str:
    kind = kind.replace("|", r"\|")
    return f"| `{name}` | `{kind}` | {' '.join(meaning.split())} |"


if __name__ == "__main__":
    TARGET.write_text(written(), "utf-8")
    PAGE.write_text(page(), "utf-8")
