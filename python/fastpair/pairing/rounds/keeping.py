"""A draw that changes as few boards as possible."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from ...errors import RuleError
from ...go.tournament import (
    Game,
    Result,
)
from ...matching import max_weight_matching
from ...matching.arrays import WEIGHT_LIMIT
from ...sentences import Remedy
from ..draw import HardRule, remaining
from ..draw.draw import timed
from ..field.deviations import handicap
from ..measures import MEASURES, Boards, RoundPlayers
from ..solving.costs import favour, most_pairs, proven_best, totals, without
from ..systems.weighted import Weighted
from .drawing import situation_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from ...arrays import Bools, Integers
    from ...go.tournament import Tournament
    from ...matching import Matching
    from ..draw import Constraints
    from ..field import Field
    from ..solving.solution import Seats, Solution
    from ..systems.system import Situation


# ---- What speaks against a game by any model: in how many games of a draw it is found, and how bad ----


class Drawback(NamedTuple):
    """One drawback among the games of a draw."""

    games: int
    """How many have it."""

    worst: int
    """The largest value of it among the games; 0 if none has it."""


DRAWBACKS = {
    "groups_apart": MEASURES["groups_apart"],
    "stones": MEASURES["handicap_stones"],
    "rematch": MEASURES["rematches"],
    "same_club": MEASURES["same_club"],
}
"""What speaks against a game by any model, by name."""


@dataclass(frozen=True, slots=True, eq=False)
class Drawbacks:
    """Drawbacks of all pairs of a field."""

    values: Mapping[str, Integers]
    """Each (n, n) and symmetric, by the names of ``DRAWBACKS``; 0 is none."""

    @classmethod
    def of(cls, field: Field, rules: Constraints) -> Self:
        """What speaks against each pair of a field."""
        players = RoundPlayers(roster=field.roster).having({"level": field.level})
        stones = handicap(field[:, None], field[None, :])
        pairs = Boards(players[:, None], players[None, :], stones, field.listed(rules.met))
        return cls({name: measure.values(pairs) for name, measure in DRAWBACKS.items()})

    def of_pair(self, i: int, j: int) -> dict[str, int]:
        """The drawbacks of one pair of seats, by name."""
        return {name: int(values[i, j]) for name, values in self.values.items()}

    def among(self, pairs: NDArray[np.intp]) -> dict[str, Drawback]:
        """The drawbacks of a draw, by name; ``pairs`` are its seats, (m, 2)."""
        found = {name: values[tuple(pairs.T)] for name, values in self.values.items()}
        return {
            name: Drawback(int(np.count_nonzero(held)), int(held.max(initial=0)))
            for name, held in found.items()
        }

    def none_worse(self, draw: Mapping[str, Drawback]) -> NDArray[np.bool_]:
        """The pairs that in no respect are worse than the worst game of a draw, (n, n)."""
        within = [values <= draw[name].worst for name, values in self.values.items()]
        found: NDArray[np.bool_] = np.logical_and.reduce(within)
        return found


# ---- Matchings that keep as many pairs of another one as they can, or so many that it pays ----

# All of them pair the most players; only such matchings are compared. A symmetric mask ``kept`` marks
# the pairs that are to be kept, as far as they are allowed.


@dataclass(frozen=True, slots=True, eq=False)
class Compromise:
    """A matching between the heaviest one and the one that keeps the most pairs."""

    matching: Matching
    """With the weight and the certificate that it has by ``favoured``."""

    favoured: Integers
    """Weights by which it is proven to be the heaviest, (n, n): more for each pair that is kept."""

    kept: int
    """How many pairs it keeps."""

    weight: int
    """What its pairs weigh by themselves."""

    def applied_to(self, solution: Solution, allowed: Bools) -> Solution:
        """A round with these pairs instead of its own; ``allowed`` are those that might be drawn."""
        return replace(solution, matching=self.matching, levels=(self.favoured,), allowed=allowed)


def bye_of_least_change(
    allowed: Bools, byes: Sequence[int] | NDArray[np.intp], kept: Bools, kept_bye: int | None
) -> int:
    """The bye by which the most is kept; among several that are equal, the first of an order.

    The bye is one more vertex, and the player who is matched with it has no opponent. The bye that was
    given counts as much as a pair. Places in the order break ties: as there is one bye, all that they
    can weigh is less than a pair.

    Parameters
    ----------
    allowed, kept : (n, n) bool
        The pairs that may be drawn, and those that are to be kept; n is odd.
    byes : (n,) int
        All seats in the order in which they are considered for the bye.
    kept_bye
        Who had the bye, if he can have it again.
    """
    n = len(byes)
    weights = np.zeros((n + 1, n + 1), dtype=np.int64)
    weights[:n, :n] = kept * n
    weights[byes, n] = n - 1 - np.arange(n)
    if kept_bye is not None:
        weights[kept_bye, n] += n
    weights[n] = weights[:, n]
    graph = np.ones((n + 1, n + 1), dtype=np.bool_)
    graph[:n, :n] = allowed
    graph[n, n] = False
    return int(proven_best((weights,), graph).mate[n])


def least_change(weights: Integers, allowed: Bools, kept: Bools) -> Compromise:
    """Keep the most pairs, and be the heaviest of all matchings that keep as many.

    Parameters
    ----------
    weights : (n, n) int64
    allowed, kept : (n, n) bool

    Raises
    ------
    RuleError
        If the weights are too large to be added up in 60 bits.
    """
    task = _ChangeTask.of(weights, allowed, kept)
    return task.favouring(1, task.decisive())


def at_price(weights: Integers, allowed: Bools, kept: Bools, price: int) -> Compromise:
    """Be the heaviest if each pair that is kept weighs so much more, in units of the weights.

    Of two matchings that are equally good by this, either may be the result. Parameters and errors
    as of ``least_change``.
    """
    task = _ChangeTask.of(weights, allowed, kept)
    fits = price <= WEIGHT_LIMIT - task.largest
    return task.favouring(1, price if fits else task.decisive())


def nearest_heaviest(weights: Integers, allowed: Bools, kept: Bools) -> Compromise:
    """Be one of the heaviest matchings, and of these one that keeps the most pairs.

    Parameters and errors as of ``least_change``.
    """
    return _ChangeTask.of(weights, allowed, kept).favouring(len(weights) // 2 + 1, 1)


def between(weights: Integers, allowed: Bools, kept: Bools) -> tuple[Compromise, ...]:
    """The matchings that are the best at some price of a pair, from ``least_change`` to the heaviest.

    Each keeps fewer pairs than the one before it, and is heavier. Seen as points, pairs kept beside
    weight, they are the corners of the upper convex hull of all matchings; a point on an edge
    between two corners may be among them. What lies below an edge is left out, although it may be
    the heaviest that keeps just so many pairs: at every price some corner is better. The
    last is ``nearest_heaviest``.

    Parameters and errors as of ``least_change``.
    """
    task = _ChangeTask.of(weights, allowed, kept)
    first = task.favouring(1, task.decisive())
    last = task.favouring(len(weights) // 2 + 1, 1)
    return (first, *_corners(task, first, last))


def _corners(task: _ChangeTask, one: Compromise, other: Compromise) -> Iterator[Compromise]:
    """The corners after one up to another one: those above the line between, found on its slope."""
    fewer, heavier = one.kept - other.kept, other.weight - one.weight
    if not fewer:
        return
    found = task.favouring(fewer, heavier)
    if found.weight * fewer + found.kept * heavier > one.weight * fewer + one.kept * heavier:
        yield from _corners(task, one, found)
        yield from _corners(task, found, other)
    else:
        yield other


@dataclass(frozen=True, slots=True, eq=False)
class _ChangeTask:
    """Weights, the pairs that may be drawn, and those that are to be kept."""

    weights: Integers
    allowed: Bools
    kept: Bools

    centred: Integers
    """The weights around 0. All matchings that count have equally many pairs, so that the heaviest
    stay the heaviest."""

    largest: int
    """The size of the largest of these."""

    @classmethod
    def of(cls, weights: Integers, allowed: Bools, kept: Bools) -> _ChangeTask:
        held = weights[allowed]
        middle = (int(held.max()) + int(held.min())) // 2 if held.size else 0
        centred = np.where(allowed, weights - np.int64(middle), 0)
        return cls(weights, allowed, kept, centred, int(abs(centred).max(initial=0)))

    def favouring(self, scale: int, price: int) -> Compromise:
        """The heaviest matching by the weights times a scale, and a price for each pair kept."""
        favoured = favour(self.centred, self.kept, scale, price)
        if favoured is None:
            raise RuleError(
                "the weights of so many players are too large to be weighed against boards that "
                "are kept; a model with smaller weights is needed"
            )
        matching = proven_best((favoured,), self.allowed)
        kept, weight = totals((self.kept, self.weights), matching.edges)
        return Compromise(matching=matching, favoured=favoured, kept=kept, weight=weight)

    def decisive(self) -> int:
        """A price for one pair that is more than any two matchings that matter differ in weight.

        Two matchings differ by no more than the range of the weights times the number of pairs. Where
        that is too much for 60 bits, a bound is the difference between the heaviest matching and the
        heaviest of those that hold certain pairs, as many as can be kept.
        """
        apart = int(self.centred.max(initial=0)) - int(self.centred.min(initial=0))
        price = apart * (len(self.weights) // 2) + 1
        if price <= WEIGHT_LIMIT - self.largest:
            return price
        keeping = max_weight_matching(
            self.kept.astype(np.int64), allowed=self.allowed, maxcardinality=True
        )
        rest = self.allowed
        for i, j in keeping.edges[self.kept[tuple(keeping.edges.T)]].tolist():
            rest = without(without(rest, i), j)
            rest[i, j] = rest[j, i] = True
        heaviest, lighter = (
            max_weight_matching(self.centred, allowed=graph, maxcardinality=True)
            for graph in (self.allowed, rest)
        )
        return int(heaviest.weight) - int(lighter.weight) + 1


# ---- Pairing by weights that keeps to a draw that the players know already ----


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A draw between the one that changes the fewest boards and the heaviest one."""

    solution: Solution

    changed: int
    """How many of the boards that are to be kept it does not keep; a bye counts as one."""

    lighter: int
    """How much less it weighs than the heaviest draw of the list with the same bye."""

    drawbacks: Mapping[str, Drawback]
    """What speaks against its games, see ``Drawbacks``."""

    @property
    def bye(self) -> str | None:
        """Key of the player with the bye."""
        return self.solution.key_of_bye


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

    def solve(self, situation: Situation, timings: dict[str, float]) -> Solution:
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
            return offers[self.choice].solution
        heaviest, allowed = next(self._possible(situation, timings))
        levels, kept = heaviest.weighed.levels, heaviest.field.listed(self._pairs)
        with timed(timings, "matching"):
            if len(levels) > 1 and not self.price:
                # The boards that are kept are a level of their own: the first, or the last at the price 0.
                level = kept.astype(np.int64)
                favoured = (level, *levels) if self.price is None else (*levels, level)
                return heaviest.among(allowed, favoured)
            weights = heaviest.weighed.total
            if self.price == 0:
                found = nearest_heaviest(weights, allowed, kept)
            elif self.price is None:
                found = least_change(weights, allowed, kept)
            else:
                price = round(Fraction(self.price) * self.model.units(heaviest.field))
                found = at_price(weights, allowed, kept, price)
            return found.applied_to(heaviest, allowed)

    def offers(self, situation: Situation, timings: dict[str, float]) -> tuple[Offer, ...]:
        """The draws that are the best at some price of a board, from the fewest changes on.

        If another player has the bye in a fresh draw than the one with whom the fewest boards are
        lost, the draws with his bye follow.
        """
        return tuple(
            offer
            for heaviest, allowed in self._possible(situation, timings)
            for offer in self._offers(heaviest, allowed, situation, timings)
        )

    def _offers(
        self,
        heaviest: Solution,
        allowed: Bools,
        situation: Situation,
        timings: dict[str, float],
    ) -> Iterator[Offer]:
        kept = heaviest.field.listed(self._pairs)
        with timed(timings, "matching"):
            found = between(heaviest.weighed.total, allowed, kept)
        drawbacks = Drawbacks.of(heaviest.field, situation.constraints)
        known = len(self.boards) + len(self.byes) - int(heaviest.key_of_bye in self.byes)
        for one in found:
            yield Offer(
                solution=one.applied_to(heaviest, allowed),
                changed=known - one.kept,
                lighter=found[-1].weight - one.weight,
                drawbacks=drawbacks.among(one.matching.edges),
            )

    def _possible(
        self, situation: Situation, timings: dict[str, float]
    ) -> Iterator[tuple[Solution, Bools]]:
        """The heaviest draw with each bye that comes into question, and the pairs that may be drawn then.

        That is the bye by which the fewest boards are lost, if as many can be paired as in a fresh
        draw, and the bye of the fresh draw.
        """
        fresh = super().solve(situation, timings)
        everybody, byes = self.everybody(situation)
        fresh_bye = None if fresh.bye is None else everybody.player.tolist().index(fresh.bye)
        limit = None
        if not self.fewest:
            drawn = Drawbacks.of(fresh.field, situation.constraints)
            limit = drawn.among(fresh.matching.edges)
        first = fresh_bye
        if len(byes):
            first = self._bye(situation, everybody, byes, limit, timings)
        for bye in dict.fromkeys((first, fresh_bye)):
            heaviest = fresh if bye == fresh_bye else self.with_bye(situation, bye, timings)
            allowed = self._allowed(situation, heaviest, limit)
            if bye == fresh_bye or most_pairs(allowed) >= fresh.matching.cardinality:
                yield heaviest, allowed

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

    def _allowed(
        self, situation: Situation, heaviest: Solution, limit: Mapping[str, Drawback] | None
    ) -> Bools:
        """The pairs that may be drawn with the bye of the heaviest draw, with those that may only stay."""
        players, bye = heaviest.field, heaviest.seat_of_bye
        stated = (removal for removal in heaviest.removals if not removal.own)
        stay = players.listed(self._pairs) & remaining(len(players), stated)
        if limit is None:
            held = (r for r in heaviest.removals if r.rule is not HardRule.SCORE_LIMIT)
            new = remaining(len(players), held)
        else:
            drawbacks = Drawbacks.of(players, situation.constraints)
            new = heaviest.allowed & drawbacks.none_worse(limit)
        return new | stay if bye is None else without(new | stay, bye)

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


