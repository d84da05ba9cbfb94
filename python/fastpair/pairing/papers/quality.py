"""What a draw or a ranking is worth, by the formulas of the papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...arrays import reals
from .colour import alternation, balance

if TYPE_CHECKING:
    from fractions import Fraction

    from numpy.typing import ArrayLike

    from ...arrays import Bools, Reals


# ---- How well a tournament was paired: G. Kaniuk, *Weights in McMahon pairing – revised* (2015) 10 ----

# A quality of 1 is perfect for scores and areas, a quality of 0 for colours.


def expected_uneven(sizes: ArrayLike) -> int:
    """Fewest games of a round between players of different scores (E_mms) [K15 10.1].

    Every group boundary with an odd number of players above it is crossed by at least one game.

    Parameters
    ----------
    sizes : (g,) array of integers
        Players in each score group, from the top.
    """
    above = np.cumsum(np.asarray(sizes, np.int64))[:-1]
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


def colour_value(colours: ArrayLike) -> Reals:
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
    colour = np.asarray(colours, np.int64)
    rounds = colour.shape[1]
    span = colour_span(rounds)
    if span == 0:
        return np.zeros(len(colour))
    excess = abs(balance(colour)) - rounds % 2
    value: Reals = (excess + rounds - 1 - alternation(colour)) / span
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


# ---- How far a ranking or a rating is from the truth [K12 10.2] ----


def ranking_positions(keys: ArrayLike) -> Reals:
    """Ranks from 1 for the largest key; equal keys share the mean of their ranks [K12 10.2].

    Parameters
    ----------
    keys : (n,) array

    Returns
    -------
    (n,) float64
    """
    _, level, count = np.unique(-np.asarray(keys), return_inverse=True, return_counts=True)
    last = np.cumsum(count)
    mean_rank: Reals = last - (count - 1) / 2
    return mean_rank[level]


def rms(values: ArrayLike, truth: ArrayLike) -> float:
    """Root mean square of differences: ranking error ε_ranking, rating error ε_rating [K12 10.2].

    Parameters
    ----------
    values, truth : (n,) arrays
        Ranks or ratings that came out, and the true ones. Empty arrays give 0.
    """
    difference = reals(values) - reals(truth)
    return float(np.sqrt(np.mean(difference**2))) if difference.size else 0.0


def ranking_error(ranks: ArrayLike, true: ArrayLike, top: int | None = None) -> float:
    """Ranking error ε_ranking of all players, or of the strongest ones [K12 10.2].

    Parameters
    ----------
    ranks, true : (n,) arrays
        Ranks that came out, and true ones, both among all players.
    top
        How many of the first true ranks count; by default all. Equals at the end count all or none.
    """
    rank, truth = np.asarray(ranks), np.asarray(true)
    best = np.full(truth.shape, fill_value=True) if top is None else truth <= top
    return rms(rank[best], truth[best])


# ---- How far two rankings of the same players agree [K12 10.2; Kendall 1938; Spearman 1904] ----


def kendall_tau(values: ArrayLike, truth: ArrayLike) -> float:
    """Kendall's τ_b: pairs in the same order less those in the opposite one, as a share of all.

    Pairs that are tied in one of the rankings count for the square root of what they would be;
    without ties it is Kendall's τ. It is 0 if everybody is tied.

    Parameters
    ----------
    values, truth : (n,) arrays
        Larger is better in both.
    """
    one, other = _signs(values), _signs(truth)
    agreeing = int((one * other).sum(dtype=np.int64))
    sizes = [int(np.count_nonzero(signs)) for signs in (one, other)]
    return float(agreeing / np.sqrt(float(sizes[0]) * float(sizes[1]))) if all(sizes) else 0.0


def spearman_rho(values: ArrayLike, truth: ArrayLike) -> float:
    """Spearman's ρ: correlation of the ranks, where equals share the mean of theirs.

    It is 0 if everybody is tied in one of the rankings.

    Parameters
    ----------
    values, truth : (n,) arrays
        Larger is better in both.
    """
    one, other = (ranking_positions(keys) for keys in (values, truth))
    one, other = one - one.mean(), other - other.mean()
    size = float(np.sqrt((one**2).sum() * (other**2).sum()))
    return float((one * other).sum()) / size if size else 0.0


def inversions(values: ArrayLike, truth: ArrayLike, top: int) -> float:
    """Pairs of the truly best that come out in the wrong order; a tie counts for half.

    Parameters
    ----------
    values, truth : (n,) arrays
        Larger is better in both.
    top
        How many of the best by ``truth``; of equals at the end the first ones.
    """
    best = np.argsort(-np.asarray(truth), kind="stable")[:top]
    one, other = _signs(np.asarray(values)[best]), _signs(np.asarray(truth)[best])
    decided = other != 0
    wrong = np.count_nonzero(decided & (one == -other)) + np.count_nonzero(decided & (one == 0)) / 2
    return float(wrong) / 2


def _signs(values: ArrayLike) -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    """Whether the first is above the second, 1, or below, -1, for all two, (n, n)."""
    keys = np.asarray(values)
    above = keys[:, None] > keys[None, :]
    return above.astype(np.int8) - above.T.astype(np.int8)


# ---- Finnish rule: opponents who tell most about a player's grade [V 2.2.2, 2.3.1, 4.3] ----


def qualifies(wins: ArrayLike, losses: ArrayLike, beaten: ArrayLike) -> Bools:
    """Whether a player has won more games than lost, and has beaten somebody [V 2.2.2].

    Parameters
    ----------
    beaten
        Whether there is somebody.
    """
    qualified: Bools = np.greater(wins, losses) & np.asarray(beaten)
    return qualified


def finnish_deviation(
    gi: ArrayLike,
    qualified_i: ArrayLike,
    best_i: ArrayLike,
    gj: ArrayLike,
    qualified_j: ArrayLike,
    best_j: ArrayLike,
    target: tuple[float, float] = (2.0, 3.0),
) -> Reals:
    """Grades between a player's opponent and those he should meet; the mean of who qualifies.

    A player who qualifies should meet somebody two to three grades above the strongest player whom
    he has beaten. If neither qualifies, the difference of the grades is returned [V 2.2.2].

    Parameters
    ----------
    gi, gj
        Grade indices.
    qualified_i, qualified_j
        See ``qualifies``.
    best_i, best_j
        Grade of the strongest player beaten; any number for a player who does not qualify.
    target
        Fewest and most wanted grades above that; V 2.3.1 and 4.3 accept the range (1, 3).
    """
    gi, gj = reals(gi), reals(gj)
    count = np.add(qualified_i, qualified_j, dtype=np.int64)
    total = np.where(qualified_i, _outside(gj, best_i, target), 0.0)
    total = total + np.where(qualified_j, _outside(gi, best_j, target), 0.0)
    return np.where(count > 0, total / np.maximum(count, 1), np.abs(gi - gj))


def _outside(grade: Reals, best: ArrayLike, target: tuple[float, float]) -> Reals:
    """Distance of a grade from the wanted interval."""
    low, high = np.add(best, target[0]), np.add(best, target[1])
    return np.maximum(np.maximum(low - grade, grade - high), 0.0)


# ---- Weights whose heaviest matching has the most pairs [K12 appendix B] ----


def cardinality_w0(pairs: int, largest: float, smallest: float) -> float:
    """Weight (n_c - 1) w_max - n_c w_min to be added to every edge [K12 eq. 15].

    With it, at least one heaviest matching has the most pairs. Another one may weigh the same with
    fewer pairs, as in the paper's own example with +2; if anything more than w₀ is added, none does.
    ``fastpair.matching`` maximises the number of pairs by itself and needs no such weight.

    Parameters
    ----------
    pairs
        Edges n_c of a matching with the most of them.
    largest, smallest
        Range of the weights of the edges.
    """
    return (pairs - 1) * largest - pairs * smallest
