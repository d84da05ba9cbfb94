"""No weights at all, for systems that pair without them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from .model import WeightModel, Weights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..field import Field

__all__ = ["Unweighted"]


class Unweighted(WeightModel):
    """A model without components: every pair weighs nothing."""

    names: ClassVar[tuple[str, ...]] = ()

    @property
    def name(self) -> str:
        """No published model has this name."""
        return "unweighted"

    def components(self, a: Field, b: Field) -> dict[str, NDArray[np.int64]]:
        """Nothing."""
        return {}

    def weigh(self, field: Field) -> Weights:
        """Zeros."""
        total = np.zeros((len(field), len(field)), dtype=np.int64)
        return Weights(field=field, model=self, levels=(total,))
