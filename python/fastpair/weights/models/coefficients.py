"""The coefficients of Kaniuk's two models."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from ...parameters import parameter

__all__ = ["Coefficients"]


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
