# cython: boundscheck=False, wraparound=False, cdivision=True
"""Weights that are looked up by the classes of two players, for the upper half of a matrix.

A kernel, because numpy has no gather that adds, and none that stops at the diagonal.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t

cdef enum:
    _TILE = 32

cdef double _ROUNDING = 6755399441055744.0  # 1.5 * 2^52


def add_looked_up(
    int64_t[:, ::1] total,
    Py_ssize_t first,
    Py_ssize_t last,
    const int64_t[:, ::1] share,
    const int32_t[::1] number,
    const uint8_t[:, ::1] applies,
    const int32_t[::1] condition,
    int64_t otherwise,
):
    """Add to the rows from first to last, right of the diagonal, the shares of pairs by class.

    That is ``where(applies[condition, condition], share[number, number], otherwise)``.
    """
    cdef Py_ssize_t i, j, n = total.shape[0]
    cdef const int64_t* shares
    cdef const uint8_t* conditions
    cdef int64_t mask
    cdef bint everywhere = applies.shape[0] == 1 and applies[0, 0]
    with nogil:
        for i in range(first, last):
            shares = &share[number[i], 0]
            conditions = &applies[condition[i], 0]
            if everywhere:
                for j in range(i + 1, n):
                    total[i, j] += shares[number[j]]
            else:
                for j in range(i + 1, n):
                    # No branch: nothing predicts it.
                    mask = -<int64_t>conditions[condition[j]]
                    total[i, j] += otherwise + ((shares[number[j]] - otherwise) & mask)


def add_compared(
    int64_t[:, ::1] total,
    Py_ssize_t first,
    Py_ssize_t last,
    const int64_t[:, :, ::1] share,
    const int32_t[::1] number,
    const int32_t[::1] one,
    const int32_t[::1] other,
    const uint8_t[:, ::1] applies,
    const int32_t[::1] condition,
    int64_t otherwise,
):
    """Add to the rows from first to last, right of the diagonal, shares of pairs that agree or not.

    That is ``where(applies[condition, condition], share[number, number, agreement], otherwise)``,
    where the agreement is 2 for equals in ``one``, and 1 more for equals in ``other``.
    """
    cdef Py_ssize_t i, j, n = total.shape[0]
    cdef const int64_t* shares
    cdef const uint8_t* conditions
    cdef int64_t mask
    cdef int32_t own, own_other
    with nogil:
        for i in range(first, last):
            shares = &share[number[i], 0, 0]
            conditions = &applies[condition[i], 0]
            own, own_other = one[i], other[i]
            for j in range(i + 1, n):
                mask = -<int64_t>conditions[condition[j]]
                total[i, j] += otherwise + (
                    (
                        shares[4 * number[j] + 2 * (one[j] == own) + (other[j] == own_other)]
                        - otherwise
                    )
                    & mask
                )


def add_product(
    int64_t[:, ::1] total,
    Py_ssize_t first,
    Py_ssize_t last,
    Py_ssize_t left,
    Py_ssize_t right,
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
    """Add to some rows and columns, right of the diagonal, products of two or three factors.

    That is ``rint(table[number, number] * other_table[...] * evaluated * coefficient)`` less
    ``otherwise`` where the condition applies. ``evaluated`` begins at row ``first`` and column
    ``left``; it may be empty.
    """
    cdef Py_ssize_t i, j
    cdef const double* values
    cdef const double* other_values
    cdef const uint8_t* conditions
    cdef bint three = evaluated.shape[0] > 0
    cdef double product
    cdef int64_t mask
    with nogil:
        for i in range(first, last):
            values = &table[number[i], 0]
            other_values = &other_table[other_number[i], 0]
            conditions = &applies[condition[i], 0]
            for j in range(max(i + 1, left), right):
                product = values[number[j]] * other_values[other_number[j]]
                if three:
                    product = product * evaluated[i - first, j - left]
                # Nearest integer, ties to even, of anything up to 2^51 in size.
                product = (product * coefficient + _ROUNDING) - _ROUNDING
                mask = -<int64_t>conditions[condition[j]]
                total[i, j] += (<int64_t>product - otherwise) & mask


def mirror(int64_t[:, ::1] total, Py_ssize_t first, Py_ssize_t last):
    """Copy the upper half of a square matrix to some rows of the lower one.

    The fewer rows, the better they stay in the cache.
    """
    cdef Py_ssize_t i, j, tile, left
    with nogil:
        for tile in range((last + _TILE - 1) // _TILE):
            left = tile * _TILE
            for i in range(first, last):
                for j in range(left, min(left + _TILE, i)):
                    total[i, j] = total[j, i]
