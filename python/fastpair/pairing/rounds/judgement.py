"""A draw that was made, beside the best that a model would have made of the same players."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import RuleError
from ...matching.arrays import WEIGHT_LIMIT
from ..draw import Constraints, bye_order
from ..field import Field
from ..rules import check_seed
from ..solving.costs import prove
from ..solving.solution import solve
from ..weights import model_or_usual
from ..weights.description import signature

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from ...go.tournament import Tournament
    from ..solving.solution import Solution
    from ..weights import WeightModel, Weights
    from ..weights.model import Levels

    Pair = tuple[str, str]


_ANYTHING = Constraints()


@dataclass(frozen=True, slots=True, kw_only=True)
class Yardstick:
    """What the draw of a round is compared by."""

    model: WeightModel

    constraints: Constraints = _ANYTHING
    """The hard rules of the optimum. What was drawn counts as allowed."""

    seed: int = 0
    """For colours by lot."""

    known: Tournament | None = None
    """The tournament as it was known when the round was drawn; None if it is as it is now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What the draw of a round weighs, and what the heaviest draw of these players weighs."""

    round_number: int
    """From 1."""

    model: str
    """Name of the weight model, as in ``Draw.model``."""

    boards: int

    weight: int
    """Sum of the weights of the boards that were drawn."""

    optimum: int
    """Greatest sum of any draw of as many boards, proven."""

    level: int | None
    """From 1: the first level on which the draw is worse than the best one, or else the last. Weight
    and optimum are sums of its components. None if one weight decides."""

    units: int
    """Units of all weights in 1 of the model's own weights."""

    different: tuple[Pair, ...]
    """Keys of the pairs that the heaviest draw does not have; of several heaviest draws, the one that
    has most boards in common is compared."""

    instead: tuple[Pair, ...]
    """Pairs that it has in their place."""

    bye: str | None
    """Key of the player with the bye; None if nobody or more than one has it."""

    bye_by_rule: str | None
    """Key of the player who comes first for the bye by the rule of the model."""

    @property
    def loss(self) -> float:
        """How much lighter the draw is than it might be, in weights of the model."""
        return (self.optimum - self.weight) / self.units


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NearestOptimum:
    """The heaviest draw of the players of a round that is drawn, and what was drawn."""

    field: Field
    """The players of the games, and the one with the bye if the model counts him in the groups."""

    weighed: Weights
    """Weights of their pairs."""

    solution: Solution
    """Of the heaviest draws, the one that has most boards in common with the draw that was made. The
    total of its matching also counts these boards, and is no weight of the model."""

    drawn: list[Pair]
    """Keys of the pairs that were drawn."""

    seats: NDArray[np.intp]
    """Their seats, (2, m)."""

    bye: str | None
    """Key of the player with the bye; None if nobody or more than one has it."""

    bye_by_rule: str | None
    """Key of the player who comes first for the bye by the rule of the model."""

    @property
    def totals(self) -> tuple[int, ...]:
        """Sums of the weights of the boards that were drawn, on each level."""
        return self._totals(self.seats)

    @property
    def optimum(self) -> tuple[int, ...]:
        """The same of the best draw of as many boards, proven."""
        return self._totals(self.solution.matching.edges.T)

    @property
    def losses(self) -> tuple[int, ...]:
        """How much less the draw weighs than the best one on each level; an earlier one decides."""
        return tuple(best - now for best, now in zip(self.optimum, self.totals, strict=True))

    def _totals(self, seats: NDArray[Any]) -> tuple[int, ...]:
        return tuple(int(level[tuple(seats)].sum()) for level in self.weighed.levels)


def judge_round(
    tournament: Tournament,
    round_number: int,
    *,
    model: str | WeightModel | None = None,
    constraints: Constraints = _ANYTHING,
    seed: int = 0,
) -> Judgement:
    """Compare the draw of a round with the heaviest one that these players could have had.

    The optimum pairs the same players, and the bye stays. Every pair that was drawn counts as allowed,
    whatever the rules say; so the draw is no heavier than the optimum. Players without a game or a bye
    so far may have entered after the draw. They change the groups, and so the weights: a draw that is
    not the best with them is compared without them, too, and the comparison with the lesser loss counts.

    Parameters
    ----------
    tournament, round_number
        With the games of the round, from 1; later rounds do not matter.
    model, seed
        As for ``draw_round``.
    constraints
        What else must and must not be drawn.

    Raises
    ------
    RuleError
        If the round has no games, there is no such model, or the tournament contradicts itself.
    EngineError
        If the proof fails: a bug of fastpair.
    """
    check_seed(seed)
    constraints.check_players(tournament)
    weigher = constraints.weigher(model_or_usual(tournament, model, seed))
    nearest = nearest_optimum(tournament, round_number, weigher, constraints)
    field, drawn = nearest.field, nearest.drawn
    ours = [(field.key[i], field.key[j]) for i, j in nearest.solution.matching.edges.tolist()]
    totals, optimum = nearest.totals, nearest.optimum
    worse = optimum > totals
    at = next((k for k, best in enumerate(optimum) if best != totals[k]), len(optimum) - 1)
    return Judgement(
        round_number=round_number,
        model=signature(weigher),
        boards=len(drawn),
        weight=totals[at],
        optimum=optimum[at],
        level=at + 1 if len(optimum) > 1 else None,
        units=weigher.units(field),
        different=_beyond(drawn, ours) if worse else (),
        instead=_beyond(ours, drawn) if worse else (),
        bye=nearest.bye,
        bye_by_rule=nearest.bye_by_rule,
    )


