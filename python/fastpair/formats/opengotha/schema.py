"""Elements and attributes of OpenGotha files."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from datetime import date
from enum import Enum
from functools import lru_cache
from types import NoneType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from ...errors import FormatError, RuleError
from ...go.tournament import (
    OPENGOTHA_CRITERIA,
    Criterion,
    Event,
    Game,
    Grade,
    HandicapRules,
    Overtime,
    PairingRules,
    Player,
    Points,
    Result,
    Rules,
    SeedSystem,
    TeamCriterion,
    TeamPlay,
    TimeLimit,
)
from ...go.tournament.event import NO_TIME
from ...go.tournament.ranges import default_of, range_in
from ...letters import shortened
from ...parameters import AllowedRange, range_of
from ..characters import short_name_of
from ..limits import LONGEST, MOST_CRITERIA, MOST_ROUNDS
from ..xml import Element, writable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from ...go.tournament import Tournament


# ---- The kinds of values that attributes of OpenGotha's files hold, read and written ----

T = TypeVar("T")

_INTEGER = re.compile(r"[+-]?[0-9]{1,19}")
_NUMBER = re.compile(r"[0-9]*\.?[0-9]+(?:[eE][+-]?[0-9]{1,3})?")
_HALVES = re.compile(r"[+-]?[0-9]{1,5}(?:[.,][05]0*)?")
_DATE = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_NO_DATE = date(2000, 1, 1)
_GRADE = re.compile(r"([0-9]{1,3})\s*(k|kyu|d|dan|p|pro|)", re.IGNORECASE)
_LONGEST_SHOWN = 60

# A file has the same few numbers, grades and words in thousands of places.
_remembered = lru_cache(maxsize=1 << 14)


@dataclass(frozen=True)
class ValueKind(Generic[T]):
    """How values of one kind are written in a file."""

    expected: str
    """What the value should be, for error messages."""

    parse: Callable[[str], T]
    """The value of a text; raises ValueError."""

    text: Callable[[T], str]
    """The text of a value; raises ValueError if it has none."""

    nearest: Callable[[T], T] = lambda value: value
    """What becomes of a value in a new file, such as a text that is too long."""

    def holds(self, text: str) -> bool:
        """Whether a text is a value of this kind."""
        try:
            self.parse(text)
        except ValueError:
            return False
        return True


@dataclass(frozen=True)
class Attribute(Generic[T]):
    """An attribute of an element."""

    name: str
    kind: ValueKind[T]

    def text(self, value: T) -> str:
        """The value as it is written.

        Raises
        ------
        RuleError
            If the text could not be read back.
        """
        try:
            text = self.kind.text(value)
            if text:
                self.kind.parse(text)
        except ValueError:
            found = f"{self.name}={quote(str(value))}"
            raise RuleError(f"{found}: expected {self.kind.expected}") from None
        return text


@_remembered
def _grade(text: str) -> Grade:
    """Read a grade as OpenGotha does: kyu without a letter, else the nearest grade [OPENGOTHA 1]."""
    match = _GRADE.fullmatch(text)
    if match is None or not int(match[1]):
        raise ValueError(text)
    return Grade.nearest(int(match[1]), match[2][:1] or "k")


def _date(text: str) -> date | None:
    match = _DATE.fullmatch(text)
    if match is None:
        raise ValueError(text)
    found = date(*map(int, match.groups()))
    return None if found == _NO_DATE else found


def _date_text(value: date | None) -> str:
    if value == _NO_DATE:
        raise ValueError(value)
    return (value or _NO_DATE).isoformat()


def _minutes(text: str) -> int:
    if re.fullmatch("[0-9]{1,5}", text) is None:
        raise ValueError(text)
    return 60 * int(text)


def _minutes_text(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    if rest:
        raise ValueError(seconds)
    return str(minutes)


def _text(
    expected: str, is_right: Callable[[str], bool], nearest: Callable[[str], str] = writable
) -> ValueKind[str]:
    """Texts that are right."""

    def parse(text: str) -> str:
        if not is_right(text):
            raise ValueError(text)
        return text

    return ValueKind(expected, parse, str, nearest)


TEXT = ValueKind("text", str, str, writable)
NAME = _text("at least one letter, as OpenGotha loads no player without it", bool)
NAME = replace(NAME, text=NAME.parse)


def _stripped(text: str) -> str:
    return writable(text).strip()


WORD = _text("text without white space around it", lambda text: text == text.strip(), _stripped)
COUNTRY = _text(
    "two letters, or nothing", lambda text: len(text) in (0, 2) and WORD.holds(text), _stripped
)
DATE = ValueKind("a date such as '2025-07-31'; 2000-01-01 stands for none", _date, _date_text)
MINUTES = ValueKind("whole minutes", _minutes, _minutes_text)
"""The value is in seconds."""

GRADE = ValueKind("a grade such as '3D' or '12K'", _grade, lambda grade: str(grade).upper())
RANK_KIND = ValueKind(GRADE.expected, _grade, lambda grade: GRADE.text(grade.amateur))
"""OpenGotha pairs by ranks, which are those of amateurs."""


def _number(
    words: str, pattern: re.Pattern[str], limits: AllowedRange, of: Callable[[str], T]
) -> ValueKind[T]:
    """Numbers within limits."""

    @_remembered
    def parse(text: str) -> T:
        if pattern.fullmatch(text) is None or not limits.holds(of(text)):
            raise ValueError(text)
        return of(text)

    return ValueKind(words, parse, str)


def integer(limits: AllowedRange) -> ValueKind[int]:
    """Whole numbers within limits."""
    return _number(f"a whole number{limits}", _INTEGER, limits, int)


def factor(limits: AllowedRange) -> ValueKind[float]:
    """Numbers within limits."""
    return _number(f"a number{limits}", _NUMBER, limits, float)


def halves(limits: AllowedRange) -> ValueKind[int]:
    """Numbers such as 7.5; the value is the doubled number, which has the limits."""
    kind = _number(f"a multiple of 0.5{limits.halved}", _HALVES, limits, _doubled)
    return replace(kind, text=lambda doubled: f"{doubled / 2:g}")


def _doubled(text: str) -> int:
    return round(2 * float(text.replace(",", ".")))


def optional(kind: ValueKind[T]) -> ValueKind[T | None]:
    """Values that need not be stated: an attribute that is missing stands for none."""

    def text(value: T | None) -> str:
        return "" if value is None else kind.text(value)

    return ValueKind(kind.expected, kind.parse, text)


def short(longest: int) -> ValueKind[str]:
    """Texts of so many characters at most."""
    return _text(
        f"at most {longest} characters",
        lambda text: len(text) <= longest,
        nearest=lambda text: writable(text)[:longest],
    )


def choice(names: Mapping[str, T], **spellings: T) -> ValueKind[T]:
    """One of several names, in upper or lower case; further spellings are read but not written."""
    values = {name.upper(): value for name, value in {**names, **spellings}.items()}
    texts = {value: name for name, value in names.items()}

    @_remembered
    def parse(text: str) -> T:
        if text.upper() not in values:
            raise ValueError(text)
        return values[text.upper()]

    def write(value: T) -> str:
        if value not in texts:
            raise ValueError(value)
        return texts[value]

    return ValueKind("one of " + ", ".join(names), parse, write)


BOOLEAN = replace(choice({"true": True, "false": False}), expected="'true' or 'false'")


class ValueSource:
    """A file that is being read: its values, errors that name the place in it, and remarks.

    Parameters
    ----------
    path
        The file.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._remarks: list[str] = []
        self._placed: list[tuple[Element, object]] = []

    @property
    def remarks(self) -> tuple[str, ...]:
        """Remarks on doubtful values, one line each."""
        return tuple(self._remarks)

    def remark(self, message: str) -> None:
        """Record a remark on a doubtful value."""
        self._remarks.append(message)

    def placed(self, element: Element, entry: T) -> T:
        """A player, game, bye or team whose place in the file is recorded."""
        self._placed.append((element, entry))
        return entry

    @property
    def places(self) -> Iterator[tuple[object, str]]:
        """The players, games, byes and teams, and where they stand, see `Tournament.found`."""
        return ((entry, element.place) for element, entry in self._placed)

    def error(self, element: Element, message: str) -> FormatError:
        """Make an error about an element."""
        return FormatError(self.path, element.line, f"<{element.tag}> {message}")

    def value(self, element: Element, attribute: Attribute[T], default: T) -> T:
        """The value of an attribute; a missing or empty one is ``default``."""
        text = element.get(attribute.name).strip()
        return self._parse(element, attribute, text) if text else default

    def lenient(self, element: Element, attribute: Attribute[T], default: T) -> T:
        """The value of an attribute that nobody is paired by: a wrong one is as if missing."""
        text = element.get(attribute.name).strip()
        if not text or attribute.kind.holds(text):
            return self.value(element, attribute, default)
        found = f"{attribute.name}={quote(text)}: expected {attribute.kind.expected}"
        self.remark(f"line {element.line}: {found}; it is read as if it were not there")
        return default

    def required(self, element: Element, attribute: Attribute[T]) -> T:
        """The value of an attribute that has no default."""
        text = element.attributes.get(attribute.name)
        if text is None:
            expected = f"expected {attribute.kind.expected}"
            raise self.error(element, f"has no attribute {attribute.name}: {expected}")
        return self._parse(element, attribute, text.strip())

    def _parse(self, element: Element, attribute: Attribute[T], text: str) -> T:
        try:
            return attribute.kind.parse(text)
        except ValueError:
            expected = f"expected {attribute.kind.expected}"
            found = f"{attribute.name}={quote(text)}"
            raise self.error(element, f"{found}: {expected}") from None


