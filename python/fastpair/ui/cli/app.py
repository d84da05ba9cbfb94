"""The commands, put together."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated, Any, Literal, NamedTuple

import click

from ... import __version__
from .command import Command, Context, Group, Option, command_of, write_rows
from .screen import note, write, write_lines

_BAD_INPUT = 2
_NAME = "fastpair"
_COMPLETE = "_FASTPAIR_COMPLETE"
"""What a shell asks to complete, in the environment."""


class Entry(NamedTuple):
    """The module and example of a command."""

    module: str
    """It has a command of this name, or a function that is one; it is imported when that is asked for."""

    example: str
    """What may stand behind the name."""


_PANELS = {
    "Before the event": {
        "new": Entry("players", "open.xml --name 'Spring Open' --rounds 5 --entries entries.csv"),
        "register": Entry("players", "open.xml Adler Ann --grade 3d --country DE"),
        "rules": Entry("rules", "open.xml --bar 4d --handicap 2"),
        "groups": Entry("players", "open.xml --set 4d,2d,1k"),
        "join": Entry("actions", "open.xml Adler Meier"),
        "split": Entry("actions", "open.xml 'Adler / Meier'"),
        "team": Entry("players", "open.xml Lyon Adler Meier Kunz"),
        "parameters": Entry("rules", "open.xml"),
        "advise": Entry("files", "open.xml"),
        "status": Entry("files", "open.xml"),
        "info": Entry("files", "open.xml --list-absent"),
        "convert": Entry("files", "open.xml open.json"),
        "formats": Entry("rules", ""),
        "generate": Entry("files", "--players 120 --rounds 5 --output open.xml"),
    },
    "A round": {
        "draw": Entry("draw", "open.xml --write"),
        "condition": Entry("actions", "open.xml forbid Adler Meier --round 3"),
        "tables": Entry("actions", "open.xml --room 'Hall=1-40'"),
        "renumber": Entry("actions", "open.xml"),
        "publish": Entry("actions", "open.xml --round 3"),
        "pairings": Entry("pages", "open.xml --by-name --output pairings.pdf"),
        "slips": Entry("pages", "open.xml slips.pdf"),
        "result": Entry("actions", "open.xml 1 1-0 2 0-1"),
        "confirm": Entry("actions", "open.xml Adler Meier"),
        "absent": Entry("actions", "open.xml Adler --round 3"),
        "present": Entry("actions", "open.xml Adler"),
        "withdraw": Entry("actions", "open.xml Adler"),
        "swap": Entry("actions", "open.xml Adler Meier"),
        "colour": Entry("actions", "open.xml 12"),
        "handicap": Entry("actions", "open.xml 12 3"),
        "table": Entry("actions", "open.xml 12 1"),
        "bye": Entry("actions", "open.xml Adler"),
        "pair": Entry("actions", "open.xml Adler Meier"),
        "late": Entry("actions", "open.xml Adler"),
        "no-show": Entry("actions", "open.xml Adler --re-pair"),
        "unpair": Entry("actions", "open.xml 12"),
        "undo": Entry("actions", "open.xml"),
        "redo": Entry("actions", "open.xml"),
        "log": Entry("files", "open.xml"),
        "serve": Entry("pages", "open.xml --host 0.0.0.0"),
    },
    "After a round and after the event": {
        "playoff": Entry("actions", "open.xml Adler Meier"),
        "bonus": Entry("actions", "open.xml Adler 0.5 --round 3"),
        "standings": Entry("standings", "open.xml --output standings.html"),
        "wallist": Entry("standings", "open.xml --output wallist.pdf"),
        "prizes": Entry("standings", "open.xml prizes.toml"),
        "ratings": Entry("standings", "open.xml --class A"),
        "check": Entry("files", "open.xml"),
        "report": Entry("pages", "open.xml --output report.html"),
        "export": Entry("files", "open.xml results.h9"),
        "delete": Entry("files", "open.xml 'Spring Open'"),
    },
    "Questions about a draw": {
        "why": Entry("explain", "open.xml Adler Meier"),
        "why-not": Entry("explain", "open.xml Adler Meier"),
        "opponents": Entry("explain", "open.xml Adler"),
        "best": Entry("explain", "open.xml --k 5"),
        "whatif": Entry("explain", "open.xml --force Adler Meier --drop Kunz"),
        "heat-map": Entry("explain", "open.xml --round 3"),
        "quality": Entry("research", "open.xml --compare opengotha fastpair"),
    },
    "For studies and programmers": {
        "weights": Entry("explain", "open.xml --round 3 --output weights.npz"),
        "models": Entry("rules", "show fastpair"),
        "systems": Entry("rules", "cup"),
        "winning": Entry("explain", "open.xml congress.xml"),
        "simulate": Entry("research", "plan.toml --report simulation"),
        "merge": Entry("research", "plan.1-of-2.csv plan.2-of-2.csv --output plan.csv"),
        "conformance": Entry("research", "tournaments"),
        "bench": Entry("research", "--players 300 --kind gotha"),
    },
}
"""All commands, in the order and the panels of the help."""

COMMANDS = {name: entry for panel in _PANELS.values() for name, entry in panel.items()}

# A result such as -1 is no option.
_SETTINGS = {"result": {"ignore_unknown_options": True}}


class _Program(Group):
    """The program; its commands are created on first use."""

    def list_commands(self, ctx: Context) -> list[str]:
        """The names of all commands."""
        return [*COMMANDS]

    def get_command(self, ctx: Context, cmd_name: str) -> click.Command | None:
        """The command of a name."""
        if cmd_name not in COMMANDS:
            return None
        entry = COMMANDS[cmd_name]
        module = import_module(f".{entry.module}", __package__)
        loaded: Any = getattr(module, cmd_name.replace("-", "_"))
        command = (
            loaded
            if isinstance(loaded, Command)
            else command_of(loaded, cmd_name, context_settings=_SETTINGS.get(cmd_name, {}))
        )
        command.example = f"{cmd_name} {entry.example}".strip()
        return command

    def format_commands(self, ctx: Context, formatter: click.HelpFormatter) -> None:
        """Write the commands in panels."""
        for title, panel in _PANELS.items():
            write_rows(formatter, title, [*self.rows(ctx, panel)])


def program() -> Group:
    """The program with all of its commands."""
    return command_of(
        _fastpair,
        _NAME,
        _Program,
        help="Proven optimal draws for McMahon and Swiss tournaments of Go.",
        example="draw open.xml --write",
        invoke_without_command=True,
    )


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
    root = program()
    if _COMPLETE in os.environ:
        from click.shell_completion import shell_complete

        return shell_complete(root, {}, _NAME, _COMPLETE, os.environ[_COMPLETE])
    try:
        with root.make_context(_NAME, [*arguments] or ["--help"], obj=arguments) as context:
            return root.invoke(context) or 0
    except click.exceptions.Exit as done:
        return done.exit_code if arguments else _BAD_INPUT
    except click.UsageError as error:
        note(error.format_message())
        return _BAD_INPUT


def _fastpair(
    context: Context,
    version: Annotated[bool, Option(help="Show the version.")] = False,
    show_completion: Annotated[
        Literal["bash", "zsh", "fish"] | None,
        Option(
            help="Show the completion script of a shell.",
        ),
    ] = None,
) -> int:
    if version:
        write(f"fastpair {__version__}")
        context.exit()
    if show_completion is not None:
        from click.shell_completion import get_completion_class

        kind = get_completion_class(show_completion)
        assert kind is not None
        write_lines(kind(context.command, {}, _NAME, _COMPLETE).source())
        context.exit()
    return 0
