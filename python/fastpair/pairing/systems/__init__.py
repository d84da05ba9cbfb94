"""Pairing systems: who pairs whom."""

from .catalogue import SYSTEMS, system_class
from .looking_ahead import LookingAhead
from .stated import stated_system, system_parameters
from .system import ByModel, Pairing, Situation, System
from .weighted import Weighted

__all__ = [
    "SYSTEMS",
    "ByModel",
    "LookingAhead",
    "Pairing",
    "Situation",
    "System",
    "Weighted",
    "stated_system",
    "system_class",
    "system_parameters",
]