def quote(text: str) -> str:
    """A text as errors quote it."""
    return repr(shortened(text, _LONGEST_SHOWN))


# ---- The elements and attributes in which OpenGotha's files keep values [FORMATS 1, OPENGOTHA 2] ----

# The tables serve reading and writing alike.

LONGEST_CLUB = LONGEST["opengotha"]["club"]


class HeldField(NamedTuple):
    """A field of a dataclass of fastpair, and the attribute that holds it."""

    field: str
    attribute: Attribute[Any]


def _kind_of(holder: type[Any], name: str) -> ValueKind[Any]:
    """The kind of a field of the tournament, by its default and its range."""
    (entry,) = (entry for entry in fields(holder) if entry.name == name)
    limits, usual = range_of(entry.metadata), default_of(entry)
    if limits is not None:
        return factor(limits) if isinstance(usual, float) else integer(limits)
    return _named(type(usual)) if isinstance(usual, Enum) else _KINDS[type(usual)]


def _named(names: type[Enum]) -> ValueKind[Any]:
    return choice({each.value: each for each in names})


_KINDS: Mapping[type, ValueKind[Any]] = {bool: BOOLEAN, Grade: GRADE, str: TEXT, NoneType: DATE}


def _columns(holder: type[Any], **attributes: str | Attribute[Any]) -> tuple[HeldField, ...]:
    """Fields of a class of the tournament, and the attributes that hold them.

    An attribute has the kind of its field unless it states another one.
    """
    return tuple(
        HeldField(
            name, Attribute(found, _kind_of(holder, name)) if isinstance(found, str) else found
        )
        for name, found in attributes.items()
    )


