"""Matchings and their prices."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeAlias, TypeVar, cast

import numpy as np

from .. import _engine
from ..errors import InputOverflowError
from .arrays import name_vertices, pairs_of, power_of_two
from .blocks import Blocks
from .errors import UnmatchableError
from .graph import DenseGraph, Rectangle, in_units

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike

    from ..arrays import Bools, Indices, Integers
    from .graph import Graph

_Result = TypeVar("_Result")


# ---- What a result is: a value, which nothing changes ----


class FrozenResult:
    """A frozen dataclass whose arrays are read-only, and which compares by their values."""

    __slots__ = ()

    __match_args__: ClassVar[tuple[str, ...]]

    def __post_init__(self) -> None:
        for name in self.__match_args__:
            value = getattr(self, name)
            if (
                isinstance(value, (np.ndarray, tuple))
                and (frozen := _read_only(value)) is not value
            ):
                object.__setattr__(self, name, frozen)

    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__match_args__)

    def __eq__(self, other: object) -> bool:
        """Return whether all parts are equal, whatever their type of integers."""
        if type(self) is not type(other):
            return NotImplemented
        assert isinstance(other, FrozenResult)
        return _key(self._values()) == _key(other._values())

    def __hash__(self) -> int:
        """Return equal numbers for equal results."""
        return hash(_key(self._values()))

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        """Return what a copy is made of: its arrays are read-only, too."""
        return type(self), self._values()


def _read_only(value: object) -> object:
    """An array, or a tuple of arrays, that cannot be written to; anything else as it is."""
    if isinstance(value, tuple) and value and isinstance(value[0], np.ndarray):
        # The engine's own are read-only already, and there may be thousands.
        written = True in [array.flags.writeable for array in value]
        return tuple(map(_read_only, value)) if written else value
    if isinstance(value, np.ndarray) and value.flags.writeable:
        value = value.view()
        value.flags.writeable = False
    return value


def _key(value: object) -> object:
    if isinstance(value, tuple):
        return tuple(map(_key, value))
    return (value.shape, *value.ravel().tolist()) if isinstance(value, np.ndarray) else value


# ---- What it costs to match two vertices: the optimum beside the best matching that has their edge ----


class Price(NamedTuple):
    """What it costs to match two vertices.

    Of two prices the lower one is the smaller tuple.
    """

    fewer: int
    """How many pairs the matching loses: 0 or 1, and always 0 where the weight alone counts."""

    weight: int | Fraction
    """How much lighter the matching becomes; negative only where it loses a pair. An int or a Fraction
    as the weight of a :class:`Matching`; that of the rounded weights, if some were rounded."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Prices(FrozenResult):
    """What it costs to match one vertex with each of the others, or each with each.

    The arrays have the shape (n,), or (n, n) for a whole table. Matched vertices have the price 0.
    """

    possible: Bools
    """Whether the two are joined by an edge. The other arrays hold 0 where they are not."""

    fewer: Integers
    """How many pairs the matching loses, as in :class:`Price`."""

    weight: Integers
    """How much lighter the matching becomes, in multiples of ``unit``. Holds Python integers (dtype
    object) if one does not fit."""

    unit: Fraction = Fraction(1)
    """What a weight of 1 stands for, as in :class:`Matching`."""

    def __repr__(self) -> str:
        """Return one line, however large it is."""
        shape = " x ".join(map(str, self.possible.shape))
        return f"<Prices: {shape}, {np.count_nonzero(self.possible)} possible>"

    def at(self, *place: int) -> Price | None:
        """Return one of the prices, or None where there is no edge."""
        if not self.possible[place]:
            return None
        return Price(int(self.fewer[place]), in_units(int(self.weight[place]), self.unit))


# ---- A matching and the proof that none is better ----

