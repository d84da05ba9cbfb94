"""The Swiss system."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, get_args

import numpy as np

from ...errors import RuleError
from ...go.tournament import Criterion
from ...parameters import parameter
from ...sentences import phrase
from ..draw import remaining
from ..draw.draw import timed
from ..solving.costs import best_matching, without
from ..solving.solution import Problem, Solution
from ..weights import Weights
from ..weights.model import Unweighted
from .look_ahead import WithLookAhead
from .system import COMPLETE, by_rating, drawn_lots, from_one, most_paired, standing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray

    from ...arrays import Bools, Integers
    from ..draw import Removal
    from ..field import Field
    from .system import Situation


# ---- Who should meet whom within a group of equal scores: how far a pair is from the ideal [V 4.2.3] ----

# Places in the group count from 1, the best, to n. A deviation is an integer, 0 for the ideal pairs
# of ``within_group``. With seeds at the middle of equal parts (``papers.seeds.mid``) it follows from
# the corresponding deviation d of ``papers.even``: a fold has n d, a translation 2n d, a double fold
# n d where n is a multiple of 4, a fine grain n d - 1, and another half 0 or 1.

Seeding = Literal["fold", "double-fold", "translation", "fine-grain", "split-and-mix", "random"]
"""Names of the ways to seed a group."""


def _fold(i: Integers, j: Integers, players: int) -> Integers:
    """The best against the last: x meets n + 1 - x."""
    return abs(i + j - (players + 1))


def _double_fold(i: Integers, j: Integers, players: int) -> Integers:
    """Each half is folded by itself; up to three players between the even halves meet anybody.

    A pair across the halves deviates as much as the worst pair of a half.
    """
    half = players // 4 * 2
    upper = (i <= half) & (j <= half)
    lower = (i > players - half) & (j > players - half)
    between = (abs(2 * i - players - 1) < players - 2 * half) & (
        abs(2 * j - players - 1) < players - 2 * half
    )
    ideal = np.where(upper, half + 1, 2 * players - half + 1)
    return np.where(upper | lower, abs(i + j - ideal), np.where(between, 0, half))


def _translation(i: Integers, j: Integers, players: int) -> Integers:
    """The upper half shifted onto the lower one: x meets x + n / 2."""
    return abs(2 * abs(i - j) - players)


def _fine_grain(i: Integers, j: Integers, players: int) -> Integers:
    """Neighbours meet, as in Monrad's system; players next to each other deviate by 0."""
    return abs(i - j) - 1


def _other_half(i: Integers, j: Integers, players: int) -> Integers:
    """Anybody of the other half: 1 within a half [K12 6.5], 0 for who is in the middle."""
    return ((2 * i - players - 1) * (2 * j - players - 1) > 0).astype(np.int64)


DEVIATIONS: Mapping[str, Callable[[Integers, Integers, int], Integers]] = {
    "fold": _fold,
    "double-fold": _double_fold,
    "translation": _translation,
    "fine-grain": _fine_grain,
    "split-and-mix": _other_half,
}
"""Deviations by the name of the seeding. The places broadcast; a random one has none."""


# ---- Who ideally meets whom within a group of equal scores [V 4.2.3] ----

# Places in the group count from 1, the best. Every function takes the number of players, any from 0
# on, and returns places of pairs, the better one first, of shape (pairs, 2). Players who are left
# over are in the middle, where those to be drawn up or down are taken from.
#
# Let the seeds be at the middle of equal parts (``papers.seeds.mid``), and the number of players even,
# or a multiple of 4 for a double fold. Then the deviation of the same name in ``papers.even`` is 0 for
# exactly these pairs. A translation is called split and match there.


def fold(players: int) -> Integers:
    """The upper half folded upon the lower one: x meets n + 1 - x [V 4.2.3]."""
    places = from_one(players)
    half = len(places) // 2
    return np.column_stack([places[:half], places[::-1][:half]])


def double_fold(players: int) -> Integers:
    """The outer quarters folded upon the inner ones: each half is folded by itself [V 4.2.3].

    The two halves are even; up to three players in the middle are left over. This departs from the
    print, whose formula is that of a single fold [INTERPRETATION V4.2.3].
    """
    half = len(from_one(players)) // 4 * 2
    upper = fold(half)
    return np.concatenate([upper, players - half + upper])


def translation(players: int) -> Integers:
    """The upper half shifted onto the lower one: x meets x + n / 2 [V 4.2.3]."""
    places = from_one(players)
    half = len(places) // 2
    return np.column_stack([places[:half], places[len(places) - half :]])


# ---- The Swiss system: players of equal scores meet [V 3.4] ----

