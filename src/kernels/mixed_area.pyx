# cython: boundscheck=False, wraparound=False, cdivision=True
"""The algorithm of mixed areas [K15 6.1].

A kernel, because every seed depends on the ones before. ``fastpair.weights.papers.area`` is its
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


cdef void _seed(
    const int64_t[::1] member,
    int64_t[::1] front,
    int64_t[::1] size,
    int64_t[::1] sets,
    int64_t[::1] seeds,
    bint switch,
) noexcept nogil:
    """Follow the steps MA1 to MA4 until one of them halts."""
    cdef Py_ssize_t i, count = sets.shape[0]
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
        if count < 2 or max(largest, size[used]) < 2:
            return
        if size[used] < largest + switch:
            seed += 1
            if size[used] > 0:
                for i in range(count - 1):
                    sets[i] = sets[i + 1]
                sets[count - 1] = used


def mixed_area_seeds(areas, bint switch):
    """Seeds of the players of a shuffled group by their areas; 0 for whoever is left."""
    _, first, number, size = np.unique(
        areas, return_index=True, return_inverse=True, return_counts=True
    )
    member = np.argsort(number, kind="stable")
    front = np.cumsum(size) - size
    sets = np.argsort(first)
    seeds = np.zeros(len(areas), dtype=np.int64)
    _seed(member, front, size, sets, seeds, switch)
    return seeds
