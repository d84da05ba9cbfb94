"""A model whose parameters change from round to round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..model import WeightModel

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from ...field import Field, State
    from ...tournament import Rules
    from ..model import Levels, Traits, Weights

__all__ = ["ByRounds", "RoundRange"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRange:
    """Some rounds, and the model that weighs them."""

    first: int
    """From 1."""

    last: int | None
    """Included; None means the last round of the tournament."""

    model: WeightModel

    def __contains__(self, round_number: int) -> bool:
        return self.first <= round_number and (self.last is None or round_number <= self.last)


@dataclass(frozen=True, kw_only=True)
class ByRounds(WeightModel):
    """One model that is changed in some rounds. If several ranges hold a round, the last counts."""

    usual: WeightModel
    ranges: tuple[RoundRange, ...]

    @property
    def name(self) -> str:
        """Name of the usual model."""
        return self.usual.name

    @property
    def traits(self) -> Traits:
        """Traits of the usual model."""
        return self.usual.traits

    @property
    def names(self) -> tuple[str, ...]:
        """Components of the usual model."""
        return self.usual.names

    def state(self, field: Field) -> State:
        """State by the model of the round."""
        return self.at(field.round_number).state(field)

    def by_lot(self, rules: Rules) -> bool:
        """Whether lots decide anything in the usual model."""
        return self.usual.by_lot(rules)

    def units(self, field: Field) -> int:
        """Units by the model of the round."""
        return self.at(field.round_number).units(field)

    def at(self, round_number: int) -> WeightModel:
        """The model of a round."""
        models = [rounds.model for rounds in self.ranges if round_number in rounds]
        return models[-1] if models else self.usual

    def components(self, a: Field, b: Field) -> dict[str, NDArray[np.int64]]:
        """Components by the model of the round."""
        return self.at(a.round_number).components(a, b)

    def weigh_groups(self, field: Field, groups: Sequence[Sequence[str]]) -> Levels:
        """Sums of components by the model of the round."""
        return self.at(field.round_number).weigh_groups(field, groups)

    def weigh(self, field: Field) -> Weights:
        """Weights by the model of the round."""
        return self.at(field.round_number).weigh(field)
