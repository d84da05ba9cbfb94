"""Players: who they are, and in which rounds they take part."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping  # noqa: TC003 - the types of fields are read
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias, get_args

from ...errors import InputError, RuleError
from ...facts import fact, stating
from ...letters import without_accents
from ...mappings import freeze
from ...parameters import Written, checked_late, parameter, range_of, ranges, within
from ...sentences import marked, phrase
from .grade import NO_GRADE, Grade
from .ranges import HALVES, ROUNDS, check_values
from .written import GRADE, NONE, rating_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


_RATINGS = within(-(10**5), 10**5)
_CORRECTIONS, _BANDS, _K_FACTORS = within(-99, 99), within(1, 99), within(1, 40)


# ---- Names as OpenGotha, a program in Java, compares them ----


def utf16(text: str) -> bytes:
    """The UTF-16 code units of a text, whose order is that of Java's strings [OPENGOTHA 0]."""
    return text.encode("utf-16-be", "surrogatepass")


@lru_cache(maxsize=1 << 14)
def without_case(text: str) -> str:
    """Text without the difference of capitals, character by character as Java ignores it."""
    return text.lower() if text.isascii() else "".join(map(_small, text))


def country_key(code: str) -> str:
    """What the codes of one country have in common: capitals or not, and ``UK`` for ``GB``.

    Examples
    --------
    >>> country_key("UK") == country_key("gb")
    True
    """
    key = without_case(code)
    return "gb" if key == "uk" else key


def _small(character: str) -> str:
    upper = character.upper()
    return (upper if len(upper) == 1 else character).lower()[0]


def key_of(text: str) -> str:
    """The key that OpenGotha makes of a family name followed by a first name [OPENGOTHA 1]."""
    return text.replace(" ", "").upper()


# ---- In which rounds somebody takes part, as a director writes it: ``1-5``, ``week 2``, ``-3,7`` ----

_RANGE = re.compile(r"(\d{1,3})(?:\s*([-–])\s*(\d{1,3})?)?")
_WEEK = re.compile(r"week\s*(\d{1,2}|one|two)", re.IGNORECASE)
_NUMBERS = {"one": 1, "two": 2}
_BETWEEN = re.compile(r",|(?<=[0-9])\s+(?=[0-9])")


def participation(text: str, rounds: int) -> frozenset[int]:
    """The rounds that somebody misses, from a text that says in which he takes part.

    ``all`` and ``none``; numbers and ranges with commas or blanks between them, such as ``1-3,5``; ``4-`` for
    all rounds from the fourth on; ``week 1`` and ``week 2`` for the two halves of the tournament, of
    which the first is the longer one. A minus in front of everything turns it round: ``-3,7`` is all
    rounds but 3 and 7.

    Parameters
    ----------
    text
        Capitals and spaces do not matter.
    rounds
        Rounds of the tournament.

    Raises
    ------
    RuleError
        If the text says something else, or names a round that the tournament does not have.
    """
    everything = frozenset(range(1, rounds + 1))
    words = text.strip().lower()
    if words in ("all", "none"):
        return frozenset() if words == "all" else everything
    parts = words.removeprefix("-")
    rounds_in_text: set[int] = set()
    for part in _BETWEEN.split(parts):
        rounds_in_text.update(_rounds_in_part(part.strip(), text, rounds))
    return frozenset(rounds_in_text) if words.startswith("-") else everything - rounds_in_text


def participation_text(absences: Iterable[int], rounds: int) -> str:
    """The shortest text that ``participation`` reads as these absences.

    Examples
    --------
    >>> participation_text(frozenset({2}), 3)
    '-2'
    """
    everything = frozenset(range(1, rounds + 1))
    missed = everything & frozenset(absences)
    if not missed:
        return "all"
    if missed == everything:
        return "none"
    return min(ranges(everything - missed), f"-{ranges(missed)}", key=len)


def _rounds_in_part(part: str, text: str, rounds: int) -> range:
    """The rounds that one part of a list names."""
    if week := _WEEK.fullmatch(part):
        return _week(_NUMBERS.get(week[1]) or int(week[1]), text, rounds)
    found = _RANGE.fullmatch(part)
    if found is None:
        raise RuleError(
            phrase(
                "rounds {got!r}: write them as 1-5, 4-, week 2, -3,7 (all but 3 and 7), all or none",
                got=text,
            )
        )
    first = int(found[1])
    last = int(found[3]) if found[3] else rounds if found[2] else first
    if not 1 <= first <= rounds or last > rounds:
        raise RuleError(
            phrase(
                "rounds {got!r}: the tournament has rounds 1 to {rounds}", got=text, rounds=rounds
            )
        )
    if last < first:
        raise RuleError(
            phrase(
                "rounds {got!r}: write the smaller number first in {part!r}", got=text, part=part
            )
        )
    return range(first, last + 1)


