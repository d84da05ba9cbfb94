"""Invented people: their names, clubs and families, grades, and the rounds they miss."""

from __future__ import annotations

from collections import defaultdict
from itertools import accumulate
from typing import TYPE_CHECKING, TypeVar

from numpy.random import PCG64, SeedSequence

from ..go.tournament import Grade, Player, key_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

# ---- Random numbers that are the same on every machine and with every version of numpy ----

_Item = TypeVar("_Item")


class Chance:
    """Integers from the bits of PCG64, whose stream numpy promises to keep.

    Parameters
    ----------
    seed
        Not negative.
    stream
        Streams of one seed are independent of each other.
    """

    def __init__(self, seed: int, stream: int = 0) -> None:
        self._bits = PCG64(SeedSequence(seed, spawn_key=(stream,)))

    def below(self, limit: int) -> int:
        """An integer from 0 to ``limit - 1``."""
        return (int(self._bits.random_raw()) * limit) >> 64

    def within(self, distance: int) -> int:
        """An integer no further from 0 than ``distance``."""
        return self.below(2 * distance + 1) - distance

    def happens(self, permille: int) -> bool:
        """Whether something of this probability happens."""
        return self.below(1000) < permille

    def one_of(self, items: Sequence[_Item]) -> _Item:
        """One of several things that are equally likely."""
        return items[self.below(len(items))]

    def weighted(self, weights: Mapping[_Item, int]) -> _Item:
        """One of several things, each as likely as its weight says."""
        sums = list(accumulate(weights.values()))
        number = self.below(sums[-1])
        return next(item for item, end in zip(weights, sums, strict=True) if number < end)


def shares(text: str) -> dict[str, int]:
    """Weights by name, written as ``'DE 215, FR 120'``."""
    pairs = (item.split() for item in text.split(","))
    return {name: int(weight) for name, weight in pairs}


# ---- People who do not exist: names from syllables, countries, clubs and families ----


