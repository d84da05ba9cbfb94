"""Who gets the bye when the number of players is odd [OPENGOTHA 13]."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ...go.tournament import Variant
    from ..field import Field

__all__ = ["BYE_RULES", "bye_order"]


def bye_order(field: Field, variant: Variant) -> NDArray[np.intp]:
    """Seats in the order in which they are considered for the bye.

    Nobody has a second bye while another player is possible. Among players with equally many byes
    the weakest comes first, by the rule of the variant; among equals, the last of the field.
    OpenGotha instead adds 1000 per earlier bye to the number that it compares. The order is the
    same until scores are dozens of points apart.

    Returns
    -------
    (n,) intp
    """
    return np.lexsort((-field.seat, BYE_RULES[variant](field), field.byes))


def _grade_and_mms(field: Field) -> NDArray[np.int64]:
    return field.grade + field.mms_x2


def _grade_and_main_score(field: Field) -> NDArray[np.int64]:
    return field.grade + 20 * field.main_x2


BYE_RULES: dict[Variant, Callable[[Field], NDArray[np.int64]]] = {
    "v351": _grade_and_mms,
    "v352": _grade_and_main_score,
}
"""The quantity that is smallest for whoever gets the bye."""
