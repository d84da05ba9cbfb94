"""Teams and pairs: who sits where, and what a match is worth."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ..errors import RuleError
from ..sentences import phrase
from .tournament import (
    NO_RATING,
    Bye,
    Game,
    Grade,
    Person,
    Player,
    Result,
    RoundKind,
    Tournament,
)
from .tournament.groups import grade_start

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from ..sentences import Sentence
    from .tournament import Points, Team, TeamPlay

__all__ = [
    "Match",
    "find_rematches_of_players",
    "lineups_out_of_order",
    "match_of",
    "matches_of",
    "mean_rating",
    "of_teams",
    "out_of_order",
    "pair_of",
    "refuse_pairs",
    "split_pair",
    "units",
    "waiting_in_teams",
    "with_team_bye",
]


# ---- A match: the games of a round between the members of two teams ----


@dataclass(frozen=True, kw_only=True)
class Match:
    """What two teams play in a round.

    Examples
    --------
    >>> boards = {
    ...     1: Game(round=1, table=1, white="a", black="c", result=Result.WHITE_WINS),
    ...     2: Game(round=1, table=2, white="d", black="b", result=Result.BLACK_WINS),
    ... }
    >>> members = frozenset({"a", "b"})
    >>> Match(round=1, white="A", black="B", boards=boards, size=2, first=members).points
    (2, 0)
    """

    round: int
    """From 1."""

    white: str
    """Key of the team that is named first, and has White at the first board unless `TeamPlay.colours` say Black."""

    black: str
    """Key of the other team."""

    boards: dict[int, Game]
    """The games by board, from 1, the uppermost first."""

    size: int
    """Number of boards of a match."""

    first: frozenset[str]
    """Keys of the members of ``white``."""

    first_white: frozenset[int] = frozenset({1, 3, 5, 7, 9})
    """Boards at which these have White where there are no stones."""

    missing: frozenset[int] = frozenset()
    """Boards of which a player does not take part in the round."""

    empty: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Keys of the players of the two teams at each board at which one of them has named nobody; an empty one for nobody.

    Who is there has won by forfeit."""

    needs_half: bool = True
    """Whether a team needs half of the points of all boards for a draw and more for a win, as in OpenGotha,
    even where boards are lost by both; otherwise the higher sum wins."""

    @property
    def teams(self) -> tuple[str, str]:
        """Keys of both teams, the one that is named first in front."""
        return self.white, self.black

    @property
    def table(self) -> int:
        """The first table."""
        return min(game.table for game in self.boards.values())

    @property
    def last_table(self) -> int:
        """The last table."""
        return max(game.table for game in self.boards.values())

    @property
    def all_boards(self) -> tuple[int, ...]:
        """The boards at which there is a game, or one of the teams has won by forfeit against nobody."""
        return tuple(sorted({*self.boards, *self.empty}))

    @cached_property
    def board_points(self) -> dict[int, tuple[int, int]]:
        """Doubled points of the two teams at each board: a win 2, a jigo 1 each.

        Sums whose boards are not known stand at the last board, so that they count for no upper ones.
        """
        if self.stated_sums:
            first, second = self.stated_sums
            return {self.size: (first, second)}
        played = {
            board: game.team_points_x2 if game.white in self.first else game.team_points_x2[::-1]
            for board, game in self.boards.items()
        }
        alone = {board: (2 * bool(one), 2 * bool(two)) for board, (one, two) in self.empty.items()}
        return dict(sorted((played | alone).items()))

    @property
    def stated_sums(self) -> tuple[int, ...]:
        """Doubled points of the two teams, where they are stated instead of the results of the boards."""
        game = next(iter(self.boards.values()))
        return game.sums_halves[:: 1 if game.white in self.first else -1]

    @property
    def sums(self) -> tuple[int, int]:
        """Doubled points of the two teams at all boards."""
        points = self.board_points.values()
        return sum(first for first, _ in points), sum(second for _, second in points)

    @property
    def known_sums(self) -> tuple[int, int] | None:
        """Doubled points of the two teams at all boards; None as long as nobody has any points and no result was entered."""
        return self.sums if self.begun or any(self.sums) else None

    @property
    def points(self) -> tuple[int, int]:
        """A match won counts as 2, a drawn one as 1; as OpenGotha counts them unless the higher sum wins.

        In OpenGotha a team has 2 if its doubled sum is above the number of boards and above the other's sum,
        and 1 if it is as high as the higher of these.
        """
        if not self.needs_half:
            return self.result.won_x2
        first, second = self.sums
        return _match_points(first, max(self.size, second)), _match_points(
            second, max(self.size, first)
        )

    @property
    def result(self) -> Result:
        """Who has won the match; unknown as long as a missing result could change that.

        Where nobody has played yet, boards that are lost by forfeit do not decide it.
        """
        first, second = self.sums
        open_boards = () if self.stated_sums else self.boards.values()
        open_x2 = 2 * sum(
            (game.team_result or game.result) is Result.UNKNOWN for game in open_boards
        )
        if open_x2 and (abs(first - second) <= open_x2 or not self.begun):
            return Result.UNKNOWN
        if first == second:
            return Result.JIGO if first else Result.BOTH_LOSE
        return Result.WHITE_WINS if first > second else Result.BLACK_WINS

    @property
    def postponed(self) -> bool:
        """Whether it waits for postponed boards alone."""
        waiting = [game for game in self.boards.values() if not game.has_result]
        is_open = self.result is Result.UNKNOWN
        return is_open and all(game.postponed for game in waiting)

    @property
    def begun(self) -> bool:
        """Whether a result was entered; a board that lacks a player is lost by forfeit at once."""
        return bool(self.stated_sums) or any(
            game.result is not Result.UNKNOWN and not (game.by_default and board in self.missing)
            for board, game in self.boards.items()
        )

    @property
    def by_default(self) -> bool:
        """Whether no board was played."""
        return all(game.by_default for game in self.boards.values())


