"""The proof that a matching is best on levels, checked by other means than the solver's.

Let the levels of a part be added up in units with which the whole decides as the levels do. For any
matching N, as in verification.py, the certificate of the first part says

    w(N) ≤ Σ_i u_i + Σ_B z_B (|B| - 1)/2 - g · (number of vertices that N leaves unmatched).

If N reaches this bound, too, it has only edges without slack, |N ∩ B| = (|B| - 1)/2 wherever z_B is
positive, and no unmatched vertex with u_i > g. Of such matchings the next certificate says the same,
whatever the signs of z_B and u_i - g there, and whatever the slack of the other edges. The proof is
complete with the last level, or when no other such matching is left.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import most_edges
from ..result import LevelMatching, LevelPart, Matching
from ..verification import check_value, checked, require
from .common import Common, key_of
from .graph import LevelEdges, LevelGraph, level_graph_of
from .units import difference, size, span_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from numpy.typing import ArrayLike, NDArray

    from ..arguments import Weights
    from ..result import Certificate

__all__ = ["verify_levels"]


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
    """Prove that a matching is best on levels, or raise.

    It checks in exact integer arithmetic, over all edges, that no matching is better on the first
    level, none as good there and better on the second, and so on. This takes O(n²) time for
    matrices, and for lists O(edges log edges + vertices of all blossoms).

    Parameters
    ----------
    levels, matching
        Levels as they were given to :func:`fastpair.matching.max_weight_matching`, and its result.
    allowed, n, maxcardinality, perfect, minimize
        As for :func:`fastpair.matching.verify`.

    Raises
    ------
    EngineError
        If the parts do not prove the matching best for these levels; the message names what fails.
    TypeError, ValueError, OverflowError
        If ``matching`` is no LevelMatching; of the other arguments as
        :func:`fastpair.matching.max_weight_matching`.

    Examples
    --------
    >>> from fastpair.matching import max_weight_matching
    >>> clubs, scores = ([0, 1, 2], [1, 2, 3], [0, 1, 0]), ([0, 1, 2], [1, 2, 3], [9, 1, 9])
    >>> matching = max_weight_matching(levels=[clubs, scores], maxcardinality=True)
    >>> matching.weight
    (0, 18)
    >>> verify_levels([clubs, scores], matching, maxcardinality=True)
    """
    fixed = most_edges(maxcardinality, perfect=perfect, minimize=minimize)
    graph = level_graph_of(levels, allowed, n, plain=True)
    if minimize:
        graph = graph.negated()
    if not isinstance(matching, LevelMatching):
        raise TypeError(f"expected a LevelMatching to verify, got {type(matching).__name__}")
    require(len(matching.parts) > 0, "there are no parts")
    checked(replace(matching, weight=0), graph.size)
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
