"""The best value that a draw can have by each measure."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Self

import numpy as np

from ...matching import max_weight_matching, verify
from ...matching.arrays import WEIGHT_LIMIT
from ...pairing.measures import Boards, select
from ...pairing.papers.quality import colour_quality, q_area, q_mms
from .totals import MEASURES, Tally, together

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from ...arrays import Bools, Integers, Reals
    from ...pairing.measures import Measure, RoundPlayers


# ---- The draws that the best is taken from, and the cheapest of them ----


class Draws:
    """The complete draws of a round with the fewest rematches.

    Parameters
    ----------
    paired
        The players of the round.
    costs : (n, n) int64, symmetric, not negative
        Only the draws that are cheapest by the first of these costs count, of them only those that
        are cheapest by the second, and so on.
    """

    def __init__(self, paired: RoundPlayers, *costs: Integers) -> None:
        self._boards = len(paired) // 2
        self.first_cost = paired.met.astype(np.int64)
        """(n, n) one cost of which these draws, and no others, have the least total."""
        for cost in costs:
            self.first_cost = self.first_cost * (int(cost.max()) * self._boards + 1) + cost

    @property
    def weight_limit(self) -> int:
        """How far apart the costs of pairs may be, so that weights stay within their limit."""
        return WEIGHT_LIMIT // ((int(self.first_cost.max()) + 1) * (self._boards + 1))

    def cheapest(self, cost: Integers) -> Integers:
        """Find a draw of least total cost, proven.

        Parameters
        ----------
        cost : (n, n) int64, symmetric
            Cost of every pair, which may be negative.

        Returns
        -------
        (n,) int64, the opponent of every seat.

        Raises
        ------
        EngineError
            If the proof fails: a bug of fastpair.
        """
        span = int(cost.max() - cost.min()) * self._boards + 1
        weights = cost.min() - cost - self.first_cost * span
        matching = max_weight_matching(weights, maxcardinality=True)
        verify(weights, matching, maxcardinality=True)
        return matching.mate

    def avoid(self, pairs: Bools) -> bool:
        """Whether one of these draws has none of the pairs, (n, n) and symmetric."""
        cost = pairs.astype(np.int64)
        return total(cost, self.cheapest(cost)) == 0


def total(cost: Integers, mate: Integers) -> int:
    """Total cost of the draw with these opponents.

    Parameters
    ----------
    cost : (n, n) int64, symmetric
    mate : (n,) int64
    """
    return int(cost[np.arange(len(mate)), mate].sum()) // 2


# ---- Proven bounds on the qualities of all draws of a round ----


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Limits:
    """Proven bounds on what draws can count; they can be added up over rounds."""

    games: int
    """Number of games of a complete draw."""

    uneven: Integers
    """(2,) least values of M - E and of E - M in Q_mms."""

    areas: Integers
    """(8,) least sums of the differences in Q_area, one for each choice of signs in ``nearest``."""

    below_bar: Integers
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


# ---- How evenly the countries of the score groups meet, as a function of the opponents [K12 6.7] ----

_ROUNDING = 1e-9
"""A smaller change of a variance counts as none."""


class Mixing:
    """The score groups of a round with three or more countries.

    The players of one country in one score group are a *part* of the field. With X_ij the games
    between parts i and j, and K the countries of their group, the mixing variances add up to

        Σ_i (Σ_j X_ij² - s_i² / (K - 1)) / (K (K - 2)),    s_i = Σ_j X_ij,    j ≠ i.

    Parameters
    ----------
    paired
        The players of the round.
    """

    def __init__(self, paired: RoundPlayers) -> None:
        homes = np.stack([paired.score_x2, paired.country_area])
        parts, part, self.size = np.unique(homes, axis=1, return_inverse=True, return_counts=True)
        self._part = part.reshape(-1)
        together = parts[0][:, None] == parts[0]
        countries = together.sum(axis=1)
        self.counted = together & ~np.eye(len(together), dtype=np.bool_)
        """(p, p) whether the games between two parts count."""
        self.counted &= (countries > 2)[:, None]
        # Where nothing counts, any number but 0 will do.
        countries = np.maximum(countries, 3)
        self.others = countries - 1
        """(p,) K - 1."""
        self.divisor = countries * (countries - 1) * (countries - 2)
        """(p,) the divisor of a row that has been multiplied by K - 1."""

    def of_pairs(self, values: NDArray[np.generic]) -> Integers:
        """Spread whole numbers of pairs of parts, (p, p), to all pairs of seats, (n, n)."""
        whole: Integers = values.astype(np.int64)[np.ix_(self._part, self._part)]
        return whole

    def games(self, mate: Integers) -> Integers:
        """X, (p, p) int64, from the opponent of every seat, (n,) int64."""
        games = np.zeros(self.counted.shape, np.int64)
        np.add.at(games, (self._part, self._part[mate]), 1)
        games *= self.counted
        return games

    def variance(self, games: Integers, parts: Integers | slice = slice(None)) -> float:
        """Sum of the mixing variances of all groups, or the share of some parts' rows in it."""
        row = games[parts]
        squares = self.others[parts] * (row**2).sum(axis=1) - row.sum(axis=1) ** 2
        return float((squares / self.divisor[parts]).sum())

    def improved(self, mate: Integers, other: Integers) -> Integers:
        """Take over from another draw each cycle of games that lessens the variance.

        Parameters
        ----------
        mate, other : (n,) int64
            The opponent of every seat in the two draws.

        Returns
        -------
        (n,) int64
        """
        mate, games = mate.copy(), self.games(mate)
        for seats in _cycles(mate, other):
            parts, row = np.unique(self._part[seats], return_inverse=True)
            change = np.zeros((len(parts), len(games)), np.int64)
            np.add.at(change, (row, self._part[other[seats]]), 1)
            np.add.at(change, (row, self._part[mate[seats]]), -1)
            change *= self.counted[parts]
            before = self.variance(games, parts)
            games[parts] += change
            if self.variance(games, parts) < before - _ROUNDING:
                mate[seats] = other[seats]
            else:
                games[parts] -= change
        return mate


