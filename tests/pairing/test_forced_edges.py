"""Whether forced edges leave a single matching, against all matchings of small graphs."""

from __future__ import annotations

import numpy as np
import pytest

from fastpair._kernels import forced_edges
from profiles import sampled


def matchings(edges, taken=frozenset()):
    """All sets of edges without a common vertex."""
    if not edges:
        yield []
        return
    (i, j), *others = edges
    yield from matchings(others, taken)
    if not {i, j} & taken:
        for some in matchings(others, taken | {i, j}):
            yield [(i, j), *some]


def keeps(matching, must, sets):
    """Whether a matching holds one edge of each exact cut, and of the others one at most."""
    matched = {v for edge in matching for v in edge}
    leaving = [sum((i in each) != (j in each) for i, j in matching) for each in sets]
    return all(v in matched for v in np.flatnonzero(must)) and all(
        count == 1 or (count == 0 and not must[list(each)].all())
        for count, each in zip(leaving, sets, strict=True)
    )


def decide(n, edges, sets, must):
    first, second = np.array(edges, np.int64).reshape(-1, 2).T.copy()
    members = np.array([v for each in sets for v in each], np.int64)
    starts = np.cumsum([0, *map(len, sets)])
    exact = np.array([*must, *(must[list(each)].all() for each in sets)], bool)
    return forced_edges.decide(first, second, members, starts, exact.view(np.uint8))


@pytest.mark.parametrize("seed", range(sampled(200)))
def test_a_graph_that_is_decided_has_one_matching(seed):
    rng = np.random.default_rng([36, seed])
    n = int(rng.integers(2, 9))
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]
    edges = [pair for pair in pairs if rng.random() < rng.choice([0.2, 0.4])]
    must = rng.random(n) < rng.choice([0.5, 1])
    start = int(rng.integers(0, n))
    sets = [range(start, min(n, start + 3))] if rng.integers(2) else []
    found = [each for each in matchings(edges) if keeps(each, must, sets)]
    if found and decide(n, edges, sets, must):
        assert len(found) == 1


def test_paths_are_decided_and_circles_are_not():
    path = [(k, k + 1) for k in range(5)]
    must = np.ones(6, bool)
    assert decide(6, path, [], must)
    assert not decide(6, [*path, (0, 5)], [], must)
    assert decide(6, [*path, (0, 5), (0, 2)], [range(3)], must) is False
    assert decide(6, [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (3, 5)], [range(3)], must)
    assert not decide(6, path, [], np.zeros(6, bool))
    assert decide(2, [], [], np.zeros(2, bool))
