"""Calls that need no conversion, beside the same calls with a conversion, and many graphs at once."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import numpy as np
import pytest

import graphs
from fastpair.matching import (
    Solver,
    SparseSolver,
    UnmatchableError,
    max_weight_matching,
    max_weight_matchings,
    max_weight_mates,
    min_weight_matching,
    verify,
)
from interrupts import POSIX, interrupted


def forms(rng, n):
    """A random graph in all forms that are plain, and others."""
    weights = np.triu(rng.integers(-9, 30, (n, n)), 1)
    weights += weights.T
    i, j = np.triu_indices(n, 1)
    kept = rng.random(len(i)) < 0.7
    edges = i[kept], j[kept], weights[i, j][kept]
    yield from (weights, weights.tolist(), weights * 0.25, (weights * 0.25).tolist())
    yield from (weights.astype(np.int32), np.asfortranarray(weights), weights * 0.1)
    yield from (edges, tuple(array.tolist() for array in edges), (*edges[:2], edges[2] * 0.5))
    yield (*edges[:2], (edges[2] * 0.1).tolist())
    yield tuple(np.stack(edges, axis=1).T)  # columns that lie apart in memory
    yield from (weights[: n // 2], weights[:, : n // 2 + 1] * 0.5)


def held(graph, **options):
    """The first solve of a solver that holds its state."""
    return SparseSolver(graph, **options).solve()


def careful(solve, graph, **options):
    """The same call without the short cut, which takes Python's own booleans alone."""
    careful = {
        name: np.bool_(each) if isinstance(each, bool) else each for name, each in options.items()
    }
    return solve(graph, **careful)


def outcome(solve, *arguments, **options):
    try:
        matching = solve(*arguments, **options)
    except (TypeError, ValueError, OverflowError) as error:
        return type(error), str(error)
    return (
        matching.digest(),
        matching.weight,
        type(matching.weight),
        matching.cardinality,
        matching.unit,
        matching.loss_bound,
        matching.certificate.ground_2x,
    )


@pytest.mark.parametrize("solve", [max_weight_matching, min_weight_matching])
@pytest.mark.parametrize("maxcardinality", [True, False])
@pytest.mark.parametrize("perfect", [True, False])
def test_the_short_cut_changes_nothing(solve, maxcardinality, perfect):
    rng = np.random.default_rng([maxcardinality, perfect])
    options = {"maxcardinality": maxcardinality, "perfect": perfect}
    for n in (2, 4, 5, 8, 13, 40, 41):
        for graph in forms(rng, n):
            assert outcome(solve, graph, **options) == outcome(careful, solve, graph, **options)


@pytest.mark.parametrize("maxcardinality", [True, False])
def test_the_short_cut_to_a_solver_changes_nothing(maxcardinality):
    rng = np.random.default_rng(maxcardinality)
    options = {"maxcardinality": maxcardinality}
    for n in (2, 4, 5, 13, 60):
        for graph in forms(rng, n):
            assert outcome(held, graph, **options) == outcome(careful, held, graph, **options)


@pytest.mark.parametrize(
    "graph",
    [
        [[0, 1], [2, 0]],
        [[0.0, 1.0], [2.0, 0.0]],
        [[0, 2**60 + 1], [2**60 + 1, 0]],
        [[0, 2**64], [2**64, 0]],
        [[0.0, np.nan], [np.nan, 0.0]],
        [[0, 1], [1]],
        [[], []],
        [],
        ([0, 1], [1, 2], [1]),
        ([0], [0], [2**61]),
        ([0], [1], [2**61]),
        ([0, -1], [1, 2], [1, 1]),
        ([0], [2**24], [1]),
        ([0], [2**64], [1]),
        ([0, True], [1, 2], [1, 1]),
        ([0, 1], [1, 2], [1, True]),
        ([0, 1], [1, 2], [1, 0.5]),
        ([0, 1], [1.0, 2.0], [1, 1]),
        ([0, 1], [1, "2"], [1, 1]),
        ([0, 1], [1, 2], None),
        ((0, 1), (1, 2), (1, 1)),
        ([], [], []),
        np.ma.masked_array([[0, 1], [1, 0]], [[0, 1], [0, 0]]),
        [[0, 1, 2], [1, 0, 3], [2, 3, 0]],
        [[0, 1, 5], [1, 2, 7], [2, 3, 9]],
        [[1, 2, 3], [4, 5, 6]],
        np.arange(6).reshape(2, 3),
        np.zeros((0, 0), np.int64),
        np.zeros((1, 1), np.int64),
        np.zeros((2, 0), np.int64),
        7,
    ],
)
def test_what_is_odd_is_taken_or_refused_as_before(graph):
    for solve in (held, max_weight_matching):
        expected = outcome(careful, solve, graph, maxcardinality=True)
        assert outcome(solve, graph, maxcardinality=True) == expected
    if isinstance(expected[0], type):
        expected = expected[0], f"graph 0: {expected[1]}"
    assert outcome(lambda: max_weight_matchings([graph], maxcardinality=True)[0]) == expected


