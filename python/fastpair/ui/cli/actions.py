"""The commands of all actions, made of their declarations."""

from __future__ import annotations

from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...app.actions import ACTIONS, ActionContext
from ...errors import RuleError
from .change import EvenSo, change

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ...app.actions import Action, Argument
    from ...app.history.history_line import Entry


_File = Annotated[Path, typer.Argument(help="Tournament file.")]
_Round = Annotated[
    int | None,
    typer.Option(
        "--round", metavar="N", help="Round; by default the last in play, else the next to draw."
    ),
]


def command_of(
    action: Action,
    *,
    optional: bool = False,
    more: Mapping[str, Any] | None = None,
    prepare: Callable[[Path, int | None, dict[str, Any]], bool] = lambda *_: True,
) -> Callable[..., int]:
    """The command of an action.

    Parameters
    ----------
    optional
        Whether its positional arguments may be left out.
    more
        Annotations of further options by name, whose default is None.
    prepare
        Gets the file, the round and the values as typed, takes its further options from these, and says whether there is
        something left to do.
    """
    amend = ActionContext.with_costs if action.pairs else None

    def run(
        context: typer.Context,
        file: Path,
        round_number: int | None = None,
        even_so: bool = False,
        **values: Any,  # noqa: ANN401
    ) -> int:
        for one, other in action.conflicts(values):
            flags = " or ".join(f"--{action.arguments[name].option}" for name in (one, other))
            raise RuleError(f"expected either {flags}, got both")
        if not prepare(file, round_number, values):
            return 0
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
        *(_input(argument, optional=optional) for argument in action.arguments.values()),
        *(_parameter(name, annotation, None) for name, annotation in (more or {}).items()),
        *([_parameter("round_number", _Round, None)] if action.by_round else []),
        *([_parameter("even_so", EvenSo, False)] if action.confirms else []),
    ]
    run.__name__, run.__doc__ = action.name, action.help
    # typer reads both.
    run.__signature__ = Signature(inputs)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in inputs}
    return run


def _input(argument: Argument, *, optional: bool) -> Parameter:
    """The option or the positional argument of the command for an argument."""
    kind: Any = list[argument.type] if argument.many else argument.type  # type: ignore[name-defined]
    stated, default = argument.input, argument.default
    if argument.option:
        said: Any = typer.Option(f"--{argument.option}", metavar=stated.metavar, help=stated.help)
    else:
        said = typer.Argument(metavar=stated.metavar, help=stated.help)
        default = None if optional else default
    if default is None:
        kind = kind | None
    return _parameter(argument.name, Annotated[kind, said], default)


def _parameter(name: str, annotation: Any, default: Any = Parameter.empty) -> Parameter:  # noqa: ANN401
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


globals().update({name: command_of(action) for name, action in ACTIONS.items()})


def command_line(entry: Entry, file: Path) -> tuple[str, ...]:
    """The arguments of the command that does to a file what an entry of its history has done."""
    action, values = ACTIONS.get(entry.act), entry.values
    if action is None or not values:
        return entry.typed
    arguments = sorted(action.arguments.values(), key=lambda each: bool(each.option))
    words = [
        word
        for argument in arguments
        if argument.name in values
        for word in _words(argument, values[argument.name])
    ]
    if action.by_round and "round" in values:
        words += ["--round", str(values["round"])]
    return (str(file), *words, *(["--even-so"] if values.get("even_so") else []))


def _words(argument: Argument, value: Any) -> Iterator[str]:  # noqa: ANN401
    """A value as the command takes it."""
    for each in value if isinstance(value, list) else [value]:
        if argument.option:
            yield f"--{argument.option}"
        if each is not True:
            yield f"{each:g}" if isinstance(each, float) else str(each)
