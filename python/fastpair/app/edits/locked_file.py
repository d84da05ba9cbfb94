"""A tournament file in the hands of one command: locked, changed, and the change in its history."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from ...errors import FormatError, RuleError
from ...formats import read
from ...formats.files import Replacement, read_file
from ...sentences import Sentence, message_parts, phrase
from ..history.facts import differences
from ..history.history import History
from ..history.history_line import Delta, Entry, digest_of
from ..history.model import content_beside_history, is_model_alone, with_model_of
from ..history.prizes import PlanChange
from ..history.publication import refuse_frozen
from ..history.timeline import Timeline
from .confirmation import LikelyMistakeError, raise_unconfirmed
from .later_rounds import changed_below, later_round_errors
from .played_scores import moved_score_errors, moved_scores, taken_back
from .players_know import players_know_errors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from ...formats import Document
    from ...go.tournament import Tournament
    from ..history.facts import Change
    from .confirmation import UnconfirmedError


PATIENCE = 5.0
"""Seconds that a command waits for others that change the same file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What the director does, for the history."""

    name: str
    """The command."""

    door: str
    """By which door it came, such as ``command``."""

    typed: tuple[str, ...] = ()
    """Its arguments."""

    even_so: bool = False
    """Whether scores of rounds that are played may become others, and rounds that later ones rest on."""

    players_know: bool = True
    """Whether what the players know may become something else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """What a command makes of a tournament, before it is written."""

    tournament: Tournament

    said: str
    """What was done, in a sentence for the history."""

    told: tuple[str, ...] = ()
    """What the director is told, one line each."""

    warned: tuple[str, ...] = ()
    """What makes it doubtful, one line each."""

    values: Mapping[str, Any] = field(default_factory=dict)
    """The values of its action, see `Entry.values`."""

    draw: Mapping[str, Any] = field(default_factory=dict)
    """How a draw was made, see `Entry.draw`."""

    reverts: int | None = None
    """Number of the change that is taken back, see `Entry.reverts`."""

    unconfirmed: tuple[UnconfirmedError, ...] = ()
    """What is to be confirmed of it, beside what follows from the tournament."""

    def then(self, step: Callable[[Tournament], Edit]) -> Edit:
        """One change of this one and of what is made of the tournament after it."""
        later = step(self.tournament)
        said = "; ".join(filter(None, (self.said, later.said)))
        told, warned = (*self.told, *later.told), (*self.warned, *later.warned)
        asked = (*self.unconfirmed, *later.unconfirmed)
        return replace(later, said=said, told=told, warned=warned, unconfirmed=asked)


class LockedFile:
    """A tournament file that one command has for itself, see `opened`."""

    def __init__(self, file: Path, replacement: Replacement, known: Document | None = None) -> None:
        self.file = file
        self.history = History(file)
        self._replacement = replacement
        self._known = known
        self.made: int | None = None
        """Number of the change that was made last."""

    @classmethod
    @contextmanager
    def opened(
        cls,
        file: Path,
        *,
        new: bool = False,
        known: Document | None = None,
        patience: float | None = None,
    ) -> Iterator[Self]:
        """Have a file for oneself.

        Another command that wants to change it waits for the end of this one, some seconds long. So nothing
        is shown in the meantime, which may take any time; see `change`.

        Parameters
        ----------
        new
            Whether the file is yet to be made.
        known
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
            yield cls(file, replacement, known)

    @cached_property
    def document(self) -> Document:
        """The file as it is.

        Raises
        ------
        FormatError
            If it cannot be read.
        """
        return with_model_of(self._read, lambda: self.timeline)

    @cached_property
    def _read(self) -> Document:
        """The file by itself."""
        known = self._known
        if known is not None and known.content == read_file(self.file):
            return known
        return read(self.file)

    @property
    def tournament(self) -> Tournament:
        """The tournament that the file holds."""
        return self.document.tournament

    @cached_property
    def _digest(self) -> str:
        return digest_of(self._held) if self._held else ""

    @cached_property
    def _held(self) -> bytes:
        """What the file holds; nothing if it is new."""
        return self._read.content if self.file.exists() else b""

    @cached_property
    def timeline(self) -> Timeline:
        """What has become of all changes."""
        return Timeline.of(self.history.entries(), self._digest)

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
        done = replace(done, tournament=self.document.settled(done.tournament))
        before, after = self.tournament, done.tournament
        likely = [each for each in done.unconfirmed if isinstance(each, LikelyMistakeError)]
        asked = [each for each in done.unconfirmed if not (act.even_so and each in likely)]
        if not act.players_know:
            asked += players_know_errors(lambda: self.timeline, before, after)
        if act.even_so:
            known = (
                *map(str, likely),
                *changed_below(before, after),
                *taken_back(before, after),
                *moved_scores(before, after),
            )
            done = replace(done, warned=(*done.warned, *known))
        else:
            asked += [*later_round_errors(before, after), *moved_score_errors(before, after)]
        if likely and not act.even_so:
            raise_unconfirmed(asked)  # also where the file could not hold what is hardly meant
        content = content_beside_history(self.document, after)
        changes = differences(before, after)
        refuse_frozen(lambda: self.timeline, before, after, changes)
        raise_unconfirmed(asked)
        noted = content == self._held and is_model_alone(changes) and bool(changes)
        if changes and content == self._held and not noted:
            raise RuleError(phrase("its format cannot hold the change; nothing was written"))
        self.write(
            content,
            tell,
            act,
            done.said,
            changes,
            even_if_equal=noted or PlanChange.of(done.draw) is not None,
            values=done.values,
            draw=done.draw,
            reverts=done.reverts,
        )
        return done

    def note(self, act: Act, done: Edit, tell: Callable[[str], None]) -> Edit:
        """Keep in the history what a draw has become, see `change`.

        The tournament stays. If nothing has become of the draw, the history does too.
        """
        if done.draw:
            self.write(
                self._held,
                tell,
                act,
                done.said,
                (),
                even_if_equal=True,
                values=done.values,
                draw=done.draw,
            )
        return done

    def write(
        self,
        content: bytes,
        tell: Callable[[str], None],
        act: Act,
        said: str,
        changes: tuple[Change, ...],
        *,
        even_if_equal: bool = False,
        values: Mapping[str, Any] | None = None,
        **details: Any,  # noqa: ANN401 - other fields of the entry
    ) -> None:
        """Write new content, see `change`.

        The content is written beside the file, then the history gets its line, then the content takes the
        file's place: a command that is killed leaves a history that is too long by a change, and never one
        that is too short. Content that the file holds already makes no line, unless ``even_if_equal`` says so.
        """
        held = self._held
        if content == held and not even_if_equal:
            return
        last = self.history.last()
        ours = last is not None and self._digest in (last.before, last.after)
        try:
            self._replacement.fill(content, expected=held, backup=not ours)
            entry = Entry.now(
                number=self.history.next_number(),
                act=act.name,
                door=act.door,
                typed=() if values else act.typed,
                values={**values, **({"even_so": True} if act.even_so else {})} if values else {},
                said=said,
                message=message_parts(said),
                changes=changes,
                before=self._digest,
                after=digest_of(content),
                back=Delta.between(content, held),
                **details,
            )
            plan = PlanChange.of(entry.draw)
            with nullcontext(_nothing) if plan is None else plan.ready(self.file) as put_plan:
                self._commit(entry)
                put_plan()
        except (KeyboardInterrupt, SystemExit):
            if self._content() != content:
                cut = phrase("nothing was written, since the command was cut short")
                tell(Sentence.in_file(self.file, cut))
            raise
        self.made = entry.number
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