@pytest.mark.parametrize("solve", [max_weight_matching, min_weight_matching, held])
@pytest.mark.parametrize("size", [5, 60])
@pytest.mark.parametrize(
    ("column", "value"),
    [(0, -1), (1, -(2**40)), (0, 2**32 + 1), (1, 60), (2, 2**60 + 1), (2, -(2**63))],
)
def test_what_the_engine_refuses_gets_one_message(solve, size, column, value):
    """Whether the edges are few or as many as those of a matrix, as arrays or as lists."""
    i, j = np.triu_indices(size, 1)
    edges = i, j, i + j
    edges[column][-1] = value
    for form in (edges, tuple(array.tolist() for array in edges)):
        expected = outcome(careful, solve, form, n=size, maxcardinality=True)
        assert isinstance(expected[0], type)
        assert outcome(solve, form, n=size, maxcardinality=True) == expected


@pytest.mark.parametrize("solve", [max_weight_matching, held])
@pytest.mark.parametrize("n", [-1, 2, 4, 7, 2**25, True, 4.0, None])
def test_the_number_of_vertices(solve, n):
    path = ([0, 1, 2], [1, 2, 3], [2, 5, 2])
    expected = outcome(solve, path, n=n, maxcardinality=np.False_)
    assert outcome(solve, path, n=n) == expected


def test_a_perfect_matching_is_asked_for_or_refused():
    star = ([0, 0, 0], [1, 2, 3], [4, 5, 6])
    for solve, left in ((max_weight_matching, "1, 2"), (min_weight_matching, "2, 3")):
        with pytest.raises(UnmatchableError, match=f"leaves 2 of 4 vertices over: {left}"):
            solve(star, perfect=True)
    with pytest.raises(TypeError, match="True or False as maxcardinality"):
        max_weight_matching(star, maxcardinality=[], perfect=True)


def test_an_array_that_is_solved_is_not_changed():
    weights = np.array([[0, 6, 5, 1], [6, 0, 4, 9], [5, 4, 0, 7], [1, 9, 7, 0]])
    before = weights.copy()
    matching = min_weight_matching(weights)
    assert (weights == before).all()
    with pytest.raises(ValueError, match="read-only"):
        matching.mate[0] = 3


def test_results_are_like_any_other():
    matching = max_weight_matching([[0, 6, 5, 1], [6, 0, 4, 9], [5, 4, 0, 7], [1, 9, 7, 0]])
    assert repr(matching) == "<Matching: n=4, cardinality=2, weight=14>"
    assert matching.levels == matching.further == matching.forced == matching.forbidden == ()
    assert matching.certificate.units == (1,)
    with pytest.raises(AttributeError):
        matching.weight = 3


ODD = [[0, 6, 5], [6, 0, 7], [5, 7, 0]]


@pytest.mark.parametrize(
    "solve",
    [
        lambda: max_weight_matching(ODD, maxcardinality=True),
        lambda: max_weight_matching(np.array(ODD), maxcardinality=True),
        lambda: min_weight_matching(np.array(ODD) / 3),
        lambda: max_weight_matching(levels=[ODD, ODD], maxcardinality=True),
        lambda: Solver(ODD, maxcardinality=True).solve(),
        lambda: Solver(ODD).price_table(),
        lambda: max_weight_matching(ODD).certificate,
    ],
)
@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda found: pickle.loads(pickle.dumps(found))]
)
def test_a_result_is_a_value_that_nothing_changes(solve, again):
    found = solve()
    same = again(found)
    assert found == same == solve()
    assert hash(found) == hash(same)
    assert found != max_weight_matching(np.array(ODD) + 1)
    assert found != repr(found)
    for result in (found, same):
        parts = [getattr(result, field.name) for field in dataclasses.fields(result)]
        parts += proof_arrays(result)
        arrays = [part for part in parts if isinstance(part, np.ndarray)]
        assert arrays
        assert not any(array.flags.writeable for array in arrays)


