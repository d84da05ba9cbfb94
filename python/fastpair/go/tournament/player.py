"""Players."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self

from .ranges import HALVES, ROUNDS, check_values, within

if TYPE_CHECKING:
    from .grade import Grade

__all__ = ["NO_RATING", "Person", "Player"]

NO_RATING = -900
"""Rating of a player who has none: the lowest of the European scale, that of 30 kyu."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody who has entered the tournament.

    Examples
    --------
    >>> Person(key="7", name="Adler", first_name="Berta", grade=Grade.parse("2d")).full_name
    'Adler Berta'
    """

    key: str = field(metadata=within(shortest=1))
    """Identity within the tournament, unique; games and byes refer to it."""

    name: str
    """Family name."""

    first_name: str
    """Given names."""

    grade: Grade
    """The grade that the draw uses."""

    rating: int = field(default=NO_RATING, metadata=within(-(10**5), 10**5))
    """Rating on the scale of the European Go Federation (1 dan is 2100)."""

    country: str = ""
    """Two letters, or empty if unknown."""

    club: str = ""
    """Name or abbreviation; empty if unknown."""

    final: bool = True
    """Registered finally. A preliminary registration is scored but never paired."""

    correction: int = field(default=0, metadata=within(-99, 99))
    """Added to the starting McMahon score: positive for a supergroup, negative for a lower one."""

    band: int | None = field(default=None, metadata=within(1, 99))
    """Number of the player's band; by default that of the category."""

    play_in: str = ""
    """Group whose members prefer to meet each other; empty for none."""

    play_out: str = ""
    """Group whose members prefer not to meet each other; empty for none."""

    absences: frozenset[int] = field(default=frozenset(), metadata=ROUNDS)
    """Numbers of the rounds, from 1, in which the player does not take part."""

    bonus_halves: tuple[int, ...] = field(default=(), metadata=HALVES)
    """Bonus points in halves, after each round from the first: points beside those of games [V 6]."""

    playoffs_won: tuple[str, ...] = ()
    """Keys of the players beaten in further games outside of the rounds, which settle ties [BGA 4.6]."""

    egf_pin: str = ""
    """Number in the European Go Database, eight digits; empty if unknown."""

    ffg_licence: str = ""
    """Number of the licence of the French federation; empty for none."""

    aga_id: str = ""
    """Number of the member of the American Go Association; empty for none."""

    def __post_init__(self) -> None:
        check_values(self)

    @property
    def family(self) -> str:
        """What players of one family share besides the club."""
        return self.name

    @property
    def full_name(self) -> str:
        """Family name and first name, as lists of players print them."""
        return f"{self.name} {self.first_name}".strip()

    def with_rating(self) -> Self:
        """The player, with the rating of the grade if there is none [V 2.2].

        So everybody enters. In files a rating of `NO_RATING` stays as it stands, as OpenGotha draws by it.
        """
        return self if self.rating > NO_RATING else replace(self, rating=self.grade.rating)

    def elsewhere(self) -> Self:
        """The player as he enters another tournament: without what has happened in this one."""
        if not (self.bonus_halves or self.playoffs_won):
            return self
        return replace(self, bonus_halves=(), playoffs_won=())

    def plays_in(self, round_number: int) -> bool:
        """Whether the player wants a game in this round."""
        return round_number not in self.absences


@dataclass(frozen=True, slots=True, kw_only=True)
class Player(Person):
    """Who has a place in the tournament and plays its games: a person, or a pair.

    Examples
    --------
    >>> Player(key="7", name="Adler", first_name="Berta", grade=Grade.parse("2d")).members
    ()
    """

    members: tuple[Person, ...] = ()
    """Who play each game together, as in pair go and rengo, as they were when they had entered; empty
    for a player who is one person."""

    @property
    def roster(self) -> tuple[Person, ...]:
        """Who play for a team, if teams are drawn as players; nobody for a player."""
        return ()
