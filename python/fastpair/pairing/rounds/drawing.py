"""The draw of a round of a tournament, by any system."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ...errors import RuleError
from ...go.scores import History
from ...go.tournament import Colours
from ...sentences import phrase
from ..draw import Constraints, Draw, Seating, boards, levels_of, unpaired
from ..draw.colours import colour_rule
from ..draw.stopwatch import timed
from ..field import People
from ..rules import check_seed
from ..solving.relaxation import relaxations
from ..solving.solved import Solved
from ..systems.looking_ahead import LookingAhead
from ..systems.rounds_to_come import RoundsToCome, certainly_drawable
from ..systems.stated import stated_system
from ..systems.system import Situation
from ..weights import model_or_usual
from ..weights.description import digest, signature
from ..weights.unweighted import Unweighted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ...go.tournament import Game, Tournament
    from ..draw import Relaxations, Unpaired
    from ..draw.colours import ColourRule
    from ..field import Field
    from ..systems.system import Pairing, System
    from ..weights import WeightModel

__all__ = ["draw_round", "rounds_drawable", "situation_of"]

_ANYTHING = Constraints()
_NO_WEIGHTS = Unweighted()


def draw_round(
    tournament: Tournament,
    round_number: int,
    *,
    model: str | WeightModel | None = None,
    system: str | System | None = None,
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
        Another system than the pairing by the weights of the model, or its name, a key of
        ``SYSTEMS``. A model that is named beside it takes the place of its own.
    constraints
        What must and must not be drawn, and what is rather drawn.

    Raises
    ------
    RuleError
        If there is no such round, model, system or player, the seed is negative, nobody is left to pair, the tournament contradicts
        itself, the system takes no model or cannot pair the round, or somebody is forced to
        play who is not in the field.
    EngineError
        If the proof fails: a bug of fastpair.

    Examples
    --------
    >>> draw = draw_round(read("examples/evening.xml").tournament, 2)
    >>> for board in draw.boards:
    ...     print(board.table, board.white, board.black)
    1 KERMTROVBELRAN DOVANIHALKA
    2 SELMAVELOLMINA FALDINIOLUWEN
    3 FALDINIMIRA LOMBEKTARA
    """
    check_seed(seed)
    constraints.check_players(tournament)
    system = _system_of(tournament, model, system, constraints, seed)
    tournament.check_round(round_number)
    timings: dict[str, float] = {}
    known = tournament.before(round_number + 1)
    with timed(timings, "field"):
        situation = situation_of(tournament, round_number, constraints, seed)
    pairing = system.paired(situation, timings)
    solved = pairing.solved
    if solved is not None:
        with timed(timings, "verification"):
            solved.prove()
    with timed(timings, "boards"):
        drawn = _drawn(known, situation, system, pairing)
    if isinstance(solved, Solved) and solved.solution.incomplete:
        with timed(timings, "relaxations"):
            drawn = replace(drawn, relaxations=_relaxed(solved))
    return replace(drawn, timings=timings)


def _system_of(
    tournament: Tournament,
    model: str | WeightModel | None,
    system: str | System | None,
    constraints: Constraints,
    seed: int,
) -> System:
    """The system that draws, with its model."""
    if isinstance(system, str):
        system = stated_system(system, {})
    if system is not None and not hasattr(system, "own_model"):
        raise RuleError(f"expected a system, got {system!r}", about="system")
    own = None if system is None else system.own_model
    weigher = own if own is not None and model is None else model_or_usual(tournament, model, seed)
    if system is None:
        return LookingAhead(model=constraints.weigher(weigher))
    if own is None and (constraints.prefer or constraints.prefer_not):
        raise RuleError(
            phrase("{system} has no weights that it could change", system=system.name),
            about="prefer" if constraints.prefer else "prefer_not",
        )
    if model is None and constraints.weigher(weigher) is weigher:
        return system
    return system.with_model(constraints.weigher(weigher))


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
        constraints=replace(constraints, met=constraints.met | tournament.met_from(round_number)),
        bye_given=bool(tournament.round(round_number).byes),
        later_undrawn=tournament.last_round <= round_number,
        seed=seed,
    )


