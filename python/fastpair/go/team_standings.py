"""The standings of teams: match points and board points, by the criteria of OpenGotha and of FIDE."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import TYPE_CHECKING, Self

import numpy as np

from ..errors import RuleError
from ..sentences import joined, phrase
from .round_robin import unranked
from .scores import (
    Contest,
    RoundScores,
    ScoreHistory,
    Terms,
    order_names,
    places,
    tie_break_points,
    tie_break_terms,
    tie_break_values,
    wins_x2,
)
from .standings import (
    CountedRounds,
    StandingsHead,
    standings,
    unrated_names,
    without_no_rating,
)
from .teams import matches_of, mean_rating, units
from .tournament import NO_RATING, Criterion, PointsAdjustment, Result, RoundKind, TeamCriterion

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..sentences import Sentence
    from .teams import Match
    from .tournament import Team, TeamPlay, Tournament

__all__ = [
    "TeamRow",
    "TeamStandings",
    "describe_adjustment",
    "team_contest",
    "team_standings",
    "team_terms_of",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRow:
    """One team of the standings."""

    number: int
    """Line of the list, from 1; in chess the pairing number."""

    place: int
    """One more than the number of better teams."""

    unranked: bool = False
    """Whether the team has no place, only the last line, see `fastpair.go.round_robin.unranked`."""

    key: str
    name: str
    country: str
    club: str

    values: tuple[float | None, ...]
    """The criteria: match points as the rules give them, board points 1, a half and 0; None for the mean rating
    of a team in which nobody has a rating, and of one without a place."""

    match_points: float
    """Match points of all rounds, whether they are a criterion or not."""

    board_points: float
    """Points of all boards, whether they are a criterion or not."""

    opponents: tuple[str, ...]
    """Line and result by round: ``3+``, ``5-``, ``2=``, ``4?``; ``bye`` and ``-`` without a match. A match that
    counts for nobody is in parentheses."""

    boards: tuple[float, ...]
    """Points at the boards by round."""

    adjustments: tuple[PointsAdjustment, ...] = ()
    """Points that the arbiter has added or deducted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamStandings(StandingsHead):
    """The standings of the teams of a tournament after a round."""

    criteria: tuple[TeamCriterion | Criterion, ...]
    """What the rows are sorted by; names decide the rest."""

    rows: tuple[TeamRow, ...]
    """In placing order."""

    def by_number(self, numbers: Mapping[str, int]) -> Self:
        """The same teams in the order of other numbers, which stand for them in the rounds, too.

        Parameters
        ----------
        numbers
            Those of the teams by their keys, such as their starting ranks.

        Examples
        --------
        >>> from fastpair.go.tournament import Team, TeamPlay
        >>> teams = (Team(key="1", name="Ulm"), Team(key="2", name="Lyon"))
        >>> table = team_standings(Tournament(team_play=TeamPlay(teams=teams)), after=0)
        >>> [row.name for row in table.rows], [row.name for row in table.by_number({"1": 1, "2": 2}).rows]
        (['Lyon', 'Ulm'], ['Ulm', 'Lyon'])
        """
        line = {str(row.number): str(numbers[row.key]) for row in self.rows}
        rows = (
            replace(
                row,
                number=numbers[row.key],
                opponents=tuple(
                    re.sub("[0-9]+", lambda number: line[number[0]], cell) for cell in row.opponents
                ),
            )
            for row in self.rows
        )
        return replace(self, rows=tuple(sorted(rows, key=lambda row: row.number)))

    @property
    def scores(self) -> tuple[str, ...]:
        """Which of the criteria are match points, ``MP``, or board points, ``GP``; empty for the others.

        Examples
        --------
        >>> criteria = TeamCriterion.BOARD_WINS, TeamCriterion("MPvGP"), TeamCriterion.MEAN_RATING
        >>> TeamStandings(tournament="", after=0, criteria=criteria, rows=()).scores
        ('GP', 'MP', '')
        """
        other = {"MP": "GP", "GP": "MP"}[_primary(self.criteria)]
        is_other = (each.tie_break and each.tie_break.code == "MPVGP" for each in self.criteria)
        return tuple(
            other if switched else _score_of(each)
            for each, switched in zip(self.criteria, is_other, strict=True)
        )


def describe_adjustment(adjustment: PointsAdjustment) -> Sentence:
    """Say how many points are added or deducted, from which round on, and why.

    Examples
    --------
    >>> str(describe_adjustment(PointsAdjustment(round=3, match_points_x2=-2, reason="Wrong order")))
    '-1 match points from round 3 on (Wrong order)'
    """
    match, board = adjustment.match_points, adjustment.board_points
    values = {"round": adjustment.round, "match": f"{match:+g}", "board": f"{board:+g}"}
    if match and board:
        text = phrase(
            "{match} match points and {board} board points from round {round} on", **values
        )
    elif match:
        text = phrase("{match} match points from round {round} on", **values)
    elif board:
        text = phrase("{board} board points from round {round} on", **values)
    else:
        return phrase("no points added or deducted in round {round}", round=adjustment.round)
    return joined(" ", [text, f"({adjustment.reason})"]) if adjustment.reason else text