EVENT = _columns(
    Event,
    short_name="shortName",
    place="location",
    director="director",
    begins="beginDate",
    ends="endDate",
    komi_x2=Attribute("komi", optional(halves(range_in(Event, "komi_x2")))),
    board_size=Attribute("size", optional(integer(range_in(Event, "board_size")))),
    online="bInternet",
)
"""Fields of `Event` in ``<GeneralParameterSet>``; the time follows."""

BASIC_TIME = Attribute("basicTime", MINUTES)
OVERTIME = Attribute(
    "complementaryTimeSystem",
    choice(
        {
            "SUDDENDEATH": Overtime.SUDDEN_DEATH,
            "STDBYOYOMI": Overtime.BYO_YOMI,
            "CANBYOYOMI": Overtime.CANADIAN,
            "FISCHER": Overtime.FISCHER,
        }
    ),
)
_SECONDS = integer(AllowedRange(0, 99_999))
OVERTIMES = {
    Overtime.SUDDEN_DEATH: (),
    Overtime.BYO_YOMI: _columns(TimeLimit, period=Attribute("stdByoYomiTime", _SECONDS)),
    Overtime.CANADIAN: _columns(
        TimeLimit,
        period=Attribute("canByoYomiTime", _SECONDS),
        stones=Attribute("nbMovesCanTime", integer(AllowedRange(1, 999))),
    ),
    Overtime.FISCHER: _columns(TimeLimit, period=Attribute("fischerTime", _SECONDS)),
}
"""Fields of `TimeLimit` that a kind of overtime has."""

