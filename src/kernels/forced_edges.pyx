# cython: freethreading_compatible=True
# cython: boundscheck=False, wraparound=False, cdivision=True
"""Edges that are forced, one after the other.

A kernel, because each edge may force the next.
"""

from libc.stdint cimport int64_t, uint8_t
from libcpp.vector cimport vector


cdef struct Groups:
    vector[int64_t] start
    vector[int64_t] values


cdef void group(
    Groups& to, const vector[int64_t]& keys, const vector[int64_t]& values, size_t count
) noexcept nogil:
    """Put the values of each key together."""
    cdef size_t k
    to.start.assign(count + 1, 0)
    to.values.resize(keys.size())
    for k in range(keys.size()):
        to.start[keys[k]] += 1
    for k in range(1, count + 1):
        to.start[k] += to.start[k - 1]
    for k in range(keys.size()):
        to.start[keys[k]] -= 1
        to.values[to.start[keys[k]]] = values[k]


def decide(
    const int64_t[::1] first,
    const int64_t[::1] second,
    const int64_t[::1] members,
    const int64_t[::1] starts,
    const uint8_t[::1] exact,
):
    """Return whether forced edges leave nothing to choose.

    The edges at a vertex are a cut, and so are those that leave set number k, which holds
    ``members[starts[k] : starts[k + 1]]``. A matching holds one edge of each exact cut, and of the
    others one at most; vertices come first in ``exact``, and then the sets. The only edge that is
    left in an exact cut is forced, and takes the others of all its cuts away.
    """
    cdef size_t edges = first.shape[0], sets = starts.shape[0] - 1, cuts = exact.shape[0]
    cdef size_t left = edges, k, i, j, c, one, other
    cdef vector[int64_t] keys, values, holder, count, waiting
    cdef vector[uint8_t] away
    cdef Groups edges_of, cuts_of
    with nogil:
        for k in range(edges):
            keys.push_back(first[k])
            keys.push_back(second[k])
            values.push_back(k)
            values.push_back(k)
        group(edges_of, keys, values, cuts)
        holder.assign(cuts, -1)
        for k in range(sets):
            for i in range(starts[k], starts[k + 1]):
                holder[members[i]] = k
            for i in range(starts[k], starts[k + 1]):
                for j in range(edges_of.start[members[i]], edges_of.start[members[i] + 1]):
                    one = edges_of.values[j]
                    if holder[first[one]] != holder[second[one]]:
                        keys.push_back(cuts - sets + k)
                        values.push_back(one)
            for i in range(starts[k], starts[k + 1]):
                holder[members[i]] = -1
        group(edges_of, keys, values, cuts)
        group(cuts_of, values, keys, edges)
        away.resize(edges)
        for c in range(cuts):
            count.push_back(edges_of.start[c + 1] - edges_of.start[c])
            if exact[c] and count[c] == 1:
                waiting.push_back(c)
        while not waiting.empty():
            c = waiting.back()
            waiting.pop_back()
            k = edges_of.start[c]
            while k < <size_t>edges_of.start[c + 1] and away[edges_of.values[k]]:
                k += 1
            if k == <size_t>edges_of.start[c + 1]:  # it has been taken
                continue
            one = edges_of.values[k]
            away[one] = True
            left -= 1
            for i in range(cuts_of.start[one], cuts_of.start[one + 1]):
                c = cuts_of.values[i]
                for j in range(edges_of.start[c], edges_of.start[c + 1]):
                    other = edges_of.values[j]
                    if away[other]:
                        continue
                    away[other] = True
                    left -= 1
                    for k in range(cuts_of.start[other], cuts_of.start[other + 1]):
                        count[cuts_of.values[k]] -= 1
                        if exact[cuts_of.values[k]] and count[cuts_of.values[k]] == 1:
                            waiting.push_back(cuts_of.values[k])
    return left == 0
