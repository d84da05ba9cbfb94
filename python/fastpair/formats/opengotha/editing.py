"""Carry the changes of a tournament into its file."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from ...errors import RuleError
from . import schema
from .edits import Edits
from .markup import Element
from .seats import list_of_byes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...tournament import Bye, Game, Tournament
    from .reader import Reading
    from .references import References

__all__ = ["participation", "updated"]

_Item = TypeVar("_Item")


def updated(reading: Reading, new: Tournament) -> bytes:
    """The content of a file with another state of its tournament.

    Only the games and byes that differ are changed, and the participation of players whose absences
    differ.

    Parameters
    ----------
    reading
        The file as it was read.
    new
        The tournament that the file is to hold.

    Raises
    ------
    RuleError
        If the tournaments differ in anything else, or a round has two byes, which OpenGotha
        cannot hold.
    """
    old = reading.tournament
    _refuse_other_changes(old, new)
    edits = Edits(reading.markup)
    for element, was, now in zip(reading.players, old.players, new.players, strict=True):
        if was.absences != now.absences:
            text = participation(now.absences, element.get("participating"))
            edits.set(element, "participating", text)
    _change_games(edits, reading, new)
    _change_byes(edits, reading, new)
    return edits.content()


def _refuse_other_changes(old: Tournament, new: Tournament) -> None:
    if (old.name, old.rules) != (new.name, new.rules):
        raise RuleError("the name and the rules of a tournament are not written to its file")
    for was, now in zip(old.players, new.players, strict=False):
        if was != replace(now, absences=was.absences):
            message = f"player {was.key!r} has changed: only absences are written to a file"
            raise RuleError(message)
    if len(old.players) != len(new.players):
        raise RuleError("players have come or gone: only absences are written to a file")
    _refuse_impossible_seats(new)


def _refuse_impossible_seats(new: Tournament) -> None:
    for game in new.games:
        for key in game.players:
            if key not in new.by_key:
                raise RuleError(f"round {game.round}: no player has the key {key!r}")
    for number, count in Counter(bye.round for bye in new.byes).items():
        if count > 1:
            raise RuleError(f"round {number} has {count} byes: OpenGotha can hold one in a round")
    for bye in new.byes:
        if bye.player not in new.by_key:
            raise RuleError(f"round {bye.round}: no player has the key {bye.player!r}")


def _change_games(edits: Edits, reading: Reading, new: Tournament) -> None:
    stale, fresh = _differences(reading.games, reading.tournament.games, new.games)
    left = dict(enumerate(stale))
    by_pair = {_pair(game): place for place, (_, game) in left.items()}
    added = []
    for game in fresh:
        now = _game_attributes(game, reading.references)
        place = by_pair.pop(_pair(game), None)
        if place is None:
            added.append(Element("Game", now))
            continue
        element, was = left.pop(place)
        before = _game_attributes(was, reading.references)
        for name in now:
            if now[name] != before[name]:
                edits.set(element, name, now[name])
    for element, _ in left.values():
        edits.remove(element)
    root = reading.markup.root
    games = root.find("Games")
    if games is not None:
        edits.append(games, added)
    elif added:
        edits.append(root, [Element("Games", children=added)])


def _pair(game: Game) -> tuple[int, frozenset[str]]:
    """What identifies a board: the round, and the players who sit at it."""
    return game.round, frozenset(game.players)


def _change_byes(edits: Edits, reading: Reading, new: Tournament) -> None:
    """Change the byes. With the bye of a round, those that OpenGotha ignores in it are removed."""
    stale, fresh = _differences(reading.byes.elements, reading.byes.kept, new.byes)
    changed = {bye.round for _, bye in stale}.union(bye.round for bye in fresh)
    gone = [element for element, _ in stale]
    gone += [element for number, element in reading.byes.idle if number in changed]
    for element in gone:
        edits.remove(element)
    added = [Element("ByePlayer", _bye_attributes(bye, reading.references)) for bye in fresh]
    root = reading.markup.root
    byes, games = list_of_byes(root), root.find("Games")
    if byes is not None:
        edits.append(byes, added)
    elif added and games is not None:
        edits.insert_after(games, Element("ByePlayers", children=added))
    elif added:
        edits.append(root, [Element("ByePlayers", children=added)])


def _differences(
    elements: Iterable[Element], old: Iterable[_Item], new: Iterable[_Item]
) -> tuple[list[tuple[Element, _Item]], list[_Item]]:
    """The elements whose items are gone, and the items that have no element yet, in order."""
    old = tuple(old)
    missing, surplus = Counter(new) - Counter(old), Counter(old) - Counter(new)
    stale = [
        (element, item)
        for element, item in zip(elements, old, strict=True)
        if _taken_from(surplus, item)
    ]
    return stale, [item for item in new if _taken_from(missing, item)]


def _taken_from(items: Counter[_Item], item: _Item) -> bool:
    """Take an item out of a counter, and tell whether it was there."""
    found = items[item] > 0
    items[item] -= found
    return found


def _game_attributes(game: Game, references: References) -> dict[str, str]:
    """The attributes of a game, in OpenGotha's order."""
    return {
        "blackPlayer": references.to(game.black),
        "handicap": schema.STONES.text(game.handicap),
        "knownColor": "true",
        "result": schema.OUTCOME.text((game.result, game.by_default)),
        "roundNumber": schema.ROUND.text(game.round),
        "tableNumber": schema.TABLE.text(game.table),
        "whitePlayer": references.to(game.white),
    }


def _bye_attributes(bye: Bye, references: References) -> dict[str, str]:
    """The attributes of a bye, in OpenGotha's order."""
    return {"player": references.to(bye.player), "roundNumber": schema.ROUND.text(bye.round)}


def participation(absences: Iterable[int], before: str) -> str:
    """The participation string of a player: a zero for every absence.

    Parameters
    ----------
    absences
        Numbers of rounds, from 1.
    before
        The string so far; missing characters count as ones.
    """
    absent = frozenset(absences)
    length = max(len(before), schema.ROUNDS_IN_FILE, *absent)
    signs = enumerate(before.ljust(length, "1"), start=1)
    return "".join("0" if number in absent else sign.replace("0", "1") for number, sign in signs)