def nearest_optimum(
    tournament: Tournament,
    round_number: int,
    model: WeightModel,
    constraints: Constraints = _ANYTHING,
) -> NearestOptimum:
    """Find the heaviest draw of the players of a round; of several the nearest to the draw made.

    Parameters, and what the draw that was made allows: as for ``judge_round``. The optimum is proven.

    Raises
    ------
    RuleError, EngineError
        As ``judge_round``.
    """
    found = _nearest(tournament, round_number, model, constraints)
    if found.optimum == found.totals:
        return found
    early = _without_later_entries(tournament, round_number)
    if len(early.players) == len(tournament.players):
        return found
    other = _nearest(early, round_number, model, constraints)
    return min(found, other, key=lambda each: each.losses)


def _without_later_entries(tournament: Tournament, round_number: int) -> Tournament:
    """The tournament up to a round, of those who have had a game or a bye by then."""
    known = tournament.before(round_number + 1)
    return replace(known, players=tuple(p for p in known.players if p.key in known.seated))


def _nearest(
    tournament: Tournament, round_number: int, model: WeightModel, constraints: Constraints
) -> NearestOptimum:
    """The optimum of a tournament as it is."""
    drawn = _pairs(tournament, round_number)
    byes = tournament.round(round_number).byes
    bye = byes[0] if len(byes) == 1 else None
    field, bye_by_rule = _field(tournament, round_number, model, drawn, bye)
    weighed = model.weigh(field)
    seats = field.seats(drawn).T
    favoured = favouring_levels(weighed.levels, seats)
    spared = () if bye not in field.key else (field.key.index(bye),)
    solution = solve(field, favoured, model, allowing(constraints, drawn), spared)
    prove(favoured, solution.matching, solution.allowed)
    return NearestOptimum(
        field=field,
        weighed=weighed,
        solution=solution,
        drawn=drawn,
        seats=seats,
        bye=bye,
        bye_by_rule=bye_by_rule,
    )


def _pairs(tournament: Tournament, round_number: int) -> list[Pair]:
    tournament.check_round(round_number)
    drawn = [game.players for game in tournament.round(round_number).games]
    if not drawn:
        raise RuleError(f"round {round_number} has no games to compare with")
    return drawn


def _field(
    tournament: Tournament,
    round_number: int,
    model: WeightModel,
    drawn: list[Pair],
    bye: str | None,
) -> tuple[Field, str | None]:
    """The players of the games as a field, and the key of the player who is first for the bye.

    The player with the bye is in the field if the model counts him in the groups.
    """
    keys = [key for pair in drawn for key in pair]
    pairable = keys if bye is None else [*keys, bye]
    field = Field.of(
        tournament.before(round_number), round_number, pairable, variant=model.traits.variant
    )
    if bye is None:
        return field, None
    first = field.key[bye_order(field, model.traits.bye_rule(field.rules))[0]]
    return (field if model.traits.bye_in_groups else field.without(field.key.index(bye))), first


def _beyond(pairs: list[Pair], others: list[Pair]) -> tuple[Pair, ...]:
    """The pairs that are not among the others, in their order."""
    known = set(map(frozenset, others))
    return tuple(pair for pair in pairs if frozenset(pair) not in known)


def favouring(weights: NDArray[np.int64], mates: NDArray[np.intp]) -> tuple[NDArray[np.int64], int]:
    """Weights by which, of the heaviest draws, the one with most of these pairs is the heaviest.

    Parameters
    ----------
    weights : (n, n)
    mates : (2, m)
        The pairs.

    Returns
    -------
    (n, n) int64, int
        The weights times the number that is returned, and 1 more for the pairs. Where they would
        not fit into the engine's integers, they are as they were, and the number is 1.
    """
    scale = mates.shape[1] + 1
    if int(abs(weights).max(initial=0)) >= WEIGHT_LIMIT // scale - 1:
        return weights, 1
    favoured: NDArray[np.int64] = weights * scale
    favoured[mates[0], mates[1]] += 1
    favoured[mates[1], mates[0]] += 1
    return favoured, scale


def favouring_levels(levels: Levels, mates: NDArray[np.intp]) -> Levels:
    """Levels by which, of the best draws, the one with most of these pairs is the best."""
    if len(levels) == 1:
        return (favouring(levels[0], mates)[0],)
    kept = np.zeros_like(levels[0])
    kept[mates[0], mates[1]] = kept[mates[1], mates[0]] = 1
    return *levels, kept


def allowing(constraints: Constraints, drawn: Iterable[Pair]) -> Constraints:
    """The same rules, as far as the draw that was made keeps to them."""
    pairs = frozenset(map(frozenset, drawn))
    return replace(
        constraints,
        allow=constraints.allow | pairs,
        force=constraints.force & pairs,
        forbid=constraints.forbid - pairs,
        must_play_groups=(),
    )