def _syllables(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# Every start is combined with every end; a likeness to a real name is an accident.
_NAME_STARTS = _syllables(
    "Ald Bran Brel Cant Dov Drem Elk Fald Fenn Garv Gost Hald Hesk Ilv Jarn Jost Kald Kerm Kolt "
    "Lind Lomb Marv Melt Mord Nald Nerv Olm Orsk Pald Perl Pov Quil Rald Resk Rost Sald Selm Skov "
    "Söd Tarv Telm Trov Ulm Vald Vesk Vrel Wend Yarv Zalm Zörn"
)
_NAME_ENDS = _syllables(
    "ani arsky aud avel eau egard ek elin ema enko eral etti ic iel ikov imbra ini oda olan olt "
    "omir on onen orf orski oux ova ström uda uric úr yan"
)
_FIRST_STARTS = _syllables(
    "Ad Al Be Bri Ca Da De Do El Em Fa Fi Ga Gi Ha He Il Jo Ka Ki La Le Lo Ma Mi Na Ni Ol Pa Pe "
    "Ra Ri Sa Se Ta Te Ul Va Vi Yu Za"
)
_FIRST_ENDS = _syllables(
    "bel dan della dor fael gor kim kota lian lina mar mina nek nelle no ra ran rek ric ron sha "
    "sil tan tra van vio wen zia"
)
_TOWN_STARTS = _syllables("B Br D Dr F G Gr H K Kl L M N P Pr R S Sk St T Tr V W Z")
_TOWN_ENDS = _syllables("b l m n r s v")
_VOWELS = _syllables("a e i o u")

# Shares of the entries at a European congress, in a thousandth of them, rounded: the hosts, their
# neighbours, and many who come alone.
_COUNTRIES = shares(
    "DE 215, FR 120, PL 85, NL 65, JP 60, CZ 50, FI 42, GB 36, RO 30, HU 27, KR 25, CN 24, "
    "IT 20, AT 18, RS 16, UA 15, ES 14, CH 14, SE 12, NO 11, DK 10, BE 10, SK 9, TR 9, LT 8, "
    "US 7, HR 6, SI 6, TW 5, PT 5, IE 5, BG 4, LU 4, AU 4, IL 4, EE 3, LV 3, CY 3, CA 3, "
    "IS 3, BA 3, AZ 3, GE 3, ZA 3"
)
# Numbers of entries by grade at two European congresses, added up and rounded.
_GRADES = shares(
    "7d 16, 6d 30, 5d 65, 4d 70, 3d 100, 2d 95, 1d 130, 1k 100, 2k 80, 3k 60, 4k 55, 5k 45, "
    "6k 35, 7k 35, 8k 45, 9k 30, 10k 35, 11k 15, 12k 20, 13k 15, 14k 15, 15k 15, 16k 15, "
    "17k 10, 18k 10, 19k 5, 20k 20, 22k 3, 25k 6, 30k 6"
)
_PRELIMINARY = 12
_LOWEST_RATING, _HIGHEST_RATING = -900, 2949
_RELATIVES = 95
_CLUBLESS = 15
_NEW_CLUBS = 440
_DOUBLE_FIRST_NAMES = 40


class Population:
    """People with different names, who are added one after the other.

    A newcomer founds a club or joins that of a compatriot, so that large clubs grow
    (Simon's model), or belongs to the family of somebody who is there already.

    Parameters
    ----------
    chance
        The source of random numbers.
    """

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._people: list[Player] = []
        self._keys: set[str] = set()
        self._clubs: set[str] = set()
        self._compatriots: defaultdict[str, list[str]] = defaultdict(list)

    def newcomer(self, rounds: int) -> Player:
        """Enter a person for so many rounds. The members of a family come and go together."""
        chance, head = self._chance, None
        if chance.happens(_RELATIVES) and self._people:
            head = chance.one_of(self._people)
            country, name = head.country, head.name
        else:
            country = chance.weighted(_COUNTRIES)
            name = chance.one_of(_NAME_STARTS) + chance.one_of(_NAME_ENDS)
        first_name = self._first_name_for(name)
        club = head.club if head else self._club(country)
        grade, missed = Grade.parse(chance.weighted(_GRADES)), absences(rounds, chance)
        person = Player(
            key=key_of(name + first_name),
            name=name,
            first_name=first_name,
            grade=grade,
            rating=_rating(grade, chance),
            country=country,
            club=club,
            final=not chance.happens(_PRELIMINARY),
            absences=head.absences if head else missed,
        )
        self._people.append(person)
        self._keys.add(person.key)
        if club:
            self._compatriots[country].append(club)
        return person

    def _first_name_for(self, name: str) -> str:
        """A first name that nobody of this name has yet."""
        first = self._first_name()
        while key_of(name + first) in self._keys:
            first = f"{first}-{self._first_name()}"
        return first

    def _first_name(self) -> str:
        first = self._chance.one_of(_FIRST_STARTS) + self._chance.one_of(_FIRST_ENDS)
        if self._chance.happens(_DOUBLE_FIRST_NAMES):
            return f"{first}-{self._chance.one_of(_FIRST_STARTS)}{self._chance.one_of(_FIRST_ENDS)}"
        return first

    def _club(self, country: str) -> str:
        if self._chance.happens(_CLUBLESS):
            return ""
        members = self._compatriots[country]
        if members and not self._chance.happens(_NEW_CLUBS):
            return self._chance.one_of(members)
        return self._new_club()

    def _new_club(self) -> str:
        """A club of four letters at most whose name is new as long as there are new ones."""
        for _ in range(1000):
            name = self._town()
            if name not in self._clubs:
                break
        self._clubs.add(name)
        return name

    def _town(self) -> str:
        chance = self._chance
        start = chance.one_of(_TOWN_STARTS) + chance.one_of(_VOWELS)
        return (start + chance.one_of(_TOWN_ENDS) + chance.one_of(_VOWELS))[:4]


def _rating(grade: Grade, chance: Chance) -> int:
    """A rating around that of the grade, on the European scale: a grade is 100 points."""
    rating = 2100 + 100 * grade - 40 + sum(chance.within(90) for _ in range(4))
    return min(max(rating, _LOWEST_RATING), _HIGHEST_RATING)


# ---- The rounds that people play in a long congress, by some typical patterns of attendance ----


def absences(rounds: int, chance: Chance) -> frozenset[int]:
    """Numbers of the rounds that somebody misses, never all of them."""
    missed = frozenset(chance.weighted(_WAYS)(rounds, chance))
    return missed if len(missed) < rounds else frozenset()


def _nothing(rounds: int, chance: Chance) -> range:
    return range(0)


def _second_week(rounds: int, chance: Chance) -> range:
    return range((rounds + 1) // 2 + 1, rounds + 1)


def _first_week(rounds: int, chance: Chance) -> range:
    return range(1, (rounds + 1) // 2 + 1)


def _last_round(rounds: int, chance: Chance) -> range:
    return range(rounds, rounds + 1)


def _beginning(rounds: int, chance: Chance) -> range:
    return range(1, 2 + chance.below(2))


def _end(rounds: int, chance: Chance) -> range:
    return range(2 + chance.below(rounds), rounds + 1)


def _all_but_few_days(rounds: int, chance: Chance) -> set[int]:
    first = 1 + chance.below(rounds)
    return set(range(1, rounds + 1)) - {first, first + chance.below(3)}


def _single_round(rounds: int, chance: Chance) -> set[int]:
    return {1 + chance.below(rounds)}


# Thousandths of all entries, rounded from two European congresses.
_WAYS: dict[Callable[[int, Chance], range | set[int]], int] = {
    _nothing: 550,
    _second_week: 190,
    _first_week: 65,
    _last_round: 35,
    _beginning: 30,
    _end: 35,
    _all_but_few_days: 50,
    _single_round: 45,
}
