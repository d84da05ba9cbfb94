"""OpenGotha files, changed in place."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from itertools import count, zip_longest
from operator import attrgetter
from typing import TYPE_CHECKING, TypeVar

from ...errors import RuleError
from ...go.tournament import key_of, with_keys
from ...parameters import number_in
from ...sentences import message_of, phrase
from ..limits import MOST_ROUNDS
from ..xml import Changes, Edits, Element
from . import schema
from .reader import list_of_byes
from .schema import quote

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from ...go.tournament import Bye, Game, Player, Team, TeamPlay, Tournament
    from .reader import OpenGothaReading, References


_Item = TypeVar("_Item")


# ---- Changes of the event and the rules of a tournament carried into its file ----

_IDENTITIES: dict[str, Callable[[Element], str]] = {
    "Category": lambda element: element.get("number"),
    "PlacementCriterion": lambda element: element.get("number"),
    "Club": lambda element: element.get("name").lower(),
}


_settings = attrgetter("name", "event", "rules", "games", "byes")


def change_settings(edits: Edits, reading: OpenGothaReading, new: Tournament) -> None:
    """Change name, event and rules.

    Raises
    ------
    RuleError
        If OpenGotha cannot hold them.
    """
    old = reading.tournament
    if _settings(old) == _settings(new):
        return
    changes = Changes(edits, _IDENTITIES)
    root = reading.markup.root
    sets = root.find("TournamentParameterSet")
    assert sets is not None, "a file without it is never changed"
    limits, criteria = _numbers(sets, "Category"), _numbers(sets, "PlacementCriterion")
    new_in_file = _with_rounds(old, reading.stated_rounds, new)
    before = schema.parameter_sets(new_in_file, limits, criteria)
    if old.rules.categories != new.rules.categories:
        limits = []
    after = schema.parameter_sets(_with_rounds(new, new.rules.rounds, new), limits, criteria)
    general = root.find("GeneralParameterSet")
    if not new.event.short_name and (general is None or not general.get("shortName")):
        for element in (before[0], after[0]):
            element.attributes = {**element.attributes, "shortName": ""}
    missing: list[Element] = []
    for was, now in zip(before, after, strict=True):
        missing += changes.carry_one(was, now, root.find(now.tag))
    for element in missing:
        element.attributes = dict(sorted(element.attributes.items()))
    edits.append(sets, missing)
    _change_club_groups(edits, changes, root, old.rules.club_groups, new.rules.club_groups)


def _with_rounds(tournament: Tournament, rounds_in_file: int, seated: Tournament) -> Tournament:
    """A tournament with as many rounds as are stated, or as have games or byes, see the reader."""
    games, byes = seated.games, seated.byes
    rounds = max((rounds_in_file, *(game.round for game in games), *(bye.round for bye in byes)))
    # Only its rules matter here: games that are going may be in a round that it has no more.
    return replace(tournament, rules=replace(tournament.rules, rounds=rounds), doubtful=True)


def _numbers(parent: Element, tag: str) -> list[int]:
    """The numbers of the elements of a name."""
    return sorted({int(element.get("number")) for element in parent.iter(tag)})


def _change_club_groups(
    edits: Edits,
    changes: Changes,
    root: Element,
    before: tuple[frozenset[str], ...],
    now: tuple[frozenset[str], ...],
) -> None:
    if before == now:
        return
    groups = [*root.iter("ClubsGroup")]
    old_names = {group.get("name") for group in groups}
    names = (name for name in map(str, count(1)) if name not in old_names)
    added = []
    for group, was, clubs in zip_longest(groups, before, now):
        if group is None:
            added.append(schema.club_group(next(names), clubs))
        elif clubs is None:
            edits.remove(group)
        elif was != clubs:
            changes.carry(schema.club_group("", was), schema.club_group("", clubs), group)
    _append(edits, root, "ClubsGroups", added)


def _append(edits: Edits, parent: Element, tag: str, added: list[Element]) -> None:
    """Add elements to the list of a name, which is made if there is none."""
    element = parent.find(tag)
    if element is not None:
        edits.append(element, added)
    elif added:
        edits.append(parent, [Element(tag, children=added)])


# ---- Players who come, go or change, carried into a file ----

_RATED_BY_LIST = "EGF"
_RATED_BY_HAND = "MAN"


def with_opengotha_keys(tournament: Tournament, before: Tournament) -> Tournament:
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
    counts = Counter(player.key for player in before.players)
    found: Counter[str] = Counter()
    for player, key in zip(tournament.players, own, strict=True):
        found[key] += 1
        if not key:
            raise RuleError(f"player {player.key!r} has no name, by which OpenGotha would know him")
        if found[key] > max(counts[key], 1):
            raise RuleError(
                f"{found[key]} players have the name {quote(player.full_name)}: OpenGotha tells "
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
class _Roster:
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
    def of(
        cls, reading: OpenGothaReading, players: Sequence[Player], renamed: Sequence[Player]
    ) -> _Roster:
        """Compare the players of a file with others.

        A player is the same whose key is that of a player of the file, before or after keys were
        made of names; or who stands at the same place of the list and has a new name only.

        Parameters
        ----------
        reading
            The file.
        players
            The new players with the keys that they have.
        renamed
            The same players, with the keys that OpenGotha makes of their names.
        """
        old = reading.tournament.players
        places = _places(old, players, renamed)
        gone = sorted({*range(len(old))} - {*places})
        stays, come = [], []
        for place, player in zip(places, renamed, strict=True):
            if place is None:
                come.append(player)
            else:
                stays.append((reading.players[place], old[place], player))
        return cls(
            stays=tuple(stays),
            gone=tuple((reading.players[place], old[place]) for place in gone),
            come=tuple(come),
        )


def _places(
    old: Sequence[Player], players: Sequence[Player], renamed: Sequence[Player]
) -> list[int | None]:
    """The place of each new player among the old ones; None for those who come."""
    free = defaultdict(list)
    for place in reversed(range(len(old))):
        free[old[place].key].append(place)
    found = [free[player.key].pop() if free[player.key] else None for player in players]
    for number, player in enumerate(renamed):
        if found[number] is None and free[player.key]:
            found[number] = free[player.key].pop()
    left = {place for places in free.values() for place in places}
    for number, player in enumerate(renamed):
        if found[number] is None and number in left and _renamed(old[number], player):
            found[number] = number
    return found


def _renamed(was: Player, now: Player) -> bool:
    """Whether the name is all that differs."""
    return was == replace(now, key=was.key, name=was.name, first_name=was.first_name)


def change_players(edits: Edits, reading: OpenGothaReading, roster: _Roster) -> None:
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
        for field, attribute in schema.PLAYER:
            if getattr(was, field) != getattr(now, field):
                edits.set(element, attribute.name, attribute.text(getattr(now, field)))
        if str(was.grade) != str(now.grade):
            edits.set(element, schema.RANK.name, schema.RANK.text(now.grade))
            if schema.DECLARED_GRADE.name in element.attributes:
                declared = schema.DECLARED_GRADE.text(now.grade)
                edits.set(element, schema.DECLARED_GRADE.name, declared)
        if was.rating != now.rating:
            edits.set(element, schema.RATING.name, schema.rating_text(now.rating_or_lowest, shift))
            if element.get("ratingOrigin", _RATED_BY_LIST) != _RATED_BY_LIST:
                # It may quote the rating that was converted, such as "FFG : -921".
                edits.set(element, "ratingOrigin", _RATED_BY_HAND)
        if was.absences != now.absences:
            text = schema.participation(now.absences, element.get("participating"))
            edits.set(element, "participating", text)
    except ValueError as error:
        raise RuleError(f"player {quote(now.full_name)}: {error}") from error


def _new_player(player: Player, reading: OpenGothaReading) -> Element:
    """The element of a new player, with its attributes in the order of the others'."""
    try:
        attributes = schema.player_attributes(player, reading.rating_shift)
    except RuleError as error:
        raise RuleError(f"player {quote(player.full_name)}: {error}") from error
    order = list(reading.players[-1].attributes) if reading.players else []
    if order != sorted(order):
        places = {name: place for place, name in enumerate(order)}
        by_place = sorted(attributes, key=lambda name: places.get(name, len(places)))
        attributes = {name: attributes[name] for name in by_place}
    return Element("Player", attributes)


