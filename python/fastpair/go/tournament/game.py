"""Games, byes and their points, and the rounds that they make up."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache, cached_property
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from ...errors import InputError, RuleError
from ...facts import fact
from ...parameters import checked_late, within
from ...sentences import marked, phrase
from .ranges import HALVES, ROUNDS, STONES, TABLES, check_values, range_in
from .round_kind import RoundKind
from .written import POINTS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence


# ---- Games, byes and results ----

MOST_GAMES = 2
"""Of a pair in a round: in a match of two, the colours are exchanged."""


class Result(Enum):
    """Result of a game.

    Examples
    --------
    >>> Result.WHITE_WINS.won_x2
    (2, 0)
    """

    UNKNOWN = "?"
    WHITE_WINS = marked("white wins")
    BLACK_WINS = marked("black wins")
    JIGO = marked("jigo")
    BOTH_LOSE = marked("both lose")
    BOTH_WIN = marked("both win")

    WHITE_HALF = marked("half to white")
    """An arbiter's decision in chess: White has half of the game, and Black nothing."""

    BLACK_HALF = marked("half to black")

    @property
    def won_x2(self) -> tuple[int, int]:
        """Doubled shares of the game that White and Black have won: a win 2, a jigo 1 each.

        What they are worth is a question of the rules, see ``Points``.
        """
        return _WON_X2[self]

    @property
    def turned(self) -> Result:
        """The result of the same game if the players had the other colours."""
        return _TURNED.get(self, self)

    @property
    def spelling(self) -> str:
        """The points of White and of Black as they are typed: ``1-0``, ``1/2``; ``?`` if unknown."""
        return _SPELLINGS[self]


_WON_X2 = {
    Result.UNKNOWN: (0, 0),
    Result.WHITE_WINS: (2, 0),
    Result.BLACK_WINS: (0, 2),
    Result.JIGO: (1, 1),
    Result.BOTH_LOSE: (0, 0),
    Result.BOTH_WIN: (2, 2),
    Result.WHITE_HALF: (1, 0),
    Result.BLACK_HALF: (0, 1),
}
_TURNED = {
    Result.WHITE_WINS: Result.BLACK_WINS,
    Result.BLACK_WINS: Result.WHITE_WINS,
    Result.WHITE_HALF: Result.BLACK_HALF,
    Result.BLACK_HALF: Result.WHITE_HALF,
}
_SPELLINGS = {
    Result.UNKNOWN: "?",
    Result.WHITE_WINS: "1-0",
    Result.BLACK_WINS: "0-1",
    Result.JIGO: "1/2",
    Result.BOTH_LOSE: "0-0",
    Result.BOTH_WIN: "1-1",
    Result.WHITE_HALF: "1/2-0",
    Result.BLACK_HALF: "0-1/2",
}


HALVES_OF_ONE = (Result.WHITE_HALF, Result.BLACK_HALF)
"""Results of chess alone: one player has half of the game, and the other nothing."""

_BY_SPELLING = {
    **{spelling: result for result, spelling in _SPELLINGS.items()},
    **{result.value: result for result in Result},
    "w": Result.WHITE_WINS,
    "white": Result.WHITE_WINS,
    "b": Result.BLACK_WINS,
    "black": Result.BLACK_WINS,
    "1/2-1/2": Result.JIGO,
    "0.5-0.5": Result.JIGO,
    "0.5-0": Result.WHITE_HALF,
    "0-0.5": Result.BLACK_HALF,
    "=": Result.JIGO,
    "jigo": Result.JIGO,
}
_BY_DEFAULT = {
    "+/-": Result.WHITE_WINS,
    "-/+": Result.BLACK_WINS,
    "-/-": Result.BOTH_LOSE,
    "+-": Result.WHITE_WINS,
    "-+": Result.BLACK_WINS,
}
_FORFEIT = re.compile(r"(?:!|(?<=[0-9])f)$")
_UNRATED = re.compile(r"(?<=[0-9=])u$")
_PLAIN = str.maketrans({"–": "-", "—": "-", "−": "-", ":": "-", "½": "1/2"})


