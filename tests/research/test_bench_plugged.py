"""Solvers that a user plugs into the benchmarks."""

from __future__ import annotations

import os

import numpy as np
import pytest

from fastpair.research.bench import DriverError, listed, plugged, race
from repository import ROOT

STAND_IN = ROOT / "tests" / "support" / "stand_in_peer.cpp"


@pytest.fixture
def stand_in():
    (peer,) = plugged(f"Stand-in={STAND_IN}")
    absence = peer.absence()
    if absence and "no C++ compiler" in absence:
        pytest.skip(absence)
    assert absence is None
    return peer


def path(*weights):
    first = np.arange(len(weights))
    return listed("path", len(weights) + 1, first, first + 1, np.array(weights))


def test_a_plugged_solver_takes_part(stand_in):
    entry = race(path(5, 1, 5), [stand_in], seconds=0)[1]
    assert entry.peer == "Stand-in"
    assert entry.right


def test_it_may_recurse_as_deep_as_there_are_vertices(stand_in):
    assert race(path(*[5, 1] * 39_999, 5), [stand_in], seconds=0)[1].right


def test_its_answer_is_checked(stand_in):
    square = listed(
        "square", 4, np.array([0, 1, 2, 0]), np.array([1, 2, 3, 3]), np.array([1, 9, 1, 9])
    )
    assert not race(square, [stand_in], seconds=0)[1].right


@pytest.mark.parametrize("weights", [(5, 1), (5, 1, 13)], ids=["not perfect", "refused"])
def test_it_is_left_out_where_it_cannot_answer(stand_in, weights):
    assert [entry.peer for entry in race(path(*weights), [stand_in], seconds=0)] == ["fastpair"]


def test_several_are_listed():
    assert plugged("") == ()
    assert [peer.name for peer in plugged(os.pathsep.join(["A=a.cpp", "B=b.cpp"]))] == ["A", "B"]


def test_a_source_that_is_not_there_is_named():
    (peer,) = plugged("Absent=/nowhere/absent.cpp")
    assert "/nowhere/absent.cpp" in peer.absence()


@pytest.mark.parametrize("drivers", ["file.cpp", "Name=", "=file.cpp"])
def test_an_entry_without_name_or_file_is_refused(drivers):
    with pytest.raises(DriverError, match="expected NAME=FILE"):
        plugged(drivers)
