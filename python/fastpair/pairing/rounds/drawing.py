"""The draw of a round of a tournament, by any system."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ...errors import RuleError
from ...go.scores import History
from ...go.tournament import Colours
from ..draw import Constraints, Draw, Seating, boards, levels_of, unpaired
from ..draw.colours import colour_rule
from ..draw.stopwatch import timed
from ..field import People
from ..solving.best_matching import prove
from ..solving.relaxation import relaxations
from ..systems.system import ByModel, Situation
from ..systems.weighted import Weighted
from ..weights import model_or_usual
from ..weights.description import changes, digest, signature
from ..weights.unweighted import Unweighted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ...go.tournament import Game, Tournament
    from ..draw import Relaxations, Unpaired
    from ..draw.colours import ColourRule
    from ..field import Field
    from ..systems.system import Pairing, System
    from ..systems.weighted import Solved
    from ..weights import WeightModel

__all__ = ["draw_round", "situation_of"]

_ANYTHING = Constraints()
_NO_WEIGHTS = Unweighted()


def draw_round(
    tournament: Tournament,
    round_number: int,
    *,
    model: str | WeightModel | None = None,
    system: System | None = None,
    constraints: Constraints = _ANYTHING,
    seed: int = 0,
) -> Draw:
    """Draw a round.

    Of the draws that pair the most players it is the one of greatest weight, which is proven before
    it is returned; or it is what another system makes of the round. Games that the round has already
    are kept.

    Parameters
    ----------
    tournament, round_number
        Which round, from 1. Players who have a game in a later round count as having met; nothing
        else of later rounds matters.
    model, seed
        Weight model, or its name, a key of ``weights.MODELS``, by default ``Rules.usual_model``; and
        the seed of the random component of a named one, if the rules want one that is not
        deterministic, and of colours by lot.
    system
        Another system than the pairing by the weights of the model; see ``SYSTEMS``. A model that is
        named beside it takes the place of its own.
    constraints
        What must and must not be drawn.

    Raises
    ------
    RuleError
        If there is no such round or model, nobody is left to pair, the tournament contradicts
        itself, the system takes no model or cannot pair the round, or somebody must play who is not in the field.
    EngineError
        If the proof fails: a bug of fastpair.
    """
    system = _system_of(tournament, model, system, seed)
    tournament.check_round(round_number)
    timings: dict[str, float] = {}
    known = tournament.before(round_number + 1)
    with timed(timings, "field"):
        situation = situation_of(tournament, round_number, constraints, seed)
    if isinstance(system, Weighted):
        drawn = _drawn_by_weights(known, situation, system, timings)
    else:
        drawn = _drawn_by(known, situation, system, timings)
    return replace(drawn, timings=timings)


def _system_of(
    tournament: Tournament, model: str | WeightModel | None, system: System | None, seed: int
) -> System:
    """The system that draws, with its model."""
    if system is not None and model is None:
        return system
    weigher = model_or_usual(tournament, model, seed)
    if system is None:
        return Weighted(model=weigher)
    if not isinstance(system, ByModel):
        raise RuleError(f"model: {system.name} has no weights, and takes no model")
    return replace(system, model=weigher)


def situation_of(
    tournament: Tournament, round_number: int, constraints: Constraints = _ANYTHING, seed: int = 0
) -> Situation:
    """A round of a tournament as the systems take it.

    Whoever has a game in a later round counts as having met.

    Raises
    ------
    RuleError
        If there is no such round, nobody is left to pair, or the tournament contradicts itself.
    """
    tournament.check_round(round_number)
    tournament.refuse_teams()
    history = History.of(tournament.before(round_number))
    waiting = np.zeros(len(tournament.players), dtype=np.bool_)
    waiting[[history.row[player.key] for player in tournament.to_pair(round_number)]] = True
    if not waiting.any():
        raise RuleError(f"round {round_number}: nobody is left to pair")
    return Situation(
        history=history,
        people=People(tournament.players),
        round_number=round_number,
        waiting=waiting,
        constraints=replace(constraints, met=constraints.met | tournament.met_later(round_number)),
        bye_given=bool(tournament.round(round_number).byes),
        seed=seed,
    )


def _drawn_by_weights(
    known: Tournament, situation: Situation, system: Weighted, timings: dict[str, float]
) -> Draw:
    """The proven draw by the weights of a model."""
    model, seed = system.model, situation.seed
    solved = system.solve(situation, timings)
    field, solution = solved.field, solved.solution
    with timed(timings, "verification"):
        prove(solved.proven_by, solution.matching, solution.allowed)
    with timed(timings, "boards"):
        even = colour_rule(field, system.colour_state(field), seed)
        edges = solution.matching.edges
        seating = _seating(known, field, edges, even, system.known)
        made = boards(known, field, seating, model, solution.constraints)
        drawn = Draw(
            round_number=situation.round_number,
            boards=made,
            bye=None if solved.bye is None else known.players[solved.bye].key,
            unpaired=unpaired(field, solution.left, solution.removals),
            absent=_absent(known, situation.round_number),
            weight=sum(board.weight for board in made),
            levels=levels_of(made, solved.weighed.model.levels),
            units=model.units(field),
            system=system.name,
            proof=solution.matching.digest(),
            proviso=", ".join(
                filter(None, (system.proviso, _beside(known, situation.round_number)))
            ),
            model=signature(model),
            model_digest=digest(model),
            model_changes=changes(model),
            seed=seed,
            by_lot=model.by_lot(known.rules) or known.rules.colours is not Colours.BY_MODEL,
            constraints=situation.constraints,
        )
    if solution.incomplete:
        with timed(timings, "relaxations"):
            return replace(drawn, relaxations=_relaxed(solved))
    return drawn


def _beside(known: Tournament, round_number: int) -> str:
    """Say that a draw goes round games that its round has already."""
    games = len(known.round(round_number).games)
    counted = "1 game" if games == 1 else f"{games} games"
    return f"beside {counted} that the round had before" if games else ""


def _drawn_by(
    known: Tournament, situation: Situation, system: System, timings: dict[str, float]
) -> Draw:
    """What a system without weights makes of the round."""
    key = [player.key for player in known.players]
    with timed(timings, "pairing"):
        pairing = system.pair(situation)
    field = situation.field
    with timed(timings, "boards"):
        pairs = situation.seat[pairing.pairs]
        even = _first_takes_white(pairs) if pairing.white_first else None
        seating = _seating(
            known,
            field,
            pairs,
            even or colour_rule(field, system.colour_state(field), situation.seed),
        )
        constraints = situation.constraints
        return Draw(
            round_number=situation.round_number,
            boards=boards(known, field, seating, _NO_WEIGHTS, constraints),
            bye=None if pairing.bye is None else key[pairing.bye],
            resting=tuple(key[row] for row in pairing.resting),
            out=tuple(key[row] for row in pairing.out),
            unpaired=_unpaired(situation, pairing),
            absent=_absent(known, situation.round_number),
            system=system.name,
            model_changes=system.changes(),
            seed=situation.seed,
            by_lot=system.by_lot or known.rules.colours is not Colours.BY_MODEL,
            constraints=constraints,
        )


def _unpaired(situation: Situation, pairing: Pairing) -> tuple[Unpaired, ...]:
    """Who is left over, and why."""
    left, field = _left(situation, pairing), situation.field
    reasons = {field.key[situation.seat[row]]: why for row, why in pairing.reasons.items()}
    found = unpaired(field, left, situation.removals())
    return tuple(replace(one, reason=reasons.get(one.player, one.reason)) for one in found)


def _left(situation: Situation, pairing: Pairing) -> list[int]:
    """Seats of those for whom the system has found neither an opponent nor a bye."""
    waiting = situation.waiting.copy()
    waiting[pairing.pairs] = False
    idle = [*pairing.resting, *pairing.out, *([] if pairing.bye is None else [pairing.bye])]
    waiting[idle] = False
    seats: list[int] = np.sort(situation.seat[np.flatnonzero(waiting)]).tolist()
    return seats


def _first_takes_white(pairs: NDArray[np.int64]) -> ColourRule:
    """The colours that a system has given; ``pairs`` are seats, White first."""
    white = {tuple(pair) for pair in pairs.tolist()}

    def rule(a: Field, b: Field) -> NDArray[np.bool_]:
        taken = [pair in white for pair in zip(a.seat.tolist(), b.seat.tolist(), strict=True)]
        return np.array(taken, dtype=np.bool_)

    return rule


def _seating(
    known: Tournament,
    field: Field,
    pairs: NDArray[np.int64],
    even: ColourRule,
    stay: Sequence[Game] = (),
) -> Seating:
    this = known.round(field.round_number)
    history = History.of(known) if this.seated else field.roster.history
    taken = known.rules.closed_in(field.round_number).union(game.table for game in this.games)
    seating = Seating.of(field, pairs, history, taken, even)
    return seating.keeping(field, stay, taken) if stay else seating


def _relaxed(solved: Solved) -> Relaxations:
    solution = solved.solution
    found = solution.matching.cardinality
    return relaxations(solved.field, solved.weighed.levels, solution.removals, solved.byes, found)


def _absent(tournament: Tournament, round_number: int) -> tuple[str, ...]:
    seated = tournament.round(round_number).seated
    return tuple(
        player.key
        for player in tournament.players
        if player.final and not player.plays_in(round_number) and player.key not in seated
    )
