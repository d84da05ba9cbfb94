"""A tournament file that one command has for itself, from its bytes to its state, and back with its history."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, Self

from ...errors import FormatError, RuleError, in_file
from ...files import Replacement, exists, read_file
from ...formats import read
from ...sentences import Sentence, phrase
from ..edits.outcome import raise_unconfirmed
from ..history.details import PlanChange, PlanDetails
from ..history.entries import Entry, digest_of
from ..history.records import bring_records, plan_ready
from ..history.state import CongressState, document_in
from ..history.timeline import OF_ANOTHER, History
from .action import ActionContext
from .apply import apply

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from ..history.entries import Unread
    from ..history.records import HistoryStep
    from ..history.timeline import Timeline
    from .apply import ActionResult, Call, Origin


PATIENCE = 5.0
"""Seconds that a command waits for others that change the same file."""


class FileCache(NamedTuple):
    """A tournament file and its history as they were read before."""

    state: CongressState
    history: History


class LockedFile:
    """A tournament file that one command has for itself, see `opened`."""

    def __init__(
        self,
        file: Path,
        replacement: Replacement,
        cache: FileCache | None = None,
        new: CongressState | None = None,
    ) -> None:
        self.file = file
        self.history = History(file) if cache is None else cache.history
        self._replacement = replacement
        self._cache, self._new = cache, new
        self._ahead: CongressState | None = None
        """What the actions that are performed lead to; None before the first."""
        self.last_change: int | None = None
        """Number of the change that the last action has made; None if it has changed nothing."""

    @classmethod
    @contextmanager
    def opened(
        cls,
        file: Path,
        *,
        new: CongressState | None = None,
        cache: FileCache | None = None,
        patience: float | None = None,
    ) -> Iterator[Self]:
        """Open a file with exclusive access.

        Another command that wants to change it waits for the end of this one, some seconds long. So nothing
        is shown in the meantime, which may take any time; see `change`.

        Parameters
        ----------
        new
            What a file is made of that does not exist yet; None if it is there.
        cache
            The file as it was read before, which is not read again if it still holds the same.
        patience
            Seconds to wait for others; None is as long as a command waits.

        Raises
        ------
        FormatError
            If it is no file, is there though it should be new, or another command does not come to
            its end.
        """
        if exists(file) and not file.is_file():
            raise FormatError(file, None, "is no file that can be replaced; name a file")
        if new is None and not exists(file):
            read(file)  # says what is wrong with it
        seconds = PATIENCE if patience is None else patience
        with Replacement(file, patience=seconds) as replacement:
            if new is not None and file.exists() and file.stat().st_size:
                raise FormatError(file, None, "exists already; name another file")
            bring_records(file)
            yield cls(file, replacement, cache, new)

    @cached_property
    def state(self) -> CongressState:
        """The file and its history as they are, or what a new file is made of.

        Raises
        ------
        FormatError
            If the file or its history cannot be read.
        """
        if self._new is not None:
            return self._new
        content, known = self._old_content, None if self._cache is None else self._cache.state
        if known is None or known.document.content != content:
            document = document_in(self.file, content)
            return CongressState.of(document, self.file, self.timeline)
        if known.timeline == self.timeline and known.timeline.plan == self.timeline.plan:
            return known
        return CongressState.of(known.document, self.file, self.timeline)

    @cached_property
    def _old_content(self) -> bytes:
        """What the file held when it was opened; nothing if it is new."""
        return read_file(self.file) if self.file.exists() else b""

    @cached_property
    def timeline(self) -> Timeline:
        """What has become of all changes."""
        return self.history.timeline(self._old_content)

    def remarks(self) -> Iterator[str]:
        """Say, one line each, what the file does not hold of the last changes, and why."""
        if self.timeline.is_of_another(self.state.tournament):
            return  # whatever is done is refused
        if not self.history.ends_with(self.timeline.version.digest):
            yield from self.timeline.remarks(self.state.tournament)

    def do(
        self,
        call: Call,
        origin: Origin,
        tell: Callable[[str], None],
        *,
        check: Callable[[ActionContext], None] | None = None,
        amend: Callable[[ActionContext, ActionResult], ActionResult] | None = None,
    ) -> ActionResult:
        """Perform an action, and write what comes of it; see `perform` and `write`."""
        done = self.perform(call, origin, check=check, amend=amend)
        self.write(tell)
        return done

    def perform(
        self,
        call: Call,
        origin: Origin,
        *,
        check: Callable[[ActionContext], None] | None = None,
        amend: Callable[[ActionContext, ActionResult], ActionResult] | None = None,
    ) -> ActionResult:
        """Perform an action on what those before it have led to; nothing is written, see `apply`.

        Parameters
        ----------
        check
            Refuses what has changed since it was shown, before anything is done.
        amend
            What is told instead, or refused, of what comes of it.

        Raises
        ------
        UnconfirmedError
            If something is to be confirmed that is not.
        RuleError
            As `apply`, or if the history belongs to another tournament; what the actions before it have led to stays.
        """
        if self._ahead is None:
            self._refuse_another()
        state = self._ahead or self.state
        context = ActionContext(state, call.round)
        if check is not None:
            check(context)
        done = apply(state, call, origin)
        if amend is not None:
            done = amend(context, done)
        with in_file(self.file):
            raise_unconfirmed(done.questions)
            after = done.state
            after.document  # noqa: B018 - says if its format cannot hold it
        self._ahead = after
        self.last_change = None if after is state else after.timeline.entries[-1].number
        return done

    def _refuse_another(self) -> None:
        """Refuse to add to the history of another tournament.

        Raises
        ------
        RuleError
            If it is one; the message names the file.
        """
        if self._new is None and self.timeline.is_of_another(self.state.tournament):
            with in_file(self.file):
                raise RuleError(phrase(OF_ANOTHER))

    def write(self, tell: Callable[[str], None]) -> None:
        """Write what the actions that were performed have led to, all or nothing.

        What is said of it is shown when the file is free again, since whoever reads it may take any time.

        Parameters
        ----------
        tell
            Hears, as one line, where the old content is, or that nothing was written.

        Raises
        ------
        FormatError
            If the file or its history cannot be written; both are as they were.
        """
        if self._ahead is not None and self._ahead is not self.state:
            with in_file(self.file):
                self.follow(self._ahead, tell)

    def follow(self, state: CongressState, tell: Callable[[str], None]) -> None:
        """Write what has come to a tournament since it was read from this file.

        The content is made here, and read again before it is written.

        Raises
        ------
        FormatError
            If the file or its history is not as it was then, or cannot be written.
        """
        after, known = state.timeline, self.timeline
        fresh = after.lines[len(known.lines) :]
        entries = tuple(each for each in fresh if isinstance(each, Entry))
        expected = entries[0].before if entries and self._old_content else known.version
        if known.lines and not self._old_content:
            message = phrase(
                "is not there, and the history of a former file of this name is, {history}: move that away, "
                "or name another file",
                history=self.history.path.name,
            )
            raise FormatError(self.file, None, message)
        if after.lines[: len(known.lines)] != known.lines or known.version != expected:
            message = phrase("was changed since it was opened; open it again, or name another file")
            raise FormatError(self.file, None, message)
        if not self._old_content:
            self._copy_plan(after.plan, entries)
        if entries and self._old_content:
            self._refuse_another()
            fresh = tuple(_in_batch(fresh, entries))
        if entries:
            self._put(fresh, entries[-1], state.document.content, tell)
        elif not self._old_content:  # a copy of a file that has no history
            self._replacement.fill(state.document.content, expected=b"", backup=False)
            self._replacement.commit()

    def _copy_plan(self, plan: str | None, entries: Iterable[Entry]) -> None:
        """Write the plan of prizes beside a copy of its file; of one that nobody has read, what the history holds."""
        if plan is None:
            plans = [each.details.plan for each in entries if isinstance(each.details, PlanDetails)]
            plan = plans[-1].after if plans else ""
        if plan:
            with plan_ready(PlanChange(before="", after=plan), self.file) as step:
                step.commit()

    def _put(
        self,
        lines: tuple[Entry | Unread, ...],
        entry: Entry,
        content: bytes,
        tell: Callable[[str], None],
    ) -> None:
        """Write new content, and what has led to it.

        What is new is written beside the file or its plan of prizes, then the history gets its lines, then it
        takes the place of the old: a command that is killed leaves a history that is too long by what was to be
        written, and never one that is too short. What only the history holds leaves the file alone.
        """
        try:
            with self._new_content(entry, content) as step:
                self._commit(lines, step)
        except (KeyboardInterrupt, SystemExit):
            if not self._holds(entry):
                cut = phrase("nothing was written, since the command was cut short")
                tell(Sentence.in_file(self.file, cut))
            raise
        for remark in () if step is None else step.remarks:
            tell(Sentence.in_file(self.file, remark))

    @contextmanager
    def _new_content(self, entry: Entry, content: bytes) -> Iterator[HistoryStep | None]:
        """Get ready what is new beside the history; nothing if it alone changes."""
        if content == self._old_content and isinstance(entry.details, PlanDetails):
            with plan_ready(entry.details.plan, self.file) as step:
                yield step
        elif content == self._old_content:
            yield None
        else:
            changes = (e for e in reversed(self.timeline.entries) if e.before != e.after)
            _, last = next(groupby(changes, key=attrgetter("write")), (0, ()))
            ours = any(self.timeline.version in (e.before, e.after) for e in last)
            self._replacement.fill(content, expected=self._old_content, backup=not ours)
            yield self._replacement

    def _commit(self, lines: tuple[Entry | Unread, ...], step: HistoryStep | None) -> None:
        """Write the lines, and take them back if what belongs to them cannot be put in place."""
        length = self.history.append(*lines)
        if step is None:
            return
        try:
            step.commit()
        except BaseException:
            # An interrupt may come when the file is replaced already.
            if not step.is_committed:
                self.history.cut(length)
            raise

    def _holds(self, entry: Entry) -> bool:
        """Whether a change has reached the file and its history."""
        last = self.history.last()
        content = self.file.read_bytes() if self.file.exists() else b""
        return (
            last is not None
            and last.number == entry.number
            and digest_of(content) == entry.after.digest
        )


def copy_to(file: Path, state: CongressState) -> Path:
    """Write a tournament with its history to a new file.

    Raises
    ------
    FormatError
        If the file exists already, or cannot be written.
    """
    with LockedFile.opened(file, new=state) as locked:
        locked.follow(replace(state, file=file), lambda _: None)
    return file


def _in_batch(
    lines: Iterable[Entry | Unread], entries: tuple[Entry, ...]
) -> Iterator[Entry | Unread]:
    """Lines that are written together, which is noted in their changes if these are several."""
    first = entries[0].number if len(entries) > 1 else None
    for line in lines:
        yield replace(line, batch=first) if isinstance(line, Entry) else line
