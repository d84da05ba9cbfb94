"""What a draw is worth where the components of the weights stand on levels."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .draw import Board

__all__ = ["Level", "levels_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """What a draw is worth on one of several levels; a higher level comes before all lower ones."""

    components: tuple[str, ...]
    """Names of the components on the level."""

    weight: int
    """Sum of these components of all boards."""


def levels_of(boards: Iterable[Board], names: Sequence[tuple[str, ...]]) -> tuple[Level, ...]:
    """What boards are worth on each level; nothing if all components are on one.

    Parameters
    ----------
    names
        Of the components on each level, the first level first.
    """
    if len(names) == 1:
        return ()
    total: Counter[str] = Counter()
    for board in boards:
        total.update(dict(board.components))
    return tuple(
        Level(components=level, weight=sum(total[name] for name in level)) for level in names
    )
