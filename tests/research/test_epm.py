"""EPM's backtracking: it finds the first complete pairing, or knows that there is none."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference_systems as reference
from all_matchings import perfect_matchings
from fastpair._kernels.backtracking import first_pairing
from fastpair.research.systems import (
    backtrack,
    between_groups,
    first_complete,
    pairs_by_groups,
    preferences,
)
from interrupts import POSIX, interrupted
from reference_systems import relations


def preferred(rng, edges):
    """Each player's neighbours in a random order."""
    return [rng.permutation(np.flatnonzero(row)).tolist() for row in edges]


def laid_out(lists):
    """Where each list starts, and all of them as one."""
    opponents = [player for choices in lists for player in choices]
    return np.cumsum([0, *map(len, lists)]), np.array(opponents, dtype=np.int64)


@pytest.mark.parametrize("most_steps", [2**20, 0])
@given(edges=relations(10), seed=st.integers(0, 2**32))
def test_backtracking_finds_the_pairing_of_first_choices(most_steps, edges, seed):
    """Of all complete pairings, by the places in the lists; by search or by matchings alone."""
    lists = preferred(np.random.default_rng(seed), edges)
    complete = [
        ([lists[i].index(j) for i, j in pairs], [list(pair) for pair in pairs])
        for pairs in perfect_matchings([*range(len(edges))])
        if all(edges[i, j] for i, j in pairs)
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fastpair.research.systems.epm._MOST_STEPS", most_steps)
        found = backtrack(lists)
    assert (None if found is None else found.tolist()) == (min(complete)[1] if complete else None)


@given(relations(13), st.integers(0, 2**32))
def test_backtracking_kernel_is_its_definition(edges, seed):
    """Where nothing can be completed, too; and lists may name whom the other does not name."""
    rng = np.random.default_rng(seed)
    lists = preferred(rng, edges & (rng.random(edges.shape) < 0.9))
    found, ended = first_pairing(*laid_out(lists), 2**60)
    assert ended
    assert found.tolist() == (reference.backtrack(lists) or [-1] * len(lists))


def two_parts(size):
    """Lists of an even number of players among whom only two link two odd halves of ``size`` each.

    The best prefers the wrong one of them, after which nothing can be completed.
    """
    first, second = [*range(2, 2 + size)], [*range(2 + size, 2 + 2 * size)]
    inside = [
        [other for other in part if other != player] for part in (first, second) for player in part
    ]
    return [[1, *first], [0, *second], *inside]


def each_the_others(players):
    return [[other for other in range(players) if other != one] for one in range(players)]


def test_many_players_are_paired_at_once():
    found = backtrack(each_the_others(1000))
    assert found.tolist() == [[one, one + 1] for one in range(0, 1000, 2)]


@pytest.mark.parametrize("size", [3, 5, 61])
def test_a_wrong_first_choice_is_taken_back(size):
    """The search alone would look at every way to pair the halves first, 61 · 59 · 57 … of them."""
    second = size + 2
    ends = [
        [one, one + 1] for first in (3, second + 1) for one in range(first, first + size - 1, 2)
    ]
    assert backtrack(two_parts(size)).tolist() == [[0, 2], [1, second], *ends]


@pytest.mark.parametrize("size", [3, 61])
def test_what_cannot_be_completed_is_said(size):
    lists = two_parts(size)
    assert backtrack([[], [], *lists[2:]]) is None
    assert backtrack([[1], [0], *lists[2:]]) is None
    assert backtrack(each_the_others(size)) is None


@POSIX
def test_ctrl_c_stops_a_search():
    output, errors = interrupted(
        "from fastpair._kernels.backtracking import first_pairing\n"
        "from test_epm import laid_out, two_parts\n"
        "lists = laid_out(two_parts(61))",
        "first_pairing(*lists, 2**60)",
    )
    assert "KeyboardInterrupt" in errors
    assert output == ""


def test_preferences_are_by_weight_then_standing():
    weights = np.array([[9, 1, 2, 2], [1, 9, 0, 0], [2, 0, 9, 5], [2, 0, 5, 9]], dtype=np.uint8)
    allowed = np.ones((4, 4), dtype=bool)
    allowed[1, 2] = allowed[2, 1] = False
    assert preferences(weights, allowed) == [[2, 3, 1], [0, 3], [3, 0], [2, 0, 1]]


@given(relations(10), st.integers(0, 2**32))
def test_lists_may_be_given_by_weights(allowed, seed):
    weights = np.random.default_rng(seed).integers(0, 5, allowed.shape)
    found = first_complete(weights, allowed)
    expected = backtrack(preferences(weights, allowed))
    assert (found is None) == (expected is None)
    assert found is None or found.tolist() == expected.tolist()


def test_the_middle_is_drawn_down_and_up():
    score = [5, 5, 5, 4, 4, 4, 4, 4, 3, 3]
    allowed = np.ones((10, 10), dtype=bool)
    assert between_groups(score, allowed).tolist() == [[1, 5]]
    allowed[1, 5] = allowed[5, 1] = False
    assert between_groups(score, allowed).tolist() == [[1, 4]]
    allowed[1, 3:8] = allowed[3:8, 1] = False
    assert between_groups(score, allowed).tolist() == [[1, 8], [5, 9]]


@given(relations(12), st.data())
def test_epm_pairs_within_groups_but_for_who_is_drawn_down(allowed, data):
    score = data.draw(st.lists(st.integers(0, 3), min_size=len(allowed), max_size=len(allowed)))
    score = sorted(score, reverse=True)
    between = between_groups(score, allowed).tolist()
    found, left = pairs_by_groups(score, np.zeros(allowed.shape), allowed)
    assert all(allowed[i, j] and score[i] > score[j] for i, j in between)
    assert sorted([*found.ravel(), *left]) == [*range(len(score))]
    assert allowed[tuple(found.T)].all()
    assert [pair for pair in found.tolist() if score[pair[0]] != score[pair[1]]] == between
    drawn = {*np.ravel(between)}
    for height in {*score}:
        rest = [row for row, own in enumerate(score) if own == height and row not in drawn]
        if len(rest) % 2:
            middle = rest.pop(len(rest) // 2)
            assert middle in left
        complete = any(
            all(allowed[i, j] for i, j in pairing) for pairing in perfect_matchings(rest)
        )
        assert complete or {*rest} <= {*left.tolist()}
        assert not complete or not {*rest} & {*left.tolist()}


SQUARE = np.zeros((2, 2), dtype=bool)
ONE_WAY = np.array([[False, True], [False, False]])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: between_groups([1, 2], SQUARE), "score: expected the best first"),
        (lambda: between_groups([2, 1], ONE_WAY), r"allowed: .*True at \[0, 1\] only"),
        (lambda: pairs_by_groups([2, 1], [[1]], SQUARE), "allowed: expected bool"),
        (lambda: backtrack([[1], [1]]), r"preferences\[1\]: expected others .* got 1"),
        (lambda: backtrack([[2], [0]]), r"preferences\[0\]: expected others .* got 2"),
        (
            lambda: backtrack([[-1], [0]]),
            r"preferences\[0\]: expected others .* got -1",
        ),
        (
            lambda: pairs_by_groups([2, 1], [[1, np.nan], [1, 1]], SQUARE),
            "weights: expected numbers, got NaN",
        ),
        (lambda: preferences([[1]], SQUARE), "allowed: expected bool"),
    ],
)
def test_nonsense_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
