"""FIDE's rating lists: as they are published, and in a file in which players are found while a name is typed."""

from .source import RATES, FideSource, is_fide_list
from .store import FideList, is_stored_list, load, open_list

__all__ = [
    "RATES",
    "FideList",
    "FideSource",
    "is_fide_list",
    "is_stored_list",
    "load",
    "open_list",
]