class GameEnding(NamedTuple):
    """How one game has ended.

    Examples
    --------
    >>> str(GameEnding(Result.JIGO, unrated=True))
    '1/2u'
    """

    result: Result = Result.UNKNOWN
    by_default: bool = False
    """Whether it is by forfeit."""

    unrated: bool = False
    """Whether it counts neither for ratings nor for norms, such as a game of less than one move."""

    def __str__(self) -> str:
        return self.result.spelling + "!" * self.by_default + "u" * self.unrated


def parse_result(text: str) -> GameEnding | None:
    """Read a result, White's points first; behind it, ``!`` or ``f`` by forfeit, ``u`` if it is not rated.

    Returns
    -------
    None if it is no result.

    Examples
    --------
    >>> parse_result("0-1f").result, parse_result("1-0u").unrated
    (<Result.BLACK_WINS: 'black wins'>, True)
    """
    plain = text.strip().lower().translate(_PLAIN)
    if plain in _BY_DEFAULT:
        return GameEnding(_BY_DEFAULT[plain], by_default=True)
    forfeited, unrated = _FORFEIT.sub("", plain), _UNRATED.sub("", plain)
    result = _BY_SPELLING.get(forfeited if forfeited != plain else unrated)
    if result is None or (result is Result.UNKNOWN and plain != "?"):
        return None
    return GameEnding(result, forfeited != plain, unrated != plain)


POSTPONED = marked("postponed")
"""Stands where a result is typed for a game that is played after its round."""

_POSTPONED = frozenset({POSTPONED, "adjourned", "*"})


class Ending(NamedTuple):
    """How a game has ended, or the two games of a match.

    Examples
    --------
    >>> str(Ending(Result.WHITE_WINS, second_result=Result.JIGO)), Ending(Result.JIGO).won_x2
    ('1-0,1/2', (1, 1))
    """

    result: Result
    by_default: bool = False
    """Whether it is by forfeit."""

    second_result: Result | None = None
    """Result of the second game of a match, with the points of who has White in the first one first."""

    second_by_default: bool = False

    postponed: bool | None = None
    """Whether a game without a result is played after its round; false if it was played after it, null if neither."""

    sums_halves: tuple[int, ...] = ()
    """Half points of the teams of White and Black in their match, whose boards are not known."""

    unrated: bool = False
    """Whether it counts neither for ratings nor for norms."""

    second_unrated: bool = False

    @classmethod
    @checked_late
    def of_games(cls, games: Sequence[GameEnding], *, postponed: bool | None = None) -> Self:
        """How one game has ended, or two; postponed games of which a result is missing are so still."""
        if not games:
            raise InputError("games: expected one game or two, got none")
        first, second = games[0], games[1] if len(games) > 1 else None
        still_open = any(game.result is Result.UNKNOWN for game in games)
        return cls(
            result=first.result,
            by_default=first.by_default,
            second_result=second and second.result,
            second_by_default=second is not None and second.by_default,
            postponed=(postponed or None) if still_open else (None if postponed is None else False),
            unrated=first.unrated,
            second_unrated=second is not None and second.unrated,
        )

    @property
    def games(self) -> tuple[GameEnding, ...]:
        """How each game has ended, with the points of who has White in the first one first."""
        first = GameEnding(self.result, self.by_default, self.unrated)
        if self.second_result is None:
            return (first,)
        second = GameEnding(self.second_result, self.second_by_default, self.second_unrated)
        return first, second

    @property
    def is_open(self) -> bool:
        """Whether a result is missing."""
        return Result.UNKNOWN in (self.result, self.second_result)

    @property
    def is_empty(self) -> bool:
        """Whether no result is known, nor the sums of the match."""
        return not self.sums_halves and all(game.result is Result.UNKNOWN for game in self.games)

    @property
    def is_postponed(self) -> bool:
        """Whether a result is missing, and its game is played after the round."""
        return bool(self.postponed) and self.is_open

    @property
    def was_postponed(self) -> bool:
        """Whether it was played after the round."""
        return self.postponed is False and not self.is_open

    def with_open_games(self, result: Result) -> Ending:
        """The ending with a result for each game that has none."""
        return self.of_games(
            [
                game._replace(result=result) if game.result is Result.UNKNOWN else game
                for game in self.games
            ]
        )

    @checked_late
    def keeps(self, before: Ending) -> bool:
        """Whether no result that was known before has become another."""
        if before.sums_halves not in ((), self.sums_halves):
            return False
        pairs = zip(before.games, self.games, strict=False)
        return all(was.result is Result.UNKNOWN or was == now for was, now in pairs)

    @property
    def kinds(self) -> tuple[RoundKind, RoundKind]:
        """What White and Black had: of a match of two games, what both of them make.

        Examples
        --------
        >>> Ending(Result.WHITE_WINS, by_default=True).kinds
        (<RoundKind.FORFEIT_WON: 'win by forfeit'>, <RoundKind.FORFEIT_LOST: 'loss by forfeit'>)
        """
        return _kinds(self)

    @property
    def won_x2(self) -> tuple[int, int]:
        """Doubled shares of the games that White and Black have won, see `Result.won_x2`."""
        return _won_x2(self)

    @property
    def turned(self) -> Ending:
        """The ending as it is seen if the players had the other colours."""
        second = self.second_result
        return self._replace(
            result=self.result.turned,
            second_result=None if second is None else second.turned,
            sums_halves=self.sums_halves[::-1],
        )

    def __str__(self) -> str:
        """As it is typed."""
        if self.sums_halves:
            return "-".join(f"{each / 2:g}" for each in self.sums_halves)
        return ",".join(
            POSTPONED if self.postponed and game.result is Result.UNKNOWN else str(game)
            for game in self.games
        )


