"""The weight model of a tournament whose file has no place for it: the history beside it holds it."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from ... import formats
from ...formats import Document, format_of
from .makers import in_force

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    from ...go.tournament import ModelName, Tournament
    from .facts import Change
    from .timeline import Timeline


_RULES = ("rules",)


@dataclass(frozen=True, kw_only=True)
class DocumentWithModel(Document):
    """A tournament file without a place for the model, and the one that its history holds."""

    file: Document
    """The file by itself."""

    @classmethod
    def of(cls, file: Document, tournament: Tournament) -> Self:
        """A file with its tournament, which has the model."""
        held: dict[str, Any] = {entry.name: getattr(file, entry.name) for entry in fields(Document)}
        held |= {"tournament": tournament, "settle": lambda given, _: file.settled(given)}
        return cls(file=file, **held)

    def content_with(self, tournament: Tournament) -> bytes:
        """The file with another state of its tournament, see `Document.content_with`."""
        return self.file.content_with(self._without_model(tournament))

    def _without_model(self, tournament: Tournament) -> Tournament:
        """The tournament as the file holds it; another model than that of the history is refused there."""
        if tournament.rules.model != self.tournament.rules.model:
            return tournament
        return with_model(tournament, self.file.tournament.rules.model)


def read(path: str | PathLike[str]) -> Document:
    """Read a tournament file of any format, with the model that the history beside it holds.

    Raises
    ------
    FormatError
        If the file cannot be read as a tournament, or its history cannot be read.

    Examples
    --------
    >>> document = read("examples/evening.xml")
    >>> document.tournament.rules.usual_model
    'opengotha351'
    """
    document = formats.read(path)
    file = Path(path)
    from .history import History
    from .timeline import Timeline

    if str(file) == "-" or holds_model(document) or not History(file).path.exists():
        return document
    return with_model_of(document, lambda: Timeline.beside(file, document.content))


def holds_model(document: Document) -> bool:
    """Whether the file of a document has a place for the model."""
    return format_of(document.path, document.content).holds_model


def model_of(timeline: Timeline) -> ModelName | None:
    """The model that a director has chosen last; None for the one that fits."""
    chosen: ModelName | None = None
    for entry in in_force(timeline):
        for subject, _, after in entry.changes:
            if subject == _RULES and after is not None and "model" in after:
                chosen = after["model"]
    return chosen


def with_model(tournament: Tournament, model: ModelName | None) -> Tournament:
    """The tournament with a model that is chosen."""
    return replace(tournament, rules=replace(tournament.rules, model=model))


def with_model_of(document: Document, timeline: Callable[[], Timeline]) -> Document:
    """A document with the model that its history holds, if its file has no place for it."""
    return document if holds_model(document) else with_model_in(document, model_of(timeline()))


def with_model_in(document: Document, model: ModelName | None) -> Document:
    """A document whose file has no place for a model, with the one that its history holds."""
    if model == document.tournament.rules.model:
        return document
    file = document.file if isinstance(document, DocumentWithModel) else document
    return DocumentWithModel.of(file, with_model(document.tournament, model))


def content_beside_history(document: Document, tournament: Tournament) -> bytes:
    """The file with another state of its tournament, whose model its history holds if need be.

    Raises
    ------
    RuleError
        If the format cannot hold the rest.
    """
    if not holds_model(document):
        tournament = with_model(tournament, document.tournament.rules.model)
    return document.content_with(tournament)


def is_model_alone(changes: tuple[Change, ...]) -> bool:
    """Whether changes are of the model only."""
    return all(
        subject == _RULES and {*(before or ()), *(after or ())} == {"model"}
        for subject, before, after in changes
    )
