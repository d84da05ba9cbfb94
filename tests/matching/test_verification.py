"""One broken certificate of every kind is refused."""

from __future__ import annotations

import tracemalloc
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import graphs
from block_graphs import blocks_of
from fastpair.matching import (
    EngineError,
    Matching,
    Solver,
    kbest_matchings,
    max_weight_b_matching,
    max_weight_matching,
    min_weight_matching,
    verify,
)
from profiles import sampled
from worst_instances import worst_instance

# Two triangles joined by one edge: the optimum needs a blossom.
WEIGHTS = np.zeros((6, 6), np.int64)
for i, j, w in [(0, 1, 9), (1, 2, 9), (0, 2, 9), (3, 4, 9), (4, 5, 9), (3, 5, 9), (2, 3, 1)]:
    WEIGHTS[i, j] = WEIGHTS[j, i] = w
ALLOWED = WEIGHTS > 0


@pytest.fixture
def matching():
    found = max_weight_matching(WEIGHTS, allowed=ALLOWED, maxcardinality=True)
    assert len(found.certificate.blossoms) > 0
    return found


def refused(matching, message, weights=WEIGHTS, allowed=ALLOWED, **options):
    with pytest.raises(EngineError, match=message):
        verify(weights, matching, allowed=allowed, **options)


def with_certificate(matching, **changes):
    return replace(matching, certificate=replace(matching.certificate, **changes))


def test_the_whole_certificate_passes(matching):
    verify(WEIGHTS, matching, allowed=ALLOWED, maxcardinality=True)


@given(st.permutations(range(6)))
def test_renumbered_it_is_the_proof_of_the_renumbered_graph(called):
    vertices, back = np.array(called), np.argsort(called)
    turned = np.ix_(back, back)
    plain = max_weight_matching(WEIGHTS, allowed=ALLOWED, maxcardinality=True)
    other = plain.renumbered(vertices)
    verify(WEIGHTS[turned], other, allowed=ALLOWED[turned], maxcardinality=True)
    assert other.renumbered(back).digest() == plain.digest()
    levels = (np.minimum(WEIGHTS, 2), WEIGHTS)
    by_levels = max_weight_matching(levels=levels, allowed=ALLOWED).renumbered(vertices)
    verify(None, by_levels, levels=[level[turned] for level in levels], allowed=ALLOWED[turned])


def with_mates(matching, mates):
    """The same with other mates of some vertices."""
    mate = matching.mate.copy()
    for vertex, other in mates.items():
        mate[vertex] = other
    return replace(matching, mate=mate)


def with_duals(matching, more):
    """The same with more on some duals of vertices."""
    duals = matching.certificate.vertex_duals_2x.copy()
    for vertex, difference in more.items():
        duals[vertex] += difference
    return with_certificate(matching, vertex_duals_2x=duals)


def with_blossoms(matching, change):
    """The same with other members in each blossom."""
    return with_certificate(matching, blossoms=tuple(map(change, matching.certificate.blossoms)))


def highest_to_lowest(matching):
    """Value and ground stay right: only an edge can show that the duals are wrong."""
    duals = matching.certificate.vertex_duals_2x
    return with_duals(matching, {duals.argmax(): -2, duals.argmin(): 2})


def with_blossom_duals(matching, change):
    duals = matching.certificate.blossom_duals_2x.copy()
    return with_certificate(matching, blossom_duals_2x=change(duals))


OVERLAPPING = {
    "blossoms": (np.array([0, 1, 2]), np.array([2, 3, 4])),
    "blossom_duals_2x": np.array([2, 2]),
}


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (lambda m: replace(m, mate=m.mate + 6), "name a vertex that does not exist"),
        (lambda m: replace(m, mate=m.mate[:-1]), "one mate for each"),
        (lambda m: with_mates(m, {0: m.mate[5]}), "mutual|itself"),
        (lambda m: with_mates(m, {m.mate[0]: -1, 0: 0}), "itself"),
        (lambda m: replace(m, weight=m.weight + 1), "weight is not"),
        (lambda m: replace(m, cardinality=2), "cardinality is not"),
        (lambda m: with_duals(m, {1: 2}), "another value"),
        (highest_to_lowest, "slack -"),
        (lambda m: with_blossom_duals(m, np.negative), "negative dual"),
        (lambda m: with_blossom_duals(m, lambda duals: np.append(-1, duals[1:])), "negative dual"),
        (lambda m: with_blossom_duals(m, lambda duals: duals[:-1]), "lacks its dual"),
        (lambda m: with_blossoms(m, lambda members: members[:2]), "not odd"),
        (lambda m: with_blossoms(m, lambda members: np.repeat(members[:1], 3)), "twice"),
        (lambda m: with_certificate(m, **OVERLAPPING), "overlap"),
        (
            lambda m: with_certificate(m, ground_2x=int(m.certificate.vertex_duals_2x.max()) + 1),
            "below the ground",
        ),
        (lambda m: replace(m, loss_bound=Fraction(-1)), "the loss is too small"),
        (lambda m: replace(m, loss_bound=Fraction(-1, 2)), "the loss is too small"),
    ],
)
def test_a_broken_certificate_is_refused(matching, broken, message):
    refused(broken(matching), message)


