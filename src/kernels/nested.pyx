# cython: freethreading_compatible=True
# cython: boundscheck=False, wraparound=False, cdivision=True
"""What nested sets of vertices have to do with the edges between them.

A kernel, because a pass of numpy over all edges takes as long as a part of a solve on levels.
"""

from libc.stdint cimport int64_t, uint64_t
from libcpp.bit cimport bit_width

import numpy as np


def least_between(
    const int64_t[:, ::1] least,
    const int64_t[::1] position,
    const int64_t[:] first,
    const int64_t[:] second,
):
    """Return the least gap between pairs of different vertices, or a gap that no set covers.

    Row k of ``least`` holds the least of the 2**k gaps from each place on. No set covers the gaps
    behind those of its first row.
    """
    cdef Py_ssize_t k, pairs = first.shape[0], covered = least.shape[1]
    cdef int64_t start, stop, one, other
    cdef int level
    found = np.empty(pairs, np.int64)
    cdef int64_t[::1] to = found
    with nogil:
        for k in range(pairs):
            start, stop = position[first[k]], position[second[k]]
            if start > stop:
                start, stop = stop, start
            to[k] = 0
            if start == stop:  # a vertex with itself has no gap
                continue
            if stop > covered:
                to[k] = stop - 1
                continue
            level = bit_width(<uint64_t>(stop - start)) - 1
            one, other = least[level, start], least[level, stop - (<int64_t>1 << level)]
            to[k] = one if one < other else other
    return found
