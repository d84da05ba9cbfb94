"""The passes over matrices on levels, held equal to numpy."""

from __future__ import annotations

import numpy as np
import pytest

import graphs
from fastpair import _engine
from fastpair.matching import max_weight_matching, verify


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

    if n:
        total, spans = _engine.compose(levels, allowed, (1000, 3), 7)
        assert (total == 1000 * levels[0] + 3 * levels[1] - 7).all()
        assert spans == [span for _, span in found]
        assert (_engine.compose(levels, None, (1000, 3), 2**64 - 7)[0] == total + 14).all()

    total = 1000 * levels[0] + 3 * levels[1]
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


def levels_that_begin_alike():
    """Weights in the last rows that the first ones do not hold."""
    levels = np.array([np.zeros((40, 40)), np.ones((40, 40)), np.zeros((40, 40))], np.int64)
    levels[0, 20, 21] = levels[0, 21, 20] = 1
    levels[1, 30:, 30:] = 1000
    return levels


def test_spans_are_those_of_all_rows():
    levels = levels_that_begin_alike()
    matching = max_weight_matching(levels=levels, maxcardinality=True)
    assert matching.levels == (1, 15 + 5 * 1000, 0)
    verify(None, matching, levels=levels, maxcardinality=True)
    levels[1, 30:, 30:] = 2**60
    matching = max_weight_matching(levels=levels, maxcardinality=True)
    assert matching.levels == (1, 15 + 5 * 2**60, 0)
    assert len(matching.certificate.units) == 1
    verify(None, matching, levels=levels, maxcardinality=True)


@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize(("weight", "error"), [(3, ValueError), (2**61, OverflowError)])
def test_a_level_that_is_refused_is_so_wherever_it_is_read(level, weight, error):
    levels = levels_that_begin_alike()
    levels[level, 35, 36] = weight
    if error is OverflowError:
        levels[level, 36, 35] = weight
    with pytest.raises(error, match=r"cell.* \(35, 36\)"):
        max_weight_matching(levels=levels, maxcardinality=True)
