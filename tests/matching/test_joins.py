"""Lightest joins of a fixed graph, beside all choices of edges and beside other solvers."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations

import networkx as nx
import numpy as np
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st

from fastpair import InputError
from fastpair.matching import (
    EngineError,
    JoinSolver,
    Solver,
    SparseSolver,
    UnmatchableError,
    max_weight_b_matching,
    min_weight_t_join,
)


@st.composite
def problems(draw):
    """Edges with labels, the number of vertices, a boundary, and terminals."""
    n = draw(st.integers(1, 7))
    vertex = st.integers(0, n - 1)
    weight = st.integers(0, draw(st.sampled_from([1, 3, 50])))
    edges = draw(st.lists(st.tuples(vertex, vertex, weight, st.integers(0, 2**64 - 1)), max_size=9))
    some = st.lists(vertex, unique=True)
    return edges, n, draw(st.just([]) | some), draw(some)


def columns(edges):
    return tuple([edge[k] for edge in edges] for k in range(3))


def solver_of(edges, n, boundary):
    labels = np.array([label for *_, label in edges], np.uint64)
    return JoinSolver(columns(edges), boundary=boundary, labels=labels, n=n)


def least(edges, n, boundary, terminals):
    """The weight of the lightest of all choices of edges that are a join; None if none is."""
    places = range(len(edges))
    wanted = np.isin(np.arange(n), terminals)
    weights = []
    for chosen in chain.from_iterable(combinations(places, k) for k in range(len(edges) + 1)):
        ends = [v for k in chosen for v in edges[k][:2]]
        odd = np.bincount(np.array(ends, int), minlength=n) % 2 == 1
        if (odd == wanted)[~np.isin(np.arange(n), boundary)].all():
            weights.append(sum(edges[k][2] for k in chosen))
    return min(weights, default=None)


@given(problems())
def test_no_other_choice_of_edges_is_lighter(problem):
    edges, n, boundary, terminals = problem
    solver, best = solver_of(edges, n, boundary), least(edges, n, boundary, terminals)
    if best is None:
        with pytest.raises(UnmatchableError, match="no T-join exists"):
            solver.solve(terminals)
        with pytest.raises(UnmatchableError, match="list 1: no T-join exists"):
            solver.solve_all([[], terminals])
        return
    join = solver.solve(terminals)
    solver.verify(join)
    assert join.weight == best == sum(edges[k][2] for k in join.places.tolist())
    ends = join.pairs.ravel().tolist()
    assert sorted(end for end in ends if end >= 0) == sorted(terminals)
    weights, labels = solver.solve_all([[], terminals])
    assert weights.tolist() == [0, best]
    assert labels.tolist() == [0, join.labels]


@given(problems())
def test_changed_certificates_prove_nothing(problem):
    edges, n, boundary, terminals = problem
    solver = solver_of(edges, n, boundary)
    if least(edges, n, boundary, terminals) is None:
        return
    join = solver.solve(terminals)
    proof = join.certificate
    wrong = [replace(proof, terminals=np.arange(n)[: len(terminals) - 1])] if terminals else []
    for k in range(len(proof.widths_2x)):
        wider = proof.widths_2x.copy()
        wider[k] += 2
        wrong.append(replace(proof, widths_2x=wider))
    for other in wrong:
        vars(join)["certificate"] = other
        with pytest.raises(EngineError):
            solver.verify(join)


def test_joins_of_larger_graphs_prove_nothing():
    path = JoinSolver(([0, 1, 2], [1, 2, 3], [2, 5, 2]))
    with pytest.raises(EngineError, match="no edge of the graph"):
        JoinSolver(([0, 1], [1, 2], [2, 5])).verify(path.solve([2, 3]))


def grid(side, rng):
    graph = nx.grid_2d_graph(side, side)
    first, second = np.array([[side * a + b, side * c + d] for (a, b), (c, d) in graph.edges]).T
    return first, second, rng.integers(1, 30, len(first))


def test_larger_joins_are_those_of_a_matching_of_all_distances():
    rng = np.random.default_rng(1)
    first, second, weights = grid(15, rng)
    solver = JoinSolver((first, second, weights))
    graph = nx.Graph()
    graph.add_weighted_edges_from(zip(first, second, weights, strict=True))
    for count in (2, 10, 40):
        terminals = rng.choice(225, count, replace=False)
        ways = {int(v): nx.single_source_dijkstra_path_length(graph, v) for v in terminals}
        complete = nx.Graph()
        for u, v in combinations(ways, 2):
            complete.add_edge(u, v, weight=ways[u][v])
        matching = nx.min_weight_matching(complete)
        join = solver.solve(terminals)
        assert join.weight == sum(ways[u][v] for u, v in matching)
        solver.verify(join)


def test_many_lists_are_solved_alike_by_any_number_of_threads():
    rng = np.random.default_rng(2)
    first, second, weights = grid(12, rng)
    labels = rng.integers(0, 2**63, len(first))
    solver = JoinSolver((first, second, weights), boundary=[0, 143], labels=labels)
    shots = rng.random((500, 144)) < 0.2
    found, digits = solver.solve_all(shots, threads=1)
    for threads in (2, 7):
        again = solver.solve_all(shots, threads=threads)
        assert np.array_equal(again[0], found)
        assert np.array_equal(again[1], digits)
    joins = [solver.solve(np.flatnonzero(row)) for row in shots[:40]]
    assert found[:40].tolist() == [join.weight for join in joins]
    assert digits[:40].tolist() == [join.labels for join in joins]
    with ThreadPoolExecutor(4) as pool:
        copies = pool.map(lambda _: solver.copy().solve_all(shots, threads=1)[0], range(4))
        assert all(np.array_equal(each, found) for each in copies)


def test_weights_are_exact_in_whichever_unit_they_are_given():
    path = ([0, 1, 2], [1, 2, 3])
    join = JoinSolver((*path, [0.25, 0.5, 1.0])).solve([0, 2])
    assert join.weight == Fraction(3, 4)
    assert repr(join) == "<Join: 1 pairs, weight=3/4>"
    large = 2**59 - 1
    join = JoinSolver((*path, [large, large, 0])).solve([0, 2])
    assert join.weight == 2 * large
    assert len(JoinSolver([[0, 1], [1, 0]])) == 2


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"weights": ([0, 1], [1, 2], [1, -1])}, ValueError, "weights of 0 or more, got -1"),
        (
            {"weights": ([0, 1], [1, 2], [2**59, 2**59])},
            OverflowError,
            "add up to less than 2\\*\\*60",
        ),
        ({"weights": ([0, 1], [1, 2], [0.1, 2.0**60])}, ValueError, "exact"),
        ({"boundary": [3]}, ValueError, "expected boundary from 0 to 2, got 3"),
        ({"boundary": [1, 1]}, ValueError, "expected different boundary, got 1 twice"),
        ({"labels": [1]}, ValueError, "one for each edge"),
        ({"labels": [1, -1]}, ValueError, "labels of 0 or more, got -1"),
        ({"labels": [1.5, 1]}, TypeError, "labels of int"),
        ({"weights": [[0, 1], [1, 0]], "labels": [1]}, TypeError, "labels go with edges"),
    ],
)
def test_what_is_no_graph_is_refused(change, error, message):
    given = {"weights": ([0, 1], [1, 2], [1, 2])} | change
    with pytest.raises(error, match=message):
        JoinSolver(given.pop("weights"), **given)


@pytest.mark.parametrize(
    ("terminals", "error", "message"),
    [
        ([0, 3], ValueError, "from 0 to 2, got 3"),
        ([-1], ValueError, "from 0 to 2, got -1"),
        ([1, 1], ValueError, "got 1 twice"),
        ([0.5, 1], TypeError, "terminals"),
        ([[0, 1]], ValueError, "shape"),
        (np.ones(4, bool), ValueError, "terminals of shape"),
        ([True, False, True], TypeError, "terminals"),
    ],
)
def test_who_is_no_terminal_is_refused(terminals, error, message):
    solver = JoinSolver(([0, 1], [1, 2], [1, 2]))
    with pytest.raises(error, match=message):
        solver.solve(terminals)
    if np.ndim(terminals) == 1:
        with pytest.raises(error, match=f"list 1: .*{message}"):
            solver.solve_all([[], terminals])


def test_what_are_no_lists_of_terminals_is_refused():
    solver = JoinSolver(([0, 1], [1, 2], [1, 2]))
    with pytest.raises(ValueError, match="shape"):
        solver.solve_all(np.ones((2, 4), bool))
    with pytest.raises(ValueError, match="threads of 1 or more"):
        solver.solve_all([[0, 1]], threads=0)


PATH = ([0, 1, 2], [1, 2, 3], [2, 5, 2])


@pytest.mark.parametrize("kind", [bool, np.uint8])
def test_a_table_says_of_each_vertex_whether_it_is_a_terminal(kind):
    """Two columns are the case in which 0 and 1 could be read as two terminals."""
    pair = JoinSolver(([0], [1], [3]))
    table = np.array([[0, 0], [1, 1], [0, 0]], kind)
    assert pair.solve_all(table)[0].tolist() == [0, 3, 0]
    path = JoinSolver(PATH)
    row = np.array([1, 0, 0, 1], kind)
    assert path.solve(row) == path.solve([0, 3])
    assert path.solve_all([row, [1, 2], row])[0].tolist() == [9, 5, 9]


@given(st.integers(1, 30).flatmap(lambda n: st.lists(st.booleans(), min_size=n, max_size=n)))
def test_terminals_mean_the_same_in_whichever_form_they_are_given(odd):
    """Rows are read eight cells at a time, lists and arrays of int64 without a conversion."""
    n = len(odd)
    path = JoinSolver(([*range(n)], [*range(1, n + 1)], [*range(1, n + 1)]), boundary=[n])
    row = np.array([*odd, False])
    places = np.flatnonzero(row)
    expected = sum(k + 1 for k in range(n) if row[: k + 1].sum() % 2)  # edges behind an odd number
    other = np.column_stack([row, ~row])[:, 0]  # its cells lie apart
    forms = [row, row.astype(np.uint8), other, places, places[::-1], places.astype(np.int32)]
    forms += [places.tolist(), places.tolist()[::-1], tuple(places.tolist())]
    joins = [path.solve(form) for form in forms]
    for join in joins:
        assert join == joins[0]
        assert join.weight == expected
        path.verify(join)
    tables = [np.array([row, ~row & (np.arange(n + 1) < n), row])]
    tables += [tables[0].astype(np.uint8), np.asfortranarray(tables[0]), tables[0].view(Marked)]
    tables.append([np.flatnonzero(each) for each in tables[0]])
    for table in tables:
        weights, _ = path.solve_all(table)
        assert weights[[0, 2]].tolist() == [joins[0].weight] * 2
        assert weights.tolist() == path.solve_all(tables[0])[0].tolist()


class Marked(np.ndarray):
    """An array of another class."""


@pytest.mark.parametrize("place", [0, 7, 8, 15, 16, 17])
def test_a_cell_that_is_neither_0_nor_1_is_refused(place):
    path = JoinSolver(([*range(17)], [*range(1, 18)], [1] * 17), boundary=[0])
    row = np.zeros(18, np.uint8)
    row[place] = 2
    for ask in (lambda: path.solve(row), lambda: path.solve_all(row[None])):
        with pytest.raises(InputError, match="0 or 1 in a table of terminals, got 2"):
            ask()


@pytest.mark.parametrize(
    ("terminals", "message"),
    [
        (np.array([[0, 1], [1, 2]]), r"table of bool or uint8 .* or a list of arrays .* int64"),
        (np.array([[0.0, 1.0]]), "table of bool or uint8 .* float64"),
        (
            np.array([[1, 1]], np.uint8),
            r"shape \(shots, 4\), got \(1, 2\) of uint8: a column for each",
        ),
        (np.array([[2, 0, 0, 0]], np.uint8), "0 or 1 in a table of terminals, got 2"),
        (np.array([1, 0, 0, 1], bool), r"shape \(shots, 4\), got \(4,\) of bool"),
        (np.array(5), "terminals: expected a list"),
        (5, "terminals: expected a list, got 5"),
    ],
)
def test_what_could_be_a_table_or_lists_is_refused(terminals, message):
    with pytest.raises((TypeError, InputError), match=message):
        JoinSolver(PATH).solve_all(terminals)


def test_a_list_of_lists_holds_terminals():
    assert JoinSolver(PATH).solve_all([[0, 1], [1, 0]])[0].tolist() == [2, 2]


@pytest.mark.parametrize("matrix", [np.ones((3, 5), np.uint8), [[1, 1, 0], [0, 1, 1]]])
def test_a_check_matrix_is_no_graph(matrix):
    with pytest.raises(
        InputError, match=r"square matrix .*; of a check matrix, each column is an edge"
    ):
        JoinSolver(matrix)
    with pytest.raises(InputError, match="of a check matrix"):
        JoinSolver(scipy.sparse.csr_array(np.array(matrix)))


def test_joins_and_their_solver_are_values():
    code = JoinSolver(PATH, boundary=[3], labels=[1, 2, 4])
    join = code.solve([0, 1, 2])
    assert join == code.solve([2, 1, 0])
    assert hash(join) == hash(code.copy().solve([0, 1, 2]))
    assert join != code.solve([0, 1])
    assert join.certificate == code.solve([0, 1, 2]).certificate
    with pytest.raises(ValueError, match="read-only"):
        join.pairs[0] = 7
    again, found = pickle.loads(pickle.dumps((code, join)))
    assert found == join == again.solve([0, 1, 2]) == copy.deepcopy(join)
    assert found.certificate == join.certificate
    again.verify(found)
    assert (
        copy.deepcopy(code).solve_all([[0], [1]])[1].tolist()
        == code.solve_all([[0], [1]])[1].tolist()
    )


def test_subgraphs_are_values():
    graph = ([0, 1, 2, 0], [1, 2, 3, 3], [2, 2, 2, 5])
    for found in (
        lambda: min_weight_t_join(graph, [0, 2]),
        lambda: max_weight_b_matching(graph, 1),
    ):
        assert found() == found() == pickle.loads(pickle.dumps(found()))
        assert len({found(), found()}) == 1
        with pytest.raises(ValueError, match="read-only"):
            found().edges[0] = 7
    assert max_weight_b_matching(graph, 1) != max_weight_b_matching(graph, 2)


@pytest.mark.parametrize("solver", [Solver([[0, 1], [1, 0]]), SparseSolver(([0], [1], [1]))])
def test_a_solver_that_is_pickled_says_what_to_do(solver):
    with pytest.raises(TypeError, match=r"cannot be pickled: send its graph, .* copy\(\)"):
        pickle.dumps(solver)
    assert copy.deepcopy(solver).solve().weight == 1
