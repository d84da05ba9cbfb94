"""Lists of entries, with a line for each player: CSV as spreadsheets and OpenGotha write it [FORMATS 8]."""

from .document import new_content, read

__all__ = ["new_content", "read"]
