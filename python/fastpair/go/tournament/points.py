"""What the rounds of a tournament are worth. Points are doubled, so that halves are integers."""

from __future__ import annotations

from dataclasses import dataclass, field

from .game import Result
from .ranges import HALVES, check_values, within

__all__ = ["Points"]

_WITHOUT_A_GAME = within(0, 4)


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """Doubled points for games, byes and absences [INTERPRETATION 0.4].

    The defaults are those of OpenGotha's reader for a file that says nothing: byes and absences are
    worth nothing [OPENGOTHA 2, 5].

    Examples
    --------
    >>> Rules(points=Points(mms_bye_x2=2)).points.mms_bye_x2
    2
    """

    win_x2: int = field(default=2, metadata=HALVES)
    """A win."""

    jigo_x2: int = field(default=1, metadata=HALVES)
    """A jigo."""

    loss_x2: int = field(default=0, metadata=HALVES)
    """A loss."""

    forfeit_win_x2: int = field(default=2, metadata=HALVES)
    """A win by forfeit. It counts in the tournament, and never for ratings [BGA 4.5]."""

    forfeit_loss_x2: int = field(default=0, metadata=HALVES)
    """A loss by forfeit."""

    both_lose_x2: int = field(default=0, metadata=HALVES)
    """A game that both lose."""

    both_win_x2: int = field(default=2, metadata=HALVES)
    """A game that both win."""

    unknown_x2: int = field(default=0, metadata=HALVES)
    """A game without a result."""

    wins_bye_x2: int = field(default=0, metadata=_WITHOUT_A_GAME)
    """What a bye adds to the wins."""

    wins_absent_x2: int = field(default=0, metadata=_WITHOUT_A_GAME)
    """What an absence adds to the wins."""

    mms_bye_x2: int = field(default=0, metadata=_WITHOUT_A_GAME)
    """What a bye adds to the McMahon score."""

    mms_absent_x2: int = field(default=0, metadata=_WITHOUT_A_GAME)
    """What an absence adds to the McMahon score. With 1 and ``round_down`` it is the BGA's point after
    every two missed rounds [BGA 4.4]."""

    round_down: bool = True
    """Whether the points of all absences and byes together are rounded down to whole points."""

    def __post_init__(self) -> None:
        check_values(self)

    def of(self, result: Result, *, by_default: bool = False) -> tuple[int, int]:
        """Doubled points of White and of Black for a game with this result."""
        won, lost = self.win_x2, self.loss_x2
        if by_default:
            won, lost = self.forfeit_win_x2, self.forfeit_loss_x2
        return {
            Result.UNKNOWN: (self.unknown_x2, self.unknown_x2),
            Result.WHITE_WINS: (won, lost),
            Result.BLACK_WINS: (lost, won),
            Result.JIGO: (self.jigo_x2, self.jigo_x2),
            Result.BOTH_LOSE: (self.both_lose_x2, self.both_lose_x2),
            Result.BOTH_WIN: (self.both_win_x2, self.both_win_x2),
        }[result]
