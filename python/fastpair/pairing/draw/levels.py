"""What a draw is worth where the components of the weights stand on levels."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from .draw import Level

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .draw import Board

__all__ = ["levels_of"]


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
