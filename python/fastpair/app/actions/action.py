"""The declaration of an action: what a director does to a tournament, from which all interfaces follow.

The name, the annotated parameters and the docstring of a function are the command, its options and its help,
the fields of the form on the page, what the history keeps, and what an action is repeated from.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, reduce
from importlib import import_module
from inspect import Parameter, signature
from types import UnionType
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from ...errors import RuleError
from ...facts import facts
from ...parameters import parameters, parse_whole, walk
from ...sentences import marked, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ..draws.costs import Weigher
    from ..edits.outcome import Edit
    from ..history.state import CongressState
    from ..history.units import Units

    RestsOn = Literal["", "seats", "seats and bye", "game", "boards"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """What a parameter of an action is, for the help of an option and for the errors of a form."""

    help: str
    metavar: str | None = None
    option: str = ""
    """The word for it in a command, if it is not named as the parameter."""

    field: str = ""
    """The field of the form that holds it, if it is not named as the parameter."""

    pattern: str = ""
    """What a text in a form must match; by default that of its type."""

    refusal: str = marked("must be a number, not {value!r}")
    """What is said of a text that does not match it."""

    clears: bool = False
    """Whether an empty field of a form is a value, too: one that removes what is there."""

    positional: bool = False
    """Whether its place in the command says what it is, although it has a default."""

    several: bool = False
    """Whether the text is a list with commas, which Python may state as a list."""

    former: str = ""
    """Name of the value in older histories, which held one alone."""

    record: str = ""
    """Module and name of the dataclass whose facts it states, or whose fields it holds, each an option."""

    value: str = ""
    """Module and name of the class of a value that need not be a text any more."""

    seen: bool = False
    """Whether it says what was seen, which the history has."""

    whole: bool = False
    """Whether these fields are values of the action themselves; the record reads them then."""


def _named(place: str) -> Any:  # noqa: ANN401
    """What a module defines under a name."""
    module, _, name = place.rpartition(".")
    return getattr(import_module(f"..{module}", __package__), name)


_NUMBER = r"[0-9]{1,9}([.][0-9]+)?"

_LONGEST = 60
"""Characters of a field that an error quotes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """A parameter of an action."""

    name: str
    type: type
    """bool, int, float or str; or what holds plain values."""

    many: bool
    default: Any
    input: Input

    @property
    def option(self) -> str:
        """The word for it in a command; empty if its place in the command says what it is."""
        required = self.default is Parameter.empty and not self.input.record
        if self.input.positional or (required and not self.input.option):
            return ""
        return self.input.option or self.name.replace("_", "-")

    @property
    def python_name(self) -> str:
        """Its name in Python."""
        return "round" if self.name == "rounds" and not self.many else self.name

    @property
    def field(self) -> str:
        """The field of the form that holds it."""
        return self.input.field or self.name

    @property
    def of_a_file(self) -> bool:
        """Whether it holds what was read of a file, which no command states."""
        return not self.input.record and self.type not in (bool, int, float, str)

    def build(self, value: Any) -> Any:  # noqa: ANN401
        """The value as the action takes it."""
        if not self.input.record:
            return value
        if facts(self.record):
            return dict(value or {})
        return self.record.from_values(value) if self.input.whole else self.record(**(value or {}))

    @property
    def record(self) -> Any:  # noqa: ANN401
        """The dataclass whose fields it holds."""
        return _named(self.input.record)

    @property
    def value(self) -> Any:  # noqa: ANN401
        """The class of a value that is read already; None if all are texts, numbers or switches."""
        return _named(self.input.value) if self.input.value else None

    def parse_fields(self, form: Mapping[str, str]) -> dict[str, Any]:
        """The switches and numbers of its record that a form states, each by its own name.

        Raises
        ------
        RuleError
            If one of them takes no such value.
        """
        values: dict[str, Any] = {}
        for path, each in walk(parameters(self.record)):
            if each.name in form and each.kind in (bool, int, float):
                *parts, name = path.split(".")
                part = reduce(lambda inner, key: inner.setdefault(key, {}), parts, values)
                part[name] = each.read(form[each.name], from_text=True)
        return values

    def parse_form(self, form: Mapping[str, str]) -> dict[str, Any]:
        """The value that a form holds, by the name of the argument; empty for the default.

        A form states no record, and nothing that is read of a file. A list has a line for each of its values.

        Raises
        ------
        RuleError
            If a required field is empty, or the value is none.
        """
        if self.input.whole:
            return self.parse_fields(form)
        if self.input.record or self.of_a_file:
            return {}
        lines = [*filter(None, map(str.strip, form.get(self.field, "").splitlines()))]
        if not lines and self.field in form and self.is_cleared_by_empty:
            lines = [""]
        if not lines and (self.option or self.input.positional):
            return {}
        if not lines:
            name = self.field.replace("_", " ")
            raise RuleError(phrase("the form has nothing in its field {name!r}", name=name))
        if self.many:
            return {self.name: [self._parse(line) for line in lines]}
        return {self.name: self._parse(" ".join(lines))}

    @property
    def is_cleared_by_empty(self) -> bool:
        """Whether an empty field is a value: of a text that it removes, or of a switch that may be unknown."""
        return self.input.clears or (self.type is bool and self.default is None)

    def _parse(self, text: str) -> Any:  # noqa: ANN401
        """The value of a text."""
        pattern = self.input.pattern or (_NUMBER if self.type is float else "")
        if pattern and not re.fullmatch(pattern, text):
            raise RuleError(phrase(self.input.refusal, value=text[:_LONGEST]))
        return parse_whole(text) if self.type is int else self.type(text)


