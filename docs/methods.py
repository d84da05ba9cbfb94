"""Write the methods of actions in Python and their page, after a change of an action: ``python docs/methods.py``."""

from __future__ import annotations

import ast
import json
import re
import subprocess
from importlib import reload
from importlib.resources import files
from inspect import Parameter, cleandoc, getdoc, getsource, isfunction, signature
from pathlib import Path
from textwrap import wrap
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    NamedTuple,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from fastpair import Congress, Desk, Outcome
from fastpair.app import methods
from fastpair.app.actions import ACTIONS
from fastpair.formats.fastpair.requests import RequestedDraw
from fastpair.parameters import parameters, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fastpair.app.action import Action

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "python" / "fastpair" / "app" / "methods.py"
PAGE = ROOT / "docs" / "reference" / "congress.md"

_HEAD = '''"""The actions as methods in Python, made from their declarations: ``python docs/methods.py`` writes this file."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Generic, Literal, TypedDict, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..pairing.draw import Constraints

_Outcome = TypeVar("_Outcome")


class Actions(ABC, Generic[_Outcome]):
    """What a director does, each action a method with the values that its command and its form have."""

    @abstractmethod
    def _perform(
        self, action: str, values: Mapping[str, object], round: int | None, confirmed: Iterable[str]
    ) -> _Outcome:
        """Perform an action; values that are None have their defaults."""
'''

_CONFIRMED = "Codes of the questions that are answered with yes, such as ``published-boards``."
_ROUND = "Number from 1; by default the round in play, or else the next one to draw."
_OPEN = {
    "model": "str | Mapping[str, object] | None",
    "system": "str | Mapping[str, object] | None",
    "constraints": "Constraints | Mapping[str, object] | None",
}
"""Members of a request that are no single values."""

_REQUEST = json.loads(
    files("fastpair.formats.fastpair").joinpath("tournament.schema.json").read_text()
)["$defs"]["RequestedDraw"]["properties"]
"""Members of a request, as JSON has them."""


class _Value(NamedTuple):
    name: str
    kind: str
    about: str
    default: str | None
    record: str = ""
    key: str = ""
    """Its name in the action, if that is another one."""


def _values(action: Action) -> Iterator[_Value]:
    """The values of an action, those of its records one by one."""
    for argument in action.arguments.values():
        plain = get_origin(argument.type) is dict
        if argument.of_a_file and not plain:
            continue
        if argument.input.record:
            kind = RequestedDraw if argument.input.whole else argument.record
            within = "" if argument.input.whole else argument.name
            for name, entry in walk(parameters(argument.record)):
                if "." in name or (action.by_round and name == "round"):
                    continue
                yield _Value(
                    name,
                    _kind(get_type_hints(argument.record)[name]),
                    f"{entry.description}.",
                    "None",
                    within,
                )
            if kind is RequestedDraw:
                for name in ("free", "bye_by_rule"):
                    about = (
                        "Keep boards where that costs nothing."
                        if name == "free"
                        else ("Give the bye by its rule, however many boards change.")
                    )
                    yield _Value(name, "bool | None", about, "None")
                for name, kind_of_it in _OPEN.items():
                    about = f"{_REQUEST[name]['description'].partition('. ')[0].rstrip('.')}."
                    yield _Value(name, kind_of_it, about.replace("null", "None"), "None")
            continue
        base = "Mapping[str, object]" if plain else argument.type.__name__
        kind = f"Iterable[{base}]" if argument.many else base
        default = None
        if argument.default is not Parameter.empty:
            default = repr(argument.default)
            kind += " | None" if argument.default is None else ""
        one_round = argument.name == "rounds" and not argument.many
        name = "round" if one_round else argument.name
        yield _Value(name, kind, argument.input.help, default, key=argument.name)


def _kind(hint: Any) -> str:  # noqa: ANN401
    """A type as a signature has it; what is not stated is None."""
    return " | ".join(dict.fromkeys([*_kinds(hint), "None"]))


def _kinds(hint: Any) -> Iterator[str]:  # noqa: ANN401
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        for each in inner:
            yield from () if each is NoneType else _kinds(each)
    elif origin is Literal:
        yield f"Literal[{', '.join(map(repr, inner))}]"
    elif origin is tuple:
        yield f"Iterable[{' | '.join(_kinds(inner[0]))}]"
    else:
        yield hint.__name__


