"""What the best draw would be under other conditions, and what that costs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ...errors import RuleError
from ...matching.quantization import WEIGHT_LIMIT
from ...pairing.draw import HardRule, Removal
from ...pairing.draw.removal import elsewhere
from ...pairing.rounds.judgement import favouring_levels
from ...pairing.solving.best_matching import best_matching
from ...pairing.solving.relaxation import relaxations
from ...pairing.weights.preferences import Preferring
from .comparison import alone, compared, drawn_by, pairs_of, seats_of
from .difference import ways
from .optimum import Optimum

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...go.tournament import Tournament
    from ...matching import Solver
    from ...pairing.draw import Constraints, Relaxations
    from .conditions import Answer, Conditions
    from .difference import Way

    Pair = frozenset[str]

__all__ = ["what_if"]


def what_if(optimum: Optimum, conditions: Conditions) -> Answer:
    """Draw again under other conditions, and compare.

    Pairs that are forced, forbidden or preferred take milliseconds. If somebody else takes part, or
    a player with the bye or a game that must be is forced, all is weighed anew, and so it is if the
    components of the model stand on levels.

    Raises
    ------
    RuleError
        If a player who is named cannot be paired in the round, or nobody is left to pair.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> answer = what_if(optimum, Conditions(drop=frozenset({"FALDINIMIRA"})))
    >>> answer.byes
    (None, 'LOMBEKTARA')
    """
    _check(optimum, conditions)
    if len(optimum.weighed.levels) > 1 or not _keeps_the_field(optimum, conditions):
        other = _redrawn(optimum, conditions)
        return _answer(optimum, conditions, other, _nearest(optimum, other))
    found = _changed(optimum, conditions).solve()
    if found.cardinality < optimum.solution.matching.cardinality:
        # Some rules give way before anybody is left over.
        other = optimum.under(_constraints(optimum, conditions))
        return _answer(optimum, conditions, other, other.solution.matching.mate)
    return _answer(optimum, conditions, optimum, found.mate)


def _check(optimum: Optimum, conditions: Conditions) -> None:
    known = {player.key for player in optimum.tournament.players}
    players_there = (optimum.players | conditions.add) - conditions.drop
    named = frozenset().union(*conditions.pairs) - conditions.drop
    for key in sorted(named - players_there):
        raise RuleError(f"{key!r} is not paired by the draw of the round")
    for key in sorted(conditions.drop - optimum.players):
        raise RuleError(f"{key!r} is not paired by the draw of the round")
    for key in sorted(conditions.add & optimum.players):
        raise RuleError(f"{key!r} takes part already")
    for key in sorted(conditions.add - known):
        raise RuleError(f"no player has the key {key!r}")


def _keeps_the_field(optimum: Optimum, conditions: Conditions) -> bool:
    """Whether the same players are matched, so that weights and the bye stay."""
    seated = optimum.constraints.force - conditions.force
    fixed = frozenset().union(*seated, () if optimum.bye is None else (optimum.bye,))
    named = frozenset().union(*conditions.force, *conditions.prefer)
    return not (conditions.drop or conditions.add or fixed & named)


def _changed(optimum: Optimum, conditions: Conditions) -> Solver:
    """The solver of the optimum under the conditions; a copy, so that all answers start alike."""
    nearby, scale = optimum.nearby
    solver = nearby.copy()
    for i, j in seats_of(optimum, conditions.forbid):
        solver.forbid(i, j)
    for i, j in seats_of(optimum, conditions.prefer - conditions.forbid):
        if solver.allowed[i, j]:
            # A preference near the largest weight of all counts a little less.
            preferred = int(solver.weights[i, j]) + scale * _worth(optimum)
            solver.set_weight(i, j, min(preferred, WEIGHT_LIMIT))
    for i, j in seats_of(optimum, conditions.force):
        solver.set_weight(i, j, int(nearby.weights[i, j]))
        solver.force(i, j)
    return solver


def _worth(optimum: Optimum) -> int:
    """What a preference is worth, in units."""
    model = optimum.model
    stated = model.worth if isinstance(model, Preferring) else None
    worth = model.traits.preference if stated is None else stated
    return round(worth * optimum.units)


def _redrawn(optimum: Optimum, conditions: Conditions) -> Optimum:
    """The best draw of the players who take part then."""
    model = optimum.model
    if isinstance(model, Preferring):
        model = replace(model, wanted=model.wanted | conditions.prefer)
    elif conditions.prefer:
        model = Preferring(model=model, wanted=conditions.prefer)
    return Optimum.of_round(
        _waiting(optimum, conditions),
        optimum.field.round_number,
        model,
        _constraints(optimum, conditions),
        optimum.seed,
        of_games=False,
    )


def _constraints(optimum: Optimum, conditions: Conditions) -> Constraints:
    """The hard rules, and what is forced and forbidden."""
    stated = optimum.constraints
    taken = conditions.drop.union(*conditions.force)
    force = {pair for pair in stated.force if taken.isdisjoint(pair)}
    return replace(
        stated,
        force=conditions.force.union(force),
        forbid=(stated.forbid | conditions.forbid) - conditions.force,
    )


def _waiting(optimum: Optimum, conditions: Conditions) -> Tournament:
    """The tournament in which those who take part wait for a game, and nobody else."""
    number, tournament = optimum.field.round_number, optimum.tournament
    players_there = (optimum.players | conditions.add) - conditions.drop
    played = tournament.round(number)
    without = tournament.replace_round(
        number,
        [game for game in played.games if optimum.players.isdisjoint(game.players)],
        [
            bye
            for bye in tournament.byes
            if bye.round == number and bye.player not in optimum.players
        ],
    )
    players = (
        replace(player, final=True, absences=player.absences - {number})
        if player.key in players_there
        else player
        for player in without.players
    )
    present = replace(without, players=tuple(players))
    others = [p.key for p in present.to_pair(number) if p.key not in players_there]
    return present.with_absences(number, others)


def _nearest(optimum: Optimum, other: Optimum) -> NDArray[np.int64]:
    """The mates in that optimum of other players which has most boards of the first one."""
    boards = (frozenset((one, two)) for one, two in optimum.opponents.items() if two is not None)
    kept = [pair for pair in seats_of(other, frozenset(boards)) if other.solution.allowed[pair]]
    mates = np.array(kept, dtype=np.intp).reshape(-1, 2).T
    favoured = favouring_levels(other.weighed.levels, mates)
    return best_matching(favoured, other.solution.allowed).mate


def _answer(
    optimum: Optimum, conditions: Conditions, other: Optimum, mate: NDArray[np.int64]
) -> Answer:
    """Compare a draw under conditions with the optimum; nothing changes that need not."""
    drawn = drawn_by(other, mate)
    found = tuple(
        way for way in ways(optimum.opponents, drawn) if _has_to_change(other, conditions, way)
    )
    answer = compared(optimum, conditions, other, drawn, found)
    if len(alone(drawn, other.bye)) > len(alone(optimum.opponents, optimum.bye)):
        return replace(answer, needed=_needed(other, conditions, mate))
    return answer


def _has_to_change(other: Optimum, conditions: Conditions, way: Way) -> bool:
    """Whether a new draw without the change of a way would be worse, or against the conditions."""
    pairs = pairs_of((*way.gained, *way.lost))
    if pairs & conditions.pairs or len(way.gained) != len(way.lost):
        return True
    if not all(key in other.seat for key in way.players):
        return True
    lost, gained = (other.field.seats(some).T for some in (way.lost, way.gained))
    if not other.solution.allowed[*lost].all():
        return True
    return any(level[*lost].sum() != level[*gained].sum() for level in other.weighed.levels)


def _needed(other: Optimum, conditions: Conditions, mate: NDArray[np.int64]) -> Relaxations:
    """What would have to be allowed so that as many as possible are paired."""
    field, solution = other.field, other.solution
    forced = list(seats_of(other, conditions.force))
    listed = field.listed(conditions.force)
    removals = [replace(r, pairs=r.pairs & ~listed) for r in solution.removals]
    removals.append(Removal(HardRule.FORBID, field.listed(conditions.forbid)))
    removals.append(Removal(HardRule.FORCE, elsewhere(field, forced)))
    if solution.bye is not None:
        spared = np.zeros_like(listed)
        spared[solution.bye, :] = spared[:, solution.bye] = True
        removals.append(Removal(HardRule.FORBID, spared))
    paired = int(np.count_nonzero(mate >= 0)) // 2
    return relaxations(field, other.weighed.levels, removals, (), paired)
