# cython: freethreading_compatible=True
# cython: boundscheck=False, wraparound=False, cdivision=True
"""Vuorinen's relative strengths, iterated until they settle [V appendix B].

A kernel, because every iteration builds on the one before, and tournaments of few players, whose
strengths go round in circles, take all iterations that are allowed.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport fabs, log
from libc.stdint cimport int64_t

cdef int64_t _WIN_X2 = 2


cdef double _push(double lead, int64_t points_x2, double log_base) noexcept nogil:
    """What one game adds to the strength of a player who led his opponent by so much."""
    cdef double surprise = log(fabs(lead) + 1.0) / log_base
    if points_x2 == _WIN_X2:
        return 1.0 - surprise if lead >= 0.0 else surprise
    if points_x2 == 0:
        return -surprise if lead > 0.0 else -(1.0 - surprise)
    return -surprise if lead > 0.0 else surprise


cdef void _rescale(double[::1] strength) noexcept nogil:
    """Stretch the strengths over 0 to n - 1; equal ones all become 0."""
    cdef Py_ssize_t i, n = strength.shape[0]
    cdef double lowest = strength[0], highest = strength[0]
    for i in range(n):
        lowest = min(lowest, strength[i])
        highest = max(highest, strength[i])
    for i in range(n):
        if highest > lowest:
            strength[i] = (strength[i] - lowest) / (highest - lowest) * (n - 1)
        else:
            strength[i] = 0.0


cdef double _sweep(
    const int64_t[:, ::1] opponent,
    const int64_t[:, ::1] points_x2,
    double[::1] strength,
    double[::1] old,
    double log_base,
) noexcept nogil:
    """Make one iteration, and return the sum of the squared changes."""
    cdef Py_ssize_t i, r, n = strength.shape[0]
    cdef double own, error = 0.0
    for i in range(n):
        old[i] = strength[i]
    for i in range(n):
        own = old[i]
        for r in range(opponent.shape[1]):
            if opponent[i, r] >= 0:
                own += _push(old[i] - old[opponent[i, r]], points_x2[i, r], log_base)
        strength[i] = min(max(own, 0.0), <double>(n - 1))
    _rescale(strength)
    for i in range(n):
        error += (strength[i] - old[i]) * (strength[i] - old[i])
    return error


def relative_strength(
    const int64_t[:, ::1] opponent,
    const int64_t[:, ::1] points_x2,
    double[::1] strength,
    Py_ssize_t iterations,
):
    """Iterate the strengths in place.

    Parameters
    ----------
    opponent : (n, k) int64
        Row of the opponent, -1 without a game; not checked.
    points_x2 : (n, k) int64
        2 for a win, 1 for a tie, 0 for a loss.
    strength : (n,) float64
        In: where to start. Out: the strengths.
    iterations
        The most that are made.

    Returns
    -------
    How many were made, and whether the strengths have settled.
    """
    cdef Py_ssize_t n = strength.shape[0], made = 0
    if n == 0:
        return 0, True
    # log to the base n / 5; up to 5 players that is no base, and 2 takes its place.
    cdef double log_base = log(n / 5.0 if n > 5 else 2.0)
    cdef double error = 10.0 * n
    cdef double[::1] old = strength.copy()
    while error > 0.001 * n and made < iterations:
        PyErr_CheckSignals()
        with nogil:
            error = _sweep(opponent, points_x2, strength, old, log_base)
        made += 1
    return made, error <= 0.001 * n
