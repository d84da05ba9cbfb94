"""Checks that matchings are the best of a graph, from their certificates and by solving again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from .arrays import switches
from .incremental import Solver
from .levels.ranking_proof import require_cell, require_claim, verify_ranking
from .ranking import RankedMatching, restricted
from .result import Edge, Matching
from .verification import checked

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import ArrayLike

    from .levels.ranking import RankedLevelMatching

__all__ = ["verify_kbest"]


def verify_kbest(
    weights: ArrayLike | None = None,
    matchings: Iterable[RankedMatching | RankedLevelMatching] = (),
    *,
    levels: Sequence[ArrayLike] | None = None,
    allowed: ArrayLike | None = None,
    maxcardinality: bool = False,
) -> None:
    """Prove that matchings are the heaviest ones, best first, and that none is missing.

    The cells of the matchings are traced back: each has to be part of one of those before it. The
    certificates prove that each matching is the best of its cell. What is left of the cells is
    solved again without each edge of its best, and every solution is proven. So the proof costs
    half a solve for each vertex and matching. On levels the cells are made anew, by what tells the
    matchings from each other.

    Parameters
    ----------
    weights, levels, allowed, maxcardinality
        As for :func:`kbest_matchings`.
    matchings
        What it has yielded, from the first one on.

    Raises
    ------
    EngineError
        If they are not proven.
    TypeError
        If they are no matchings of weights, or of levels.

    Examples
    --------
    >>> from fastpair.matching import kbest_matchings
    >>> clubs, scores = [[0, 1, 1], [1, 0, 0], [1, 0, 0]], [[0, 6, 7], [6, 0, 9], [7, 9, 0]]
    >>> best = list(kbest_matchings(levels=[clubs, scores], k=2))
    >>> [matching.weight for matching in best]
    [(1, 7), (1, 6)]
    >>> verify_kbest(matchings=best, levels=[clubs, scores])
    """
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
