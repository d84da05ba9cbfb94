"""All weights of a field at once: rows of the upper half, mirrored.

Every share is what ``TermsModel.share`` says. Where many players are the same to a formula, it is
evaluated for their classes and looked up; where it applies to few pairs, for these only.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np

from .._kernels.lookup import add_compared, add_looked_up, add_product
from .classes import Classifier
from .papers.uneven import OMEGAS
from .triangle import filled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from .state import State
    from .term import Term

    Reals = NDArray[np.float64]
    Weights = NDArray[np.int64]
    Adder = Callable[[Weights, slice], None]

__all__ = ["Quantum", "weigh_all"]

_TILE = 1 << 17
"""Pairs of which a formula is evaluated at a time, so that all that it makes stays in the cache."""

_FEW_PAIRS = 0.3
"""Where a rule applies to fewer pairs, they are picked out."""


@dataclass(frozen=True, slots=True)
class Quantum:
    """How a real share becomes an integer."""

    scale: int
    """Units in 1."""

    otherwise: float
    """Weight where a term does not apply, if it does not say itself."""

    def elsewhere(self, term: Term) -> float:
        """Weight where a term does not apply."""
        return self.otherwise if term.elsewhere is None else term.elsewhere

    def of(self, weight: Reals, coefficient: float) -> NDArray[np.int64]:
        """Nearest integers to real shares."""
        share: NDArray[np.int64] = np.rint(weight * (coefficient * self.scale)).astype(np.int64)
        return share


def weigh_all(terms: tuple[Term, ...], state: State, quantum: Quantum) -> NDArray[np.int64]:
    """Total of the terms for all pairs of players, symmetric (n, n), with 0 on the diagonal."""
    classifier = Classifier(state)
    adders = [_adder(term, classifier, quantum) for term in terms] if len(state.seat) > 1 else []

    def fill(total: Weights, rows: slice) -> None:
        for add in adders:
            add(total, rows)

    total = filled(len(state.seat), fill)
    np.fill_diagonal(total, 0)
    return total


def _adder(term: Term, classifier: Classifier, quantum: Quantum) -> Adder:
    """What adds a term to some rows, right of the diagonal; anything may happen left of it."""
    share = partial(quantum.of, coefficient=term.coefficient)
    otherwise = int(share(np.asarray(quantum.elsewhere(term))))
    if term.applies.pairs is not None:
        state = classifier.state
        i, j = term.applies.pairs(state)
        return partial(_add_listed, i, j, share(term.weight(state[i], state[j])), otherwise)
    conditions = classifier.classes(term.applies.reads)
    applies = conditions.table(term.applies)
    sizes = np.bincount(conditions.number, minlength=len(conditions))
    if not sizes @ applies @ sizes:
        return partial(_add_constant, otherwise)
    where = _Where.of(applies, conditions.number)
    if term.compares and classifier.few(term.reads):
        compared = _Compared.of(term, classifier)
        return partial(_add_compared, share(compared.table), compared, where, otherwise)
    values = _values(term, classifier)
    if isinstance(values, _Table):
        return partial(_add_looked_up, share(values.table), values.number, where, otherwise)
    if isinstance(values, _Combined) and values.is_product:
        factor = term.coefficient * quantum.scale
        return partial(_add_product, values, where, factor, otherwise)
    return partial(_add_evaluated, values, where, share, otherwise)


def _add_constant(constant: int, total: Weights, rows: slice) -> None:
    if constant:
        total[rows, rows.start :] += constant


def _add_listed(
    i: NDArray[np.intp],
    j: NDArray[np.intp],
    share: Weights,
    otherwise: int,
    total: Weights,
    rows: slice,
) -> None:
    _add_constant(otherwise, total, rows)
    listed = slice(*np.searchsorted(i, (rows.start, rows.stop)))
    total[i[listed], j[listed]] += share[listed] - otherwise


def _add_looked_up(
    share: Weights,
    number: NDArray[np.int32],
    where: _Where,
    otherwise: int,
    total: Weights,
    rows: slice,
) -> None:
    span = rows.start, rows.stop
    add_looked_up(total, *span, share, number, where.table, where.number, otherwise)


def _add_compared(
    share: Weights, values: _Compared, where: _Where, otherwise: int, total: Weights, rows: slice
) -> None:
    add_compared(
        total,
        rows.start,
        rows.stop,
        share,
        values.number,
        *values.columns,
        where.table,
        where.number,
        otherwise,
    )


def _add_product(
    values: _Combined, where: _Where, factor: float, otherwise: int, total: Weights, rows: slice
) -> None:
    _add_constant(otherwise, total, rows)
    first, second, *rest = values.parts
    assert isinstance(first, _Table)
    assert isinstance(second, _Table)
    for columns in where.tiles(rows):
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
    where: _Where,
    share: Callable[[Reals], Weights],
    otherwise: int,
    total: Weights,
    rows: slice,
) -> None:
    _add_constant(otherwise, total, rows)
    for columns in where.tiles(rows):
        tile, applies = total[rows, columns], where.block(rows, columns)
        count = np.count_nonzero(applies)
        if count == applies.size:
            tile += share(values.block(rows, columns)) - otherwise
        elif count > _FEW_PAIRS * applies.size:
            tile += (share(values.block(rows, columns)) - otherwise) * applies
        elif count:
            i, j = np.divmod(np.flatnonzero(applies), applies.shape[1])
            tile[i, j] += share(values.pairs(i + rows.start, j + columns.start)) - otherwise


def _values(term: Term, classifier: Classifier) -> _Values:
    """How the weights of a term are best found."""
    if term.parts and term.combine is not None:
        return _Combined([_values(part, classifier) for part in term.parts], term.combine)
    if term.reads and not term.compares and classifier.few(term.reads):
        classes = classifier.classes(term.reads)
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

    def pairs(self, i: NDArray[np.intp], j: NDArray[np.intp]) -> NDArray[Any]:
        return self.table[self.number[i], self.number[j]]


@dataclass(frozen=True, eq=False)
class _Where(_Table):
    """Whether a rule applies, 1 or 0."""

    last: NDArray[np.intp]
    """Last player with whom it applies to somebody of a class, -1 if there is none; (k,)."""

    @classmethod
    def of(cls, applies: NDArray[np.bool_], number: NDArray[np.int32]) -> Self:
        """Find the last players, from whether it applies to players of two classes, (k, k)."""
        last = np.zeros(len(applies), dtype=np.intp)
        last[number] = np.arange(len(number))
        found = np.where(applies, last, -1).max(axis=1)
        return cls(table=applies.view(np.uint8), number=number, last=found)

    def tiles(self, rows: slice) -> Iterator[slice]:
        """Columns right of the diagonal to which it applies, and maybe others, some at a time."""
        stop = int(self.last[self.number[rows]].max()) + 1
        width = max(1, _TILE // (rows.stop - rows.start))
        for start in range(rows.start, stop, width):
            yield slice(start, min(start + width, stop))


@dataclass(frozen=True, eq=False)
class _Compared:
    """Values that also depend on whether players agree in one or two columns."""

    table: NDArray[Any]
    """By two classes, and 2 for agreement in the first column and 1 for it in the last; (k, k, 4)."""

    number: NDArray[np.int32]

    columns: tuple[NDArray[np.int32], NDArray[np.int32]]
    """Numbers that are equal for those who agree."""

    @classmethod
    def of(cls, term: Term, classifier: Classifier) -> Self:
        """Evaluate a term for any two classes, agreeing or not."""
        classes = classifier.classes(term.reads)
        numbers = [classifier.classes((column,)).number for column in term.compares]
        tables = [
            classes.agreeing(term.weight, dict(zip(term.compares, agreement, strict=False)))
            for agreement in product((False, True), repeat=2)
        ]
        return cls(np.stack(tables, axis=-1), classes.number, (numbers[0], numbers[-1]))


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
        multiplies = self.combine is OMEGAS["product"]
        return multiplies and tables in ([True, True], [True, True, False])

    def block(self, rows: slice, columns: slice) -> NDArray[Any]:
        return self.combine([part.block(rows, columns) for part in self.parts])

    def pairs(self, i: NDArray[np.intp], j: NDArray[np.intp]) -> NDArray[Any]:
        return self.combine([part.pairs(i, j) for part in self.parts])
