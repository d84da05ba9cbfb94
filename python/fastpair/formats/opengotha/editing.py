"""Changes of a tournament carried into the elements of its file."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from ...errors import RuleError
from . import schema
from .markup import add, add_after, remove
from .reader import bye_elements, game_elements, player_elements

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...tournament import Bye, Game, Tournament
    from .markup import Element

__all__ = ["participation", "update"]

_Item = TypeVar("_Item")


def update(root: Element, old: Tournament, new: Tournament) -> None:
    """Bring a file from one state of its tournament to another.

    Touches the games and byes that differ and the participation of players whose absences do,
    and nothing else.

    Parameters
    ----------
    root
        Root element of the file.
    old
        The tournament as read from it.
    new
        The tournament that it shall hold.

    Raises
    ------
    RuleError
        If the tournaments differ in anything else, or a round has two byes, which OpenGotha
        cannot hold.
    """
    _refuse_other_changes(old, new)
    for element, was, now in zip(player_elements(root), old.players, new.players, strict=True):
        if was.absences != now.absences:
            text = participation(now.absences, element.get("participating", ""))
            element.set("participating", text)
    _update_games(root, old.games, new.games)
    _update_byes(root, old.byes, new.byes)


def _refuse_other_changes(old: Tournament, new: Tournament) -> None:
    if (old.name, old.rules) != (new.name, new.rules):
        raise RuleError("the name and the rules of a tournament are not written to its file")
    for was, now in zip(old.players, new.players, strict=False):
        if was != replace(now, absences=was.absences):
            message = f"player {was.key!r} has changed: only absences are written to a file"
            raise RuleError(message)
    if len(old.players) != len(new.players):
        raise RuleError("players have come or gone: only absences are written to a file")
    _refuse_impossible_seats(old, new)


def _refuse_impossible_seats(old: Tournament, new: Tournament) -> None:
    for game in new.games:
        for key in game.players:
            if key not in new.by_key:
                raise RuleError(f"round {game.round}: no player has the key {key!r}")
    before = Counter(bye.round for bye in old.byes)
    for number, count in Counter(bye.round for bye in new.byes).items():
        if count > max(1, before[number]):
            raise RuleError(f"round {number} has {count} byes: OpenGotha can hold one in a round")
    for bye in new.byes:
        if bye.player not in new.by_key:
            raise RuleError(f"round {bye.round}: no player has the key {bye.player!r}")


def _update_games(root: Element, old: Iterable[Game], new: Iterable[Game]) -> None:
    stale, fresh = _differences(game_elements(root), old, new)
    left = dict(enumerate(stale))
    by_pair = {_pair(game): place for place, (_, game) in left.items()}
    for game in fresh:
        place = by_pair.pop(_pair(game), None)
        if place is None:
            add(_games(root), "Game", _game_attributes(game))
        else:
            _change(*left.pop(place), game)
    for element, _ in left.values():
        remove(element)


def _pair(game: Game) -> tuple[int, frozenset[str]]:
    """What makes a board the same board: the round and who sits at it."""
    return game.round, frozenset(game.players)


def _change(element: Element, was: Game, game: Game) -> None:
    """Write what differs between two games of the same players."""
    earlier = _game_attributes(was)
    for name, value in _game_attributes(game).items():
        if value != earlier[name]:
            element.set(name, value)


def _update_byes(root: Element, old: Iterable[Bye], new: Iterable[Bye]) -> None:
    stale, fresh = _differences(bye_elements(root), old, new)
    for bye in fresh:
        add(_byes(root), "ByePlayer", _bye_attributes(bye))
    for element, _ in stale:
        remove(element)


def _differences(
    elements: Iterable[Element], old: Iterable[_Item], new: Iterable[_Item]
) -> tuple[list[tuple[Element, _Item]], list[_Item]]:
    """The elements whose items are no more, and the items that have no element yet, in order."""
    old = tuple(old)
    missing, surplus = Counter(new) - Counter(old), Counter(old) - Counter(new)
    stale = [
        (element, item)
        for element, item in zip(elements, old, strict=True)
        if _taken_from(surplus, item)
    ]
    return stale, [item for item in new if _taken_from(missing, item)]


def _taken_from(items: Counter[_Item], item: _Item) -> bool:
    """Whether an item was there to be taken once more."""
    found = items[item] > 0
    items[item] -= found
    return found


def _games(root: Element) -> Element:
    """The list of games."""
    games = root.find(".//Games")
    return add(root, "Games") if games is None else games


def _byes(root: Element) -> Element:
    """The list of byes: pairgoth's, if it is there."""
    byes = root.find(".//ByePlayers")
    if byes is None:
        byes = next((item for item in root.iter("ByePlayer") if not item.attrib), None)
    return add_after(_games(root), "ByePlayers") if byes is None else byes


def _game_attributes(game: Game) -> dict[str, str]:
    """The attributes of a game, in OpenGotha's order."""
    return {
        "blackPlayer": game.black,
        "handicap": schema.STONES.text(game.handicap),
        "knownColor": "true",
        "result": schema.OUTCOME.text((game.result, game.by_default)),
        "roundNumber": schema.ROUND.text(game.round),
        "tableNumber": schema.TABLE.text(game.table),
        "whitePlayer": game.white,
    }


def _bye_attributes(bye: Bye) -> dict[str, str]:
    """The attributes of a bye, in OpenGotha's order."""
    return {"player": bye.player, "roundNumber": schema.ROUND.text(bye.round)}


def participation(absences: Iterable[int], before: str) -> str:
    """The participation string of a player: a zero for every absence.

    Parameters
    ----------
    absences
        Numbers of rounds, from 1.
    before
        The string so far; missing signs are ones.
    """
    absent = frozenset(absences)
    length = max(len(before), schema.ROUNDS_IN_FILE, *absent)
    signs = enumerate(before.ljust(length, "1"), start=1)
    return "".join("0" if number in absent else sign.replace("0", "1") for number, sign in signs)