def _cycles(one: Integers, other: Integers) -> list[Integers]:
    """The cycles in which two draws differ; each can be taken from either draw by itself.

    Parameters
    ----------
    one, other : (n,) int64
        The opponent of every seat.

    Returns
    -------
    The seats of each cycle, which runs along games of the two draws in turn.
    """
    parts = []
    left = one != other
    for start in np.flatnonzero(left).tolist():
        part, seat = [], start
        while left[seat]:
            step = int(one[seat])
            left[[seat, step]] = False
            part += [seat, step]
            seat = int(other[step])
        if part:
            parts.append(np.array(part))
    return parts


# ---- The best mixing variance: a search for it, and a proven lower bound ----

# The variance is a convex function of the games X between parts, and these are linear in the draw. A
# linear function of X that is nowhere above the variance gives a lower bound: its least value over all
# draws, which is found by matching. For any point Y, row i of ``Mixing`` is not below
#
# - its tangent in Y (as in the method of Frank and Wolfe); or,
# - as X are whole numbers and s_i is at most the size n_i of the part, s_i² ≤ n_i s_i and
#   X_ij² ≥ 2 Y_ij X_ij - max {2 Y_ij k - k² : k = 0, 1, 2, …}. This is the better one if n_i ≤ K - 1,
#   where a fraction of a game with everybody would make a tangent tell nothing.
#
# The bound is a concave function of Y, and Y is led uphill with steps by Polyak's rule.

TOLERANCE = 1e-6
"""A variance and its bound count as equal if they are no further apart; rounding is less."""

_STEPS = 60
_FIRST_LENGTH = 2.0
_SHORTER = 0.95
"""The number of steps, the length of the first one by Polyak's rule, and the ratio of the lengths
of successive steps. More steps raise the bound by little."""

