"""What a player had in a round, as one value: points, colours, ratings, tie-breaks, prints and files ask it."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .player import Person


class RoundKind(Enum):
    """What a player had in a round: a game, a bye, an absence, or nothing yet.

    Examples
    --------
    >>> RoundKind.UNRATED.at_board, RoundKind.UNRATED.is_rated
    (True, False)
    """

    code: int
    """Its number in arrays, from 0."""

    RATED = "game"
    """A game at the board, or a match of which one was played there."""

    UNRATED = "unrated game"
    """A game or match at the board that counts neither for ratings nor for norms: W, D and L of a report for FIDE."""

    FORFEIT_WON = "win by forfeit"
    FORFEIT_LOST = "loss by forfeit"
    DOUBLE_FORFEIT = "loss by forfeit of both"

    SPLIT_FORFEIT = "forfeits on both sides"
    """A match without a game at the board, in which neither side forfeited everything: it counts as
    played, without colours [C.04.5, C.04.6]."""

    EMPTY_BOARD = "win against an empty board"
    """The other team has nobody at the board."""

    OPEN = "game without a result"
    """Its result is missing, or the report marks it as unknown, by which no rule tells it from a missing one."""

    POSTPONED = "postponed game"
    PAIRING_BYE = "bye"
    FULL_POINT_BYE = "full-point bye"
    HALF_POINT_BYE = "requested bye"

    ABSENT = "absent"
    """A zero-point bye: asked for, or given."""

    NO_SHOW = "did not come"
    """An absence without notice, worth as much."""

    NOT_ENTERED = "not entered yet"
    """The rounds from the first one on that a late entry misses."""

    FREE_ROUND = "free round"
    """That of a round robin of an odd number, in which everybody has one in each cycle: it is worth nothing and
    counts as nothing [C.05]."""

    UNPAIRED = "not paired"
    """Neither paired nor absent: the round is not drawn yet, or the player was left over."""

    def __init__(self, _: str) -> None:
        self.code = len(type(self).__members__)

    @property
    def at_board(self) -> bool:
        """Whether a game was played at the board: such a one gives a colour."""
        return self in (RoundKind.RATED, RoundKind.UNRATED)

    @property
    def is_rated(self) -> bool:
        """Whether it counts for ratings and norms."""
        return self is RoundKind.RATED

    @property
    def is_forfeit(self) -> bool:
        """Whether an opponent was named and the two did not meet [C.04.3 C1]."""
        return self in (
            RoundKind.FORFEIT_WON,
            RoundKind.FORFEIT_LOST,
            RoundKind.DOUBLE_FORFEIT,
        )

    @property
    def is_meeting(self) -> bool:
        """Whether it is over, and the two have met: with colours `at_board` alone."""
        return self.at_board or self is RoundKind.SPLIT_FORFEIT

    @property
    def has_opponent(self) -> bool:
        """Whether an opponent was named."""
        return self.is_meeting or self.is_forfeit or self in (RoundKind.OPEN, RoundKind.POSTPONED)

    @property
    def is_to_come(self) -> bool:
        """Whether it is not over: without a result, or without anything yet."""
        return self in (RoundKind.OPEN, RoundKind.POSTPONED, RoundKind.UNPAIRED)

    @property
    def is_paired(self) -> bool:
        """Whether the player was part of the pairing, by which one has arrived [C.04.2]."""
        return self.has_opponent or self in (
            RoundKind.PAIRING_BYE,
            RoundKind.FREE_ROUND,
            RoundKind.EMPTY_BOARD,
        )

    @property
    def counts_nothing(self) -> bool:
        """Whether the round counts for nothing: it is free, or there is nothing yet."""
        return self in (RoundKind.FREE_ROUND, RoundKind.UNPAIRED)

    @property
    def is_bye(self) -> bool:
        """Whether it is a bye of full value, which bars from that of a later pairing [C.04.1]."""
        return self in (RoundKind.PAIRING_BYE, RoundKind.FULL_POINT_BYE)

    @property
    def is_requested(self) -> bool:
        """Whether it is a bye with points that was asked for, or that the arbiter gave."""
        return self in (RoundKind.FULL_POINT_BYE, RoundKind.HALF_POINT_BYE)

    @property
    def is_absence(self) -> bool:
        """Whether the player did not take part: with the points of a requested bye, or of an absence."""
        return self in (
            RoundKind.HALF_POINT_BYE,
            RoundKind.ABSENT,
            RoundKind.NO_SHOW,
            RoundKind.NOT_ENTERED,
        )

    @property
    def is_voluntary(self) -> bool:
        """Whether it is a round that one chose not to play [C.07 16]; a full-point bye is none."""
        return self.is_absence or self in (RoundKind.FORFEIT_LOST, RoundKind.DOUBLE_FORFEIT)


def kind_without_game(
    player: Person,
    round: int,
    *,
    has_bye: bool,
    entered: bool,
    faces_nobody: bool = False,
    is_free: bool = False,
) -> RoundKind:
    """What a player without a game had in a round.

    Parameters
    ----------
    has_bye
        Whether it is among the byes of the round.
    entered
        Whether the player had anything else than an absence in the round, or in one before.
    faces_nobody
        Whether it is a round with an empty board of the other team, see `Tournament.facing_nobody`.
    is_free
        Whether a bye that was not asked for is a free round, see `Tournament.has_free_rounds`.
    """
    requested = round in player.requested_byes
    if has_bye:
        free = RoundKind.FREE_ROUND if is_free else RoundKind.PAIRING_BYE
        return RoundKind.FULL_POINT_BYE if requested else free
    if faces_nobody:
        return RoundKind.EMPTY_BOARD
    if round not in player.absences:
        return RoundKind.UNPAIRED
    if requested:
        return RoundKind.HALF_POINT_BYE
    if round in player.no_shows:
        return RoundKind.NO_SHOW
    return RoundKind.ABSENT if entered else RoundKind.NOT_ENTERED
