"""The best value that any draw of a round could have had, measure by measure."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Self

import numpy as np

from ...pairing.papers.quality import colour_quality
from .convex import TOLERANCE, best_mixing
from .draws import Draws, total
from .limits import Limits
from .measures import (
    COLOUR_VALUES,
    MEASURES,
    off_score,
    same_club,
    same_country,
    score_difference_x2,
    together,
)
from .mixing import Mixing
from .nearest import nearest
from .tally import Tally

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from .measures import Measure
    from .paired import Paired

__all__ = ["Best", "best_of", "best_value"]

_STRICT = "strict_"


def best_value(measure: Measure, paired: Paired) -> Fraction:
    """Least value that a complete draw of these players without rematches can have.

    It is found by matching, with the measure as negative weights, and proven. A largest value is found
    by bisection: of a draw without larger ones, the pairs that have them cost nothing in total. Every pair is free
    to take the better colours. Each measure is taken by itself, and one draw can hardly have the
    best value of all measures. If there is no complete draw without rematches, only the draws with
    the fewest rematches count.

    Raises
    ------
    EngineError
        If the proof fails: a bug of fastpair.
    """
    if len(paired) == 0:
        return Fraction(0)
    cost = measure.formula(paired[:, None], paired[None, :])
    np.minimum(cost, cost.T, out=cost)
    draws = Draws(paired)
    if measure.largest:
        values = np.unique(cost).tolist()
        least = values[bisect_left(values, True, key=lambda most: draws.avoid(cost > most))]
    else:
        least = total(cost, draws.cheapest(cost))
    return Fraction(least, measure.unit(paired))


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """The best values of a round, each found by itself; they can be added up over rounds."""

    measures: Mapping[str, Fraction]
    """The least totals by name of the measure, proven; see ``best_value``."""

    draws: Mapping[str, Tally]
    """The best draws that were found for each quality."""

    limits: Limits

    def __add__(self, other: Self) -> Self:
        return type(self)(
            measures=together(self.measures, other.measures),
            draws={name: draw + other.draws[name] for name, draw in self.draws.items()},
            limits=self.limits + other.limits,
        )

    def found(self, quality: str) -> float:
        """The best value of this quality among the draws that were found."""
        value: float = getattr(self.draws[quality], quality.removeprefix(_STRICT))
        return value

    def limit(self, quality: str) -> float:
        """The proven bound on a quality: no draw has a better value."""
        value: float = getattr(self.limits, quality)
        return value

    def proven(self, quality: str) -> bool:
        """Whether value and bound agree, so that no draw is better than the one that was found."""
        return abs(self.found(quality) - self.limit(quality)) <= TOLERANCE

    @property
    def q_colour(self) -> float:
        """The least colour quality."""
        return colour_quality(self.measures[COLOUR_VALUES.name], 2 * self.limits.games)


def best_of(paired: Paired) -> Best:
    """Find the best value of every measure and quality for the players of a round.

    There must be players. For the qualities, too, only complete draws with the fewest rematches
    count. Of these, strict draws have the least score difference, and among the draws that do, the
    fewest games within a country: mixing is meant for groups whose countries are kept apart
    [K12 6.7].

    Raises
    ------
    EngineError
        If a proof fails: a bug of fastpair.
    """
    one, other = paired[:, None], paired[None, :]
    country, club = same_country(one, other), same_club(one, other)
    below_bar = one.below_bar & other.below_bar
    draws = Draws(paired)
    strict_draws = Draws(paired, score_difference_x2(one, other), country)

    def tally(mate: NDArray[np.int64]) -> Tally:
        white = np.flatnonzero(mate > paired.seat)
        return Tally.of(paired, white, mate[white])

    mixing, strict_mixing = (best_mixing(Mixing(paired), each) for each in (draws, strict_draws))
    mixed = tally(mixing[0])
    uneven = nearest(draws, [off_score(one, other)], [mixed.expected_uneven])
    areas = nearest(
        draws,
        [country * below_bar, club * below_bar],
        [int(mixed.expected_country), int(mixed.expected_club)],
    )
    boards, below = len(paired) // 2, int(paired.below_bar.sum())
    return Best(
        measures={measure.name: best_value(measure, paired) for measure in MEASURES},
        draws={
            "q_mms": tally(uneven[0]),
            "q_area": tally(areas[0]),
            "mixing_variance": mixed,
            "strict_mixing_variance": tally(strict_mixing[0]),
        },
        limits=Limits(
            games=boards,
            uneven=uneven[1],
            areas=areas[1],
            below_bar=np.array([max(0, below - boards), below // 2]),
            mixing=mixing[1],
            strict_mixing=strict_mixing[1],
            mixing_groups=mixed.mixing_groups,
        ),
    )