def test_missing_edge_is_matched():
    found = max_weight_matching(np.ones((4, 4), np.int64), maxcardinality=True)
    i, j = found.edges[0]
    allowed = ~np.eye(4, dtype=bool)
    allowed[i, j] = allowed[j, i] = False
    refused(found, "no edge", np.ones((4, 4), np.int64), allowed)


FORMS = {
    "a matrix": lambda weights, allowed: (weights, allowed),
    "blocks": lambda weights, allowed: (blocks_of(weights, allowed, 3, bounded=True), None),
    "edges": lambda weights, allowed: (
        (*np.nonzero(np.triu(allowed, 1)), weights[np.triu(allowed, 1)]),
        None,
    ),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("rows", [1, 3, 8], ids="{} rows at a time".format)
@pytest.mark.parametrize("seed", range(sampled(20)))
def test_a_dual_of_one_unit_less_is_noticed_whatever_the_form(form, rows, seed, monkeypatch):
    """What another dual gains keeps their value; only the slack of one edge says that it is none."""
    monkeypatch.setattr("fastpair.matching.verification._CELLS", 8 * rows)
    rng = np.random.default_rng([24, seed])
    weights = graphs.uniform(rng, 8, 20)
    allowed = ~np.eye(8, dtype=bool)
    graph, mask = FORMS[form](weights, allowed)
    keywords = {"allowed": mask, "maxcardinality": True}
    if form == "edges":
        keywords["n"] = 8
    found = max_weight_matching(graph, **keywords)
    verify(graph, found, **keywords)
    for vertex, mate in enumerate(found.mate):
        duals = found.certificate.vertex_duals_2x.copy()
        duals[vertex] -= 1
        duals[(set(range(8)) - {vertex, int(mate)}).pop()] += 1
        with pytest.raises(EngineError, match=r"slack -1|below the ground"):
            verify(graph, with_certificate(found, vertex_duals_2x=duals), **keywords)


def test_a_matching_that_leaves_one_out_is_not_perfect():
    weights = [[0, 2, 1], [2, 0, 1], [1, 1, 0]]
    found = max_weight_matching(weights, maxcardinality=True)
    with pytest.raises(EngineError, match="is not perfect"):
        verify(weights, found, perfect=True)
    verify(WEIGHTS, max_weight_matching(WEIGHTS, perfect=True), perfect=True)


def test_the_bound_on_the_loss_may_not_be_less_than_rounding_can_hide():
    weights = np.triu(np.random.default_rng(25).random((6, 6)), 1) / 3
    weights += weights.T
    found = max_weight_matching(weights, maxcardinality=True)
    assert found.loss_bound > 0
    verify(weights, found, maxcardinality=True)
    less = replace(found, loss_bound=found.loss_bound - Fraction(1, 2**200))
    with pytest.raises(EngineError, match="loss is too small"):
        verify(weights, less, maxcardinality=True)


@pytest.mark.parametrize("beyond", [21, -21])
def test_blocks_keep_to_their_largest_weight(beyond):
    weights, allowed = graphs.uniform(np.random.default_rng(26), 8, 20), ~np.eye(8, dtype=bool)
    weights[0, 1] = weights[1, 0] = 20
    blocks = blocks_of(weights, allowed, 3, bounded=False)
    found = max_weight_matching(blocks, maxcardinality=True)
    i, j = next((i, j) for i in range(8) for j in range(i) if found.mate[i] != j)
    weights[i, j] = weights[j, i] = beyond
    with pytest.raises(EngineError, match="larger than 20"):
        verify(blocks, found, maxcardinality=True)


def test_ground_that_is_not_zero():
    weights = np.array([[0, -5], [-5, 0]])
    found = max_weight_matching(weights, maxcardinality=True)
    refused(found, "ground is not 0", weights, None, maxcardinality=False)


@pytest.mark.parametrize(("others", "proven"), [(0, True), (1, False)])
def test_a_ground_above_zero_needs_a_perfect_matching(others, proven):
    edge, duals = ([0], [1], [4]), np.array([4, 4, 1])[: 2 + others]
    found = max_weight_matching(edge, n=2 + others)
    found = with_certificate(found, ground_2x=1, vertex_duals_2x=duals)
    with nullcontext() if proven else pytest.raises(EngineError, match="ground is not 0"):
        verify(edge, found, n=2 + others)


def test_heaviest_matching_is_not_proven_to_be_the_largest():
    edges = ([0, 1, 2], [1, 2, 3], [2, 5, 2])
    found = max_weight_matching(edges, maxcardinality=False)
    assert found.cardinality == 1
    with pytest.raises(EngineError, match="more edges"):
        verify(edges, found, maxcardinality=True)


@pytest.mark.parametrize(
    ("form", "weight", "ground_2x", "proven"),
    [
        ("edges", 1, -1, False),  # a matching of two edges could weigh 0, as some do
        ("edges", 1, -2, True),
        ("a matrix", 1, -1, False),
        ("a matrix", 1, -2, True),
        ("edges", -1, -1, False),  # a matching of two edges could weigh -2
        ("edges", -1, -2, True),
        ("a matrix", -1, -1, False),
        ("a matrix", -1, -2, True),
        ("blocks", 1, -3, False),  # of which only the largest weight is known
        ("blocks", 1, -4, True),
    ],
)
def test_one_more_edge_must_make_the_weight_less_than_any(form, weight, ground_2x, proven):
    """A star of three edges of one weight."""
    weights, allowed = np.zeros((4, 4), np.int64), np.zeros((4, 4), bool)
    weights[0, 1:] = weights[1:, 0] = weight
    allowed[0, 1:] = allowed[1:, 0] = True
    star, mask = FORMS[form](weights, allowed)
    keywords = {"allowed": mask, "maxcardinality": True}
    found = max_weight_matching(star, **keywords)
    duals = np.array([2 * weight - ground_2x, ground_2x, ground_2x, ground_2x])
    found = with_certificate(found, ground_2x=ground_2x, vertex_duals_2x=duals)
    with nullcontext() if proven else pytest.raises(EngineError, match="more edges"):
        verify(star, found, **keywords)


def test_any_other_matching_is_refused():
    rng = np.random.default_rng(1)
    for _ in range(200):
        weights = graphs.uniform(rng, 8, 50)
        best = max_weight_matching(weights, maxcardinality=True)
        mate = np.empty(8, np.int64)
        order = rng.permutation(8)
        mate[order[::2]], mate[order[1::2]] = order[1::2], order[::2]
        weight = int(weights[np.arange(8), mate].sum()) // 2
        other = replace(best, mate=mate, weight=weight)
        if weight == best.weight:
            verify(weights, other, maxcardinality=True)
        else:
            refused(other, "another value", weights, None)


def scalars(array):
    """The same numbers as scalars of numpy, whose sums wrap."""
    result = np.empty(len(array), object)
    result[:] = list(array)
    return result


@pytest.mark.parametrize("change", [np.float64, np.int32, str, list, lambda array: array[:, None]])
@pytest.mark.parametrize("part", ["mate", "vertex_duals_2x", "blossom_duals_2x", "blossoms"])
def test_parts_of_another_type_prove_nothing(matching, part, change):
    def changed(array):
        return (
            change(array)
            if change in (list,) or not isinstance(change, type)
            else array.astype(change)
        )

    if part == "mate":
        refused(replace(matching, mate=changed(matching.mate)), "no list of int64")
    elif part == "blossoms":
        members = tuple(map(changed, matching.certificate.blossoms))
        refused(with_certificate(matching, blossoms=members), "no list of int64")
    else:
        array = changed(getattr(matching.certificate, part))
        refused(with_certificate(matching, **{part: array}), "no list of int64")


@pytest.mark.parametrize("value", [0.5, 2.0, None, np.float64(0), True, Fraction(1, 2)])
def test_numbers_of_another_type_prove_nothing(matching, value):
    refused(with_certificate(matching, ground_2x=value), "ground is no integer")
    refused(replace(matching, cardinality=value), "cardinality is no integer")
    if not isinstance(value, Fraction):
        refused(replace(matching, weight=value), "weight is no integer")
        refused(replace(matching, loss_bound=value), "loss is no integer")
        refused(replace(matching, unit=value), "unit is no integer")


def test_scalars_of_numpy_do_not_wrap():
    weights = np.array([[0, 2**60, 1], [2**60, 0, 1], [1, 1, 0]])
    found = max_weight_matching(weights, maxcardinality=True)
    verify(weights, replace(found, weight=np.int64(found.weight)), maxcardinality=True)
    duals = scalars(found.certificate.vertex_duals_2x)
    verify(weights, with_certificate(found, vertex_duals_2x=duals), maxcardinality=True)
    duals[0], duals[1] = np.int64(2**62), np.int64(2**62)
    refused(with_certificate(found, vertex_duals_2x=duals), "another value", weights, None)
    duals[2] = duals[1] = np.int64(2**63 - 1)
    refused(with_certificate(found, vertex_duals_2x=duals), "another value", weights, None)


def test_floats_as_duals_are_refused_even_where_they_seem_to_prove():
    weights = np.array([[0, 2**59, 0], [2**59, 0, 0], [0, 0, 0]])
    found = max_weight_matching(weights, maxcardinality=True)
    duals = found.certificate.vertex_duals_2x.astype(np.float64)
    refused(with_certificate(found, vertex_duals_2x=duals), "Python integers", weights, None)


@pytest.mark.parametrize("member", [-1, 6, 10**6, -(2**63)])
def test_members_outside(matching, member):
    blossoms = tuple(members.copy() for members in matching.certificate.blossoms)
    blossoms[0][0] = member
    refused(with_certificate(matching, blossoms=blossoms), "name a vertex that does not exist")


def test_what_is_no_matching():
    for other in (None, [(0, 1)], {1: 0}, max_weight_matching):
        with pytest.raises(TypeError, match="expected a Matching to verify"):
            verify(WEIGHTS, other, allowed=ALLOWED, maxcardinality=True)
    found = max_weight_matching(WEIGHTS, maxcardinality=True)
    refused(replace(found, certificate=None), "no certificate")
    refused(with_certificate(found, blossoms=None), "no tuple")


def test_weights_that_the_engine_does_not_take_are_not_verified():
    found = max_weight_matching(np.ones((4, 4), np.int64), maxcardinality=True)
    large = np.full((4, 4), 2**60 + 1)
    uneven = np.ones((4, 4), np.int64)
    uneven[3, 1] = 2
    allowed = np.ones((4, 4), bool)
    allowed[2, 0] = False
    with pytest.raises(OverflowError, match=r"cell \(0, 1\)"):
        verify(large, found, maxcardinality=True)
    with pytest.raises(OverflowError, match="edge 1"):
        verify(([0, 1], [1, 2], [1, -(2**60) - 1]), found, maxcardinality=True)
    with pytest.raises(ValueError, match=r"\(1, 3\) and \(3, 1\)"):
        verify(uneven, found, maxcardinality=True)
    with pytest.raises(ValueError, match=r"cell \(1, 3\) holds 0.5 and cell \(3, 1\) holds 1.0"):
        verify(uneven / 2, found, maxcardinality=True)
    with pytest.raises(ValueError, match=r"\(0, 2\) and \(2, 0\)"):
        verify(uneven, found, allowed=allowed, maxcardinality=True)


def test_matching_of_another_graph_is_not_called_a_bug():
    found = max_weight_matching(WEIGHTS, allowed=ALLOWED, maxcardinality=True)
    solver = Solver(np.ones((4, 4), np.int64), maxcardinality=True)
    for check in (
        lambda: verify(np.ones((4, 4), np.int64), found, maxcardinality=True),
        lambda: solver.verify(found),
    ):
        with pytest.raises(EngineError, match="not those that were solved"):
            check()
    refused(found, "not those that were solved", WEIGHTS + 1)


@pytest.mark.parametrize("parallel", [-1, -(10**6), 0])
@pytest.mark.parametrize("solve", [max_weight_matching, min_weight_matching])
@pytest.mark.parametrize("scale", [1, 0.5, 1e-30])
def test_parallel_edges_that_do_not_count_are_no_part_of_the_proof(solve, parallel, scale):
    sign = 1 if solve is max_weight_matching else -1
    weights = [sign * w * scale for w in (0, 0, 0, parallel)]
    edges = ([0, 0, 0, 0], [1, 2, 3, 1], weights)
    found = solve(edges)
    assert found.weight == 0
    verify(edges, found, minimize=sign < 0)


ANYTHING = st.one_of(
    st.integers(-3, 8),
    st.integers(-(2**65), 2**65),
    st.floats(),
    st.none(),
    st.fractions(),
    st.sampled_from([np.int64(2), np.float64(0.5), "x", (), np.array(1)]),
)


@st.composite
def tampered(draw):
    """A small graph and its matching, in which some things have been changed."""
    n = draw(st.integers(1, 6))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    weights = graphs.uniform(rng, n, draw(st.sampled_from([2, 9, 2**59])))
    found = max_weight_matching(weights, maxcardinality=True)
    parts = {name: getattr(found, name) for name in Matching.__slots__}
    proof = {name: getattr(found.certificate, name) for name in type(found.certificate).__slots__}
    for _ in range(draw(st.integers(1, 4))):
        where = draw(st.sampled_from([parts, proof]))
        # Levels say which verification it is: a TypeError, as it is tested below.
        name = draw(st.sampled_from(sorted(where.keys() - {"levels"})))
        where[name] = draw(changed(where[name], n))
    if not isinstance(parts["certificate"], type(found.certificate)):
        return weights, Matching(**parts)
    return weights, Matching(**parts | {"certificate": type(found.certificate)(**proof)})


def changed(value, n):
    """Something else in place of a part."""
    choices = [ANYTHING, st.lists(ANYTHING, max_size=n + 1).map(as_array)]
    if isinstance(value, np.ndarray) and value.ndim and len(value):
        choices += [cell_changed(value)] * 4
        choices.append(st.permutations(range(len(value))).map(lambda order: value[[*order]]))
    if isinstance(value, tuple):
        members = st.lists(st.integers(-1, n), max_size=n).map(
            lambda each: np.array(each, np.int64)
        )
        choices += [st.lists(members, max_size=3).map(tuple)] * 2
    return st.one_of(choices)


def cell_changed(array):
    def put(where, what):
        kind = np.float64 if isinstance(what, float) else object if not fits(what) else array.dtype
        copy = array.astype(kind)
        copy[where] = what
        return copy

    return st.builds(
        put, st.integers(0, len(array) - 1), ANYTHING.filter(lambda x: type(x) in (int, float))
    )


def fits(what):
    return -(2**63) <= what < 2**63


def as_array(values):
    return np.fromiter(values, object)


@given(tampered())
def test_what_is_accepted_is_optimal_and_what_is_not_is_refused_in_one_way(case):
    weights, found = case
    try:
        verify(weights, found, maxcardinality=True)
    except EngineError:
        return
    best = max_weight_matching(weights, maxcardinality=True)
    edges = found.edges
    assert len(edges) == found.cardinality == best.cardinality
    assert sum(weights[edges[:, 0], edges[:, 1]].tolist()) == found.weight == best.weight


def parts(matching, *ends):
    """The same with blossoms that are parts of one array, as those of the engine are."""
    order = np.arange(6)
    blossoms = tuple(order[start:stop] for start, stop in ends)
    duals = np.full(len(ends), 2)
    return with_certificate(matching, blossoms=blossoms, blossom_duals_2x=duals)


def test_parts_of_one_array_are_checked_too(matching):
    refused(parts(matching, (0, 3), (2, 5)), "overlap")
    refused(parts(matching, (0, 2)), "odd")
    refused(parts(matching, (0, 3), (0, 5)), "slack|value")
    shifted = parts(matching, (3, 6))
    order = shifted.certificate.blossoms[0].base
    order += 1
    refused(shifted, "name a vertex that does not exist")


def test_thousands_of_nested_blossoms_are_verified_without_reading_each():
    problem = worst_instance("deep-nest", 40_000)
    matching = max_weight_matching(problem.edges, n=problem.size, maxcardinality=False)
    members = sum(map(len, matching.certificate.blossoms))
    assert members > 10**8
    tracemalloc.start()
    verify(problem.edges, matching, n=problem.size, maxcardinality=False)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10**8


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "a Subgraph is verified with the b or the terminals"),
        ({"b": 2, "terminals": [0, 1]}, "expected b, terminals, or neither"),
        ({"b": 2, "bipartite": True}, "bipartite is not for the verification of chosen edges"),
        ({"terminals": [0, 1], "perfect": True}, "perfect is not for the verification of a T-join"),
    ],
)
def test_arguments_that_do_not_go_with_chosen_edges(arguments, message):
    edges = ([0, 1, 2], [1, 2, 0], [7, 1, 7])
    with pytest.raises(TypeError, match=message):
        verify(edges, max_weight_b_matching(edges, 2), **arguments)


def test_arguments_that_do_not_go_with_matchings():
    table = np.array([[0, 6, 7], [6, 0, 9], [7, 9, 0]])
    found, best = max_weight_matching(table), list(kbest_matchings(table, k=2))
    with pytest.raises(TypeError, match="expected a Subgraph to verify, got Matching"):
        verify(table, found, b=1)
    with pytest.raises(TypeError, match="minimize is not for the verification of a ranking"):
        verify(table, best, minimize=True)
    with pytest.raises(TypeError, match="expected either weights or levels"):
        verify(table, found, levels=[table])
