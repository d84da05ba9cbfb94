"""Players as columns: arrays that are indexed together, as numpy indexes one."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, ClassVar, Self

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    _Axis = int | slice | NDArray[Any] | None
    _Index = _Axis | tuple[_Axis, ...]

__all__ = ["Columns", "columns_of"]


class Columns:
    """A dataclass of arrays of shape (n,), and of what holds for all players."""

    never_sliced: ClassVar[tuple[str, ...]]
    """Names of what holds for all players."""

    ahead: ClassVar[bool] = False
    """Whether none of these players is below his opponent, wherever the pair matters."""

    if TYPE_CHECKING:

        @property
        def seat(self) -> NDArray[Any]:
            """Place among all players, int64."""

        @property
        def level(self) -> NDArray[Any]:
            """Height of the group."""

    @classmethod
    def read_from(cls, source: object) -> Self:
        """All columns and what else there is, each from an object when it is first read."""
        players = object.__new__(cls)
        players.__dict__["_source"] = source
        return players

    def __getitem__(self, index: _Index) -> Self:
        """The same with columns that are indexed, each when it is first read."""
        view = object.__new__(type(self))
        view.__dict__.update(_source=self, _index=index)
        return view

    def having(self, columns: Mapping[str, Any]) -> Self:
        """The same view with other values in some columns."""
        view = self[:]
        view.__dict__.update(columns)
        return view

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NDArray[Any]:
            if name not in type(self).__dataclass_fields__ or "_source" not in self.__dict__:
                raise AttributeError(name)
            value = getattr(self._source, name)
            if "_index" in self.__dict__ and name not in self.never_sliced:
                value = value[self._index]
            self.__dict__[name] = value
            return value


def columns_of(players: type[Columns]) -> tuple[str, ...]:
    """Names of the columns."""
    names = (field.name for field in fields(players))  # type: ignore[arg-type]
    return tuple(name for name in names if name not in players.never_sliced)
