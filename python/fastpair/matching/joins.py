"""Lightest joins: edges of which exactly the terminals have an odd number."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any, TypeGuard, cast

import numpy as np

from .. import _engine
from ..errors import InputError, InputOverflowError, input_error
from ..parameters import read_list
from .arrays import WEIGHT_LIMIT, integer_array, most_threads, name_vertices, read_array
from .blocks import Blocks
from .errors import UnmatchableError
from .graph import EdgeList, edges_of_graph, graph_of, in_units
from .levels import naming
from .result import FrozenResult
from .verification import require

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction
    from typing import Self, SupportsIndex

    from numpy.typing import ArrayLike, NDArray

    from ..arrays import Integers
    from .graph import Weights


@dataclass(frozen=True, slots=True, eq=False)
class JoinCertificate(FrozenResult):
    """Proves that no join is lighter.

    Around an odd set of terminals lies a moat, which every join crosses. The moats that separate two
    terminals, or one from the boundary, are together no wider than the way between them, and all moats
    together are as wide as the join is heavy [Edmonds and Johnson 1973, *Matching, Euler tours and the
    Chinese postman*].

    Examples
    --------
    >>> path = JoinSolver(([0, 1, 2], [1, 2, 3], [2, 5, 2]))
    >>> path.solve([0, 1, 2, 3]).certificate.widths_2x.tolist()
    [2, 2, 2, 2]
    """

    terminals: Integers
    """(k,) the terminals."""

    widths_2x: Integers
    """(m,) twice the width of the moat around each terminal alone, and then around each blossom."""

    parents: Integers
    """(m,) the blossom in which each of them lies, as a place in the list, or -1. It comes later."""


@dataclass(frozen=True, eq=False, repr=False)
class Join(FrozenResult):
    """The lightest join of some terminals.

    Its arrays are read-only. Joins are equal if their paths, edges and labels are.

    Examples
    --------
    >>> join = JoinSolver(([0, 1, 2], [1, 2, 3], [2, 5, 2])).solve([0, 3])
    >>> join.pairs.tolist(), join.weight, join.edges.tolist()
    ([[0, 3]], 9, [[0, 1], [1, 2], [2, 3]])
    """

    pairs: Integers
    """(p, 2) two terminals, or a terminal and -1 for the boundary, that a lightest path joins."""

    lengths: Integers
    """(p,) weights of the paths, in units."""

    labels: int
    """The labels of the edges of the paths, added digit by digit (exclusive or)."""

    _solver: JoinSolver

    def __repr__(self) -> str:
        """Return one line, however large it is."""
        return f"<Join: {len(self.pairs)} pairs, weight={self.weight}>"

    def _values(self) -> tuple[object, ...]:
        return self.pairs, self.lengths, self.labels, self._solver.unit, self.edges

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        """Return what a copy is made of: its solver goes with it."""
        return type(self), (self.pairs, self.lengths, self.labels, self._solver)

    @property
    def weight(self) -> int | Fraction:
        """Exact sum of the weights of its edges."""
        return in_units(sum(self.lengths.tolist()), self._solver.unit)

    @cached_property
    def edges(self) -> Integers:
        """(k, 2) its edges, each with its smaller vertex first, in order."""
        return self._solver._graph.pairs(self._chosen)

    @property
    def places(self) -> Integers:
        """(k,) places of its edges in a list of edges that was given with labels."""
        return self._solver._given[self._chosen]

    @cached_property
    def _chosen(self) -> Integers:
        """(k,) places of its edges in the list that is solved."""
        return self._solver._engine.edges(pairs=self.pairs, lengths=self.lengths)

    @cached_property
    def certificate(self) -> JoinCertificate:
        """The proof that no join is lighter; it takes a second solve."""
        ends = self.pairs.ravel()
        terminals = np.sort(ends[ends >= 0])
        widths, parents = self._solver._engine.certificate(terminals=terminals)
        return JoinCertificate(terminals, widths, parents)


_JOIN = _engine.Record(Join)


class JoinSolver:
    """Finds the lightest joins of a fixed graph for changing terminals, exactly.

    A join, or T-join, is a set of edges of which exactly the terminals have an odd number. Vertices of
    the boundary may have any number. The graph is prepared once. A call grows regions around its
    terminals on the graph itself, and takes time for what they reach [Higgott and Gidney 2025, *Sparse
    blossom: correcting a million errors per core second with minimum-weight matching*].

    Decoders of quantum codes ask this of every shot: the detection events are the terminals, and the
    label of an edge says which logical observables its error flips.

    Parameters
    ----------
    weights, allowed, n
        As for :func:`fastpair.matching.min_weight_matching`, without blocks, and rows and columns.
        No weight is negative, and all together are less than 2**60 units. Floats are refused if they
        would have to be rounded.
    boundary : (k,) array of int
        Vertices that may have any number of edges, terminals or not.
    labels : (edges,) array of int
        A set of binary digits for each edge, 64 at most; only for a list of edges.

    Raises
    ------
    TypeError, ValueError, OverflowError
        As :func:`fastpair.matching.min_weight_matching`; also for a negative weight, a boundary
        outside of the graph, or a wrong number of labels.

    Examples
    --------
    >>> streets = ([0, 1, 2, 0], [1, 2, 3, 3], [2, 2, 2, 5])
    >>> solver = JoinSolver(streets)
    >>> solver.solve([0, 2]).weight, solver.solve([0, 3]).edges.tolist()
    (4, [[0, 3]])
    >>> code = JoinSolver(([0, 1, 2, 3], [1, 2, 3, 4], [1, 1, 1, 1]), boundary=[0, 4], labels=[1, 0, 0, 0])
    >>> weights, labels = code.solve_all([[1], [1, 2], [1, 3]])
    >>> weights.tolist(), labels.tolist()
    ([1, 1, 2], [1, 0, 1])
    """

    def __init__(
        self,
        weights: Weights,
        *,
        boundary: ArrayLike = (),
        labels: ArrayLike | None = None,
        allowed: ArrayLike | None = None,
        n: int | None = None,
    ) -> None:
        _refuse_check_matrix(weights)
        if labels is None:
            graph = edges_of_graph(weights, allowed, n, minimize=True).negated()
            self._digits = np.empty(0, np.uint64)
            self._given = np.arange(len(graph.first))
        else:
            given = graph_of(weights, allowed, n, exact=True, plain=True)
            if not isinstance(given, EdgeList):
                raise TypeError("labels go with edges, three arrays (i, j, weight) in a tuple")
            graph = given
            first, second, _ = (
                np.asarray(column) for column in cast("tuple[ArrayLike, ...]", weights)
            )
            self._given = np.flatnonzero(first != second)  # loops are in no join
            self._digits = _labels_of(labels, len(first))[self._given]
        light = np.flatnonzero(graph.weights < 0)
        if len(light):
            weight = in_units(int(graph.weights[light[0]]), graph.unit)
            edge = graph.name((int(light[0]),))
            raise InputError(f"expected weights of 0 or more, got {weight} for {edge}")
        self._graph = graph
        self._boundary = _vertices("boundary", boundary, graph.size)
        self._engine = self._new_engine()

    def _new_engine(self) -> _engine.JoinSolver:
        return _engine_of(self._graph, self._graph.weights, self._boundary, self._digits)

    def __len__(self) -> int:
        """Return the number of vertices."""
        return self._graph.size

    @property
    def unit(self) -> Fraction:
        """What one of the units of :attr:`Join.lengths` stands for."""
        return self._graph.unit

    def solve(self, terminals: ArrayLike) -> Join:
        """Find the lightest join of some terminals.

        Parameters
        ----------
        terminals : (k,) array of int, or (n,) array of bool or uint8
            Different vertices; or for each vertex whether it is one, as a row of :meth:`solve_all`.

        Returns
        -------
        Join
            Its edges and its proof are made when they are asked for.

        Raises
        ------
        UnmatchableError
            If there is none: it names a terminal in each connected part that has an odd number of them
            and no boundary.
        TypeError, ValueError
            If ``terminals`` are not different vertices of the graph.
        """
        found = self._engine.solve(terminals, _JOIN, self)
        if isinstance(found, Join):
            return found
        return _join_of(self._engine, _terminals(terminals, len(self)), self)

    def solve_all(
        self, terminals: ArrayLike | Sequence[ArrayLike], *, threads: SupportsIndex | None = None
    ) -> tuple[Integers, NDArray[np.uint64]]:
        """Find the weights and the labels of the lightest joins of many lists of terminals.

        They are found without the GIL, by several threads, whose number plays no part in the answers.

        Parameters
        ----------
        terminals : (shots, n) array of bool or uint8, or sequence of arrays of int
            Each row says of each vertex whether it is a terminal, and each list names the terminals.
        threads : int, optional
            The most threads to use; by default as many as there are cores.

        Returns
        -------
        weights : (shots,) array of int64
            In units.
        labels : (shots,) array of uint64

        Raises
        ------
        UnmatchableError, TypeError, ValueError
            As :meth:`solve`; the message names the first list that is refused, by its place.
        """
        most = most_threads(threads)
        found = self._engine.solve_table(terminals, most)
        if isinstance(found, tuple):
            return found
        starts, ends = _lists(terminals, len(self))
        found = self._engine.solve_all(starts, ends.astype(np.int32), most)
        if isinstance(found, tuple):
            return found
        for number in range(len(starts) - 1):
            with naming("list", number):
                self.solve(ends[starts[number] : starts[number + 1]])
        raise _unmatchable(found)

    def verify(self, join: Join) -> None:
        """Prove that a join is the lightest of its terminals.

        Raises
        ------
        EngineError
            If its edges do not join its pairs, or its certificate does not prove them the lightest.
        """
        if not isinstance(join, Join):
            raise TypeError(f"expected a Join to verify, got {type(join).__name__}")
        chosen = np.zeros(len(self._graph.first), bool)
        require(join._chosen.max(initial=-1) < len(chosen), "an edge is no edge of the graph")
        chosen[join._chosen] = True
        total = sum(join.lengths.tolist())
        _verify(self._graph, self._graph.weights, chosen, total, join.certificate, self._boundary)

    def copy(self) -> Self:
        """Return a solver of the same graph for another thread; they share the graph."""
        copied = object.__new__(type(self))
        vars(copied).update(vars(self))
        copied._engine = self._engine.copy()
        return copied

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """Return what :meth:`copy` does: nothing of a solver is changed."""
        return self.copy()

    def __getstate__(self) -> dict[str, object]:
        """Return all but the prepared graph, which is prepared again where it is read."""
        return {name: value for name, value in vars(self).items() if name != "_engine"}

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state)
        self._engine = self._new_engine()


def lightest_join(
    graph: EdgeList, terminals: ArrayLike
) -> tuple[Integers, int | Fraction, JoinCertificate]:
    """The edges of a lightest join, its weight, and the proof; weights may be negative.

    All edges of negative weight are taken first. The lightest changes of that are a join for other
    terminals, by the sizes of the weights.

    Parameters
    ----------
    graph
        As :func:`edges_of_graph` makes it to minimize.
    """
    lengths = graph.sign * graph.weights
    negative = lengths < 0
    odd = np.flatnonzero(_parities(graph, negative) ^ _at(terminals, graph.size))
    engine = _engine_of(graph, np.abs(lengths), np.empty(0, np.int64), np.empty(0, np.uint64))
    found = _join_of(engine, odd, None)
    changed = np.zeros(len(lengths), bool)
    changed[engine.edges(found.pairs, found.lengths)] = True
    chosen = np.flatnonzero(changed ^ negative)
    widths, parents = engine.certificate(odd)
    weight = in_units(sum(lengths[chosen].tolist()), graph.unit)
    return chosen, weight, JoinCertificate(odd, widths, parents)


def verify_join(
    graph: EdgeList, terminals: ArrayLike, chosen: Integers, certificate: JoinCertificate
) -> None:
    """Prove that edges are the lightest join, as :func:`lightest_join` finds it."""
    lengths = graph.sign * graph.weights
    negative = lengths < 0
    taken = np.zeros(len(lengths), bool)
    taken[chosen] = True
    same = np.array_equal(_parities(graph, taken), _at(terminals, graph.size))
    require(same, "the vertices with an odd number of its edges are not the terminals")
    changed = taken ^ negative
    size = np.abs(lengths)
    total = sum(size[changed].tolist())
    _verify(graph, size, changed, total, certificate, np.empty(0, np.int64))


# ---- The proof ----


def _verify(
    graph: EdgeList,
    lengths: Integers,
    chosen: NDArray[np.bool_],
    total: int,
    certificate: JoinCertificate,
    boundary: Integers,
) -> None:
    """Prove that chosen edges are the lightest join of the terminals of a certificate."""
    terminals, widths = certificate.terminals.tolist(), certificate.widths_2x.tolist()
    parents = certificate.parents.tolist()
    odd = _parities(graph, chosen)
    expected = _at(certificate.terminals, graph.size)
    odd[boundary] = expected[boundary] = False
    require(
        bool((odd == expected).all()),
        "the vertices with an odd number of its edges are not the terminals",
    )
    require(sum(lengths[chosen].tolist()) == total, "the edges do not weigh what the paths do")
    counts = [1] * len(terminals) + [0] * (len(parents) - len(terminals))
    for k, parent in enumerate(parents):
        require(counts[k] % 2 == 1, "a moat lies around an even number of terminals")
        require(
            parent == -1 or k < parent < len(parents), "a moat lies in one that comes before it"
        )
        if parent >= 0:
            counts[parent] += counts[k]
    require(min(widths, default=0) >= 0, "a moat has a negative width")
    require(sum(widths) == 2 * total, "the moats are not as wide as the join is heavy")
    _verify_ways(_Ways(graph, lengths, boundary), terminals, widths, parents)


def _verify_ways(ways: _Ways, terminals: list[int], widths: list[int], parents: list[int]) -> None:
    """Prove that the moats on the way between two terminals, or to the boundary, are no wider than it."""
    outer = [0] * len(widths)
    for k in reversed(range(len(widths))):
        outer[k] = widths[k] + (outer[parents[k]] if parents[k] >= 0 else 0)
    place = {v: k for k, v in enumerate(terminals)}
    most = max(outer[: len(terminals)], default=0)
    for k, v in enumerate(terminals):
        around = set()
        m = k
        while m >= 0:
            around.add(m)
            m = parents[m]
        for end, way in ways.within(v, (outer[k] + most) // 2):
            if end is None:
                require(
                    outer[k] <= 2 * way,
                    f"the moats between {v} and the boundary are wider than the way",
                )
            elif end in place and end != v:
                m = place[end]
                while m >= 0 and m not in around:
                    m = parents[m]
                common = 2 * outer[m] if m >= 0 else 0
                between = outer[k] + outer[place[end]] - common
                require(
                    between <= 2 * way, f"the moats between {v} and {end} are wider than the way"
                )


class _Ways:
    """The shortest ways in a graph [Dijkstra 1959], none of which leads through the boundary."""

    def __init__(self, graph: EdgeList, lengths: Integers, boundary: Integers) -> None:
        self._boundary = {*boundary.tolist()}
        self._arcs: list[list[tuple[int, int]]] = [[] for _ in range(graph.size)]
        ends = zip(graph.first.tolist(), graph.second.tolist(), lengths.tolist(), strict=True)
        for i, j, length in ends:
            self._arcs[i].append((j, length))
            self._arcs[j].append((i, length))

    def within(self, start: int, limit: int) -> list[tuple[int | None, int]]:
        """The vertices that are no farther than a limit, and the boundary as None, with their distances."""
        found: dict[int | None, int] = {}
        waiting: list[tuple[int, int]] = [(0, start)]
        while waiting:
            way, v = heappop(waiting)
            if v in found or way > limit:
                continue
            found[v] = way
            if v in self._boundary:
                found.setdefault(None, way)
                continue
            for u, length in self._arcs[v]:
                if u not in found:
                    heappush(waiting, (way + length, u))
        return [*found.items()]


# ---- Arguments ----


def _engine_of(
    graph: EdgeList, lengths: Integers, boundary: Integers, labels: NDArray[np.uint64]
) -> _engine.JoinSolver:
    first, second = (np.ascontiguousarray(ends, np.int64) for ends in (graph.first, graph.second))
    if sum(lengths.tolist()) >= WEIGHT_LIMIT:
        raise InputOverflowError("expected weights that add up to less than 2**60")
    return _engine.JoinSolver(
        size=graph.size,
        first=first,
        second=second,
        weights=np.ascontiguousarray(lengths, np.int64),
        boundary=boundary.astype(np.int32),
        labels=labels,
    )


def _join_of(engine: _engine.JoinSolver, terminals: Integers, solver: JoinSolver | None) -> Join:
    found = engine.solve(terminals, _JOIN, solver)
    if isinstance(found, Join):
        return found
    assert found is not None, "they are different vertices"
    raise _unmatchable(found)


def _parities(graph: EdgeList, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(n,) whether each vertex has an odd number of some edges; loops count twice."""
    ends = np.concatenate([graph.first[chosen], graph.second[chosen]])
    odd: NDArray[np.bool_] = np.bincount(ends, minlength=graph.size) % 2 == 1
    return odd


