"""Prizes by a plan: who gets what, and nobody gets two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import RuleError
from ..letters import folded
from ..parameters import Parameter, checked, parameter, parameters
from ..sentences import message_of, phrase
from .standings import CellKind
from .tournament import Grade
from .tournament.player import Sex, age_on, births, check_birth, country_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import date

    from .standings import Standings, StandingsRow
    from .tournament import Player, Tournament

__all__ = ["Award", "Lacking", "Prize", "prize_plan", "prizes"]

_BIRTH = phrase("a year or a day such as 2008-05-03")


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """One line of a plan: how many prizes of a kind there are, and who may get one.

    Only players who have had a game get prizes.
    """

    name: str

    count: int | None = parameter(
        1,
        "How many there are; None for one to everybody who may get it",
        least=0,
        noun=phrase('a number or "all"'),
    )
    category: int | None = parameter(
        None,
        "Number of the category, from 1; None for all",
        least=0,
        noun=phrase("the number of a category"),
    )
    weakest: Grade | None = None
    """Lowest grade."""

    strongest: Grade | None = None
    """Highest grade."""

    wins: float = parameter(
        0,
        "Fewest games won, a jigo counting half; wins by forfeit count, byes do not",
        least=0,
        noun=phrase("a number"),
    )
    country: str = parameter("", "Two letters; empty for all", noun=phrase("two letters"))

    under: int | None = parameter(
        None,
        "Age in years that winners have not reached on the first day",
        least=1,
        noun=phrase("an age in years"),
    )
    age_from: int | None = parameter(
        None,
        "Age in years that winners have reached on the first day",
        least=1,
        noun=phrase("an age in years"),
    )
    born_from: str = parameter("", "Earliest year or day of birth", noun=_BIRTH)
    born_to: str = parameter("", "Latest year or day of birth", noun=_BIRTH)
    sex: Sex = parameter("", "m or w; empty for all")
    club: str = parameter("", "Club; empty for all", noun=phrase("the name of a club"))
    rating_from: int | None = parameter(None, "Lowest rating", noun=phrase("a rating"))
    rating_to: int | None = parameter(None, "Highest rating", noun=phrase("a rating"))

    among: frozenset[str] | None = parameter(
        None,
        "Keys of those who may get it, such as all juniors; None for everybody",
        noun=phrase("a list of keys"),
    )
    shared: bool = parameter(
        True,
        "Whether everybody on the place of the last winner gets the prize, too; otherwise the order of "
        "the list decides, which among equals is that of the names",
    )

    def is_for(self, row: StandingsRow) -> bool:
        """Whether a player may get it, as far as the standings have what it asks for."""
        return (
            (self.category is None or row.category == self.category)
            and (self.weakest is None or row.grade >= self.weakest)
            and (self.strongest is None or row.grade <= self.strongest)
            and row.wins >= self.wins
            and (not self.country or country_key(row.country) == country_key(self.country))
            and (self.among is None or row.key in self.among)
        )

    @property
    def by_age(self) -> bool:
        """Whether it asks for an age on the first day of the event."""
        return self.under is not None or self.age_from is not None

    @property
    def by_facts(self) -> bool:
        """Whether it asks for what standings do not have."""
        ranges = self.rating_from, self.rating_to
        by_number = self.by_age or any(each is not None for each in ranges)
        return by_number or any((self.born_from, self.born_to, self.sex, self.club))

    def judge(self, player: Player, day: date | None) -> Mapping[str, bool | None]:
        """Whether facts of a player are those that it asks for; None of what is unknown.

        Parameters
        ----------
        day
            The first day of the event.

        Returns
        -------
        Mapping
            By the fact: ``birth``, ``day`` of birth where the year does not decide, ``sex``, ``club``, ``rating``.
            All members of a pair must be of the age and the sex.
        """
        found: dict[str, bool | None] = {}
        for person in player.members or (player,):
            if self.by_age or self.born_from or self.born_to:
                fits = self._fits_birth(person.birth, day) if person.birth else None
                fact = "day" if person.birth and fits is None else "birth"
                found[fact] = _both(found.get(fact, True), fits)
            if self.sex:
                fits = person.sex == self.sex if person.sex else None
                found["sex"] = _both(found.get("sex", True), fits)
        if self.club:
            found["club"] = folded(player.club) == folded(self.club) if player.club else None
        if self.rating_from is not None or self.rating_to is not None:
            found["rating"] = None if player.rating is None else self._fits_rating(player.rating)
        return found

    def _fits_rating(self, rating: int) -> bool:
        lowest, highest = self.rating_from, self.rating_to
        return (lowest is None or lowest <= rating) and (highest is None or rating <= highest)

    def _fits_birth(self, birth: str, day: date | None) -> bool | None:
        """Whether somebody was born in time; None if the year does not tell."""
        tests: list[Callable[[date], bool]] = []
        if self.born_from:
            earliest = births(self.born_from)[0]
            tests.append(lambda born: born >= earliest)
        if self.born_to:
            latest = births(self.born_to)[1]
            tests.append(lambda born: born <= latest)
        if day is not None and (under := self.under) is not None:
            tests.append(lambda born: age_on(born, day) < under)
        if day is not None and (least := self.age_from) is not None:
            tests.append(lambda born: age_on(born, day) >= least)
        # Each test holds from a day on, or up to one: where both ends of the year agree, all of it does.
        ends = [{test(each) for each in births(birth)} for test in tests]
        return False if {False} in ends else True if all(end == {True} for end in ends) else None


class Lacking(NamedTuple):
    """Players of whom a fact is unknown that a prize asks for."""

    fact: str
    """As of `Prize.judge`."""

    rows: tuple[StandingsRow, ...]
    """In placing order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """Who gets a prize."""

    prize: Prize

    winners: tuple[StandingsRow, ...]
    """In placing order."""

    lacking: tuple[Lacking, ...] = ()
    """Who might get it if a fact were known that is not."""


