# cython: freethreading_compatible=True
# cython: boundscheck=False, wraparound=False, cdivision=True
"""Classes of players who are the same to a formula.

A kernel, because a round makes some dozens of them, and each takes numpy many passes over few players.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.math cimport floor
from libcpp.vector cimport vector

import numpy as np

ctypedef fused Value:
    uint8_t
    int64_t
    double


cdef inline bint _whole(Value value) noexcept nogil:
    if Value is double:
        return floor(value) == value and -4e18 < value < 4e18
    return True


def coded(const Value[::1] values, int64_t most):
    """Return an upper bound and a number below it for every value, equal for equal ones: int64 (n,).

    The bound is 0 if it would be above ``most``, or if twice a value is no integer. The numbers are
    in the order of the values.
    """
    cdef Py_ssize_t k, n = values.shape[0]
    # Values that are no integers are mostly halves, as scores are.
    cdef Value factor = 2 if Value is double else 1
    cdef int64_t lowest = 0, highest = 0, value
    found = np.empty(n, dtype=np.int64)
    cdef int64_t[::1] code = found
    with nogil:
        for k in range(n):
            if not _whole(factor * values[k]):
                highest = most
                break
            value = <int64_t>(factor * values[k])
            code[k] = value
            lowest, highest = min(lowest, value), max(highest, value)
        if lowest < -most or highest >= most or highest - lowest >= most:
            lowest, highest = 0, -1
        else:
            for k in range(n):
                code[k] -= lowest
    return highest - lowest + 1, found


def numbered(const int64_t[::1] code, Py_ssize_t bound):
    """Return the first player with each code, and every player's code without gaps: int64 (k,), (n,).

    All codes are from 0 to ``bound`` - 1, and the numbers are in their order.
    """
    cdef Py_ssize_t k, c, n = code.shape[0], classes = 0
    cdef vector[int64_t] number
    firsts, numbers = np.empty(min(bound, n), dtype=np.int64), np.empty(n, dtype=np.int64)
    cdef int64_t[::1] first = firsts, to = numbers
    with nogil:
        number.assign(bound, -1)
        for k in range(n - 1, -1, -1):
            number[code[k]] = k
        for c in range(bound):
            if number[c] >= 0:
                first[classes] = number[c]
                number[c] = classes
                classes += 1
        for k in range(n):
            to[k] = number[code[k]]
    return firsts[:classes], numbers


def extent(const uint8_t[:, ::1] applies, const int32_t[::1] number):
    """Return to how many pairs a rule applies, and from where to where with a member of each class.

    Parameters
    ----------
    applies
        Whether it applies to two classes, symmetric (k, k).
    number
        Class of each player, (n,).

    Returns
    -------
    int, (k,) int64, (k,) int64
        The number of pairs of players; the first player to whom it applies together with a member of
        the class, or n; and the last one, or -1.
    """
    cdef Py_ssize_t k, a, b, n = number.shape[0], classes = applies.shape[0]
    cdef int64_t count = 0, alone = 0
    cdef vector[int64_t] size, least, most
    firsts, lasts = np.full(classes, n), np.full(classes, -1)
    cdef int64_t[::1] first = firsts, last = lasts
    with nogil:
        size.assign(classes, 0)
        least.assign(classes, n)
        most.assign(classes, -1)
        for k in range(n):
            size[number[k]] += 1
            least[number[k]] = min(least[number[k]], k)
            most[number[k]] = k
        for a in range(classes):
            for b in range(classes):
                if applies[a, b]:
                    count += size[a] * size[b]
                    first[a], last[a] = min(first[a], least[b]), max(last[a], most[b])
            if applies[a, a]:
                alone += size[a]
    return (count - alone) // 2, firsts, lasts


def pairs_met(const int64_t[:, ::1] opponents):
    """Return all pairs i < j that have met, by i and then by j, each once: two int64 arrays.

    Parameters
    ----------
    opponents
        Opponent of each player in each round, (n, rounds); -1 for none.
    """
    cdef Py_ssize_t i, r, later, k, begin, found = 0, rounds = opponents.shape[1]
    cdef int64_t j
    one, other = np.empty((2, opponents.shape[0] * rounds), dtype=np.int64)
    cdef int64_t[::1] ones = one, others = other
    with nogil:
        for i in range(opponents.shape[0]):
            begin = found
            for r in range(rounds):
                j = opponents[i, r]
                if j <= i:
                    continue
                k = begin
                while k < found and others[k] < j:
                    k += 1
                if k < found and others[k] == j:
                    continue
                # His opponents so far are few, and are kept in order.
                for later in range(found, k, -1):
                    others[later] = others[later - 1]
                ones[found], others[k] = i, j
                found += 1
    return one[:found], other[:found]
