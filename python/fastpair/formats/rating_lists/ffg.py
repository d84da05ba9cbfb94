"""The list of the French federation (``ech_ffg_V3.txt``) [FORMATS 7].

The columns are fixed; a hyphen for the licence status is a player without a licence this year::

    DUPONT Anne                             -1400 L 1234567 75Pa FR
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from . import scales
from .entries import Entry, day_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date


TITLE = "FFG"
ENCODING = "iso-8859-15"
EXPECTED = "name, rating, licence, club and country in fixed columns"

_HEAD = re.compile(r"#\s*[ÉE]chelle\b", re.IGNORECASE)
_DATE = re.compile(r"(\d{2})/(\d{2})/(\d{4})")
_NO_RATING = "-9999"
_NO_LICENCE = "-------"
_NO_CLUB = "xxxx"


def recognises(lines: Sequence[str]) -> bool:
    """Whether the first line is the title of this list."""
    return _HEAD.match(lines[0]) is not None


def first_line(lines: Sequence[str]) -> int:
    """The index of the first player."""
    return 1


def published(lines: Sequence[str]) -> date | None:
    """The date in the title, such as ``#Echelle au 23/02/2018 07:56:59``."""
    found = _DATE.search(lines[0])
    return day_of(*map(int, found.group(3, 2, 1))) if found else None


def entry(line: str) -> Entry:
    """The player of a line.

    Raises
    ------
    ValueError
        If it is none.
    """
    name, _, first_name = line[:38].strip().partition(" ")
    if not name or line[43:44] + line[45:46] + line[53:54] != "   ":
        raise ValueError(line)
    rating, licence, club = line[38:43].strip(), line[46:53].strip(), line[54:58].strip()
    known = None if rating == _NO_RATING else scales.ffg_rating(int(rating))
    return Entry(
        name.replace("_", " "),
        first_name.replace("_", " "),
        line[59:61].strip(),
        "" if club.lower() == _NO_CLUB else club,
        None if known is None else scales.grade_of(known),
        known,
        ffg_licence="" if licence == _NO_LICENCE else licence,
    )
