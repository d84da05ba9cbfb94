"""A model whose terms stand on levels: those of a higher level come first, whatever they weigh."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import RuleError
from .model import WeightModel, Weights

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..field import Field, State
    from ..tournament import Rules
    from .model import Traits

__all__ = ["Levelled"]


@dataclass(frozen=True, kw_only=True)
class Levelled(WeightModel):
    """The terms of a model in strict order.

    Within a level the coefficients of the model decide; between levels they do not. The weights of
    all levels add up to those of the model, in the same units, so that the components of a board are
    the same.
    """

    model: WeightModel

    levels: tuple[tuple[str, ...], ...] = ()
    """Names of the terms on each level, the first level first. Each term stands on one of them."""

    def __post_init__(self) -> None:
        """Refuse levels that do not hold each term of the model once.

        Raises
        ------
        RuleError
            If they do not; the message names a term.
        """
        if not all(self.levels):
            raise RuleError("expected a term on each level, found a level without any")
        counts = Counter(name for level in self.levels for name in level)
        for name in counts:
            if name not in self.model.names:
                known = ", ".join(self.model.names)
                raise RuleError(f"{self.model.name} has no term {name!r}: expected some of {known}")
        for name in self.model.names:
            if counts[name] != 1:
                raise RuleError(f"expected {name!r} on one level, found it on {counts[name]}")

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

    def state(self, field: Field) -> State:
        """State of the model."""
        return self.model.state(field)

    def by_lot(self, rules: Rules) -> bool:
        """Whether lots decide anything in the model."""
        return self.model.by_lot(rules)

    def units(self, field: Field) -> int:
        """Units of the model."""
        return self.model.units(field)

    def components(self, a: Field, b: Field) -> dict[str, NDArray[np.int64]]:
        """Components of the model."""
        return self.model.components(a, b)

    def weigh(self, field: Field) -> Weights:
        """Weigh all pairs of a field on each level."""
        levels = self.model.weigh_groups(field, self.levels)
        return Weights(field=field, model=self, levels=levels)
