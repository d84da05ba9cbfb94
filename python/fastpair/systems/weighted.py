"""The draw by weights: the heaviest of all draws that pair the most players."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..draw import Constraints, Draw, Seating, boards, bye_order, remaining, unpaired
from ..draw.colours import colour_rule
from ..draw.stopwatch import timed
from ..errors import RuleError
from ..field import Field
from ..matching import verify
from ..scores import History
from ..tournament import Colours
from ..weights import model_named
from ..weights.description import changes, digest, signature
from .bye import first_to_spare
from .relaxation import relaxations
from .solution import solve

if TYPE_CHECKING:
    from ..draw import Board
    from ..tournament import Tournament
    from ..weights import WeightModel
    from .solution import Seats, Solution

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
        of a named one, if the rules want one that is not deterministic, and of colours by lot.
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
    field, byes, bye = _players(known, round_number, weigher, constraints, timings)
    with timed(timings, "weights"):
        weights = weigher.weigh(field).total
    with timed(timings, "matching"):
        solution = solve(field, weights, weigher, constraints, byes)
    with timed(timings, "verification"):
        verify(weights, solution.matching, allowed=solution.allowed)
    with timed(timings, "boards"):
        drawn = _drawn(known, field, bye, solution, weigher, seed)
    if solution.incomplete:
        with timed(timings, "relaxations"):
            found = solution.matching.cardinality
            relaxed = relaxations(field, weights, solution.removals, byes, found)
        drawn = replace(drawn, relaxations=relaxed)
    return replace(drawn, constraints=constraints, timings=timings)


def _players(
    known: Tournament,
    round_number: int,
    model: WeightModel,
    constraints: Constraints,
    timings: dict[str, float],
) -> tuple[Field, Seats, str | None]:
    """Who is matched, who of them is considered for the bye, and who has it before the others meet.

    Either nobody has it yet or nobody is considered any more: some models make their groups with
    whoever will have the bye, others without him.
    """
    with timed(timings, "field"):
        field = _field(known, round_number, model)
    byes = _byes(known, field, model)
    if len(byes) == 0 or model.traits.bye_in_groups:
        return field, byes, None
    with timed(timings, "bye"):
        spared = _spared(field, byes, model, constraints)
        return field.without(spared), (), field.key[spared]


def _field(known: Tournament, round_number: int, model: WeightModel) -> Field:
    """Everybody who is to be paired or to have the bye."""
    field = Field.of(known, round_number, variant=model.traits.variant)
    if len(field) == 0:
        raise RuleError(f"round {round_number}: nobody is left to pair")
    return field


def _byes(known: Tournament, field: Field, model: WeightModel) -> Seats:
    """Seats in the order in which they are considered for the bye; empty if there is none to give."""
    if len(field) % 2 == 0 or known.round(field.round_number).byes:
        return ()
    return bye_order(field, model.traits.variant)


def _spared(
    field: Field,
    byes: Seats,
    model: WeightModel,
    constraints: Constraints,
) -> int:
    """Seat of the player who has the bye before anybody is weighed.

    A model's own rule against handicaps at the top does not choose the bye.
    """
    removals = constraints.removals(field, state=model.state(field))
    return first_to_spare(remaining(len(field), removals), byes)


def _drawn(
    known: Tournament,
    field: Field,
    bye: str | None,
    solution: Solution,
    model: WeightModel,
    seed: int,
) -> Draw:
    """The solution as a draw; ``bye`` has it before the others meet."""
    return Draw(
        round_number=field.round_number,
        boards=_boards(known, field, solution, model, seed),
        bye=bye if solution.bye is None else field.key[solution.bye],
        unpaired=unpaired(field, solution.left, solution.removals),
        absent=_absent(known, field.round_number),
        weight=solution.matching.weight,
        units=model.units(field),
        proof=solution.matching.digest(),
        model=signature(model),
        model_digest=digest(model),
        model_changes=changes(model),
        seed=seed,
        by_lot=model.by_lot(known.rules) or known.rules.colours is not Colours.BY_MODEL,
    )


def _boards(
    known: Tournament, field: Field, solution: Solution, model: WeightModel, seed: int
) -> tuple[Board, ...]:
    this = known.round(field.round_number)
    history = History.of(known) if this.seated else field.roster.history
    taken = {game.table for game in this.games}
    state = model.state(field) if model.traits.colours_by_index else None
    even = colour_rule(field, state, seed)
    seating = Seating.of(field, solution.matching.edges, history, taken, even)
    return boards(known, field, seating, model, solution.constraints)


def _absent(tournament: Tournament, round_number: int) -> tuple[str, ...]:
    seated = tournament.round(round_number).seated
    return tuple(
        player.key
        for player in tournament.players
        if player.final and not player.plays_in(round_number) and player.key not in seated
    )