# ---- Teams that change, carried into a file [TEAMS] ----


def _change_teams(
    edits: Edits, root: Element, references: References, old: TeamPlay | None, new: TeamPlay | None
) -> None:
    teams, rules = root.find("Teams"), root.find("TournamentParameterSet")
    if teams is not None:
        edits.remove(teams)
    if new is None:
        return
    elements = [_team(*each, references) for each in numbered(new)]
    if elements and rules is not None:
        edits.insert_after(rules, Element("Teams", children=elements))
    if old is None or (old.size, old.placement) != (new.size, new.placement):
        last = root.find("TeamTournamentParameterSet")
        if last is not None:
            edits.remove(last)
        edits.append(root, [schema.team_parameters(new)])


_MOST_BOARDS = 10
"""Players of a team that the program has room for."""


def numbered(play: TeamPlay) -> list[tuple[int, Team]]:
    """The teams with the numbers that the file gives them: their keys, where they are numbers."""
    numbers = [number_in(team.key) or 0 for team in play.teams]
    free = (number for number in count(1) if number not in numbers)
    return [(number or next(free), team) for number, team in zip(numbers, play.teams, strict=True)]


def _team(number: int, team: Team, references: References) -> Element:
    element = Element("Team", {"teamName": team.name, "teamNumber": str(number)})
    for round_number in range(1, MOST_ROUNDS + 1):
        for board, key in enumerate(team.lineup(round_number)[:_MOST_BOARDS], start=1):
            if key:
                attributes = {
                    "boardNumber": str(board),
                    "player": references.to(key),
                    "roundNumber": str(round_number),
                }
                element.add("Board", attributes)
    return element


