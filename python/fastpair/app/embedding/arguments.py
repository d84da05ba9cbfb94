"""The arguments of an action in Python, as its call and the history hold them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields, make_dataclass, replace
from datetime import date
from enum import Enum
from functools import cache
from inspect import Parameter
from typing import TYPE_CHECKING, Any, Literal, get_origin, get_type_hints

from ...errors import FormatError, RuleError, argument_error, input_error
from ...facts import facts
from ...formats.fastpair.requests import RequestedDraw
from ...formats.json import Form, Forms, decode, is_of_wrong_type, with_plain_numbers
from ...go import tournament as domain
from ...go.tournament import Grade, Player
from ...pairing.draw import Constraints, stated_rules
from ...pairing.rules import StatedRules
from ...parameters import items, quoted, read_list
from ..actions import ACTIONS
from ..actions.apply import Call
from ..edits.outcome import CODES, UnconfirmedError
from ..edits.results import ResultInput
from ..entries.registration import NAMES, EntryTerms
from ..forms.inputs import RuleFacts
from ..forms.value_texts import typed_text, typed_texts

if TYPE_CHECKING:
    from ..actions.action import Argument
    from ..edits.outcome import Confirmation

__all__ = ["make_call", "members_of", "plain_value", "read_values", "unless_usual"]


@cache
def _stated_record(record: Any) -> type:  # noqa: ANN401
    """What JSON holds of the facts that are stated of a record."""
    kinds: Any = {
        name: (Literal[each.choices] if each.choices else each.kind) | None
        for name, each in facts(record).items()
    }
    if record is Player:
        kinds |= dict.fromkeys(NAMES, str | None)
    members = [(name, kind, field(default=None)) for name, kind in kinds.items()]
    return make_dataclass(record.__name__, members, kw_only=True)


_FORMS = Forms(
    {**vars(domain), "date": date},
    own={ResultInput: Form("a result", ResultInput)},
    closed=(
        _stated_record(domain.Event),
        _stated_record(domain.PairingRules),
        _stated_record(Player),
        _stated_record(RuleFacts),
        StatedRules,
        EntryTerms,
    ),
)


def make_call(
    action: str,
    values: Mapping[str, object],
    round: int | None,
    confirmed: Confirmation,
) -> Call:
    """The call of an action with what was stated of its values.

    Raises
    ------
    InputError
        If a value is none of its argument, which the message names; one of a wrong type is a TypeError, too.
    """
    stated = read_values(action, {**values, **({} if round is None else {"round": round})})
    answered = confirmed.codes if isinstance(confirmed, UnconfirmedError) else confirmed
    codes = read_list(answered, "confirmed")
    for code in codes:
        if not isinstance(code, str) or code not in CODES:
            known = ", ".join(sorted(CODES))
            message = f"no question {quoted(code)}; choose from {known}"
            raise input_error(code, str, message, about="confirmed")
    for argument in ACTIONS[action].arguments.values():
        is_required = argument.default is Parameter.empty and not argument.input.record
        if is_required and argument.name not in stated:
            raise input_error(
                None, (), "expected a value, found nothing", about=argument.python_name
            )
    number = stated.pop("round", None)
    return Call(action=action, round=number, values=stated, confirmed=frozenset(codes))


def plain_value(value: Any) -> Any:  # noqa: ANN401
    """What was stated of a value, as JSON holds it: lists are read once, and what is None is left out."""
    if isinstance(value, Mapping):
        return {name: plain_value(each) for name, each in value.items() if each is not None}
    if isinstance(value, Player):
        return value.key
    if isinstance(value, Constraints):
        return plain_value(_as_stated(value))
    if isinstance(value, Grade | date):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, set | frozenset):
        return sorted(map(plain_value, value))
    inner = items(value)
    return value if inner is None else [plain_value(each) for each in inner]


def _as_stated(constraints: Constraints) -> dict[str, Any]:
    """Constraints by the names of `StatedRules`.

    Raises
    ------
    RuleError
        If they are about attributes, which are rules of the tournament, or about former games.
    """
    if constraints.met or constraints.never_same or constraints.avoid_same:
        message = "attributes that keep players apart are rules of the tournament, and its games say who has met"
        raise RuleError(message, about="constraints")
    return {
        **stated_rules(constraints),
        "prefer": constraints.prefer,
        "prefer_not": constraints.prefer_not,
        "preference_weight": constraints.preference_weight,
    }


@cache
def _form(action: str) -> Form:
    """The values of an action, as JSON would hold them."""
    members: list[Any] = []
    if ACTIONS[action].by_round and action != "draw":
        members.append(("round", int, field(default=None)))
    for argument in ACTIONS[action].arguments.values():
        if argument.input.whole:
            hints = get_type_hints(RequestedDraw)
            members += [
                (entry.name, hints[entry.name], field(default=None, metadata=entry.metadata))
                for entry in fields(RequestedDraw)
            ]
            switches = [entry for entry in fields(argument.record) if entry.type == "bool"]
            members += [
                (entry.name, bool, field(default=False))
                for entry in switches
                if entry.name not in hints
            ]
        elif argument.input.record:
            record = argument.record
            stated = _stated_record(record) if facts(record) else record
            members.append((argument.name, stated, field(default=None)))
        elif get_origin(argument.type) is dict:
            entries = Mapping[str, Any] if _holds_entries(argument) else Any
            members.append((argument.name, Mapping[str, entries], field(default=None)))  # type: ignore[valid-type]
        elif not argument.of_a_file:
            kind: Any = argument.type if argument.value is None else argument.type | argument.value
            kind = tuple[kind, ...] if argument.many else kind
            members.append((argument.name, kind, field(default=None)))
    form = _FORMS.of(make_dataclass(action.replace("-", "_"), members, kw_only=True))
    return replace(form, read=None)  # what a value means, the action itself says


def _holds_entries(argument: Argument) -> bool:
    """Whether an argument holds what is known of players, by their keys."""
    return argument.type == dict[str, dict[str, Any]]


def _typed(action: str, name: str, value: Any) -> Any:  # noqa: ANN401
    """A value of an action, in which those of Python's own stand as they are typed."""
    argument = ACTIONS[action].arguments.get(name)
    if argument is None or value is None:
        return value
    if argument.input.several:
        return typed_text(value, tuple[str, ...])
    if isinstance(value, Mapping):
        if argument.input.record and not argument.input.whole:
            return typed_texts(argument.record, value)
        if _holds_entries(argument):
            return {
                key: typed_texts(Player, entry) if isinstance(entry, Mapping) else entry
                for key, entry in value.items()
            }
    return value


