"""The systems of FIDE: one framework, and a module for what each of them declares."""

from typing import TYPE_CHECKING

from ....lazy import lazy_getattr

if TYPE_CHECKING:
    from .burstein import Burstein
    from .dubov import Dubov
    from .dutch import Dutch
    from .matches import DoubleSwiss, SwissTeam
    from .players import FidePlayers

__all__ = ["Burstein", "DoubleSwiss", "Dubov", "Dutch", "FidePlayers", "SwissTeam"]

if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    __getattr__ = lazy_getattr(
        __name__,
        {
            ".burstein": "Burstein",
            ".dubov": "Dubov",
            ".dutch": "Dutch",
            ".matches": "DoubleSwiss SwissTeam",
            ".players": "FidePlayers",
        },
    )
