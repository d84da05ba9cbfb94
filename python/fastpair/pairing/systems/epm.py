"""EPM's pairing by backtracking [V 6.1].

Players are rows in standing order, 0 is the best. EPM's scores are ``scores.tiebreaks.pairing_x2``;
its weights are not published, and any will do.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ...go.scores import main_score_x2
from ...go.scores.tiebreaks import pairing_x2
from ...parameters import parameter
from ..solving.must_play_groups import only_each_other
from ..weights import WeightModel  # noqa: TC001 - what can be set is read from the annotations
from ..weights.models.godraw2015 import GoDraw2015
from .arguments import relation, weighed_pairs
from .backtracking import first_complete
from .completion import completed
from .standing import among, spared, standing
from .system import ByModel, Pairing

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from .arguments import Integers
    from .system import Situation

__all__ = ["EPM", "between_groups", "pairs"]


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
        found, _ = pairs(score[order[others]], among(weights, others), among(allowed, others))
        made = np.concatenate([forced, others[found]])
        if self.complete:
            made = np.concatenate(completed(made, score[order], allowed))
        reason = "" if self.complete else "his group cannot be paired completely"
        return Pairing.of_seats(players, order[made], bye, reason=reason)


def pairs(score: ArrayLike, weights: ArrayLike, allowed: ArrayLike) -> tuple[Integers, Integers]:
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
    waiting = np.ones(len(edges), dtype=np.bool_)
    waiting[found] = False
    for members in _groups(np.asarray(score)):
        rest = members[waiting[members]]
        if len(rest) % 2:
            rest = rest[rest != _middle(rest)]
        inside = np.ix_(rest, rest)
        made = first_complete(worth[inside], edges[inside])
        if made is not None:
            found = np.concatenate([found, rest[made]])
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
        raise ValueError("score: expected the best first")
    waiting = np.ones(len(scores), dtype=np.bool_)
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
    return np.array(found, dtype=np.int64).reshape(-1, 2)


def _groups(scores: NDArray[np.generic]) -> list[NDArray[np.intp]]:
    """Rows of the players of each score, the first group first."""
    begins = 1 + np.flatnonzero(scores[1:] != scores[:-1])
    return np.split(np.arange(len(scores)), begins)


def _middle(rows: NDArray[np.intp]) -> np.intp:
    """The player at place (n + 1) / 2."""
    middle: np.intp = rows[(len(rows) - 1) // 2]
    return middle
