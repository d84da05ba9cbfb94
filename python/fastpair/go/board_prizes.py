"""Board prizes of a team event: who did best at each board."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from ..errors import RuleError
from ..sentences import phrase
from .ratings import fide
from .scores import Contest, ScoreHistory, places, tie_break_values, wins_x2
from .standings import CountedRounds
from .team_standings import team_standings
from .teams import matches_of
from .tournament import RESERVES, Criterion

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ..arrays import Integers
    from .tournament import BoardPrizeValue, Player, Team, TeamPlay, Tournament

__all__ = ["BoardPrizes", "BoardResult", "board_prizes", "individual_results"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardResult:
    """What a player of a team has done."""

    player: Player
    team: Team

    board: int
    """From 1; `RESERVES` for a substitute."""

    place: int | None
    """Among those of the board; None with too few games, or without a performance where that counts."""

    games: int
    """Those at the board and those decided by forfeit, also against nobody."""

    played: int
    """Those at the board alone."""

    points: float
    """A win one point, also by forfeit."""

    percentage: float
    """Points of a hundred that the games could bring; 0 without a game."""

    performance: int | None
    """By the rated games at the board against opponents with a rating; None without one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPrizes:
    """The results of the players of a team event, board by board."""

    tournament: str
    after: int
    """The last round that counts."""

    by: BoardPrizeValue
    """What decides first."""

    fewest: int
    """So many games take part."""

    provisional: bool
    """Whether a round that counts is not played, or a result of it is missing."""

    rows: tuple[BoardResult, ...]
    """From board 1 on, substitutes last, each in the order of the places, those without one behind them."""

    @property
    def boards(self) -> Mapping[int, Sequence[BoardResult]]:
        """The rows of each board."""
        return {board: [*rows] for board, rows in groupby(self.rows, key=lambda row: row.board)}


def board_prizes(tournament: Tournament, after: int | None = None) -> BoardPrizes:
    """Who did best at each board, by the rules of ``TeamPlay``.

    Equal values are told apart by direct encounter, the number of games, the percentage, and the place of the team.

    Parameters
    ----------
    after
        Number of rounds; by default all up to the last one whose own results are all known.

    Raises
    ------
    RuleError
        If there is no such round, no teams play, or performances are to count in another game than chess.
    """
    results = _Results.of(tournament, after)
    found = [each for each in results.of_players() if each.games]
    rows = [
        row
        for board in sorted({each.board for each in found}, key=_board_order)
        for row in results.ranked([each for each in found if each.board == board])
    ]
    return results.listed(rows)


def individual_results(tournament: Tournament, after: int | None = None) -> BoardPrizes:
    """The results of all players of all teams in one list, whatever the number of games.

    Raises
    ------
    RuleError
        As `board_prizes`.
    """
    results = _Results.of(tournament, after)
    return results.listed(results.ranked([*results.of_players()], everybody=True))


def _board_order(board: int) -> tuple[bool, int]:
    return board == RESERVES, board


