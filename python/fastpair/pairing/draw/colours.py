"""Who takes White [OPENGOTHA 12; K15 7; BGA 4.3]."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...go.tournament import Colours
from ..field import Conventions
from ..field.deviations import handicap, handicap_level
from ..field.luck import by_lot, by_names, of_round
from ..field.state import state_of
from ..papers.colour import index_of_choice

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ..field import Field, State

    ColourRule = Callable[[Field, Field], NDArray[np.bool_]]
    Wish = Callable[[State, State], NDArray[np.int64]]

__all__ = ["colour_rule", "takes_white", "white_by_balance", "white_by_index"]


def colour_rule(field: Field, state: State | None, seed: int) -> ColourRule:
    """Choose who takes White in games without stones, as the rules of the tournament say.

    Parameters
    ----------
    field
        All players of the round.
    state
        Their state, if the model lets the papers' colour index decide. Otherwise OpenGotha's balance of
        colours decides, unless the rules of the tournament say how.
    seed
        Seed of the lots; every round draws other ones.

    Returns
    -------
    A function of two views of the field: whether the first takes White.
    """
    rule = field.rules.colours
    if rule is not Colours.BY_MODEL:
        known = state_of(field.roster, Conventions())
        salt = of_round(seed, field.round_number)
        return lambda a, b: _white_by_wishes(known[a.seat], known[b.seat], _WISHES[rule], salt)
    if state is not None:
        return lambda a, b: white_by_index(state[a.seat], state[b.seat])
    return white_by_balance


def takes_white(a: Field, b: Field, even: ColourRule | None = None) -> NDArray[np.bool_]:
    """Whether a, and not b, takes White. In a game with stones the stronger player does.

    Parameters
    ----------
    a, b
        Views of one field.
    even
        Who takes White without stones; by default ``white_by_balance``.

    Returns
    -------
    bool of their broadcast shape
    """
    stronger = handicap_level(a) > handicap_level(b)
    return np.where(handicap(a, b) > 0, stronger, (even or white_by_balance)(a, b))


def white_by_balance(a: Field, b: Field) -> NDArray[np.bool_]:
    """Whether a takes White: who had White less often does, else luck decides [OPENGOTHA 12]."""
    surplus = a.colour_balance - b.colour_balance
    return np.where(surplus == 0, _lucky(a, b), surplus < 0)


def white_by_index(a: State, b: State) -> NDArray[np.bool_]:
    """Whether a takes White by the smaller colour index C [K15 7; INTERPRETATION K15-7 (iv)].

    If the indices are equal, the player whose colours are less balanced takes the one that he has had
    less often. If both are equally balanced, the player who is placed higher takes another colour than
    his last one. If he has none, luck by the names decides.
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


def _white_by_wishes(a: State, b: State, wishes: tuple[Wish, ...], salt: int) -> NDArray[np.bool_]:
    """Whether a takes White by the first wish that says something, or else by lot."""
    lot = (by_lot(a, b, 1, salt) == 0) == (a.seat < b.seat)
    white = np.where(lot, 1, -1)
    for wish in reversed(wishes):
        white = np.where(wish(a, b) != 0, wish(a, b), white)
    return white > 0


def _balance(a: State, b: State) -> NDArray[np.int64]:
    """Positive if a has had White less often than b, handicap games included."""
    wish: NDArray[np.int64] = b.colours.balance - a.colours.balance
    return wish


def _alternation(a: State, b: State) -> NDArray[np.int64]:
    """Positive if White would be a change of colour for a rather than for b."""
    wish: NDArray[np.int64] = b.colours.last - a.colours.last
    return wish


_WISHES: dict[Colours, tuple[Wish, ...]] = {
    Colours.BALANCE: (_balance,),
    Colours.ALTERNATION: (_alternation, _balance),
    Colours.NIGIRI: (),
}


def _lucky(a: Field | State, b: Field | State) -> NDArray[np.bool_]:
    """Whether the luck that follows from the two names favours a."""
    lucky: NDArray[np.bool_] = (by_names(a, b, 1) == 0) == (a.seat < b.seat)
    return lucky
