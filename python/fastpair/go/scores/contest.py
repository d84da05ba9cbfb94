"""What players or teams have done in each round, as FIDE's tie-breaks count it [FIDE C.07]."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from ...errors import RuleError
from ...sentences import phrase
from ..tournament import NO_RATING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...arrays import Bools, Integers
    from ..tournament.tie_breaks import TieBreak
    from .history import ScoreHistory

MISSING = -(2**62)
"""Stands for no value: who has none comes last."""


class Terms(NamedTuple):
    """What each round adds to a tie-break."""

    values: Integers
    """(n, rounds that count)."""

    counted: Bools
    """Which rounds there are, and are not left out."""

    opponents_x2: Integers | None = None
    """The scores that values are made of; None for the values themselves."""

    present: Bools | None = None
    """Which rounds there are, left out or not; None for those that count."""

    start: Integers | None = None
    """What there was before round 1, (n,); None for nothing."""

    @property
    def exists(self) -> Bools:
        """Which rounds there are, left out or not."""
        return self.counted if self.present is None else self.present

    @property
    def total(self) -> Integers:
        """The sum of what counts."""
        total: Integers = (self.values * self.counted).sum(axis=1)
        return total


@dataclass(frozen=True, kw_only=True, eq=False)
class RoundScores:
    """Points of each round: of players, or match points or game points of teams."""

    points_x2: Integers
    """Doubled points with everything that was added, (n, rounds that count)."""

    result_x2: Integers
    """Doubled points of the result alone, (n, rounds that count)."""

    win_x2: int
    """Doubled points of a round that is won; of game points, at all boards, of a match in all its games."""

    draw_x2: int

    @property
    def total_x2(self) -> Integers:
        """Doubled points of all rounds, (n,)."""
        total: Integers = self.points_x2.sum(axis=1)
        return total


@dataclass(frozen=True, kw_only=True, eq=False)
class Contest:
    """Players or teams and their rounds as arrays, of shape (n,) or (n, rounds that count)."""

    edition: int
    """2024 or 2026."""

    is_last: bool
    """Whether the last round that counts is the last of the tournament."""

    predetermined: bool
    """Whether everybody knew all opponents beforehand, as in a round robin [C.07 15]."""

    entrants: int
    """How many are in the table of a round robin, with those whose games count for nobody."""

    opponent: Integers
    """Row of the opponent, -1 without one."""

    played: Bools
    """Whether there was an opponent, and the game or match was not forfeited."""

    voluntary: Bools
    """Rounds that one chose not to play: absences, requested byes, losses by forfeit [C.07 16.1]."""

    waiting: Bools
    """Rounds in which one has nothing yet, which count for nothing."""

    black: Bools
    """Whether one had Black in a game that was played."""

    won_x2: Integers
    """Doubled share of the game or match of teams, a win 2, whatever it is worth; of all games of two players."""

    scores: Mapping[str, RoundScores]
    """The points by what they are called in strings: nothing for players, MP and GP for teams."""

    primary: str
    """The score by which the standings go, a key of `scores`."""

    rating: Integers
    """`NO_RATING` if it is unknown."""

    number: Integers
    """Pairing numbers."""

    single_games: tuple[Contest, ...] = ()
    """The first and the second games alone where a round is a match of two."""

    boards_x2: Integers | None = None
    """Doubled points at each board of a team, (n, rounds that count, boards)."""

    bye: Bools | None = None
    """Rounds in which a team had the bye of the pairing."""

    @classmethod
    def of(cls, history: ScoreHistory, after: int, wins_x2: Integers) -> Self:
        """The players of a tournament.

        Parameters
        ----------
        after
            Number of rounds that count.
        wins_x2
            Doubled points after each round, from 0 on.
        """
        opponent, points = history.opponent[:, :after], history.rules.points
        # Each round as its result gives it, with byes and absences.
        result_x2 = (history.points_x2 + history.worth_x2(points, by_mms=False))[:, :after]
        score = RoundScores(
            points_x2=np.diff(wins_x2[:, : after + 1], axis=1),
            result_x2=result_x2,
            win_x2=points.win_x2 * history.rules.games,
            draw_x2=points.jigo_x2 * history.rules.games,
        )
        return cls(
            edition=history.edition,
            is_last=after == history.rounds,
            predetermined=history.rules.predetermined,
            entrants=history.entrants,
            opponent=opponent,
            played=(opponent >= 0) & ~history.by_default[:, :after],
            voluntary=history.where("is_voluntary")[:, :after],
            waiting=history.unassigned[:, :after],
            black=history.played[:, :after] & (history.colour[:, :after] < 0),
            won_x2=history.won_x2[:, :after],
            scores={"": score},
            primary="",
            rating=history.rating,
            number=history.number,
        )

    @property
    def games(self) -> tuple[Contest, ...]:
        """What counts single games: itself, or the first and the second games of matches."""
        return self.single_games or (self,)

    def check(self, tie_break: TieBreak) -> None:
        """Refuse a tie-break of teams for players.

        Raises
        ------
        RuleError
            If it is one.
        """
        if self.boards_x2 is None and tie_break.needs_teams:
            message = phrase("{tie_break} is a tie-break of teams", tie_break=tie_break)
            raise RuleError(message, about="criteria")

    def score_of(self, tie_break: TieBreak, name: str = "") -> RoundScores:
        """The score that a tie-break counts, or one of the two of teams."""
        return self.scores[name or tie_break.score or self.primary]

    def terms(self, score: RoundScores) -> Terms:
        """What each round adds to a score."""
        return Terms(score.points_x2, np.ones_like(self.played), present=~self.waiting)

    def other(self, name: str) -> str:
        """The name of the other score of teams."""
        return next((each for each in self.scores if each != name), name)

    @property
    def after(self) -> int:
        """Number of rounds that count."""
        after: int = self.opponent.shape[1]
        return after

    @cached_property
    def paired(self) -> Bools:
        """Whether there was an opponent, even if the game was forfeited."""
        return self.opponent >= 0

    def met(self, tie_break: TieBreak) -> Bools:
        """Rounds in which an opponent was met; with /P, and in a round robin, also those decided by forfeit."""
        return self.paired if tie_break.forfeits_played or self.predetermined else self.played

    @cached_property
    def in_last_round(self) -> Bools:
        """The last round of the tournament of those who are paired in it, (n, rounds that count)."""
        last = np.zeros_like(self.paired)
        if self.is_last and self.after:
            last[:, -1] = self.paired[:, -1]
        return last

    def drawn_for_others(self, *, fore: bool) -> Bools:
        """Rounds that count as draws where opponents count a player's points [C.07 16.3.2].

        They are byes behind the last round that one was ready to play.
        """
        if self.predetermined:
            return np.zeros_like(self.paired)
        ready = ~self.voluntary
        if fore:
            ready = ready | self.in_last_round
        later = np.logical_or.accumulate(ready[:, ::-1], axis=1)[:, ::-1]
        drawn: Bools = ~later & ~self.paired
        return drawn

    def adjusted_x2(self, score: RoundScores, *, fore: bool) -> Integers:
        """Doubled points of everybody as those count them who have met them [C.07 16.3; fore 8.3]."""
        drawn = self.drawn_for_others(fore=fore)
        if fore:
            drawn = drawn | self.in_last_round
        adjusted: Integers = np.where(drawn, score.draw_x2, score.points_x2).sum(axis=1)
        return adjusted

    def own_x2(self, score: RoundScores, *, fore: bool) -> Integers:
        """Doubled points of everybody as they count in the own rounds without a game [C.07 16.4]."""
        if not fore:
            return score.total_x2
        own: Integers = np.where(self.in_last_round, score.draw_x2, score.points_x2).sum(axis=1)
        return own

    def ratings(self, unrated: int | None) -> Integers:
        """The ratings, with one for those who have none."""
        return self.rating if unrated is None else np.where(self.unrated, unrated, self.rating)

    @cached_property
    def unrated(self) -> Bools:
        """Who has no rating."""
        unrated: Bools = self.rating == NO_RATING
        return unrated
