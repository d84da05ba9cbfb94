"""Frozen dataclasses that are built fast: a command builds some two hundred before it does anything."""

from __future__ import annotations

import sys
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import Field

_Class = TypeVar("_Class")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(
    *,
    slots: bool = False,
    kw_only: bool = False,
    eq: bool = True,
    repr: bool = True,  # noqa: A002 - as `dataclass` names it
) -> Callable[[type[_Class]], type[_Class]]:
    """``dataclass(frozen=True)``, of whose methods only the constructor is compiled for each class.

    `dataclasses` compiles six of them, each by itself. The others share their code here.

    Parameters
    ----------
    slots, kw_only, eq, repr
        As in `dataclasses.dataclass`.

    Returns
    -------
    callable
        The decorator of the class.

    Examples
    --------
    >>> from fastpair.records import record
    >>> @record(slots=True)
    ... class Place:
    ...     table: int
    ...     colour: str = "white"
    >>> Place(3)
    Place(table=3, colour='white')
    >>> Place(3) == Place(3, "white")
    True
    """

    def build(cls: type[_Class]) -> type[_Class]:
        # What inherits from a frozen class must be declared frozen, and is guarded by `dataclasses`.
        inherits = any(hasattr(base, "__dataclass_fields__") for base in cls.__bases__)
        declare = dataclass(
            init=False, repr=False, eq=False, frozen=inherits, slots=slots, kw_only=kw_only
        )
        built: Any = declare(cls)
        facts = built.__dataclass_params__
        facts.init, facts.repr, facts.eq, facts.frozen = True, repr, eq, True
        methods: dict[str, Callable[..., Any]] = {"__init__": _constructor(built)}
        if repr:
            methods["__repr__"] = _represent
        if eq:
            methods |= _comparison(built)
        if not inherits:
            methods |= {"__setattr__": _refuse_value, "__delattr__": _refuse_deletion}
        if slots:
            methods |= {"__getstate__": _state, "__setstate__": _restore}
        for name, method in methods.items():
            # A class that defines ``__eq__`` alone has None as its ``__hash__``.
            if vars(cls).get(name) is None:
                setattr(built, name, method)
        return built  # type: ignore[no-any-return]

    return build


class _Made:
    """The default of a parameter whose value is made for each record."""

    def __repr__(self) -> str:
        return "<factory>"


def _constructor(cls: type) -> Callable[..., None]:
    """``__init__`` with a parameter for each field; it calls ``__post_init__`` if there is one."""
    values: dict[str, Any] = {"_store": object.__setattr__, "_made": _Made()}
    places, keywords, lines = ["self"], ["*"], []
    for entry in fields(cls):
        made = entry.default_factory is not MISSING
        values[f"_default_{entry.name}"] = entry.default_factory if made else entry.default
        lines.append(f"_store(self, {entry.name!r}, {_value(entry)})")
        if entry.init:
            (keywords if entry.kw_only else places).append(_parameter(entry))
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    parameters = ", ".join(places + keywords * (len(keywords) > 1))
    body = "; ".join(lines) or "pass"
    source = (
        f"def make({', '.join(values)}):\n def __init__({parameters}): {body}\n return __init__"
    )
    scope: dict[str, Any] = {}
    exec(source, vars(sys.modules[cls.__module__]), scope)
    method: Callable[..., None] = scope["make"](**values)
    method.__qualname__ = f"{cls.__qualname__}.__init__"
    types = {entry.name: entry.type for entry in fields(cls) if entry.init}
    method.__annotations__ = {**types, "return": None}
    return method


def _parameter(entry: Field[Any]) -> str:
    """A parameter with its default, as source."""
    if entry.default_factory is not MISSING:
        return f"{entry.name}=_made"
    return entry.name if entry.default is MISSING else f"{entry.name}=_default_{entry.name}"


def _value(entry: Field[Any]) -> str:
    """What a field is set to, as source."""
    usual = f"_default_{entry.name}"
    if entry.default_factory is not MISSING:
        usual += "()"
        return f"{usual} if {entry.name} is _made else {entry.name}" if entry.init else usual
    return entry.name if entry.init else usual


def _refuse_value(_: object, name: str, value: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deletion(_: object, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _comparison(cls: type) -> dict[str, Callable[..., Any]]:
    """The methods that compare a record with another one of its class, and its hash."""
    compared = [entry for entry in fields(cls) if entry.compare]
    values = _getter([entry.name for entry in compared])
    hashed = _getter([entry.name for entry in compared if entry.hash is not False])

    def equal(self: object, other: object) -> bool:
        return values(self) == values(other) if type(self) is type(other) else NotImplemented

    return {"__eq__": equal, "__hash__": lambda self: hash(hashed(self))}


def _getter(names: list[str]) -> Callable[[object], tuple[Any, ...]]:
    if len(names) > 1:
        return attrgetter(*names)
    return lambda record: tuple(getattr(record, name) for name in names)


def _represent(self: Any) -> str:  # noqa: ANN401 - any record
    shown = (f"{entry.name}={getattr(self, entry.name)!r}" for entry in fields(self) if entry.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _state(self: Any) -> list[object]:  # noqa: ANN401 - any record
    """The values of a record with slots, for copies and pickles."""
    return [getattr(self, entry.name) for entry in fields(self)]


def _restore(self: Any, state: list[object]) -> None:  # noqa: ANN401 - any record
    for entry, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, entry.name, value)
