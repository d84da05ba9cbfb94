"""Which matchings count by default, and what is neither true nor false."""

import networkx as nx
import numpy as np
import pytest

from fastpair.matching import (
    Solver,
    kbest_matchings,
    max_weight_b_matching,
    max_weight_matching,
    min_weight_b_matching,
    min_weight_matching,
    verify,
)

PATH = ([0, 1, 2], [1, 2, 3], [2, 5, 2])
MATRIX = np.array([[0, 2, 0, 0], [2, 0, 5, 0], [0, 5, 0, 2], [0, 0, 2, 0]])


def test_the_defaults_are_those_of_networkx():
    graph = nx.Graph()
    graph.add_weighted_edges_from(zip(*PATH, strict=True))
    for own, ours, minimize in (
        (nx.max_weight_matching, max_weight_matching, False),
        (nx.min_weight_matching, min_weight_matching, True),
    ):
        expected = set(map(frozenset, own(graph, backend="networkx")))
        found = ours(PATH)
        assert set(map(frozenset, found.edges.tolist())) == expected
        verify(PATH, found, minimize=minimize)
        ranked = ours(levels=[PATH, PATH])
        assert set(map(frozenset, ranked.edges.tolist())) == expected
        verify(None, ranked, levels=[PATH, PATH], minimize=minimize)


def test_related_functions_have_the_same_defaults():
    losing = -MATRIX - 1
    assert Solver(losing).solve().cardinality == 0
    assert next(kbest_matchings(losing, k=1)).cardinality == 0
    for solve, minimize, count in (
        (max_weight_b_matching, False, 0),
        (min_weight_b_matching, True, 6),
    ):
        weights = losing if not minimize else -losing
        found = solve(weights, 3)
        assert len(found.edges) == count
        verify(weights, found, b=3, minimize=minimize)


@pytest.mark.parametrize("value", ["no", None, 2, 1.0, [True]])
def test_what_is_neither_true_nor_false_is_refused(value):
    found = max_weight_matching(MATRIX)
    wrong = {"maxcardinality": value}
    calls = [
        lambda: max_weight_matching(MATRIX, **wrong),
        lambda: min_weight_matching(PATH, **wrong),
        lambda: max_weight_matching(levels=[MATRIX], **wrong),
        lambda: max_weight_matching(MATRIX, perfect=value),
        lambda: max_weight_matching(MATRIX, bipartite=value),
        lambda: max_weight_matching(MATRIX, exact=value),
        lambda: max_weight_b_matching(MATRIX, 1, **wrong),
        lambda: min_weight_b_matching(MATRIX, 1, **wrong),
        lambda: Solver(MATRIX, **wrong),
        lambda: kbest_matchings(MATRIX, **wrong),
        lambda: verify(MATRIX, [], maxcardinality="no" if value is None else value),
        lambda: verify(MATRIX, found, minimize=value),
    ]
    for call in calls:
        with pytest.raises(TypeError, match=r"^expected True or False as \w+, got .*$"):
            call()


def test_the_truths_of_numpy_are_taken():
    assert max_weight_matching(PATH, maxcardinality=np.bool_(True)).weight == 4


def test_small_graphs_are_matched_exactly_by_priority():
    graph = nx.path_graph(3)
    with nx.config.backend_priority(algos=["fastpair"]):
        assert len(nx.max_weight_matching(graph, exact=True)) == 1
