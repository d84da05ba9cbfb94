"""How values of rules are texts, by whichever interface they are stated."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from ...errors import InputError
from ...parameters import Written, range_of
from ...sentences import marked, message_of, phrase
from .criteria import read_criteria
from .grade import Grade
from .ranges import HALVES, parse_halves

if TYPE_CHECKING:
    from .criteria import Criterion

NONE = "none"
"""Stands for no categories, groups or rules about attributes."""


# ---- Numbers as spreadsheets write them: with thousands apart, with decimals, or with an exponent ----

_DECIMAL = re.compile(r"[+-]?[0-9]{1,5}(?:[.,][0-9]*)?")
THOUSANDS = re.compile(r"[1-9](?:[.,'’ \u00a0\u202f][0-9]{3})")
_AMBIGUOUS = re.compile(r"[+-]?[0-9]{1,2}[.,][0-9]{3}")
EXPONENT = re.compile(r"[+-]?[0-9](?:[.,][0-9]{1,15})?E\+?0?[0-9]{1,2}", re.IGNORECASE)
BLANKS = re.compile(r"[\s'’]")


def rating_in(text: str) -> float | None:
    """The rating in a cell such as ``2100``, ``2100,5``, ``1.900`` or ``2.31E+03``; None if it is none.

    Raises
    ------
    ValueError
        If the cell may be two numbers, such as ``12.345``.

    Examples
    --------
    >>> rating_in("1.900"), rating_in("1 900"), rating_in("2104.25"), rating_in("2.31E+03")
    (1900.0, 1900.0, 2104.25, 2310.0)
    """
    if THOUSANDS.fullmatch(text):
        return float(text[0] + text[2:])
    if _AMBIGUOUS.fullmatch(text):
        raise ValueError(text)
    if EXPONENT.fullmatch(text):
        return float(text.replace(",", "."))
    text = BLANKS.sub("", text)
    return float(text.replace(",", ".")) if _DECIMAL.fullmatch(text) else None


def words_in(text: str) -> list[str]:
    """The words of a list with commas or spaces between them."""
    return [*filter(None, re.split(r"[,\s]+", text))]


def read_grade(text: str) -> Grade:
    """A grade, but for that of a professional, for which another one stands in a tournament."""
    try:
        grade = Grade.parse(text)
    except ValueError as error:
        raise InputError(message_of(error)) from error
    if message := Grade.replacement(text):
        raise InputError(phrase("grades go from 30k to 9d; {said}", said=message))
    return grade


def _falling(text: str) -> tuple[Grade, ...]:
    """The grades of a list with commas, the highest first; ``none`` for an empty list."""
    if text.lower() == NONE:
        return ()
    grades = tuple(map(read_grade, words_in(text)))
    if not grades or any(higher <= lower for higher, lower in pairwise(grades)):
        raise InputError(
            phrase(
                "must be grades from the highest down, such as 1d,5k, or none, not {got!r}",
                got=text,
            )
        )
    return grades


def _criteria(text: str) -> tuple[Criterion, ...]:
    return read_criteria(text, "")


def _halves(text: str) -> int:
    limits = range_of(HALVES)
    assert limits is not None
    return parse_halves("", text, limits)


_CRITERIA = marked("Enter criteria separated by commas, such as MMS,SOS,SOSOS.")

GRADE = Written(read_grade, str, marked("Enter a grade from 30k to 9d."))
GRADES = Written(
    _falling,
    lambda grades: ",".join(map(str, grades)) or NONE,
    marked("Enter the lowest grade of each category, such as 1d,5k, or none."),
)
POINTS = Written(
    _halves,
    lambda doubled: f"{doubled / 2:g}",
    marked("Enter points in halves, such as 3 or 0.5."),
)
CRITERIA = Written(_criteria, lambda criteria: ",".join(c.value for c in criteria), _CRITERIA)
CRITERIA_OR_SAME = CRITERIA._replace(
    read=lambda text: () if text.lower() == "same" else _criteria(text)
)