@cache
def _won_x2(ending: Ending) -> tuple[int, int]:
    white, black = zip(*(game.result.won_x2 for game in ending.games), strict=True)
    return sum(white), sum(black)


@cache
def _kinds(ending: Ending) -> tuple[RoundKind, RoundKind]:
    """A match is forfeited if one side has forfeited all of it [C.04.5, C.04.6]."""
    if ending.is_open:
        kind = RoundKind.POSTPONED if ending.postponed else RoundKind.OPEN
        return kind, kind
    at_board = [game for game in ending.games if not game.by_default]
    if at_board:
        unrated = all(game.unrated for game in at_board)
        kind = RoundKind.UNRATED if unrated else RoundKind.RATED
        return kind, kind
    white, black = (all(game.result.won_x2[side] == 0 for game in ending.games) for side in (0, 1))
    return kinds_of_forfeits(white, black, several=len(ending.games) > 1)


def kinds_of_forfeits(white: bool, black: bool, *, several: bool) -> tuple[RoundKind, RoundKind]:
    """What White and Black had, of whom it is known whether each forfeited all games of a match."""
    if white and black:
        return RoundKind.DOUBLE_FORFEIT, RoundKind.DOUBLE_FORFEIT
    if several and not (white or black):
        return RoundKind.SPLIT_FORFEIT, RoundKind.SPLIT_FORFEIT
    lost, won = RoundKind.FORFEIT_LOST, RoundKind.FORFEIT_WON
    return (lost if white else won), (lost if black else won)


def parse_ending(text: str) -> Ending | None:
    """Read how a game has ended, or the two games of a match with a comma between their results.

    The points of who has White in the first game stand first in both. ``postponed`` stands for the result of a
    game that is played after its round.

    Returns
    -------
    None if it is neither.

    Examples
    --------
    >>> parse_ending("1-0,1/2").second_result
    <Result.JIGO: 'jigo'>
    """
    texts = text.split(",")
    later = [each.strip().lower() in _POSTPONED for each in texts]
    found = [
        GameEnding() if postponed else parse_result(each)
        for each, postponed in zip(texts, later, strict=True)
    ]
    games = [each for each in found if each is not None]
    if len(games) < len(found) or len(games) > MOST_GAMES:
        return None
    return Ending.of_games(games, postponed=any(later) or None)


_BY_POINTS = {1: Result.WHITE_WINS, 0.5: Result.JIGO, 0: Result.BLACK_WINS}


def read_ending(value: object) -> Ending | None:
    """Read how a game has ended from a value of Python's: a `Result`, a text, or the points of White.

    Of a match it is a text, or a list of two such values.

    Returns
    -------
    None if it is none.

    Examples
    --------
    >>> read_ending(0.5).result, str(read_ending([1, "0-1!"]))
    (<Result.JIGO: 'jigo'>, '1-0,0-1!')
    """
    if isinstance(value, Ending):
        return value
    if isinstance(value, Result):
        return Ending(value)
    if isinstance(value, str):
        return parse_ending(value)
    if isinstance(value, tuple | list):
        games = [read_ending(each) for each in value]
        texts = [str(each) for each in games if each is not None]
        return parse_ending(",".join(texts)) if len(texts) == len(games) == MOST_GAMES else None
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    result = _BY_POINTS.get(float(value))
    return None if result is None else Ending(result)


