"""fastpair's own files: everything that a tournament holds, in JSON (docs/reference/json.md)."""

from typing import TYPE_CHECKING

from ...lazy import lazy_getattr

if TYPE_CHECKING:
    from .document import TOURNAMENT, FastpairDocument, new_content, read

__all__ = ["TOURNAMENT", "FastpairDocument", "new_content", "read"]

if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    __getattr__ = lazy_getattr(
        __name__, {".document": "TOURNAMENT FastpairDocument new_content read"}
    )
