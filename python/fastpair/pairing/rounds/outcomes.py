"""A round that is drawn while results are missing: one draw for all ways in which they may come in."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from ...errors import RuleError
from ...go.tournament import Result
from ...sentences import Remedy, phrase
from ..field.deviations import handicap
from ..solving.costs import proven_best, totals
from .drawing import situation_of
from .keeping import nearest_heaviest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...go.tournament import Game, Tournament
    from ..draw import Constraints
    from ..solving.solution import Solution
    from ..systems.system import Situation
    from ..systems.weighted import Weighted

    Pair = frozenset[str]


# The draw of each outcome is the heaviest one with the same bye. A matching is the heaviest in all of
# them if, and only if, its weights in all of them together are the sum of the optima. So one matching by
# the summed weights decides whether there is such a draw.

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
    possible = (*_DECISIVE, Result.JIGO) if jigo else _DECISIVE
    missing = _missing(tournament, round_number, len(possible))
    ends = list(product(possible, repeat=len(missing)))
    situations = [
        situation_of(_ended(tournament, missing, results), round_number, constraints, seed)
        for results in ends
    ]
    by_rule = [_bye_by_rule(system, situation) for situation in situations]
    bye = Counter(by_rule).most_common(1)[0][0]
    rounds = [_with_bye(system, situation, bye) for situation in situations]
    together = _heaviest_together(rounds)
    best = [nearest_heaviest(each, each.field.listed(together)) for each in rounds]
    draws = [frozenset(map(frozenset, each.pairs)) for each in best]

    def badness(pairs: frozenset[Pair]) -> tuple[int, int, int]:
        losses = _losses(best, pairs)
        return [_allows(each, pairs) for each in rounds].count(False), max(losses), sum(losses)

    chosen = min([*filter(None, [together]), *draws], key=badness)
    outcomes = (
        Outcome(
            results=results, bye_by_rule=rule, pairs=pairs, loss=loss, allowed=_allows(each, chosen)
        )
        for results, rule, pairs, loss, each in zip(
            ends, by_rule, draws, _losses(best, chosen), rounds, strict=True
        )
    )
    return Outlook(
        missing=missing,
        outcomes=tuple(outcomes),
        bye=bye,
        pairs=chosen,
        stones=_with_other_stones(rounds, chosen),
        units=max(_units(rounds)),
    )


def _missing(tournament: Tournament, round_number: int, ways: int) -> tuple[Game, ...]:
    """The games without a result before a round, each of which may end in some ways."""
    missing = tuple(
        game
        for game in tournament.games
        if game.round < round_number and game.result is Result.UNKNOWN
    )
    if not missing:
        raise RuleError(phrase("no result is missing before round {round}", round=round_number))
    if ways ** len(missing) > _MOST_OUTCOMES:
        most = next(k for k in range(9) if ways ** (k + 1) > _MOST_OUTCOMES)
        raise RuleError(
            phrase(
                "{count} results are missing before round {round}, and the outcomes of {most} at most can be compared",
                count=len(missing),
                round=round_number,
                most=most,
            ),
            Remedy("assume results"),
        )
    return missing


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


def _with_bye(system: Weighted, situation: Situation, bye: str | None) -> Solution:
    everybody, _ = system.everybody(situation)
    return system.with_bye(situation, None if bye is None else everybody.key.index(bye), {})


def _units(rounds: Sequence[Solution]) -> list[int]:
    """Units of the weights in each outcome; they are powers of two apart."""
    return [each.weighed.model.units(each.field) for each in rounds]


def _heaviest_together(rounds: Sequence[Solution]) -> frozenset[Pair]:
    """The draw of greatest weight in all outcomes together; empty if the rules of all allow no full one."""
    units, grids = _units(rounds), []
    for each in rounds:
        seats = sorted(range(len(each.field)), key=each.field.key.__getitem__)
        grids.append(np.ix_(seats, seats))
    allowed = np.logical_and.reduce([one.allowed[g] for one, g in zip(rounds, grids, strict=True)])
    total = np.add.reduce(
        [
            each.weighed.total[grid] * (max(units) // unit)
            for each, grid, unit in zip(rounds, grids, units, strict=True)
        ]
    )
    matching = proven_best((total,), allowed)
    if matching.cardinality < max(each.matching.cardinality for each in rounds):
        return frozenset()
    keys = sorted(rounds[0].field.key)
    return frozenset(frozenset((keys[i], keys[j])) for i, j in matching.edges.tolist())


def _losses(best: Sequence[Solution], pairs: frozenset[Pair]) -> list[int]:
    """How much lighter a draw is than the best one of each outcome, in the finest units."""
    units = _units(best)
    losses = []
    for each, unit in zip(best, units, strict=True):
        weights = (each.weighed.total,)
        (most,), (weight,) = (
            totals(weights, edges) for edges in (each.matching.edges, each.field.seats(pairs))
        )
        losses.append((most - weight) * (max(units) // unit))
    return losses


def _allows(outcome: Solution, pairs: frozenset[Pair]) -> bool:
    """Whether the rules allow a draw."""
    return bool(outcome.allowed[tuple(outcome.field.seats(pairs).T)].all())


def _with_other_stones(rounds: Sequence[Solution], pairs: frozenset[Pair]) -> frozenset[Pair]:
    """The pairs whose handicap depends on the outcome."""
    order = list(pairs)
    stones = []
    for each in rounds:
        first, second = each.field.seats(order).T
        stones.append(handicap(each.field[first], each.field[second]))
    differ = (np.array(stones) != stones[0]).any(axis=0)
    return frozenset(pair for pair, other in zip(order, differ, strict=True) if other)
