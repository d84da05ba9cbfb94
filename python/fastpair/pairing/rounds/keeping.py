"""Pairing by weights that keeps to a draw that the players know already."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from ...errors import RuleError
from ...go.tournament import Game  # noqa: TC001 - what can be set is read from the annotations
from ...matching import max_weight_matching
from ..draw import HardRule, remaining
from ..draw.stopwatch import timed
from ..solving.best_matching import best_matching
from ..solving.bye import without
from ..systems.weighted import Weighted
from .drawbacks import Drawbacks
from .least_change import (
    Compromise,
    at_price,
    between,
    bye_of_least_change,
    least_change,
    nearest_heaviest,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from ...matching import Matching
    from ..field import Field
    from ..solving.solution import Seats
    from ..solving.solved import Solved
    from ..systems.system import Situation
    from ..weights.model import Levels
    from .drawbacks import Drawback

    Bools = NDArray[np.bool_]
    Integers = NDArray[np.int64]

__all__ = ["Keeping", "Offer", "Settled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A draw between the one that changes the fewest boards and the heaviest one."""

    solved: Solved

    changed: int
    """How many of the boards that are to be kept it does not keep; a bye counts as one."""

    lighter: int
    """How much less it weighs than the heaviest draw of the list with the same bye."""

    bye: str | None
    """Key of the player with the bye."""

    drawbacks: Mapping[str, Drawback]
    """What speaks against its games, see ``Drawbacks``."""


