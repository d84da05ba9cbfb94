"""FIDE's rating lists: as they are published, and in a file in which players are found while a name is typed."""

from .source import RATES, FideSource, is_fide_list
from .store import SUFFIX, FideList, is_stored_list, lists_in, load, open_list

__all__ = [
    "RATES",
    "SUFFIX",
    "FideList",
    "FideSource",
    "is_fide_list",
    "is_stored_list",
    "lists_in",
    "load",
    "open_list",
]