@checked
def prizes(
    standings: Standings, plan: Sequence[Prize], tournament: Tournament | None = None
) -> tuple[Award, ...]:
    """Give the prizes of a plan in its order; whoever has got one gets no other.

    Parameters
    ----------
    standings
        By the criteria of the prizes, ``Rules.prize_criteria``.
    plan
        The first prize of which somebody may get it is his.
    tournament
        That of the standings, with its players and its first day; prizes by age, sex, club or rating need it.

    Raises
    ------
    RuleError
        If a prize needs it, or goes by age and the event has no first day.
    """
    judge = _judge_of(plan, tournament)
    waiting = [
        row
        for row in standings.rows
        if not row.unranked and any(cell.kind is CellKind.GAME for cell in row.cells)
    ]
    awards = []
    for prize in plan:
        candidates: list[StandingsRow] = []
        unknown: list[tuple[str, StandingsRow]] = []
        for row in filter(prize.is_for, waiting):
            facts = judge(prize, row)
            if False in facts.values():
                continue
            missing = [fact for fact, fits in facts.items() if fits is None]
            unknown += [(fact, row) for fact in missing]
            candidates += [] if missing else [row]
        winners = _winners(prize, candidates)
        served = {row.key for row in winners}
        waiting = [row for row in waiting if row.key not in served]
        lacking = tuple(_lacking(prize, winners, unknown))
        awards.append(Award(prize=prize, winners=tuple(winners), lacking=lacking))
    return tuple(awards)


def _judge_of(
    plan: Sequence[Prize], tournament: Tournament | None
) -> Callable[[Prize, StandingsRow], Mapping[str, bool | None]]:
    """What tells whether facts of a player are those of a prize."""
    if tournament is None:
        if any(prize.by_facts for prize in plan):
            raise RuleError("prizes by age, sex, club or rating need the tournament, too")
        return lambda prize, row: {}
    day, by_key = tournament.event.begins, tournament.by_key
    for number, prize in enumerate(plan, start=1):
        if prize.by_age and day is None:
            field_name = "age_from" if prize.under is None else "under"
            raise _wrong(
                number,
                field_name,
                phrase("enter the start date of the event, on which ages count"),
            )
    return lambda prize, row: prize.judge(by_key[row.key], day)


