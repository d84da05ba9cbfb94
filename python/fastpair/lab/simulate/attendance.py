"""The rounds that people play in a long congress, by some typical patterns of attendance."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from .chance import Chance

__all__ = ["absences"]


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
