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
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from difflib import get_close_matches
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import FormatError, RuleError
from ..weights import MODELS, model_named
from ..weights.added import ADDED_TERMS
from ..weights.models.by_rounds import ByRounds, RoundRange
from ..weights.parameters import Parameter, Section, parameters
from ..weights.terms_model import TermsModel
from .files import read_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ..weights import WeightModel
    from ..weights.added import AddedTerm

__all__ = ["model_text", "read_model"]

T = TypeVar("T")

_OWN_KEYS = ("model", "remove", "add", "rounds")


def read_model(path: str | PathLike[str], *, salt: int = 0) -> WeightModel:
    """Read a model from a TOML file.

    Parameters
    ----------
    salt
        Luck of the draw.

    Raises
    ------
    FormatError
        If the file is no TOML, or it names what does not exist or cannot be.
    """
    text = read_file(path, "a model")
    try:
        content = tomllib.loads(text.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise FormatError(path, None, f"expected text in UTF-8: {error.reason}") from None
    except tomllib.TOMLDecodeError as error:
        place = re.search(r" \(at line (\d+), column \d+\)$", str(error))
        message = str(error)[: place.start()] if place else str(error)
        line = int(place[1]) if place else None
        raise FormatError(path, line, f"expected TOML: {message}") from None
    return _File(fspath(path), text.decode("utf-8")).model(content, salt)


@dataclass(frozen=True)
class _File:
    """A file that is being read, to say where in it something is wrong."""

    path: str
    text: str

    def model(self, content: Mapping[str, Any], salt: int) -> WeightModel:
        name = content.get("model")
        if not isinstance(name, str) or name not in MODELS:
            where = ("model",) if "model" in content else ()
            raise self._wrong(where, f"expected model = one of {_words(MODELS)}, found {name!r}")
        model = model_named(name, salt=salt)
        rest = {key: value for key, value in content.items() if key != "model"}
        if not isinstance(model, TermsModel):
            for key in rest:
                raise self._wrong((key,), f"{name} takes its parameters from the tournament file")
            return model
        ranges = rest.pop("rounds", [])
        usual = self._changed(model, rest, ())
        if not ranges:
            return usual
        return ByRounds(usual=usual, ranges=tuple(self._ranges(usual, ranges)))

    def _changed(
        self, model: TermsModel, changes: Mapping[str, Any], path: tuple[str, ...]
    ) -> TermsModel:
        """The model with everything that a table says."""
        values = {key: value for key, value in changes.items() if key not in ("remove", "add")}
        changed = self._filled(model, values, path, () if path else _OWN_KEYS)
        try:
            return replace(
                changed,
                removed=tuple(self._removed(changes, model)),
                added=tuple(self._added(changes.get("add", []))),
            )
        except RuleError as error:
            raise self._wrong(path, str(error)) from None

    def _removed(self, changes: Mapping[str, Any], model: TermsModel) -> Iterator[str]:
        names = changes.get("remove", [])
        if not isinstance(names, list):
            raise self._wrong(("remove",), f"expected a list of terms, found {names!r}")
        for name in names:
            if name not in model.term_names:
                raise self._wrong(("remove",), _unknown("term", str(name), model.term_names))
            yield name

    def _added(self, tables: object) -> Iterator[AddedTerm]:
        for table in self._tables(tables, "add"):
            name = table.get("term")
            if not isinstance(name, str) or name not in ADDED_TERMS:
                message = f"expected term = one of {_words(ADDED_TERMS)}, found {name!r}"
                raise self._wrong(("add",), message)
            values = {key: value for key, value in table.items() if key != "term"}
            yield self._filled(ADDED_TERMS[name](), values, ("add",), ("term",))

    def _ranges(self, usual: TermsModel, tables: object) -> Iterator[RoundRange]:
        for table in self._tables(tables, "rounds"):
            first, last = table.get("first", 1), table.get("last")
            for key, value in (("first", first), ("last", last)):
                whole = isinstance(value, int) and not isinstance(value, bool) and value > 0
                if not whole and value is not None:
                    message = f"expected a round from 1 for {key}, found {value!r}"
                    raise self._wrong(("rounds", key), message)
            values = {key: table[key] for key in table if key not in ("first", "last")}
            model = self._filled(usual, values, ("rounds",), ("first", "last"))
            yield RoundRange(first=first, last=last, model=model)

    def _tables(self, tables: object, name: str) -> Iterable[Mapping[str, Any]]:
        if isinstance(tables, list) and all(isinstance(table, dict) for table in tables):
            return tables
        raise self._wrong((name,), f"expected tables [[{name}]], found {tables!r}")

    def _filled(
        self, base: T, values: Mapping[str, Any], path: tuple[str, ...], others: Iterable[str]
    ) -> T:
        """A dataclass with the values of a table."""
        known = {entry.name: entry for entry in parameters(type(base))}
        changes: dict[str, Any] = {}
        for key, value in values.items():
            where = (*path, key)
            if key not in known:
                raise self._wrong(where, _unknown("key", key, (*others, *known)))
            entry = known[key]
            if isinstance(entry, Parameter):
                changes[key] = self._value(entry, value, where)
            elif isinstance(value, dict):
                changes[key] = self._filled(getattr(base, key), value, where, ())
            else:
                raise self._wrong(where, f"expected a table [{key}], found {value!r}")
        return replace(base, **changes)  # type: ignore[type-var]

    def _value(self, parameter: Parameter, value: object, path: tuple[str, ...]) -> object:
        if parameter.choices:
            if value in parameter.choices:
                return value
            message = f"expected {parameter.name} = one of {_words(parameter.choices)}"
            raise self._wrong(path, f"{message}, found {value!r}")
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if parameter.kind is float and number and float("-inf") < value < float("inf"):  # type: ignore[operator]
            return float(value)  # type: ignore[arg-type]
        if parameter.kind is not float and type(value) is parameter.kind:
            return value
        kinds = {float: "a number", int: "a whole number", bool: "true or false"}
        message = f"expected {kinds[parameter.kind]} for {parameter.name}, found {value!r}"
        raise self._wrong(path, message)

    def _wrong(self, path: tuple[str, ...], message: str) -> FormatError:
        return FormatError(self.path, _line_of(self.text, path), message)


def _unknown(kind: str, found: str, known: Iterable[str]) -> str:
    nearest = get_close_matches(found, list(known), n=1, cutoff=0.0)
    return f"unknown {kind} {found!r}; the nearest known one is {nearest[0]!r}"


def _words(words: Iterable[str]) -> str:
    return ", ".join(words)


def _line_of(text: str, path: tuple[str, ...]) -> int | None:
    """Line on which a key stands first, whether it has a value or heads a table."""
    if not path:
        return None
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[\[?\s*([^\[\]]+?)\s*\]\]?", line)
        if header:
            table = tuple(part.strip(" \"'") for part in header[1].split("."))
            if table[: len(path)] == path:
                return number
        entry = re.match(r"\s*([^=\s#\[]+)\s*=", line)
        if (
            entry
            and (*table, *(part.strip("\"'") for part in entry[1].split(".")))[: len(path)] == path
        ):
            return number
    return None


def model_text(model: WeightModel) -> str:
    """A complete commented TOML file, which reads back to the same model."""
    lines = [f"# {_title(model)}", "", f'model = "{model.name}"']
    if not isinstance(model, TermsModel):
        return "\n".join([*lines, "# Its parameters are in the tournament file.", ""])
    lines += _lines_of_terms(model)
    lines += _lines(model, parameters(type(model)), "")
    for added in model.added:
        lines += ["", "[[add]]", f'term = "{added.label}"']
        lines += _lines(added, parameters(type(added)), "add.")
    return "\n".join([*lines, "", *_ROUNDS, ""])


_ROUNDS = (
    "# Any of this can be different in some rounds; first and last are included:",
    "# [[rounds]]",
    "# first = 1",
    "# last = 2",
)


def _lines_of_terms(model: TermsModel) -> list[str]:
    names = _words(f'"{name}"' for name in model.removed)
    terms = _words(model.term_names)
    return ["", f"# Terms that are left out, of {terms}.", f"remove = [{names}]"]


def _lines(values: object, content: tuple[Parameter | Section, ...], path: str) -> Iterator[str]:
    """First the values of a table, then the tables in it."""
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
        yield f"# One of {_words(parameter.choices)}."
    if value is None:
        example = parameter.choices[0] if parameter.choices else True
        yield f"# {parameter.name} = {_toml(example)}"
    else:
        yield f"{parameter.name} = {_toml(value)}"


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else repr(value)


def _title(model: WeightModel) -> str:
    return (type(model).__doc__ or "").partition("\n")[0]
