"""The studies: their plans can be read and played, and their pages name them and what they need."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import pytest

from fastpair.research.simulate import MEASURES, read_plan, run, trials
from profiles import PROFILE, few
from repository import ROOT

STUDIES = ROOT / "docs" / "contributing" / "studies"
PLANS = [path for path in sorted(STUDIES.glob("*/*.toml")) if "[[contender]]" in path.read_text()]
FEW = 12
"""Players of a tiny version."""
REPEATS = 2 if PROFILE == "nightly" else 1


@pytest.mark.parametrize(
    "path", few(PLANS, ci=8), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_a_tiny_version_runs(path):
    plan = read_plan(path)
    players = plan.field if plan.field.file else replace(plan.field, players=FEW)
    rounds = min(plan.rounds, math.ceil(math.log2(FEW)))
    contenders = tuple(
        replace(contender, rounds=min(contender.rounds, rounds)) for contender in plan.contenders
    )
    tiny = replace(
        plan, repeats=REPEATS, rounds=rounds, field=players, contenders=contenders, halving=None
    )
    rows = list(run(tiny, trials))
    assert {row.place for row in rows} == {
        (c, r) for c in range(len(plan.contenders)) for r in range(REPEATS)
    }
    for row in rows:
        assert row.measures.keys() <= MEASURES.keys()
        assert all(map(math.isfinite, row.measures.values()))


@pytest.mark.parametrize("path", PLANS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_page_of_a_study_names_its_plans(path):
    assert f"{path.stem}.toml" in (path.parent / "README.md").read_text("utf-8")


def test_every_study_is_in_the_index():
    studies = {f"{path.name}/README.md" for path in STUDIES.iterdir() if path.is_dir()}
    index = (STUDIES / "README.md").read_text("utf-8")
    assert studies <= set(re.findall(r"\]\(([^)#]+)\)", index))
