"""The commands, put together."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import click

from ... import __version__
from .command import Command, CommandGroup, Context, Option, command_of, write_rows
from .screen import note, write, write_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import ModuleType

_BAD_INPUT = 2
_NAME = "fastpair"
_COMPLETE = "_FASTPAIR_COMPLETE"
"""What a shell asks to complete, in the environment."""


class ListedCommand(NamedTuple):
    """The module and example of a command."""

    module: str
    """It has a command of this name, or a function that is one; relative to this package."""

    example: str
    """What may stand behind the name."""

    summary: str
    """The first paragraph of its help, which the list of the commands shows without importing them."""

    def load(self) -> ModuleType:
        """Import the module."""
        return import_module(f".{self.module}", __package__)


_PANELS = {
    "Before the event": {
        "new": ListedCommand(
            "players",
            "open.xml --name 'Spring Open' --rounds 5 --entries entries.csv",
            "Create a tournament file, with the players of a list if one is given.",
        ),
        "register": ListedCommand(
            "players",
            "open.xml Adler Ann --grade 3d --country DE",
            "Add a player, or all players of a list; or change a player.",
        ),
        "lists": ListedCommand(
            "players",
            "tournaments players_list_foa.zip --month 2026-11",
            "Load rating lists for the tournaments of a folder, or show which are loaded.",
        ),
        "identify": ListedCommand(
            "players",
            "open.xml egf_db.txt --alike order=list --write",
            "Show who the players are in a rating list, the doubtful first; decide, and save it.",
        ),
        "rules": ListedCommand(
            "rules",
            "open.xml --bar 4d --handicap 2",
            "Show or change the rules of a tournament and the facts of the event.",
        ),
        "groups": ListedCommand(
            "players",
            "open.xml --set 4d,2d,1k",
            "Show the McMahon groups, propose others or set them.",
        ),
        "join": ListedCommand(
            "actions",
            "open.xml Adler Meier",
            "Join two or three players to one entry, for pair go or rengo.",
        ),
        "split": ListedCommand(
            "actions",
            "open.xml 'Adler / Meier'",
            "Split a pair: its members are single players again.",
        ),
        "team": ListedCommand(
            "players",
            "open.xml Lyon Adler Meier Kunz",
            "Show the teams, add one or change one.",
        ),
        "lineup": ListedCommand(
            "actions",
            "open.json Lyon --round 3",
            "Set who plays for a team in one round.",
        ),
        "lineups": ListedCommand(
            "actions",
            "open.json 13:30 --round 3",
            "Let captains send line-ups by phone until a time.",
        ),
        "adjust": ListedCommand(
            "actions",
            "open.json Lyon --match-points -1 --reason 'Wrong order'",
            "Add or deduct match points and board points of a team, with a reason.",
        ),
        "parameters": ListedCommand(
            "rules",
            "open.xml",
            "Show or change the parameters of OpenGotha's weights, as TOML.",
        ),
        "advise": ListedCommand(
            "files",
            "open.xml",
            "Suggest a bar, rounds, groups and criteria, and find grades that do not fit ratings.",
        ),
        "status": ListedCommand(
            "files",
            "open.xml",
            "Show the state of a tournament and the next step.",
        ),
        "info": ListedCommand(
            "files",
            "open.xml --list-absent",
            "Show what a file contains, and what is missing before the next draw.",
        ),
        "convert": ListedCommand(
            "files",
            "open.xml open.json",
            "Convert a tournament to another file format, and list what that format cannot store.",
        ),
        "duplicate": ListedCommand(
            "files",
            "open.xml next.xml 'Open 2027'",
            "Create a tournament file with the players and rules of another one, for an event that has not begun.",
        ),
        "formats": ListedCommand(
            "rules",
            "",
            "List the file formats. A file is recognised by its content.",
        ),
        "generate": ListedCommand(
            "files",
            "--players 120 --rounds 5 --output open.xml",
            "Generate a test tournament with invented players.",
        ),
    },
    "A round": {
        "draw": ListedCommand(
            "draw",
            "open.xml --write",
            "Draw a round: the most boards possible, and of these draws the heaviest.",
        ),
        "condition": ListedCommand(
            "actions",
            "open.xml forbid Adler Meier --round 3",
            "Add a pairing constraint for two players, or remove it.",
        ),
        "tables": ListedCommand(
            "actions",
            "open.xml --room 'Hall=1-40'",
            "Set the rooms, the tables that are not used, and the fixed tables of players.",
        ),
        "renumber": ListedCommand(
            "actions",
            "open.xml",
            "Renumber the tables of a round, the best games first.",
        ),
        "publish": ListedCommand(
            "actions",
            "open.xml --round 3",
            "Publish a round, lock its boards, or unpublish it.",
        ),
        "pairings": ListedCommand(
            "pages",
            "open.xml --by-name --output pairings.pdf",
            "Show or print the pairings of a round by table, by name or by room.",
        ),
        "slips": ListedCommand(
            "pages",
            "open.xml slips.pdf",
            "Print result slips, eight on a page.",
        ),
        "website": ListedCommand(
            "pages",
            "open.xml website",
            "Write what is published as a folder of web pages, with a feed and a calendar.",
        ),
        "cards": ListedCommand(
            "pages",
            "open.xml cards.pdf --boards 10",
            "Print place cards for the boards of a round, or name cards of all players.",
        ),
        "result": ListedCommand(
            "actions",
            "open.xml 1 1-0 2 0-1",
            "Enter or correct results.",
        ),
        "phones": ListedCommand(
            "actions",
            "open.xml --both",
            "Set when results count that players report on their phones: immediately, or when both confirm.",
        ),
        "confirm": ListedCommand(
            "actions",
            "open.xml Adler Meier",
            "Confirm registrations. Only confirmed players are paired.",
        ),
        "absent": ListedCommand(
            "actions",
            "open.xml Adler --round 3",
            "Mark players as absent from a round.",
        ),
        "present": ListedCommand(
            "actions",
            "open.xml Adler",
            "Check players in for a round; preliminary players are confirmed.",
        ),
        "deadline": ListedCommand(
            "actions",
            "open.xml 11:45 --round 2",
            "Set the deadline of check-in: a round is paired without those who have not come by then.",
        ),
        "withdraw": ListedCommand(
            "actions",
            "open.xml Adler",
            "Withdraw players from all remaining rounds. Their games stay.",
        ),
        "numbers": ListedCommand(
            "actions",
            "club.json lot --seed 7",
            "Number the players of a round robin: by rating, entry or lot.",
        ),
        "schedule": ListedCommand(
            "actions",
            "club.json --publish",
            "Pair all rounds of a round robin by its table. Results can be entered in any order then.",
        ),
        "swap": ListedCommand(
            "actions",
            "open.xml Adler Meier",
            "Swap two players: each gets the opponent, table or bye of the other.",
        ),
        "colour": ListedCommand(
            "actions",
            "open.xml 12",
            "Exchange the colours at a table. The winner of the game stays the winner.",
        ),
        "handicap": ListedCommand(
            "actions",
            "open.xml 12 3",
            "Set the handicap at a table.",
        ),
        "table": ListedCommand(
            "actions",
            "open.xml 12 1",
            "Move a game to another table; a game there changes places with it.",
        ),
        "bye": ListedCommand(
            "actions",
            "open.xml Adler",
            "Assign the bye to another player, who gives up the place to the former one.",
        ),
        "pair": ListedCommand(
            "actions",
            "open.xml Adler Meier",
            "Pair two players who have no game in a round.",
        ),
        "late": ListedCommand(
            "actions",
            "open.xml Adler",
            "Pair a player who arrived late with another one, with somebody who has no game, or with the bye.",
        ),
        "no-show": ListedCommand(
            "actions",
            "open.xml Adler --re-pair",
            "Record that players with a game or bye did not come, and that others came late.",
        ),
        "unpair": ListedCommand(
            "actions",
            "open.xml 12",
            "Remove the game at a table. Its players have no game then.",
        ),
        "undo": ListedCommand(
            "actions",
            "open.xml",
            "Undo the last change of the file; again, the one before it.",
        ),
        "redo": ListedCommand(
            "actions",
            "open.xml",
            "Redo the change that was undone last, or one that another program has overwritten.",
        ),
        "log": ListedCommand(
            "files",
            "open.xml",
            "List all changes that fastpair has made to a file.",
        ),
        "serve": ListedCommand(
            "pages",
            "open.xml --host 0.0.0.0",
            "Start the director's page: players, draws, results, standings and prints.",
        ),
    },
    "After a round and after the event": {
        "playoff": ListedCommand(
            "actions",
            "open.xml Adler Meier",
            "Enter a play-off game outside of the rounds, which settles a tie.",
        ),
        "bonus": ListedCommand(
            "actions",
            "open.xml Adler 0.5 --round 3",
            "Give a player bonus points.",
        ),
        "standings": ListedCommand(
            "standings",
            "open.xml --output standings.html",
            "Show the standings after a round.",
        ),
        "wallist": ListedCommand(
            "standings",
            "open.xml --output wallist.pdf",
            "Show the wall list: the standings with every round of every player.",
        ),
        "prizes": ListedCommand(
            "standings",
            "open.xml prizes.toml",
            "Award the prizes of a plan, one to each player.",
        ),
        "board-prizes": ListedCommand(
            "standings",
            "teams.json --output boards.html",
            "Show the best players at each board of a team tournament.",
        ),
        "ratings": ListedCommand(
            "standings",
            "open.xml --class A",
            "Show the rating changes of a tournament.",
        ),
        "norms": ListedCommand(
            "standings",
            "open.json",
            "Show the title norms of a tournament of chess, and what is missing for them.",
        ),
        "check": ListedCommand(
            "files",
            "open.xml",
            "Check a tournament against its rules, and every draw against the optimum.",
        ),
        "report": ListedCommand(
            "pages",
            "open.xml --output report.html",
            "Report what is notable about a round, or write the report of the tournament.",
        ),
        "export": ListedCommand(
            "files",
            "open.xml results.h9",
            "Write the results file for a federation, checked as the federation would.",
        ),
        "unpack": ListedCommand(
            "files",
            "open.zip open.json",
            "Create a tournament file with its history from an archive.",
        ),
        "delete": ListedCommand(
            "files",
            "open.xml 'Spring Open'",
            "Delete a tournament: move the file with its history into the folder Deleted.",
        ),
    },
    "Questions about a draw": {
        "why": ListedCommand(
            "explain",
            "open.xml Adler Meier",
            "Explain why two players meet, and what the draw would lose without their game.",
        ),
        "why-not": ListedCommand(
            "explain",
            "open.xml Adler Meier",
            "Explain why two players do not meet: what it would cost, and which boards would change.",
        ),
        "opponents": ListedCommand(
            "explain",
            "open.xml Adler",
            "List all possible opponents of a player, with the cost to the whole draw.",
        ),
        "best": ListedCommand(
            "explain",
            "open.xml --k 5",
            "Count the equally good draws, and show what the next ones lose.",
        ),
        "whatif": ListedCommand(
            "explain",
            "open.xml --force Adler Meier --drop Kunz",
            "Show the best draw under other conditions, and what they cost.",
        ),
        "quality": ListedCommand(
            "quality",
            "open.xml --compare opengotha fastpair",
            "Compare the draws of a tournament with the best that were possible.",
        ),
    },
    "For studies and programmers": {
        "weights": ListedCommand(
            "explain",
            "open.xml --round 3 --output weights.npz",
            "Write the weights of all pairs of a round.",
        ),
        "models": ListedCommand(
            "rules",
            "show fastpair",
            "List the weight models and their parameters, or write one as a file.",
        ),
        "systems": ListedCommand(
            "rules",
            "cup",
            "List the systems that pair a round: what each guarantees, and when it fails.",
        ),
        "simulate": ListedCommand(
            "..research.commands",
            "plan.toml --report simulation",
            "Simulate tournaments by a plan, and compare the contenders.",
        ),
        "merge": ListedCommand(
            "..research.commands",
            "plan.1-of-2.csv plan.2-of-2.csv --output plan.csv",
            "Merge the results of all shards of a simulation.",
        ),
        "conformance": ListedCommand(
            "..research.commands",
            "tournaments",
            "Count the differences from OpenGotha's standings, groups, weights and draws.",
        ),
        "bench": ListedCommand(
            "..research.commands",
            "--players 300 --kind gotha",
            "Compare the matching with other exact solvers installed here.",
        ),
    },
}
"""All commands, in the order and the panels of the help."""

COMMANDS = {name: entry for panel in _PANELS.values() for name, entry in panel.items()}

# A result such as -1 is no option.
_SETTINGS = {"result": {"ignore_unknown_options": True}}


class _Program(CommandGroup):
    """The program; its commands are created on first use."""

    def list_commands(self, ctx: Context) -> list[str]:
        """The names of all commands."""
        return [*COMMANDS]

    def get_command(self, ctx: Context, cmd_name: str) -> click.Command | None:
        """The command of a name."""
        if cmd_name not in COMMANDS:
            return None
        entry = COMMANDS[cmd_name]
        loaded: Any = getattr(entry.load(), cmd_name.replace("-", "_"))
        command = (
            loaded
            if isinstance(loaded, Command)
            else command_of(loaded, cmd_name, context_settings=_SETTINGS.get(cmd_name, {}))
        )
        command.example = f"{cmd_name} {entry.example}".strip()
        return command

    def rows(self, ctx: Context, names: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Commands with what they do."""
        for name in names:
            yield name, COMMANDS[name].summary

    def format_commands(self, ctx: Context, formatter: click.HelpFormatter) -> None:
        """Write the commands in panels."""
        for title, panel in _PANELS.items():
            write_rows(formatter, title, [*self.rows(ctx, panel)])


def program() -> CommandGroup:
    """The program with all of its commands."""
    return command_of(
        _fastpair,
        _NAME,
        _Program,
        help="Proven optimal draws for tournaments: McMahon, Swiss, FIDE's Dutch system and others.",
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

        from ..engine.arguments import completion

        kind = get_completion_class(show_completion)
        assert kind is not None
        write_lines(kind(context.command, {}, _NAME, _COMPLETE).source())
        write_lines(completion(show_completion))
        context.exit()
    return 0
