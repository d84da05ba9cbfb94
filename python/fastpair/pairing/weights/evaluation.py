"""The weights of all pairs, by classes of players or pair by pair."""

from __future__ import annotations

import os
import sys
from collections import deque
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import product
from math import inf, isqrt
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, Self

import numpy as np

from ..._kernels.classes import coded, extent
from ..._kernels.lookup import Lookup, add_listed, add_product, add_sides, look_up, mirror, pairs_of
from ...arrays import reals
from ..papers.area import SPARSE, numbered
from ..papers.components import OMEGAS
from .term import always, never

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from ...arrays import Array, Indices, Integers, Reals
    from ..field.columns import Columns
    from .term import Condition, Reads, Term


# ---- How real shares of weights become integers ----


@dataclass(frozen=True, slots=True)
class Quantum:
    """Rounding of real shares to integers."""

    scale: int
    """Number of units in a real weight of 1."""

    otherwise: float
    """Weight where a term does not apply, if it does not say itself."""

    whole: ClassVar[bool] = False
    """Whether weights are integers already, which are not multiplied."""

    def elsewhere(self, term: Term) -> float:
        """Weight where a term does not apply."""
        return self.otherwise if term.elsewhere is None else term.elsewhere

    def share(self, term: Term, a: Columns, b: Columns) -> Integers:
        """Share of a term; without dimensions if it applies to no pair."""
        elsewhere = self.elsewhere(term)
        if term.applies is never:
            return self.of(np.asarray(elsewhere), term.coefficient)
        weight = term.weight(a, b)
        if term.applies is not always:
            weight = np.where(term.applies(a, b), weight, elsewhere)
        return self.of(weight, term.coefficient)

    def most(self, term: Term) -> int:
        """The most that a term adds to a weight, unless it applies to no pair."""
        if term.applies is never:
            return max(0, int(self.of(np.asarray(self.elsewhere(term)), term.coefficient)))
        return self.limits(term.coefficient)[1]

    def of(self, weight: Reals, coefficient: float) -> Integers:
        """Nearest integers to real shares."""
        share: Integers = np.rint(weight * (coefficient * self.scale)).astype(np.int64)
        return share

    def limits(self, coefficient: float) -> tuple[int, int]:
        """The least and the greatest share of a term, whose real weight is from 0 to 1."""
        ends = self.of(np.array([0.0, 1.0]), coefficient)
        return int(ends.min()), int(ends.max())


class Whole(Quantum):
    """Shares that are integers already, and 0 where a term does not apply."""

    whole = True

    def __init__(self) -> None:
        super().__init__(scale=1, otherwise=0)

    def of(self, weight: Array, coefficient: float) -> Integers:
        """The weights as they are."""
        return weight

    def limits(self, coefficient: float) -> tuple[int, int]:
        """The least and the greatest share of a term; the coefficient is the greatest."""
        return 0, int(coefficient)


# ---- Symmetric matrices of which only the upper half is computed ----

_ROWS = 256
"""Rows that are filled at a time."""

_FEW = 400
"""Rows for which a second thread is not worth its start."""


def filled(size: int, fill: Callable[[Integers, slice], None]) -> Integers:
    """A symmetric int64 matrix (size, size) with 0 on the diagonal, by two threads if it is large.

    Parameters
    ----------
    fill
        Writes the values of some rows to the right of the diagonal.
    """
    total = np.empty((size, size), np.int64)
    # Both threads take their next rows from here; taking is atomic, with and without a GIL.
    starts = deque(range(0, size, _ROWS))

    def work() -> None:
        while True:
            try:
                start = starts.popleft()
            except IndexError:
                return
            rows = slice(start, min(start + _ROWS, size))
            fill(total, rows)
            mirror(total, rows.start, rows.stop)

    if size < _FEW or processors() < 2 or _is_worker():
        work()
    else:
        from concurrent.futures import ThreadPoolExecutor  # which smaller fields need not load

        with ThreadPoolExecutor(1) as pool:
            helper = pool.submit(work)
            work()
            helper.result()
    np.fill_diagonal(total, 0)
    return total


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _is_worker() -> bool:
    """Whether this process is one of several that another one has started to share the processors."""
    started = sys.modules.get("multiprocessing.process")
    return started is not None and started.parent_process() is not None


# ---- Classes of players who are the same to a formula, so that it is evaluated once for each two ----