# Each aim is a level of one matching, and comes before all aims below it. It has a cost for each pair
# and one for each player who is left over, so that the bye is chosen together with the pairs: a pair
# weighs what its two players would cost if they were left over, less what it costs itself. All
# matchings then differ by their costs, whoever is left over.


class Aim(NamedTuple):
    """What a draw costs on one level: the pairs, (n, n), and those left over, (n,), by seat."""

    name: str
    pairs: Integers
    alone: Integers

    @property
    def weights(self) -> Integers:
        """Weights of the pairs, of which the heaviest matching costs least."""
        return self.alone[:, None] + self.alone - self.pairs


_SEEDINGS: tuple[str, ...] = get_args(Seeding)


@dataclass(frozen=True, kw_only=True)
class Swiss(WithLookAhead):
    """Players of equal scores meet; who finds nobody there is drawn down to the next group.

    Scores are the points won, and those that the rules give for byes and absences, wherever the
    players started. Of all pairings that pair the most players, these come first, one after the other:

    - ``byes``: who has the bye has had the fewest.
    - ``scores``: the sum of the squared differences of scores is the least; the bye counts as a player
      of the lowest score.
    - ``top``: so is that of the squares times the higher score, if ``top_down``.
    - ``preferences``: fewest pairs who are rather not drawn, less those who are.
    - ``bye``: the last has the bye.
    - ``colours``: the sum of the squared balances of colours after the round is the least, if ``colours``.
    - ``seeding``: so is that of the squared deviations from the seeding.
    - ``floats``: those who are drawn up and down are near to the middle of their groups.
    - ``lots`` decide, if the seeding leaves anything to them.
    """

    name: ClassVar[str] = "swiss"
    source: ClassVar[str] = "V 3.4, 4.2.3"
    guarantees: ClassVar[str] = most_paired(
        "nobody has a second bye while another can be spared, and no such pairing has smaller "
        "differences of scores; all of this is proven."
    )
    fails: ClassVar[str] = COMPLETE

    goes_by: ClassVar[Criterion] = Criterion.WINS
    takes_preferences: ClassVar[bool] = True

    seeding: Seeding = parameter(
        "fold", "Who meets whom within a group of equal scores", source="V 4.2.3; K12 6.5; K15 4"
    )

    order: Literal["standings", "rating"] = parameter(
        "standings", "What the places within a group go by", source="V 4.2.3"
    )

    colours: bool = parameter(
        False, "The balance of colours comes before the seeding", source="K15 7"
    )

    top_down: bool = parameter(
        False, "Of equal differences of scores, those among the best are avoided first"
    )

    def __post_init__(self) -> None:
        if self.order not in ("standings", "rating"):
            raise RuleError(
                phrase("expected the order standings or rating, got {order!r}", order=self.order)
            )
        if self.seeding not in _SEEDINGS:
            raise RuleError(
                phrase(
                    "expected a seeding ({SEEDINGS}), got {seeding!r}",
                    SEEDINGS=", ".join(_SEEDINGS),
                    seeding=self.seeding,
                )
            )

    @property
    def by_lot(self) -> bool:
        """Whether the seeding leaves something to lots."""
        return self.seeding in ("random", "split-and-mix")

    def everybody(self, situation: Situation) -> tuple[Field, NDArray[np.intp]]:
        """All who wait, and their seats in the order in which they are considered for the bye."""
        field = situation.field
        if not situation.gives_bye:
            return field, np.empty(0, dtype=np.intp)
        last_first = standing(situation, field.wins_x2)[::-1]
        return field, last_first[np.argsort(field.byes[last_first], kind="stable")]

    def solve(self, situation: Situation, timings: dict[str, float]) -> Solution:
        """Pair a round, and record in ``timings`` how many seconds it took."""
        with timed(timings, "matching"):
            return self._solved(situation, *self._allowed(situation))

    def with_bye(
        self, situation: Situation, bye: int | None, timings: dict[str, float]
    ) -> Solution:
        """Pair a round with the bye of a given seat, or without one."""
        allowed, removals = self._allowed(situation)
        if bye is not None:
            allowed = without(allowed, bye)
        return self._solved(situation, allowed, removals)

    @staticmethod
    def _allowed(situation: Situation) -> tuple[Bools, tuple[Removal, ...]]:
        removals = situation.removals()
        return remaining(len(situation.field), removals), removals

    def _solved(
        self, situation: Situation, allowed: Bools, removals: tuple[Removal, ...]
    ) -> Solution:
        """Find who has the bye, which the first aims decide alone, and then the best of all draws."""
        field, byes = self.everybody(situation)
        order = standing(situation, field.wins_x2)
        aims, bye = [*self._first_aims(situation, order)], None
        if len(byes):
            matching = best_matching(tuple(aim.weights for aim in aims), allowed, order)
            bye = _first_of(byes, matching.unmatched)
        if self.order == "rating":
            order = by_rating(field, field.wins_x2)
        aims += self._last_aims(situation, _Groups(field.wins_x2, order[order != bye]))
        levels = tuple(aim.weights for aim in aims)
        matching = best_matching(levels, allowed, order)
        return Solution(
            problem=Problem(
                weights=Weights(field=field, model=Unweighted(), levels=levels),
                constraints=situation.constraints,
                byes=byes,
            ),
            matching=matching,
            levels=levels,
            allowed=allowed,
            seat_of_bye=_first_of(byes, matching.unmatched) if len(byes) else None,
            removals=removals,
            constraints=situation.constraints,
            aims=tuple((aim.name, int(aim.alone.sum())) for aim in aims),
        )

    def _first_aims(self, situation: Situation, order: Integers) -> Iterator[Aim]:
        """Those that say who has the bye, because no two players have one place."""
        field, rules, nobody = situation.field, situation.constraints, len(situation.field)
        gives, score = situation.gives_bye, situation.field.wins_x2
        none, pairs = np.zeros(nobody, dtype=np.int64), np.zeros((nobody, nobody), dtype=np.int64)
        if gives:
            yield Aim("byes", pairs, field.byes)
        apart = (score[:, None] - score) ** 2
        below = (score - score.min()) ** 2 if gives else none
        yield Aim("scores", apart, below)
        if self.top_down:
            yield Aim("top", apart * np.maximum.outer(score, score), below * score)
        if rules.has_preferences:
            yield Aim("preferences", rules.unwanted(field), none)
        if gives:
            place = none.copy()
            place[order[::-1]] = np.arange(nobody)
            yield Aim("bye", pairs, place)

    def _last_aims(self, situation: Situation, groups: _Groups) -> Iterator[Aim]:
        """Those of the draw of all but the one who has the bye."""
        none = np.zeros(len(situation.field), dtype=np.int64)
        if self.colours:
            balance = situation.field.colour_balance
            less, more = np.minimum.outer(balance, balance), np.maximum.outer(balance, balance)
            yield Aim("colours", (less + 1) ** 2 + (more - 1) ** 2, balance**2)
        if self.seeding in DEVIATIONS:
            yield Aim("seeding", _within(groups, self.seeding), none)
        yield Aim("floats", _between(groups), none)
        if self.by_lot:
            lots = drawn_lots(situation)
            yield Aim("lots", _by_lot(groups, lots, halves=self.seeding != "random"), none)


