"""Bad weights, and how each of them is named."""

from __future__ import annotations

from fractions import Fraction

import networkx
import numpy as np
import pytest
import scipy.sparse

from fastpair.matching import (
    JoinSolver,
    Solver,
    SparseSolver,
    max_weight_matching,
    min_weight_matching,
)

NAN, INF = float("nan"), float("inf")
UPPER = np.triu(np.ones((4, 4), bool), 1)


def symmetric_with(value, dtype=None):
    weights = np.ones((4, 4), dtype)
    weights[1, 3] = weights[3, 1] = value
    return weights


@pytest.mark.parametrize(
    ("error", "message", "weights", "options"),
    [
        (ValueError, r"cell \(1, 3\) holds nan", symmetric_with(NAN), {}),
        (ValueError, r"cell \(1, 3\) holds inf", symmetric_with(INF), {}),
        (ValueError, r"cell \(1, 3\) holds -inf", symmetric_with(-INF, np.float16), {}),
        (ValueError, "edge 1 holds nan", ([0, 1], [1, 2], [1.0, NAN]), {}),
        (ValueError, r"cell \(0, 2\) holds nan", scipy.sparse.csr_array([[0, 1, NAN], [0] * 3, [0] * 3]), {}),
        (ValueError, r"\(0, 1\) holds 1.0 and cell \(1, 0\) holds 1.5", [[0, 1.0], [1.5, 0]], {}),
        (ValueError, r"cell \(0, 2\) holds nan", scipy.sparse.csr_array([[0, 1, NAN], [0] * 3]), {}),
        (ValueError, "square", scipy.sparse.coo_array([1, 2]), {}),
        (ValueError, "square", [1, 2], {}),
        (ValueError, "n of 0 or more, got -1", ([], [], []), {"n": -1}),
        (TypeError, "whole number as n, got 2.5", ([0], [1], [1]), {"n": 2.5}),
        (TypeError, r"integers as i: i\[1\] is 0.5", ([0.0, 0.5], [1, 1], [1, 1]), {}),
        (TypeError, r"integers as j: j\[0\] is nan", ([0], [NAN], [1]), {}),
        (TypeError, r"integers as j: j\[0\] is 1e\+300", ([0], [1e300], [1]), {}),
        (TypeError, "integers as j", ([0], [True], [1]), {}),
        (TypeError, "dense matrix", scipy.sparse.csr_array((2, 2)), {"allowed": np.ones((2, 2), bool)}),
        (TypeError, "its own size", scipy.sparse.csr_array((2, 2)), {"n": 2}),
        (TypeError, "allowed=~mask", np.ma.masked_array(np.ones((2, 2)), np.eye(2)), {}),
        (TypeError, "complex128", np.ones((2, 2), complex), {}),
        pytest.param(
            *(TypeError, "longdouble|float128", np.ones((2, 2), np.longdouble), {}),
            marks=pytest.mark.skipif(np.longdouble == np.float64, reason="the same on this machine"),
        ),
        (TypeError, "timedelta", np.ones((2, 2), "m8[s]"), {}),
        (TypeError, "dtype <U1", [["a", "b"], ["b", "a"]], {}),
        (TypeError, r"\(0, 1\) holds Fraction\(1, 2\)", [[0, Fraction(1, 2)], [Fraction(1, 2), 0]], {}),
        (TypeError, r"\(1, 3\) holds None", symmetric_with(None, object), {}),
        (TypeError, r"\(1, 3\) holds 0.5", symmetric_with(0.5, object), {}),
        (OverflowError, rf"\(1, 3\) holds {2**64}", symmetric_with(2**64, object), {}),
        (OverflowError, rf"\(1, 3\) holds {2**63}", symmetric_with(2**63, np.uint64), {}),
        (OverflowError, "an integer of .* bytes", symmetric_with(1 << 99999, object), {}),
        (OverflowError, rf"\(0, 1\) holds {2**63 + 1}", [[0, 2**63 + 1], [2**63 + 1, -1]], {}),
        (OverflowError, rf"edge 0 holds {2**53 + 1}", ([0, 1], [1, 2], [2**53 + 1, 0.5]), {}),
        (OverflowError, rf"edge 0 holds {2**63}", ([0, 2, 3], [1, 3, 4], [2**63, 1, 3]), {}),
        (OverflowError, rf"\(0, 1\) holds {2**63}", [[0, 2**63], [2**63, 0]], {}),
        (OverflowError, r"2\*\*24", ([], [], []), {"n": 2**24 + 1}),
        (OverflowError, r"2\*\*24", ([0], [1], [1]), {"n": 10**30}),
        (ValueError, r"^allowed is not symmetric: .*\(0, 1\)", np.ones((4, 4)), {"allowed": UPPER}),
        (ValueError, r"^allowed is not symmetric", np.ones((4, 4), int), {"allowed": UPPER}),
        (TypeError, 'backend="fastpair"', networkx.path_graph(3), {}),
        (TypeError, "list of three tuples", [(0, 1, 2), (1, 2, 3), (2, 3, 4)], {}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("solve", [max_weight_matching, min_weight_matching])
def test_bad_weights_are_named(solve, error, message, weights, options):
    with pytest.raises(error, match=message):
        solve(weights, **options)


@pytest.mark.parametrize(
    "solve", [max_weight_matching, min_weight_matching, Solver, SparseSolver, JoinSolver]
)
@pytest.mark.parametrize(
    "weights",
    [
        ([0], [2**24], [1]),
        scipy.sparse.coo_array(([1], ([0], [1])), shape=(2**24 + 1,) * 2).tocsr(),
    ],
    ids=["edges", "sparse array"],
)
def test_too_many_vertices_are_one_error_everywhere(solve, weights):
    if not isinstance(weights, tuple):
        weights = weights + weights.T
    with pytest.raises(OverflowError, match=r"^expected at most 2\*\*24 vertices, got 16777217$"):
        solve(weights)
