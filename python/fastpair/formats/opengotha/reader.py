"""Make a tournament of the elements of an OpenGotha file."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ...errors import FormatError
from ...go.tournament import Bye, Game, Grade, Player, Tournament
from ..names import key_of
from . import schema
from .event import read_event
from .references import References
from .rules import read_rules
from .seats import read_byes, read_game
from .teams import read_teams
from .values import shown

if TYPE_CHECKING:
    from ...go.tournament import Variant
    from ..xml.markup import Element, Markup
    from .seats import Byes
    from .values import Source

__all__ = ["Reader", "Reading", "version_of"]

_FRENCH_SCALE = 2050
_FIRST_EUROPEAN_DATA = 201
_HIGHEST_AGA_ID = 97_999
_FIRST_LATER_VERSION = (3, 52)
_LOWEST = Grade.parse("30k")
_MOST_LINES = 5


@dataclass(frozen=True, eq=False)
class Reading:
    """A tournament, and the elements that hold its players, games and byes, in their order."""

    markup: Markup
    tournament: Tournament
    stated_rounds: int
    """The number of rounds in the file; the tournament has more if games or byes do."""

    rating_shift: int
    """What brings the ratings of the file to the European scale."""

    references: References
    players: tuple[Element, ...]
    games: tuple[Element, ...]
    byes: Byes


def version_of(root: Element) -> str:
    """Version of the program that saved the file, empty if it does not say."""
    full = root.get("fullVersionNumber").strip()
    version = root.get("gothaVersion").strip()
    if full or not re.fullmatch("[0-9]{3,}", version):
        return full
    return f"{version[0]}.{version[1:]}.{root.get('gothaMinorVersion', '0').strip().zfill(2)}"


def _variant_of(version: str) -> Variant:
    """The variant of a program's version; that of OpenGotha 3.51 if it is none."""
    numbers = version.split(".")
    known = all(number.isdecimal() for number in numbers)
    return "v352" if known and tuple(map(int, numbers)) >= _FIRST_LATER_VERSION else "v351"


