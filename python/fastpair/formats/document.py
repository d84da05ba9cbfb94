"""What every format has in common: a document, and how it is read and written."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    from ..tournament import Tournament

__all__ = ["Document", "Format"]


class Document(Protocol):
    """A tournament file as it was read, ready to be written again with what has changed."""

    @property
    def tournament(self) -> Tournament:
        """The tournament that the file holds."""

    @property
    def version(self) -> str:
        """Version of the program that saved the file, such as ``'3.51'``; empty if not stated."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the director should know about doubtful values in the file, one line each."""

    @property
    def content(self) -> bytes:
        """The file as it was read."""

    def content_with(self, tournament: Tournament) -> bytes:
        """The file with another state of its tournament, changing only what it must.

        Raises
        ------
        RuleError
            If the format cannot hold the change.
        """

    def write(self, path: str | PathLike[str], tournament: Tournament) -> None:
        """Write the file again with another state of its tournament, changing only what it must.

        Raises
        ------
        FormatError
            If the file cannot be written; whatever was there before is still there.
        RuleError
            If the format cannot hold the change.
        """


class Format(NamedTuple):
    """A file format that fastpair reads."""

    title: str
    """Name of the format as its users know it."""

    recognises: Callable[[bytes], bool]
    """Whether the content of a file looks like this format."""

    read: Callable[[str, bytes], Document]
    """Reads a document from the path and the content of a file; errors name the path."""