def read_values(action: str, values: Mapping[str, object]) -> dict[str, Any]:
    """The values of an action that are stated, as JSON holds them.

    Raises
    ------
    InputError
        If one is none of its argument, at its place.
    """
    try:
        return _read_values(action, values)
    except FormatError as error:
        raise argument_error(_renamed(action, error), of_type=is_of_wrong_type(error)) from None


def _renamed(action: str, error: FormatError) -> FormatError:
    """The same error with the name that the argument has in Python."""
    first, *more = error.pointer.removeprefix("/").split("/")
    argument = ACTIONS[action].arguments.get(first)
    if argument is None or argument.python_name == first:
        return error
    place = "/".join(("", argument.python_name, *more))
    return FormatError(error.path, error.line, error.detail, pointer=place)


def _read_values(action: str, values: Mapping[str, object]) -> dict[str, Any]:
    typed = {name: _typed(action, name, value) for name, value in values.items()}
    stated = with_plain_numbers(action, plain_value(typed))
    decode(action, stated, _form(action))
    for argument in ACTIONS[action].arguments.values():
        if _holds_entries(argument):
            for key, entry in stated.get(argument.name, {}).items():
                decode(f"{action}: {key}", entry, _FORMS.of(_stated_record(Player)))
    records = {each.name for each in ACTIONS[action].arguments.values() if each.input.record}
    return {name: value for name, value in stated.items() if value or name not in records}


def unless_usual(value: object, usual: str) -> object:
    """The value, of any type, or None for the usual one."""
    return None if isinstance(value, str) and value == usual else value


def members_of(
    function: str, values: Mapping[str, Any], *kinds: type[Any]
) -> tuple[dict[str, Any], ...]:
    """The keyword arguments of a function that are fields of dataclasses, for each of these.

    Raises
    ------
    TypeError
        If one is a field of none.
    """
    names = [facts(kind) or [each.name for each in fields(kind)] for kind in kinds]
    parts = [{name: values[name] for name in some if name in values} for some in names]
    if unknown := values.keys() - {name for part in parts for name in part}:
        raise TypeError(f"{function}() got an unexpected keyword argument {min(unknown)!r}")
    return tuple(parts)
