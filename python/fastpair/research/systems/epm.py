"""EPM, and searches by backtracking."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from operator import index
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ..._kernels.backtracking import first_pairing
from ...errors import InputError
from ...go.scores import main_score_x2
from ...go.scores.criteria import pairing_x2
from ...matching import max_weight_matching, min_weight_matching
from ...pairing.solving.costs import only_each_other
from ...pairing.systems.system import (
    ByModel,
    Pairing,
    among,
    relation,
    spared,
    standing,
    weighed_pairs,
)
from ...pairing.weights import WeightModel  # noqa: TC001 - what can be set is read from the annotations
from ...pairing.weights.models.godraw2015 import GoDraw2015
from ...parameters import parameter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from ...arrays import Array, Bools, Indices, Integers
    from ...pairing.systems.system import Situation


# ---- The first complete pairing by lists of preferred opponents [V 6.1, lines 2 to 10] ----

# Players are rows in standing order, 0 is the best.

_MOST_STEPS = 2**20
"""Steps of backtracking before matchings take over."""


def preferences(weights: ArrayLike, allowed: ArrayLike) -> list[list[int]]:
    """Lists of everybody's possible opponents, the greatest weight first [V 6.1, line 2].

    Of equal weights the better player comes first.

    Parameters
    ----------
    weights : (n, n) numbers
        How good each pair is for the player of the row.
    allowed : (n, n) bool
        The pairs that there may be, symmetric.

    Raises
    ------
    ValueError
        If a shape does not fit, ``allowed`` is not symmetric, or a weight is NaN.
    """
    starts, opponents = _by_weight(*weighed_pairs(weights, allowed))
    return _as_lists(starts, opponents)


def first_complete(weights: ArrayLike, allowed: ArrayLike) -> Integers | None:
    """``backtrack`` of the ``preferences`` by these weights, without the lists."""
    return _first_complete(*_by_weight(*weighed_pairs(weights, allowed)))


def backtrack(preferences: Sequence[Sequence[int]]) -> Integers | None:
    """The first complete pairing by lists of preferred opponents [V 6.1, lines 3 to 10].

    The best player without an opponent takes the first of his list who is free. If nobody is free,
    the last pair is taken back, and its better player goes on in his list. Of all complete pairings
    the result is therefore the one in which the best player's choice comes first in his list, of
    these the one in which the next choice does, and so on. Only the list of the better player of a
    pair counts.

    Backtracking can take time that grows exponentially with the number of players. Where it takes
    many steps, the same pairing is found by a matching for each choice.

    Parameters
    ----------
    preferences
        For each player, in standing order, the rows of his possible opponents, the preferred first.

    Returns
    -------
    (n / 2, 2) int64, or None
        Rows of the pairs, the better first, in standing order; None if not all can be paired.

    Raises
    ------
    ValueError
        If a list names a player who does not exist, or the one whose list it is.
    """
    return _first_complete(*_laid_out(preferences))


def _first_complete(starts: Integers, opponents: Integers) -> Integers | None:
    """``backtrack``, of lists in the form of ``_laid_out``."""
    mate, ended = first_pairing(starts, opponents, _MOST_STEPS)
    if not ended:
        mate = _choice_by_choice(_as_lists(starts, opponents))
    better = np.flatnonzero(mate > np.arange(len(mate)))
    return np.column_stack([better, mate[better]]) if (mate >= 0).all() else None


def _choice_by_choice(preferences: Sequence[Sequence[int]]) -> Integers:
    """Opponent of each player, in polynomial time; -1 for all if not all can be paired.

    Each player in turn takes the first of his list with whom all the others can still be paired. A
    matching finds him: the first of the list weighs most, and all other pairs weigh nothing.
    """
    n = len(preferences)
    mate = np.full(n, -1, np.int64)
    allowed = np.zeros((n, n), bool)
    for player, choices in enumerate(preferences):
        below = [choice for choice in choices if choice > player]
        allowed[player, below] = allowed[below, player] = True
    for player, choices in enumerate(preferences):
        if mate[player] >= 0:
            continue
        free = np.flatnonzero(mate < 0)
        inside = np.ix_(free, free)
        weights = np.zeros((n, n), np.int64)
        for worth, choice in enumerate(reversed(choices)):
            weights[player, choice] = weights[choice, player] = worth
        matching = max_weight_matching(
            weights[inside], allowed=allowed[inside], maxcardinality=True
        )
        if matching.unmatched.size:
            return np.full_like(mate, -1)
        opponent = free[matching.mate[0]]
        mate[player], mate[opponent] = opponent, player
    return mate


def _by_weight(worth: Array, edges: Bools) -> tuple[Integers, Integers]:
    """Lists of possible opponents, the greatest weight first, in the form of ``_laid_out``."""
    players = np.arange(len(edges))
    # A stable sort read backwards is in decreasing order, for numbers of any type.
    order = len(edges) - 1 - worth[:, ::-1].argsort(axis=1, kind="stable")[:, ::-1]
    possible = np.take_along_axis(edges, order, axis=1) & (order != players[:, None])
    starts = np.zeros(len(edges) + 1, np.int64)
    np.cumsum(np.count_nonzero(possible, axis=1), out=starts[1:])
    return starts, order[possible]


def _as_lists(starts: Integers, opponents: Integers) -> list[list[int]]:
    """The lists that ``_laid_out`` has put into arrays."""
    return (
        [choices.tolist() for choices in np.split(opponents, starts[1:-1])]
        if len(starts) > 1
        else []
    )


def _laid_out(preferences: Sequence[Sequence[int]]) -> tuple[Integers, Integers]:
    """One array of all lists, after the array of indices where each starts and the last one ends."""
    starts = np.zeros(len(preferences) + 1, np.int64)
    np.cumsum([len(choices) for choices in preferences], out=starts[1:])
    others = range(len(preferences))
    for player, choices in enumerate(preferences):
        for choice in choices:
            if index(choice) not in others or choice == player:
                raise InputError(
                    f"preferences[{player}]: expected others of the {len(others)} players, "
                    f"numbered from 0, got {choice}"
                )
    return starts, np.array(list(chain.from_iterable(preferences)), np.int64)


# ---- Opponents for the players whom a greedy system leaves over ----


def completed(pairs: Integers, score_x2: Integers, allowed: Bools) -> tuple[Integers, Integers]:
    """Pair as many players as possible, and take apart as few of the pairs as that needs.

    Among equally few, the sum of the squared differences of scores of the new pairs is the least.

    Parameters
    ----------
    pairs : (m, 2) int64
        Players who have found each other.
    score_x2 : (n,) int64
        Doubled scores of all players.
    allowed : (n, n) bool
        The pairs that there may be, symmetric.

    Returns
    -------
    (k, 2) int64, (l, 2) int64
        The pairs that stay, as they were given, and the new ones.
    """
    new = np.empty((0, 2), np.int64)
    if len(score_x2) - 2 * len(pairs) < 2:
        return pairs, new
    first, second = pairs.T
    difference = score_x2[:, None] - score_x2
    apart = difference * difference
    cost = apart + len(apart) * int(apart.max()) + 1
    cost[first, second] = cost[second, first] = 0
    matching = min_weight_matching(cost, allowed=allowed)
    found = matching.edges
    return pairs[matching.mate[first] == second], found[cost[tuple(found.T)] > 0]


# ---- EPM's pairing by backtracking [V 6.1] ----

# Players are rows in standing order, 0 is the best. EPM's scores are ``scores.tiebreaks.pairing_x2``;
# its weights are not published, and any will do.


@dataclass(frozen=True, kw_only=True)
class EPM(ByModel):
    """EPM: one group after the other, from the top, by backtracking over lists of preferences.

    The groups are those of EPM's own scores, in which an absence counts half a point and the total
    is rounded down. The weights of EPM are not published; those of a model stand for them.
    """

    name: ClassVar[str] = "epm"
    source: ClassVar[str] = "V 6.1"
    guarantees: ClassVar[str] = (
        "No pair is against a hard rule, and if the draw is completed, as many players as possible are "
        "paired; at most one player of a group is drawn down if every group can be paired."
    )
    fails: ClassVar[str] = (
        "Unless the draw is completed, a group that cannot be paired is left over as a whole, and so is "
        "the middle player of an odd group who may meet nobody below."
    )

    model: WeightModel = field(default_factory=GoDraw2015)

    complete: bool = parameter(
        True,
        "Whether players of groups that cannot be paired are paired otherwise, and as few pairs as "
        "possible taken apart for it; false as in the source",
    )

    def pair(self, situation: Situation) -> Pairing:
        """Pair a round."""
        players, number = situation.field, situation.round_number
        score = pairing_x2(situation.history, main_score_x2)[players.player, number - 1]
        order = standing(situation, score)
        bye = spared(situation, order)
        weighed = players if bye is None else players.without(bye)
        order = order[order != bye]
        allowed = among(situation.allowed, order)
        weights = among(self.model.weigh(weighed).total, np.searchsorted(np.sort(order), order))
        forced = only_each_other(allowed)
        others = np.delete(np.arange(len(order)), forced.ravel())
        found, _ = pairs_by_groups(
            score[order[others]], among(weights, others), among(allowed, others)
        )
        pairs_of_round = np.concatenate([forced, others[found]])
        if self.complete:
            pairs_of_round = np.concatenate(completed(pairs_of_round, score[order], allowed))
        reason = "" if self.complete else "his group cannot be paired completely"
        return Pairing.of_seats(players, order[pairs_of_round], bye, reason=reason)


def pairs_by_groups(
    score: ArrayLike, weights: ArrayLike, allowed: ArrayLike
) -> tuple[Integers, Integers]:
    """Pair players of different groups first, then each group by backtracking [V 6.1].

    A group that cannot be paired completely is left over. So is the middle player of an odd group
    who may meet nobody of the groups below.

    Parameters
    ----------
    score : (n,) numbers
        Scores in standing order, none larger than one before; equal ones make a group.
    weights : (n, n) numbers
        How good each pair is for the player of the row.
    allowed : (n, n) bool
        The pairs that there may be, symmetric.

    Returns
    -------
    (m, 2) int64, (n - 2m,) int64
        Rows of the pairs, the better player first; and of the players left over, in standing order.

    Raises
    ------
    ValueError
        If the scores increase, a shape does not fit, ``allowed`` is not symmetric, or a weight is
        NaN.
    """
    worth, edges = weighed_pairs(weights, allowed)
    found = between_groups(score, edges)
    waiting = np.ones(len(edges), bool)
    waiting[found] = False
    for members in _groups(np.asarray(score)):
        rest = members[waiting[members]]
        if len(rest) % 2:
            rest = rest[rest != _middle(rest)]
        inside = np.ix_(rest, rest)
        matching = first_complete(worth[inside], edges[inside])
        if matching is not None:
            found = np.concatenate([found, rest[matching]])
            waiting[rest] = False
    return found, np.flatnonzero(waiting)


def between_groups(score: ArrayLike, allowed: ArrayLike) -> Integers:
    """Draw middle players down and up, so that all groups become even [V 6.1, line 1].

    Groups are served from the top. The middle player of an odd group may meet some players of the
    groups below; in the highest group that has any, he meets the middle one of them. Of two in the
    middle the better one counts.

    Parameters and errors as of ``pairs``.

    Returns
    -------
    (pairs, 2) int64
        Rows of the pairs, the better first.
    """
    scores = np.asarray(score)
    edges = relation("allowed", allowed, 2 * scores.shape)
    if (scores[1:] > scores[:-1]).any():
        raise InputError("score: expected the best first")
    waiting = np.ones(len(scores), bool)
    found = []
    for members in _groups(scores):
        rest = members[waiting[members]]
        if len(rest) % 2 == 0:
            continue
        down = _middle(rest)
        eligible = np.flatnonzero(waiting & edges[down] & (scores < scores[down]))
        if eligible.size:
            up = _middle(eligible[scores[eligible] == scores[eligible[0]]])
            waiting[[down, up]] = False
            found.append((down, up))
    return np.array(found, np.int64).reshape(-1, 2)


def _groups(scores: NDArray[np.generic]) -> list[Indices]:
    """Rows of the players of each score, the first group first."""
    begins = 1 + np.flatnonzero(scores[1:] != scores[:-1])
    return np.split(np.arange(len(scores)), begins)


def _middle(rows: Indices) -> np.intp:
    """The player at place (n + 1) / 2."""
    middle: np.intp = rows[(len(rows) - 1) // 2]
    return middle