def _week(number: int, text: str, rounds: int) -> range:
    first_of_second = (rounds + 1) // 2 + 1
    if number not in (1, 2):
        raise RuleError(phrase("rounds {got!r}: write week 1 or week 2", got=text))
    return range(1, first_of_second) if number == 1 else range(first_of_second, rounds + 1)


# ---- Players ----

NO_RATING = -900
"""What files and columns of numbers hold for a player without a rating: the lowest of the European
scale, that of 30 kyu."""


Title: TypeAlias = Literal["GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", ""]
"""A title of the World Chess Federation; empty for none."""

TITLES: tuple[Title, ...] = get_args(Title)
"""The titles, the highest first [C.04.2]."""

Sex: TypeAlias = Literal["m", "w", ""]
"""Man or woman, as reports for FIDE have it; empty if it is unknown."""

_YEAR = re.compile("(1[89]|20)[0-9]{2}")


def check_birth(text: str) -> None:
    """Refuse what is neither a year nor a day.

    Raises
    ------
    RuleError
        If the text is something else.
    """
    if not text or _YEAR.fullmatch(text):
        return
    try:
        known = text == date.fromisoformat(text).isoformat()
    except ValueError:
        known = False
    if not (known and _YEAR.match(text)):
        message = phrase(
            "expected a year or a day, such as 1987 or 1987-05-03, not {got!r}", got=text
        )
        raise RuleError(message, about="birth")


def births(text: str) -> tuple[date, date]:
    """The first and the last day of a birth; of one of which only the year is known, those of the year.

    Examples
    --------
    >>> [str(day) for day in births("1987")]
    ['1987-01-01', '1987-12-31']
    """
    parts = (text, text) if len(text) > len("1987") else (f"{text}-01-01", f"{text}-12-31")
    first, last = map(date.fromisoformat, parts)
    return first, last


def age_on(born: date, day: date) -> int:
    """The age in years on a day.

    Examples
    --------
    >>> age_on(date(2008, 2, 29), date(2026, 2, 28)), age_on(date(2008, 2, 29), date(2026, 3, 1))
    (17, 18)
    """
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def strength_of(grade: Grade, title: Title, rating: int | None) -> str:
    """The grade, or the title and the rating of who has none."""
    known = "" if rating is None else str(rating)
    return str(grade) or f"{title} {known}".strip()


