"""The signature and the docstring of an action as a method in Python."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from inspect import Parameter, Signature, cleandoc
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

from ..formats.fastpair.requests import RequestedDraw
from ..pairing.rules import StatedRules
from ..parameters import descriptions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .action import Action, Argument


class Value(NamedTuple):
    """A value of an action, as its method in Python takes it."""

    name: str
    type: Any
    annotation: str
    about: str
    default: Any
    record: str
    """The value of the action that holds it as a member; empty if it is one itself."""

    key: str
    """Its name there."""

    @property
    def parameter(self) -> Parameter:
        """It as a parameter: in its place if it must be stated."""
        kind = Parameter.POSITIONAL_OR_KEYWORD if self.is_required else Parameter.KEYWORD_ONLY
        return Parameter(self.name, kind, default=self.default, annotation=self.annotation)

    @property
    def is_required(self) -> bool:
        """Whether it must be stated."""
        return self.default is Parameter.empty


_CONFIRMED = Value(
    "confirmed",
    tuple[str, ...],
    "Iterable[str]",
    "Codes of the questions that are answered with yes, such as ``published-boards``.",
    (),
    "",
    "",
)
_ROUND = "Number from 1; by default the round in play, or else the next one to draw."


@cache
def values_of(action: Action) -> tuple[Value, ...]:
    """The values of an action but its round, those of its records one by one."""
    found = (each for argument in action.arguments.values() for each in _values(argument))
    return tuple(each for each in found if not (action.by_round and each.name == "round"))


def _values(argument: Argument) -> Iterator[Value]:
    if argument.input.record:
        record = argument.record
        hints, texts = get_type_hints(record), descriptions(record)
        for name in (entry.name for entry in fields(record) if entry.name in texts):
            within = "" if argument.input.whole else argument.name
            # Python states a request itself, whose words about JSON are not its own.
            about = texts[name].replace("null", "None")
            kind = _annotation(hints[name], optional=True)
            yield Value(name, hints[name], kind, about, None, within, name)
        return
    is_plain = get_origin(argument.type) is dict
    if argument.of_a_file and not is_plain:
        return
    kind = _annotation(argument.type)
    kind = f"Iterable[{kind}]" if argument.many else kind
    kind += " | None" if argument.default is None else ""
    name = "round" if argument.name == "rounds" and not argument.many else argument.name
    help_text = argument.input.help
    yield Value(name, argument.type, kind, help_text, argument.default, "", argument.name)


def _annotation(hint: Any, *, optional: bool = False) -> str:  # noqa: ANN401
    """A type as a signature has it."""
    return " | ".join(dict.fromkeys([*_alternatives(hint), *["None"] * optional]))


def _alternatives(hint: Any) -> Iterator[str]:  # noqa: ANN401
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        for each in inner:
            yield from () if each is NoneType else _alternatives(each)
    elif origin is Literal:
        yield f"Literal[{', '.join(map(repr, inner))}]"
    elif origin is tuple:
        yield f"Iterable[{_annotation(inner[0])}]"
    elif origin in (dict, Mapping):
        yield "Mapping[str, object]"
    elif hint is StatedRules:
        yield from ("Constraints", "Mapping[str, object]")
    else:
        yield hint.__name__


@cache
def _parameters(action: Action) -> tuple[Value, ...]:
    """All that the method takes, in its order: what must be stated, and what may be."""
    values = values_of(action)
    required = [each for each in values if each.is_required]
    optional = [each for each in values if not each.is_required]
    is_request = any(each.input.whole for each in action.arguments.values())
    about = descriptions(RequestedDraw)["round"] if is_request else _ROUND
    number = Value("round", int, "int | None", about, None, "", "round")
    return (*required, *[number] * action.by_round, *optional, _CONFIRMED)


def signature_of(action: Action) -> Signature:
    """The signature of the method."""
    given = [each.parameter for each in _parameters(action)]
    if not any(each.is_required for each in values_of(action)) and action.by_round:
        given[0] = given[0].replace(kind=Parameter.POSITIONAL_OR_KEYWORD)
    itself = Parameter("self", Parameter.POSITIONAL_OR_KEYWORD)
    return Signature([itself, *given], return_annotation="_Outcome")


def docstring_of(action: Action) -> str:
    """The docstring of the method, with its parameters, by numpydoc."""
    first, *more = (" ".join(part.split()) for part in cleandoc(action.help).split("\n\n"))
    lines = [first]
    for paragraph in more:
        lines += ["", *_wrapped(paragraph, 100)]
    lines += ["", "Parameters", "----------"]
    for each in _parameters(action):
        lines += [each.name, *(f"    {line}" for line in _wrapped(each.about, 96))]
    return "\n".join(lines)


def _wrapped(text: str, width: int) -> list[str]:
    return [text] if len(text) <= width else wrap(text, width)
