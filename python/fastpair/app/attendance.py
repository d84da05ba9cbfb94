"""Who is expected in a round, who is here, who is absent, and who came late."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, TypedDict

from ..report.languages import alphabetical

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ..go.tournament import Player, Tournament


class Attendance(Enum):
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
) -> Mapping[str, Attendance]:
    """The state of each player in a round, by key.

    Those whose registration is confirmed are paired, so that they are here once the round is paired. Until
    then they are expected if they have played no round, and nobody has noted that they have come.

    Parameters
    ----------
    arrived
        Keys of those whose arrival somebody has noted.
    """
    seated = tournament.round(number).seated
    before = frozenset(
        key
        for each in tournament.drawn_rounds
        if each < number
        for key in tournament.round(each).seated
    )
    expects = not seated and (number == 1 or bool(before))

    def state(player: Player) -> Attendance:
        if not player.plays_in(number):
            return Attendance.ABSENT
        if not player.final:
            return Attendance.EXPECTED
        if seated and player.key not in seated:
            return Attendance.LATE
        come = player.key in before or player.key in arrived
        return Attendance.EXPECTED if expects and not come else Attendance.HERE

    members = tournament.team_play is not None and tournament.draws_teams
    found = {player.key: state(player) for player in tournament.players}
    if members:  # who sits out of a match is here
        late = Attendance.LATE
        found = {key: Attendance.HERE if each is late else each for key, each in found.items()}
    return found


def attendance_document(
    tournament: Tournament, number: int, arrived: Collection[str]
) -> AttendanceDocument:
    """The players of a round by their state."""
    found = attendance_of(tournament, tournament.check_round(number), arrived)
    players = sorted(
        tournament.players,
        key=lambda each: (alphabetical(each.name), alphabetical(each.first_name)),
    )
    keys = {
        state: [player.key for player in players if found[player.key] is state]
        for state in Attendance
    }
    return {
        "round": number,
        "expected": keys[Attendance.EXPECTED],
        "here": keys[Attendance.HERE],
        "absent": keys[Attendance.ABSENT],
        "late": keys[Attendance.LATE],
    }