def _match_points(own: int, other: int) -> int:
    return (own > other) + (own >= other)


def find_rematches_of_players(
    tournament: Tournament, play: TeamPlay, number: int
) -> list[tuple[str, str]]:
    """Teams that have not met, but two of whose players at one board of a round have.

    Players meet again where one of them has changed the team.

    Returns
    -------
    Keys of the two teams, in order.
    """
    seats = play.seats(number)
    rounds = range(1, number)
    played = {
        frozenset(match.teams)
        for before in rounds
        for match in matches_of(tournament, play, before)
    }
    found = set()
    for game in (game for before in rounds for game in tournament.round(before).games):
        one, other = (seats.get(key) for key in game.players)
        if one is None or other is None or one[1] != other[1]:
            continue
        pair = one[0].key, other[0].key
        if frozenset(pair) not in played:
            found.add((min(pair), max(pair)))
    return sorted(found)


def matches_of(tournament: Tournament, play: TeamPlay, number: int) -> tuple[Match, ...]:
    """The matches of round ``number``, in the order of their first tables."""
    seats = play.seats(number)
    away = {player.key for player in tournament.players if not player.plays_in(number)}
    found: dict[frozenset[str], dict[int, Game]] = {}
    for game in tournament.round(number).games:
        if not all(key in seats for key in game.players):
            continue
        teams = frozenset(seats[key][0].key for key in game.players)
        if len(teams) > 1:
            board = min(seats[key][1] for key in game.players)
            found.setdefault(teams, {})[board] = game
    matches, by_key = [], {team.key: team for team in play.teams}
    for teams, games in found.items():
        boards = dict(sorted(games.items()))
        uppermost, game = next(iter(boards.items()))
        # Which team is the first one follows from any even game, as the colours of all boards do from that team.
        board, game = next(((b, g) for b, g in boards.items() if not g.handicap), (uppermost, game))
        white = seats[game.white if play.has_white(board) else game.black][0].key
        (black,) = teams - {white}
        matches.append(
            Match(
                round=number,
                white=white,
                black=black,
                boards=boards,
                size=play.size,
                first=frozenset(filter(None, play.at_boards(by_key[white], number))),
                first_white=frozenset(filter(play.has_white, range(1, play.size + 1))),
                missing=frozenset(b for b, g in boards.items() if away.intersection(g.players)),
                empty=_empty_boards(play, number, (by_key[white], by_key[black]), away),
                needs_half=tournament.event_kind.match_needs_half,
            )
        )
    return tuple(sorted(matches, key=lambda match: match.table))


