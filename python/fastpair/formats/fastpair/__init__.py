"""fastpair's own files: everything that a tournament holds, in JSON (docs/reference/json.md)."""

from .document import TOURNAMENT, FastpairDocument, new_content, read

__all__ = ["TOURNAMENT", "FastpairDocument", "new_content", "read"]
