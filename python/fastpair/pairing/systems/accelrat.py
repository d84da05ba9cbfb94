"""The pairing routine of the American Go Association, AccelRat [V 3.3]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ...matching import min_weight_matching
from ...parameters import parameter
from .arguments import relation
from .backtracking import first_complete
from .current_ratings import current_ratings
from .standing import among, spared
from .system import Pairing, System

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from .arguments import Integers
    from .system import Situation

__all__ = ["AccelRat", "nearest_pairs"]


@dataclass(frozen=True, kw_only=True)
class AccelRat(System):
    """From the highest rating down, everybody meets the nearest rating that he may meet.

    Ratings are updated after every round, by the system of the European Go Federation. Scores do not
    count.
    """

    name: ClassVar[str] = "accelrat"
    source: ClassVar[str] = "V 3.3"
    guarantees: ClassVar[str] = (
        "No pair is against a hard rule; the highest rating has the nearest opponent, then the next "
        "one has, and with backtracking the nearest with whom as many as possible are paired."
    )
    fails: ClassVar[str] = (
        "Without backtracking it leaves players over when those whom they may meet are taken."
    )

    backtrack: bool = parameter(
        True,
        "Whether choices are taken back where players would be left over; false as in the source",
        source="INTERPRETATION V3.3",
    )

    def pair(self, situation: Situation) -> Pairing:
        """Pair a round."""
        field = situation.field
        rating = current_ratings(situation.history, situation.round_number)[field.player]
        order = np.argsort(-rating, kind="stable")
        bye = spared(situation, order)
        order = order[order != bye]
        rating, allowed = rating[order], among(situation.allowed, order)
        pairs, left = nearest_pairs(rating, ~allowed)
        if self.backtrack and left.size:
            pairs = _most_pairs(rating, allowed)
        reason = "" if self.backtrack else "all whom he may meet were taken before"
        return Pairing.of_seats(field, order[pairs], bye, reason=reason)


def _most_pairs(rating: NDArray[np.float64], allowed: NDArray[np.bool_]) -> Integers:
    """The first choices, from the highest rating down, with which the most players are paired.

    If some have to be left over, the lowest ratings are.
    """
    place = np.arange(len(rating))
    # Of the vertices that largest matchings cover, the earliest are covered by the cheapest.
    matching = min_weight_matching(place[:, None] + place, allowed=allowed)
    covered = np.sort(matching.edges.ravel())
    rating, allowed = rating[covered], among(allowed, covered)
    found = first_complete(-abs(rating[:, None] - rating), allowed)
    assert found is not None
    return covered[found]


def nearest_pairs(
    ratings: ArrayLike, met: ArrayLike, *, further: ArrayLike | None = None
) -> tuple[Integers, Integers]:
    """From the highest rating down, everybody gets the least undesirable opponent not yet met.

    A pair is as undesirable as the difference of its ratings plus what ``further`` adds. No choice
    is taken back: a player who finds nobody is left over, even if another choice above him would
    have left him an opponent. The system updates the ratings after the round; this function does
    not.

    Parameters
    ----------
    ratings : (n,) numbers
        Of equal ratings the first one counts as higher.
    met : (n, n) array of bool
        Who has met whom, symmetric; the diagonal does not matter.
    further : (n, n) numbers, optional
        What else makes a pair undesirable, in points of rating; for example, time zones.

    Returns
    -------
    (pairs, 2) int64, (m,) int64
        The pairs in the order in which they were made, each with the higher rating first; and the
        players left over. All are rows of ``ratings``.

    Raises
    ------
    ValueError
        If a shape does not fit, ``met`` is not symmetric, or a number is not finite.
    """
    rating = np.asarray(ratings, dtype=np.float64)
    known = relation("met", met, 2 * rating.shape).copy()
    added = np.zeros(known.shape) if further is None else np.asarray(further, dtype=np.float64)
    if added.shape != known.shape:
        raise ValueError(f"further: expected shape {known.shape}, got {added.shape}")
    if not (np.isfinite(rating).all() and np.isfinite(added).all()):
        raise ValueError("ratings, further: expected finite numbers")
    np.fill_diagonal(known, val=True)
    free = np.ones(len(rating), dtype=np.bool_)
    order = np.argsort(-rating, kind="stable")
    pairs, left = [], []
    for top in order:
        if not free[top]:
            continue
        eligible = order[free[order] & ~known[top, order]]
        free[top] = False
        if not eligible.size:
            left.append(top)
            continue
        undesirability = np.abs(rating[top] - rating[eligible]) + added[top, eligible]
        nearest = eligible[undesirability.argmin()]
        free[nearest] = False
        pairs.append((top, nearest))
    return np.array(pairs, dtype=np.int64).reshape(-1, 2), np.array(left, dtype=np.int64)