GENERAL = _columns(
    Rules,
    rounds="numberOfRounds",
    floor="genMMFloor",
    bar="genMMBar",
    unplayed_as_half_point="genCountNotPlayedGamesAsHalfPoint",
)
"""Fields of `Rules` in ``<GeneralParameterSet>``."""

POINTS = _columns(
    Points,
    wins_absent_x2="genNBW2ValueAbsent",
    wins_bye_x2="genNBW2ValueBye",
    mms_absent_x2="genMMS2ValueAbsent",
    mms_bye_x2="genMMS2ValueBye",
    round_down="genRoundDownNBWMMS",
)
"""Fields of `Points` in the same element."""

HANDICAP = _columns(
    HandicapRules,
    by_mms="hdBasedOnMMS",
    threshold="hdNoHdRankThreshold",
    correction=Attribute("hdCorrection", integer(AllowedRange(-30, 30))),
    ceiling="hdCeiling",
)
"""Fields of `HandicapRules` in ``<HandicapParameterSet>``."""

PAIRING = _columns(
    PairingRules,
    concavity="paiStandardNX1Factor",
    avoid_duplicate="paiBaAvoidDuplGame",
    random="paiBaRandom",
    deterministic="paiBaDeterministic",
    balance_colours="paiBaBalanceWB",
    avoid_mixing_categories="paiMaAvoidMixingCategories",
    minimise_score_difference="paiMaMinimizeScoreDifference",
    draw_up_down="paiMaDUDDWeight",
    compensate_draw_up_down="paiMaCompensateDUDD",
    drawn_down_from="paiMaDUDDUpperMode",
    drawn_up_from="paiMaDUDDLowerMode",
    maximise_seeding="paiMaMaximizeSeeding",
    last_round_of_first_seed_system="paiMaLastRoundForSeedSystem1",
    grade_threshold="paiSeRankThreshold",
    wins_threshold="paiSeNbWinsThresholdActive",
    bar_threshold="paiSeBarThresholdActive",
    secondary_criteria="paiSeDefSecCrit",
    minimise_handicap="paiSeMinimizeHandicap",
    avoid_same_area="paiSeAvoidSameGeo",
    country_groups="paiSePreferMMSDiffRatherThanSameCountry",
    club_groups="paiSePreferMMSDiffRatherThanSameClub",
)
"""Fields of `PairingRules` in ``<PairingParameterSet>``; those that are pairs follow."""

SEED_SYSTEMS = (
    Attribute("paiMaSeedSystem1", _named(SeedSystem)),
    Attribute("paiMaSeedSystem2", _named(SeedSystem)),
)
SEED_CRITERIA = ("paiMaAdditionalPlacementCritSystem1", "paiMaAdditionalPlacementCritSystem2")

CRITERIA = {criterion.value.upper(): criterion for criterion in OPENGOTHA_CRITERIA}
"""OpenGotha's criteria by their names in upper case."""

DATA_VERSION = Attribute("dataVersion", integer(AllowedRange(0, 99_999)))
PLACE = Attribute("number", integer(AllowedRange(1, 99)))
TEAM_NUMBER = Attribute("teamNumber", integer(AllowedRange(1, 9999)))
TEAM_SIZE = Attribute("teamSize", _kind_of(TeamPlay, "size"))
TEAM_CRITERION = Attribute("name", _named(TeamCriterion))
BOARD = Attribute("boardNumber", integer(AllowedRange(1, 99)))
CATEGORIES = Attribute("numberOfCategories", integer(AllowedRange(1, 99)))
CATEGORY = Attribute("number", integer(AllowedRange(1, 99)))
CATEGORY_LIMIT = Attribute("lowerLimit", GRADE)

RANK = Attribute("rank", RANK_KIND)
DECLARED_GRADE = Attribute("grade", GRADE)
RATING = Attribute("rating", _kind_of(Player, "rating"))
"""A rating as it stands in a file, on the scale of the file."""

RATINGS = (-900, 2949)
"""The lowest and the highest rating that OpenGotha knows, on the European scale."""

EUROPEAN_RATING = Attribute("rating", integer(AllowedRange(*RATINGS)))
"""A rating that OpenGotha does not change when it reads it."""

