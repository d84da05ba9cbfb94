"""The rooms of a hall, as a director types them."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...sentences import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


_ROOM = re.compile(r"(.+)=([1-9]\d{0,4})-(\d{1,5})")


def rooms_of(typed: Iterable[str]) -> Mapping[str, range]:
    """The tables of each room, by its name; ``"Main hall=1-80"`` is one room.

    Raises
    ------
    RuleError
        If a text is no room, or two rooms share a table.
    """
    rooms: dict[str, range] = {}
    for text in typed:
        found = _ROOM.fullmatch(text.strip())
        if found is None or int(found[2]) > int(found[3]):
            raise RuleError(
                phrase(
                    "expected a room and its tables such as 'Hall=1-80', got {text!r}", text=text
                )
            )
        if found[1] in rooms:
            raise RuleError(phrase("the room {room!r} is named twice", room=found[1]))
        rooms[found[1]] = range(int(found[2]), int(found[3]) + 1)
    for (one, first), (other, second) in combinations(rooms.items(), 2):
        if first.start < second.stop and second.start < first.stop:
            raise RuleError(
                phrase("the rooms {one!r} and {other!r} share tables", one=one, other=other)
            )
    return rooms