_PARTS = 2**12
"""Y is rounded to such fractions of a game, so that the bound is exact."""

_FINEST = 18
"""Binary digits of the costs of pairs beyond those of ``_PARTS``, if there is room for them."""


@dataclass(frozen=True, slots=True, eq=False)
class Bound:
    """A lower bound on the variance of all draws, and the direction in which it rises."""

    point: Reals
    """Y, (p, p), moved into the range that games can have."""

    value: Fraction
    """The lower bound: no draw has a smaller variance."""

    mate: Integers
    """The draw for which the linear function has this value."""

    uphill: Reals
    """The direction in which to move Y, (p, p)."""

    rate: float
    """How fast the bound rises in this direction."""


def best_mixing(mixing: Mixing, draws: Draws) -> tuple[Integers, Fraction]:
    """Search for the draw of least mixing variance.

    Parameters
    ----------
    mixing
        The score groups.
    draws
        The draws to choose from.

    Returns
    -------
    The opponent of every seat in the best draw that was found, (n,) int64; and a proven lower bound
    on the sum of the mixing variances of all draws. The search ends when the two agree.

    Raises
    ------
    EngineError
        If a proof fails: a bug of fastpair.
    """
    mate = draws.cheapest(mixing.of_pairs(mixing.counted))
    y = mixing.games(mate).astype(np.float64)
    highest = Fraction(0)
    for step in range(_STEPS):
        least = mixing.variance(mixing.games(mate))
        if least <= highest + TOLERANCE:
            break
        bound = lower_bound(mixing, draws, y)
        highest = max(highest, bound.value)
        mate = mixing.improved(mate, bound.mate)
        if bound.rate == 0:
            break
        length = _FIRST_LENGTH * _SHORTER**step * (least - float(bound.value)) / bound.rate
        y = bound.point + length * bound.uphill
    return mate, highest