def _lacking(
    prize: Prize, winners: Sequence[StandingsRow], unknown: Iterable[tuple[str, StandingsRow]]
) -> Iterator[Lacking]:
    """Those of unknown facts who are placed so that they might get a prize."""
    is_full = prize.count is not None and len(winners) >= prize.count
    found: dict[str, list[StandingsRow]] = {}
    for fact, row in unknown:
        if not is_full or (winners and row.place <= winners[-1].place):
            found.setdefault(fact, []).append(row)
    for fact, rows in found.items():
        yield Lacking(fact, tuple(rows))


def _both(one: bool | None, other: bool | None) -> bool | None:
    """Whether two things hold; None if one is unknown and the other does not fail."""
    return False if False in (one, other) else None if None in (one, other) else True


def prize_plan(entries: Iterable[Mapping[str, Any]]) -> tuple[Prize, ...]:
    """A plan from tables of a file, each with the fields of ``Prize`` by name.

    Grades are written as ``"5k"``, ``count`` may be ``"all"``, and ``among`` is a list of keys.

    Raises
    ------
    RuleError
        If an entry has no name or what no prize has; says which.
    """
    return tuple(_prize(number, entry) for number, entry in enumerate(entries, start=1))


def _winners(prize: Prize, candidates: Sequence[StandingsRow]) -> Sequence[StandingsRow]:
    if prize.count is None or prize.count >= len(candidates):
        return candidates
    first = candidates[: prize.count]
    if not (prize.shared and first):
        return first
    return [row for row in candidates if row.place <= first[-1].place]


def _prize(number: int, entry: object) -> Prize:
    if not isinstance(entry, Mapping):
        raise RuleError(phrase("prize {number} needs a name", number=number))
    names = {each.name for each in fields(Prize)}
    for name in entry.keys() - names:
        raise RuleError(
            phrase(
                "prize {number}: no field {name!r}; there are {known}",
                number=number,
                name=name,
                known=", ".join(sorted(names)),
            )
        )
    if not isinstance(name := entry.get("name"), str) or not name.strip():
        raise RuleError(phrase("prize {number} needs a name", number=number))
    prize = Prize(**{name: _field(number, name, value) for name, value in entry.items()})
    for low, high in _RANGES:
        _check_range(number, prize, low, high)
    return prize


_RANGES = (("age_from", "under"), ("born_from", "born_to"), ("rating_from", "rating_to"))
"""Fields of which the first must not be beyond the second."""


def _check_range(number: int, prize: Prize, low: str, high: str) -> None:
    """Refuse limits between which nobody is."""
    first, last = getattr(prize, low), getattr(prize, high)
    if first in (None, "") or last in (None, ""):
        return
    if low == "born_from":
        is_empty = births(first)[0] > births(last)[1]
    else:
        is_empty = first >= last if high == "under" else first > last
    if is_empty:
        problem = phrase(
            "nobody is between {first} and {last}; correct one of them", first=first, last=last
        )
        raise _wrong(number, low, problem)


def _field(number: int, name: str, value: object) -> Any:  # noqa: ANN401
    """The value of a field of a prize."""
    if (name, value) == ("count", "all"):
        return None
    if name == "name":
        return " ".join(str(value).split())
    if name == "among" and isinstance(value, list):
        return frozenset(map(str, value))
    by_name = {entry.name: entry for entry in parameters(Prize) if isinstance(entry, Parameter)}
    try:
        if name in ("weakest", "strongest"):
            return Grade.parse(str(value))
        if name in ("born_from", "born_to"):
            value = str(value)  # TOML has days of its own, and years are numbers
            check_birth(value)
        return by_name[name].read(value) if name in by_name else value
    except ValueError as error:
        raise _wrong(number, name, message_of(error)) from None


def _wrong(number: int, name: str, problem: str) -> RuleError:
    return RuleError(
        phrase("prize {number}, {field}: {said}", number=number, field=name, said=problem)
    )
