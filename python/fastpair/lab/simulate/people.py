"""People who do not exist: names from syllables, countries, clubs and families."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...formats.names import key_of
from .chance import shares

if TYPE_CHECKING:
    from .chance import Chance

__all__ = ["Person", "Population"]


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
_RELATIVES = 95
_CLUBLESS = 15
_NEW_CLUBS = 440
_DOUBLE_FIRST_NAMES = 40


@dataclass(frozen=True)
class Person:
    """A person who has not entered a tournament yet."""

    name: str
    first_name: str
    country: str
    club: str
    relative: int | None
    """Place in the population of the relative with whom the person travels."""

    @property
    def key(self) -> str:
        """The key under which files know the person."""
        return key_of(self.name + self.first_name)


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
        self._people: list[Person] = []
        self._keys: set[str] = set()
        self._clubs: set[str] = set()
        self._compatriots: defaultdict[str, list[str]] = defaultdict(list)

    def newcomer(self) -> Person:
        """Add a person."""
        person = self._relative() if self._is_relative() else self._stranger()
        self._people.append(person)
        self._keys.add(person.key)
        if person.club:
            self._compatriots[person.country].append(person.club)
        return person

    def _is_relative(self) -> bool:
        return self._chance.happens(_RELATIVES) and bool(self._people)

    def _relative(self) -> Person:
        place = self._chance.below(len(self._people))
        head = self._people[place]
        first_name = self._first_name_for(head.name)
        return Person(head.name, first_name, head.country, head.club, place)

    def _stranger(self) -> Person:
        chance = self._chance
        country = chance.weighted(_COUNTRIES)
        name = chance.one_of(_NAME_STARTS) + chance.one_of(_NAME_ENDS)
        return Person(name, self._first_name_for(name), country, self._club(country), None)

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
