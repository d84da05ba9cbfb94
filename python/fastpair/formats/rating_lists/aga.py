"""The list of the American Go Association (``tdlista.txt``) [FORMATS 6].

The columns are separated by tabs: name, number, membership, rating, its end, club, state, standard
deviation, date of the rating. Not every member has a rating::

    Roe, Ann	12345	Full	-13.66602	3/5/2026	SEAG	WA	0.90598	3/5/2025
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from . import scales
from .entries import Entry

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date


TITLE = "AGA"
ENCODING = "iso-8859-1"
EXPECTED = "name, number, membership, rating, date, club between tabs"

_FIRST = re.compile(r"[^\t]+\t\d+\t[^\t]*\t[^\t]*\t")
_HEAD = 20
_FEWEST_COLUMNS = 6


def recognises(lines: Sequence[str]) -> bool:
    """Whether one of the first lines is a player of this list."""
    return any(map(_FIRST.match, lines[:_HEAD]))


def first_line(lines: Sequence[str]) -> int:
    """The index of the first player."""
    return next(place for place, line in enumerate(lines) if _FIRST.match(line))


def published(lines: Sequence[str]) -> date | None:
    """The list has no date."""
    return None


def entry(line: str) -> Entry:
    """The player of a line.

    Raises
    ------
    ValueError
        If it is none.
    """
    columns = line.split("\t")
    if len(columns) < _FEWEST_COLUMNS or not columns[1].isdigit():
        raise ValueError(line)
    surname, _, first_name = map(str.strip, columns[0].partition(","))
    if not (surname or first_name):
        raise ValueError(line)
    rating = float(columns[3]) if columns[3].strip() else None
    if rating is not None and not 1 <= abs(rating) < 100:
        raise ValueError(line)
    return Entry(
        surname or first_name,
        first_name if surname else "",
        "",
        columns[5].strip(),
        None if rating is None else scales.aga_grade(rating),
        None if rating is None else scales.aga_rating(rating),
        aga_id=columns[1],
    )
