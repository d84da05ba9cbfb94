"""A matching and the proof that none is better."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Certificate", "Matching"]


@dataclass(frozen=True, slots=True, eq=False)
class Certificate:
    """A solution of the dual linear programme with the value of the matching.

    All values are doubled (``_2x``), so that half-integral duals are integers. Arrays are int64,
    or hold Python integers (dtype object) where a value does not fit.
    """

    vertex_duals_2x: NDArray[np.int64]
    """(n,) dual variable of each vertex, never below ``ground_2x``."""

    blossoms: tuple[NDArray[np.int64], ...]
    """Odd sets of vertices with a positive dual variable, each an array of its members."""

    blossom_duals_2x: NDArray[np.int64]
    """(len(blossoms),) their dual variables."""

    ground_2x: int
    """The dual of the unmatched vertices."""


@dataclass(frozen=True, slots=True, eq=False)
class Matching:
    """A matching of greatest weight, with its proof."""

    mate: NDArray[np.int64]
    """(n,) the vertex that each vertex is matched with, or -1."""

    weight: int
    """Exact sum of the weights of the matched edges."""

    cardinality: int
    """Number of matched edges."""

    certificate: Certificate

    @property
    def edges(self) -> NDArray[np.int64]:
        """(cardinality, 2) the matched edges, each with its smaller vertex first, in order."""
        import numpy as np

        first = np.flatnonzero(self.mate > np.arange(len(self.mate)))
        return np.column_stack([first, self.mate[first]])

    @property
    def unmatched(self) -> NDArray[np.int64]:
        """The vertices without a mate, in order."""
        import numpy as np

        return np.flatnonzero(self.mate < 0)
