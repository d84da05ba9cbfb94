"""All weights of a field at once: rows of the upper half of the matrix, mirrored.

Every share is what ``TermsModel.share`` says. If many players are the same to a formula, it is
evaluated for their classes, and its values are looked up. If it applies to few pairs, it is
evaluated for these only. Otherwise it is evaluated for tiles of the matrix.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from itertools import product
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np

from ...._kernels.lookup import Lookup, add_listed, add_product, add_sides, look_up, pairs_of
from ...papers.reals import reals
from ...papers.uneven import OMEGAS
from ..term import always, never
from .classes import Classifier
from .pairwise import SMALL, pair_by_pair
from .quantum import Whole
from .triangle import filled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from ...field.columns import Columns
    from ..term import Condition, Term
    from .quantum import Quantum

    Reals = NDArray[np.float64]
    Weights = NDArray[np.int64]
    Pairs = tuple[NDArray[np.int64], NDArray[np.int64]]

__all__ = ["weigh_all"]

_TILE = 1 << 17
"""Pairs for which a formula is evaluated at a time, so that its arrays stay in the cache."""

_MANY_CLASSES = 128
"""With fewer classes, whether two players agree in a column needs no lookup of its own."""

_FEW_PAIRS = 0.2
"""If a rule applies to a smaller share of all pairs, these pairs are listed one by one."""


def weigh_all(
    terms: tuple[Term, ...], state: Columns, quantum: Quantum, base: int = 0
) -> NDArray[np.int64]:
    """Total of the terms for all pairs of players, symmetric (n, n), with 0 on the diagonal.

    Parameters
    ----------
    base
        Weight of a pair without any term.
    """
    if len(state.seat) <= SMALL:
        return pair_by_pair(terms, state, quantum, base)
    shares = _Shares(Classifier(state), quantum, base)
    for term in terms:
        shares.append(term)
    return filled(len(state.seat), shares.fill)


class _Shares:
    """What the weights are made of: a constant, shares looked up by classes, and shares added."""

    def __init__(self, classifier: Classifier, quantum: Quantum, base: int) -> None:
        self.classifier, self.quantum = classifier, quantum
        self.constant = base
        self.lookups: list[Lookup] = []
        self.listed: list[tuple[Pairs, Weights]] = []
        self.tiled: list[Callable[[Weights, slice], None]] = []
        self._where: dict[int, tuple[Condition, _Where]] = {}

    def fill(self, total: Weights, rows: slice) -> None:
        """Write the weights of some rows, to the right of the diagonal."""
        look_up(total, rows.start, rows.stop, self.constant, self.lookups)
        for (i, j), share in self.listed:
            some = slice(*np.searchsorted(i, (rows.start, rows.stop)))
            add_listed(total, i[some], j[some], share[some])
        for add in self.tiled:
            add(total, rows)

    def append(self, term: Term) -> None:
        """Add a term."""
        state = self.classifier.state
        share = partial(self.quantum.of, coefficient=term.coefficient)
        otherwise = int(share(np.asarray(self.quantum.elsewhere(term))))
        if term.applies.pairs is not None:
            i, j = term.applies.pairs(state)
            self.constant += otherwise
            self.listed.append(((i, j), share(term.weight(state[i], state[j])) - otherwise))
            return
        if term.applies is never:
            self.constant += otherwise
            return
        where = self._applies(term.applies)
        if where.count == 0:
            self.constant += otherwise
        elif term.sides is not None and _in_order(state):
            lower, upper = (np.ascontiguousarray(side(state)) for side in term.sides)
            self.constant += otherwise
            self.tiled.append(partial(_add_sides, upper, lower, where, otherwise))
        elif (compared := _compared(term, self.classifier, where.count)) is not None:
            self._look_up(*compared, where, share, otherwise)
        else:
            values = _values(term, self.classifier, where.count)
            if isinstance(values, _Table):
                table = values.table[:, :, None]
                self._look_up(table, values.number, None, where, share, otherwise)
            else:
                self.constant += otherwise
                self._evaluate(term, values, where, share, otherwise)

    def _applies(self, condition: Condition) -> _Where:
        """Where a condition holds; several terms may share it."""
        if id(condition) not in self._where:
            # The condition is kept alive, so that no other one gets its id.
            self._where[id(condition)] = condition, _Where.of(condition, self.classifier)
        return self._where[id(condition)][1]

    def _look_up(
        self,
        table: NDArray[Any],
        number: NDArray[np.int32],
        columns: tuple[NDArray[np.int32], NDArray[np.int32]] | None,
        where: _Where,
        share: Callable[[Reals], Weights],
        otherwise: int,
    ) -> None:
        lookup = Lookup(share(table), number, columns, where.table, where.number, otherwise)
        self.lookups.append(lookup)

    def _evaluate(
        self,
        term: Term,
        values: _Values,
        where: _Where,
        share: Callable[[Reals], Weights],
        otherwise: int,
    ) -> None:
        """Evaluate few pairs at once, and many by tiles."""
        if where.count <= _FEW_PAIRS * len(where.number) ** 2 / 2:
            i, j = where.listed()
            parts = [slice(start, start + _TILE) for start in range(0, len(i), _TILE)]
            shares = [share(values.pairs(i[part], j[part])) - otherwise for part in parts]
            self.listed.append(((i, j), np.concatenate(shares)))
        elif isinstance(self.quantum, Whole):
            self.tiled.append(partial(_add_tiles, values, where, otherwise))
        else:
            factor = term.coefficient * self.quantum.scale
            factors = _factors(values, len(where.number))
            self.tiled.append(partial(_add_products, *factors, where, factor, otherwise))


def _add_tiles(values: _Values, where: _Where, otherwise: int, total: Weights, rows: slice) -> None:
    for columns in where.tiles(rows):
        shares = values.block(rows, columns) - otherwise
        total[rows, columns] += shares * where.block(rows, columns)


def _add_sides(
    upper: Weights, lower: Weights, where: _Where, otherwise: int, total: Weights, rows: slice
) -> None:
    add_sides(total, rows.start, rows.stop, upper, lower, where.table, where.number, otherwise)


def _add_products(
    one: _Table,
    other: _Table,
    rest: _Values | None,
    where: _Where,
    coefficient: float,
    otherwise: int,
    total: Weights,
    rows: slice,
) -> None:
    for columns in where.tiles(rows):
        evaluated = np.empty((0, 0))
        if rest is not None:
            shape = rows.stop - rows.start, columns.stop - columns.start
            found = reals(rest.block(rows, columns))
            evaluated = np.ascontiguousarray(np.broadcast_to(found, shape))
        add_product(
            total,
            rows.start,
            rows.stop,
            columns.start,
            columns.stop,
            coefficient,
            one.table,
            one.number,
            other.table,
            other.number,
            evaluated,
            where.table,
            where.number,
            otherwise,
        )


def _factors(values: _Values, players: int) -> tuple[_Table, _Table, _Values | None]:
    """Two tables and other values, or None, whose product the values are.

    Values that are no such product become the other values, with tables of ones.
    """
    if isinstance(values, _Combined) and values.combine is OMEGAS["product"]:
        match values.parts:
            case [_Table() as one, _Table() as other]:
                return one, other, None
            case [_Table() as one, _Table() as other, last]:
                return one, other, last
    ones = _Table(np.ones((1, 1)), np.zeros(players, dtype=np.int32))
    return ones, ones, values


def _compared(
    term: Term, classifier: Classifier, pairs: int
) -> tuple[NDArray[Any], NDArray[np.int32], tuple[NDArray[np.int32], NDArray[np.int32]]] | None:
    """Weights by two classes and agreement, (k, k, 4), the classes, and the columns that may agree.

    The last index counts 2 if two players agree in the first column, plus 1 if they agree in the
    last. The result is None if setting one or two columns aside makes no fewer classes, or if the
    classes are still too many.
    """
    reads = classifier.reads(term)
    agreeing, alike = sorted(reads.agreement), tuple(sorted(reads.values))
    if not 0 < len(agreeing) <= 2 or not classifier.few(alike, pairs):
        return None
    if len(classifier.classes(reads.columns)) < _MANY_CLASSES:
        return None
    classes = classifier.classes(alike)
    tables = [
        classes.agreeing(term.weight, dict(zip(agreeing, agreement, strict=False)))
        for agreement in product((False, True), repeat=2)
    ]
    numbers = [classifier.classes((column,)).number for column in agreeing]
    return np.stack(tables, axis=-1), classes.number, (numbers[0], numbers[-1])


def _values(term: Term, classifier: Classifier, pairs: int) -> _Values:
    """The way to find the weights of a term that is best for so many pairs."""
    # If a single part reads too much for few classes, so does the whole term.
    by_term = [classifier.reads(each).columns for each in (*term.parts, term)]
    if all(classifier.few(columns, pairs) for columns in by_term):
        return _Table(classifier.table(term), classifier.classes(by_term[-1]).number)
    if term.combine is not None:
        return _Combined([_values(part, classifier, pairs) for part in term.parts], term.combine)
    return _Evaluated(term.weight, classifier.state)


def _in_order(state: Columns) -> bool:
    """Whether levels never rise along the seats."""
    level = state.level
    return bool((level[:-1] >= level[1:]).all())


class _Values(Protocol):
    """Values of pairs of players."""

    def block(self, rows: slice, columns: slice) -> NDArray[Any]:
        """Values of all pairs of the players of some rows with those of some columns."""

    def pairs(self, i: NDArray[np.intp], j: NDArray[np.intp]) -> NDArray[Any]:
        """Values of a list of pairs."""


@dataclass(frozen=True, eq=False)
class _Table:
    """Values that are looked up by classes of players."""

    table: NDArray[Any]
    number: NDArray[np.int32]

    def block(self, rows: slice, columns: slice) -> NDArray[Any]:
        if len(self.table) < rows.stop - rows.start:
            # Whole rows are copied faster than numbers are gathered.
            return self.table.take(self.number[columns], axis=1)[self.number[rows]]
        return self.table[self.number[rows]].take(self.number[columns], axis=1)

    def pairs(self, i: NDArray[np.intp], j: NDArray[np.intp]) -> NDArray[Any]:
        # numpy gathers fastest by intp; from other integers it makes a copy first.
        number = self.number.astype(np.intp)
        return self.table.take(number[i] * len(self.table) + number[j])


@dataclass(frozen=True, eq=False)
class _Where(_Table):
    """Whether a rule applies, 1 or 0."""

    count: int
    """Number of pairs that it applies to."""

    last: NDArray[np.intp]
    """(k,) last player to whom the rule applies together with a member of each class, else -1."""

    @classmethod
    def of(cls, condition: Condition, classifier: Classifier) -> Self:
        """Evaluate a condition for any two classes of players who agree in all it reads."""
        if condition is always:
            return cls.everywhere(len(classifier.state.seat))
        classes = classifier.classes(classifier.reads(condition).columns)
        applies, number = classes.table(condition), classes.number
        sizes = np.bincount(number, minlength=len(applies))
        last = np.zeros(len(applies), dtype=np.intp)
        last[number] = np.arange(len(number))
        return cls(
            table=applies.view(np.uint8),
            number=number,
            count=int(sizes @ applies @ sizes - sizes @ applies.diagonal()) // 2,
            last=np.where(applies, last, -1).max(axis=1),
        )

    @classmethod
    def everywhere(cls, players: int) -> Self:
        """A condition that holds for all pairs."""
        return cls(
            table=np.ones((1, 1), dtype=np.uint8),
            number=np.zeros(players, dtype=np.int32),
            count=players * (players - 1) // 2,
            last=np.array([players - 1]),
        )

    def listed(self) -> Pairs:
        """All pairs i < j that it applies to, ordered by i."""
        return pairs_of(self.table, self.number, self.count)

    def tiles(self, rows: slice) -> Iterator[slice]:
        """Ranges of columns that hold all pairs right of the diagonal that it applies to."""
        stop = int(self.last[self.number[rows]].max()) + 1
        width = max(1, _TILE // (rows.stop - rows.start))
        for start in range(rows.start, stop, width):
            yield slice(start, min(start + width, stop))


@dataclass(frozen=True, eq=False)
class _Evaluated:
    """Values of a formula."""

    formula: Callable[[Any, Any], NDArray[Any]]
    state: Columns

    @cached_property
    def ordered(self) -> dict[str, Any]:
        """Whether levels never rise along the seats, as a value that replaces ``ahead``.

        Only pairs i < j are evaluated, so that the first player is then never below the second.
        """
        return {"ahead": _in_order(self.state)}

    def block(self, rows: slice, columns: slice) -> NDArray[Any]:
        return self.formula(self.state[rows, None].having(self.ordered), self.state[None, columns])

    def pairs(self, i: NDArray[np.intp], j: NDArray[np.intp]) -> NDArray[Any]:
        return self.formula(self.state[i].having(self.ordered), self.state[j])


@dataclass(frozen=True, eq=False)
class _Combined:
    """Values that combine the values of several parts."""

    parts: Sequence[_Values]
    combine: Callable[[Sequence[NDArray[Any]]], NDArray[Any]]

    def block(self, rows: slice, columns: slice) -> NDArray[Any]:
        return self.combine([part.block(rows, columns) for part in self.parts])

    def pairs(self, i: NDArray[np.intp], j: NDArray[np.intp]) -> NDArray[Any]:
        return self.combine([part.pairs(i, j) for part in self.parts])
