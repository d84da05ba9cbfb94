"""What games change ratings to, by any system."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, Self

import numpy as np

from ..._kernels.ratings import egf2021_in_order, gor_in_order
from ...arrays import reals, wholes
from ...errors import InputError, RuleError, input_error
from ...parameters import quoted
from ...sentences import phrase
from ..tournament import Grade
from . import egf2021, gor
from .gor import STONE, compensated, stones_as_grades

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import ModuleType

    from numpy.typing import ArrayLike

    from ...arrays import Bools, Integers, Reals


# ---- Rating systems by name, all to be used alike ----


class RatingSystem(Protocol):
    """How results change ratings, and what ratings say of results.

    All arrays broadcast against each other. A handicap is the number of stones that A gets, 1 being
    a game without komi; it is negative if A gives them. Of two equal players A is the one whom a
    system takes for the weaker, if it makes a difference; for games that are rated, A is Black.
    """

    @property
    def name(self) -> str:
        """A name for commands and documents."""

    @property
    def title(self) -> str:
        """A name for people."""

    @property
    def source(self) -> str:
        """Where the formulas are from (docs/background/sources.md)."""

    @property
    def lowest(self) -> float:
        """No rating is lower; lower ones count as this one."""

    def expectation(
        self, rating_a: ArrayLike, rating_b: ArrayLike, handicap: ArrayLike = 0
    ) -> tuple[Reals, Reals]:
        """Expected results of both players, as the system rates them."""

    def probability_of_winning(
        self, rating_a: ArrayLike, rating_b: ArrayLike, handicap: ArrayLike = 0
    ) -> Reals:
        """Probability that A wins; otherwise B does."""

    def changes(
        self,
        rating_a: ArrayLike,
        rating_b: ArrayLike,
        result_a: ArrayLike,
        handicap: ArrayLike = 0,
    ) -> tuple[Reals, Reals]:
        """Points that a game adds to both ratings; the result is 1 for a win of A, ½ for a jigo."""

    def update_in_order(
        self, rating: Reals, players: Integers, won_x2: Integers, handicap: Integers
    ) -> None:
        """Update ratings in place, game by game; see ``rated_in_order``, which checks the arguments."""


class _European:
    """What the European rating systems have in common: they differ in formulas and parameters."""

    __slots__ = ()

    formulas: ClassVar[ModuleType]

    @property
    def _shares(self) -> dict[str, Any]:
        """Parameters of the expected results."""
        return {}

    @property
    def _gains(self) -> dict[str, Any]:
        """Parameters of the changes."""
        return self._shares

    def expectation(
        self, rating_a: ArrayLike, rating_b: ArrayLike, handicap: ArrayLike = 0
    ) -> tuple[Reals, Reals]:
        """Expected results of both players, as the system rates them."""
        shares: tuple[Reals, Reals] = self.formulas.expectation(
            rating_a, rating_b, handicap=handicap, **self._shares
        )
        return shares

    def probability_of_winning(
        self, rating_a: ArrayLike, rating_b: ArrayLike, handicap: ArrayLike = 0
    ) -> Reals:
        """Probability that A wins: the expected result."""
        return self.expectation(rating_a, rating_b, handicap)[0]

    def changes(
        self,
        rating_a: ArrayLike,
        rating_b: ArrayLike,
        result_a: ArrayLike,
        handicap: ArrayLike = 0,
    ) -> tuple[Reals, Reals]:
        """Points that a game adds to both ratings."""
        gains: tuple[Reals, Reals] = self.formulas.changes(
            rating_a, rating_b, result_a, handicap=handicap, **self._gains
        )
        return gains


@dataclass(frozen=True, slots=True, kw_only=True)
class GoR(_European):
    """The European ratings of 1998 to 2021, as the thesis describes them [V 2.2]."""

    name: ClassVar[str] = "gor"
    title: ClassVar[str] = "GoR"
    source: ClassVar[str] = "V 2.2"
    lowest: ClassVar[float] = gor.LOWEST
    formulas: ClassVar[ModuleType] = gor

    epsilon: float = gor.EPSILON
    """By how much both expected results together fall short of 1."""

    mode: Literal["real", "int"] = "real"
    """Whether a(R) is truncated, see ``gor.a``."""

    @property
    def _shares(self) -> dict[str, Any]:
        return {"epsilon": self.epsilon, "mode": self.mode}

    def probability_of_winning(
        self, rating_a: ArrayLike, rating_b: ArrayLike, handicap: ArrayLike = 0
    ) -> Reals:
        """Probability that A wins: the expected result without ε."""
        return replace(self, epsilon=0.0).expectation(rating_a, rating_b, handicap)[0]

    def update_in_order(
        self, rating: Reals, players: Integers, won_x2: Integers, handicap: Integers
    ) -> None:
        """Update ratings in place, game by game."""
        whole = self.mode == "int"
        gor_in_order(rating, players, won_x2, handicap, gor.CON, self.epsilon, whole)


@dataclass(frozen=True, slots=True, kw_only=True)
class EGF2021(_European):
    """The European ratings since 2021 [EGD].

    Raises
    ------
    RuleError
        If there is no such class.
    """

    name: ClassVar[str] = "egf2021"
    title: ClassVar[str] = "EGF 2021"
    source: ClassVar[str] = "EGD"
    lowest: ClassVar[float] = egf2021.LOWEST
    formulas: ClassVar[ModuleType] = egf2021

    event_class: str = "A"
    """Class of the tournament, by which games count more or less; see ``Event.egf_class``."""

    def __post_init__(self) -> None:
        known: object = self.event_class
        if not isinstance(known, str) or known not in egf2021.CLASS_WEIGHTS:
            classes = ", ".join(egf2021.CLASS_WEIGHTS)
            raise RuleError(
                phrase(
                    "must be a class of tournaments ({classes}), not {event_class!r}",
                    classes=classes,
                    event_class=self.event_class,
                )
            )

    @property
    def weight(self) -> float:
        """What a game counts."""
        return egf2021.CLASS_WEIGHTS[self.event_class]

    @property
    def _gains(self) -> dict[str, Any]:
        return {"weight": self.weight}

    def update_in_order(
        self, rating: Reals, players: Integers, won_x2: Integers, handicap: Integers
    ) -> None:
        """Update ratings in place, game by game."""
        egf2021_in_order(rating, players, won_x2, handicap, self.weight)


RATING_SYSTEMS: Mapping[str, RatingSystem] = {system.name: system for system in (GoR(), EGF2021())}
"""The systems by name, with the usual parameters."""


def rating_system_named(name: str) -> RatingSystem:
    """Find the rating system of this name.

    Raises
    ------
    RuleError
        If there is no such system.

    Examples
    --------
    >>> rating_system_named("egf2021").title
    'EGF 2021'
    """
    known: object = name
    if not isinstance(known, str) or known not in RATING_SYSTEMS:
        raise input_error(
            name,
            str,
            phrase(
                "must be a rating system ({RATING_SYSTEMS}), not {name!r}",
                RATING_SYSTEMS=", ".join(RATING_SYSTEMS),
                name=name,
            ),
        )
    return RATING_SYSTEMS[str(name)]


# ---- Ratings after games: of a tournament, of its rounds one after the other, of a list of games ----


class Games(Protocol):
    """The games of a tournament as arrays (n, rounds), such as a ``scores.ScoreHistory``."""

    @property
    def opponent(self) -> Integers:
        """Row of the opponent; -1, or anything that is no row, without a game."""

    @property
    def colour(self) -> Integers:
        """1 for White, -1 for Black."""

    @property
    def handicap(self) -> Integers:
        """Stones that Black gets."""

    @property
    def won_x2(self) -> Integers:
        """2 for a win, 1 for a jigo, 0 for a loss."""

    @property
    def counted(self) -> Bools:
        """Whether the game was really played to a result, and is to be rated."""


def rated(games: Games) -> Bools:
    """Whether each game counts for ratings, shape (n, rounds).

    It was really played, and one of the two has won or it was a jigo: games that both players won,
    or lost, are results by arbitration, and in result files they are games by forfeit.
    """
    opponent, n = games.opponent, len(games.opponent)
    counted = games.counted & (opponent >= 0) & (opponent < n)
    theirs = np.take_along_axis(games.won_x2, np.where(counted, opponent, 0), axis=0)
    return np.asarray(counted & (games.won_x2 + theirs == 2))


def expected_wins(system: RatingSystem, rating: ArrayLike, games: Games) -> Reals:
    """Wins that every player could expect, shape (n,).

    Parameters
    ----------
    rating : (n,) or (n, rounds) array
        Ratings before the tournament, or before each round.
    """
    n, rounds = games.opponent.shape
    before = np.broadcast_to(reals(rating).T, (rounds, n))
    expected = np.zeros(n)
    for column, (black, white, _, stones) in enumerate(_rounds(games)):
        shares = system.expectation(before[column, black], before[column, white], stones)
        expected[black] += shares[0]
        expected[white] += shares[1]
    return expected


def _lowest(system: RatingSystem) -> float:
    """The lowest rating of what should be a system."""
    if not hasattr(system, "lowest"):
        raise TypeError(f"system: expected a RatingSystem, got {quoted(system)}")
    return system.lowest


def rated_together(system: RatingSystem, rating: ArrayLike, *games: Games) -> Reals:
    """Ratings after a tournament, of which every game is rated by the ratings before it.

    The European ratings are made so: a player's changes are added up.

    Parameters
    ----------
    rating : (n,) array
        Ratings before the tournament.
    *games
        Several where a round is a match: its first games, and its second ones.

    Returns
    -------
    (n,) array
        None is below the lowest of the system.
    """
    before = np.maximum(reals(rating), _lowest(system))
    change = np.zeros(len(before))
    for games_of_round in chain(*map(_rounds, games)):
        _add_changes(change, system, before, games_of_round)
    return np.maximum(before + change, system.lowest)


def rated_by_rounds(system: RatingSystem, rating: ArrayLike, games: Games) -> Reals:
    """Ratings before the tournament and after every round, each rated by the ratings before it.

    Parameters
    ----------
    rating : (n,) array
        Ratings before the tournament.

    Returns
    -------
    (n, rounds + 1) array
        None is below the lowest of the system.
    """
    n, rounds = games.opponent.shape
    ratings = np.empty((n, rounds + 1))
    ratings[:, 0] = np.maximum(reals(rating), system.lowest)
    for column, games_of_round in enumerate(_rounds(games)):
        after = ratings[:, column].copy()
        _add_changes(after, system, ratings[:, column], games_of_round)
        ratings[:, column + 1] = np.maximum(after, system.lowest)
    return ratings


def rated_in_order(
    system: RatingSystem,
    rating: ArrayLike,
    players: ArrayLike,
    won_x2: ArrayLike,
    handicap: ArrayLike = 0,
) -> Reals:
    """Ratings after games that are rated one after the other, such as those of many tournaments.

    Parameters
    ----------
    rating : (n,) array
        Ratings before the first game.
    players : (m, 2) array of integers
        Rows of White and Black.
    won_x2 : (m,) array of integers
        What White won, doubled: a win 2, a jigo 1.
    handicap : (m,) array of integers
        Stones that Black gets.

    Returns
    -------
    (n,) array
        None is below the lowest of the system.

    Raises
    ------
    ValueError
        If the shapes do not fit, somebody who plays has no row or plays himself, or White won
        something else than 0, 1 or 2.
    """
    ratings = np.maximum(reals(rating), _lowest(system))
    seats, won = wholes(players), wholes(won_x2)
    if ratings.ndim != 1 or seats.ndim != 2 or seats.shape[1] != 2 or won.shape != seats.shape[:1]:
        shapes = f"{ratings.shape}, {seats.shape} and {won.shape}"
        raise InputError(f"expected arrays (n,), (m, 2) and (m,), got shapes {shapes}")
    if seats.size and not 0 <= seats.min() <= seats.max() < len(ratings):
        raise InputError(f"expected players from 0 to {len(ratings) - 1}")
    if np.any(seats[:, 0] == seats[:, 1]):
        raise InputError("expected two players in each game")
    if np.any((won < 0) | (won > 2)):
        raise InputError("expected 0, 1 or 2 as what White won")
    stones = wholes(handicap)
    if stones.shape not in ((), (1,), won.shape):
        raise InputError(f"expected a handicap of each game, got an array of shape {stones.shape}")
    stones = np.ascontiguousarray(np.broadcast_to(stones, won.shape))
    system.update_in_order(ratings, seats, won, stones)
    return ratings


_Round = tuple["Integers", "Integers", "Reals", "Integers"]
"""Rows of Black and of White, results of Black, stones that he gets."""


def _rounds(games: Games) -> Iterator[_Round]:
    """The games that count, round by round."""
    white_seats = rated(games) & (games.colour == 1)
    for column in range(games.opponent.shape[1]):
        white = np.flatnonzero(white_seats[:, column])
        black = games.opponent[white, column]
        yield black, white, 1.0 - games.won_x2[white, column] / 2, games.handicap[white, column]


def _add_changes(points: Reals, system: RatingSystem, before: Reals, games: _Round) -> None:
    """Add to the points of the players, who have a game each, what it changes."""
    black, white, result, stones = games
    of_black, of_white = system.changes(before[black], before[white], result, stones)
    points[black] += of_black
    points[white] += of_white


# ---- The probability of a win by the grades of both, fitted to games that were played [K12 10.3] ----

# The paper names a model and does not print it. This one is ours: the odds of a win are
# exp(F(g_i) − F(g_j)), and F grows by a slope that changes evenly from grade to grade.

_STEPS = 100
_SETTLED = 1e-12
_STEEPEST = 20.0
"""No slope of games that were not all won by the stronger player comes near to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PWin:
    """p_win(g_i, g_j): who wins, by grades [K12 10.3].

    Raises
    ------
    RuleError
        If a stronger player would not win more often everywhere between the lowest and the highest.
    """

    slope: float
    """What the logarithm of the odds grows by for each grade, at 1 dan."""

    change: float = 0.0
    """What that slope grows by for each grade."""

    lowest: float = -30.0
    """Grade index below which the slope stays as it is there."""

    highest: float = 8.0
    """Grade index above which it stays."""

    def __post_init__(self) -> None:
        if self.lowest > self.highest:
            raise RuleError(
                phrase(
                    "expected a grade index from lowest={lowest:g} on, got {highest:g}",
                    lowest=self.lowest,
                    highest=self.highest,
                ),
                about="highest",
            )
        for grade in (self.lowest, self.highest):
            steepness = self.slope + self.change * grade
            if not 0 < steepness < np.inf:
                raise RuleError(
                    phrase(
                        "expected a slope above 0 at the grade index {grade:g}, got {steepness:g}",
                        grade=grade,
                        steepness=steepness,
                    ),
                    about="slope",
                )

    def __call__(self, grade_i: ArrayLike, grade_j: ArrayLike, stones: ArrayLike = 0) -> Reals:
        """Probability that the first one wins; arrays broadcast.

        Parameters
        ----------
        grade_i, grade_j
            Grade indices, 0 for 1 dan; fractions too.
        stones
            Stones that the first one gets, 1 being a game without komi; negative if he gives them.
        """
        one, other = _with_stones(grade_i, grade_j, stones)
        odds = self._strength(one) - self._strength(other)
        chance: Reals = 1.0 / (1.0 + np.exp(np.clip(-odds, -700, 700)))
        return chance

    def by_rating(self, rating_i: ArrayLike, rating_j: ArrayLike, stones: ArrayLike = 0) -> Reals:
        """Probability that the first one wins, by ratings in points: 2100 is 1 dan, and a grade 100."""
        one, other = ((reals(rating) - Grade(0).rating) / STONE for rating in (rating_i, rating_j))
        return self(one, other, stones)

    def _strength(self, grade: Reals) -> Reals:
        inside = np.clip(grade, self.lowest, self.highest)
        steepness = self.slope + self.change * inside
        strength: Reals = (self.slope + steepness) / 2 * inside + steepness * (grade - inside)
        return strength

    @classmethod
    def fitted(
        cls, grade_i: ArrayLike, grade_j: ArrayLike, share: ArrayLike, stones: ArrayLike = 0
    ) -> Self:
        """The curve under which games like these are likeliest.

        If the slope would not be above 0 at all of the grades, it is the same for all.

        Parameters
        ----------
        grade_i, grade_j : (m,) arrays
            Grade indices of the two players of each game.
        share : (m,) array
            What the first one won of it: 1, ½ for a jigo, or 0.
        stones : (m,) array
            As for a call.

        Raises
        ------
        RuleError
            If the games do not tell: too few, all between equals, or without a surprise.
        """
        one, other = _with_stones(grade_i, grade_j, stones)
        won = reals(share)
        if not len(won):
            raise RuleError(phrase("no game has been played that tells how likely a win is"))
        grades = np.concatenate([np.ravel(grade_i), np.ravel(grade_j)]).astype(np.float64)
        ends = {"lowest": float(grades.min()), "highest": float(grades.max())}
        features = np.column_stack([one - other, (one**2 - other**2) / 2])
        for columns in (2, 1):
            found = _likeliest(features[:, :columns], won)
            if found is None:
                continue
            slope, change = (*found.tolist(), 0.0)[:2]
            if all(0 < slope + change * grade < _STEEPEST for grade in ends.values()):
                return cls(slope=slope, change=change, **ends)
        raise RuleError(
            phrase(
                "{count} games do not tell how likely a win is: there are too few, all between equals, or the stronger won no more and no less than all; name more files",
                count=len(won),
            )
        )


def _with_stones(one: ArrayLike, other: ArrayLike, stones: ArrayLike) -> tuple[Reals, Reals]:
    """Grades for one game: who gets stones counts as stronger."""
    return compensated(one, other, stones_as_grades(stones), -np.inf)


def _likeliest(features: Reals, won: Reals) -> Reals | None:
    """Coefficients of a logistic regression without a constant, by Newton's method; None if none."""
    found = np.zeros(features.shape[1])
    for _ in range(_STEPS):
        chance = 1.0 / (1.0 + np.exp(np.clip(-features @ found, -700, 700)))
        curvature = features.T @ (features * (chance * (1 - chance))[:, None])
        try:
            step = np.linalg.solve(curvature, features.T @ (won - chance))
        except np.linalg.LinAlgError:
            return None
        found = found + step
        if not np.isfinite(found).all():
            return None
        if abs(step).max() < _SETTLED:
            return found
    return None
