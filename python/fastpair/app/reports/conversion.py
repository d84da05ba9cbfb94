"""A tournament from one file format to another, and what is lost on the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Self

from ...errors import RuleError, in_file
from ...formats import FORMATS, decoded, format_of
from ...formats.conversion import converted, lost
from ...formats.files import read_file
from ...formats.losses import losses
from ...go.tournament import Tournament
from ...sentences import Remedy, Sentence
from ..edits.locked_file import LockedFile
from ..history.facts import differences
from ..history.model import with_model, with_model_of
from ..history.timeline import Timeline

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from ...formats import Format
    from ..edits.locked_file import Act, Edit


@dataclass(frozen=True, kw_only=True)
class Conversion:
    """The content of a file in another format."""

    source: Format
    target: Format
    tournament: Tournament
    content: bytes

    remarks: tuple[str, ...]
    """What was read with a reservation."""

    lost: Callable[[], Iterable[str]] = field(repr=False)

    @cached_property
    def losses(self) -> tuple[str, ...]:
        """What the new content does not hold of the tournament, one line each; found out when asked."""
        return tuple(self.lost())


def format_for(path: Path, name: str | None, about: str = "to") -> Format:
    """The format of a file that is to be written: that of a name, or by the end of the path.

    Raises
    ------
    RuleError
        If there is none.
    """
    known = ", ".join(FORMATS)
    if name is not None:
        if name not in FORMATS:
            raise RuleError(f"expected a format ({known}), got {name!r}", about=about)
        return FORMATS[name]
    for form in FORMATS.values():
        if path.name.lower().endswith(form.suffixes):
            return form
    unknown = Sentence(
        "no format has files of this name", Remedy("name the format", about=about, known=known)
    )
    raise RuleError(Sentence.in_file(path, unknown))


class NewFile(NamedTuple):
    """A file that begins with a tournament, in the format that its name asks for."""

    form: Format
    content: bytes

    held: Tournament
    """What the file holds of the tournament."""

    losses: tuple[str, ...]
    """What it holds otherwise, one line each."""

    @classmethod
    def of(cls, path: Path, name: str | None, tournament: Tournament) -> Self:
        """Lay out a tournament for a new file; a name without an ending is our own format's.

        Parameters
        ----------
        path
            The file that will be written.
        name
            Name of the format, if it is named.

        Raises
        ------
        RuleError
            If there is no such format.
        """
        own = name is None and not path.suffix
        form = FORMATS["fastpair"] if own else format_for(path, name, "format")
        content = form.new(tournament)
        held = form.read(str(path), content).tournament
        lost = (f"{form.title} holds it otherwise: {loss}" for loss in losses(held, tournament))
        return cls(form, content, held, tuple(lost))

    def in_history(self, tournament: Tournament) -> NewFile:
        """The same file with a history beside it, which holds the model if the file has no place for it."""
        model = tournament.rules.usual_model
        if self.form.holds_model or model == self.held.rules.usual_model:
            return self
        held = with_model(self.held, model)
        form = self.form.title
        lost = (f"{form} holds it otherwise: {loss}" for loss in losses(held, tournament))
        return self._replace(held=held, losses=tuple(lost))


def conversion(source: Path, target: Path, form: Format, encoding: str | None = None) -> Conversion:
    """Convert the content of a file. What is in the format already stays as it is.

    Parameters
    ----------
    source
        The file that is read.
    target
        The file that will be written, for the errors.
    form
        The format that it shall have.
    encoding
        Of a list of entries that does not say it; None to guess it.

    Raises
    ------
    FormatError
        If the file cannot be read.
    RuleError
        If no file of the format can hold the tournament.
    """
    content = decoded(source, read_file(source), encoding)
    origin = format_of(source, content)
    document = origin.read(str(source), content)
    document = with_model_of(document, lambda: Timeline.beside(source, content))
    tournament = document.tournament
    if origin is not form:
        with in_file(source):
            content = converted(document, origin, form)
    return Conversion(
        source=origin,
        target=form,
        tournament=tournament,
        content=content,
        remarks=document.remarks,
        lost=lambda: lost(document, origin, target, content, form, tournament),
    )


class _Content(NamedTuple):
    """What a new file holds."""

    content: bytes
    held: Tournament
    doubts: tuple[str, ...]


def begin(
    file: Path, form: str | None, done: Edit, act: Act, tell: Callable[[str], None]
) -> tuple[str, ...]:
    """Make a file that begins with a tournament, and its history.

    Parameters
    ----------
    file
        It must not exist; its name tells the format.
    form
        Name of the format, if it is named.
    done
        The tournament, and what is said of it.
    act
        What the director does.
    tell
        Hears, as one line, that nothing was written if the work is cut short.

    Returns
    -------
    tuple of str
        What is doubtful in the tournament, and what the file holds otherwise.

    Raises
    ------
    FormatError
        If the file exists, or cannot be written.
    RuleError
        If there is no such format.
    """
    with LockedFile.opened(file, new=True) as locked:
        made = NewFile.of(file, form, done.tournament).in_history(done.tournament)
        content = _Content(made.content, made.held, (*done.warned, *made.losses))
        return _written(locked, content, done.said, act, tell)


def taken_over(
    file: Path, content: bytes, act: Act, tell: Callable[[str], None]
) -> tuple[str, ...]:
    """Make a file with the content of another one, as it is, and its history.

    Returns
    -------
    tuple of str
        Remarks of its reader.

    Raises
    ------
    FormatError
        If it is no file of a tournament that can be read, or the new one exists or cannot be written.
    """
    document = format_of(file, content).read(file.name, content)
    said = f"{document.tournament.name or 'a tournament'}: taken over"
    with LockedFile.opened(file, new=True) as locked:
        held = _Content(content, document.tournament, tuple(document.remarks))
        return _written(locked, held, said, act, tell)


def _written(
    locked: LockedFile, made: _Content, said: str, act: Act, tell: Callable[[str], None]
) -> tuple[str, ...]:
    changes = differences(Tournament(), made.held)
    locked.write(made.content, tell, act, said, changes)
    return made.doubts
