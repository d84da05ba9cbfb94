"""The changes in a history: done, undone, cut short, or lost to another program."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Self

from ...report.sheet import counted
from ...sentences import Remedy, Sentence
from .facts import facts
from .history import History
from .history_line import Entry, Unread, digest_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...go.tournament import Tournament
    from .facts import Change, Subject, Value


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

    digest: str
    """Of the file."""

    cut_short: frozenset[int] = frozenset()
    """Numbers of the changes after which the file was again what it had been before them.

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
    def beside(cls, file: Path | str, content: bytes) -> Self:
        """The history beside a file that holds this content.

        Standard input, ``-``, has none, and neither has a document in memory, which a text names.

        Raises
        ------
        FormatError
            If the history cannot be read.
        """
        beside = isinstance(file, Path) and str(file) != "-"
        entries = History(file).entries() if beside else ()
        return cls.of(entries, digest_of(content))

    @classmethod
    def of(cls, lines: Iterable[Entry | Unread], digest: str) -> Self:
        """Follow a history up to the digest of the file."""
        lines = tuple(lines)
        entries = tuple(line for line in lines if isinstance(line, Entry))
        after_unread = {
            line.number
            for before, line in pairwise(lines)
            if isinstance(before, Unread) and isinstance(line, Entry)
        }
        ends_unread = bool(lines) and isinstance(lines[-1], Unread)
        cut_short, after_others = set(), set()
        done: list[Entry] = []
        undone: list[Entry] = []
        state: str | None = None
        followers: list[Entry | None] = [*entries[1:], None]
        for entry, follower in zip(entries, followers, strict=False):
            if state not in (None, entry.before):
                after_others.add(entry.number)
                done, undone = [], []
            following = digest if follower is None else follower.before
            known = not ends_unread if follower is None else follower.number not in after_unread
            if known and following == entry.before != entry.after:
                cut_short.add(entry.number)
                state = entry.before
                continue
            state = entry.after
            _follow(entry, done, undone)
        if state not in (None, digest):
            done, undone = [], []
        return cls(
            entries=entries,
            digest=digest,
            cut_short=frozenset(cut_short),
            after_others=frozenset(after_others),
            unread=tuple(line for line in lines if isinstance(line, Unread)),
            after_unread=frozenset(after_unread),
            ends_unread=ends_unread,
            done=tuple(done),
            undone=tuple(undone),
        )

    @property
    def last(self) -> Entry | None:
        """The last change that reached the file."""
        return next((e for e in reversed(self.entries) if e.number not in self.cut_short), None)

    @property
    def saved_by_another(self) -> bool:
        """Whether the file is not as the last change left it, since another program has saved it.

        Where the last line cannot be read, it may be that change which made the file what it is.
        """
        return self.last is not None and self.last.after != self.digest

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
        typed = _Typed(self.entries)
        found = typed.missing_in(facts(tournament))
        return tuple(
            Lost(entry=entry, changes=tuple(found[entry.number].items()))
            for entry in self.entries
            if entry.number in found
        )

    def remarks(self, tournament: Tournament) -> Iterator[str]:
        """Say, one line each, what another program has done to the file, or a killed command."""
        if self.ends_unread:
            yield f"{self.unread[-1]}; what it did cannot be undone"
            return
        lost = self.lost(tournament)
        for entry in self.entries[-1:]:
            if entry.number in self.cut_short:
                yield Sentence(
                    f"change {entry.number} is not in the file: another program has put back what it held "
                    f"before, or the command was cut short: {entry.said}",
                    Remedy("redo"),
                )
                return
        if self.saved_by_another and self.last is not None:
            saved = f"another program has saved the file since change {self.last.number}"
            of = f"; of {counted(len(lost), 'change')} something is no longer in it"
            rest, remedies = (
                (of, [Remedy("see what is lost")]) if lost else (", and kept all changes", [])
            )
            yield Sentence(f"{saved} ({self.last.time}){rest}", *remedies)


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


class _Typed:
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

    def missing_in(self, held: dict[Subject, Value]) -> dict[int, dict[Subject, Value | None]]:
        """What is not held as it was typed but as it was before; by number of the change."""
        found: dict[int, dict[Subject, Value | None]] = {}
        for subject, last in self._last.items():
            now = _with_presence(held.get(subject))
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