Edge: TypeAlias = tuple[int, int]
"""Two vertices, the smaller first."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Certificate(FrozenResult):
    """A solution of the dual linear programme with the value of the matching.

    All values are doubled (``_2x``), so that half-integral duals are integers, and are multiples of
    the ``unit`` of the matching. For a least weight they are the duals of the negated weights.
    Arrays are int64, or hold Python integers (dtype object) where a value does not fit.
    """

    vertex_duals_2x: Integers
    """(n,) dual variable of each vertex, never below ``ground_2x``."""

    blossoms: tuple[Integers, ...]
    """Odd sets of vertices with a positive dual variable, each an array of its members."""

    blossom_duals_2x: Integers
    """(len(blossoms),) their dual variables."""

    ground_2x: int
    """The dual of the unmatched vertices."""

    units: tuple[int, ...] = (1,)
    """The levels that were solved as one weight, the first first: how many units of this weight one
    of each level counts. Without levels there is one."""

    taken_off: tuple[int, ...] = (0,)
    """What is taken off the weights of each of these levels before. It is 0, unless only matchings
    with the most edges count: all of these lose as much by it."""

    def renumbered(self, vertices: Indices) -> Certificate:
        """The same proof where vertex v is called ``vertices[v]``."""
        duals = np.empty_like(self.vertex_duals_2x)
        duals[vertices] = self.vertex_duals_2x
        blossoms = tuple(vertices[members] for members in self.blossoms)
        return replace(self, vertex_duals_2x=duals, blossoms=blossoms)

    def __repr__(self) -> str:
        """Return one line, however large it is."""
        blossoms = f"{len(self.blossoms)} blossom{'' if len(self.blossoms) == 1 else 's'}"
        return f"<Certificate: duals of {len(self.vertex_duals_2x)} vertices and {blossoms}>"


class _ProvenResult(FrozenResult):
    """A result whose certificate may be made when it is first read."""

    __slots__ = ("_prove",)

    _prove: Callable[[], Certificate] | None

    if not TYPE_CHECKING:  # or every name would be one of its attributes

        def __getattr__(self, name: str) -> Certificate:
            """Make the certificate, if another part has not been asked for."""
            prove = self._prove if name == "certificate" else None
            if prove is None:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            certificate = prove()
            object.__setattr__(self, name, certificate)
            object.__setattr__(self, "_prove", None)
            return certificate


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Matching(_ProvenResult):
    """A matching of greatest or least weight, with its proof.

    Its arrays are read-only. Matchings are equal if all their parts are, proofs included.
    """

    mate: Integers
    """(n,) the vertex that each vertex is matched with, or -1."""

    weight: int | Fraction
    """Exact sum of the given weights of the matched edges: an int, unless the weights were floats and not
    all of them whole numbers; then it is a Fraction. On levels, that of the first."""

    cardinality: int
    """Number of matched edges."""

    certificate: Certificate
    """The proof; on levels, that of the first ones."""

    unit: Fraction = Fraction(1)
    """What a weight of 1 stands for in the integers that were solved: 1, or the power of two of
    :func:`fastpair.matching.quantize` if the weights were floats."""

    loss_bound: Fraction = Fraction(0)
    """Upper bound on how much better another matching can be. It is 0, a proof of optimality,
    unless the weights were floats that had to be rounded. Of the best matchings one after the other,
    only those that come later count as others."""

    levels: tuple[int | Fraction, ...] = ()
    """Exact sum on each level, each as ``weight``: tuples compare as the matchings do. Empty unless
    ``levels`` were solved."""

    further: tuple[Certificate, ...] = ()
    """Proofs of the levels that ``certificate`` leaves open, one after the other, down to the last, or
    until no other matching is left. In each only the edges, vertices and blossoms count that those
    before leave undecided: edges without slack there. The dual of a vertex that was above the ground
    there, and of a blossom whose dual was positive, may be of either sign."""

    forced: tuple[Edge, ...] = ()
    """Edges that all matchings hold of which this one is the best; see :func:`kbest_matchings`."""

    forbidden: tuple[Edge, ...] = ()
    """Edges that none of them holds."""

    def __repr__(self) -> str:
        """Return one line, however large it is."""
        loss = f", loss_bound={_number_text(self.loss_bound)}" if self.loss_bound else ""
        weight = (
            f"levels=({', '.join(map(_number_text, self.levels))})"
            if self.levels
            else (f"weight={_number_text(self.weight)}")
        )
        return f"<Matching: n={len(self.mate)}, cardinality={self.cardinality}, {weight}{loss}>"

    @property
    def edges(self) -> Integers:
        """(cardinality, 2) the matched edges, each with its smaller vertex first, in order.

        ``row_ind, col_ind = matching.edges.T`` indexes a matrix as the results of scipy do.
        """
        return np.column_stack(pairs_of(self.mate))

    def renumbered(self, vertices: Indices) -> Matching:
        """The same matching, and its proof, where vertex v is called ``vertices[v]``.

        Parameters
        ----------
        vertices : (n,) int64
            A permutation of all vertices.
        """
        mate = np.empty_like(self.mate)
        mate[vertices] = np.where(self.mate < 0, -1, vertices[self.mate])
        first, *further = (proof.renumbered(vertices) for proof in self.certificates)
        return replace(self, mate=mate, certificate=first, further=tuple(further))

    def digest(self) -> str:
        """SHA-256 of the mates and of the certificates, in hexadecimal digits.

        The engine is deterministic: the same weights give the same digest on every machine. So two
        digests tell whether two solves have found, and proven, the same.
        """
        proofs = [self._digest(proof) for proof in self.certificates]
        if not self.levels:
            return proofs[0]
        units = [" ".join(map(str, (*p.units, *p.taken_off))) for p in self.certificates]
        return _sha256("\n".join(proofs + units))

    def _digest(self, proof: Certificate) -> str:
        parts = (
            [self.unit, proof.ground_2x],
            self.mate.tolist(),
            proof.vertex_duals_2x.tolist(),
            proof.blossom_duals_2x.tolist(),
            *(members.tolist() for members in proof.blossoms),
        )
        return _sha256("\n".join(" ".join(map(str, part)) for part in parts))

    @property
    def certificates(self) -> tuple[Certificate, ...]:
        """All proofs, one after the other."""
        return (self.certificate, *self.further)

    @property
    def unmatched(self) -> Integers:
        """The vertices without a mate, in order."""
        return np.flatnonzero(self.mate < 0)


def _sha256(text: str) -> str:
    return sha256(text.encode("ascii")).hexdigest()


def _number_text(number: int | Fraction) -> str:
    """A fraction as the nearest float, if it has one."""
    if isinstance(number, Fraction):
        try:
            return str(float(number))
        except OverflowError:
            return str(int(number))
    return str(number)


# ---- What the engine answers, with names for its parts ----


def solution_of(graph: Graph, *, maxcardinality: bool) -> _engine._Solution:
    """Let the engine solve a graph.

    Raises
    ------
    ValueError, OverflowError
        As :func:`fastpair.matching.max_weight_matching`.
    """
    if isinstance(graph, (DenseGraph, Rectangle)):
        cells, is_bipartite = (graph.weights, graph.allowed), isinstance(graph, Rectangle)
        return named(graph, _engine.solve_matrix, *cells, is_bipartite, maxcardinality)
    if isinstance(graph, Blocks):
        bounds = [] if graph.bounds is None else graph.bounds.ravel().tolist()
        blocks = graph.size, graph.largest, graph.compute, graph.range, bounds
        return named(graph, _engine.solve_blocks, *blocks, maxcardinality)
    edges = graph.size, graph.first, graph.second, graph.weights
    return named(graph, _engine.solve_sparse, *edges, maxcardinality)


def named(graph: Graph, act: Callable[..., _Result], *args: object) -> _Result:
    """Let the engine read a graph, and name what it refuses.

    Raises
    ------
    ValueError, OverflowError
        As :func:`fastpair.matching.max_weight_matching`.
    """
    try:
        return act(*args)
    except IndexError as beyond:  # what std::out_of_range becomes
        if not isinstance(graph, Blocks):
            graph.require_limit()  # which knows the name of the edge
        raise InputOverflowError(str(beyond)) from None
    except ValueError:
        if isinstance(graph, DenseGraph):
            graph.require_symmetry()  # which knows the weights as they were given
        raise


def matching_of(solution: _engine._Solution) -> Matching:
    """Give the parts of the engine's solution their names."""
    return PLAIN.matching(*solution)


