# cython: boundscheck=False, wraparound=False, cdivision=True
"""The edges of an adjacency of dicts, as networkx keeps it, with one of their attributes.

A kernel, because a graph with many edges is a heap of small dicts all over the memory: it is read
as fast as the cache can be told beforehand what comes next. ``fastpair.networkx_backend.backend``
is its definition.

The only kernel that does not declare itself compatible with free threading: it borrows what the
dicts hold, which another thread could change meanwhile.
"""

from cpython.dict cimport PyDict_CheckExact, PyDict_GetItemWithError, PyDict_Next
from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_CheckExact
from cpython.long cimport PyLong_AsSsize_t, PyLong_CheckExact
from cpython.object cimport PyObject
from cpython.tuple cimport PyTuple_CheckExact
from cpython.unicode cimport PyUnicode_CheckExact
from libc.stdint cimport int64_t
from libcpp.vector cimport vector

from itertools import islice

import numpy as np


cdef extern from *:
    """
    #if defined(__GNUC__)
    #define fastpair_prefetch(address) __builtin_prefetch(address)
    #else
    #define fastpair_prefetch(address) ((void)(address))
    #endif
    /* The entries of a dict lie apart from it. */
    #define fastpair_keys_of(dict) ((const char *)((PyDictObject *)(dict))->ma_keys)
    """
    void fastpair_prefetch(const void *)
    const char *fastpair_keys_of(PyObject *)


cdef extern from "Python.h":
    long long PyLong_AsLongLongAndOverflow(object, int *) except? -1


cdef enum Kind:
    NONE, INTEGERS, FLOATS


cdef bint _is_plain(object vertex):
    """Whether hashing and comparing the vertex runs no code that could change the graph."""
    if PyLong_CheckExact(vertex) or PyUnicode_CheckExact(vertex):
        return True
    if PyTuple_CheckExact(vertex):
        for part in <tuple>vertex:
            if not _is_plain(part):
                return False
        return True
    return False


cdef Py_ssize_t _later(
    dict neighbours,
    dict index,
    Py_ssize_t own,
    int64_t[::1] second,
    vector[PyObject *]& attributes,
) except -2:
    """Number the neighbours after a vertex, and list the attributes of the edges to them.

    Return how many, or -1 if they want a closer look. The attributes are borrowed: nothing runs
    until they have been read.
    """
    cdef PyObject *vertex
    cdef PyObject *edge
    cdef PyObject *found
    cdef Py_ssize_t position = 0, number, kept = 0
    attributes.clear()
    while PyDict_Next(neighbours, &position, &vertex, &edge):
        if not _is_plain(<object>vertex):
            return -1
        found = PyDict_GetItemWithError(index, <object>vertex)
        if found == NULL:
            raise KeyError(<object>vertex)
        number = PyLong_AsSsize_t(<object>found)
        if number <= own:
            continue
        if kept == second.shape[0]:
            raise ValueError("expected each edge in both directions")
        second[kept] = number
        kept += 1
        fastpair_prefetch(edge)
        fastpair_prefetch(<const char *>edge + 48)
        attributes.push_back(edge)
    return kept


cdef Kind _read(
    vector[PyObject *]& attributes,
    str key,
    Kind kind,
    int64_t[::1] integers,
    double[::1] floats,
) except *:
    """Write the weights of edges; return their kind, NONE if they want a closer look."""
    cdef Py_ssize_t k, count = integers.shape[0]
    cdef PyObject *value
    cdef int beyond = 0
    for k in range(count):
        if not PyDict_CheckExact(<object>attributes[k]):
            return NONE
        fastpair_prefetch(fastpair_keys_of(attributes[k]))
        fastpair_prefetch(fastpair_keys_of(attributes[k]) + 64)
    for k in range(count):
        attributes[k] = PyDict_GetItemWithError(<object>attributes[k], key)
        fastpair_prefetch(attributes[k])
    for k in range(count):
        value = attributes[k]
        if value == NULL:
            if kind == FLOATS:
                floats[k] = 1.0
            else:
                integers[k] = 1
        elif kind == INTEGERS and PyLong_CheckExact(<object>value):
            integers[k] = PyLong_AsLongLongAndOverflow(<object>value, &beyond)
            if beyond:
                return NONE
        elif kind == FLOATS and PyFloat_CheckExact(<object>value):
            floats[k] = PyFloat_AS_DOUBLE(<object>value)
        else:
            return NONE
    return kind


cdef Kind _first_kind(dict adjacency, str key):
    """Kind of the first weight among the first edges; a graph may have no weights at all.

    Loops do not count: they are no edges of the result.
    """
    edges = (
        attributes
        for vertex, neighbours in adjacency.items()
        for neighbour, attributes in neighbours.items()
        if neighbour != vertex
    )
    for attributes in islice(edges, 1000):
        if key in attributes:
            return FLOATS if type(attributes[key]) is float else INTEGERS
    return INTEGERS


def weighted_edges(dict adjacency, str key):
    """Vertices numbered in their order, edges from each to the later ones, and their weights.

    Parameters
    ----------
    adjacency
        Dict of dicts of dicts: vertex, neighbour, attributes of the edge, each edge both ways.
    key
        Of the attribute that is the weight; 1 where it is missing.

    Returns
    -------
    tuple of arrays (first, second, weight), or None
        int64, the weights float64 if they are floats. None if a closer look is wanted: at weights
        other than all int of 64 bits or all float, at mappings other than dict, at vertices other
        than int, str and tuples of them.
    """
    if not all(map(_is_plain, adjacency)) or set(map(type, adjacency.values())) - {dict}:
        return None
    cdef dict index = dict(zip(adjacency, range(len(adjacency))))
    cdef Py_ssize_t own, count = 0, kept, most = sum(map(len, adjacency.values())) // 2
    cdef Kind kind = _first_kind(adjacency, key)
    first, second, weights = (np.empty(most, np.int64) for _ in range(3))
    cdef int64_t[::1] firsts = first, seconds = second, integers = weights
    cdef double[::1] floats = weights.view(np.float64)
    cdef vector[PyObject *] attributes
    for own, neighbours in enumerate(adjacency.values()):
        kept = _later(neighbours, index, own, seconds[count:], attributes)
        if kept < 0:
            return None
        firsts[count : count + kept] = own
        kept += count
        if _read(attributes, key, kind, integers[count:kept], floats[count:kept]) == NONE:
            return None
        count = kept
    result = weights[:count]
    return first[:count], second[:count], result.view(np.float64) if kind == FLOATS else result
