"""A draw that changes as few boards as possible."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import blake2s
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from ...errors import RuleError
from ...matching import max_weight_matching
from ...matching.arrays import WEIGHT_LIMIT
from ...sentences import Remedy, phrase
from ..draw import HardRule, remaining
from ..draw.draw import timed
from ..field.deviations import handicap
from ..measures import MEASURES, Boards, RoundPlayers
from ..solving.costs import favour, most_pairs, proven_best, totals, without
from ..systems.criteria import EarlierBoards
from ..systems.system import COMPLETE, Pairing, System
from ..systems.weighted import Weighted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from ...arrays import Bools, Indices, Integers
    from ...go.tournament import Game
    from ..draw import Constraints
    from ..field import Field
    from ..solving.solution import Seats, Solution
    from ..systems.system import Situation


# ---- What a new board is compared by with the games of a fresh draw ----

COMPARED = {
    "groups_apart": MEASURES["groups_apart"],
    "stones": MEASURES["handicap_stones"],
    "rematch": MEASURES["rematches"],
    "same_club": MEASURES["same_club"],
}
"""Measures in which no new board is worse than the worst game of a fresh draw, by name."""


def measure_pairs(
    field: Field, rules: Constraints, edges: NDArray[np.integer] | None = None
) -> dict[str, Integers]:
    """Each of these measures for pairs of seats, by name; 0 is best.

    Parameters
    ----------
    edges : (m, 2) int
        The pairs; all of the field by default, so that the values are (n, n) and symmetric.
    """
    players = RoundPlayers(roster=field.roster).having({"level": field.level})
    one, other = np.ix_(field.seat, field.seat) if edges is None else edges.T
    repeats = field.pair_mask(rules.met)[one, other]
    pairs = Boards(players[one], players[other], handicap(field[one], field[other]), repeats)
    return {name: measure.values(pairs) for name, measure in COMPARED.items()}


def worst_of(values: Mapping[str, Integers]) -> dict[str, int]:
    """The largest value of each measure in the games of a draw."""
    return {name: int(each.max(initial=0)) for name, each in values.items()}


def _none_worse(values: Mapping[str, Integers], worst: Mapping[str, int]) -> Bools:
    """The pairs that in no measure are worse than the worst game of a draw, (n, n)."""
    found: Bools = np.logical_and.reduce([each <= worst[name] for name, each in values.items()])
    return found


# ---- Matchings that keep as many pairs of another one as they can, or so many that it pays ----

# All of them pair the most players; only such matchings are compared. A round says which pairs may be drawn,
# ``Solution.allowed``, and a symmetric mask ``old_pairs`` marks those that are to be kept, as far as they are allowed.
# The levels of what is found are the weights by which it is proven to be the heaviest: more for each pair kept.


def bye_of_least_change(
    allowed: Bools, byes: Sequence[int] | Indices, old_pairs: Bools, old_bye: int | None
) -> int:
    """The bye by which the most is kept; among several that are equal, the first of an order.

    The bye is one more vertex, and the player who is matched with it has no opponent. The bye that was
    given counts as much as a pair. Places in the order break ties: as there is one bye, all that they
    can weigh is less than a pair.

    Parameters
    ----------
    allowed, old_pairs : (n, n) bool
        The pairs that may be drawn, and those that are to be kept; n is odd.
    byes : (n,) int
        All seats in the order in which they are considered for the bye.
    old_bye
        Who had the bye, if he can have it again.
    """
    n = len(byes)
    weights = np.zeros((n + 1, n + 1), np.int64)
    weights[:n, :n] = old_pairs * n
    weights[byes, n] = n - 1 - np.arange(n)
    if old_bye is not None:
        weights[old_bye, n] += n
    weights[n] = weights[:, n]
    graph = np.ones((n + 1, n + 1), bool)
    graph[:n, :n] = allowed
    graph[n, n] = False
    return int(proven_best((weights,), graph).mate[n])


def least_change(solution: Solution, old_pairs: Bools) -> Solution:
    """Keep the most pairs, and be the heaviest of all matchings that keep as many.

    Parameters
    ----------
    solution
        A round by a model of one level, however it is paired.
    old_pairs : (n, n) bool

    Raises
    ------
    RuleError
        If the weights are too large to be added up in 60 bits.
    """
    return _favouring(solution, old_pairs, 1, _decisive(solution, old_pairs))


def at_price(solution: Solution, old_pairs: Bools, price: int) -> Solution:
    """Be the heaviest if each pair that is kept weighs so much more, in units of the weights.

    Of two matchings that are equally good by this, either may be the result. Parameters and errors
    as of ``least_change``.
    """
    fits = price <= WEIGHT_LIMIT - int(abs(_centred(solution)).max(initial=0))
    return _favouring(solution, old_pairs, 1, price if fits else _decisive(solution, old_pairs))


def nearest_heaviest(solution: Solution, old_pairs: Bools) -> Solution:
    """Be one of the heaviest matchings, and of these one that keeps the most pairs.

    Parameters and errors as of ``least_change``.
    """
    return _favouring(solution, old_pairs, len(old_pairs) // 2 + 1, 1)


def between(solution: Solution, old_pairs: Bools) -> tuple[Solution, ...]:
    """The matchings that are the best at some price of a pair, from ``least_change`` to the heaviest.

    Each keeps fewer pairs than the one before it, and is heavier. Seen as points, pairs kept beside
    weight, they are the corners of the upper convex hull of all matchings; a point on an edge
    between two corners may be among them. What lies below an edge is left out, although it may be
    the heaviest that keeps just so many pairs: at every price some corner is better. The
    last is ``nearest_heaviest``.

    Parameters and errors as of ``least_change``.
    """
    first = least_change(solution, old_pairs)
    return first, *_corners(old_pairs, first, nearest_heaviest(solution, old_pairs))


def _corners(old_pairs: Bools, one: Solution, other: Solution) -> Iterator[Solution]:
    """The corners after one up to another one: those above the line between, found on its slope."""

    def point(corner: Solution) -> tuple[int, ...]:
        return totals((old_pairs, corner.weighed.total), corner.matching.edges)

    (most, lightest), (least, heaviest) = point(one), point(other)
    fewer, heavier = most - least, heaviest - lightest
    if not fewer:
        return
    found = _favouring(one, old_pairs, fewer, heavier)
    keeps, weighs = point(found)
    if weighs * fewer + keeps * heavier > lightest * fewer + most * heavier:
        yield from _corners(old_pairs, one, found)
        yield from _corners(old_pairs, found, other)
    else:
        yield other


def _favouring(solution: Solution, old_pairs: Bools, scale: int, price: int) -> Solution:
    """The heaviest matching by the weights times a scale, and a price for each pair kept; proven."""
    favoured = favour(_centred(solution), old_pairs, scale, price)
    if favoured is None:
        raise RuleError(
            phrase(
                "the weights of so many players are too large to be weighed against boards that are kept; a model with smaller weights is needed"
            )
        )
    found = solution.among(solution.allowed, (favoured,))
    found.prove()
    return found


def _centred(solution: Solution) -> Integers:
    """The weights around 0, and 0 of pairs that may not be drawn.

    All matchings that count have equally many pairs, so that the heaviest stay the heaviest.
    """
    weights, allowed = solution.weighed.total, solution.allowed
    possible = weights[allowed]
    middle = (int(possible.max()) + int(possible.min())) // 2 if possible.size else 0
    return np.where(allowed, weights - np.int64(middle), 0)


def _decisive(solution: Solution, old_pairs: Bools) -> int:
    """A price for one pair that is more than any two matchings that matter differ in weight.

    Two matchings differ by no more than the range of the weights times the number of pairs. Where
    that is too much for 60 bits, a bound is the difference between the heaviest matching and the
    heaviest of those that hold certain pairs, as many as can be kept.
    """
    centred, allowed = _centred(solution), solution.allowed
    apart = int(centred.max(initial=0)) - int(centred.min(initial=0))
    price = apart * (len(old_pairs) // 2) + 1
    if price <= WEIGHT_LIMIT - int(abs(centred).max(initial=0)):
        return price
    keeping = max_weight_matching(old_pairs.astype(np.int64), allowed=allowed, maxcardinality=True)
    rest = allowed
    for i, j in keeping.edges[old_pairs[tuple(keeping.edges.T)]].tolist():
        rest = without(without(rest, i), j)
        rest[i, j] = rest[j, i] = True
    heaviest, lighter = (
        max_weight_matching(centred, allowed=graph, maxcardinality=True)
        for graph in (allowed, rest)
    )
    return int(heaviest.weight) - int(lighter.weight) + 1


# ---- Pairing by weights that keeps to a draw that the players know already ----


def offers_digest(offers: Sequence[Solution]) -> str:
    """What tells a list of draws from another one: who meets whom in each, and who has the bye."""
    listed = [(sorted(map(sorted, each.pairs)), each.key_of_bye) for each in offers]
    return blake2s(repr(listed).encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()


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

    weighs: ClassVar[Literal[True]] = True

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

    digest: str = ""
    """Digest of the offers among which it is taken, see `offers_digest`; empty to take it of any."""

    fewest: bool = False
    """Whether new boards may be worse than any game of a fresh draw, so that the fewest change. They are
    not held to the model's own rules then, nor to the limit of scores."""

    fresh_bye: bool = False
    """Whether the bye is that of a fresh draw, however many boards change for it."""

    @property
    def fresh(self) -> System:
        """The system without known boards."""
        return Weighted(model=self.model)

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

    def solve(self, situation: Situation, timings: dict[str, float]) -> Solution:
        """Pair a round, and record in ``timings`` how many seconds each stage took.

        Raises
        ------
        RuleError
            If there is no such offer.
        """
        if self.choice is not None:
            offers = self.offers(situation, timings)
            if self.digest and self.digest != offers_digest(offers):
                raise RuleError(
                    phrase("this is not the list of draws that was shown; list them again"),
                    Remedy("list draws"),
                    about="digest",
                )
            if not 0 <= self.choice < len(offers):
                raise RuleError(
                    phrase(
                        "the draws have the numbers 1 to {count}, not {value}",
                        count=len(offers),
                        value=self.choice + 1,
                    ),
                    about="choose",
                )
            return offers[self.choice]
        possible = next(self._possible(situation, timings))
        levels, old_pairs = possible.weighed.levels, possible.field.pair_mask(self._pairs)
        with timed(timings, "matching"):
            if len(levels) > 1 and not self.price:
                # The boards that are kept are a level of their own: the first, or the last at the price 0.
                level = old_pairs.astype(np.int64)
                favoured = (level, *levels) if self.price is None else (*levels, level)
                return possible.among(possible.allowed, favoured)
            if self.price == 0:
                return nearest_heaviest(possible, old_pairs)
            if self.price is None:
                return least_change(possible, old_pairs)
            price = round(Fraction(self.price) * self.model.units(possible.field))
            return at_price(possible, old_pairs, price)

    def offers(self, situation: Situation, timings: dict[str, float]) -> tuple[Solution, ...]:
        """The draws that are the best at some price of a board, from the fewest changes on.

        If another player has the bye in a fresh draw than the one with whom the fewest boards are
        lost, the draws with his bye follow.
        """
        found: list[Solution] = []
        for possible in self._possible(situation, timings):
            with timed(timings, "matching"):
                found += between(possible, possible.field.pair_mask(self._pairs))
        return tuple(found)

    def _possible(self, situation: Situation, timings: dict[str, float]) -> Iterator[Solution]:
        """A round with each bye that comes into question, among the pairs that may be drawn then.

        That is the bye by which the fewest boards are lost, if as many can be paired as in a fresh
        draw, and the bye of the fresh draw.
        """
        fresh = super().solve(situation, timings)
        everybody, byes = self.everybody(situation)
        fresh_bye = None if fresh.bye is None else everybody.player.tolist().index(fresh.bye)
        worst = None
        if not self.fewest:
            edges = fresh.matching.edges
            worst = worst_of(measure_pairs(fresh.field, situation.constraints, edges))
        first = fresh_bye
        if len(byes) and not self.fresh_bye:
            first = self._bye(situation, everybody, byes, worst, timings)
        for bye in dict.fromkeys((first, fresh_bye)):
            heaviest = fresh if bye == fresh_bye else self.with_bye(situation, bye, timings)
            allowed = self._allowed(situation, heaviest, worst)
            if bye == fresh_bye or most_pairs(allowed) >= fresh.matching.cardinality:
                yield replace(heaviest, allowed=allowed)

    def _bye(
        self,
        situation: Situation,
        everybody: Field,
        byes: Seats,
        worst: Mapping[str, int] | None,
        timings: dict[str, float],
    ) -> int:
        """Seat, among all who wait, of the player with whom the fewest boards are lost."""
        with timed(timings, "bye"):
            rules = situation.constraints
            removals = rules.removals(everybody, state=self.model.state(everybody))
            had = [seat for seat, key in enumerate(everybody.key) if key in self.byes]
            allowed, old_pairs = (
                remaining(len(everybody), removals),
                everybody.pair_mask(self._pairs),
            )
            if worst is not None:
                allowed &= old_pairs | _none_worse(measure_pairs(everybody, rules), worst)
            return bye_of_least_change(allowed, byes, old_pairs, had[0] if had else None)

    def _allowed(
        self, situation: Situation, heaviest: Solution, worst: Mapping[str, int] | None
    ) -> Bools:
        """The pairs that may be drawn with the bye of the heaviest draw, with those that may only stay."""
        players, bye = heaviest.field, heaviest.seat_of_bye
        removals = (removal for removal in heaviest.removals if not removal.own)
        stay = players.pair_mask(self._pairs) & remaining(len(players), removals)
        if worst is None:
            hard = (
                removal
                for removal in heaviest.removals
                if not removal.own and removal.rule is not HardRule.SCORE_LIMIT
            )
            new = remaining(len(players), hard)
        else:
            measured = measure_pairs(players, situation.constraints)
            new = heaviest.allowed & _none_worse(measured, worst)
        return new | stay if bye is None else without(new | stay, bye)

    @property
    def _pairs(self) -> frozenset[frozenset[str]]:
        return frozenset(frozenset(board.players) for board in self.boards)


