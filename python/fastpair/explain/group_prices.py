"""What games between score groups cost, beside the games that were drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from .facts import score_groups
from .heat_map import heat_map

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from .optimum import Optimum

__all__ = ["GroupPrices"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class GroupPrices:
    """The score groups of a round, the best first; the matrices (g, g) are symmetric."""

    scores: tuple[float, ...]
    """Lowest score of each group, in points as the standings have them."""

    sizes: tuple[int, ...]
    """Players of each group."""

    median: NDArray[np.float64]
    """Median price of the pairs of two groups, in the model's own weights; not a number where no
    pair could have met."""

    games: NDArray[np.int64]
    """Games that were drawn."""

    @classmethod
    def of(cls, optimum: Optimum, drawn: Sequence[tuple[str, str]]) -> Self:
        """Price all pairs, exactly, and count the games between two groups; see ``heat_map``.

        Parameters
        ----------
        optimum
            That of the players who were drawn.
        drawn
            Keys of the pairs.
        """
        found = heat_map(optimum)
        group, _ = score_groups(optimum.field, optimum.model)
        games = np.zeros(found.median.shape, dtype=np.int64)
        for pair in drawn:
            one, other = sorted(group[[optimum.seat[key] for key in pair]].tolist())
            games[one, other] += 1
        return cls(
            scores=tuple(
                float(optimum.field.main_x2[group == number].min()) / 2
                for number in range(len(found.sizes))
            ),
            sizes=found.sizes,
            median=found.median,
            games=np.maximum(games, games.T),
        )
