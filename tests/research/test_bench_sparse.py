"""The sparse instances of the benchmarks, and those that an adversary found."""

from __future__ import annotations

import numpy as np
import pytest

from fastpair.matching import max_weight_matching
from fastpair.research.bench import (
    SPARSE,
    Instance,
    Objective,
    Value,
    distinct_pairs,
    listed,
    optimum,
    sparse_instance,
)
from instances import check_optimum
from processes import run_without
from worst_instances import WORST, worst_instance


def check_edges(problem):
    first, second, weights = problem.edges
    assert (first >= 0).all()
    assert (first < second).all()
    assert (second < problem.size).all()
    keys = first * problem.size + second
    assert (np.diff(keys) > 0).all()
    assert len(weights) == len(first) > 0
    assert weights.min() >= 0


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("n", [3, 10, 60])
@pytest.mark.parametrize("family", SPARSE)
def test_sparse_instances(family, n, objective):
    problem = sparse_instance(family, n, objective=objective)
    check_edges(problem)
    assert problem.maxcardinality == (objective != "weight")
    assert (problem.edges[2] == 1).all() or objective != "unit"
    check_optimum(problem)


@pytest.mark.parametrize("family", SPARSE)
def test_sparse_instances_can_be_made_again(family):
    problem, again, other = (sparse_instance(family, 500, seed=seed) for seed in (3, 3, 4))
    assert all(map(np.array_equal, problem.edges, again.edges))
    assert not np.array_equal(problem.edges[2], other.edges[2])
    assert abs(problem.size - 500) < 75


@pytest.mark.parametrize("family", ["delaunay", "nearest"])
def test_points_need_an_extra(family):
    done = run_without(
        ["scipy"],
        f"from fastpair.research.bench import sparse_instance; sparse_instance({family!r}, 10)",
    )
    assert "the extra bench: pip install '" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("family", "degree"),
    [
        ("delaunay", 6),
        ("nearest", 7.1),
        ("random", 10),
        ("grid", 4),
        ("triangle-grid", 6),
        ("roads", 2.5),
        ("power-law", 6),
        ("tree", 2),
    ],
)
def test_degrees(family, degree):
    problem = sparse_instance(family, 20_000)
    assert 2 * len(problem.edges[0]) / problem.size == pytest.approx(degree, rel=0.03)


@pytest.mark.parametrize("n", [30, 61])
@pytest.mark.parametrize("family", WORST)
def test_worst_instances(family, n):
    problem = worst_instance(family, n)
    check_edges(problem)
    assert abs(problem.size - n) <= 6
    check_optimum(problem)


@pytest.mark.parametrize("family", ["late-bloomers", "late-bloomers-matrix"])
def test_late_bloomers_are_left_over(family):
    problem = worst_instance(family, 400)
    assert isinstance(problem, Instance) == (family == "late-bloomers-matrix")
    # A path of 200, the hub and its mate, the two beside it.
    assert (max_weight_matching(problem.edges, maxcardinality=False).mate >= 0).sum() == 204


def test_pairs_become_distinct():
    first, second = distinct_pairs(5, np.array([3, 1, 4, 2, 1]), np.array([1, 3, 4, 0, 4]))
    assert list(zip(first, second, strict=True)) == [(0, 2), (1, 3), (1, 4)]


def test_where_weight_alone_counts_an_edge_may_be_worth_less_than_none():
    path = (np.array([0, 1, 2]), np.array([1, 2, 3]), np.array([1, 5, 1]))
    assert optimum(listed("path", 4, *path)) == Value(2, 2)
    heaviest = optimum(listed("path", 4, *path, maxcardinality=False))
    assert heaviest == Value(0, 5)
    assert heaviest.edges == 1
