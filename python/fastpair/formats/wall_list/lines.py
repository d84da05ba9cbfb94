"""The lines of a wall list: comments, players with their games, and what they say of the players."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ...errors import FormatError
from ...go.tournament import Grade, Player
from ..characters import TextFile
from ..files import refuse_more_players
from ..line_files import Reading
from ..names import unique_keys
from .games import MOST_STONES, faults_of, more_stones, rounds_without_game
from .players import MISSING, grade_of, parts_of_name
from .seats import parse_seat, seats_of
from .standings import players_with_a_line, ranked

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from ...go.tournament import Tournament
    from .games import RoundsWithoutGame
    from .seats import Seat
    from .standings import Ranked

__all__ = ["Expected", "PlayerLine", "WallList", "lines_to_write", "parse", "players_of"]

_LOWEST = Grade.parse("30k")
_MOST_WORDS = 200
_COMMENT = re.compile(r"\s*(;[^|]*[^|\s])")
_NUMBER = re.compile(r"-?[0-9]+[^-+/!]*")
_LIKE_GAME = re.compile(r"[0-9].*[-+/!].*")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """The line of a player."""

    number: int
    """Number of the line in the file, from 1."""

    name: Sequence[str]
    """The words of the name, first name last."""

    grade: str
    words: Sequence[str]
    """Criteria and games."""

    more: Mapping[str, Any]
    """Further fields of the player."""

    comment: str = ""
    """What stands behind a semicolon, with it."""


class Expected(NamedTuple):
    """What errors expect."""

    line: str
    """Of a line."""

    words: str
    """Of the criteria and games in it."""


@dataclass(frozen=True)
class WallList:
    """A result file in its parts."""

    file: TextFile
    comments: Sequence[tuple[int, str]]
    """Numbers and texts of the lines that begin with a semicolon."""

    players: Sequence[PlayerLine]
    columns: range
    """Which of the words are games."""

    seats: Sequence[Sequence[Seat]]
    """What each player did in each round."""

    def criteria(self, player: int) -> Sequence[str]:
        """The words of a player that are no games, in their order."""
        words = self.players[player].words
        return [words[place] for place in self.places_of_criteria(player)]

    def places_of_criteria(self, player: int) -> Sequence[int]:
        """Which of the words of a player are no games."""
        places = range(len(self.players[player].words))
        return [*places[: self.columns.start], *places[self.columns.stop :]]

    def reading(self, tournament: Tournament, **more: Any) -> Reading:  # noqa: ANN401 - the fields
        """The list as a file that was read, whose header is the comments above the first player."""
        first = self.players[0].number if self.players else len(self.file.lines) + 1
        keys = [player.key for player in tournament.players]
        return Reading(
            tournament=tournament,
            file=self.file,
            above=[text for number, text in self.comments if number < first],
            below=[text for number, text in self.comments if number > first],
            behind={
                key: line.comment
                for key, line in zip(keys, self.players, strict=True)
                if line.comment
            },
            more_stones={
                (column + 1, keys[line], keys[seat.opponent - 1]): stones
                for line, column, seat, stones in self._seats_of_many_stones()
            },
            **more,
        )

    def doubts(self) -> Iterator[tuple[int, Seat, str]]:
        """Say in which games both win or both lose, and not by forfeit: likely one sign is wrong.

        Yields
        ------
        The line, from 0, the seat in it, and what is doubtful, for both lines of such a game.
        """
        for line, seats in enumerate(self.seats):
            for column, seat in enumerate(seats):
                if seat.by_default or not 0 < seat.opponent <= len(self.seats):
                    continue
                other = self.seats[seat.opponent - 1][column]
                if seat.result in "+-" and other.result == seat.result:
                    both = "win" if seat.result == "+" else "lose"
                    said = f"both players {both} against number {seat.opponent}, and not by forfeit"
                    yield line, seat, f"round {column + 1}: {said}"

    def remarks(self) -> Iterator[str]:
        """Say, one line each, what the list says that a tournament holds otherwise."""
        for line, column, seat, stones in self._seats_of_many_stones():
            if line < seat.opponent - 1:
                number = self.players[line].number
                yield f"line {number}: round {column + 1}: {more_stones(stones)}"
        for line, seat, message in self.doubts():
            if line < seat.opponent - 1:
                yield f"line {self.players[line].number}: {message}: check the result"
        for player in self.players:
            grade = _grade(player)
            if str(grade) != player.grade.lower():
                yield f"line {player.number}: the grade {player.grade!r} is taken as {grade}"

    def _seats_of_many_stones(self) -> Iterator[tuple[int, int, Seat, int]]:
        """Line and column, from 0, of the seats with more stones than a game can have, and these."""
        for line, seats in enumerate(self.seats):
            for column, seat in enumerate(seats):
                if seat.handicap is not None and seat.handicap > MOST_STONES:
                    yield line, column, seat, seat.handicap

    def error(self, path: str, player: PlayerLine, place: int, expected: str) -> FormatError:
        """The error for a word in the line of a player that is not what is expected there."""
        return _error(path, self.file, player, place, expected)

    def faults(self) -> Iterator[tuple[int, str]]:
        """Say where the two lines of a game contradict each other: the line, and what is wrong."""
        for fault in faults_of(self.seats):
            player, place = self.players[fault.player], self.columns[fault.column]
            where = f"{_place(self.file, player, place)}, {player.words[place]!r}"
            yield player.number, f"{where}: round {fault.column + 1}: {fault.message}"

    def refuse_faults(self, path: str) -> None:
        """Refuse a list of which two lines contradict each other.

        Raises
        ------
        FormatError
            If there are such lines.
        """
        for number, message in self.faults():
            raise FormatError(path, number, f"{message}: correct one of the two lines")


def parse(
    path: str,
    content: bytes,
    player_line: Callable[[int, str], PlayerLine | None],
    expected: Expected,
    columns_of: Callable[[Sequence[PlayerLine]], range],
) -> WallList:
    """Take a result file apart.

    Parameters
    ----------
    player_line
        Reads the number and the text of a line.
    columns_of
        Finds which of the words of all players are games.

    Raises
    ------
    FormatError
        If a line is no line of a player, has another number of words than the others, or has a word
        among its games that is none.
    """
    file = TextFile.of(path, content)
    comments, players = [], []
    for number, line in enumerate(file.lines, start=1):
        if line.lstrip().startswith(";"):
            comments.append((number, line.strip()))
        elif line.strip():
            comment = _COMMENT.search(line)
            player = player_line(number, _COMMENT.sub("", line))
            if player is None:
                found = f"expected {expected.line}, found {line.strip()[:40]!r}"
                raise FormatError(path, number, found)
            players.append(replace(player, comment=comment[1] if comment else ""))
            refuse_more_players(path, number, len(players))
    _refuse_other_widths(path, file, players, expected)
    columns = columns_of(players)
    seats = [tuple(_seats(path, file, player, columns)) for player in players]
    return WallList(file, comments, players, columns, seats)


def _refuse_other_widths(
    path: str, file: TextFile, players: Sequence[PlayerLine], expected: Expected
) -> None:
    """Refuse lines with another number of words than most, or with too many."""
    widths = Counter(len(player.words) for player in players)
    if len(widths) > 1:
        usual = widths.most_common(1)[0][0]
        odd = next(player for player in players if len(player.words) != usual)
        message = f"expected {usual} {expected.words} as in most lines, found {len(odd.words)}"
        for place, word in enumerate(odd.words):
            if not (parse_seat(word) or _NUMBER.fullmatch(word)):
                message += f"; {word!r} {_place(file, odd, place)} is none"
                break
        raise FormatError(path, odd.number, message)
    if widths and max(widths) > _MOST_WORDS:
        message = f"expected at most {_MOST_WORDS} {expected.words}"
        raise FormatError(path, players[0].number, message)


def _seats(path: str, file: TextFile, player: PlayerLine, columns: range) -> Iterator[Seat]:
    """What a player did in each round; a word among the scores that is no score may be a game."""
    for place, word in enumerate(player.words):
        seat = parse_seat(word)
        if place in columns and seat is not None:
            yield seat
        elif place in columns:
            number = place - columns.start + 1
            expected = f"expected the game of round {number} such as 12+/w0, or 0- for none"
            raise _error(path, file, player, place, expected)
        elif (seat is None or seat.result in "+-") and _LIKE_GAME.fullmatch(word):
            raise _error(path, file, player, place, "expected a score")


def _error(path: str, file: TextFile, player: PlayerLine, place: int, expected: str) -> FormatError:
    """An error that names the line, the column and the word."""
    message = f"{_place(file, player, place)}: {expected}, found {player.words[place]!r}"
    return FormatError(path, player.number, message)


def _place(file: TextFile, player: PlayerLine, place: int) -> str:
    """Where a word stands in the line of a player, in which others may be alike before and behind."""
    word, behind = player.words[place], player.words[place + 1 :].count(player.words[place])
    line = _COMMENT.sub("", file.lines[player.number - 1]).partition("|")[0]
    found = [match.start() for match in re.finditer(rf"(?<!\S){re.escape(word)}(?!\S)", line)]
    return f"column {(found[-1 - behind] if behind < len(found) else line.rfind(word)) + 1}"


def _grade(player: PlayerLine) -> Grade:
    """The grade of a line; what is none is taken as the lowest."""
    grade = grade_of(player.grade)
    return _LOWEST if grade is None else grade


def players_of(
    wall_list: WallList, corrections: Sequence[int] = ()
) -> tuple[RoundsWithoutGame, tuple[Player, ...]]:
    """The players in the order of the lines, and who had no game when.

    A grade that is none is taken as the lowest.
    """
    names = [parts_of_name(line.name) for line in wall_list.players]
    keys = [*unique_keys((family + first for family, first in names), MISSING)]
    without_game = rounds_without_game(wall_list.seats, keys)
    players = []
    for index, line in enumerate(wall_list.players):
        player = Player(
            key=keys[index],
            name=names[index][0],
            first_name=names[index][1],
            grade=_grade(line),
            correction=corrections[index] if corrections else 0,
            absences=without_game.absences[index],
            **line.more,
        )
        players.append(player)
    return without_game, tuple(players)


def lines_to_write(
    tournament: Tournament, before: Reading | None
) -> list[tuple[Ranked, list[Seat]]]:
    """The players by their places, and what they did; everybody who had a line keeps one."""
    listed: Collection[str] = before.tournament.by_key if before else ()
    lines = ranked(tournament, players_with_a_line(tournament, listed))
    order = [line.player.key for line in lines]
    seats = seats_of(tournament, order)
    for (number, key, opponent), stones in (before.more_stones if before else {}).items():
        if {key, opponent}.issubset(order) and number <= tournament.rules.rounds:
            line, column = seats[order.index(key)], number - 1
            seat = line[column]
            if seat.handicap == MOST_STONES and order[seat.opponent - 1] == opponent:
                line[column] = seat._replace(handicap=stones)
    return list(zip(lines, seats, strict=True))
