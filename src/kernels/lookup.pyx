# cython: freethreading_compatible=True
# cython: boundscheck=False, wraparound=False, cdivision=True
"""Weights that are looked up by the classes of two players, for a part of a matrix.

A kernel, because numpy has no gather that adds, and none that stops at the diagonal.

A part has the rows of some players and the columns of consecutive ones, from ``left`` on. If it is of
the upper half, nothing is written at the diagonal and to the left of it.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector

import numpy as np

cdef enum:
    _TILE = 8  # numbers of a line of the cache

cdef double _ROUNDING = 6755399441055744.0  # 1.5 * 2^52


cdef struct _Shares:
    const int64_t* share
    Py_ssize_t classes
    const int32_t* number
    const int32_t* one
    const int32_t* other
    const uint8_t* applies
    Py_ssize_t conditions
    const int32_t* condition
    int64_t otherwise


@cython.final
cdef class Lookup:
    """Shares of pairs by class: ``where(applies[c, c], share[number, number, agreement], otherwise)``.

    The agreement is 2 for equals in ``one``, and 1 more for equals in ``other``; without these
    columns it is 0, and shares have no other.
    """

    cdef const int64_t[:, :, ::1] share
    cdef const int32_t[::1] number
    cdef const int32_t[::1] one
    cdef const int32_t[::1] other
    cdef const uint8_t[:, ::1] applies
    cdef const int32_t[::1] condition
    cdef _Shares shares

    def __init__(
        self,
        const int64_t[:, :, ::1] share,
        const int32_t[::1] number,
        columns,
        const uint8_t[:, ::1] applies,
        const int32_t[::1] condition,
        int64_t otherwise,
    ):
        self.share, self.number, self.applies, self.condition = share, number, applies, condition
        self.shares.share, self.shares.classes = &share[0, 0, 0], share.shape[0]
        self.shares.number = &number[0]
        self.shares.one = self.shares.other = NULL
        if columns:
            self.one, self.other = columns
            self.shares.one, self.shares.other = &self.one[0], &self.other[0]
        self.shares.applies, self.shares.conditions = &applies[0, 0], applies.shape[0]
        self.shares.condition = &condition[0]
        self.shares.otherwise = otherwise


cdef inline Py_ssize_t _begin(Py_ssize_t i, Py_ssize_t left, bint upper) noexcept nogil:
    """The first column of row i that is written."""
    return i + 1 if upper and i >= left else left


cdef void _add(
    _Shares of, Py_ssize_t i, Py_ssize_t begin, Py_ssize_t left, Py_ssize_t right, int64_t* total
) noexcept nogil:
    """Add the shares of player i with those from begin on; total is that of the first, at left."""
    cdef Py_ssize_t j, k, some = 0
    cdef const int32_t* number = of.number
    cdef const int32_t* one = of.one
    cdef const int32_t* other = of.other
    cdef const int32_t* condition = of.condition
    cdef int64_t mask, otherwise = of.otherwise
    cdef Py_ssize_t width = 1 if one == NULL else 4
    cdef const int64_t* share = of.share + width * of.classes * number[i]
    cdef const uint8_t* applies = of.applies + of.conditions * condition[i]
    for k in range(of.conditions):
        some += applies[k]
    if some == 0:
        for j in range(begin if otherwise else right, right):
            total[j - left] += otherwise
    elif one != NULL:
        for j in range(begin, right):
            # No branch: nothing predicts it.
            mask = -<int64_t>applies[condition[j]]
            total[j - left] += otherwise + (
                (share[4 * number[j] + 2 * (one[j] == one[i]) + (other[j] == other[i])] - otherwise)
                & mask
            )
    elif some == of.conditions:
        for j in range(begin, right):
            total[j - left] += share[number[j]]
    else:
        for j in range(begin, right):
            mask = -<int64_t>applies[condition[j]]
            total[j - left] += otherwise + ((share[number[j]] - otherwise) & mask)


def look_up(
    int64_t[:, ::1] total,
    const int64_t[::1] rows,
    Py_ssize_t left,
    bint upper,
    int64_t constant,
    list lookups,
):
    """Write to a part a constant and all shares."""
    cdef Py_ssize_t r, i, j, begin, right = left + total.shape[1]
    cdef vector[_Shares] shares
    cdef Lookup found
    cdef Py_ssize_t k
    for found in lookups:
        shares.push_back(found.shares)
    with nogil:
        for r in range(rows.shape[0]):
            i = rows[r]
            begin = _begin(i, left, upper)
            for j in range(begin, right):
                total[r, j - left] = constant
            for k in range(<Py_ssize_t>shares.size()):
                _add(shares[k], i, begin, left, right, &total[r, 0])


def pairs_of(const uint8_t[:, ::1] applies, const int32_t[::1] condition, Py_ssize_t count):
    """The ``count`` pairs i < j that a rule applies to, by i: two int64 arrays.

    That is ``nonzero(triu(applies[condition][:, condition], 1))``, but those of one i are in the
    order of their classes.
    """
    cdef Py_ssize_t c, k, i, found = 0
    sizes = np.bincount(condition, minlength=applies.shape[0])
    stops = np.cumsum(sizes)
    cdef const int64_t[::1] member = np.argsort(condition, kind="stable").astype(np.int64)
    cdef const int64_t[::1] stop = stops
    cdef int64_t[::1] begin = stops - sizes
    one, other = np.empty(count, dtype=np.int64), np.empty(count, dtype=np.int64)
    cdef int64_t[::1] ones = one, others = other
    with nogil:
        for i in range(condition.shape[0]):
            # Only later players are left of his class.
            begin[condition[i]] += 1
            for c in range(applies.shape[0]):
                if applies[condition[i], c]:
                    for k in range(begin[c], stop[c]):
                        ones[found], others[found] = i, member[k]
                        found += 1
    return one, other


def add_listed(
    int64_t[:, ::1] total,
    const int64_t[::1] i,
    const int64_t[::1] j,
    const int64_t[::1] share,
):
    """Add shares to a list of pairs."""
    cdef Py_ssize_t k
    with nogil:
        for k in range(i.shape[0]):
            total[i[k], j[k]] += share[k]


def add_product(
    int64_t[:, :] total,
    const int64_t[::1] rows,
    Py_ssize_t left,
    bint upper,
    double coefficient,
    const double[:, ::1] table,
    const int32_t[::1] number,
    const double[:, ::1] other_table,
    const int32_t[::1] other_number,
    const double[:, ::1] evaluated,
    const uint8_t[:, ::1] applies,
    const int32_t[::1] condition,
    int64_t otherwise,
):
    """Add to a part products of two or three factors.

    That is ``rint(table[number, number] * other_table[...] * evaluated * coefficient)`` less
    ``otherwise`` where the condition applies. ``evaluated`` is of the part; it may be empty.
    """
    cdef Py_ssize_t r, i, j, right = left + total.shape[1]
    cdef const double* values
    cdef const double* other_values
    cdef const uint8_t* conditions
    cdef bint three = evaluated.shape[0] > 0
    cdef double product
    cdef int64_t mask
    with nogil:
        for r in range(rows.shape[0]):
            i = rows[r]
            values = &table[number[i], 0]
            other_values = &other_table[other_number[i], 0]
            conditions = &applies[condition[i], 0]
            for j in range(_begin(i, left, upper), right):
                product = values[number[j]] * other_values[other_number[j]]
                if three:
                    product = product * evaluated[r, j - left]
                # Nearest integer, ties to even, of anything up to 2^51 in size.
                product = (product * coefficient + _ROUNDING) - _ROUNDING
                mask = -<int64_t>conditions[condition[j]]
                total[r, j - left] += (<int64_t>product - otherwise) & mask


def add_sides(
    int64_t[:, ::1] total,
    const int64_t[::1] rows,
    Py_ssize_t left,
    bint upper_half,
    const int64_t[::1] upper,
    const int64_t[::1] lower,
    const uint8_t[:, ::1] applies,
    const int32_t[::1] condition,
    int64_t otherwise,
):
    """Add to a part a value of the player who comes first and one of the other.

    That is ``upper[i] + lower[j]`` for i before j, less ``otherwise``, where the condition applies.
    """
    cdef Py_ssize_t r, i, j, first, right = left + total.shape[1]
    cdef const uint8_t* conditions
    cdef int64_t value
    with nogil:
        for r in range(rows.shape[0]):
            i = rows[r]
            conditions = &applies[condition[i], 0]
            first = _begin(i, left, True)
            if not upper_half:
                value = lower[i] - otherwise
                for j in range(left, min(first, right)):
                    total[r, j - left] += (value + upper[j]) & -<int64_t>conditions[condition[j]]
            value = upper[i] - otherwise
            for j in range(first, right):
                total[r, j - left] += (value + lower[j]) & -<int64_t>conditions[condition[j]]


def mirror(int64_t[:, ::1] total, Py_ssize_t first, Py_ssize_t last):
    """Copy some rows of the upper half of a square matrix to columns of the lower one.

    The fewer rows, the better they stay in the cache.
    """
    cdef Py_ssize_t i, j, tile, left, n = total.shape[0]
    with nogil:
        for j in range(first, last):
            for i in range(first, j):
                total[j, i] = total[i, j]
        for tile in range((n - last + _TILE - 1) // _TILE):
            left = last + tile * _TILE
            for j in range(left, min(left + _TILE, n)):
                for i in range(first, last):
                    total[j, i] = total[i, j]
