"""docs/contributing/studies/simulation.md: its plans are plans, and it names every parameter."""

from __future__ import annotations

import re

from fastpair.parameters import parameters, walk
from fastpair.research.simulate import Plan, read_plan
from repository import ROOT

TEXT = (ROOT / "docs" / "contributing" / "studies" / "simulation.md").read_text(encoding="utf-8")


def test_its_plans_are_plans(tmp_path):
    plans = []
    for text in re.findall(r"^```toml\n(.*?)^```", TEXT, re.M | re.S):
        (tmp_path / "plan.toml").write_text(text, encoding="utf-8")
        plans.append(read_plan(tmp_path / "plan.toml"))
    areas, sweep = plans
    names = [contender.name for contender in areas.contenders]
    assert names == ["opengotha351", "godraw2015", "no areas", "ceiling", "floor"]
    assert len(sweep.halving.contenders) == 60
    assert list(sweep.halving.rungs(sweep.repeats)) == [10, 30, 90, 270]


def test_it_names_every_parameter():
    for name, parameter in walk(parameters(Plan)):
        assert f"`{name}`" in TEXT
        for choice in parameter.choices:
            assert f"`{choice}`" in TEXT
