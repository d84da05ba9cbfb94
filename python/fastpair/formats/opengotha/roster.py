"""Players who come, go or change, carried into a file."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ...errors import RuleError
from ..names import key_of
from ..xml.markup import Element
from . import parts, schema
from .values import shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...go.tournament import Bye, Game, Player, Tournament
    from ..xml.edits import Edits
    from .reader import Reading

__all__ = ["Roster", "as_named", "change_players", "with_keys"]

_RATED_BY_LIST = "EGF"
_RATED_BY_HAND = "MAN"


def with_keys(tournament: Tournament, keys: Mapping[str, str]) -> Tournament:
    """The same tournament with other keys of players, in its games and byes too.

    Parameters
    ----------
    tournament
        The tournament.
    keys
        The new keys by the old ones; whoever is missing keeps his own.
    """
    if all(old == new for old, new in keys.items()):
        return tournament
    return replace(
        tournament,
        players=tuple(
            replace(player, key=keys.get(player.key, player.key)) for player in tournament.players
        ),
        games=tuple(_game_with_keys(game, keys) for game in tournament.games),
        byes=tuple(_bye_with_keys(bye, keys) for bye in tournament.byes),
        team_play=tournament.team_play and tournament.team_play.with_keys(keys),
    )


def _game_with_keys(game: Game, keys: Mapping[str, str]) -> Game:
    return replace(
        game, white=keys.get(game.white, game.white), black=keys.get(game.black, game.black)
    )


def _bye_with_keys(bye: Bye, keys: Mapping[str, str]) -> Bye:
    return replace(bye, player=keys.get(bye.player, bye.player))


def as_named(tournament: Tournament, before: Tournament) -> Tournament:
    """The tournament with the keys that OpenGotha makes of the names of its players.

    Parameters
    ----------
    tournament
        A tournament, with any keys.
    before
        The tournament in the file, whose players may have one key as often as they do there.

    Raises
    ------
    RuleError
        If a player has no name, or two would have one key.
    """
    own = [key_of(player.name + player.first_name) for player in tournament.players]
    held = Counter(player.key for player in before.players)
    found: Counter[str] = Counter()
    for player, key in zip(tournament.players, own, strict=True):
        found[key] += 1
        if not key:
            raise RuleError(f"player {player.key!r} has no name, by which OpenGotha would know him")
        if found[key] > max(held[key], 1):
            raise RuleError(
                f"{found[key]} players have the name {shown(player.full_name)}: OpenGotha tells "
                "players apart by their names alone; add to one of them"
            )
    keys: dict[str, str] = {}
    for player, key in zip(tournament.players, own, strict=True):
        if key == player.key or player.key not in keys:
            keys[player.key] = key
    renamed = with_keys(tournament, keys)
    if [player.key for player in renamed.players] == own:
        return renamed
    # Of two players with one key, somebody has given one another name.
    players = zip(renamed.players, own, strict=True)
    return replace(renamed, players=tuple(replace(player, key=key) for player, key in players))


@dataclass(frozen=True)
class Roster:
    """Who of a file stays, goes and comes."""

    stays: tuple[tuple[Element, Player, Player], ...]
    """The element of a player, as he was, and as he is."""

    gone: tuple[tuple[Element, Player], ...]
    come: tuple[Player, ...]

    @property
    def keys(self) -> dict[str, str]:
        """The new keys by the old ones, of those who stay."""
        return {was.key: now.key for _, was, now in self.stays}

    @classmethod
    def of(cls, reading: Reading, given: Sequence[Player], named: Sequence[Player]) -> Roster:
        """Compare the players of a file with others.

        A player is the same whose key is that of a player of the file, before or after keys were
        made of names; or who stands at the same place of the list and has a new name only.

        Parameters
        ----------
        reading
            The file.
        given
            The new players with the keys that they have.
        named
            The same players, with the keys that OpenGotha makes of their names.
        """
        old = reading.tournament.players
        places = _places(old, given, named)
        gone = sorted({*range(len(old))} - {*places})
        return cls(
            stays=tuple(
                (reading.players[place], old[place], player)
                for place, player in zip(places, named, strict=True)
                if place is not None
            ),
            gone=tuple((reading.players[place], old[place]) for place in gone),
            come=tuple(
                player for place, player in zip(places, named, strict=True) if place is None
            ),
        )


def _places(
    old: Sequence[Player], given: Sequence[Player], named: Sequence[Player]
) -> list[int | None]:
    """The place of each new player among the old ones; None for those who come."""
    free = defaultdict(list)
    for place in reversed(range(len(old))):
        free[old[place].key].append(place)
    found = [free[player.key].pop() if free[player.key] else None for player in given]
    for number, player in enumerate(named):
        if found[number] is None and free[player.key]:
            found[number] = free[player.key].pop()
    left = {place for places in free.values() for place in places}
    for number, player in enumerate(named):
        if found[number] is None and number in left and _renamed(old[number], player):
            found[number] = number
    return found


def _renamed(was: Player, now: Player) -> bool:
    """Whether the name is all that differs."""
    return was == replace(now, key=was.key, name=was.name, first_name=was.first_name)


def change_players(edits: Edits, reading: Reading, roster: Roster) -> None:
    """Change the players.

    Raises
    ------
    RuleError
        If OpenGotha cannot hold one of them.
    """
    for element, was, now in roster.stays:
        if was != now:
            _change_player(edits, element, was, now, reading.rating_shift)
    for element, _ in roster.gone:
        edits.remove(element)
    if roster.come:
        players = reading.markup.root.find("Players")
        assert players is not None, "the reader refuses a file without it"
        added = [_new_player(player, reading) for player in roster.come]
        edits.append(players, added)


def _change_player(edits: Edits, element: Element, was: Player, now: Player, shift: int) -> None:
    try:
        parts.refuse_unheld(now, "this player", was)
        for field, attribute in schema.PLAYER:
            if getattr(was, field) != getattr(now, field):
                edits.set(element, attribute.name, attribute.text(getattr(now, field)))
        if str(was.grade) != str(now.grade):
            edits.set(element, schema.RANK.name, schema.RANK.text(now.grade))
            if schema.DECLARED_GRADE.name in element.attributes:
                declared = schema.DECLARED_GRADE.text(now.grade)
                edits.set(element, schema.DECLARED_GRADE.name, declared)
        if was.rating != now.rating:
            edits.set(element, schema.RATING.name, parts.rating_text(now.rating, shift))
            if element.get("ratingOrigin", _RATED_BY_LIST) != _RATED_BY_LIST:
                # It may quote the rating that was converted, such as "FFG : -921".
                edits.set(element, "ratingOrigin", _RATED_BY_HAND)
        if was.absences != now.absences:
            text = parts.participation(now.absences, element.get("participating"))
            edits.set(element, "participating", text)
    except ValueError as error:
        raise RuleError(f"player {shown(now.full_name)}: {error}") from error


def _new_player(player: Player, reading: Reading) -> Element:
    """The element of a new player, with its attributes in the order of the others'."""
    try:
        attributes = parts.player_attributes(player, reading.rating_shift)
    except RuleError as error:
        raise RuleError(f"player {shown(player.full_name)}: {error}") from error
    order = list(reading.players[-1].attributes) if reading.players else []
    if order != sorted(order):
        places = {name: place for place, name in enumerate(order)}
        by_place = sorted(attributes, key=lambda name: places.get(name, len(places)))
        attributes = {name: attributes[name] for name in by_place}
    return Element("Player", attributes)