def match_of(tournament: Tournament, team: str, number: int) -> Match | None:
    """The match in round ``number`` of the team with a key; None without one."""
    play = tournament.team_play
    matches = matches_of(tournament, play, number) if play else ()
    return next((match for match in matches if team in match.teams), None)


def _empty_boards(
    play: TeamPlay, number: int, teams: tuple[Team, Team], away: Collection[str]
) -> dict[int, tuple[str, str]]:
    """Who is alone at a board of a match, see `Match.empty`; nobody if the player is absent."""
    boards = play.empty_boards(number, *teams)
    there = {
        board: tuple("" if key in away else key for key in pair) for board, pair in boards.items()
    }
    return {board: (one, two) for board, (one, two) in there.items() if one or two}


# ---- The order of the boards ----


def out_of_order(tournament: Tournament, team: Team, number: int) -> Iterator[Sentence]:
    """Say, one line each, who sits at another board than the order of line-ups asks for.

    Examples
    --------
    >>> from fastpair.go.tournament import Team, TeamPlay
    >>> team = Team(key="1", name="Lyon", lineups=(("a", "b"), ("b", "a")))
    >>> grade = Grade.parse("1d")
    >>> players = [Player(key=key, name=key.upper(), first_name="", grade=grade) for key in "ab"]
    >>> tournament = Tournament(players=players, team_play=TeamPlay(teams=(team,), size=2))
    >>> list(map(str, out_of_order(tournament, team, 2)))
    ['Lyon: B at board 1 comes after A at board 2 in the list']
    """
    play = tournament.team_play
    if play is None or play.lineup_order == "free":
        return
    lineup = enumerate(play.at_boards(team, number), start=1)
    boards = [(board, tournament.by_key[key]) for board, key in lineup if key]
    place = {key: each for each, key in enumerate(team.players_in_order)}
    for (upper, one), (lower, other) in combinations(boards, 2):
        values = {
            "team": team.name,
            "name": one.full_name,
            "board": upper,
            "other": other.full_name,
            "lower": lower,
        }
        if play.lineup_order == "list":
            if place[one.key] > place[other.key]:
                yield phrase(
                    "{team}: {name} at board {board} comes after {other} at board {lower} in the list",
                    **values,
                )
        elif (
            one.rating is not None
            and other.rating is not None
            and one.rating + play.rating_tolerance < other.rating
        ):
            yield phrase(
                "{team}: {name} ({rating}) at board {board} is rated below {other} ({more}) at board {lower}",
                rating=one.rating,
                more=other.rating,
                **values,
            )


def lineups_out_of_order(tournament: Tournament, number: int) -> Iterator[Sentence]:
    """Who sits at another board than the order asks for, of all teams with a match in a round."""
    play = tournament.drawn_teams
    matches = matches_of(tournament, play, number) if play else ()
    seated = {key for match in matches for key in match.teams}
    for team in tournament.team_list:
        if team.key in seated:
            yield from out_of_order(tournament, team, number)


# ---- A tournament of teams as one of players: each team is a player, and each match a game ----

# So whatever draws, proves and explains a round of players does so with teams.


def of_teams(tournament: Tournament) -> Tournament:
    """The tournament whose players are the teams; one that does not draw teams is returned as it is.

    A team has the mean grade and the mean rating of the players at its boards in its first round,
    rounded half down, their shared attributes, and the country and the club that all of them share, unless it has its own. It
    misses the rounds for which it is not complete; it is a requested bye if all who are missing at its
    boards have asked for one, of a full point if all of these have. Its games are even. A complete team without a
    match in a round in which all others have one has the bye. The table of a match is its first one.

    Examples
    --------
    >>> from fastpair.go.tournament import Team, TeamPlay
    >>> of_teams(Tournament(team_play=TeamPlay(teams=(Team(key="1", name="Lyon"),)))).players[0].name
    'Lyon'
    """
    play = tournament.drawn_teams
    return tournament if play is None else units(tournament, play)


def units(tournament: Tournament, play: TeamPlay) -> Tournament:
    """The tournament whose players are the teams, whether they are drawn or not."""
    if play is not tournament.team_play:
        return _units(tournament, play)
    if units not in tournament.kept:
        tournament.kept[units] = _units(tournament, play)
    found: Tournament = tournament.kept[units]
    return found


