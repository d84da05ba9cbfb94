"""Ratings of other federations on the European scale, and grades that go with them.

Plain numbers, one at a time: `fastpair.go.ratings` has the formulas of ratings on arrays.
"""

from __future__ import annotations

from ...go.tournament import NO_RATING, Grade

_HIGHEST_RATING = 2949
_FIRST_DAN = 2100
_FRENCH_SHIFT = 2050
_AMERICAN_SHIFT_DAN, _AMERICAN_SHIFT_KYU = 1950, 2150


def limited(rating: int) -> int:
    """A rating, held within those that tournament files have."""
    return min(max(rating, NO_RATING), _HIGHEST_RATING)


def rating_of(grade: Grade) -> int:
    """Rating of a player who has none."""
    return grade.rating


def grade_of(rating: int) -> Grade:
    """The grade whose rating is nearest."""
    return Grade.limited((rating - _FIRST_DAN + 50) // 100)


def ffg_rating(rating: int) -> int:
    """A French rating on the European scale, which is 2050 higher [FORMATS 7]."""
    return limited(rating + _FRENCH_SHIFT)


def aga_rating(rating: float) -> int:
    """An American rating on the European scale [FORMATS 6].

    American ratings leave out the numbers between -1 and 1: 1.00 is the weakest 1 dan and -1.00
    the strongest 1 kyu.
    """
    hundredths = round(100 * rating)
    shift = _AMERICAN_SHIFT_DAN if hundredths > 0 else _AMERICAN_SHIFT_KYU
    return limited(hundredths + shift)


def aga_grade(rating: float) -> Grade:
    """The grade of an American rating: 5.68 is 5 dan, -13.67 is 13 kyu."""
    whole = int(rating)
    return Grade.limited(whole - 1 if whole > 0 else whole)
