# cython: freethreading_compatible=True
# cython: boundscheck=False, wraparound=False, cdivision=True
"""The algorithm of mixed areas [K15 6.1].

A kernel, because every seed depends on the ones before. ``fastpair.pairing.papers.area`` is its
definition.
"""

from libc.stdint cimport int64_t

import numpy as np


cdef void _sort(int64_t[::1] sets, const int64_t[::1] size, Py_ssize_t count) noexcept nogil:
    """Sort sets by decreasing size; equal ones stay in order."""
    cdef Py_ssize_t i, place
    cdef int64_t chosen
    for i in range(1, count):
        chosen = sets[i]
        place = i
        while place > 0 and size[sets[place - 1]] < size[chosen]:
            sets[place] = sets[place - 1]
            place -= 1
        sets[place] = chosen


cdef Py_ssize_t _sets(
    const int64_t[::1] areas,
    int64_t first,
    int64_t last,
    int64_t[::1] member,
    int64_t[::1] sets,
    int64_t[::1] front,
    int64_t[::1] size,
) noexcept nogil:
    """List the members of each area, the areas in the order of their first members."""
    cdef Py_ssize_t i, count = 0
    cdef int64_t place = first
    for i in range(first, last):
        if size[areas[i]] == 0:
            sets[count] = areas[i]
            count += 1
        size[areas[i]] += 1
    for i in range(count):
        front[sets[i]] = place
        place += size[sets[i]]
    for i in range(first, last):
        member[front[areas[i]]] = i
        front[areas[i]] += 1
    for i in range(count):
        front[sets[i]] -= size[sets[i]]
    return count


cdef void _seed(
    const int64_t[::1] member,
    int64_t[::1] front,
    int64_t[::1] size,
    int64_t[::1] sets,
    Py_ssize_t count,
    int64_t[::1] seeds,
    bint switch,
    bint literal,
) noexcept nogil:
    """Follow the steps MA1 to MA4 until one of them halts."""
    cdef Py_ssize_t i
    cdef int64_t used, smallest, largest, seed = 1
    if count < 2:
        return
    while True:
        _sort(sets, size, count)
        used, smallest = sets[0], sets[count - 1]
        seeds[member[front[used]]] = seed
        front[used] += 1
        size[used] -= 1
        seeds[member[front[smallest] + size[smallest] - 1]] = -seed
        size[smallest] -= 1
        # Only these two have changed, and every set but them keeps its place.
        if size[smallest] == 0:
            count -= 1
        if size[used] == 0:
            count -= 1
            for i in range(count):
                sets[i] = sets[i + 1]
        largest = 0
        for i in range(count):
            if sets[i] != used:
                largest = max(largest, size[sets[i]])
        if count < 2 or (size[used] if literal else max(largest, size[used])) < 2:
            return
        if size[used] < largest + switch:
            seed += 1
            if size[used] > 0:
                for i in range(count - 1):
                    sets[i] = sets[i + 1]
                sets[count - 1] = used


def mixed_area_seeds(
    const int64_t[::1] areas, const int64_t[::1] starts, bint switch, bint literal
):
    """Seeds of the players of shuffled groups by their areas; 0 for whoever is left.

    Group g is ``areas[starts[g]:starts[g + 1]]``; areas are numbered from 0.
    """
    cdef Py_ssize_t g, i, count, n = areas.shape[0]
    cdef Py_ssize_t kinds = max(areas) + 1 if n else 0
    cdef int64_t[::1] member = np.empty(n, dtype=np.int64)
    cdef int64_t[::1] sets = np.empty(kinds, dtype=np.int64)
    cdef int64_t[::1] front = np.zeros(kinds, dtype=np.int64)
    cdef int64_t[::1] size = np.zeros(kinds, dtype=np.int64)
    seeds = np.zeros(n, dtype=np.int64)
    cdef int64_t[::1] found = seeds
    with nogil:
        for g in range(starts.shape[0] - 1):
            count = _sets(areas, starts[g], starts[g + 1], member, sets, front, size)
            _seed(member, front, size, sets, count, found, switch, literal)
            for i in range(starts[g], starts[g + 1]):
                size[areas[i]] = 0
    return seeds
