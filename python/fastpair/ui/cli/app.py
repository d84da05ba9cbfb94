"""The commands, put together."""

from __future__ import annotations

import sys
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING, Annotated, cast

import typer

from ... import __version__
from .screen import note

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


_BAD_INPUT = 2

# typer passes on the errors of the click that it holds, but exports only this descendant.
_UsageError = cast("type[Exception]", typer.BadParameter.__mro__[1])

_PANELS = {
    "Before the event": {
        "new": "players",
        "register": "players",
        "rules": "rules",
        "groups": "players",
        "join": "actions",
        "split": "actions",
        "team": "players",
        "parameters": "rules",
        "advise": "info",
        "info": "info",
        "convert": "files",
        "formats": "rules",
        "generate": "files",
    },
    "A round": {
        "draw": "draw",
        "condition": "actions",
        "tables": "actions",
        "renumber": "actions",
        "publish": "actions",
        "pairings": "pages",
        "slips": "pages",
        "result": "actions",
        "absent": "actions",
        "present": "actions",
        "withdraw": "actions",
        "swap": "actions",
        "colour": "actions",
        "handicap": "actions",
        "table": "actions",
        "bye": "actions",
        "pair": "actions",
        "late": "actions",
        "no-show": "actions",
        "unpair": "actions",
        "undo": "info",
        "redo": "info",
        "log": "info",
        "serve": "pages",
    },
    "After a round and after the event": {
        "playoff": "actions",
        "bonus": "actions",
        "standings": "standings",
        "wallist": "standings",
        "prizes": "standings",
        "ratings": "standings",
        "check": "info",
        "report": "pages",
        "export": "files",
    },
    "Questions about a draw": {
        "why": "explain",
        "why-not": "explain",
        "opponents": "explain",
        "best": "explain",
        "whatif": "explain",
        "heat-map": "explain",
        "quality": "research",
    },
    "For studies and programmers": {
        "weights": "explain",
        "models": "rules",
        "systems": "rules",
        "winning": "explain",
        "simulate": "research",
        "merge": "research",
        "conformance": "research",
        "bench": "research",
    },
}
"""The module of each command, in the order and the panels of the help.

A module is imported when its command is asked for. It has a function of the command's name, or a
typer that holds further commands; what ``Typer.command`` needs besides
is in its ``SETTINGS``, by the function.
"""

COMMANDS = {name: module for panel in _PANELS.values() for name, module in panel.items()}
_PANEL_OF = {name: title for title, panel in _PANELS.items() for name in panel}


def app_of(names: Iterable[str]) -> typer.Typer:
    """The program with some of its commands."""
    app = typer.Typer(
        help="Proven optimal draws for McMahon and Swiss tournaments of Go.",
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"]},
        pretty_exceptions_enable=False,
    )
    app.callback()(_fastpair)
    for name in names:
        module = import_module(f".{COMMANDS[name]}", __package__)
        command = getattr(module, name.replace("-", "_"))
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name, rich_help_panel=_PANEL_OF[name])
        else:
            settings = getattr(module, "SETTINGS", {}).get(command.__name__, {})
            app.command(rich_help_panel=_PANEL_OF[name], **settings)(command)
    return app


def _asked(arguments: Sequence[str]) -> Iterable[str]:
    """The command that the arguments name; all for whatever else, such as the help."""
    return arguments[:1] if arguments and arguments[0] in COMMANDS else COMMANDS


def run(arguments: list[str]) -> int:
    """Run the command that the arguments name.

    Returns
    -------
    int
        Its exit status.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        # A terminal without a letter of somebody's name still gets the draw.
        sys.stdout.reconfigure(errors="replace")
    try:
        app = app_of(_asked(arguments))
        return app(arguments, prog_name="fastpair", standalone_mode=False, obj=arguments) or 0
    except _UsageError as error:
        message = error.format_message()  # type: ignore[attr-defined]
        if message:
            note(message)
        return _BAD_INPUT


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"fastpair {__version__}")
        raise typer.Exit


def _fastpair(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    pass
