"""The text list of the European Go Federation (``allworld_lp.html``, ``egf_db.txt``) [FORMATS 7].

The columns are fixed::

     12345678  Surname First_name                    FR  Pari    3d   --   2305    12  T250719A
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from ...go.tournament import Grade
from . import scales
from .entries import Entry, day_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date


TITLE = "EGF"
ENCODING = "iso-8859-1"
EXPECTED = "PIN, name, country, club, grade and rating in fixed columns"

_FIRST = re.compile(r" \d{8}  \S")
_DATE = re.compile(r"\((\d{1,2}) ([A-Z][a-z]{2})[a-z]* (\d{4})\)")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_HEAD = 200
_GAPS = 5 * " "  # what stands between the columns up to the club

_grade = lru_cache(maxsize=1 << 8)(Grade.parse)

_NO_COUNTRY = "XX"
_NO_RATINGS = frozenset({"", "--", "0"})
_NO_CLUBS = frozenset({"xxx", "xxxx"})


def recognises(lines: Sequence[str]) -> bool:
    """Whether one of the first lines is a player of this list."""
    return any(map(_FIRST.match, lines[:_HEAD]))


def first_line(lines: Sequence[str]) -> int:
    """The index of the first player."""
    return next(place for place, line in enumerate(lines) if _FIRST.match(line))


def published(lines: Sequence[str]) -> date | None:
    """The date in brackets, such as ``(28 Oct 2016)``."""
    for line in lines[:_HEAD]:
        found = _DATE.search(line)
        if found and found[2] in _MONTHS:
            return day_of(int(found[3]), _MONTHS.index(found[2]) + 1, int(found[1]))
    return None


def entry(line: str) -> Entry:
    """The player of a line.

    Raises
    ------
    ValueError
        If it is none.
    """
    pin, gaps = line[1:9], line[9:11] + line[48:49] + line[51:53]
    name, _, first_name = line[11:48].strip().partition(" ")
    if not (pin.isdigit() and name) or gaps != _GAPS:
        raise ValueError(line)
    grade, rating = _grade(line[60:63]), _rating(line[71:75])
    fields = (
        name.replace("_", " "),
        first_name.replace("_", " "),
        _country(line[49:51]),
        _club(line[53:57]),
        grade,
        scales.rating_of(grade) if rating is None else rating,
        pin,
        "",
        "",
        rating is not None,
    )
    return Entry._make(fields)


@lru_cache(maxsize=1 << 12)
def _rating(text: str) -> int | None:
    rating = text.strip()
    return None if rating in _NO_RATINGS else scales.limited(int(rating))


@lru_cache(maxsize=1 << 10)
def _country(text: str) -> str:
    return "" if text == _NO_COUNTRY else text.strip()


@lru_cache(maxsize=1 << 12)
def _club(text: str) -> str:
    club = text.strip()
    return "" if club.lower() in _NO_CLUBS else club
