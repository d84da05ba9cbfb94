"""Verifiers of levels and rankings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import TYPE_CHECKING, cast

import numpy as np

from ..errors import EngineError
from .arrays import most_edges, switches
from .incremental import Solver
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
from .ranking import RankedLevelMatching, RankedMatching, restricted
from .reductions import Subgraph, verify_b_matching, verify_t_join
from .result import Edge, LevelMatching, LevelPart, Matching
from .solver import max_weight_matching
from .verification import check_value, checked, require, verify_matching

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from numpy.typing import ArrayLike, NDArray

    from .graph import Weights
    from .levels import Total
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
    fixed = most_edges(maxcardinality, perfect=perfect, minimize=minimize)
    graph = level_graph_of(levels, allowed, n, plain=True)
    if minimize:
        graph = graph.negated()
    if not isinstance(matching, LevelMatching):
        raise TypeError(f"expected a LevelMatching to verify, got {type(matching).__name__}")
    require(len(matching.parts) > 0, "there are no parts")
    one_weight = replace(matching, weight=0)  # type: ignore[arg-type]
    checked(one_weight, graph.size)
    edges = graph.edges()
    proof = _Proof(graph, edges, matching.mate, fixed=fixed)
    for part in matching.parts:
        proof.add(part, matching)
    decided = proof.level == len(graph.levels) or proof.leaves_one()
    require(decided, "the parts are not those of the levels")
    matched = proof.matched(edges)
    require(matching.weight == graph.totals(matched), "the weight is not that of the edges")
    if perfect:
        require(2 * len(matched) == graph.size, "the matching is not perfect")


class _Proof:
    """What the parts so far have proven."""

    def __init__(
        self, graph: LevelGraph, edges: LevelEdges, mate: NDArray[np.int64], *, fixed: bool
    ) -> None:
        self.level = 0
        self._graph, self._edges, self._mate, self._fixed = graph, edges, mate, fixed
        self._filled: dict[bytes, NDArray[np.int64]] = {}
        self._owed = np.zeros(graph.size, np.bool_)
        self._is_first = True

    def matched(self, edges: LevelEdges) -> LevelEdges:
        """Those of some edges that are matched."""
        return edges.some(self._mate[edges.first] == edges.second)

    def leaves_one(self) -> bool:
        """Whether no other matching is left, because each of its edges is forced.

        The edges at a vertex are a cut, and so are those that leave a filled blossom. A matching
        holds one edge of each cut, or one at most where a vertex need not be matched. An edge is
        forced if it is the only one of a cut that needs one. It takes the others of its cuts away.
        """
        must = self._owed | (self._fixed and bool((self._mate >= 0).all()))
        exact: list[bool] = must.tolist()
        left: list[set[int]] = [set() for _ in exact]
        ends = self._edges.first.tolist(), self._edges.second.tolist()
        cuts_of = [[i, j] for i, j in zip(*ends, strict=True)]
        for edge, vertices in enumerate(cuts_of):
            for vertex in vertices:
                left[vertex].add(edge)
        for filled in self._filled.values():
            members, leaving = filled.tolist(), set[int]()
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

    def add(self, part: LevelPart, matching: LevelMatching) -> None:
        """Check the next part, and leave what it leaves undecided, if there are more levels."""
        require(isinstance(part, LevelPart), "a part is none")
        plain = Matching(matching.mate, 0, matching.cardinality, part.certificate)
        plain = checked(plain, self._graph.size, signed=True)
        matched = self.matched(self._edges)
        require(len(matched) == matching.cardinality, "a matched pair is no edge")
        weights, worth = self._whole(part, matched)
        certificate = plain.certificate
        self._check_signs(certificate)
        slack = self._slack(certificate, weights)
        require(bool((slack >= 0).all()), "an edge has a negative slack")
        check_value(plain, worth)
        self._check_ground(certificate, weights, worth)
        if self.level == len(self._graph.levels):
            return
        self._edges = self._edges.some(np.asarray(slack == 0, np.bool_))
        self._owed |= np.asarray(certificate.vertex_duals_2x > certificate.ground_2x, np.bool_)
        duals = certificate.blossom_duals_2x.tolist()
        for members, dual in zip(certificate.blossoms, duals, strict=True):
            if dual > 0:
                self._filled[key_of(members)] = members

    def _whole(self, part: LevelPart, matched: LevelEdges) -> tuple[NDArray[Any], int]:
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
        above = np.asarray(duals >= certificate.ground_2x, np.bool_)
        require(bool((above | self._owed).all()), "a dual lies below the ground")
        for members, dual in zip(
            certificate.blossoms, certificate.blossom_duals_2x.tolist(), strict=True
        ):
            settled = dual >= 0 or key_of(members) in self._filled
            require(settled, "a blossom has a negative dual")

    def _slack(self, certificate: Certificate, weights: NDArray[Any]) -> NDArray[Any]:
        duals, values = certificate.vertex_duals_2x, certificate.blossom_duals_2x
        largest = max((abs(dual) for dual in duals.tolist()), default=0)
        largest += sum(abs(value) for value in values.tolist())
        narrow = largest < 2**60 and weights.dtype == np.int64
        exact = np.dtype(np.int64 if narrow else object)
        duals, edges = duals.astype(exact), self._edges
        common = Common(edges.first, edges.second, len(duals), certificate.blossoms)
        slack: NDArray[Any] = common.sums(values.astype(exact))
        slack += duals[edges.first] + duals[edges.second] - 2 * weights.astype(exact)
        return slack

    def _check_ground(self, certificate: Certificate, weights: NDArray[Any], worth: int) -> None:
        if not self._fixed:
            require(certificate.ground_2x == 0, "the ground is not 0")
        elif self._is_first and (self._mate < 0).sum() > 1:
            lightest = self._graph.size // 2 * min(0, min(weights.tolist(), default=0))
            more = worth + certificate.ground_2x < lightest
            require(more, "there may be a matching with more edges")
        self._is_first = False


# ---- Checks that matchings are the best on levels, from their proofs and by solving again ----

# The proofs show that each matching is the best of its cell. Then all matchings are divided, by edges
# that some of those found hold and others lack, until each part holds one of them. Any other matching
# of a part lacks an edge of that one, or holds all of them and more. The best ones without an edge are
# solved, proven, and compared with the last one found.

if TYPE_CHECKING:
    Totals = tuple[Total, ...]


def verify_ranking(
    levels: Sequence[ArrayLike],
    matchings: Sequence[Matching],
    *,
    allowed: ArrayLike | None,
    maxcardinality: bool,
) -> None:
    """Prove that matchings are the best ones on levels, best first, and that none is missing.

    Raises
    ------
    EngineError
        If they are not proven.
    TypeError
        If they are not of levels.
    """
    whole = _Whole(levels, allowed, maxcardinality)
    ranked = [_ranked(matching) for matching in matchings]
    for matching in ranked:
        whole.prove_best(matching)
    for matching in ranked[:1]:
        require_claim(
            not matching.forced and not matching.forbidden, "the first is the best of all"
        )
    for better, worse in pairwise(ranked):
        require_claim(better.weight >= worse.weight, "the better ones come first")
        same = better.cardinality == worse.cardinality
        require_claim(same or not maxcardinality, "all have the most edges")
    for cell, matching in _divided(_Cell(), ranked):
        whole.prove_rest(cell, matching, ranked[-1].weight)


def _ranked(matching: Matching) -> RankedLevelMatching:
    if not isinstance(matching, RankedLevelMatching):
        raise TypeError(f"expected RankedLevelMatching, got {type(matching).__name__}")
    return matching


def require_claim(holds: bool, claim: str) -> None:
    """Raise :class:`EngineError` unless what matchings claim holds."""
    if not holds:
        raise EngineError(f"the matchings are not proven: it does not hold that {claim}")


def require_cell(matching: RankedMatching | RankedLevelMatching, size: int) -> None:
    """Refuse a matching whose cell names other edges than those between so many vertices."""
    for edges in (matching.forced, matching.forbidden):
        pairs = all(_is_pair(edge, range(size)) for edge in edges)
        require_claim(pairs, "a cell names edges of this graph")


def _is_pair(edge: object, vertices: range) -> bool:
    return isinstance(edge, tuple) and len(edge) == 2 and all(v in vertices for v in edge)


def _edges_of(matching: Matching) -> frozenset[Edge]:
    return frozenset((i, j) for i, j in matching.edges.tolist())


@dataclass(frozen=True, slots=True)
class _Cell:
    """Matchings that hold some edges and lack others."""

    forced: tuple[Edge, ...] = ()
    forbidden: tuple[Edge, ...] = ()

    def holding(self, edge: Edge) -> _Cell:
        return replace(self, forced=(*self.forced, edge))

    def lacking(self, edge: Edge) -> _Cell:
        return replace(self, forbidden=(*self.forbidden, edge))


def _divided(
    cell: _Cell, matchings: Sequence[RankedLevelMatching]
) -> Iterator[tuple[_Cell, RankedLevelMatching]]:
    """Parts of a cell with one matching each."""
    waiting = [(cell, list(matchings))]
    while waiting:
        cell, some = waiting.pop()
        if len(some) <= 1:
            yield from ((cell, matching) for matching in some)
            continue
        held = [_edges_of(matching) for matching in some]
        differing = frozenset().union(*held) - held[0].intersection(*held)
        require_claim(bool(differing), "a matching differs from those before it")
        edge = min(differing)
        holds = [edge in edges for edges in held]
        for taken, part in ((True, cell.holding(edge)), (False, cell.lacking(edge))):
            waiting.append((part, [m for m, has in zip(some, holds, strict=True) if has == taken]))


class _Whole:
    """What the matchings are matchings of."""

    def __init__(
        self, levels: Sequence[ArrayLike], allowed: ArrayLike | None, maxcardinality: bool
    ) -> None:
        self._graph = level_graph_of(levels, allowed, None, plain=True)
        if self._graph.dense is None:
            raise TypeError("expected square matrices as levels")
        self._levels = [np.asarray(level) for level in levels]
        self._edges = self._graph.dense[0].edges
        self._maxcardinality = maxcardinality

    def prove_best(self, best: RankedLevelMatching) -> None:
        """Prove that a matching is the best of its cell."""
        size, mates = self._graph.size, np.asarray(best.mate)
        right = mates.shape == (size,) and set(mates.tolist()) <= set(range(-1, size))
        require_claim(right, "a matching is one of this graph")
        require_cell(best, size)
        cell = _Cell(best.forced, best.forbidden)
        held = _edges_of(best)
        require_claim(held.issuperset(cell.forced), "a matching holds what its cell forces")
        require_claim(held.isdisjoint(cell.forbidden), "a matching lacks what its cell forbids")
        levels, edges, kept = self._within(cell)
        number = np.full(self._graph.size + 1, -1)
        number[kept] = np.arange(len(kept))
        plain = {entry.name: getattr(best, entry.name) for entry in fields(LevelMatching)}
        plain["mate"] = number[best.mate[kept]]
        plain["weight"] = _less(best.weight, self._total(cell.forced))
        plain["cardinality"] = best.cardinality - len(cell.forced)
        inner = LevelMatching(**plain)
        verify_levels(levels, inner, allowed=edges, maxcardinality=self._maxcardinality)

    def prove_rest(self, cell: _Cell, best: RankedLevelMatching, least: Totals) -> None:
        """Prove that no other matching of a cell, of which one is known, is better than some totals."""
        ours = best.cardinality, best.weight
        claim = "no better matching is missing"
        require_claim(not self._is_better(cell, *ours), claim)
        forced = {vertex for edge in cell.forced for vertex in edge}
        for i, j in best.edges.tolist():
            if i not in forced:
                require_claim(
                    not self._is_better(cell.lacking((i, j)), best.cardinality, least), claim
                )
        if self._maxcardinality:
            return
        # One more edge is never better, since the matching is the best of the cell; more are worse.
        lacking = self._lacking(cell)
        free = best.unmatched
        for i, j in np.argwhere(np.triu(lacking[np.ix_(free, free)], 1)).tolist():
            edge = (int(free[i]), int(free[j]))
            more = _less(least, self._total((edge,)))
            require_claim(best.weight <= more, claim)

    def _is_better(self, cell: _Cell, cardinality: int, totals: Totals) -> bool:
        """Whether a cell holds a matching that is better than some totals, with enough edges."""
        levels, edges, _ = self._within(cell)
        fixed = self._maxcardinality
        found = max_weight_matching(levels=levels, allowed=edges, maxcardinality=fixed)
        verify_levels(levels, found, allowed=edges, maxcardinality=fixed)
        if fixed and found.cardinality + len(cell.forced) < cardinality:
            return False
        better: bool = found.weight > _less(totals, self._total(cell.forced))
        return better

    def _lacking(self, cell: _Cell) -> NDArray[np.bool_]:
        """(n, n) the edges that a cell does not forbid."""
        edges = self._edges.copy()
        for i, j in cell.forbidden:
            edges[i, j] = edges[j, i] = False
        return edges

    def _within(
        self, cell: _Cell
    ) -> tuple[list[NDArray[np.generic]], NDArray[np.bool_], NDArray[np.intp]]:
        """Levels, edges and vertices without those that a cell forces."""
        kept = np.setdiff1d(np.arange(self._graph.size), np.ravel(cell.forced).astype(int))
        cells = np.ix_(kept, kept)
        return [level[cells] for level in self._levels], self._lacking(cell)[cells], kept

    def _total(self, edges: Sequence[Edge]) -> Totals:
        """Sums of the weights of some edges."""
        first, second = np.array(edges, np.int64).reshape(-1, 2).T
        return self._graph.totals(self._graph.between(first, second))


def _less(totals: Totals, others: Totals) -> Totals:
    """The differences on all levels."""
    return tuple(one - other for one, other in zip(totals, others, strict=True))


# ---- Checks that matchings are the best of a graph, from their certificates and by solving again ----


def verify_kbest(
    weights: ArrayLike | None = None,
    matchings: Iterable[RankedMatching | RankedLevelMatching] = (),
    *,
    levels: Sequence[ArrayLike] | None = None,
    allowed: ArrayLike | None = None,
    maxcardinality: bool = False,
) -> None:
    """Prove that matchings are the heaviest ones, best first, and that none is missing, by tracing their cells back."""
    switches(maxcardinality=maxcardinality)
    if (weights is None) == (levels is None):
        raise TypeError("expected either weights or levels of weights")
    matchings = list(matchings)
    if levels is not None:
        verify_ranking(levels, matchings, allowed=allowed, maxcardinality=maxcardinality)
    else:
        assert weights is not None
        whole = Solver(weights, allowed=allowed, maxcardinality=maxcardinality)
        _prove_heaviest(whole, matchings)


def _prove_heaviest(whole: Solver, matchings: Sequence[Matching]) -> None:
    """Prove that matchings are the heaviest ones of one weight."""
    parts: list[RankedMatching] = []
    for number, matching in enumerate(matchings):
        if not isinstance(matching, RankedMatching):
            raise TypeError(f"expected RankedMatching, got {type(matching).__name__}")
        require_cell(matching, len(whole))
        matching = checked(matching, len(whole))
        _prove_best(whole, matching)
        if number == 0:
            require_claim(
                not matching.forced and not matching.forbidden, "the first is the best of all"
            )
        else:
            require_claim(
                matching.weight <= matchings[number - 1].weight, "the heavier ones come first"
            )
            _divide(parts, matching)
        parts.append(matching)
    for part in parts:
        _prove_rest(whole, part, matchings[-1].weight)


def _divide(parts: list[RankedMatching], matching: RankedMatching) -> None:
    """Take the cell of a matching out of the part that it belongs to."""
    numbers = [k for k, part in enumerate(parts) if _holds(part, matching)]
    require_claim(len(numbers) == 1, "a matching differs from those before it")
    part = parts[numbers[0]]
    forced = set(matching.forced) - set(part.forced)
    forbidden = set(matching.forbidden) - set(part.forbidden)
    extended = (len(part.forced) + len(forced), len(part.forbidden) + len(forbidden))
    divided = extended == (len(matching.forced), len(matching.forbidden))
    require_claim(
        divided and len(forced) + len(forbidden) == 1, "each cell is a part of another one"
    )
    (edge,) = forced | forbidden
    require_claim(_has(part, edge) == bool(forbidden), "an edge divides a cell and its best")
    if forced:
        parts[numbers[0]] = replace(part, forbidden=(*part.forbidden, edge))
    else:
        parts[numbers[0]] = replace(part, forced=(*part.forced, edge))


def _has(matching: Matching, edge: Edge) -> bool:
    i, j = edge
    return bool(matching.mate[i] == j)


def _holds(cell: RankedMatching, matching: Matching) -> bool:
    """Whether a matching belongs to the cell of another one."""
    forced = all(_has(matching, edge) for edge in cell.forced)
    return forced and not any(_has(matching, edge) for edge in cell.forbidden)


def _prove_best(whole: Solver, best: RankedMatching) -> None:
    """Prove that a matching is the best of its cell."""
    require_claim(_holds(best, best), "a matching belongs to its cell")
    solver = restricted(whole, best)
    mate = best.mate.copy()
    mate[solver.removed] = -1
    weight = best.weight - _forced_weight(whole, best)
    cardinality = best.cardinality - len(best.forced)
    solver.verify(Matching(mate, weight, cardinality, best.certificate))


def _prove_rest(whole: Solver, best: RankedMatching, least: int) -> None:
    """Prove that no other matching of a cell is heavier than a weight."""
    solver = restricted(whole, best)
    forced = _forced_weight(whole, best)
    for edge in best.edges.tolist():
        if solver.removed[edge[0]]:
            continue
        others = solver.copy()
        others.forbid(*edge)
        second = others.solve()
        others.verify(second)
        fewer = whole.maxcardinality and second.cardinality + len(best.forced) < best.cardinality
        require_claim(fewer or second.weight + forced <= least, "no heavier matching is missing")
    free = best.unmatched[~solver.removed[best.unmatched]]
    cells = np.ix_(free, free)
    added = solver.weights[cells][solver.allowed[cells] & ~np.eye(len(free), dtype=bool)]
    require_claim(not (best.weight + added > least).any(), "no heavier matching is missing")


def _forced_weight(whole: Solver, best: RankedMatching) -> int:
    return sum(int(whole.weights[edge]) for edge in best.forced)


# ---- One verifier for whatever the solvers give ----


def verify(
    weights: Weights | None = None,
    solution: Matching | Subgraph | Iterable[RankedMatching | RankedLevelMatching] = (),
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
    other it proves that none is missing, which costs half a solve for each vertex and matching.

    Parameters
    ----------
    weights, levels, b, terminals, allowed, n, bipartite, maxcardinality, perfect
        As they were given to the solver, with its defaults.
    solution : Matching, Subgraph, or iterable of RankedMatching or RankedLevelMatching
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
        If the solution is none of what the other arguments ask for; of the other arguments as
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
    switches(bipartite=bipartite, perfect=perfect, minimize=minimize)
    most: dict[str, Any] = {
        "maxcardinality": maxcardinality,
        "perfect": perfect,
        "minimize": minimize,
    }
    graph: dict[str, Any] = {"allowed": allowed, "n": n}
    if isinstance(solution, Subgraph):
        _refuse("chosen edges", levels=levels is not None, bipartite=bipartite)
        assert weights is not None
        if terminals is not None:
            _refuse("a T-join", **{name: bool(value) for name, value in most.items()})
            verify_t_join(weights, terminals, solution, **graph)
        elif b is not None:
            verify_b_matching(weights, b, solution, **graph, **most)
        else:
            raise TypeError("a Subgraph is verified with the b or the terminals of its solver")
    elif b is not None or terminals is not None:
        raise TypeError(f"expected a Subgraph to verify, got {type(solution).__name__}")
    elif isinstance(solution, Matching) and levels is not None:
        _refuse("levels", bipartite=bipartite)
        verify_levels(levels, solution, **graph, **most)
    elif isinstance(solution, Matching):
        assert weights is not None
        verify_matching(weights, solution, bipartite=bipartite, **graph, **most)
    else:
        given = {"n": n is not None, "bipartite": bipartite}
        _refuse("a ranking", **given, perfect=perfect, minimize=minimize)
        ranked: Any = [*solution] if isinstance(cast("object", solution), Iterable) else [solution]
        if not all(isinstance(each, RankedMatching | RankedLevelMatching) for each in ranked):
            raise TypeError(f"expected a Matching to verify, got {type(solution).__name__}")
        # Solver and ranking refuse themselves what is neither matrix nor edges.
        solver: dict[str, Any] = {"weights": weights, "levels": levels, "allowed": allowed}
        every = False if maxcardinality is None else maxcardinality
        verify_kbest(matchings=ranked, maxcardinality=every, **solver)


def _refuse(what: str, **given: bool) -> None:
    """Refuse arguments that the solver does not take either."""
    for name in (name for name, value in given.items() if value):
        raise TypeError(f"{name} is not for the verification of {what}")
