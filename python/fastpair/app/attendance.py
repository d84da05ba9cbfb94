"""Who is expected in a round, who is here, who is absent, and who came late."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, TypedDict

from ..report.languages import in_order_of_names

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ..go.tournament import Player, Tournament


class AttendanceStatus(Enum):
    """What is known of a player before or during a round."""

    EXPECTED = "expected"
    """Is to take part, and nobody has noted that they have come."""

    HERE = "here"

    ABSENT = "absent"
    """Does not take part: as planned, or marked since."""

    LATE = "late"
    """Has come after the round was paired, and has neither a game nor a bye."""


class AttendanceDocument(TypedDict):
    """The keys of the players of a round, in the order of their names.

    Examples
    --------
    >>> Congress.new("Evening", preset="Swiss", rounds=3).attendance(1)["here"]
    []
    """

    round: int
    expected: list[str]
    here: list[str]
    absent: list[str]
    late: list[str]


def attendance_of(
    tournament: Tournament, number: int, arrived: Collection[str]
) -> Mapping[str, AttendanceStatus]:
    """The status of each player in a round, by key.

    Those whose registration is confirmed are paired, so that they are here once the round is paired. Until
    then they are expected if they have played no round, and nobody has noted that they have come.

    Parameters
    ----------
    arrived
        Keys of those whose arrival somebody has noted.
    """
    seated = tournament.round(number).seated
    earlier = (each for each in tournament.drawn_rounds if each < number)
    before = frozenset(key for each in earlier for key in tournament.round(each).seated)
    expects = not seated and (number == 1 or bool(before))

    def status_of(player: Player) -> AttendanceStatus:
        if not player.plays_in(number):
            return AttendanceStatus.ABSENT
        if not player.final:
            return AttendanceStatus.EXPECTED
        if seated and player.key not in seated and not tournament.draws_teams:
            return AttendanceStatus.LATE  # whose team plays sits out of a match, and is here
        come = player.key in before or player.key in arrived
        return AttendanceStatus.EXPECTED if expects and not come else AttendanceStatus.HERE

    return {player.key: status_of(player) for player in tournament.players}


def attendance_document(
    tournament: Tournament, number: int, arrived: Collection[str]
) -> AttendanceDocument:
    """The players of a round by their status."""
    found = attendance_of(tournament, tournament.check_round(number), arrived)
    order = [player.key for player in in_order_of_names(tournament.players)]

    def keys(status: AttendanceStatus) -> list[str]:
        return [key for key in order if found[key] is status]

    return {
        "round": number,
        "expected": keys(AttendanceStatus.EXPECTED),
        "here": keys(AttendanceStatus.HERE),
        "absent": keys(AttendanceStatus.ABSENT),
        "late": keys(AttendanceStatus.LATE),
    }
