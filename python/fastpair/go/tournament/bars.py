"""Where the bar of a McMahon tournament belongs [BGA handbook 4.2]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import RuleError
from .grade import Grade

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["automatic_bar", "bar_range"]

_MOST_ABOVE = {3: 8, 4: 10, 5: 12, 6: 15, 7: 18, 8: 22, 9: 26, 10: 30}
"""Most players at the bar and above, by the number of rounds."""


def bar_range(rounds: int) -> tuple[int, int]:
    """Fewest and most players at the bar and above, for a tournament of so many rounds.

    The least is one player more than rounds. The table of the handbook goes from 3 to 10 rounds;
    for fewer the most is what a cup could have, for more it grows by four players with each round
    [INTERPRETATION 4.2].
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
        raise RuleError("a bar needs players, and there are none")
    fewest, most = bar_range(rounds)

    def badness(bar: int) -> tuple[int, int]:
        above = sum(grade >= bar for grade in grades)
        return max(fewest - above, above - most, 0), above

    return Grade(min(set(map(int, grades)), key=badness))
