"""The options of commands, those made from the parameters of rules among them."""

from __future__ import annotations

from collections import deque
from dataclasses import is_dataclass
from enum import StrEnum
from functools import wraps
from inspect import Parameter as Argument
from inspect import signature
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from typer.core import TyperCommand

from ...errors import RuleError
from ...pairing.rules import Groups, StatedRules, described
from ...parameters import parameters, walk
from ..flags import flags_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ...parameters import Parameter


class PlayersOptions(TyperCommand):
    """A command whose ``--forbid A B`` and the like take several players, and can be repeated.

    The types of typer know one value for each; here the players are joined to one.
    """

    # typer does not export the context that this takes.
    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401
        """Join the players of each option, and parse."""
        return super().parse_args(ctx, list(_joined(args)))


_BETWEEN = "\x1f"
"""Stands between players who are joined: the unit separator of ASCII, which nobody types."""

_PLAYERS: dict[str, int | None] = {
    **{
        flags_of(name): said.together
        for name, said in described(StatedRules)
        if said.kind == Groups
    },
    "--keep": 2,
    "--discard": 2,
}
"""How many players the options take; None: all up to the next option."""


def _joined(arguments: list[str]) -> Iterator[str]:
    left = deque(arguments)
    while left:
        argument = left.popleft()
        option, with_value, value = argument.partition("=")
        if option not in _PLAYERS:
            yield argument
            continue
        values = [value] if with_value else []
        while left and len(values) != _PLAYERS[option] and not left[0].startswith("--"):
            values.append(left.popleft())
        yield from (option, _BETWEEN.join(values))


def players_option(option: str, metavar: str, about: str) -> Any:  # noqa: ANN401
    """An option that takes players."""
    return typer.Option(option, metavar=metavar, help=f"{about} Can be repeated.")


File = Annotated[Path, typer.Argument(help="Tournament file, or - for standard input.")]
RoundNumber = Annotated[
    int | None,
    typer.Option(
        "--round",
        metavar="N",
        help="Round, from 1; by default the first where somebody can be paired, but not one that "
        "is played and has left somebody over. With --redraw, the last that is drawn and lacks "
        "results.",
    ),
]
Absent = Annotated[
    list[str] | None,
    typer.Option(metavar="P", help="A player who misses the round. Can be repeated."),
]
Redraw = Annotated[
    bool,
    typer.Option(
        "--redraw",
        help="Discard the draw that the round has, and make another one. Games with a result, and "
        "those that are known to be imposed, stay.",
    ),
]
Keep = Annotated[
    list[str] | None, players_option("--keep", "A B", "Two players whose game stays with --redraw.")
]
Discard = Annotated[
    list[str] | None,
    players_option("--discard", "A B", "Two players whose game is discarded, result or not."),
]
DiscardAll = Annotated[
    bool,
    typer.Option(
        "--discard-all", help="Discard all games and the bye of the round, with the results."
    ),
]
Present = Annotated[
    list[str] | None,
    typer.Option(
        metavar="P", help="A player who takes part in the round after all. Can be repeated."
    ),
]
KeepMost = Annotated[
    bool,
    typer.Option(
        "--keep-most",
        help="Draw the round again, and change as few of its boards as possible: those that are "
        "published, or else those that are drawn. No new board is worse than the worst game of a "
        "fresh draw: wider, with more stones, a rematch, within a club.",
    ),
]
Fewest = Annotated[
    bool,
    typer.Option(
        "--fewest",
        help="The same, but new boards may be worse than that, and a warning names them. With "
        "--between it is a longer list.",
    ),
]
Between = Annotated[
    bool,
    typer.Option(
        "--between",
        help="The same, and list the draws between the fewest changes and the greatest weight.",
    ),
]
Choose = Annotated[
    int | None,
    typer.Option("--choose", metavar="K", min=1, help="Draw the K-th of the list of --between."),
]
WithoutResults = Annotated[
    bool,
    typer.Option(
        "--without-results", help="Write the draw though earlier rounds lack results or a draw."
    ),
]
Write = Annotated[
    bool, typer.Option("--write", help="Write the draw into FILE, and keep a backup beside it.")
]
OutputFile = Annotated[
    Path | None, typer.Option(help="Write FILE with the draw in it to another file.")
]
FileFormat = Annotated[
    str | None,
    typer.Option(
        "--format", metavar="FORMAT", help="By default what the suffix stands for, such as .json."
    ),
]
Overwrite = Annotated[
    bool, typer.Option("--overwrite", help="Replace the file if there is one; a backup stays.")
]
Encoding = Annotated[
    str | None,
    typer.Option(
        metavar="ENCODING",
        help="Of a list of entries that does not say it, such as cp1250; by default it is guessed.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Write JSON.")]
