"""How well a tournament was paired: G. Kaniuk, *Weights in McMahon pairing – revised* (2015) 10.

A quality of 1 is perfect for scores and areas, a quality of 0 for colours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .colour import alternation, balance

if TYPE_CHECKING:
    from fractions import Fraction

    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "colour_quality",
    "colour_span",
    "colour_value",
    "expected_same_area",
    "expected_uneven",
    "q_area",
    "q_colour",
    "q_mms",
]


def expected_uneven(sizes: ArrayLike) -> int:
    """Fewest games of a round between players of different scores (E_mms) [K15 10.1].

    Every group boundary with an odd number of players above it is crossed by at least one game.

    Parameters
    ----------
    sizes : (g,) array of integers
        Players in each score group, from the top.
    """
    above = np.cumsum(np.asarray(sizes, dtype=np.int64))[:-1]
    return int((above % 2).sum())


def q_mms(uneven: float, expected: float, games: int) -> float:
    """McMahon quality, 1 - |M - E| / N; 1 without games [K15 10.1].

    Parameters
    ----------
    uneven
        Games between players of different scores, over all rounds (M_mms).
    expected
        The sum of ``expected_uneven`` over all rounds (E_mms).
    games
        All games (N_mmg in the formula, N_game in its legend).
    """
    return 1.0 - abs(uneven - expected) / games if games else 1.0


def expected_same_area(size: int, largest: int, *, literal: bool = False) -> float:
    """Fewest games within an area that a score group needs (E_region) [K15 10.2].

    Parameters
    ----------
    size
        Players of the group below the bar.
    largest
        Players of its most frequent area.
    literal
        Whether to take half of an odd group as printed. A player who is alone in a group is then
        expected to have half a game within his area. By default the player who leaves an odd group
        is of its most frequent area.
    """
    half = size / 2 if literal else (size + 1) // 2
    return max(0.0, float(largest - half))


def q_area(
    same_country: float,
    expected_country: float,
    same_club: float,
    expected_club: float,
    games: int,
) -> float:
    """Area quality, 1 - (Δ_country + Δ_club) / N; 1 without games, -1 at worst [K15 10.2].

    Parameters
    ----------
    same_country, same_club
        Games of two players below the bar within a country and within a club, over all rounds
        (M_region).
    expected_country, expected_club
        The sums of ``expected_same_area`` over all rounds and groups (E_region).
    games
        Games of two players below the bar (N_gameb).
    """
    excess = abs(same_country - expected_country) + abs(same_club - expected_club)
    return 1.0 - excess / games if games else 1.0


def colour_span(rounds: int) -> int:
    """Range of the numerator of C_val, 2r - 1 - E_bal; 0 if there is nothing to choose [K15 10.3].

    Parameters
    ----------
    rounds
        r.
    """
    return max(0, 2 * rounds - 1 - rounds % 2)


def colour_value(colours: ArrayLike) -> NDArray[np.float64]:
    """How poor each player's sequence of colours is, from 0 to 1 (C_val) [K15 10.3].

    Parameters
    ----------
    colours : (n, r) array of integers
        Colour of every player in every round: White 1, Black -1, 0 without a game. Handicap games
        count.

    Returns
    -------
    (n,) float64. Rounds without a game can lead out of the range; its end is then returned. After
    a single round the value is 0, since there was nothing to choose.
    """
    colour = np.asarray(colours, dtype=np.int64)
    rounds = colour.shape[1]
    span = colour_span(rounds)
    if span == 0:
        return np.zeros(len(colour))
    excess = abs(balance(colour)) - rounds % 2
    value: NDArray[np.float64] = (excess + rounds - 1 - alternation(colour)) / span
    return np.clip(value, 0.0, 1.0)


def q_colour(colours: ArrayLike) -> float:
    """Colour quality: root mean square of the players' ``colour_value`` [K15 10.3].

    Parameters
    ----------
    colours : (n, r) array of integers
        As for ``colour_value``; 0 without players.
    """
    value = colour_value(colours)
    return colour_quality((value**2).sum(), len(value))


def colour_quality(squares: float | Fraction, players: int) -> float:
    """Root mean square of so many colour values, from the sum of their squares [K15 10.3]."""
    return float(squares / players) ** 0.5 if players else 0.0
