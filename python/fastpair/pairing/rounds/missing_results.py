"""A round that is drawn while results are missing: one draw for all ways in which they may come in.

The draw of each outcome is the heaviest one with the same bye. A matching is the heaviest in all of
them if, and only if, its weights in all of them together are the sum of the optima. So one matching by
the summed weights decides whether there is such a draw.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from ...errors import RuleError
from ...go.tournament import Result
from ...matching import max_weight_matching, verify
from ...sentences import Remedy
from ..field.deviations import handicap
from .drawing import situation_of
from .least_change import nearest_heaviest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from ...go.tournament import Game, Tournament
    from ..draw import Constraints
    from ..solving.solved import Solved
    from ..systems.system import Situation
    from ..systems.weighted import Weighted

    Integers = NDArray[np.int64]
    Bools = NDArray[np.bool_]
    Pair = frozenset[str]

__all__ = ["Outcome", "Outlook", "outlook"]

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
    tasks = [_Task.of(system, situation, bye) for situation in situations]
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
class _Task:
    """What is to be matched in one outcome; players are in the same order in all of them."""

    solved: Solved
    seats: list[int]
    keys: tuple[str, ...]
    weights: Integers
    allowed: Bools
    units: int

    @classmethod
    def of(cls, system: Weighted, situation: Situation, bye: str | None) -> _Task:
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


def _same_units(tasks: Sequence[_Task]) -> list[_Task]:
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
    tasks: Sequence[_Task],
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


def _heaviest(task: _Task, near: Integers | tuple[()]) -> Integers:
    """The heaviest draw of an outcome; of several, one that has most pairs in common with another."""
    kept = np.zeros_like(task.allowed)
    if len(near):
        kept[tuple(np.transpose(near))] = True
    return nearest_heaviest(task.weights, task.allowed, kept | kept.T).matching.edges


def _together(tasks: Sequence[_Task], most: Sequence[int]) -> Iterator[Integers]:
    """The draw of greatest weight in all outcomes together, if the rules of all allow a full one."""
    allowed = np.logical_and.reduce([task.allowed for task in tasks])
    total = np.add.reduce([task.weights for task in tasks])
    matching = max_weight_matching(total, allowed=allowed, maxcardinality=True)
    verify(total, matching, allowed=allowed, maxcardinality=True)
    if matching.cardinality == max(most):
        yield matching.edges


def _weight(task: _Task, edges: Integers) -> int:
    return int(task.weights[tuple(edges.T)].sum())


def _is_allowed(task: _Task, edges: Integers) -> bool:
    return bool(task.allowed[tuple(edges.T)].all())
