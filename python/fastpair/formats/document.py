"""What every format has in common: a document, and how it is read and written."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, Self

from ..errors import FormatError, RuleError
from .files import replace_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    from ..go.tournament import Tournament

__all__ = ["Document", "Format", "RenderedDocument"]


class Document(Protocol):
    """A tournament file as it was read, ready to be written again with what has changed."""

    @property
    def path(self) -> str:
        """The file, for errors."""

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

    def settled(self, tournament: Tournament) -> Tournament:
        """Another state of the tournament as the file will hold it.

        It is the same unless the format has a rule of its own, such as that grades are those of the
        ratings.

        Raises
        ------
        RuleError
            If the format's rule forbids the state.
        """

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


@dataclass(frozen=True, kw_only=True)
class RenderedDocument:
    """A file of a format that is written anew as a whole, see `Document`.

    The writer gets what was read along with the new state, so that it can keep what the tournament
    does not hold, such as lines of a header that fastpair does not know.
    """

    path: str
    tournament: Tournament
    remarks: tuple[str, ...]
    content: bytes
    render: Callable[[Tournament, bytes], bytes] = field(repr=False, compare=False)
    """The content of a file that holds a tournament, given what the file held before."""

    settle: Callable[[Tournament, Tournament], Tournament] = field(
        default=lambda tournament, _: tournament, repr=False, compare=False
    )
    """What a state of the tournament becomes in the file, given the one that was read."""

    version: str = ""

    holds_members: bool = False
    """Whether the format has players with members."""

    def settled(self, tournament: Tournament) -> Tournament:
        """Another state of the tournament as the file will hold it, see `Document.settled`."""
        return self.settle(tournament, self.tournament)

    def content_with(self, tournament: Tournament) -> bytes:
        """The file with another state of its tournament; the same bytes if nothing has changed.

        Raises
        ------
        RuleError
            If the format cannot hold the change.
        """
        if tournament == self.tournament:
            return self.content
        pair = next((player for player in tournament.players if player.members), None)
        if pair is not None and not self.holds_members:
            raise RuleError(f"its format has no place for the members of {pair.full_name}")
        return self.render(self.settled(tournament), self.content)

    def write(self, path: str | PathLike[str], tournament: Tournament) -> None:
        """Write the file with another state of its tournament, see `content_with`.

        Raises
        ------
        FormatError
            If the file cannot be written; whatever was there before is still there.
        RuleError
            If the format cannot hold the change.
        """
        replace_file(path, self.content_with(tournament))


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A file format that fastpair reads and writes."""

    name: str
    """What the format is called: one word in lower case."""

    title: str
    """Name of the format as its users know it."""

    suffixes: tuple[str, ...]
    """Ends of the names of its files, the usual one first."""

    recognises: Callable[[bytes], bool]
    """Whether the content of a file looks like this format."""

    read: Callable[[str, bytes], Document]
    """Reads a document from the path and the content of a file; errors name the path."""

    new: Callable[[Tournament], bytes]
    """The content of a new file with as much of a tournament as the format holds.

    It raises `RuleError` only if no file of the format can say anything about the tournament.
    """

    holds_model: bool = False
    """Whether a file of the format has a place for the weight model of the tournament."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "read", _placed(self.read))

    @classmethod
    def of(cls, package: str, **values: Any) -> Self:  # noqa: ANN401 - the other fields
        """A format of a package whose module ``document`` has `read` and `new_content`.

        The module is imported when a file is read or written, so that programs start fast.
        """
        module = f"{package}.document"
        return cls(
            **values,
            read=lambda path, content: import_module(module).read(path, content),
            new=lambda tournament: import_module(module).new_content(tournament),
        )


def _placed(reading: Callable[[str, bytes], Document]) -> Callable[[str, bytes], Document]:
    """A reader that names the file in front of what no tournament can be."""

    def placed(path: str, content: bytes) -> Document:
        try:
            return reading(path, content)
        except RuleError as error:
            raise FormatError(path, None, str(error)) from error

    return placed
