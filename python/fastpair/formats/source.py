"""The file of another format that a tournament came from, as fastpair's own files carry it."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Literal, Self

__all__ = ["Source"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The file of another format that a tournament came from.

    If the tournament goes back to that format, whatever fastpair does not know of it is written as
    it was.
    """

    format: str
    """Name of the format, such as `opengotha` or `pairgoth`."""

    content: str
    """The whole file."""

    encoding: Literal["utf-8", "base64"] = "utf-8"
    """How the bytes of the file stand in `content`: as a text, or as base64 if they are none in UTF-8."""

    @classmethod
    def of(cls, form: str, content: bytes) -> Self:
        """The source of a tournament that was read from a file."""
        try:
            return cls(format=form, content=content.decode())
        except UnicodeDecodeError:
            return cls(format=form, content=base64.b64encode(content).decode(), encoding="base64")

    def data(self) -> bytes:
        """The bytes of the file.

        Raises
        ------
        ValueError
            If the content is not in its encoding.
        """
        if self.encoding == "base64":
            return base64.b64decode(self.content, validate=True)
        return self.content.encode()
