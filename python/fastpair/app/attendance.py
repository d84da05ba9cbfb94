"""Who is expected in a round, who is here, who is absent, and who came late."""

from __future__ import annotations

from enum import Enum
from itertools import chain
from typing import TYPE_CHECKING

from ..go.teams import of_teams
from ..report.languages import in_order_of_names
from .documents.encoding import encode
from .documents.tournament import Arrival, AttendanceDocument
from .rounds import is_past

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ..go.tournament import Player, Tournament
    from .history.state import CongressState


class AttendanceStatus(Enum):
    """What is known of a player before or during a round."""

    EXPECTED = "expected"
    """Is to take part, and nobody has noted that they have come."""

    HERE = "here"

    ABSENT = "absent"
    """Does not take part: as planned, or marked since."""

    LATE = "late"
    """Has come after the round was paired, and has neither a game nor a bye."""


def attendance_of(
    state: CongressState, number: int, arrived: Collection[str] = ()
) -> Mapping[str, AttendanceStatus]:
    """The status of each player in a round, by key.

    Those whose registration is confirmed are paired, so that they are here once the round is paired. Until
    then they are expected if they have played no round, and nobody has noted that they have come. Who was
    expected until a deadline is absent once the round is paired.

    Parameters
    ----------
    arrived
        Keys of those who have come, too, of whom the history does not know.
    """
    tournament, come = state.tournament, {*state.arrived, *arrived}
    seated = tournament.round(number).seated
    without_match = _without_match(tournament, number) if seated else frozenset()
    earlier = (each for each in tournament.drawn_rounds if each < number)
    before = frozenset(key for each in earlier for key in tournament.round(each).seated)
    expects = not seated and (number == 1 or bool(before))

    def status_of(player: Player) -> AttendanceStatus:
        if not player.plays_in(number):
            return AttendanceStatus.ABSENT
        if not player.final:
            closed = bool(seated) and number in state.deadlines
            return AttendanceStatus.ABSENT if closed else AttendanceStatus.EXPECTED
        if player.key in without_match:
            return AttendanceStatus.LATE
        is_here = not expects or player.key in before or player.key in come
        return AttendanceStatus.HERE if is_here else AttendanceStatus.EXPECTED

    return {player.key: status_of(player) for player in tournament.players}


def _without_match(tournament: Tournament, number: int) -> frozenset[str]:
    """Who has neither a game nor a bye in a round: nor has the team, of those who are in one that is drawn."""
    play = tournament.drawn_teams
    if play is None:
        keys = {player.key for player in tournament.players}
        return frozenset(keys - tournament.round(number).seated)
    seated = of_teams(tournament).round(number).seated
    waiting = (team for team in play.teams if team.key not in seated)
    return frozenset(filter(None, chain.from_iterable(team.lineup(number) for team in waiting)))


def attendance_document(
    state: CongressState, number: int, arrived: Collection[str] = ()
) -> AttendanceDocument:
    """The players of a round by their status.

    Parameters
    ----------
    arrived
        As of `attendance_of`.
    """
    tournament = state.tournament
    found = attendance_of(state, tournament.check_round(number), arrived)
    deadline = state.deadlines.get(number)
    order = in_order_of_names(tournament.players)
    groups = {
        status.value: [player.key for player in order if found[player.key] is status]
        for status in AttendanceStatus
    }
    known = {key: entry for key, entry in state.arrived.items() if key in tournament.by_key}
    last_first = sorted(known.items(), key=lambda each: each[1].number, reverse=True)
    return encode(
        AttendanceDocument,
        **groups,
        tournament=tournament.name,
        round=number,
        deadline=None if deadline is None else deadline.isoformat(),
        closed=is_past(deadline),
        arrivals=[Arrival(player=key, time=entry.time, by=entry.door) for key, entry in last_first],
        players={player.key: player.full_name for player in order},
    )
