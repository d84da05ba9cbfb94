# cython: freethreading_compatible=True
# cython: boundscheck=False, wraparound=False, cdivision=True
"""Edges that are forced, one after the other.

A kernel, because each edge may force the next.
"""

from libc.stdint cimport int64_t, uint8_t
from libcpp.vector cimport vector


cdef void group_by(
    const int64_t[::1] key, const int64_t[::1] value, vector[int64_t]& start, vector[int64_t]& rows
) noexcept nogil:
    """Write the values of each key, one after the other, and where those of each key start."""
    cdef Py_ssize_t k
    for k in range(key.shape[0]):
        start[key[k]] += 1
    for k in range(1, <Py_ssize_t>start.size()):
        start[k] += start[k - 1]
    for k in range(key.shape[0]):
        start[key[k]] -= 1
        rows[start[key[k]]] = value[k]


def decide(
    const int64_t[::1] cut, const int64_t[::1] edge, const uint8_t[::1] exact, Py_ssize_t edges
):
    """Return whether forced edges leave nothing to choose.

    A matching holds one edge of each exact cut, and of the others one at most. Edge number
    ``edge[k]`` lies in cut number ``cut[k]``. The only edge that is left in an exact cut is forced,
    and takes the others of all its cuts away.
    """
    cdef Py_ssize_t cuts = exact.shape[0], left = edges, i, j, k
    cdef int64_t c, one, other
    cdef vector[int64_t] edges_start, edges_of, cuts_start, cuts_of, count, waiting
    cdef vector[uint8_t] away
    with nogil:
        edges_start.resize(cuts + 1)
        edges_of.resize(cut.shape[0])
        group_by(cut, edge, edges_start, edges_of)
        cuts_start.resize(edges + 1)
        cuts_of.resize(cut.shape[0])
        group_by(edge, cut, cuts_start, cuts_of)
        away.resize(edges)
        for c in range(cuts):
            count.push_back(edges_start[c + 1] - edges_start[c])
            if exact[c] and count[c] == 1:
                waiting.push_back(c)
        while not waiting.empty():
            c = waiting.back()
            waiting.pop_back()
            k = edges_start[c]
            while k < edges_start[c + 1] and away[edges_of[k]]:
                k += 1
            if k == edges_start[c + 1]:  # it has been taken
                continue
            one = edges_of[k]
            away[one] = True
            left -= 1
            for i in range(cuts_start[one], cuts_start[one + 1]):
                for j in range(edges_start[cuts_of[i]], edges_start[cuts_of[i] + 1]):
                    other = edges_of[j]
                    if away[other]:
                        continue
                    away[other] = True
                    left -= 1
                    for k in range(cuts_start[other], cuts_start[other + 1]):
                        count[cuts_of[k]] -= 1
                        if exact[cuts_of[k]] and count[cuts_of[k]] == 1:
                            waiting.push_back(cuts_of[k])
    return left == 0
