"""networkx answers by the engine, rightly, and as its own functions do."""

from __future__ import annotations

import enum
import itertools
import os
import re
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import graphs
from fastpair import InputError, matching
from fastpair._kernels.weighted_edges import weighted_edges
from fastpair.networkx_backend import backend_info, postman_edges
from fastpair.networkx_backend.backend import (
    LiveGraph,
    can_run,
    convert_to_nx,
    edges_of,
    edges_one_by_one,
    should_run,
)
from profiles import few

FUNCTIONS = (nx.max_weight_matching, nx.min_weight_matching)
ENGINE = {"backend": "fastpair"}


def as_networkx(graph):
    result = nx.Graph()
    result.add_nodes_from(range(len(graph)))
    i, j, w = (array.tolist() for array in graph.edge_list)
    result.add_weighted_edges_from(zip(i, j, w, strict=True))
    return result


def worth(graph, matching, weight="weight"):
    """Cardinality and weight of what is a matching of the graph, not only a set of tuples."""
    assert nx.is_matching(graph, matching)
    return len(matching), sum(graph[u][v].get(weight, 1) for u, v in matching)


@pytest.fixture
def heavy():
    """A triangle, whose edge (0, 1) is matched once it weighs the most."""
    graph = nx.Graph()
    graph.add_weighted_edges_from([(0, 1, 1), (1, 2, 3), (0, 2, 2)])
    return graph


@pytest.mark.parametrize("seed", range(10))
def test_same_weight_as_networkx(seed):
    rng = np.random.default_rng([20, seed])
    for _ in range(20):
        graph = as_networkx(graphs.random_graph(rng, 25))
        for maxcardinality in (False, True):
            own = nx.max_weight_matching(graph, maxcardinality, backend="networkx")
            ours = nx.max_weight_matching(graph, maxcardinality, **ENGINE)
            assert worth(graph, ours)[1] == worth(graph, own)[1]
            assert len(ours) == len(own) or not maxcardinality
        own = nx.min_weight_matching(graph, backend="networkx")
        assert worth(graph, nx.min_weight_matching(graph, **ENGINE)) == worth(graph, own)


@pytest.mark.ci
def test_tests_of_networkx_pass():
    """Of those for our functions none is left to the fallback; nightly, all others with it."""
    command = [sys.executable, "-m", "pytest", "-q", "-rA", "-p", "no:cacheprovider"]
    tests = ["-c", os.devnull, "--pyargs", "networkx.algorithms.tests.test_matching"]
    runs = [("", ["-k", "TestMaxWeightMatching or graph_type"]), ("True", [])]
    for fallback, chosen in few(runs, 1, ci=1):
        switches = {"NETWORKX_TEST_BACKEND": "fastpair", "NETWORKX_FALLBACK_TO_NX": fallback}
        switches["PYTHONPATH"] = os.pathsep.join(sys.path)
        done = subprocess.run(
            [*command, *tests, *chosen],
            env={**os.environ, **switches},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout
        summary = done.stdout.splitlines()[-1]
        assert " passed" in summary
        assert not {"failed", "xfailed", "skipped"} & set(summary.split())


def test_info_is_that_of_the_functions():
    info = nx.utils.backends.backend_info["fastpair"]
    assert info == backend_info()
    for function in FUNCTIONS:
        assert "fastpair" in function.backends
        assert info["short_summary"] in function.__doc__
        assert "exact : bool" in function.__doc__


def test_importing_networkx_imports_neither_numpy_nor_the_backend():
    script = (
        "import sys, networkx as nx\n"
        "assert 'fastpair' in nx.utils.backends.backend_info\n"
        "sys.exit(bool({'numpy', 'fastpair.networkx_backend.backend'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", script]).returncode == 0


