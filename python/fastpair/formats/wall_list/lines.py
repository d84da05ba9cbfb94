"""The lines of a wall list: comments, players with their games, and what they say of the players."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from ...errors import FormatError
from ...go.tournament import Grade, Player
from ..characters import TextFile
from ..line_files import Reading
from ..names import unique_keys
from .games import faults_of, rounds_without_game
from .players import MISSING, grade_of, parts_of_name
from .seats import parse_seat, seats_of
from .standings import players_with_a_line, ranked

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from ...go.tournament import Tournament
    from .games import RoundsWithoutGame
    from .seats import Seat
    from .standings import Ranked

__all__ = ["Expected", "PlayerLine", "WallList", "lines_to_write", "parse", "players_of"]

_LOWEST = Grade.parse("30k")
_MOST_WORDS = 200


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
        return [*words[: self.columns.start], *words[self.columns.stop :]]

    def reading(self, tournament: Tournament, **more: Any) -> Reading:  # noqa: ANN401 - the fields
        """The list as a file that was read, whose header is the comments above the first player."""
        first = self.players[0].number if self.players else len(self.file.lines) + 1
        above = [text for number, text in self.comments if number < first]
        below = [text for number, text in self.comments if number > first]
        return Reading(tournament=tournament, file=self.file, above=above, below=below, **more)

    def refuse_faults(self, path: str) -> None:
        """Refuse a list of which two lines contradict each other.

        Raises
        ------
        FormatError
            If there are such lines.
        """
        for fault in faults_of(self.seats):
            number = self.players[fault.player].number
            raise FormatError(path, number, f"{fault.message}: correct one of the two lines")


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
        If a line is no line of a player, or has another number of words than the others.
    """
    file = TextFile.of(path, content)
    comments, players = [], []
    for number, line in enumerate(file.lines, start=1):
        if line.lstrip().startswith(";"):
            comments.append((number, line.strip()))
        elif line.strip():
            player = player_line(number, line)
            if player is None:
                found = f"expected {expected.line}, found {line.strip()[:40]!r}"
                raise FormatError(path, number, found)
            players.append(player)
    widths = Counter(len(player.words) for player in players)
    if len(widths) > 1:
        usual = widths.most_common(1)[0][0]
        odd = next(player for player in players if len(player.words) != usual)
        message = f"expected {usual} {expected.words} as in most lines, found {len(odd.words)}"
        raise FormatError(path, odd.number, message)
    if widths and max(widths) > _MOST_WORDS:
        message = f"expected at most {_MOST_WORDS} {expected.words}"
        raise FormatError(path, players[0].number, message)
    columns = columns_of(players)
    games = (player.words[columns.start : columns.stop] for player in players)
    seats = [tuple(filter(None, map(parse_seat, words))) for words in games]
    return WallList(file, comments, players, columns, seats)


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
        grade = grade_of(line.grade)
        player = Player(
            key=keys[index],
            name=names[index][0],
            first_name=names[index][1],
            grade=_LOWEST if grade is None else grade,
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
    seats = seats_of(tournament, [line.player.key for line in lines])
    return list(zip(lines, seats, strict=True))
