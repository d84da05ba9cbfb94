"""What has happened to the players of a round; the sections of a state are computed from it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ...go.scores import MMS_OF_1_DAN
from ...go.tournament import Criterion
from ..papers.game_class import GameClass, effective_class, handicap
from . import luck

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...go.scores import History
    from .conventions import Conventions
    from .roster import Roster

    Integers = NDArray[np.int64]
    Bools = NDArray[np.bool_]

__all__ = ["Past"]


@dataclass(frozen=True, eq=False)
class Past:
    """The completed rounds of all players of a tournament, as a model's conventions count them.

    Arrays are by row, (n,) or (n, rounds); ``row`` says which of the rows have a seat.
    """

    roster: Roster
    conventions: Conventions

    @property
    def history(self) -> History:
        """All rounds before this one."""
        return self.roster.history

    @property
    def row(self) -> NDArray[np.intp]:
        """Row of each seat."""
        return self.roster.row

    @property
    def rounds(self) -> int:
        """Completed rounds r."""
        return self.roster.round_number - 1

    @property
    def by_mms(self) -> bool:
        """Whether the scores hold the grades, so that a bar and handicaps follow from them."""
        return self.history.rules.main_criterion is Criterion.MMS

    @cached_property
    def opponent(self) -> NDArray[np.intp]:
        """Row of the opponent of each round, -1 without one."""
        return self.history.opponent[:, : self.rounds]

    @cached_property
    def seated(self) -> Bools:
        """Whether there was an opponent."""
        return self.opponent >= 0

    @cached_property
    def at_board(self) -> Bools:
        """Whether the two met at a board."""
        return self.seated & ~self.history.by_default[:, : self.rounds]

    @cached_property
    def score(self) -> NDArray[np.float64]:
        """Score m before each round and after the last, (n, rounds + 1).

        A McMahon score is on the scale of grades. In a tournament of another kind it is the score of
        that kind.
        """
        return self._counted(self.roster.main_x2, MMS_OF_1_DAN if self.by_mms else 0)

    @cached_property
    def handicap_level(self) -> NDArray[np.float64]:
        """Strength that decides handicaps before each round and after the last, (n, rounds + 1).

        It is the McMahon score or the grade, as the rules say, and at most the threshold
        [OPENGOTHA 12].
        """
        rules = self.history.rules.handicap
        if rules.by_mms:
            level = self._counted(self.roster.mms_x2, MMS_OF_1_DAN)
        else:
            level = np.repeat(self.history.grade[:, None], self.rounds + 1, axis=1)
        return np.minimum(level, float(rules.threshold))

    @cached_property
    def offset(self) -> int | None:
        """Handicap offset H; None if no difference of scores makes a handicap game."""
        rules = self.history.rules.handicap
        # If the rules add stones, every difference makes a handicap game, as with H = 0.
        return min(0, -rules.correction) if rules.ceiling and self.by_mms else None

    @cached_property
    def even_only(self) -> Bools:
        """Whether a player gives and takes no handicap: at the bar, unless stones end at a threshold below it.

        A lower threshold alone makes nobody play even: stones are given up to it, see ``handicap_level``.
        """
        rules, bar = self.history.rules.handicap, self.history.bar
        return (self.history.grade >= bar) & (rules.even_at_bar or rules.threshold >= bar)

    @cached_property
    def at_top(self) -> Bools:
        """Whether a player is at the bar or in a supergroup, by the grade or by where he starts."""
        starts = self.history.start_mms - MMS_OF_1_DAN
        return np.maximum(self.history.grade, starts) >= self.history.bar

    @cached_property
    def gives_stones(self) -> bool:
        """Whether the difference of any two players of the tournament is one for stones."""
        levels = np.floor(self.handicap_level[:, self.rounds])
        if self.history.rules.handicap.even_at_bar:
            levels = levels[self.history.grade < self.history.bar]
        return self.offset is not None and bool(len(levels) and np.ptp(levels) > abs(self.offset))

    def of_opponents(self, mine: NDArray[Any]) -> NDArray[Any]:
        """Value of the opponent of each round, (n, rounds); meaningless where there is none."""
        if mine.ndim == 1:
            return mine[self.opponent]
        return np.take_along_axis(mine, self.opponent.clip(0), axis=0)

    def _counted(self, score_x2: Integers, zero: int) -> NDArray[np.float64]:
        """Scores from doubled ones, as the conventions count them."""
        score: NDArray[np.float64] = score_x2[:, : self.rounds + 1] / 2.0 - zero
        return np.floor(score) if self.conventions.whole_scores else score

    @cached_property
    def ups_and_downs(self) -> tuple[Bools, Bools]:
        """Whether the game of each round was a draw up, and a draw down, by the scores before it."""
        mine = self.score[:, : self.rounds]
        theirs = self.of_opponents(mine)
        counted = self.at_board
        if not self.conventions.count_handicap_games:
            counted = counted & ~self.had_handicap
        return counted & (mine < theirs), counted & (mine > theirs)

    @cached_property
    def had_handicap(self) -> Bools:
        """Whether the game of each round was a handicap game: the stones that were given decide.

        A difference of half a point beyond H is one as well, though it gives no whole stone
        [INTERPRETATION K15-2.1].
        """
        levels = self.handicap_level[:, : self.rounds]
        even_only = self.even_only[:, None] | self.of_opponents(self.even_only)
        pairs = levels, self.of_opponents(levels), self.offset, even_only
        half = (effective_class(*pairs) == GameClass.HANDICAP) & (handicap(*pairs) == 0)
        found: Bools = (self.history.handicap[:, : self.rounds] > 0) | half
        return found

    @cached_property
    def colours(self) -> Integers:
        """Colours of the games at a board: 1 for White, -1 for Black, 0 without a game."""
        colours: Integers = self.history.colour[:, : self.rounds] * self.at_board
        return colours

    @cached_property
    def bands(self) -> Integers:
        """Band of each player, from 1: the one that he was given, otherwise his category."""
        return self.roster.people.bands(otherwise=self.history.category + 1)

    @cached_property
    def lots(self) -> Integers:
        """Number that each seat drew; lower is stronger."""
        if self.conventions.lots is None:
            return luck.lots(len(self.row), self.conventions.salt)
        drawn = dict(self.conventions.lots)
        numbers = [drawn[self.roster.people.players[row].key] for row in self.row]
        return np.array(numbers, dtype=np.int64)
