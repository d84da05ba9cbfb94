"""The instances and peers of the benchmarks: what is measured is what is said."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import get_args

import numpy as np
import pytest

from commands import do
from fastpair.research import commands as cli_bench
from fastpair.research.bench import (
    KINDS,
    PEERS,
    SPARSE,
    Objective,
    Peer,
    instance,
    optimum,
    race,
    value_of,
)
from fastpair.ui.cli import main
from hard_instances import HARD, hard_instance
from instances import check_optimum
from processes import run_without
from profiles import few
from repository import ROOT

# Agreed by all exact solvers that could be found; tests/optima.json says for which instances.
OPTIMA = json.loads((ROOT / "tests" / "optima.json").read_text(encoding="utf-8"))
NAME = re.compile(r"(\w+)-n(\d+)-r(\d+)-s(\d+)")


def optima():
    """The larger ones with the nightly tests."""
    for name in OPTIMA:
        kind, *numbers = NAME.fullmatch(name).groups()
        n, rounds, seed = map(int, numbers)
        marks = [pytest.mark.nightly] if n > 1000 else []
        yield pytest.param(kind, n, rounds, seed, id=name, marks=marks)


@pytest.mark.parametrize(("kind", "n", "rounds", "seed"), list(optima()))
def test_instances_have_the_optima_that_all_found(kind, n, rounds, seed):
    problem = instance(kind, n, rounds=rounds, seed=seed)
    found, expected = optimum(problem), OPTIMA[problem.name]
    assert found.cardinality == expected["card"]
    # Another numpy may round a hyperbolic cosine otherwise, and each of the eight floors with it.
    leeway = 8 * expected["card"] if kind == "sech" else 0
    assert abs(found.weight - expected["weight"]) <= leeway


def check_instance(problem):
    assert (problem.weights == problem.weights.T).all()
    assert (problem.allowed == problem.allowed.T).all()
    assert not problem.allowed.diagonal().any()
    first, second, weights = problem.edges
    assert (first < second).all()
    assert 2 * len(first) == problem.allowed.sum() > 0
    assert (problem.weights[first, second] == weights).all()
    assert weights.min() >= 0


@pytest.mark.parametrize("kind", KINDS)
def test_instances(kind):
    problem = instance(kind, 41, rounds=3, seed=9)
    check_instance(problem)
    assert 41 * 40 - problem.allowed.sum() == 2 * 3 * 20
    assert (instance(kind, 41, rounds=3, seed=9).weights == problem.weights).all()
    assert (instance(kind, 41, rounds=3, seed=8).weights != problem.weights).any()


@pytest.mark.parametrize("n", few([20, 45], 1))
@pytest.mark.parametrize("family", HARD)
def test_hard_instances(family, n):
    problem = hard_instance(family, n)
    check_instance(problem)
    assert abs(problem.size - n) <= 6
    check_optimum(problem)


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.name)
@pytest.mark.parametrize(
    "problem",
    [
        *(instance(kind, n) for kind in KINDS for n in few((31, 2, 7, 16), 2)),
        hard_instance("stars", 40),
        hard_instance("few-partners", 30),
        hard_instance("gabow", 24),
    ],
    ids=lambda problem: problem.name,
)
def test_peers_agree(peer, problem):
    absence = peer.absence()
    if absence:
        pytest.skip(f"{peer.name} is not here: {absence}")
    entries = race(problem, [peer], seconds=0)
    assert [entry.peer for entry in entries] == ["fastpair", peer.name]
    assert all(entry.right and entry.runs == 1 and entry.seconds > 0 for entry in entries)


@pytest.fixture
def path():
    """Four vertices in a row, of which the middle pair is worth most."""
    problem = hard_instance("rising-path", 4)
    assert [array.tolist() for array in problem.edges] == [[0, 1, 2], [1, 2, 3], [1, 2, 3]]
    return problem


@pytest.mark.parametrize(
    ("mate", "what"),
    [((1, 0, 1, -1), "not mutual"), ((1, 0), "not mutual"), ((2, 3, 0, 1), "edge")],
)
def test_no_matching_is_no_answer(path, mate, what):
    with pytest.raises(ValueError, match=what):
        value_of(path, np.array(mate))


def test_weights_too_large_for_a_peer_are_left_out():
    problem = hard_instance("near-ties", 31)

    def too_large(*_):
        raise OverflowError

    entries = race(problem, [Peer("other", too_large, lambda: None, 10, 10)], seconds=0)
    assert [entry.peer for entry in entries] == ["fastpair"]


def test_command(capsys):
    assert set(get_args(cli_bench.Kind)) == KINDS.keys() | SPARSE.keys()
    assert set(get_args(cli_bench.Objective)) == {each.value for each in Objective}
    do("bench", "-n", "12", "-n", "14", "--kind", "sech", "--seconds", "0")
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split() == [
        "kind",
        "vertices",
        "solver",
        "ms",
        "times",
        "ours",
        "runs",
        "pairs",
        "total",
        "proven",
    ]
    rows = [line.split() for line in lines if line.startswith("sech")]
    for size in ("12", "14"):
        solvers = {row[2]: row for row in rows if row[1] == size}
        assert {"fastpair", "networkx"} <= solvers.keys()
        assert len({row[-2] for row in solvers.values()}) == 1
        assert {row[-1] for row in solvers.values()} == {"equal"}


@pytest.mark.parametrize("objective", Objective)
def test_command_with_sparse_graphs(capsys, objective):
    options = ["-n", "60", "--kind", "tree", "--seconds", "0", "--objective", objective.value]
    do("bench", *options)
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    trees = {row[2]: row for row in rows if row[0] == "tree"}
    assert {"fastpair", "networkx"} <= trees.keys()
    assert {tuple(row[-3:]) for row in trees.values()} == {tuple(trees["fastpair"][-3:])}


def test_command_names_what_is_wrong_with_the_drivers():
    environment = os.environ | {"FASTPAIR_BENCH_DRIVERS": "driver.cpp"}
    command = [
        sys.executable,
        "-c",
        "import sys, fastpair.ui.cli; sys.exit(fastpair.ui.cli.main(['bench']))",
    ]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "fastpair: FASTPAIR_BENCH_DRIVERS: expected NAME=FILE, got 'driver.cpp'"
    ]


def test_command_tells_who_is_wrong(capsys, monkeypatch):
    wrong = Peer("other", lambda *_: lambda: np.full(12, -1), lambda: None, 100, 100)
    monkeypatch.setattr("fastpair.research.bench.PEERS", [wrong])
    assert main(["bench", "-n", "12", "--kind", "sech", "--seconds", "0"]) == 1
    assert re.search(r"sech +12 +other .* LESS$", capsys.readouterr().out, re.MULTILINE)


def test_command_names_its_extra():
    done = run_without(
        ["networkx", "rustworkx"],
        "import os; os.environ['PATH'] = ''\n"
        "import fastpair.ui.cli as cli; sys.exit(cli.main(['bench']))",
    )
    assert done.returncode == 2
    assert "the extra bench: pip install '" in done.stderr


def test_a_peer_that_is_absent_is_named():
    done = run_without(
        ["rustworkx"],
        "import os; os.environ['PATH'] = ''\n"
        "import fastpair.ui.cli as cli\n"
        "sys.exit(cli.main(['bench', '-n', '10', '--kind', 'sech', '--seconds', '0']))",
    )
    assert done.returncode == 0, done.stderr
    assert "not asked: rustworkx (pip install rustworkx)" in done.stdout
    assert "not asked: LEMON (liblemon-dev and a C++ compiler: no C++ compiler)" in done.stdout
