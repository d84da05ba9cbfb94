"""Commands from functions: annotated parameters are options and arguments, the docstring is the help."""

from __future__ import annotations

import inspect
import sys
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from functools import partial
from inspect import Parameter
from pathlib import Path
from shutil import get_terminal_size
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import click

from ...errors import RuleError
from ...facts import facts
from ...pairing.rules import LARGEST_SEED
from ...parameters import AllowedRange, parameters, parse_whole
from ...parameters import Parameter as Value
from ..flags import flags_of
from .screen import write_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence


Context = click.Context


class Option:
    """An option of a command, in the annotation of the parameter that gets its value.

    Parameters
    ----------
    flags
        Its names, such as ``--round``, before those of the opposite a slash; by default that of the
        parameter.
    help
        What it does.
    metavar
        What its value is called.
    min, max
        Of a number.
    group
        Title of the options in the help of a long command among which it is.
    goes_on
        Of an option that takes several values: whether a word is one more, by how many there are.
    """

    def __init__(
        self,
        *flags: str,
        help: str = "",  # noqa: A002 - as click has it
        metavar: str | None = None,
        min: float | None = None,  # noqa: A002 - as click has it
        max: float | None = None,  # noqa: A002 - as click has it
        group: str = "",
        goes_on: Callable[[int, str], bool] | None = None,
    ) -> None:
        self.flags, self.help, self.metavar = flags, help, metavar
        self.min, self.max, self.group, self.goes_on = min, max, group, goes_on


class PlacedArgument(Option):
    """An argument of a command that its place tells, in the annotation of its parameter."""


def words_option(
    flag: str, metavar: str, about: str, *, group: str = "", together: int | None = 2
) -> Option:
    """An option that takes so many words, or all up to the next option; it can be repeated."""

    def goes_on(count: int, word: str) -> bool:
        return count != together and not word.startswith("--")

    about = f"{about} Can be repeated."
    return Option(flag, metavar=metavar, help=about, group=group, goes_on=goes_on)


_BETWEEN = "\x1f"
"""Stands between values that are joined to one: the unit separator of ASCII, which nobody types."""


def groups(values: Iterable[str] | None) -> tuple[tuple[str, ...], ...]:
    """The values of an option that takes several."""
    return tuple(tuple(value.split(_BETWEEN)) if value else () for value in values or ())


# ---- Commands ----

_DOZEN = 12
"""So many options need no titles."""

_WIDEST_FLAG, _WIDEST_PAGE = 32, 120
"""Columns of a terminal that an option gets before its text, and that the help has at most."""

_WHOLE = 100_000
"""Columns of a help that is read by a program: a line for each option."""


class _Option(click.Option):
    """An option as click reads it."""

    declared: Option


class _Argument(click.Argument):
    """An argument as click reads it."""

    declared: Option


