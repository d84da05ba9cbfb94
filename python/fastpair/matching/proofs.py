"""Verifiers of levels and rankings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias, cast

import numpy as np

from ..errors import InputError
from .arrays import needs_maxcardinality, positions, require_booleans
from .errors import EngineError
from .levels import (
    Common,
    LevelEdges,
    LevelGraph,
    difference,
    key_of,
    level_graph_of,
    size,
    span_of,
)
from .ranking import Cell, cell_of, matrices_of
from .reductions import Subgraph, verify_b_matching, verify_t_join
from .result import Edge, Matching
from .solver import max_weight_matching
from .verification import check_value, matched_weight, require, validate_matching, verify_matching

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from numpy.typing import ArrayLike

    from ..arrays import Array, Bools, Indices, Integers
    from .graph import DenseGraph, Weights
    from .result import Certificate


# ---- The proof that a matching is best on levels, checked by other means than the solver's ----

# Let the levels of a part be added up in units with which the whole decides as the levels do. For any
# matching N, as in verification.py, the certificate of the first part says
#
#     w(N) ≤ Σ_i u_i + Σ_B z_B (|B| - 1)/2 - g · (number of vertices that N leaves unmatched).
#
# If N reaches this bound, too, it has only edges without slack, |N ∩ B| = (|B| - 1)/2 wherever z_B is
# positive, and no unmatched vertex with u_i > g. Of such matchings the next certificate says the same,
# whatever the signs of z_B and u_i - g there, and whatever the slack of the other edges. The proof is
# complete with the last level, or when no other such matching is left.


def verify_levels(
    levels: Sequence[Weights],
    matching: Matching,
    *,
    allowed: ArrayLike | None = None,
    n: int | None = None,
    maxcardinality: bool | None = None,
    perfect: bool = False,
    minimize: bool = False,
) -> None:
    """Prove that a matching is best on levels: on the first one, of these on the second, and so on."""
    fixed = needs_maxcardinality(maxcardinality, perfect=perfect, minimize=minimize)
    graph = level_graph_of(levels, allowed, n, plain=True)
    if minimize:
        graph = graph.negated()
    validate_matching(matching, graph.size)
    edges = graph.edges()
    proof = _Proof(graph, edges, matching.mate, fixed=fixed)
    for certificate in matching.certificates:
        proof.add(replace(matching, certificate=certificate))
    decided = proof.level == len(graph.levels) or proof.leaves_one()
    require(decided, "the parts are not those of the levels")
    matched = proof.matched(edges)
    _check_totals(graph, matched, matching)
    if perfect:
        require(2 * len(matched) == graph.size, "the matching is not perfect")


def _check_totals(graph: LevelGraph, matched: LevelEdges, matching: Matching) -> None:
    totals = graph.totals(matched)
    same = matching.levels == totals and matching.weight == totals[0]
    require(same, "the weight is not that of the edges")


class _Proof:
    """What the parts so far have proven."""

    def __init__(
        self, graph: LevelGraph, edges: LevelEdges, mate: Integers, *, fixed: bool
    ) -> None:
        self.level = 0
        self._graph, self._edges, self._mate, self._fixed = graph, edges, mate, fixed
        self._full: dict[bytes, Integers] = {}
        self._essential = np.zeros(graph.size, bool)
        self._is_first = True

    def matched(self, edges: LevelEdges) -> LevelEdges:
        """Those of some edges that are matched."""
        return edges.subgraph(self._mate[edges.first] == edges.second)

    def leaves_one(self) -> bool:
        """Whether no other matching is left, because each of its edges is forced.

        The edges at a vertex are a cut, and so are those that leave a filled blossom. A matching
        holds one edge of each cut, or one at most where a vertex need not be matched. An edge is
        forced if it is the only one of a cut that needs one. It takes the others of its cuts away.
        """
        must = self._essential | (self._fixed and bool((self._mate >= 0).all()))
        exact: list[bool] = must.tolist()
        left: list[set[int]] = [set() for _ in exact]
        ends = self._edges.first.tolist(), self._edges.second.tolist()
        cuts_of = [[i, j] for i, j in zip(*ends, strict=True)]
        for edge, vertices in enumerate(cuts_of):
            for vertex in vertices:
                left[vertex].add(edge)
        for full in self._full.values():
            members, leaving = full.tolist(), set[int]()
            for vertex in members:
                leaving ^= left[vertex]
            for edge in leaving:
                cuts_of[edge].append(len(left))
            exact.append(all(exact[vertex] for vertex in members))
            left.append(leaving)
        waiting = [cut for cut, edges in enumerate(left) if exact[cut] and len(edges) == 1]
        while waiting:
            for forced in list(left[waiting.pop()]):  # one at most
                for edge in set().union(*(left[cut] for cut in cuts_of[forced])):
                    for cut in cuts_of[edge]:
                        left[cut].remove(edge)
                        if exact[cut] and len(left[cut]) == 1:
                            waiting.append(cut)
        return not any(left)

    def add(self, matching: Matching) -> None:
        """Check the next certificate, and leave what it leaves undecided, if there are more levels."""
        matching = validate_matching(matching, self._graph.size, signed=True)
        certificate = matching.certificate
        matched = self.matched(self._edges)
        require(len(matched) == matching.cardinality, "a matched pair is no edge")
        weights, worth = self._whole(certificate, matched)
        self._check_signs(certificate)
        slack = self._slack(certificate, weights)
        require(bool((slack >= 0).all()), "an edge has a negative slack")
        check_value(matching, worth)
        self._check_ground(certificate, weights, worth)
        if self.level == len(self._graph.levels):
            return
        self._edges = self._edges.subgraph(np.asarray(slack == 0, bool))
        self._essential |= np.asarray(certificate.vertex_duals_2x > certificate.ground_2x, bool)
        duals = certificate.blossom_duals_2x.tolist()
        for members, dual in zip(certificate.blossoms, duals, strict=True):
            if dual > 0:
                self._full[key_of(members)] = members

    def _whole(self, part: Certificate, matched: LevelEdges) -> tuple[Array, int]:
        """The weights of the edges in units of the part, and that of the matching."""
        whole_units = len(part.units) > 0 and all(type(unit) is int for unit in part.units)
        require(whole_units, "the units are no integers")
        levels = range(self.level, self.level + len(part.units))
        require(levels.stop <= len(self._graph.levels), "there are more units than levels")
        columns = [self._graph.weights(level, self._edges) for level in levels]
        spans = [span_of(column) for column in columns]
        pairs = self._graph.size // 2
        for k in range(len(spans)):
            below = difference(spans[k + 1 :], part.units[k + 1 :], pairs, fixed=self._fixed)
            require(part.units[k] > below, "a unit is too small for the levels below")
        less = part.taken_off
        off = len(less) == len(part.units) and all(type(low) is int for low in less)
        require(off and (self._fixed or not any(less)), "what is taken off the weights is wrong")
        shifted = [span.less(low) for span, low in zip(spans, less, strict=True)]
        narrow = size(shifted, part.units) < 2**60 and max(map(abs, less)) < 2**60
        exact = np.dtype(np.int64 if narrow else object)
        whole = np.zeros(len(self._edges), exact)
        worth = 0
        for unit, level, column, low in zip(part.units, levels, columns, less, strict=True):
            if (worths := column.astype(exact) - low).any():  # else the unit may be of any size
                whole += unit * worths
            total = sum(self._graph.weights(level, matched).tolist())
            worth += unit * (total - low * len(matched))
        self.level = levels.stop
        return whole, worth

    def _check_signs(self, certificate: Certificate) -> None:
        duals = certificate.vertex_duals_2x
        above = np.asarray(duals >= certificate.ground_2x, bool)
        require(bool((above | self._essential).all()), "a dual lies below the ground")
        for members, dual in zip(
            certificate.blossoms, certificate.blossom_duals_2x.tolist(), strict=True
        ):
            settled = dual >= 0 or key_of(members) in self._full
            require(settled, "a blossom has a negative dual")

    def _slack(self, certificate: Certificate, weights: Array) -> Array:
        duals, values = certificate.vertex_duals_2x, certificate.blossom_duals_2x
        largest = max((abs(dual) for dual in duals.tolist()), default=0)
        largest += sum(abs(value) for value in values.tolist())
        narrow = largest < 2**60 and weights.dtype == np.int64
        exact = np.dtype(np.int64 if narrow else object)
        duals, edges = duals.astype(exact), self._edges
        common = Common(edges.first, edges.second, len(duals), certificate.blossoms)
        slack: Array = common.sums(values.astype(exact))
        slack += duals[edges.first] + duals[edges.second] - 2 * weights.astype(exact)
        return slack

    def _check_ground(self, certificate: Certificate, weights: Array, worth: int) -> None:
        if not self._fixed:
            require(certificate.ground_2x == 0, "the ground is not 0")
        elif self._is_first and (self._mate < 0).sum() > 1:
            lightest = self._graph.size // 2 * min(0, min(weights.tolist(), default=0))
            more = worth + certificate.ground_2x < lightest
            require(more, "there may be a matching with more edges")
        self._is_first = False


# ---- Checks that matchings are the best ones, from their proofs and by solving again ----

# The proofs show that each matching is the best of its cell. Then all matchings are divided, by edges
# that some of those found hold and others lack, until each part holds one of them. Any other matching
# of a part lacks an edge of that one, or holds all of them and more. The best ones without an edge are
# solved, proven, and compared with the last one found.

Totals: TypeAlias = "tuple[int, ...]"


def verify_ranking(
    matrices: tuple[DenseGraph, ...],
    matchings: Sequence[Matching],
    *,
    on_levels: bool,
    maxcardinality: bool,
) -> None:
    """Prove that matchings are the best ones, best first, and that none is missing.

    Raises
    ------
    EngineError
        If they are not proven.
    """
    whole = _CellProver(matrices, on_levels=on_levels, maxcardinality=maxcardinality)
    totals = [whole.prove_best(matching) for matching in matchings]
    for matching in matchings[:1]:
        _require_claim(cell_of(matching) == Cell(), "the first is the best of all")
    for (better, more), (worse, less) in pairwise(zip(matchings, totals, strict=True)):
        _require_claim(more >= less, "the better ones come first")
        same = better.cardinality == worse.cardinality
        _require_claim(same or not maxcardinality, "all have the most edges")
    for cell, matching in _partition(Cell(), matchings):
        whole.prove_rest(cell, matching, totals[-1])


def _require_claim(holds: bool, claim: str) -> None:
    """Raise :class:`EngineError` unless what matchings claim holds."""
    if not holds:
        raise EngineError(f"the matchings are not proven: it does not hold that {claim}")


def _is_pair(edge: object, vertices: range) -> bool:
    return isinstance(edge, tuple) and len(edge) == 2 and all(v in vertices for v in edge)


def _edges_of(matching: Matching) -> frozenset[Edge]:
    return frozenset((i, j) for i, j in matching.edges.tolist())


def _partition(cell: Cell, matchings: Sequence[Matching]) -> Iterator[tuple[Cell, Matching]]:
    """Parts of a cell with one matching each."""
    waiting = [(cell, list(matchings))]
    while waiting:
        cell, candidates = waiting.pop()
        if len(candidates) <= 1:
            yield from ((cell, matching) for matching in candidates)
            continue
        edge_sets = [_edges_of(matching) for matching in candidates]
        differing = frozenset().union(*edge_sets) - edge_sets[0].intersection(*edge_sets)
        _require_claim(bool(differing), "a matching differs from those before it")
        edge = min(differing)
        holds = [edge in edges for edges in edge_sets]
        for holds_edge, part in ((True, cell.holding(edge)), (False, cell.lacking(edge))):
            waiting.append(
                (part, [m for m, has in zip(candidates, holds, strict=True) if has == holds_edge])
            )


class _CellProver:
    """What the matchings are matchings of, in integers."""

    def __init__(
        self, matrices: tuple[DenseGraph, ...], *, on_levels: bool, maxcardinality: bool
    ) -> None:
        self._graph, self._on_levels = LevelGraph(matrices), on_levels
        self._first = matrices[0]
        self._maxcardinality = maxcardinality

    def prove_best(self, best: Matching) -> Totals:
        """Prove that a matching is the best of its cell, and return its totals in integers."""
        size, cell = self._graph.size, cell_of(best)
        mates = np.asarray(best.mate)
        right = mates.shape == (size,) and set(mates.tolist()) <= set(range(-1, size))
        _require_claim(right, "a matching is one of this graph")
        pairs = all(_is_pair(edge, range(size)) for edge in (*cell.forced, *cell.forbidden))
        _require_claim(pairs, "a cell names edges of this graph")
        edges_of_best = _edges_of(best)
        _require_claim(
            edges_of_best.issuperset(cell.forced), "a matching holds what its cell forces"
        )
        _require_claim(
            edges_of_best.isdisjoint(cell.forbidden), "a matching lacks what its cell forbids"
        )
        if self._on_levels:
            _check_totals(self._graph, self._graph.between(*best.edges.T), best)
        else:
            matched_weight(self._first, best)
        levels, edges, vertices = self._within(cell)
        number = positions(vertices, size + 1)
        totals = self._total(best.edges)
        less = _subtract(totals, self._total(cell.forced))
        inner = replace(
            best,
            mate=number[best.mate[vertices]],
            weight=less[0],
            cardinality=best.cardinality - len(cell.forced),
            unit=Fraction(1),
            loss_bound=Fraction(0),
            levels=less if self._on_levels else (),
        )
        self._prove(levels, edges, inner)
        return totals

    def _prove(self, levels: list[Integers], edges: Bools, matching: Matching) -> None:
        most = self._maxcardinality
        if self._on_levels:
            verify_levels(levels, matching, allowed=edges, maxcardinality=most)
        else:
            verify_matching(levels[0], matching, allowed=edges, maxcardinality=most)

    def prove_rest(self, cell: Cell, best: Matching, least: Totals) -> None:
        """Prove that no other matching of a cell, of which one is known, is better than some totals."""
        totals = self._total(best.edges)
        claim = "no better matching is missing"
        _require_claim(not self._is_better(cell, best.cardinality, totals), claim)
        forced = {vertex for edge in cell.forced for vertex in edge}
        for i, j in best.edges.tolist():
            if i not in forced:
                _require_claim(
                    not self._is_better(cell.lacking((i, j)), best.cardinality, least), claim
                )
        if self._maxcardinality:
            return
        # One more edge is never better, since the matching is the best of the cell; more are worse.
        lacking = self._lacking(cell)
        free = best.unmatched
        for i, j in np.argwhere(np.triu(lacking[np.ix_(free, free)], 1)).tolist():
            edge = (int(free[i]), int(free[j]))
            more = _subtract(least, self._total((edge,)))
            _require_claim(totals <= more, claim)

    def _is_better(self, cell: Cell, cardinality: int, totals: Totals) -> bool:
        """Whether a cell holds a matching that is better than some totals, with enough edges."""
        levels, edges, _ = self._within(cell)
        problem: dict[str, Any] = {"levels": levels} if self._on_levels else {"weights": levels[0]}
        fixed = self._maxcardinality
        found = max_weight_matching(**problem, allowed=edges, maxcardinality=fixed)
        self._prove(levels, edges, found)
        if fixed and found.cardinality + len(cell.forced) < cardinality:
            return False
        better: bool = (found.levels or (found.weight,)) > _subtract(
            totals, self._total(cell.forced)
        )
        return better

    def _lacking(self, cell: Cell) -> Bools:
        """(n, n) the edges that a cell does not forbid."""
        edges = self._first.edges
        for i, j in cell.forbidden:
            edges[i, j] = edges[j, i] = False
        return edges

    def _within(self, cell: Cell) -> tuple[list[Integers], Bools, Indices]:
        """Levels, edges and vertices without those that a cell forces."""
        vertices = np.setdiff1d(np.arange(self._graph.size), np.ravel(cell.forced).astype(int))
        cells = np.ix_(vertices, vertices)
        return (
            [level.weights[cells] for level in self._graph.levels],
            self._lacking(cell)[cells],
            vertices,
        )

    def _total(self, edges: Sequence[Edge] | Integers) -> Totals:
        """Sums of the integers of some edges."""
        chosen = self._graph.between(*np.array(edges, np.int64).reshape(-1, 2).T)
        levels = range(len(self._graph.levels))
        return tuple(sum(self._graph.weights(level, chosen).tolist()) for level in levels)


def _subtract(totals: Totals, others: Totals) -> Totals:
    """The differences on all levels."""
    return tuple(one - other for one, other in zip(totals, others, strict=True))


# ---- One verifier for whatever the solvers give ----


def verify(
    weights: Weights | None = None,
    solution: Matching | Subgraph | Iterable[Matching] = (),
    *,
    levels: Sequence[Weights] | None = None,
    b: ArrayLike | None = None,
    terminals: ArrayLike | None = None,
    allowed: ArrayLike | None = None,
    n: int | None = None,
    bipartite: bool = False,
    maxcardinality: bool | None = None,
    perfect: bool = False,
    minimize: bool = False,
) -> None:
    """Prove that what a solver has found is optimal, or raise.

    It checks in exact integer arithmetic that the mates form a matching, that the duals are feasible
    for *all* edges, and that both have the same value; on levels, that no matching is better on the
    first level, none as good there and better on the second, and so on. If weights were rounded, it
    proves that no matching is better by more than the bound that the result states. This takes O(n²)
    time for a matrix, and O(edges log edges) for the sparse forms. Of the best matchings one after the
    other it proves that none is missing, which costs half a solve for each vertex
    and matching.

    Parameters
    ----------
    weights, levels, b, terminals, allowed, n, bipartite, maxcardinality, perfect
        As they were given to the solver, with its defaults.
    solution : Matching, Subgraph, or iterable of Matching
        What :func:`max_weight_matching`, :func:`min_weight_matching`, :func:`max_weight_b_matching`,
        :func:`min_weight_b_matching`, :func:`min_weight_t_join` or :func:`kbest_matchings` gave; of
        the last one all matchings from the first one on.
    minimize : bool
        Whether the solver minimized the weight.

    Raises
    ------
    EngineError
        If the certificate does not prove the solution optimal for these weights; the message names
        what fails. Parts of a matching that have another type, shape or range than
        :class:`fastpair.matching.Matching` says prove nothing either.
    TypeError, ValueError, OverflowError
        If the solution is none of what the other arguments ask for, or empty; of the other arguments as
        :func:`fastpair.matching.max_weight_matching`.

    Examples
    --------
    >>> from fastpair.matching import kbest_matchings, max_weight_matching, min_weight_matching
    >>> edges = ([0, 1, 2], [1, 2, 3], [7, 1, 7])
    >>> verify(edges, min_weight_matching(edges), minimize=True)
    >>> levels = [([0, 1, 2], [1, 2, 3], [0, 1, 0]), edges]
    >>> verify(None, max_weight_matching(levels=levels, maxcardinality=True), levels=levels, maxcardinality=True)
    >>> table = [[0, 6, 7], [6, 0, 9], [7, 9, 0]]
    >>> verify(table, list(kbest_matchings(table, k=2)))
    """
    if (weights is None) == (levels is None):
        raise TypeError("expected either weights or levels of weights")
    if b is not None and terminals is not None:
        raise TypeError("expected b, terminals, or neither, got both")
    require_booleans(bipartite=bipartite, perfect=perfect, minimize=minimize)
    most: dict[str, Any] = {
        "maxcardinality": maxcardinality,
        "perfect": perfect,
        "minimize": minimize,
    }
    graph: dict[str, Any] = {"allowed": allowed, "n": n}
    if isinstance(solution, Subgraph):
        _refuse("chosen edges", levels=levels is not None, bipartite=bipartite)
        assert weights is not None
        _verify_subgraph(weights, solution, b, terminals, graph, most)
    elif b is not None or terminals is not None:
        raise TypeError(f"expected a Subgraph to verify, got {type(solution).__name__}")
    elif isinstance(solution, Matching):
        _require_kind([solution], on_levels=levels is not None)
        if levels is None:
            assert weights is not None
            verify_matching(weights, solution, bipartite=bipartite, **graph, **most)
        else:
            verify_levels(levels, solution, **graph, **most)
    else:
        _refuse("a ranking", perfect=perfect, minimize=minimize)
        ranked: Any = [*solution] if isinstance(cast("object", solution), Iterable) else [solution]
        _require_kind(ranked, on_levels=levels is not None)
        matrices = matrices_of(weights, levels, bipartite=bipartite, **graph)
        every = needs_maxcardinality(maxcardinality, perfect=False, minimize=False)
        if not ranked:
            raise InputError(
                "expected a solution to verify, got no matching: a generator gives its matchings only once"
            )
        verify_ranking(matrices, ranked, on_levels=levels is not None, maxcardinality=every)


def _verify_subgraph(
    weights: Weights,
    subgraph: Subgraph,
    b: ArrayLike | None,
    terminals: ArrayLike | None,
    graph: dict[str, Any],
    most: dict[str, Any],
) -> None:
    """Verify a b-matching or a T-join."""
    if terminals is not None:
        _refuse("a T-join", **{name: bool(value) for name, value in most.items()})
        verify_t_join(weights, terminals, subgraph, **graph)
    elif b is not None:
        verify_b_matching(weights, b, subgraph, **graph, **most)
    else:
        raise TypeError("a Subgraph is verified with the b or the terminals of its solver")


def _require_kind(matchings: Sequence[object], *, on_levels: bool) -> None:
    """Refuse what is no matching, or one of levels in the place of one of a weight."""
    for matching in matchings:
        if not isinstance(matching, Matching):
            raise TypeError(f"expected a Matching to verify, got {type(matching).__name__}")
        levels = cast("object", matching.levels)
        if not isinstance(levels, tuple) or bool(levels) != on_levels:
            expected = "levels" if on_levels else "one weight"
            raise TypeError(f"expected a matching of {expected} to verify, got levels {levels!r}")


def _refuse(what: str, **given: bool) -> None:
    """Refuse arguments that the solver does not take either."""
    for name in (name for name, value in given.items() if value):
        raise TypeError(f"{name} is not for the verification of {what}")