def _units(tournament: Tournament, play: TeamPlay) -> Tournament:
    rounds = range(1, tournament.rules.rounds + 1)
    players = tuple(_player(tournament, play, team) for team in play.teams)
    games, byes = [], []
    # A free round is one, whether the team would be complete or not.
    by_table = {
        p.key
        for p in players
        if tournament.rules.predetermined and not p.absences.issuperset(rounds)
    }
    for number in rounds:
        matches = matches_of(tournament, play, number)
        games += [
            _MatchGame(
                round=number,
                table=match.table,
                white=match.white,
                black=match.black,
                result=match.result,
                by_default=match.by_default,
                postponed=match.postponed or None,
                boards_x2=match.sums,
                match_sums=match.known_sums,
                open_boards=tuple(
                    game.table for game in match.boards.values() if not game.has_result
                ),
            )
            for match in matches
        ]
        seated = {key for match in matches for key in match.teams}
        left = [
            p.key
            for p in players
            if p.final and p.key not in seated and (p.plays_in(number) or p.key in by_table)
        ]
        if matches and len(left) == 1:
            byes.append(Bye(round=number, player=left[0]))
    given = {(bye.round, bye.player) for bye in tournament.byes}
    byes += [
        Bye(round=number, player=team.key)
        for team, player in zip(play.teams, players, strict=True)
        for number in sorted(player.requested_byes if given else ())
        if given.issuperset((number, one.key) for one in _missing(tournament, play, team, number))
    ]
    rules = tournament.rules
    return Tournament.found(
        name=tournament.name,
        kind=tournament.kind,
        event=tournament.event,
        rules=replace(
            rules,
            handicap=replace(rules.handicap, ceiling=0),
            points=_match_points_of(play, rules.points)
            if tournament.event_kind.scores_match_points
            else rules.points,
        ),
        players=players,
        games=tuple(games),
        byes=tuple(byes),
    )


def _match_points_of(play: TeamPlay, points: Points) -> Points:
    """Points of matches, which make the score groups of chess; a bye is worth as much of a match as of a game."""
    lost, drawn, won = play.match_points_x2
    bye_x2, _ = play.worth_of_bye(points)
    return replace(
        points,
        win_x2=won,
        jigo_x2=drawn,
        loss_x2=lost,
        forfeit_win_x2=won,
        forfeit_loss_x2=play.absent_x2,
        both_lose_x2=lost,
        both_win_x2=won,
        wins_bye_x2=bye_x2,
        requested_bye_x2=(play.absent_x2, drawn, won)[points.share_x2(points.requested_bye_x2)],
    )


def with_team_bye(tournament: Tournament, number: int) -> frozenset[str]:
    """Keys of the players who are free in a round as their team has the bye; none if players are drawn."""
    play = tournament.drawn_teams
    if play is None:
        return frozenset()
    lineups = {team.key: play.at_boards(team, number) for team in play.teams}
    byes = units(tournament, play).pairing_byes(number)
    return frozenset(key for team in byes for key in lineups[team] if key)


def waiting_in_teams(tournament: Tournament, number: int) -> tuple[Player, ...]:
    """The players whom a draw of a round gives an opponent: where teams are drawn, at the boards of those.

    Who is in no team, or in one that is not complete, waits for nobody.
    """
    play, waiting = tournament.drawn_teams, tournament.to_pair(number)
    if play is None:
        return waiting
    teams = {team.key for team in units(tournament, play).to_pair(number)}
    lineups = (play.at_boards(team, number) for team in play.teams if team.key in teams)
    at_boards = frozenset().union(*lineups)
    return tuple(player for player in waiting if player.key in at_boards)


def is_complete(tournament: Tournament, play: TeamPlay, team: Team, number: int) -> bool:
    """Whether enough players at the boards of a team take part in a round."""
    players = _members(tournament, play, team.lineup(number))
    return sum(player.final and player.plays_in(number) for player in players) >= play.needed


