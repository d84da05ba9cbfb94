"""The counts of a draw that Kaniuk's qualities follow from; they can be added up over rounds."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from ...pairing.papers.area import mixing_matrix, mixing_variance
from ...pairing.papers.quality import expected_same_area, expected_uneven, q_area, q_mms
from .measures import off_score, same_club, same_country

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from .paired import Paired

__all__ = ["Tally"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Actual and expected games, with the paper's names for them [K15 10]."""

    games: int = 0
    """N_mmg: all games."""

    uneven: int = 0
    """M_mms: games between different scores."""

    expected_uneven: int = 0
    """E_mms: the fewest such games that are possible."""

    games_below_bar: int = 0
    """N_gameb: games of two players below the bar."""

    same_country: int = 0
    """M_country: games within a country, below the bar."""

    expected_country: float = 0.0
    same_club: int = 0
    expected_club: float = 0.0

    mixing_groups: int = 0
    """Number of score groups with three or more countries."""

    mixing_total: float = 0.0
    """Sum of their mixing variances."""

    @classmethod
    def of(cls, paired: Paired, white: NDArray[np.int64], black: NDArray[np.int64]) -> Self:
        """Count a draw.

        Parameters
        ----------
        paired
            The players of the round.
        white, black : (m,) int64
            Seats of the boards.
        """
        a, b = paired[white], paired[black]
        below = a.below_bar & b.below_bar
        variances = list(_country_mixing(paired, white, black))
        return cls(
            games=len(white),
            uneven=int(off_score(a, b).sum()),
            expected_uneven=expected_uneven(np.unique(-paired.score_x2, return_counts=True)[1]),
            games_below_bar=int(below.sum()),
            same_country=int(same_country(a, b)[below].sum()),
            expected_country=_expected(paired, paired.country),
            same_club=int(same_club(a, b)[below].sum()),
            expected_club=_expected(paired, paired.club),
            mixing_groups=len(variances),
            mixing_total=sum(variances),
        )

    def __add__(self, other: Tally) -> Tally:
        sums = (one + two for one, two in zip(astuple(self), astuple(other), strict=True))
        return Tally(**dict(zip(self.__slots__, sums, strict=True)))

    @property
    def q_mms(self) -> float:
        """McMahon quality, 1 is best [K15 10.1]."""
        return q_mms(self.uneven, self.expected_uneven, self.games)

    @property
    def q_area(self) -> float:
        """Area quality, 1 is best [K15 10.2]."""
        return q_area(
            self.same_country,
            self.expected_country,
            self.same_club,
            self.expected_club,
            self.games_below_bar,
        )

    @property
    def mixing_variance(self) -> float:
        """Mean mixing variance of the countries over the score groups, 0 is best [K12 6.7]."""
        return self.mixing_total / self.mixing_groups if self.mixing_groups else 0.0


def _expected(paired: Paired, area: NDArray[np.int64]) -> float:
    """Fewest games within an area that the groups below the bar need."""
    return sum(
        expected_same_area(len(members), int(np.unique(members, return_counts=True)[1].max()))
        for members in (
            area[paired.below_bar & (paired.score_x2 == score)]
            for score in np.unique(paired.score_x2[paired.below_bar])
        )
    )


def _country_mixing(
    paired: Paired, white: NDArray[np.int64], black: NDArray[np.int64]
) -> Iterator[float]:
    """Mixing variance of the countries of each score group, from its games within the group."""
    within = paired.score_x2[white] == paired.score_x2[black]
    for score in np.unique(paired.score_x2):
        members = paired.score_x2 == score
        countries, number = np.unique(paired.country[members], return_inverse=True)
        if len(countries) > 2:
            area = np.zeros(len(paired), dtype=np.int64)
            area[members] = number
            games = within & members[white]
            yield mixing_variance(
                mixing_matrix(area[white[games]], area[black[games]], len(countries))
            )
