"""What the server of the European Go Database checks in a result file before it is rated.

Every player has one game or none in every round; both lines of a game say the same of it; results
and colours are opposite; all lines have the same number of rounds; a number in the database has
eight digits; every character can be read.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import FormatError
from ..wall_list import grade_of
from .lines import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...go.tournament import Tournament
    from ..wall_list import WallList

__all__ = ["faults_in", "with_sound_pins"]

_PIN = re.compile(r"[0-9]{8}")


def faults_in(content: bytes) -> list[tuple[int | None, str]]:
    """Say what the server would refuse; nothing if it accepts the file.

    Parameters
    ----------
    content
        The content of the file.

    Returns
    -------
    Numbers of lines, from 1 or None if there is none to name, and what is wrong in them.
    """
    try:
        wall_list = parse("", content)
    except FormatError as error:
        return [(error.line, str(error).partition(": ")[2])]
    return sorted([*_faults_of_players(wall_list), *_faults_of_games(wall_list)])


def with_sound_pins(tournament: Tournament) -> Tournament:
    """A tournament without the PINs that the server would refuse; of two alike the first stays."""
    taken: set[str] = {""}
    players = []
    for player in tournament.players:
        pin = player.egf_pin
        sound = _PIN.fullmatch(pin) is not None and pin not in taken
        taken.add(pin)
        players.append(player if sound else replace(player, egf_pin=""))
    return replace(tournament, players=tuple(players))


def _faults_of_players(wall_list: WallList) -> Iterator[tuple[int, str]]:
    holders: dict[str, int] = {}
    if not wall_list.players:
        yield 1, "expected lines of players, found none"
    for player in wall_list.players:
        if len(player.name) < 2:
            yield player.number, "expected a family name and a first name"
        if grade_of(player.grade) is None:
            yield player.number, f"expected a grade such as 3D or 12K, found {player.grade!r}"
        pin = player.more["egf_pin"]
        if pin and _PIN.fullmatch(pin) is None:
            yield player.number, f"expected a PIN of eight digits, found {pin!r}"
        elif pin in holders:
            yield player.number, f"the PIN {pin} stands in line {holders[pin]} already"
        elif pin:
            holders[pin] = player.number


def _faults_of_games(wall_list: WallList) -> Iterator[tuple[int, str]]:
    yield from wall_list.faults()
    for line, _, message in wall_list.doubts():
        yield wall_list.players[line].number, message
