"""Measures of a round, for its optimum and for whole tournaments."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from ..._kernels.relative_strength import relative_strength as _iterate
from ...arrays import reals
from ...errors import InputError
from ...pairing.measures import select
from ...pairing.papers.area import mixing_matrix, mixing_variance
from ...pairing.papers.quality import (
    colour_quality,
    expected_same_area,
    expected_uneven,
    q_area,
    q_mms,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from fractions import Fraction

    from numpy.typing import ArrayLike

    from ...arrays import Integers, Reals
    from ...go.scores import ScoreHistory
    from ...pairing.measures import Boards, RoundPlayers


MEASURES = select(
    *("off_score", "score_difference", "wide", "widest", "drawn_up_again", "drawn_down_again"),
    *("same_country", "same_club", "rematches"),
    *("colour_imbalance", "colour_streaks", "colour_values", "strength_gap"),
)
"""The measures of a draw's quality, less is better, in the order in which they are shown."""


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
    def of(cls, players: RoundPlayers, boards: Boards, *, mixing: bool = True) -> Self:
        """Count a draw of the players of a round, with or without the mixing of the countries."""
        below = boards.player.below & boards.opponent.below
        off_score, country, club = (
            measure.values(boards) for measure in select("off_score", "same_country", "same_club")
        )
        variances = list(_country_mixing(players, boards)) if mixing else []
        return cls(
            games=len(below),
            uneven=int(off_score.sum()),
            expected_uneven=expected_uneven(np.unique(-players.level, return_counts=True)[1]),
            games_below_bar=int(below.sum()),
            same_country=int(country[below].sum()),
            expected_country=_expected(players, players.country_area),
            same_club=int(club[below].sum()),
            expected_club=_expected(players, players.club_area),
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


def _expected(players: RoundPlayers, area: Integers) -> float:
    """Fewest games within an area that the groups below the bar need."""
    below = players.below
    group = np.unique(players.level[below], return_inverse=True)[1]
    crowd = np.zeros((int(group.max(initial=-1)) + 1, int(area.max(initial=0)) + 1), np.int64)
    np.add.at(crowd, (group, area[below]), 1)
    return sum(map(expected_same_area, crowd.sum(axis=1).tolist(), crowd.max(axis=1).tolist()))


def _country_mixing(players: RoundPlayers, boards: Boards) -> Iterator[float]:
    """Mixing variance of the countries of each score group, from its games within the group."""
    one, other = boards.player, boards.opponent
    for level in np.unique(players.level):
        countries = np.unique(players.country_area[players.level == level])
        if len(countries) > 2:
            games = (one.level == level) & (other.level == level)
            a, b = (np.searchsorted(countries, side.country_area[games]) for side in (one, other))
            yield mixing_variance(mixing_matrix(a, b, len(countries)))


# ---- Relative strengths and the total error of a draw, by T. Vuorinen's thesis (2010) ----


@dataclass(frozen=True, kw_only=True, eq=False)
class RelativeStrength:
    """Strengths of the players of a tournament, estimated from its results alone."""

    strength: Reals
    """(n,) from 0, the weakest, to n - 1."""

    iterations: int

    converged: bool
    """Whether the strengths settled. In small tournaments they often go round in circles."""

    @staticmethod
    def of(history: ScoreHistory) -> RelativeStrength:
        """Estimate the strengths from those games of a tournament that were really played."""
        return relative_strength(np.where(history.played, history.opponent, -1), history.share_x2)


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
    opponents = np.ascontiguousarray(opponent, dtype=np.int64)
    points = np.ascontiguousarray(points_x2, dtype=np.int64)
    if opponents.ndim != 2 or opponents.shape != points.shape:
        raise InputError(
            f"expected two arrays (n, k), got shapes {opponents.shape} and {points.shape}"
        )
    if opponents.size and not -1 <= opponents.min() <= opponents.max() < len(opponents):
        raise InputError(f"expected opponents from -1 to {len(opponents) - 1}")
    strength = np.zeros(len(opponents))
    steps, converged = _iterate(opponents, points, strength, iterations)
    strength.flags.writeable = False
    return RelativeStrength(strength=strength, iterations=steps, converged=converged)


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
    own = reals(strength)
    opponents = np.asarray(opponent, np.int64)
    gaps = np.where(opponents >= 0, own[:, None] - own[opponents], 0.0)
    return float((gaps**2).sum())


# ---- What was counted in a draw, all measures together ----


@dataclass(frozen=True, kw_only=True)
class DrawQuality:
    """What was counted in the draw of one round, or in the draws of several rounds."""

    measures: Mapping[str, Fraction]
    """Totals by name, exact."""

    tally: Tally

    @classmethod
    def of(cls, players: RoundPlayers, boards: Boards) -> Self:
        """Measure a draw of the players of a round."""
        return cls(
            measures={measure.name: measure.of(boards) for measure in MEASURES},
            tally=Tally.of(players, boards),
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
        return colour_quality(self.measures["colour_values"], 2 * self.tally.games)
