"""What a formula reads of the players: it is passed two players that record every access."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
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
"""For so many different sets of facts, such as those of rounds, what a formula reads is kept."""


@dataclass(frozen=True)
class Reads:
    """Columns that a formula depends on; a column of a section is named with the section."""

    values: frozenset[str] = frozenset()
    """Columns whose values matter."""

    agreement: frozenset[str] = frozenset()
    """Columns of which it only matters whether the two players agree."""

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """All columns. The formula does not distinguish players who agree in them."""
        return tuple(sorted(self.values | self.agreement))

    def __or__(self, other: Reads) -> Reads:
        """What at least one of two formulas reads."""
        values = self.values | other.values
        return Reads(values, (self.agreement | other.agreement) - values)


def reads_of(formula: Formula, players: Columns) -> Reads:
    """What a formula of two players reads.

    Which columns it reads may depend on the formula and on facts, but not on values of columns,
    since a formula in arrays has no branches. The answer is remembered together with the facts, so
    that a model finds it out once and not in every round.

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
    """What a formula is known to read under the facts that it has read; the latest comes first."""
    return deque(maxlen=_FACTS)


def _fact(players: Columns, name: str) -> object:
    return attrgetter(name)(players)


@dataclass(frozen=True, slots=True)
class _Record:
    """The columns and facts that have been read so far."""

    used: set[str] = field(default_factory=set)
    compared: set[str] = field(default_factory=set)
    facts: dict[str, object] = field(default_factory=dict)

    def column(self, name: str, values: NDArray[Any]) -> _Watched:
        return _Watched(self, name, values)

    def fact(self, name: str, value: object) -> None:
        # An array is indexed by columns, and these are recorded.
        if not isinstance(value, np.ndarray):
            self.facts[name] = value


class _Watched(NDArrayOperatorsMixin):
    """A column that records each use: of its values, or only of whether two players agree."""

    def __init__(self, record: _Record, name: str, values: NDArray[Any]) -> None:
        self._record, self._name, self._values = record, name, values

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the column, which is the same for all columns and tells nothing of its values."""
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
    """An operand as a plain value; if it is a column, record that its values are used."""
    if not isinstance(value, _Watched):
        return value
    value._record.used.add(value._name)
    return value._values
