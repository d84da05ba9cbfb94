"""A result of a congress in Python: the state after it, beside what `apply` alone takes in the same run.

``pytest bench/bench_congress.py`` prints both as ratios.
"""

from __future__ import annotations

import pytest

from fastpair import Congress, Grade, Player
from fastpair.app.actions.apply import Call, apply
from fastpair.app.history.state import CongressState

_PLAYERS = 1000


@pytest.fixture(scope="module")
def congress(tmp_path_factory):
    """A congress that is in a file, after its first draw."""
    players = [
        Player(key=f"P{place}", name=f"P{place}", first_name="", grade=Grade.parse("5k"))
        for place in range(_PLAYERS)
    ]
    value = Congress.new("Congress", preset="Swiss", rounds=5, players=players)
    return value.draw(1).congress.save(tmp_path_factory.mktemp("congress") / "congress.json")


@pytest.mark.benchmark(group="result of 1,000 players")
def test_apply(benchmark, congress):
    state = CongressState.read(congress._state.file)
    call = Call(action="result", values={"results": ["7", "1-0"], "rounds": 1}, round=1)
    assert benchmark(apply, state, call).state is not state


@pytest.mark.benchmark(group="result of 1,000 players")
def test_results(benchmark, congress):
    assert benchmark(congress.results, 1, {7: "1-0"}).congress.history
