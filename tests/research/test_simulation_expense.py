"""What a simulation will take is said before it begins."""

from __future__ import annotations

import pytest

from fastpair.errors import FormatError, RuleError
from fastpair.research import commands
from fastpair.research.simulate import Expense, read_plan, simulated


def test_a_field_that_is_too_large_is_refused_with_an_estimate(tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text("repeats = 100\n[field]\nplayers = 1_000_000\n")
    with pytest.raises(
        FormatError,
        match=r"plan.toml:3: players=1000000: expected at most 5000, or about \d+ days, and 24 TB",
    ):
        read_plan(path)
    plan = read_plan(path, most_players=10**6)
    assert Expense.of(plan).rounds == 100 * 2 * 5
    with pytest.raises(RuleError, match="players=1000000: expected at most 5000"):
        simulated(plan, tmp_path / "plan.csv")
    assert not (tmp_path / "plan.csv").exists()


def test_what_takes_long_is_said_before_it_begins(tmp_path, run, monkeypatch):
    monkeypatch.setattr(commands, "_LONG", 0)
    path = tmp_path / "plan.toml"
    path.write_text("repeats = 1\nrounds = 1\n[field]\nplayers = 4\n")
    status, _, errors = run("simulate", path, "--workers", 1)
    assert status == 0
    assert errors == f"fastpair: {path}: about 0 seconds, and 4e-07 GB of memory for each worker\n"
