"""``fastpair rules``, ``parameters``, ``models``, ``systems`` and ``formats``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ...app.actions import ACTIONS
from ...app.forms.inputs import read_parameters
from ...app.forms.value_texts import parameters_text
from ...parameters import title, value_at, walk
from ...report.sheet import Column
from . import command as option  # noqa: TC001 - the options are made of the annotations
from .actions import command_of as action_command
from .command import CommandGroup, Context, Option, PlacedArgument, command_of
from .screen import read_state, show_table, write, write_folded, write_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...app.documents.draw import SystemDescription
    from ...pairing.weights import WeightModel


def _show_unless_changed(file: Path, _: int | None, values: dict[str, Any]) -> bool:
    """Show the rules if nothing of them is to be changed."""
    changes = any(values[name] for name in ("rules", "event")) or values["name"] is not None
    if not changes:
        _show_rules(file)
    return changes


rules = action_command(
    ACTIONS["rules"],
    help_text="Show or change the rules of a tournament and the facts of the event.",
    prepare=_show_unless_changed,
)


def _show_rules(file: Path) -> None:
    from ...app.edits.settings import event_sentences, presets_met, rule_sentences, starting_groups

    tournament = read_state(file).tournament
    write(tournament.name or "(a tournament without a name)")
    for sentence in (*event_sentences(tournament), *rule_sentences(tournament)):
        write_folded(sentence, 0)
    if presets := presets_met(tournament.rules):
        write(f"preset: {', '.join(presets)}")
    for line in starting_groups(tournament) if tournament.event_kind.has_grades else ():
        write(line)


_Source = Annotated[
    Path | None,
    Option("--from", metavar="TOML", help="TOML file of parameters, as printed by this command."),
]


def _read_source(file: Path, _: int | None, values: dict[str, Any]) -> bool:
    """Add the parameters of a file to those of the command line, or show those of the tournament."""
    from ...app.history.state import read

    source, stated = values.pop("source"), values["parameters"]
    if source is not None:
        values["parameters"] = {**read_parameters(source), **stated}
    elif not stated:
        for line in parameters_text(read(file).tournament.rules.pairing).splitlines():
            write(line)
        return False
    return True


parameters = action_command(
    ACTIONS["parameters"],
    help_text="""Show or change the parameters of OpenGotha's weights, as TOML.

    Options go before the file. Other models are changed in TOML files; fastpair models show NAME
    writes one.
    """,
    more={"source": _Source},
    prepare=_read_source,
)


_Prices = Annotated[bool, Option(help="Show the relative prices of each model.")]


def _list(context: Context, prices: _Prices = False) -> int | None:
    """List the weight models with their parameters, defaults, units and sources."""
    if context.invoked_subcommand is not None:
        return None
    if prices:
        _show_prices()
        return 0
    from ...app.reports.info import weight_models

    for name, model in weight_models():
        write_folded(f"{name}: {title(type(model))}", indent=0)
        entries = list(_entries(model))
        for value, about in entries:
            write_folded(value, indent=2)
            write_folded(about, indent=6)
        if not entries:
            write("  Its parameters are in the tournament file.")
        write()
    return 0


def show(
    name: Annotated[str, PlacedArgument(help="Name of a model.")],
) -> int:
    """Write a model as a TOML file with comments, as a start for your own."""
    from ...app.reports.info import model_file

    for line in model_file(name).rstrip("\n").split("\n"):
        write(line)
    return 0


models = command_of(
    _list,
    "models",
    CommandGroup,
    help="List the weight models and their parameters, or write one as a file.",
    invoke_without_command=True,
    commands={"show": command_of(show, "show", example="models show fastpair")},
)


def _show_prices() -> None:
    """Show the prices of each model in a round of an invented tournament."""
    from ...app.reports.info import prices_of_models

    rows = []
    for name, (point, *others) in prices_of_models():
        times = (f"{price / point:.4f}" if point and price > 0 else "—" for price in others)
        rows.append([name, f"{point:,.0f}" if point > 0 else "—", *times])
    titles = ("Point", "Club", "Country", "Up again", "Down again", "Colour")
    show_table([Column("Model"), *(Column(title, right=True) for title in titles)], rows)


def _entries(model: WeightModel) -> Iterator[tuple[str, str]]:
    """Each parameter with its default, unit and source, and what it is."""
    for name, parameter in walk(model.parameters):
        default = value_at(model, name)
        words = f": {', '.join(parameter.choices)}" if parameter.choices else ""
        unit = f" ({parameter.unit})" if parameter.unit else ""
        yield (
            f"{name} = {_default_text(default)}{unit} [{parameter.source}]",
            f"{parameter.description}{words}",
        )


def _default_text(default: object) -> str:
    if isinstance(default, tuple):
        return ", ".join(default)
    return "none" if default is None else str(default)


_Name = Annotated[str | None, PlacedArgument(help="Name of a system; by default all of them.")]


def systems(name: _Name = None, json: option.Json = False) -> int:
    """List the systems that pair a round: what each guarantees, and when it fails.

    With NAME, lists the parameters of the system. fastpair draw FILE --system NAME --set
    KEY=VALUE draws a round with it.
    """
    from ...app.reports.info import systems_document

    document = systems_document(name)
    if json:
        write_json(document)
    else:
        for system in document["systems"]:
            _show_system(system, whole=name is not None)
    return 0


def _show_system(system: SystemDescription, *, whole: bool) -> None:
    """Show what a system is, and what can be set in it."""
    write_folded(f"{system['name']}: {system['title']} [{system['source']}]", indent=0)
    write_folded(f"guaranteed: {system['guarantees']}", indent=2)
    write_folded(f"but: {system['fails']}", indent=2)
    parameters = system["parameters"]
    if parameters and not whole:
        write_folded(f"parameters: {', '.join(parameters)}", indent=2)
    for name, parameter in parameters.items() if whole else ():
        words = f": {', '.join(parameter['choices'])}" if parameter["choices"] else ""
        unit = f" ({parameter['unit']})" if parameter["unit"] else ""
        source = f" [{parameter['source']}]" if parameter["source"] else ""
        default = _value_text(parameter["default"])
        write_folded(f"--set {name}={default}{unit}{source}{words}", indent=2)
        write_folded(parameter["description"], indent=6)
    if system["takes_model"]:
        write_folded("--model: a model of fastpair models, or a TOML file", indent=2)
    write()


def _value_text(default: object) -> str:
    if isinstance(default, bool):
        return str(default).lower()
    return "none" if default is None else str(default)


def formats() -> int:
    """List the file formats. A file is recognised by its content."""
    from ...app.reports.info import file_formats

    columns = (Column("Name"), Column("Format"), Column("Files"))
    rows = [[name, title, ", ".join(suffixes)] for name, title, suffixes in file_formats()]
    show_table(columns, rows)
    return 0