def matching_to_prove(
    mate: Integers,
    weight: int | Fraction,
    cardinality: int,
    unit: Fraction,
    prove: Callable[[], Certificate],
) -> Matching:
    """A matching whose certificate is made by a function when it is first read."""
    matching = Matching(mate, weight, cardinality, cast("Certificate", None), unit)
    object.__delattr__(matching, "certificate")
    object.__setattr__(matching, "_prove", prove)
    return matching


def integer_weight(matching: Matching) -> int:
    """The weight of a matching of the integers of a graph, which is no fraction before `restate`."""
    return cast("int", matching.weight)


def restate(matching: Matching, graph: Graph) -> Matching:
    """A matching of the integers of a graph as one of the weights as they were given.

    It has at most n // 2 edges, as any other, and each edge weighs at most half a unit more than the
    integer that it was rounded to.
    """
    if graph.reals is None and graph.unit == 1 and graph.sign == 1:
        return matching
    whole = integer_weight(matching)
    weight, loss = graph.total(matching.mate, whole), Fraction(0)
    if graph.reals is not None:
        most = Fraction(2 * whole + graph.size // 2, 2)
        loss = most * graph.unit - graph.sign * weight
    return replace(matching, weight=weight, unit=graph.unit, loss_bound=loss)


def certificate_of(solution: _engine._Solution) -> Certificate:
    """The duals of the engine's solution."""
    _, _, _, vertex_duals, blossoms, blossom_duals, ground = solution
    return Certificate(vertex_duals, blossoms, blossom_duals, ground)


def _restate_rounded(matching: Matching, weights: ArrayLike, unit: Fraction, sign: int) -> Matching:
    """`restate` for a symmetric matrix of floats that were rounded."""
    reals = np.asarray(weights)
    return restate(matching, DenseGraph(reals, None, unit, reals, sign))


PLAIN = _engine.PlainSolver(Matching, Certificate, power_of_two, in_units, _restate_rounded)
"""Solves what needs no conversion in one call."""


def require_perfect(mate: Integers) -> None:
    """Refuse a matching of maximum cardinality that leaves vertices over.

    Raises
    ------
    UnmatchableError
        If it does; the message names them.
    """
    left = np.flatnonzero(mate < 0).tolist()
    if not left:
        return
    raise UnmatchableError(
        f"no perfect matching exists: a largest one leaves {len(left)} of "
        f"{len(mate)} vertices over: {name_vertices(left)}",
        tuple(left),
    )
