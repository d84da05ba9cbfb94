"""Files of MacMahon."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import FormatError, RuleError
from ..go.tournament import (
    HALF_POINT_ABSENCES,
    NO_RATING,
    Bye,
    Criterion,
    Game,
    Grade,
    HandicapRules,
    Player,
    Result,
    Rules,
    Tournament,
)
from ..go.tournament.ranges import range_in
from ..parameters import AllowedRange
from ..sentences import message_of, phrase
from . import xml
from .characters import unique_keys
from .criteria import MACMAHON, MACMAHON_NAMES
from .document import Document, beyond_rounds
from .xml import Changes, Edits, Element, rendered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


# ---- Files of MacMahon 3.9 by Christoph Gerlach, in XML [FORMATS 5] ----

# No file that the program itself has saved was at hand: names of elements, and that Black's result comes
# first, are as pairgoth reads them.


# ---- From the elements of a MacMahon file to a tournament ----

T = TypeVar("T")

LOWEST, HIGHEST = Grade.parse("30k"), Grade.parse("9d")
"""Floor and bar of a tournament that has none."""

RESULTS = {
    "?-?": Result.UNKNOWN,
    "1-0": Result.BLACK_WINS,
    "0-1": Result.WHITE_WINS,
    "½-½": Result.JIGO,
    "0-0": Result.BOTH_LOSE,
    "1-1": Result.BOTH_WIN,
}
"""Results, of which Black's comes first."""

_SPELLINGS = {"1/2-1/2": Result.JIGO, "0.5-0.5": Result.JIGO, "": Result.UNKNOWN}

_TEXTS = {
    "first_name": "FirstName",
    "name": "Surname",
    "club": "Club",
    "country": "Country",
    "egf_pin": "EgdPin",
}
"""Texts of a player, by the fields that hold them."""

_INTEGER = re.compile(r"[+-]?[0-9]{1,9}")
_NUMBER = re.compile(r"[+-]?[0-9]{1,6}(?:\.[0-9]*)?")


