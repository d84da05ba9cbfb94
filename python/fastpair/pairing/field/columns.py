"""Players as columns: arrays of one value per player, which are indexed together."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    _Axis = int | slice | NDArray[Any] | None
    Index = _Axis | tuple[_Axis, ...]

__all__ = ["Columns", "Reader", "column", "columns_of", "fact", "facts_of", "section"]

T = TypeVar("T")


class Reader(Protocol):
    """Is told which columns and facts of a view are read, see ``Columns.read_by``."""

    def column(self, name: str, values: Any) -> Any:  # noqa: ANN401 - each column has its type
        """Return what stands for the column of this name."""

    def fact(self, name: str, value: object) -> None:
        """Take note of a fact that has been read."""


class _Counted(cached_property[T]):
    """A cached property. A view takes its value from the players that it is a view of."""

    if not TYPE_CHECKING:  # A type checker takes it for a cached property.

        def __get__(self, players: Any, owner: type | None = None) -> Any:  # noqa: ANN401
            if players is None:
                return self
            known, name = players.__dict__, self.attrname
            source = known.get("_source")
            if source is None:
                value = self._all(self.func(players))
            else:
                value = self._some(getattr(source, name), known)
            known[name] = value
            return value

    def _all(self, value: Any) -> Any:  # noqa: ANN401
        """A view has the value of all players."""
        return value

    def _some(self, value: Any, view: Mapping[str, Any]) -> Any:  # noqa: ANN401
        """A view has its part of the value of all players."""
        raise NotImplementedError


class fact(_Counted[T]):  # noqa: N801 - as ``property``
    """A fact that holds for all players: computed when it is first read, and never indexed."""

    def _some(self, value: Any, view: Mapping[str, Any]) -> Any:  # noqa: ANN401
        if "_reader" in view:
            view["_reader"].fact(f"{view['_path']}{self.attrname}", value)
        return value


class column(_Counted[T]):  # noqa: N801 - as ``property``
    """An array of one value per player: computed when it is first read, and never written to."""

    def _all(self, value: Any) -> Any:  # noqa: ANN401
        value.flags.writeable = False
        return value

    def _some(self, value: Any, view: Mapping[str, Any]) -> Any:  # noqa: ANN401
        value = value[view["_index"]]
        if "_reader" in view:
            return view["_reader"].column(f"{view['_path']}{self.attrname}", value)
        return value


class section(_Counted[T]):  # noqa: N801 - as ``property``
    """Columns that belong together, as one value that is indexed together with the players."""

    def _some(self, value: Any, view: Mapping[str, Any]) -> Any:  # noqa: ANN401
        value = value[view["_index"]]
        if "_reader" in view:
            path = f"{view['_path']}{self.attrname}."
            value.__dict__.update(_reader=view["_reader"], _path=path)
        return value


class Columns:
    """Players of whom every ``column`` holds one value each, in arrays of shape (n,).

    Indexing gives a view: every column and every section is indexed as numpy indexes, when it is
    first read. One formula of two views therefore serves every shape. ``players[:, None]`` and
    ``players[None, :]`` are the two sides of a matrix; ``players[i]`` and ``players[j]`` are those
    of a list of pairs or of one pair.
    """

    ahead: ClassVar[bool] = False
    """Whether none of these players is below his opponent, wherever the pair matters."""

    if TYPE_CHECKING:

        @property
        def seat(self) -> NDArray[Any]:
            """Place among all players, int64."""

        @property
        def level(self) -> NDArray[Any]:
            """Height of the group."""

    def __getitem__(self, index: Index) -> Self:
        """Some of the players, in the shape that the index gives their columns."""
        view = object.__new__(type(self))
        view.__dict__.update(_source=self, _index=index)
        return view

    def having(self, values: Mapping[str, Any]) -> Self:
        """The same players with other values in some columns, which are named with their section."""
        view = self[:]
        for name, value in values.items():
            part, _, last = name.rpartition(".")
            (getattr(view, part) if part else view).__dict__[last] = value
        return view

    def read_by(self, reader: Reader) -> Self:
        """The same players, with a reader that is told which columns and facts are read."""
        view = self[:]
        view.__dict__.update(_reader=reader, _path="")
        return view


def columns_of(players: type[Columns]) -> tuple[str, ...]:
    """Names of the columns, without those of the sections."""
    return _named(players, column)


def facts_of(players: type[Columns]) -> tuple[str, ...]:
    """Names of the facts that hold for all players."""
    return _named(players, fact)


def _named(players: type[Columns], kind: type[Any]) -> tuple[str, ...]:
    return tuple(name for name, value in vars(players).items() if isinstance(value, kind))
