"""pairgoth's files: ``.tour``, in JSON [FORMATS 4]."""

from .document import new_content, read

__all__ = ["new_content", "read"]