def _first_of(byes: NDArray[np.intp], left: Integers) -> int:
    """The first of those who are left over, by the order for the bye."""
    return int(byes[np.isin(byes, left).argmax()])


class _Groups:
    """Groups of equal scores, the best first, of some seats in their order; arrays (n,) by seat."""

    def __init__(self, score: Integers, order: Integers) -> None:
        starts = np.flatnonzero(np.diff(score[order])) + 1
        self.members = np.split(order, starts)
        self.place, self.size = np.zeros((2, len(score)), dtype=np.int64)
        """Place in the group, from 1, and players of the group; 0 for all other seats."""
        for seats in self.members:
            self.place[seats] = np.arange(1, len(seats) + 1)
            self.size[seats] = len(seats)


def _within(groups: _Groups, seeding: str) -> Integers:
    """The squared deviation of each pair of a group from the ideal of the seeding."""
    cost = np.zeros(2 * groups.place.shape, dtype=np.int64)
    for seats in groups.members:
        place = groups.place[seats]
        cost[np.ix_(seats, seats)] = DEVIATIONS[seeding](place[:, None], place, len(seats)) ** 2
    return cost


def _between(groups: _Groups) -> Integers:
    """How far both players of each pair of different groups are from the middle of theirs."""
    away = abs(2 * groups.place - 1 - groups.size) * (groups.size > 0)
    cost = away[:, None] + away
    for seats in groups.members:
        cost[np.ix_(seats, seats)] = 0
    return cost


def _by_lot(groups: _Groups, lots: Integers, *, halves: bool) -> Integers:
    """How far apart the lots of each pair of a group are.

    The lots order the players of a group, or those of each half of it. Pairs cost the difference of
    their places in this order; so with halves, players of the same place in theirs cost nothing.
    """
    cost, place = np.zeros(2 * lots.shape, dtype=np.int64), np.zeros_like(lots)
    for seats in groups.members:
        for part in np.split(seats, [len(seats) // 2] if halves else []):
            place[part[np.argsort(lots[part])]] = np.arange(len(part))
        cost[np.ix_(seats, seats)] = abs(place[seats, None] - place[seats])
    return cost
