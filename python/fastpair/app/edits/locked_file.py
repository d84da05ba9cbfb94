"""A tournament file that is changed: locked, checked against what must not change unasked, written with its history."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Self

from ...errors import FormatError, RuleError
from ...formats import read
from ...formats.files import Replacement, read_file
from ...sentences import Sentence, message_parts, phrase
from ..history.congress import Congress, Snapshot
from ..history.details import PlanDetails
from ..history.entries import Delta, Entry, differences, digest_of
from ..history.records import (
    content_for_file,
    holds_model,
    is_model_alone,
    plan_ready,
    with_model,
    with_model_in,
)
from ..history.timeline import History, Timeline
from .outcome import (
    LikelyMistakeError,
    PlayedScoresError,
    PublishedBoardsError,
    changed_below,
    describe_unconfirmed_players,
    moved_score_errors,
    moved_scores,
    published_board_errors,
    raise_unconfirmed,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from ...formats import Document
    from ...go.tournament import Tournament
    from ..history.entries import Change
    from .outcome import Edit

    _Board = tuple[str, str, int]


PATIENCE = 5.0
"""Seconds that a command waits for others that change the same file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What the director does, for the history."""

    name: str
    """The command."""

    door: str
    """By which door it came, such as ``command``."""

    arguments: tuple[str, ...] = ()
    """As they are typed."""

    even_so: bool = False
    """Whether scores of rounds that are played may become others, and rounds that later ones rest on."""

    players_know: bool = True
    """Whether what the players know may become something else."""


class FileCache(NamedTuple):
    """A tournament file and its history as they were read before."""

    document: Document
    congress: Congress
    history: History


class LockedFile:
    """A tournament file that one command has for itself, see `opened`."""

    def __init__(
        self, file: Path, replacement: Replacement, cache: FileCache | None = None
    ) -> None:
        self.file = file
        self.history = History(file) if cache is None else cache.history
        self._replacement = replacement
        self._cache = cache
        self.last_change: int | None = None
        """Number of the change that was written last."""

    @classmethod
    @contextmanager
    def opened(
        cls,
        file: Path,
        *,
        new: bool = False,
        cache: FileCache | None = None,
        patience: float | None = None,
    ) -> Iterator[Self]:
        """Open a file with exclusive access.

        Another command that wants to change it waits for the end of this one, some seconds long. So nothing
        is shown in the meantime, which may take any time; see `change`.

        Parameters
        ----------
        new
            Whether the file is yet to be made.
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
        if file.exists() and not file.is_file():
            raise FormatError(file, None, "is no file that can be replaced; name a file")
        if not new and not file.exists():
            read(file)  # says what is wrong with it
        seconds = PATIENCE if patience is None else patience
        with Replacement(file, patience=seconds) as replacement:
            if new and file.exists() and file.stat().st_size:
                raise FormatError(file, None, "exists already; name another file")
            yield cls(file, replacement, cache)

    @cached_property
    def document(self) -> Document:
        """The file as it is.

        Raises
        ------
        FormatError
            If it cannot be read.
        """
        if holds_model(self._read):
            return self._read
        return with_model_in(self._read, self.congress.model)

    @cached_property
    def _read(self) -> Document:
        """The file by itself."""
        if self._cache is not None and self._cache.document.content == read_file(self.file):
            return self._cache.document
        return read(self.file)

    @property
    def tournament(self) -> Tournament:
        """The tournament that the file holds."""
        return self.document.tournament

    @cached_property
    def _digest(self) -> str:
        return digest_of(self._old_content) if self._old_content else ""

    @cached_property
    def _old_content(self) -> bytes:
        """What the file holds; nothing if it is new."""
        return self._read.content if self.file.exists() else b""

    @cached_property
    def timeline(self) -> Timeline:
        """What has become of all changes."""
        return Timeline.of(self.history.entries(), self._digest)

    @property
    def snapshot(self) -> Snapshot:
        """The file and its history as they are."""
        return Snapshot(document=self.document, file=self.file, congress=self.congress)

    @cached_property
    def congress(self) -> Congress:
        """The state of the tournament."""
        if self._cache is not None and self._cache.congress.timeline == self.timeline:
            return self._cache.congress
        found = Congress.of(self._read.tournament, self.timeline)
        if holds_model(self._read):
            return found
        return replace(found, tournament=with_model(found.tournament, found.model))

    def remarks(self) -> Iterator[str]:
        """Say, one line each, what the file does not hold of the last changes, and why."""
        if not self.history.ends_with(self._digest):
            yield from self.timeline.remarks(self.tournament)

    def change(self, act: Act, done: Edit, tell: Callable[[str], None]) -> Edit:
        """Write another state of the tournament.

        What is said of it is shown when the file is free again, since whoever reads it may take any time.

        Parameters
        ----------
        act
            What the director does.
        done
            What comes of it.
        tell
            Hears, as one line, where the old content is, or that nothing was written.

        Returns
        -------
        Edit
            The same, with a warning for each round whose scores become others.

        Raises
        ------
        FormatError
            If the file or its history cannot be written; both are as they were.
        UnconfirmedError
            If scores of rounds that are played would become others, rounds that later ones rest on, or
            what the players know, or the change asks by itself, and that is not confirmed.
        RuleError
            If the format cannot hold the change, or it changes the boards of a frozen round.
        """
        if done.in_history:
            if done.details:
                self.write(self._old_content, tell, act, done, (), even_if_equal=True)
            return done
        if done.former is None:
            done = replace(done, tournament=self.document.settled(done.tournament))
        before, after = self.tournament, done.tournament
        even_so = act.even_so or done.even_so
        likely = [each for each in done.unconfirmed if isinstance(each, LikelyMistakeError)]
        unconfirmed = [
            each
            for each in done.unconfirmed
            if not (
                act.players_know
                if isinstance(each, PublishedBoardsError)
                else even_so and each in likely
            )
        ]
        if not act.players_know and not any(
            isinstance(each, PublishedBoardsError) for each in unconfirmed
        ):
            unconfirmed += published_board_errors(lambda: self.congress, before, after)
        if done.former is not None:
            raise_unconfirmed(unconfirmed)
            self.write(
                done.former.content, tell, act, done, done.former.changes, even_if_equal=True
            )
            return done
        if even_so:
            warnings = (
                *map(str, likely),
                *changed_below(before, after),
                *describe_unconfirmed_players(before, after),
                *moved_scores(before, after),
            )
            done = replace(done, warnings=(*done.warnings, *warnings))
        else:
            unconfirmed += map(PlayedScoresError, changed_below(before, after))
            unconfirmed += moved_score_errors(before, after)
        if likely and not even_so:
            raise_unconfirmed(
                unconfirmed
            )  # also where the file could not hold what is hardly meant
        content = content_for_file(self.document, after)
        changes = differences(before, after)
        if any(change.subject[0] in ("game", "bye") for change in changes):
            self.congress.refuse_frozen(after, changes)
        raise_unconfirmed(unconfirmed)
        noted = content == self._old_content and is_model_alone(changes) and bool(changes)
        if changes and content == self._old_content and not noted:
            raise RuleError(phrase("its format cannot hold the change; nothing was written"))
        planned = isinstance(done.details, PlanDetails)
        self.write(content, tell, act, done, changes, even_if_equal=noted or planned)
        return done

    def write(
        self,
        content: bytes,
        tell: Callable[[str], None],
        act: Act,
        done: Edit,
        changes: tuple[Change, ...],
        *,
        even_if_equal: bool = False,
    ) -> None:
        """Write new content, see `change`.

        The content is written beside the file, then the history gets its line, then the content takes the
        file's place: a command that is killed leaves a history that is too long by a change, and never one
        that is too short. Content that the file holds already makes no line, unless ``even_if_equal`` says so.
        """
        former_content = self._old_content
        if content == former_content and not even_if_equal:
            return
        last = self.history.last()
        ours = last is not None and self._digest in (last.before, last.after)
        confirmed = {"even_so": True} if act.even_so else {}
        try:
            self._replacement.fill(content, expected=former_content, backup=not ours)
            entry = Entry.now(
                number=self.history.next_number(),
                act=act.name,
                door=act.door,
                typed=() if done.values else act.arguments,
                values={**done.values, **confirmed} if done.values else {},
                said=done.summary,
                message=message_parts(done.summary),
                changes=changes,
                details=done.details,
                reverts=done.reverts,
                before=self._digest,
                after=digest_of(content),
                back=Delta.between(content, former_content),
            )
            plan = entry.details.plan if isinstance(entry.details, PlanDetails) else None
            with nullcontext(_nothing) if plan is None else plan_ready(plan, self.file) as put_plan:
                self._commit(entry)
                put_plan()
        except (KeyboardInterrupt, SystemExit):
            if self._content() != content:
                cut = phrase("nothing was written, since the command was cut short")
                tell(Sentence.in_file(self.file, cut))
            raise
        self.last_change = entry.number
        for remark in self._replacement.remarks:
            tell(Sentence.in_file(self.file, remark))

    def _commit(self, entry: Entry) -> None:
        length = self.history.append(entry)
        try:
            self._replacement.commit()
        except BaseException:
            # An interrupt may come when the file is replaced already.
            if digest_of(self._content()) != entry.after:
                self.history.cut(length)
            raise

    def _content(self) -> bytes:
        """What the file holds now, read again."""
        return self.file.read_bytes() if self.file.exists() else b""


def _nothing() -> None:
    """Leave the plan of prizes as it is."""
