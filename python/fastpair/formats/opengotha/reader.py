"""OpenGotha files, read."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from functools import cached_property
from operator import is_
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ...errors import FormatError
from ...go.tournament import (
    Bye,
    Criterion,
    Event,
    Game,
    Grade,
    HandicapRules,
    PairingRules,
    Player,
    Points,
    Result,
    Rules,
    Team,
    TeamCriterion,
    TeamPlay,
    TimeLimit,
    Tournament,
    key_of,
)
from ...parameters import number_in
from ..characters import (
    Register,
    depends_on_language,
    short_name_of,
    spells,
    turkish_key_of,
    uncased,
)
from ..document import beyond_rounds
from . import schema
from .schema import TEXT, quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ...go.tournament import Variant
    from ..xml import Element, Markup
    from .schema import HeldField, ValueSource


# ---- When, where and under which conditions a tournament is played, in an OpenGotha file ----


def read_event(source: ValueSource, general: Element | None) -> Event:
    """Read the event; what is no value of its kind is as if missing, since nobody is paired by it."""
    blank = Event()
    if general is None:
        return blank
    found = _fields(general, schema.EVENT, blank, source.lenient)
    if found["short_name"] == short_name_of(general.get("name")):
        found["short_name"] = ""
    return replace(blank, **found, time=_time(source, general))


def _time(source: ValueSource, general: Element) -> TimeLimit | None:
    """The time, if the file states any; players who have none at all have one that is not stated."""
    blank = TimeLimit()
    if not any(general.get(each.name).strip() for each in (schema.BASIC_TIME, schema.OVERTIME)):
        return None
    overtime = source.lenient(general, schema.OVERTIME, blank.overtime)
    found = replace(
        blank,
        basic=source.lenient(general, schema.BASIC_TIME, blank.basic),
        overtime=overtime,
        **_fields(general, schema.OVERTIMES[overtime], blank, source.lenient),
    )
    return found if found.adjusted else None


def _fields(
    element: Element, columns: Iterable[HeldField], blank: object, read: Callable[..., Any]
) -> dict[str, Any]:
    """The fields that attributes hold, with the blank ones for those that are missing."""
    return {
        field: element.get(attribute.name)
        if attribute.kind is TEXT
        else read(element, attribute, getattr(blank, field))
        for field, attribute in columns
    }


# ---- The rules of a tournament in the elements of an OpenGotha file ----

_Parameters = TypeVar("_Parameters", Rules, Points, HandicapRules, PairingRules)


def read_rules(source: ValueSource, root: Element, variant: Variant) -> Rules:
    """Read the rules; missing ones have the values that OpenGotha assumes [OPENGOTHA 2]."""
    points, pairing = Points(round_down=True), PairingRules(variant=variant)
    blank = Rules(points=points, pairing=pairing, doubtful=True)
    general = root.find("GeneralParameterSet")
    handicap = root.find("HandicapParameterSet")
    rules = _parameters(source, general, schema.GENERAL, blank)
    return replace(
        rules,
        doubtful=rules.floor > rules.bar,
        points=_parameters(source, general, schema.POINTS, blank.points),
        category_limits=_category_limits(source, general),
        placement=_placement(source, root.find("PlacementParameterSet"), blank.placement),
        handicap=_parameters(source, handicap, schema.HANDICAP, blank.handicap),
        pairing=_pairing(source, root.find("PairingParameterSet"), blank.pairing),
        club_groups=tuple(_club_groups(root)),
    )


def _parameters(
    source: ValueSource, element: Element | None, columns: Iterable[HeldField], blank: _Parameters
) -> _Parameters:
    """The parameters in the attributes of an element."""
    return replace(blank, **_fields(element, columns, blank, source.value)) if element else blank


def _pairing(source: ValueSource, element: Element | None, blank: PairingRules) -> PairingRules:
    if element is None:
        return blank
    systems = zip(schema.SEED_SYSTEMS, blank.seed_systems, strict=True)
    criteria = zip(schema.SEED_CRITERIA, blank.seed_criteria, strict=True)
    first, second = (source.value(element, attribute, default) for attribute, default in systems)
    added, last = (_criterion(source, element, name, default) for name, default in criteria)
    return replace(
        _parameters(source, element, schema.PAIRING, blank),
        seed_systems=(first, second),
        seed_criteria=(added, last),
    )


def _category_limits(source: ValueSource, general: Element | None) -> tuple[Grade, ...]:
    if general is None:
        return ()
    limits = {
        source.required(item, schema.CATEGORY): source.required(item, schema.CATEGORY_LIMIT)
        for item in general.iter("Category")
    }
    count = source.value(general, schema.CATEGORIES, len(limits) + 1)
    if len(limits) < count - 1:
        found = f"{schema.CATEGORIES.name}={str(count)!r}"
        message = f"{found}: expected {count - 1} lower limits, found {len(limits)}"
        raise source.error(general, message)
    return tuple(limits[number] for number in sorted(limits)[: count - 1])


def _placement(
    source: ValueSource, element: Element | None, blank: tuple[Criterion, ...]
) -> tuple[Criterion, ...]:
    """The criteria of the standings, without the empty ones at the end."""
    if element is None:
        return blank
    places = {
        source.required(item, schema.PLACE): _criterion(source, item, "name", Criterion.NONE)
        for item in element.iter("PlacementCriterion")
    }
    return schema.without_empty_end(places[place] for place in sorted(places))


def _criterion(
    source: ValueSource, element: Element, attribute: str, default: Criterion
) -> Criterion:
    """The criterion that an attribute names; an unknown one counts as missing [OPENGOTHA 2]."""
    name = element.get(attribute).strip()
    criterion = schema.CRITERIA.get(name.upper())
    if criterion is None and name.upper() not in ("", "NONE"):
        place = f"line {element.line}: {attribute}={quote(name)}"
        source.remark(f"{place} is not a criterion that fastpair knows; {default.value} is used")
    return criterion or default


def _club_groups(root: Element) -> Iterator[frozenset[str]]:
    for group in root.iter("ClubsGroup"):
        clubs = (club.get("name").lower() for club in group.iter("Club"))
        yield frozenset(club for club in clubs if club)


# ---- Whom the games and byes of a file name, and how new ones are to name players ----

_SPELLINGS = (key_of, turkish_key_of, uncased)
_TURKISH_COUNTRIES = frozenset({"TR", "AZ"})
_TURKISH_LETTERS = frozenset("ıİğĞşŞəƏ")


class References:
    """The references to players in one file.

    OpenGotha compares names in upper case, by the language of its computer, and silently drops a
    game if nobody has the name. In Turkish the upper case of ``i`` is ``İ``. pairgoth's import
    knows the English upper case only. A player is therefore named as the file names him already,
    otherwise in the manner of its other references. If the file shows no manner and the languages
    differ, he gets the English upper case, which pairgoth finds, too, unless somebody may speak
    Turkish: then he is named as in his own entry, which OpenGotha finds in every language. In
    pairgoth's own files he gets the upper case that pairgoth finds [FORMATS 1].

    Parameters
    ----------
    players
        The players of the file.
    by_pairgoth
        Whether pairgoth has written the file.
    """

    def __init__(self, players: Iterable[Player], *, by_pairgoth: bool) -> None:
        self.by_pairgoth = by_pairgoth
        self._players = {player.key: player for player in players}
        self._register = Register(self._players)
        self._read: dict[str, str | None] = {}
        self._found: dict[str, str] = {}
        self._respelled: dict[str, str] = {}

    def again(self, *, by_pairgoth: bool) -> References | None:
        """The references in another content of the same file, with the same players.

        None if names are spelled otherwise there, which has to be found again.
        """
        if self._respelled:
            return None
        again = References((), by_pairgoth=by_pairgoth)
        again._players, again._register = self._players, self._register
        again._read = dict(self._read)
        return again

    def after(self, players: Iterable[Player]) -> References:
        """The references in the same file, and in its manner, when it has other players.

        Parameters
        ----------
        players
            The players; some may be those of the file so far, or have their keys.
        """
        after = References(players, by_pairgoth=self.by_pairgoth)
        after._manner = self._manner
        for key, text in self._found.items():
            if after.names(text, key):
                after.note(key, text)
        return after

    def candidates(self, text: str) -> frozenset[str]:
        """Keys of the players whom a reference may name."""
        return self._register.candidates(text)

    def names(self, text: str, key: str) -> bool:
        """Whether a reference names a player, and nobody else."""
        return self._register.candidates(text) == {key}

    def spells(self, text: str, key: str) -> bool:
        """Whether a reference is the name of a player, but for spaces and case."""
        return spells(text, self._full(key))

    def key(self, source: ValueSource, element: Element, attribute: str) -> str | None:
        """Key of the player whom an attribute names; None if nobody can be meant.

        Raises
        ------
        FormatError
            If several players may be meant.
        """
        text = element.get(attribute)
        if text not in self._read:
            self._read[text] = self._key(source, element, attribute)
        return self._read[text]

    def _key(self, source: ValueSource, element: Element, attribute: str) -> str | None:
        text = element.get(attribute)
        keys = sorted(self._register.candidates(text))
        if not keys:
            return None
        if len(keys) > 1:
            found = f"{attribute}={quote(text)}: expected the key of a player"
            raise source.error(element, f"{found}, which may be any of {', '.join(keys)}")
        if keys[0] != key_of(text):
            self._respelled[text] = keys[0]
        return keys[0]

    def note(self, key: str, text: str) -> None:
        """Record how the file names a player; only the first time counts."""
        if key not in self._found and spells(text, self._full(key)):
            self._found[key] = text

    def name(self, key: str) -> str:
        """The name of a player, to be shown."""
        return quote(self._players[key].full_name)

    def to(self, key: str) -> str:
        """The reference to a player."""
        if key in self._found:
            return self._found[key]
        name = self._full(key)
        if not depends_on_language(name):
            return key
        text = (self._manner or self._without_manner)(name)
        return text if self.names(text, key) else uncased(name)

    def remarks(self) -> Iterator[str]:
        """Remarks on doubtful references."""
        for text, key in list(self._respelled.items())[:1]:
            count = len(self._respelled)
            verb = "name is" if count == 1 else "names are"
            yield (
                f"{count} {verb} spelled in games or byes otherwise than among the players: "
                f"{quote(text)} was taken for {key!r}"
            )

    def _full(self, key: str) -> str:
        player = self._players[key]
        return player.name + player.first_name

    @property
    def _without_manner(self) -> Callable[[str], str]:
        return key_of if self.by_pairgoth or not self._turkish else uncased

    @cached_property
    def _turkish(self) -> bool:
        """Whether somebody may speak Turkish, so that the computer may be set to this language."""
        return any(map(_is_turkish, self._players.values()))

    @cached_property
    def _manner(self) -> Callable[[str], str] | None:
        """How the file spells most names whose upper case depends on the language."""
        names = ((self._full(key), uncased(text)) for key, text in self._found.items())
        counts = Counter(
            spelling
            for name, text in names
            for spelling in _SPELLINGS
            if depends_on_language(name) and spelling(name) == text
        )
        return counts.most_common(1)[0][0] if counts else None


def _is_turkish(player: Player) -> bool:
    """Whether country or letters suggest that a player speaks Turkish or Azeri."""
    letters = {*player.name, *player.first_name}
    return player.country.upper() in _TURKISH_COUNTRIES or not letters.isdisjoint(_TURKISH_LETTERS)


# ---- The games and byes in an OpenGotha file ----


class Byes(NamedTuple):
    """The byes of a file."""

    byes: tuple[Bye, ...]
    elements: tuple[Element, ...]
    """The elements of the byes in ``byes``."""

    idle: tuple[tuple[int, Element], ...]
    """The elements that OpenGotha ignores, each with its round."""


def read_game(source: ValueSource, element: Element, references: References) -> Game:
    """Read a game.

    Raises
    ------
    FormatError
        If a value does not parse, or the game names a player who does not exist.
    """
    result, by_default = source.value(element, schema.OUTCOME, (Result.UNKNOWN, False))
    white, black = (
        _player_of_game(source, element, attribute, references)
        for attribute in ("whitePlayer", "blackPlayer")
    )
    return Game(
        round=source.required(element, schema.ROUND),
        table=source.required(element, schema.TABLE),
        white=white,
        black=black,
        handicap=source.value(element, schema.STONES, 0),
        result=result,
        by_default=by_default,
    )


def _player_of_game(
    source: ValueSource, element: Element, attribute: str, references: References
) -> str:
    key = references.key(source, element, attribute)
    if key is None:
        found = f"{attribute}={quote(element.get(attribute))}: expected the key of a player"
        raise source.error(
            element, f"{found}; no player has it: add the player, or remove this element"
        )
    references.note(key, element.get(attribute))
    return key


def list_of_byes(root: Element) -> Element | None:
    """The element that lists the byes.

    pairgoth calls it by the name of its items; it has no attributes.
    """
    by_pairgoth = (item for item in root.iter("ByePlayer") if not item.attributes)
    return root.find("ByePlayers") or next(by_pairgoth, None)


def read_byes(source: ValueSource, root: Element, references: References, rounds: int) -> Byes:
    """Read the byes as OpenGotha does: of a round, the last whose player exists [FORMATS 1].

    Raises
    ------
    FormatError
        If a value does not parse, or several players may be meant.
    """
    last: dict[int, tuple[Bye, Element]] = {}
    replaced: list[tuple[Bye, Element]] = []
    idle: list[tuple[int, Element]] = []
    for element in root.iter("ByePlayer"):
        if not element.attributes:
            continue
        number = source.required(element, schema.ROUND)
        if number > rounds:
            source.remark(beyond_rounds(element.place, "bye", number, rounds))
            idle.append((number, element))
            continue
        key = references.key(source, element, "player")
        if key is None:
            unknown = f"no player is {quote(element.get('player'))}"
            source.remark(f"line {element.line}: {unknown}; OpenGotha ignores this bye")
            idle.append((number, element))
            continue
        if not references.by_pairgoth:
            references.note(key, element.get("player"))
        if number in last:
            replaced.append(last.pop(number))
        last[number] = source.placed(element, Bye(round=number, player=key)), element
    for message in _losers(
        references, replaced, {number: bye for number, (bye, _) in last.items()}
    ):
        source.remark(message)
    idle += [(bye.round, element) for bye, element in replaced]
    byes, elements = zip(*last.values(), strict=True) if last else ((), ())
    return Byes(byes, elements, tuple(idle))


def _losers(
    references: References, replaced: list[tuple[Bye, Element]], last: dict[int, Bye]
) -> Iterator[str]:
    """Say who has no bye though the file gives him one."""
    for bye, element in replaced:
        keeper = last[bye.round].player
        if bye.player != keeper:
            yield (
                f"line {element.line}: round {bye.round} has more than one bye, and OpenGotha keeps "
                f"the last, of {references.name(keeper)}; {references.name(bye.player)} has none"
            )


# ---- Teams in a file of OpenGotha: who sits at which board in which round [TEAMS] ----


def read_teams(
    source: ValueSource, root: Element, references: References, rounds: int
) -> TeamPlay | None:
    """The teams of a file; None if no team has a member.

    Raises
    ------
    FormatError
        If a value does not parse, or a board may be that of several players.
    """
    entries = list(root.iter("Team"))
    if not any(element.find("Board") is not None for element in entries):
        return None
    teams = [
        _read_team(source, element, references, rounds, usual)
        for usual, element in enumerate(entries, start=1)
    ]
    usual = TeamPlay()
    general = root.find("TeamGeneralParameterSet")
    size = usual.size if general is None else source.value(general, schema.TEAM_SIZE, usual.size)
    return TeamPlay(
        teams=tuple(sorted(teams, key=lambda team: int(team.key))),
        size=size,
        placement=_read_placement(source, root) or usual.placement,
    )


def _read_team(
    source: ValueSource, element: Element, references: References, rounds: int, usual: int
) -> Team:
    boards: dict[tuple[int, int], str] = {}
    strangers = set()
    for board in element.iter("Board"):
        number = source.required(board, schema.ROUND)
        place = source.required(board, schema.BOARD)
        key = references.key(source, board, "player")
        if key is None:
            strangers.add(board.get("player"))
        elif number <= rounds:
            boards[number, place] = key
    name = element.get("teamName")
    for stranger in sorted(strangers):
        where = f"line {element.line}: team {quote(name)}"
        source.remark(
            f"{where} names {quote(stranger)}, who is not a player; the board stays empty"
        )
    most = max((place for _, place in boards), default=0)
    team = Team(key=str(source.value(element, schema.TEAM_NUMBER, usual)), name=name)
    lineups = (
        tuple(boards.get((number, place), "") for place in range(1, most + 1))
        for number in range(1, rounds + 1)
    )
    return source.placed(element, team.with_lineups(lineups))


def _read_placement(source: ValueSource, root: Element) -> tuple[TeamCriterion, ...]:
    element = root.find("TeamPlacementParameterSet")
    if element is None:
        return ()
    elements = sorted(
        element.iter("PlacementCriterion"), key=lambda item: source.required(item, schema.PLACE)
    )
    found = [source.required(item, schema.TEAM_CRITERION) for item in elements]
    return tuple(criterion for criterion in found if criterion is not TeamCriterion.NONE)


# ---- Make a tournament of the elements of an OpenGotha file ----

_FRENCH_SCALE = 2050
_FIRST_EUROPEAN_DATA = 201
_MOST_DIGITS = 18
"""Of a number that somebody has, in any federation."""

_HIGHEST_AGA_ID = 97_999
_FIRST_LATER_VERSION = (3, 52)
_LOWEST = Grade.parse("30k")
_MOST_LINES = 5


@dataclass(frozen=True, eq=False)
class OpenGothaReading:
    """A tournament, and the elements that hold its players, games and byes, in their order."""

    markup: Markup
    tournament: Tournament
    stated_rounds: int
    """The number of rounds in the file; if it states none, those of games and byes count too."""

    rating_shift: int
    """What brings the ratings of the file to the European scale."""

    references: References
    players: tuple[Element, ...]
    games: tuple[Element, ...]
    byes: Byes

    doubtful: frozenset[str]
    """Keys of the players of whom something is remarked."""


def version_of(root: Element) -> str:
    """Version of the program that saved the file, empty if it does not say."""
    full = root.get("fullVersionNumber").strip()
    version = root.get("gothaVersion").strip()
    if full or not re.fullmatch("[0-9]{3,}", version):
        return full
    return f"{version[0]}.{version[1:]}.{root.get('gothaMinorVersion', '0').strip().zfill(2)}"


def _variant_of(version: str) -> Variant:
    """The variant of a program's version; that of OpenGotha 3.51 if it is none."""
    numbers = [number_in(number) for number in version.split(".")]
    known = tuple(number for number in numbers if number is not None)
    is_later = len(known) == len(numbers) and known >= _FIRST_LATER_VERSION
    return "v352" if is_later else "v351"


