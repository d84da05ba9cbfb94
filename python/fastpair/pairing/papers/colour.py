"""Balance and alternation of colours [K15 7; K12 6.6].

A colour is 1 for White, -1 for Black and 0 for no game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from ...arrays import reals

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ...arrays import Bools, Integers, Reals


class ColourTotals(NamedTuple):
    """Totals of the colours of a player's rounds; arrays of one shape."""

    balance: Integers
    """C^bal: games with White minus games with Black."""

    alternation: Reals
    """C^alt: how often the colour changed."""

    last: Integers
    """Colour of the earlier round that the next colour should differ from."""

    follows: Bools
    """Whether there is such a round."""


class Coloured(Protocol):
    """``ColourTotals``, or whatever holds the same arrays."""

    @property
    def balance(self) -> Integers:
        """C^bal."""

    @property
    def alternation(self) -> Reals:
        """C^alt."""

    @property
    def last(self) -> Integers:
        """Colour of the earlier round that the next colour should differ from."""

    @property
    def follows(self) -> Bools:
        """Whether there is such a round."""


def balance(colours: ArrayLike) -> Integers:
    """C^bal: sum of the colours of the rounds, the last axis [K15 7]."""
    total: Integers = np.asarray(colours, np.int64).sum(axis=-1)
    return total


def alternation(colours: ArrayLike, mode: str = "literal") -> Reals:
    """C^alt: sum of |C(s) - C(s - 1)| / 2 over the rounds, the last axis [K15 7].

    Parameters
    ----------
    mode
        ``"literal"`` takes rounds without a game as they stand, so that halves appear;
        ``"played"`` leaves them out first [INTERPRETATION K15-7].
    """
    sequence = np.asarray(colours, np.int64)
    if mode == "literal":
        changes: Reals = np.abs(np.diff(sequence, axis=-1)).sum(axis=-1) / 2.0
        return changes
    previous = _last_played(sequence)[..., :-1]
    changed = (sequence[..., 1:] * previous) == -1
    return reals(changed.sum(axis=-1))


def last(colours: ArrayLike, mode: str = "literal") -> tuple[Integers, Bools]:
    """Colour that the next one should differ from, and whether there is one.

    It is the colour of the last round, or in mode ``"played"`` that of the last game.
    """
    sequence = np.asarray(colours, np.int64)
    if sequence.shape[-1] == 0:
        return np.zeros(sequence.shape[:-1], np.int64), np.zeros(sequence.shape[:-1], bool)
    if mode == "literal":
        return sequence[..., -1], np.ones(sequence.shape[:-1], bool)
    final = _last_played(sequence)[..., -1]
    return final, final != 0


def _last_played(sequence: Integers) -> Integers:
    """Colour of the last game up to each round, 0 before the first."""
    number = np.arange(1, sequence.shape[-1] + 1)
    latest = np.maximum.accumulate(np.where(sequence != 0, number, 0), axis=-1)
    padded = np.concatenate([np.zeros_like(sequence[..., :1]), sequence], axis=-1)
    return np.take_along_axis(padded, latest, axis=-1)


def index_of_choice(a: Coloured, b: Coloured, colour: int) -> tuple[Integers, Reals, Reals]:
    """Changes X of the balances and Y of the alternations, and colour index C [K15 eqs. 3 to 8, 10].

    Parameters
    ----------
    a, b
        The two players.
    colour
        Colour that a would take; b takes the other one.

    Returns
    -------
    X in {-2, 0, 2}, Y from 0 to 2, and C = 3(X/2 + 1) + 2 - Y from 0, the best, to 8.
    """
    (change_a, turn_a), (change_b, turn_b) = _colour_change(a, colour), _colour_change(b, -colour)
    change, turns = change_a + change_b, turn_a + turn_b
    index: Reals = 3.0 * (change / 2.0 + 1.0) + 2.0 - turns
    return change, turns, index


def colour_index(a: Coloured, b: Coloured) -> Reals:
    """Colour index C of a pair: the smaller one of the two choices [K15 7; INTERPRETATION K15-7].

    It is a sum over the two players of multiples of ½, so floating point is exact in any order.
    """

    def share(player: Coloured, colour: int) -> Reals:
        change, turn = _colour_change(player, colour)
        return 1.5 * change - turn

    choices = (share(a, colour) + share(b, -colour) for colour in (1, -1))
    return np.minimum(*choices) + 5.0


def _colour_change(player: Coloured, colour: int) -> tuple[Integers, Reals]:
    """How a colour changes the size of a player's balance, and his alternation."""
    change = np.abs(player.balance + colour) - np.abs(player.balance)
    return change, np.abs(colour - player.last) * player.follows / 2.0


def delta_colour(a: Coloured, b: Coloured, r: int) -> Reals:
    """Deviation (1 + C) / Γ, never below 1; for rounds from the second on [K15 eqs. 13, 14].

    Γ grows with alternation as well as with imbalance, which contradicts the paper's text.

    Parameters
    ----------
    r
        Completed rounds. Before the first the rule does not apply, and 0 is returned.
    """
    if r == 0:
        return np.zeros(np.broadcast_shapes(np.shape(a.balance), np.shape(b.balance)))
    past_a, past_b = (np.abs(side.balance) + side.alternation for side in (a, b))
    gamma = (1.0 + past_a + past_b) / (4 * r - 1)
    deviation: Reals = (1.0 + colour_index(a, b)) / gamma
    return deviation


def delta_colour_table(
    balance_i: ArrayLike, last_i: ArrayLike, balance_j: ArrayLike, last_j: ArrayLike
) -> Reals:
    """Deviation with the ranges of the table in section 7, which eq. 13 contradicts [K15 7].

    It is |C_i + C_j|, or |c_i + c_j| / 2 if that is 0 [INTERPRETATION K15-7].
    """
    balances = np.abs(np.add(balance_i, balance_j, dtype=np.float64))
    return np.where(balances != 0, balances, np.abs(np.add(last_i, last_j)) / 2.0)


def delta_colour_2012(
    balance_i: ArrayLike, last_i: ArrayLike, balance_j: ArrayLike, last_j: ArrayLike
) -> Reals:
    """Deviation Q(C_i + C_j) + (1 - Q)(c_i + c_j), Q = 0 only if both balances are 0 [K12 6.6]."""
    balanced = (np.asarray(balance_i) == 0) & (np.asarray(balance_j) == 0)
    sums = np.where(balanced, np.add(last_i, last_j), np.add(balance_i, balance_j))
    return sums.astype(np.float64)