class TwoPlayers:
    """White and Black, by their keys."""

    __slots__ = ()

    white: str
    black: str

    @property
    def players(self) -> tuple[str, str]:
        """Keys of White and Black."""
        return self.white, self.black

    @property
    def pair(self) -> frozenset[str]:
        """The same keys, whoever has which colour."""
        return frozenset(self.players)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(TwoPlayers):
    """A game of two players in a round; without a result it is not yet played.

    Examples
    --------
    >>> game = Game(round=1, table=1, white="a", black="b", result=Result.WHITE_WINS)
    >>> game.players, game.played
    (('a', 'b'), True)
    """

    round: int = field(metadata=ROUNDS)
    """From 1."""

    table: int = field(metadata=TABLES)
    """From 1. Numbers may be missing, but no two games of a round share one."""

    white: str
    """Key of the player who takes White."""

    black: str
    """Key of the player who takes Black."""

    handicap: int = field(default=0, metadata=STONES)
    """Stones, 0 to 9; 1 is a game without komi."""

    result: Result = Result.UNKNOWN
    """Result; ? if unknown."""

    by_default: bool = False
    """Decided by forfeit: scores, but is not a played game."""

    second_result: Result | None = None
    """Result of the second game, in which the two have exchanged colours, where a round is a match of
    two games: ``white wins`` if who has White in the first one wins. Null where a round is one game."""

    second_by_default: bool = False
    """Whether the second game is decided by forfeit."""

    postponed: bool | None = None
    """Whether it is still to be played, after its round, which does not wait for it; false if it was postponed
    and has been played since, null if it never was."""

    sums_halves: tuple[int, ...] = field(default=(), metadata=within(0, 20))
    """Half points of the teams of White and of Black in their match, where the results of its boards are not
    known: the round does not wait for them. They count if all of its boards state them. Otherwise empty."""

    unrated: bool = False
    """Whether it counts neither for ratings nor for norms; a game like any other in all else."""

    second_unrated: bool = False
    """Whether the second game counts neither for ratings nor for norms."""

    team_result: Result | None = None
    """What the board counts for the teams of its players, where that is another result than that of the game,
    such as after a wrong order of boards; otherwise null."""

    def __post_init__(self) -> None:
        check_values(self)

    @property
    def ending(self) -> Ending:
        """How it has ended so far."""
        games = self.result, self.by_default, self.second_result, self.second_by_default
        return Ending(*games, self.postponed, self.sums_halves, self.unrated, self.second_unrated)

    @property
    def boards_x2(self) -> tuple[int, int]:
        """Doubled points of White and of Black at all boards of it."""
        return self.ending.won_x2

    @property
    def team_points_x2(self) -> tuple[int, int]:
        """Doubled points of the board for the teams of White and of Black."""
        return (self.team_result or self.result).won_x2

    @property
    def match_sums(self) -> tuple[int, int] | None:
        """Doubled points of the two teams of a match, as far as they are known; None of a game."""
        return None

    def with_ending(self, ending: Ending) -> Game:
        """The same game with another ending; what was postponed, and has a result now, was played later.

        Raises
        ------
        RuleError
            If it is a match and only one result is given, or the reverse.
        """
        is_match = self.second_result is not None
        if ending.is_empty and ending.second_result is None:
            none_yet = [GameEnding()] * len(self.ending.games)
            ending = Ending.of_games(none_yet, postponed=ending.postponed)
        if (ending.second_result is not None) != is_match:
            raise RuleError(
                phrase(
                    "table {table}: enter the results of both games, such as 1-0,1/2, not {got}",
                    table=self.table,
                    got=ending,
                )
                if is_match
                else phrase(
                    "table {table}: enter the result of one game, such as 1-0, not {got}",
                    table=self.table,
                    got=ending,
                )
            )
        if self.postponed is not None and (ending.sums_halves or not ending.is_open):
            ending = ending._replace(postponed=False)
        return replace(self, **ending._asdict())

    def with_game(self, number: int, ending: Ending) -> Game:
        """The same match with another ending of one of its games, from 1; a single game if it is none.

        One that is unknown again is no longer postponed, nor is the other one, if that is open.

        Raises
        ------
        RuleError
            If it is no match, or more than one result is given.
        """
        if self.second_result is None or ending.second_result is not None:
            return self.with_ending(ending._replace(second_result=Result.UNKNOWN))
        games = [*self.ending.games]
        games[number - 1] = ending.games[0]
        is_unknown = ending.result is Result.UNKNOWN and not ending.postponed
        postponed = ending.postponed or (self.postponed and not is_unknown)
        return self.with_ending(Ending.of_games(games, postponed=postponed))

    def with_result(self, result: Result, *, by_default: bool = False) -> Game:
        """The same game with another result; of a match, both games end so."""
        games = [GameEnding(result, by_default)] * len(self.ending.games)
        return self.with_ending(Ending.of_games(games))

    def lost_by_forfeit(self, missing: Collection[str]) -> Game:
        """The same game as those of its players lose it by forfeit who are missing."""
        away = [key in missing for key in self.players]
        one = Result.BLACK_WINS if away[0] else Result.WHITE_WINS
        return self.with_result(Result.BOTH_LOSE if all(away) else one, by_default=True)

    def open_again(self, games: Collection[int]) -> Game:
        """The same game, or match of games with these places from 0, as it was while they were postponed."""
        endings = [
            GameEnding() if place in games else each for place, each in enumerate(self.ending.games)
        ]
        return replace(self, **Ending.of_games(endings, postponed=True)._asdict())

    def completes(self, before: Game) -> bool:
        """Whether it is a game of before, of which no known result has become another."""
        same = replace(before, **self.ending._asdict()) == self
        return same and self.ending.keeps(before.ending)

    @property
    def turned(self) -> Game:
        """The same game with the colours exchanged."""
        ending, of_teams = (
            self.ending.turned._asdict(),
            self.team_result and self.team_result.turned,
        )
        return replace(self, white=self.black, black=self.white, team_result=of_teams, **ending)

    @property
    def has_result(self) -> bool:
        """Whether it is known how it ended; of a match, how both games did."""
        return not self.ending.is_open

    @property
    def is_rated(self) -> bool:
        """Whether it counts for ratings: played at the board, and not marked as unrated [BGA 4.5]."""
        return self.kinds[0].is_rated

    @property
    def both_win(self) -> bool:
        """Whether both have won; of a match, one of its games."""
        return Result.BOTH_WIN in (self.result, self.second_result)

    @property
    def open_tables(self) -> tuple[int, ...]:
        """The tables at which it waits for a result."""
        return () if self.has_result else (self.table,)

    @property
    def lacks_result(self) -> bool:
        """Whether its round waits for it: it has no result, nor has its match, and it is not postponed."""
        return not (self.has_result or self.postponed or self.sums_halves)

    def opponent_of(self, key: str) -> str:
        """Key of the player whom one of the two meets."""
        return self.black if key == self.white else self.white

    @property
    def kinds(self) -> tuple[RoundKind, RoundKind]:
        """What White and Black had in the round."""
        return self.ending.kinds

    @property
    def is_forfeit(self) -> bool:
        """Whether it was decided by forfeit; of a match, whether one side forfeited all of it."""
        return self.kinds[0].is_forfeit

    @property
    def played(self) -> bool:
        """Whether it was really played to a result; of a match, whether one of its games was."""
        return self.kinds[0].at_board


