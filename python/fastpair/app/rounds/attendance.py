"""Who is in a round: each player has one status in it, by which page, prints, command and documents go."""

from __future__ import annotations

from enum import Enum
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from ...go.teams import of_teams
from ...go.tournament.player import participation_text
from ...parameters import ranges
from ...report.languages import in_order_of_names
from ...sentences import marked
from ..documents.encoding import encode
from ..documents.tournament import Arrival, AttendanceDocument
from ..round_states import is_past, paired_rounds

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ...go.tournament import Player, Tournament
    from ...report.pages import Attendance
    from ..history.state import CongressState


class AttendanceStatus(Enum):
    """What is known of a player before or during a round; the values are the words for it."""

    EXPECTED = marked("expected")
    """Is to take part, and nobody has noted that they have come."""

    HERE = marked("here")

    ABSENT = marked("absent")
    """Does not take part: as planned, or marked since."""

    LATE = marked("late")
    """Has come after the round was paired, and has neither a game nor a bye."""

    WITHDRAWN = marked("withdrawn")
    """Takes part neither in this round nor in a later one."""

    OUT = marked("out")
    """Has lost as often as ends a cup or a double elimination, by the results; see `out_before`."""

    NOT_ENTERED = marked("not yet entered")
    """Preliminary, and a round was paired without them in which they were expected: nobody waits any more."""

    @property
    def code(self) -> str:
        """Its name in documents and filters."""
        return self.name.lower()

    @property
    def has_come(self) -> bool:
        """Whether the player is here, in time or late."""
        return self in (AttendanceStatus.HERE, AttendanceStatus.LATE)


def attendance_of(
    state: CongressState, number: int, arrived: Collection[str] = ()
) -> Mapping[str, AttendanceStatus]:
    """The status of each player in a round, by key.

    Those whose registration is confirmed are paired, so that they are here once the round is paired. Until
    then they are expected if they have played no round, and nobody has noted that they have come. Preliminary
    players are expected until a round is paired without them.

    Parameters
    ----------
    arrived
        Keys of those who have come, too, of whom the history does not know.
    """
    tournament, come = state.tournament, {*state.arrived, *arrived}
    paired = paired_rounds(tournament)
    is_paired = number in paired
    without_match = _without_match(tournament, number) if is_paired else frozenset()
    earlier = [round for round in paired if round < number]
    before = frozenset(key for round in earlier for key in tournament.round(round).seated)
    out = _out_before(tournament, number)
    expects = not is_paired and (number == 1 or bool(before))

    def is_waited_for(player: Player) -> bool:
        missed = state.missed.get(player.key, number) < number
        return not (is_paired or missed or any(map(player.plays_in, earlier)))

    def status_of(player: Player) -> AttendanceStatus:
        key = player.key
        if key in out:
            return AttendanceStatus.OUT
        if not player.plays_in(number):
            is_gone = state.withdrawn.get(key, number + 1) <= number
            return AttendanceStatus.WITHDRAWN if is_gone else AttendanceStatus.ABSENT
        if player.final:
            if key in without_match:
                return AttendanceStatus.LATE
            is_here = not expects or key in before or key in come
            return AttendanceStatus.HERE if is_here else AttendanceStatus.EXPECTED
        if key in before:
            return AttendanceStatus.ABSENT if is_paired else AttendanceStatus.EXPECTED
        return AttendanceStatus.EXPECTED if is_waited_for(player) else AttendanceStatus.NOT_ENTERED

    return {player.key: status_of(player) for player in tournament.players}


def not_checked_in(state: CongressState, number: int) -> tuple[Player, ...]:
    """The preliminary players who are expected in a round: a draw goes without them unless they come."""
    found = attendance_of(state, number)
    return tuple(
        player
        for player in state.tournament.players
        if not player.final and found[player.key] is AttendanceStatus.EXPECTED
    )


def words_of(state: CongressState, number: int) -> Mapping[str, str]:
    """The word for each player in a round, by key."""
    return {key: status.value for key, status in attendance_of(state, number).items()}


def seats_of(
    state: CongressState, number: int, imposed: Collection[str] = frozenset()
) -> Attendance:
    """Who has a board in a round, and why the others have none."""
    from ...report.pages import Attendance

    return Attendance.of(state.tournament, number, imposed, words_of(state, number))


def _without_match(tournament: Tournament, number: int) -> frozenset[str]:
    """Who has neither a game nor a bye in a round: nor has the team, of those who are in one that is drawn."""
    if not tournament.team_list:
        keys = {player.key for player in tournament.players}
        return frozenset(keys - tournament.round(number).seated)
    seated = of_teams(tournament).round(number).seated
    waiting = (team for team in tournament.team_list if team.key not in seated)
    return frozenset(filter(None, chain.from_iterable(team.lineup(number) for team in waiting)))


def _out_before(tournament: Tournament, number: int) -> frozenset[str]:
    """Who is out when a round begins: of teams that are, all members."""
    if not tournament.team_list:
        return tournament.out_before(number)
    out = of_teams(tournament).out_before(number)
    lineups = (team.lineup(number) for team in tournament.team_list if team.key in out)
    return frozenset(filter(None, chain.from_iterable(lineups)))


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
        status.code: [player.key for player in order if found[player.key] is status]
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


class TypedRounds(NamedTuple):
    """The rounds of a player as they would be typed."""

    played: str
    byes: str
    """Requested ones, but for those of a full point."""

    full_byes: str
    full_points: frozenset[int]
    """The rounds of these."""


def typed_rounds(tournament: Tournament, player: Player) -> TypedRounds:
    """The rounds of a player, and those of the byes that they have asked for."""
    full = frozenset(n for n in player.requested_byes if player.key in tournament.round(n).byes)
    played = participation_text(player.absences, tournament.rules.rounds)
    return TypedRounds(played, ranges(player.requested_byes - full), ranges(full), full)
