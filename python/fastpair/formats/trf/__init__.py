"""Report files of the World Chess Federation [FIDE C.04.A]."""

from .document import foreign_facts, new_content, read

__all__ = ["foreign_facts", "new_content", "read"]
