"""A model whose terms stand on levels: those of a higher level come first, whatever they weigh."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...errors import RuleError
from .derived import Derived
from .model import Weights

if TYPE_CHECKING:
    from ..field import Field

__all__ = ["Levelled"]


@dataclass(frozen=True, kw_only=True)
class Levelled(Derived):
    """The terms of a model in strict order.

    Within a level the coefficients of the model decide; between levels they do not. The weights of
    all levels add up to those of the model, in the same units, so that the components of a board are
    the same.

    Examples
    --------
    >>> order = (("mms", "even", "uneven"), ("homes",), ("colour", "banding", "play_in", "play_out"))
    >>> field = Field.of(read("examples/evening.xml").tournament, 2)
    >>> len(Levelled(model=model_named("fastpair"), levels=order).weigh(field).levels)
    3
    """

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

    def weigh(self, field: Field) -> Weights:
        """Weigh all pairs of a field on each level."""
        levels = self.model.weigh_groups(field, self.levels)
        return Weights(field=field, model=self, levels=levels)
