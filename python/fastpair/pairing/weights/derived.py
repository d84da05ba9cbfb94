"""Models that are made of another one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .model import WeightModel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...go.tournament import Rules
    from ..field import Field, State
    from .model import Traits

__all__ = ["Derived"]


@dataclass(frozen=True, kw_only=True)
class Derived(WeightModel):
    """A model that is like another one, but for what it says otherwise."""

    model: WeightModel

    def at(self, round_number: int) -> WeightModel:
        """The model that it is like in a round."""
        return self.model

    @property
    def name(self) -> str:
        """Name of the model."""
        return self.model.name

    @property
    def traits(self) -> Traits:
        """Traits of the model."""
        return self.model.traits

    @property
    def names(self) -> tuple[str, ...]:
        """Components of the model."""
        return self.model.names

    def by_lot(self, rules: Rules) -> bool:
        """Whether lots decide anything in the model."""
        return self.model.by_lot(rules)

    def state(self, field: Field) -> State:
        """State by the model of the round."""
        return self.at(field.round_number).state(field)

    def order(self, field: Field) -> NDArray[np.intp] | None:
        """Order by the model of the round."""
        return self.at(field.round_number).order(field)

    def units(self, field: Field) -> int:
        """Units by the model of the round."""
        return self.at(field.round_number).units(field)

    def components(self, a: Field, b: Field) -> dict[str, NDArray[np.int64]]:
        """Components by the model of the round."""
        return self.at(a.round_number).components(a, b)
