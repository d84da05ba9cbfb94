"""The options that state rules, made from the descriptions of the rules."""

from __future__ import annotations

from enum import StrEnum
from functools import wraps
from inspect import Parameter, signature
from types import NoneType
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin, get_type_hints

import typer

from ...errors import RuleError
from ...pairing.rules import Groups, StatedRules, described
from .draw_options import groups, players_option

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ...pairing.rules import Rule

__all__ = ["with_rules"]

_HINTS = get_type_hints(StatedRules)
_OPPOSITE = "not_"
"""Before the name of a rule: the parameter of its opposite."""


def with_rules(command: Callable[..., int]) -> Callable[..., int]:
    """A command whose parameter ``rules`` is stated by options, those that name players first."""
    known = dict(signature(command, eval_str=True).parameters)
    place = list(known).index("rules")
    others = [
        parameter.replace(kind=Parameter.KEYWORD_ONLY)
        for name, parameter in known.items()
        if name != "rules"
    ]
    rules = sorted(described(StatedRules), key=lambda rule: _HINTS[rule[0]] != Groups)
    made = [parameter for name, said in rules for parameter in _parameters(name, said)]
    parameters = [*others[:place], *made, *others[place:]]

    @wraps(command)
    def run(**values: Any) -> int:  # noqa: ANN401
        typed = {parameter.name: values.pop(parameter.name) for parameter in made}
        return command(**values, rules=_stated(typed))

    # typer reads both.
    run.__signature__ = signature(command).replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _parameters(name: str, said: Rule) -> Iterator[Parameter]:
    """The parameters of a command for a rule: one for its option, one for its opposite if any."""
    hint = _HINTS[name]
    if hint == Groups:
        about = players_option(said.option, said.metavar, said.help)
        yield _parameter(name, list[str] | None, about)
    elif _is_switch(hint):
        yield _parameter(name, bool, typer.Option(said.option, help=said.help), default=False)
        if said.opposite:
            about = typer.Option(said.opposite, help=said.opposite_help)
            yield _parameter(f"{_OPPOSITE}{name}", bool, about, default=False)
    elif get_origin(hint) is Literal:
        words = StrEnum(name, {word: word for word in get_args(hint)[1:]})  # type: ignore[misc]
        yield _parameter(name, words | None, typer.Option(said.option, help=said.help))
    else:
        about = typer.Option(said.option, metavar=said.metavar, min=said.least, help=said.help)
        yield _parameter(name, hint, about)


def _parameter(name: str, kind: Any, about: Any, default: object = None) -> Parameter:  # noqa: ANN401
    annotation = Annotated[kind, about]
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _is_switch(hint: Any) -> bool:  # noqa: ANN401
    return {hint, *get_args(hint)} - {NoneType} >= {bool}


def _stated(typed: Mapping[str, Any]) -> StatedRules:
    """The rules that the values of options state.

    Raises
    ------
    RuleError
        If an option and its opposite are given.
    """
    stated: dict[str, Any] = {}
    for name, said in described(StatedRules):
        value, opposite = typed[name], typed.get(f"{_OPPOSITE}{name}", False)
        if value and opposite:
            raise RuleError(f"expected either {said.option} or {said.opposite}, got both")
        if _HINTS[name] == Groups:
            stated[name] = groups(value)
        elif _is_switch(_HINTS[name]):
            stated |= {name: value} if value or opposite else {}
        elif value is not None:
            stated[name] = value.value if isinstance(value, StrEnum) else value
    return StatedRules(**stated)
