"""Names, grades and keys of players as wall lists write them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...go.tournament import Grade
from ..characters import nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...go.tournament import Player

__all__ = ["MISSING", "grade_of", "name_within", "parts_of_name", "without_blanks"]

MISSING = "_"
"""What stands for a name that a player does not have, so that every line has as many words."""

_GRADE = re.compile(r"([0-9]{1,2})([kdp]?)", re.IGNORECASE)
_SEPARATORS = re.compile(r"[\s|;]+")


def grade_of(word: str) -> Grade | None:
    """The grade in a word such as ``3D`` or ``12k``, if it is one.

    Without a letter it is a kyu grade. A grade beyond the scale is the nearest on it.
    """
    match = _GRADE.fullmatch(word)
    if match is None:
        return None
    return Grade.nearest(int(match[1]), match[2] or "k")


def parts_of_name(words: Sequence[str]) -> tuple[str, str]:
    """Family name and first name: the last word is the first name, and ``_`` is a blank in either."""
    family, first = (words[:-1], words[-1]) if len(words) > 1 else (words, "")
    return _unbroken(" ".join(family)), _unbroken(first)


def _unbroken(text: str) -> str:
    return " ".join(text.replace("_", " ").split())


def without_blanks(text: str, longest: int | None = None) -> str:
    """A text as one word of a wall list."""
    return _SEPARATORS.sub("_", text.strip())[:longest] or MISSING


def name_within(player: Player, encoding: str, longest: int) -> str:
    """Both names as one word each, the first name cut until both fit."""
    family, first = (
        without_blanks(nearest(name, encoding)) for name in (player.name, player.first_name)
    )
    return f"{family[: longest - 2]} {first}"[:longest]
