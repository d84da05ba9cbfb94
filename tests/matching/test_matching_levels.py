"""Matchings on levels, against all matchings of small graphs and against one composed weight."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import graphs
from all_matchings import all_matchings
from fastpair.matching import (
    Certificate,
    EngineError,
    Matching,
    UnmatchableError,
    kbest_matchings,
    max_weight_matching,
    min_weight_matching,
    verify,
)
from fastpair.matching.blocks import Blocks
from profiles import sampled

SIZES = (1, 2, 3, 10, 1000, 2**30, 2**55, 2**60)


def totals(levels, edges):
    return tuple(sum(int(level[edge]) for edge in edges) for level in levels)


def best(levels, allowed, *, maxcardinality):
    """The greatest totals of any matching."""
    found = [
        (len(edges) * maxcardinality, totals(levels, edges))
        for edges in all_matchings(allowed, list(range(len(allowed))))
    ]
    return max(found)[1]


def random_levels(rng, n, count, sizes=SIZES, offsets=(0, 2**50, -(2**50))):
    """Levels of all kinds, mostly with ties, and which edges exist."""
    levels = []
    for _ in range(count):
        size = int(rng.choice(sizes))
        low = -size if rng.integers(2) else 0
        level = graphs.symmetric(rng.integers(low, size + 1, (n, n)))
        levels.append(level + (int(rng.choice(offsets)) if size < 2**50 else 0))
    allowed = graphs.symmetric(rng.random((n, n)) < rng.choice([1, 0.8, 0.4]))
    np.fill_diagonal(allowed, False)
    return levels, allowed


@pytest.mark.parametrize("maxcardinality", [True, False])
@pytest.mark.parametrize("seed", range(sampled(300)))
def test_equals_the_best_of_all_matchings(seed, maxcardinality):
    rng = np.random.default_rng([30, seed])
    levels, allowed = random_levels(rng, int(rng.integers(0, 9)), int(rng.integers(1, 6)))
    options = {"allowed": allowed, "maxcardinality": maxcardinality}
    matching = max_weight_matching(levels=levels, **options)
    assert matching.levels == best(levels, allowed, maxcardinality=maxcardinality)
    verify(None, matching, levels=levels, **options)
    least = min_weight_matching(levels=[-level for level in levels], **options)
    assert least.levels == tuple(-total for total in matching.levels)
    verify(None, least, levels=[-level for level in levels], minimize=True, **options)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("n", [31, 60])
def test_later_levels_keep_what_blossoms_hold(n, size):
    """Cliques of odd size that are better within make blossoms, which lower levels must not break."""
    rng = np.random.default_rng([32, n])
    group = np.arange(n) // 5
    together = (group[:, None] == group).astype(np.int64)
    levels = [
        together,
        *(graphs.symmetric(rng.integers(-size, size + 1, (n, n))) for _ in range(4)),
    ]
    matching = max_weight_matching(levels=levels, maxcardinality=True)
    verify(None, matching, levels=levels, maxcardinality=True)
    assert matching.levels[0] == max_weight_matching(together, maxcardinality=True).weight


@given(st.integers(0, 7), st.data())
def test_lists_of_edges_with_parallel_ones(n, data):
    pairs = st.tuples(st.integers(0, max(n - 1, 0)), st.integers(0, max(n - 1, 0)))
    ends = data.draw(st.lists(pairs, max_size=14 if n else 0))
    weights = st.lists(st.integers(-3, 3), min_size=len(ends), max_size=len(ends))
    columns = data.draw(st.lists(weights, min_size=1, max_size=4))
    i, j = [first for first, _ in ends], [second for _, second in ends]
    worth = {}
    for edge, *row in zip(ends, *columns, strict=True):
        key = tuple(sorted(edge))
        worth[key] = max(worth.get(key, tuple(row)), tuple(row))
    allowed = np.zeros((n, n), bool)
    levels = np.zeros((len(columns), n, n), np.int64)
    for (first, second), row in worth.items():
        if first != second:
            allowed[first, second] = allowed[second, first] = True
            levels[:, first, second] = levels[:, second, first] = row
    lists = [(i, j, column) for column in columns]
    for maxcardinality in (True, False):
        matching = max_weight_matching(levels=lists, n=n, maxcardinality=maxcardinality)
        assert matching.levels == best(levels, allowed, maxcardinality=maxcardinality)
        verify(None, matching, levels=lists, n=n, maxcardinality=maxcardinality)


@pytest.mark.parametrize("maxcardinality", [True, False])
@pytest.mark.parametrize("places", [(0,), (0, 0), (1,), (0, 1, 2)])
def test_a_level_in_which_nothing_differs_changes_nothing(places, maxcardinality):
    rng = np.random.default_rng(len(places))
    half = np.triu(rng.choice([-(2**59), 2**59], (16, 16)), 1)
    levels = [half + half.T, np.arange(16)[:, None] * np.arange(16)]
    edges = np.nonzero(~np.eye(16, dtype=bool))
    options = {"maxcardinality": maxcardinality}
    expected = max_weight_matching(levels=levels, **options).levels
    for common in (0, 5) if maxcardinality else (0,):
        more = list(levels)
        for place in places:
            more.insert(place, np.full((16, 16), common))
        for form in (more, [(*edges, level[edges]) for level in more]):
            matching = max_weight_matching(levels=form, **options)
            verify(None, matching, levels=form, **options)
            told = [weight for k, weight in enumerate(matching.levels) if np.ptp(more[k])]
            assert tuple(told) == expected
        first = next(kbest_matchings(levels=more, k=1, **options))
        verify(None, [first], levels=more, **options)


def test_exact_floats_are_levels():
    levels = [np.array([[0, 0.5], [0.5, 0]]), np.array([[0, 3], [3, 0]])]
    matching = max_weight_matching(levels=levels, maxcardinality=True)
    assert matching.levels == (0.5, 3)
    verify(None, matching, levels=levels, maxcardinality=True)


def test_perfect_matchings_only():
    level = ([0, 0, 0], [1, 2, 3], [4, 5, 6])
    with pytest.raises(UnmatchableError, match="leaves 2 of 4 vertices over: 1, 2"):
        max_weight_matching(levels=[level, level], perfect=True)


LARGE = [[0, 2**58], [2**58, 0]]
"""Two of these do not fit into one part."""


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({}, TypeError, "expected weights, or levels"),
        ({"weights": [[0]], "levels": [[[0]]]}, TypeError, "either weights or levels, got both"),
        ({"levels": []}, ValueError, "one level or more"),
        ({"levels": 3}, TypeError, "a list of levels"),
        ({"levels": [[[0]], [[0, 1], [1, 0]]]}, ValueError, "level 1 has other edges"),
        ({"levels": [[[0]], ([0], [1], [2])]}, TypeError, "all square matrices, or all"),
        ({"levels": [[[0, 1], [1, 0]], [[0, 1], [2, 0]]]}, ValueError, "level 1: .* not symmetric"),
        ({"levels": [[[0, 1], [1, 0]], [[0, np.nan], [1, 0]]]}, ValueError, "level 1: .* nan"),
        ({"levels": [[[0]], ([1], [0, 1], [1])]}, ValueError, "level 1: .* one length"),
        ({"levels": [LARGE, LARGE, [[0, 1], [2, 0]]]}, ValueError, "level 2: .* not symmetric"),
        ({"levels": [LARGE, LARGE, [[0, 2**61], [2**61, 0]]]}, OverflowError, "level 2: .* beyond"),
        ({"levels": [[[0, 2**61], [2**61, 0]]]}, OverflowError, "beyond 2\\*\\*60"),
        (
            {"levels": [[[0, 2**61], [2**61, 0]]] * 2},
            OverflowError,
            "level 0: .* cell .* beyond 2\\*\\*60",
        ),
        ({"levels": [([0], [1], [2**61])]}, OverflowError, "edge 0 is beyond 2\\*\\*60"),
        (
            {"levels": [([0], [1], [w]) for w in (1, -(2**61))]},
            OverflowError,
            "level 1: .* edge 0 is",
        ),
        ({"levels": [[[0, 0.1], [0.1, 0]], [[0, 1e300], [1e300, 0]]]}, None, ""),
    ],
)
def test_arguments_that_are_refused(arguments, error, message):
    if error is None:
        verify(
            None,
            max_weight_matching(**arguments, maxcardinality=True),
            levels=arguments["levels"],
            maxcardinality=True,
        )
        return
    with pytest.raises(error, match=message):
        max_weight_matching(**arguments, maxcardinality=True)


def corrupted(matching):
    """The same matching with proofs that are none."""
    yield replace(matching, levels=(matching.levels[0] + 1, *matching.levels[1:]))
    yield replace(matching, weight=matching.weight + 1)
    yield replace(matching, further=())
    yield replace(matching, further=None)
    yield replace(matching, further=(*matching.further, matching.certificates[-1]))
    yield replace(matching, mate=np.roll(matching.mate, 1))
    for k, proof in enumerate(matching.certificates):
        duals = proof.vertex_duals_2x
        for changes in (
            {"vertex_duals_2x": duals + 1},
            {"vertex_duals_2x": duals - np.eye(len(duals), dtype=np.int64)[0]},
            {
                "blossoms": (*proof.blossoms, np.arange(3)),
                "blossom_duals_2x": np.append(proof.blossom_duals_2x, -2),
            },
            {"ground_2x": 0.5},
            {"taken_off": ()},
            {"taken_off": (1.0,) * len(proof.units)},
            {"taken_off": tuple(low + 1 for low in proof.taken_off)},
            {"units": tuple(0 for _ in proof.units)},
            {"units": None},
        ):
            first, *further = (
                replace(each, **changes) if number == k else each
                for number, each in enumerate(matching.certificates)
            )
            yield replace(matching, certificate=first, further=tuple(further))


@pytest.mark.parametrize("n", [8, 15, 24])
def test_changed_proofs_are_refused(n):
    rng = np.random.default_rng([33, n])
    units = (1, 2**50, 3, 2**51)
    levels = [unit * graphs.symmetric(rng.integers(0, 2, (n, n))) for unit in units]
    matching = max_weight_matching(levels=levels, maxcardinality=True)
    assert len(matching.certificates) > 1
    verify(None, matching, levels=levels, maxcardinality=True)
    for changed in corrupted(matching):
        with pytest.raises(EngineError):
            verify(None, changed, levels=levels, maxcardinality=True)


@pytest.mark.parametrize("seed", range(sampled(20)))
def test_parts_end_where_one_matching_is_left(seed):
    # Of an odd number a vertex stays free, and the edges that would free another are left too.
    rng = np.random.default_rng([35, seed])
    n = 2 * int(rng.integers(1, 30))
    levels = [graphs.symmetric(rng.integers(0, 2**60, (n, n))) for _ in range(3)]
    matching = max_weight_matching(levels=levels, maxcardinality=True)
    assert len(matching.certificates) == 1
    verify(None, matching, levels=levels, maxcardinality=True)


def test_parts_that_leave_more_matchings_are_refused():
    levels = [np.ones((9, 9), np.int64), graphs.symmetric(np.arange(81).reshape(9, 9))]
    matching = max_weight_matching(levels=levels[:1], maxcardinality=True)
    with pytest.raises(EngineError, match="not those of the levels"):
        verify(None, matching, levels=levels, maxcardinality=True)


def test_a_blossom_without_a_dual_is_not_filled():
    nothing, some = np.zeros((2, 6, 6), np.int64)
    for i, j in ((0, 3), (1, 4), (2, 5), (2, 3), (4, 5)):
        some[i, j] = some[j, i] = 1
    first, second = [
        Certificate(duals, (np.arange(3),), np.array([dual]), 0)
        for duals, dual in ((np.zeros(6, np.int64), 0), (np.ones(6, np.int64), -2))
    ]
    mate = np.array([1, 0, 3, 2, 5, 4])
    worse = Matching(mate, 0, 3, first, levels=(0, 2), further=(second,))
    assert max_weight_matching(levels=[nothing, some], maxcardinality=True).levels == (0, 3)
    with pytest.raises(EngineError, match="a blossom has a negative dual"):
        verify(None, worse, levels=[nothing, some], maxcardinality=True)


def test_a_matching_that_is_best_on_the_first_level_only_is_refused():
    first = np.ones((4, 4), np.int64)
    second = np.array([[0, 5, 0, 0], [5, 0, 0, 0], [0, 0, 0, 5], [0, 0, 5, 0]])
    other = max_weight_matching(levels=[first, -second], maxcardinality=True)
    with pytest.raises(EngineError):
        verify(None, replace(other, levels=(2, 0)), levels=[first, second], maxcardinality=True)


@pytest.mark.parametrize("maxcardinality", [True, False])
@pytest.mark.parametrize("seed", range(sampled(100)))
def test_the_best_ones_are_those_of_all_matchings(seed, maxcardinality):
    rng = np.random.default_rng([34, seed])
    levels, allowed = random_levels(rng, int(rng.integers(0, 7)), int(rng.integers(1, 4)))
    options = {"allowed": allowed, "maxcardinality": maxcardinality}
    matchings = list(all_matchings(allowed, list(range(len(allowed)))))
    if maxcardinality:
        most = max(map(len, matchings))
        matchings = [edges for edges in matchings if len(edges) == most]
    order = sorted((totals(levels, edges) for edges in matchings), reverse=True)
    found = list(kbest_matchings(levels=levels, **options))
    assert [matching.levels for matching in found] == order
    assert len({tuple(matching.mate) for matching in found}) == len(matchings)
    some = list(kbest_matchings(levels=levels, k=3, **options))
    assert [matching.levels for matching in some] == order[:3]
    verify(None, found, levels=levels, **options)
    verify(None, some, levels=levels, **options)
    for spoiled in spoiled_rankings(some, found):
        with pytest.raises(EngineError):
            verify(None, spoiled, levels=levels, **options)


@pytest.mark.parametrize("before_first", [True, False])
def test_the_best_ones_are_those_of_the_weights_that_were_given(before_first):
    weights = np.array([[0, 6, 5, 1], [6, 0, 4, 2], [5, 4, 0, 3], [1, 2, 3, 0]])
    allowed = np.ones((4, 4), bool)
    for levels in ([np.zeros_like(weights), weights], [weights]):
        given = [level.copy() for level in levels]
        found = kbest_matchings(levels=levels, allowed=allowed, maxcardinality=True)
        best = [] if before_first else [next(found)]
        for array in (weights, allowed):
            array[0, 3] = array[3, 0] = 100 if array is weights else False
        best += found
        verify(None, best, levels=given, maxcardinality=True)
        assert [matching.levels[-1] for matching in best] == [9, 7, 5]
        weights[0, 3] = weights[3, 0] = 1
        allowed[:] = True


def spoiled_rankings(some, found):
    """The best matchings with one too few, in another order, or with a wrong weight or cell."""
    first, *others = some
    if others and first.levels > others[-1].levels:
        yield others
        yield [first, *others[:-1], found[-1]] if found[-1].levels < others[-1].levels else others
        yield [*others, first]
    if others:
        yield [first, first, *others]
    if others and first.levels > others[0].levels:
        yield [first, replace(others[0], forced=(), forbidden=()), *others[1:]]
    yield [replace(first, forbidden=((0, 99),)), *others]
    if len(first.mate):
        yield [replace(first, mate=first.mate + 99), *others]
    yield [replace(first, levels=tuple(total + 1 for total in first.levels)), *others]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({}, TypeError),
        ({"levels": [[[0]]], "k": -1}, ValueError),
        ({"levels": [[[0]]], "bipartite": True}, TypeError),
        ({"weights": [[0]], "levels": [[[0]]]}, TypeError),
        ({"weights": Blocks(size=2, compute=None)}, TypeError),
    ],
)
def test_rankings_that_are_refused(arguments, error):
    with pytest.raises(error):
        kbest_matchings(**arguments, maxcardinality=True)


def test_proofs_of_rankings_take_what_belongs_together():
    level = [[0, 1], [1, 0]]
    (plain,), (ordered,) = (
        kbest_matchings(level, maxcardinality=True),
        kbest_matchings(levels=[level], maxcardinality=True),
    )
    verify([[0, 1], [1, 0]], [plain], maxcardinality=True)
    verify(None, [ordered], levels=[level], maxcardinality=True)
    for nothing in ([], iter([]), ()):
        for arguments in ({"levels": [level]}, {"weights": level}):
            with pytest.raises(ValueError, match="got no matching"):
                verify(solution=nothing, maxcardinality=True, **arguments)
    with pytest.raises(ValueError, match="got no matching"):
        verify(level)
    for found in ([ordered], ordered):
        with pytest.raises(TypeError, match="expected a matching of one weight"):
            verify(level, found, maxcardinality=True)
    for found in ([plain], plain):
        with pytest.raises(TypeError, match="expected a matching of levels"):
            verify(None, found, levels=[level], maxcardinality=True)
    with pytest.raises(TypeError, match="either weights or levels"):
        verify(level, [plain], levels=[level], maxcardinality=True)
