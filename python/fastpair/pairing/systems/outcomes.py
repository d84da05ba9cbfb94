"""What the earlier rounds have decided, for systems in which a player can drop out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...errors import RuleError
from ...go.scores import Status
from .schedule import full_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .system import Situation

__all__ = ["check_results", "losses"]


def check_results(situation: Situation) -> None:
    """Refuse earlier rounds with a game that has no result yet.

    Raises
    ------
    RuleError
        The first such game.
    """
    history, earlier = situation.history, slice(situation.round_number - 1)
    known = history.played | history.by_default
    missing = (history.status == Status.PAIRED) & ~known
    for column, row in np.argwhere(missing[:, earlier].T).tolist():
        name, other = (full_name(situation, each) for each in (row, history.opponent[row, column]))
        raise RuleError(
            f"round {column + 1}: there is no result of {name} against {other}, which decides who "
            "plays on"
        )


def losses(situation: Situation) -> NDArray[np.int64]:
    """How many games each player has lost so far, those by default included, (n,)."""
    history, earlier = situation.history, slice(situation.round_number - 1)
    lost = (history.status == Status.PAIRED) & (history.won_x2 == 0)
    count: NDArray[np.int64] = lost[:, earlier].sum(axis=1)
    return count