def test_weight_changed_in_place_counts(heavy):
    # Without a warning of networkx's either: those are errors here.
    assert nx.max_weight_matching(heavy, **ENGINE) == {(1, 2)}
    heavy[0][1]["weight"] = 10**9
    assert nx.max_weight_matching(heavy, **ENGINE) == {(0, 1)}
    assert nx.min_weight_matching(heavy, **ENGINE) == {(0, 2)}
    del heavy[0][2]["weight"], heavy[1][2]["weight"]
    heavy[0][2]["weight"] = -1
    assert nx.min_weight_matching(heavy, **ENGINE) == {(0, 2)}
    for _, _, attributes in heavy.edges(data=True):
        attributes["weight"] = 1
    heavy[1][2]["weight"] = 2.5
    assert nx.max_weight_matching(heavy, **ENGINE) == {(1, 2)}


def test_a_refusal_is_not_kept(heavy):
    heavy[0][1]["weight"] = Decimal("0.1")
    with pytest.raises(InputError):
        nx.max_weight_matching(heavy, **ENGINE)
    heavy[0][1]["weight"] = 5
    assert nx.max_weight_matching(heavy, **ENGINE) == {(0, 1)}


def test_what_networkx_keeps_for_others_is_left_alone(heavy):
    heavy.__networkx_cache__["backends"] = {"other": {"key": 1}}
    nx.max_weight_matching(heavy, **ENGINE)
    assert heavy.__networkx_cache__["backends"] == {"other": {"key": 1}}
    heavy.__networkx_cache__ = None
    assert nx.max_weight_matching(heavy, **ENGINE) == {(1, 2)}


def test_priority_without_naming_the_backend(heavy):
    with nx.config.backend_priority(algos=["fastpair"]):
        assert set(map(frozenset, nx.max_weight_matching(heavy))) == {frozenset({1, 2})}
        large = nx.complete_graph(50)
        assert len(nx.max_weight_matching(large)) == len(nx.min_weight_matching(large)) == 25
        large[3][7]["weight"] = 100
        assert {3, 7} in map(set, nx.max_weight_matching(large))


@pytest.mark.parametrize(
    "weight",
    [
        Fraction(1, 2**61),
        Fraction(2**60 + 1, 3),
        Decimal("0.1"),
        2**60 + 1,
        2**64,
        10**400,
        2**53 + 1 << 9,
    ],
)
def test_what_the_engine_leaves_to_networkx(weight):
    graph = nx.complete_graph(8)
    graph[2][5]["weight"] = weight
    if type(weight) is not int or weight > 2**63:
        graph[0][1]["weight"] = 1
    else:
        graph[0][1]["weight"] = 0.1
    if isinstance(weight, Decimal):
        nx.set_edge_attributes(graph, weight, "weight")
    expected = worth(graph, nx.max_weight_matching(graph, backend="networkx"))
    with pytest.raises(InputError, match=r"^edge \(\d, \d\) has "):
        nx.max_weight_matching(graph, **ENGINE)
    with nx.config.backend_priority(algos=["fastpair"]):
        assert worth(graph, nx.max_weight_matching(graph)) == expected


class Rank(enum.IntEnum):
    LOW = 2
    HIGH = 7


class Points(float):
    """A float of a class of its own."""


class Count(int):
    """An integer of a class of its own."""


@pytest.mark.parametrize(
    "kinds",
    [
        [Rank, lambda k: Rank.LOW if k % 3 else Rank.HIGH],
        [Points, lambda k: Points(k * 7 % 45 / 8)],
        [Count, lambda k: Count(k * 7 % 45)],
        [Fraction, lambda k: Fraction(k * 7 % 45, 1 + k % 6)],
        [
            "mixed",
            lambda k: [Fraction(k, 3), Points(k / 4), Count(k), k % 2 == 0, np.int8(k)][k % 5],
        ],
    ],
    ids=lambda kinds: getattr(kinds[0], "__name__", "mixed"),
)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_numbers_of_other_classes_are_solved_exactly(kinds, function, counted):
    graph = nx.complete_graph(10)
    for k, (u, v) in enumerate(graph.edges):
        graph[u][v]["weight"] = kinds[1](k)
    assert {type(weight) for *_, weight in graph.edges.data("weight")} - {int, float}
    exact = graph.copy()
    for u, v, weight in graph.edges.data("weight"):
        exact[u][v]["weight"] = Fraction(
            weight.item() if isinstance(weight, np.generic) else weight
        )
    own = worth(exact, function(exact, backend="networkx"))
    assert worth(exact, function(graph, **ENGINE)) == own
    assert len(counted) == 1


