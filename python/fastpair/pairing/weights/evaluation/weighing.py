"""All weights of a field at once: rows of the upper half of the matrix, mirrored.

Every share is what ``TermsModel.share`` says. If many players are the same to a formula, it is
evaluated for their classes, and its values are looked up. If it applies to few pairs, it is
evaluated for these only. Otherwise it is evaluated for tiles of the matrix.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from ...._kernels.lookup import Lookup, add_listed, add_product, add_sides, look_up
from ...papers.reals import reals
from ...papers.uneven import OMEGAS
from ..term import never
from .classes import Classifier
from .pairwise import SMALL, pair_by_pair
from .quantum import Whole
from .triangle import filled
from .values import TILE, Combined, Evaluated, Part, Table, Where, in_order

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ...field.columns import Columns
    from ..term import Condition, Term
    from .quantum import Quantum
    from .values import Values

    Reals = NDArray[np.float64]
    Weights = NDArray[np.int64]
    Pairs = tuple[NDArray[np.int64], NDArray[np.int64]]

__all__ = ["Shares", "weigh_all"]

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
    shares = Shares(Classifier(state), quantum, base)
    for term in terms:
        shares.append(term)
    return filled(len(state.seat), shares.fill)


class Shares:
    """What the weights are made of: a constant, shares looked up by classes, and shares added."""

    most_pairs: float = inf
    """Pairs of classes of which a table may be made."""

    def __init__(self, classifier: Classifier, quantum: Quantum, base: int) -> None:
        self.classifier, self.quantum = classifier, quantum
        self.constant = base
        self.lookups: list[Lookup] = []
        self.listed: list[tuple[Pairs, Weights]] = []
        self.tiled: list[Callable[[Part], None]] = []
        self._where: dict[int, tuple[Condition, Where]] = {}

    def fill(self, total: Weights, rows: slice) -> None:
        """Write the weights of some rows, to the right of the diagonal."""
        self.write(Part(total[rows], np.arange(rows.start, rows.stop), 0, upper=True))
        for (i, j), share in self.listed:
            some = slice(*np.searchsorted(i, (rows.start, rows.stop)))
            add_listed(total, i[some], j[some], share[some])

    def write(self, part: Part) -> None:
        """Write all weights of a part but those that are listed."""
        look_up(part.total, part.rows, part.left, part.upper, self.constant, self.lookups)
        for add in self.tiled:
            add(part)

    def append(self, term: Term) -> None:
        """Add a term."""
        state = self.classifier.state
        share = partial(self.quantum.of, coefficient=term.coefficient)
        otherwise = int(share(np.asarray(self.quantum.elsewhere(term))))
        if term.applies.pairs is not None:
            self.constant += otherwise
            self._list(term, term.applies.pairs, share, otherwise)
            return
        if term.applies is never:
            self.constant += otherwise
            return
        where = self._applies(term.applies)
        if where.count == 0:
            self.constant += otherwise
        elif term.sides is not None and in_order(state):
            lower, upper = (np.ascontiguousarray(side(state)) for side in term.sides)
            self._add_sides(upper, lower, where, otherwise)
        elif (compared := _compared(term, self.classifier, self._few(where))) is not None:
            table, number, columns = compared
            self._look_up(share(table), number, columns, where, otherwise)
        else:
            values = _values(term, self.classifier, self._few(where))
            if isinstance(values, Table):
                table = share(values.table)[:, :, None]
                self._look_up(table, values.number, None, where, otherwise)
            else:
                self._evaluate(term, values, where, share, otherwise)

    def _few(self, where: Where) -> int:
        """For how many pairs of classes a table is worth it."""
        return int(min(where.count, self.most_pairs))

    def _list(
        self,
        term: Term,
        pairs: Callable[[Any], tuple[NDArray[np.intp], NDArray[np.intp]]],
        share: Callable[[Reals], Weights],
        otherwise: int,
    ) -> None:
        """Evaluate a term for the few pairs that its rule lists."""
        state = self.classifier.state
        i, j = pairs(state)
        self.listed.append(((i, j), share(term.weight(state[i], state[j])) - otherwise))

    def _add_sides(self, upper: Weights, lower: Weights, where: Where, otherwise: int) -> None:
        self.constant += otherwise
        self.tiled.append(partial(_sum_sides, upper, lower, where, otherwise))

    def _applies(self, condition: Condition) -> Where:
        """Where a condition holds; several terms may share it."""
        if id(condition) not in self._where:
            # The condition is kept alive, so that no other one gets its id.
            self._where[id(condition)] = condition, Where.of(condition, self.classifier)
        return self._where[id(condition)][1]

    def _look_up(
        self,
        table: Weights,
        number: NDArray[np.int32],
        columns: tuple[NDArray[np.int32], NDArray[np.int32]] | None,
        where: Where,
        otherwise: int,
    ) -> None:
        self.lookups.append(Lookup(table, number, columns, where.table, where.number, otherwise))

    def _evaluate(
        self,
        term: Term,
        values: Values,
        where: Where,
        share: Callable[[Reals], Weights],
        otherwise: int,
    ) -> None:
        """Evaluate few pairs at once, and many by tiles."""
        self.constant += otherwise
        if where.count <= _FEW_PAIRS * len(where.number) ** 2 / 2:
            i, j = where.listed()
            parts = [slice(start, start + TILE) for start in range(0, len(i), TILE)]
            shares = [share(values.pairs(i[part], j[part])) - otherwise for part in parts]
            self.listed.append(((i, j), np.concatenate(shares)))
        else:
            self._evaluate_tiles(term, values, where, otherwise)

    def _evaluate_tiles(self, term: Term, values: Values, where: Where, otherwise: int) -> None:
        if isinstance(self.quantum, Whole):
            self.tiled.append(partial(_add_tiles, values, where, otherwise))
        else:
            factor = term.coefficient * self.quantum.scale
            factors = _factors(values, len(where.number))
            self.tiled.append(partial(_add_products, *factors, where, factor, otherwise))


def _add_tiles(values: Values, where: Where, otherwise: int, part: Part) -> None:
    for tile in where.tiles(part):
        tile.total[:] += (values.block(tile) - otherwise) * where.block(tile)


def _sum_sides(upper: Weights, lower: Weights, where: Where, otherwise: int, part: Part) -> None:
    place = part.total, part.rows, part.left, part.upper
    add_sides(*place, upper, lower, where.table, where.number, otherwise)


def _add_products(
    one: Table,
    other: Table,
    rest: Values | None,
    where: Where,
    coefficient: float,
    otherwise: int,
    part: Part,
) -> None:
    for tile in where.tiles(part):
        evaluated = np.empty((0, 0))
        if rest is not None:
            found = reals(rest.block(tile))
            evaluated = np.ascontiguousarray(np.broadcast_to(found, tile.total.shape))
        add_product(
            tile.total,
            tile.rows,
            tile.left,
            tile.upper,
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


def _factors(values: Values, players: int) -> tuple[Table, Table, Values | None]:
    """Two tables and other values, or None, whose product the values are.

    Values that are no such product become the other values, with tables of ones.
    """
    if isinstance(values, Combined) and values.combine is OMEGAS["product"]:
        match values.parts:
            case [Table() as one, Table() as other]:
                return one, other, None
            case [Table() as one, Table() as other, last]:
                return one, other, last
    ones = Table(np.ones((1, 1)), np.zeros(players, dtype=np.int32))
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


def _values(term: Term, classifier: Classifier, pairs: int) -> Values:
    """The way to find the weights of a term that is best for so many pairs."""
    # If a single part reads too much for few classes, so does the whole term.
    by_term = [classifier.reads(each).columns for each in (*term.parts, term)]
    if all(classifier.few(columns, pairs) for columns in by_term):
        return Table(classifier.table(term), classifier.classes(by_term[-1]).number)
    if term.combine is not None:
        return Combined([_values(part, classifier, pairs) for part in term.parts], term.combine)
    return Evaluated(term.weight, classifier.state)
