"""A result file of a tournament, in the columns of OpenGotha [FORMATS 3]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..characters import WESTERN, TextFile, nearest
from ..header_lines import updated
from ..wall_list import (
    MISSING,
    parse_seat,
    players_with_a_line,
    ranked,
    seats_of,
    without_blanks,
)
from . import header
from .lines import LICENCE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...go.tournament import Tournament
    from ..wall_list import Ranked, Seat
    from .lines import Sheet

__all__ = ["content_of"]

_COLUMN_LINE = ";Num Nom Prenom               Niv Licence Club"
_LONGEST_NAME = 25
_LONGEST_LICENCE = 7
_LONGEST_CLUB = 4
_WIDTH_OF_ROUND = 8


def content_of(
    tournament: Tournament, before: Sheet | None = None, held: Tournament | None = None
) -> bytes:
    """The content of a result file.

    Parameters
    ----------
    tournament
        What the file is to hold.
    before
        What the file held: the lines of its header stay if their values have not changed.
    held
        The tournament that it held; everybody in it keeps a line.

    Raises
    ------
    RuleError
        If the tournament contradicts itself.
    """
    tournament.check()
    file = before.file if before else TextFile((), WESTERN)
    listed = [player.key for player in held.players] if held else []
    lines = ranked(tournament, players_with_a_line(tournament, listed))
    seats = seats_of(tournament, [line.player.key for line in lines])
    players = [_line(line, games, file.encoding) for line, games in zip(lines, seats, strict=True)]
    above, below = _comments(tournament, file.encoding, before, held)
    return file.content_of([*above, *players, *below])


def _comments(
    tournament: Tournament, encoding: str, before: Sheet | None, held: Tournament | None
) -> tuple[list[str], list[str]]:
    """The comments above the players and those below."""
    values = header.values_of(tournament, encoding)
    if before is None or held is None:
        lines = [header.text_of(field, value) for field, value in values.items()]
        return [*lines, _COLUMN_LINE], []
    first = before.players[0].number if before.players else len(before.file.lines) + 1
    above = [text for number, text in before.comments if number < first]
    old = header.values_of(held, encoding)
    below = [text for number, text in before.comments if number > first]
    return updated(above, header.field_of, old, values, header.text_of), below


def _line(line: Ranked, seats: Sequence[Seat], encoding: str) -> str:
    player = line.player
    family, first = (
        without_blanks(nearest(name, encoding)) for name in (player.name, player.first_name)
    )
    name = f"{family[: _LONGEST_NAME - 2]} {first}"[:_LONGEST_NAME]
    club = without_blanks(nearest(player.club, encoding), _LONGEST_CLUB)
    if club == MISSING or any(map(parse_seat, club.split())):
        club = ""  # A reader would take it for a game.
    licence = "".join(filter(str.isdigit, player.ffg_licence))[:_LONGEST_LICENCE]
    if not LICENCE.fullmatch(licence):
        licence = ""  # A reader would take it for a part of the club.
    start = f"{line.place:>4} {name:<{_LONGEST_NAME}}{str(player.grade).upper():>3}"
    home = f"{licence:>{_LONGEST_LICENCE}} {club:>{_LONGEST_CLUB}}"
    return f"{start} {home}{''.join(map(_text_of_seat, seats))}"


def _text_of_seat(seat: Seat) -> str:
    if not seat.opponent:
        return f"   0{seat.result}".ljust(_WIDTH_OF_ROUND)
    stones = seat.handicap or 0
    return f"{seat.opponent:>5}{seat.result}{seat.colour}{stones}".rjust(_WIDTH_OF_ROUND)
