"""The commands of all actions, made of their declarations."""

from __future__ import annotations

from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...app.actions import ACTIONS, ActionContext
from .change import EvenSo, change

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...app.actions import Action, Argument


_File = Annotated[Path, typer.Argument(help="Tournament file.")]
_Round = Annotated[
    int | None,
    typer.Option(
        "--round", metavar="N", help="Round; by default the last in play, else the next to draw."
    ),
]


def _command(action: Action) -> Callable[..., int]:
    """The command of an action."""
    amend = ActionContext.with_costs if action.pairs else None

    def run(
        context: typer.Context,
        file: Path,
        round_number: int | None = None,
        even_so: bool = False,
        **values: Any,  # noqa: ANN401
    ) -> int:
        return change(
            context,
            file,
            lambda locked: action.perform(locked, round_number, values, amend=amend),
            even_so=even_so,
            in_history_alone=action.in_history,
        )

    inputs = [
        _parameter("context", typer.Context),
        _parameter("file", _File),
        *map(_input, action.arguments.values()),
        *([_parameter("round_number", _Round, None)] if action.by_round else []),
        *([_parameter("even_so", EvenSo, False)] if action.confirms else []),
    ]
    run.__name__, run.__doc__ = action.name, action.help
    # typer reads both.
    run.__signature__ = Signature(inputs)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in inputs}
    return run


def _input(argument: Argument) -> Parameter:
    """The option or the positional argument of the command for an argument."""
    kind: Any = list[argument.type] if argument.many else argument.type  # type: ignore[name-defined]
    stated = argument.input
    if argument.option:
        said: Any = typer.Option(argument.option, metavar=stated.metavar, help=stated.help)
    else:
        said = typer.Argument(metavar=stated.metavar, help=stated.help)
    if argument.default is None:
        kind = kind | None
    return _parameter(argument.name, Annotated[kind, said], argument.default)


def _parameter(name: str, annotation: Any, default: Any = Parameter.empty) -> Parameter:  # noqa: ANN401
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


globals().update({name: _command(action) for name, action in ACTIONS.items()})
