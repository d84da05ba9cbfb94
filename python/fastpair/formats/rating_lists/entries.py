"""A rating list in memory, and how somebody is found in it."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date
from difflib import SequenceMatcher
from functools import cached_property
from heapq import nlargest
from typing import TYPE_CHECKING, NamedTuple

from ..characters import without_accents, without_umlauts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ...go.tournament import Grade


_APART = str.maketrans(dict.fromkeys("_-,;\t\xa0", " ") | dict.fromkeys("'’`.", ""))
_LEAST_LIKENESS = 0.7
_LENGTHS_APART = 2


def day_of(year: int, month: int, day: int) -> date | None:
    """The day of a date in a list; None if the calendar has no such day."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


class Entry(NamedTuple):
    """A player as a rating list has him."""

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

    @property
    def full_name(self) -> str:
        """Family name and first name."""
        return f"{self.name} {self.first_name}".strip()

    @property
    def number(self) -> str:
        """The number by which the federation of the list knows the player."""
        return self.egf_pin or self.ffg_licence or self.aga_id


@dataclass(frozen=True, kw_only=True)
class RatingList:
    """A rating list, see `read_rating_list`."""

    path: str
    title: str
    """Whose list it is: ``EGF``, ``FFG`` or ``AGA``."""

    published: date | None
    """The date of the list, if it says so."""

    entries: tuple[Entry, ...] = field(repr=False)
    """The players in the order of the list."""

    remarks: tuple[str, ...] = ()
    """What was passed over, one line each, for the director to know."""

    def find(self, text: str) -> tuple[Entry, ...]:
        """The players of a number or of a name.

        A name is the same in any order of its words, with or without accents, capitals, hyphens
        and ``_``, and with umlauts as one letter or as two. Nothing is guessed beyond that: a
        spelling that nobody has finds nobody, see `nearest`.

        Parameters
        ----------
        text
            A PIN, a licence, a number of the AGA, or family name and first name.

        Returns
        -------
        tuple of Entry
            Nobody, one, or all who have this name.
        """
        numbered = self._by_number.get(text.strip().upper())
        if numbered:
            return numbered
        name = " ".join(sorted(_words_of(text)))
        found = self._by_name.get(name)
        return found or self._by_plainest_name.get(without_umlauts(name), ())

    def nearest(self, text: str, most: int = 5) -> tuple[Entry, ...]:
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
        name = " ".join(sorted(words))

        def likeness(place: int) -> float:
            other = self._words[place]
            alike = SequenceMatcher(None, name, " ".join(sorted(other)), autojunk=False).ratio()
            return alike + len({*words} & {*other})

        return tuple(self.entries[place] for place in nlargest(most, sorted(places), likeness))

    def beginning(self, text: str, most: int) -> tuple[Entry, ...]:
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
        matcher = SequenceMatcher(autojunk=False)
        matcher.set_seq2(word)
        found = []
        for other in self._by_letter.get(word[0], ()):
            if abs(len(other) - len(word)) <= _LENGTHS_APART:
                matcher.set_seq1(other)
                if matcher.quick_ratio() >= _LEAST_LIKENESS and matcher.ratio() >= _LEAST_LIKENESS:
                    found.append(other)
        return found

    @cached_property
    def _by_number(self) -> Mapping[str, tuple[Entry, ...]]:
        return _grouped((entry.number.upper() for entry in self.entries), self.entries)

    @cached_property
    def _words(self) -> list[list[str]]:
        """The words of each name, as `_words_of` finds them, but for all names at once."""
        names = (f"{entry[0]} {entry[1]}" for entry in self.entries)
        plain = (name if name.isascii() else without_accents(name) for name in names)
        text = "\n".join(plain).lower().translate(_APART)
        return [line.split() for line in text.split("\n")]

    @cached_property
    def _by_name(self) -> Mapping[str, tuple[Entry, ...]]:
        return _grouped((" ".join(sorted(words)) for words in self._words), self.entries)

    @cached_property
    def _by_plainest_name(self) -> Mapping[str, tuple[Entry, ...]]:
        found: defaultdict[str, tuple[Entry, ...]] = defaultdict(tuple)
        for name, entries in self._by_name.items():
            found[without_umlauts(name)] += entries
        return found

    @cached_property
    def _by_word(self) -> Mapping[str, list[int]]:
        found: defaultdict[str, list[int]] = defaultdict(list)
        for place, words in enumerate(self._words):
            for word in words:
                found[word].append(place)
        return found

    @cached_property
    def _by_letter(self) -> Mapping[str, list[str]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for word in self._by_word:
            found[word[0]].append(word)
        return found


def _grouped(texts: Iterable[str], entries: Iterable[Entry]) -> Mapping[str, tuple[Entry, ...]]:
    """The entries by a text each; those without one are left out."""
    found: dict[str, tuple[Entry, ...]] = {}
    for text, entry in zip(texts, entries, strict=True):
        if text:
            found[text] = (*found[text], entry) if text in found else (entry,)
    return found


def _words_of(text: str) -> list[str]:
    """The words of a name in lower case, without accents."""
    return without_accents(text).translate(_APART).split()
