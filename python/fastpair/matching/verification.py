"""The verifier of matchings."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar, cast

import numpy as np

from .._kernels import nested
from ..errors import InputError
from .arrays import WEIGHT_LIMIT, needs_maxcardinality, require_booleans
from .blocks import Blocks
from .errors import EngineError
from .graph import DenseGraph, EdgeList, Graph, Rectangle, Weights, graph_of
from .result import Certificate, Matching

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import ArrayLike

    from ..arrays import Array, Bools, Integers


# ---- Nested sets of vertices with values: how much two vertices have in common ----


class Intervals(NamedTuple):
    """Sets as intervals of one array."""

    whole: Integers
    """Different vertices."""

    starts: Integers
    """Where each set begins in it."""

    stops: Integers
    """Where it ends."""


class Nesting:
    """Sums of the values of all sets that hold two vertices.

    Any two of the sets must be disjoint, or one within the other.

    The vertices can be ordered so that every set is an interval. Let the worth of the gap between
    two neighbours be the sum of the values of all sets that hold both. The sum for any two vertices
    is then the worth of the gap between them that the fewest sets cover: the sets that hold both
    vertices cover every gap between them, and the gap where the parts of the smallest of these sets
    meet is in no others.

    Parameters
    ----------
    size
        Number of vertices.
    sets, values
        Members of each set, and its value; for ``common_with_rest`` it is 0 or more.
    dtype
        Type of the sums.

    Raises
    ------
    ValueError
        If two sets overlap without being nested.
    """

    def __init__(
        self,
        size: int,
        sets: Sequence[Integers],
        values: Array,
        dtype: np.dtype[Any],
    ) -> None:
        self._parts = intervals_of_one(sets) or _arrange(size, sets)
        whole = self._parts.whole
        is_alone = np.ones(size, bool)
        is_alone[whole] = False
        self.order = np.concatenate([whole, np.flatnonzero(is_alone)])
        """(n,) the vertices so that every set is an interval."""
        self.position = np.empty(size, np.int64)
        """(n,) the place of each vertex in ``order``."""
        self.position[self.order] = np.arange(size)
        self.gaps = self.worth(values, dtype)
        """(n - 1,) worth of the gap behind each place."""

    def worth(self, values: Array, dtype: np.dtype[Any]) -> Array:
        """(n - 1,) what the gaps are worth if the sets have other values, of either sign."""
        size = len(self.order)
        steps = np.zeros(size + 1, dtype)
        np.add.at(steps, self._parts.starts, values.astype(dtype))
        np.subtract.at(steps, self._parts.stops - 1, values.astype(dtype))
        gaps: Array = np.cumsum(steps, dtype=dtype)[: max(size - 1, 0)]
        return gaps

    def common(self, first: Integers, second: Integers) -> Array:
        """(m,) what pairs of different vertices have in common. O(m), after O(n log n) once."""
        return self.gaps[self.narrowest(first, second)]

    def narrowest(self, first: Integers, second: Integers) -> Integers:
        """(m,) the gap between them that the fewest sets cover: those that hold both."""
        least = nested.least_between(self._least, self.position, first, second)
        return least & ((1 << self._place_bits) - 1)

    @cached_property
    def _least(self) -> Integers:
        """Row k holds the least of the 2**k gaps from each place on, where there are so many.

        The vertices in no set come last, so that the gaps in front of them need no row.
        A gap is as large as the number of sets that cover it; of equal ones the first comes first.
        """
        integers = np.dtype(np.int64)
        depth = self.worth(np.ones(len(self._parts.starts), np.int64), integers)
        depth = depth[: max(len(self._parts.whole) - 1, 0)]
        rows = [(depth << self._place_bits) + np.arange(len(depth))]
        for k in range(max(len(depth), 1).bit_length() - 1):
            half = 1 << k
            row = rows[-1].copy()
            np.minimum(row[:-half], row[half:], out=row[:-half])
            rows.append(row)
        return np.stack(rows)

    @property
    def _place_bits(self) -> int:
        """So many bits hold the place of any gap."""
        return len(self.order).bit_length()

    def common_with_rest(self, start: int, stop: int) -> Array:
        """What the places from ``start`` to ``stop - 1`` have in common with all behind them.

        Returns
        -------
        (stop - start, n - stop)
        """
        before = np.minimum.accumulate(self.gaps[start:stop][::-1])[::-1]
        behind = np.minimum.accumulate(self.gaps[stop - 1 :])
        return np.minimum.outer(before, behind)


def intervals_of_one(sets: Sequence[Integers]) -> Intervals | None:
    """Sets that are intervals of one array in memory, as the engine returns them.

    Blossoms nest thousands deep, so that their members are too many to be read one by one. None if
    the sets are not such intervals, or the array holds a number twice.

    Raises
    ------
    ValueError
        If two sets overlap without being nested.
    """
    whole = sets[0].base if sets else None
    if not isinstance(whole, np.ndarray) or whole.dtype != np.int64 or not _is_plain(whole):
        return None
    if not all(each.base is whole and _is_plain(each) for each in sets):
        return None
    if len(set(whole.tolist())) < len(whole):
        return None
    starts = np.array([_address(each) for each in sets], np.int64) - _address(whole)
    starts //= whole.itemsize
    parts = Intervals(whole, starts, starts + np.array([len(each) for each in sets], np.int64))
    _require_nested(parts)
    return parts


def _is_plain(array: Array) -> bool:
    flags = array.flags
    return array.ndim == 1 and len(array) > 0 and flags.c_contiguous and flags.aligned


def _address(array: Array) -> int:
    address: int = array.__array_interface__["data"][0]
    return address


def _require_nested(parts: Intervals) -> None:
    around: list[int] = []
    by_start = np.lexsort((-parts.stops, parts.starts))
    for start, stop in zip(*(each[by_start].tolist() for each in parts[1:]), strict=True):
        while around and around[-1] <= start:
            around.pop()
        if around and stop > around[-1]:
            raise InputError("two sets overlap without being nested")
        around.append(stop)


def _arrange(size: int, sets: Sequence[Integers]) -> Intervals:
    """Any sets as intervals."""
    ascending = sorted(sets, key=len)
    whole = _order(size, ascending)
    position = np.empty(size, np.int64)
    position[whole] = np.arange(size)
    starts = np.array([position[members].min() for members in sets], np.int64)
    return Intervals(whole, starts, starts + np.array([len(members) for members in sets], np.int64))


def _order(size: int, ascending: Sequence[Integers]) -> Integers:
    """Join the vertices of each set, smaller sets first."""
    group = np.arange(size)
    joined: dict[int, Integers] = {}
    for members in ascending:
        groups = sorted(set(group[members].tolist()))
        single = np.array([g for g in groups if g not in joined], np.int64)
        whole = np.concatenate([single, *(joined.pop(g) for g in groups if g in joined)])
        if len(whole) != len(members):
            raise InputError("two sets overlap without being nested")
        group[members] = group[whole[0]]
        joined[int(group[whole[0]])] = whole
    alone = np.ones(size, bool)
    for whole in joined.values():
        alone[whole] = False
    return np.concatenate([*joined.values(), np.flatnonzero(alone)])


# ---- The proof of optimality, checked by other means than the engine's ----

# Weak duality of the matching polytope: let every edge ij satisfy
#
#     u_i + u_j + Σ {z_B : B holds i and j} ≥ w_ij,    z_B ≥ 0,    u_i ≥ g,
#
# for some odd sets B of vertices. A matching N has at most (|B| - 1)/2 edges inside of B, so it weighs
#
#     w(N) ≤ Σ_i u_i + Σ_B z_B (|B| - 1)/2 - g · (number of vertices that N leaves unmatched).
#
# A matching that reaches this bound is the heaviest among those that leave as many vertices
# unmatched, or fewer if g ≤ 0. With g = 0 it is the heaviest of all. It also has maximum cardinality
# if it leaves at most one vertex of an odd number, or if -2g exceeds all weight that any matching
# could gain: then a matching with more edges would have to be lighter than the lightest.

AnyMatching = TypeVar("AnyMatching", bound=Matching)

_CELLS = 1 << 16
"""Cells of a matrix that are checked at a time, so that the slacks stay in cache."""


def verify_matching(
    weights: Weights,
    matching: Matching,
    *,
    allowed: ArrayLike | None = None,
    n: int | None = None,
    bipartite: bool = False,
    maxcardinality: bool | None = None,
    perfect: bool = False,
    minimize: bool = False,
) -> None:
    """Prove that a matching of one weight is optimal, see `proofs.verify`."""
    require_booleans(bipartite=bipartite)
    most = needs_maxcardinality(maxcardinality, perfect=perfect, minimize=minimize)
    graph = graph_of(weights, allowed, n, bipartite=bipartite, plain=True)
    if minimize:
        graph = graph.negated()
    prove(graph, matching, maxcardinality=most)
    if perfect:
        require(2 * matching.cardinality == graph.size, "the matching is not perfect")


def prove(graph: Graph, matching: Matching, *, maxcardinality: bool) -> None:
    """Prove that a matching of a graph is optimal.

    Raises
    ------
    TypeError, EngineError
        As :func:`fastpair.matching.verify`.
    """
    if isinstance(graph, Rectangle):
        graph = graph.edges()
    elif isinstance(graph, EdgeList):
        graph = graph.simple()
    matching = validate_matching(matching, graph.size)
    weight = matched_weight(graph, matching)
    _require_feasible(graph, matching.certificate)
    check_value(matching, weight)
    _check_ground(graph, matching, weight, maxcardinality=maxcardinality)


def validate_matching(matching: AnyMatching, size: int, *, signed: bool = False) -> AnyMatching:
    """Check that a matching is one of so many vertices, and that its parts are what they should be.

    Only of a ``signed`` certificate the duals of blossoms may be negative.

    Returns
    -------
    Matching
        The same; all its numbers are int64 or Python integers, which numpy does not wrap.

    Raises
    ------
    TypeError
        If it is no Matching.
    EngineError
        If a part of it has another type, shape or range.
    """
    if not isinstance(matching, Matching):
        raise TypeError(f"expected a Matching to verify, got {type(matching).__name__}")
    require(isinstance(matching.further, tuple), "the certificates are no tuple")
    mate = _vertices("the mates", matching.mate, -1, size)
    require(len(mate) == size, "there is not one mate for each vertex")
    matched = np.flatnonzero(mate >= 0)
    require(bool((mate[mate[matched]] == matched).all()), "mates are not mutual")
    require(bool((mate[matched] != matched).all()), "a vertex is matched with itself")
    return replace(
        matching,
        mate=mate,
        weight=cast("int", _number("the weight", matching.weight)),
        cardinality=_integer("the cardinality", matching.cardinality),
        certificate=_validate_certificate(matching.certificate, size, signed=signed),
        unit=Fraction(_number("the unit", matching.unit)),
        loss_bound=Fraction(_number("the bound on the loss", matching.loss_bound)),
    )


def _validate_certificate(certificate: Certificate, size: int, *, signed: bool) -> Certificate:
    require(isinstance(certificate, Certificate), "there is no certificate")
    for units in (certificate.units, certificate.taken_off):
        require(isinstance(units, tuple), "the units are no tuple")
    duals = _integers("the duals", certificate.vertex_duals_2x)
    blossom_duals = _integers("the duals of the blossoms", certificate.blossom_duals_2x)
    ground = _integer("the ground", certificate.ground_2x)
    require(len(duals) == size, "there is not one dual for each vertex")
    require(isinstance(certificate.blossoms, tuple), "the blossoms are no tuple")
    require(len(certificate.blossoms) == len(blossom_duals), "a blossom lacks its dual")
    positive = signed or all(dual >= 0 for dual in blossom_duals.tolist())
    require(positive, "a blossom has a negative dual")
    blossoms = _validate_blossoms(certificate.blossoms, size)
    return replace(
        certificate,
        vertex_duals_2x=duals,
        blossoms=blossoms,
        blossom_duals_2x=blossom_duals,
        ground_2x=ground,
    )


def _validate_blossoms(blossoms: tuple[Integers, ...], size: int) -> tuple[Integers, ...]:
    for each in blossoms:
        _require_list("a blossom", each)
        require(len(each) % 2 == 1, "a blossom is not odd")
    parts = _nested_intervals(blossoms)
    if parts is not None:
        _vertices("a blossom", parts.whole, 0, size)
        return blossoms
    copies = tuple(_vertices("a blossom", each, 0, size) for each in blossoms)
    for members in copies:
        require(len(set(members.tolist())) == len(members), "a blossom holds a vertex twice")
    return copies


def _nested_intervals(blossoms: tuple[Integers, ...]) -> Intervals | None:
    try:
        return intervals_of_one(blossoms)
    except ValueError:
        require(False, "two blossoms overlap")
        return None


def require(condition: bool, message: str) -> None:
    """Refuse a proof.

    Raises
    ------
    EngineError
        Unless the condition holds.
    """
    if not condition:
        raise EngineError(
            f"not proven optimal for these weights: {message}; either they are not those that were "
            f"solved, with the same options, or the matching was changed, or this is a bug of "
            f"fastpair: please report it"
        )


def _require_list(name: str, array: object) -> None:
    right = isinstance(array, np.ndarray) and array.dtype == np.int64 and array.ndim == 1
    require(right, f"{name} are no list of int64")


def _vertices(name: str, array: object, lowest: int, size: int) -> Integers:
    """A list of vertices, or of -1 where that is allowed."""
    _require_list(name, array)
    vertices = np.array(array, np.int64)
    inside = bool(((vertices >= lowest) & (vertices < size)).all())
    require(inside, f"{name} name a vertex that does not exist")
    return vertices


def _integers(name: str, array: object) -> Array:
    """A list of int64, or of Python integers where one does not fit."""
    right = isinstance(array, np.ndarray) and array.dtype in (np.int64, object) and array.ndim == 1
    require(right, f"{name} are no list of int64 or of Python integers")
    if isinstance(array, np.ndarray) and array.dtype == np.int64:
        return np.array(array)
    numbers = np.asarray(array).tolist()
    whole = [_integer(f"one of {name}", number) for number in numbers]
    fits = all(-(2**63) <= number < 2**63 for number in whole)
    return np.array(whole, np.int64 if fits else object)


def _integer(name: str, number: object) -> int:
    right = type(number) is int or isinstance(number, np.integer)
    require(right, f"{name} is no integer")
    return int(number)  # type: ignore[call-overload, no-any-return]


def _number(name: str, number: object) -> int | Fraction:
    return number if type(number) is Fraction else _integer(name, number)


def matched_weight(graph: DenseGraph | EdgeList | Blocks, matching: Matching) -> int:
    """The weight of a matching in units, which is the one that it states.

    Its bound on the loss has to cover what rounding can hide: rounding may have made this matching
    heavier, and each edge of another one lighter by half a unit.

    Raises
    ------
    EngineError
        If it is no matching of this graph, or has another weight, unit, or too small a bound.
    """
    require(not matching.levels, "it is a matching of levels")
    first, second = matching.edges.T
    require(len(first) == matching.cardinality, "the cardinality is not that of the edges")
    weight: int = sum(_weights_of(graph, first, second).tolist())
    total = graph.total(matching.mate, weight)
    require(total == matching.weight, "the weight is not that of the edges")
    require(matching.unit == graph.unit, "the unit is not that of the weights")
    hidden = Fraction(0)
    if graph.reals is not None:
        gained = weight * graph.unit - graph.sign * matching.weight
        hidden = gained + graph.size // 2 * graph.unit / 2
    require(matching.loss_bound >= hidden, "the bound on the loss is too small")
    return weight


def check_value(matching: Matching, weight: int) -> None:
    """Check that the duals have the value of a matching of such a weight.

    Raises
    ------
    EngineError
        If they have another one.
    """
    certificate = matching.certificate
    inner = [(len(members) - 1) // 2 for members in certificate.blossoms]
    duals: list[int] = certificate.blossom_duals_2x.tolist()
    value_2x = (
        sum(certificate.vertex_duals_2x.tolist())
        + sum(dual * count for dual, count in zip(duals, inner, strict=True))
        - certificate.ground_2x * len(matching.unmatched)
    )
    require(value_2x == 2 * weight, "the duals have another value than the matching")


def _check_ground(
    graph: DenseGraph | EdgeList | Blocks, matching: Matching, weight: int, *, maxcardinality: bool
) -> None:
    ground = matching.certificate.ground_2x
    unmatched = graph.size - 2 * matching.cardinality
    if not maxcardinality:
        require(ground == 0 or (ground > 0 and unmatched == 0), "the ground is not 0")
    elif unmatched > 1:
        lightest = graph.size // 2 * min(0, _lightest(graph))
        require(weight + ground < lightest, "there may be a matching with more edges")


def _lightest(graph: DenseGraph | EdgeList | Blocks) -> int:
    if isinstance(graph, EdgeList):
        return int(graph.weights.min(initial=0))
    if isinstance(graph, Blocks):
        return -graph.largest
    return int(graph.weights.min(initial=0, where=graph.edges))


def _weights_of(graph: DenseGraph | EdgeList | Blocks, first: Integers, second: Integers) -> Array:
    """Weights of the matched edges, all of which must exist."""
    if isinstance(graph, DenseGraph):
        if graph.allowed is not None:
            require(bool(graph.allowed[first, second].all()), "a matched pair is no edge")
        return graph.weights[first, second]
    if isinstance(graph, Blocks):
        return graph.weight_of(first, second)
    mate = np.full(graph.size, -1)
    mate[first], mate[second] = second, first
    between = graph.between(mate)
    require(len(between.first) == len(first), "a matched pair is no edge")
    return between.weights


def _require_feasible(graph: DenseGraph | EdgeList | Blocks, certificate: Certificate) -> None:
    """Check that no dual variable lies below the ground, and that no edge has a negative slack."""
    ground = certificate.ground_2x
    duals = certificate.vertex_duals_2x
    lowest = int(duals.min()) if len(duals) else ground
    require(lowest >= ground, "a dual lies below the ground")
    dtype = np.dtype(np.int64 if _fits_int64(certificate) else object)
    duals = duals.astype(dtype)
    try:
        nesting = Nesting(graph.size, certificate.blossoms, certificate.blossom_duals_2x, dtype)
    except ValueError:
        require(False, "two blossoms overlap")
    if isinstance(graph, DenseGraph):
        pieces = _pieces(graph, nesting, duals)
    elif isinstance(graph, Blocks):
        pieces = (_violations(graph, duals, *piece) for piece in graph.pieces(duals))
    else:
        pieces = iter([(graph.first, graph.second, graph.weights)])
    for first, second, weights in pieces:
        slack = duals[first] + duals[second] - 2 * weights.astype(dtype)
        if len(slack) > 0 and slack.min() < 0:
            slack += nesting.common(first, second)
            require(slack.min() >= 0, f"an edge has slack {slack.min()}")


_Edges: TypeAlias = "tuple[Integers, Integers, Integers]"


def _pieces(graph: DenseGraph, nesting: Nesting, duals: Array) -> Iterator[_Edges]:
    """Edges of each piece of rows, of which some have negative slack without what is common inside."""
    # Without blossoms that count, any order will do.
    plain = not nesting.gaps.any()
    order = np.arange(graph.size) if plain else nesting.order
    step = max(1, _CELLS // max(graph.size, 1))
    for start in range(0, graph.size, step):
        stop = min(start + step, graph.size)
        rows, columns = order[start:stop], order[start:]
        cells = np.s_[start:stop, start:] if plain else np.ix_(rows, columns)
        slack = duals[rows, None] + duals[columns] - 2 * graph.weights[cells]
        if stop < graph.size and nesting.gaps[start:].any():
            slack[:, stop - start :] += nesting.common_with_rest(start, stop)
        negative = slack < 0
        if graph.allowed is not None:
            negative &= graph.allowed[cells]
        if negative.any():
            i, j = np.nonzero(np.triu(negative, 1))
            yield rows[i], columns[j], graph.weights[rows[i], columns[j]]


def _violations(
    graph: Blocks,
    duals: Array,
    rows: Integers,
    start: int,
    weights: Integers,
    edges: Bools,
) -> _Edges:
    """Edges of a piece whose slack is negative as long as the blossoms' duals are left out."""
    beyond = edges & ((weights > graph.largest) | (weights < -graph.largest))
    require(not beyond.any(), f"a weight is larger than {graph.largest}")
    columns = np.arange(start, start + weights.shape[1])
    slack = duals[rows, None] + duals[columns] - 2 * weights.astype(duals.dtype)
    i, j = np.nonzero(edges & (slack < 0))
    return rows[i], columns[j], weights[i, j]


def _fits_int64(certificate: Certificate) -> bool:
    """Whether no slack can overflow int64: the sizes of its parts add up to less than 2**63."""
    duals = certificate.vertex_duals_2x
    size = 2 * max(int(duals.max(initial=0)), -int(duals.min(initial=0)))
    size += sum(certificate.blossom_duals_2x.tolist()) + 2 * WEIGHT_LIMIT
    return size < 2**63 and duals.dtype == np.int64