def test_floats_are_rounded_unless_that_is_refused():
    graph = nx.complete_graph(10)
    for k, (u, v) in enumerate(graph.edges):
        graph[u][v]["weight"] = (k * 7 % 45) / 8
    own = nx.max_weight_matching(graph, backend="networkx")
    assert worth(graph, nx.max_weight_matching(graph, exact=True, **ENGINE)) == worth(graph, own)
    graph[4][5]["weight"] = 1e-30
    for function in FUNCTIONS:
        assert worth(graph, function(graph, **ENGINE))[0] == 5
        with pytest.raises(InputError, match="without exact=True"):
            function(graph, exact=True, **ENGINE)


@pytest.fixture
def counted(monkeypatch):
    """How often the engine was asked."""
    calls = []
    for name in ("max_weight_matching", "min_weight_matching"):
        solve = getattr(matching, name)

        def counting(*arguments, solve=solve, **options):
            calls.append(solve)
            return solve(*arguments, **options)

        monkeypatch.setattr(matching, name, counting)
    return calls


@pytest.mark.parametrize("kind", ["normal", "logarithm", "exponential"])
def test_ordinary_floats_are_matched_by_the_engine_by_priority(kind, counted):
    rng = np.random.default_rng(22)
    draws = {
        "normal": lambda: rng.normal(),
        "logarithm": lambda: np.log(rng.random()),
        "exponential": lambda: np.exp(-10 * rng.random()),
    }
    for _ in range(20):
        graph = nx.complete_graph(12)
        for u, v in graph.edges:
            graph[u][v]["weight"] = float(draws[kind]())
        own = worth(graph, nx.max_weight_matching(graph, True, backend="networkx"))
        with nx.config.backend_priority(algos=["fastpair"]):
            found = worth(graph, nx.max_weight_matching(graph, True))
        assert found == pytest.approx(own, rel=1e-12)
    assert len(counted) == 20


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf"), np.float64("nan")])
def test_weights_that_are_no_numbers_name_their_edge(value):
    graph = nx.path_graph(["a", "b", ("c", 4)])
    graph["b"]["c", 4]["weight"] = value
    with pytest.raises(InputError) as caught:
        nx.max_weight_matching(graph, **ENGINE)
    assert f"edge ('b', ('c', 4)) has the weight {value}" in str(caught.value)


@pytest.mark.parametrize("value", [float("nan"), float("-inf")])
def test_weights_that_are_no_numbers_are_left_to_networkx_by_priority(value):
    graph = nx.complete_graph(6)
    for k, (u, v) in enumerate(graph.edges):
        graph[u][v]["weight"] = float(k)
    graph[0][1]["weight"] = value
    expected = nx.max_weight_matching(graph, backend="networkx")
    with nx.config.backend_priority(algos=["fastpair"]):
        assert nx.max_weight_matching(graph) == expected


class Person:
    """A node that networkx knows nothing of, equal by name."""

    def __init__(self, name):
        self.name = name

    def __hash__(self):
        return hash(self.name)

    def __eq__(self, other):
        return isinstance(other, Person) and self.name == other.name


def test_nodes_of_any_kind():
    people = [Person("a"), frozenset({1}), ("x", (1, 2)), 3.5, False, "b", 10**30, b"c"]
    graph = nx.Graph()
    for k, (u, v) in enumerate(itertools.combinations(people, 2)):
        graph.add_edge(u, v, weight=k)
    graph.add_edge(Person("a"), ("x", (1, 2)), weight=1000)
    matching = nx.max_weight_matching(graph, **ENGINE)
    assert worth(graph, matching)[0] == 4
    assert (people[0], people[2]) in matching
    assert worth(graph, matching) == worth(graph, nx.max_weight_matching(graph, backend="networkx"))


def test_ends_come_in_the_order_of_the_nodes():
    graph = nx.Graph()
    graph.add_nodes_from("dcba")
    graph.add_edges_from(["ab", "cd"])
    assert nx.max_weight_matching(graph, **ENGINE) == {("d", "c"), ("b", "a")}