def team_standings(
    tournament: Tournament,
    after: int | None = None,
    criteria: Sequence[TeamCriterion | Criterion] | None = None,
) -> TeamStandings:
    """The standings of teams after so many rounds.

    A bye, of the draw or requested, is a match that is won at all boards if the rules give it the points
    of a win, one that is drawn at all boards if they give it less, and lost if it is worth no more than
    a loss.

    Parameters
    ----------
    after
        Number of rounds, 0 to those of the tournament; by default all up to the last one whose own results
        are all known. A game without a result counts as not played yet.
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
        raise RuleError(phrase("no teams play in this tournament"))
    counted = CountedRounds.of(tournament, after)
    after = counted.after
    placement = play.placement or tournament.rules.placement
    chosen = tuple(placement if criteria is None else criteria)
    chosen = tuple(each for each in chosen if each not in (TeamCriterion.NONE, Criterion.NONE))
    teams = units(tournament, play)
    without_place = _without_place(tournament, teams)
    records = _records(tournament, play, teams, after, without_place)
    values = _values(tournament, play, teams, records, after, chosen, without_place)
    return TeamStandings(
        tournament=tournament.name,
        kind=tournament.kind,
        after=after,
        provisional=counted.provisional,
        open_games=counted.open_games,
        unplayed=counted.unplayed,
        criteria=chosen,
        predetermined=tournament.event_kind.predetermined,
        unrated=unrated_names(teams.players, chosen),
        rows=tuple(_rows(teams, records, values, chosen, after, without_place)),
    )


def _without_place(tournament: Tournament, teams: Tournament) -> frozenset[str]:
    """Keys of the teams that leave a round robin too early to have a place."""
    return unranked(teams) if tournament.drawn_teams else frozenset()


def _records(
    tournament: Tournament,
    play: TeamPlay,
    teams: Tournament,
    after: int,
    without_place: frozenset[str],
) -> dict[str, _Record]:
    """Matches and byes of each team, by key."""
    records = {team.key: _Record(play, team, after) for team in play.teams}
    for number in range(1, after + 1):
        for match in matches_of(tournament, play, number):
            void = not without_place.isdisjoint(match.teams)
            records[match.white].add(match, 0, void=void)
            records[match.black].add(match, 1, void=void)
    if tournament.draws_teams:
        points = teams.rules.points
        for number in range(1, after + 1):
            for key, kind in teams.kinds_without_game(number).items():
                if kind is RoundKind.PAIRING_BYE:
                    worth = play.worth_of_bye(tournament.rules.points)
                    records[key].byes.add(number)
                elif kind.is_bye or kind.is_requested:
                    share_x2 = points.share_x2(points.of_kind(kind, by_mms=False))
                    match_x2 = play.worth_x2(share_x2, by_default=True, is_known=True)
                    worth = match_x2, share_x2 * play.size
                else:
                    continue
                records[key].add_bye(number, *worth, play.size)
    return records


def _rows(
    teams: Tournament,
    records: Mapping[str, _Record],
    values: Mapping[str, tuple[float, ...]],
    criteria: Sequence[TeamCriterion | Criterion],
    after: int,
    without_place: frozenset[str],
) -> Iterator[TeamRow]:
    """The rows of the standings, the best team first; names are in the order of those of players."""
    names = zip(order_names(teams).tolist(), teams.players, strict=True)
    by_name = [team for _, team in sorted(names, key=itemgetter(0))]
    ahead = {key: (key not in without_place, *own) for key, own in values.items()}
    order = sorted(by_name, key=lambda team: [-value for value in ahead[team.key]])
    lines = {team.key: line for line, team in enumerate(order, start=1)}
    numbers = teams.starting_ranks if teams.event_kind.has_starting_ranks else lines
    rounds = range(1, after + 1)
    for team in order:
        record = records[team.key]
        shown = without_no_rating(criteria, _shown(criteria, values[team.key]))
        yield TeamRow(
            number=numbers[team.key],
            place=1 + sum(ahead[other.key] > ahead[team.key] for other in order),
            unranked=team.key in without_place,
            key=team.key,
            name=team.name,
            country=team.country,
            club=team.club,
            values=(None,) * len(shown) if team.key in without_place else shown,
            match_points=record.match_points,
            board_points=record.board_points,
            opponents=tuple(record.round_cell(number, numbers) for number in rounds),
            boards=tuple(record.board_sum(number) / 2 for number in rounds),
            adjustments=record.adjustments,
        )


def _values(
    tournament: Tournament,
    play: TeamPlay,
    teams: Tournament,
    records: Mapping[str, _Record],
    after: int,
    criteria: Sequence[TeamCriterion | Criterion],
    without_place: frozenset[str],
) -> dict[str, tuple[float, ...]]:
    """The values of the criteria, by key of the team; of FIDE's tie-breaks in their units, more is better."""
    ratings = {team.key: mean_rating(tournament, play, team) for team in play.teams}
    of_players = [
        each for each in criteria if isinstance(each, Criterion) and each.tie_break is None
    ]
    as_players = {
        row.key: dict(zip(of_players, row.values, strict=True))
        for row in (standings(teams, after, of_players).rows if of_players else ())
    }

    def value(key: str, criterion: TeamCriterion | Criterion) -> float:
        if isinstance(criterion, Criterion):
            known = as_players[key][criterion]
            return NO_RATING if known is None else known
        if criterion is TeamCriterion.MEAN_RATING:
            return ratings[key]
        return records[key].value(criterion, records)

    keys = [team.key for team in teams.players]
    columns = np.zeros((len(keys), len(criteria)))
    contest = None
    for column, criterion in enumerate(criteria):
        if criterion.tie_break is None:
            columns[:, column] = [value(key, criterion) for key in keys]
        else:
            contest = contest or _contest(teams, play, records, after, criteria, without_place)
            place = places(columns[:, :column])
            columns[:, column] = tie_break_values(contest, criterion.tie_break, place)
    return dict(zip(keys, map(tuple, columns.tolist()), strict=True))


