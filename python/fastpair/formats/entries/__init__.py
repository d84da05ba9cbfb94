"""Lists of entries, with a line for each player: CSV as spreadsheets and OpenGotha write it [FORMATS 8]."""

from typing import TYPE_CHECKING

from ...lazy import lazy_getattr

if TYPE_CHECKING:
    from .document import new_content, read

__all__ = ["new_content", "read"]

if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    __getattr__ = lazy_getattr(__name__, {".document": "new_content read"})
