"""Ratings after games: of a tournament, of its rounds one after the other, of a list of games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    from .system import RatingSystem

    Reals = NDArray[np.float64]
    Integers = NDArray[np.int64]
    Bools = NDArray[np.bool_]

__all__ = [
    "Games",
    "expected_wins",
    "rated",
    "rated_by_rounds",
    "rated_in_order",
    "rated_together",
]


class Games(Protocol):
    """The games of a tournament as arrays (n, rounds), such as a ``scores.History``."""

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
    def played(self) -> Bools:
        """Whether the game was really played to a result."""


def rated(games: Games) -> Bools:
    """Whether each game counts for ratings, shape (n, rounds).

    It was really played, and one of the two has won or it was a jigo: games that both players won,
    or lost, are results by arbitration, and in result files they are games by forfeit.
    """
    opponent, n = games.opponent, len(games.opponent)
    met = games.played & (opponent >= 0) & (opponent < n)
    theirs = np.take_along_axis(games.won_x2, np.where(met, opponent, 0), axis=0)
    return np.asarray(met & (games.won_x2 + theirs == 2))


def expected_wins(system: RatingSystem, rating: ArrayLike, games: Games) -> Reals:
    """Wins that every player could expect, shape (n,).

    Parameters
    ----------
    rating : (n,) or (n, rounds) array
        Ratings before the tournament, or before each round.
    """
    n, rounds = games.opponent.shape
    before = np.broadcast_to(np.asarray(rating, dtype=np.float64).T, (rounds, n))
    expected = np.zeros(n)
    for column, (black, white, _, stones) in enumerate(_rounds(games)):
        shares = system.expectation(before[column, black], before[column, white], stones)
        expected[black] += shares[0]
        expected[white] += shares[1]
    return expected


def rated_together(system: RatingSystem, rating: ArrayLike, games: Games) -> Reals:
    """Ratings after a tournament, of which every game is rated by the ratings before it.

    The European ratings are made so: a player's changes are added up.

    Parameters
    ----------
    rating : (n,) array
        Ratings before the tournament.

    Returns
    -------
    (n,) array
        None is below the lowest of the system.
    """
    before = np.maximum(np.asarray(rating, dtype=np.float64), system.lowest)
    change = np.zeros(len(before))
    for games_of_round in _rounds(games):
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
    ratings[:, 0] = np.maximum(np.asarray(rating, dtype=np.float64), system.lowest)
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
    ratings = np.maximum(np.array(rating, dtype=np.float64), system.lowest)
    seats = np.ascontiguousarray(players, dtype=np.int64)
    won = np.ascontiguousarray(won_x2, dtype=np.int64)
    if ratings.ndim != 1 or seats.ndim != 2 or seats.shape[1] != 2 or won.shape != seats.shape[:1]:
        shapes = f"{ratings.shape}, {seats.shape} and {won.shape}"
        raise ValueError(f"expected arrays (n,), (m, 2) and (m,), got shapes {shapes}")
    if seats.size and not 0 <= seats.min() <= seats.max() < len(ratings):
        raise ValueError(f"expected players from 0 to {len(ratings) - 1}")
    if np.any(seats[:, 0] == seats[:, 1]):
        raise ValueError("expected two players in each game")
    if np.any((won < 0) | (won > 2)):
        raise ValueError("expected 0, 1 or 2 as what White won")
    stones = np.ascontiguousarray(np.broadcast_to(handicap, won.shape), dtype=np.int64)
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