def rounds_drawable(
    tournament: Tournament, round_number: int, constraints: Constraints = _ANYTHING
) -> int | None:
    """How many rounds can be drawn complete without a rematch, if nobody drops out or comes late.

    Parameters
    ----------
    round_number
        The first of them, from 1, which is to be drawn.
    constraints
        Rules about single players that hold in all of them.

    Returns
    -------
    int or None
        All that are left, or only some of them; None if that is not found out.

    Raises
    ------
    RuleError
        As ``situation_of``.
    """
    situation = situation_of(tournament, round_number, constraints)
    if certainly_drawable(situation):
        return tournament.rules.rounds - round_number + 1
    return RoundsToCome.of(situation).most()


def _drawn(known: Tournament, situation: Situation, system: System, pairing: Pairing) -> Draw:
    """The draw of a pairing, with what proves it."""
    solved, rules, seed = pairing.solved, situation.constraints, situation.seed
    field = situation.field if solved is None else solved.field
    seat = np.full(len(situation.waiting), -1, dtype=np.int64)
    seat[field.player] = np.arange(len(field))
    key = [player.key for player in known.players]
    pairs = seat[pairing.pairs]
    if pairing.white_first:
        even = _first_takes_white(pairs)
    else:
        even = colour_rule(field, system.colour_state(field), seed)
    model = None if solved is None else system.own_model
    made = boards(
        known,
        field,
        _seating(known, field, pairs, even, system.known),
        model or _NO_WEIGHTS,
        rules if solved is None else solved.constraints,
    )
    by_lot = system.by_lot if model is None else model.by_lot(known.rules)
    drawn = Draw(
        round_number=situation.round_number,
        boards=made,
        bye=None if pairing.bye is None else key[pairing.bye],
        resting=tuple(key[row] for row in pairing.resting),
        out=tuple(key[row] for row in pairing.out),
        unpaired=_unpaired(situation, pairing, field, seat),
        absent=_absent(known, situation.round_number),
        system=system.name,
        model_changes=system.changes(),
        seed=seed,
        by_lot=by_lot or known.rules.colours is not Colours.BY_MODEL,
        constraints=rules,
    )
    if model is None or solved is None:
        return drawn
    ahead = pairing.kept_drawable
    provisos = (system.proviso, _ahead(pairing), _beside(known, situation.round_number))
    return replace(
        drawn,
        weight=sum(board.weight for board in made),
        levels=levels_of(made, model.levels),
        units=model.units(field),
        proof=solved.matching.digest(),
        proviso=", ".join(filter(None, provisos)),
        model=signature(model),
        model_digest=digest(model),
        kept_drawable=ahead,
    )


def _ahead(pairing: Pairing) -> str:
    """Say that a draw leaves later rounds drawable that a heavier one would not."""
    rounds = pairing.kept_drawable
    if not rounds:
        return ""
    if pairing.searched:
        return "of those with the boards of a search for complete rounds"
    following = "the next round" if rounds == 1 else f"the next {rounds} rounds"
    return f"of those after which {following} can be drawn complete"


def _beside(known: Tournament, round_number: int) -> str:
    """Say that a draw goes round games that its round has already."""
    games = len(known.round(round_number).games)
    counted = "1 game" if games == 1 else f"{games} games"
    return f"beside {counted} that the round had before" if games else ""


def _unpaired(
    situation: Situation, pairing: Pairing, field: Field, seat: NDArray[np.int64]
) -> tuple[Unpaired, ...]:
    """Who is left over, and why."""
    left = situation.waiting.copy()
    left[pairing.pairs] = False
    left[[*pairing.resting, *pairing.out, *([] if pairing.bye is None else [pairing.bye])]] = False
    solved = pairing.solved
    removals = situation.removals() if solved is None else solved.removals
    reasons = {field.key[seat[row]]: why for row, why in pairing.reasons.items()}
    found = unpaired(field, np.sort(seat[np.flatnonzero(left)]).tolist(), removals)
    return tuple(replace(one, reason=reasons.get(one.player, one.reason)) for one in found)


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
