"""The pairing systems by name; each is imported when it is used for the first time."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from ...errors import RuleError

if TYPE_CHECKING:
    from .system import System

__all__ = ["SYSTEMS", "system_class"]

SYSTEMS = {
    "mcmahon": ("looking_ahead", "LookingAhead"),
    "swiss": ("swiss", "Swiss"),
    "guided-random": ("guided_random", "GuidedRandom"),
    "epm": ("epm", "EPM"),
    "accelrat": ("accelrat", "AccelRat"),
    "entropy": ("entropy_pairing", "EntropyPairing"),
    "rating-information": ("entropy_pairing", "RatingInformationPairing"),
    "lot": ("lots", "Lots"),
    "round-robin": ("round_robin", "RoundRobin"),
    "cup": ("cup", "Cup"),
    "double-elimination": ("double_elimination", "DoubleElimination"),
}
"""Module and class of each system."""


def system_class(name: str) -> type[System]:
    """The class of the system of this name.

    Raises
    ------
    RuleError
        If there is no such system.
    """
    if name not in SYSTEMS:
        raise RuleError(f"expected a system ({', '.join(SYSTEMS)}), got {name!r}")
    module, attribute = SYSTEMS[name]
    found: type[System] = getattr(import_module(f".{module}", __package__), attribute)
    return found