class ActionContext:
    """A tournament file as it was read, and the round that an action is about.

    Parameters
    ----------
    state
        The file as it was read, and its history.
    round
        Number from 1; None is the round in play, or else the next one to draw.
    """

    def __init__(self, state: CongressState, round: int | None) -> None:
        self.state = state
        self.round_argument = round

    @cached_property
    def units(self) -> Units:
        """The tournament as pairing sees it: its players are teams where teams are drawn."""
        from ..history.units import Units

        return Units.of(self.state)

    @cached_property
    def round(self) -> int:
        """Number of the round."""
        from ..round_states import round_to_edit

        return round_to_edit(self.units.tournament, self.round_argument)

    @cached_property
    def weigher(self) -> Weigher:
        """What a change of the pairings costs."""
        from ..draws.costs import Weigher

        return Weigher.of(self.units.congress, self.round)

    @property
    def occupied_tables(self) -> frozenset[int]:
        """Tables at which no new game may be."""
        return self.units.occupied_tables(self.round)


@dataclass(frozen=True, kw_only=True)
class Action:
    """Something that a director does to a tournament."""

    function: Callable[..., Edit]

    by_round: bool = True
    """Whether it is about one round, by default the one in play."""

    pairs: bool = False
    """Whether it decides who plays whom: matches where teams meet, at a cost that is told."""

    rests_on: RestsOn = ""
    """What must be as the browser shows it: the seats of its players, also that of the bye, the game of its
    table, or all boards."""

    confirms: bool = False
    """Whether it may change scores of rounds that are played, once that is confirmed."""

    changes_published: bool = False
    """Whether it is there to change boards that players have already seen, so that it does not ask."""

    in_history: bool = False
    """Whether the history holds its outcome, and the tournament stays."""

    creates: bool = False
    """Whether it makes a new file, whose history begins with it."""

    exclusive: tuple[tuple[str, str], ...] = ()
    """Arguments of which only one may be stated."""

    page_only: bool = False
    """Whether no command does it."""

    helper: bool = False
    """Whether helpers of the director may do it, too."""

    repairs: bool = False
    """Whether it answers what another program has done to the file, of which nothing is said then."""

    @property
    def name(self) -> str:
        """The name of its command."""
        return self.function.__name__.replace("_", "-")

    @property
    def help(self) -> str:
        """What it does, for who has never done it."""
        return self.function.__doc__ or ""

    @cached_property
    def arguments(self) -> Mapping[str, Argument]:
        """Its parameters, by name and in their order."""
        parameters = [*signature(self.function).parameters.values()][1:]
        namespace = self.function.__globals__
        return {each.name: _argument(each, namespace) for each in parameters}

    def current_values(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Values that a history holds, by the names that they have now."""
        former = {each.input.former: each for each in self.arguments.values() if each.input.former}
        return {
            former[name].name if name in former else name: [each]
            if name in former and former[name].many
            else each
            for name, each in values.items()
        }

    def conflicts(self, values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """The arguments that are stated although they exclude each other."""
        for pair in self.exclusive:
            if all(values.get(name) not in (None, False) for name in pair):
                yield pair

    def parse(self, form: Mapping[str, str], preset: Mapping[str, Any]) -> dict[str, Any]:
        """The values that a form holds.

        Parameters
        ----------
        form
            Texts by field; an optional field that is empty has its default.
        preset
            Values that the form does not hold, by name.

        Raises
        ------
        RuleError
            If a required field is empty, or a value is none.
        """
        values = dict(preset)
        for argument in self.arguments.values():
            if argument.name not in preset:
                values |= argument.parse_form(form)
        return values


def action(**declaration: Any) -> Callable[[Callable[..., Edit]], Action]:  # noqa: ANN401
    """Make a function an action; the keywords are the fields of `Action`."""
    return lambda function: Action(function=function, **declaration)


def _argument(parameter: Parameter, namespace: dict[str, Any]) -> Argument:
    hint, declared = get_args(eval(parameter.annotation, namespace))
    union = get_args(hint) if isinstance(hint, UnionType) else (hint,)
    kinds = [each for each in union if each is not type(None)]
    many = any(get_origin(each) is list for each in kinds)
    inner = get_args(kinds[0])[0] if get_origin(kinds[0]) is list else kinds[0]
    return Argument(
        name=parameter.name, type=inner, many=many, default=parameter.default, input=declared
    )