class Command(click.Command):
    """A command whose help has a line for each option, and ends with an example.

    Parameters
    ----------
    example
        A command line, without ``fastpair``.
    settings
        As of ``click.Command``.
    """

    def __init__(self, *, example: str = "", **settings: Any) -> None:  # noqa: ANN401
        help_option = _Option(
            ["-h", "--help"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_show_help,
        )
        help_option.declared = Option(help="Show this message and exit.")
        settings["params"] = [*settings.get("params", ()), help_option]
        super().__init__(add_help_option=False, **settings)
        self.example = example

    @property
    def summary(self) -> str:
        """The first paragraph of the help."""
        return " ".join((self.help or "").partition("\n\n")[0].split())

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Join the values of each option that takes several, and parse."""
        several = {
            flag: each.declared.goes_on
            for each in self.params
            if isinstance(each, _Option) and each.declared.goes_on
            for flag in each.opts
        }
        return super().parse_args(ctx, list(_join(args, several)) if several else args)

    def format_help(self, ctx: Context, formatter: click.HelpFormatter) -> None:
        """Write the usage, the text, the arguments, the options, and an example."""
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        arguments = [each for each in self.params if isinstance(each, _Argument)]
        rows = [(" ".join(each.get_usage_pieces(ctx)), _text_of(each)) for each in arguments]
        write_rows(formatter, "Arguments", rows)
        self.format_options(ctx, formatter)
        if self.example:
            formatter.write_paragraph()
            formatter.write_text(f"Example: fastpair {self.example}")

    def format_options(self, ctx: Context, formatter: click.HelpFormatter) -> None:
        """Write the options, those of a long command by what they are about."""
        options = [each for each in self.params if isinstance(each, _Option)]
        titled: dict[str, list[tuple[str, str]]] = {}
        for each in options:
            title = each.declared.group if len(options) > _DOZEN else ""
            name = " / ".join(filter(None, (", ".join(each.opts), ", ".join(each.secondary_opts))))
            row = name if each.is_flag else f"{name} {each.metavar}", _text_of(each)
            titled.setdefault(title, []).append(row)
        rest = titled.pop("", [])
        for title, rows in (*titled.items(), ("Other options" if titled else "Options", rest)):
            write_rows(formatter, title, rows)


class CommandGroup(Command, click.Group):
    """A command with commands of its own."""

    def resolve_command(
        self, ctx: Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of a name, or suggest similar names."""
        names = self.list_commands(ctx)
        if args[0] not in names and not ctx.resilient_parsing:
            near = " or ".join(map(repr, get_close_matches(args[0], names)))
            ctx.fail(f"No such command {args[0]!r}.{near and f' Did you mean {near}?'}")
        return super().resolve_command(ctx, args)

    def format_options(self, ctx: Context, formatter: click.HelpFormatter) -> None:
        """Write the options and the commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: Context, formatter: click.HelpFormatter) -> None:
        """Write the commands in the order that they have."""
        write_rows(formatter, "Commands", list(self.rows(ctx, self.list_commands(ctx))))

    def rows(self, ctx: Context, names: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Commands with what they do."""
        for name in names:
            command = self.get_command(ctx, name)
            if isinstance(command, Command):
                yield name, command.summary


def _show_help(context: Context, _: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        write_lines(help_of(context))
        context.exit()


def help_of(context: Context) -> str:
    """The help of the command: on a terminal as wide as that, and else a line for each option."""
    width = min(get_terminal_size().columns, _WIDEST_PAGE) if sys.stdout.isatty() else _WHOLE
    formatter = click.HelpFormatter(width=width)
    context.command.format_help(context, formatter)
    return formatter.getvalue().rstrip("\n")


def write_rows(formatter: click.HelpFormatter, title: str, rows: Sequence[tuple[str, str]]) -> None:
    """Write what stands below a title of the help, if anything does."""
    if rows:
        with formatter.section(title):
            formatter.write_dl(rows, col_max=_WHOLE if formatter.width == _WHOLE else _WIDEST_FLAG)


def _text_of(parameter: _Option | _Argument) -> str:
    """The help text of a parameter, its default, and its range."""
    declared, default = parameter.declared, parameter.default
    notes = []
    if isinstance(parameter, _Option) and parameter.required:
        notes.append("required")
    if isinstance(default, (str, int, float)) and not isinstance(default, bool) and default != "":
        notes.append(f"default: {default}")
    if declared.min is not None:
        most = "" if declared.max is None else f" to {declared.max}"
        notes.append(f"{declared.min}{most}" if most else f"at least {declared.min}")
    return f"{declared.help} [{'; '.join(notes)}]" if notes else declared.help


def _join(words: Sequence[str], several: dict[str, Callable[[int, str], bool]]) -> Iterator[str]:
    place = 0
    while place < len(words):
        flag, with_value, value = words[place].partition("=")
        place += 1
        if flag not in several:
            yield words[place - 1]
            continue
        values = [value] if with_value else []
        while place < len(words) and several[flag](len(values), words[place]):
            values.append(words[place])
            place += 1
        yield from (flag, _BETWEEN.join(values))


# ---- Commands of functions ----

_Kind = TypeVar("_Kind", bound=Command)


def command_of(
    function: Callable[..., int | None],
    name: str,
    kind: type[_Kind] = Command,  # type: ignore[assignment]
    **settings: Any,  # noqa: ANN401
) -> _Kind:
    """The command of a function, or a group of commands.

    A parameter is an `Option` or an `PlacedArgument` by its annotation. A dataclass stands for its fields:
    values that can be set, or parameters with annotations. The context is not typed.

    Parameters
    ----------
    function
        What the command does, and its exit status.
    name
        The name of the command.
    kind
        What is made.
    settings
        As of that.
    """
    arguments = _arguments_of(function)

    def run(**values: Any) -> int | None:  # noqa: ANN401
        return function(**{each.name: _value(each, values) for each in arguments})

    return kind(
        name=name,
        callback=run,
        params=[parameter for each in arguments for parameter in _parameters(each)],
        **{"help": inspect.getdoc(function), **settings},
    )


def _arguments_of(function: Callable[..., Any]) -> list[Parameter]:
    return [*inspect.signature(function, eval_str=True).parameters.values()]


def _fields(parameter: Parameter) -> list[Parameter]:
    """The fields of a dataclass that are options by their annotations, with the defaults meant here."""
    names, whole = _arguments_of(parameter.annotation), parameter.default
    if whole is Parameter.empty:
        return names
    return [each.replace(default=getattr(whole, each.name)) for each in names]


def _parameters(parameter: Parameter) -> Iterator[click.Parameter]:
    """Options and arguments for a parameter of a function."""
    hint: Any = parameter.annotation
    record = _record(hint)
    if record is not None:
        for value in _values(record).values():
            for made in _options(value, value.group or parameter.name.capitalize()):
                if value.kind is int and isinstance(made.type, _Number):
                    made.type = _Number(_reader(value))
                yield made
    elif is_dataclass(hint):
        for each in _fields(parameter):
            yield from _parameters(each)
    elif hint is not Context:
        kind, declared = get_args(hint)
        yield _parameter(parameter.name, kind, declared, parameter.default)


def _value(parameter: Parameter, values: dict[str, Any]) -> Any:  # noqa: ANN401
    """The value of a parameter of a function, from those of the command line."""
    hint: Any = parameter.annotation
    if hint is Context:
        return click.get_current_context()
    record = _record(hint)
    if record is not None:
        chosen = _chosen_values(values, _values(record))
        return record(**chosen) if record is hint else chosen
    if isinstance(hint, type) and is_dataclass(hint):
        return hint(**{each.name: _value(each, values) for each in _fields(parameter)})
    value = values[parameter.name]
    return (list(value) or parameter.default) if isinstance(value, tuple) else value


def _parameter(name: str, hint: Any, declared: Option, default: Any) -> click.Parameter:  # noqa: ANN401
    kind, many = _kind(hint)
    settings: dict[str, Any] = {"required": default is Parameter.empty}
    if default not in (Parameter.empty, None) or kind is bool:
        settings["default"] = default
    # Whoever says that an option is no flag lets it have no value.
    settings |= {"is_flag": True} if kind is bool else {"type": _type(kind, declared)}
    parameter: _Option | _Argument
    if isinstance(declared, PlacedArgument):
        nargs = -1 if many else 1
        parameter = _Argument([name], metavar=declared.metavar, nargs=nargs, **settings)
    else:
        flags = declared.flags or (f"--{name.replace('_', '-')}",)
        metavar = declared.metavar or _metavar(kind)
        parameter = _Option([name, *flags], metavar=metavar, multiple=many, **settings)
    parameter.declared = declared
    return parameter


def _kind(hint: Any) -> tuple[Any, bool]:  # noqa: ANN401
    """The type of one value, and whether there may be several."""
    if get_origin(hint) in (Union, UnionType):
        (hint,) = (each for each in get_args(hint) if each is not NoneType)
    if get_origin(hint) is list:
        return get_args(hint)[0], True
    return hint, False


if TYPE_CHECKING:
    _ParamType = click.ParamType[int]
else:
    _ParamType = click.ParamType  # which is generic from click 8.4 on


def _reader(value: Value) -> Callable[[str], int]:
    """What reads the text of a whole number of a record, by a rule of its own or by that of its parameter."""
    if value.written is not None:
        return lambda text: value.value_of(text) or 0  # by which none is stated
    return parse_whole if value.label else partial(value.read, from_text=True)


class _Number(_ParamType):
    """A whole number, which is read as by every interface."""

    name = "integer"

    def __init__(self, read: Callable[[str], int]) -> None:
        self._read = read

    def convert(self, value: Any, param: Any, ctx: Any) -> int:  # noqa: ANN401
        try:
            return value if isinstance(value, int) else self._read(value)
        except RuleError as error:
            option = param.opts[0] if param else self.name
            raise click.UsageError(f"{option}: {error.message.text}", ctx) from error


def _type(kind: Any, declared: Option) -> Any:  # noqa: ANN401
    if get_origin(kind) is Literal:
        return click.Choice(get_args(kind))
    if kind is Path:
        return click.Path(path_type=Path)
    if declared.min is not None or declared.max is not None:
        between = click.IntRange if kind is int else click.FloatRange
        return between(declared.min, declared.max)  # type: ignore[arg-type]
    return _Number(parse_whole) if kind is int else kind


def _metavar(kind: Any) -> str:  # noqa: ANN401
    """The placeholder of the value of an option."""
    if get_origin(kind) is Literal:
        return "|".join(get_args(kind))
    return {int: "N", float: "X", Path: "FILE"}.get(kind, "TEXT")


# ---- Options of dataclasses ----

_NOT = "not_"
"""Before the name of a value: the parameter of the option that states the opposite."""


def _record(hint: Any) -> Any:  # noqa: ANN401
    """The dataclass of values that can be set, or whose facts a dictionary states; None if it is none."""
    record = get_args(hint)[-1] if get_origin(hint) is Annotated else hint
    states = is_dataclass(record) and isinstance(record, type)
    return record if states and any("said" in each.metadata for each in fields(record)) else None


def _values(kind: Any) -> dict[str, Value]:  # noqa: ANN401
    """The values of a dataclass, without those of its parts."""
    own = (each for each in parameters(kind) if isinstance(each, Value))
    return dict(facts(kind)) or {value.name: value for value in own}


_GROUPS = tuple[tuple[str, ...], ...]
"""The kind of a value that is a list of lists of players."""


def metavar_of(value: Value) -> str | None:
    """The placeholder of an option; None for a switch."""
    if value.kind == _GROUPS:
        return "A B" if value.together == 2 else "A B..."
    return value.unit.upper() or {int: "N", float: "X", str: "WORD"}.get(value.kind)


def _options(value: Value, group: str) -> Iterator[click.Parameter]:
    """The option that states a value, and the one that states the opposite, if there is one."""
    flags, _, opposite = flags_of(value.name).partition("/")
    yield _option(value, value.name, flags, f"{value.description}.", group)
    if opposite:
        about = f"The opposite of {flags}."
        yield _option(value, f"{_NOT}{value.name}", opposite, about, group)


def _option(value: Value, name: str, flag: str, about: str, group: str) -> click.Parameter:
    kind: Any = value.kind
    metavar = metavar_of(value)
    if value.kind == _GROUPS:
        declared = words_option(flag, str(metavar), about, group=group, together=value.together)
        return _parameter(name, list[str], declared, None)
    if value.kind == tuple[str, ...]:
        declared = Option(flag, metavar=metavar, help=f"{about} Can be repeated.", group=group)
        return _parameter(name, list[str], declared, None)
    if value.choices:
        kind, metavar = Literal[value.choices], None
    limits = (
        AllowedRange() if value.label else value.range
    )  # with_facts refuses by the name of the fact
    declared = Option(
        flag, metavar=metavar, min=limits.least, max=limits.most, help=about, group=group
    )
    return _parameter(name, kind, declared, None)


def _chosen_values(arguments: dict[str, Any], options: dict[str, Value]) -> dict[str, Any]:
    """The values of the options in use; the others keep their defaults.

    Raises
    ------
    RuleError
        If an option and its opposite are given.
    """
    values = {}
    for name, option in options.items():
        value, opposite = arguments[name], arguments.get(f"{_NOT}{name}")
        if value and opposite:
            raise RuleError(f"choose either {' or '.join(flags_of(name).split('/'))}, not both")
        if opposite:
            value = False
        if value is not None and value != ():
            values[name] = groups(value) if option.kind == _GROUPS else value
    return values


# ---- Options of several commands ----


File = Annotated[Path, PlacedArgument(help="Tournament file, or - for standard input.")]
ChangedFile = Annotated[Path, PlacedArgument(help="Tournament file.")]
NewFile = Annotated[Path, PlacedArgument(help="Tournament file to create.")]
Round = Annotated[
    int | None,
    Option(
        "--round",
        help="Round; by default the last one in play, else the next one to pair.",
    ),
]
Write = Annotated[
    bool,
    Option(help="Save the draw in FILE, with a backup next to it.", group="Output"),
]
OutputFile = Annotated[
    Path | None, Option(help="Save FILE with the draw as another file.", group="Output")
]
FileFormat = Annotated[
    str | None,
    Option(
        "--format",
        metavar="FORMAT",
        help="File format; by default that of the suffix.",
        group="Output",
    ),
]
Overwrite = Annotated[
    bool,
    Option(help="Replace an existing file, and keep a backup.", group="Output"),
]
Encoding = Annotated[
    str | None,
    Option(
        metavar="ENCODING",
        help="Text encoding of a list, such as cp1250; by default it is detected.",
    ),
]
Names = Annotated[
    Literal["family-first", "given-first"] | None,
    Option(
        help="Order of whole names in a list, if its column does not show it.",
    ),
]
Sheet = Annotated[
    str | None,
    Option(metavar="SHEET", help="Sheet of a list in XLSX or ODS; by default the first one."),
]
Json = Annotated[bool, Option(help="Write JSON.", group="Output")]
Lines = Annotated[
    bool,
    Option(
        help="Read a JSON document per line from standard input, and answer each with a line.",
        group="Output",
    ),
]
Seed = Annotated[
    int,
    Option(min=0, max=LARGEST_SEED, help="Seed of random choices.", group="Weights and systems"),
]
SystemName = Annotated[
    str | None,
    Option(
        "--system",
        metavar="NAME",
        help="Pairing system; by default mcmahon, which draws by weights.",
        group="Weights and systems",
    ),
]
SystemParameters = Annotated[
    list[str] | None,
    Option(
        "--set",
        metavar="KEY=VALUE",
        help="Set a parameter of the system. Can be repeated.",
        group="Weights and systems",
    ),
]
Model = Annotated[
    str | None,
    Option(
        help="Weight model, or a TOML file of one; by default the one that FILE needs.",
        group="Weights and systems",
    ),
]

ModelOfDraw = Annotated[
    str | None,
    Option(
        help="Weight model, or a TOML file of one; by default that of the draw.",
        group="Weights and systems",
    ),
]
SeedOfDraw = Annotated[
    int | None,
    Option(
        min=0,
        max=LARGEST_SEED,
        help="Seed of random choices; by default that of the draw.",
        group="Weights and systems",
    ),
]


Paper = Annotated[Literal["A4", "Letter"], Option(help="Paper size.")]
LanguageCode = Annotated[
    str, Option("--language", help="Language: en, de, fr, es, it, cs, pl, ru, ja or zh.")
]
RoundWithGames = Annotated[
    int | None,
    Option("--round", help="Round; by default the last one with games."),
]
After = Annotated[
    int | None,
    Option("--round", help="Last round; by default the last complete one."),
]
Criteria = Annotated[
    str | None,
    Option(
        metavar="NAME,NAME...",
        help="Criteria, such as MMS,SOSM,DC; by default those of the tournament.",
    ),
]
System = Annotated[
    str | None,
    Option(
        metavar="NAME",
        help="Use the criteria of round-robin, cup or double-elimination.",
    ),
]
