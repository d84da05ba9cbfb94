"""What vertices have in common, against adding up the sets one by one."""

from __future__ import annotations

import numpy as np
import pytest

from fastpair.matching.verification import Nesting, intervals_of_one


def intervals(rng, start, stop):
    """Some intervals, any two disjoint or one within the other."""
    if stop - start < 2:
        return
    if rng.random() < 0.7:
        yield start, stop
    cut = int(rng.integers(start + 1, stop))
    yield from intervals(rng, start, cut)
    yield from intervals(rng, cut, stop)


@pytest.mark.parametrize("dtype", [np.int64, object])
@pytest.mark.parametrize("seed", range(20))
def test_intervals_of_one_array_have_in_common_what_copies_have(seed, dtype):
    rng = np.random.default_rng([7, seed])
    size = int(rng.integers(2, 60))
    whole = rng.permutation(size)[: int(rng.integers(2, size + 1))]
    whole = whole.copy()
    ends = list(rng.permutation([*intervals(rng, 0, len(whole)), (0, len(whole))]))
    parts = [whole[start:stop] for start, stop in ends]
    values = rng.integers(0, 100, len(parts))
    found = intervals_of_one(parts)
    assert list(zip(found.starts, found.stops, strict=True)) == [tuple(each) for each in ends]
    copies = [part.copy() for part in parts]
    assert intervals_of_one(copies) is None
    i, j = np.nonzero(~np.eye(size, dtype=bool))
    one, other = (Nesting(size, sets, values, np.dtype(dtype)) for sets in (parts, copies))
    assert (one.common(i, j) == other.common(i, j)).all()


def test_parts_that_cross_are_refused():
    whole = np.arange(9)
    with pytest.raises(ValueError, match="overlap"):
        intervals_of_one([whole[1:4], whole[5:8], whole[3:6]])


@pytest.mark.parametrize(
    "sets",
    [
        [],
        [np.arange(3)],
        [np.array([1, 2, 1])[:2]],
        [np.arange(8)[::2]],
        [np.arange(4).astype(np.int32)[:3]],
        [np.arange(9)[:3], np.arange(9)[3:6]],
        [np.arange(9)[3:3]],
        [np.arange(9).view(np.int8)[4:28].view(np.int64)],
    ],
    ids=["none", "whole", "twice", "steps", "narrow", "two arrays", "empty", "not aligned"],
)
def test_what_is_no_part_of_one_array_is_read_one_by_one(sets):
    assert intervals_of_one(sets) is None


def nested_sets(rng, vertices):
    """Some sets of the vertices, any two disjoint or one within the other."""
    if len(vertices) < 2:
        return
    if rng.random() < 0.7:
        yield rng.permutation(vertices)
    cut = int(rng.integers(1, len(vertices)))
    yield from nested_sets(rng, vertices[:cut])
    yield from nested_sets(rng, vertices[cut:])


@pytest.mark.parametrize("dtype", [np.int64, object])
@pytest.mark.parametrize("seed", range(40))
def test_equals_adding_up(seed, dtype):
    rng = np.random.default_rng([6, seed])
    size = int(rng.integers(1, 60))
    sets = list(nested_sets(rng, rng.permutation(size)))
    values = rng.integers(0, 100, len(sets))
    expected = np.zeros((size, size), np.int64)
    for members, value in zip(sets, values, strict=True):
        expected[np.ix_(members, members)] += value
    nesting = Nesting(size, sets, values, np.dtype(dtype))
    i, j = np.nonzero(~np.eye(size, dtype=bool))
    assert (nesting.common(i, j) == expected[i, j]).all()
    for start in range(size - 1):
        stop = int(rng.integers(start + 1, size))
        rows, columns = nesting.order[start:stop], nesting.order[stop:]
        assert (nesting.common_with_rest(start, stop) == expected[np.ix_(rows, columns)]).all()


def test_crossing_sets_are_refused():
    with pytest.raises(ValueError, match="overlap"):
        Nesting(4, [np.array([0, 1, 2]), np.array([2, 3])], np.array([1, 1]), np.dtype(np.int64))