_MANY = 128
"""With so many classes, it is faster to evaluate each part of a weight for classes of its own."""


class Classifier:
    """Sorts the players of a field or a state into classes by any of their columns."""

    def __init__(self, state: Columns) -> None:
        self.state = state
        self._codes: dict[str, tuple[int, Integers]] = {}
        self._classes: dict[tuple[str, ...], Classes] = {}
        self._reads: dict[int, tuple[Condition | Term, Reads]] = {}

    def classes(self, columns: tuple[str, ...]) -> Classes:
        """The classes of players who agree in these columns."""
        if columns not in self._classes:
            self._classes[columns] = self._classed(columns)
        return self._classes[columns]

    def _classed(self, columns: tuple[str, ...]) -> Classes:
        bound, code = 1, np.zeros(len(self.state.seat), np.int64)
        for column in columns:
            if bound > SPARSE * len(code):
                first, code = numbered(code, bound)
                bound = len(first)
            values, number = self._code(column)
            bound, code = bound * values, code * values + number
        first, number = numbered(code, bound)
        return Classes(self.state[first], first, number.astype(np.int32))

    def few(self, columns: tuple[str, ...], pairs: int) -> bool:
        """Whether there are no more pairs of classes than some number of pairs of players."""
        most = isqrt(pairs)
        if columns in self._classes:
            return len(self._classes[columns]) <= most
        # Usually a single column has too many values already, and no classes have to be made.
        if any(self._exceeds(column, most) for column in columns):
            return False
        names = set(columns)
        if any(
            len(classes) > most for of, classes in self._classes.items() if names.issuperset(of)
        ):
            return False
        return len(self.classes(columns)) <= most

    def _exceeds(self, column: str, most: int) -> bool:
        """Whether a column has more different values than this."""
        return self._code(column)[0] > most and len(self.classes((column,))) > most

    def reads(self, formula: Condition | Term) -> Reads:
        """What a rule or its weight reads of the players."""
        key = id(formula)
        if key not in self._reads:
            # The formula is kept alive, so that no other one gets its id.
            self._reads[key] = formula, formula.reads(self.state)
        return self._reads[key][1]

    def table(self, term: Term) -> Array:
        """Weights of a term for any two classes of players who agree in all it reads, (k, k)."""
        classes = self.classes(self.reads(term).columns)
        if term.combine is None or len(classes) < _MANY:
            return classes.table(term.weight)
        # A part reads fewer columns, which make far fewer classes.
        parts = []
        for part in term.parts:
            coarse = self.classes(self.reads(part).columns)
            number = coarse.number[classes.first]
            parts.append(coarse.table(part.weight).take(number, axis=1)[number])
        return term.combine(parts)

    def _code(self, column: str) -> tuple[int, Integers]:
        """An upper bound, and a number below it for every value of a column."""
        if column not in self._codes:
            self._codes[column] = _coded(attrgetter(column)(self.state))
        return self._codes[column]


def _coded(values: Array) -> tuple[int, Integers]:
    """Number values from 0, equal ones equally, and return an upper bound and the numbers."""
    plain = values.view(np.uint8) if values.dtype == np.bool_ else values
    bound, code = coded(plain, SPARSE * len(values))
    if bound:
        return bound, code
    distinct, number = np.unique(values, return_inverse=True)
    return len(distinct), number


@dataclass(frozen=True, eq=False)
class Classes:
    """Classes of players who are the same in all that a formula reads."""

    representatives: Columns
    """One player of each class, (k,)."""

    first: Indices
    """The indices of these players, (k,)."""

    number: NDArray[np.int32]
    """Class of each player, (n,)."""

    def __len__(self) -> int:
        return len(self.first)

    def table(self, formula: Callable[[Any, Any], Array]) -> Array:
        """Values of a formula for any two classes, (k, k)."""
        players = self.representatives
        return self._spread(formula(players[:, None], players[None, :]))

    def agreeing(
        self,
        formula: Callable[[Any, Any], Array],
        agreement: Mapping[str, bool],
    ) -> Array:
        """The table of a formula, (k, k), as if all players agreed in a column, or none did.

        ``agreement`` says for each such column which of the two it is.
        """
        mine = dict.fromkeys(agreement, np.zeros((1, 1), np.int64))
        theirs = {column: np.full((1, 1), not agrees) for column, agrees in agreement.items()}
        here = self.representatives[:, None].having(mine)
        there = self.representatives[None, :].having(theirs)
        return self._spread(formula(here, there))

    def _spread(self, values: Array) -> Array:
        if values.shape != (len(self), len(self)):
            values = np.broadcast_to(values, (len(self), len(self)))
        return np.ascontiguousarray(values)


