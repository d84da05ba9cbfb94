"""A match: the games of a round between the members of two teams."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from ..tournament import Result

if TYPE_CHECKING:
    from ..tournament import Game, TeamPlay, Tournament

__all__ = ["Match", "boards_met", "matches_of"]


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
    """Key of the team that has White at the first board."""

    black: str
    """Key of the other team."""

    boards: dict[int, Game]
    """The games by board, from 1, the uppermost first."""

    size: int
    """Number of boards of a match."""

    first: frozenset[str]
    """Keys of the members of ``white``."""

    missing: frozenset[int] = frozenset()
    """Boards of which a player does not take part in the round."""

    empty: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Doubled points of the two teams at each board at which one of them has named nobody."""

    @property
    def table(self) -> int:
        """The first table."""
        return min(game.table for game in self.boards.values())

    @property
    def last_table(self) -> int:
        """The last table."""
        return max(game.table for game in self.boards.values())

    @cached_property
    def board_points(self) -> dict[int, tuple[int, int]]:
        """Doubled points of the two teams at each board: a win 2, a jigo 1 each."""
        played = {
            board: game.result.won_x2 if game.white in self.first else game.result.won_x2[::-1]
            for board, game in self.boards.items()
        }
        return dict(sorted((played | self.empty).items()))

    @property
    def sums(self) -> tuple[int, int]:
        """Doubled points of the two teams at all boards."""
        points = self.board_points.values()
        return sum(first for first, _ in points), sum(second for _, second in points)

    @property
    def points(self) -> tuple[int, int]:
        """Match points of the two teams, as OpenGotha counts them.

        A team has 2 if its doubled sum is above the number of boards and above the other's sum, and
        1 if it is as high as the higher of these.
        """
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
        open_x2 = 2 * sum(game.result is Result.UNKNOWN for game in self.boards.values())
        if open_x2 and (abs(first - second) <= open_x2 or not self.begun):
            return Result.UNKNOWN
        if first == second:
            return Result.JIGO if first else Result.BOTH_LOSE
        return Result.WHITE_WINS if first > second else Result.BLACK_WINS

    @property
    def begun(self) -> bool:
        """Whether a result was entered; a board that lacks a player is lost by forfeit at once."""
        return any(
            game.result is not Result.UNKNOWN and not (game.by_default and board in self.missing)
            for board, game in self.boards.items()
        )

    @property
    def by_default(self) -> bool:
        """Whether no board was played."""
        return all(game.by_default for game in self.boards.values())


def _match_points(own: int, other: int) -> int:
    return (own > other) + (own >= other)


def boards_met(tournament: Tournament, play: TeamPlay, number: int) -> list[tuple[str, str]]:
    """Teams that have not met, but two of whose players at one board of a round have.

    Players meet again where one of them has changed the team.

    Returns
    -------
    Keys of the two teams, in order.
    """
    seats = play.seats(number)
    rounds = range(1, number)
    played = {
        frozenset((match.white, match.black))
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
    matches = []
    for teams, games in found.items():
        boards = dict(sorted(games.items()))
        uppermost, game = next(iter(boards.items()))
        # Down the boards the colours alternate, so the first board's follow from any even game.
        even = next(((b, g) for b, g in boards.items() if not g.handicap), (uppermost, game))
        white = seats[even[1].white if even[0] % 2 else even[1].black][0].key
        (black,) = teams - {white}
        matches.append(
            Match(
                round=number,
                white=white,
                black=black,
                boards=boards,
                size=play.size,
                first=frozenset(key for key, (team, _) in seats.items() if team.key == white),
                missing=frozenset(b for b, g in boards.items() if away.intersection(g.players)),
                empty=_empty_boards(play, number, (white, black)),
            )
        )
    return tuple(sorted(matches, key=lambda match: match.table))


def _empty_boards(
    play: TeamPlay, number: int, teams: tuple[str, str]
) -> dict[int, tuple[int, int]]:
    """What the boards of a match are worth at which only one team has a player, see `Match.empty`.

    Without a least number of players below that of the boards, no team is drawn with an empty one.
    """
    if play.needed == play.size:
        return {}
    by_key = {team.key: team for team in play.teams}
    seats = [(*by_key[key].lineup(number), *[""] * play.size)[: play.size] for key in teams]
    return {
        board: (2, 0) if one else (0, 2)
        for board, (one, other) in enumerate(zip(*seats, strict=True), start=1)
        if bool(one) != bool(other)
    }