def mean_rating(tournament: Tournament, play: TeamPlay, team: Team) -> int:
    """The ratings of the members in the first round that has any over the number of boards, as OpenGotha divides.

    Without any it is `NO_RATING`. Members without a rating count with `TeamPlay.unrated`, or else with `NO_RATING` as
    there; in a Swiss of any game, whose ratings have another scale, neither they nor their boards count, nor do empty
    boards.
    """
    members = _members(tournament, play, team.roster or next(filter(any, team.lineups), ()))
    ratings = (play.unrated if each.rating is None else each.rating for each in members)
    rated = [rating for rating in ratings if rating is not None]
    if not rated:
        return NO_RATING
    unrated = len(members) - len(rated)
    total, boards = sum(rated), play.size
    if tournament.event_kind.counts_unrated:
        total += unrated * NO_RATING
    else:
        boards = len(rated)
    return total // boards if total >= 0 else -(-total // boards)


def _members(tournament: Tournament, play: TeamPlay, lineup: tuple[str, ...]) -> list[Player]:
    return [tournament.by_key[key] for key in lineup[: play.size] if key]


@dataclass(frozen=True, slots=True, kw_only=True)
class _MatchGame(Game):
    """A match as a game."""

    boards_x2: tuple[int, int] = (0, 0)
    """Doubled points of the two teams at all boards."""

    match_sums: tuple[int, int] | None = None
    """Doubled points of the two teams at all boards; None as long as nobody has any points and no result was entered."""

    open_boards: tuple[int, ...] = ()
    """The tables of its boards that wait for a result."""

    @property
    def open_tables(self) -> tuple[int, ...]:
        """The tables at which it waits for a result, as long as that could decide it."""
        return () if self.has_result else self.open_boards

    @property
    def kinds(self) -> tuple[RoundKind, RoundKind]:
        """What the two teams had: a match is forfeited if one of them has forfeited all boards [C.04.6]."""
        if self.by_default and all(self.boards_x2):
            return RoundKind.SPLIT_FORFEIT, RoundKind.SPLIT_FORFEIT
        return self.ending.kinds


@dataclass(frozen=True, slots=True, kw_only=True)
class _Unit(Player):
    """A team as a player."""

    roster: tuple[Person, ...] = ()
    """Who play in it in any round."""

    boards: int = 1
    """Number of boards of a match."""

    bye_boards_x2: int = 0
    """Doubled board points without an opponent."""

    board_bonus_halves: tuple[int, ...] = ()
    """Doubled board points that the arbiter has added, after each round from the first."""

    @property
    def family(self) -> str:
        """The teams of one club are a family."""
        return "team"


def _player(tournament: Tournament, play: TeamPlay, team: Team) -> Player:
    first = team.roster or next((lineup for lineup in team.lineups if any(lineup)), ())
    members, rules = _members(tournament, play, first), tournament.rules
    rounds = range(1, rules.rounds + 1)
    absences = frozenset(
        number for number in rounds if not is_complete(tournament, play, team, number)
    )
    grades = [int(player.grade) for player in members] or [int(rules.floor)]
    mean = Grade(half_down(grades))
    correction = team.correction
    if play.summed:
        starts = (grade_start(rules, player.grade) + player.correction for player in members)
        correction += sum(starts) - grade_start(rules, mean)
    return _Unit(
        key=team.key,
        name=team.name,
        grade=mean,
        rating=_unit_rating(tournament, play, members, mean),
        country=team.country or shared(player.country for player in members),
        club=team.club or shared(player.club for player in members),
        correction=correction,
        numbered_as=team.numbered_as,
        lot=team.lot,
        attributes={
            name: value
            for name in sorted({name for player in members for name in player.attributes})
            if (value := shared(player.attribute(name) for player in members))
        },
        roster=tuple(tournament.by_key[key] for key in sorted(team.members)),
        boards=play.size,
        bye_boards_x2=play.worth_of_bye(rules.points)[1],
        bonus_halves=_by_round(team, rounds, "match_points_x2"),
        board_bonus_halves=_by_round(team, rounds, "board_points_x2"),
        absences=absences,
        **_said_of_all(
            absences,
            lambda number: _missing(tournament, play, team, number),
        ),
    )


def _missing(tournament: Tournament, play: TeamPlay, team: Team, number: int) -> list[Player]:
    """Who of those at the boards of a team in a round is absent."""
    listed = _members(tournament, play, team.lineup(number) or team.players_in_order)
    return [player for player in listed if not player.plays_in(number)]


