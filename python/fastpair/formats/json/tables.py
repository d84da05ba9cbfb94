"""Objects in a JSON document that say what the tables of a model's file say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..toml import Path, TomlFile
from .decoding import pointed

if TYPE_CHECKING:
    from ...errors import FormatError

__all__ = ["JsonTables"]


class JsonTables(TomlFile):
    """An object that is read as a model's file is, but for the place that an error names.

    Its ``text`` is the JSON pointer of the object.
    """

    def wrong(self, path: Path, message: str, word: str = "") -> FormatError:
        """What is wrong at a member, by its JSON pointer."""
        base = tuple(self.text.split("/")[1:])
        said = message.removeprefix(f"{path[-1]}: ") if path else message
        return pointed(self.path, (*base, *path), said)
