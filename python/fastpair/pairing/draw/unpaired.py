"""Who is left without an opponent, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .draw import Unpaired
from .removal import remaining

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..field import Field
    from .removal import Removal

__all__ = ["unpaired"]

_FEW = 3
_ODD = "the number of players is odd, and the round has its bye already"


def unpaired(
    field: Field, seats: Sequence[int], removals: Sequence[Removal]
) -> tuple[Unpaired, ...]:
    """Say for each of the seats why it has no opponent.

    Parameters
    ----------
    seats
        Seats that a matching of maximum cardinality leaves over.
    removals
        What the rules remove.
    """
    if not seats:
        return ()
    # Boards and the bye leave an even number of players, unless the round has its bye already.
    if len(seats) == 1:
        return (Unpaired(player=field.key[seats[0]], reason=_ODD),)
    allowed = remaining(len(field), removals)
    return tuple(
        Unpaired(player=field.key[seat], reason=_reason(field, seat, allowed[seat], removals))
        for seat in seats
    )


def _reason(
    field: Field, seat: int, allowed: NDArray[np.bool_], removals: Sequence[Removal]
) -> str:
    opponents = np.flatnonzero(allowed)
    if len(opponents) == 0:
        others = np.arange(len(field)) != seat
        counts = [(removal.rule.value, removal.pairs[seat, others].sum()) for removal in removals]
        against = ", ".join(f"{rule} {count}" for rule, count in counts if count)
        if len(field) == 2:
            return f"may not play the only other player: {against}"
        return f"may play none of the {len(field) - 1} others: {against}"
    if len(opponents) > _FEW:
        return f"all {len(opponents)} possible opponents are needed elsewhere"
    keys = ", ".join(repr(field.key[opponent]) for opponent in opponents)
    return f"possible opponents are needed elsewhere: {keys}"