def _shown(
    criteria: Sequence[TeamCriterion | Criterion], values: Sequence[float]
) -> Sequence[float]:
    """The values as they are printed, those of FIDE's tie-breaks in points."""
    return [
        value
        if criterion.tie_break is None
        else float(tie_break_points(criterion.tie_break, np.array(value)))
        for criterion, value in zip(criteria, values, strict=True)
    ]


def team_contest(
    tournament: Tournament,
    after: int,
    criteria: Sequence[TeamCriterion | Criterion],
    without_place: frozenset[str],
) -> Contest:
    """The teams of a tournament as FIDE's tie-breaks count them.

    Parameters
    ----------
    criteria
        Those of the standings, of which the first score is what tie-breaks count.
    without_place
        Keys of the teams whose matches count for nobody.
    """
    play = tournament.team_play
    assert play is not None
    teams = units(tournament, play)
    records = _records(tournament, play, teams, after, without_place)
    return _contest(teams, play, records, after, criteria, without_place)


def team_terms_of(
    contest: Contest, criterion: TeamCriterion | Criterion
) -> tuple[Terms, int] | None:
    """What each round adds to a criterion of teams, and the units per point.

    Returns
    -------
    None for what is no sum or mean over rounds.
    """
    tie_break = criterion.tie_break
    if tie_break is not None:
        return tie_break_terms(contest, tie_break)
    there, boards = ~contest.waiting, contest.boards_x2
    if criterion is TeamCriterion.MATCH_POINTS:
        return contest.terms(contest.scores["MP"]), 2
    if criterion is TeamCriterion.SOS_MATCH_POINTS:
        total = contest.scores["MP"].total_x2
        return Terms(np.where(contest.paired, total[contest.opponent], 0), there), 2
    if criterion is TeamCriterion.BOARD_WINS:
        return contest.terms(contest.scores["GP"]), 2
    if criterion is TeamCriterion.MEAN_RATING or isinstance(criterion, Criterion) or boards is None:
        return None
    return Terms(boards[:, :, : criterion.boards].sum(axis=2), there), 2


def _contest(
    teams: Tournament,
    play: TeamPlay,
    records: Mapping[str, _Record],
    after: int,
    criteria: Sequence[TeamCriterion | Criterion],
    without_place: frozenset[str],
) -> Contest:
    """The teams as FIDE's tie-breaks count them."""
    history = ScoreHistory.for_standings(teams, without_place)
    own = [records[team.key] for team in teams.players]
    rounds = range(1, after + 1)
    boards_x2 = np.array(
        [
            [
                [record.board(number, board) for board in range(1, play.size + 1)]
                for number in rounds
            ]
            for record in own
        ],
        np.int64,
    ).reshape(len(own), after, play.size)
    matches_x2 = np.array(
        [[record.points_x2.get(number, 0) for number in rounds] for record in own], np.int64
    ).reshape(len(own), after)
    games_x2 = boards_x2.sum(axis=2)
    added = np.zeros((2, *games_x2.shape), np.int64)
    for row, record in enumerate(own):
        for each in record.adjustments:
            added[:, row, each.round - 1] = each.match_points_x2, each.board_points_x2
    scores = {
        "MP": RoundScores(
            points_x2=matches_x2 + added[0],
            result_x2=matches_x2,
            win_x2=play.win_x2,
            draw_x2=play.jigo_x2,
        ),
        "GP": RoundScores(
            points_x2=games_x2 + added[1],
            result_x2=games_x2,
            win_x2=2 * play.size,
            draw_x2=play.size,
        ),
    }
    return replace(
        Contest.of(history, after, wins_x2(history)),
        scores=scores,
        primary=_primary(criteria),
        boards_x2=boards_x2,
        bye=np.array(
            [[number in record.byes for number in rounds] for record in own], bool
        ).reshape(len(own), after),
    )


