"""A model whose parameters change from round to round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..derived import Derived

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...field import Field
    from ..model import Levels, WeightModel, Weights

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
class ByRounds(Derived):
    """One model that is changed in some rounds. If several ranges hold a round, the last counts."""

    ranges: tuple[RoundRange, ...]

    def at(self, round_number: int) -> WeightModel:
        """The model of a round."""
        models = [rounds.model for rounds in self.ranges if round_number in rounds]
        return models[-1] if models else self.model

    def weigh_groups(self, field: Field, groups: Sequence[Sequence[str]]) -> Levels:
        """Sums of components by the model of the round."""
        return self.at(field.round_number).weigh_groups(field, groups)

    def weigh(self, field: Field) -> Weights:
        """Weights by the model of the round."""
        return self.at(field.round_number).weigh(field)
