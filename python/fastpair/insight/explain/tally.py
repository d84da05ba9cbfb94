"""What there is in some games that nobody likes, counted in the terms of the field."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from .facts import facts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from ...pairing.field import Field
    from ...pairing.weights import WeightModel
    from .facts import Facts

__all__ = ["COUNTED", "counted", "counts"]

COUNTED: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "rematch": ("rematches", ("rematches",)),
    "game within a club": ("games within a club", ("homes", "clubs")),
    "game within a country": ("games within a country", ("homes", "countries")),
    "draw up and down": ("draws up and down", ("draws up and down",)),
    "repeated draw up": ("repeated draws up", ("draws up and down",)),
    "repeated draw down": ("repeated draws down", ("draws up and down",)),
    "point between opponents": ("points between opponents", ("score difference",)),
    "stone of handicap": ("stones of handicap", ("handicaps",)),
    "game that balances no colours": ("games that balance no colours", ("colours",)),
}
"""Everything that is counted, with its plural, and the nouns of the components that look at it."""


def counted(facts: Facts) -> dict[str, NDArray[np.int64]]:
    """What is in each of some games, by the names of ``COUNTED``; points are doubled."""
    uneven, even = ~facts.same_group, facts.stones == 0
    found = {
        "rematch": facts.met,
        "game within a club": facts.same_club,
        "game within a country": facts.same_country & ~facts.same_club,
        "draw up and down": uneven,
        "repeated draw up": uneven & (facts.up > 0),
        "repeated draw down": uneven & (facts.down > 0),
        "point between opponents": np.rint(2 * abs(np.diff(facts.scores, axis=1)[:, 0])),
        "stone of handicap": facts.stones,
        "game that balances no colours": even & (facts.colours.prod(axis=1) > 0),
    }
    return {name: values.astype(np.int64) for name, values in found.items()}


def counts(field: Field, model: WeightModel, pairs: Iterable[tuple[str, str]]) -> Counter[str]:
    """Count what is in the games of some pairs together, see ``counted``.

    Parameters
    ----------
    field
        The players, with those of the pairs among them.
    model
        The groups, colours and earlier draws up and down are those that it counts.
    pairs
        Two keys each.
    """
    found = counted(facts_of(field, model, field.seats(pairs)))
    return Counter({name: int(values.sum()) for name, values in found.items()})