def proof_arrays(result):
    """The arrays of the proofs of a matching."""
    for proof in getattr(result, "certificates", ()):
        yield from (proof.vertex_duals_2x, proof.blossom_duals_2x, *proof.blossoms)


@pytest.mark.parametrize("solve", [max_weight_matching, min_weight_matching, Solver])
@pytest.mark.parametrize(
    ("edges", "name"),
    [
        (lambda rows: (row for row in rows), "generator"),
        (set, "set"),
        (lambda rows: {row[:2]: row[2] for row in rows}, "dict"),
        (lambda rows: {row[:2]: row[2] for row in rows}.items(), "dict_items"),
        (lambda rows: zip(*rows, strict=True), "zip"),
    ],
)
def test_what_is_no_array_is_named_with_what_is_expected(solve, edges, name):
    expected = rf"lists as weights, got {name}; edges are three lists \(i, j, weight\), such as "
    with pytest.raises(TypeError, match=expected) as error:
        solve(edges([(0, 1, 5), (1, 2, 7)]))
    if name in {"set", "dict"}:
        hint = str(error.value).rpartition("such as ")[2]
        given = eval(hint, {"edges": edges([(0, 1, 5), (1, 2, 7)])})
        assert max_weight_matching(given).weight == 7
    with pytest.raises(TypeError, match="as j, got set"):
        solve(([0], {1}, [2]))


# ---- Many graphs ----


@pytest.mark.parametrize("threads", [None, 1, 2, 3, 100])
@pytest.mark.parametrize("maxcardinality", [True, False])
def test_many_graphs_are_solved_as_each_of_them(threads, maxcardinality):
    rng = np.random.default_rng(5)
    given = [graph for n in (2, 5, 8, 16, 33, 60) for graph in forms(rng, n)]
    found = max_weight_matchings(iter(given), maxcardinality=maxcardinality, threads=threads)
    assert len(found) == len(given)
    for graph, matching in zip(given, found, strict=True):
        alone = max_weight_matching(graph, maxcardinality=maxcardinality)
        assert (matching.digest(), matching.weight) == (alone.digest(), alone.weight)
        verify(graph, matching, maxcardinality=maxcardinality)


def test_many_graphs_are_the_best():
    rng = np.random.default_rng(6)
    many = [graphs.random_graph(rng, 8) for _ in range(300)]
    found = max_weight_matchings(
        [graph.edge_list for graph in many], maxcardinality=True, threads=2
    )
    for graph, matching in zip(many, found, strict=True):
        best = graphs.exhaustive(graph, maxcardinality=True)
        assert (matching.cardinality, matching.weight) == best


@POSIX
def test_many_graphs_can_be_interrupted():
    preparation = """
import numpy as np
from fastpair.matching import max_weight_matchings
weights = np.random.default_rng(1).integers(0, 1000, (100, 100))
graphs = [weights + weights.T] * 200_000
"""
    output, errors = interrupted(preparation, "max_weight_matchings(graphs, threads=2)")
    assert "KeyboardInterrupt" in errors
    assert "done" not in output


def test_one_graph_and_many_have_one_default():
    """Who relied on the other one is warned, where it makes a difference."""
    path, edge = ([0, 1, 2], [1, 2, 3], [2, 5, 2]), ([0], [1], [1])
    with pytest.warns(DeprecationWarning, match="state maxcardinality") as said:
        found = max_weight_matchings([edge, path])
    assert said[0].filename == __file__
    assert [each.weight for each in found] == [max_weight_matching(g).weight for g in (edge, path)]
    assert max_weight_matchings([edge])[0].weight == 1
    found = max_weight_matchings([path], maxcardinality=False, threads=np.int64(1))
    assert found[0].weight == 5


def test_no_graphs_have_no_matchings():
    assert max_weight_matchings([]) == []


