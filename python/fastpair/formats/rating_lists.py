"""Rating lists of three federations of Go: a row each in ``_LISTS``, and how somebody is found in one.

Those of FIDE are in the package `fide_lists`.

EGF (``allworld_lp.html``, ``egf_db.txt``) [FORMATS 7], fixed columns::

     12345678  Surname First_name                    FR  Pari    3d   --   2305    12  T250719A

FFG (``ech_ffg_V3.txt``) [FORMATS 7], fixed columns; a hyphen for the licence status is a player
without a licence this year::

    DUPONT Anne                             -1400 L 1234567 75Pa FR

AGA (``tdlista.txt``) [FORMATS 6], tabs: name, number, membership, rating, its end, club, state,
standard deviation, date of the rating. Not every member has a rating::

    Roe, Ann	12345	Full	-13.66602	3/5/2026	SEAG	WA	0.90598	3/5/2025
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from heapq import nlargest
from os import fspath
from string import ascii_lowercase
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from ..errors import FormatError
from ..files import read_file
from ..go.tournament import NO_RATING, Grade
from ..letters import without_accents
from ..sentences import marked, phrase, phrase_many
from .characters import split_lines, without_umlauts
from .document import day_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from datetime import date
    from os import PathLike

__all__ = [
    "MOST_REMARKS",
    "RatingEntry",
    "RatingList",
    "RatingSource",
    "find_like",
    "likeness",
    "more_passed_over",
    "one_letter_off",
    "plain_words",
    "rating_list_of",
    "read_rating_list",
]

T = TypeVar("T")

_APART = str.maketrans(dict.fromkeys("_-,;\t\xa0", " ") | dict.fromkeys("'’`.", ""))
_LEAST_LIKENESS = 0.7
_LENGTHS_APART = 2
_SHORTEST = 4
"""Letters of a word in which one may be wrong: shorter names that differ by one are names of others."""


# ---- A rating list in memory, and how somebody is found in it ----


class RatingEntry(NamedTuple):
    """A player of a rating list."""

    name: str
    """Family name."""

    first_name: str
    country: str
    """Two letters, or empty if unknown."""

    club: str
    grade: Grade | None
    """The grade in the list, or that of the rating; None if there is neither."""

    rating: int | None
    """On the European scale; for an unrated player that of the grade, None if there is neither."""

    egf_pin: str = ""
    ffg_licence: str = ""
    aga_id: str = ""
    rated: bool = True
    """Whether the list has a rating of the player."""

    fide_id: str = ""
    title: str = ""
    """Title in chess."""

    sex: str = ""
    birth: str = ""
    """The year."""

    k_factor: int | None = None
    """K of the ratings of chess."""

    @property
    def full_name(self) -> str:
        """Family name and first name."""
        return f"{self.name} {self.first_name}".strip()

    @property
    def grade_text(self) -> str:
        """The grade, or nothing if there is none."""
        return "" if self.grade is None else str(self.grade)

    @property
    def number(self) -> str:
        """The number by which the federation of the list knows the player."""
        return self.egf_pin or self.ffg_licence or self.aga_id or self.fide_id


class RatingSource(Protocol):
    """The rating list of a federation, in which players are found."""

    @property
    def path(self) -> str:
        """The file."""

    @property
    def title(self) -> str:
        """Whose list it is: ``EGF``, ``FFG``, ``AGA`` or ``FIDE``."""

    @property
    def published(self) -> date | None:
        """The date of the list, if it says so."""

    @property
    def size(self) -> int:
        """Number of players."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """What was passed over, one line each, for the director to know."""

    def find(self, text: str) -> tuple[RatingEntry, ...]:
        """The players of a number or of a name."""

    def similar(self, text: str) -> tuple[RatingEntry, ...]:
        """The players whose names differ from a text by one letter or by one word."""

    def nearest(self, text: str, most: int = 5) -> tuple[RatingEntry, ...]:
        """The players whose names are most like a text, the most similar first."""

    def beginning(self, text: str, most: int) -> tuple[RatingEntry, ...]:
        """The players in whose names each word of a text begins a word."""


@dataclass(frozen=True, kw_only=True)
class RatingList:
    """A rating list, see `read_rating_list`."""

    path: str
    title: str
    """Whose list it is: ``EGF``, ``FFG`` or ``AGA``."""

    published: date | None
    """The date of the list, if it says so."""

    entries: tuple[RatingEntry, ...] = field(repr=False)
    """The players in the order of the list."""

    remarks: tuple[str, ...] = ()
    """What was passed over, one line each, for the director to know."""

    @property
    def size(self) -> int:
        """Number of players."""
        return len(self.entries)

    def find(self, text: str) -> tuple[RatingEntry, ...]:
        """The players of a number or of a name.

        A name is the same in any order of its words, with or without accents, capitals, hyphens
        and ``_``, with umlauts as one letter or as two, and with its words apart or together
        (``van der Berg`` and ``Vanderberg``). Nothing is guessed beyond that: a spelling that
        nobody has finds nobody, see `similar` and `nearest`.

        Parameters
        ----------
        text
            A PIN, a licence, a number of the AGA, or family name and first name.

        Returns
        -------
        tuple of RatingEntry
            Nobody, one, or all who have this name.
        """
        name = " ".join(sorted(_words_of(text)))
        found = self._by_number.get(text.strip().upper()) or self._by_name.get(name, [])
        words = plain_words(text)
        found = found or self._by_plainest_name.get(_unordered(words), [])
        return tuple(found or self._of_letters(_words_of(text)))

    def _of_letters(self, words: Sequence[str]) -> Sequence[RatingEntry]:
        """The players of a name with its words apart or together, the family name first or last."""
        turned = ("".join((*words[cut:], *words[:cut])) for cut in range(len(words)))
        found = (self._by_letters.get(without_umlauts(each), ()) for each in turned)
        return next(filter(None, found), ())

    def similar(self, text: str) -> tuple[RatingEntry, ...]:
        """The players whose names differ from a text by one letter, or by one word of at least three.

        A letter that differs is wrong, missing, too many, or exchanged with the next one.

        Parameters
        ----------
        text
            Family name and first name, which `find` does not find.
        """
        words = plain_words(text)
        names = [
            _unordered([*words[:place], other, *words[place + 1 :]])
            for place, word in enumerate(words)
            for other in one_letter_off(word)
            if other in self._spellings
        ]
        if len(words) > 2:
            names += [_unordered(words[:place] + words[place + 1 :]) for place in range(len(words))]
        found = [entry for name in names for entry in self._by_plainest_name.get(name, ())]
        if len(words) > 1:
            found += self._with_one_more(words)
        return tuple(dict.fromkeys(found))

    def _with_one_more(self, words: Sequence[str]) -> Iterator[RatingEntry]:
        """The players whose names have all of these words, and one more."""
        places = [
            {place for spelled in self._spellings.get(word, ()) for place in self._by_word[spelled]}
            for word in words
        ]
        for place in sorted(set.intersection(*places)):
            more = Counter(map(without_umlauts, self._words[place])) - Counter(words)
            if more.total() == 1 and len(self._words[place]) == len(words) + 1:
                yield self.entries[place]

    def nearest(self, text: str, most: int = 5) -> tuple[RatingEntry, ...]:
        """The players whose names are most like a text, the most similar first.

        They have a word of the text in their names, or one that starts with the same letter and is
        much like it.

        Parameters
        ----------
        text
            A name that `find` does not find, or a part of one.
        most
            How many at most.
        """
        words = _words_of(text)
        places = {
            place for word in words for like in self._like(word) for place in self._by_word[like]
        }
        best = nlargest(most, sorted(places), lambda place: likeness(words, self._words[place]))
        return tuple(self.entries[place] for place in best)

    def beginning(self, text: str, most: int) -> tuple[RatingEntry, ...]:
        """The players in whose names each word of a text begins a word, in the order of the list.

        Parameters
        ----------
        text
            What is typed of a name so far, or a number.
        most
            How many at most.
        """
        places: set[int] | None = None
        for word in map(without_umlauts, _words_of(text)):
            start = bisect_left(self._plain_words, (word,))
            end = bisect_left(self._plain_words, (f"{word}\U0010ffff",))
            begun = (spelled for _, spelled in self._plain_words[start:end])
            found = {place for spelled in begun for place in self._by_word[spelled]}
            places = found if places is None else places & found
        numbered = self._by_number.get(text.strip().upper(), ())
        return (*numbered, *(self.entries[place] for place in sorted(places or ())))[:most]

    @cached_property
    def _plain_words(self) -> list[tuple[str, ...]]:
        """The words of the names in their order without umlauts, each with its spelling."""
        return sorted((without_umlauts(word), word) for word in self._by_word)

    def _like(self, word: str) -> list[str]:
        """The word, if names have it; else those that are much like it."""
        if word in self._by_word:
            return [word]
        return find_like(word, self._by_letter.get(word[0], ()))

    @cached_property
    def _by_number(self) -> Mapping[str, list[RatingEntry]]:
        return _grouped((entry.number.upper(), entry) for entry in self.entries)

    @cached_property
    def _words(self) -> list[list[str]]:
        """The words of each name, as `_words_of` finds them, but for all names at once."""
        names = (f"{entry[0]} {entry[1]}" for entry in self.entries)
        plain = (name if name.isascii() else without_accents(name) for name in names)
        text = "\n".join(plain).lower().translate(_APART)
        return [line.split() for line in text.split("\n")]

    @cached_property
    def _by_name(self) -> Mapping[str, list[RatingEntry]]:
        names = (" ".join(sorted(words)) for words in self._words)
        return _grouped(zip(names, self.entries, strict=True))

    @cached_property
    def _by_plainest_name(self) -> Mapping[str, list[RatingEntry]]:
        names = (_unordered(map(without_umlauts, words)) for words in self._words)
        return _grouped(zip(names, self.entries, strict=True))

    @cached_property
    def _by_letters(self) -> Mapping[str, list[RatingEntry]]:
        names = (without_umlauts("".join(words)) for words in self._words)
        return _grouped(zip(names, self.entries, strict=True))

    @cached_property
    def _spellings(self) -> Mapping[str, list[str]]:
        """The words of the names, by what they are without umlauts."""
        return _grouped((without_umlauts(word), word) for word in self._by_word)

    @cached_property
    def _by_word(self) -> Mapping[str, list[int]]:
        return _grouped((word, place) for place, words in enumerate(self._words) for word in words)

    @cached_property
    def _by_letter(self) -> Mapping[str, list[str]]:
        return _grouped((word[0], word) for word in self._by_word)


def _grouped(pairs: Iterable[tuple[str, T]]) -> Mapping[str, list[T]]:
    """What goes with a text, by the text; what goes with none is left out."""
    found: defaultdict[str, list[T]] = defaultdict(list)
    for text, item in pairs:
        if text:
            found[text].append(item)
    return dict(found)


def _words_of(text: str) -> list[str]:
    """The words of a name in lower case, without accents."""
    return without_accents(text).translate(_APART).split()


def plain_words(text: str) -> list[str]:
    """The words of a name in lower case, without accents, and with umlauts as one letter."""
    return [*map(without_umlauts, _words_of(text))]


def _unordered(words: Iterable[str]) -> str:
    """The words of a name in the order of the alphabet."""
    return " ".join(sorted(words))


def one_letter_off(word: str) -> Iterator[str]:
    """The texts that differ from a word of four letters or more by one letter, see `similar`."""
    if len(word) < _SHORTEST:
        return
    found = dict.fromkeys(
        changed
        for place in range(len(word) + 1)
        for start, rest in [(word[:place], word[place:])]
        for changed in (
            start + rest[1:],
            start + rest[1:2] + rest[:1] + rest[2:],
            *(start + letter + rest for letter in ascii_lowercase),
            *(start + letter + rest[1:] for letter in ascii_lowercase),
        )
    )
    yield from (each for each in found if each != word)


def find_like(word: str, words: Iterable[str]) -> list[str]:
    """The words that are much like one."""
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(word)
    found = []
    for other in words:
        if abs(len(other) - len(word)) <= _LENGTHS_APART:
            matcher.set_seq1(other)
            if matcher.quick_ratio() >= _LEAST_LIKENESS and matcher.ratio() >= _LEAST_LIKENESS:
                found.append(other)
    return found


def likeness(words: Sequence[str], others: Sequence[str]) -> float:
    """How like two names are, by their words: those that they share, and then how alike the letters are."""
    one, other = (" ".join(sorted(name)) for name in (words, others))
    alike = SequenceMatcher(None, one, other, autojunk=False).ratio()
    return alike + len({*words} & {*others})


# ---- Ratings of other federations on the European scale, and grades that go with them ----

_HIGHEST_RATING = 2949
_FRENCH_SHIFT = 2050
_AMERICAN_SHIFT_DAN, _AMERICAN_SHIFT_KYU = 1950, 2150


def _limited(rating: int) -> int:
    """A rating, held within those that tournament files have."""
    return min(max(rating, NO_RATING), _HIGHEST_RATING)


def _american(rating: float) -> tuple[Grade, int]:
    """Grade and European rating of an American rating."""
    if not 1 <= abs(rating) < 100:
        raise ValueError(rating)
    hundredths = round(100 * rating)
    shift = _AMERICAN_SHIFT_DAN if hundredths > 0 else _AMERICAN_SHIFT_KYU
    return Grade.of_american_rating(rating), _limited(hundredths + shift)


# ---- What each federation publishes ----

_parse_grade = lru_cache(maxsize=1 << 8)(Grade.parse)


@lru_cache(maxsize=1 << 14)
def _unless(text: str, *none: str) -> str:
    """A cell without the space around it; empty if it stands for nothing."""
    cell = text.strip()
    return "" if cell.lower() in none else cell


def _split_name(cell: str) -> tuple[str, str]:
    """Family name and first name of ``de_la_Cruz Jean-Luc``; without a family name it is no player."""
    family, _, first = cell.strip().partition(" ")
    if not family:
        raise ValueError(cell)
    return family.replace("_", " "), first.replace("_", " ")


def _egf(line: str) -> RatingEntry:
    pin, gaps = line[1:9], line[9:11] + line[48:49] + line[51:53]
    names = _split_name(line[11:48])
    if not pin.isdigit() or gaps != "     ":
        raise ValueError(line)
    grade, text = _parse_grade(line[60:63]), _unless(line[71:75], "--", "0")
    rating = _limited(int(text)) if text else grade.rating
    country, club = _unless(line[49:51], "xx"), _unless(line[53:57], "xxx", "xxxx")
    return RatingEntry(*names, country, club, grade, rating, pin, "", "", bool(text))


def _ffg(line: str) -> RatingEntry:
    names = _split_name(line[:38])
    if line[43:44] + line[45:46] + line[53:54] != "   ":
        raise ValueError(line)
    text, club = line[38:43].strip(), _unless(line[54:58], "xxxx")
    rating = None if text == "-9999" else _limited(int(text) + _FRENCH_SHIFT)
    grade = None if rating is None else Grade.of_rating(rating)
    licence = _unless(line[46:53], "-------")
    return RatingEntry(*names, line[59:61].strip(), club, grade, rating, ffg_licence=licence)


def _aga(line: str) -> RatingEntry:
    name, number, _, text, _, club, *_ = line.split("\t")
    family, _, first = map(str.strip, name.partition(","))
    if not (number.isdigit() and (family or first)):
        raise ValueError(line)
    grade, rating = _american(float(text)) if text.strip() else (None, None)
    names = (family, first) if family else (first, "")
    return RatingEntry(*names, "", club.strip(), grade, rating, aga_id=number)


@dataclass(frozen=True)
class _List:
    """What a federation publishes."""

    title: str
    entry: Callable[[str], RatingEntry]
    """The player of a line; raises ValueError if it is none."""

    columns: str
    """What its lines hold, for errors."""

    first: re.Pattern[str]
    """Its first player, or the title above the first player."""

    head: int
    """Lines within which these and the date must come."""

    date_orders: tuple[str, ...] = ()
    """How it states its date, see `days_in`."""

    encoding: str = "iso-8859-1"
    """Where it is not UTF-8."""

    skipped: int = 0
    """How many lines that match ``first`` are above the first player."""


_LISTS = (
    _List(
        "EGF",
        _egf,
        marked("PIN, name, country, club, grade and rating in fixed columns"),
        re.compile(r" \d{8}  \S"),
        head=200,
        date_orders=("(d m y)",),
    ),
    _List(
        "FFG",
        _ffg,
        marked("name, rating, licence, club and country in fixed columns"),
        re.compile(r"#\s*[ÉE]chelle\b", re.IGNORECASE),
        head=1,
        date_orders=("dmy",),
        encoding="iso-8859-15",
        skipped=1,
    ),
    _List(
        "AGA",
        _aga,
        marked("name, number, membership, rating, date, club between tabs"),
        re.compile(r"[^\t]+\t\d+\t[^\t]*\t[^\t]*\t"),
        head=20,
    ),
)


# ---- Which list a file is, and its lines ----

MOST_REMARKS = 5
"""Lines that are named of those that are passed over."""

_HEAD = 50_000  # bytes in which a list shows what it is


def read_rating_list(path: str | PathLike[str]) -> RatingList:
    """Read the rating list of the EGF, the FFG or the AGA; the content tells which.

    Those of FIDE are loaded by `fide_lists.load`.

    A line that is no player is passed over with a remark: whoever registers players cannot mend
    the list of a federation, and needs the 50,000 other lines now. A file of which no line is a
    player, or less than every second one, is refused, as it is no such list or damaged.

    Parameters
    ----------
    path
        The file; ``-`` is standard input.

    Raises
    ------
    FormatError
        If the file cannot be read, or is no rating list.
    """
    return rating_list_of(path, read_file(path, "a rating list"))


def rating_list_of(path: str | PathLike[str], content: bytes) -> RatingList:
    """The rating list that a content is, see `read_rating_list`.

    Parameters
    ----------
    path
        Where it is from, for the errors.

    Raises
    ------
    FormatError
        If it is no rating list.
    """
    content = content.removeprefix(codecs.BOM_UTF8)
    head = split_lines(content[:_HEAD].decode("latin-1"))
    kind = next((k for k in _LISTS if any(map(k.first.match, head[: k.head]))), None)
    if kind is None:
        titles = ", ".join(k.title for k in _LISTS)
        raise FormatError(path, 1, f"expected a rating list ({titles}), found {head[0][:60]!r}")
    lines = split_lines(_decode(content, kind.encoding))
    starts = (place for place, line in enumerate(lines) if kind.first.match(line))
    entries, wrong, read = [], [], kind.entry
    for place in range(next(starts, len(lines)) + kind.skipped, len(lines)):
        try:
            entries.append(read(lines[place]))
        except ValueError:
            if lines[place].strip() and not lines[place].startswith("<"):
                wrong.append(place)
    if wrong and len(entries) <= len(wrong):
        expected = f"expected a player of the {kind.title} list ({kind.columns})"
        found = f"found {lines[wrong[0]][:60]!r}; download the list again"
        raise FormatError(path, wrong[0] + 1, f"{expected}, {found}")
    if not entries:
        raise FormatError(path, 1, f"expected players of the {kind.title} list, found none")
    return RatingList(
        path=fspath(path),
        title=kind.title,
        published=day_in("\n".join(lines[: kind.head]), *kind.date_orders),
        entries=tuple(entries),
        remarks=tuple(_remarks(kind, lines, wrong)),
    )


def _remarks(kind: _List, lines: Sequence[str], wrong: Sequence[int]) -> Iterator[str]:
    for place in wrong[:MOST_REMARKS]:
        yield phrase(
            "line {line}: {text!r} is no player ({columns}); it is passed over",
            line=place + 1,
            text=lines[place][:60],
            columns=phrase(kind.columns),
        )
    if len(wrong) > MOST_REMARKS:
        yield more_passed_over(len(wrong) - MOST_REMARKS)


def more_passed_over(number: int) -> str:
    """Say how many lines are passed over beside those that are named."""
    return phrase_many(
        "{count} more line is no player, and is passed over",
        "{count} more lines are no players, and are passed over",
        number,
    )


def _decode(content: bytes, encoding: str) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode(encoding)