def _method(action: Action) -> Iterator[str]:
    values = [*_values(action)]
    name = action.name.replace("-", "_")
    required = [each for each in values if each.default is None]
    optional = [each for each in values if each.default is not None]
    requested = any(each.input.whole for each in action.arguments.values())
    about_round = _REQUEST["round"]["description"] if requested else _ROUND
    rounds = [_Value("round", "int | None", about_round, "None")] * action.by_round
    confirmed = _Value("confirmed", "Iterable[str]", _CONFIRMED, "()")
    ahead = rounds if not required else []
    behind = [*([] if ahead else rounds), *optional, confirmed]
    signature = [f"{each.name}: {each.kind}" for each in required]
    signature += [f"{each.name}: {each.kind} = {each.default}" for each in ahead]
    signature += ["*"] + [f"{each.name}: {each.kind} = {each.default}" for each in behind]
    yield f"    def {name}(self, {', '.join(signature)}) -> _Outcome:"
    first, _, more = action.help.partition("\n\n")
    about = " ".join(first.split())
    yield f'        """{about}'
    for paragraph in filter(None, more.split("\n\n")):
        yield ""
        yield from (f"        {line}" for line in wrap(" ".join(paragraph.split()), 100))
    yield "\n        Parameters\n        ----------"
    for each in (*required, *ahead, *behind):
        yield f"        {each.name}"
        yield from (f"            {line}" for line in wrap(each.about, 96))
    yield '        """'
    groups: dict[str, list[str]] = {}
    for each in values:
        groups.setdefault(each.record, []).append(f'"{each.key or each.name}": {each.name}')
    plain = groups.pop("", [])
    plain += [f'"{record}": {{{", ".join(inner)}}}' for record, inner in groups.items()]
    number = "round" if action.by_round else "None"
    yield f'        return self._perform("{action.name}", {{{", ".join(plain)}}}, {number}, confirmed)'


def _rule_values() -> str:
    values = (each for each in _values(ACTIONS["rules"]) if each.record)
    head = 'class RuleValues(TypedDict, total=False):\n    """The rules and the event of a tournament.\n\n    Examples\n    --------\n    >>> rules: RuleValues = {"bar": "3d", "rounds": 4}\n    >>> Congress.new("Open", **rules).tournament.rules.rounds\n    4\n    """\n'
    return "\n".join([head, *(f"    {each.name}: {each.kind}" for each in values)])


def written() -> str:
    """The module, as ruff lays it out."""
    parts = [_HEAD, *("\n".join(_method(action)) for action in ACTIONS.values()), _rule_values()]
    command = ["ruff", "format", "-", "--stdin-filename", str(TARGET)]
    done = subprocess.run(
        command, input="\n".join(parts), capture_output=True, text=True, check=True
    )
    return done.stdout


# ---- The page ----


_INTRODUCTION = """# Congress, Desk and Outcome

A whole tournament in Python ([guide](../guide/python.md#direct-a-whole-tournament)). `python docs/methods.py` writes this page from signatures and declarations.

- A type with `None` may be left out. Players are named by key or name, rounds and tables count from 1.
- Every [action](#actions) is a method of `Congress` and of `Desk`, returns an [`Outcome`](#outcome), and takes `confirmed`, the codes of the questions that are answered with yes: `played-scores`, `likely-mistake`, `published-boards`, `out-of-turn`.
- What cannot be done raises a `FastpairError` of one line and changes nothing.
"""


def page() -> str:
    """The page of the interface."""
    return "\n".join(
        [_INTRODUCTION, *_class(Congress), *_class(Desk), *_class(Outcome), *_actions()]
    )


def _actions() -> Iterator[str]:
    director = Congress.__mro__[1]
    described = [director.enter, director.results]
    described += [each for name, each in vars(methods.Actions).items() if name[0] != "_"]
    yield "## Actions\n"
    yield "| Action | Does |\n|---|---|"
    for method in described:
        yield f"| [`{method.__name__}`](#{method.__name__}) | {_lines_of(method)[0]} |"
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
    for name, value in vars(described).items():
        method = getattr(value, "__func__", value)  # of a class method
        if name[0] != "_" and isfunction(method):
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


def _properties(described: type) -> Iterator[str]:
    for name, value in vars(described).items():
        if name[0] != "_" and isinstance(value, property) and value.fget is not None:
            kind = signature(value.fget).return_annotation
            yield _row(name, kind, _lines_of(value)[0])


def _described(method: Callable[..., object]) -> Iterator[str]:
    """What a method does, and a table of its arguments."""
    about, arguments = _sections(method)
    yield about
    meanings = {
        name: meaning
        for names, meaning in re.findall(r"^(\w[\w, ]*)\n((?: +.*\n?)+)", arguments, re.M)
        for name in names.split(", ")
    }
    given = [each for each in signature(method).parameters.values() if each.name in meanings]
    if rows := [each for each in given if each.name != "confirmed"]:
        yield "\n| Argument | Type | Meaning |\n|---|---|---|"
    for each in rows:
        kind = str(each.annotation).replace("Unpack[RuleValues]", "values")
        if each.default not in (None, Parameter.empty, ()):
            kind += f" = {each.default!r}"
        yield _row(each.name, kind, meanings[each.name])


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
    reload(methods)
    PAGE.write_text(page(), "utf-8")