# ---- Carry the changes of a tournament into its file ----


def updated(reading: OpenGothaReading, new: Tournament) -> bytes:
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
    renamed = with_opengotha_keys(new, reading.tournament)
    roster = _Roster.of(reading, new.players, renamed.players)
    edits = Edits(reading.markup)
    try:
        change_settings(edits, reading, renamed)
        change_players(edits, reading, roster)
        _Seats(edits, reading, roster).change(renamed)
    except RuleError:
        raise
    except ValueError as error:
        raise RuleError(
            phrase(
                "a file of {program} cannot hold the tournament: {error}",
                program="OpenGotha",
                error=message_of(error),
            )
        ) from error
    return edits.content()


def _refuse_impossible_seats(new: Tournament) -> None:
    for game in new.games:
        for key in game.players:
            if key not in new.by_key:
                raise RuleError(f"round {game.round}: no player has the key {key!r}")
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

    def __init__(self, edits: Edits, reading: OpenGothaReading, roster: _Roster) -> None:
        self._edits = edits
        self._reading = reading
        self._root = reading.markup.root
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
            _change_teams(self._edits, self._root, self._references, old.team_play, new.team_play)
        elif self._names_change:
            self._rename_in_teams()

    def _change_games(self, old: tuple[Game, ...], new: tuple[Game, ...]) -> None:
        stays, gone, fresh = _matched(
            self._reading.games, old, new, lambda game: (game.round, frozenset(game.players))
        )
        for element, was, now in stays:
            if was != now or self._names_change:
                self._change_game(element, was, now)
        for element, _ in gone:
            self._edits.remove(element)
        added = [Element("Game", _game_attributes(game, self._references)) for game in fresh]
        _append(self._edits, self._root, "Games", added)

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
        names = self._references.names(text, key)
        if key in self._renamed:
            names = names and self._references.spells(text, key)
        if not names:
            self._edits.set(element, attribute, self._references.to(key))

    def _change_byes(self, old: tuple[Bye, ...], new: tuple[Bye, ...]) -> None:
        """Change the byes; with that of a round go all that OpenGotha has passed over in it."""
        byes = self._reading.byes
        stays, gone, fresh = _matched(byes.elements, old, new, lambda bye: bye)
        changed = {bye.round for bye in (*fresh, *(bye for _, bye in gone))}
        idle = [
            element for number, element in byes.idle if number in changed or self._awakes(element)
        ]
        for element in (*(element for element, _ in gone), *idle):
            self._edits.remove(element)
        for element, _, bye in stays if self._names_change else ():
            self._refer(element, "player", bye.player)
        added = [
            Element(
                "ByePlayer",
                {
                    "player": self._references.to(bye.player),
                    "roundNumber": schema.ROUND.text(bye.round),
                },
            )
            for bye in fresh
        ]
        bye_list, games = list_of_byes(self._root), self._root.find("Games")
        if bye_list is not None:
            self._edits.append(bye_list, added)
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
        """Rename the players in the boards of teams, also of rounds that are not read; who is gone has none."""
        for team in self._root.iter("Team"):
            for board in team.iter("Board"):
                keys = self._reading.references.candidates(board.get("player"))
                if len(keys) == 1:
                    (key,) = keys
                    if key in self._keys:
                        self._refer(board, "player", self._keys[key])
                    else:
                        self._edits.remove(board)


def _matched(
    elements: Iterable[Element],
    old: Iterable[_Item],
    new: Iterable[_Item],
    identity: Callable[[_Item], Hashable],
) -> tuple[list[tuple[Element, _Item, _Item]], list[tuple[Element, _Item]], list[_Item]]:
    """The elements that stay, as each was and is; those that are gone, and the items without one."""
    free, waiting = dict(enumerate(zip(elements, old, strict=True))), dict(enumerate(new))
    # Most are the very same objects at the same places, and need not be compared.
    same = [n for n, (_, item) in free.items() if waiting.get(n) is item]
    stays = [(*free.pop(n), waiting.pop(n)) for n in same]
    for alike in (lambda item: item, identity):
        places: defaultdict[Hashable, list[int]] = defaultdict(list)
        for place, (_, item) in free.items():
            places[alike(item)].append(place)
        for number, item in list(waiting.items()):
            if found := places[alike(item)]:
                stays.append((*free.pop(found.pop(0)), waiting.pop(number)))
    return stays, list(free.values()), list(waiting.values())


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