Lines = Annotated[
    bool,
    typer.Option(
        "--lines",
        help="Answer each line of standard input, a document in fastpair's own format, with a line: "
        "its draw, or what is wrong with it. The process stays until the input ends.",
    ),
]
Seed = Annotated[int, typer.Option(min=0, help="For systems and rules that draw lots.")]
SystemName = Annotated[
    str | None,
    typer.Option(
        "--system",
        metavar="NAME",
        help="A system of fastpair systems; by default the draw by the weights of the model.",
    ),
]
SystemParameters = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="A parameter of the system. Can be repeated."),
]
Model = Annotated[
    str | None,
    typer.Option(
        help="A model of fastpair models, or a TOML file, with rules too; by default OpenGotha's"
        " if FILE has parameters of its weights, and fastpair's otherwise."
    ),
]

ModelOfDraw = Annotated[
    str | None,
    typer.Option(
        help="A model of fastpair models, or a TOML file, with rules too; by default that of"
        " the draw, if the history beside FILE knows it, or else as for fastpair draw."
    ),
]
SeedOfDraw = Annotated[
    int | None,
    typer.Option(min=0, help="For models that draw lots; by default that of the draw."),
]


def groups(values: Iterable[str] | None) -> tuple[tuple[str, ...], ...]:
    """The players of an option that takes several."""
    return tuple(tuple(value.split(_BETWEEN)) if value else () for value in values or ())


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


PageOutput = Annotated[
    Path | None,
    typer.Option(help="File to write: *.html and *.pdf to print, *.csv or *.txt."),
]
Paper = Annotated[Literal["A4", "Letter"], typer.Option(help="Paper of a printed page.")]
Size = Annotated[
    Literal["small", "normal", "large"],
    typer.Option(help="Size of the letters on a printed page; large is read from three metres."),
]
LanguageCode = Annotated[
    str, typer.Option("--language", help="en, de, fr, es, it, cs, pl, ru, ja or zh.")
]
RoundWithGames = Annotated[
    int | None,
    typer.Option("--round", help="Number of the round; by default the last one that has games."),
]
After = Annotated[
    int | None,
    typer.Option(
        "--round", help="Rounds that count; by default all up to the last one with all results."
    ),
]
Criteria = Annotated[
    str | None,
    typer.Option(
        metavar="NAME,NAME...",
        help="Criteria such as MMS,SOSM,DC; by default those of the system that has drawn the "
        "tournament, if it brings any, or else those of the tournament.",
    ),
]
System = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="round-robin, cup or double-elimination: its criteria, whatever the history knows.",
    ),
]


PlanFile = Annotated[Path, typer.Argument(help="TOML file that says what is simulated.")]
ResultsOutput = Annotated[
    Path | None,
    typer.Option(help="File of results (.csv, .parquet); by default beside PLAN, .csv."),
]
Workers = Annotated[
    int | None,
    typer.Option(min=1, help="Processes of this machine; by default one for each processor."),
]
Scheduler = Annotated[
    str,
    typer.Option(metavar="ADDRESS", help="Scheduler of a Dask cluster whose workers play."),
]
Shard = Annotated[
    str, typer.Option(metavar="I/N", help="Play this part of the repeats, for fastpair merge.")
]
MostPlayers = Annotated[
    int, typer.Option(metavar="N", min=2, help="How large a field may be that is begun.")
]
Report = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Folder for a page with tables and plots.")
]
Reference = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="Contender to compare the others with; by default the first."
    ),
]
Measures = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="A measure to show, in the report too. Can be repeated."),
]
Results = Annotated[list[Path], typer.Argument(help="The results of all shards of a plan.")]
Merged = Annotated[Path, typer.Option(help="File of results (.csv, .parquet) to write.")]
