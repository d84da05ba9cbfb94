"""Who takes White [OPENGOTHA 12; K15 7]."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..field.deviations import handicap, handicap_level
from ..field.luck import by_names
from ..papers.colour import index_of_choice

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..field import Field, State

__all__ = ["takes_white", "white_by_balance", "white_by_index"]


def takes_white(a: Field, b: Field, state: State | None = None) -> NDArray[np.bool_]:
    """Whether a, and not b, takes White. In a game with stones the stronger player does.

    Parameters
    ----------
    a, b
        Views of one field.
    state
        State of all its players, if the papers' colour index is to decide games without stones; by
        default OpenGotha's balance of colours decides them.

    Returns
    -------
    bool of their broadcast shape
    """
    stronger = handicap_level(a) > handicap_level(b)
    even = white_by_balance(a, b) if state is None else white_by_index(state[a.seat], state[b.seat])
    return np.where(handicap(a, b) > 0, stronger, even)


def white_by_balance(a: Field, b: Field) -> NDArray[np.bool_]:
    """Whether a takes White: who had White less often does, else luck decides [OPENGOTHA 12]."""
    surplus = a.colour_balance - b.colour_balance
    return np.where(surplus == 0, _lucky(a, b), surplus < 0)


def white_by_index(a: State, b: State) -> NDArray[np.bool_]:
    """Whether a takes White by the smaller colour index C [K15 7; INTERPRETATION K15-7 (iv)].

    If the indices are equal, the colours are balanced of the player whose balance is larger; if the
    balances are equal too, the player who is placed higher changes from his last colour; if that
    does not help either, luck by the names decides.
    """
    ahead = a.seat < b.seat
    larger = abs(a.colours.balance) - abs(b.colours.balance)
    # Each is positive if a should have White, and negative if b should.
    index = (
        index_of_choice(a.colours, b.colours, -1)[2] - index_of_choice(a.colours, b.colours, 1)[2]
    )
    balance = np.where(larger > 0, -a.colours.balance, b.colours.balance) * (larger != 0)
    alternation = np.where(ahead, -a.colours.last, b.colours.last)
    wish = np.where(_lucky(a, b), 1, -1)
    for decisive in (alternation, balance, index):
        wish = np.where(decisive != 0, decisive, wish)
    return wish > 0


def _lucky(a: Field | State, b: Field | State) -> NDArray[np.bool_]:
    """Whether the luck that follows from the two names favours a."""
    lucky: NDArray[np.bool_] = (by_names(a, b, 1) == 0) == (a.seat < b.seat)
    return lucky
