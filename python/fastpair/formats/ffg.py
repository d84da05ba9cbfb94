"""Result files of the French Go federation (.tou) [FORMATS 3]."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..go.tournament import Event, Overtime, Rules, TimeLimit, Tournament
from . import wall_list
from .characters import nearest
from .document import Header, LineFormat, day_in, number_in
from .limits import LONGEST
from .wall_list import (
    MISSING,
    NO_GAME_WORDS,
    Expected,
    PlayerLine,
    games_of,
    lines_to_write,
    name_within,
    parse_seat,
    players_of,
    texts_of_players,
    without_blanks,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from .document import Reading
    from .wall_list import Ranked, Seat


# ---- The header of a result file: what the tournament was, in lines such as ``;vill=Nantes`` ----

_VERSION = re.compile(r"([0-9][0-9.]*)\s*$")


def version_of(fields: Mapping[str, str]) -> str:
    """Version of the program that made the file, if the header says."""
    match = _VERSION.search(fields.get("prog", "")[-40:])
    return match[1] if match else ""


def event_of(fields: Mapping[str, str]) -> Event:
    """When, where and under which conditions the tournament was played."""
    komi, size, basic, adjusted = (
        number_in(fields.get(field, "")) for field in ("komi", "size", "time", "ta")
    )
    day = day_in(fields.get("date", ""), "dmy")
    return Event(
        short_name=fields.get("name", ""),
        place=fields.get("vill", ""),
        begins=day,
        ends=day,
        komi_x2=None if komi is None else round(2 * komi),
        board_size=None if size is None else round(size),
        time=_time(basic, adjusted),
    )


def _time(basic: float | None, adjusted: float | None) -> TimeLimit | None:
    """The time of a game from its basic and its adjusted minutes.

    Overtime is counted as 60 moves, so that a minute of it is a second for each move, whatever its
    kind was.
    """
    if basic is None:
        return None
    more = round((adjusted or basic) - basic)
    if more <= 0:
        return TimeLimit(basic=round(60 * basic))
    return TimeLimit(basic=round(60 * basic), overtime=Overtime.CANADIAN, period=more, stones=1)


def _values_of(tournament: Tournament) -> dict[str, str]:
    event = tournament.event
    time, komi = event.time, event.komi_x2
    overtime = "+b" if time and time.overtime is not Overtime.SUDDEN_DEATH else ""
    return {
        "name": event.short_name or tournament.name,
        "date": event.begins.strftime("%d/%m/%Y") if event.begins else "",
        "vill": event.place,
        "comm": tournament.name,
        "prog": "fastpair",
        "size": f"{event.board_size or ''}",
        "time": f"{time.basic // 60}{overtime}" if time else "",
        "ta": f"{time.adjusted // 60}" if time else "",
        "komi": "" if komi is None else f"{komi / 2:.1f}",
    }


HEADER = Header(
    pattern=re.compile(r";\s*([a-z]{2,8})\s*=(.*)", re.IGNORECASE),
    line=lambda field, value: f";{field}={value}",
    values=_values_of,
    always=("name", "date", "vill", "comm"),
    meanings={
        **dict.fromkeys(("komi", "size", "time", "ta"), number_in),
        "date": lambda text: day_in(text, "dmy"),
    },
)


# ---- The lines of a French result file, in the columns of OpenGotha [FORMATS 3] ----

_LONGEST = LONGEST["ffg"]
_WIDTH_OF_ROUND = 8
_COLUMN_LINE = ";Num Nom Prenom               Niv Licence Club"
_COLUMNS = re.compile(
    r"(?P<place>[ 0-9]{4}) (?P<name>.{25})(?P<grade>[ 0-9]{2}[kdpKDP])(?: (?P<rest>.*))?"
)
_GRADE = re.compile(r"[0-9]{1,2}[kdp]", re.IGNORECASE)
_LICENCE = re.compile(r"[0-9]{5,9}")
"""What a word is that stands for a licence; a shorter one belongs to the club."""

_EXPECTED = Expected("place, name, grade, licence, club and games", "rounds")


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


def lines_of(tournament: Tournament, encoding: str, before: Reading) -> list[str]:
    """The lines of a result file; those of its header stay if their values have not changed."""
    header = HEADER.lines_of(tournament, encoding, before)
    header += [_COLUMN_LINE] if before.is_new else []
    lines = lines_to_write(tournament, before)
    players = texts_of_players(lines, before, lambda line, seats: _line(line, seats, encoding))
    return [*header, *players, *before.below]


def _line(line: Ranked, seats: Sequence[Seat], encoding: str) -> str:
    player = line.player
    name = name_within(player, encoding, _LONGEST["name"])
    club = without_blanks(nearest(player.club, encoding), _LONGEST["club"])
    if club == MISSING or any(map(parse_seat, club.split())):
        club = ""  # A reader would take it for a game.
    licence = "".join(filter(str.isdigit, player.ffg_licence))[: _LONGEST["ffg_licence"]]
    if not _LICENCE.fullmatch(licence):
        licence = ""  # A reader would take it for a part of the club.
    start = f"{line.place:>4} {name:<{_LONGEST['name']}}{str(player.grade).upper():>3}"
    home = f"{licence:>{_LONGEST['ffg_licence']}} {club:>{_LONGEST['club']}}"
    return f"{start} {home}{''.join(map(_text_of_seat, seats))}"


def _text_of_seat(seat: Seat) -> str:
    if not seat.opponent:
        return f"   0{seat.result}".ljust(_WIDTH_OF_ROUND)
    stones = seat.handicap or 0
    return f"{seat.opponent:>5}{seat.result}{seat.colour}{stones}".rjust(_WIDTH_OF_ROUND)


# ---- A French result file in memory ----


def _reading(path: str, content: bytes) -> Reading:
    sheet = wall_list.parse(
        path,
        content,
        _player_line,
        _EXPECTED,
        lambda players: range(len(players[0].words) if players else 0),
    )
    sheet.refuse_faults(path, HEADER)
    comments = sheet.texts
    fields = HEADER.fields_of(comments)
    without_game, players = players_of(sheet)
    tournament = Tournament.found(
        name=fields.get("comm", "") or fields.get("name", ""),
        event=event_of(fields),
        rules=Rules(rounds=max(len(sheet.columns), 1), points=without_game.points),
        players=players,
        games=games_of(sheet.seats, [player.key for player in players]),
        byes=without_game.byes,
    )
    return sheet.reading(
        tournament,
        remarks=(*_remarks(tournament), *HEADER.remarks(comments), *sheet.remarks(players)),
        version=version_of(fields),
    )


def _remarks(tournament: Tournament) -> Iterator[str]:
    rules = tournament.rules
    yield (
        f"a file of the FFG holds no scores and no rules: floor {rules.floor}, bar {rules.bar} "
        "and the usual criteria are assumed"
    )


_FORMAT = LineFormat("ffg", _reading, lines_of)
read, new_content = _FORMAT.read, _FORMAT.new_content