CORRECTION = Attribute("smmsCorrection", _kind_of(Player, "correction"))
FINAL = Attribute("registeringStatus", choice({"FIN": True, "PRE": False}))
PLAYER = _columns(
    Player,
    name=Attribute("name", NAME),
    first_name=Attribute("firstName", NAME),
    country=Attribute("country", COUNTRY),
    club=Attribute("club", short(LONGEST_CLUB)),
    final=FINAL,
    correction=CORRECTION,
    egf_pin=Attribute("egfPin", WORD),
    ffg_licence=Attribute("ffgLicence", WORD),
    aga_id=Attribute("agaId", WORD),
)
"""Fields of `Player` in ``<Player>``, but for the grade, the rating and the absences."""


ROUND = Attribute("roundNumber", _kind_of(Game, "round"))
TABLE = Attribute("tableNumber", _kind_of(Game, "table"))
STONES = Attribute("handicap", _kind_of(Game, "handicap"))


def _outcomes() -> dict[str, tuple[Result, bool]]:
    """Results, each with and without default; only the unknown one is never by forfeit."""
    names = {
        "RESULT_WHITEWINS": Result.WHITE_WINS,
        "RESULT_BLACKWINS": Result.BLACK_WINS,
        "RESULT_EQUAL": Result.JIGO,
        "RESULT_BOTHLOSE": Result.BOTH_LOSE,
        "RESULT_BOTHWIN": Result.BOTH_WIN,
    }
    played = {name: (result, False) for name, result in names.items()}
    by_default = {f"{name}_BYDEF": (result, True) for name, result in names.items()}
    return {"RESULT_UNKNOWN": (Result.UNKNOWN, False), **played, **by_default}


OUTCOME = Attribute(
    "result",
    choice(
        _outcomes(),
        RESULT_BOTHLOOSE=(Result.BOTH_LOSE, False),
        RESULT_BOTHLOOSE_BYDEF=(Result.BOTH_LOSE, True),
    ),
)
"""A result, and whether it is by forfeit."""


# ---- What the parts of a tournament are in OpenGotha's files: attributes and elements to be written ----


def attributes(columns: Iterable[HeldField], values: object) -> dict[str, str]:
    """The attributes that hold the fields of a value, without those that are not stated.

    Raises
    ------
    RuleError
        If OpenGotha cannot hold one of them.
    """
    found = {attribute: getattr(values, field) for field, attribute in columns}
    texts = ((attribute.name, value, attribute.text(value)) for attribute, value in found.items())
    return {name: text for name, value, text in texts if text or value is not None}


def player_attributes(player: Player, rating_shift: int = 0) -> dict[str, str]:
    """The attributes of a player, in OpenGotha's order.

    Parameters
    ----------
    player
        The player.
    rating_shift
        What brings the ratings of the file to the European scale.

    Raises
    ------
    RuleError
        If OpenGotha cannot hold one of them.
    """
    found = {
        "agaExpirationDate": "",
        "ffgLicenceStatus": "",
        "grade": DECLARED_GRADE.text(player.grade),
        "participating": participation(player.absences, ""),
        "rank": RANK.text(player.grade),
        "rating": rating_text(player.rating_or_lowest, rating_shift),
        "ratingOrigin": "MAN",
        **attributes(PLAYER, player),
    }
    return dict(sorted(found.items()))


def rating_text(rating: int, shift: int) -> str:
    """A rating on the scale of a file.

    Raises
    ------
    RuleError
        If it is not on the European scale.
    """
    EUROPEAN_RATING.text(rating)
    return RATING.text(rating - shift)


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
    length = max(len(before), MOST_ROUNDS, *absent)
    signs = enumerate(before.ljust(length, "1"), start=1)
    return "".join("0" if number in absent else sign.replace("0", "1") for number, sign in signs)


def general_attributes(tournament: Tournament) -> dict[str, str]:
    """The attributes of ``<GeneralParameterSet>``; a short name follows from the name if there is none.

    Raises
    ------
    RuleError
        If OpenGotha cannot hold one of them.
    """
    rules, event = tournament.rules, tournament.event
    return {
        **attributes(EVENT, event),
        "shortName": event.short_name or short_name_of(tournament.name),
        **_time_attributes(event.time),
        "name": tournament.name,
        CATEGORIES.name: CATEGORIES.text(rules.categories),
        **attributes(GENERAL, rules),
        **attributes(POINTS, rules.points),
    }