def test_the_first_graph_that_is_refused_is_named():
    edge = ([0], [1], [1])
    asymmetric = np.array([[0, 1], [2, 0]])
    with pytest.raises(ValueError, match=r"graph 2: .*not symmetric.*cells \(0, 1\) and"):
        max_weight_matchings([edge, edge, asymmetric, ([0], [1], [2**61])])
    with pytest.raises(OverflowError, match="graph 1: the weight of edge 0 is beyond 2"):
        max_weight_matchings([edge, ([0], [1], [2**61])], threads=2)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"threads": 0}, ValueError),
        ({"threads": 1.5}, TypeError),
        ({"maxcardinality": 2}, TypeError),
    ],
)
def test_options_that_are_none(options, error):
    with pytest.raises(error):
        max_weight_matchings([], **options)


# ---- Many graphs as arrays ----


def flat(many):
    """The edges of many graphs as arrays, where they begin, and the numbers of vertices."""
    edges = [graph.edge_list for graph in many]
    offsets = np.cumsum([0, *(len(each[0]) for each in edges)])
    arrays = tuple(np.concatenate(part) for part in zip(*edges, strict=True))
    return arrays, {"offsets": offsets, "n": [len(graph) for graph in many]}


@pytest.mark.parametrize("threads", [None, 1, 2])
@pytest.mark.parametrize("maxcardinality", [True, False])
def test_mates_of_many_graphs_are_those_of_each(threads, maxcardinality):
    rng = np.random.default_rng(7)
    many = [graphs.random_graph(rng, 40) for _ in range(150)]
    arrays, parts = flat(many)
    found = max_weight_mates(arrays, **parts, maxcardinality=maxcardinality, threads=threads)
    alone = [
        max_weight_matching(graph.edge_list, n=len(graph), maxcardinality=maxcardinality).mate
        for graph in many
    ]
    assert found.tolist() == np.concatenate(alone).tolist()


@pytest.mark.parametrize("maxcardinality", [True, False])
@pytest.mark.parametrize("factor", [1, 0.25, np.pi])
def test_mates_of_many_matrices_are_the_best(maxcardinality, factor):
    rng = np.random.default_rng(8)
    weights = np.array([graphs.uniform(rng, 7, 20) for _ in range(60)])
    given = weights * factor
    given[:, range(7), range(7)] = np.nan if factor != 1 else 2**62  # which is not read
    mates = max_weight_mates(given, maxcardinality=maxcardinality)
    for matrix, mate in zip(weights, mates, strict=True):
        pairs, best = graphs.exhaustive(
            graphs.Graph(matrix, ~np.eye(7, dtype=bool)), maxcardinality=maxcardinality
        )
        first = np.flatnonzero(mate > np.arange(7))
        assert (mate[mate[first]] == first).all()
        assert matrix[first, mate[first]].sum() == best
        assert len(first) == pairs or not maxcardinality


@pytest.mark.parametrize("maxcardinality", [True, False])
@pytest.mark.parametrize("n", [3, 4, 9, 31, 47, 48, 49])
def test_all_pairs_have_one_answer_in_every_form(n, maxcardinality):
    """Also where many matchings are the best: from 48 vertices on, edges are solved as a matrix."""
    rng = np.random.default_rng(n)
    first, second = np.triu_indices(n, 1)
    for most in (1, 3, 1000):
        weights = np.zeros((2, n, n), np.int64)
        weights[:, first, second] = rng.integers(-most, most + 1, (2, len(first)))
        weights += weights.transpose(0, 2, 1)
        mates = []
        for matrix in weights:
            edges = first, second, matrix[first, second]
            forms = [matrix, matrix.tolist(), matrix.astype(np.int32), matrix * 0.5, edges]
            for form in forms:
                matching = max_weight_matching(form, maxcardinality=maxcardinality)
                verify(form, matching, maxcardinality=maxcardinality)
                mates.append(matching.mate.tolist())
            whole = np.ones((n, n), bool)
            masked = max_weight_matching(matrix, allowed=whole, maxcardinality=maxcardinality)
            mates.append(masked.mate.tolist())
            least = min_weight_matching(-matrix, maxcardinality=maxcardinality)
            verify(-matrix, least, maxcardinality=maxcardinality, minimize=True)
            mates.append(least.mate.tolist())
        half = len(mates) // 2
        assert mates == [mates[0]] * half + [mates[half]] * half
        flat = np.tile(first, 2), np.tile(second, 2), weights[:, first, second].ravel()
        many = [(weights, {}), (weights * 0.5, {}), (weights.tolist(), {})]
        many.append((flat, {"offsets": [0, len(first), 2 * len(first)], "n": n}))
        for threads, (graph, parts) in enumerate(many, 1):
            found = max_weight_mates(graph, **parts, maxcardinality=maxcardinality, threads=threads)
            assert found.tolist() == [mates[0], mates[half]]


