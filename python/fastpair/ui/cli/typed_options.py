"""Options for everything that can be typed of a tournament, made from the fields that say what they are."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import wraps
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["with_typed"]


def with_typed(command: Callable[..., int]) -> Callable[..., int]:
    """A command whose parameters of a typed dataclass are options, one for each field."""
    known = signature(command, eval_str=True).parameters.values()
    made = {
        parameter.name: (parameter.annotation, _options(parameter.annotation))
        for parameter in known
        if isinstance(parameter.annotation, type) and is_dataclass(parameter.annotation)
    }
    parameters = [
        option
        for parameter in known
        for option in (
            made[parameter.name][1]
            if parameter.name in made
            else [parameter.replace(kind=Parameter.KEYWORD_ONLY)]
        )
    ]

    @wraps(command)
    def run(**values: Any) -> int:  # noqa: ANN401
        typed = {
            name: kind(**{option.name: values.pop(option.name) for option in options})
            for name, (kind, options) in made.items()
        }
        return command(**values, **typed)

    # typer reads both.
    run.__signature__ = signature(command).replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _options(kind: type[Any]) -> list[Parameter]:
    """The parameters for the fields of a dataclass."""
    hints = get_type_hints(kind)
    return [
        Parameter(
            entry.name,
            Parameter.KEYWORD_ONLY,
            default=None,
            annotation=Annotated[
                hints[entry.name],
                typer.Option(
                    entry.metadata["flags"],
                    metavar=entry.metadata["metavar"],
                    help=entry.metadata["help"],
                ),
            ],
        )
        for entry in fields(kind)
    ]
