"""The draw by weights: the heaviest of all draws that pair the most players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..draw import Constraints, Draw, Seating, boards, bye_order, remaining, unpaired
from ..draw.stopwatch import timed
from ..errors import RuleError
from ..field import Field
from ..matching import verify
from ..scores import History
from ..weights import model_named
from ..weights.description import changes, digest, signature
from .bye import first_to_spare
from .relaxation import relaxations
from .solution import solve

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from ..draw import Board
    from ..tournament import Tournament
    from ..weights import WeightModel
    from .solution import Solution

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
    weigher = model_named(model, salt=seed) if isinstance(model, str) else model
    known = tournament.before(round_number + 1)
    with timed(timings, "field"):
        field = _field(known, round_number, weigher)
    byes, bye = _byes(known, field, weigher), None
    if len(byes) and not weigher.traits.bye_in_groups:
        with timed(timings, "bye"):
            spared = _spared(field, byes, weigher, constraints)
            field, byes, bye = field.without(spared), (), field.key[spared]
    with timed(timings, "weights"):
        weights = weigher.weigh(field).total
    with timed(timings, "matching"):
        solution = solve(field, weights, weigher, constraints, byes)
    with timed(timings, "verification"):
        verify(weights, solution.matching, allowed=solution.allowed)
    with timed(timings, "boards"):
        drawn = _boards(known, field, solution, weigher)
    relaxed = None
    if solution.incomplete:
        with timed(timings, "relaxations"):
            found = solution.matching.cardinality
            relaxed = relaxations(field, weights, solution.removals, byes, found)
    return Draw(
        round_number=round_number,
        boards=drawn,
        bye=bye if solution.bye is None else field.key[solution.bye],
        unpaired=unpaired(field, solution.left, solution.removals),
        relaxations=relaxed,
        absent=_absent(known, round_number),
        weight=solution.matching.weight,
        units=weigher.units(field),
        proof=solution.matching.digest(),
        model=signature(weigher),
        model_digest=digest(weigher),
        model_changes=changes(weigher),
        constraints=constraints,
        seed=seed,
        by_lot=weigher.by_lot(known.rules),
        timings=timings,
    )


def _field(known: Tournament, round_number: int, model: WeightModel) -> Field:
    """Everybody who is to be paired or to have the bye."""
    field = Field.of(known, round_number, variant=model.traits.variant)
    if len(field) == 0:
        raise RuleError(f"round {round_number}: nobody is left to pair")
    return field


def _byes(known: Tournament, field: Field, model: WeightModel) -> Sequence[int] | NDArray[np.intp]:
    """Seats in the order in which they are considered for the bye; empty if there is none to give."""
    if len(field) % 2 == 0 or known.round(field.round_number).byes:
        return ()
    return bye_order(field, model.traits.variant)


def _spared(
    field: Field,
    byes: Sequence[int] | NDArray[np.intp],
    model: WeightModel,
    constraints: Constraints,
) -> int:
    """Seat of the player who has the bye before anybody is weighed.

    A model's own rule against handicaps at the top does not choose the bye.
    """
    removals = constraints.removals(field, state=model.state(field))
    return first_to_spare(remaining(len(field), removals), byes)


def _boards(
    known: Tournament, field: Field, solution: Solution, model: WeightModel
) -> tuple[Board, ...]:
    this = known.round(field.round_number)
    history = History.of(known) if this.seated else field.roster.history
    taken = {game.table for game in this.games}
    state = model.state(field) if model.traits.colours_by_index else None
    seating = Seating.of(field, solution.matching.edges, history, taken, state)
    return boards(known, field, seating, model, solution.constraints)


def _absent(tournament: Tournament, round_number: int) -> tuple[str, ...]:
    seated = tournament.round(round_number).seated
    return tuple(
        player.key
        for player in tournament.players
        if player.final and not player.plays_in(round_number) and player.key not in seated
    )