# ---- A system by criteria that keeps to a draw that the players know already ----


@dataclass(frozen=True, kw_only=True)
class KeepingByCriteria(System):
    """The fewest known boards change, and of the pairings that change as few the system's criteria choose one.

    The bye that was given counts as a board.
    """

    name: ClassVar[str] = "keeping"
    source: ClassVar[str] = ""
    guarantees: ClassVar[str] = (
        "No complete pairing by the rules changes fewer known boards, and of those that change as few none is better "
        "by the system's criteria; all of this is proven."
    )
    fails: ClassVar[str] = COMPLETE

    weighs: ClassVar[Literal[False]] = False

    system: System
    """The system, which `allows_one_pairing`."""

    boards: tuple[Game, ...] = ()
    """The boards that are to be kept; those whose players are not to be paired are lost."""

    byes: tuple[str, ...] = ()
    """Keys of those who have had the bye."""

    fresh_bye: bool = False
    """Whether the bye is that of a fresh draw, however many boards change for it."""

    def __post_init__(self) -> None:
        """Check nothing: the system within has checked its own parameters."""

    @property
    def fresh(self) -> System:
        """The system without known boards."""
        return self.system

    @property
    def known(self) -> tuple[Game, ...]:
        """The boards that are to be kept."""
        return self.boards

    @property
    def by_lot(self) -> bool:
        """Whether the system draws lots."""
        return self.system.by_lot

    @property
    def proviso(self) -> str:
        """What decides before the system."""
        return "of those that change as few known boards"

    def pair(self, situation: Situation) -> Pairing:
        """Pair a round.

        Raises
        ------
        NoPairingError
            If no complete pairing is lawful.
        """
        field, seats = situation.field, situation.field.seat_by_key
        removals = [each for each in situation.removals() if each.rule is not HardRule.REMATCH]
        stay = field.pair_mask(frozenset(board.pair for board in self.boards))
        stay &= remaining(len(field), removals)
        one, other = np.nonzero(np.triu(stay))
        pairs = zip(field.player[one].tolist(), field.player[other].tolist(), strict=True)
        byes = [int(field.player[seats[key]]) for key in self.byes if key in seats]
        return self.system.pair_again(
            situation, EarlierBoards([*pairs], byes, bye_by_rule=self.fresh_bye)
        )
