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
    """Whether a, and not b, takes White: the stronger player of a game with stones does.

    Parameters
    ----------
    a, b
        Views of one field.
    state
        State of all its players if games without stones are to go by the papers' colour index; by
        default they go by OpenGotha's balance.

    Returns
    -------
    bool of their broadcast shape
    """
    stronger = handicap_level(a) > handicap_level(b)
    even = white_by_balance(a, b) if state is None else white_by_index(state[a.seat], state[b.seat])
    return np.where(handicap(a, b) > 0, stronger, even)


def white_by_balance(a: Field, b: Field) -> NDArray[np.bool_]:
    """Whether a takes White, who had White less often; or luck by the names [OPENGOTHA 12]."""
    surplus = a.colour_balance - b.colour_balance
    return np.where(surplus == 0, _lucky(a, b), surplus < 0)


def white_by_index(a: State, b: State) -> NDArray[np.bool_]:
    """Whether a takes White by the smaller colour index C [K15 7; INTERPRETATION K15-7 (iv)].

    Of equal indices the one counts that balances the colours of the player whose balance is
    larger; then the one that alternates the last colour of the player who is placed higher; then
    luck by the names.
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
    """Whether luck by the names is with a."""
    lucky: NDArray[np.bool_] = (by_names(a, b, 1) == 0) == (a.seat < b.seat)
    return lucky
