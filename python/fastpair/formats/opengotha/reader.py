"""From the elements of an OpenGotha file to a tournament."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import FormatError
from ...tournament import Bye, Game, Grade, Player, Result, Tournament
from ..names import Register, key_of
from . import schema
from .markup import line_of
from .rules import read_rules
from .values import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .markup import Element
    from .values import Source

__all__ = ["Reader", "bye_elements", "game_elements", "player_elements", "version_of"]

_RATING_RANGE = (-900, 2949)
_FRENCH_SCALE = 2050
_FIRST_EUROPEAN_DATA = 201
_CLUB_LENGTH = 4


def player_elements(root: Element) -> Iterator[Element]:
    """The elements that are players, in the order of the file."""
    return root.iter("Player")


def game_elements(root: Element) -> Iterator[Element]:
    """The elements that are games, in the order of the file."""
    return root.iter("Game")


def bye_elements(root: Element) -> Iterator[Element]:
    """The elements that are byes, in the order of the file.

    pairgoth calls the list of byes by the name of its items; the list has no attributes.
    """
    return (element for element in root.iter("ByePlayer") if element.attrib)


def version_of(root: Element) -> str:
    """Version of the program that saved the file, empty if it does not say."""
    full = root.get("fullVersionNumber", "").strip()
    version = root.get("gothaVersion", "").strip()
    if full or not re.fullmatch("[0-9]{3,}", version):
        return full
    return f"{version[0]}.{version[1:]}.{root.get('gothaMinorVersion', '0').strip().zfill(2)}"


class Reader:
    """Reads one file [FORMATS 1, OPENGOTHA 1 and 2].

    Parameters
    ----------
    source
        The file.
    root
        Its root element.
    """

    def __init__(self, source: Source, root: Element) -> None:
        self._source = source
        self._root = root
        self._respelled: dict[str, str] = {}

    def tournament(self) -> Tournament:
        """The tournament in the file.

        Raises
        ------
        FormatError
            If a value does not parse or a game names a player whom nobody can be.
        """
        self._refuse_strangers()
        players = tuple(self._players())
        register = Register(player.key for player in players)
        games = tuple(self._game(element, register) for element in game_elements(self._root))
        byes = tuple(self._bye(element, register) for element in bye_elements(self._root))
        self._remark_spellings()
        rules = read_rules(self._source, self._root)
        seats: tuple[Game | Bye, ...] = (*games, *byes)
        return Tournament(
            name=self._name(),
            rules=replace(rules, rounds=max((rules.rounds, *(seat.round for seat in seats)))),
            players=players,
            games=games,
            byes=byes,
        )

    def _refuse_strangers(self) -> None:
        """Refuse XML of another kind."""
        if self._root.tag != "Tournament":
            expected = "expected the root element <Tournament> of an OpenGotha file"
            message = f"{expected}, found {shown(str(self._root.tag))}"
            raise FormatError(self._source.path, line_of(self._root), message)
        for tag in ("Players", "TournamentParameterSet"):
            if next(self._root.iter(tag), None) is None:
                message = f"has no <{tag}>: expected one, as in every OpenGotha file"
                raise self._source.error(self._root, message)

    def _name(self) -> str:
        general = next(self._root.iter("GeneralParameterSet"), None)
        return "" if general is None else general.get("name", "")

    def _players(self) -> Iterator[Player]:
        shift = self._rating_shift()
        return (self._player(element, shift) for element in player_elements(self._root))

    def _rating_shift(self) -> int:
        """What brings the ratings of the file to the European scale."""
        version = self._source.value(self._root, schema.DATA_VERSION, _FIRST_EUROPEAN_DATA)
        return _FRENCH_SCALE if version < _FIRST_EUROPEAN_DATA else 0

    def _player(self, element: Element, shift: int) -> Player:
        value = self._source.value
        name, first_name = element.get("name", ""), element.get("firstName", "")
        key = key_of(name + first_name)
        if not key:
            message = "has no name: expected a name or a firstName that is not blank"
            raise self._source.error(element, message)
        low, high = _RATING_RANGE
        return Player(
            key=key,
            name=name,
            first_name=first_name,
            grade=self._grade(element),
            rating=min(max(value(element, schema.RATING, low) + shift, low), high),
            country=self._country(element),
            club=element.get("club", "")[:_CLUB_LENGTH],
            final=value(element, schema.FINAL, True),
            correction=value(element, schema.CORRECTION, 0),
            absences=_absences(element.get("participating", "")),
        )

    def _country(self, element: Element) -> str:
        """The country of a player, which OpenGotha would want to have two letters."""
        country = element.get("country", "").strip()
        if len(country) not in (0, 2):
            place = f"line {line_of(element)}: country={shown(country)}"
            self._source.remark(f"{place} has not two letters; OpenGotha cannot load the player")
        return country

    def _grade(self, element: Element) -> Grade:
        """The rank of a player; the declared grade if the rank is none."""
        lowest = Grade.parse("30k")
        rank = element.get("rank", "").strip()
        if rank and not schema.RANK.kind.holds(rank) and element.get("grade", "").strip():
            return self._source.value(element, schema.DECLARED_GRADE, lowest)
        return self._source.value(element, schema.RANK, lowest)

    def _game(self, element: Element, register: Register) -> Game:
        result, by_default = self._source.value(element, schema.OUTCOME, (Result.UNKNOWN, False))
        return Game(
            round=self._source.required(element, schema.ROUND),
            table=self._source.required(element, schema.TABLE),
            white=self._reference(element, "whitePlayer", register),
            black=self._reference(element, "blackPlayer", register),
            handicap=self._source.value(element, schema.STONES, 0),
            result=result,
            by_default=by_default,
        )

    def _bye(self, element: Element, register: Register) -> Bye:
        number = self._source.required(element, schema.ROUND)
        return Bye(round=number, player=self._reference(element, "player", register))

    def _reference(self, element: Element, attribute: str, register: Register) -> str:
        """Key of the player whom an attribute names."""
        text = element.get(attribute, "")
        keys = sorted(register.candidates(text))
        if len(keys) == 1:
            if keys[0] != key_of(text):
                self._respelled[text] = keys[0]
            return keys[0]
        found = f"{attribute}={shown(text)}: expected the key of a player"
        if keys:
            raise self._source.error(element, f"{found}, which may be any of {', '.join(keys)}")
        raise self._source.error(element, f"{found}; no player has it: add him, or remove this")

    def _remark_spellings(self) -> None:
        for text, key in list(self._respelled.items())[:1]:
            count = len(self._respelled)
            names = "name is" if count == 1 else "names are"
            self._source.remark(
                f"{count} {names} spelled in games or byes otherwise than among the players: "
                f"{shown(text)} was taken for {key!r}"
            )


def _absences(participating: str) -> frozenset[int]:
    """Numbers of the rounds whose sign is a zero."""
    return frozenset(number for number, sign in enumerate(participating, start=1) if sign == "0")
