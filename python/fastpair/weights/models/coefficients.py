"""The coefficients of Kaniuk's two models."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Coefficients"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Coefficients:
    """W_k: what each component adds at most [INTERPRETATION K15-2.2; the papers give none]."""

    mms: float = 1000.0
    """Equal McMahon scores (weight) [INTERPRETATION K15-2.2]."""

    even: float = 100.0
    """Strategy within a group (weight) [INTERPRETATION K15-2.2]."""

    uneven: float = 100.0
    """Fair games across groups (weight) [INTERPRETATION K15-2.2]."""

    area: float = 100.0
    """Opponents from elsewhere (weight) [INTERPRETATION K15-2.2]."""

    colour: float = 50.0
    """Balanced colours (weight) [INTERPRETATION K15-2.2]."""

    banding: float = 1000.0
    """Opponents of the own band (weight) [INTERPRETATION K15-2.2]."""

    play_in: float = 100.0
    """Games within play-in groups (weight) [INTERPRETATION K15-2.2]."""

    play_out: float = 100.0
    """Games out of play-out groups (weight) [INTERPRETATION K15-2.2]."""
