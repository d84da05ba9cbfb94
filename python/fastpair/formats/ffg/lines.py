"""The lines of a French result file, in the columns of OpenGotha [FORMATS 3]."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .. import wall_list
from ..characters import nearest
from ..wall_list import (
    MISSING,
    NO_GAME_WORDS,
    Expected,
    PlayerLine,
    lines_to_write,
    name_within,
    parse_seat,
    without_blanks,
)
from .header import HEADER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...go.tournament import Tournament
    from ..line_files import Reading
    from ..wall_list import Ranked, Seat, WallList

__all__ = ["lines_of", "parse"]

_LONGEST_NAME, _LONGEST_LICENCE, _LONGEST_CLUB = 25, 7, 4
_WIDTH_OF_ROUND = 8
_COLUMN_LINE = ";Num Nom Prenom               Niv Licence Club"
_COLUMNS = re.compile(
    r"(?P<place>[ 0-9]{4}) (?P<name>.{25})(?P<grade>[ 0-9]{2}[kdpKDP])(?: (?P<rest>.*))?"
)
_GRADE = re.compile(r"[0-9]{1,2}[kdp]", re.IGNORECASE)
_LICENCE = re.compile(r"[0-9]{5,9}")
"""What a word is that stands for a licence; a shorter one belongs to the club."""

_EXPECTED = Expected("place, name, grade, licence, club and games", "rounds")


def parse(path: str, content: bytes) -> WallList:
    """Take a result file apart, see `fastpair.formats.wall_list.parse`."""
    return wall_list.parse(path, content, _player_line, _EXPECTED, _all_columns)


def _all_columns(players: Sequence[PlayerLine]) -> range:
    return range(len(players[0].words) if players else 0)


def _player_line(number: int, line: str) -> PlayerLine | None:
    """Read a line by its columns, and by its words if a column is not where it belongs."""
    match = _COLUMNS.fullmatch(line)
    if match is not None:
        return _with_words(
            number, match["name"].split(), match["grade"].strip(), (match["rest"] or "").split()
        )
    words = line.split()
    if words and words[0].isdigit():
        words = words[1:]
    for index, word in enumerate(words):
        if index and _GRADE.fullmatch(word):
            return _with_words(number, words[:index], word, words[index + 1 :])
    return None


def _with_words(number: int, name: list[str], grade: str, rest: list[str]) -> PlayerLine | None:
    """The line of a player from its words; those from the first that can be a game on are games."""
    if not name:
        return None
    licence = rest.pop(0) if rest and _LICENCE.fullmatch(rest[0]) else ""
    first_game = next((place for place, word in enumerate(rest) if _is_game(word)), len(rest))
    least = 1 if first_game < len(rest) else 0  # one dash before a game is the club
    while first_game > least and rest[first_game - 1] in NO_GAME_WORDS:
        first_game -= 1
    before = rest[:first_game]
    more = {"club": " ".join(before), "ffg_licence": licence}
    return PlayerLine(number=number, name=name, grade=grade, words=rest[first_game:], more=more)


def _is_game(word: str) -> bool:
    return word not in NO_GAME_WORDS and parse_seat(word) is not None


def lines_of(tournament: Tournament, encoding: str, before: Reading | None) -> list[str]:
    """The lines of a result file; those of its header stay if their values have not changed."""
    header = HEADER.lines_of(tournament, encoding, before)
    header += [] if before else [_COLUMN_LINE]
    behind = before.behind if before else {}
    players = [
        " ".join(filter(None, (_line(line, seats, encoding), behind.get(line.player.key))))
        for line, seats in lines_to_write(tournament, before)
    ]
    return [*header, *players, *(before.below if before else ())]


def _line(line: Ranked, seats: Sequence[Seat], encoding: str) -> str:
    player = line.player
    name = name_within(player, encoding, _LONGEST_NAME)
    club = without_blanks(nearest(player.club, encoding), _LONGEST_CLUB)
    if club == MISSING or any(map(parse_seat, club.split())):
        club = ""  # A reader would take it for a game.
    licence = "".join(filter(str.isdigit, player.ffg_licence))[:_LONGEST_LICENCE]
    if not _LICENCE.fullmatch(licence):
        licence = ""  # A reader would take it for a part of the club.
    start = f"{line.place:>4} {name:<{_LONGEST_NAME}}{str(player.grade).upper():>3}"
    home = f"{licence:>{_LONGEST_LICENCE}} {club:>{_LONGEST_CLUB}}"
    return f"{start} {home}{''.join(map(_text_of_seat, seats))}"


def _text_of_seat(seat: Seat) -> str:
    if not seat.opponent:
        return f"   0{seat.result}".ljust(_WIDTH_OF_ROUND)
    stones = seat.handicap or 0
    return f"{seat.opponent:>5}{seat.result}{seat.colour}{stones}".rjust(_WIDTH_OF_ROUND)
