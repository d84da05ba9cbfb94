"""The history file beside a tournament, its entries in order, and what can be undone."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import chain, groupby, pairwise, takewhile
from operator import attrgetter
from pathlib import Path
from typing import IO, TYPE_CHECKING, Self

from ...errors import FormatError
from ...files import beside, exists, persist, reason, take_over
from ...sentences import Remedy, Sentence, marked, phrase, phrase_many
from .details import PlanDetails, plain_details
from .entries import START, Entry, Unread, Version, facts
from .keys import with_present_keys
from .records import HISTORY_SUFFIX, plan_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from os import PathLike

    from ...go.tournament import Tournament
    from ..documents.tournament import LogDocument
    from .entries import Change, Subject, Value


_TAIL = 1 << 16
"""Bytes at the end of a history that are read first, to find its last line."""

_LONGEST_LINE = 1 << 24
"""Most bytes of a line; that of a draw of 1000 boards has 200 thousand."""


class History:
    """The history of a tournament file, which need not exist yet.

    Parameters
    ----------
    file
        The tournament file.
    remembered
        The changes by their lines, for who reads the same history again and again; it is filled.
    """

    def __init__(
        self, file: str | PathLike[str], remembered: dict[bytes, Entry] | None = None
    ) -> None:
        self._file = Path(file).absolute()
        self._remembered = remembered

    @property
    def path(self) -> Path:
        """The file beside it, wherever the tournament file is now."""
        return beside(self._file, HISTORY_SUFFIX)

    def last(self) -> Entry | None:
        """The last change that can be read.

        Raises
        ------
        FormatError
            If the history cannot be read, or is none.
        """
        return self._end()[1]

    def ends_with(self, digest: str) -> bool:
        """Whether the last line is a change that led to a file of this digest; true if there is none.

        Raises
        ------
        FormatError
            If the history cannot be read, or is none.
        """
        _, last, unread = self._end()
        return not unread and (last is None or last.after.digest == digest)

    def entries(self) -> tuple[Entry | Unread, ...]:
        """All lines, in order. A last line that is cut short is none.

        Raises
        ------
        FormatError
            If the history cannot be read, or is none: no line of it is a change.
        """
        return tuple(entry for entry, _ in self._whole())

    def is_torn(self) -> bool:
        """Whether the last line was not written to its end.

        Raises
        ------
        FormatError
            If the history cannot be read.
        """
        with self._opened() as file:
            lines = [] if file is None else [line for line, _ in _lines(file)]
        return bool(lines) and _is_torn(lines[-1])

    def timeline(self, content: bytes) -> Timeline:
        """The changes beside the file, which holds this content, and its plan of prizes.

        Raises
        ------
        FormatError
            If the history cannot be read, or is none.
        """
        return Timeline.of(self.entries(), Version.of(content), self._plan())

    def _plan(self) -> str | None:
        """The plan of prizes; None if it cannot be read."""
        try:
            return plan_text(self._file)
        except FormatError:
            return None

    def append(self, *lines: Entry | Unread) -> int:
        """Write changes, which are on the disk when this returns.

        A line that a loss of power has cut short is removed before. Whatever else stands there stays.

        Returns
        -------
        int
            Length of the file without them, for `cut`.

        Raises
        ------
        FormatError
            If they cannot be written; the history is as it was.
        """
        length, *_ = self._end()
        try:
            fresh = not exists(self.path)
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
            descriptor = os.open(self.path, flags, 0o600 if self._file.exists() else 0o666)
            try:
                if fresh and self._file.exists():
                    take_over(self.path, self._file.stat())
                os.ftruncate(descriptor, length)
                content = b"".join(map(line_of, lines))
                _write(descriptor, _break_before(descriptor, length) + content)
            finally:
                os.close(descriptor)
            if fresh:
                persist(self.path.parent)
        except OSError as error:
            self.cut(length)
            message = phrase(
                "cannot be written: {reason}; nothing was changed", reason=reason(error)
            )
            raise FormatError(self.path, None, message) from error
        except BaseException:
            self.cut(length)
            raise
        return length

    def cut(self, length: int) -> None:
        """Take back what was appended; a history of nothing is removed."""
        with suppress(OSError):
            if length:
                os.truncate(self.path, length)
            else:
                self.path.unlink(missing_ok=True)

    def _end(self) -> tuple[int, Entry | None, int]:
        """The length of what stays, the last change, and how many lines behind it cannot be read."""
        quick = self._quick_end()
        if quick is not None:
            return *quick, 0
        whole = self._whole()
        for behind, (entry, _) in enumerate(reversed(whole)):
            if isinstance(entry, Entry):
                return whole[-1][1], entry, behind
        return 0, None, 0

    def _quick_end(self) -> tuple[int, Entry] | None:
        """The length of the history, and its last change; None if more of it has to be read."""
        with self._opened() as file:
            if file is None:
                return None
            size = file.seek(0, os.SEEK_END)
            file.seek(max(size - _TAIL, 0))
            tail = file.read(_TAIL)
        start = tail.rfind(b"\n", 0, max(len(tail) - 1, 0)) + 1
        if not tail.endswith(b"\n") or (not start and size > len(tail)):
            return None
        entry = self._entry(tail[start:], 0)
        return (size, entry) if isinstance(entry, Entry) else None

    def _whole(self) -> list[tuple[Entry | Unread, int]]:
        """All lines that were written to their end, each with the place behind it."""
        with self._opened() as file:
            lines = [] if file is None else [*_lines(file)]
        if lines and _is_torn(lines[-1][0]):
            lines.pop()
        found = [(self._entry(line, n), end) for n, (line, end) in enumerate(lines, start=1)]
        first = next((entry for entry, _ in found), None)
        if isinstance(first, Unread) and all(isinstance(entry, Unread) for entry, _ in found):
            message = phrase(
                "holds no change that can be read ({why}), and stays as it is; give it another name, "
                "such as {file}.old, to begin a new history",
                why=first.why,
                file=self.path.name,
            )
            raise FormatError(self.path, None, message)
        return found

    @contextmanager
    def _opened(self) -> Iterator[IO[bytes] | None]:
        """The file; None if there is none."""
        try:
            if not exists(self.path):
                yield None
                return
            if not self.path.is_file():
                raise OSError(None, "it is no file")
            with self.path.open("rb") as file:
                yield file
        except OSError as error:
            message = phrase("cannot be read: {reason}", reason=reason(error))
            raise FormatError(self.path, None, message) from error

    def _entry(self, line: bytes, number: int) -> Entry | Unread:
        remembered = {} if self._remembered is None else self._remembered
        entry = remembered.get(line) or _read_line(line, number)
        if isinstance(entry, Entry):
            remembered[line] = entry
        return entry


def line_of(line: Entry | Unread) -> bytes:
    """A line of a history, as it is written; one that cannot be read stays as it is."""
    return line.line() if isinstance(line, Entry) else line.content + b"\n"


def read_lines(content: bytes) -> tuple[Entry | Unread, ...]:
    """The lines of a history in memory, in order."""
    lines = enumerate(_lines(BytesIO(content)), start=1)
    return tuple(_read_line(line, number) for number, (line, _) in lines)


def _lines(file: IO[bytes]) -> Iterator[tuple[bytes, int]]:
    """All lines, each with the place behind it; of one that is too long, its start."""
    while line := file.readline(_LONGEST_LINE):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = file.readline(_LONGEST_LINE)
        yield line, file.tell()


def _read_line(line: bytes, number: int) -> Entry | Unread:
    if len(line) >= _LONGEST_LINE:
        return Unread(number, f"it has more than {_LONGEST_LINE >> 20} MiB", line)
    try:
        return Entry.of(line)
    except ValueError as error:
        return Unread(number, _plain(error), line.removesuffix(b"\n"))


def _is_torn(line: bytes) -> bool:
    """Whether a last line was not written to its end.

    Each line is on the disk before the next begins, so no other can be. A loss of power may have
    kept its length without its content. A line that is whole, is longer than ours, or did not begin as
    they do, is not torn: it was damaged otherwise, or is somebody else's.
    """
    if len(line) >= _LONGEST_LINE:
        return False
    if not line.strip(b"\x00\n"):
        return True
    if line.endswith(b"\n") or not (line.startswith(START) or START.startswith(line)):
        return False
    try:
        Entry.of(line)
    except ValueError:
        return True
    return False


def _break_before(descriptor: int, length: int) -> bytes:
    """Go to the end, and say what parts a fresh line from what stands there."""
    os.lseek(descriptor, max(length - 1, 0), os.SEEK_SET)
    return b"" if os.read(descriptor, 1) in (b"", b"\n") else b"\n"


def _plain(error: ValueError) -> str:
    """Why a line cannot be read, in one line."""
    return str(error).splitlines()[0] if str(error) else type(error).__name__


def _write(descriptor: int, content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[os.write(descriptor, left) :]
    os.fsync(descriptor)


OF_ANOTHER = marked(
    "the history beside the file is that of another tournament; give it another name to begin a new one, or put "
    "back the file to which it belongs"
)
"""Why nothing is added to a history."""

_FIRST_KEY = {"player": 1, "absence": 2, "game": 2, "bye": 2}
"""Where the subject of a change names its players, by kind."""

_IS_THERE = ""
"""Stands, among the fields of a subject, for whether there is such a thing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """What a file no longer holds of a change, since another program saved an older state."""

    entry: Entry
    changes: tuple[tuple[Subject, Value | None], ...]
    """Subjects, and what was typed of them; None if they were removed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """The changes of a history beside the file that it belongs to."""

    entries: tuple[Entry, ...]

    version: Version
    """What the file holds."""

    lines: tuple[Entry | Unread, ...] = field(default=(), repr=False)
    """All lines, those that cannot be read among them."""

    plan: str | None = field(default=None, repr=False, compare=False)
    """The text of the plan of prizes; None if nobody has looked."""

    cut_short: frozenset[int] = frozenset()
    """Numbers of the changes after which what they changed was again what it had been before them.

    Their command was killed, or another program has put the former file back."""

    after_others: frozenset[int] = frozenset()
    """Numbers of the changes before which another program has saved the file, or a line of the
    history cannot be read."""

    unread: tuple[Unread, ...] = ()
    """Lines of the history that cannot be read."""

    after_unread: frozenset[int] = frozenset()
    """Numbers of the changes right behind a line that cannot be read."""

    ends_unread: bool = False
    """Whether the last line cannot be read, so that nobody knows what the last change was."""

    done: tuple[Entry, ...] = field(default=(), repr=False)
    """What can be undone, the last first to go; nothing from before another program saved."""

    undone: tuple[Entry, ...] = field(default=(), repr=False)
    """The entries of ``undo`` that can be taken back themselves."""

    @classmethod
    def read(cls, file: Path | str, content: bytes) -> Timeline:
        """The history beside a file that holds this content.

        Standard input, ``-``, has none, and neither has a document in memory, which a text names.

        Raises
        ------
        FormatError
            If the history cannot be read.
        """
        has_history = isinstance(file, Path) and str(file) != "-"
        version = Version.of(content)
        return History(file).timeline(content) if has_history else cls.of((), version)

    @classmethod
    def of(cls, lines: Iterable[Entry | Unread], version: Version, plan: str | None = None) -> Self:
        """Follow a history up to what the file holds, and the text of the plan of prizes."""
        lines = tuple(lines)
        entries = tuple(line for line in lines if isinstance(line, Entry))
        after_unread = {
            line.number
            for before, line in pairwise(lines)
            if isinstance(before, Unread) and isinstance(line, Entry)
        }
        ends_unread = bool(lines) and isinstance(lines[-1], Unread)
        cut_short, after_others = _plans_cut_short(entries, plan), set()
        done: list[Entry] = []
        undone: list[Entry] = []
        state: Version | None = None
        batches = [[*batch] for _, batch in groupby(entries, key=attrgetter("write"))]
        followers: list[Entry | None] = [*(batch[0] for batch in batches[1:]), None]
        for batch, follower in zip(batches, followers, strict=False):
            following = version if follower is None else follower.before
            is_readable = (
                not ends_unread if follower is None else follower.number not in after_unread
            )
            if is_readable and following == batch[0].before != batch[-1].after:
                cut_short.update(entry.number for entry in batch)
            for entry in batch:
                if state not in (None, entry.before):
                    after_others.add(entry.number)
                    done, undone = [], []
                if entry.number in cut_short:  # and so are those that were written with it
                    state = entry.before
                    break
                state = entry.after
                _follow(entry, done, undone)
        if state not in (None, version):
            done, undone = [], []
        return cls(
            entries=entries,
            version=version,
            lines=lines,
            plan=plan,
            cut_short=frozenset(cut_short),
            after_others=frozenset(after_others),
            unread=tuple(line for line in lines if isinstance(line, Unread)),
            after_unread=frozenset(after_unread),
            ends_unread=ends_unread,
            done=tuple(done),
            undone=tuple(undone),
        )

    def then(self, entry: Entry) -> Self:
        """The history with one more change, which has reached the file."""
        lines, details = (*self.lines, entry), entry.details
        plan = details.plan.after if isinstance(details, PlanDetails) else self.plan
        leads_on = self.lines[-1:] == (self.last,) and not self.saved_by_another
        if plan is not self.plan or not (leads_on or not self.lines):
            return type(self).of(lines, entry.after, plan)
        # It leads on from the change before it, so that nothing else becomes of the others.
        done, undone = [*self.done], [*self.undone]
        _follow(entry, done, undone)
        return replace(
            self,
            version=entry.after,
            entries=(*self.entries, entry),
            lines=lines,
            done=tuple(done),
            undone=tuple(undone),
        )

    @property
    def next_number(self) -> int:
        """The number of the next change; a line that cannot be read counts."""
        last = self.entries[-1].number if self.entries else 0
        behind = takewhile(lambda line: isinstance(line, Unread), reversed(self.lines))
        return last + 1 + sum(1 for _ in behind)

    @property
    def last(self) -> Entry | None:
        """The last change that reached the file."""
        return next((e for e in reversed(self.entries) if e.number not in self.cut_short), None)

    def of_form(self, form: str) -> Entry | None:
        """The change that a form has made by its number, if it reached the file; undone or not."""
        found = (e for e in reversed(self.entries) if form and e.form == form)
        return next((each for each in found if each.number not in self.cut_short), None)

    @property
    def saved_by_another(self) -> bool:
        """Whether the file is not as the last change left it, since another program has saved it.

        Where the last line cannot be read, it may be that change which made the file what it is.
        """
        return self.last is not None and self.last.after != self.version

    def is_of_another(self, tournament: Tournament, *, together: bool = False) -> bool:
        """Whether the file holds another event than the one that the changes are about.

        That is if another program has saved it since, and no player of the changes is in it; or it has another name
        than they gave it last, and none of their games.

        Parameters
        ----------
        tournament
            The one that the file holds.
        together
            Whether somebody has put the two together, so that another name alone says so, too.
        """
        if not (self.saved_by_another and (tournament.players or together)):
            return False
        players: set[str] = set()
        games: set[Subject] = set()
        begins = bool(self.entries) and not self.entries[0].before
        name = "" if begins else tournament.name  # which is that of no change
        for subject, _, after in chain.from_iterable(
            each.changes for each in with_present_keys(self.entries, self.cut_short)
        ):
            players.update(map(str, subject[_FIRST_KEY.get(str(subject[0]), len(subject)) :]))
            games |= {subject} if subject[0] == "game" else set()
            if subject[0] == "tournament" and after is not None:
                name = after["name"]
        if players and players.isdisjoint(tournament.by_key):
            return True
        now = {("game", game.round, *sorted(game.players)) for game in tournament.games}
        is_other = together or (bool(games) and games.isdisjoint(now))
        return name != tournament.name and is_other

    def reverted(self) -> frozenset[int]:
        """Numbers of the changes that are undone."""
        numbers: set[int] = set()
        reverts = {entry.number: entry.reverts for entry in self.entries if entry.act == "undo"}
        for entry in self.entries:
            if entry.number in self.cut_short:
                continue
            number, away = entry.reverts, entry.act == "undo"
            while number is not None:
                (numbers.add if away else numbers.discard)(number)
                number, away = reverts.get(number), not away
        return frozenset(numbers)

    def lost(self, tournament: Tournament) -> tuple[Lost, ...]:
        """What was typed last of something, while the file holds what it held before.

        Where it holds a third thing, another program has changed it on purpose, and nothing is
        lost. Nothing is lost, either, of a file that no other program has saved.

        Parameters
        ----------
        tournament
            The one that the file holds.
        """
        if not (self.saved_by_another or self.after_others or self.cut_short):
            return ()
        last_values = _LastValues(self.entries)
        found = last_values.missing_in(facts(tournament))
        return tuple(
            Lost(entry=entry, changes=tuple(found[entry.number].items()))
            for entry in self.entries
            if entry.number in found
        )

    @property
    def lost_plan(self) -> Entry | None:
        """The last change of the plan of prizes, if that is as it was before it."""
        changes = [each for each in self.entries if isinstance(each.details, PlanDetails)]
        return changes[-1] if changes and changes[-1].number in self.cut_short else None

    def _last_batch(self) -> tuple[Entry, ...]:
        """The changes that were written last, together."""
        return tuple(e for e in self.entries if e.write == self.entries[-1].write)

    def remarks(self, tournament: Tournament) -> Iterator[str]:
        """Say, one line each, what another program has done to the file, or a killed command."""
        if self.ends_unread:
            yield phrase("{unread}; what it did cannot be undone", unread=self.unread[-1].sentence)
            return
        lost = self.lost(tournament)
        missing = [entry for entry in self._last_batch() if entry.number in self.cut_short]
        for entry in missing:
            is_restorable = entry.changes or entry is self.lost_plan
            remedies = [Remedy("redo")] if is_restorable and entry is missing[-1] else []
            yield Sentence(
                phrase(
                    "change {number} is not in the file: another program has put back what it held "
                    "before, or the command was cut short: {said}",
                    number=entry.number,
                    said=entry.sentence,
                ),
                *remedies,
            )
        if missing:
            return
        if self.saved_by_another and self.last is not None:
            last = {"number": self.last.number, "time": self.last.time}
            if lost:
                count = phrase_many(
                    "another program has saved the file since change {number} ({time}); of {count} change "
                    "something is no longer in it",
                    "another program has saved the file since change {number} ({time}); of {count} changes "
                    "something is no longer in it",
                    len(lost),
                    **last,
                )
                yield Sentence(count, Remedy("see what is lost"))
            else:
                yield phrase(
                    "another program has saved the file since change {number} ({time}), and kept all "
                    "changes",
                    **last,
                )


def _plans_cut_short(entries: tuple[Entry, ...], plan: str | None) -> set[int]:
    """Numbers of the changes of the plan of prizes after which it was again what it had been before them."""
    changes = [(e.number, e.details.plan) for e in entries if isinstance(e.details, PlanDetails)]
    following = [change.before for _, change in changes[1:]] + [plan]
    return {
        number
        for (number, change), text in zip(changes, following, strict=False)
        if text == change.before != change.after
    }


def _follow(entry: Entry, done: list[Entry], undone: list[Entry]) -> None:
    """Move an entry to what can be undone, or what it reverts to and fro."""
    last = (done[-1].number, done[-1].reverts) if done else ()
    if entry.act == "undo" and (entry.reverts is None or entry.reverts in last):
        done.pop()
        undone.append(entry)
    elif entry.act == "redo" and entry.reverts is not None and undone:
        undone.pop()
        done.append(entry)
    else:
        done.append(entry)
        undone.clear()


class _LastValues:
    """What was typed last of everything, and what it was before."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._last: dict[Subject, dict[str, tuple[object, int]]] = {}
        self._former: dict[tuple[Subject, str], list[object]] = {}
        for entry in entries:
            for change in entry.changes:
                self._note(change, entry.number)

    def _note(self, change: Change, number: int) -> None:
        subject, before, after = change
        last = self._last.setdefault(subject, {})
        if before is not None and after is not None:
            was, becomes = before, after
        else:
            was, becomes = _with_presence(before), _with_presence(after)
            last.clear()
        for name in {**was, **becomes}:
            self._former.setdefault((subject, name), []).append(was.get(name))
            if name in becomes:
                last[name] = becomes[name], number

    def missing_in(self, values: dict[Subject, Value]) -> dict[int, dict[Subject, Value | None]]:
        """What is not held as it was typed but as it was before; by number of the change."""
        found: dict[int, dict[Subject, Value | None]] = {}
        for subject, last in self._last.items():
            now = _with_presence(values.get(subject))
            for name, (value, number) in last.items():
                if now.get(name) == value or now.get(name) not in self._former[subject, name]:
                    continue
                changes = found.setdefault(number, {})
                if name != _IS_THERE:
                    given = changes.setdefault(subject, {})
                    if given is not None:
                        given[name] = value
                elif value:
                    changes[subject] = {n: v for n, (v, _) in last.items() if n and v is not None}
                else:
                    changes[subject] = None
        return found


