"""The commands of actions: each changes a tournament file and its history."""

from __future__ import annotations

from contextlib import contextmanager
from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ...app.actions import ACTIONS
from ...errors import FormatError, RuleError, in_file
from ..flags import draw_as_options, flags_of, option_words
from . import command as option
from .command import Context, Option, PlacedArgument
from .screen import note, showing, warn, worded, write, write_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import TypeAlias

    from ...app.actions.action import Action, Argument
    from ...app.actions.apply import Call, Origin
    from ...app.draws.no_show import NoShow
    from ...app.history.entries import Entry
    from ...app.history.state import CongressState


if TYPE_CHECKING:
    Completion: TypeAlias = Callable[[CongressState], Iterable[str]]
    """Completes the values with what the file holds, and says what is doubtful."""

    Preparation: TypeAlias = Callable[[Path, int | None, dict[str, Any]], bool | Completion]

EvenSo = Annotated[
    bool,
    Option(
        help="Allow changes to past scores, to what is entered, and to what players have seen.",
    ),
]


def perform(
    context: Context,
    file: Path,
    name: str,
    values: Mapping[str, Any],
    *,
    round_number: int | None = None,
    even_so: bool = False,
    complete: Completion = lambda _: (),
    source: CongressState | None = None,
) -> int:
    """Perform an action on a file, keep that in the history, and say what was done.

    All is said when the file is free for others again.

    Parameters
    ----------
    context
        The command.
    name, values, round_number
        The action, the values of its arguments and its round.
    even_so
        Whether scores of rounds that are played may become others, rounds that later ones rest on, and
        what players have already seen.
    complete
        Completes the values.
    source
        What a new file is made of; by default a tournament without players.

    Returns
    -------
    int
        The exit status.
    """
    from ...app.actions.apply import with_costs
    from ...app.actions.locking import LockedFile

    action, remarks, notes = ACTIONS[name], list[str](), list[str]()
    amend = with_costs if action.pairs else None
    new = (source or _unsaved(file)) if action.creates else None
    try:
        with naming(file), LockedFile.opened(file, new=new) as locked:
            if not (action.repairs or action.creates):
                remarks.extend(locked.remarks())
            doubts = [*complete(locked.state)]
            call = call_of(name, values, round_number, even_so=even_so)
            done = locked.do(call, origin_of(context), notes.append, amend=amend)
    finally:
        warn(*remarks)
        for line in notes:
            note(line)
    with showing(file):
        warn(*done.warnings, *doubts)
        for line in done.said:
            write(line)
    return 0


def _unsaved(file: Path) -> CongressState:
    """What a new file is made of; other commands do without the modules that make one."""
    from ...app.setup.creation import unsaved_state

    return unsaved_state(file)


@contextmanager
def naming(file: Path) -> Iterator[None]:
    """Refuse standard input; name another file in front of what its rules do not allow.

    Raises
    ------
    FormatError
        If it is standard input.
    """
    if str(file) == "-":
        raise FormatError(file, None, "standard input is no file that can be changed; name one")
    with in_file(file):
        yield


def call_of(
    name: str, values: Mapping[str, Any], round_number: int | None, *, even_so: bool
) -> Call:
    """The call of an action by a command."""
    from ...app.actions.apply import EVERYTHING_KNOWN, Call

    confirmed = EVERYTHING_KNOWN if even_so else frozenset[str]()
    return Call(action=name, values=values, round=round_number, confirmed=confirmed)


def origin_of(context: Context) -> Origin:
    """The command with its arguments, for the history."""
    from ...app.actions.apply import Origin

    return Origin("command", tuple(context.obj[1:]))


