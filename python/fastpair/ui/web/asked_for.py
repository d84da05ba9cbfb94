"""What the federations ask of players in a result file, and the tournament does not say yet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from ...app.edits.entries import Entry, players_changed
from ...app.edits.ratings_refreshed import listed_as
from ...errors import RuleError
from ...sentences import marked, phrase
from ..flags import typed_as_options
from .parts import id_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...go.tournament import Player
    from .asking import Asked
    from .held import Told


ASKED_FOR = {
    "egd": {"country": "Country", "club": "Club", "egf_pin": "EGF PIN"},
    "ffg": {"country": "Country", "club": "Club", "ffg_licence": marked("FFG licence")},
    "aga": {"aga_id": marked("AGA number")},
}
"""What a result file says of each player, by its format, with the title of each column."""

_COUNTRY = re.compile("[A-Za-z]{2}")
_NUMBER = re.compile("[0-9]{1,8}")


class _Cell(NamedTuple):
    """A field of a player."""

    name: str
    title: str
    value: str
    listed: bool
    """Whether the value is one of a rating list, and is not in the tournament yet."""


class _Lacking(NamedTuple):
    """A player of whom something is asked for."""

    player: Player
    cells: tuple[_Cell, ...]


def lacking(asked: Asked, form: str) -> Sequence[_Lacking]:
    """The players of whom the result file of a format would not say all, with what rating lists know."""
    names = ASKED_FOR.get(form, {})
    found = []
    for player in asked.state.tournament.players:
        if all(getattr(player, name) for name in names):
            continue
        entries = [*filter(None, (listed_as(each, player) for each in asked.desk.lists.all()))]
        cells = []
        for name, title in names.items():
            held = getattr(player, name)
            listed = next(filter(None, (getattr(each, name) for each in entries)), "")
            field = f"{name}-{id_of('p', player.key)}"
            cells.append(_Cell(field, title, held or listed, not held and bool(listed)))
        found.append(_Lacking(player, tuple(cells)))
    return found


def complete(asked: Asked) -> Told:
    """Put down what is typed of players.

    Raises
    ------
    RuleError
        If a value is none of its field, or nothing is typed.
    """
    entries: dict[str, Entry] = {}
    options: list[str] = []
    for player in asked.state.tournament.players:
        typed: dict[str, Any] = {}
        for name in ASKED_FOR.get(asked.typed("format"), {}):
            value = asked.fields.get(f"{name}-{id_of('p', player.key)}", "").strip()
            if value and value != getattr(player, name):
                typed[name] = _checked(player, name, value)
        if typed:
            entries[player.key] = Entry(**typed)
            options += ["--change", player.key]
            for name, value in typed.items():
                options += typed_as_options(name, value)
    if not entries:
        raise RuleError(phrase("nothing is typed that the tournament does not say already"))
    act = asked.act("register", *options)
    return asked.desk.held.change(act, lambda held: players_changed(held.tournament, entries))


def _checked(player: Player, name: str, value: str) -> str:
    """A value as the federation takes it."""
    who = player.full_name
    if name == "country":
        if not _COUNTRY.fullmatch(value):
            raise RuleError(
                phrase(
                    "{name}: expected a country of two letters such as DE, got {value!r}",
                    name=who,
                    value=value,
                )
            )
        return value.upper()
    if name in ("egf_pin", "aga_id") and not _NUMBER.fullmatch(value):
        raise RuleError(phrase("{name}: expected a number, got {value!r}", name=who, value=value))
    return value
