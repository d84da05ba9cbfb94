"""What a formula reads of the players: found out by passing it two of them that keep a record."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import DTypeLike, NDArray

    from ..field.columns import Columns

    Formula = Callable[[Any, Any], NDArray[Any]]

__all__ = ["Reads", "reads_of"]

_FACTS = 16
"""So many different facts are remembered of a formula, as rounds are."""


@dataclass(frozen=True, slots=True)
class Reads:
    """Columns that a formula depends on; those of a section are named with it."""

    values: frozenset[str] = frozenset()
    """Columns whose values matter."""

    agreement: frozenset[str] = frozenset()
    """Columns of which it only matters whether the two players agree."""

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns: between two players who agree in them there is no difference."""
        return tuple(sorted(self.values | self.agreement))

    def __or__(self, other: Reads) -> Reads:
        """What is read by one of two formulas."""
        values = self.values | other.values
        return Reads(values, (self.agreement | other.agreement) - values)


def reads_of(formula: Formula, players: Columns) -> Reads:
    """What a formula of two players reads.

    Which columns those are may depend on the formula and on facts, but not on the columns: a
    formula in arrays has no branches. It is remembered together with the facts, so that a model
    finds it out once and not in every round.

    Parameters
    ----------
    players
        At least one.
    """
    known = _known(formula)
    for facts, reads in known:
        if all(_fact(players, name) == value for name, value in facts):
            return reads
    record = _Record()
    some = players[:2]
    formula(some[:, None].read_by(record), some[None, :].read_by(record))
    reads = Reads(frozenset(record.used), frozenset(record.compared - record.used))
    known.appendleft((tuple(record.facts.items()), reads))
    return reads


@lru_cache(maxsize=1024)
def _known(formula: Formula) -> deque[tuple[tuple[tuple[str, object], ...], Reads]]:
    """What a formula is known to read, each with the facts that it has read; the latest first."""
    return deque(maxlen=_FACTS)


def _fact(players: Columns, name: str) -> object:
    return attrgetter(name)(players)


@dataclass(frozen=True, slots=True)
class _Record:
    """What has been read."""

    used: set[str] = field(default_factory=set)
    compared: set[str] = field(default_factory=set)
    facts: dict[str, object] = field(default_factory=dict)

    def column(self, name: str, values: NDArray[Any]) -> _Watched:
        return _Watched(self, name, values)

    def fact(self, name: str, value: object) -> None:
        # What is looked up in an array depends on columns, which are recorded.
        if not isinstance(value, np.ndarray):
            self.facts[name] = value


class _Watched(NDArrayOperatorsMixin):
    """The values of a column: every use is recorded, and is one of the values or of agreement."""

    def __init__(self, record: _Record, name: str, values: NDArray[Any]) -> None:
        self._record, self._name, self._values = record, name, values

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the column, which all have and which says nothing of its values."""
        return self._values.shape

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(_used(self), dtype=dtype)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **kwargs: Any) -> Any:  # noqa: ANN401
        names = {each._name if isinstance(each, _Watched) else None for each in inputs}
        if ufunc in (np.equal, np.not_equal) and method == "__call__" and names == {self._name}:
            self._record.compared.add(self._name)
            return ufunc(*(each._values for each in inputs), **kwargs)
        return getattr(ufunc, method)(*map(_used, inputs), **kwargs)

    def __getitem__(self, index: Any) -> Any:  # noqa: ANN401
        return _used(self)[index]

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(_used(self), name)


def _used(value: Any) -> Any:  # noqa: ANN401
    """An operand as it is; if it is a column, its values are used from now on."""
    if not isinstance(value, _Watched):
        return value
    value._record.used.add(value._name)
    return value._values
