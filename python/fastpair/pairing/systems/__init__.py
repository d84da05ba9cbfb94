"""Pairing systems: who pairs whom."""

from typing import TYPE_CHECKING

from ...lazy import lazy_getattr
from .catalogue import (
    SYSTEMS,
    check_system,
    stated_system,
    system_class,
    system_parameters,
    usual_system,
)
from .system import (
    ByModel,
    Pairing,
    Situation,
    System,
    by_rating,
    current_ratings,
    lots_of_players,
    standing,
)
from .weighted import LookingAhead, Weighted

if TYPE_CHECKING:
    from .criteria import (
        EarlierBoards,
        EarlierOpponents,
        Judgement,
        PassedOver,
        Proof,
        RoundByCriteria,
    )
    from .fide.burstein import Burstein
    from .fide.dubov import Dubov
    from .fide.dutch import Dutch
    from .fide.matches import DoubleSwiss, SwissTeam
    from .fide.players import FidePlayers
    from .look_ahead import RoundsToCome, certainly_drawable
    from .round_robin import (
        RoundRobin,
        VarmaNumbers,
        berger,
        black_first,
        round_robin_table,
        seats,
        varma_numbers,
    )
    from .schedule import CupRound, bracket_places
    from .swiss import Swiss

__all__ = [
    "SYSTEMS",
    "Burstein",
    "ByModel",
    "CupRound",
    "DoubleSwiss",
    "Dubov",
    "Dutch",
    "EarlierBoards",
    "EarlierOpponents",
    "FidePlayers",
    "Judgement",
    "LookingAhead",
    "Pairing",
    "PassedOver",
    "Proof",
    "RoundByCriteria",
    "RoundRobin",
    "RoundsToCome",
    "Situation",
    "Swiss",
    "SwissTeam",
    "System",
    "VarmaNumbers",
    "Weighted",
    "berger",
    "black_first",
    "bracket_places",
    "by_rating",
    "certainly_drawable",
    "check_system",
    "current_ratings",
    "lots_of_players",
    "round_robin_table",
    "seats",
    "standing",
    "stated_system",
    "system_class",
    "system_parameters",
    "usual_system",
    "varma_numbers",
]

if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    __getattr__ = lazy_getattr(
        __name__,
        {
            ".criteria": "EarlierBoards EarlierOpponents Judgement PassedOver Proof RoundByCriteria",
            ".fide.burstein": "Burstein",
            ".fide.dubov": "Dubov",
            ".fide.dutch": "Dutch",
            ".fide.matches": "DoubleSwiss SwissTeam",
            ".fide.players": "FidePlayers",
            ".look_ahead": "RoundsToCome certainly_drawable",
            ".round_robin": "RoundRobin VarmaNumbers berger black_first round_robin_table seats varma_numbers",
            ".schedule": "CupRound bracket_places",
            ".swiss": "Swiss",
        },
    )
