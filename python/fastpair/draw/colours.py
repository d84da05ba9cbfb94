"""Who takes White [OPENGOTHA 12]."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..weights.deviations import handicap, handicap_level
from ..weights.luck import by_names

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..weights import Field

__all__ = ["takes_white"]


def takes_white(a: Field, b: Field) -> NDArray[np.bool_]:
    """Whether a, and not b, takes White.

    The stronger player of a handicap game takes White. In an even game it is the one who had
    White less often, and if that is equal, luck by the names decides.

    Parameters
    ----------
    a, b
        Views of one field.

    Returns
    -------
    bool of their broadcast shape
    """
    stronger = handicap_level(a) > handicap_level(b)
    surplus = a.colour_balance - b.colour_balance
    lucky = (by_names(a, b, 1) == 0) == (a.seat < b.seat)
    even = np.where(surplus == 0, lucky, surplus < 0)
    return np.where(handicap(a, b) > 0, stronger, even)
