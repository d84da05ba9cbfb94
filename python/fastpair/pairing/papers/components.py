"""Components of weights, formula by formula of the papers."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

import numpy as np

from ...arrays import reals
from .seeding import off_drawn
from .shapes import asech, concavity, g, sech

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import ArrayLike

    from ...arrays import Integers, Reals
    from .seeding import DrawnFrom
    from .shapes import SkewMode


# ---- Gotha's weights as the paper of 2012 describes them [K12 5] ----

# Places count from 0, the strongest of a group. OpenGotha's own arithmetic is ``models.opengotha``.


def colour(balance_i: ArrayLike, balance_j: ArrayLike) -> Reals:
    """C^opp + ½ C^mixed: 1 for opposite balances, ½ for 0 against 2 or more [K12 5.2].

    It departs from the print, which asks for more than 2 [INTERPRETATION K12-5.7].
    """
    product = np.multiply(balance_i, balance_j)
    mixed = (product == 0) & (np.abs(np.add(balance_i, balance_j)) >= 2)
    return np.where(product < 0, 1.0, np.where(mixed, 0.5, 0.0))


def graded(distance: ArrayLike, scale: ArrayLike, k: float = 0.5) -> Reals:
    """Weight Υ(distance / scale): bands, McMahon scores and handicaps [K12 5.2].

    Without a scale there is no distance either, and the weight is 1.
    """
    scale = reals(scale)
    return concavity(np.abs(distance) / np.where(scale > 0, scale, 1.0) * (scale > 0), k)


def f_s(mode: DrawnFrom, s: ArrayLike, size: ArrayLike) -> Reals:
    """Worth of a player's place for an uneven game, from 0 to ½ [K12 5.2].

    It departs from the print, whose f_mid has lost its bars |…| [INTERPRETATION K12-5.9].

    Parameters
    ----------
    mode
        Who of the group should play outside of it.
    s
        Place from 0, the strongest.
    size
        Players S of the group.
    """
    s, size = reals(s), reals(size)
    return (size - 1.0 - off_drawn(mode, s, size)) / (2.0 * size)


def f_h(up_j: ArrayLike, down_j: ArrayLike, up_i: ArrayLike, down_i: ArrayLike) -> Integers:
    """Worth of the past for an uneven game, 0 to 3; i is the lower player [K12 5.2].

    The paper leaves it open; this is OpenGotha's rule. It is 0 if a player is drawn in his old
    direction again, else 1 plus one for each player who makes up for an earlier game
    [INTERPRETATION K12-5.10].
    """
    again = np.logical_or(np.asarray(down_j) > 0, np.asarray(up_i) > 0)
    compensated = np.add(np.asarray(up_j) > 0, np.asarray(down_i) > 0, dtype=np.int64)
    return np.where(again, 0, 1 + compensated)


def fairness(again: Integers, balancing: Integers) -> Integers:
    """Worth of the past for an uneven game as OpenGotha counts it, 0 to 4 [OPENGOTHA 11.6].

    Parameters
    ----------
    again
        How many of the two players are drawn in a direction in which they have been drawn before.
    balancing
        How many are drawn against the direction in which they have mostly been drawn.
    """
    return (2 - again + balancing) * (again < 2)


def uneven(places: ArrayLike, history: ArrayLike) -> Reals:
    """Weight (f_lo + f_hi + f^h) / 4 of an uneven game, in [0, 1) [K12 5.2].

    Parameters
    ----------
    places
        Sum of ``f_s`` of the two players.
    history
        ``f_h``.
    """
    return (reals(places) + reals(history)) / 4.0


def area(same_country: ArrayLike, same_club: ArrayLike) -> Reals:
    """Weight 1 - (20 L + 80 K) / 100 by country and club [K12 5.2; INTERPRETATION K12-5.12]."""
    shared = 20.0 * np.asarray(same_country) + 80.0 * np.asarray(same_club)
    weight: Reals = 1.0 - shared / 100.0
    return weight


# ---- Games across McMahon groups [K15 5, appendix A] ----

# Of the two players, i is the one of the lower group, who is drawn up to j.


def delta_out(
    gi: ArrayLike, gj: ArrayLike, outi: ArrayLike, outj: ArrayLike, mode: str = "literal"
) -> Reals:
    """Deviation by the distance of the groups and the uneven games so far [K15 5].

    Parameters
    ----------
    gi, gj
        Indices γ of the groups; neighbouring ones are ideal.
    outi, outj
        Uneven games m^out = U + D so far; one each is ideal.
    mode
        ``"literal"`` is γ_ij + m_i^out + m_j^out - 2, in which a distant group can make up for a
        lack of uneven games; ``"abs"`` adds |m_i^out + m_j^out - 2| instead
        [INTERPRETATION K15-5].
    """
    distance = np.abs(np.abs(reals(gi) - reals(gj)) - 1.0)
    games = reals(outi) + reals(outj) - 2.0
    return distance + (np.abs(games) if mode == "abs" else games)


def delta_bal(r: int, mbi: ArrayLike, mbj: ArrayLike) -> Reals:
    """Distance of the balances from those that the game improves, 0 to 2r [K15 eq. 2, app. A].

    Parameters
    ----------
    r
        Completed rounds. Before the first there are no balances, and the deviation is 0.
    mbi, mbj
        Balances of the lower and the upper player, from -r to r: games up minus games down. The
        full rule counts all games, the partial rule the expected ones, U⁻ - D⁺ [K15 5.2].
    """
    x = np.abs(reals(mbj) + reals(mbi)) / 2.0
    y = (reals(mbj) - reals(mbi)) / 2.0
    if r == 0:
        return np.zeros_like(x)
    critical = (r - x) / r
    below = ((r - 1) * x + 2 * r * (1.0 - y)) / (r + 1)
    return np.where(y >= critical, x, below)


def fold(low: ArrayLike, low_max: ArrayLike, high: ArrayLike, high_max: ArrayLike) -> Reals:
    """The weakest of the lower group plays the strongest of the upper one [K15 5.3].

    Parameters
    ----------
    low, low_max
        Seed l of the lower player, from 0 for the weakest, and the largest seed L of his group.
    high, high_max
        Seed u of the upper player, and the largest seed U of his group.
    """
    return reals(low) + (reals(high_max) - reals(high))


def match(low: ArrayLike, low_max: ArrayLike, high: ArrayLike, high_max: ArrayLike) -> Reals:
    """The strongest of the lower group plays the strongest of the upper one [K15 5.3]."""
    return (reals(low_max) - reals(low)) + (reals(high_max) - reals(high))


def nearest(low: ArrayLike, low_max: ArrayLike, high: ArrayLike, high_max: ArrayLike) -> Reals:
    """The strongest of the lower group plays the weakest of the upper one [K15 5.3]."""
    return (reals(low_max) - reals(low)) + reals(high)


UNEVEN_SEEDINGS: Mapping[str, Callable[[ArrayLike, ArrayLike, ArrayLike, ArrayLike], Reals]] = {
    "fold": fold,
    "match": match,
    "nearest": nearest,
}
"""Deviations by seeds across groups by the name of the strategy."""


def _product(parts: Sequence[Reals]) -> Reals:
    return reduce(np.multiply, parts)


OMEGAS: Mapping[str, Callable[[Sequence[Reals]], Reals]] = {
    "product": _product,
    "mean": lambda parts: reduce(np.add, parts) / len(parts),
    "min": lambda parts: reduce(np.minimum, parts),
    "geometric": lambda parts: _product(parts) ** (1.0 / len(parts)),
}
"""Ways to combine several weights in [0, 1], by name [K15 5.4; INTERPRETATION K15-5.4]."""


def omega(parts: Sequence[ArrayLike], mode: str = "product") -> Reals:
    """One weight Ω in [0, 1], made of those by uneven games, balance and seed [K15 5.4]."""
    return OMEGAS[mode]([reals(part) for part in parts])


# ---- Games across McMahon groups in the generalised model [K12 6.4] ----

# Of the two players, i is the one of the lower group, who is drawn up to j.


def w_out(outi: ArrayLike, outj: ArrayLike, alpha: ArrayLike = 0.5) -> Reals:
    """Weight by the uneven games so far, 1 at one each [K12 6.4].

    Parameters
    ----------
    outi, outj
        Uneven games m^out = U + D.
    alpha
        Decay per game.
    """
    return sech(np.multiply(alpha, np.add(outi, outj) - 2.0))


def w_out_separate(
    ui: ArrayLike, di: ArrayLike, uj: ArrayLike, dj: ArrayLike, alpha: ArrayLike = 0.5
) -> Reals:
    """Weight by the games up and down, counted separately as in Gotha [K12 6.4]."""
    alpha = reals(alpha)
    lower = sech(alpha * reals(ui)) * sech(alpha * (reals(di) - 1.0))
    return lower * (sech(alpha * (reals(uj) - 1.0)) * sech(alpha * reals(dj)))


def w_bal(
    mbi: ArrayLike,
    mbj: ArrayLike,
    *,
    kappa: float = 1.0,
    a: float = 1.0,
    alpha: float = 0.3,
    gamma: ArrayLike = 0.3,
    mode: SkewMode = "centred",
) -> Reals:
    """Weight g(x) sech(γy) by the balances, 1 at m_i = -1 and m_j = 1 [K12 6.4, eqs. 3 and 4].

    Parameters
    ----------
    mbi, mbj
        Balances. The full rule counts all games, the reduced rule the expected ones.
    kappa, a, alpha, mode
        See ``shapes.g``.
    gamma
        Decay per game of average quality. The paper prints α in the reduced rule.
    """
    x = np.subtract(mbi, mbj) + 2.0
    y = np.add(mbi, mbj)
    weight: Reals = g(x, kappa=kappa, a=a, alpha=alpha, mode=mode) * sech(np.multiply(gamma, y))
    return weight


def balances_of(x: ArrayLike, y: ArrayLike) -> tuple[Reals, Reals]:
    """Balances m_i and m_j that have the variables x and y of ``w_bal`` [K12 6.4].

    It departs from the paper, which prints -1 and +1 where -2 and +2 invert its eqs. 3 and 4
    [INTERPRETATION K12-6.4].
    """
    return (np.add(y, x) - 2.0) / 2.0, (np.subtract(y, x) + 2.0) / 2.0


def f_dev(mode: DrawnFrom, s: ArrayLike, size: ArrayLike) -> Reals:
    """Deviation f^s of a player's place from the wanted one [K12 6.4, 5.2].

    Parameters
    ----------
    mode
        Who of the group should play outside of it.
    s
        Place from 0, the weakest, to S - 1.
    size
        Players S of the group.
    """
    s, size = reals(s), reals(size)
    return off_drawn(mode, size - 1.0 - s, size) / (2.0 * size)


def w_seed(deviation_i: ArrayLike, deviation_j: ArrayLike, alpha: ArrayLike = 0.4) -> Reals:
    """Weight sech(α(f^s(s_i) + f^s(s_j))) by the places in the groups [K12 6.4]."""
    return sech(np.multiply(alpha, np.add(deviation_i, deviation_j)))


# ---- Groups whose members prefer to meet, or not to meet, each other [K15 8, 9; K12 7.2, 7.3] ----

# Groups are numbered from 1; 0 stands for no group.


def delta_play_in(r: int, gi: ArrayLike, in_i: ArrayLike, gj: ArrayLike, in_j: ArrayLike) -> Reals:
    """Deviation of a game out of a play-in group, 1/(2r+1) to 1; 0 within a group [K15 8].

    Parameters
    ----------
    r
        Completed rounds.
    gi, gj
        Groups; all players without one are treated as one group.
    in_i, in_j
        Games P^in so far against members of the own group; r for players without a group.
    """
    gi, gj = np.asarray(gi), np.asarray(gj)
    counts = np.where(gi == 0, r, in_i) + np.where(gj == 0, r, in_j)
    return np.where(gi == gj, 0.0, (2 * r + 1 - counts) / (2 * r + 1))


def delta_play_out(
    r: int, gi: ArrayLike, out_i: ArrayLike, gj: ArrayLike, out_j: ArrayLike
) -> Reals:
    """Deviation of a game within a play-out group, 1/(2r+1) to 1; 0 for all others [K15 9].

    It departs from the letter of the paper: players without a group may meet freely
    [INTERPRETATION K15-9].

    Parameters
    ----------
    out_i, out_j
        Games P^out so far against players who are no members of the own group.
    """
    gi, gj = np.asarray(gi), np.asarray(gj)
    within = (gi == gj) & (gi != 0)
    return np.where(within, (2 * r + 1 - np.add(out_i, out_j)) / (2 * r + 1), 0.0)


def w_play_in_2012(in_i: ArrayLike, in_j: ArrayLike, alpha: ArrayLike = 0.4) -> Reals:
    """Weight sech(α(P_i^in + P_j^in)) of two members of a play-in group [K12 7.2]."""
    return sech(np.multiply(alpha, np.add(in_i, in_j)))


def p_h(h: ArrayLike, m: ArrayLike) -> Reals:
    """Probability that two of m players, drawn by lot, both belong to a group of h [K12 7.3].

    It is 0 if the group has fewer than two members.
    """
    h, m = reals(h), reals(m)
    probability: Reals = h * (h - 1) / np.maximum(m * (m - 1), 1.0)
    return probability


def p_offset(h: ArrayLike, m: ArrayLike) -> Reals:
    """Offset arcsech(P_H): 0 if everybody is of the group; 4.5 for 2 of 10 [K12 7.3]."""
    return asech(p_h(h, m))


def w_play_out_2012(
    within: ArrayLike,
    h: ArrayLike,
    m: ArrayLike,
    in_i: ArrayLike,
    in_j: ArrayLike,
    alpha: ArrayLike = 0.4,
) -> Reals:
    """Weight of a game within a play-out group, 1 for all others [K12 7.3].

    Parameters
    ----------
    within
        Whether both players are of one play-out group H.
    h, m
        Members of H, and players, in the McMahon groups of the two together.
    in_i, in_j
        Games so far against members of H.
    """
    # A player who is alone in his group makes no pair with a member of it, so no offset applies.
    pairs = np.logical_and(within, np.greater_equal(h, 2))
    offset = p_offset(np.where(pairs, h, 2), np.where(pairs, m, 2))
    return np.where(within, sech(np.multiply(alpha, offset + np.add(in_i, in_j))), 1.0)
