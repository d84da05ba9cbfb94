"""What can be counted on the boards of a draw: less is better.

Each measure is a formula of two views of the players of a round, White's and Black's, and gives its
value for every board. The same formula therefore serves the draw that was made and all possible
ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from .paired import Paired

    Formula = Callable[[Paired, Paired], NDArray[np.int64]]

__all__ = [
    "COLOUR_VALUES",
    "MEASURES",
    "STRENGTH_GAP",
    "WIDE_X2",
    "Measure",
    "colour_imbalance",
    "colour_streaks",
    "colour_values",
    "down_again",
    "drawn_down_again",
    "drawn_up_again",
    "imbalance",
    "off_score",
    "rematches",
    "same_club",
    "same_country",
    "score_difference_x2",
    "streak",
    "strength_gap",
    "together",
    "up_again",
    "wide",
    "widest_x2",
]

WIDE_X2 = 4
"""Doubled difference of scores from which a game is wide: two points."""

_GAP_UNIT = 2**16
"""Squared strengths are counted in so many parts of 1, so that their sums are exact."""


def off_score(white: Paired, black: Paired) -> NDArray[np.int64]:
    """Games between different scores; each draws one player up and one down [K15 10.1]."""
    return _count(white.score_x2 != black.score_x2)


def score_difference_x2(white: Paired, black: Paired) -> NDArray[np.int64]:
    """Sum of the differences of scores, doubled."""
    return abs(white.score_x2 - black.score_x2)


def wide(white: Paired, black: Paired) -> NDArray[np.int64]:
    """Games between scores two points or more apart."""
    return _count(score_difference_x2(white, black) >= WIDE_X2)


def widest_x2(white: Paired, black: Paired) -> NDArray[np.int64]:
    """Largest difference of scores in a game, doubled."""
    return score_difference_x2(white, black)


def drawn_up_again(white: Paired, black: Paired) -> NDArray[np.int64]:
    """Players drawn up who had been drawn up before [K15 5]."""
    return up_again(white, black) + up_again(black, white)


def drawn_down_again(white: Paired, black: Paired) -> NDArray[np.int64]:
    """Players drawn down who had been drawn down before [K15 5]."""
    return down_again(white, black) + down_again(black, white)


def same_country(white: Paired, black: Paired) -> NDArray[np.int64]:
    """Games within a country [K15 10.2]."""
    return _count(white.country == black.country)


def same_club(white: Paired, black: Paired) -> NDArray[np.int64]:
    """Games within a club [K15 10.2]."""
    return _count(white.club == black.club)


def rematches(white: Paired, black: Paired) -> NDArray[np.int64]:
    """Games of two who have met before."""
    return _count(white.have_met(black))


def colour_imbalance(white: Paired, black: Paired) -> NDArray[np.int64]:
    """Sum of the players' colour balances after the round, without their signs [K15 10.3]."""
    return imbalance(white, 1) + imbalance(black, -1)


def colour_streaks(white: Paired, black: Paired) -> NDArray[np.int64]:
    """Players who have the same colour for at least the third game in succession."""
    return streak(white, 1) + streak(black, -1)


def colour_values(white: Paired, black: Paired) -> NDArray[np.int64]:
    """Sum of the squares of the players' colour values after the round, C_val [K15 10.3]."""
    return white.value_white**2 + black.value_black**2


def strength_gap(white: Paired, black: Paired) -> NDArray[np.int64]:
    """Sum of the squared differences of relative strength, in parts of 2⁻¹⁶ [V (7.1)]."""
    return np.rint((white.strength - black.strength) ** 2 * _GAP_UNIT).astype(np.int64)


def up_again(player: Paired, opponent: Paired) -> NDArray[np.int64]:
    """Whether a player is drawn up who had been drawn up before."""
    return _count((player.score_x2 < opponent.score_x2) & (player.drawn_up > 0))


def down_again(player: Paired, opponent: Paired) -> NDArray[np.int64]:
    """Whether a player is drawn down who had been drawn down before."""
    return _count((player.score_x2 > opponent.score_x2) & (player.drawn_down > 0))


def imbalance(player: Paired, colour: int) -> NDArray[np.int64]:
    """Colour balance of a player who takes a colour, 1 for White, without its sign."""
    return abs(player.balance + colour)


def streak(player: Paired, colour: int) -> NDArray[np.int64]:
    """Whether a colour, 1 for White, is a player's third one in succession, or a later one."""
    return _count(player.run * colour >= 2)


def _count(holds: NDArray[np.bool_]) -> NDArray[np.int64]:
    return holds.astype(np.int64)


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of a draw: the sum of a formula over its boards, or its largest value."""

    formula: Formula

    unit: Callable[[Paired], int] = lambda _: 1
    """How many of the formula's units make 1, for the players of a round."""

    largest: bool = False
    """Whether the largest value counts, and not the sum."""

    @property
    def name(self) -> str:
        """Name, that of the formula."""
        return self.formula.__name__.removesuffix("_x2")

    def of(self, white: Paired, black: Paired) -> Fraction:
        """The measure of the boards of a draw."""
        values = self.formula(white, black)
        value = values.max(initial=0) if self.largest else values.sum()
        return Fraction(int(value), self.unit(white))

    def together(self, one: Fraction, other: Fraction) -> Fraction:
        """The measure of two rounds, from that of each."""
        return max(one, other) if self.largest else one + other


COLOUR_VALUES = Measure(colour_values, lambda paired: paired.colour_unit**2)
"""The measure that the colour quality is computed from."""

STRENGTH_GAP = Measure(strength_gap, lambda _: _GAP_UNIT)
"""The measure that the total error is computed from."""

MEASURES = (
    Measure(off_score),
    Measure(score_difference_x2, lambda _: 2),
    Measure(wide),
    Measure(widest_x2, lambda _: 2, largest=True),
    Measure(drawn_up_again),
    Measure(drawn_down_again),
    Measure(same_country),
    Measure(same_club),
    Measure(rematches),
    Measure(colour_imbalance),
    Measure(colour_streaks),
    COLOUR_VALUES,
    STRENGTH_GAP,
)
"""All measures, in the order in which they are shown."""


def together(one: Mapping[str, Fraction], other: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """All measures of two rounds, from those of each by name."""
    return {m.name: m.together(one[m.name], other[m.name]) for m in MEASURES}