def test_mates_of_no_graphs_and_of_graphs_without_edges():
    assert max_weight_mates(np.zeros((0, 4, 4), int)).shape == (0, 4)
    assert max_weight_mates(np.zeros((3, 1, 1), int)).tolist() == [[-1]] * 3
    nothing = [], [], []
    assert max_weight_mates(nothing, offsets=[0], n=4).shape == (0, 0)
    assert max_weight_mates(nothing, offsets=[0, 0, 0], n=[2, 1]).tolist() == [-1] * 3
    loop = [0, 0, 1], [0, 1, 1], [9, 5, 9]
    assert max_weight_mates(loop, offsets=[0, 0, 3], n=2).tolist() == [[-1, -1], [1, 0]]


ONE = ([0], [1], [5])
NONE = np.zeros((2, 2), np.int64)


@pytest.mark.parametrize(
    ("graph", "options", "error", "message"),
    [
        ([[0, 1], [1, 0]], {}, ValueError, r"shape \(k, n, n\), got \(2, 2\)"),
        ([[[0, 1], [2, 0]]], {}, ValueError, r"cell \(0, 0, 1\) and the one across"),
        ([[[0, 2**61], [2**61, 0]]], {}, OverflowError, r"cell \(0, 0, 1\) is beyond 2\*\*60"),
        (np.array([NONE, [[0, 1], [2, 0]]]), {}, ValueError, r"cell \(1, 0, 1\) and the one"),
        (np.array([NONE, 2**61 - NONE]), {}, OverflowError, r"cell \(1, 0, 1\) is beyond"),
        ([[[0, np.nan], [np.nan, 0]]], {}, ValueError, r"cell \(0, 0, 1\) holds nan"),
        ([[[0, 1], [1, 0]]], {"n": 2}, TypeError, "offsets and n go with edges"),
        (ONE, {}, TypeError, "offsets and n"),
        (ONE, {"offsets": [0, 1]}, TypeError, "offsets and n"),
        (ONE, {"offsets": [0, 2], "n": 2}, ValueError, "offsets that rise from 0 to .* 1"),
        (ONE, {"offsets": [0, 1, 0, 1], "n": 2}, ValueError, "offsets that rise"),
        (ONE, {"offsets": [], "n": 2}, ValueError, "offsets that rise"),
        (ONE, {"offsets": [0, 1], "n": [2, 2]}, ValueError, r"n for each of 1 graphs, got \(2,\)"),
        (ONE, {"offsets": [0, 1], "n": 1}, ValueError, "edge 0 joins 0 and 1: .* from 0 to 0"),
        (ONE, {"offsets": [0, 1], "n": -1}, ValueError, "n from 0"),
        (([0], [1], [2**61]), {"offsets": [0, 1], "n": 2}, OverflowError, "edge 0 is beyond"),
        (([1], [1], [2**61]), {"offsets": [0, 1], "n": 2}, OverflowError, "edge 0 is beyond"),
        (([0], [1, 2], [2]), {"offsets": [0, 1], "n": 2}, ValueError, "of one length"),
        (
            ([0, 0], [1, 1], [1e300, 1e-300]),
            {"offsets": [0, 1, 2], "n": 2, "exact": True},
            ValueError,
            "need no rounding",
        ),
        (ONE, {"offsets": [0, 1], "n": 2, "threads": 0}, ValueError, "threads of 1 or more"),
        (ONE, {"offsets": [0, 1], "n": 2, "maxcardinality": 2}, TypeError, "True or False"),
    ],
)
def test_what_is_no_batch_is_refused(graph, options, error, message):
    with pytest.raises(error, match=message):
        max_weight_mates(graph, **options)
