"""In which rounds somebody takes part, as a director writes it: ``1-5``, ``week 2``, ``-3,7``."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...sentences import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["participation", "participation_text", "ranges", "tables_in"]

_RANGE = re.compile(r"(\d{1,3})(?:\s*([-–])\s*(\d{1,3})?)?")
_WEEK = re.compile(r"week\s*(\d{1,2}|one|two)", re.IGNORECASE)
_TABLES = re.compile(r"([1-9]\d{0,4})(?:-([1-9]\d{0,4}))?")
_NUMBERS = {"one": 1, "two": 2}


def participation(text: str, rounds: int) -> frozenset[int]:
    """The rounds that somebody misses, from a text that says in which he takes part.

    ``all`` and ``none``; numbers and ranges with commas between them, such as ``1-3,5``; ``4-`` for
    all rounds from the fourth on; ``week 1`` and ``week 2`` for the two halves of the tournament, of
    which the first is the longer one. A minus in front of everything turns it round: ``-3,7`` is all
    rounds but 3 and 7.

    Parameters
    ----------
    text
        Capitals and spaces do not matter.
    rounds
        Rounds of the tournament.

    Raises
    ------
    RuleError
        If the text says something else, or names a round that the tournament does not have.
    """
    everything = frozenset(range(1, rounds + 1))
    said = text.strip().lower()
    if said in ("all", "none"):
        return frozenset() if said == "all" else everything
    listed = said.removeprefix("-")
    named: set[int] = set()
    for part in listed.split(","):
        named.update(_named(part.strip(), text, rounds))
    return frozenset(named) if said.startswith("-") else everything - named


def participation_text(absences: Iterable[int], rounds: int) -> str:
    """The shortest text that ``participation`` reads as these absences."""
    everything = frozenset(range(1, rounds + 1))
    missed = everything & frozenset(absences)
    if not missed:
        return "all"
    if missed == everything:
        return "none"
    return min(ranges(everything - missed), f"-{ranges(missed)}", key=len)


def ranges(numbers: Iterable[int], dash: str = "-", comma: str = ",") -> str:
    """Numbers in order, those that follow each other as a range: ``1-158,160``."""
    ordered = enumerate(sorted(numbers))
    runs = ([n for _, n in run] for _, run in groupby(ordered, lambda item: item[1] - item[0]))
    return comma.join(f"{run[0]}{dash}{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)


def tables_in(text: str) -> frozenset[int]:
    """The tables that a text such as ``"1-3,7"`` names.

    Raises
    ------
    ValueError
        If it names none.
    """
    parts = [part for part in text.replace(" ", "").split(",") if part]
    found = [_TABLES.fullmatch(part) for part in parts]
    if not all(found):
        raise ValueError(phrase("expected tables such as '1-3,7', got {got!r}", got=text))
    ends = ((int(each[1]), int(each[2] or each[1])) for each in found if each)
    return frozenset(table for first, last in ends for table in range(first, last + 1))


def _named(part: str, text: str, rounds: int) -> range:
    """The rounds that one part of a list names."""
    if week := _WEEK.fullmatch(part):
        return _week(_NUMBERS.get(week[1]) or int(week[1]), text, rounds)
    found = _RANGE.fullmatch(part)
    if found is None:
        raise RuleError(
            phrase(
                "rounds {got!r}: expected rounds such as 1-5, 4-, week 2, -3,7 (all but 3 and 7), "
                "all or none",
                got=text,
            )
        )
    first = int(found[1])
    last = int(found[3]) if found[3] else rounds if found[2] else first
    if not 1 <= first <= rounds or last > rounds:
        raise RuleError(
            phrase(
                "rounds {got!r}: the tournament has rounds 1 to {rounds}", got=text, rounds=rounds
            )
        )
    if last < first:
        raise RuleError(
            phrase(
                "rounds {got!r}: expected the smaller number first in {part!r}", got=text, part=part
            )
        )
    return range(first, last + 1)


def _week(number: int, text: str, rounds: int) -> range:
    first_of_second = (rounds + 1) // 2 + 1
    if number not in (1, 2):
        raise RuleError(phrase("rounds {got!r}: expected week 1 or week 2", got=text))
    return range(1, first_of_second) if number == 1 else range(first_of_second, rounds + 1)
