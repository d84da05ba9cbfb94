"""A draw beside the optimum: what changes, what is lost, and what gives way."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ...pairing.draw import RelaxedPair
from .conditions import Answer
from .difference import decided, shares
from .tally import counts

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from .conditions import Conditions
    from .difference import Opponents, Way
    from .optimum import Optimum

    Pair = frozenset[str]

__all__ = ["alone", "compared", "drawn_by", "pairs_of", "seats_of"]


def drawn_by(optimum: Optimum, mate: NDArray[np.int64]) -> Opponents:
    """Everybody's opponent by the mates of seats."""
    keys = optimum.field.key
    drawn: dict[str, str | None] = {
        key: None if seat < 0 else keys[seat] for key, seat in zip(keys, mate.tolist(), strict=True)
    }
    if optimum.bye is not None:
        drawn[optimum.bye] = None
    return drawn


def compared(
    optimum: Optimum,
    conditions: Conditions,
    other: Optimum,
    drawn: Opponents,
    changes: tuple[Way, ...],
) -> Answer:
    """The optimum with some changes, beside the optimum.

    Parameters
    ----------
    other
        The players of the changed draw, and its bye.
    drawn
        Those who are there then.
    changes
        The ways from the optimum to the changed draw.
    """
    old = [pair for way in changes for pair in way.lost]
    new = [pair for way in changes for pair in way.gained]
    more = counts(other.field, other.model, new)
    more.subtract(counts(optimum.field, optimum.model, old))
    level, losses = None, None
    if _same_weights(optimum, other):
        level, losses = _losses(optimum, old, new)
    return Answer(
        conditions=conditions,
        price=None if losses is None else losses.total(),
        level=level,
        units=optimum.units,
        losses={name: loss for name, loss in (losses or {}).items() if loss},
        more={name: count for name, count in more.items() if count},
        ways=changes,
        opponents=_applied(optimum.opponents, changes, drawn),
        byes=(optimum.bye, other.bye),
        relaxed=tuple(_ruled_out(optimum, other, conditions.force)),
        gave_way=tuple(_ruled_out(optimum, other, pairs_of(new) - conditions.force)),
        left=tuple(sorted(alone(drawn, other.bye) - alone(optimum.opponents, optimum.bye))),
        needed=None,
    )


def _same_weights(optimum: Optimum, other: Optimum) -> bool:
    """Whether both have the same players with the same weights."""
    if other is optimum:
        return True
    same = other.field.key == optimum.field.key
    return same and all(map(np.array_equal, optimum.weighed.levels, other.weighed.levels))


def _losses(
    optimum: Optimum, old: list[tuple[str, str]], new: list[tuple[str, str]]
) -> tuple[int | None, Counter[str]]:
    """What each component loses from old pairs to new ones, in units, and on which level.

    Of several levels only the first one counts on which anything is lost or gained.
    """
    field, model = optimum.field, optimum.model
    level, losses = decided(model.levels, shares(field, model, old), shares(field, model, new))
    if level is None:
        losses["base"] = model.traits.base * (len(old) - len(new))
    return level, losses


def alone(opponents: Opponents, bye: str | None) -> set[str]:
    """Who has neither an opponent nor the bye."""
    return {key for key, opponent in opponents.items() if opponent is None} - {bye}


def _applied(old: Opponents, changes: tuple[Way, ...], there: Opponents) -> Opponents:
    """A draw with the changes of some ways; those of it who are still there."""
    made = {key: old.get(key) for key in there}
    for way in changes:
        made.update({key: None for pair in way.lost for key in pair if key in made})
    for way in changes:
        for one, other in way.gained:
            made[one], made[other] = other, one
    return made


def pairs_of(pairs: Iterable[tuple[str, str]]) -> frozenset[Pair]:
    """Pairs whatever their order."""
    return frozenset(map(frozenset, pairs))


def _ruled_out(optimum: Optimum, other: Optimum, pairs: frozenset[Pair]) -> Iterator[RelaxedPair]:
    """Those of some pairs of another draw that rules remove from the first one."""
    stated = replace(optimum.constraints, force=frozenset())
    state = other.model.state(other.field)
    if other.field is not optimum.field:
        removals = stated.removals(other.field, state=state)
    else:
        removals = optimum.solution.removals
    for i, j in seats_of(other, pairs):
        rules = tuple(removal.rule for removal in removals if removal.pairs[i, j])
        if rules:
            yield RelaxedPair(players=(other.field.key[i], other.field.key[j]), rules=rules)


def seats_of(optimum: Optimum, pairs: frozenset[Pair]) -> Iterator[tuple[int, int]]:
    """Seats of the pairs that are matched, in a fixed order."""
    seat = optimum.seat
    for one, other in sorted(map(sorted, pairs)):
        if one in seat and other in seat:
            yield seat[one], seat[other]
