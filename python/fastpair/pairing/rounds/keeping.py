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
from ...matching import max_weight_matching, verify
from ...matching.arrays import WEIGHT_LIMIT
from ...sentences import Remedy
from ..draw import HardRule, remaining
from ..draw.draw import timed
from ..field.deviations import handicap
from ..measures import MEASURES, Boards, RoundPlayers
from ..solving.costs import best_matching, without
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
    from ..solving.solution import Seats, Solved
    from ..systems.system import Situation
    from ..weights.model import Levels


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
    matching = max_weight_matching(weights, allowed=graph, maxcardinality=True)
    verify(weights, matching, allowed=graph, maxcardinality=True)
    return int(matching.mate[n])


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
        if self.largest * scale + price > WEIGHT_LIMIT:
            raise RuleError(
                "the weights of so many players are too large to be weighed against boards that "
                "are kept; a model with smaller weights is needed"
            )
        favoured = self.centred * scale + self.kept * np.int64(price)
        matching = max_weight_matching(favoured, allowed=self.allowed, maxcardinality=True)
        verify(favoured, matching, allowed=self.allowed, maxcardinality=True)
        pairs = tuple(matching.edges.T)
        return Compromise(
            matching=matching,
            favoured=favoured,
            kept=int(np.count_nonzero(self.kept[pairs])),
            weight=int(self.weights[pairs].sum()),
        )

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

    def _by_levels(self, task: _KeepingTask) -> Solved:
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
        self, task: _KeepingTask, situation: Situation, timings: dict[str, float]
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

    def _tasks(self, situation: Situation, timings: dict[str, float]) -> Iterator[_KeepingTask]:
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
    ) -> _KeepingTask:
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
        return _KeepingTask(
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
class _KeepingTask:
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
    tasks = [_OutcomeTask.of(system, situation, bye) for situation in situations]
    return _outlook(missing, ends, by_rule, bye, _same_units(tasks))


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
class _OutcomeTask:
    """What is to be matched in one outcome; players are in the same order in all of them."""

    solved: Solved
    seats: list[int]
    keys: tuple[str, ...]
    weights: Integers
    allowed: Bools
    units: int

    @classmethod
    def of(cls, system: Weighted, situation: Situation, bye: str | None) -> _OutcomeTask:
        everybody, _ = system.everybody(situation)
        seat = None if bye is None else everybody.key.index(bye)
        solved = system.with_bye(situation, seat, {})
        keys = tuple(sorted(key for key in solved.field.key if key != bye))
        place = {key: seat for seat, key in enumerate(solved.field.key)}
        seats = [place[key] for key in keys]
        grid = np.ix_(seats, seats)
        return cls(
            solved=solved,
            seats=seats,
            keys=keys,
            weights=solved.weighed.total[grid],
            allowed=solved.solution.allowed[grid],
            units=system.model.units(solved.field),
        )

    def pairs(self, edges: Integers) -> frozenset[Pair]:
        return frozenset(frozenset((self.keys[i], self.keys[j])) for i, j in edges.tolist())

    def stones(self, edges: Integers) -> Integers:
        """The handicaps of pairs."""
        field, seat = self.solved.field, np.array(self.seats)
        stones: Integers = handicap(field[seat[edges[:, 0]]], field[seat[edges[:, 1]]])
        return stones


def _same_units(tasks: Sequence[_OutcomeTask]) -> list[_OutcomeTask]:
    """The tasks with weights in the same units, which are powers of two apart."""
    most = max(task.units for task in tasks)
    return [
        replace(task, weights=task.weights * (most // task.units), units=most) for task in tasks
    ]


def _outlook(
    missing: tuple[Game, ...],
    ends: Sequence[tuple[Result, ...]],
    by_rule: Sequence[str | None],
    bye: str | None,
    tasks: Sequence[_OutcomeTask],
) -> Outlook:
    found = [_heaviest(task, ()) for task in tasks]
    together = list(_together(tasks, [len(edges) for edges in found]))
    found = [_heaviest(task, together[0] if together else ()) for task in tasks]
    optima = [_weight(task, edges) for task, edges in zip(tasks, found, strict=True)]

    def losses(edges: Integers) -> list[int]:
        return [best - _weight(task, edges) for task, best in zip(tasks, optima, strict=True)]

    def badness(edges: Integers) -> tuple[int, int, int]:
        broken = sum(not _is_allowed(task, edges) for task in tasks)
        lost = losses(edges)
        return broken, max(lost), sum(lost)

    chosen = min((*together, *found), key=badness)
    stones = np.array([task.stones(chosen) for task in tasks]).reshape(len(tasks), -1)
    return Outlook(
        missing=missing,
        outcomes=tuple(
            Outcome(
                results=results,
                bye_by_rule=rule,
                pairs=task.pairs(edges),
                loss=loss,
                allowed=_is_allowed(task, chosen),
            )
            for results, rule, task, edges, loss in zip(
                ends, by_rule, tasks, found, losses(chosen), strict=True
            )
        ),
        bye=bye,
        pairs=tasks[0].pairs(chosen),
        stones=tasks[0].pairs(chosen[(stones != stones[0]).any(axis=0)]),
        units=tasks[0].units,
    )


def _heaviest(task: _OutcomeTask, near: Integers | tuple[()]) -> Integers:
    """The heaviest draw of an outcome; of several, one that has most pairs in common with another."""
    kept = np.zeros_like(task.allowed)
    if len(near):
        kept[tuple(np.transpose(near))] = True
    return nearest_heaviest(task.weights, task.allowed, kept | kept.T).matching.edges


def _together(tasks: Sequence[_OutcomeTask], most: Sequence[int]) -> Iterator[Integers]:
    """The draw of greatest weight in all outcomes together, if the rules of all allow a full one."""
    allowed = np.logical_and.reduce([task.allowed for task in tasks])
    total = np.add.reduce([task.weights for task in tasks])
    matching = max_weight_matching(total, allowed=allowed, maxcardinality=True)
    verify(total, matching, allowed=allowed, maxcardinality=True)
    if matching.cardinality == max(most):
        yield matching.edges


def _weight(task: _OutcomeTask, edges: Integers) -> int:
    return int(task.weights[tuple(edges.T)].sum())


def _is_allowed(task: _OutcomeTask, edges: Integers) -> bool:
    return bool(task.allowed[tuple(edges.T)].all())
