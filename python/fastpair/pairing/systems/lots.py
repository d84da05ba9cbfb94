"""A draw by lot: the floor of every comparison of systems."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ...matching import min_weight_matching
from .standing import among, drawn_lots, spared
from .system import Pairing, System

if TYPE_CHECKING:
    from .system import Situation

__all__ = ["Lots"]


@dataclass(frozen=True, kw_only=True)
class Lots(System):
    """Everybody draws a number, and neighbours meet.

    Where the hard rules keep neighbours apart, the sum of the differences of the numbers is the
    least. As long as they keep nobody apart, all pairings are equally likely.
    """

    name: ClassVar[str] = "lot"
    source: ClassVar[str] = "none: nothing but the hard rules counts"
    guarantees: ClassVar[str] = (
        "As many players as possible are paired, never against a hard rule; nothing else counts."
    )
    fails: ClassVar[str] = "It leaves players over only if every pairing does."

    @property
    def by_lot(self) -> bool:
        """True."""
        return True

    def pair(self, situation: Situation) -> Pairing:
        """Pair a round."""
        order = np.argsort(drawn_lots(situation))
        bye = spared(situation, order)
        order = order[order != bye]
        number = np.arange(len(order))
        apart = abs(number[:, None] - number)
        allowed = among(situation.allowed, order)
        matching = min_weight_matching(apart, allowed=allowed)
        return Pairing.of_seats(situation.field, order[matching.edges], bye)