# ---- A round that is drawn while results are missing: one draw for all ways in which they may come in ----

# The draw of each outcome is the heaviest one with the same bye. A matching is the heaviest in all of
# them if, and only if, its weights in all of them together are the sum of the optima. So one matching by
# the summed weights decides whether there is such a draw.

if TYPE_CHECKING:
    Pair = frozenset[str]


_MOST_OUTCOMES = 81
"""As many as 4 missing results have with jigo, 3⁴; without it, 6 missing results have 2⁶."""

_DECISIVE = (Result.WHITE_WINS, Result.BLACK_WINS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One way in which the missing results may come in."""

    results: tuple[Result, ...]
    """In the order of ``Outlook.missing``."""

    bye_by_rule: str | None
    """Key of the player whose bye it then is by the rule."""

    pairs: frozenset[Pair]
    """The heaviest draw with the bye of the outlook; of several, one that has most in common with the
    draw that loses least in all outcomes together."""

    loss: int
    """How much lighter the draw of the outlook then is, in units."""

    allowed: bool
    """Whether the rules then allow that draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """A draw for all outcomes, and what depends on them. A pair is two keys."""

    missing: tuple[Game, ...]
    """The games of earlier rounds without a result."""

    outcomes: tuple[Outcome, ...]

    bye: str | None
    """Key of the player who has the bye in all of them: by the rule, in most of them."""

    pairs: frozenset[Pair]
    """The draw that is right in all outcomes, if there is one. Otherwise, of the draw that loses the
    least in all of them together and of the best draws of each, the one whose greatest loss is least."""

    stones: frozenset[Pair]
    """Pairs of this draw whose handicap depends on the outcome."""

    units: int
    """How many units of the losses make 1 in the model's own weights."""

    @property
    def right(self) -> bool:
        """Whether the draw is the best in every outcome, and the bye is right in each."""
        return all(
            one.allowed and not one.loss and one.bye_by_rule == self.bye for one in self.outcomes
        )

    @property
    def safe(self) -> frozenset[Pair]:
        """The boards that all outcomes have in common."""
        return frozenset.intersection(*(outcome.pairs for outcome in self.outcomes))

    def depending_on(self, game: int) -> frozenset[Pair]:
        """The boards that come or go with the result of one missing game, all others being equal."""
        alike: dict[tuple[Result, ...], list[frozenset[Pair]]] = {}
        for outcome in self.outcomes:
            others = outcome.results[:game] + outcome.results[game + 1 :]
            alike.setdefault(others, []).append(outcome.pairs)
        return frozenset().union(
            *(frozenset.union(*draws) - frozenset.intersection(*draws) for draws in alike.values())
        )


def outlook(
    tournament: Tournament,
    round_number: int,
    system: Weighted,
    constraints: Constraints,
    *,
    seed: int = 0,
    jigo: bool = False,
) -> Outlook:
    """Draw a round for all outcomes of what is missing before it.

    Parameters
    ----------
    jigo
        Whether games may end in jigo, too.

    Raises
    ------
    RuleError
        If no result is missing, or so many are that the outcomes are too many; and as
        ``draw_round``.
    """
    missing = tuple(
        game
        for game in tournament.games
        if game.round < round_number and game.result is Result.UNKNOWN
    )
    possible = (*_DECISIVE, Result.JIGO) if jigo else _DECISIVE
    if not missing:
        raise RuleError(f"no result is missing before round {round_number}")
    if len(possible) ** len(missing) > _MOST_OUTCOMES:
        most = next(k for k in range(9) if len(possible) ** (k + 1) > _MOST_OUTCOMES)
        raise RuleError(
            f"{len(missing)} results are missing before round {round_number}, and the outcomes of "
            f"{most} at most can be compared",
            Remedy("assume results"),
        )
    ends = list(product(possible, repeat=len(missing)))
    situations = [
        situation_of(_ended(tournament, missing, results), round_number, constraints, seed)
        for results in ends
    ]
    by_rule = [_bye_by_rule(system, situation) for situation in situations]
    bye = Counter(by_rule).most_common(1)[0][0]
    outcomes = _Outcomes.of(system, situations, bye)
    found, chosen = outcomes.drawn()
    losses, allowed = outcomes.losses(found, chosen), outcomes.allow(chosen)
    return Outlook(
        missing=missing,
        outcomes=tuple(
            Outcome(
                results=r, bye_by_rule=rule, pairs=outcomes.pairs(edges), loss=loss, allowed=may
            )
            for r, rule, edges, loss, may in zip(ends, by_rule, found, losses, allowed, strict=True)
        ),
        bye=bye,
        pairs=outcomes.pairs(chosen),
        stones=outcomes.pairs(chosen[outcomes.stones_differ(chosen)]),
        units=outcomes.units,
    )


def _ended(
    tournament: Tournament, missing: Sequence[Game], results: Sequence[Result]
) -> Tournament:
    fresh = {id(g): replace(g, result=r) for g, r in zip(missing, results, strict=True)}
    games = tuple(fresh.get(id(game), game) for game in tournament.games)
    return replace(tournament, games=games)


def _bye_by_rule(system: Weighted, situation: Situation) -> str | None:
    players, order = system.everybody(situation)
    if len(order) == 0:
        return None
    return players.key[system.bye_by_rule(players, order, situation)]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Outcomes:
    """What is to be matched in each of some outcomes, with the players in one order for all of them."""

    solutions: list[Solution]

    keys: tuple[str, ...]
    """Of those who are matched, in order."""

    weights: list[Integers]
    """In each outcome, in the same units, (n, n)."""

    allowed: list[Bools]

    units: int

    @classmethod
    def of(cls, system: Weighted, situations: Sequence[Situation], bye: str | None) -> Self:
        """The round with this bye in some outcomes."""
        solutions = [_with_bye(system, situation, bye) for situation in situations]
        keys = tuple(sorted(key for key in solutions[0].field.key if key != bye))
        seats = [_seats(each, keys) for each in solutions]
        grids = [np.ix_(each, each) for each in seats]
        units = [system.model.units(each.field) for each in solutions]
        # They are powers of two apart.
        scales = [max(units) // each for each in units]
        return cls(
            solutions=solutions,
            keys=keys,
            weights=[
                each.weighed.total[grid] * scale
                for each, grid, scale in zip(solutions, grids, scales, strict=True)
            ],
            allowed=[each.allowed[grid] for each, grid in zip(solutions, grids, strict=True)],
            units=max(units),
        )

    def pairs(self, edges: Integers) -> frozenset[Pair]:
        """Keys of pairs."""
        return frozenset(frozenset((self.keys[i], self.keys[j])) for i, j in edges.tolist())

    def stones_differ(self, edges: Integers) -> Bools:
        """Whether the handicap of each pair depends on the outcome."""
        stones = []
        for each in self.solutions:
            first, second = _seats(each, self.keys)[edges].T
            stones.append(handicap(each.field[first], each.field[second]))
        differ: Bools = (np.array(stones) != stones[0]).any(axis=0)
        return differ

    def drawn(self) -> tuple[list[Integers], Integers]:
        """The heaviest draw of each outcome, and the one that is chosen for all of them."""
        nothing = np.empty((0, 2), dtype=np.int64)
        together = self._together(max(map(len, self._heaviest(nothing))))
        found = self._heaviest(nothing if together is None else together)

        def badness(edges: Integers) -> tuple[int, int, int]:
            losses = self.losses(found, edges)
            return self.allow(edges).count(False), max(losses), sum(losses)

        return found, min([*([] if together is None else [together]), *found], key=badness)

    def _heaviest(self, near: Integers) -> list[Integers]:
        """The heaviest draw of each outcome; of several, one that has most pairs in common with another."""
        kept = np.zeros((len(self.keys), len(self.keys)), dtype=np.bool_)
        kept[tuple(near.T)] = True
        return [
            nearest_heaviest(weights, allowed, kept | kept.T).matching.edges
            for weights, allowed in zip(self.weights, self.allowed, strict=True)
        ]

    def _together(self, most: int) -> Integers | None:
        """The draw of greatest weight in all outcomes together, if the rules of all allow a full one."""
        allowed, total = np.logical_and.reduce(self.allowed), np.add.reduce(self.weights)
        matching = proven_best((total,), allowed)
        return matching.edges if matching.cardinality == most else None

    def losses(self, best: Sequence[Integers], edges: Integers) -> list[int]:
        """How much lighter a draw is than the best one of each outcome."""
        optima = (totals((w,), one)[0] for w, one in zip(self.weights, best, strict=True))
        return [one - now for one, now in zip(optima, totals(self.weights, edges), strict=True)]

    def allow(self, edges: Integers) -> list[bool]:
        """Whether the rules allow a draw in each outcome."""
        return [bool(allowed[tuple(edges.T)].all()) for allowed in self.allowed]


def _with_bye(system: Weighted, situation: Situation, bye: str | None) -> Solution:
    everybody, _ = system.everybody(situation)
    return system.with_bye(situation, None if bye is None else everybody.key.index(bye), {})


def _seats(solution: Solution, keys: Sequence[str]) -> Integers:
    """Seats of some players."""
    seat = {key: seat for seat, key in enumerate(solution.field.key)}
    return np.array([seat[key] for key in keys], dtype=np.int64)
