"""Games of a wall list: each stands in the lines of both players."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...go.tournament import Bye, Game, Points
from .seats import SIGNS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .seats import Seat

__all__ = [
    "MOST_STONES",
    "Fault",
    "RoundsWithoutGame",
    "faults_of",
    "games_of",
    "more_stones",
    "rounds_without_game",
]

MOST_STONES = 9
"""Of a game; a wall list may state more."""

_RESULTS = {signs: result for result, signs in SIGNS.items()}


def more_stones(stones: int) -> str:
    """What becomes of more stones than a game can have."""
    return f"{stones} stones count as {MOST_STONES}, the most of a game"


class Fault(NamedTuple):
    """A contradiction between the lines of two players."""

    player: int
    """Number of the player's line among the players, from 0."""

    column: int
    """Number of the round, from 0."""

    message: str


def faults_of(seats: Sequence[Sequence[Seat]]) -> Iterator[Fault]:
    """Say where the two lines of a game contradict each other.

    Parameters
    ----------
    seats
        What each player did, by line and round; all lines have the same number of rounds.
    """
    for player, line in enumerate(seats):
        for column, seat in enumerate(line):
            if seat.opponent:
                message = _fault(seats, player, column)
                if message:
                    yield Fault(player, column, message)


def _fault(seats: Sequence[Sequence[Seat]], player: int, column: int) -> str:
    seat = seats[player][column]
    number = player + 1
    if seat.opponent > len(seats):
        return f"the opponent is number {seat.opponent}, and there are {len(seats)} players"
    if seat.opponent == number:
        return f"number {number} plays himself"
    other = seats[seat.opponent - 1][column]
    if other.opponent != number:
        theirs = f"one against number {other.opponent}" if other.opponent else "none"
        return f"number {number} has a game against number {seat.opponent}, who has {theirs}"
    if number > seat.opponent:
        return ""
    return _contradiction(player, seat, other)


def _contradiction(player: int, seat: Seat, other: Seat) -> str:
    """What the two lines of a game say differently of it."""
    pair = f"number {player + 1} against number {seat.opponent}"
    if seat.result + other.result not in _RESULTS:
        return (
            f"{pair} has the result {seat.result!r} in one line and {other.result!r} in the other"
        )
    if seat.colour and seat.colour == other.colour:
        return f"{pair} has the same colour in both lines"
    if seat.by_default != other.by_default:
        return f"{pair} is by default in one line only"
    stones = {seat.handicap, other.handicap} - {None}
    if len(stones) > 1:
        return f"{pair} has {seat.handicap} stones in one line and {other.handicap} in the other"
    return ""


def games_of(
    seats: Sequence[Sequence[Seat]],
    keys: Sequence[str],
    stones: Callable[[int, int, int], int],
) -> tuple[Game, ...]:
    """The games of a wall list without faults, at tables in the order of the lines.

    If the list does not state the colours, the player of the earlier line takes White, unless he
    is the one to receive stones.

    Parameters
    ----------
    seats
        What each player did, by line and round.
    keys
        Keys of the players by line.
    stones
        The handicap of a game if the list does not state it. It is called with the index of the
        round and the indices of two lines, and says how many stones the first player gives to the
        second; they are negative if he receives them.
    """
    games = []
    for column in range(len(seats[0]) if seats else 0):
        boards = [
            (player, line[column].opponent - 1)
            for player, line in enumerate(seats)
            if line[column].opponent - 1 > player
        ]
        for table, (player, opponent) in enumerate(boards, start=1):
            pair = seats[player][column], seats[opponent][column]
            given = stones(column, player, opponent)
            white, black = player, opponent
            if _first_has_black(*pair, given):
                white, black, pair, given = black, white, pair[::-1], -given
            games.append(_game((column + 1, table), keys[white], keys[black], pair, given))
    return tuple(games)


def _first_has_black(first: Seat, second: Seat, given: int) -> bool:
    if first.colour or second.colour:
        return "b" in first.colour or "w" in second.colour
    return given < 0


def _game(
    where: tuple[int, int], white: str, black: str, pair: tuple[Seat, Seat], given: int
) -> Game:
    stated = [seat.handicap for seat in pair if seat.handicap is not None]
    return Game(
        round=where[0],
        table=where[1],
        white=white,
        black=black,
        handicap=max(0, min(stated[0] if stated else given, MOST_STONES)),
        result=_RESULTS["".join(seat.result for seat in pair)],
        by_default=pair[0].by_default,
    )


class RoundsWithoutGame(NamedTuple):
    """Who had no game, and what it was worth."""

    byes: tuple[Bye, ...]
    absences: tuple[frozenset[int], ...]
    """Numbers of the rounds that each player missed, by line."""

    points: Points
    """What byes and absences have given."""


def rounds_without_game(seats: Sequence[Sequence[Seat]], keys: Sequence[str]) -> RoundsWithoutGame:
    """The byes and absences of a wall list, which says only how many points they gave.

    A whole point is taken for a bye and half a point for an absence. No point in a round that has
    games is an absence too, unless absences have given half a point.
    """
    alone = [
        (player, column, seat.result)
        for player, line in enumerate(seats)
        for column, seat in enumerate(line)
        if not seat.opponent
    ]
    begun = {column for line in seats for column, seat in enumerate(line) if seat.opponent}
    half_points = any(result == "=" for *_, result in alone)
    absences: list[set[int]] = [set() for _ in seats]
    for player, column, result in alone:
        if result == "=" or (result == "-" and not half_points and column in begun):
            absences[player].add(column + 1)
    byes = [(column + 1, player) for player, column, result in alone if result == "+"]
    return RoundsWithoutGame(
        byes=tuple(Bye(round=number, player=keys[player]) for number, player in sorted(byes)),
        absences=tuple(map(frozenset, absences)),
        points=Points(mms_absent_x2=int(half_points), mms_bye_x2=2, wins_bye_x2=2),
    )
