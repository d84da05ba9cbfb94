"""A tournament file in the hands of a server: its state, what is computed from it, what is kept beside it."""

from __future__ import annotations

import errno
import json
import os
import re
import secrets
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from threading import Condition, Event, Lock
from time import monotonic, time_ns
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

from ...app.actions.apply import Origin
from ...app.actions.locking import PATIENCE, FileCache, LockedFile
from ...app.history.entries import digest_of
from ...app.history.records import plan_of
from ...app.history.state import CongressState, document_in
from ...app.history.timeline import History
from ...app.history.units import Units
from ...errors import FormatError, RuleError
from ...files import Replacement, beside, json_of, read_file, reason
from ...formats import Document
from ...report.languages import LANGUAGES
from ...report.public import Privacy
from ...sentences import Sentence, phrase
from .cache import MEMORY, Cache, count_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from contextlib import AbstractContextManager
    from os import PathLike

    from ...app.actions.action import ActionContext
    from ...app.actions.apply import ActionResult, Call
    from ...app.history.timeline import Timeline
    from ...go.tournament import ModelName, Player, Tournament


_Value = TypeVar("_Value")

_TICK = 100_000_000
"""Nanoseconds after a save in which another one may leave the same time at the file."""

_LOOK = 40_000_000
"""Nanoseconds in which such a file is read once, whoever asks: a hall asks a hundred times in a second."""


def file_state(path: Path) -> tuple[int, ...]:
    """A fingerprint of the content of a file, without reading it.

    It becomes another one again and again as long as the file is so fresh that the clock of its disk might not
    tell a second save from the first, and once more then; (0,) if there is no file.
    """
    try:
        about = os.stat(path)  # noqa: PTH116 - for its nanoseconds alone
    except OSError:
        return (0,)
    now = time_ns()
    fresh = now // _LOOK if now - about.st_mtime_ns <= _TICK else 0
    return about.st_mtime_ns, about.st_ctime_ns, about.st_size, about.st_ino, fresh


_REMEMBERED = 12
"""States that are kept in memory, so that a browser is told only what has changed since."""

_VIEWS = 128
"""Things made of a state that are kept: pages of the hall in each language, prices of swaps."""


def _refuse_to_render(tournament: Tournament, held: bytes) -> bytes:
    raise AssertionError("a former state is never written")


