"""What the games of an event do to FIDE's ratings, player by player [FIDE B.02]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .ratings import fide
from .scores import ScoreHistory
from .single_games import in_single_rounds
from .teams import refuse_pairs
from .tournament import NO_RATING

if TYPE_CHECKING:
    from ..arrays import Bools, Integers
    from .tournament import Player, Tournament

__all__ = ["RatingChange", "age_in", "fide_ratings"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingChange:
    """What an event does to the rating of a player."""

    player: Player

    games: int
    """Those played over the board against rated opponents."""

    score: float
    """Points of these games, a draw half a point."""

    expected: float | None
    """Points that were to be expected; None without a rating."""

    k_factor: int | None
    """What a point beyond it is worth; None without a rating."""

    change: float | None
    """Points of rating, before they are rounded; None without a rating."""

    average: int | None
    """Mean rating of the opponents; None without a game."""

    performance: int | None
    """The mean and what the score adds; None without a game."""

    new_rating: int | None
    """Rating after the event, if there is no other in the period; None for no rating yet."""


def fide_ratings(tournament: Tournament) -> tuple[RatingChange, ...]:
    """The rating changes of the players, in their order.

    Games count that were played over the board, whatever points an arbiter gave for them [B.02 5.1], by two
    players who have a rating; for the first rating of
    somebody without one, those against rated opponents.

    Raises
    ------
    RuleError
        If pairs have played, or the tournament contradicts itself.
    """
    refuse_pairs(tournament)
    history = ScoreHistory.of(in_single_rounds(tournament))
    opponent = np.where(history.opponent >= 0, history.opponent, 0)
    ratings: Integers = history.rating[opponent]
    counted: Bools = history.counted & (ratings != NO_RATING)
    found = _Counts(
        ratings=ratings,
        counted=counted,
        score_x2=(history.won_x2 * counted).sum(axis=1),
        expected_percent=_expected_percent(tournament, history.rating, ratings, counted),
    )
    return tuple(
        _change(tournament, player, found.row(number))
        for number, player in enumerate(tournament.players)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Counts:
    """The games that count, as arrays over the players."""

    ratings: Integers
    """Ratings of the opponents, (n, rounds)."""

    counted: Bools
    score_x2: Integers
    expected_percent: Integers
    """Sum over the games, (n,)."""

    def row(self, number: int) -> _Counts:
        """Those of one player."""
        one = slice(number, number + 1)
        return _Counts(
            ratings=self.ratings[one],
            counted=self.counted[one],
            score_x2=self.score_x2[one],
            expected_percent=self.expected_percent[one],
        )


def _expected_percent(
    tournament: Tournament, own: Integers, ratings: Integers, counted: Bools
) -> Integers:
    """Percent that players expect of all of their games together."""
    most = fide.counted_lead(own, tournament.event.begins)[:, None]
    total: Integers = (fide.expected_percent(own[:, None], ratings, most) * counted).sum(axis=1)
    return total


def _change(tournament: Tournament, player: Player, row: _Counts) -> RatingChange:
    """What the games of one player change."""
    games, score_x2 = int(row.counted.sum()), int(row.score_x2[0])
    average = performance = expected = k_factor = change = new_rating = None
    if games:
        average = int(fide.average_ratings(row.ratings, row.counted)[0])
        performance = int(fide.performance(row.ratings, row.counted, row.score_x2)[0])
    if player.rating is None:
        first = int(fide.initial_ratings(row.ratings, row.counted, row.score_x2)[0])
        new_rating = first or None
    else:
        k_factor = fide.development_coefficient(
            player.rating, games, stated=player.k_factor, age=age_in(tournament, player)
        )
        hundredths = k_factor * (50 * score_x2 - int(row.expected_percent[0]))
        expected, change = int(row.expected_percent[0]) / 100, hundredths / 100
        new_rating = player.rating + (hundredths + 50) // 100
    return RatingChange(
        player=player,
        games=games,
        score=score_x2 / 2,
        expected=expected,
        k_factor=k_factor,
        change=change,
        average=average,
        performance=performance,
        new_rating=new_rating,
    )


def age_in(tournament: Tournament, player: Player) -> int | None:
    """The age of a player at the end of the year of the event; None if either year is unknown."""
    begins, born = tournament.event.begins, player.birth[:4]
    return begins.year - int(born) if begins is not None and born.isdecimal() else None