def test_loops_are_no_edges():
    graph = nx.path_graph(3)
    graph.add_edge(1, 1, weight=100)
    graph.add_edge(5, 5, weight=float("inf"))
    assert len(nx.max_weight_matching(graph, **ENGINE)) == 1
    assert len(nx.min_weight_matching(graph, **ENGINE)) == 1


@pytest.mark.parametrize("key", [None, "cost", ("a", 1), len, 7, True])
def test_weight_by_any_key(key):
    graph = nx.path_graph(4)
    nx.set_edge_attributes(graph, {(0, 1): 3, (1, 2): 9, (2, 3): 4}, "cost")
    if key is not None and key != "cost":
        graph[1][2][key] = 5
    own = worth(graph, nx.max_weight_matching(graph, weight=key, backend="networkx"), key)
    assert worth(graph, nx.max_weight_matching(graph, weight=key, **ENGINE), key) == own


def test_views_and_subclasses():
    graph = nx.complete_graph(8)
    graph[0][1]["weight"] = 50
    part = nx.subgraph_view(graph, filter_node=lambda node: node != 1)
    assert len(nx.max_weight_matching(part, **ENGINE)) == 3
    assert len(nx.max_weight_matching(graph.subgraph([2, 3, 4]), **ENGINE)) == 1

    class Named(nx.Graph):
        edge_attr_dict_factory = type("Attributes", (dict,), {})

    named = Named()
    named.add_weighted_edges_from([(0, 1, 2), (1, 2, 3)])
    assert nx.max_weight_matching(named, **ENGINE) == {(1, 2)}


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("make", [nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_other_graphs_are_refused_as_networkx_does(function, make):
    with pytest.raises(nx.NetworkXNotImplemented):
        function(make([(0, 1)]), **ENGINE)
    assert "undirected" in can_run(function.name, (make(),), {})


def test_reasons():
    graph = nx.complete_graph(10)
    assert can_run("max_weight_matching", (graph,), {}) is True
    assert can_run("max_weight_matching", (), {"G": graph}) is True
    assert "no maximal_matching" in can_run("maximal_matching", (graph,), {})
    assert should_run("min_weight_matching", (graph,), {}) is True
    assert "edges" in should_run("min_weight_matching", (nx.path_graph(3),), {})


def test_borrowed_graphs():
    graph = nx.path_graph(3)
    live = LiveGraph(graph)
    assert nx.max_weight_matching(live) == {(1, 2)} or nx.max_weight_matching(live) == {(0, 1)}
    assert convert_to_nx(live) is graph
    assert not live.is_directed()
    assert not live.is_multigraph()


weights = st.one_of(
    st.integers(-5, 5), st.integers(), st.floats(), st.booleans(), st.just(np.int32(7)), st.none()
)
alike = st.one_of(
    st.lists(st.integers(-(2**63), 2**63 - 1) | st.none()), st.lists(st.floats()), st.lists(weights)
)


@given(st.integers(0, 8), alike, st.randoms(), st.sampled_from([str, int, lambda k: (k, "x")]))
def test_kernel_is_what_its_definition_says(n, values, random, name):
    graph = nx.Graph()
    graph.add_nodes_from(map(name, random.sample(range(n), n)))
    pairs = list(itertools.combinations_with_replacement(range(n), 2))
    random.shuffle(pairs)
    for (u, v), value in zip(pairs, values, strict=False):
        attributes = {} if value is None else {"weight": value}
        graph.add_edge(name(u), name(v), colour="red", **attributes)
    try:
        expected = edges_one_by_one(graph, "weight")
    except NotImplementedError:
        assert weighted_edges(graph._adj, "weight") is None
        return
    result = weighted_edges(graph._adj, "weight") or edges_of(graph, "weight")
    assert ordered(result) == ordered(expected)


def ordered(edges):
    first, second, weights = edges
    assert first.dtype == second.dtype == np.int64
    rows = zip(first.tolist(), second.tolist(), map(repr, weights.tolist()), strict=True)
    return sorted((min(i, j), max(i, j), w) for i, j, w in rows), weights.dtype if len(first) else 0


def test_kernel_reads_what_it_says_it_reads():
    def kinds(weight, nodes=range(3)):
        graph = nx.complete_graph(nodes)
        nx.set_edge_attributes(graph, weight, "weight")
        edges = weighted_edges(graph._adj, "weight")
        return None if edges is None else edges[2].dtype

    assert kinds(3) == kinds(3, "abc") == kinds(3, [(0, 1), (2, "a")]) == np.int64
    assert kinds(0.5) == np.float64
    assert kinds(True) is kinds(2**63) is kinds("1") is kinds(np.int64(1)) is None
    assert kinds(3, [Person("a"), Person("b")]) is kinds(3, [(Person("a"),), 1]) is None


def test_the_weight_of_a_loop_does_not_make_the_kind_of_the_others():
    graph = nx.Graph([(0, 1)])
    graph.add_edge(0, 0, weight=0.5)
    assert weighted_edges(graph._adj, "weight")[2].dtype == np.int64


def test_kernel_refuses_half_an_edge():
    with pytest.raises(KeyError, match="7"):
        weighted_edges({0: {7: {}}}, "weight")
    with pytest.raises(ValueError, match="both directions"):
        weighted_edges({0: {1: {}}, 1: {}}, "weight")


# ---- The Chinese postman ----


def postman_length(graph):
    """The length of the shortest closed walk through all edges, by all choices of edges to double."""
    edges = list(graph.edges(data="weight", default=1))
    odd = {v for v, degree in graph.degree if degree % 2}
    best = None
    for chosen in itertools.product([False, True], repeat=len(edges)):
        doubled = list(itertools.compress(edges, chosen))
        ends = [v for u, w, _ in doubled if u != w for v in (u, w)]
        if {v for v in ends if ends.count(v) % 2} == odd:
            length = sum(weight for *_, weight in doubled)
            best = length if best is None else min(best, length)
    return best + sum(weight for *_, weight in edges)


@pytest.mark.parametrize("kind", [nx.Graph, nx.MultiGraph])
@pytest.mark.parametrize("length", [int, float, lambda weight: Fraction(int(weight), 6)])
@pytest.mark.parametrize("seed", range(8))
def test_the_postman_walks_no_farther_than_has_to_be(seed, length, kind):
    rng = np.random.default_rng([9, seed])
    n = int(rng.integers(2, 6))
    graph = kind((i, int(rng.integers(i))) for i in range(1, n))
    graph.add_edges_from(rng.integers(0, n, (int(rng.integers(0, 5)), 2)).tolist())
    for *_, data in graph.edges(data=True):
        if rng.random() < 0.9:
            data["weight"] = length(rng.integers(0, 7))
    graph = nx.relabel_nodes(graph, {v: f"corner {v}" for v in range(n)})
    twice = postman_edges(graph)
    tour = nx.MultiGraph(graph)
    tour.add_edges_from(twice)
    assert len(list(nx.eulerian_circuit(tour))) == graph.number_of_edges() + len(twice)
    assert tour.size() == graph.size() + len(twice)
    walked = sum(weight for *_, weight in tour.edges(data="weight", default=1))
    assert walked == postman_length(graph)
    # The same by networkx alone: the corners of odd degree, matched by their distances.
    odd = [v for v, degree in graph.degree if degree % 2]
    distances = nx.Graph()
    for u, v in itertools.combinations(odd, 2):
        distances.add_edge(u, v, weight=nx.shortest_path_length(graph, u, v, "weight"))
    pairs = nx.min_weight_matching(distances)
    again = sum(distances.edges[pair]["weight"] for pair in pairs)
    assert sum(data["weight"] for *_, data in twice) == again


def test_what_no_postman_walks_is_refused():
    with pytest.raises(ValueError, match="undirected"):
        postman_edges(nx.DiGraph([(0, 1)]))
    negative = nx.Graph()
    negative.add_weighted_edges_from([("a", "b", 1), ("b", "c", -2)])
    with pytest.raises(ValueError, match=re.escape("('b', 'c') has a negative weight")):
        postman_edges(negative)
    assert postman_edges(nx.empty_graph(3)) == []