class _Reader:
    """Reads one file.

    Parameters
    ----------
    path
        The file, for the errors.
    root
        Its root element.
    """

    def __init__(self, path: str, root: Element) -> None:
        self._path = path
        self._root = root
        self._settings = root.child("Tournament") or root
        self.remarks: list[str] = []

    def read(self) -> Tournament:
        """Read the tournament.

        Raises
        ------
        FormatError
            If a value does not parse, or a game names a player who is not in the list.
        """
        if self._root.tag != "TournamentData":
            message = f"expected the root element <TournamentData>, found {self._root.tag!r}"
            raise FormatError(self._path, self._root.line, message)
        players = self._list("Playerlist", "Player")
        keys = self.keys()
        boards = [
            (self._value(element, "RoundNumber", _round), board)
            for element in self._list("Roundlist", "Round")
            for board in element.children
            if board.tag == "Pairing"
        ]
        games: list[Game] = []
        byes: list[Bye] = []
        seats: list[tuple[Game | Bye, Element]] = []
        last = max((number for number, _ in boards), default=1)
        rounds = self._value(self._settings, "NumberOfRounds", _round, last)
        for number, board in boards:
            if number > rounds:
                what = "bye" if self._is_bye(board) else "game"
                self.remarks.append(beyond_rounds(board.place, what, number, rounds))
                continue
            seat: Game | Bye
            if self._is_bye(board):
                byes.append(seat := self._bye(number, board, keys))
            else:
                games.append(seat := self._game(number, board, keys))
            seats.append((seat, board))
        return Tournament.found(
            places=((seat, board.place) for seat, board in seats),
            name=_text(self._settings, "Name"),
            rules=self._rules(rounds),
            players=tuple(
                self._player(element, key)
                for element, key in zip(players, keys.values(), strict=True)
            ),
            games=tuple(games),
            byes=tuple(byes),
        )

    def keys(self) -> dict[int, str]:
        """The key of each player by the number in the file.

        Raises
        ------
        FormatError
            If two have the same number.
        """
        players = self._list("Playerlist", "Player")
        names = unique_keys(
            _text(entry, "Surname") + _text(entry, "FirstName")
            for entry in map(self._entry, players)
        )
        found: dict[int, str] = {}
        for element, key in zip(players, names, strict=True):
            number = self._value(element, "Id", _integer)
            if number in found:
                raise self._error(element, f"Id {number}: expected one that no other player has")
            found[number] = key
        return found

    def _entry(self, player: Element) -> Element:
        return player.child("GoPlayer") or player

    def _player(self, element: Element, key: str) -> Player:
        entry = self._entry(element)
        rating = self._value(entry, "Rating", _rating, NO_RATING)
        texts: dict[str, Any] = {field: _text(entry, tag) for field, tag in _TEXTS.items()}
        super_bar = self._flag(element, "SuperBarMember", default=False)
        return Player(
            key=key,
            grade=self._grade_of(entry, rating),
            rating=rating,
            final=not self._flag(element, "PreliminaryRegistration", default=False),
            correction=1 if super_bar else 0,
            absences=frozenset(
                self._parsed(child, _round)
                for child in element.children
                if child.tag == "NotPlayingInRound"
            ),
            **texts,
        )

    def _grade_of(self, entry: Element, rating: int) -> Grade:
        if (
            self._flag(self._settings, "RatingDeterminesRank", default=False)
            and rating != NO_RATING
        ):
            return Grade.of_rating(rating)
        return self._value(entry, "GoLevel", Grade.parse)

    def _rules(self, rounds: int) -> Rules:
        settings = self._settings
        return Rules.found(
            rounds=rounds,
            floor=self._optional("LowerMacMahonBar", "LowerMacMahonBarLevel", Grade.parse, LOWEST),
            bar=self._optional("UpperMacMahonBar", "UpperMacMahonBarLevel", Grade.parse, HIGHEST),
            points=replace(
                HALF_POINT_ABSENCES,
                round_down=self._flag(settings, "HalfScoreGroupsRoundDown", default=True),
            ),
            placement=tuple(self._criteria()),
            handicap=self._handicap(),
        )

    def _handicap(self) -> HandicapRules:
        used = self._flag(self._settings, "HandicapUsed", default=True)
        limit = self._optional("HandicapLimit", "HandicapLimitValue", _stones, 9)
        value = self._optional("HandicapAdjustment", "HandicapAdjustmentValue", _integer, 0)
        return HandicapRules(
            by_mms=not self._flag(self._settings, "HandicapByLevel", default=False),
            threshold=self._optional("HandicapBelow", "HandicapBelowLevel", Grade.parse, HIGHEST),
            correction=-value,
            ceiling=limit if used else 0,
        )

    def _criteria(self) -> Iterator[Criterion]:
        for element in self._list("Walllist", "Criterion"):
            name = _text(element, "ShortName")
            if name in MACMAHON:
                yield MACMAHON[name]
            else:
                what = f"line {element.line}: {name[:40]!r} is not a criterion of fastpair"
                self.remarks.append(f"{what}, and is passed over")

    def _is_bye(self, board: Element) -> bool:
        return self._flag(board, "PairingWithBye", default=False)

    def _bye(self, number: int, board: Element, keys: dict[int, str]) -> Bye:
        white = self._value(board, "White", _integer, 0)
        colour = "White" if white else "Black"
        return Bye(round=number, player=self._key(board, colour, keys))

    def _game(self, number: int, board: Element, keys: dict[int, str]) -> Game:
        result, by_default = self._value(board, "Result", _result, (Result.UNKNOWN, False))
        by_referee = self._flag(board, "ResultByReferee", default=False)
        return Game(
            round=number,
            table=self._value(board, "BoardNumber", _table),
            white=self._key(board, "White", keys),
            black=self._key(board, "Black", keys),
            handicap=self._value(board, "Handicap", _stones, 0),
            result=result,
            by_default=result is not Result.UNKNOWN and (by_default or by_referee),
        )

    def _key(self, board: Element, colour: str, keys: dict[int, str]) -> str:
        number = self._value(board, colour, _integer)
        if number not in keys:
            raise self._error(board, f"{colour} {number}: expected the Id of a player")
        return keys[number]

    def _list(self, parent: str, tag: str) -> list[Element]:
        within = self._root.child(parent)
        return [] if within is None else [child for child in within.children if child.tag == tag]

    def _flag(self, element: Element, tag: str, *, default: bool) -> bool:
        return self._value(element, tag, _boolean, default)

    def _optional(self, switch: str, tag: str, parse: Callable[[str], T], without: T) -> T:
        """A value that counts only if a switch beside it is on."""
        if not self._flag(self._settings, switch, default=False):
            return without
        return self._value(self._settings, tag, parse, without)

    def _value(
        self,
        element: Element,
        tag: str,
        parse: Callable[[str], T],
        default: T | None = None,
    ) -> T:
        """The value of a child; without a default it must be there."""
        child = element.child(tag)
        if child is None or not child.text:
            if default is None:
                raise self._error(element, f"has no <{tag}>")
            return default
        return self._parsed(child, parse)

    def _parsed(self, element: Element, parse: Callable[[str], T]) -> T:
        try:
            return parse(element.text)
        except ValueError as error:
            raise self._error(element, str(error)) from None

    def _error(self, element: Element, message: str) -> FormatError:
        return FormatError(self._path, element.line, f"<{element.tag}> {message}")


