"""A tournament of teams as one of players: each team is a player, and each match a game.

So whatever draws, proves and explains a round of players does so with teams.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..tournament import Bye, Game, Grade, Player, Tournament
from ..tournament.starting import grade_start
from .matches import matches_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..tournament import Person, Team, TeamPlay

__all__ = [
    "half_down",
    "is_complete",
    "mean_rating",
    "of_teams",
    "shared",
    "units",
    "waiting_in_teams",
    "with_team_bye",
]


def of_teams(tournament: Tournament) -> Tournament:
    """The tournament whose players are the teams; one that does not draw teams is returned as it is.

    A team has the mean grade and the mean rating of the players at its boards in its first round,
    rounded half down, and the country and the club that all of them share, unless it has its own. It
    misses the rounds for which it is not complete. Its games are even. A complete team without a
    match in a round in which all others have one has the bye. The table of a match is its first one.

    Examples
    --------
    >>> from fastpair.go.tournament import Team, TeamPlay
    >>> of_teams(Tournament(team_play=TeamPlay(teams=(Team(key="1", name="Lyon"),)))).players[0].name
    'Lyon'
    """
    play = tournament.team_play
    if play is None or not tournament.draws_teams:
        return tournament
    return units(tournament, play)


def units(tournament: Tournament, play: TeamPlay) -> Tournament:
    """The tournament whose players are the teams, whether they are drawn or not."""
    rounds = range(1, tournament.rules.rounds + 1)
    players = tuple(_player(tournament, play, team) for team in play.teams)
    games, byes = [], []
    for number in rounds:
        matches = matches_of(tournament, play, number)
        games += [
            Game(
                round=number,
                table=match.table,
                white=match.white,
                black=match.black,
                result=match.result,
                by_default=match.by_default,
            )
            for match in matches
        ]
        seated = {key for match in matches for key in (match.white, match.black)}
        left = [p.key for p in players if p.plays_in(number) and p.final and p.key not in seated]
        if matches and len(left) == 1:
            byes.append(Bye(round=number, player=left[0]))
    handicap = replace(tournament.rules.handicap, ceiling=0)
    return Tournament.found(
        name=tournament.name,
        event=tournament.event,
        rules=replace(tournament.rules, handicap=handicap),
        players=players,
        games=tuple(games),
        byes=tuple(byes),
    )


def with_team_bye(tournament: Tournament, number: int) -> frozenset[str]:
    """Keys of the players who are free in a round as their team has the bye, or since they face an empty board.

    None if players are drawn.
    """
    play = tournament.team_play
    if play is None or not tournament.draws_teams:
        return frozenset()
    lineups = {team.key: team.lineup(number)[: play.size] for team in play.teams}
    byes = units(tournament, play).round(number).byes
    free = {key for team in byes for key in lineups[team]}
    for match in matches_of(tournament, play, number):
        for board in match.empty:
            free |= {
                *lineups[match.white][board - 1 : board],
                *lineups[match.black][board - 1 : board],
            }
    return frozenset(filter(None, free))


def waiting_in_teams(tournament: Tournament, number: int) -> tuple[Player, ...]:
    """The players whom a draw of a round gives an opponent: where teams are drawn, at the boards of those.

    Who is in no team, or in one that is not complete, waits for nobody.
    """
    play, waiting = tournament.team_play, tournament.to_pair(number)
    if play is None or not tournament.draws_teams:
        return waiting
    teams = {team.key for team in units(tournament, play).to_pair(number)}
    lineups = (team.lineup(number)[: play.size] for team in play.teams if team.key in teams)
    at_boards = frozenset().union(*lineups)
    return tuple(player for player in waiting if player.key in at_boards)


def is_complete(tournament: Tournament, play: TeamPlay, team: Team, number: int) -> bool:
    """Whether enough players at the boards of a team take part in a round."""
    players = _members(tournament, play, team.lineup(number))
    return sum(player.final and player.plays_in(number) for player in players) >= play.needed


def mean_rating(tournament: Tournament, play: TeamPlay, team: Team) -> int:
    """The ratings of the members in the first round over the number of boards, as OpenGotha divides."""
    total = sum(player.rating for player in _members(tournament, play, team.lineup(1)))
    return total // play.size if total >= 0 else -(-total // play.size)


def _members(tournament: Tournament, play: TeamPlay, lineup: tuple[str, ...]) -> list[Player]:
    return [tournament.by_key[key] for key in lineup[: play.size] if key]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Unit(Player):
    """A team as a player."""

    players: tuple[Person, ...] = ()
    """Who play in it in any round."""

    @property
    def roster(self) -> tuple[Person, ...]:
        """Who play in the team in any round."""
        return self.players

    @property
    def family(self) -> str:
        """The teams of one club are a family."""
        return "team"


def _player(tournament: Tournament, play: TeamPlay, team: Team) -> Player:
    first = next((lineup for lineup in team.lineups if any(lineup)), ())
    members, rules = _members(tournament, play, first), tournament.rules
    rounds = range(1, rules.rounds + 1)
    grades = [int(player.grade) for player in members] or [int(rules.floor)]
    mean = Grade(half_down(grades))
    correction = team.correction
    if play.summed:
        starts = (grade_start(rules, player.grade) + player.correction for player in members)
        correction += sum(starts) - grade_start(rules, mean)
    return _Unit(
        key=team.key,
        name=team.name,
        first_name="",
        grade=mean,
        rating=half_down([player.rating for player in members] or [mean.rating]),
        country=team.country or shared(player.country for player in members),
        club=team.club or shared(player.club for player in members),
        correction=correction,
        players=tuple(tournament.by_key[key] for key in sorted(team.members)),
        absences=frozenset(
            number for number in rounds if not is_complete(tournament, play, team, number)
        ),
    )


def half_down(values: list[int]) -> int:
    """The mean, rounded to the nearest whole number, half down."""
    return -((len(values) - 2 * sum(values)) // (2 * len(values)))


def shared(values: Iterable[str]) -> str:
    """What all values are; empty if they differ."""
    found = set(values)
    return found.pop() if len(found) == 1 else ""
