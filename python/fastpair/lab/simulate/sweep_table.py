"""The table of a plan that makes many contenders of one, and may let the worse ones stop early.

::

    [sweep]
    contender = "godraw2015"
    samples = 20

    [sweep.grid]
    "coefficients.area" = [10, 100]

    [sweep.random]
    "coefficients.colour" = { low = 1, high = 1000, log = true }

    [sweep.halving]
    repeats = 10
    factor = 3
    score = { kendall = 1.0, handicap_stones = -0.1 }
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from ...errors import RuleError
from ...formats.toml import TomlFile, quoted, unknown, words
from .contenders import check_contender
from .halving import Halving
from .sweep import Range, Sweep, swept

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...formats.toml import Path
    from .plan import Contender, Option

__all__ = ["expanded", "options_in"]

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
    made = tuple(_swept(file, contenders[place], table, seed))
    return [*contenders[:place], *made, *contenders[place + 1 :]], _halving(file, table, made)


def options_in(
    file: TomlFile, table: object, path: Path, name: str = ""
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
        made = tuple(swept(base, sweep, seed))
    except RuleError as error:
        raise file.wrong(_PATH, str(error)) from None
    for contender in made:
        check_contender(contender, file, _PATH, (*_PATH, "grid" if grid else "random"))
        yield contender


def _ranges(
    file: TomlFile, table: object, path: Path, name: str = ""
) -> Iterator[tuple[str, Range]]:
    """The ranges of a table and of those in it, by dotted names."""
    for key, value in _table(file, table, path).items():
        where = (*path, *key.split("."))
        held = _table(file, value, where)
        if held and all(isinstance(inner, dict) for inner in held.values()):
            yield from _ranges(file, held, where, f"{name}{key}.")
            continue
        low, high, log = held.get("low"), held.get("high"), held.get("log", False)
        known = held.keys() <= {"low", "high", "log"} and isinstance(log, bool)
        if not (known and _is_number(low) and _is_number(high)):
            message = f"expected {key} = {{ low = 1, high = 100, log = true }} or the like"
            raise file.wrong(where, f"{message}, found {quoted(value)}")
        try:
            yield f"{name}{key}", Range(low=low, high=high, log=log)  # type: ignore[arg-type]
        except RuleError as error:
            raise file.wrong(where, str(error)) from None


def _halving(
    file: TomlFile, table: Mapping[str, Any], made: tuple[Contender, ...]
) -> Halving | None:
    if "halving" not in table:
        return None
    path = *_PATH, "halving"
    held = dict(_table(file, table["halving"], path))
    score = _table(file, held.pop("score", {}), (*path, "score"))
    for key, value in score.items():
        if not _is_number(value):
            message = f"expected a number for {key}, found {quoted(value)}"
            raise file.wrong((*path, "score", key), message)
    names = tuple(contender.name for contender in made)
    try:
        return file.filled(Halving(contenders=names, score=score), held, path, ("score",))
    except RuleError as error:
        raise file.wrong(path, str(error)) from None


def _table(file: TomlFile, value: object, path: Path) -> Mapping[str, Any]:
    if isinstance(value, dict):
        return value
    raise file.wrong(path, f"expected a table {path[-1]}, found {quoted(value)}")


def _is_option(value: object) -> bool:
    return isinstance(value, str | bool) or _is_number(value)


def _is_number(value: object) -> bool:
    """Whether a value is a number that is finite."""
    return type(value) is int or (isinstance(value, float) and isfinite(value))
