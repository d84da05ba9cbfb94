"""The tables of sparse graphs, from a run that is made up."""

from __future__ import annotations

import sparse_tables
import tables


def measured(test, seconds, **info):
    return {"name": f"test_{test}[some]", "extra_info": info, "stats": {"median": seconds}}


def solves(solver, law, sizes=(100, 1000, 10_000)):
    info = {"family": "tree", "objective": "cardinality", "solver": solver}
    return [measured("sparse", law(n), n=n, **info) for n in sizes]


RUN = [
    *solves("fastpair", lambda n: max(1e-8 * n**2, 9e-4)),
    *solves("LEMON", lambda n: 3e-5 * n**1.5),
    *solves("networkx", lambda n: 1.0, sizes=(100,)),
    measured("reading", 0.25, family="tree", n=10_000),
    measured("reading", 0.5, family="grid", n=10_000),
    measured("edge_memory", 9.0, family="tree", n=10_000, edges=9999, bytes=999_900),
]


def test_times_stand_beside_ours():
    *_, last, empty = sparse_tables.sparse(RUN)
    assert last == "| tree | cardinality | 10000 | 1000 | 30000 (30×) |  |"
    assert not empty


def test_exponents_are_fitted_to_times_that_count():
    """Ours at n = 100 is below a millisecond, and networkx has one size alone."""
    *_, last, _ = sparse_tables.exponents(RUN)
    assert last == "| tree | cardinality | 2.00 | 1.50 |"


def test_memory_and_reading():
    assert sparse_tables.edge_memory(RUN)[-2] == "| tree | 10000 | 9999 | 100 |"
    assert sparse_tables.reading(RUN)[-2] == "| tree | 10000 | 250 | 1000 | 25 % |"


def test_what_was_found_has_a_column_for_each_size():
    info = {"family": "01-grid", "instance": "01"}
    run = [
        measured("found", 0.001 * n * times, n=n, solver=solver, **info)
        for n in (400, 1600)
        for solver, times in (("fastpair", 1), ("LEMON", 2))
    ]
    *_, head, _, last, _ = tables.found(run[:-1])
    assert head == "| recipe | 400 | 1600 |"
    assert last == "| 01-grid | 400 (2×) |  |"
    assert tables.found([]) == tables.hard(run) == []


def test_nothing_measured_is_no_table():
    assert sparse_tables.exponents([]) == sparse_tables.sparse([]) == []
