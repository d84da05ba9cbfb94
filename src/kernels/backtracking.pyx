# cython: freethreading_compatible=True
# cython: boundscheck=False, wraparound=False, cdivision=True
"""Backtracking over lists of preferred opponents [V 6.1, lines 3 to 10].

A kernel, because every step depends on the ones before, and there can be very many.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t

import numpy as np

cdef enum:
    _STEPS_BETWEEN_SIGNALS = 1 << 16


def first_pairing(
    const int64_t[::1] starts, const int64_t[::1] opponents, int64_t most_steps
):
    """Look for the first complete pairing.

    Parameters
    ----------
    starts : (n + 1,) int64
    opponents : (m,) int64
        Player p, of whom 0 is the best, prefers ``opponents[starts[p]:starts[p + 1]]`` in this
        order; never himself. Neither is checked.
    most_steps
        How many pairs are made or taken back before the search is given up.

    Returns
    -------
    (n,) int64, bool
        Opponent of each player, -1 without one, and whether the search came to its end: then
        there is no complete pairing if nobody has an opponent.
    """
    cdef Py_ssize_t n = starts.shape[0] - 1, player = 0, chosen = 0
    cdef int64_t last, steps = 0
    cdef bint ended = n == 0
    found = np.full(n, -1, dtype=np.int64)
    cdef int64_t[::1] mate = found
    cdef int64_t[::1] chooser = np.empty(n, dtype=np.int64)
    # The paper's Z. It is reset when its player comes next after a choice further up: nobody
    # looks at it before.
    cdef int64_t[::1] examined = np.array(starts[:n])
    with nogil:
        while not ended and steps < most_steps:
            last = starts[player + 1]
            while examined[player] < last and mate[opponents[examined[player]]] >= 0:
                examined[player] += 1
            if examined[player] < last:
                mate[player] = opponents[examined[player]]
                mate[mate[player]] = player
                examined[player] += 1
                chooser[chosen] = player
                chosen += 1
                while player < n and mate[player] >= 0:
                    player += 1
                if player < n:
                    examined[player] = starts[player]
                else:
                    ended = True
            elif chosen > 0:
                chosen -= 1
                player = chooser[chosen]
                mate[mate[player]] = -1
                mate[player] = -1
            else:
                ended = True
            steps += 1
            if steps % _STEPS_BETWEEN_SIGNALS == 0:
                with gil:
                    PyErr_CheckSignals()
    return found, ended