@dataclass(frozen=True, kw_only=True)
class Keeping(Weighted):
    """Of all pairings that pair the most players, the heaviest of those that keep the most boards.

    A fresh draw, which takes no account of known boards, limits the new boards. None of them is in any
    respect worse than the worst game of the fresh draw: their score groups are no further apart, they
    have no more stones, and one is a rematch or within a club only if a game of the fresh draw is.
    The fresh draw is within these limits, so as many players are paired as without them. A board
    that is known may stay, whatever it is like.

    The bye is chosen before the weights count, as in every draw: of the players whose bye costs the
    fewest known boards, the first in the order for the bye gets it. The bye that was given counts as
    a board. If fewer could be paired then than in the fresh draw, the bye is that of the fresh draw.

    A board that is against the model's own rules may stay. All other rules hold for boards that were
    drawn before, too.
    """

    boards: tuple[Game, ...] = ()
    """The boards that are to be kept; those whose players are not to be paired are lost."""

    byes: tuple[str, ...] = ()
    """Keys of those who have had the bye."""

    price: float | None = None
    """Weight that each board that is kept adds, in the model's own weights; None if it is worth more
    than all weights. With 0 the draw is one of the heaviest with the same bye, and of these
    one that keeps the most boards."""

    choice: int | None = None
    """Index of the offer that is taken; None if the price decides."""

    fewest: bool = False
    """Whether new boards may be worse than any game of a fresh draw, so that the fewest change. They are
    not held to the limit of scores then."""

    @property
    def known(self) -> tuple[Game, ...]:
        """The boards that are to be kept."""
        return self.boards

    @property
    def proviso(self) -> str:
        """What decides besides the weight."""
        within = "" if self.fewest else ", no new one worse than any game of a fresh draw"
        if self.choice is not None:
            return f"at some price of a known board{within}"
        if self.price is not None:
            return f"at a price of {self.price:g} for a known board{within}"
        return f"of those that change as few known boards{within}"

    def _by_bounds(self, situation: Situation, timings: dict[str, float]) -> None:
        """Weigh all pairs, however many: what a board that is kept adds is in no bound."""

    def solve(self, situation: Situation, timings: dict[str, float]) -> Solved:
        """Pair a round, and record in ``timings`` how many seconds each stage took.

        Raises
        ------
        RuleError
            If there is no such offer.
        """
        if self.choice is not None:
            offers = self.offers(situation, timings)
            if not 0 <= self.choice < len(offers):
                raise RuleError(f"expected a draw from 1 to {len(offers)}, got {self.choice + 1}")
            return offers[self.choice].solved
        task = next(self._tasks(situation, timings))
        with timed(timings, "matching"):
            if len(task.heaviest.weighed.levels) > 1 and not self.price:
                return self._by_levels(task)
            weights = task.heaviest.weighed.total
            if self.price == 0:
                return task.solved(nearest_heaviest(weights, task.allowed, task.kept))
            if self.price is None:
                return task.solved(least_change(weights, task.allowed, task.kept))
            price = round(Fraction(self.price) * self.model.units(task.heaviest.field))
            return task.solved(at_price(weights, task.allowed, task.kept, price))

    def _by_levels(self, task: _Task) -> Solved:
        """The boards that are kept are a level of their own: the first, or the last at the price 0."""
        levels, kept = task.heaviest.weighed.levels, task.kept.astype(np.int64)
        favoured = (kept, *levels) if self.price is None else (*levels, kept)
        return task.matched(best_matching(favoured, task.allowed), favoured)

    def offers(self, situation: Situation, timings: dict[str, float]) -> tuple[Offer, ...]:
        """The draws that are the best at some price of a board, from the fewest changes on.

        If another player has the bye in a fresh draw than the one with whom the fewest boards are
        lost, the draws with his bye follow.
        """
        return tuple(
            offer
            for task in self._tasks(situation, timings)
            for offer in self._offers(task, situation, timings)
        )

    def _offers(
        self, task: _Task, situation: Situation, timings: dict[str, float]
    ) -> Iterator[Offer]:
        with timed(timings, "matching"):
            found = between(task.heaviest.weighed.total, task.allowed, task.kept)
        drawbacks = Drawbacks.of(task.heaviest.field, situation.constraints)
        known = len(self.boards) + len(self.byes)
        kept = int(task.bye in self.byes)
        for one in found:
            yield Offer(
                solved=task.solved(one),
                changed=known - kept - one.kept,
                lighter=found[-1].weight - one.weight,
                bye=task.bye,
                drawbacks=drawbacks.among(one.matching.edges),
            )

    def _tasks(self, situation: Situation, timings: dict[str, float]) -> Iterator[_Task]:
        """What is to be matched with each bye that comes into question.

        That is the bye by which the fewest boards are lost, if as many can be paired as in a fresh
        draw, and the bye of the fresh draw.
        """
        fresh = super().solve(situation, timings)
        everybody, byes = self.everybody(situation)
        fresh_bye = None if fresh.bye is None else everybody.player.tolist().index(fresh.bye)
        limit = None
        if not self.fewest:
            drawn = Drawbacks.of(fresh.field, situation.constraints)
            limit = drawn.among(fresh.solution.matching.edges)
        first = fresh_bye
        if len(byes):
            first = self._bye(situation, everybody, byes, limit, timings)
        for bye in dict.fromkeys((first, fresh_bye)):
            heaviest = fresh if bye == fresh_bye else self.with_bye(situation, bye, timings)
            task = self._task(situation, heaviest, limit)
            if bye == fresh_bye or task.most() >= fresh.solution.matching.cardinality:
                yield task

    def _bye(
        self,
        situation: Situation,
        everybody: Field,
        byes: Seats,
        limit: Mapping[str, Drawback] | None,
        timings: dict[str, float],
    ) -> int:
        """Seat, among all who wait, of the player with whom the fewest boards are lost."""
        with timed(timings, "bye"):
            removals = situation.constraints.removals(everybody, state=self.model.state(everybody))
            had = [seat for seat, key in enumerate(everybody.key) if key in self.byes]
            allowed, kept = remaining(len(everybody), removals), everybody.listed(self._pairs)
            if limit is not None:
                drawbacks = Drawbacks.of(everybody, situation.constraints)
                allowed &= kept | drawbacks.none_worse(limit)
            return bye_of_least_change(allowed, byes, kept, had[0] if had else None)

    def _task(
        self, situation: Situation, heaviest: Solved, limit: Mapping[str, Drawback] | None
    ) -> _Task:
        """The pairs that may be drawn and that are to be kept, with the bye of the heaviest draw."""
        players, solution = heaviest.field, heaviest.solution
        kept = players.listed(self._pairs)
        stated = (removal for removal in solution.removals if not removal.own)
        stay = kept & remaining(len(players), stated)
        new = solution.allowed
        if limit is None:
            held = (r for r in solution.removals if r.rule is not HardRule.SCORE_LIMIT)
            new = remaining(len(players), held)
            new = new if solution.bye is None else without(new, solution.bye)
        else:
            new = new & Drawbacks.of(players, situation.constraints).none_worse(limit)
        return _Task(
            heaviest=heaviest,
            allowed=new | (stay if solution.bye is None else without(stay, solution.bye)),
            kept=kept,
            bye=None if heaviest.bye is None else situation.people.players[heaviest.bye].key,
        )

    @property
    def _pairs(self) -> frozenset[frozenset[str]]:
        return frozenset(frozenset(board.players) for board in self.boards)


@dataclass(frozen=True, kw_only=True)
class Settled(Keeping):
    """A draw whose pairs and bye are settled already; tables, colours and stones are as always."""

    fewest: bool = True

    @property
    def known(self) -> tuple[Game, ...]:
        """None: the settled pairs have no tables, colours or stones yet."""
        return ()

    @property
    def proviso(self) -> str:
        """What decides besides the weight."""
        return "of those with the boards that were settled before"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Task:
    """What is to be matched with one bye."""

    heaviest: Solved
    """The heaviest draw, whatever it keeps."""

    allowed: Bools
    """The pairs that may be drawn, with those that may only stay, (n, n)."""

    kept: Bools
    """The pairs that are to be kept, (n, n)."""

    bye: str | None
    """Key of the player with the bye."""

    def most(self) -> int:
        """How many pairs there can be."""
        kept = self.kept.astype(np.int64)
        return max_weight_matching(kept, maxcardinality=True, allowed=self.allowed).cardinality

    def solved(self, found: Compromise) -> Solved:
        """The round, paired by a compromise."""
        return self.matched(found.matching, (found.favoured,))

    def matched(self, matching: Matching, favoured: Levels) -> Solved:
        """The round, paired by the best matching of its players by some weights."""
        solution = replace(self.heaviest.solution, matching=matching, allowed=self.allowed)
        return replace(self.heaviest, proven_by=favoured, solution=solution)
