"""The passes over matrices on levels, held equal to numpy."""

from __future__ import annotations

import numpy as np
import pytest

import graphs
from fastpair import _engine


@pytest.mark.parametrize("masked", [True, False])
@pytest.mark.parametrize("n", [0, 1, 2, 31, 70])
def test_passes_equal_numpy(n, masked):
    rng = np.random.default_rng([n, masked])
    levels = [graphs.symmetric(rng.integers(-size, size + 1, (n, n))) for size in (1, 50)]
    allowed = graphs.symmetric(rng.random((n, n)) < 0.5) if masked else None
    if n:
        levels[0][0, 0] = 10**9  # the diagonal holds no edges
    edges = np.triu(np.ones((n, n), bool) if allowed is None else allowed, 1)

    found = _engine.survey_levels(levels, allowed)
    some = [level[edges] for level in levels]
    assert found == [(True, (each.min(), each.max()) if len(each) else None) for each in some]

    total = _engine.compose(levels, (1000, 3), 7)
    assert (total == 1000 * levels[0] + 3 * levels[1] - 7).all()
    assert (_engine.compose(levels, (1000, 3), 2**64 - 7) == total + 14).all()

    duals = rng.integers(-900, 900, n)
    slack = duals[:, None] + duals - 2 * total
    places = _engine.tight_edges(total, allowed, duals)
    assert places.tolist() == np.flatnonzero(edges & (slack <= 0)).tolist()


@pytest.mark.parametrize("cell", [(0, 1), (69, 3)])
def test_cells_that_differ_are_noticed(cell):
    level = np.zeros((70, 70), np.int64)
    level[cell] = 1
    found = _engine.survey_levels([level, level + level.T], None)
    assert [symmetric for symmetric, _ in found] == [False, True]
    assert _engine.survey_levels([level], np.zeros((70, 70), bool)) == [(True, None)]
    one_way = np.ones((70, 70), bool)
    one_way[cell] = False
    assert not _engine.survey_levels([level], one_way)[0][0]