@dataclass(frozen=True, slots=True, kw_only=True)
class Bye:
    """A player without an opponent in a round with an odd number of players.

    Examples
    --------
    >>> Bye(round=1, player="a").player
    'a'
    """

    round: int = field(metadata=ROUNDS)
    """From 1."""

    player: str
    """Key."""

    def __post_init__(self) -> None:
        check_values(self)


# ---- What the rounds of a tournament are worth. Points are doubled, so that halves are integers ----


_POINTS: Mapping[str, Any] = {"unit": "points", "limits": HALVES, "written": POINTS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """Points for games, byes and absences [INTERPRETATION 0.4].

    By default byes and absences are worth nothing, as OpenGotha's reader has it for a file that says
    nothing [OPENGOTHA 2, 5].

    Examples
    --------
    >>> Rules(points=Points(mms_bye_x2=2)).points.mms_bye_x2
    2
    """

    win_x2: int = fact(
        2,
        marked("Points for a win"),
        "Points for a win, also by forfeit if that was the same",
        effect=marked("A win by forfeit that was worth the same changes, too."),
        **_POINTS,
    )
    """A win."""

    jigo_x2: int = fact(1, marked("Points for a jigo"), "Points for a jigo", **_POINTS)
    """A jigo."""

    loss_x2: int = fact(
        0,
        marked("Points for a loss"),
        "Points for a loss, also by forfeit if that was the same",
        effect=marked("A loss by forfeit that was worth the same changes, too."),
        **_POINTS,
    )
    """A loss."""

    forfeit_win_x2: int = fact(
        2, marked("Points for a win by forfeit"), "Points for a win by forfeit", **_POINTS
    )
    """A win by forfeit. It counts in the tournament, and never for ratings [BGA 4.5]."""

    forfeit_loss_x2: int = fact(
        0, marked("Points for a loss by forfeit"), "Points for a loss by forfeit", **_POINTS
    )
    """A loss by forfeit."""

    both_lose_x2: int = field(default=0, metadata=HALVES)
    """A game that both lose; by forfeit it is a loss by forfeit of both."""

    both_win_x2: int = field(default=2, metadata=HALVES)
    """A game that both win; by forfeit it is a win by forfeit of both."""

    unknown_x2: int = field(default=0, metadata=HALVES)
    """A game without a result."""

    wins_bye_x2: int = field(default=0, metadata=HALVES)
    """Points of a bye for the wins."""

    wins_absent_x2: int = field(default=0, metadata=HALVES)
    """Points of an absence for the wins."""

    mms_bye_x2: int = field(default=0, metadata=HALVES)
    """Points of a bye for the McMahon score."""

    mms_absent_x2: int = field(default=0, metadata=HALVES)
    """Points of an absence for the McMahon score. 1 with round_down is the BGA's point for two
    missed rounds [BGA 4.4]."""

    requested_bye_x2: int = fact(
        1,
        marked("Points for a requested bye"),
        "Points for a requested bye",
        effect=marked("For a round that a player asked to miss."),
        sentence=marked("a requested bye: {points}"),
        **_POINTS,
    )
    """Points of an absence for which the player has asked for a bye, in every score."""

    round_down: bool = fact(
        False,
        marked("Round down byes and absences"),
        "Round down the points for byes and absences of a player",
        source="BGA 4.4; V 4.1 leaves half points",
        effect=marked("Half points of byes and absences together are rounded down."),
        asked=lambda kind: kind.has_handicaps,
    )
    """Whether the points of all absences and byes together are rounded down to whole points, as the
    presets of McMahon tournaments have it."""

    def __post_init__(self) -> None:
        check_values(self)

    @checked_late
    def of_ending(self, ending: Ending) -> tuple[int, int]:
        """Doubled points of White and of Black for all games of a board."""
        white, black = zip(
            *(self.of(game.result, by_default=game.by_default) for game in ending.games),
            strict=True,
        )
        return sum(white), sum(black)

    @checked_late
    def of(self, result: Result, *, by_default: bool = False) -> tuple[int, int]:
        """Doubled points of White and of Black for a game with this result."""
        won, lost = self.win_x2, self.loss_x2
        if by_default:
            won, lost = self.forfeit_win_x2, self.forfeit_loss_x2
        return {
            Result.UNKNOWN: (self.unknown_x2, self.unknown_x2),
            Result.WHITE_WINS: (won, lost),
            Result.BLACK_WINS: (lost, won),
            Result.JIGO: (self.jigo_x2, self.jigo_x2),
            Result.BOTH_LOSE: (lost, lost) if by_default else (self.both_lose_x2,) * 2,
            Result.BOTH_WIN: (won, won) if by_default else (self.both_win_x2,) * 2,
            Result.WHITE_HALF: (self.jigo_x2, lost),
            Result.BLACK_HALF: (lost, self.jigo_x2),
        }[result]

    @checked_late
    def without_game(self, *, by_mms: bool) -> tuple[int, int]:
        """Doubled points of an absence and of a bye, in the McMahon score or in wins.

        Examples
        --------
        >>> BYE_AS_WIN.without_game(by_mms=True)
        (0, 2)
        """
        if by_mms:
            return self.mms_absent_x2, self.mms_bye_x2
        return self.wins_absent_x2, self.wins_bye_x2

    @checked_late
    def of_kind(self, kind: RoundKind, *, by_mms: bool, games: int = 1) -> int:
        """Doubled points of a round without an opponent, in the McMahon score or in wins.

        A full-point bye is as much as a win, whatever the bye of a pairing is worth [TRF26 162].

        Parameters
        ----------
        games
            Games of a pair in a round.

        Examples
        --------
        >>> Points(wins_bye_x2=1).of_kind(RoundKind.FULL_POINT_BYE, by_mms=False)
        2
        """
        absence, bye = self.without_game(by_mms=by_mms)
        if kind.is_bye:
            return self.win_x2 * games if kind.is_requested else bye
        if kind is RoundKind.EMPTY_BOARD:
            return self.forfeit_win_x2
        if kind.is_absence:
            return self.requested_bye_x2 if kind.is_requested else absence
        return 0

    def with_values(
        self,
        *,
        by_mms: bool,
        bye_x2: int | None = None,
        absence_x2: int | None = None,
        **changes: int,
    ) -> Points:
        """The points with other values; those of byes and absences in the McMahon score or in wins.

        An absence counts in the score of the groups alone; a win and a loss by forfeit stay equal to
        others where they were.

        Examples
        --------
        >>> BYE_AS_WIN.with_values(by_mms=True, win_x2=6, bye_x2=4).forfeit_win_x2
        6
        """
        found: dict[str, Any] = {}
        for name in changes.keys() & {"win_x2", "loss_x2"}:
            if getattr(self, name) == getattr(self, f"forfeit_{name}"):
                found[f"forfeit_{name}"] = changes[name]
        if bye_x2 is not None:
            found |= {"wins_bye_x2": bye_x2, **({"mms_bye_x2": bye_x2} if by_mms else {})}
        if absence_x2 is not None:
            found["mms_absent_x2" if by_mms else "wins_absent_x2"] = absence_x2
        return replace(self, **found | changes)

    @checked_late
    def share_x2(self, worth_x2: int) -> int:
        """Doubled share of a game that a round of so many doubled points stands for: 2, 1 or 0.

        Examples
        --------
        >>> Points(win_x2=6, jigo_x2=2).share_x2(6)
        2
        """
        return (worth_x2 >= self.win_x2) + (worth_x2 > self.loss_x2)

    @checked_late
    def with_absence(self, halves: int, *, in_wins: bool = False) -> Points:
        """The points with so many half points for an absence, in the McMahon score or in wins too.

        Examples
        --------
        >>> BYE_AS_WIN.with_absence(1).without_game(by_mms=True)
        (1, 2)
        """
        wins = halves if in_wins else self.wins_absent_x2
        return replace(self, mms_absent_x2=halves, wins_absent_x2=wins)


BYE_AS_WIN = Points(wins_bye_x2=2, mms_bye_x2=2, round_down=True)
"""A bye is worth a game that is won, and an absence nothing: the points of a McMahon tournament."""

HALF_POINT_ABSENCES = BYE_AS_WIN.with_absence(1)
"""A bye is a win; two absences are a point of the McMahon score, which is no win [BGA 4.4]."""

ABSENCES = range_in(Points, "mms_absent_x2")
"""How many half points a game, or a round without one, may be worth."""


@dataclass(frozen=True)
class Round:
    """Games and byes of one round."""

    number: int
    """From 1."""

    games: tuple[Game, ...]
    """In table order."""

    byes: tuple[str, ...]
    """Keys of the players with a bye."""

    @cached_property
    def seated(self) -> frozenset[str]:
        """Keys of the players who have a game or a bye."""
        return frozenset(self.byes).union(*(game.players for game in self.games))

    def at(self, table: int) -> Game | None:
        """The game at a table."""
        return next((game for game in self.games if game.table == table), None)

    def game_of(self, key: str) -> Game | None:
        """The game of a player."""
        return next((game for game in self.games if key in game.players), None)

    @property
    def has_results(self) -> bool:
        """Whether the result of a game is known."""
        return not all(game.ending.is_empty for game in self.games)
