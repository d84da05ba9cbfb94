"""Proven bounds on the qualities of all draws of a round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from ...pairing.papers.quality import q_area, q_mms

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Limits"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Limits:
    """Proven bounds on what draws can count; they can be added up over rounds."""

    games: int
    """Number of games of a complete draw."""

    uneven: NDArray[np.int64]
    """(2,) least values of M - E and of E - M in Q_mms."""

    areas: NDArray[np.int64]
    """(8,) least sums of the differences in Q_area, one for each choice of signs in ``nearest``."""

    below_bar: NDArray[np.int64]
    """(2,) the fewest and the most games below the bar."""

    mixing: Fraction
    """The least total of the mixing variances."""

    strict_mixing: Fraction
    """The least total of the mixing variances of strict draws."""

    mixing_groups: int

    def __add__(self, other: Self) -> Self:
        names = self.__slots__
        return type(self)(**{name: getattr(self, name) + getattr(other, name) for name in names})

    @property
    def q_mms(self) -> float:
        """Upper bound on the McMahon quality of a draw."""
        return q_mms(max(0, int(self.uneven.max())), 0, self.games)

    @property
    def q_area(self) -> float:
        """Upper bound on the area quality of a draw."""
        fewest, most = self.below_bar.tolist()
        return q_area(max(0, int(self.areas.max())), 0, 0, 0, most) if fewest else 1.0

    @property
    def mixing_variance(self) -> float:
        """Lower bound on the mean mixing variance of a draw."""
        return self._per_group(self.mixing)

    @property
    def strict_mixing_variance(self) -> float:
        """Lower bound on the mean mixing variance of a strict draw."""
        return self._per_group(self.strict_mixing)

    def _per_group(self, total: Fraction) -> float:
        return float(total / self.mixing_groups) if self.mixing_groups else 0.0
