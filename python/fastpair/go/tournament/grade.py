"""Grades, from 30k to 9p, and the bars and floors that are grades."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Self

from ...errors import InputError, RuleError, input_error
from ...parameters import checked_late, integer, quoted
from ...sentences import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import SupportsIndex


# ---- Grades of strength, from 30 kyu to 9 dan ----

_MOST_KYU, _MOST_DAN = 30, 9
_PATTERN = re.compile(r"(\d{1,2})\s*([kdp])", re.IGNORECASE)


class Grade(int):
    """A playing strength on the grade index: 1 kyu is -1, 1 dan is 0, 9 dan is 8.

    A grade is an integer, so that it can be compared, subtracted and put into arrays
    [INTERPRETATION 0.1; OpenGotha's rank]. That of a professional counts as the amateur grade that it
    stands for, and keeps its title.

    Examples
    --------
    >>> Grade.parse("3d")
    Grade.parse('3d')
    >>> Grade.parse("1d") - Grade.parse("2k")
    2
    >>> str(Grade(-1))
    '1k'
    """

    title = ""
    """The grade of a professional, such as ``2p``; empty for amateurs."""

    def __new__(cls, index: SupportsIndex) -> Self:
        """The grade of an index.

        Raises
        ------
        InputError
            If it is no whole number, or none from -31 to 8.
        """
        number = integer(index)
        if number is None or not -_MOST_KYU - 1 <= number < _MOST_DAN:
            message = (
                f"a grade is a whole number from {-_MOST_KYU}, 30k, to {_MOST_DAN - 1}, 9d, or "
                f"{-_MOST_KYU - 1} for none, not {quoted(index)}"
            )
            raise input_error(index, int, message)
        return super().__new__(cls, number)

    @classmethod
    @checked_late
    def limited(cls, index: int) -> Self:
        """The grade of an index; beyond the scale it is the nearest one on it."""
        return cls(max(-_MOST_KYU, min(index, _MOST_DAN - 1)))

    @classmethod
    @checked_late
    def nearest(cls, number: int, letter: str) -> Self:
        """The grade of a number and a letter; beyond the scale it is the nearest one on it."""
        most = _MOST_KYU if letter in "kK" else _MOST_DAN
        return cls.parse(f"{max(1, min(number, most))}{letter}")

    @classmethod
    @checked_late
    def of_rating(cls, rating: int) -> Self:
        """The grade whose rating is nearest, on the European scale."""
        return cls.limited((rating - cls(0).rating + 50) // 100)

    @classmethod
    @checked_late
    def of_american_rating(cls, rating: float) -> Self:
        """The grade of an American rating: 5.68 is 5 dan, -13.67 is 13 kyu.

        American ratings leave out the numbers between -1 and 1: 1.00 is the weakest 1 dan and
        -1.00 the strongest 1 kyu.
        """
        if rating != rating:
            raise InputError("rating: expected a number, got nan")
        return cls.limited(int(max(-99, min(rating, 99))) - (rating > 0))

    @classmethod
    @checked_late
    def parse(cls, text: str) -> Self:
        """Read a grade such as ``'12k'``, ``'3D'`` or ``'2p'``.

        A professional grade is the amateur grade it stands for: 1 to 3 pro is 7 dan,
        4 to 6 pro is 8 dan, 7 to 9 pro is 9 dan [OPENGOTHA 1].

        Raises
        ------
        ValueError
            If the text is no grade between 30 kyu and 9 dan.
        """
        match = _PATTERN.fullmatch(str(text).strip())
        if match is None:
            raise InputError(
                phrase("{got!r} is not a grade such as '3d' or '12k'", got=str(text)[:40])
            )
        number, letter = int(match[1]), match[2].lower()
        if not 1 <= number <= (_MOST_KYU if letter == "k" else _MOST_DAN):
            raise InputError(phrase("grades go from 30k to 9d; {got!r} is none of them", got=text))
        if letter == "k":
            return cls(-number)
        if letter == "d":
            return cls(number - 1)
        grade = cls(6 + (number - 1) // 3)
        grade.title = f"{number}p"
        return grade

    @property
    def rating(self) -> int:
        """Rating of a player of this grade who has none [V 2.2].

        It is 2100 for 1 dan, 100 more for each grade, and 2700 for 1 pro, 30 more for each.
        """
        if self.title:
            return 2700 + 30 * (int(self.title[0]) - 1)
        return 2100 + 100 * max(int(self), -_MOST_KYU)

    @property
    def amateur(self) -> Self:
        """The grade without a title: for a professional, the one that it stands for."""
        return type(self)(int(self))

    @classmethod
    @checked_late
    def replacement(cls, text: str) -> str:
        """Say which grade stands for that of a professional; empty for other texts."""
        match = _PATTERN.fullmatch(text.strip())
        if match is None or match[2] not in "pP":
            return ""
        return (
            f"{text.strip()} is a professional's grade, for which {cls.parse(text).amateur} stands"
        )

    def __str__(self) -> str:
        if self.title or self == NO_GRADE:
            return self.title
        return f"{-int(self)}k" if self < 0 else f"{int(self) + 1}d"

    def __repr__(self) -> str:
        return "NO_GRADE" if self == NO_GRADE else f"Grade.parse({str(self)!r})"


NO_GRADE = Grade(-_MOST_KYU - 1)
"""The grade of a player who has none, as in other games than Go: written as nothing, below all others."""


# ---- Where the bar of a McMahon tournament belongs [BGA handbook 4.2] ----

_MOST_ABOVE = {3: 8, 4: 10, 5: 12, 6: 15, 7: 18, 8: 22, 9: 26, 10: 30}
"""Most players at the bar and above, by the number of rounds."""


def bar_range(rounds: int) -> tuple[int, int]:
    """Fewest and most players at the bar and above, for a tournament of so many rounds.

    The least is one player more than rounds. The table of the handbook goes from 3 to 10 rounds;
    for fewer the most is what a cup could have, for more it grows by four players with each round
    [INTERPRETATION 4.2].

    Examples
    --------
    >>> bar_range(5)
    (6, 12)
    """
    if rounds in _MOST_ABOVE:
        most = _MOST_ABOVE[rounds]
    else:
        most = 2**rounds if rounds < 3 else 30 + 4 * (rounds - 10)
    return rounds + 1, most


def automatic_bar(grades: Sequence[Grade], rounds: int) -> Grade:
    """The highest grade with enough players at it and above, if they are not too many.

    If no number of players is in ``bar_range``, it is the nearest one, the smaller of two.

    Raises
    ------
    RuleError
        If there are no players.
    """
    if not grades:
        raise RuleError(phrase("a bar needs players, and there are none"))
    fewest, most = bar_range(rounds)

    def badness(bar: int) -> tuple[int, int]:
        above = sum(grade >= bar for grade in grades)
        return max(fewest - above, above - most, 0), above

    return Grade(min(set(map(int, grades)), key=badness))
