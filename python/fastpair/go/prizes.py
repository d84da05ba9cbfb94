"""Prizes by a plan: who gets what, and nobody gets two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from ..errors import RuleError
from ..parameters import Parameter, parameter, parameters
from ..sentences import message_of, phrase
from .standings import CellKind
from .tournament import Grade
from .tournament.player import country_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .standings import Standings, StandingsRow

__all__ = ["Award", "Prize", "prize_plan", "prizes"]


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
        """Whether a player may get it."""
        return (
            (self.category is None or row.category == self.category)
            and (self.weakest is None or row.grade >= self.weakest)
            and (self.strongest is None or row.grade <= self.strongest)
            and row.wins >= self.wins
            and (not self.country or country_key(row.country) == country_key(self.country))
            and (self.among is None or row.key in self.among)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """Who gets a prize."""

    prize: Prize

    winners: tuple[StandingsRow, ...]
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
    names = {field.name for field in fields(Prize)}
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
    return Prize(**{name: _field(number, name, value) for name, value in entry.items()})


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
        return by_name[name].read(value) if name in by_name else value
    except ValueError as error:
        raise _wrong(number, name, message_of(error)) from None


def _wrong(number: int, name: str, problem: str) -> RuleError:
    return RuleError(
        phrase("prize {number}, {field}: {said}", number=number, field=name, said=problem)
    )
