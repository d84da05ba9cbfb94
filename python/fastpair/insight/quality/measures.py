"""Measures of a round, for its optimum and for whole tournaments."""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from ..._kernels.relative_strength import relative_strength as _iterate
from ...go.scores import main_score_x2, whole
from ...pairing.field.field import areas, clubs, countries
from ...pairing.papers.area import mixing_matrix, mixing_variance
from ...pairing.papers.quality import (
    colour_quality,
    colour_span,
    colour_value,
    expected_same_area,
    expected_uneven,
    q_area,
    q_mms,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import ArrayLike, NDArray

    from ...go.scores import History
    from ...go.tournament import Tournament


# ---- The players of one round who have a game, with what the measures ask of them ----

if TYPE_CHECKING:
    _Axis = int | slice | NDArray[Any] | None
    _Index = _Axis | tuple[_Axis, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class Paired:
    """Players as they stood before a round in which they have a game; columns of shape (n,).

    Indexing indexes every column as numpy does, so that one formula in two views serves the
    boards of a draw and, as ``paired[:, None], paired[None, :]``, all pairs.
    """

    met: NDArray[np.bool_]
    """Whether two seats have met in an earlier round, (n, n). Never sliced."""

    colour_unit: int
    """Parts of 1 in which colour values are counted, so that they are whole."""

    seat: NDArray[np.int64]
    """Row and column of the matrices over all pairs: 0, 1, … n - 1."""

    row: NDArray[np.int64]
    """Index into ``tournament.players``."""

    score_x2: NDArray[np.int64]
    """Doubled score by which the round is paired."""

    below_bar: NDArray[np.bool_]
    """Whether the grade is below the bar [INTERPRETATION 0.7]."""

    country: NDArray[np.int64]
    """Equal for players of one country; who has none has a number of his own."""

    club: NDArray[np.int64]
    """Equal for players of one club of one country; who has none has a number of his own."""

    drawn_up: NDArray[np.int64]
    """Earlier games against a higher score."""

    drawn_down: NDArray[np.int64]
    """Earlier games against a lower score."""

    balance: NDArray[np.int64]
    """Earlier games with White less those with Black, handicap games included."""

    run: NDArray[np.int64]
    """How many of the last games were of one colour; negative if it is Black."""

    value_white: NDArray[np.int64]
    """Colour value after the round if White is taken in it, in parts of ``colour_unit``."""

    value_black: NDArray[np.int64]
    """The same for Black."""

    strength: NDArray[np.float64]
    """Relative strength by the results of the whole tournament [V appendix B]."""

    @classmethod
    def of(
        cls,
        tournament: Tournament,
        history: History,
        round_number: int,
        strength: NDArray[np.float64],
        *,
        half_points: bool = False,
    ) -> Self:
        """Lay out the players who have a game in a round.

        Parameters
        ----------
        tournament, history
            The same tournament, with the round in it.
        round_number
            From 1.
        strength : (players,) float64
            Relative strengths of all players.
        half_points
            See ``pairing_score_x2``.
        """
        after = round_number - 1
        row = np.flatnonzero(history.opponent[:, after] >= 0)
        score_x2 = pairing_score_x2(history, half_points=half_points)
        lead = _lead(history, score_x2, after)
        country = countries(tournament.players)
        colour = colours(history)[:, :after]
        # Alternation counts halves.
        unit = max(1, 2 * colour_span(round_number))
        columns = {
            "score_x2": score_x2[:, after],
            "below_bar": history.grade < history.bar,
            "country": areas(country),
            "club": areas(clubs(tournament.players, country)),
            "drawn_up": (lead < 0).sum(axis=1),
            "drawn_down": (lead > 0).sum(axis=1),
            "balance": colour.sum(axis=1),
            "run": _run(colour),
            "value_white": _value_with(colour, 1, unit),
            "value_black": _value_with(colour, -1, unit),
            "strength": strength,
        }
        met = np.zeros((len(history.grade),) * 2, dtype=np.bool_)
        earlier = history.opponent[:, :after]
        met[np.nonzero(earlier >= 0)[0], earlier[earlier >= 0]] = True
        return cls(
            met=met[np.ix_(row, row)],
            colour_unit=unit,
            seat=np.arange(len(row)),
            row=row,
            **{name: column[row] for name, column in columns.items()},
        )

    def __len__(self) -> int:
        return len(self.met)

    def __getitem__(self, index: _Index) -> Self:
        """Players whose columns are indexed as numpy indexes arrays."""
        return replace(self, **{name: getattr(self, name)[index] for name in _COLUMNS})

    def have_met(self, other: Self) -> NDArray[np.bool_]:
        """Whether the players of two views have met in an earlier round."""
        return self.met[self.seat, other.seat]


_COLUMNS = tuple(
    column.name for column in fields(Paired) if column.name not in ("met", "colour_unit")
)


def pairing_score_x2(history: History, *, half_points: bool = False) -> NDArray[np.int64]:
    """Doubled scores by which rounds are paired, (n, rounds + 1) as ``main_score_x2``.

    They are whole points, as the groups are [OPENGOTHA 10]; or with ``half_points`` exact, so that
    players half a point apart are of different groups [INTERPRETATION 0.6].
    """
    exact = main_score_x2(history)
    return exact if half_points else 2 * whole(exact)


def colours(history: History) -> NDArray[np.int64]:
    """Colours that count, (n, rounds): White 1, Black -1; 0 without play [K15 7, 10.3]."""
    return np.where(history.by_default, 0, history.colour)


def _lead(history: History, score_x2: NDArray[np.int64], after: int) -> NDArray[np.int64]:
    """How much higher than the opponent a player stood before each earlier round."""
    opponent = history.opponent[:, :after]
    theirs = np.take_along_axis(score_x2[:, :after], opponent.clip(0), axis=0)
    return np.where(opponent >= 0, score_x2[:, :after] - theirs, 0)


def _run(colour: NDArray[np.int64]) -> NDArray[np.int64]:
    """Length of the last run of one colour; rounds without a game do not break it."""
    run = np.zeros(len(colour), dtype=np.int64)
    for now in colour.T:
        run = np.where(now == 0, run, np.where(run * now > 0, run + now, now))
    return run


def _value_with(colour: NDArray[np.int64], taken: int, unit: int) -> NDArray[np.int64]:
    """Colour values, in parts, after one more round in which everybody takes a colour."""
    after = np.column_stack([colour, np.full(len(colour), taken)])
    return np.rint(colour_value(after) * unit).astype(np.int64)


# ---- What can be counted on the boards of a draw: less is better ----

# Each measure is a formula of two views of the players of a round, White's and Black's, and gives its
# value for every board. The same formula therefore serves the draw that was made and all possible
# ones.

if TYPE_CHECKING:
    Formula = Callable[[Paired, Paired], NDArray[np.int64]]


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


# ---- The counts of a draw that Kaniuk's qualities follow from; they can be added up over rounds ----


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


# ---- Relative strengths and the total error of a draw, by T. Vuorinen's thesis (2010) ----


@dataclass(frozen=True, kw_only=True, eq=False)
class RelativeStrength:
    """Strengths of the players of a tournament, estimated from its results alone."""

    strength: NDArray[np.float64]
    """(n,) from 0, the weakest, to n - 1."""

    iterations: int

    converged: bool
    """Whether the strengths settled. In small tournaments they often go round in circles."""

    @staticmethod
    def of(history: History) -> RelativeStrength:
        """Estimate the strengths from those games of a tournament that were really played."""
        return relative_strength(np.where(history.played, history.opponent, -1), history.won_x2)


def relative_strength(
    opponent: ArrayLike, points_x2: ArrayLike, iterations: int = 10_000
) -> RelativeStrength:
    """Iterate relative strengths until they settle [V appendix B].

    A result pushes the strengths of two players apart or draws them together, according to what
    was expected of them. Other than in the printed algorithm, a win over an equal counts as one over
    a weaker player (line 16); as printed, everybody would stay at 0.

    Parameters
    ----------
    opponent : (n, k) array of integers
        Row of the opponent in each round, -1 without a game.
    points_x2 : (n, k) array of integers
        2 for a win, 1 for a tie, 0 for a loss.
    iterations
        The most iterations that are made, since the strengths may never settle.

    Returns
    -------
    RelativeStrength
        It has converged if the squared changes of the last iteration sum to n / 1000 at most.

    Raises
    ------
    ValueError
        If the shapes do not fit, or an opponent is not the number of a row.
    """
    met = np.ascontiguousarray(opponent, dtype=np.int64)
    points = np.ascontiguousarray(points_x2, dtype=np.int64)
    if met.ndim != 2 or met.shape != points.shape:
        raise ValueError(f"expected two arrays (n, k), got shapes {met.shape} and {points.shape}")
    if met.size and not -1 <= met.min() <= met.max() < len(met):
        raise ValueError(f"expected opponents from -1 to {len(met) - 1}")
    strength = np.zeros(len(met))
    made, converged = _iterate(met, points, strength, iterations)
    strength.flags.writeable = False
    return RelativeStrength(strength=strength, iterations=made, converged=converged)


def total_error(squared_gaps: float, players: int, rounds: int) -> float:
    """Total error of a draw, e_total; 0 is best [V (7.1)].

    Parameters
    ----------
    squared_gaps
        Sum over all players and rounds of the squared difference of strength to the opponent, as
        ``squared_gaps`` gives it. Every game counts for both players.
    players
        Number N of all players of the tournament.
    rounds
        Number k of rounds.
    """
    return float(np.sqrt(squared_gaps)) / (2 * rounds * players) if players and rounds else 0.0


def squared_gaps(strength: ArrayLike, opponent: ArrayLike) -> float:
    """Sum of the squared differences of strength between opponents [V (7.1)].

    Parameters
    ----------
    strength : (n,) array
    opponent : (n, k) array of integers
        Row of the opponent in each round; -1 without one, which leaves the round out.
    """
    own = np.asarray(strength, dtype=np.float64)
    met = np.asarray(opponent, dtype=np.int64)
    gaps = np.where(met >= 0, own[:, None] - own[met], 0.0)
    return float((gaps**2).sum())


# ---- What was counted in a draw, all measures together ----


@dataclass(frozen=True, kw_only=True)
class DrawQuality:
    """What was counted in the draw of one round, or in the draws of several rounds."""

    measures: Mapping[str, Fraction]
    """Totals by name, exact."""

    tally: Tally

    @classmethod
    def of(cls, paired: Paired, white: NDArray[np.int64], black: NDArray[np.int64]) -> Self:
        """Measure a draw.

        Parameters
        ----------
        paired
            The players of the round.
        white, black : (m,) int64
            Seats of the boards.
        """
        sides = paired[white], paired[black]
        return cls(
            measures={measure.name: measure.of(*sides) for measure in MEASURES},
            tally=Tally.of(paired, white, black),
        )

    def __add__(self, other: DrawQuality) -> DrawQuality:
        return DrawQuality(
            measures=together(self.measures, other.measures),
            tally=self.tally + other.tally,
        )

    def found(self, quality: str) -> float:
        """The value of the quality of this name, as in ``Best.found``."""
        value: float = getattr(self.tally, quality)
        return value

    @property
    def q_colour(self) -> float:
        """Colour quality of each round's players after the round; 0 is best [K15 10.3]."""
        return colour_quality(self.measures[COLOUR_VALUES.name], 2 * self.tally.games)
