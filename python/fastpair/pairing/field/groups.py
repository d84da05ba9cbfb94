"""Score groups: who stands at the same height, and in which order [OPENGOTHA 10]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from ...errors import RuleError
from ...go.scores import MMS_OF_1_DAN, criterion_values, order_by, whole
from ...go.tournament import Criterion

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...go.scores import History
    from ...go.tournament import Rules

__all__ = ["Groups", "draws"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Groups:
    """The groups of a round; int64 arrays of shape (n,) over all players of the tournament.

    A player who is no member, or has a score outside of the range that the rules foresee, has 0
    in all of them, as in OpenGotha.
    """

    number: int
    """Number of groups, the empty ones included."""

    group: NDArray[np.int64]
    """Group of the player: 0 is the best score of the strongest category."""

    size: NDArray[np.int64]
    """Members of this group."""

    placement: NDArray[np.int64]
    """Seed of the player within the group, from 0."""

    @classmethod
    def of(
        cls,
        history: History,
        round_number: int,
        members: NDArray[np.bool_],
        main_x2: NDArray[np.int64],
        standings: NDArray[np.int64],
    ) -> Self:
        """Group the members by category and whole main score before the round.

        Parameters
        ----------
        history, round_number, members
            The past, the round, and the players who make the groups.
        main_x2, standings
            ``main_score_x2``, and ``standings_values`` before the round.

        Raises
        ------
        RuleError
            If the McMahon floor is so far above the bar that there is no group.
        """
        after = round_number - 1
        lowest, highest = _score_range(history.rules, after)
        if lowest > highest:
            floor, bar = history.rules.floor, history.rules.bar
            raise RuleError(f"expected a floor below the bar of {bar}, got {floor}")
        score = whole(main_x2[:, after])
        inside = np.flatnonzero(members & (lowest <= score) & (score <= highest))
        levels = highest - lowest + 1
        group, size, placement = np.zeros((3, len(score)), dtype=np.int64)
        group[inside] = (history.category * levels + highest - score)[inside]
        sorting = np.column_stack([-group, standings, _additional(history, round_number)])
        order = inside[order_by(sorting[inside], history.name_order[inside])]
        first, count = np.unique(group[order], return_index=True, return_counts=True)[1:]
        size[order] = np.repeat(count, count)
        placement[order] = np.arange(len(order)) - np.repeat(first, count)
        number = history.rules.categories * levels
        return cls(number=number, group=group, size=size, placement=placement)


def _score_range(rules: Rules, after: int) -> tuple[int, int]:
    """Lowest and highest whole main score that make a group."""
    if rules.main_criterion is Criterion.MMS:
        return rules.floor - 1 + MMS_OF_1_DAN, rules.bar + 2 + after + MMS_OF_1_DAN
    return 0, 2**after if rules.main_criterion is Criterion.CUP_SCORE else after


def _additional(history: History, round_number: int) -> NDArray[np.int64]:
    """The additional criterion of the round's seed system, the last one to order a group."""
    rules = history.rules.pairing
    second = round_number > rules.last_round_of_first_seed_system
    return criterion_values(history, rules.seed_criteria[second], round_number - 1)


def draws(
    history: History, round_number: int, main_x2: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Numbers of earlier games against opponents of higher and of lower groups, int64 (n,) each."""
    after = round_number - 1
    score = whole(main_x2[:, :after])
    opponent = history.opponent[:, :after]
    theirs = np.take_along_axis(score, opponent.clip(0), axis=0)
    seated = opponent >= 0
    ups: NDArray[np.int64] = (seated & (score < theirs)).sum(axis=1)
    downs: NDArray[np.int64] = (seated & (score > theirs)).sum(axis=1)
    return ups, downs