@dataclass(slots=True)
class _Tally:
    """What is counted of a player."""

    games: int = 0
    played: int = 0
    points_x2: int = 0
    boards: Counter[int] = field(default_factory=Counter)
    """How many games at each board."""

    opponents: list[int] = field(default_factory=list)
    """Ratings of the opponents that count for the performance."""

    won_x2: int = 0
    """Doubled points against them."""

    def add(self, board: int, points_x2: int, *, at_board: bool) -> None:
        """Count a game."""
        self.games += 1
        self.played += at_board
        self.points_x2 += points_x2
        self.boards[board] += 1

    @property
    def share(self) -> Fraction:
        """Points of those that the games could bring."""
        return Fraction(self.points_x2, 2 * self.games) if self.games else Fraction(0)

    @property
    def performance(self) -> int | None:
        """The performance of the games that count for it [B.02 8.1.1]."""
        if not self.opponents:
            return None
        ratings = np.array([self.opponents], np.int64)
        return int(fide.performance(ratings, ratings > 0, np.array([self.won_x2]))[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Results:
    """A team event up to a round."""

    tournament: Tournament
    play: TeamPlay
    counted: CountedRounds
    by: BoardPrizeValue
    fewest: int
    tallies: Mapping[str, _Tally]
    """By the keys of the players of all teams."""

    @classmethod
    def of(cls, tournament: Tournament, after: int | None) -> _Results:
        """Count the games of everybody."""
        play = tournament.team_play
        if play is None:
            raise RuleError(phrase("no teams play in this tournament"))
        rated = tournament.event_kind.rated_by_fide
        by = play.board_prizes_by or ("performance" if rated else "points")
        if by == "performance" and not rated:
            raise RuleError(
                phrase("performances are of chess; let board prizes go by percentage or points"),
                about="board_prizes",
            )
        counted = CountedRounds.of(tournament, after)
        return cls(
            tournament=tournament,
            play=play,
            counted=counted,
            by=by,
            fewest=play.board_prizes_games or -(-counted.after // 2),
            tallies=_tallies(tournament, play, counted.after),
        )

    def of_players(self) -> Iterator[BoardResult]:
        """What each player of each team has done, without a place."""
        for team in self.play.teams:
            for key in team.players_in_order:
                tally = self.tallies[key]
                yield BoardResult(
                    player=self.tournament.by_key[key],
                    team=team,
                    board=self._board(team, key, tally),
                    place=None,
                    games=tally.games,
                    played=tally.played,
                    points=tally.points_x2 / 2,
                    percentage=float(100 * tally.share),
                    performance=tally.performance,
                )

    def _board(self, team: Team, key: str, tally: _Tally) -> int:
        """The board of a player: the one of most games, the upper one of several, or the one of the first line-up."""
        if self.play.board_prizes_at == "played" and tally.boards:
            return min(tally.boards, key=lambda board: (-tally.boards[board], board))
        lists = filter(None, (team.roster, *team.lineups))
        board = next(each.index(key) + 1 for each in lists if key in each)
        return board if board <= self.play.size else RESERVES

    def _value(self, row: BoardResult) -> Fraction | None:
        """What decides first; None for no place."""
        tally = self.tallies[row.player.key]
        if self.by == "performance":
            return None if row.performance is None else Fraction(row.performance)
        return tally.share if self.by == "percentage" else Fraction(tally.points_x2)

    def ranked(
        self, rows: Sequence[BoardResult], *, everybody: bool = False
    ) -> Iterator[BoardResult]:
        """The rows in their order, with places; those without one behind, in the order of names."""
        values = {
            row.player.key: value
            for row in rows
            if (everybody or self._games(row) >= self.fewest)
            and (value := self._value(row)) is not None
        }
        keys = self._keys(rows, values)
        place = 0
        ordered = sorted(rows, key=lambda row: (row.player.key not in values, keys[row.player.key]))
        for number, row in enumerate(ordered, start=1):
            key = keys[row.player.key]
            if number == 1 or key != keys[ordered[number - 2].player.key]:
                place = number
            yield replace(row, place=place if row.player.key in values else None)

    def _games(self, row: BoardResult) -> int:
        """The games of which there must be enough."""
        return row.played if self.by == "performance" else row.games

    def _keys(
        self, rows: Iterable[BoardResult], values: Mapping[str, Fraction]
    ) -> dict[str, tuple[object, ...]]:
        """What the rows are sorted by: the value, then what tells equal ones apart; names of those without a place."""
        encounters = self._encounters(values)
        teams = {
            each.key: (each.unranked, each.place)
            for each in team_standings(self.tournament, self.counted.after).rows
        }
        found: dict[str, tuple[object, ...]] = {}
        for row in rows:
            key = row.player.key
            found[key] = (row.player.full_name,)
            if key in values:
                tally = self.tallies[key]
                own = -values[key], -encounters[key], -tally.games, -tally.share
                found[key] = (*own, teams[row.team.key])
        return found

    def _encounters(self, values: Mapping[str, Fraction]) -> Mapping[str, int]:
        """Direct encounters of those of equal values: more is better."""
        tournament, after = self.tournament, self.counted.after
        ranks = {value: rank for rank, value in enumerate(sorted({*values.values()}, reverse=True))}
        alone = len(ranks)
        place: Integers = np.array(
            [
                [-(ranks[values[player.key]] if player.key in values else alone + number)]
                for number, player in enumerate(tournament.players)
            ],
            np.int64,
        )
        history = ScoreHistory.of(tournament)
        contest = Contest.of(history, after, wins_x2(history))
        tie_break = Criterion("DE").tie_break
        assert tie_break is not None
        found = tie_break_values(contest, tie_break, places(place))
        return {
            player.key: int(value)
            for player, value in zip(tournament.players, found.tolist(), strict=True)
        }

    def listed(self, rows: Iterable[BoardResult]) -> BoardPrizes:
        """A list of rows."""
        return BoardPrizes(
            tournament=self.tournament.name,
            after=self.counted.after,
            by=self.by,
            fewest=self.fewest,
            provisional=self.counted.provisional,
            rows=tuple(rows),
        )


def _tallies(tournament: Tournament, play: TeamPlay, after: int) -> dict[str, _Tally]:
    """What every player of a team has done in so many rounds."""
    tallies = {key: _Tally() for team in play.teams for key in team.members}
    for number in range(1, after + 1):
        seats = play.seats(number)
        for game in tournament.round(number).games:
            for key, kind, won_x2 in zip(game.players, game.kinds, game.ending.won_x2, strict=True):
                if key not in seats or not (kind.at_board or kind.is_forfeit):
                    continue
                tally = tallies[key]
                tally.add(seats[key][1], won_x2, at_board=kind.at_board)
                rating = tournament.by_key[game.opponent_of(key)].rating
                if kind.is_rated and rating is not None:
                    tally.opponents.append(rating)
                    tally.won_x2 += won_x2
        for match in matches_of(tournament, play, number):
            for board, pair in match.empty.items():
                tallies["".join(pair)].add(board, 2, at_board=False)
    return tallies
