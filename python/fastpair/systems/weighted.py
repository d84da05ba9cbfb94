"""The draw by weights: the heaviest of all draws that pair the most players."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ..draw import (
    Constraints,
    Draw,
    HardRule,
    Removal,
    Seating,
    boards,
    bye_order,
    remaining,
    unpaired,
)
from ..draw.stopwatch import timed
from ..errors import RuleError
from ..field import Field
from ..matching import max_weight_matching, verify
from ..scores import History
from ..weights import model_named
from ..weights.description import changes, digest, signature
from .must_play import pairs_within_groups
from .relaxation import needed, relaxations

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from ..draw import Board
    from ..matching import Matching
    from ..tournament import Tournament
    from ..weights import WeightModel

__all__ = ["draw_round"]

_ANYTHING = Constraints()


def draw_round(
    tournament: Tournament,
    round_number: int,
    *,
    model: str | WeightModel = "opengotha351",
    constraints: Constraints = _ANYTHING,
    seed: int = 0,
) -> Draw:
    """Draw a round.

    Of the draws that pair the most players it is the one of greatest weight, which is proven before
    it is returned. Games that the round has already are kept.

    Parameters
    ----------
    tournament, round_number
        Which round, from 1; what is known of later rounds does not matter.
    model, seed
        Weight model, or its name, a key of ``weights.MODELS``, and the seed of the random component
        of a named one, if the rules want one that is not deterministic.
    constraints
        What must and must not be drawn.

    Raises
    ------
    RuleError
        If there is no such round or model, nobody is left to pair, the tournament contradicts
        itself, or somebody must play who is not in the field.
    EngineError
        If the proof fails: a bug of fastpair.
    """
    timings: dict[str, float] = {}
    asked = constraints
    weigher = model_named(model, salt=seed) if isinstance(model, str) else model
    known = tournament.before(round_number + 1)
    with timed(timings, "field"):
        field = Field.of(known, round_number, variant=weigher.traits.variant)
    if len(field) == 0:
        raise RuleError(f"round {round_number}: nobody is left to pair")
    # A model's own rule gives way before anybody is left over, and does not choose the bye.
    yields = constraints.no_handicap_at_top is None and _spares_the_top(weigher, field)
    byes = () if known.round(round_number).byes else bye_order(field, weigher.traits.variant)
    bye = None
    if len(byes) % 2 == 1 and not weigher.traits.bye_in_groups:
        with timed(timings, "bye"):
            field, bye = _without_bye(field, byes, weigher, constraints)
            byes = ()
    with timed(timings, "weights"):
        weights = weigher.weigh(field).total
    if yields:
        constraints = replace(constraints, no_handicap_at_top=True)
    with timed(timings, "matching"):
        removals, constraints = _removals(field, weights, weigher, constraints)
        solution = _solution(weights, remaining(len(field), removals), byes)
        if yields and len(solution.left) > 1:
            removals = tuple(_given_way(removals, weights, byes))
            solution = _solution(weights, remaining(len(field), removals), byes)
    with timed(timings, "verification"):
        verify(weights, solution.matching, allowed=solution.allowed)
    with timed(timings, "boards"):
        drawn = _boards(known, field, solution.matching, weigher, constraints)
    relaxed = None
    if len(solution.left) > 1:
        with timed(timings, "relaxations"):
            relaxed = relaxations(field, weights, removals, byes, solution.matching.cardinality)
    return Draw(
        round_number=round_number,
        boards=drawn,
        bye=bye if solution.bye is None else field.key[solution.bye],
        unpaired=unpaired(field, solution.left, removals),
        relaxations=relaxed,
        absent=_absent(known, round_number),
        weight=solution.matching.weight,
        units=weigher.units(field),
        proof=solution.matching.digest(),
        model=signature(weigher),
        model_digest=digest(weigher),
        model_changes=changes(weigher),
        constraints=asked,
        seed=seed,
        by_lot=weigher.by_lot(known.rules),
        timings=timings,
    )


def _spares_the_top(model: WeightModel, field: Field) -> bool:
    """Whether the model's own rule against handicaps at the top removes pairs.

    With H = 0 every difference of scores calls for a handicap, so that it would remove all draws
    up and down at the top. The paper's H is not 0 [K15 2.1; INTERPRETATION K15-2.1 (c)].
    """
    return model.traits.no_handicap_at_top and model.state(field).offset not in (None, 0)


def _without_bye(
    field: Field,
    byes: Sequence[int] | NDArray[np.intp],
    model: WeightModel,
    constraints: Constraints,
) -> tuple[Field, str]:
    """The field of those who are paired, and who has the bye."""
    allowed = remaining(len(field), constraints.removals(field, state=model.state(field)))
    bye = _first_to_spare(allowed, byes)
    return field.without(bye), field.key[bye]


def _removals(
    field: Field, weights: NDArray[np.int64], model: WeightModel, constraints: Constraints
) -> tuple[tuple[Removal, ...], Constraints]:
    """What the rules remove; and the constraints, with the pairs that groups have made."""
    state = model.state(field)
    removals = constraints.removals(field, state=state)
    if not constraints.must_play_groups:
        return removals, constraints
    allowed = remaining(len(field), removals)
    pairs = pairs_within_groups(field, weights, allowed, constraints.must_play_groups)
    keys = frozenset(frozenset((field.key[i], field.key[j])) for i, j in pairs)
    together = replace(constraints, must_play=constraints.must_play | keys)
    return constraints.removals(field, pairs, state=state), together


def _given_way(
    removals: Sequence[Removal],
    weights: NDArray[np.int64],
    byes: Sequence[int] | NDArray[np.intp],
) -> Iterator[Removal]:
    """The same removals, but for those at the top without which somebody would be left over."""
    for removal in removals:
        if removal.rule is HardRule.HANDICAP_AT_TOP:
            allowed = needed(removal, removals, weights, byes)
            yield Removal(removal.rule, removal.pairs & ~allowed)
        else:
            yield removal


@dataclass(frozen=True, slots=True, eq=False)
class _Solution:
    """Who plays whom."""

    matching: Matching

    allowed: NDArray[np.bool_]
    """The pairs that it was chosen from, (n, n)."""

    bye: int | None = None
    """Seat of the player who is none of them."""

    @property
    def left(self) -> list[int]:
        """Seats of those who have neither an opponent nor the bye."""
        return [int(seat) for seat in self.matching.unmatched if seat != self.bye]


def _solution(
    weights: NDArray[np.int64], allowed: NDArray[np.bool_], byes: Sequence[int] | NDArray[np.intp]
) -> _Solution:
    """Give the bye to the first who can be spared if the number is odd, and match the rest.

    Parameters
    ----------
    weights : (n, n) int64
    allowed : (n, n) bool
    byes
        Seats in the order in which they are considered for the bye; empty if there is none.
    """
    if len(byes) % 2 == 0:
        return _Solution(max_weight_matching(weights, allowed=allowed), allowed)
    solution = _solution_without(int(byes[0]), weights, allowed)
    if solution.left:
        solution = _solution_without(_first_to_spare(allowed, byes), weights, allowed)
    return solution


def _solution_without(
    bye: int, weights: NDArray[np.int64], allowed: NDArray[np.bool_]
) -> _Solution:
    rest = _without(allowed, bye)
    return _Solution(max_weight_matching(weights, allowed=rest), rest, bye)


def _without(allowed: NDArray[np.bool_], seat: int) -> NDArray[np.bool_]:
    """The pairs of all other players."""
    rest = allowed.copy()
    rest[seat, :] = rest[:, seat] = False
    return rest


def _first_to_spare(allowed: NDArray[np.bool_], order: Sequence[int] | NDArray[np.intp]) -> int:
    """The first of an order without whom as many pairs can be drawn as with everybody.

    Where a pair weighs as much as the places of both in the order, a matching of greatest weight
    leaves out who can be left out and comes first: the sets that a matching of maximum cardinality
    leaves out are the bases of a matroid, whose lightest basis is greedy [Edmonds, Fulkerson 1965].
    """
    first = int(order[0])
    others = _without(allowed, first)
    # With half of all others as possible opponents of each, they can be paired [Dirac 1952].
    fewest = np.delete(np.count_nonzero(others, axis=1), first).min(initial=len(order))
    if len(order) % 2 and 2 * fewest >= len(order) - 1:
        return first
    all_paired = max_weight_matching(np.zeros(allowed.shape, dtype=np.int64), allowed=others)
    if 2 * all_paired.cardinality == len(order) - 1:
        return first
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    weights = place[:, None] + place[None, :]
    matching = max_weight_matching(weights, allowed=allowed)
    verify(weights, matching, allowed=allowed)
    return int(min(matching.unmatched, key=place.__getitem__))


def _boards(
    known: Tournament,
    field: Field,
    matching: Matching,
    model: WeightModel,
    constraints: Constraints,
) -> tuple[Board, ...]:
    this = known.round(field.round_number)
    history = History.of(known) if this.seated else field.roster.history
    taken = {game.table for game in this.games}
    state = model.state(field) if model.traits.colours_by_index else None
    seating = Seating.of(field, matching.edges, history, taken, state)
    return boards(known, field, seating, model, constraints)


def _absent(tournament: Tournament, round_number: int) -> tuple[str, ...]:
    seated = tournament.round(round_number).seated
    return tuple(
        player.key
        for player in tournament.players
        if player.final and not player.plays_in(round_number) and player.key not in seated
    )