# ---- The weights of few players: every formula is evaluated for every pair ----

SMALL = 112
"""For so few players, finding out who is the same to a formula takes longer than the formula. The two ways
are equally fast between 100 and 150 players by most models [bench/bench_ways.py]; others have a number of
their own, ``WeightModel.pairwise_up_to``."""


def pair_by_pair(terms: tuple[Term, ...], state: Columns, quantum: Quantum, base: int) -> Integers:
    """Total of the terms for all pairs, as ``weigh_all`` gives it."""
    players = len(state.seat)
    total = np.zeros((players, players), np.int64)
    if players < 2:
        return total
    i, j = _pairs(players)
    a, b = state[i], state[j]
    sums = np.full(len(i), base, np.int64)
    for term in terms:
        sums += quantum.share(term, a, b)
    total[i, j] = total[j, i] = sums
    return total


@lru_cache(maxsize=8)
def _pairs(players: int) -> tuple[Indices, Indices]:
    return np.triu_indices(players, 1)


# ---- Values of a formula for parts of the matrix of pairs: looked up by classes, or evaluated ----

if TYPE_CHECKING:
    Pairs = tuple[Integers, Integers]


TILE = 1 << 17
"""Pairs for which a formula is evaluated at a time, so that its arrays stay in the cache."""


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """A part of the matrix: rows of some players, in order, and columns of consecutive ones."""

    total: Integers
    """(k, m) weights."""

    rows: Integers
    """(k,) players."""

    left: int
    """The first column."""

    upper: bool
    """Whether only what is right of the diagonal is written."""

    @property
    def right(self) -> int:
        """Behind the last column."""
        return self.left + int(self.total.shape[1])

    @property
    def columns(self) -> slice:
        """The columns."""
        return slice(self.left, self.right)

    def between(self, left: int, right: int) -> Tile:
        """Some of the columns."""
        total = self.total[:, left - self.left : right - self.left]
        return Tile(total, self.rows, left, self.upper)


class Values(Protocol):
    """Values of pairs of players."""

    def block(self, part: Tile) -> Array:
        """Values of all pairs of a part."""

    def pairs(self, i: Indices, j: Indices) -> Array:
        """Values of a list of pairs."""


@dataclass(frozen=True, eq=False)
class LookupTable:
    """Values that are looked up by classes of players."""

    table: Array
    number: NDArray[np.int32]

    def block(self, part: Tile) -> Array:
        """Values of all pairs of a part."""
        mine, theirs = self.number[part.rows], self.number[part.columns]
        if len(self.table) < len(mine):
            # Whole rows are copied faster than numbers are gathered.
            return self.table.take(theirs, axis=1)[mine]
        return self.table[mine].take(theirs, axis=1)

    def pairs(self, i: Indices, j: Indices) -> Array:
        """Values of a list of pairs."""
        # numpy gathers fastest by intp; from other integers it makes a copy first.
        number = self.number.astype(np.intp)
        return self.table.take(number[i] * len(self.table) + number[j])


