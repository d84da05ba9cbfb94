"""Carry the changes of a tournament into its file."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeVar

from ...errors import RuleError
from ..xml.edits import Edits
from ..xml.markup import Element
from . import schema
from .roster import Roster, as_named, change_players, with_keys
from .seats import list_of_byes
from .settings import change_settings
from .teams import change_teams

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...go.tournament import Bye, Game, Tournament
    from .reader import Reading
    from .references import References

__all__ = ["updated"]

_Item = TypeVar("_Item")


def updated(reading: Reading, new: Tournament) -> bytes:
    """The content of a file with another state of its tournament.

    Only what differs is changed. The order of the players does not count as a difference: OpenGotha
    keeps none, and new players follow the others.

    Parameters
    ----------
    reading
        The file as it was read.
    new
        The tournament that the file is to hold. Its players may have any keys; in the file they have
        those that OpenGotha makes of their names.

    Raises
    ------
    RuleError
        If OpenGotha cannot hold the tournament.
    """
    _refuse_impossible_seats(new)
    named = as_named(new, reading.tournament)
    roster = Roster.of(reading, new.players, named.players)
    edits = Edits(reading.markup)
    try:
        change_settings(edits, reading, named)
        change_players(edits, reading, roster)
        _Seats(edits, reading, roster).change(named)
    except RuleError:
        raise
    except ValueError as error:
        raise RuleError(f"a file of OpenGotha cannot hold the tournament: {error}") from error
    return edits.content()


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


class _Seats:
    """Changes games, byes and whatever else names a player.

    Parameters
    ----------
    edits
        Where the changes go.
    reading
        The file.
    roster
        Who of its players stays.
    """

    def __init__(self, edits: Edits, reading: Reading, roster: Roster) -> None:
        self._edits = edits
        self._reading = reading
        self._root = reading.markup.root
        self._roster = roster
        self._keys = roster.keys
        self._renamed = {
            now.key
            for _, was, now in roster.stays
            if (was.name, was.first_name) != (now.name, now.first_name)
        }
        self._names_change = bool(self._renamed or roster.gone or roster.come)
        self._references = reading.references

    def change(self, new: Tournament) -> None:
        """Change the seats to those of a tournament whose players are in the roster."""
        if self._names_change:
            self._references = self._reading.references.after(new.players)
        old = with_keys(self._reading.tournament, self._keys)
        self._change_games(old.games, new.games)
        self._change_byes(old.byes, new.byes)
        if old.team_play != new.team_play:
            change_teams(self._edits, self._root, self._references, old.team_play, new.team_play)
        elif self._names_change:
            self._rename_in_teams()

    def _change_games(self, old: tuple[Game, ...], new: tuple[Game, ...]) -> None:
        stale, fresh = _differences(self._reading.games, old, new)
        left = dict(enumerate(stale))
        by_pair = {_pair(game): place for place, (_, game) in left.items()}
        added = []
        for game in fresh:
            place = by_pair.pop(_pair(game), None)
            if place is None:
                added.append(Element("Game", _game_attributes(game, self._references)))
            else:
                self._change_game(*left.pop(place), game)
        for element, _ in left.values():
            self._edits.remove(element)
        if self._names_change:
            gone = {id(element) for element, _ in stale}
            for element, game in zip(self._reading.games, old, strict=True):
                if id(element) not in gone:
                    self._change_game(element, game, game)
        games = self._root.find("Games")
        if games is not None:
            self._edits.append(games, added)
        elif added:
            self._edits.append(self._root, [Element("Games", children=added)])

    def _change_game(self, element: Element, was: Game, now: Game) -> None:
        self._refer(element, "blackPlayer", now.black)
        before, after = _game_facts(was), _game_facts(now)
        for name in after:
            if before[name] != after[name]:
                self._edits.set(element, name, after[name])
        self._refer(element, "whitePlayer", now.white)

    def _refer(self, element: Element, attribute: str, key: str) -> None:
        """Let an attribute name a player; one that does so already stays as it is."""
        text = element.get(attribute)
        known = self._references.names(text, key)
        if key in self._renamed:
            known = known and self._references.spells(text, key)
        if not known:
            self._edits.set(element, attribute, self._references.to(key))

    def _change_byes(self, old: tuple[Bye, ...], new: tuple[Bye, ...]) -> None:
        """Change the byes; with that of a round go all that OpenGotha has passed over in it."""
        byes = self._reading.byes
        stale, fresh = _differences(byes.elements, old, new)
        changed = {bye.round for _, bye in stale}.union(bye.round for bye in fresh)
        gone = [element for element, _ in stale]
        gone += [
            element for number, element in byes.idle if number in changed or self._awakes(element)
        ]
        for element in gone:
            self._edits.remove(element)
        if self._names_change:
            for element, bye in zip(byes.elements, old, strict=True):
                if element not in gone:
                    self._refer(element, "player", bye.player)
        added = [Element("ByePlayer", _bye_attributes(bye, self._references)) for bye in fresh]
        listed, games = list_of_byes(self._root), self._root.find("Games")
        if listed is not None:
            self._edits.append(listed, added)
        elif added and games is not None:
            self._edits.insert_after(games, Element("ByePlayers", children=added))
        elif added:
            self._edits.append(self._root, [Element("ByePlayers", children=added)])

    def _awakes(self, bye: Element) -> bool:
        """Whether a bye that OpenGotha has passed over would now be that of a player."""
        now = self._references.candidates(bye.get("player"))
        before = self._reading.references.candidates(bye.get("player"))
        return bool(now) and now != {self._keys.get(key, key) for key in before}

    def _rename_in_teams(self) -> None:
        """Rename the players in the boards of teams, of whom nobody is gone."""
        for team in self._root.iter("Team"):
            for board in team.iter("Board"):
                keys = self._reading.references.candidates(board.get("player"))
                if len(keys) == 1:
                    (key,) = keys
                    self._refer(board, "player", self._keys[key])


def _pair(game: Game) -> tuple[int, frozenset[str]]:
    """What identifies a board: the round, and the players who sit at it."""
    return game.round, frozenset(game.players)


def _differences(
    elements: Iterable[Element], old: Iterable[_Item], new: Iterable[_Item]
) -> tuple[list[tuple[Element, _Item]], list[_Item]]:
    """The elements whose items are gone, and the items that have no element yet, in order."""
    old, new = tuple(old), tuple(new)
    missing = Counter(new)
    missing.subtract(old)
    surplus = Counter({item: -count for item, count in missing.items() if count < 0})
    stale = [
        (element, item)
        for element, item in zip(elements, old, strict=True)
        if _taken_from(surplus, item)
    ]
    return stale, [item for item in new if _taken_from(missing, item)]


def _taken_from(items: Counter[_Item], item: _Item) -> bool:
    """Take an item out of a counter, and tell whether it was there."""
    if items[item] <= 0:
        return False
    items[item] -= 1
    return True


def _game_attributes(game: Game, references: References) -> dict[str, str]:
    """The attributes of a game, in OpenGotha's order."""
    found = {
        "blackPlayer": references.to(game.black),
        "knownColor": "true",
        "whitePlayer": references.to(game.white),
        **_game_facts(game),
    }
    return dict(sorted(found.items()))


def _game_facts(game: Game) -> dict[str, str]:
    """The attributes of a game that do not name a player."""
    return {
        "handicap": schema.STONES.text(game.handicap),
        "result": schema.OUTCOME.text((game.result, game.by_default)),
        "roundNumber": schema.ROUND.text(game.round),
        "tableNumber": schema.TABLE.text(game.table),
    }


def _bye_attributes(bye: Bye, references: References) -> dict[str, str]:
    """The attributes of a bye, in OpenGotha's order."""
    return {"player": references.to(bye.player), "roundNumber": schema.ROUND.text(bye.round)}
