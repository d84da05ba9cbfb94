"""A file of OpenGotha in memory."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...go.tournament import with_groups_in_corrections
from ..files import replace_file
from ..xml import markup
from .blank import blank_file
from .editing import updated
from .reader import Reader, version_of
from .values import Source

if TYPE_CHECKING:
    from os import PathLike

    from ...go.tournament import Tournament
    from .reader import Reading

__all__ = ["OpenGothaDocument", "new_document", "read"]


@dataclass(frozen=True, kw_only=True)
class OpenGothaDocument:
    """A tournament file of OpenGotha, see `fastpair.formats.Document`."""

    path: str
    tournament: Tournament
    version: str
    remarks: tuple[str, ...]
    content: bytes
    """The file as it was read."""

    reading: Reading = field(repr=False, compare=False)
    """Where in the file the tournament is."""

    def settled(self, tournament: Tournament) -> Tournament:
        """The tournament with groups as corrections, and no model that is usual all the same."""
        if (model := tournament.rules.model) is not None:
            usual = replace(tournament.rules, model=None)
            if usual.usual_model == model:
                tournament = replace(tournament, rules=usual)
        return with_groups_in_corrections(tournament)

    def content_with(self, tournament: Tournament) -> bytes:
        """The file with another state of its tournament.

        Every byte stays as it is, except those of what changes. The players may have any keys: the
        file names them, and whoever reads it again gives them the keys of their names.

        Raises
        ------
        RuleError
            If a file of OpenGotha cannot hold the tournament.
        """
        if tournament == self.tournament:
            return self.content
        if self.reading.markup.root.find("TournamentParameterSet") is None:
            raise RuleError(
                "the file holds players alone, and no tournament: make a new one with them"
            )
        return updated(self.reading, self.settled(tournament))

    def write(self, path: str | PathLike[str], tournament: Tournament) -> None:
        """Write the file with another state of its tournament, see `content_with`.

        Raises
        ------
        FormatError
            If the file cannot be written; whatever was there before is still there.
        RuleError
            If a file of OpenGotha cannot hold the tournament.
        """
        replace_file(path, self.content_with(tournament))


def read(path: str, content: bytes) -> OpenGothaDocument:
    """Read the content of a file.

    Raises
    ------
    FormatError
        If it is no file of OpenGotha, or a value in it does not parse.
    """
    source = Source(path)
    reading = Reader(source, markup.parse(path, content)).read()
    return OpenGothaDocument(
        path=path,
        tournament=reading.tournament,
        version=version_of(reading.markup.root),
        remarks=source.remarks,
        content=content,
        reading=reading,
    )


def new_document(tournament: Tournament) -> OpenGothaDocument:
    """Make the document of a tournament that never was in a file.

    Raises
    ------
    RuleError
        If a file of OpenGotha cannot hold the tournament.
    """
    path = "new file"
    tournament = _in_the_version_of_new_files(tournament)
    try:
        start = read(path, blank_file(tournament))
        _compare(start.tournament, tournament, ("name", "rules", "players"))
        document = read(path, start.content_with(tournament))
    except RuleError:
        raise
    except ValueError as error:
        raise RuleError(f"a file of OpenGotha cannot hold the tournament: {error}") from error
    _compare(document.tournament, tournament, ("games", "byes"))
    return document


def _in_the_version_of_new_files(tournament: Tournament) -> Tournament:
    """A tournament that states the version of OpenGotha that the blank file states."""
    rules = tournament.rules
    if rules.pairing.variant is not None:
        return tournament
    pairing = replace(rules.pairing, variant="v351")
    return replace(tournament, rules=replace(rules, pairing=pairing))


def _compare(held: Tournament, given: Tournament, parts: tuple[str, ...]) -> None:
    """Refuse a tournament that would be read back from the file with another value."""
    for part in parts:
        one, other = getattr(held, part), getattr(given, part)
        if one == other:
            continue
        if isinstance(other, tuple):
            one, other = next(pair for pair in zip(one, other, strict=True) if pair[0] != pair[1])
        raise RuleError(f"a file of OpenGotha would hold {one!r} instead of {other!r}")
