"""What vertices have in common, against adding up the sets one by one."""

from __future__ import annotations

import numpy as np
import pytest

from fastpair.matching.nesting import Nesting


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