def _text(element: Element, tag: str) -> str:
    child = element.child(tag)
    return "" if child is None else child.text


def _integer(text: str) -> int:
    return _between(text, AllowedRange())


def _between(text: str, limits: AllowedRange) -> int:
    if _INTEGER.fullmatch(text) is None or not limits.holds(int(text)):
        raise ValueError(f"expected a whole number{limits}, got {text[:40]!r}")
    return int(text)


_ROUND, _TABLE, _STONES = (range_in(Game, name) for name in ("round", "table", "handicap"))
_round = partial(_between, limits=_ROUND)
_table = partial(_between, limits=replace(_TABLE, least=0))
_stones = partial(_between, limits=_STONES)


def _rating(text: str) -> int:
    if _NUMBER.fullmatch(text) is None:
        raise ValueError(f"expected a rating such as 2100, got {text[:40]!r}")
    return round(float(text))


def _result(text: str) -> tuple[Result, bool]:
    plain = text.rstrip("!").replace(" ", "")
    found = RESULTS.get(plain, _SPELLINGS.get(plain))
    if found is None:
        raise ValueError(f"expected one of {', '.join(RESULTS)}, got {text[:40]!r}")
    return found, text.endswith("!")


def _boolean(text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise ValueError(f"expected true or false, got {text[:40]!r}")
    return text.lower() == "true"


# ---- A file of MacMahon in memory ----

_VERSION = {"typeversion": "3.9"}
_NOBODY = "0"
_RESULT_NAMES = {result: name for name, result in RESULTS.items()}


def read(path: str, content: bytes) -> Document:
    """Read the content of a file.

    Raises
    ------
    FormatError
        If it is no file of MacMahon, or a value in it does not parse.
    """
    markup = xml.parse(path, content)
    reader = _Reader(path, markup.root)
    return Document(
        path=path,
        format="macmahon",
        tournament=reader.read(),
        remarks=(*markup.stray_texts(in_leaves=False), *reader.remarks),
        content=content,
        render=_rendered,
    )


def new_content(tournament: Tournament) -> bytes:
    """The content of a new file.

    Raises
    ------
    RuleError
        If the tournament has a text that XML cannot hold.
    """
    numbers = {player.key: place for place, player in enumerate(tournament.players, start=1)}
    root = _tree(tournament, numbers)
    try:
        text = rendered(root, before="\n", step="  ")
        return f'<?xml version="1.0" encoding="UTF-8"?>{text}\n'.encode()
    except ValueError as error:
        raise RuleError(
            phrase(
                "a file of {program} cannot hold the tournament: {error}",
                program="MacMahon",
                error=message_of(error),
            )
        ) from error


def _rendered(tournament: Tournament, content: bytes) -> bytes:
    """A file with another state of its tournament; every byte stays but those that change."""
    read_again = xml.parse("", content)
    reader = _Reader("", read_again.root)
    number_of_key = {key: number for number, key in reader.keys().items()}
    free = count(max(number_of_key.values(), default=0) + 1)
    numbers = {
        player.key: number_of_key[player.key] if player.key in number_of_key else next(free)
        for player in tournament.players
    }
    edits = Edits(read_again)
    changes = Changes(
        edits,
        {
            "Player": partial(_text, tag="Id"),
            "NotPlayingInRound": lambda element: element.text,
            "Criterion": partial(_text, tag="ShortName"),
            "Round": partial(_text, tag="RoundNumber"),
            "Pairing": _players_of,
        },
        ordered=frozenset({"Criterion"}),
    )
    try:
        changes.carry(
            _tree(reader.read(), number_of_key), _tree(tournament, numbers), read_again.root
        )
        return edits.content()
    except ValueError as error:
        raise RuleError(
            phrase(
                "a file of {program} cannot hold the tournament: {error}",
                program="MacMahon",
                error=message_of(error),
            )
        ) from error


def _players_of(board: Element) -> str:
    """What makes a board the same board: who sits at it."""
    return " ".join(sorted(_text(board, colour) for colour in ("White", "Black")))


def _tree(tournament: Tournament, numbers: Mapping[str, int]) -> Element:
    """What a file says of a tournament."""
    root = Element("TournamentData", _VERSION)
    _add_settings(root.add("Tournament", _VERSION), tournament)
    criteria = root.add("Walllist")
    for criterion in tournament.rules.placement:
        if criterion in MACMAHON_NAMES:
            criteria.add("Criterion").add("ShortName", text=MACMAHON_NAMES[criterion])
    players = root.add("Playerlist")
    for player in tournament.players:
        _add_player(players.add("Player"), player, numbers[player.key])
    rounds = root.add("Roundlist")
    seats: tuple[Game | Bye, ...] = (*tournament.games, *tournament.byes)
    for number in sorted({seat.round for seat in seats}):
        _add_round(rounds.add("Round"), tournament, number, numbers)
    return root


def _add_settings(parent: Element, tournament: Tournament) -> None:
    rules = tournament.rules
    handicap = rules.handicap
    values = {
        "Name": tournament.name,
        "NumberOfRounds": rules.rounds,
        "UpperMacMahonBar": True,
        "UpperMacMahonBarLevel": rules.bar,
        "LowerMacMahonBar": True,
        "LowerMacMahonBarLevel": rules.floor,
        "RatingDeterminesRank": False,
        "HalfScoreGroupsRoundDown": rules.points.round_down,
        "HandicapUsed": handicap.ceiling > 0,
        "HandicapBelow": True,
        "HandicapBelowLevel": handicap.threshold,
        "HandicapAdjustment": True,
        "HandicapAdjustmentValue": -handicap.correction,
        "HandicapLimit": True,
        "HandicapLimitValue": handicap.ceiling,
        "HandicapByLevel": not handicap.by_mms,
    }
    _add_values(parent, values)


def _add_values(parent: Element, values: Mapping[str, object]) -> None:
    for tag, value in values.items():
        parent.add(tag, text=str(value).lower() if isinstance(value, bool) else str(value))


def _add_player(parent: Element, player: Player, number: int) -> None:
    preliminary, super_bar = not player.final, player.correction > 0
    _add_values(
        parent,
        {"Id": number, "PreliminaryRegistration": preliminary, "SuperBarMember": super_bar},
    )
    for absence in sorted(player.absences):
        parent.add("NotPlayingInRound", text=str(absence))
    *names, pin = ((tag, getattr(player, field)) for field, tag in _TEXTS.items())
    values = {"GoLevel": player.grade, "Rating": "" if player.rating is None else player.rating}
    _add_values(parent.add("GoPlayer"), dict([*names, *values.items(), pin]))


def _add_round(
    parent: Element, tournament: Tournament, number: int, numbers: Mapping[str, int]
) -> None:
    parent.add("RoundNumber", text=str(number))
    for game in tournament.games:
        if game.round == number:
            _add_values(parent.add("Pairing"), _board(game, numbers))
    for bye in tournament.byes:
        if bye.round == number:
            player = numbers[bye.player]
            values = {"BoardNumber": 0, "PairingWithBye": True, "White": _NOBODY, "Black": player}
            _add_values(
                parent.add("Pairing"),
                {**values, "Handicap": 0, "Result": "1-0", "ResultByReferee": False},
            )


def _board(game: Game, numbers: Mapping[str, int]) -> dict[str, object]:
    by_default = game.by_default and game.result is not Result.UNKNOWN
    return {
        "BoardNumber": game.table,
        "PairingWithBye": False,
        "White": numbers[game.white],
        "Black": numbers[game.black],
        "Handicap": game.handicap,
        "Result": _RESULT_NAMES[game.result] + ("!" if by_default else ""),
        "ResultByReferee": by_default,
    }