class OpenGothaReader:
    """Reads one file [FORMATS 1, OPENGOTHA 1 and 2].

    Parameters
    ----------
    source
        The file.
    markup
        Its content.
    known
        What was read of the file before: players and games that have not changed since are taken from there. None
        if nothing was.
    """

    def __init__(
        self, source: ValueSource, markup: Markup, known: OpenGothaReading | None = None
    ) -> None:
        self._source = source
        self._markup = markup
        self._known = known
        self._root = markup.root
        self._without_rank: defaultdict[str, list[int | None]] = defaultdict(list)

    def read(self) -> OpenGothaReading:
        """Read the tournament in the file.

        Raises
        ------
        FormatError
            If a value does not parse or a game names a player whom nobody can be.
        """
        self._refuse_strangers()
        for message in self._markup.stray_texts(in_leaves=True):
            self._source.remark(message)
        entries, boards = tuple(self._root.iter("Player")), tuple(self._root.iter("Game"))
        shift = self._rating_shift()
        players, doubtful = self._players(entries, shift)
        self._remark_ranks()
        if self._root.find("TournamentParameterSet") is None:
            self._source.remark("the file holds players alone: the usual rules are assumed")
        references, known = self._references(players)
        rules = read_rules(self._source, self._root, _variant_of(version_of(self._root)))
        rounds = self._rounds(rules.rounds, boards)
        boards = tuple(self._within(rounds, boards))
        games = tuple(self._games(boards, references, known))
        byes = read_byes(self._source, self._root, references, rounds)
        for message in references.remarks():
            self._source.remark(message)
        general = self._root.find("GeneralParameterSet")
        tournament = Tournament.found(
            places=self._source.places,
            name="" if general is None else general.get("name"),
            event=read_event(self._source, general),
            rules=replace(rules, rounds=rounds),
            players=players,
            games=games,
            byes=byes.byes,
            team_play=read_teams(self._source, self._root, references, rounds),
        )
        return OpenGothaReading(
            markup=self._markup,
            tournament=tournament,
            stated_rounds=rules.rounds,
            rating_shift=shift,
            references=references,
            players=entries,
            games=boards,
            byes=byes,
            doubtful=doubtful,
        )

    def _players(
        self, entries: Iterable[Element], shift: int
    ) -> tuple[tuple[Player, ...], frozenset[str]]:
        """The players, and the keys of those of whom something is remarked."""
        known: Iterable[tuple[Element, Player]] = ()
        if self._known is not None and self._known.rating_shift == shift:
            known = zip(self._known.players, self._known.tournament.players, strict=True)
        players, doubtful = [], set()
        for element, before in _with_known(entries, known):
            if self._known is not None and before and before.key not in self._known.doubtful:
                player = before
            else:
                remarks = self._remarks
                player = self._player(element, shift)
                if self._remarks != remarks:
                    doubtful.add(player.key)
            players.append(self._source.placed(element, player))
        return tuple(players), frozenset(doubtful)

    @property
    def _remarks(self) -> int:
        """How much is remarked so far."""
        return len(self._source.remarks) + sum(map(len, self._without_rank.values()))

    def _references(
        self, players: tuple[Player, ...]
    ) -> tuple[References, Iterable[tuple[Element, Game]]]:
        """The references to the players, and the elements and games of before if they name the same ones."""
        by_pairgoth, known = _by_pairgoth(self._root), self._known
        if known is not None and _are_same(players, known.tournament.players):
            again = known.references.again(by_pairgoth=by_pairgoth)
            if again is not None:
                return again, zip(known.games, known.tournament.games, strict=True)
        return References(players, by_pairgoth=by_pairgoth), ()

    def _games(
        self,
        boards: Iterable[Element],
        references: References,
        known: Iterable[tuple[Element, Game]],
    ) -> Iterator[Game]:
        for element, game in _with_known(boards, known):
            if game is None:
                game = read_game(self._source, element, references)
            else:
                references.note(game.white, element.get("whitePlayer"))
                references.note(game.black, element.get("blackPlayer"))
            yield self._source.placed(element, game)

    def _rounds(self, usual: int, boards: Iterable[Element]) -> int:
        """The number of rounds; where none is stated, there are those that have games or byes."""
        general = self._root.find("GeneralParameterSet")
        if general is not None and general.get("numberOfRounds").strip():
            return usual
        seats = (*boards, *(bye for bye in self._root.iter("ByePlayer") if bye.attributes))
        numbers: list[int] = [self._source.required(seat, schema.ROUND) for seat in seats]
        return max(usual, *numbers, 1)

    def _within(self, rounds: int, boards: Iterable[Element]) -> Iterator[Element]:
        """The games of the rounds that the tournament has."""
        for element in boards:
            number = self._source.required(element, schema.ROUND)
            if number <= rounds:
                yield element
            else:
                self._source.remark(beyond_rounds(element.place, "game", number, rounds))

    def _refuse_strangers(self) -> None:
        """Refuse XML of another kind."""
        if self._root.tag != "Tournament":
            expected = "expected the root element <Tournament> of an OpenGotha file"
            message = f"{expected}, found {quote(self._root.tag)}"
            raise FormatError(self._source.path, self._root.line, message)
        for tag in ("Players", "TournamentParameterSet"):
            if self._root.find(tag) is None and not self._has_players_alone():
                message = f"has no <{tag}>: expected one, as in every OpenGotha file"
                raise self._source.error(self._root, message)

    def _has_players_alone(self) -> bool:
        """Whether the file is a list of entries, as other programs write it for OpenGotha."""
        players, games = self._root.find("Players"), self._root.find("Games")
        has_players = players is not None and players.child("Player") is not None
        return has_players and (games is None or games.child("Game") is None)

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
            aga_id=self._aga_id(element),
        )

    def _aga_id(self, element: Element) -> str:
        """An AGA number, unless it stands in for one.

        OpenGotha's export for the AGA numbers those who have none from 99999 downwards, and keeps that
        [FORMATS 6]; there are 2000 players at most.
        """
        text = element.get("agaId").strip()
        if not text.isdecimal():
            return text
        if len(text) > _MOST_DIGITS:
            message = f"agaId={quote(text)}: expected at most {_MOST_DIGITS} digits"
            raise self._source.error(element, message)
        return "" if _HIGHEST_AGA_ID < int(text) <= 99_999 else text

    def _country(self, element: Element) -> str:
        """The country of a player; OpenGotha expects two letters."""
        country = element.get("country").strip()
        if len(country) not in (0, 2):
            place = f"line {element.line}: country={quote(country)}"
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
                    place = f"line {element.line}: rank={quote(rank)}"
                    self._source.remark(f"{place} is not a rank; grade={quote(declared)} is used")
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


_Entry = TypeVar("_Entry", Player, Game)


def _with_known(
    elements: Iterable[Element], known: Iterable[tuple[Element, _Entry]]
) -> Iterator[tuple[Element, _Entry | None]]:
    """Elements, each with what was read of it before if its attributes are the same."""
    before = iter(known)
    for element in elements:
        was, entry = next(before, (None, None))
        is_same = was is not None and was.attributes == element.attributes
        yield element, entry if is_same else None


def _are_same(some: Sequence[Player], others: Sequence[Player]) -> bool:
    """Whether players are the very same objects."""
    return len(some) == len(others) and all(map(is_, some, others))


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


def _absences(participating: str) -> frozenset[int]:
    """Numbers of the rounds whose character is a zero."""
    return frozenset(number for number, sign in enumerate(participating, start=1) if sign == "0")
