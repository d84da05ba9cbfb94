"""Pairing by weights that leaves the later rounds drawable."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ...matching import kbest_matchings
from ..draw.stopwatch import timed
from ..solving.best_matching import best_matching
from ..solving.own_rules import own_rules
from ..solving.solved import Solved
from .rounds_to_come import RoundsToCome, certainly_drawable
from .system import Pairing
from .weighted import Weighted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ...matching.levels.ranking import RankedLevelMatching
    from ...matching.ranking import RankedMatching
    from ..draw.removal import Range
    from .system import Situation

__all__ = ["LookingAhead"]

_MOST_DRAWS = 1000
"""Draws that are tried, the heaviest of each bye first."""


@dataclass(frozen=True, kw_only=True)
class LookingAhead(Weighted):
    """Of all pairings that pair the most players and leave the rounds to come drawable, the heaviest."""

    guarantees: ClassVar[str] = (
        "As many players as possible are paired, never against a hard rule, and no such pairing "
        "weighs more; both are proven. Where few pairs are left that have not met, only pairings "
        "count after which the rounds that are left can all be drawn complete."
    )

    def paired(self, situation: Situation, timings: dict[str, float]) -> Pairing:
        """Pair a round, and record in ``timings`` how many seconds each stage took."""
        heaviest = super().paired(situation, timings)
        if not self._looks(situation):
            return heaviest
        with timed(timings, "rounds to come"):
            ahead = RoundsToCome.of(situation)
            most = ahead.most()
            if (
                not most
                or most == 1
                or ahead.keeps(heaviest.pairs, heaviest.bye, most) is not False
            ):
                return heaviest
            other = next(self._keeping(situation, ahead, most), None)
            if other is None and self.own_rules(situation):
                other = next(self._keeping(situation, ahead, most, yielding=True), None)
            if other is None:
                other = max(self._found(situation, ahead, most), key=_weight, default=None)
        return heaviest if other is None else other

    @staticmethod
    def _looks(situation: Situation) -> bool:
        """Whether it matters for later rounds how this one is drawn."""
        rules = situation.constraints
        return (
            situation.later_undrawn
            and not rules.this_round_alone
            and not rules.rematches
            and not certainly_drawable(situation)
        )

    def own_rules(self, situation: Situation) -> tuple[Range, ...]:
        """The model's own rules for those who wait."""
        everybody, _ = self.everybody(situation)
        return own_rules(self.model, everybody, situation.constraints)

    def _yielding(self, situation: Situation, bye: int | None) -> Solved:
        """A round with a given bye in which the model's own rules only cost what they cost."""
        stated = situation.constraints
        top = stated.no_handicap_at_top
        free = replace(stated, limit_scores=False, no_handicap_at_top=bool(top))
        solved = self.with_bye(replace(situation, constraints=free), bye, {})
        exempt = stated.exempt(solved.field)
        costs = (
            -rule.removal(exempt).costs() for rule in own_rules(self.model, solved.field, stated)
        )
        return replace(solved, proven_by=(*costs, *solved.weighed.levels))

    def _keeping(
        self, situation: Situation, ahead: RoundsToCome, most: int, *, yielding: bool = False
    ) -> Iterator[Pairing]:
        """The best draw that keeps so many rounds drawable, with the first bye that has one.

        The best one is the heaviest; if the model's own rules yield, of those that are against them the
        least.
        """
        everybody, order = self.everybody(situation)
        forced, left = frozenset().union(*situation.constraints.force), _MOST_DRAWS
        for seat in order.tolist() if len(order) else [None]:
            if seat is not None and (
                everybody.key[seat] in forced or not ahead.spares(everybody.player[seat], most)
            ):
                continue
            solved = (
                self._yielding(situation, seat) if yielding else self.with_bye(situation, seat, {})
            )
            if solved.solution.incomplete:
                continue
            for ranked in islice(_ranked(solved), left):
                pairs = solved.field.player[ranked.edges]
                if ahead.keeps(pairs, solved.bye, most):
                    yield Pairing(
                        pairs=pairs,
                        bye=solved.bye,
                        solved=_within_cell(solved, ranked),
                        kept_drawable=most - 1,
                    )
                left -= 1

    def _found(self, situation: Situation, ahead: RoundsToCome, most: int) -> Iterator[Pairing]:
        """Draws that keep so many rounds drawable by the way, however much they weigh."""
        everybody, _ = self.everybody(situation)
        seat = {row: place for place, row in enumerate(everybody.player.tolist())}
        forced = frozenset().union(*situation.constraints.force)
        for pairs, bye in ahead.ways(most):
            if bye is not None and everybody.key[seat[bye]] in forced:
                continue
            solved = self._yielding(situation, None if bye is None else seat[bye])
            seats = {row: place for place, row in enumerate(solved.field.player.tolist())}
            allowed = np.zeros_like(solved.solution.allowed)
            for one, other in pairs.tolist():
                allowed[seats[one], seats[other]] = allowed[seats[other], seats[one]] = True
            if (allowed <= solved.solution.allowed).all():
                yield Pairing(
                    pairs=pairs,
                    bye=bye,
                    solved=_matched(solved, allowed),
                    kept_drawable=most - 1,
                    searched=True,
                )


def _ranked(solved: Solved) -> Iterator[RankedMatching | RankedLevelMatching]:
    """The heaviest draws of a round, best first; none if its weights are too large to be ranked."""
    levels, allowed = solved.proven_by, solved.solution.allowed
    try:
        if len(levels) == 1:
            return kbest_matchings(levels[0], allowed=allowed, maxcardinality=True)
        return kbest_matchings(levels=levels, allowed=allowed, maxcardinality=True)
    except OverflowError:
        return iter(())


def _within_cell(solved: Solved, ranked: RankedMatching | RankedLevelMatching) -> Solved:
    """The round, paired by one of its heaviest draws, which is the best of its cell.

    The heavier ones are in other cells, and do not keep the later rounds drawable. The proof of the cell is
    one of each of its best draws.
    """
    allowed = solved.solution.allowed.copy()
    for i, j in ranked.forbidden:
        allowed[i, j] = allowed[j, i] = False
    for pair in ranked.forced:
        allowed[pair, :] = allowed[:, pair] = False
    for i, j in ranked.forced:
        allowed[i, j] = allowed[j, i] = True
    found = _matched(solved, allowed)
    matching = replace(found.matching, mate=ranked.mate)
    return replace(found, solution=replace(found.solution, matching=matching))


def _matched(solved: Solved, allowed: NDArray[np.bool_]) -> Solved:
    """The round, paired by the best of the matchings of some pairs."""
    matching = best_matching(solved.proven_by, allowed)
    return replace(solved, solution=replace(solved.solution, matching=matching, allowed=allowed))


def _weight(pairing: Pairing) -> tuple[int, ...]:
    """What the pairs cost and weigh, level by level."""
    assert isinstance(pairing.solved, Solved)
    first, second = pairing.solved.matching.edges.T
    return tuple(int(level[first, second].sum()) for level in pairing.solved.proven_by)
