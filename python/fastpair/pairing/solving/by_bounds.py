"""The heaviest matching of a field too large for a matrix: only what can matter is weighed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...matching import Blocks, max_weight_matching, verify
from .own_rules import certainly_narrow, own_rules, stated_with, widest, without_top

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...matching import Matching
    from ..draw import Constraints, Removal
    from ..draw.removal import Part
    from ..field import Field
    from ..weights import WeightModel
    from ..weights.evaluation.pieces import Pieces

__all__ = ["Bounded", "solve_by_bounds"]

_RANGE = 128
"""Players between whom a bound holds. A round of 8592 players takes 1.70 s with 128 and 22 million
pairs, 1.77 s with 256 and 26 million, and 2.00 s with 64, which compute more pieces."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bounded:
    """A round of which few pairs were weighed, and nobody was left over."""

    field: Field
    """Those who were matched."""

    blocks: Blocks
    """Weights of their pairs."""

    matching: Matching
    """Who plays whom, by seat."""

    constraints: Constraints
    """The rules of the director and the model's own."""

    bye: int | None
    """Row of the player with the bye."""

    removals: tuple[Removal, ...] = ()
    """Nothing: nobody is left over."""

    def prove(self) -> None:
        """Check that no other matching is better, where the bounds do not tell."""
        verify(self.blocks, self.matching, maxcardinality=True)


def solve_by_bounds(
    field: Field, model: WeightModel, constraints: Constraints, spared: int | None
) -> Bounded | None:
    """Choose the heaviest of all matchings that leave nobody over, as ``solve`` does.

    Parameters
    ----------
    field, model, constraints
        As of ``solve``.
    spared
        Seat of the player who has the bye, if the number of players is odd.

    Returns
    -------
    None if the model or the rules need all pairs, or if a rule of the model has to give way or
    somebody would be left over.
    """
    left_over = (len(field) - (spared is not None)) % 2
    if left_over or len(model.levels) > 1 or model.order(field) is not None:
        return None
    own, state, pieces = (
        own_rules(model, field, constraints),
        model.state(field),
        model.pieces(field),
    )
    removed = constraints.by_parts(field, state, own)
    if pieces is None or removed is None:
        return None
    blocks = _blocks(pieces, removed, len(field), spared)
    matching = max_weight_matching(blocks, maxcardinality=True)
    if 2 * matching.cardinality < len(field) - (spared is not None):
        return None
    width = widest(own, matching)
    if not certainly_narrow(own, width):
        narrower = constraints.by_parts(field, state, without_top(own, width))
        assert narrower is not None
        blocks_of = _blocks(pieces, narrower, len(field), spared)
        other = max_weight_matching(blocks_of, maxcardinality=True)
        if (other.cardinality, other.weight) >= (matching.cardinality, matching.weight):
            return None
    return Bounded(
        field=field,
        blocks=blocks,
        matching=matching,
        constraints=stated_with(constraints, own),
        bye=None if spared is None else int(field.player[spared]),
    )


def _blocks(pieces: Pieces, removed: Part, size: int, spared: int | None) -> Blocks:
    """The weights as a graph whose edges are computed when they may matter."""

    def compute(
        rows: NDArray[np.int64], start: int, stop: int
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        allowed = ~removed(rows, slice(start, stop))
        if spared is not None:
            allowed[rows == spared] = False
            allowed[:, np.arange(start, stop) == spared] = False
        return pieces.block(rows, start, stop), allowed

    bounds = pieces.bounds([slice(i, min(i + _RANGE, size)) for i in range(0, size, _RANGE)])
    largest = max(int(bounds.max()), -pieces.lowest)
    return Blocks(size=size, compute=compute, largest=largest, range=_RANGE, bounds=bounds)