def command_of(
    action: Action,
    *,
    help_text: str = "",
    optional: bool = False,
    more: Mapping[str, Any] | None = None,
    prepare: Preparation = lambda *_: True,
) -> Callable[..., int]:
    """The command of an action.

    Parameters
    ----------
    help_text
        What it does, if that is more than the action.
    optional
        Whether its positional arguments may be left out.
    more
        Annotations of further options by name, whose default is None; and of the arguments that hold what
        is read of a file.
    prepare
        Gets the file, the round and the values as typed, takes its further options from these, and says whether there is
        something left to do, or what completes the values with what the file holds.
    """

    def run(
        context: Context,
        file: Path,
        round_number: int | None = None,
        even_so: bool = False,
        **values: Any,  # noqa: ANN401
    ) -> int:
        prepared = prepare(file, round_number, values)
        if not prepared:
            return 0
        for one, other in action.conflicts(values):
            flags = " or ".join(f"--{action.arguments[name].option}" for name in (one, other))
            raise RuleError(f"choose either {flags}, not both")
        return perform(
            context,
            file,
            action.name,
            values,
            round_number=round_number,
            even_so=even_so,
            complete=prepared if callable(prepared) else lambda _: (),
        )

    further = dict(more or {})
    stated = [
        _parameter(each.name, further.pop(each.name), None)
        if each.name in further
        else _input(each, optional=optional)
        for each in action.arguments.values()
        if each.name in further or not each.of_a_file
    ]
    inputs = [
        _parameter("context", Context),
        _parameter("file", option.NewFile if action.creates else option.ChangedFile),
        *stated,
        *(_parameter(name, annotation, None) for name, annotation in further.items()),
        *([_parameter("round_number", option.Round, None)] if action.by_round else []),
        *([_parameter("even_so", EvenSo, False)] if action.confirms else []),
    ]
    run.__name__, run.__doc__ = action.name, help_text or action.help
    run.__signature__ = Signature(inputs)  # type: ignore[attr-defined]
    return run


def _input(argument: Argument, *, optional: bool) -> Parameter:
    """The option or the positional argument of the command for an argument."""
    if argument.input.record:
        record = argument.record
        hint = record if argument.input.whole else Annotated[dict[str, Any], record]
        return _parameter(argument.name, hint)
    kind: Any = list[argument.type] if argument.many else argument.type  # type: ignore[name-defined]
    declaration, default = argument.input, argument.default
    if argument.option:
        is_tristate = argument.type is bool and default is None
        flag = flags_of(argument.name) if is_tristate else f"--{argument.option}"
        parameter: Any = Option(flag, metavar=declaration.metavar, help=declaration.help)
    else:
        parameter = PlacedArgument(metavar=declaration.metavar, help=declaration.help)
        default = None if optional else default
    if default is None:
        kind = kind | None
    return _parameter(argument.name, Annotated[kind, parameter], default)


def _parameter(name: str, annotation: Any, default: Any = Parameter.empty) -> Parameter:  # noqa: ANN401
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def __getattr__(name: str) -> Callable[..., int]:
    """Create the command of an action on first use."""
    action = ACTIONS.get(name)
    if action is None or action.page_only:
        raise AttributeError(name)
    return command_of(action)


def command_line(entry: Entry, file: Path) -> tuple[str, ...]:
    """The arguments of the command that does to a file what an entry of its history has done."""
    action, values = ACTIONS.get(entry.act), entry.values
    if entry.act == "draw" and values:
        even_so = ["--even-so"] if values.get("even_so") else []
        return (str(file), "--write", *draw_as_options(values), *even_so)
    if (
        action is None
        or action.page_only
        or not values
        or any(each.of_a_file for name, each in action.arguments.items() if name in values)
    ):
        return entry.typed
    values = action.current_values(values)
    arguments = sorted(action.arguments.values(), key=lambda each: bool(each.option))
    words = [
        word
        for argument in arguments
        if argument.name in values
        for word in _words(argument, values[argument.name])
    ]
    if action.by_round and "round" in values:
        words += ["--round", str(values["round"])]
    if action.confirms and values.get("even_so"):
        words.append("--even-so")
    return (str(file), *words)


def _words(argument: Argument, value: Any) -> Iterator[str]:  # noqa: ANN401
    """A value as the command takes it."""
    if argument.input.record:
        for name, each in value.items():
            yield from option_words(name, each)
    elif argument.type is bool and argument.default is None:
        yield from option_words(argument.name, value)
    else:
        for each in value if isinstance(value, list) else [value]:
            if argument.option:
                yield f"--{argument.option}"
            if each is not True:
                yield f"{each:g}" if isinstance(each, float) else str(each)


def _list_without_kind(file: Path, number: int | None, values: dict[str, Any]) -> bool:
    """List all conditions if no kind of condition is given."""
    values["players"] = values["players"] or []
    if values["kind"] is not None:
        return True
    if values["why"] or values["back"]:
        raise RuleError("--why and --back are for a condition, got none")
    _list(file, number)
    return False


