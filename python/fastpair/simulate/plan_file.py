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
from typing import TYPE_CHECKING, Any

from ..errors import RuleError
from ..formats import read
from ..formats.files import read_file
from ..formats.toml import TomlFile, quoted
from ..systems import Weighted
from .contenders import check_contender
from .plan import Contender, Plan
from .sweep_table import expanded, options_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from os import PathLike

    from ..formats.toml import Path as Keys
    from .plan import FieldPlan

__all__ = ["read_plan"]

_OWN_KEYS = ("contender", "sweep")


def read_plan(path: str | PathLike[str]) -> Plan:
    """Read a plan, and the files that it names; their paths start in the folder of the plan.

    Raises
    ------
    FormatError
        If the file is no TOML, names something that does not exist, or has an invalid value.
    """
    return _PlanFile(TomlFile.read(path, "a plan")).plan()


@dataclass(frozen=True)
class _PlanFile:
    """A file that is being read as a plan."""

    file: TomlFile

    def plan(self) -> Plan:
        content = self.file.content
        rest = {key: value for key, value in content.items() if key not in _OWN_KEYS}
        plan = self.file.filled(Plan(), rest, (), _OWN_KEYS)
        contenders = list(self._contenders())
        halving = None
        if "sweep" in content:
            contenders, halving = expanded(self.file, contenders, plan.seed)
        try:
            return replace(
                plan,
                field=self._with_tournament(plan.field),
                contenders=tuple(contenders),
                halving=halving,
            )
        except RuleError as error:
            raise self.file.wrong(("contender",), str(error)) from None

    def _beside(self, name: str) -> Path:
        return Path(self.file.path).parent / name

    def _with_tournament(self, field: FieldPlan) -> FieldPlan:
        if not field.file:
            return field
        path = self._beside(field.file)
        digest = sha256(read_file(path)).hexdigest()
        return replace(field, tournament=read(path).tournament, content=digest)

    def _contenders(self) -> Iterator[Contender]:
        tables = self.file.content.get("contender", [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            message = f"expected tables [[contender]], found {quoted(tables)}"
            raise self.file.wrong(("contender",), message)
        for number, table in enumerate(tables):
            yield self._contender(table, ("contender", number))

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
            model = TomlFile.read(self._beside(contender.model))
            contender = replace(contender, text=model.text)
        check_contender(contender, self.file, path, (*path, "options"))
        return contender
