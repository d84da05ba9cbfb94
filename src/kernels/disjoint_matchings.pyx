# cython: freethreading_compatible=True
# cython: boundscheck=False, wraparound=False, cdivision=True
"""Perfect matchings without a common edge, looked for by depth-first search.

A kernel, because every step depends on the ones before, and there can be very many. Sets of vertices
are the bits of a word.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t, uint64_t

import numpy as np

cdef extern from *:
    """
    #include <bit>
    #include <cstdint>
    static inline int64_t members(uint64_t set) { return std::popcount(set); }
    static inline int64_t lowest(uint64_t set) { return std::countr_zero(set); }
    """
    int64_t members(uint64_t set) noexcept nogil
    int64_t lowest(uint64_t set) noexcept nogil

cdef enum:
    _STEPS_BETWEEN_SIGNALS = 1 << 16


cdef uint64_t one(int64_t vertex) noexcept nogil:
    return (<uint64_t>1) << vertex


cdef bint is_short(
    const uint64_t* neighbours, const uint64_t[::1] present, int64_t round_, int64_t n
) noexcept nogil:
    """Whether a vertex has fewer neighbours than rounds that are left to it."""
    cdef int64_t v, k, rounds
    for v in range(n):
        rounds = 0
        for k in range(round_, present.shape[0]):
            rounds += (present[k] >> v) & 1
        if members(neighbours[v]) < rounds:
            return True
    return False


def matchings(const uint64_t[::1] edges, const uint64_t[::1] present, int64_t most_steps):
    """Look for a perfect matching of each of some sets of vertices, no two with a common edge.

    Rounds of equal sets are interchangeable, so that among those that follow each other only one
    order is looked at: the vertex with the fewest neighbours meets them by their numbers.

    Parameters
    ----------
    edges : (n,) uint64
        Neighbours of each of at most 64 vertices; symmetric, which is not checked.
    present : (r,) uint64
        The vertices that are to be matched in each round.
    most_steps
        How many edges are taken before the search is given up.

    Returns
    -------
    (r, n) int64, bool
        Mate of each vertex in each round, -1 without one, and whether the search came to its end:
        then there are no such matchings if nobody has a mate.
    """
    cdef int64_t n = edges.shape[0], rounds = present.shape[0], steps = 0, depth = 0
    cdef int64_t k = 0, v, w, u, fewest, count, left
    cdef bint ended = False, fresh = True
    cdef uint64_t free, waiting
    cdef uint64_t neighbours[64]
    found = np.full((rounds, n), -1, dtype=np.int64)
    cdef int64_t[:, ::1] mate = found
    # For each edge that was taken: its round, its vertex, and the mates that are still to be tried.
    cdef int64_t[::1] round_of = np.zeros(rounds * n + 1, dtype=np.int64)
    cdef int64_t[::1] vertex_of = np.zeros(rounds * n + 1, dtype=np.int64)
    cdef uint64_t[::1] untried = np.zeros(rounds * n + 1, dtype=np.uint64)
    cdef int64_t[::1] anchor = np.zeros(rounds + 1, dtype=np.int64)
    cdef int64_t[::1] equal = np.zeros(rounds + 1, dtype=np.int64)
    with nogil:
        for v in range(n):
            neighbours[v] = edges[v]
        for k in range(rounds - 1, -1, -1):
            equal[k] = equal[k + 1] + 1 if k + 1 < rounds and present[k] == present[k + 1] else 0
            fewest = 65
            for v in range(n):
                count = members(edges[v] & present[k])
                if (present[k] >> v) & 1 and count < fewest:
                    fewest, anchor[k] = count, v
        k = 0
        while k < rounds and present[k] == 0:
            k += 1
        free = present[k] if k < rounds else 0
        ended = k == rounds
        while not ended and steps < most_steps:
            if fresh:  # a vertex of this round is to be chosen, and its mates are all to be tried
                if free == present[k]:
                    v = anchor[k]
                    untried[depth] = neighbours[v] & free
                    if k > 0 and present[k - 1] == present[k] and mate[k - 1, v] >= 0:
                        untried[depth] &= ~(one(mate[k - 1, v]) | (one(mate[k - 1, v]) - 1))
                    if members(untried[depth]) <= equal[k] or is_short(neighbours, present, k, n):
                        untried[depth] = 0
                else:
                    fewest, waiting, v = 65, free, 0
                    while waiting:
                        u = lowest(waiting)
                        waiting &= waiting - 1
                        count = members(neighbours[u] & free)
                        if count < fewest:
                            fewest, v = count, u
                    untried[depth] = neighbours[v] & free
                round_of[depth], vertex_of[depth] = k, v
            if untried[depth]:
                v = vertex_of[depth]
                w = lowest(untried[depth])
                untried[depth] &= untried[depth] - 1
                neighbours[v] &= ~one(w)
                neighbours[w] &= ~one(v)
                mate[k, v], mate[k, w] = w, v
                free &= ~(one(v) | one(w))
                depth += 1
                fresh = True
                while k < rounds and free == 0:
                    k += 1
                    free = present[k] if k < rounds else 0
                ended = k == rounds
            elif depth > 0:  # the last edge is taken back
                depth -= 1
                left = round_of[depth]
                if left != k:
                    k, free = left, 0
                v = vertex_of[depth]
                w = mate[k, v]
                neighbours[v] |= one(w)
                neighbours[w] |= one(v)
                mate[k, v], mate[k, w] = -1, -1
                free |= one(v) | one(w)
                fresh = False
            else:
                ended = True
            steps += 1
            if steps % _STEPS_BETWEEN_SIGNALS == 0:
                with gil:
                    PyErr_CheckSignals()
    if not ended:
        found.fill(-1)
    return found, ended