@dataclass(frozen=True, eq=False)
class Where(LookupTable):
    """Whether a rule applies, 1 or 0."""

    count: int
    """Number of pairs that it applies to."""

    first: Indices
    """(k,) first player to whom the rule applies together with a member of each class, else n."""

    last: Indices
    """(k,) last such player, else -1."""

    @classmethod
    def of(cls, condition: Condition, classifier: Classifier) -> Self:
        """Evaluate a condition for any two classes of players who agree in all it reads."""
        if condition is always:
            return cls.everywhere(len(classifier.state.seat))
        classes = classifier.classes(classifier.reads(condition).columns)
        applies, number = classes.table(condition).view(np.uint8), classes.number
        return cls(applies, number, *extent(applies, number))

    @classmethod
    def everywhere(cls, players: int) -> Self:
        """A condition that holds for all pairs."""
        return cls(
            table=np.ones((1, 1), np.uint8),
            number=np.zeros(players, np.int32),
            count=players * (players - 1) // 2,
            first=np.array([0]),
            last=np.array([players - 1]),
        )

    def all_pairs(self) -> Pairs:
        """All pairs i < j that it applies to, ordered by i."""
        return pairs_of(self.table, self.number, self.count)

    def tiles(self, part: Tile) -> Iterator[Tile]:
        """Parts that hold all pairs of a part that it applies to."""
        classes = self.number[part.rows]
        first = part.rows[0] if part.upper else self.first[classes].min()
        start, stop = max(part.left, int(first)), min(part.right, 1 + int(self.last[classes].max()))
        width = max(1, TILE // len(part.rows))
        for left in range(start, stop, width):
            yield part.between(left, min(left + width, stop))


@dataclass(frozen=True, eq=False)
class Evaluated:
    """Values of a formula."""

    formula: Callable[[Any, Any], Array]
    state: Columns

    @cached_property
    def ordered(self) -> dict[str, Any]:
        """Whether levels never rise along the seats, as a value that replaces ``ahead``.

        Of pairs i < j, the first player is then never below the second.
        """
        return {"ahead": in_order(self.state)}

    def block(self, part: Tile) -> Array:
        """Values of all pairs of a part."""
        mine = self.state[part.rows, None]
        return self.formula(
            mine.having(self.ordered) if part.upper else mine, self.state[None, part.columns]
        )

    def pairs(self, i: Indices, j: Indices) -> Array:
        """Values of a list of pairs."""
        return self.formula(self.state[i].having(self.ordered), self.state[j])


@dataclass(frozen=True, eq=False)
class Combined:
    """Values that combine the values of several parts."""

    parts: Sequence[Values]
    combine: Callable[[Sequence[Array]], Array]

    def block(self, part: Tile) -> Array:
        """Values of all pairs of a part."""
        return self.combine([values.block(part) for values in self.parts])

    def pairs(self, i: Indices, j: Indices) -> Array:
        """Values of a list of pairs."""
        return self.combine([part.pairs(i, j) for part in self.parts])


def in_order(state: Columns) -> bool:
    """Whether levels never rise along the seats."""
    level = state.level
    return bool((level[:-1] >= level[1:]).all())


# ---- All weights of a field at once: rows of the upper half of the matrix, mirrored ----

# Every share is what ``Quantum.share`` says. If many players are the same to a formula, it is
# evaluated for their classes, and its values are looked up. If it applies to few pairs, it is
# evaluated for these only. Otherwise it is evaluated for tiles of the matrix.

if TYPE_CHECKING:
    Weights = Integers


_MANY_CLASSES = 128
"""With fewer classes, whether two players agree in a column needs no lookup of its own."""

_FEW_PAIRS = 0.2
"""If a rule applies to a smaller share of all pairs, these pairs are listed one by one."""


def weigh_all(
    terms: tuple[Term, ...],
    state: Columns,
    quantum: Quantum,
    base: int = 0,
    *,
    pairwise_up_to: int = SMALL,
) -> Integers:
    """Total of the terms for all pairs of players, symmetric (n, n), with 0 on the diagonal.

    Parameters
    ----------
    base
        Weight of a pair without any term.
    pairwise_up_to
        For so many players the formulas are evaluated pair by pair.
    """
    if len(state.seat) <= pairwise_up_to:
        return pair_by_pair(terms, state, quantum, base)
    shares = Shares(Classifier(state), quantum, base)
    for term in terms:
        shares.append(term)
    return filled(len(state.seat), shares.fill)


class ClassWeights(NamedTuple):
    """Weights by the classes of two players."""

    table: Array
    """(k, k, 4), or (k, k, 1) without columns. The last index counts 2 if two players agree in the
    first column, plus 1 if they agree in the last."""

    number: NDArray[np.int32]
    """(n,) class of each player."""

    columns: tuple[NDArray[np.int32], NDArray[np.int32]] | None = None
    """Columns that may agree."""


class Shares:
    """What the weights are made of: a constant, shares looked up by classes, and shares added."""

    most_pairs: float = inf
    """Pairs of classes of which a table may be made."""

    def __init__(self, classifier: Classifier, quantum: Quantum, base: int) -> None:
        self.classifier, self.quantum = classifier, quantum
        self.constant = base
        self.lookups: list[Lookup] = []
        self.extra_shares: list[tuple[Pairs, Weights]] = []
        self.tiled: list[Callable[[Tile], None]] = []
        self._where: dict[int, tuple[Condition, Where]] = {}

    def fill(self, total: Weights, rows: slice) -> None:
        """Write the weights of some rows, to the right of the diagonal."""
        self.write(Tile(total[rows], np.arange(rows.start, rows.stop), 0, upper=True))
        for (i, j), share in self.extra_shares:
            some = slice(*np.searchsorted(i, (rows.start, rows.stop)))
            add_listed(total, i[some], j[some], share[some])

    def write(self, part: Tile) -> None:
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
            self._look_up(compared._replace(table=share(compared.table)), where, otherwise)
        else:
            values = _values(term, self.classifier, self._few(where))
            if isinstance(values, LookupTable):
                table = ClassWeights(share(values.table)[:, :, None], values.number)
                self._look_up(table, where, otherwise)
            else:
                self._evaluate(term, values, where, share, otherwise)

    def _few(self, where: Where) -> int:
        """For how many pairs of classes a table is worth it."""
        return int(min(where.count, self.most_pairs))

    def _list(
        self,
        term: Term,
        pairs: Callable[[Any], tuple[Indices, Indices]],
        share: Callable[[Reals], Weights],
        otherwise: int,
    ) -> None:
        """Evaluate a term for the few pairs that its rule lists."""
        state = self.classifier.state
        i, j = pairs(state)
        self.extra_shares.append(((i, j), share(term.weight(state[i], state[j])) - otherwise))

    def _add_sides(self, upper: Weights, lower: Weights, where: Where, otherwise: int) -> None:
        self.constant += otherwise
        self.tiled.append(partial(_sum_sides, upper, lower, where, otherwise))

    def _applies(self, condition: Condition) -> Where:
        """Where a condition holds; several terms may share it."""
        if id(condition) not in self._where:
            # The condition is kept alive, so that no other one gets its id.
            self._where[id(condition)] = condition, Where.of(condition, self.classifier)
        return self._where[id(condition)][1]

    def _look_up(self, table: ClassWeights, where: Where, otherwise: int) -> None:
        self.lookups.append(Lookup(*table, where.table, where.number, otherwise))

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
            i, j = where.all_pairs()
            parts = [slice(start, start + TILE) for start in range(0, len(i), TILE)]
            shares = [share(values.pairs(i[part], j[part])) - otherwise for part in parts]
            self.extra_shares.append(((i, j), np.concatenate(shares)))
        else:
            self._evaluate_tiles(term, values, where, otherwise)

    def _evaluate_tiles(self, term: Term, values: Values, where: Where, otherwise: int) -> None:
        if self.quantum.whole:
            self.tiled.append(partial(_add_tiles, values, where, otherwise))
        else:
            factor = term.coefficient * self.quantum.scale
            factors = _factors(values, len(where.number))
            self.tiled.append(partial(_add_products, *factors, where, factor, otherwise))


def _add_tiles(values: Values, where: Where, otherwise: int, part: Tile) -> None:
    for tile in where.tiles(part):
        tile.total[:] += (values.block(tile) - otherwise) * where.block(tile)


def _sum_sides(upper: Weights, lower: Weights, where: Where, otherwise: int, part: Tile) -> None:
    place = part.total, part.rows, part.left, part.upper
    add_sides(*place, upper, lower, where.table, where.number, otherwise)


def _add_products(
    one: LookupTable,
    other: LookupTable,
    rest: Values | None,
    where: Where,
    coefficient: float,
    otherwise: int,
    part: Tile,
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


def _factors(values: Values, players: int) -> tuple[LookupTable, LookupTable, Values | None]:
    """Two tables and other values, or None, whose product the values are.

    Values that are no such product become the other values, with tables of ones.
    """
    if isinstance(values, Combined) and values.combine is OMEGAS["product"]:
        match values.parts:
            case [LookupTable() as one, LookupTable() as other]:
                return one, other, None
            case [LookupTable() as one, LookupTable() as other, last]:
                return one, other, last
    ones = LookupTable(np.ones((1, 1)), np.zeros(players, np.int32))
    return ones, ones, values


def _compared(term: Term, classifier: Classifier, pairs: int) -> ClassWeights | None:
    """Weights by two classes and agreement in one or two columns.

    The result is None if setting these columns aside makes no fewer classes, or if the classes are
    still too many.
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
    return ClassWeights(np.stack(tables, axis=-1), classes.number, (numbers[0], numbers[-1]))


def _values(term: Term, classifier: Classifier, pairs: int) -> Values:
    """The way to find the weights of a term that is best for so many pairs."""
    # If a single part reads too much for few classes, so does the whole term.
    by_term = [classifier.reads(each).columns for each in (*term.parts, term)]
    if all(classifier.few(columns, pairs) for columns in by_term):
        return LookupTable(classifier.table(term), classifier.classes(by_term[-1]).number)
    if term.combine is not None:
        return Combined([_values(part, classifier, pairs) for part in term.parts], term.combine)
    return Evaluated(term.weight, classifier.state)


# ---- The weights of a field too large for a matrix: any part of it, and bounds on all the others ----

if TYPE_CHECKING:
    Bounds = Callable[[Sequence[slice]], Weights]


class Pieces(Shares):
    """The sum of terms for any part of the matrix.

    Pairs that a term lists, since they have met, count as all others do: they are not to be paired.

    Parameters
    ----------
    terms, state, quantum, base
        As of ``weigh_all``.
    """

    # A table is kept for each term, so its memory must not grow with the pairs of players.
    most_pairs = 1 << 20

    def __init__(
        self, terms: Sequence[Term], state: Columns, quantum: Quantum, base: int = 0
    ) -> None:
        super().__init__(Classifier(state), quantum, base)
        self._bounds: list[tuple[Bounds, Where, int]] = []
        self._counted = self._lowest = 0
        for term in terms:
            self.append(term)

    def block(self, rows: Integers, start: int, stop: int) -> Weights:
        """Weights of some players with those from start to stop - 1, (k, stop - start)."""
        total = np.empty((len(rows), stop - start), np.int64)
        self.write(Tile(total, rows, start, upper=False))
        return total

    def bounds(self, ranges: Sequence[slice]) -> Weights:
        """What no weight between two ranges of players exceeds, symmetric (r, r)."""
        total = np.full((len(ranges), len(ranges)), self.constant - self._counted)
        for bounds, where, otherwise in self._bounds:
            applies = _most(where.table, where.number, ranges) > 0
            total += np.where(applies, np.maximum(bounds(ranges), otherwise), otherwise)
        # Where a rule does not apply, its table may depend on who is named first.
        found: Weights = np.maximum(total, total.T)
        return found

    @property
    def lowest(self) -> int:
        """What no weight falls below."""
        return self.constant - self._counted + self._lowest

    def _bounded(self, bounds: Bounds, least: int, where: Where, otherwise: int) -> None:
        """Take the bounds of a term."""
        self._bounds.append((bounds, where, otherwise))
        self._lowest += min(least, otherwise)

    def _list(self, *_: object) -> None:
        """Leave out what concerns pairs that have met only."""

    def _look_up(self, table: ClassWeights, where: Where, otherwise: int) -> None:
        super()._look_up(table, where, otherwise)
        bounds = partial(_most, table.table.max(axis=-1), table.number)
        self._bounded(bounds, int(table.table.min()), where, otherwise)

    def _add_sides(self, upper: Weights, lower: Weights, where: Where, otherwise: int) -> None:
        super()._add_sides(upper, lower, where, otherwise)
        self._counted += otherwise

        def bounds(ranges: Sequence[slice]) -> Weights:
            one, other = (
                np.array([side[some].max() for some in ranges]) for side in (upper, lower)
            )
            found = one[:, None] + other
            most: Weights = np.maximum(found, found.T)
            return most

        self._bounded(bounds, int(upper.min() + lower.min()), where, otherwise)

    def _evaluate(
        self,
        term: Term,
        values: Values,
        where: Where,
        share: Callable[[Array], Weights],
        otherwise: int,
    ) -> None:
        self.constant += otherwise
        self._counted += otherwise
        self._evaluate_tiles(term, values, where, otherwise)
        least, most = self.quantum.limits(term.coefficient)
        self._bounded(lambda ranges: np.full((len(ranges),) * 2, most), least, where, otherwise)


def _most(table: Array, number: NDArray[np.int32], ranges: Sequence[slice]) -> Weights:
    """The greatest value of a table between the classes of two ranges of players, (r, r)."""
    classes = [np.unique(number[some]) for some in ranges]
    rows = np.stack([table[some].max(axis=0) for some in classes])
    found = np.stack([rows[:, some].max(axis=1) for some in classes], axis=1)
    return np.asarray(found, np.int64)
