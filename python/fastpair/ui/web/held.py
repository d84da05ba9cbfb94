"""The file in the hands of a server: read when it has changed, changed as commands do."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ...app.edits.confirmation import raise_unconfirmed
from ...app.edits.locked_file import PATIENCE, Act, LockedFile
from ...app.edits.players_know import players_know_errors
from ...app.history.history import History
from ...app.history.history_line import digest_of
from ...app.history.model import model_of, with_model_in
from ...app.history.tables import tables_of
from ...app.history.timeline import Timeline
from ...app.reports.ranking import drawing_system, ranked
from ...errors import FormatError, RuleError
from ...formats import format_of
from ...formats.files import read_file
from ...go.teams import of_teams
from ...sentences import Sentence, phrase
from .cache import Cache, file_state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from ...app.edits.locked_file import Edit
    from ...app.edits.undoing import Reverted
    from ...app.history.tables import Tables
    from ...formats import Document
    from ...go.tournament import ModelName, Tournament
    from .listed_columns import ListedColumns


_Made = TypeVar("_Made")

_REMEMBERED = 12
"""States that are kept in memory, so that a browser is told only what has changed since."""

_VIEWS = 128
"""Things made of a state that are kept: pages of the hall in each language, prices of swaps."""

_TIMELINES = 2
"""Histories that are kept, as they were at one time."""


@dataclass(frozen=True, kw_only=True)
class State:
    """What the file holds at one time."""

    document: Document
    digest: str
    file: Path
    timeline: Callable[[], Timeline] = field(repr=False)
    views: Cache = field(default_factory=lambda: Cache(_VIEWS), repr=False)
    """What has been made of this state to be shown."""

    @property
    def tournament(self) -> Tournament:
        """The tournament that the file holds."""
        return self.document.tournament

    @property
    def drawn(self) -> Tournament:
        """The same, whose players are the teams if teams are drawn."""
        return self.view("drawn", lambda: of_teams(self.tournament))

    @property
    def tables(self) -> Tables:
        """What is said of the tables."""
        timeline = self.timeline()
        return self.view(("tables", len(timeline.entries)), lambda: tables_of(timeline))

    def ranked(self, after: int) -> Tournament:
        """The tournament with the criteria of the system that has drawn it up to a round."""
        known = drawing_system(self.document, self.file, self.timeline(), after)
        return ranked(self.tournament, known)

    def view(self, name: object, make: Callable[[], _Made]) -> _Made:
        """What is made of the state, once."""
        return self.views.get(name, make)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownFile:
    """The file with what has become of its changes, to be looked at only."""

    document: Document
    digest: str
    timeline: Timeline

    @property
    def tournament(self) -> Tournament:
        """The tournament that the file holds."""
        return self.document.tournament


class Question(NamedTuple):
    """What the director may agree to, with a button of a form that stands on the page."""

    form: str
    """Its id."""

    name: str
    value: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What the director is told after a change."""

    lines: tuple[str, ...] = ()
    warned: tuple[str, ...] = ()
    refused: str = ""
    """Why nothing was changed; empty if it was."""

    confirmed: Mapping[str, str] = field(default_factory=dict)
    """The fields of the form that asks for the same even so; empty if nothing can be done."""

    agree: str = phrase("Change it even so")
    """What the button of that form says."""

    hint: str = phrase("Enter confirms, Esc keeps what there is.")
    """What the keyboard does while that button has the focus."""

    columns: ListedColumns | None = None
    """What is seen of a list of entries."""

    question: Question | None = None
    """What is done only if the director agrees; nothing has been changed then."""

    choices: tuple[Question, ...] = ()
    """What can be done next, each a button; nothing has been changed yet."""

    lead: tuple[str, str] | None = None
    """Where it goes on: an address below that of the tournament, and what the link to it says."""

    fill: str = ""
    """What stands in the field for results next, so that only the rest is typed."""

    change: int | None = None
    """Number of the change that was made, which can be undone; None if none was."""


