"""What no draw gets across."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from ..papers.quality import q_area, q_mms

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Limits"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Limits:
    """What no draw gets across, proven; it adds up over the rounds."""

    games: int
    """Of a complete draw."""

    uneven: NDArray[np.int64]
    """(2,) the least of M - E and of E - M in Q_mms."""

    areas: NDArray[np.int64]
    """(8,) the least of all sums of the differences in Q_area, with the signs of ``nearest``."""

    below_bar: NDArray[np.int64]
    """(2,) fewer and more games below the bar there cannot be."""

    mixing: Fraction
    """The least total of the mixing variances."""

    strict_mixing: Fraction
    """The same of strict draws only."""

    mixing_groups: int

    def __add__(self, other: Self) -> Self:
        names = self.__slots__
        return type(self)(**{name: getattr(self, name) + getattr(other, name) for name in names})

    @property
    def q_mms(self) -> float:
        """No draw is above."""
        return q_mms(max(0, int(self.uneven.max())), 0, self.games)

    @property
    def q_area(self) -> float:
        """No draw is above."""
        fewest, most = self.below_bar.tolist()
        return q_area(max(0, int(self.areas.max())), 0, 0, 0, most) if fewest else 1.0

    @property
    def mixing_variance(self) -> float:
        """No draw is below."""
        return self._per_group(self.mixing)

    @property
    def strict_mixing_variance(self) -> float:
        """No strict draw is below."""
        return self._per_group(self.strict_mixing)

    def _per_group(self, total: Fraction) -> float:
        return float(total / self.mixing_groups) if self.mixing_groups else 0.0
