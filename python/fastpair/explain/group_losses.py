"""What games between score groups cost at least, by the proof of the optimum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from ..matching import max_weight_matching
from ..matching.nesting import Nesting

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..field import Field
    from ..matching import Matching
    from ..systems.judgement import NearestOptimum

__all__ = ["GroupLosses", "losses"]


def losses(weights: NDArray[np.int64], allowed: NDArray[np.bool_]) -> NDArray[np.float64]:
    """What all pairs cost at least: no draw with a pair comes nearer to the greatest weight.

    It is the slack of the pair in the dual programme, see ``fastpair.matching.verification``; the
    exact cost can be more.

    Parameters
    ----------
    weights, allowed : (n, n)
        As for ``max_weight_matching``.

    Returns
    -------
    (n, n) float64
        In units of the weights; not a number where a pair is not allowed.
    """
    matching = max_weight_matching(weights, allowed=allowed)
    slack_2x = _covered_2x(matching) - 2 * weights
    return np.where(allowed, slack_2x.astype(np.float64) / 2, np.nan)


def _covered_2x(matching: Matching) -> NDArray[np.int64]:
    """Sums of the doubled duals of all pairs and of the sets that hold them."""
    proof = matching.certificate
    duals = proof.vertex_duals_2x
    nesting = Nesting(len(duals), proof.blossoms, proof.blossom_duals_2x, duals.dtype)
    one, other = np.triu_indices(len(duals), 1)
    within = np.zeros((len(duals),) * 2, dtype=duals.dtype)
    if len(proof.blossoms):
        within[one, other] = within[other, one] = nesting.common(one, other)
    covered: NDArray[np.int64] = duals[:, None] + duals[None, :] + within
    return covered


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class GroupLosses:
    """The score groups of a round, and what games between them cost; the strongest group is first."""

    scores: tuple[float, ...]
    """Whole points of each group."""

    sizes: tuple[int, ...]
    """Players of each group."""

    least: NDArray[np.float64]
    """(g, g) median of what the pairs of two groups cost at least, in weights of the model; not a
    number where no pair is allowed."""

    games: NDArray[np.int64]
    """(g, g) boards that were drawn between two groups."""

    @classmethod
    def of(cls, nearest: NearestOptimum, score: NDArray[np.int64], units: int) -> Self:
        """Sum up a round by score groups.

        Parameters
        ----------
        nearest
            The optimum of the round, and what was drawn.
        score : (n,) int64
            Whole points of each seat.
        units
            Units of the weights in 1 of the model's own weights.
        """
        playing = _playing(nearest.field, nearest.bye)
        cost = losses(nearest.weights, nearest.solution.allowed) / units
        groups, sizes = np.unique(-score[playing], return_counts=True)
        group = np.searchsorted(groups, -score)
        members = [playing & (group == number) for number in range(len(groups))]
        least = np.full((len(groups),) * 2, np.nan)
        for i, mine in enumerate(members):
            for j in range(i, len(members)):
                pairs = cost[np.ix_(mine, members[j])]
                found = pairs[~np.isnan(pairs)]
                if len(found):
                    least[i, j] = least[j, i] = np.median(found)
        games = np.zeros(least.shape, dtype=np.int64)
        one, other = group[nearest.seats]
        np.add.at(games, (one, other), 1)
        games += games.T - np.diag(np.diag(games))
        return cls(
            scores=tuple((-groups).tolist()),
            sizes=tuple(sizes.tolist()),
            least=least,
            games=games,
        )


def _playing(field: Field, bye: str | None) -> NDArray[np.bool_]:
    """Whether each seat is that of a player who has a board."""
    return np.array([key != bye for key in field.key], dtype=np.bool_)
