"""Prizes by a plan: who gets what, and nobody gets two."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from ...errors import RuleError
from ...sentences import message_of, phrase
from ..tournament import Grade
from .table import CellKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .table import Row, Standings

__all__ = ["Award", "Prize", "prize_plan", "prizes"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """One line of a plan: how many prizes of a kind there are, and who may get one.

    Only players who have had a game get prizes.
    """

    name: str

    count: int | None = 1
    """How many there are; None for one to everybody who may get it."""

    category: int | None = None
    """Number of the category, from 1; None for all."""

    weakest: Grade | None = None
    """Lowest grade."""

    strongest: Grade | None = None
    """Highest grade."""

    wins: float = 0
    """Fewest games won, a jigo counting half; wins by forfeit count, byes do not."""

    country: str = ""
    """Two letters; empty for all."""

    among: frozenset[str] | None = None
    """Keys of those who may get it, such as all juniors; None for everybody."""

    shared: bool = True
    """Whether everybody on the place of the last winner gets the prize, too. Otherwise the order of
    the list decides, which among equals is that of the names."""

    def is_for(self, row: Row) -> bool:
        """Whether a player may get it."""
        return (
            (self.category is None or row.category == self.category)
            and (self.weakest is None or row.grade >= self.weakest)
            and (self.strongest is None or row.grade <= self.strongest)
            and row.wins_x2 >= 2 * self.wins
            and (not self.country or row.country.casefold() == self.country.casefold())
            and (self.among is None or row.key in self.among)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """Who gets a prize."""

    prize: Prize

    winners: tuple[Row, ...]
    """In placing order."""


def prizes(standings: Standings, plan: Sequence[Prize]) -> tuple[Award, ...]:
    """Give the prizes of a plan in its order; whoever has got one gets no other.

    Parameters
    ----------
    standings
        By the criteria of the prizes, ``Rules.prize_criteria``.
    plan
        The first prize of which somebody may get it is his.
    """
    waiting = [
        row for row in standings.rows if any(cell.kind is CellKind.GAME for cell in row.cells)
    ]
    awards = []
    for prize in plan:
        winners = _winners(prize, [row for row in waiting if prize.is_for(row)])
        served = {row.key for row in winners}
        waiting = [row for row in waiting if row.key not in served]
        awards.append(Award(prize=prize, winners=tuple(winners)))
    return tuple(awards)


def prize_plan(entries: Iterable[Mapping[str, Any]]) -> tuple[Prize, ...]:
    """A plan from tables of a file, each with the fields of ``Prize`` by name.

    Grades are written as ``"5k"``, ``count`` may be ``"all"``, and ``among`` is a list of keys.

    Raises
    ------
    RuleError
        If an entry has no name or what no prize has; says which.
    """
    return tuple(_prize(number, entry) for number, entry in enumerate(entries, start=1))


def _winners(prize: Prize, candidates: Sequence[Row]) -> Sequence[Row]:
    if prize.count is None or prize.count >= len(candidates):
        return candidates
    first = candidates[: prize.count]
    if not (prize.shared and first):
        return first
    return [row for row in candidates if row.place <= first[-1].place]


def _prize(number: int, entry: Mapping[str, Any]) -> Prize:
    known = {field.name for field in fields(Prize)}
    for name in entry.keys() - known:
        raise RuleError(
            phrase(
                "prize {number}: no field {name!r}; expected {known}",
                number=number,
                name=name,
                known=", ".join(sorted(known)),
            )
        )
    if not isinstance(entry.get("name"), str):
        raise RuleError(phrase("prize {number}: expected a name", number=number))
    return Prize(**{name: _field(number, name, value) for name, value in entry.items()})


def _field(number: int, name: str, value: object) -> Any:  # noqa: ANN401
    """The value of a field of a prize."""
    if name == "count" and value == "all":
        return None
    if name in ("weakest", "strongest") and isinstance(value, str):
        try:
            return Grade.parse(value)
        except ValueError as error:
            raise _wrong(number, name, message_of(error)) from None
    if name == "among" and isinstance(value, list):
        return frozenset(map(str, value))
    expected, kinds = _KINDS.get(name, (phrase("something else"), ()))
    wrong = isinstance(value, bool) is not (kinds == (bool,))
    if wrong or not isinstance(value, kinds) or (isinstance(value, int | float) and value < 0):
        said = phrase("expected {what}, got {got!r}", what=expected, got=value)
        raise _wrong(number, name, said)
    return value


def _wrong(number: int, name: str, said: str) -> RuleError:
    return RuleError(
        phrase("prize {number}, {field}: {said}", number=number, field=name, said=said)
    )


_KINDS: dict[str, tuple[str, tuple[type, ...]]] = {
    "name": (phrase("a text"), (str,)),
    "count": (phrase('a number or "all"'), (int,)),
    "category": (phrase("the number of a category"), (int,)),
    "weakest": (phrase('a grade such as "5k"'), ()),
    "strongest": (phrase('a grade such as "5k"'), ()),
    "wins": (phrase("a number"), (int, float)),
    "country": (phrase("two letters"), (str,)),
    "among": (phrase("a list of keys"), ()),
    "shared": (phrase("true or false"), (bool,)),
}
