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
    return tuple(
        Unpaired(player=field.key[seat], reason=_reason(field, seat, np.flatnonzero(allowed[seat])))
        for seat in seats
    )


def _reason(field: Field, seat: int, opponents: NDArray[np.intp]) -> str:
    others = len(field) - 1
    if others == 0:
        return "nobody else is left to pair"
    if len(opponents) == 0:
        met = int(field.met[seat].sum())
        return f"may play none of the {others} others: {met} met before, {others - met} ruled out"
    if len(opponents) <= _FEW:
        names = ", ".join(repr(field.key[opponent]) for opponent in opponents)
        return f"may only play {names}, needed elsewhere"
    return f"the {len(opponents)} possible opponents are needed elsewhere"
