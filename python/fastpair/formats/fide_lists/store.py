"""FIDE's lists of a month in a SQLite file: written once, and searched while a name is typed."""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import date
from heapq import nlargest
from itertools import islice
from os import fspath
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from ...errors import FormatError, RuleError
from ...files import OPEN_FILES_STAY, claim, reason
from ...sentences import marked, phrase
from ..document import whole_in
from ..rating_lists import (
    RatingEntry,
    find_like,
    likeness,
    one_letter_off,
    plain_words,
)
from .source import RATES, FideSource

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from ...go.tournament import RateOfPlay

__all__ = ["SUFFIX", "FideList", "is_stored_list", "lists_in", "load", "open_list"]

_MAGIC, _VERSION = b"SQLite format 3\0", "fastpair 1"
_TABLES = f"""
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE players (
    number INTEGER PRIMARY KEY,
    name TEXT, first_name TEXT, federation TEXT, sex TEXT, title TEXT, birth TEXT, words TEXT,
    {", ".join(f"{rate} INTEGER, {rate}_k INTEGER" for rate in RATES)}
);
"""
# The words of all names, of family names (part 0) before first names, those of the strongest players first: what is
# typed is a range of them.
_WORDS = """
DROP TABLE IF EXISTS words;
CREATE TABLE words (
    part INTEGER, word TEXT, strength INTEGER, number INTEGER,
    PRIMARY KEY (part, word, strength, number)
) WITHOUT ROWID;
"""
_STRENGTH = "-max(" + ", ".join(f"coalesce({rate}, 0)" for rate in RATES) + ")"
_BATCH = 20_000


# ---- Writing: a list into the file of its month ----


SUFFIX = ".ratings"
"""How the files of lists end that lie beside tournaments."""


def load(
    source: FideSource,
    folder: Path,
    count: Callable[[int, int], None] = lambda done, total: None,
) -> FideList:
    """Write a list into the file of its month, beside the ratings of other rates of play.

    The file is replaced when everything is in it; until then, and after any error, it is what it was. Two lists
    of one month are not loaded at the same time, as the second one would miss the ratings of the first.

    Parameters
    ----------
    source
        The list.
    folder
        Where the files are.
    count
        Hears how many of a hundred parts are done.

    Returns
    -------
    FideList
        The list, with a remark on each of the first lines that are no players.

    Raises
    ------
    FormatError
        If the list cannot be read or holds no players, or the file cannot be written, or another list of the month is
        being loaded.
    """
    target = folder / f"fide-{source.month:%Y-%m}{SUFFIX}"
    try:
        with _replacing(target) as fresh, closing(_connect(fresh, "nolock=1")) as file:
            file.executescript(
                "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-65536"
            )
            _begin(target, file, source)
            remarks = _write(file, source, count)
    except (OSError, sqlite3.Error) as error:
        message = phrase("cannot be written: {reason}; nothing was changed", reason=reason(error))
        raise FormatError(target, None, message) from error
    return replace(open_list(target), remarks=remarks)


@contextmanager
def _replacing(target: Path) -> Iterator[Path]:
    """A file to write into, which replaces the target if nothing fails; nobody else has one until then."""
    fresh = target.with_name(f".{target.name}.fastpair")
    descriptor = claim(fresh, 0o666)
    try:
        try:
            yield fresh
        finally:
            if OPEN_FILES_STAY:
                os.close(descriptor)
        fresh.replace(target)
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise
    finally:
        if not OPEN_FILES_STAY:
            os.close(descriptor)


def _begin(target: Path, file: sqlite3.Connection, source: FideSource) -> None:
    """Copy the file that is there, if it has ratings that the source has not; else only its tables."""
    if target.exists() and {*_rates(target)} - {*source.rates}:
        with closing(_connect(target)) as before:
            before.backup(file)
    else:
        file.executescript(_TABLES)


def _rates(path: Path) -> tuple[RateOfPlay, ...]:
    """The ratings in a file of before; none if it is damaged."""
    try:
        return open_list(path).rates
    except FormatError:
        return ()


