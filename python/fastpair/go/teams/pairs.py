"""Pairs and trios, who play each game together: one player with members."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from ...errors import RuleError
from ..tournament import Grade, Person, Player
from .units import half_down, shared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..tournament import Tournament

__all__ = ["pair_of", "refuse_pairs", "split_pair"]


def pair_of(members: Sequence[Person], *, key: str, name: str) -> Player:
    """The player that several people are who play together.

    Grade, rating and correction are the means of theirs, rounded half down; country and club are
    those that all of them share. The pair misses each round that one of them misses.

    Parameters
    ----------
    members
        At least one.
    key, name
        Those of the pair.

    Examples
    --------
    >>> one = Player(key="a", name="Adler", first_name="Berta", grade=Grade.parse("2d"), club="Ulm")
    >>> other = Player(key="m", name="Meier", first_name="Jo", grade=Grade.parse("1d"), club="Ulm")
    >>> pair = pair_of([one, other], key="p", name="Adler / Meier")
    >>> str(pair.grade), pair.club
    ('1d', 'Ulm')
    """
    return Player(
        key=key,
        name=name,
        first_name="",
        grade=Grade(half_down([int(member.grade) for member in members])),
        rating=half_down([member.with_rating().rating for member in members]),
        country=shared(member.country for member in members),
        club=shared(member.club for member in members),
        final=all(member.final for member in members),
        correction=half_down([member.correction for member in members]),
        absences=frozenset().union(*(member.absences for member in members)),
        members=tuple(Person(**_facts(member)) for member in members),
    )


def split_pair(pair: Player) -> tuple[Player, ...]:
    """The members of a pair as players of their own, as they were when they had entered.

    Examples
    --------
    >>> one = Player(key="a", name="Adler", first_name="Berta", grade=Grade.parse("2d"))
    >>> split_pair(pair_of([one], key="p", name="Adler")) == (one,)
    True
    """
    return tuple(Player(**_facts(member)) for member in pair.members)


def _facts(one: Person) -> dict[str, Any]:
    return {entry.name: getattr(one, entry.name) for entry in fields(Person)}


def refuse_pairs(tournament: Tournament) -> None:
    """Refuse a tournament with games of pairs where games are rated.

    Raises
    ------
    RuleError
        If there is one.

    Examples
    --------
    >>> refuse_pairs(Tournament())
    """
    for player in tournament.players:
        if player.members and player.key in tournament.seated:
            raise RuleError(
                f"{player.full_name} play together, and no federation rates games of pairs"
            )