def _time_attributes(time: TimeLimit | None) -> dict[str, str]:
    """The attributes of a time limit; one that is not stated is no time at all, since OpenGotha assumes an hour."""
    time = time or NO_TIME
    return {
        BASIC_TIME.name: BASIC_TIME.text(time.basic),
        OVERTIME.name: OVERTIME.text(time.overtime),
        **attributes(OVERTIMES[time.overtime], time),
    }


def pairing_attributes(rules: Rules) -> dict[str, str]:
    """The attributes of ``<PairingParameterSet>``.

    Raises
    ------
    RuleError
        If OpenGotha cannot hold one of them.
    """
    pairing = rules.pairing
    systems = zip(SEED_SYSTEMS, pairing.seed_systems, strict=True)
    criteria = zip(SEED_CRITERIA, pairing.seed_criteria, strict=True)
    return {
        **attributes(PAIRING, pairing),
        **{attribute.name: attribute.text(system) for attribute, system in systems},
        **{name: criterion_name(criterion) for name, criterion in criteria},
    }


def without_empty_end(placement: Iterable[Criterion]) -> tuple[Criterion, ...]:
    """Placement criteria without the empty ones at the end."""
    criteria = list(placement)
    while criteria and criteria[-1] is Criterion.NONE:
        criteria.pop()
    return tuple(criteria)


def criterion_name(criterion: Criterion) -> str:
    """What OpenGotha calls a criterion.

    Raises
    ------
    RuleError
        If it has no such criterion.
    """
    if criterion not in OPENGOTHA_CRITERIA:
        raise RuleError(f"OpenGotha has no criterion {criterion.value}")
    return criterion.value


def add_criteria(parent: Element, names: Sequence[str], numbers: Sequence[int] = ()) -> None:
    """Add criteria by their names, and empty ones up to the number that the file has."""
    missing = (len(numbers) or MOST_CRITERIA) - len(names)
    element = parent.add("PlacementCriteria")
    for number, name in _numbered([*names, *[Criterion.NONE.value] * missing], numbers):
        element.add("PlacementCriterion", {"name": name, "number": str(number)})


def _numbered(items: Sequence[T], numbers: Sequence[int]) -> Iterable[tuple[int, T]]:
    """Items with the numbers that a file has for them, and those that follow."""
    last = numbers[-1] if numbers else 0
    return zip([*numbers, *range(last + 1, last + 1 + len(items))], items, strict=False)


def parameter_sets(
    tournament: Tournament, categories: Sequence[int] = (), criteria: Sequence[int] = ()
) -> list[Element]:
    """The elements of the rules and the event.

    Parameters
    ----------
    tournament
        The tournament.
    categories, criteria
        The numbers that the file has for them.

    Raises
    ------
    RuleError
        If OpenGotha cannot hold one of their values.
    """
    rules = tournament.rules
    general = Element("GeneralParameterSet", general_attributes(tournament))
    if rules.category_limits:
        category_list = general.add("Categories")
        for number, limit in _numbered(rules.category_limits, categories):
            found = {"lowerLimit": CATEGORY_LIMIT.text(limit), "number": str(number)}
            category_list.add("Category", found)
    placement = Element("PlacementParameterSet")
    add_criteria(placement, list(map(criterion_name, rules.placement)), criteria)
    return [
        general,
        Element("HandicapParameterSet", attributes(HANDICAP, rules.handicap)),
        placement,
        Element("PairingParameterSet", pairing_attributes(rules)),
    ]


def team_parameters(play: TeamPlay) -> Element:
    """The element of how teams play and are placed."""
    element = Element("TeamTournamentParameterSet")
    element.add("TeamGeneralParameterSet", {"teamSize": str(play.size)})
    names = [criterion.value for criterion in play.placement]
    add_criteria(element.add("TeamPlacementParameterSet"), names)
    return element


def club_group(name: str, clubs: Iterable[str]) -> Element:
    """A group of clubs."""
    elements = [Element("Club", {"name": club}) for club in sorted(clubs)]
    return Element("ClubsGroup", {"name": name}, elements)
