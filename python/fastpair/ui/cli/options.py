"""The options of a command for all that can be stated, made from what the parameters say of themselves."""

from __future__ import annotations

from dataclasses import is_dataclass
from enum import StrEnum
from functools import wraps
from inspect import Parameter as Argument
from inspect import signature
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...errors import RuleError
from ...pairing.rules import Groups
from ...parameters import parameters, walk
from ..flags import flags_of
from .draw_options import groups, players_option

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ...parameters import Parameter


_NOT = "not_"
"""Before the name of a value: the argument of the option that states the opposite."""


def with_options(command: Callable[..., int]) -> Callable[..., int]:
    """A command whose arguments of dataclasses are options, one for each parameter in them."""
    known = signature(command, eval_str=True).parameters.values()
    made = {
        argument.name: (argument.annotation, dict(walk(parameters(argument.annotation))))
        for argument in known
        if isinstance(argument.annotation, type) and is_dataclass(argument.annotation)
    }
    arguments = [
        option
        for argument in known
        for option in (
            chain.from_iterable(map(_options, made[argument.name][1].values()))
            if argument.name in made
            else [argument.replace(kind=Argument.KEYWORD_ONLY)]
        )
    ]

    @wraps(command)
    def run(**values: Any) -> int:  # noqa: ANN401
        stated = {name: kind(**_stated(values, held)) for name, (kind, held) in made.items()}
        return command(**values, **stated)

    # typer reads both.
    run.__signature__ = signature(command).replace(parameters=arguments)  # type: ignore[attr-defined]
    run.__annotations__ = {argument.name: argument.annotation for argument in arguments}
    return run


def metavar_of(said: Parameter) -> str | None:
    """What the option of a value takes; None if it is a switch."""
    if said.kind == Groups:
        return "A B" if said.together == 2 else "A B..."
    return said.unit.upper() or {int: "N", float: "X", str: "WORD"}.get(said.kind)


def _options(said: Parameter) -> Iterator[Argument]:
    """The option that states a value, and the one that states the opposite, if there is one."""
    flags, _, opposite = flags_of(said.name).partition("/")
    yield _option(said, said.name, flags, f"{said.description}.")
    if opposite:
        yield _option(said, f"{_NOT}{said.name}", opposite, f"The opposite of {flags}.")


def _option(said: Parameter, name: str, flags: str, about: str) -> Argument:
    kind: Any = said.kind | None
    if said.kind == Groups:
        kind = list[str] | None
        option = players_option(flags, str(metavar_of(said)), about)
    elif said.choices:
        words: Any = StrEnum(said.name, {w: w for w in said.choices})  # type: ignore[misc]
        kind = words | None
        option = typer.Option(flags, help=about)
    elif said.kind is bool:
        option = typer.Option(flags, help=about)
    else:
        option = typer.Option(flags, metavar=metavar_of(said), min=said.least, help=about)
    annotation = Annotated[kind, option]
    return Argument(name, Argument.KEYWORD_ONLY, default=None, annotation=annotation)


def _stated(typed: dict[str, Any], held: dict[str, Parameter]) -> dict[str, Any]:
    """The values that are typed, taken from all others; what is not typed keeps its default.

    Raises
    ------
    RuleError
        If an option and its opposite are given.
    """
    stated = {}
    for name, said in held.items():
        value, opposite = typed.pop(name), typed.pop(f"{_NOT}{name}", None)
        if value and opposite:
            raise RuleError(f"expected either {' or '.join(flags_of(name).split('/'))}, got both")
        if opposite:
            value = False
        if value is not None:
            stated[name] = groups(value) if said.kind == Groups else _plain(value)
    return stated


def _plain(value: Any) -> Any:  # noqa: ANN401
    return value.value if isinstance(value, StrEnum) else value
