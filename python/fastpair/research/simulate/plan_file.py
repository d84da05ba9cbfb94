"""Plans of simulations in files."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ...errors import FormatError, RuleError
from ...files import read_file
from ...formats import read
from ...formats.models import model_in
from ...formats.toml import TomlFile, TomlPath, unknown, words
from ...go.tournament import PairingRules
from ...pairing.systems import SYSTEMS, stated_system
from ...pairing.weights import MODELS, model_named
from ...parameters import quoted
from .execution import MOST_PLAYERS, refuse_too_many
from .plan import BY_WEIGHTS, Contender, Halving, Plan, Range, Sweep, swept

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from os import PathLike

    from ...formats.toml import TomlPath as Keys
    from ...pairing.weights import WeightModel
    from .plan import FieldPlan, Option


# ---- How a contender draws: its system or model, with its own parameters in it ----

_TRUTH = "truth"
"""The system that draws as the first contender would if it knew how strong everybody is."""


def check_contender(
    contender: Contender, file: TomlFile, path: TomlPath, options: TomlPath
) -> None:
    """Refuse a contender that cannot draw.

    Parameters
    ----------
    path, options
        Where the contender and its parameters stand in the file.

    Raises
    ------
    FormatError
        If there is no such system or model, or it has no such parameters.
    """
    if contender.by_weights:
        if not contender.text and contender.model not in MODELS:
            message = f"expected model = a file or one of {words(MODELS)}"
            raise file.wrong((*path, "model"), f"{message}, found {contender.model!r}")
        if "rules" in tomllib.loads(contender.text):
            message = f"{contender.model} has [rules], which plans do not read; take them out"
            raise file.wrong((*path, "model"), message)
        model_of(contender, file=file, path=options)
        return
    if contender.model:
        message = f"only system = {BY_WEIGHTS!r} draws by a model, not {contender.system!r}"
        raise file.wrong((*path, "model"), message)
    if contender.system == _TRUTH:
        if contender.options:
            raise file.wrong(options, f"system = {_TRUTH!r} has no options")
        return
    if contender.system not in SYSTEMS:
        message = f"expected system = one of {words((_TRUTH, *SYSTEMS))}"
        raise file.wrong((*path, "system"), f"{message}, found {contender.system!r}")
    try:
        stated_system(contender.system, contender.options)
    except RuleError as error:
        raise file.wrong(options, str(error)) from None


def model_of(
    contender: Contender, *, salt: int = 0, file: TomlFile | None = None, path: TomlPath = ()
) -> WeightModel:
    """The weight model of a contender that has one.

    Parameters
    ----------
    salt
        Seed of the model's luck.
    file, path
        Where its parameters stand, for the errors.

    Raises
    ------
    RuleError
        If there is no such model.
    FormatError
        If it has no such parameter, or not with such a value.
    """
    file = file or _nowhere(contender)
    if contender.text:
        content = tomllib.loads(contender.text)
        model = model_in(TomlFile(contender.model, contender.text, content), salt=salt)
    else:
        model = model_named(contender.model, salt=salt)
    if not contender.options:
        return model
    if model.parameters:
        return file.filled(model, _nested(contender), path, ())
    if not model.name.startswith("opengotha"):
        message = f"{contender.model} stands on levels or changes in some rounds; set its parameters there"
        raise file.wrong(path, message)
    pairing_of(contender, PairingRules(), file=file, path=path)
    return model


def pairing_of(
    contender: Contender, rules: PairingRules, *, file: TomlFile | None = None, path: TomlPath = ()
) -> PairingRules:
    """The parameters of OpenGotha's weights for a contender, which other models do not read.

    Parameters
    ----------
    rules
        Those that the contender does not name.
    file, path
        Where its parameters stand, for the errors.

    Raises
    ------
    FormatError
        If there is no such parameter, or not with such a value.
    """
    file = file or _nowhere(contender)
    usual: dict[str, Any] = {
        entry.name: getattr(rules, entry.name)
        for entry in fields(rules)
        if type(getattr(rules, entry.name)) in (bool, int, float)
    }
    changes: dict[str, Any] = {}
    for name, value in contender.options.items():
        if name not in usual:
            raise file.wrong((*path, name), unknown("parameter", name, usual))
        kind = type(usual[name])
        if type(value) is not kind and not (kind is float and type(value) is int):
            message = f"expected {name} = {usual[name]!r} or the like, found {quoted(value)}"
            raise file.wrong((*path, name), message)
        changes[name] = kind(value)
    return replace(rules, **changes)


def _nowhere(contender: Contender) -> TomlFile:
    """A file that stands for a contender that was not read from one."""
    return TomlFile(f"contender {contender.name!r}", "", {})


def _nested(contender: Contender) -> dict[str, Any]:
    """The parameters as tables in tables."""
    tables: dict[str, Any] = {}
    for name, value in contender.options.items():
        *outer, last = name.split(".")
        table = tables
        for key in outer:
            table = table.setdefault(key, {})
        table[last] = list(value) if isinstance(value, tuple) else value
    return tables


# ---- The table of a plan that makes many contenders of one, and may let the worse ones stop early ----

# ::
#
#     [sweep]
#     contender = "godraw2015"
#     samples = 20
#
#     [sweep.grid]
#     "coefficients.area" = [10, 100]
#
#     [sweep.random]
#     "coefficients.colour" = { low = 1, high = 1000, log = true }
#
#     [sweep.halving]
#     repeats = 10
#     factor = 3
#     score = { kendall = 1.0, handicap_stones = -0.1 }

_KEYS = ("contender", "grid", "random", "samples", "halving")
_PATH = ("sweep",)


def expanded(
    file: TomlFile, contenders: Sequence[Contender], seed: int
) -> tuple[list[Contender], Halving | None]:
    """The contenders with those of the sweep in place of the one that it varies.

    Raises
    ------
    FormatError
        If the sweep names what does not exist, or has an invalid value.
    """
    table = _table(file, file.content["sweep"], _PATH)
    for key in table:
        if key not in _KEYS:
            raise file.wrong((*_PATH, key), unknown("key", key, _KEYS))
    names = [contender.name for contender in contenders]
    if table.get("contender") not in names:
        message = f"expected contender = one of {words(names)}"
        raise file.wrong(
            (*_PATH, "contender"), f"{message}, found {quoted(table.get('contender'))}"
        )
    place = names.index(table["contender"])
    contenders_of_sweep = tuple(_swept(file, contenders[place], table, seed))
    return [*contenders[:place], *contenders_of_sweep, *contenders[place + 1 :]], _halving(
        file, table, contenders_of_sweep
    )


def options_in(
    file: TomlFile, table: object, path: TomlPath, name: str = ""
) -> Iterator[tuple[str, Option | tuple[Option, ...]]]:
    """The values of a table and of those in it, by dotted names.

    Raises
    ------
    FormatError
        If it is no table, or has a value that no parameter has.
    """
    for key, value in _table(file, table, path).items():
        where = (*path, *key.split("."))
        if isinstance(value, dict):
            yield from options_in(file, value, where, f"{name}{key}.")
        elif _is_option(value):
            yield f"{name}{key}", value
        elif isinstance(value, list) and all(map(_is_option, value)):
            yield f"{name}{key}", tuple(value)
        else:
            message = f"expected a number, a text or a list of them, found {quoted(value)}"
            raise file.wrong(where, message)


def _swept(
    file: TomlFile, base: Contender, table: Mapping[str, Any], seed: int
) -> Iterator[Contender]:
    grid: dict[str, tuple[Option, ...]] = {}
    for name, values in options_in(file, table.get("grid", {}), (*_PATH, "grid")):
        if not isinstance(values, tuple):
            where = (*_PATH, "grid", *name.split("."))
            raise file.wrong(where, f"expected a list of values, found {quoted(values)}")
        grid[name] = values
    random = dict(_ranges(file, table.get("random", {}), (*_PATH, "random")))
    numbers = {key: value for key, value in table.items() if key == "samples"}
    try:
        sweep = file.filled(Sweep(grid=grid, random=random), numbers, _PATH, _KEYS)
        contenders = tuple(swept(base, sweep, seed))
    except RuleError as error:
        raise file.wrong(_PATH, str(error)) from None
    for contender in contenders:
        check_contender(contender, file, _PATH, (*_PATH, "grid" if grid else "random"))
        yield contender


def _ranges(
    file: TomlFile, table: object, path: TomlPath, name: str = ""
) -> Iterator[tuple[str, Range]]:
    """The ranges of a table and of those in it, by dotted names."""
    for key, value in _table(file, table, path).items():
        where = (*path, *key.split("."))
        members = _table(file, value, where)
        if members and all(isinstance(inner, dict) for inner in members.values()):
            yield from _ranges(file, members, where, f"{name}{key}.")
            continue
        low, high, log = members.get("low"), members.get("high"), members.get("log", False)
        valid = members.keys() <= {"low", "high", "log"} and isinstance(log, bool)
        if not (valid and _is_number(low) and _is_number(high)):
            message = f"expected {key} = {{ low = 1, high = 100, log = true }} or the like"
            raise file.wrong(where, f"{message}, found {quoted(value)}")
        try:
            yield f"{name}{key}", Range(low=low, high=high, log=log)  # type: ignore[arg-type]
        except RuleError as error:
            raise file.wrong(where, str(error)) from None


def _halving(
    file: TomlFile, table: Mapping[str, Any], contenders: tuple[Contender, ...]
) -> Halving | None:
    if "halving" not in table:
        return None
    path = *_PATH, "halving"
    members = dict(_table(file, table["halving"], path))
    score = _table(file, members.pop("score", {}), (*path, "score"))
    for key, value in score.items():
        if not _is_number(value):
            message = f"expected a number for {key}, found {quoted(value)}"
            raise file.wrong((*path, "score", key), message)
    names = tuple(contender.name for contender in contenders)
    try:
        return file.filled(Halving(contenders=names, score=score), members, path, ("score",))
    except RuleError as error:
        raise file.wrong(path, str(error)) from None


def _table(file: TomlFile, value: object, path: TomlPath) -> Mapping[str, Any]:
    if isinstance(value, dict):
        return value
    raise file.wrong(path, f"expected a table {path[-1]}, found {quoted(value)}")


def _is_option(value: object) -> bool:
    return isinstance(value, str | bool) or _is_number(value)


def _is_number(value: object) -> bool:
    """Whether a value is a number that is finite."""
    return type(value) is int or (isinstance(value, float) and isfinite(value))


# ---- Plans as TOML ----

# ::
#
#     name = "how much areas cost"
#     repeats = 200
#     rounds = 5
#
#     [field]
#     players = 80
#
#     [[contender]]
#     model = "godraw2015"
#
#     [sweep]
#     contender = "godraw2015"
#     grid = { "coefficients.area" = [10, 100, 1000] }

T = TypeVar("T")

_OWN_KEYS = ("contender", "sweep")

_ONLY_WITH = {
    "players": ("congress", "uniform"),
    "lowest": ("uniform",),
    "highest": ("uniform",),
}
"""Keys of a field that say something with some shapes only."""


def read_plan(path: str | PathLike[str], *, most_players: int = MOST_PLAYERS) -> Plan:
    """Read a plan, and the files that it names; their paths start in the folder of the plan.

    Parameters
    ----------
    most_players
        How large a field may be.

    Raises
    ------
    FormatError
        If the file is no TOML, names something that does not exist, or has an invalid value.
    """
    file = TomlFile.read(path, "a plan")
    plan = _PlanFile(file).plan()
    try:
        refuse_too_many(plan, most_players)
    except RuleError as error:
        raise file.refused(("field",), file.content.get("field", {}), error) from None
    return plan


@dataclass(frozen=True)
class _PlanFile:
    """A file that is being read as a plan."""

    file: TomlFile

    def plan(self) -> Plan:
        content = self.file.content
        rest = {key: value for key, value in content.items() if key not in _OWN_KEYS}
        plan = self.file.filled(Plan(), rest, (), _OWN_KEYS)
        contenders = list(self._contenders(plan))
        halving = None
        if "sweep" in content:
            contenders, halving = expanded(self.file, contenders, plan.seed)
        field = self._with_tournament(plan.field)
        try:
            return replace(plan, field=field, contenders=tuple(contenders), halving=halving)
        except RuleError as error:
            raise self.file.wrong(("contender",), str(error)) from None

    def _read(self, name: str, path: Keys, read: Callable[[Path], T]) -> T:
        """What is in a file beside the plan; if nothing can be read there, say where it is named.

        Raises
        ------
        FormatError
            If it cannot be read.
        """
        neighbour = Path(self.file.path).parent / name
        try:
            return read(neighbour)
        except FormatError as error:
            if error.line is not None:
                raise  # it says what to mend there
            raise self.file.wrong(path, str(error)) from None

    def _with_tournament(self, field: FieldPlan) -> FieldPlan:
        table = self.file.content.get("field", {})
        for key, shapes in _ONLY_WITH.items():
            if key in table and field.shape not in shapes:
                shape = f"shape = {field.shape!r}"
                message = f"{key}={table[key]}: says nothing with {shape}; leave one of them out"
                raise self.file.wrong(("field", key), message)
        if not field.file:
            return field
        where = ("field", "file")
        content = self._read(field.file, where, read_file)
        tournament = self._read(field.file, where, read).tournament
        if sum(player.final for player in tournament.players) < 2:
            message = f"{field.file}: expected two players who are registered finally"
            raise self.file.wrong(where, message)
        return replace(field, tournament=tournament, content=sha256(content).hexdigest())

    def _contenders(self, plan: Plan) -> Iterator[Contender]:
        """The contenders of the tables, each of which has its place in the plan."""
        contenders: list[Contender] = []
        for table, path in self._tables():
            contenders.append(self._contender(table, path))
            try:
                replace(plan, contenders=tuple(contenders))
            except RuleError as error:
                raise self.file.refused(path, table, error) from None
        yield from contenders

    def _tables(self) -> Iterator[tuple[Mapping[str, Any], Keys]]:
        tables = self.file.content.get("contender", [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            message = f"expected tables [[contender]], found {quoted(tables)}"
            raise self.file.wrong(("contender",), message)
        for number, table in enumerate(tables):
            yield table, ("contender", number)

    def _contender(self, table: Mapping[str, Any], path: Keys) -> Contender:
        rest = {key: value for key, value in table.items() if key != "options"}
        usual = next(
            (table[key] for key in ("name", "model", "system") if key in table), BY_WEIGHTS
        )
        contender = self.file.filled(Contender(name=str(usual)), rest, path, ("options",))
        options = dict(options_in(self.file, table.get("options", {}), (*path, "options")))
        contender = replace(contender, options=options)
        if contender.by_weights:
            contender = replace(contender, model=contender.model or contender.name)
        if contender.model.lower().endswith(".toml"):
            model = self._read(contender.model, (*path, "model"), TomlFile.read)
            contender = replace(contender, text=model.text)
        check_contender(contender, self.file, path, (*path, "options"))
        return contender
