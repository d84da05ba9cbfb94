"""The standings of teams: match points and board points, by the criteria of OpenGotha."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from ...errors import RuleError
from ..standings import last_complete_round, standings
from ..tournament import Criterion, TeamCriterion
from .matches import matches_of
from .units import mean_rating, units

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..tournament import TeamPlay, Tournament
    from .matches import Match

__all__ = ["TeamRow", "TeamStandings", "team_standings"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRow:
    """One team of the standings."""

    number: int
    """Line of the list, from 1."""

    place: int
    """One more than the number of better teams."""

    key: str
    name: str
    country: str
    club: str

    values: tuple[float, ...]
    """The criteria: match points 2, 1 and 0, board points 1, a half and 0."""

    opponents: tuple[str, ...]
    """Line and result by round: ``3+``, ``5-``, ``2=``, ``4?``; ``bye`` and ``-`` without a match."""

    boards: tuple[float, ...]
    """Points at the boards by round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamStandings:
    """The standings of the teams of a tournament after a round."""

    tournament: str
    """Name of the tournament."""

    after: int
    """Number of rounds that count."""

    criteria: tuple[TeamCriterion | Criterion, ...]
    """What the rows are sorted by; names decide the rest."""

    provisional: bool = False
    """Whether a round that counts is not played, or a result of it is missing."""

    rows: tuple[TeamRow, ...]
    """In placing order."""

    def to_document(self) -> dict[str, Any]:
        """The standings as a document, by ``team_standings.schema.json``."""
        return {
            "format": "fastpair.team_standings",
            "version": 1,
            "tournament": self.tournament,
            "after": self.after,
            "provisional": self.provisional,
            "criteria": [criterion.value for criterion in self.criteria],
            "rows": [_plain(row) for row in self.rows],
        }


def team_standings(
    tournament: Tournament,
    after: int,
    criteria: Sequence[TeamCriterion | Criterion] | None = None,
) -> TeamStandings:
    """The standings of teams after so many rounds.

    A bye is a match that is won, at as many boards as there are, if the rules give a bye points.

    Parameters
    ----------
    after
        Number of rounds, 0 to those of the tournament.
    criteria
        What to sort by: criteria of teams, or of players, which count a match as a game. By default
        those of ``TeamPlay.placement``, or where it is empty those of ``Rules.placement``.

    Raises
    ------
    RuleError
        If there is no such round, or no teams play.

    Examples
    --------
    >>> from fastpair.go.tournament import Team, TeamPlay
    >>> tournament = Tournament(team_play=TeamPlay(teams=(Team(key="1", name="Lyon"),)))
    >>> team_standings(tournament, after=0).rows[0].name
    'Lyon'
    """
    play = tournament.team_play
    if play is None:
        raise RuleError("no teams play in this tournament")
    if not 0 <= after <= tournament.rules.rounds:
        raise RuleError(f"expected 0 to {tournament.rules.rounds} rounds, got {after}")
    stated = play.placement or tournament.rules.placement
    chosen = tuple(stated if criteria is None else criteria)
    chosen = tuple(each for each in chosen if each not in (TeamCriterion.NONE, Criterion.NONE))
    records = {team.key: _Record() for team in play.teams}
    for number in range(1, after + 1):
        for match in matches_of(tournament, play, number):
            records[match.white].add(match, 0)
            records[match.black].add(match, 1)
    teams = units(tournament, play)
    for bye in teams.byes:
        if bye.round <= after and tournament.draws_teams:
            records[bye.player].add_bye(bye.round, teams.rules.points.wins_bye_x2, play.size)
    values = _values(tournament, play, teams, records, after, chosen)
    order = sorted(
        teams.players, key=lambda team: ([-value for value in values[team.key]], team.name)
    )
    lines = {team.key: line for line, team in enumerate(order, start=1)}
    rows = []
    for team in order:
        better = sum(values[other.key] > values[team.key] for other in order)
        record = records[team.key]
        rounds = range(1, after + 1)
        rows.append(
            TeamRow(
                number=lines[team.key],
                place=better + 1,
                key=team.key,
                name=team.name,
                country=team.country,
                club=team.club,
                values=values[team.key],
                opponents=tuple(record.told(number, lines) for number in rounds),
                boards=tuple(record.board_sum(number) / 2 for number in rounds),
            )
        )
    return TeamStandings(
        tournament=tournament.name,
        after=after,
        provisional=after > last_complete_round(tournament),
        criteria=chosen,
        rows=tuple(rows),
    )


def _values(
    tournament: Tournament,
    play: TeamPlay,
    teams: Tournament,
    records: Mapping[str, _Record],
    after: int,
    criteria: Sequence[TeamCriterion | Criterion],
) -> dict[str, tuple[float, ...]]:
    """The values of the criteria, by key of the team."""
    ratings = {team.key: mean_rating(tournament, play, team) for team in play.teams}
    of_players = [each for each in criteria if isinstance(each, Criterion)]
    as_players = {
        row.key: dict(zip(of_players, row.values, strict=True))
        for row in (standings(teams, after, of_players).rows if of_players else ())
    }

    def value(key: str, criterion: TeamCriterion | Criterion) -> float:
        if isinstance(criterion, Criterion):
            return as_players[key][criterion]
        if criterion is TeamCriterion.MEAN_RATING:
            return ratings[key]
        return records[key].value(criterion, records)

    return {key: tuple(value(key, each) for each in criteria) for key in records}


def _plain(row: TeamRow) -> dict[str, Any]:
    """A row as JSON holds it."""
    held = asdict(row)
    return {name: [*value] if isinstance(value, tuple) else value for name, value in held.items()}


class _Record:
    """What a team has done."""

    def __init__(self) -> None:
        self.match_points = 0
        self.opponents: dict[int, str] = {}
        self._boards: dict[int, dict[int, int]] = {}
        self._signs: dict[int, str] = {}

    def add(self, match: Match, side: int) -> None:
        """Count a match, of which the team is the first or the second side."""
        own = match.points[side]
        self.match_points += own
        self.opponents[match.round] = (match.black, match.white)[side]
        self._boards[match.round] = {b: p[side] for b, p in match.board_points.items()}
        unknown = match.result.value == "?"
        self._signs[match.round] = "?" if unknown else "-=+"[own]

    def add_bye(self, number: int, worth_x2: int, size: int) -> None:
        """Count a bye, worth so many doubled points."""
        self.match_points += worth_x2
        self._boards[number] = dict.fromkeys(range(1, size + 1), worth_x2)
        self._signs[number] = "bye"

    def board_sum(self, number: int, most: int | None = None) -> int:
        """Doubled points at the boards of a round, or at the upper ones."""
        boards = self._boards.get(number, {})
        return sum(points for board, points in boards.items() if most is None or board <= most)

    def value(self, criterion: TeamCriterion, records: Mapping[str, _Record]) -> float:
        """The value of a criterion, in points."""
        if criterion is TeamCriterion.MATCH_POINTS:
            return self.match_points
        if criterion is TeamCriterion.SOS_MATCH_POINTS:
            return sum(records[key].match_points for key in self.opponents.values())
        return sum(self.board_sum(number, criterion.boards) for number in self._boards) / 2

    def told(self, number: int, lines: Mapping[str, int]) -> str:
        """What the team did in a round, as a wall list has it."""
        sign = self._signs.get(number, "-")
        opponent = self.opponents.get(number)
        return sign if opponent is None else f"{lines[opponent]}{sign}"
