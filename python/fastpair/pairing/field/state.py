"""What the papers know of the players of a round, as arrays [K15 2.3]."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self

import numpy as np

from ...go.ratings import rating_or_grade
from .columns import Columns, column, fact, section
from .homes import Homes
from .names import Names
from .past import Past
from .past_games import PastColours, Results, UnevenGames
from .play_groups import PlayGroups
from .seeds import Seeds

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .columns import Index
    from .conventions import Conventions
    from .roster import Roster

    Integers = NDArray[np.int64]
    Reals = NDArray[np.float64]
    Bools = NDArray[np.bool_]

__all__ = ["State", "state_of"]


def state_of(roster: Roster, conventions: Conventions) -> State:
    """State of the players of a round by seat, computed once."""
    if conventions not in roster.states:
        roster.states[conventions] = State(Past(roster, conventions))
    state: State = roster.states[conventions]
    return state


@dataclass(frozen=True, eq=False, repr=False)
class State(Columns):
    """The players of a round by seat, as the formulas of the papers take them.

    Nothing is computed before it is read. The symbols are those of [K15 2.3].
    """

    past: Past
    """The past that the state is computed from. A view has none."""

    @fact
    def rounds(self) -> int:
        """Completed rounds r."""
        return self.past.rounds

    @fact
    def all_rounds(self) -> int:
        """Rounds R of the tournament."""
        return self.past.history.rules.rounds

    @fact
    def whole_scores(self) -> bool:
        """Whether half points are dropped before the scores make groups."""
        return self.past.conventions.whole_scores

    @fact
    def by_mms(self) -> bool:
        """Whether the scores hold the grades, see ``Past.by_mms``."""
        return self.past.by_mms

    @fact
    def offset(self) -> int | None:
        """Handicap offset H; None if no difference of scores makes a handicap game."""
        return self.past.offset

    @fact
    def gives_stones(self) -> bool:
        """Whether anybody in the tournament can be given stones."""
        return self.past.gives_stones

    @fact
    def bar(self) -> float:
        """McMahon score of the bar; infinite without one."""
        return self.past.history.bar

    @fact
    def score_range(self) -> float:
        """Highest minus lowest score, where scores above the bar count as the bar."""
        return float(np.ptp(self.scaled_mms)) if len(self.scaled_mms) else 0.0

    @fact
    def grade_range(self) -> tuple[int, int]:
        """Lowest and highest grade of all players; grade index 0 is always within the range."""
        return int(self.grade.min(initial=0)), int(self.grade.max(initial=0))

    @fact
    def bands(self) -> int:
        """Number of bands K, numbered from 1, those without a player included [K15 3.2]."""
        return int(self.past.bands.max(initial=self.past.history.rules.categories))

    @column
    def seat(self) -> Integers:
        """Place among all players."""
        return np.arange(len(self.past.row))

    @column
    def mms(self) -> Reals:
        """Score m: the McMahon score on the scale of grades, in a Swiss the wins."""
        found: Reals = self.past.score[self.past.row, self.past.rounds]
        return found

    @column
    def scaled_mms(self) -> Reals:
        """Score m, at most that of the bar [K12 5.1]."""
        return np.minimum(self.mms, self.bar)

    @column
    def grade(self) -> Integers:
        """Grade, 0 for 1 dan."""
        return self.past.history.grade[self.past.row]

    @column
    def rating(self) -> Integers:
        """Rating; players without one have that of their grade."""
        return rating_or_grade(self.past.history.rating[self.past.row], self.grade)

    @column
    def below(self) -> Bools:
        """Whether the player's grade is below the bar [K12 2.1]."""
        return self.grade < self.past.history.bar

    @column
    def handicap_level(self) -> Reals:
        """Strength that decides handicaps, see ``Past.handicap_level``."""
        found: Reals = self.past.handicap_level[self.past.row, self.past.rounds]
        return found

    @column
    def even_only(self) -> Bools:
        """Whether the player gives and takes no handicap."""
        return self.past.even_only[self.past.row]

    @column
    def at_top(self) -> Bools:
        """Whether the player is at the bar or in a supergroup."""
        return self.past.at_top[self.past.row]

    @column
    def band(self) -> Integers:
        """Band of the player, from 1 [K15 3.2]."""
        return self.past.bands[self.past.row]

    @property
    def level(self) -> Reals:
        """Height of the group: the score m."""
        return self.mms

    @cached_property
    def roster(self) -> Roster:
        """The players and all that is known of their past; a view has that of all."""
        return self.past.roster

    @section
    def seeds(self) -> Seeds:
        """Score groups, and the places in them."""
        return Seeds(self.past, self.mms, self.rating)

    @section
    def uneven(self) -> UnevenGames:
        """Games up and down."""
        return UnevenGames(self.past)

    @section
    def colours(self) -> PastColours:
        """Colours."""
        return PastColours(self.past)

    @section
    def results(self) -> Results:
        """Wins and losses."""
        return Results(self.past)

    @section
    def homes(self) -> Homes:
        """Countries and clubs."""
        return Homes(self.past, self.seeds, self.below)

    @section
    def play(self) -> PlayGroups:
        """Play-in and play-out groups."""
        return PlayGroups(self.past, self.seeds)

    @section
    def names(self) -> Names:
        """Names, from which OpenGotha's luck follows."""
        return Names(self.past.roster.people.names, self.past.row)

    def __getitem__(self, index: Index) -> Self:
        """Some of the players, in the shape that the index gives their columns."""
        view = super().__getitem__(index)
        view.__dict__["roster"] = self.roster
        return view

    def have_met(self, other: Self) -> Bools:
        """Whether the players of two views have met in an earlier round."""
        return self.roster.have_met(self.seat, other.seat)