def _at(terminals: ArrayLike, size: int) -> NDArray[np.bool_]:
    """(n,) which vertices are terminals."""
    found = np.zeros(size, bool)
    found[_vertices("terminals", terminals, size)] = True
    return found


def _vertices(name: str, vertices: ArrayLike, size: int) -> Integers:
    """(k,) different vertices, in order."""
    shape = read_array(name, vertices).shape
    if len(shape) != 1:
        raise InputError(f"expected a list of {name}, got shape {shape}")
    given = (
        integer_array(name, vertices)
        if len(cast("Sequence[int]", vertices))
        else np.empty(0, np.int64)
    )
    found, counts = np.unique(given, return_counts=True)
    if (counts > 1).any():
        raise InputError(f"expected different {name}, got {found[counts.argmax()]} twice")
    outside = found[(found < 0) | (found >= size)]
    if len(outside):
        raise InputError(f"expected {name} from 0 to {size - 1}, got {outside[0]}")
    return found


def _refuse_check_matrix(weights: object) -> None:
    """Refuse a matrix that is not square, of which an assignment would be made."""
    if isinstance(weights, (tuple, Blocks)):
        return
    shape = (
        getattr(weights, "shape", None) or read_array("weights", cast("ArrayLike", weights)).shape
    )
    if len(shape) == 2 and shape[0] != shape[1]:
        raise InputError(
            f"expected a square matrix of weights, or edges, got shape {shape}; of a check matrix, each"
            " column is an edge between its two checks, or between its only one and the boundary"
        )