def _by_round(team: Team, rounds: Iterable[int], name: str) -> tuple[int, ...]:
    """Points that the arbiter has added to those of a team, after each round; none if there are none."""
    points = tuple(getattr(team.adjustment(number), name) for number in rounds)
    return points if any(points) else ()


def _said_of_all(
    absences: frozenset[int], missing: Callable[[int], Sequence[Person]]
) -> dict[str, Any]:
    """Those of the absences of a team or a pair for which all who are missing have asked for a bye, or did not come."""
    found = {number: missing(number) for number in absences}
    return {
        name: frozenset(
            number
            for number, missed in found.items()
            if missed and all(number in getattr(one, name) for one in missed)
        )
        for name in ("requested_byes", "no_shows")
    }


def _unit_rating(
    tournament: Tournament, play: TeamPlay, members: Sequence[Player], mean: Grade
) -> int:
    """The mean rating that a team is drawn by; see `mean_rating` about members without one."""
    rated = [player for player in members if player.rating is not None]
    if play.unrated is not None:
        unrated = [play.unrated] * (len(members) - len(rated))
        return half_down([*(each.rating_or_lowest for each in rated), *unrated] or [mean.rating])
    counted = members if tournament.event_kind.counts_unrated else rated or members
    return half_down([player.rating_or_lowest for player in counted] or [mean.rating])


def half_down(values: list[int]) -> int:
    """The mean, rounded to the nearest whole number, half down."""
    return -((len(values) - 2 * sum(values)) // (2 * len(values)))


def shared(values: Iterable[str]) -> str:
    """What all values are; empty if they differ."""
    found = set(values)
    return found.pop() if len(found) == 1 else ""


# ---- Pairs and trios, who play each game together: one player with members ----


def pair_of(members: Sequence[Person], *, key: str, name: str) -> Player:
    """The player that several people are who play together.

    Grade, rating and correction are the means of theirs, rounded half down; country and club are
    those that all of them share. The pair misses each round that one of them misses; it is a requested
    bye if all who miss it have asked for one.

    Parameters
    ----------
    members
        At least one.
    key, name
        Those of the pair.

    Examples
    --------
    >>> one = Player(key="a", name="Adler", first_name="Berta", grade=Grade.parse("2d"), club="Ulm")
    >>> other = Player(key="m", name="Meier", first_name="Jo", grade=Grade.parse("1d"), club="Ulm")
    >>> pair = pair_of([one, other], key="p", name="Adler / Meier")
    >>> str(pair.grade), pair.club
    ('1d', 'Ulm')
    """
    absences = frozenset().union(*(member.absences for member in members))
    return Player(
        key=key,
        name=name,
        grade=Grade(half_down([int(member.grade) for member in members])),
        rating=half_down([member.with_rating().rating_or_lowest for member in members]),
        country=shared(member.country for member in members),
        club=shared(member.club for member in members),
        final=all(member.final for member in members),
        correction=half_down([member.correction for member in members]),
        absences=absences,
        **_said_of_all(
            absences, lambda number: [one for one in members if not one.plays_in(number)]
        ),
        members=tuple(Person(**_facts(member)) for member in members),
    )


def split_pair(pair: Player) -> tuple[Player, ...]:
    """The members of a pair as players of their own, as they were when they had entered.

    Examples
    --------
    >>> one = Player(key="a", name="Adler", first_name="Berta", grade=Grade.parse("2d"))
    >>> split_pair(pair_of([one], key="p", name="Adler")) == (one,)
    True
    """
    return tuple(Player(**_facts(member)) for member in pair.members)


def _facts(one: Person) -> dict[str, Any]:
    return {entry.name: getattr(one, entry.name) for entry in fields(Person)}


def refuse_pairs(tournament: Tournament) -> None:
    """Refuse a tournament with games of pairs where games are rated.

    Raises
    ------
    RuleError
        If there is one.

    Examples
    --------
    >>> refuse_pairs(Tournament())
    """
    for player in tournament.players:
        if player.members and player.key in tournament.seated:
            raise RuleError(
                phrase(
                    "{full_name} play together, and no federation rates games of pairs",
                    full_name=player.full_name,
                )
            )
