# cython: freethreading_compatible=True
# cython: boundscheck=False, wraparound=False, cdivision=True
"""Passes over matrices of weights that stand on levels.

A kernel, because each pass of numpy over all pairs takes as long as a part of the solve.
"""

from libc.stdint cimport INT64_MAX, INT64_MIN, int64_t, uint8_t, uint64_t
from libcpp.vector cimport vector

import numpy as np

cdef Py_ssize_t _TILE = 32


def survey(const int64_t[:, ::1] weights, const uint8_t[:, ::1] allowed):
    """Return the least and the greatest weight of the edges, and whether cells are symmetric."""
    cdef Py_ssize_t n = weights.shape[0], top = 0, left, i, j
    cdef int64_t low = INT64_MAX, high = INT64_MIN, differ = 0, one
    cdef bint masked = allowed is not None
    with nogil:
        while top < n:
            left = top
            while left < n:
                for i in range(top, min(top + _TILE, n)):
                    for j in range(max(left, i + 1), min(left + _TILE, n)):
                        if masked:
                            differ |= allowed[i, j] ^ allowed[j, i]
                            if not allowed[i, j]:
                                continue
                        one = weights[i, j]
                        differ |= one ^ weights[j, i]
                        low = one if one < low else low
                        high = one if one > high else high
                left += _TILE
            top += _TILE
    if low > high:
        low = high = 0
    return low, high, differ == 0


def compose(int64_t[:, ::1] total, list levels, const int64_t[::1] units):
    """Write the sum of all levels, each times its unit, to a matrix.

    Cells that are no edges may hold anything, and wrap.
    """
    cdef Py_ssize_t n = total.shape[0], i, j, k
    cdef const int64_t[:, ::1] level
    cdef vector[const uint64_t*] read
    cdef uint64_t* row
    cdef const uint64_t* other
    cdef uint64_t unit
    if n == 0:
        return
    for level in levels:
        read.push_back(<const uint64_t*>&level[0, 0])
    with nogil:
        for i in range(n):
            row = <uint64_t*>&total[i, 0]
            for j in range(n):
                row[j] = 0
            for k in range(<Py_ssize_t>read.size()):
                unit = <uint64_t>units[k]
                other = read[k] + i * n
                for j in range(n):
                    row[j] += unit * other[j]


def tight(const int64_t[:, ::1] weights, const uint8_t[:, ::1] allowed, const int64_t[::1] duals):
    """Return the ends of the edges that have a slack of 0 or less, the smaller ends first.

    The slack is the one of doubled weights, without the duals of blossoms.
    """
    cdef Py_ssize_t n = weights.shape[0], i, j, k
    cdef bint masked = allowed is not None
    cdef vector[int64_t] first, second
    with nogil:
        for i in range(n):
            for j in range(i + 1, n):
                if duals[i] + duals[j] - 2 * weights[i, j] <= 0 and not (
                    masked and not allowed[i, j]
                ):
                    first.push_back(i)
                    second.push_back(j)
    ends = np.empty((2, first.size()), np.int64)
    cdef int64_t[:, ::1] to = ends
    for k in range(<Py_ssize_t>first.size()):
        to[0, k] = first[k]
        to[1, k] = second[k]
    return ends
