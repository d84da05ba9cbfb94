"""Pairing systems: who pairs whom."""

from .catalogue import SYSTEMS, stated_system, system_class, system_parameters, usual_system
from .system import ByModel, Pairing, Situation, System
from .weighted import LookingAhead, Weighted

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
    "usual_system",
]