def _terminals(given: ArrayLike, size: int) -> Integers:
    """(k,) different terminals, in order, of a list of them or of a row of a table."""
    if _is_table(given):
        return np.flatnonzero(_table(given, (size,)))
    return _vertices("terminals", given, size)


def _is_table(given: object) -> TypeGuard[NDArray[Any]]:
    """Whether an array says of each vertex whether it is a terminal, as those of Stim do."""
    return isinstance(given, np.ndarray) and given.dtype in (np.bool_, np.uint8)


def _table(given: NDArray[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """A table of the right shape, of zeros and ones."""
    if given.shape != shape:
        *shots, size = shape
        expected = f"(shots, {size})" if shots else f"({size},)"
        raise InputError(
            f"expected terminals of shape {expected}, got {given.shape} of {given.dtype}: a column for"
            " each vertex, those of the boundary too"
        )
    if given.dtype == np.uint8 and given.max(initial=0) > 1:
        raise InputError(
            f"expected 0 or 1 in a table of terminals, got {given.max()}; lists of terminals have"
            " another type than uint8, such as int64"
        )
    return given


def _lists(terminals: ArrayLike | Sequence[ArrayLike], size: int) -> tuple[Integers, Integers]:
    """Where each of several lists of terminals starts, and where the last one ends; and all of them."""
    if _is_table(terminals):
        shots, vertices = np.nonzero(
            _table(terminals, (len(terminals) if terminals.ndim else 0, size))
        )
        return np.searchsorted(shots, np.arange(len(terminals) + 1)), vertices
    if isinstance(terminals, np.ndarray) and terminals.ndim == 2 and terminals.size:
        raise input_error(
            terminals,
            (),
            f"expected a table of bool or uint8 of shape (shots, {size}), or a list of arrays of terminals,"
            f" got shape {terminals.shape} of {terminals.dtype}",
        )
    lists = []
    for number, each in enumerate(read_list(terminals, "terminals", ordered=True)):
        with naming("list", number):
            lists.append(_terminals(each, size))
    starts = np.cumsum([0, *map(len, lists)], dtype=np.int64)
    return starts, np.concatenate([np.empty(0, np.int64), *lists])


def _labels_of(labels: ArrayLike, count: int) -> NDArray[np.uint64]:
    values = read_array("labels", labels)
    if values.shape != (count,):
        raise InputError(
            f"expected labels of shape ({count},), one for each edge, got {values.shape}"
        )
    if values.dtype.kind not in "iu" and count:
        raise TypeError(f"expected labels of int, got {values.dtype}")
    if values.dtype.kind == "i" and values.min(initial=0) < 0:
        raise InputError(f"expected labels of 0 or more, got {values.min()}")
    return values.astype(np.uint64)


def _unmatchable(left: Integers) -> UnmatchableError:
    vertices: list[int] = left.tolist()
    return UnmatchableError(
        f"no T-join exists: the number of terminals is odd in the connected part of {name_vertices(vertices)}",
        tuple(vertices),
    )
