"""What Kaniuk's two models have in common: components, coefficients, and what they are read from."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import partial
from typing import TYPE_CHECKING

from ....parameters import parameter
from ...papers import area

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from ...field import State

    Reals = NDArray[np.float64]

__all__ = ["COMPONENTS", "Coefficients", "banding", "mms", "same_region", "w_area"]


_weight = partial(parameter, unit="weight", source="INTERPRETATION K15-2.2")


@dataclass(frozen=True, slots=True, kw_only=True)
class Coefficients:
    """W_k: what each component adds at most [INTERPRETATION K15-2.2; the papers give none]."""

    mms: float = _weight(1000.0, "Equal McMahon scores")
    even: float = _weight(100.0, "Strategy within a group")
    uneven: float = _weight(100.0, "Fair games across groups")
    area: float = _weight(100.0, "Opponents from elsewhere")
    colour: float = _weight(50.0, "Balanced colours")
    banding: float = _weight(1000.0, "Opponents of the own band")
    play_in: float = _weight(100.0, "Games within play-in groups")
    play_out: float = _weight(100.0, "Games out of play-out groups")


COMPONENTS = tuple(entry.name for entry in fields(Coefficients))
"""Names of the components, in the order of the papers."""


def mms(a: State, b: State) -> Reals:
    """Distance of the McMahon scores [K15 3.1; K12 6.3]."""
    deviation: Reals = a.mms - b.mms
    return deviation


def banding(a: State, b: State) -> NDArray[np.int64]:
    """Distance of the bands [K15 3.2; K12 7.1]."""
    deviation: NDArray[np.int64] = a.band - b.band
    return deviation


def same_region(a: State, b: State, region: str) -> NDArray[np.bool_]:
    """Whether the players are of one country or of one club, by the name of the column."""
    same: NDArray[np.bool_] = getattr(a.homes, region) == getattr(b.homes, region)
    return same


def w_area(level: str, weight: Callable[[str], Reals]) -> Reals:
    """Weight by country, by club, or by both as 20 to 80 [K15 6; K12 6.7].

    Parameters
    ----------
    level
        ``"country"``, ``"club"`` or ``"both"``.
    weight
        The weight by one of the former two.
    """
    return area.both(weight("country"), weight("club")) if level == "both" else weight(level)