@dataclass(frozen=True, kw_only=True)
class TournamentState(CongressState):
    """The content of the file at one time."""

    file: Path
    digest: str = ""
    """Of the content of the file."""

    views: Cache = field(default_factory=lambda: Cache(_VIEWS, MEMORY), repr=False)
    """What has been made of this state to be shown."""

    @property
    def changes(self) -> int:
        """How many changes the history has; views that show what it holds are kept by it."""
        return len(self.timeline.entries)

    @property
    def units(self) -> Units:
        """The tournament as it is drawn."""
        return self.view(("units", self.changes), lambda: Units.of(self))

    @property
    def unit_tournament(self) -> Tournament:
        """The tournament, with teams as players if teams are drawn."""
        return self.view("unit tournament", lambda: self.units.tournament)

    def view(self, name: object, make: Callable[[], _Value]) -> _Value:
        """A cached value computed from the state."""
        return self.views.get(name, make, self._count_view)

    def _count_view(self, view: object, most: int) -> int:
        return count_bytes(view, most, self._parts())

    def _parts(self) -> Iterator[object]:
        """What views share with the state, which is counted with it."""
        tournament = self.tournament
        yield from (self, self.source, tournament, self.timeline)
        yield from (*self.timeline.lines, *tournament.players, *tournament.games)

    @property
    def slim(self) -> Self:
        """The state to be compared with, without the text of its file, which takes ten times its memory."""
        return replace(self, source=self._source_of(self.tournament))

    def _source_of(self, tournament: Tournament) -> Document:
        """The file of a tournament without its text."""
        return Document(
            path=self.document.path,
            format=self.document.format,
            tournament=tournament,
            remarks=(),
            content=b"",
            render=_refuse_to_render,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The reply to a form."""

    lines: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    refusal: str = ""
    """Why nothing was changed; empty if it was."""

    errors: Mapping[str, str] = field(default_factory=dict)
    """What is wrong with each field of the form, by its name."""

    confirmation: Mapping[str, str] = field(default_factory=dict)
    """The fields of the form that asks for the same even so; empty if nothing can be done."""

    agree: str = phrase("Change anyway")
    """What the button of that form says."""

    hint: str = phrase("Enter confirms, Esc keeps what there is.")
    """What the keyboard does while that button has the focus."""

    panel: tuple[str, Mapping[str, Any]] | None = None
    """What is shown beside or in place of the list: a panel of the part, and what its template shows."""

    choices: tuple[tuple[str, str], ...] = ()
    """Results that can be entered next, each a button with its value and label; nothing has been changed yet."""

    namesakes: tuple[tuple[Player, Mapping[str, str]], ...] = ()
    """Who may be meant by a name, each with the fields of the form that names this player."""

    lead: tuple[str, str] | None = None
    """Where it goes on: an address below that of the tournament, and what the link to it says."""

    fill: str = ""
    """What stands in the field for results next, so that only the rest is typed."""

    asks: int | None = None
    """The table whose result was not saved, since its game is not what the browser has shown."""

    change: int | None = None
    """Number of the change that was made, which can be undone; None if none was."""


@contextmanager
def _alone(lock: Lock, file: Path, end: float) -> Iterator[float]:
    """Have a lock of this server, and say how many seconds are left to wait for other programs."""
    if not lock.acquire(timeout=max(end - monotonic(), 0)):
        raise FormatError(file, None, "is being changed by others; nothing was changed")
    try:
        yield max(end - monotonic(), 0)
    finally:
        lock.release()


_TOGETHER = frozenset({"result", "claim", "present", "absent", "confirm"})
"""Actions of helpers and players, which come in crowds and are written together."""

_REST = 0.5
"""Of the time that helpers and players took for a write, what they leave the processor to others before the next."""

_WAY = 0.3
"""Seconds that they stand back at most for a form of the director: a draw may take longer."""


@dataclass(slots=True, kw_only=True, eq=False)
class _Waiting:
    """A change that waits to be written."""

    call: Call
    origin: Origin
    check: Callable[[ActionContext], None] | None
    amend: Callable[[ActionContext, ActionResult], ActionResult] | None
    until: float | None
    urgent: bool
    since: float = field(default_factory=monotonic)
    called: Event = field(default_factory=Event)
    """Set when it is answered, or its thread shall write."""

    reply: Reply | None = None
    error: Exception | None = None

    @property
    def is_answered(self) -> bool:
        """Whether it is written or refused."""
        return self.reply is not None or self.error is not None

    @property
    def is_alone(self) -> bool:
        """Whether it is written without others."""
        return self.call.action not in _TOGETHER

    @property
    def patience(self) -> float:
        """Seconds that it waits for other programs."""
        return PATIENCE if self.until is None else max(self.until - monotonic(), 0)

    @property
    def is_late(self) -> bool:
        """Whether it has waited as long as it should for other programs."""
        return (self.since + PATIENCE if self.until is None else self.until) <= monotonic()

    def answer(self, reply: Reply | None = None, error: Exception | None = None) -> None:
        """Let its thread go on."""
        self.reply, self.error = reply, error
        self.called.set()


class _Queue:
    """The changes that wait to be written; one of their threads at a time writes what has come meanwhile.

    Parameters
    ----------
    write
        Has the file for itself, and writes and answers what it takes from the queue; the thread of the given
        change calls it. Other programs that do not come to an end refuse all who have waited as long.
    """

    def __init__(self, write: Callable[[_Waiting], None]) -> None:
        self._write = write
        self._lock = Condition()
        self._items: list[_Waiting] = []
        self._taken: list[_Waiting] = []
        self._is_writing = False
        self._end_of_rest = 0.0
        self._directing, self._end_of_way = 0, 0.0
        """Forms of the director that are at work, and until when others stand back for them."""

    def do(self, item: _Waiting) -> Reply:
        """Write a change, with others or behind them.

        Raises
        ------
        RuleError, FormatError
            If it is refused, or others who change the file do not come to an end.
        """
        with self._lock:
            self._items.append(item)
            self._items.sort(key=lambda each: not each.urgent)  # the others stay in their order
            writes, self._is_writing = not self._is_writing, True
            self._lock.notify_all()
        if not writes:
            item.called.wait()
        while not item.is_answered:  # it is the turn of this thread to write
            item.called.clear()
            self._work(item)
            item.called.wait()
        if item.error is not None:
            # Each time it is raised, it would get longer by the places it passes.
            raise item.error.with_traceback(None)
        assert item.reply is not None
        return item.reply

    def take(self) -> Iterator[_Waiting]:
        """What is written together, the urgent first."""
        is_first = True
        while True:
            self.give_way()
            with self._lock:
                if not self._items or (self._items[0].is_alone and not is_first):
                    return
                item, is_first = self._items.pop(0), False
            self._taken.append(item)
            yield item
            if item.is_alone or item.urgent:
                return

    def _work(self, item: _Waiting) -> None:
        """Write what waits, and call the next who does."""
        try:
            self._rest()
            self._taken, start = [], monotonic()
            self._write(item)
            if not item.urgent:
                self._end_of_rest = monotonic() + _REST * (monotonic() - start)
        except Exception as error:
            with self._lock:
                late = [each for each in self._items if each is item or each.is_late]
                self._items = [each for each in self._items if each not in late]
            for each in (*late, *(each for each in self._taken if not each.is_answered)):
                each.answer(error=error)
        finally:
            with self._lock:
                self._is_writing = bool(self._items)
                if self._items:
                    self._items[0].called.set()

    def _rest(self) -> None:
        """Leave the processor to others for a while after a write, unless somebody is urgent."""
        with self._lock:
            self._lock.wait_for(self._has_urgent, max(self._end_of_rest - monotonic(), 0))

    def _has_urgent(self) -> bool:
        return bool(self._items) and self._items[0].urgent

    @contextmanager
    def directing(self) -> Iterator[None]:
        """Let helpers and players stand back for a form of the director."""
        with self._lock:
            self._directing += 1
            self._end_of_way = monotonic() + _WAY
        try:
            yield
        finally:
            with self._lock:
                self._directing -= 1
                self._lock.notify_all()

    def give_way(self) -> None:
        """Stand back while a form of the director is at work, unless it waits itself."""
        with self._lock:
            seconds = max(self._end_of_way - monotonic(), 0)
            self._lock.wait_for(lambda: not self._directing or self._has_urgent(), seconds)


class OpenTournament:
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
        self._reading = Lock()
        self._queue = _Queue(self._write)
        self._states = Cache(_REMEMBERED, MEMORY)
        self._written: Document | None = None
        """What is written, or was last, and was read again before: the next state is of it."""
        self._history = History(file, {})
        self._seen: tuple[int, ...] = ()
        self._beside: tuple[str, ...] = ()
        """Digests of what lay beside the file when it was read last."""
        self._bytes: dict[bool, tuple[int, int]] = {}
        """The bytes of the first present state and of the first former one, each with what it held."""
        self._present = Cache(1, MEMORY)
        """The present state, which is read again if it was forgotten for the sake of other tournaments."""
        self.showing = Lock()
        self.last_shown: Any = None
        """What everybody sees of the last state, which one at a time makes of the one before; see `shown`."""
        self._model: ModelName | None = None
        """The model that the history held when the file was read last."""
        self.state()

    def state(self) -> TournamentState:
        """The present state of the file.

        Raises
        ------
        FormatError
            If it cannot be read.
        """
        with self._reading:
            seen = self.fingerprint()
            before: TournamentState | None = self._present.peek("")
            now = before
            if now is None or seen != self._seen:
                now = self._present_state(before)
                self._seen = seen
            if before is not None and now is not before:
                if before.views is not now.views:
                    before.views.clear()
                self._present.clear()
            return self._present.get("", lambda: now, self._count_state)

    def fingerprint(self) -> tuple[int, ...]:
        """A fingerprint of the file and what is kept beside it, without reading them; see `file_state`."""
        paths = self.file, self._history.path, plan_of(self.file)
        return tuple(each for path in paths for each in file_state(path))

    def cached_state(self, digest: str) -> TournamentState | None:
        """A state that was shown not long ago."""
        state: TournamentState | None = self._states.peek((digest, self._model))
        return state

    def find_state(self, digest: str) -> TournamentState | None:
        """A state that the file has had since the last time that another program saved it.

        It is made of the history, if it is remembered no longer. None if the history does not
        lead to it.
        """
        cached = self.cached_state(digest)
        if cached is not None or not digest:
            return cached
        state = self.state()
        content, current, timeline = state.document.content, state.digest, state.timeline
        if all(entry.before.digest != digest for entry in timeline.entries):
            return None
        for entry in reversed(timeline.entries):
            if entry.number in timeline.cut_short:
                continue
            if entry.after.digest != current or not entry.before:
                return None
            try:
                content, current = entry.former(content), entry.before.digest
            except RuleError:
                return None
            if current == digest:
                with self._reading:
                    return self._state_of(content, timeline)
        return None

    def do(
        self,
        call: Call,
        door: str,
        *,
        form: str = "",
        check: Callable[[ActionContext], None] | None = None,
        amend: Callable[[ActionContext, ActionResult], ActionResult] | None = None,
        until: float | None = None,
        urgent: bool = False,
    ) -> Reply:
        """Change the file as a command does.

        What helpers and players enter while the file is written is written together afterwards; each is answered when
        its change is on the disk.

        Parameters
        ----------
        door
            As what the browser has come in, and which one it is, for the history.
        form
            The number of the form that is sent, so that it is known if it comes again; empty if it has none.
        check, amend
            See `apply`.
        until
            Until when others who change the file are waited for, as `time.monotonic` tells it; None is as
            long from now as a command waits.
        urgent
            Whether it is written before all others that wait.

        Raises
        ------
        RuleError, FormatError
            If it is refused; nothing is changed.
        """
        item = _Waiting(
            call=call,
            origin=Origin(door, (str(self.file),), form),
            check=check,
            amend=amend,
            until=until,
            urgent=urgent,
        )
        return self._queue.do(item)

    def directing(self) -> AbstractContextManager[None]:
        """Let helpers and players stand back for a form of the director."""
        return self._queue.directing()

    def give_way(self) -> None:
        """Stand back for a short while if a form of the director is at work."""
        self._queue.give_way()

    def _write(self, first: _Waiting) -> None:
        """Write and answer what waits."""
        # Who has waited finds another state than before, which need not be read again.
        cache = FileCache(self.state(), self._history)
        performed: list[tuple[_Waiting, Reply]] = []
        error: Exception | None = None
        with LockedFile.opened(self.file, cache=cache, patience=first.patience) as locked:
            told = [*locked.remarks()]
            for item in self._queue.take():
                try:
                    performed.append((item, self._perform(locked, item)))
                except Exception as refusal:
                    item.answer(error=refusal)
            try:
                locked.write(told.append)
            except Exception as failure:
                error = failure
        for place, (item, reply) in enumerate(performed):
            heard = () if place else self._without_file_name(told)
            item.answer(replace(reply, warnings=(*heard, *reply.warnings)), error)

    def _perform(self, locked: LockedFile, item: _Waiting) -> Reply:
        """Perform a change, which is written later."""
        done = locked.perform(item.call, item.origin, check=item.check, amend=item.amend)
        self._written = done.state.document
        return Reply(
            lines=done.said,
            warnings=self._without_file_name(done.warnings),
            change=locked.last_change,
        )

    def _without_file_name(self, sentences: Iterable[str]) -> tuple[str, ...]:
        """Sentences without the name of the file."""
        return tuple(
            each.without_place(self.file) if isinstance(each, Sentence) else each
            for each in sentences
        )

    def _count_state(self, state: TournamentState, most: int) -> int:
        """Count the bytes of a state: of the first of its kind exactly, of others by what they hold.

        A state has a hundred thousand objects, and one that is a result later has as many.
        """
        held = 1 + len(state.timeline.lines)
        held += len(state.tournament.players) + len(state.tournament.games)
        known = self._bytes.get(kind := bool(state.document.content))
        if known is not None:
            return known[0] * held // known[1]
        size = count_bytes(state, most)
        if size <= most:  # else it was not counted to its end
            self._bytes[kind] = size, held
        return size

    def _present_state(self, before: TournamentState | None) -> TournamentState:
        """The state of the file and its history as they are now; the one before if nothing has changed."""
        content, beside = read_file(self.file), self._digests_beside()
        if before is not None and before.document.content == content and beside == self._beside:
            return before
        timeline, self._beside = self._history.timeline(content), beside
        if before is not None and before.timeline == timeline:
            return before
        state = self._state_of(content, timeline)
        self._model = state.model
        return state

    def _digests_beside(self) -> tuple[str, ...]:
        """Digests of the files beside it; of one that is not there, or cannot be read, why not."""
        found = []
        for path in (self._history.path, plan_of(self.file)):
            try:
                found.append(digest_of(path.read_bytes()))
            except OSError as error:
                found.append(reason(error))
        return tuple(found)

    def _state_of(self, content: bytes, timeline: Timeline) -> TournamentState:
        """The state of a content of the file, with what the history adds to it."""
        digest = digest_of(content)
        now: TournamentState | None = self._present.peek("")
        # The history has a change before the file does: in between, the file is what it was.
        held = (self._written, None if now is None else now.document)
        document = next((each for each in held if each and each.content == content), None)
        if document is None:
            document = document_in(self.file, content)
        state = TournamentState.of(document, self.file, timeline)
        known = self._states.get((digest, state.model), lambda: state.slim, self._count_state)
        # What was made of the same tournament before is kept, and goes by its players and games.
        return replace(
            state,
            tournament=known.tournament,
            digest=digest,
            views=known.views,
        )


_KEY_BYTES = 32

_PATIENCE = 5.0
"""Seconds to wait for another server that keeps something."""

_NOT_ALLOWED = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENAMETOOLONG)
"""Why the system does not write, or read, for this user, whatever is tried."""

_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
"""Why it does not write until something is deleted."""

TIME = re.compile("(?:[01][0-9]|2[0-3]):[0-5][0-9]|")
"""A time of the day, or nothing."""


class EventAddress(NamedTuple):
    """A tournament of a folder, as the codes of its helpers name it."""

    base: str = ""
    """What its addresses begin with; empty outside of one."""

    identity: str = ""
    """Tells it from a later tournament of the same name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Helper:
    """Somebody who enters results and checks players in."""

    token: str
    """Makes a browser theirs."""

    tables: str = ""
    """The tables whose results they enter, such as ``1-20,25``; empty for all."""

    event: str = ""
    """What the addresses of their tournament begin with, in a folder of several; empty for all."""

    identity: str = ""
    """As of `EventAddress`; empty for any of these addresses, as former versions wrote it."""

    def is_of(self, event: EventAddress) -> bool:
        """Whether they help at a tournament."""
        if not self.event:
            return True
        return self.event == event.base and self.identity in ("", event.identity)


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn:
    """A browser that has shown a token."""

    role: str
    """A value of `Role`."""

    time: float
    """When, in seconds since 1970."""

    helper: str = ""
    """The name of the helper; empty for the director."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamingSettings(Privacy):
    """Whom public pages name."""

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """The settings of a file, of which each is what it should be.

        Raises
        ------
        TypeError, ValueError
            If one is none.
        """
        settings = cls(**values)
        for setting in fields(settings):
            if type(getattr(settings, setting.name)) is not type(setting.default):
                raise ValueError(f"another value of {setting.name} was expected")
        return settings


@dataclass(frozen=True, slots=True, kw_only=True)
class WebsiteSettings(NamingSettings):
    """The copy for the web. The command that takes it elsewhere is no part of it: see `website.keep_command`."""

    on: bool = False
    """Whether it is written at each publishing and each complete round."""

    languages: tuple[str, ...] = ()
    """The codes of its languages; empty for all."""

    waits: bool = False
    """Whether files have changed since the command was run."""

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """The settings of a file, see `NamingSettings.of`."""
        codes = tuple(values.get("languages", ()))
        if not LANGUAGES.keys() >= {*codes}:
            raise ValueError("codes of languages were expected")
        return super(WebsiteSettings, cls).of({**values, "languages": codes})


@dataclass(frozen=True, slots=True, kw_only=True)
class HallSettings(NamingSettings):
    """Whom the pages of the hall name, and who is found there."""

    whole_names: bool = False
    """Whether a search takes whole names only, so that nobody is found by a part of one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """The settings of a server for a tournament."""

    key: str
    """Secret, in hexadecimal digits. It signs the addresses on the slips."""

    phones: bool = False
    """Whether the players may enter their results."""

    arrivals: str = ""
    """By what players check in by phone, a value of `Proof`; empty if they may not."""

    sessions: Mapping[str, SignIn] = field(default_factory=dict)
    """The browsers that are signed in, by the digests of their sessions."""

    helpers: Mapping[str, Helper] = field(default_factory=dict)
    """By their names."""

    next_round: str = ""
    """When the next round begins, such as ``14:30``; empty if nobody has said so."""

    website: WebsiteSettings = field(default_factory=WebsiteSettings)

    hall: HallSettings = field(default_factory=HallSettings)

    revoked: Mapping[str, int] = field(default_factory=dict)
    """How often the browsers of a role were logged out, by the role; each time its token becomes another one."""


class Sidecar:
    """The file ``congress.xml.serve`` next to ``congress.xml``, readable to its owner alone.

    It is the truth for all servers of the tournament: each looks there again and again, and who changes
    something reads it, changes it and writes it while the others wait.

    Parameters
    ----------
    file
        The tournament file; None keeps everything in memory, for this run of the server alone. So does a
        file where nothing may be written.

    Raises
    ------
    FormatError
        If the file beside it was not made by fastpair.
    """

    def __init__(self, file: str | PathLike[str] | None) -> None:
        self._lock, self._changing = Lock(), Lock()
        self._seen: tuple[int, ...] = ()
        self.path: Path | None = None
        """The file; None if it is all in memory."""
        if file is not None:
            self.path = beside(Path(file), ".serve")
        self._waiting: tuple[Callable[[ServerSettings], ServerSettings], ...] = ()
        """Changes that are in force here, and are written with the next one that finds room."""
        self._settings = self._written = ServerSettings(key=secrets.token_hex(_KEY_BYTES))
        try:
            stored = self._read()
            if stored is None:
                self.change(lambda settings: settings, can_wait=True)
            else:
                self._settings = self._written = stored
        except FormatError as error:
            if getattr(error.__cause__, "errno", None) not in _NOT_ALLOWED:
                raise
            self.path = None

    @property
    def settings(self) -> ServerSettings:
        """The present settings, whichever server has saved them.

        Raises
        ------
        FormatError
            If it cannot be read.
        """
        with self._lock:
            if self.path is not None and (seen := file_state(self.path)) != self._seen:
                self._settings, self._seen = self._now(), seen
            return self._settings

    def keep(self, **changed: Any) -> None:  # noqa: ANN401 - the fields
        """Keep something else, see `change`."""
        self.change(lambda settings: replace(settings, **changed))

    def change(
        self, change: Callable[[ServerSettings], ServerSettings], *, can_wait: bool = False
    ) -> None:
        """Change the settings, while no other server does.

        Who only looks at what is kept does not wait for it, and who waits in this server waits no longer than
        for other servers.

        Parameters
        ----------
        can_wait
            Whether it is in force in this server even if the disk is full, so that the pages can still be
            opened.

        Raises
        ------
        FormatError
            If it cannot be written; what was kept before still is.
        """
        if self.path is None:
            with self._changing:
                self._settings = change(self._settings)
            return
        with _alone(self._changing, self.path, monotonic() + _PATIENCE) as patience:
            try:
                with Replacement(self.path, patience=patience, mode=0o600) as replacement:
                    content = json.dumps(asdict(change(self._now()))).encode("ascii")
                    replacement.fill(content, expected=None, backup=False)
                    replacement.commit()
                    self._waiting, self._seen = (), ()  # read again, without them
            except FormatError as error:
                if not can_wait or getattr(error.__cause__, "errno", None) not in _FULL:
                    raise
                with self._lock:
                    self._waiting = (*self._waiting, change)
                    self._settings = change(self._settings)

    def _now(self) -> ServerSettings:
        """What is written, with the changes that wait."""
        settings = self._written = self._read() or self._written
        for change in self._waiting:
            settings = change(settings)
        return settings

    def _read(self) -> ServerSettings | None:
        if self.path is None:
            return None
        try:
            values = json_of(self.path.read_bytes())
            # Former versions did not say when a browser has signed in: its sign-in is over.
            signed_in = values.get("sessions", {}).items()
            values["sessions"] = {k: SignIn(**each) for k, each in signed_in if type(each) is dict}
            helpers = values.get("helpers", {}).items()
            values["helpers"] = {name: Helper(**each) for name, each in helpers}
            values["website"] = WebsiteSettings.of(values.get("website", {}))
            values["hall"] = HallSettings.of(values.get("hall", {}))
            settings = ServerSettings(**values)
            if (
                len(bytes.fromhex(settings.key)) != _KEY_BYTES
                or not TIME.fullmatch(settings.next_round)
                or settings.arrivals not in ("", "code", "birth", "number")
                or (type(settings.phones), type(settings.revoked)) != (bool, dict)
                or not all(type(each.time) in (int, float) for each in settings.sessions.values())
                or not all(type(each.token) is str for each in settings.helpers.values())
            ):
                raise ValueError("another key, time or switch was expected")
        except FileNotFoundError:
            return None
        except OSError as error:
            raise FormatError(self.path, None, f"cannot be read: {reason(error)}") from error
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
            message = f"was not made by fastpair ({error}); move it away to begin anew"
            raise FormatError(self.path, None, message) from error
        with suppress(OSError):
            if self.path.stat().st_mode & 0o077:
                self.path.chmod(0o600)  # a copy may have lost it
        return settings
