"""Who is left without an opponent, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .draw import Unpaired

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..weights import Field

__all__ = ["unpaired"]

_FEW = 3
_ODD = "the number of players is odd, and the round has its bye already"


def unpaired(
    field: Field, seats: Sequence[int], allowed: NDArray[np.bool_]
) -> tuple[Unpaired, ...]:
    """Say for each of the seats why it has no opponent.

    Parameters
    ----------
    seats
        Seats that a matching of maximum cardinality leaves over.
    allowed : (n, n) bool
        The pairs that could have been drawn.
    """
    # Pairs and the bye leave an even number over, unless the round has its bye already.
    if len(seats) == 1:
        return (Unpaired(player=field.key[seats[0]], reason=_ODD),)
    return tuple(Unpaired(player=field.key[s], reason=_reason(field, s, allowed[s])) for s in seats)


def _reason(field: Field, seat: int, allowed: NDArray[np.bool_]) -> str:
    opponents = np.flatnonzero(allowed)
    if len(opponents) == 0:
        others, met = len(field) - 1, int(field.met[seat].sum())
        return f"may play none of the {others} others: {met} met before, {others - met} ruled out"
    if len(opponents) > _FEW:
        return f"all {len(opponents)} possible opponents are needed elsewhere"
    keys = ", ".join(repr(field.key[opponent]) for opponent in opponents)
    return f"possible opponents are needed elsewhere: {keys}"
