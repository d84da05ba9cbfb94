"""The lines that a report has of teams: their members, line-ups, byes and forfeited matches [FIDE C.04.A]."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...go.team_standings import team_standings
from ...go.teams import matches_of, mean_rating, of_teams
from ...go.tournament import NO_RATING, TeamCriterion
from ...sentences import phrase
from ..characters import nearest
from .columns import RECORDS
from .lines import format_points
from .teams import FORFEITS, MATCH_VALUES, is_forfeited, numbers_of_teams

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ...go.teams import Match
    from ...go.tournament import Team, TeamPlay, Tournament


def lines_of_teams(
    tournament: Tournament, numbers: Mapping[str, int], encoding: str
) -> dict[str, list[str]]:
    """The lines of a tournament with teams by their codes.

    Parameters
    ----------
    numbers
        Pairing numbers of the players, by key.
    """
    play = tournament.team_play
    assert play is not None
    teams = _Teams(tournament, play, numbers, encoding)
    if tournament.drawn_teams:
        teams.refuse_members_twice()
    return {
        "352": [f"352 {play.board_colours}"],
        "362": [RECORDS["362"].line(cells=_match_points(play))],
        "310": [*teams.lines()],
        "320": [*teams.lines_of_byes()],
        "330": [*teams.lines_of_forfeits()],
        "300": [*teams.lines_of_lineups()],
    }


def teams_away(tournament: Tournament) -> Iterator[tuple[int, str, int]]:
    """Round, letter of a line 240, and number of each team none of whose members takes part in a round without games."""
    play = tournament.team_play
    begun = {game.round for game in tournament.games}
    given = {(bye.round, bye.player) for bye in tournament.byes}
    for key, number in numbers_of_teams(tournament).items():
        team = next(each for each in play.teams if each.key == key) if play else None
        members = [tournament.by_key[member] for member in team.members] if team else []
        for round in filter(lambda each: each not in begun, tournament.round_numbers):
            if members and not any(player.plays_in(round) for player in members):
                asked = all(round in player.requested_byes for player in members)
                full = asked and given.issuperset((round, player.key) for player in members)
                yield round, "F" if full else "H" if asked else "Z", number


def adjusted_points(tournament: Tournament) -> Iterator[tuple[int, int, int, int]]:
    """Round, doubled match points and board points, and number of each team whose points are not those of its games."""
    play, numbers = tournament.team_play, numbers_of_teams(tournament)
    for team in play.teams if play else ():
        for each in team.adjustments:
            if each.round <= tournament.rules.rounds:
                yield each.round, each.match_points_x2, each.board_points_x2, numbers[team.key]
    if tournament.drawn_teams:
        for round, match_x2, board_x2, key in _points_beside_games(tournament):
            yield round, match_x2, board_x2, numbers[key]


def _points_beside_games(tournament: Tournament) -> Iterator[tuple[int, int, int, str]]:
    """What boards that count otherwise for the teams give these beside the results of the games."""
    play = tournament.team_play
    assert play is not None
    games = tuple(replace(game, team_result=None) for game in tournament.games)
    of_games = replace(tournament, games=games)
    for number in sorted({game.round for game in tournament.games if game.team_result}):
        matches = matches_of(tournament, play, number), matches_of(of_games, play, number)
        for counted, played in zip(*matches, strict=True):
            for place, key in enumerate(counted.teams):
                boards_x2 = counted.sums[place] - played.sums[place]
                worth = [play.match_points_x2[match.points[place]] for match in (counted, played)]
                if boards_x2 or worth[0] != worth[1]:
                    yield number, worth[0] - worth[1], boards_x2, key


def forfeits_of_boards(
    tournament: Tournament, rounds: Iterable[int]
) -> Iterator[tuple[str, int, str]]:
    """Who has a forfeit without an opponent: in a forfeited match, or where the other team has named nobody.

    Yields
    ------
    Key, round, and the sign of a point or of none.
    """
    play = tournament.team_play
    if play is None:
        return
    for number in rounds:
        for match in matches_of(tournament, play, number):
            if tournament.drawn_teams and is_forfeited(match):
                for game in match.boards.values():
                    for key, won_x2 in zip(game.players, game.result.won_x2, strict=True):
                        yield key, number, "+" if won_x2 else "-"
        for key in tournament.facing_nobody(number):
            yield key, number, "+"


def _match_points(play: TeamPlay) -> Iterator[str]:
    for letters, name in MATCH_VALUES.items():
        if (halves := getattr(play, name)) is not None:
            yield f"{letters}{format_points(halves):>4}"


@dataclass(frozen=True)
class _Teams:
    """The teams of a tournament, and what lines say of them."""

    tournament: Tournament
    play: TeamPlay
    players: Mapping[str, int]
    """Pairing numbers of the players, by key."""

    encoding: str

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Numbers of the teams, by key, in ascending order."""
        return numbers_of_teams(self.tournament)

    @cached_property
    def members(self) -> Mapping[str, tuple[str, ...]]:
        """Keys of the players of each team, in an order that the boards of its matches keep to, as far as there is one.

        Rounds to come have no lines of their own: whoever plays in them comes first.
        """
        to_come = self.tournament.rules.rounds > self.last
        in_match = {
            number: {key for match in matches for key in match.teams}
            for number, matches in self.matches.items()
        }
        found = {}
        for team in self.play.teams:
            lineups = Counter(
                tuple(filter(None, self.play.at_boards(team, number)))
                for number, keys in in_match.items()
                if team.key in keys
            )
            orders = [order for order, _ in lineups.most_common()]
            if to_come:
                orders.insert(0, tuple(filter(None, team.lineup(self.last + 1))))
            found[team.key] = _members(team, orders)
        return found

    @cached_property
    def last(self) -> int:
        """The last round with games."""
        return max((game.round for game in self.tournament.games), default=0)

    @cached_property
    def matches(self) -> Mapping[int, tuple[Match, ...]]:
        """The matches by round."""
        rounds = range(1, self.last + 1)
        return {number: matches_of(self.tournament, self.play, number) for number in rounds}

    def refuse_members_twice(self) -> None:
        """Refuse players who play in several teams, one after the other.

        Raises
        ------
        RuleError
            If there is one.
        """
        counts = Counter(key for members in self.members.values() for key in members)
        for key, count in counts.items():
            if count > 1:
                name = self.tournament.name_of(key)
                raise RuleError(
                    phrase(
                        "{name} plays in {count} teams: reports for FIDE can hold one",
                        name=name,
                        count=count,
                    )
                )

    def lines(self) -> Iterator[str]:
        """The teams with their points and places."""
        points = (TeamCriterion.MATCH_POINTS, TeamCriterion.BOARD_WINS)
        both = {row.key: row for row in team_standings(self.tournament, self.last, points).rows}
        place = {row.key: row.place for row in team_standings(self.tournament, self.last).rows}
        by_key = {team.key: team for team in self.play.teams}
        for key, number in self.numbers.items():
            team = by_key[key]
            strength = mean_rating(self.tournament, self.play, team)
            shown = "" if strength <= NO_RATING else str(strength)
            name, short = (
                " ".join(nearest(text, self.encoding).split())
                for text in (team.name, team.short_name)
            )
            match_points, game_points = (f"{value or 0:.1f}" for value in both[key].values)
            values = {
                "number": number,
                "name": name,
                "short name": short,
                "strength": shown,
                "match points": match_points,
                "game points": game_points,
                "rank": "" if both[key].unranked else place[key],
            }
            yield RECORDS["310"].line(values, map(self.players.__getitem__, self.members[key]))

    def lines_of_byes(self) -> Iterator[str]:
        """Who had the bye of each round, and what it is worth."""
        teams = of_teams(self.tournament)
        is_written = self.tournament.drawn_teams and not teams.has_free_rounds
        rounds = teams.round_numbers if is_written else ()
        team = {n: self.numbers[key] for n in rounds for key in teams.pairing_byes(n)}
        if team:
            worth = self.play.worth_of_bye(self.tournament.rules.points)
            values = dict(
                zip(("match points", "game points"), map(format_points, worth), strict=True)
            )
            rounds = range(1, max(team) + 1)
            yield RECORDS["320"].line(values, (team.get(number, 0) for number in rounds))

    def lines_of_forfeits(self) -> Iterator[str]:
        """The matches of which one side, or both, has lost all boards by forfeit."""
        signs = {result: sign for sign, result in FORFEITS.items()}
        for number, matches in self.matches.items():
            for match in filter(is_forfeited, matches):
                yield RECORDS["330"].line(
                    {
                        "result": signs[match.result],
                        "round": number,
                        "White": self.numbers[match.white],
                        "Black": self.numbers[match.black],
                    }
                )

    def lines_of_lineups(self) -> Iterator[str]:
        """Who sat at the boards of the matches where one is empty, or a side does not keep to the order of its line 310."""
        by_key = {team.key: team for team in self.play.teams}
        for number, matches in self.matches.items():
            for match in matches:
                sides = match.teams, match.teams[::-1]
                if not all(self._is_implied(by_key[key], number) for key, _ in sides):
                    yield from (self._lineup(by_key[key], number, other) for key, other in sides)

    def _is_implied(self, team: Team, number: int) -> bool:
        """Whether players sit at all boards of a team in the order of its line 310, as substitutes do who move up."""
        at_boards = self.play.at_boards(team, number)
        return at_boards == tuple(key for key in self.members[team.key] if key in at_boards)

    def _lineup(self, team: Team, number: int, other: str) -> str:
        seated = (self.players[key] if key else 0 for key in self.play.at_boards(team, number))
        opponent = self.numbers[other]
        values = {"round": number, "team": self.numbers[team.key], "opponent": opponent}
        return RECORDS["300"].line(values, seated)


def _members(team: Team, orders: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Keys of the players of a team in an order that keeps to the given ones, the first of which decides; else that of the list."""
    lineups = (key for lineup in reversed(team.lineups) for key in lineup if key)
    listed = [*dict.fromkeys((*team.roster, *lineups))]
    before: dict[str, set[str]] = {key: set() for key in listed}
    for order in orders:
        more = {key: {*before[key]} for key in listed}
        for one, other in pairwise(order):
            more[other].add(one)
        with suppress(CycleError):
            TopologicalSorter(more).prepare()
            before = more
    found: list[str] = []
    while len(found) < len(listed):
        found.append(next(key for key in listed if key not in found and before[key] <= {*found}))
    return tuple(found)