def _write(
    file: sqlite3.Connection, source: FideSource, count: Callable[[int, int], None]
) -> tuple[str, ...]:
    """Write players and words, and say which lines are no players."""
    remarks: list[str] = []
    columns = ["number", "name", "first_name", "federation", "sex", "title", "birth", "words"]
    own = [name for rate in source.rates for name in (rate, f"{rate}_k")]
    changed = [f"{name} = excluded.{name}" for name in (*columns[1:], *own)]
    statement = (
        f"INSERT INTO players ({', '.join((*columns, *own))}) "
        f"VALUES ({', '.join('?' * (len(columns) + len(own)))}) "
        f"ON CONFLICT (number) DO UPDATE SET {', '.join(changed)}"
    )

    def read(done: int) -> None:
        count(min(_READING * done // max(source.size, 1), _READING), 100)

    # Where a list is loaded again, nobody keeps a rating of before.
    file.execute(f"UPDATE players SET {', '.join(f'{name} = NULL' for name in own)}")
    rows = (
        (
            *each[:7],
            f" {' '.join(plain_words(each[1]))} | {' '.join(plain_words(each[2]))} ",
            *each[7],
        )
        for each in source.players(read, remarks.append)
    )
    number = 0
    while batch := [*islice(rows, _BATCH)]:
        file.executemany(statement, batch)
        number += len(batch)
    _write_words(file, number, count)
    facts = {"version": _VERSION, "month": source.month.isoformat()}
    facts |= dict.fromkeys(source.rates, "yes")
    total = file.execute("SELECT count(*) FROM players").fetchone()[0]
    facts["players"] = str(total)
    file.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?)", facts.items())
    file.commit()
    count(100, 100)
    return tuple(remarks)


_READING = 60
"""Parts of a hundred that reading takes."""


def _write_words(file: sqlite3.Connection, number: int, count: Callable[[int, int], None]) -> None:
    """Write the words of all names, in the order in which they are searched."""
    file.executescript(_WORDS)
    file.execute(
        "CREATE TEMP TABLE unsorted (part INTEGER, word TEXT, strength INTEGER, number INTEGER)"
    )
    with closing(file.cursor()) as cursor:
        cursor.execute(f"SELECT number, words, {_STRENGTH} FROM players")
        done = 0
        while batch := cursor.fetchmany(_BATCH):
            file.executemany(
                "INSERT INTO unsorted VALUES (?, ?, ?, ?)",
                (
                    (part, word, strength, who)
                    for who, words, strength in batch
                    for part, name in enumerate(words.split("|"))
                    for word in {*name.split()}
                ),
            )
            done += len(batch)
            count(_READING + min(25 * done // max(number, 1), 25), 100)
    file.execute("INSERT INTO words SELECT * FROM unsorted ORDER BY part, word, strength, number")
    file.execute("DROP TABLE unsorted")


# ---- Searching ----


def lists_in(folder: Path) -> Iterator[FideList]:
    """The readable lists that are loaded in a folder, by their months."""
    for path in sorted(folder.glob(f"fide-*{SUFFIX}")):
        with suppress(OSError, FormatError):
            if is_stored_list(path):
                yield open_list(path)


def is_stored_list(path: Path) -> bool:
    """Whether a file is one that `load` has written."""
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except (OSError, ValueError):
        return False


def open_list(path: Path) -> FideList:
    """The lists of a month that were loaded.

    Raises
    ------
    FormatError
        If the file is none, or damaged.
    """
    try:
        with closing(_connect(path)) as file:
            _refuse_others(file)
            facts = dict(file.execute("SELECT name, value FROM facts LIMIT 20"))
        if facts["version"] != _VERSION:
            raise KeyError(facts["version"])
        return FideList(
            path=fspath(path),
            published=date.fromisoformat(facts["month"]),
            rates=tuple(rate for rate in RATES if rate in facts),
            size=int(facts["players"]),
        )
    except (sqlite3.Error, KeyError, TypeError, ValueError) as error:
        message = f"is no loaded list of FIDE's: {error}; load the list again"
        raise FormatError(path, None, message) from error


def _connect(path: Path, how: str = "mode=ro") -> sqlite3.Connection:
    """A connection that only reads; with ``nolock=1`` one to a file that nobody else has.

    A file may be anybody's: nothing in it is run, and reading ends after some seconds.
    """
    file = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)
    file.execute("PRAGMA trusted_schema=OFF")
    file.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
    if how == "mode=ro":
        end = monotonic() + _MOST_SECONDS
        file.set_progress_handler(lambda: monotonic() > end, _STEPS)
    return file


_LONGEST = 1 << 20
"""Bytes of a cell."""

_MOST_SECONDS, _STEPS = 10, 100_000
"""How long a search may take, and after how many steps of SQLite it is asked."""


def _refuse_others(file: sqlite3.Connection) -> None:
    """Refuse a file with other tables than those that `load` writes, and with a view or a trigger.

    Raises
    ------
    ValueError
        If there are any.
    """
    statements = (" ".join(each.split()) for each in f"{_TABLES}{_WORDS}".split(";"))
    rows = file.execute("SELECT sql FROM sqlite_master LIMIT 20")
    found = {" ".join(str(sql).split()) for (sql,) in rows}
    if found != {each for each in statements if each.startswith("CREATE")}:
        raise ValueError("its tables are others")


_MISSING: Mapping[RateOfPlay, str] = {
    "standard": marked(
        "the list of {month} has no standard ratings; load that list of FIDE's, too"
    ),
    "rapid": marked("the list of {month} has no rapid ratings; load that list of FIDE's, too"),
    "blitz": marked("the list of {month} has no blitz ratings; load that list of FIDE's, too"),
}
"""By rate of play, as other languages inflect the word."""


@dataclass(frozen=True, kw_only=True)
class FideList:
    """The lists of FIDE's of a month, with the ratings of one rate of play."""

    path: str
    published: date
    """First day of the month."""

    rates: tuple[RateOfPlay, ...]
    """Which lists are loaded."""

    size: int
    """Number of players."""

    rate: RateOfPlay = "standard"
    """Whose ratings players have."""

    remarks: tuple[str, ...] = ()
    """What was passed over when it was loaded."""

    title = "FIDE"

    def rated_by(self, rate: RateOfPlay) -> FideList:
        """The same list with the ratings of a rate of play.

        Raises
        ------
        RuleError
            If the list of these ratings is not loaded.
        """
        if rate not in self.rates:
            raise RuleError(phrase(_MISSING[rate], month=f"{self.published:%Y-%m}"))
        return replace(self, rate=rate)

    def find(self, text: str) -> tuple[RatingEntry, ...]:
        """The players of a number, or of a name in any order of its words; see `RatingList.find`."""
        number = text.strip()
        with self._reading() as file:
            if (whole := whole_in(number)) is not None:
                return self._entries(file, "number = ?", [whole])
            words = plain_words(text)
            if not words:
                return ()
            found = tuple(self._of_words(file, words, len(words)))
            return found or self._of_letters(file, words)

    def _of_letters(
        self, file: sqlite3.Connection, words: Sequence[str]
    ) -> tuple[RatingEntry, ...]:
        """The players of a name with its words apart or together."""
        parts = {word[start:end] for word in words for start, end in _cuts(len(word))}
        joined = {"".join(words[start:end]) for start, end in _cuts(len(words))}
        known = _known_words(file, parts | joined)
        spellings = _spellings("".join(words), frozenset(known))
        found = (self._of_words(file, each, len(each)) for each in islice(spellings, _MOST_LIKE))
        return tuple(dict.fromkeys(entry for entries in found for entry in entries))

    def similar(self, text: str) -> tuple[RatingEntry, ...]:
        """The players whose names differ by one letter or by one word, see `RatingList.similar`."""
        words, found = plain_words(text), dict[RatingEntry, None]()
        with self._reading() as file:
            for place, word in enumerate(words):
                others = words[:place] + words[place + 1 :]
                for near in _known_words(file, {*one_letter_off(word)}):
                    name = [near, *others]
                    found |= dict.fromkeys(self._of_words(file, name, len(words)))
                if len(others) > 1:
                    found |= dict.fromkeys(self._of_words(file, others, len(others)))
            if len(words) > 1:
                found |= dict.fromkeys(self._of_words(file, words, len(words) + 1))
        return tuple(found)

    def _of_words(
        self, file: sqlite3.Connection, words: Sequence[str], number: int
    ) -> Iterator[RatingEntry]:
        """Players whose names have these words, and so many in all."""
        own = (
            (entry, plain_words(entry.full_name)) for entry in self._named(file, words, exact=True)
        )
        found = (
            entry
            for entry, names in own
            if len(names) == number and not Counter(words) - Counter(names)
        )
        return islice(found, _MOST_OF_A_NAME)

    def nearest(self, text: str, most: int = 5) -> tuple[RatingEntry, ...]:
        """The players whose names are most like a text, see `RatingList.nearest`."""
        words = plain_words(text)
        with self._reading() as file:
            like = [near for word in words for near in self._like(file, word)]
            found = {
                entry: None
                for word in dict.fromkeys(like)
                for entry in islice(self._named(file, [word], exact=True), _MOST_OF_A_WORD)
            }

        def value(entry: RatingEntry) -> float:
            return likeness(words, plain_words(entry.full_name))

        return tuple(nlargest(most, found, value))

    def beginning(self, text: str, most: int) -> tuple[RatingEntry, ...]:
        """The players in whose names each word begins a word, or whose number begins so.

        Family names come before first names, whole words before what goes on, stronger players before others.
        """
        number = text.strip()
        with self._reading() as file:
            if whole_in(number) is not None and len(number) <= _DIGITS:
                return tuple(islice(self._numbered(file, number), most))
            words = plain_words(text)
            return tuple(islice(self._named(file, words), most)) if words else ()

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(_connect(Path(self.path))) as file:
                yield file
        except sqlite3.Error as error:
            message = f"cannot be read: {error}; load the list again"
            raise FormatError(self.path, None, message) from error

    def _named(
        self, file: sqlite3.Connection, words: Sequence[str], *, exact: bool = False
    ) -> Iterator[RatingEntry]:
        """Players by the words of their names, or what these begin with: by the rarest first."""
        rarest = (
            min(words, key=lambda word: _count(file, word, exact=exact)) if words[1:] else words[0]
        )
        others = [word for place, word in enumerate(words) if place != words.index(rarest)]
        ending = " " if exact else ""
        range_, values = _range(rarest, exact=exact)
        where = "".join(" AND instr(players.words, ?)" for _ in others)
        statement = (
            f"SELECT {self._columns} FROM words CROSS JOIN players USING (number) "
            f"WHERE part = ? AND {range_}{where} ORDER BY word, strength, number"
        )
        also = [f" {word}{ending}" for word in others]
        seen = set()
        for part in _PARTS:
            for row in file.execute(statement, [part, *values, *also]):
                if row[0] not in seen:
                    seen.add(row[0])
                    yield self._entry(row)

    def _numbered(self, file: sqlite3.Connection, number: str) -> Iterator[RatingEntry]:
        """Players whose numbers begin so, the shortest first."""
        for more in range(_DIGITS + 1 - len(number)):
            first = int(number) * 10**more
            if first or not more:
                yield from self._entries(
                    file, "number BETWEEN ? AND ? LIMIT 50", [first, first + 10**more - 1]
                )

    def _entries(
        self, file: sqlite3.Connection, where: str, values: Sequence[object]
    ) -> tuple[RatingEntry, ...]:
        rows = file.execute(f"SELECT {self._columns} FROM players WHERE {where}", values)
        return tuple(map(self._entry, rows))

    @property
    def _columns(self) -> str:
        """What is read of a player, who is rated by the standard rating without one of rapid or blitz [B.02 7.2.1]."""
        names = ["number", "name", "first_name", "federation", "sex", "title", "birth"]
        values = (self.rate, "standard"), (f"{self.rate}_k", "standard_k")
        rated = (f"coalesce(players.{own}, players.{other})" for own, other in values)
        return ", ".join((*(f"players.{name}" for name in names), *rated))

    def _entry(self, row: Any) -> RatingEntry:  # noqa: ANN401 - of SQLite
        number, name, first_name, federation, sex, title, birth, rating, k_factor = row
        texts, numbers = row[1:7], (rating or 0, k_factor or 0)
        if {*map(type, texts)} != {str} or {*map(type, numbers)} != {int}:
            raise sqlite3.DataError(f"player {number} is damaged")
        return RatingEntry(
            name,
            first_name,
            federation,
            "",
            None,
            rating,
            rated=rating is not None,
            fide_id=str(number),
            title=title,
            sex=sex,
            birth=birth,
            k_factor=k_factor,
        )

    def _like(self, file: sqlite3.Connection, word: str) -> Sequence[str]:
        """The word, if names have it; else those that are much like it."""
        if _count(file, word, exact=True):
            return [word]
        start = word[:_SAME_START]
        range_, values = _range(start)
        statement = (
            f"SELECT DISTINCT word FROM words WHERE part = ? AND {range_} LIMIT {_MOST_WORDS}"
        )
        rows = {word for part in _PARTS for (word,) in file.execute(statement, [part, *values])}
        return find_like(word, sorted(rows))[:_MOST_LIKE]


_DIGITS = 9
"""Of FIDE's numbers at most."""

_SAME_START, _MOST_LIKE, _MOST_OF_A_WORD = 2, 20, 500
_MOST_OF_A_NAME, _MOST_WORDS = 2_000, 100_000
_COUNTED = 20_000
_PARTS = (0, 1)
"""Family names and first names."""


def _cuts(length: int) -> Iterator[tuple[int, int]]:
    """Where each part of a text or a list begins and ends."""
    for start in range(length):
        yield from ((start, end) for end in range(start + 1, length + 1))


def _spellings(letters: str, words: Collection[str]) -> Iterator[list[str]]:
    """The ways to make the letters of a name of words."""
    size = len(letters)
    begun = {size}  # where words begin that lead to the end
    for start in reversed(range(size)):
        if any(letters[start:end] in words for end in begun):
            begun.add(start)

    def ways(start: int) -> Iterator[list[str]]:
        if start == size:
            yield []
        for end in range(start + 1, size + 1):
            if end in begun and letters[start:end] in words:
                yield from ([letters[start:end], *more] for more in ways(end))

    return ways(0)


def _known_words(file: sqlite3.Connection, words: Collection[str]) -> Sequence[str]:
    """Those of some words that names have."""
    statement = f"SELECT DISTINCT word FROM words WHERE part = ? AND word IN ({', '.join('?' * len(words))})"
    rows = (row for part in _PARTS for row in file.execute(statement, [part, *words]))
    return sorted({word for (word,) in rows})


def _range(word: str, *, exact: bool = False) -> tuple[str, list[str]]:
    """The condition that a word is this one, or begins so."""
    if exact:
        return "word = ?", [word]
    return "word >= ? AND word < ?", [word, f"{word}\U0010ffff"]


def _count(file: sqlite3.Connection, word: str, *, exact: bool = False) -> int:
    """How many words of names are this one, or begin so, as far as it matters."""
    range_, values = _range(word, exact=exact)
    counted = f"SELECT 1 FROM words WHERE part = ? AND {range_} LIMIT {_COUNTED}"
    statement = f"SELECT count(*) FROM ({counted})"
    return sum(file.execute(statement, [part, *values]).fetchone()[0] for part in _PARTS)
