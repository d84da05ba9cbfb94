"""A component that any model can have: pairs that a director would like to see, or not to see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...errors import RuleError
from ..field.people import areas, families
from .derived import Derived
from .model import Weights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..field import Field

__all__ = ["Preferring", "family"]

_HEAVIEST = 2**58
"""A preference is no heavier, so that its sum with any weight stays far from 2^60."""


def family(field: Field) -> NDArray[np.int64]:
    """Number each player's family: one family name and one club of one country [K12 3.2].

    A player without a club is a family of his own.

    Returns
    -------
    (n,) int64
        Numbers by seat, equal for members of one family, also if the field is a view.
    """
    players = [field.roster.people.players[row] for row in field.roster.row]
    return areas(families(players))


@dataclass(frozen=True, kw_only=True)
class Preferring(Derived):
    """A model with one more component, ``preference``, for pairs that a director has named."""

    wanted: frozenset[frozenset[str]] = frozenset()
    """Pairs of keys that weigh more."""

    unwanted: frozenset[frozenset[str]] = frozenset()
    """Pairs of keys that weigh less."""

    families_apart: bool = False
    """Whether members of one family weigh less together."""

    worth: float | None = None
    """How much more or less, in the weights of the model; by default its ``Traits.preference``."""

    @property
    def names(self) -> tuple[str, ...]:
        """Components of the model, and the preference."""
        return *self.model.names, "preference"

    def components(self, a: Field, b: Field) -> dict[str, NDArray[np.int64]]:
        """Components of the model, and the preference."""
        preference = self._matrix(a)[a.seat, b.seat]
        return {**self.model.components(a, b), "preference": preference}

    def weigh(self, field: Field) -> Weights:
        """Weigh all pairs of a field."""
        total = self.model.weigh(field).total + self._matrix(field)
        return Weights(field=field, model=self, levels=(total,))

    def _matrix(self, field: Field) -> NDArray[np.int64]:
        """Preference for all pairs of the field that ``field`` is or is a view of, (n, n)."""
        houses = family(field)
        unwanted = (houses[:, None] == houses[None, :]) & self.families_apart
        unwanted |= field.listed(self.unwanted)
        wanted = field.listed(self.wanted)
        matrix: NDArray[np.int64] = self._share(field) * (wanted.astype(np.int64) - unwanted)
        return matrix

    def _share(self, field: Field) -> int:
        worth = self.model.traits.preference if self.worth is None else self.worth
        units = self.units(field)
        if not 0 <= worth * units <= _HEAVIEST:
            most = _HEAVIEST // units
            raise RuleError(f"expected a preference worth from 0 to {most}, got {worth!r}")
        return round(worth * units)