class _Numbered:
    """What gives pairing numbers, of whatever has these facts."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def name(self) -> str: ...
        @property
        def first_name(self) -> str: ...
        @property
        def rating(self) -> int | None: ...
        @property
        def title(self) -> Title: ...

    @property
    def rating_or_lowest(self) -> int:
        """The rating, as files and columns of numbers hold it: `NO_RATING` if it is unknown."""
        return NO_RATING if self.rating is None else self.rating

    @property
    def by_rating(self) -> tuple[int, int]:
        """What orders players by their ratings, the highest first, and by titles those of one rating [C.04.2]."""
        return -self.rating_or_lowest, TITLES.index(self.title)

    @property
    def by_name(self) -> tuple[str, ...]:
        """What orders players by their names; accents and capitals count only between the same letters."""
        names = self.name, self.first_name
        return (*map(without_accents, names), *names)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberedAs(_Numbered):
    """The facts that give a pairing number, where others are known now [C.04.2].

    Examples
    --------
    >>> seen = NumberedAs.of(Person("7", "Adler", rating=1850, title="CM"))
    >>> seen.rating, seen.title, seen.name
    (1850, 'CM', 'Adler')
    """

    name: str
    """Family name, or the name of a team."""

    first_name: str = ""
    """Given names; empty if there are none."""

    rating: int | None = parameter(None, "Rating", **_RATINGS)
    """Rating, or the mean of a team; null if it was unknown."""

    title: Title = parameter("", "Title in chess", source="C.04.2")

    def __post_init__(self) -> None:
        check_values(self)

    @classmethod
    def of(cls, person: Person) -> Self:
        """The facts of today."""
        facts = {name: getattr(person, name) for name in ("name", "first_name", "rating", "title")}
        return cls(**facts)


# ---- How facts of a player are written ----

PIN_DIGITS = 8
"""Of a number of the European Go Database."""

_FROM_TO = marked("enter a number from {least} to {most}, not {got}")


def _pin(text: str) -> str:
    pin = " ".join(text.split())
    if pin and not re.fullmatch(f"[0-9]{{{PIN_DIGITS}}}", pin):
        raise RuleError(
            phrase(
                "{pin!r} is not a PIN; enter {pin_digits} digits",
                pin_digits=PIN_DIGITS,
                pin=pin,
            )
        )
    return pin


def _whole_in(text: str) -> int | None:
    return int(text) if re.fullmatch("[+-]?[0-9]{1,9}", text) else None


def _number(
    expected: str,
    limits: Mapping[str, Any],
    number_in: Callable[[str], float | None] = _whole_in,
) -> Written:
    """How numbers of a player are texts; 0 is none where it is out of the range."""
    allowed = range_of(limits)
    assert allowed is not None

    def read(given: object) -> int | None:
        try:
            number = number_in(str(given).strip().replace("−", "-"))
        except ValueError:
            number = None
        if number is not None and allowed.holds(round(number)):
            return round(number)
        if number == 0:
            return None
        message = phrase(expected, least=allowed.least, most=allowed.most, got=given)
        raise InputError(message)

    return Written(read, lambda number: number)


RATING = _number(marked("enter a rating such as 2100, not {got}"), _RATINGS, rating_in)
"""Of a rating, wherever it is typed or listed: rounded, with a comma or a point, by `rating_in`."""


def attributes_in(text: str) -> dict[str, str]:
    """The attributes of a player in a text such as ``school=North, trainer=Kim``.

    Raises
    ------
    RuleError
        If a part of it has no name or no value, or a name stands twice.
    """
    found: dict[str, str] = {}
    for part in text.split(",") if text.strip().lower() not in ("", NONE) else ():
        name, _, value = (" ".join(each.split()) for each in part.partition("="))
        if not (name and value) or name.lower() in found:
            raise RuleError(
                phrase("enter attributes such as school=North, trainer=Kim, not {got!r}", got=part),
                about="attributes",
            )
        found[name.lower()] = value
    return found


def attributes_text(attributes: Mapping[str, str]) -> str:
    """The attributes of a player, as `attributes_in` reads them."""
    return ", ".join(f"{name}={value}" for name, value in attributes.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class Person(_Numbered):
    """An entry of the tournament.

    Examples
    --------
    >>> Person("7", "Adler", first_name="Berta", grade=Grade.parse("2d")).full_name
    'Adler Berta'
    """

    key: str = field(metadata=within(shortest=1), kw_only=False)
    """Identity within the tournament, unique; games and byes refer to it."""

    name: str = field(kw_only=False)
    """Family name."""

    first_name: str = ""
    """Given names; empty if there are none."""

    grade: Grade = fact(
        NO_GRADE,
        marked("Grade"),
        "Grade, such as 3d or 12k",
        unit="grade",
        word=marked("grade"),
        written=GRADE,
    )
    """The grade that the draw uses. A McMahon tournament needs one; a Swiss does without."""

    rating: int | None = fact(
        None,
        marked("Rating"),
        "European rating; by default that of the grade",
        limits=_RATINGS,
        word=marked("rating"),
        written=RATING,
    )
    """Rating on the scale of the European Go Federation (1 dan is 2100); null if unknown, for which
    files have -900."""

    country: str = fact("", marked("Country"), "Country, two letters", word=marked("country"))

    club: str = fact("", marked("Club"), "Club, by name or abbreviation", word=marked("club"))

    final: bool = fact(
        True, marked("Registration"), "Confirm the player", word=marked("registration")
    )
    """Confirmed. A preliminary player is scored but never paired."""

    correction: int = fact(
        0,
        marked("Points added to the start"),
        "Points added to the starting score, negative for a lower one",
        limits=_CORRECTIONS,
        word=marked("points added to the start"),
        written=_number(
            marked("enter whole points from {least} to {most}, such as 2 or -1, not {got}"),
            _CORRECTIONS,
        ),
    )

    band: int | None = fact(
        None,
        marked("Pairing band"),
        "Band; 0 for that of the category",
        source="K15 3.2",
        limits=_BANDS,
        effect=marked("Players of one band prefer to meet; that of the category if empty."),
        word=marked("band"),
        written=_number(_FROM_TO, _BANDS),
    )
    """Number of the player's band; by default that of the category."""

    play_in: str = fact(
        "",
        marked("Group to meet (play-in)"),
        "Group whose members prefer to meet each other",
        unit="group",
        source="K15 8",
        effect=marked("Its members prefer to meet each other."),
        word=marked("play-in group"),
    )

    play_out: str = fact(
        "",
        marked("Group to avoid (play-out)"),
        "Group whose members prefer not to meet each other",
        unit="group",
        source="K15 9",
        effect=marked("Its members prefer not to meet each other."),
        word=marked("play-out group"),
    )

    absences: frozenset[int] = field(default=frozenset(), metadata=ROUNDS)
    """Numbers of the rounds, from 1, in which the player does not take part."""

    requested_byes: frozenset[int] = field(default=frozenset(), metadata=ROUNDS)
    """Those of the absences for which the player has asked for a bye; one that is among the byes of the
    tournament is a full-point bye, worth a win."""

    no_shows: frozenset[int] = field(default=frozenset(), metadata=ROUNDS)
    """Those of the absences without notice."""

    bonus_halves: tuple[int, ...] = field(default=(), metadata=HALVES)
    """Bonus points in steps of 0.5, after each round from the first [V 6]."""

    playoffs_won: tuple[str, ...] = ()
    """Keys of the players beaten in play-off games [BGA 4.6]."""

    egf_pin: str = fact(
        "",
        marked("EGF PIN"),
        "EGF PIN, or the number in the rating list",
        unit="pin",
        word=marked("EGF PIN"),
        written=Written(_pin),
    )
    """Number in the European Go Database, eight digits; empty if unknown."""

    ffg_licence: str = fact(
        "",
        marked("FFG licence"),
        "Licence of the French federation",
        unit="licence",
        word=marked("FFG licence"),
    )

    attributes: Mapping[str, str] = field(
        default_factory=dict,
        hash=False,
        metadata=stating(
            marked("Attributes"),
            "Attributes for pairing rules, such as school=North, or none",
            unit="list",
            effect=marked(
                "What pairing rules of Setup compare, such as school=North, trainer=Kim."
            ),
            word=marked("attributes"),
            written=Written(attributes_in, attributes_text),
        ),
    )
    """Further attributes for pairing rules, such as school or trainer."""

    aga_id: str = fact(
        "",
        marked("AGA number"),
        "Number of the American Go Association",
        unit="number",
        word=marked("AGA number"),
    )

    fide_id: str = fact(
        "",
        marked("FIDE number"),
        "Number of the World Chess Federation",
        unit="number",
        word=marked("FIDE number"),
    )

    title: Title = fact(
        "",
        marked("Title"),
        "Title in chess, GM, IM, WGM, FM, WIM, CM, WFM or WCM",
        source="C.04.2",
        effect=marked("It ranks players of one rating."),
        word=marked("title"),
    )

    sex: Sex = fact("", marked("Sex"), "Sex, m or w, for reports and titles", word=marked("sex"))

    birth: str = fact(
        "",
        marked("Year or day of birth"),
        "Year or day of birth, such as 1987 or 1987-05-03",
        unit="date",
        noun="a year or a day such as 1987-05-03",
        word=marked("birth"),
    )
    """Year or day of birth; empty if it is unknown."""

    k_factor: int | None = fact(
        None,
        marked("K"),
        "K of the rating list of chess, such as 20; by default by rating and age",
        source="B.02 8.3.3",
        limits=_K_FACTORS,
        effect=marked("That of the rating list; by rating and age if empty."),
        word=marked("K"),
        written=_number(_FROM_TO, _K_FACTORS),
    )
    """What a point more than expected adds to the rating in chess; null if no list has stated it."""

    def __post_init__(self) -> None:
        if self.grade is None:
            object.__setattr__(self, "grade", NO_GRADE)
        check_values(self)
        check_birth(self.birth)
        freeze(self, "attributes")
        if self.rating == NO_RATING:
            object.__setattr__(self, "rating", None)

    @property
    def rating_in_words(self) -> str:
        """The rating as texts have it: a dash if it is unknown."""
        return "–" if self.rating is None else str(self.rating)

    @checked_late
    def attribute(self, name: str) -> str:
        """The attribute of this name, or the club or the country; empty if it is unknown."""
        value = self.attributes.get(name, "")
        return value or (getattr(self, name) if name in ("club", "country") else "")

    @property
    def family(self) -> str:
        """What players of one family share besides the club."""
        return self.name

    @property
    def full_name(self) -> str:
        """Family name and first name, as lists of players print them."""
        return f"{self.name} {self.first_name}".strip()

    @property
    def strength(self) -> str:
        """What stands behind the name in lists: the grade, or the title and the rating of who has none.

        Examples
        --------
        >>> Person("7", "Adler", rating=2410, title="IM").strength
        'IM 2410'
        """
        return strength_of(self.grade, self.title, self.rating)

    @property
    def name_and_grade(self) -> str:
        """The full name, and the grade behind it if there is one."""
        return f"{self.full_name} {self.grade}".strip()

    def with_rating(self) -> Self:
        """The player, with the rating of the grade if they have none [V 2.2].

        So everybody enters. Who has none in a file keeps none, as OpenGotha draws by `NO_RATING`.
        """
        return (
            self
            if self.rating_or_lowest > NO_RATING or self.grade == NO_GRADE
            else replace(self, rating=self.grade.rating)
        )

    def elsewhere(self) -> Self:
        """The player for another tournament, without data of this one."""
        if not (self.bonus_halves or self.playoffs_won):
            return self
        return replace(self, bonus_halves=(), playoffs_won=())

    @checked_late
    def plays_in(self, round: int) -> bool:
        """Whether the player wants a game in this round."""
        return round not in self.absences

    @checked_late
    def with_absences(self, rounds: Iterable[int]) -> Self:
        """The player, absent from these rounds and no others; of other rounds no bye is requested."""
        absences = frozenset(rounds)
        return replace(
            self,
            absences=absences,
            requested_byes=self.requested_byes & absences,
            no_shows=self.no_shows & absences,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Player(Person):
    """A player of the tournament: a person, or a pair.

    Examples
    --------
    >>> Player("7", "Adler", grade=Grade.parse("2d")).members
    ()
    """

    members: tuple[Person, ...] = ()
    """Members of a pair, as in pair go and rengo, as entered; empty for a single player."""

    numbered_as: NumberedAs | None = None
    """What gives the pairing number of a player who was corrected after the first draw; null for the current facts."""

    lot: int | None = field(default=None, metadata=within(1, 99_999))
    """The number that was drawn by lot, such as for the table of a round robin; null if none was."""

    def elsewhere(self) -> Self:
        """The player for another tournament, without data of this one."""
        fresh = Person.elsewhere(self)
        if fresh.numbered_as is None and fresh.lot is None:
            return fresh
        return replace(fresh, numbered_as=None, lot=None)

    @property
    def boards(self) -> int:
        """Number of boards at which the player, or the team, plays in a round."""
        return 1

    @property
    def bye_boards_x2(self) -> int:
        """Doubled points of all boards of a team without an opponent; 0 for a player."""
        return 0

    @property
    def board_bonus_halves(self) -> tuple[int, ...]:
        """Doubled board points that the arbiter has added to those of a team, after each round; none of a player."""
        return ()

    @property
    def roster(self) -> tuple[Person, ...]:
        """Players of a team, if teams are drawn as players; empty for a player."""
        return ()


NumberOrder = Literal["rating-name", "rating", "entry", "lot"]
"""What pairing numbers go by: rating, title and name; rating, title and entry, as in older events; entry; lots."""


def pairing_numbers(players: Sequence[Player], order: NumberOrder) -> list[int]:
    """The numbers of players among all who have entered, from 1: by rating, title and name, or as entered [C.04.2].

    Examples
    --------
    >>> players = [Player("a", "Yew", rating=1800), Player("b", "B", rating=2100), Player("c", "Ash", rating=1800)]
    >>> pairing_numbers(players, "rating-name"), pairing_numbers(players, "rating")
    ([3, 1, 2], [2, 1, 3])
    """
    number = [0] * len(players)
    for place, row in enumerate(rows_by_number(players, order), start=1):
        number[row] = place
    return number


def rows_by_number(players: Sequence[Player], order: NumberOrder) -> Sequence[int]:
    """The places of players, from 0, in the order of their pairing numbers."""
    rows = range(len(players))
    if order == "entry":
        return rows
    if order == "lot":
        return sorted(rows, key=lambda row: players[row].lot or sys.maxsize)
    facts = [player.numbered_as or player for player in players]
    if order == "rating":
        return sorted(rows, key=lambda row: facts[row].by_rating)
    return sorted(rows, key=lambda row: (facts[row].by_rating, facts[row].by_name))
