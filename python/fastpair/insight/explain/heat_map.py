"""What it costs to pair off score: the prices of all pairs, group by group."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .facts import score_groups

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from .optimum import Optimum

__all__ = ["HeatMap", "heat_map"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HeatMap:
    """Prices of all pairs by the score groups of both players; arrays (g, g), symmetric."""

    scores: tuple[float, ...]
    """Lowest score of each group, in points as the standings have them; the best group is first."""

    sizes: tuple[int, ...]
    """Players of each group."""

    pairs: NDArray[np.int64]
    """Pairs that could have met."""

    games: NDArray[np.int64]
    """Games between two groups."""

    least: NDArray[np.float64]
    """Least price, in the model's own weights; NaN where no pair could have met."""

    median: NDArray[np.float64]
    """Median of the prices; NaN where no pair could have met."""


def heat_map(
    optimum: Optimum,
    progress: Callable[[float], object] | None = None,
    played: Iterable[tuple[str, str]] | None = None,
) -> HeatMap:
    """Price all pairs, exactly, and sum them up by score group.

    Pairs that rules remove, and those that would leave somebody over, could not have met.

    Parameters
    ----------
    progress
        Hears now and then which share of the pairs is done.
    played
        Keys of the pairs whose games are counted; by default those of the optimum.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> heat_map(optimum).pairs
    array([[0, 0, 3, 1],
           [0, 0, 3, 1],
           [3, 3, 2, 2],
           [1, 1, 2, 0]])
    """
    prices = optimum.solver.price_table(progress)
    field = optimum.field
    group = score_groups(field, optimum.model)
    could = np.triu(prices.possible & (prices.fewer == 0), 1)
    number = int(group.max(initial=-1)) + 1
    shape = (number, number)
    pairs, games = np.zeros((2, *shape), dtype=np.int64)
    least, median = np.full((2, *shape), np.nan)
    first, second = np.nonzero(could)
    cell = np.minimum(group[first], group[second]) * number + np.maximum(
        group[first], group[second]
    )
    order = np.argsort(cell, kind="stable")
    found, starts = np.unique(cell[order], return_index=True)
    weight = prices.weight[first, second][order] / optimum.units
    for which, values in zip(found.tolist(), np.split(weight, starts)[1:], strict=True):
        place = divmod(which, number)
        for at in {place, place[::-1]}:
            pairs[at], least[at], median[at] = len(values), values.min(), np.median(values)
    one, other = group[field.seats(optimum.pairs if played is None else played).T]
    np.add.at(games, (one, other), 1)
    games += np.where(np.eye(number, dtype=np.bool_), 0, games.T)
    return HeatMap(
        scores=tuple(float(field.main_x2[group == each].min()) / 2 for each in range(number)),
        sizes=tuple(np.bincount(group, minlength=number).tolist()),
        pairs=pairs,
        games=games,
        least=least,
        median=median,
    )
