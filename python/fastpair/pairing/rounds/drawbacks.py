"""What speaks against a game by any model: in how many games of a draw it is found, and how bad."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from ..field.deviations import groups_apart, handicap

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from ..draw import Constraints
    from ..field import Field

    Integers = NDArray[np.int64]

__all__ = ["Drawback", "Drawbacks"]


class Drawback(NamedTuple):
    """One drawback among the games of a draw."""

    games: int
    """How many have it."""

    worst: int
    """The largest value of it among the games; 0 if none has it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Drawbacks:
    """Drawbacks of all pairs of a field, each int64 (n, n) and symmetric; 0 is none."""

    groups_apart: Integers
    """Distance between the score groups."""

    stones: Integers
    """Handicap."""

    rematch: Integers
    """1 if the two have met, or meet in a later round."""

    same_club: Integers
    """1 if the two are from one club."""

    @classmethod
    def of(cls, field: Field, rules: Constraints) -> Self:
        """What speaks against each pair of a field."""
        a, b = field[:, None], field[None, :]
        club = field.roster.people.club_area[field.roster.row]
        return cls(
            groups_apart=groups_apart(a, b),
            stones=handicap(a, b),
            rematch=(field.met | field.listed(rules.met)).astype(np.int64),
            same_club=(club[:, None] == club).astype(np.int64),
        )

    def of_pair(self, i: int, j: int) -> dict[str, int]:
        """The drawbacks of one pair of seats, by name."""
        return {name: int(values[i, j]) for name, values in self._named()}

    def among(self, pairs: NDArray[np.intp]) -> dict[str, Drawback]:
        """The drawbacks of a draw, by name; ``pairs`` are its seats, (m, 2)."""
        found = {name: values[tuple(pairs.T)] for name, values in self._named()}
        return {
            name: Drawback(int(np.count_nonzero(held)), int(held.max(initial=0)))
            for name, held in found.items()
        }

    def none_worse(self, draw: Mapping[str, Drawback]) -> NDArray[np.bool_]:
        """The pairs that in no respect are worse than the worst game of a draw, (n, n)."""
        within = [values <= draw[name].worst for name, values in self._named()]
        found: NDArray[np.bool_] = np.logical_and.reduce(within)
        return found

    def _named(self) -> list[tuple[str, Integers]]:
        return [(entry.name, getattr(self, entry.name)) for entry in fields(self)]