def _list(file: Path, round_number: int | None) -> None:
    """Show the conditions of a round."""
    from ...app.actions.locking import LockedFile
    from ...app.history.units import Units
    from ...app.round_states import round_to_edit
    from ...app.rounds.conditions import describe_condition

    with naming(file), LockedFile.opened(file) as locked:
        remarks, units = [*locked.remarks()], Units.of(locked.state)
    number = round_to_edit(units.tournament, round_number)
    warn(*remarks)
    for each, record in units.congress.conditions(number).items():
        reason = f" ({record.why})" if record.why else ""
        write(
            f"round {number}: {describe_condition(units.tournament, each)}{reason}, {record.entry.door}"
        )


condition = command_of(ACTIONS["condition"], optional=True, prepare=_list_without_kind)


def _list_without_players(file: Path, number: int | None, values: dict[str, Any]) -> bool:
    """List who is expected, here, absent and late if no player is named."""
    values["players"], json = values["players"] or [], values.pop("json")
    if json and values["players"]:
        raise RuleError("name either players or --json, not both")
    if not values["players"]:
        numbers = values["rounds"] or [None]
        _list_attendance(file, number or numbers[0], json=bool(json))
    return bool(values["players"])


present = command_of(
    ACTIONS["present"],
    optional=True,
    more={"json": option.Json},
    prepare=_list_without_players,
)


def _list_attendance(file: Path, number: int | None, *, json: bool) -> None:
    """List the players of a round by their state, who is expected first."""
    from ...app.history.state import CongressState
    from ...app.round_states import round_to_edit
    from ...app.rounds.attendance import attendance_document

    with naming(file):
        state = CongressState.read(file)
        whole = state.tournament
        found = attendance_document(state, round_to_edit(whole, number))
    if json:
        write_json(found)
        return
    write(f"round {found['round']}")
    for name, keys in (
        ("expected", found["expected"]),
        ("late", found["late"]),
        ("absent", found["absent"]),
        ("withdrawn", found["withdrawn"]),
        ("not yet entered", found["not_entered"]),
        ("here", found["here"]),
    ):
        names = ", ".join(map(whole.name_of, keys))
        write(f"{name} {len(keys)}{': ' + names if names and name != 'here' else ''}")


_List = Annotated[
    Path | None,
    Option("--from", metavar="LIST", help="File of tables and results, or - for standard input."),
]


def _read_list(_: Path, _number: int | None, values: dict[str, Any]) -> bool:
    """Add the results of a list to those of the command line."""
    words, list_file = [*(values["results"] or ())], values.pop("list_file")
    if values["match"] is not None and list_file is not None:
        raise RuleError("choose either --match or --from, not both")
    if values["match"] is None and words == ["-"]:
        words, list_file = [], Path("-")
    if list_file is not None:
        from ...app.edits.results import read_result_list
        from ...files import read_file

        inputs = read_result_list(list_file, read_file(list_file, "results"))
        words += inputs
    values["results"] = words
    return True


result = command_of(ACTIONS["result"], optional=True, more={"list_file": _List}, prepare=_read_list)


_WAYS = ("re_pair", "limited", "bye_by_rule", "forfeit", "wait")


def _show_without_way(file: Path, number: int | None, values: dict[str, Any]) -> bool:
    """Show what each way would change if none is chosen."""
    values["players"] = values["players"] or []
    chosen = [name for name in _WAYS if values[name]]
    if len(chosen) > 1:
        raise RuleError("choose one of --re-pair, --limited, --bye-by-rule, --forfeit and --wait")
    if not chosen:
        _show(file, values["players"], values["late"] or (), number)
    return bool(chosen)


no_show = command_of(ACTIONS["no-show"], optional=True, prepare=_show_without_way)


def _show(
    file: Path, players: Sequence[str], late: Sequence[str], round_number: int | None
) -> None:
    """Show what each way would change."""
    from ...app.draws.no_show import no_shows
    from ...app.history.state import CongressState
    from ...app.round_states import round_to_edit

    with naming(file):
        state = CongressState.read(file)
        number = round_to_edit(state.tournament, round_number)
        found = no_shows(state, number, players, late)
        for each in found:
            write(f"--{each.way.value}")
            for line in _lines(each):
                write(f"  {line}")
    *others, last = [f"--{each.way.value}" for each in found if each.edit is not None] or [""]
    if last:  # of a round that is locked, nothing may be possible
        write(f"not written: {', '.join(others)}{' or ' if others else ''}{last} does it")


def _lines(each: NoShow) -> list[str]:
    """The changes of one way to record a no-show, or why it is impossible."""
    if each.edit is None:
        return [f"not possible: {worded(each.refused)}"] if each.refused else []
    return [*map(worded, each.lines), *(f"warning: {worded(w)}" for w in each.edit.warnings)]