def _primary(criteria: Sequence[TeamCriterion | Criterion]) -> str:
    """The score by which the standings go: that of the first criterion that is one."""
    return next(filter(None, map(_score_of, criteria)), "MP")


def _score_of(criterion: TeamCriterion | Criterion) -> str:
    """Which score a criterion is, ``MP`` or ``GP``; empty if none."""
    if criterion.tie_break is not None and criterion.tie_break.code == "PTS":
        return criterion.tie_break.score or "MP"
    scores: Mapping[object, str]
    scores = {TeamCriterion.MATCH_POINTS: "MP", TeamCriterion.BOARD_WINS: "GP"}
    return scores.get(criterion, "")


class _Record:
    """What a team has done."""

    def __init__(self, play: TeamPlay, team: Team, after: int) -> None:
        self._play = play
        self.adjustments = tuple(each for each in team.adjustments if each.round <= after)
        self.points_x2: dict[int, int] = {}
        self.opponents: dict[int, str] = {}
        self.void: set[int] = set()
        self.byes: set[int] = set()
        self._boards: dict[int, dict[int, int]] = {}
        self._signs: dict[int, str] = {}

    @property
    def match_points(self) -> float:
        """Match points of all rounds."""
        added_x2 = sum(each.match_points_x2 for each in self.adjustments)
        return (sum(self.points_x2.values()) + added_x2) / 2

    @property
    def board_points(self) -> float:
        """Points of all boards of all rounds."""
        added_x2 = sum(each.board_points_x2 for each in self.adjustments)
        return (sum(map(self.board_sum, self._boards)) + added_x2) / 2

    def add(self, match: Match, side: int, *, void: bool = False) -> None:
        """Count a match, of which the team is the first or the second side; a void one is only shown."""
        own, unknown = match.points[side], match.result is Result.UNKNOWN
        self.opponents[match.round] = (match.black, match.white)[side]
        if void:
            self.void.add(match.round)
        else:
            self.points_x2[match.round] = self._play.worth_x2(
                own, by_default=match.by_default, is_known=not unknown
            )
            self._boards[match.round] = {b: p[side] for b, p in match.board_points.items()}
        self._signs[match.round] = "?" if unknown else "-=+"[own]

    def add_bye(self, number: int, match_x2: int, boards_x2: int, size: int) -> None:
        """Count a bye with so many doubled match points and board points: at each board as many, or all at the last."""
        each, rest = divmod(boards_x2, size)
        self.points_x2[number] = match_x2
        self._boards[number] = (
            {size: boards_x2} if rest else dict.fromkeys(range(1, size + 1), each)
        )
        self._signs[number] = "bye"

    def board(self, number: int, board: int) -> int:
        """Doubled points at a board in a round."""
        return self._boards.get(number, {}).get(board, 0)

    def board_sum(self, number: int, most: int | None = None) -> int:
        """Doubled points at the boards of a round, or at the upper ones."""
        boards = self._boards.get(number, {})
        return sum(points for board, points in boards.items() if most is None or board <= most)

    def value(self, criterion: TeamCriterion, records: Mapping[str, _Record]) -> float:
        """The value of a criterion, in points."""
        if criterion is TeamCriterion.MATCH_POINTS:
            return self.match_points
        if criterion is TeamCriterion.SOS_MATCH_POINTS:
            met = (key for number, key in self.opponents.items() if number not in self.void)
            return sum(records[key].match_points for key in met)
        if criterion is TeamCriterion.BOARD_WINS:
            return self.board_points
        return sum(self.board_sum(number, criterion.boards) for number in self._boards) / 2

    def round_cell(self, number: int, numbers: Mapping[str, int]) -> str:
        """What the team did in a round, as a wall list has it."""
        sign = self._signs.get(number, "-")
        opponent = self.opponents.get(number)
        if opponent is None:
            return sign
        cell = f"{numbers[opponent]}{sign}"
        return f"({cell})" if number in self.void else cell
