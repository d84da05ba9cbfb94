"""All weights of a field at once: rows of the upper half, mirrored.

Every share is what ``TermsModel.share`` says. Where many players are the same to a formula, it is
evaluated for their classes and looked up; where it applies to few pairs, for these only.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from os import cpu_count
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from .._kernels.lookup import add_looked_up, add_product, mirror
from .classes import Classifier
from .papers.uneven import OMEGAS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from .state import State
    from .term import Term

    Reals = NDArray[np.float64]
    Weights = NDArray[np.int64]
    Adder = Callable[[Weights, slice], None]

__all__ = ["Quantum", "weigh_all"]

_BLOCK = 1 << 16
"""Pairs weighed at a time, so that what lies between the formulas stays in the cache."""

_FEW_PAIRS = 0.3
"""Where a rule applies to fewer pairs, they are picked out."""

_LISTED = 0.12
"""Where it applies to fewer still, they are listed once and not looked for row by row."""

_FEW_PLAYERS = 200
"""Players for whom a second thread is not worth its start."""


@dataclass(frozen=True, slots=True)
class Quantum:
    """How a real share becomes an integer."""

    scale: int
    """Units in 1."""

    otherwise: float
    """Weight where a term does not apply."""

    def of(self, weight: Reals, coefficient: float) -> NDArray[np.int64]:
        """Nearest integers to real shares."""
        share: NDArray[np.int64] = np.rint(weight * (coefficient * self.scale)).astype(np.int64)
        return share


def weigh_all(terms: tuple[Term, ...], state: State, quantum: Quantum) -> NDArray[np.int64]:
    """Total of the terms for all pairs of players, symmetric (n, n), with 0 on the diagonal."""
    count = len(state.seat)
    total = np.zeros((count, count), dtype=np.int64)
    if count < 2:
        return total
    adders: list[Adder] = []
    classifier = Classifier(state)
    for term in terms:
        adders.extend(_adders(term, classifier, quantum, total))

    def fill(rows: slice) -> None:
        for add in adders:
            add(total, rows)

    step = max(1, _BLOCK // count)
    blocks = [slice(start, min(start + step, count)) for start in range(0, count, step)]
    if count < _FEW_PLAYERS or (cpu_count() or 1) < 2:
        for rows in blocks:
            fill(rows)
    else:
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(fill, blocks))
    mirror(total)
    return total


def _adders(
    term: Term, classifier: Classifier, quantum: Quantum, total: Weights
) -> Iterator[Adder]:
    """What adds a term to some rows, right of the diagonal; anything may happen left of it.

    A term for a few pairs is added at once, and leaves a constant at most.
    """
    conditions = classifier.classes(term.applies.reads)
    share = partial(quantum.of, coefficient=term.coefficient)
    otherwise = int(share(np.asarray(quantum.otherwise)))
    applies = conditions.table(term.applies)
    sizes = np.bincount(conditions.number, minlength=len(conditions))
    shared_pairs = sizes @ applies @ sizes / len(conditions.number) ** 2
    values = _values(term, classifier)
    if isinstance(values, _Table) and shared_pairs:
        table, number = share(values.table), conditions.number
        yield partial(
            _add_looked_up, table, values.number, applies.view(np.uint8), number, otherwise
        )
    elif shared_pairs > _LISTED and isinstance(values, _Combined) and values.is_product:
        factor = term.coefficient * quantum.scale
        where = _Table(applies.view(np.uint8), conditions.number)
        yield partial(_add_product, values, where, factor, otherwise)
    elif shared_pairs > _LISTED:
        where = _Table(applies, conditions.number)
        yield partial(_add_evaluated, values, where, share, otherwise)
    else:
        i, j = conditions.pairs(applies)
        total[i, j] += share(values.pairs(i, j)) - otherwise
        if otherwise:
            yield partial(_add_constant, otherwise)


def _add_constant(constant: int, total: Weights, rows: slice) -> None:
    total[rows, rows.start :] += constant


def _add_looked_up(
    share: Weights,
    number: NDArray[np.int32],
    applies: NDArray[np.uint8],
    condition: NDArray[np.int32],
    otherwise: int,
    total: Weights,
    rows: slice,
) -> None:
    first, last = rows.start, rows.stop
    add_looked_up(total, first, last, share, number, applies, condition, otherwise)


def _add_product(
    values: _Combined, where: _Table, factor: float, otherwise: int, total: Weights, rows: slice
) -> None:
    first, second, *rest = values.parts
    assert isinstance(first, _Table)
    assert isinstance(second, _Table)
    columns = where.columns(rows)
    evaluated = rest[0].block(rows, columns) if rest else np.empty((0, 0))
    add_product(
        total,
        rows.start,
        rows.stop,
        columns.start,
        columns.stop,
        factor,
        first.table,
        first.number,
        second.table,
        second.number,
        evaluated,
        where.table,
        where.number,
        otherwise,
    )


def _add_evaluated(
    values: _Values,
    where: _Table,
    share: Callable[[Reals], Weights],
    otherwise: int,
    total: Weights,
    rows: slice,
) -> None:
    columns = slice(rows.start, len(total))
    upper, applies = total[rows, columns], where.block(rows, columns)
    if np.count_nonzero(applies) > _FEW_PAIRS * applies.size:
        upper += np.where(applies, share(values.block(rows, columns)), otherwise)
        return
    i, j = np.divmod(np.flatnonzero(applies), applies.shape[1])
    shares = share(values.pairs(i + rows.start, j + rows.start))
    if otherwise:
        upper += otherwise
    upper[i, j] += shares - otherwise


def _values(term: Term, classifier: Classifier) -> _Values:
    """How the weights of a term are best found."""
    if term.parts and term.combine is not None:
        return _Combined([_values(part, classifier) for part in term.parts], term.combine)
    if term.reads:
        classes = classifier.classes(term.reads)
        if 4 * len(classes) ** 2 <= len(classes.number) ** 2:
            return _Table(classes.table(term.weight), classes.number)
    return _Evaluated(term.weight, classifier.state)


class _Values(Protocol):
    """Values of pairs of players."""

    def block(self, rows: slice, columns: slice) -> NDArray[Any]:
        """Those of some players with some others."""

    def pairs(self, i: NDArray[np.intp], j: NDArray[np.intp]) -> NDArray[Any]:
        """Those of a list of pairs."""


@dataclass(frozen=True, eq=False)
class _Table:
    """Values that are looked up by classes of players."""

    table: NDArray[Any]
    number: NDArray[np.int32]

    def block(self, rows: slice, columns: slice) -> NDArray[Any]:
        return self.table[self.number[rows]].take(self.number[columns], axis=1)

    def columns(self, rows: slice) -> slice:
        """From the first to the last column, from the rows on, with a value that is not 0."""
        some: NDArray[np.bool_] = np.any(self.table[np.unique(self.number[rows])], axis=0)
        found = np.flatnonzero(some[self.number[rows.start :]])
        if len(found) == 0:
            return slice(rows.start, rows.start)
        return slice(rows.start + int(found[0]), rows.start + int(found[-1]) + 1)

    def pairs(self, i: NDArray[np.intp], j: NDArray[np.intp]) -> NDArray[Any]:
        return self.table[self.number[i], self.number[j]]


@dataclass(frozen=True, eq=False)
class _Evaluated:
    """Values of a formula."""

    formula: Callable[[State, State], Reals]
    state: State

    def block(self, rows: slice, columns: slice) -> NDArray[Any]:
        return self.formula(self.state[rows, None], self.state[None, columns])

    def pairs(self, i: NDArray[np.intp], j: NDArray[np.intp]) -> NDArray[Any]:
        return self.formula(self.state[i], self.state[j])


@dataclass(frozen=True, eq=False)
class _Combined:
    """Values that are made of several."""

    parts: Sequence[_Values]
    combine: Callable[[Sequence[Reals]], Reals]

    @property
    def is_product(self) -> bool:
        """Whether it is a product of two tables and at most one more factor."""
        tables = [isinstance(part, _Table) for part in self.parts]
        product = self.combine is OMEGAS["product"]
        return product and tables in ([True, True], [True, True, False])

    def block(self, rows: slice, columns: slice) -> NDArray[Any]:
        return self.combine([part.block(rows, columns) for part in self.parts])

    def pairs(self, i: NDArray[np.intp], j: NDArray[np.intp]) -> NDArray[Any]:
        return self.combine([part.pairs(i, j) for part in self.parts])