def _with_presence(value: Value | None) -> Value:
    return {_IS_THERE: False} if value is None else {_IS_THERE: True, **value}


def log_document(
    timeline: Timeline,
    gone: tuple[Lost, ...],
    words: Callable[[Entry], tuple[str, ...]],
    *,
    only_lost: bool,
) -> LogDocument:
    """All changes as a JSON document.

    Parameters
    ----------
    timeline
        The changes, and what has become of them.
    gone
        What the file no longer holds of them.
    words
        The arguments of the command that does what an entry has done.
    only_lost
        Whether changes that are in the file are left out.
    """
    from ..documents.encoding import encode
    from ..documents.tournament import LogChange, LogDocument

    lost = {item.entry.number: item.changes for item in gone}
    reverted = timeline.reverted()
    others = timeline.after_others - timeline.after_unread
    return encode(
        LogDocument,
        timeline,
        saved_by_another=timeline.saved_by_another and not timeline.ends_unread,
        changes=[
            encode(
                LogChange,
                entry,
                before=entry.before.digest,
                after=entry.after.digest,
                typed=words(entry),
                draw=plain_details(entry.details),
                undone=entry.number in reverted,
                cut_short=entry.number in timeline.cut_short,
                after_another_program=entry.number in others,
                lost=lost.get(entry.number, ()),
            )
            for entry in timeline.entries
            if entry.number in lost or not only_lost
        ],
    )
