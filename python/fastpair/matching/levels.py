"""Weights on exact levels."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from .. import _engine
from .._kernels import forced_edges
from ..errors import InputError, InputOverflowError
from .arrays import NARROW_LIMIT, WEIGHT_LIMIT, positions
from .blocks import Blocks
from .graph import DenseGraph, EdgeList, Graph, Rectangle, Weights, edge_cells, graph_of
from .incremental import matching_among
from .result import (
    Certificate,
    Matching,
    certificate_of,
    matching_of,
    require_perfect,
    solution_of,
)
from .verification import Nesting

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from numpy.typing import ArrayLike, NDArray

    from ..arrays import Array, Bools, Indices, Integers


# ---- Sets of vertices: their names, and what they add to the edges within them ----


def key_of(members: Integers) -> bytes:
    """A name for a set of vertices, from its (k,) members in any order."""
    return np.sort(members).tobytes()


class Common:
    """Which of some sets hold both ends of edges.

    Sets that are nested, or apart, take O(edges) time together. Others are divided until those of
    each half are.

    Parameters
    ----------
    first, second
        (edges,) the ends.
    size
        Number of vertices.
    sets
        The sets.
    """

    def __init__(
        self,
        first: Integers,
        second: Integers,
        size: int,
        sets: Sequence[Integers],
    ) -> None:
        self._halves: tuple[Common, ...] = ()
        try:
            self._nesting = Nesting(size, sets, np.ones(len(sets), np.int64), np.dtype(np.int64))
        except ValueError:  # some overlap
            middle = len(sets) // 2
            ends = first, second, size
            self._halves = Common(*ends, sets[:middle]), Common(*ends, sets[middle:])
            return
        # No set covers the gap between vertices that are in none together.
        self._gap = self._nesting.narrowest(first, second)

    def sums(self, values: Array) -> Array:
        """(edges,) the sums of the values of all sets that hold both ends, of the same type."""
        if self._halves:
            one, other = self._halves
            ours, others = np.split(values, [len(values) // 2])
            total: Array = one.sums(ours) + other.sums(others)
            return total
        sums: Array = self._nesting.worth(values, values.dtype)[self._gap]
        return sums


# ---- Several levels in one weight: how many units of the whole one of each level counts ----

# Of two matchings with different totals the one with the better first total must have the greater
# whole. It has if one on a level outweighs the most by which two matchings can differ on all levels
# below it. Two matchings of c edges each differ by c (high - low) at most, where the weights lie
# between low and high. Matchings of any number of edges differ by no more than if 0 were a weight,
# too.


class Span(NamedTuple):
    """The least and the greatest of the weights of a level."""

    low: int
    high: int

    def less(self, taken_off: int) -> Span:
        """The span if something is taken off all weights."""
        return Span(self.low - taken_off, self.high - taken_off)


def span_of(weights: Integers) -> Span:
    """The span of some weights; if there are none, that of 0."""
    return Span(int(weights.min()), int(weights.max())) if len(weights) else Span(0, 0)


def units(spans: Sequence[Span], pairs: int, *, fixed: bool) -> tuple[int, ...]:
    """The least units with which the whole decides as the levels do, one after the other.

    Each is one more than the `difference` of the levels below it, and so a multiple of the next.
    ``fixed`` says that all matchings that are compared have as many edges, ``pairs`` at most.
    """
    result = [1]
    for span in reversed(spans[1:]):
        result.append(result[-1] * (1 + pairs * _width(span, fixed=fixed)))
    return tuple(reversed(result))


def difference(spans: Sequence[Span], factors: Sequence[int], pairs: int, *, fixed: bool) -> int:
    """By how much the wholes of two matchings can differ."""
    widths = (_width(span, fixed=fixed) for span in spans)
    return pairs * sum(unit * width for unit, width in zip(factors, widths, strict=True))


def size(spans: Sequence[Span], factors: Sequence[int]) -> int:
    """How large the whole of an edge can be."""
    sizes = (max(abs(span.low), abs(span.high)) for span in spans)
    return sum(unit * each for unit, each in zip(factors, sizes, strict=True))


def taken_off(spans: Sequence[Span], *, fixed: bool) -> tuple[int, ...]:
    """What all weights of each level have in common; nothing unless matchings have as many edges."""
    return tuple(max(span.low, 0) + min(span.high, 0) if fixed else 0 for span in spans)


def _width(span: Span, *, fixed: bool) -> int:
    return span.high - span.low if fixed else max(span.high, 0) - min(span.low, 0)


# ---- A graph whose edges have a weight on each of several levels ----


@dataclass(frozen=True, slots=True, eq=False)
class LevelEdges:
    """Some edges, each once, and where the levels hold them."""

    first: Integers
    second: Integers
    place: Integers
    """Index into the weights of each level, as one row."""

    def __len__(self) -> int:
        """Return the number of edges."""
        return len(self.place)

    def subgraph(self, which: Bools) -> LevelEdges:
        """The edges that are marked."""
        chosen = np.flatnonzero(which)
        return LevelEdges(self.first[chosen], self.second[chosen], self.place[chosen])


@dataclass(frozen=True, slots=True, eq=False)
class LevelGraph:
    """The same edges with other weights on each level, all integers."""

    levels: tuple[DenseGraph | EdgeList, ...]
    """One graph for each level: all matrices, or all lists of edges."""

    @property
    def size(self) -> int:
        """Number of vertices."""
        return self.levels[0].size

    @property
    def dense(self) -> tuple[DenseGraph, ...] | None:
        """The levels if they are matrices."""
        if isinstance(self.levels[0], DenseGraph):
            return cast("tuple[DenseGraph, ...]", self.levels)
        return None

    def negated(self) -> LevelGraph:
        """The same graph with all weights negated."""
        return LevelGraph(tuple(level.negated() for level in self.levels))

    def matrices(self) -> tuple[DenseGraph, ...]:
        """The levels as matrices."""
        if self.dense is not None:
            return self.dense
        place = self.edges().place
        lists = cast("tuple[EdgeList, ...]", self.levels)
        return tuple(level.subgraph(place).matrix() for level in lists)

    def edges(self) -> LevelEdges:
        """All edges; of parallel ones the one that is best on the first level that differs."""
        if self.dense is not None:
            return self.between(*np.nonzero(np.triu(self.dense[0].edges, 1)))
        edges = cast("EdgeList", self.levels[0])
        place = edges.heaviest(*(level.weights for level in reversed(self.levels)))
        ends = edges.first[place], edges.second[place]
        return LevelEdges(np.minimum(*ends), np.maximum(*ends), place)

    def between(
        self, first: NDArray[np.integer[Any]], second: NDArray[np.integer[Any]]
    ) -> LevelEdges:
        """The edges of matrices between some pairs of vertices."""
        # Where addresses have 32 bits, so have the places that numpy finds.
        ends = np.asarray(first, np.int64), np.asarray(second, np.int64)
        return LevelEdges(*ends, ends[0] * self.size + ends[1])

    def at(self, place: Integers) -> LevelEdges:
        """The edges at some places of matrices."""
        first = place // self.size
        return LevelEdges(first, place - first * self.size, place)

    def weights(self, level: int, edges: LevelEdges) -> Integers:
        """The weights of some edges on a level."""
        return self.levels[level].weights.reshape(-1)[edges.place]

    def totals(self, edges: LevelEdges) -> tuple[int | Fraction, ...]:
        """Exact sums of some edges on all levels, in the weights as they were given."""
        return tuple(self._totals(edges))

    def _totals(self, edges: LevelEdges) -> Iterator[int | Fraction]:
        nobody = np.empty(0, np.int64)
        for k, level in enumerate(self.levels):
            yield level.total(nobody, sum(self.weights(k, edges).tolist()))


def problem_of(
    weights: Weights | None,
    levels: Sequence[Weights] | None,
    allowed: ArrayLike | None,
    n: int | None,
    *,
    bipartite: bool,
    exact: bool = False,
    plain: bool = False,
) -> Graph | LevelGraph:
    """Check the arguments of a matching problem of one weight, or of levels.

    Raises
    ------
    TypeError, ValueError, OverflowError
        As :func:`fastpair.matching.max_weight_matching`.
    """
    if levels is None:
        if weights is None:
            raise TypeError("expected weights, or levels of weights")
        return graph_of(weights, allowed, n, bipartite=bipartite, exact=exact, plain=plain)
    if weights is not None:
        raise TypeError("expected either weights or levels, got both")
    if bipartite:
        raise TypeError("bipartite goes with weights; give levels as lists of edges instead")
    return level_graph_of(levels, allowed, n, plain=plain)


@contextmanager
def naming(what: str, number: int) -> Iterator[None]:
    """Let errors say which level or graph they are about."""
    try:
        yield
    except (TypeError, ValueError, OverflowError) as error:
        raise type(error)(f"{what} {number}: {error}") from None


def level_graph_of(
    levels: Sequence[Weights], allowed: ArrayLike | None, n: int | None, *, plain: bool = False
) -> LevelGraph:
    """Check the arguments of a matching problem on levels.

    Parameters
    ----------
    levels, allowed, n
        As :func:`fastpair.matching.max_weight_matching` gets them.
    plain
        Check here what the engine would check otherwise.

    Raises
    ------
    TypeError, ValueError, OverflowError
        As :func:`fastpair.matching.max_weight_matching`.
    """
    if not isinstance(levels, (list, tuple)) and getattr(levels, "ndim", 0) != 3:
        raise TypeError(
            f"expected a list of levels, each with the weights of all edges, got "
            f"{type(levels).__name__}"
        )
    if len(levels) == 0:
        raise InputError("expected one level or more, got none")
    graphs = []
    for number, level in enumerate(levels):
        with naming("level", number):
            graphs.append(graph_of(level, allowed, n, exact=True, plain=plain))
    first = graphs[0]
    for number, graph in enumerate(graphs):
        if isinstance(graph, DenseGraph) and isinstance(first, DenseGraph):
            same = graph.size == first.size
        elif isinstance(graph, EdgeList) and isinstance(first, EdgeList):
            with naming("level", number):
                graph.require_limit()  # that of matrices is asked for where they are read
            same = graph.size == first.size and all(
                np.array_equal(ends, others)
                for ends, others in ((graph.first, first.first), (graph.second, first.second))
            )
        else:
            raise TypeError(
                "expected levels that are all square matrices, or all lists of edges; blocks and "
                "matrices of rows and columns have none"
            )
        if not same:
            raise InputError(f"level {number} has other edges than level 0")
    return LevelGraph(
        tuple(graph for graph in graphs if not isinstance(graph, (Blocks, Rectangle)))
    )


# ---- The best of those matchings that are best already: some blossoms filled, some vertices matched ----

# An edge within a blossom to be filled, or at a vertex to be matched, weighs more by a bonus, which is
# greater than any two matchings differ by. Where weights and bonuses do not fit into the engine's
# integers together, the weights are solved digit by digit, the first digits first. The slack of each
# edge under the digits so far says what it is behind. Digits that follow can make up for less than one
# of these units for each edge of a matching, so that a larger slack counts as one that is just too
# large, and so does the dual of a blossom, and of a vertex.

_SAFE = 2**59
"""Sums of two duals, two weights and common duals of this size fit into int64."""


@dataclass(frozen=True, slots=True, eq=False)
class Restriction:
    """Some edges, and what a matching of them has to keep."""

    size: int
    """Number of vertices."""
    first: Integers
    second: Integers
    full: dict[bytes, Integers]
    """Blossoms that have to be filled."""
    bonuses: Integers
    """(edges,) in how many of these an edge lies, and how many of its ends have to be matched."""
    essential: Bools
    """(size,) vertices that have to be matched."""
    fixed: bool
    """Whether only matchings with the most edges count."""

    @property
    def most(self) -> int:
        """How many bonuses an edge has at most."""
        return int(self.bonuses.max(initial=0))

    def solve(self, weights: Integers) -> tuple[Integers, Certificate]:
        """Find the best matching, and duals of which those of filled blossoms may be negative."""
        low, high = int(weights.min(initial=0)), int(weights.max(initial=0))
        digits = 0
        while not self._fits(low >> digits, high >> digits):
            digits += 1
        mate, proof = self._solve(weights >> digits)
        while digits > 0:
            residual = self._residual(weights >> digits, mate, proof)
            count = self._fitting_digits(residual.weights_2x, digits)
            digits -= count
            following = (weights >> digits) & ((1 << count) - 1)
            mate, further = self._solve((residual.weights_2x << (count - 1)) + following)
            proof = residual.join(further, 1 << count)
        return mate, proof

    def _fits(self, low: int, high: int) -> bool:
        return max(-low, high) + self.most * self._bonus(low, high) <= WEIGHT_LIMIT

    def _bonus(self, low: int, high: int) -> int:
        """More than two matchings differ by, if weights lie between these and 0."""
        return self.size // 2 * (max(high, 0) - min(low, 0)) + 1

    def _solve(self, weights: Integers) -> tuple[Integers, Certificate]:
        bonus = 0
        if self.most:
            bonus = self._bonus(int(weights.min(initial=0)), int(weights.max(initial=0)))
        whole = weights + bonus * self.bonuses
        problem = EdgeList(self.size, self.first, self.second, whole)
        solution = solution_of(problem, maxcardinality=self.fixed)
        return solution[0], self._without(bonus, certificate_of(solution))

    def _without(self, bonus: int, proof: Certificate) -> Certificate:
        """The same proof for the weights without their bonuses."""
        if bonus == 0:
            return proof
        dual_of = dict.fromkeys(self.full, -2 * bonus)
        sets = dict(self.full)
        _add_duals(sets, dual_of, proof, 1)
        duals = proof.vertex_duals_2x.astype(object) - 2 * bonus * self.essential
        return _certificate(duals, sets, dual_of, proof.ground_2x)

    def _residual(self, weights: Integers, mate: Integers, proof: Certificate) -> _Residual:
        """What is left of the weights, and of the duals, when much and too much are one."""
        much = 2 * (self.size // 2)
        common = Common(self.first, self.second, self.size, proof.blossoms)
        slack = doubled_slack(self.first, self.second, weights, proof, common)
        left = -np.minimum(slack, much).astype(np.int64)
        above = np.zeros(self.size, np.int64)
        if not self.fixed or (mate < 0).any():
            ground = proof.ground_2x
            # The difference of two duals may not fit into their integers, unlike the lesser dual.
            least = np.minimum(proof.vertex_duals_2x, ground + much)
            above = np.where(self.essential, 0, least - ground).astype(np.int64)
        left += above[self.first] + above[self.second]
        values = np.minimum(proof.blossom_duals_2x, much).astype(np.int64)
        for k, members in enumerate(proof.blossoms):
            if key_of(members) in self.full:
                values[k] = 0
        left += common.sums(values)
        return _Residual(proof, left, above, values)

    def _fitting_digits(self, weights_2x: Integers, digits: int) -> int:
        """How many digits can be solved at once.

        Raises
        ------
        OverflowError
            If there are so many vertices, and so many blossoms in one another, that it is none.
        """
        low, high = int(weights_2x.min(initial=0)), int(weights_2x.max(initial=0))
        for count in range(digits, 0, -1):
            unit = 1 << (count - 1)
            if self._fits(low * unit, (high + 2) * unit):
                return count
        raise InputOverflowError(f"too many nested blossoms for levels of {self.size} vertices")


@dataclass(frozen=True, slots=True, eq=False)
class _Residual:
    """What the first digits leave of the weights."""

    proof: Certificate
    weights_2x: Integers
    above_2x: Integers
    """(size,) what these weights hold of the dual of each vertex."""
    values_2x: Integers
    """What they hold of the dual of each blossom."""

    def join(self, further: Certificate, unit: int) -> Certificate:
        """The proof for the first digits and those that follow, of which one unit is so many."""
        rest = self.proof.blossom_duals_2x.astype(object) - self.values_2x
        sets: dict[bytes, Integers] = {}
        dual_of: dict[bytes, int] = {}
        first = Certificate(self.above_2x, self.proof.blossoms, rest, 0)
        _add_duals(sets, dual_of, first, unit)
        _add_duals(sets, dual_of, further, 1)
        duals = self.proof.vertex_duals_2x.astype(object) - self.above_2x
        ground = further.ground_2x + unit * self.proof.ground_2x
        return _certificate(unit * duals + further.vertex_duals_2x, sets, dual_of, ground)


def doubled_slack(
    first: Integers,
    second: Integers,
    weights: Integers,
    proof: Certificate,
    common: Common,
) -> Array:
    """(edges,) the doubled slacks, int64 or Python integers."""
    duals, values = proof.vertex_duals_2x, proof.blossom_duals_2x
    largest = max(int(np.abs(duals).max(initial=0)), int(np.abs(values).sum()))
    largest = max(largest, int(weights.max(initial=0)), -int(weights.min(initial=0)))
    exact = np.dtype(np.int64 if largest <= _SAFE and values.dtype != object else object)
    duals = duals.astype(exact)
    slack: Array = common.sums(values.astype(exact))
    slack += duals[first] + duals[second] - 2 * weights.astype(exact)
    return slack


def _add_duals(
    sets: dict[bytes, Integers],
    dual_of: dict[bytes, int],
    proof: Certificate,
    unit: int,
) -> None:
    """Add the duals of blossoms, in multiples of a unit, to those that have been given."""
    duals: list[int] = proof.blossom_duals_2x.tolist()
    for members, dual in zip(proof.blossoms, duals, strict=True):
        key = key_of(members)
        sets[key] = members
        dual_of[key] = dual_of.get(key, 0) + unit * dual


def _certificate(
    duals: Array,
    sets: dict[bytes, Integers],
    dual_of: dict[bytes, int],
    ground_2x: int,
) -> Certificate:
    blossoms = [key for key, dual in dual_of.items() if dual != 0]
    values = np.array([dual_of[key] for key in blossoms], object)
    return Certificate(
        _shortest(duals), tuple(sets[key] for key in blossoms), _shortest(values), ground_2x
    )


def _shortest(values: Array) -> Array:
    """Python integers as int64 if all of them fit."""
    try:
        return np.array(values.tolist(), np.int64)
    except OverflowError:
        return values


# ---- The matchings that are best on the first levels, and the best of them ----


class Face:
    """The matchings that are best for all parts so far, and the proof of that.

    Parameters
    ----------
    graph
        The weights.
    edges
        The edges between the vertices, which may be numbered otherwise than in the graph.
    vertices
        Their number.
    fixed
        Whether only matchings with the most edges count.
    """

    def __init__(self, graph: LevelGraph, edges: LevelEdges, vertices: int, *, fixed: bool) -> None:
        self._graph, self._edges, self._size, self._fixed = graph, edges, vertices, fixed
        self._parts: list[Certificate] = []
        self._level = 0
        self._is_decided = False
        self._full: dict[bytes, Integers] = {}
        self._inside = np.zeros(len(edges), np.int64)
        self._essential = np.zeros(vertices, bool)
        self._mate: Integers | None = None

    def best(self) -> Matching:
        """Solve parts until one matching is left, or no level."""
        while self._mate is None or not self._is_decided:
            self._descend()
        matched = self._edges.subgraph(self._mate[self._edges.first] == self._edges.second)
        totals = self._graph.totals(matched)
        first, *further = self._parts
        return Matching(
            self._mate, totals[0], len(matched), first, levels=totals, further=tuple(further)
        )

    def _descend(self) -> None:
        """Solve the next part."""
        edges = self._edges
        bonuses = self._inside + self._essential[edges.first] + self._essential[edges.second]
        restriction = Restriction(
            self._size, edges.first, edges.second, self._full, bonuses, self._essential, self._fixed
        )
        levels = range(self._level, len(self._graph.levels))
        columns = [self._graph.weights(level, edges) for level in levels]
        factors, less = fit_levels(
            [span_of(column) for column in columns],
            self._size // 2,
            restriction.most,
            fixed=self._fixed,
        )
        whole = np.zeros(len(edges), np.int64)
        for unit, column, low in zip(factors, columns, less, strict=False):
            if (worth := column - low).any():  # else the unit may be of any size
                whole += unit * worth
        mate, certificate = restriction.solve(whole)
        self.keep(mate, replace(certificate, units=factors, taken_off=less), whole)

    def keep(self, mate: Integers, certificate: Certificate, whole: Integers) -> None:
        """Keep the solution of a part, and what it leaves undecided."""
        self._mate = mate
        self._parts.append(certificate)
        self._level += len(certificate.units)
        self._is_decided = self._level == len(self._graph.levels)
        if not self._is_decided:
            self._keep_undecided(mate, certificate, whole)

    def _keep_undecided(self, mate: Integers, certificate: Certificate, whole: Integers) -> None:
        """Keep what complementary slackness leaves of the edges, and what it asks of matchings."""
        ends = self._edges.first, self._edges.second
        common = Common(*ends, self._size, certificate.blossoms)
        slack = doubled_slack(*ends, whole, certificate, common)
        blossoms = {key_of(members): members for members in certificate.blossoms}
        is_new = np.array([key not in self._full for key in blossoms], np.int64)
        tight = np.asarray(slack == 0, bool)
        inside = self._inside + common.sums(is_new)
        self._inside = inside[np.flatnonzero(tight)]  # marks would be read with a branch for each
        self._edges = self._edges.subgraph(tight)
        self._full |= blossoms
        must = np.ones(self._size, bool)
        if not self._fixed or (mate < 0).any():
            self._essential |= np.asarray(certificate.vertex_duals_2x > certificate.ground_2x, bool)
            must = self._essential
        # More edges are hardly ever all forced.
        self._is_decided = len(self._edges) < 2 * self._size and self._is_forced(must)

    def _is_forced(self, must: Bools) -> bool:
        """Whether one matching is left, because all its edges are forced.

        A matching holds one edge at each vertex that must be matched, and one edge that leaves each
        filled blossom, unless a vertex of it may be left over: then one at most.
        """
        sets = list(self._full.values())
        members = np.concatenate([*sets, np.empty(0, np.int64)])
        starts = np.cumsum([0, *map(len, sets)], dtype=np.int64)
        exact = np.append(must, np.array([must[each].all() for each in sets], bool))
        ends = self._edges.first, self._edges.second
        return forced_edges.decide(*ends, members, starts, exact.view(np.uint8))


def fit_levels(
    spans: Sequence[Span], pairs: int, bonuses: int, *, fixed: bool
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Put as many levels into one weight as fit with so many bonuses, one at least.

    Returns
    -------
    tuple of int, tuple of int
        The units of the levels, and what is taken off them.
    """
    less = taken_off(spans, fixed=fixed)
    spans = [span.less(number) for span, number in zip(spans, less, strict=True)]
    factors: tuple[int, ...] = (1,)
    for count in range(2, len(spans) + 1):
        first = spans[:count]
        more = units(first, pairs, fixed=fixed)
        bonus = difference(first, more, pairs, fixed=False) + 1
        if size(first, more) + bonus * bonuses > NARROW_LIMIT:
            break
        factors = more
    return factors, less[: len(factors)]


