"""Plans as TOML.

::

    name = "how much areas cost"
    repeats = 200
    rounds = 5

    [field]
    players = 80

    [[contender]]
    model = "godraw2015"

    [sweep]
    contender = "godraw2015"
    grid = { "coefficients.area" = [10, 100, 1000] }
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ...errors import FormatError, RuleError
from ...formats import read
from ...formats.files import read_file
from ...formats.toml import TomlFile, quoted
from ...pairing.systems import Weighted
from .contenders import check_contender
from .expense import MOST_PLAYERS, refuse_too_many
from .plan import Contender, Plan
from .sweep_table import expanded, options_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from os import PathLike

    from ...formats.toml import Path as Keys
    from .plan import FieldPlan

__all__ = ["read_plan"]

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
        beside = Path(self.file.path).parent / name
        try:
            return read(beside)
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
        made: list[Contender] = []
        for table, path in self._tables():
            made.append(self._contender(table, path))
            try:
                replace(plan, contenders=tuple(made))
            except RuleError as error:
                raise self.file.refused(path, table, error) from None
        yield from made

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
            (table[key] for key in ("name", "model", "system") if key in table), Weighted.name
        )
        contender = self.file.filled(Contender(name=str(usual)), rest, path, ("options",))
        options = dict(options_in(self.file, table.get("options", {}), (*path, "options")))
        contender = replace(contender, options=options)
        if contender.system == Weighted.name:
            contender = replace(contender, model=contender.model or contender.name)
        if contender.model.lower().endswith(".toml"):
            model = self._read(contender.model, (*path, "model"), TomlFile.read)
            contender = replace(contender, text=model.text)
        check_contender(contender, self.file, path, (*path, "options"))
        return contender
