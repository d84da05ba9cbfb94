"""Weight models as TOML: a published model, and what a director changes in it.

::

    model = "godraw2015"
    remove = ["banding"]
    even = "match-ex"

    [coefficients]
    area = 250.0

    [[add]]
    term = "finnish"

    [[rounds]]
    first = 1
    last = 2
    even = "mix"

    [levels]
    mms = 1
    even = 2
    ...
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..errors import RuleError
from ..go.tournament import Grade, Player, Tournament
from ..pairing.field import Field
from ..pairing.weights import MODELS, model_named
from ..pairing.weights.added_terms import ADDED_TERMS
from ..pairing.weights.model import ByRounds, Levelled, RoundRange
from ..parameters import Parameter, Section, parameters, quoted, title
from .toml import RULES_TEXT, TomlFile, TomlPath, toml_text, unknown, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from os import PathLike

    from ..pairing.weights import WeightModel
    from ..pairing.weights.added_terms import AddedTerm


_OWN_KEYS = ("model", "remove", "add", "rounds", "levels", "rules")


def read_model(path: str | PathLike[str], *, salt: int = 0) -> WeightModel:
    """Read a model from a TOML file.

    Parameters
    ----------
    salt
        Seed of the model's luck.

    Raises
    ------
    FormatError
        If the file is no TOML, names something that does not exist, or has an invalid value.
    """
    return model_in(TomlFile.read(path), salt=salt)


def model_in(file: TomlFile, *, salt: int = 0) -> WeightModel:
    """The model in what was read already, see `read_model`.

    Raises
    ------
    FormatError
        If it names what does not exist or cannot be.
    """
    return _ModelFile(file).model(salt)


@dataclass(frozen=True)
class _ModelFile:
    """A file that is being read as a model."""

    file: TomlFile

    def model(self, salt: int) -> WeightModel:
        content = self.file.content
        name = content.get("model")
        if not isinstance(name, str) or name not in MODELS:
            where = ("model",) if "model" in content else ()
            raise self.file.wrong(
                where, f"expected model = one of {words(MODELS)}, found {quoted(name)}"
            )
        model = self._parametrised(model_named(name, salt=salt))
        return self._levelled(model, content["levels"]) if "levels" in content else model

    def _parametrised(self, model: WeightModel) -> WeightModel:
        """The model with everything that the file says but its levels."""
        own = ("model", "levels", "rules")
        rest = {key: value for key, value in self.file.content.items() if key not in own}
        if not model.parameters:
            for key in rest:
                raise self.file.wrong(
                    (key,), f"{model.name} takes its parameters from the tournament file"
                )
            return model
        ranges = rest.pop("rounds", [])
        usual = self._changed(model, rest, ())
        self._tried(usual, ())
        if not ranges:
            return usual
        return ByRounds(model=usual, ranges=tuple(self._ranges(usual, ranges)))

    def _levelled(self, model: WeightModel, table: object) -> WeightModel:
        """The model with its terms on the levels of a table."""
        if not isinstance(table, dict):
            raise self.file.wrong(("levels",), f"expected a table [levels], found {quoted(table)}")
        for name, level in table.items():
            if name not in model.names:
                raise self.file.wrong(("levels", name), unknown("term", name, model.names))
            self._refuse_uncountable("a level", level, ("levels", name))
        missing = [name for name in model.names if name not in table]
        if missing:
            raise self.file.wrong(
                ("levels",), f"expected a level for each term, found none for {words(missing)}"
            )
        numbers = sorted(set(table.values()))
        levels = (tuple(name for name in model.names if table[name] == at) for at in numbers)
        return Levelled(model=model, levels=tuple(levels))

    def _changed(
        self, model: WeightModel, changes: Mapping[str, Any], path: TomlPath
    ) -> WeightModel:
        """The model with everything that a table says."""
        values = {key: value for key, value in changes.items() if key not in ("remove", "add")}
        changed = self.file.filled(model, values, path, () if path else _OWN_KEYS)
        try:
            return changed.with_terms(
                tuple(self._removed(changes, model)), tuple(self._added(changes.get("add", [])))
            )
        except RuleError as error:
            raise self.file.wrong(path, str(error)) from None

    def _removed(self, changes: Mapping[str, Any], model: WeightModel) -> Iterator[str]:
        names = changes.get("remove", [])
        if not isinstance(names, list):
            raise self.file.wrong(("remove",), f"expected a list of terms, found {quoted(names)}")
        for name in names:
            if name not in model.term_names:
                raise self.file.wrong(("remove",), unknown("term", str(name), model.term_names))
            yield name

    def _added(self, tables: object) -> Iterator[AddedTerm]:
        for number, table in enumerate(self._tables(tables, "add")):
            name = table.get("term")
            if not isinstance(name, str) or name not in ADDED_TERMS:
                message = f"expected term = one of {words(ADDED_TERMS)}, found {quoted(name)}"
                raise self.file.wrong(("add", number, "term"), message)
            values = {key: value for key, value in table.items() if key != "term"}
            yield self.file.filled(ADDED_TERMS[name](), values, ("add", number), ("term",))

    def _ranges(self, usual: WeightModel, tables: object) -> Iterator[RoundRange]:
        for number, table in enumerate(self._tables(tables, "rounds")):
            path = "rounds", number
            first, last = table.get("first", 1), table.get("last")
            for key, value in (("first", first), ("last", last)):
                if value is not None:
                    self._refuse_uncountable("a round", value, (*path, key))
            if last is not None and last < first:
                message = f"expected a last round from {first} on, the first one, found {last}"
                raise self.file.wrong((*path, "last"), message)
            values = {key: table[key] for key in table if key not in ("first", "last")}
            model = self.file.filled(usual, values, path, ("first", "last"))
            self._tried(model, path)
            yield RoundRange(first=first, last=last, model=model)

    def _refuse_uncountable(self, what: str, value: object, path: TomlPath) -> None:
        if type(value) is not int or value < 1:
            message = f"expected {what} from 1 for {path[-1]}, found {quoted(value)}"
            raise self.file.wrong(path, message)

    def _tried(self, model: WeightModel, path: TomlPath) -> None:
        """Refuse a model that cannot weigh two players."""
        try:
            model.weigh(_two_players())
        except RuleError as error:
            raise self.file.wrong(path, str(error)) from None

    def _tables(self, tables: object, name: str) -> Iterable[Mapping[str, Any]]:
        if isinstance(tables, list) and all(isinstance(table, dict) for table in tables):
            return tables
        raise self.file.wrong((name,), f"expected tables [[{name}]], found {quoted(tables)}")


def _two_players() -> Field:
    players = (Player(key=name, name=name, grade=Grade(0)) for name in "ab")
    return Field.of(Tournament(players=tuple(players)), 1)


def model_text(model: WeightModel) -> str:
    """A complete commented TOML file, which reads back to the same model."""
    lines = [f"# {title(type(model))}", "", f'model = "{model.name}"']
    if not model.parameters:
        lines.append("# Its parameters are in the tournament file.")
        return "\n".join([*lines, "", *_levels_of(model), "", RULES_TEXT])
    lines += _lines_of_terms(model)
    lines += _lines(model, model.parameters, "")
    for added in model.added:
        lines += ["", "[[add]]", f'term = "{added.label}"']
        lines += _lines(added, parameters(type(added)), "add.")
    return "\n".join([*lines, "", *_ROUNDS, "", *_levels_of(model), "", RULES_TEXT])


_ROUNDS = (
    "# Any of this can be different in some rounds; first and last are included:",
    "# [[rounds]]",
    "# first = 1",
    "# last = 2",
)


def _levels_of(model: WeightModel) -> Iterator[str]:
    """Lines that put all terms in strict order, as comments."""
    yield "# The terms can stand on levels: the first level decides before the second, and so on,"
    yield "# whatever the weights; within a level they are added up. Then all terms have a level:"
    yield "# [levels]"
    for number, name in enumerate(model.names, 1):
        yield f"# {name} = {number}"


def _lines_of_terms(model: WeightModel) -> list[str]:
    names = words(f'"{name}"' for name in model.removed)
    terms = words(model.term_names)
    return ["", f"# Terms that are left out, of {terms}.", f"remove = [{names}]"]


def _lines(values: object, content: tuple[Parameter | Section, ...], path: str) -> Iterator[str]:
    """Lines of a table: first its values, then the tables in it."""
    for entry in content:
        if isinstance(entry, Parameter):
            yield from _parameter_lines(entry, getattr(values, entry.name))
    for entry in content:
        if isinstance(entry, Section):
            yield from ("", f"# {entry.description}", f"[{path}{entry.name}]")
            yield from _lines(getattr(values, entry.name), entry.content, f"{path}{entry.name}.")


def _parameter_lines(parameter: Parameter, value: object) -> Iterator[str]:
    unit = f" ({parameter.unit})" if parameter.unit else ""
    yield ""
    yield f"# {parameter.description}{unit} [{parameter.source}]."
    if parameter.choices:
        yield f"# {'A list' if parameter.many else 'One'} of {words(parameter.choices)}."
    if value is None:
        example = parameter.choices[0] if parameter.choices else True
        yield f"# {parameter.name} = {toml_text(example)}"
    else:
        yield f"{parameter.name} = {toml_text(value)}"
