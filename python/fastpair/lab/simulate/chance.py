"""Random numbers that are the same on every machine and with every version of numpy."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, TypeVar

from numpy.random import PCG64, SeedSequence

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["Chance", "shares"]

_Item = TypeVar("_Item")


class Chance:
    """Integers from the bits of PCG64, whose stream numpy promises to keep.

    Parameters
    ----------
    seed
        Not negative.
    stream
        Streams of one seed are independent of each other.
    """

    def __init__(self, seed: int, stream: int = 0) -> None:
        self._bits = PCG64(SeedSequence(seed, spawn_key=(stream,)))

    def below(self, limit: int) -> int:
        """An integer from 0 to ``limit - 1``."""
        return (int(self._bits.random_raw()) * limit) >> 64

    def within(self, distance: int) -> int:
        """An integer no further from 0 than ``distance``."""
        return self.below(2 * distance + 1) - distance

    def happens(self, permille: int) -> bool:
        """Whether something of this probability happens."""
        return self.below(1000) < permille

    def one_of(self, items: Sequence[_Item]) -> _Item:
        """One of several things that are equally likely."""
        return items[self.below(len(items))]

    def weighted(self, weights: Mapping[_Item, int]) -> _Item:
        """One of several things, each as likely as its weight says."""
        sums = list(accumulate(weights.values()))
        drawn = self.below(sums[-1])
        return next(item for item, end in zip(weights, sums, strict=True) if drawn < end)


def shares(text: str) -> dict[str, int]:
    """Weights by name, written as ``'DE 215, FR 120'``."""
    pairs = (item.split() for item in text.split(","))
    return {name: int(weight) for name, weight in pairs}