# ---- Matchings whose weight stands on levels: a better total on a level is worth any loss below it ----

# As many levels as fit into the engine's integers are solved as one weight, a part.
# By complementary slackness, the matchings that are best for a part are those that have only edges
# without slack, fill every blossom with a positive dual, and match every vertex whose dual is above
# the ground. Among these the next part is solved.

_FIRST = 16
"""From so many rows the spans of all are guessed."""

_SAFE_TOTAL = 2**61
"""Sums of two duals and of two weights of this size fit into int64."""


def solve_levels(graph: LevelGraph, *, maxcardinality: bool, perfect: bool) -> Matching:
    """Find the best matching of a graph whose weights stand on levels.

    Raises
    ------
    UnmatchableError
        With ``perfect``, if there is no perfect matching.
    ValueError, OverflowError
        If a level is not symmetric, or holds a weight beyond 2**60.
    """
    fixed = maxcardinality or perfect
    if graph.dense is None:
        face = Face(graph, graph.edges(), graph.size, fixed=fixed)
    else:
        first = FirstPart(graph, graph.dense, fixed=fixed)
        face = first.face(matching_of(first.solution()))
    matching = face.best()
    if perfect:
        require_perfect(matching.mate)
    return matching


class FirstPart:
    """The first levels of matrices, as one matrix.

    Raises
    ------
    ValueError, OverflowError
        As :func:`solve_levels`.
    """

    def __init__(self, graph: LevelGraph, levels: tuple[DenseGraph, ...], *, fixed: bool) -> None:
        self._levels, self._fixed = graph, fixed
        self._compose(levels, _first_spans(levels))

    def _compose(self, levels: tuple[DenseGraph, ...], spans: list[Span]) -> None:
        """Add up as many levels as fit if their spans are no wider; if they are, begin anew."""
        found = fit_levels(spans, self._levels.size // 2, 0, fixed=self._fixed)
        self.units, self._less = found
        head, rest = levels[: len(self.units)], _spans(levels, len(self.units))
        if len(head) == 1:  # which is not copied
            self._less, self.graph = (0,), levels[0]
            return
        less = sum(unit * low for unit, low in zip(*found, strict=True))
        weights, allowed = [level.weights for level in head], levels[0].allowed
        words = [number % 2**64 for number in (*self.units, less)]  # as the sums are: they fit
        whole, first = _engine.compose(weights, allowed, words[:-1], words[-1])
        self.graph = DenseGraph(whole, allowed)
        true = _within_limit(head, first, 0) + rest
        if fit_levels(true, self._levels.size // 2, 0, fixed=self._fixed) != found:
            self._compose(levels, true)

    def solution(self) -> _engine._Solution:
        """What the engine answers for these levels alone."""
        try:
            return solution_of(self.graph, maxcardinality=self._fixed)
        except ValueError:
            # Two cells of the whole are equal only if they are on each of its levels.
            for number, level in enumerate(self._levels.dense or ()):
                with naming("level", number):
                    level.require_symmetry()
            raise

    def face(self, matching: Matching) -> Face:
        """What is left to decide after a solution of this part."""
        return self._face(matching, self._tight_edges(matching, self.graph.allowed))

    def face_among(self, matching: Matching, vertices: Indices, allowed: Bools) -> Face:
        """What is left to decide among some of the vertices and edges, which are renumbered."""
        edges = self._tight_edges(matching, allowed)
        number = positions(vertices, len(matching.mate))
        among = LevelEdges(number[edges.first], number[edges.second], edges.place)
        return self._face(matching_among(matching, vertices), among)

    def _tight_edges(self, matching: Matching, allowed: Bools | None) -> LevelEdges:
        """The edges that may have no slack, or those of the matching if it is decided by them."""
        if len(self.units) == len(self._levels.levels):
            return self._levels.between(*matching.edges.T)
        certificate = matching.certificate
        duals, weights = certificate.vertex_duals_2x, self.graph.weights
        if duals.dtype == np.int64 and int(np.abs(duals).max(initial=0)) <= _SAFE_TOTAL:
            return self._levels.at(_engine.tight_edges(weights, allowed, duals))
        cells = edge_cells(len(weights), allowed)
        return self._levels.between(*np.nonzero(np.triu(cells, 1)))

    def _face(self, matching: Matching, edges: LevelEdges) -> Face:
        face = Face(self._levels, edges, len(matching.mate), fixed=self._fixed)
        whole = self.graph.weights.reshape(-1)[edges.place]
        part = replace(matching.certificate, units=self.units, taken_off=self._less)
        face.keep(matching.mate, part, whole)
        return face


def _first_spans(levels: tuple[DenseGraph, ...]) -> list[Span]:
    """The spans of some of the first rows. Mostly all rows have the same."""
    rows, columns = slice(_FIRST), slice(_FIRST, None)
    allowed = levels[0].allowed
    cells = ... if allowed is None else allowed[rows, columns]
    return [span_of(level.weights[rows, columns][cells].ravel()) for level in levels]


def _spans(levels: tuple[DenseGraph, ...], start: int) -> list[Span]:
    """The least and the greatest weight of each level from one on.

    Raises
    ------
    ValueError
        If a level is not symmetric.
    OverflowError
        If one of the weights is too large.
    """
    levels = levels[start:]
    if not levels:
        return []
    found = _engine.survey_levels([level.weights for level in levels], levels[0].allowed)
    for number, (level, (symmetric, _)) in enumerate(zip(levels, found, strict=True), start):
        if not symmetric:
            with naming("level", number):
                level.require_symmetry()
    return _within_limit(levels, [span for _, span in found], start)


def _within_limit(
    levels: Sequence[DenseGraph], found: Sequence[tuple[int, int] | None], start: int
) -> list[Span]:
    """The spans that a pass over the levels from one on has found, unless a weight is too large."""
    spans = [Span(*(span or (0, 0))) for span in found]
    for number, (level, span) in enumerate(zip(levels, spans, strict=True), start):
        if max(-span.low, span.high) > WEIGHT_LIMIT:
            with naming("level", number):
                level.require_limit()
    return spans