class HeldFile:
    """A tournament file that a server shows and changes, and others change too.

    Parameters
    ----------
    file
        The tournament file.

    Raises
    ------
    FormatError
        If it cannot be read.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._reading, self._changing = Lock(), Lock()
        self._states, self._timelines = Cache(_REMEMBERED), Cache(_TIMELINES)
        self._history = History(file, {})
        self._seen: tuple[int, ...] = ()
        self._now: State | None = None
        self._model: ModelName | None = None
        """The model that the history held when the file was read last."""
        self.state()

    def state(self) -> State:
        """What the file holds now.

        Raises
        ------
        FormatError
            If it cannot be read.
        """
        with self._reading:
            seen = *file_state(self.file), *file_state(self._history.path)
            if self._now is None or seen != self._seen:
                before, self._now = self._now, None
                now = self._state_of(read_file(self.file), at_present=True)
                if before is not None and before is not now:
                    before.views.clear()
                self._now, self._seen = now, seen
            return self._now

    def remembered(self, digest: str) -> State | None:
        """A state that was shown not long ago."""
        state: State | None = self._states.peek((digest, self._model))
        return state

    def former(self, digest: str) -> State | None:
        """A state that the file has had since the last time that another program saved it.

        It is made of the history, if it is remembered no longer. None if the history does not
        lead to it.
        """
        remembered = self.remembered(digest)
        if remembered is not None or not digest:
            return remembered
        known = self.known()
        content, reached, timeline = known.document.content, known.digest, known.timeline
        if all(entry.before != digest for entry in timeline.entries):
            return None
        for entry in reversed(timeline.entries):
            if entry.number in timeline.cut_short:
                continue
            if entry.after != reached or not entry.before:
                return None
            try:
                content, reached = entry.former(content), entry.before
            except RuleError:
                return None
            if reached == digest:
                with self._reading:
                    return self._state_of(content)
        return None

    def timeline(self) -> Timeline:
        """The changes that the history has, and what has become of them.

        Raises
        ------
        FormatError
            If file or history cannot be read.
        """
        return self._timeline_to(self.state().digest)

    def _timeline_to(self, digest: str) -> Timeline:
        """The same up to a content of the file."""
        seen = digest, *file_state(self._history.path)
        return self._timelines.get(seen, lambda: Timeline.of(self._history.entries(), digest))

    def known(self) -> KnownFile:
        """The file and what has become of its changes."""
        state = self.state()
        return KnownFile(document=state.document, digest=state.digest, timeline=self.timeline())

    def change(
        self, act: Act, work: Callable[[LockedFile], Edit], until: float | None = None
    ) -> Told:
        """Change the file as a command does.

        Parameters
        ----------
        act
            What the director does; the file comes before what is typed, as in the command.
        work
            What becomes of the tournament.
        until
            Until when others who change the file are waited for, as `time.monotonic` tells it; None is as
            long from now as a command waits.

        Raises
        ------
        RuleError, FormatError
            If it is refused; nothing is changed.
        """
        return self._made(act, work, LockedFile.change, until)

    def note(self, act: Act, work: Callable[[LockedFile], Edit]) -> Told:
        """Say in the history what a draw has become, and leave the file as it is.

        Raises
        ------
        RuleError, FormatError
            If it is refused; nothing is noted.
        """
        return self._made(act, work, LockedFile.note)

    def revert(self, act: Act, work: Callable[[LockedFile], Reverted | None]) -> Told:
        """Take a change back, or make it again, as the command does.

        Raises
        ------
        RuleError, FormatError
            If it is refused; nothing is changed.
        """
        with self._opened() as locked:
            reverted = work(locked)
            if reverted is None:
                raise RuleError(phrase("no change is undone that could be made again"))
            if not act.players_know:
                before, after = locked.tournament, self._state_of(reverted.content).tournament
                raise_unconfirmed([*players_know_errors(self.timeline, before, after)])
            warned: list[str] = []
            locked.write(
                reverted.content,
                warned.append,
                self._act(act),
                reverted.said,
                reverted.changes,
                even_if_equal=True,
                reverts=reverted.reverts,
                draw=reverted.draw,
            )
        return Told(lines=(reverted.said,), warned=self._here(warned), change=locked.made)

    def _made(
        self,
        act: Act,
        work: Callable[[LockedFile], Edit],
        put: Any,  # noqa: ANN401
        until: float | None = None,
    ) -> Told:
        """Do what becomes of the tournament, and put it down by a method of the locked file."""
        with self._opened(until) as locked:
            warned = [*locked.remarks()]
            done = put(locked, self._act(act), work(locked), warned.append)
            warned += done.warned
        return Told(lines=done.told or (done.said,), warned=self._here(warned), change=locked.made)

    def _here(self, said: Iterable[str]) -> tuple[str, ...]:
        """Sentences beside the tournament: that they are about its file goes without saying."""
        return tuple(
            each.without_place(self.file) if isinstance(each, Sentence) else each for each in said
        )

    @contextmanager
    def _opened(self, until: float | None = None) -> Iterator[LockedFile]:
        """Have the file for oneself; who waits in this server waits no longer than for other programs."""
        end = monotonic() + PATIENCE if until is None else until
        known = self.state().document
        if not self._changing.acquire(timeout=max(end - monotonic(), 0)):
            raise FormatError(self.file, None, "is being changed by others; nothing was changed")
        try:
            patience = max(end - monotonic(), 0)
            with LockedFile.opened(self.file, known=known, patience=patience) as locked:
                yield locked
        finally:
            self._changing.release()

    def _act(self, act: Act) -> Act:
        return replace(act, typed=(str(self.file), *act.typed))

    def _state_of(self, content: bytes, *, at_present: bool = False) -> State:
        digest, form = digest_of(content), format_of(self.file, content)
        if at_present:
            self._model = None if form.holds_model else model_of(self._timeline_to(digest))
        model = self._model

        def made() -> State:
            document = form.read(str(self.file), content)
            if not form.holds_model:
                document = with_model_in(document, model)
            return State(document=document, digest=digest, file=self.file, timeline=self.timeline)

        return self._states.get((digest, model), made)
