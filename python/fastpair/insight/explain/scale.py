"""What a point, a club, a colour weigh in a model, beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .facts import facts_of
from .tally import COUNTED, counted
from .words import NOUNS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...pairing.field import Field
    from ...pairing.weights import WeightModel

__all__ = ["PRICED", "scale"]

_POINT, _OFF_SCORE = "point between opponents", "draw up and down"

PRICED = (
    _POINT,
    "game within a club",
    "game within a country",
    "repeated draw up",
    "repeated draw down",
    "game that balances no colours",
)
"""The things in ``COUNTED`` that have a price, with the point by which the others are measured first."""


def scale(field: Field, model: WeightModel) -> dict[str, float]:
    """What each thing in ``PRICED`` costs on average in a round, in the model's own weights.

    The price of a thing is the mean of the components that look at it over the pairs without the
    thing, less that over the pairs that have it once. Only pairs at most one point apart count, as a
    draw chooses between those; and of draws up and down, only those off score.

    Parameters
    ----------
    field
        The players of the round.
    model
        The model that weighs the pairs.

    Returns
    -------
    dict
        A price for each thing that some pair has, in the order of ``PRICED``.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> scale(optimum.field, optimum.model)["game within a club"]
    8745541839.0
    """
    seats = np.stack(np.triu_indices(len(field), 1), axis=1)
    facts = counted(facts_of(field, model, seats))
    close = (facts[_POINT] <= 2) & (facts["rematch"] == 0)
    parts = model.components(field[seats[:, 0]], field[seats[:, 1]])
    prices = {}
    for thing in PRICED:
        among = close & (facts[_OFF_SCORE] > 0) if thing.startswith("repeated") else close
        part = np.zeros(len(seats))
        for name, share in parts.items():
            if NOUNS[name] in COUNTED[thing][1]:
                part += share
        has, lacks = (among & (facts[thing] == count) for count in (2 if thing == _POINT else 1, 0))
        if has.any() and lacks.any():
            prices[thing] = _mean(part, lacks, model, field) - _mean(part, has, model, field)
    return prices


def _mean(
    part: NDArray[np.float64], pairs: NDArray[np.bool_], model: WeightModel, field: Field
) -> float:
    return float(part[pairs].mean()) / model.units(field)