class Reader:
    """Reads one file [FORMATS 1, OPENGOTHA 1 and 2].

    Parameters
    ----------
    source
        The file.
    markup
        Its content.
    """

    def __init__(self, source: Source, markup: Markup) -> None:
        self._source = source
        self._markup = markup
        self._root = markup.root
        self._without_rank: defaultdict[str, list[int | None]] = defaultdict(list)

    def read(self) -> Reading:
        """Read the tournament in the file.

        Raises
        ------
        FormatError
            If a value does not parse or a game names a player whom nobody can be.
        """
        self._refuse_strangers()
        entries, boards = tuple(self._root.iter("Player")), tuple(self._root.iter("Game"))
        shift = self._rating_shift()
        players = tuple(self._player(element, shift) for element in entries)
        self._remark_ranks()
        if self._root.find("TournamentParameterSet") is None:
            self._source.remark("the file holds players alone: the usual rules are assumed")
        references = References(players, by_pairgoth=_by_pairgoth(self._root))
        games = tuple(read_game(self._source, element, references) for element in boards)
        byes = read_byes(self._source, self._root, references)
        for message in references.remarks():
            self._source.remark(message)
        rules = read_rules(self._source, self._root, _variant_of(version_of(self._root)))
        general = self._root.find("GeneralParameterSet")
        seats: tuple[Game | Bye, ...] = (*games, *byes.kept)
        tournament = Tournament.found(
            name="" if general is None else general.get("name"),
            event=read_event(self._source, general),
            rules=replace(rules, rounds=max((rules.rounds, *(seat.round for seat in seats)))),
            players=players,
            games=games,
            byes=byes.kept,
            team_play=read_teams(self._source, self._root, references, rules.rounds),
        )
        return Reading(
            markup=self._markup,
            tournament=tournament,
            stated_rounds=rules.rounds,
            rating_shift=shift,
            references=references,
            players=entries,
            games=boards,
            byes=byes,
        )

    def _refuse_strangers(self) -> None:
        """Refuse XML of another kind."""
        if self._root.tag != "Tournament":
            expected = "expected the root element <Tournament> of an OpenGotha file"
            message = f"{expected}, found {shown(self._root.tag)}"
            raise FormatError(self._source.path, self._root.line, message)
        for tag in ("Players", "TournamentParameterSet"):
            if self._root.find(tag) is None and not self._has_players_alone():
                message = f"has no <{tag}>: expected one, as in every OpenGotha file"
                raise self._source.error(self._root, message)

    def _has_players_alone(self) -> bool:
        """Whether the file is a list of entries, as other programs write it for OpenGotha."""
        players, games = self._root.find("Players"), self._root.find("Games")
        listed = players is not None and players.child("Player") is not None
        return listed and (games is None or games.child("Game") is None)

    def _rating_shift(self) -> int:
        """The number to add to the ratings of the file to bring them to the European scale."""
        version = self._source.value(self._root, schema.DATA_VERSION, _FIRST_EUROPEAN_DATA)
        return _FRENCH_SCALE if version < _FIRST_EUROPEAN_DATA else 0

    def _player(self, element: Element, shift: int) -> Player:
        value = self._source.value
        name, first_name = element.get("name"), element.get("firstName")
        key = key_of(name + first_name)
        if not key:
            message = "has no name: expected a name or a firstName that is not blank"
            raise self._source.error(element, message)
        low, high = schema.RATINGS
        return Player(
            key=key,
            name=name,
            first_name=first_name,
            grade=self._grade(element),
            rating=min(max(value(element, schema.RATING, low) + shift, low), high),
            country=self._country(element),
            club=element.get("club")[: schema.LONGEST_CLUB],
            final=value(element, schema.FINAL, True),
            correction=value(element, schema.CORRECTION, 0),
            absences=_absences(element.get("participating")),
            egf_pin=element.get("egfPin").strip(),
            ffg_licence=element.get("ffgLicence").strip(),
            aga_id=_aga_id(element.get("agaId").strip()),
        )

    def _country(self, element: Element) -> str:
        """The country of a player; OpenGotha expects two letters."""
        country = element.get("country").strip()
        if len(country) not in (0, 2):
            place = f"line {element.line}: country={shown(country)}"
            self._source.remark(f"{place} has not two letters; OpenGotha cannot load the player")
        return country

    def _grade(self, element: Element) -> Grade:
        """The rank of a player; if it is not valid, the declared grade; failing that, the lowest."""
        rank, declared = element.get("rank").strip(), element.get("grade").strip()
        if rank and (schema.RANK.kind.holds(rank) or not declared):
            found = self._source.required(element, schema.RANK)
            if schema.DECLARED_GRADE.kind.holds(declared):
                title = self._source.value(element, schema.DECLARED_GRADE, found)
                if title.title and title != found and _is_beyond_scale(rank):
                    place = f"line {element.line}: rank={shown(rank)}"
                    self._source.remark(f"{place} is no rank; grade={shown(declared)} is used")
                    return title
                return title if title.title and title == found else found
            return found
        used = "the declared grade" if declared else f"{_LOWEST}, as there is no grade either,"
        self._without_rank[used].append(element.line)
        return self._source.value(element, schema.DECLARED_GRADE, _LOWEST)

    def _remark_ranks(self) -> None:
        for used, lines in self._without_rank.items():
            count = "1 player has" if len(lines) == 1 else f"{len(lines)} players have"
            more = len(lines) - _MOST_LINES
            places = ", ".join(map(str, lines[:_MOST_LINES])) + (f" and {more} more" * (more > 0))
            where = "line" if len(lines) == 1 else "lines"
            self._source.remark(f"{where} {places}: {count} no valid rank; {used} is used")


def _is_beyond_scale(rank: str) -> bool:
    """Whether a rank is none from 30 kyu to 9 dan, such as ``99K``."""
    try:
        Grade.parse(rank)
    except ValueError:
        return not rank.isdecimal()
    return False


def _by_pairgoth(root: Element) -> bool:
    """Whether pairgoth has written the file, since OpenGotha sorts attributes by their names."""
    return list(root.attributes) != sorted(root.attributes)


def _aga_id(text: str) -> str:
    """An AGA number, unless it stands in for one.

    OpenGotha's export for the AGA numbers those who have none from 99999 downwards, and keeps that
    [FORMATS 6]; there are 2000 players at most.
    """
    return "" if text.isdigit() and _HIGHEST_AGA_ID < int(text) <= 99_999 else text


def _absences(participating: str) -> frozenset[int]:
    """Numbers of the rounds whose character is a zero."""
    return frozenset(number for number, sign in enumerate(participating, start=1) if sign == "0")
