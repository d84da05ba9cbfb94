"""The Burstein system, by the rules in force from 1 February 2026 [C.04.4.2]."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ....go.scores.criteria import wins_x2
from ....go.tournament import FidePlayerRules
from ....sentences import marked
from .aims import Claim
from .brackets import (
    FEWEST_CHANGES,
    Bracket,
    Choice,
    Earlier,
    FideCriterion,
    most_pairs,
    next_bracket,
    scores_down,
    without_colour,
)
from .dutch import Dutch
from .orders import first_opponents
from .players import FidePlayers
from .rounds import Downwards
from .system import FideSystem

if TYPE_CHECKING:
    from ....arrays import Bools, Integers
    from ..system import Situation
    from .aims import Aim

_MOST_DUTCH_ROUNDS = 4
"""Rounds of the Dutch system before the first of its own, if they are no more than half of all."""

CRITERIA = (
    FEWEST_CHANGES,
    FideCriterion("C5", marked("players left over"), most_pairs),
    FideCriterion("C6", marked("scores of the players left over"), scores_down, kind="scores"),
    FideCriterion(
        "C7",
        marked("players left over in the next bracket"),
        next_bracket,
        kind="scores",
        beyond=True,
    ),
    FideCriterion("C8", marked("players without the colour that they are due"), without_colour),
)
"""What the criteria count, by their numbers."""


class BursteinPlayers(FidePlayers):
    """Players of one score are ranked by their index: Buchholz, then Sonneborn-Berger, then pairing number."""

    topscorers_apart = True

    @classmethod
    def _ranks(cls, situation: Situation, number: Integers) -> Integers:
        """What ranks players of one score, for all players."""
        history, before = situation.history, situation.round_number - 1
        earned = wins_x2(history)[:, : before + 1]
        score, gained = earned[:, before], np.diff(earned, axis=1)
        played, opponent = history.played[:, :before], history.opponent[:, :before]
        # A round without a game is one against oneself, worth what was registered for it.
        as_opponent = score + _draws_of_absent(situation, gained)
        theirs = np.where(played, as_opponent[opponent.clip(0)], score[:, None])
        buchholz, berger = theirs.sum(axis=1), (gained * theirs).sum(axis=1)
        rank = np.empty(len(number), np.int64)
        rank[np.lexsort((number, -berger, -buchholz))] = np.arange(len(number))
        return rank

    def higher(self, one: int, other: int) -> int:
        """The higher ranked of two players, whatever their scores are."""
        return one if self.rank[one] < self.rank[other] else other


def _draws_of_absent(situation: Situation, gained: Integers) -> Integers:
    """What opponents of a player count for the latest rounds that were missed without a point, if the next one is, too."""
    history, before = situation.history, situation.round_number - 1
    missed: Bools = (history.opponent[:, :before] < 0) & (gained == 0)
    run = np.minimum.accumulate(missed[:, ::-1], axis=1).sum(axis=1)
    return np.where(situation.waiting, 0, run * history.rules.points.jigo_x2)


class BursteinBracket(Bracket):
    """A bracket of the Burstein system: those moved down are ranked by index among the residents."""

    criteria_of_system = CRITERIA
    crossing = "C5"
    following = "C7"

    def _arranged(self, bracket: list[int], players: FidePlayers) -> list[int]:
        """The players of a bracket in the order of their numbers in it."""
        return sorted(bracket, key=players.rank.__getitem__)

    def natural(self) -> list[tuple[int, int]] | None:
        """The first against the last, the second against the last but one, and so on."""
        last = self.inside - 1
        return [(one, last - one) for one in range(self.inside // 2)] if self.alone else None

    def choose(self, criteria: list[Aim]) -> Choice:
        """Each player, the highest ranked first, has the last opponent; who goes down has one before all others."""
        number, may = np.arange(self.size), self.allowed.copy()
        worth = np.where(number < self.inside, number + 1, 0)
        steps = [*first_opponents(self, criteria, range(self.inside), worth, number, may)]
        whole = steps[-1][1]
        return Choice(whole, tuple(Claim.of(stage, whole) for stage, _ in steps))

    def earlier(self, ours: list[tuple[int, int]], pair: tuple[int, int]) -> Earlier:
        """Those of lower rank come before an opponent."""
        one, other = pair
        before = [each for each in ours if each[0] < one]
        used = {each for pair in before for each in pair}
        later = range(self.inside - 1, other, -1)
        return Earlier(
            pair, before, [each for each in later if each not in used], self.allowed.copy()
        )


@dataclass(frozen=True, kw_only=True)
class Burstein(FideSystem):
    """The Burstein system of FIDE: after some Dutch rounds, the first of a score group by the scores of opponents meets the last.

    The bye is given first. Of the pairings of a bracket that are equally good by the criteria C5 to C8, the first
    player has the last opponent that can be, then the second player, and so on.
    """

    name: ClassVar[str] = "burstein"
    source: ClassVar[str] = "C.04.4.2"
    players = BursteinPlayers
    course = Downwards
    bracket = BursteinBracket

    def in_round(self, situation: Situation) -> FideSystem:
        """The first rounds are rounds of the Dutch system."""
        own = super().in_round(situation)
        first = min(situation.history.rounds // 2, _MOST_DUTCH_ROUNDS)
        if situation.round_number > first:
            return own
        return Dutch(**{each.name: getattr(self, each.name) for each in fields(FidePlayerRules)})