def lower_bound(mixing: Mixing, draws: Draws, y: Reals) -> Bound:
    """The exact lower bound that follows from a point."""
    others, size, divisor = (
        column[:, None] for column in (mixing.others, mixing.size, mixing.divisor)
    )
    few = size <= others
    # The bound is no higher outside of this range, and inside of it all numbers are exact.
    y = np.clip(y, np.where(few, 0.5, 0.0), np.minimum(size, size.T)) * mixing.counted
    at = np.rint(y * _PARTS).astype(np.int64)
    along = at.sum(axis=1, keepdims=True)
    nearest = np.maximum((at + _PARTS // 2) // _PARTS, 0) * _PARTS
    touching = np.where(few, nearest, at)
    slope = mixing.counted * (2 * others * at - np.where(few, _PARTS * size, 2 * along))
    below = others * touching * (2 * at - touching)
    rows = below.sum(axis=1) - np.where(few, 0, along**2)[:, 0]
    fixed = sum(
        Fraction(int(rows[mixing.divisor == each].sum()), int(each))
        for each in np.unique(mixing.divisor)
    )
    steepest = int((abs(slope) // divisor).max()) + 1
    scale = Fraction(2) ** min(
        _FINEST, draws.weight_limit.bit_length() - (8 * steepest).bit_length() - 1
    )
    # The coefficients are rounded down, and so is the bound.
    cost = slope * scale.numerator // (divisor * scale.denominator)
    cost = mixing.of_pairs(cost + cost.T)
    mate = draws.cheapest(cost)
    uphill = mixing.games(mate) - touching / _PARTS
    squares = others * uphill**2
    rate = squares.sum(axis=1) - np.where(few[:, 0], 0, uphill.sum(axis=1) ** 2)
    return Bound(
        point=y,
        value=Fraction(total(cost, mate)) / scale / _PARTS - Fraction(fixed, _PARTS**2),
        mate=mate,
        uphill=uphill,
        rate=float(2 * (rate / mixing.divisor).sum()),
    )


# ---- A draw whose counts are as near as possible to what they should be ----


def nearest(
    draws: Draws, counts: Sequence[Integers], target: Sequence[int]
) -> tuple[Integers, Integers]:
    """Search for the draw whose counts are nearest to a target: the sum of differences is least.

    A draw with the least or the most of a count can be found by matching, but not every value
    between them belongs to a draw. The search starts from the nearest of these extreme draws, and
    exchanges the opponents of two boards as long as this brings the counts nearer.

    Parameters
    ----------
    draws
        The draws to choose from.
    counts : k arrays (n, n) int64, symmetric
        What each pair adds to each of the counts.
    target : k integers

    Returns
    -------
    The opponent of every seat, (n,) int64; and proven bounds, (3**k - 1,) int64. There is one bound
    for each choice of signs 1, 0 or -1 for the counts, except 0 for all: the least sum of the
    differences to the target with these signs. No draw is nearer than the largest bound.
    """
    goal = np.array(target, np.int64)

    def differences(mate: Integers) -> Integers:
        return np.array([total(count, mate) for count in counts]) - goal

    signs = np.array([each for each in product((1, 0, -1), repeat=len(counts)) if any(each)])
    extreme = [draws.cheapest(np.tensordot(sign, counts, 1)) for sign in signs]
    least = np.array([sign @ differences(mate) for sign, mate in zip(signs, extreme, strict=True)])
    mate = min(extreme, key=lambda each: int(abs(differences(each)).sum()))
    while (left := differences(mate)).any():
        changes = np.stack([_changes(count, mate) for count in counts], axis=-1)
        distance = abs(changes + left).sum(axis=-1)
        allowed = _changes(draws.first_cost, mate) == 0
        np.fill_diagonal(allowed, val=False)
        distance[~allowed] = distance.max() + 1
        one, other = np.unravel_index(distance.argmin(), distance.shape)
        if distance[one, other] >= abs(left).sum():
            break
        mate = _exchanged(mate, int(one), int(other))
    return mate, least


def _changes(cost: Integers, mate: Integers) -> Integers:
    """The change of a count if two seats meet each other, and their opponents do, (n, n)."""
    own = cost[np.arange(len(mate)), mate]
    changes: Integers = cost + cost[np.ix_(mate, mate)] - own[:, None] - own
    return changes


def _exchanged(mate: Integers, one: int, other: int) -> Integers:
    """The draw in which two seats meet each other, and their opponents do."""
    pairs = np.array([[one, other], mate[[one, other]]])
    mate = mate.copy()
    mate[pairs] = pairs[:, ::-1]
    return mate


# ---- The best value that any draw of a round could have had, measure by measure ----

_STRICT = "strict_"


def best_value(measure: Measure, paired: RoundPlayers) -> Fraction:
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
    cost = measure.values(Boards.all_of(paired))
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
        return colour_quality(self.measures["colour_values"], 2 * self.limits.games)


def best_of(paired: RoundPlayers) -> Best:
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
    pairs = Boards.all_of(paired)
    off_score, difference, country, club = (
        measure.values(pairs)
        for measure in select("off_score", "score_difference", "same_country", "same_club")
    )
    below_bar = pairs.player.below & pairs.opponent.below
    draws = Draws(paired)
    strict_draws = Draws(paired, difference, country)

    def tally(mate: Integers) -> Tally:
        white = np.flatnonzero(mate > paired.seat)
        return Tally.of(paired, Boards(paired[white], paired[mate[white]]))

    mixing, strict_mixing = (best_mixing(Mixing(paired), each) for each in (draws, strict_draws))
    mixed = tally(mixing[0])
    uneven = nearest(draws, [off_score], [mixed.expected_uneven])
    areas = nearest(
        draws,
        [country * below_bar, club * below_bar],
        [int(mixed.expected_country), int(mixed.expected_club)],
    )
    boards, below = len(paired) // 2, int(paired.below.sum())
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
