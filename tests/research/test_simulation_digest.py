"""What differs between two plans gives them different digests."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from congress_files import save
from fastpair.errors import FormatError
from fastpair.pairing.generator import generate
from fastpair.research.simulate import Contender, FieldPlan, Plan, RulesPlan, TruthPlan


class TestDigest:
    def test_it_is_that_of_what_a_tournament_depends_on(self, saved_plan):
        plan = Plan(seed=3)
        assert replace(plan, repeats=5, name="x").digest == plan.digest
        others = [
            replace(plan, seed=4),
            replace(plan, rounds=4),
            replace(plan, field=FieldPlan(players=99)),
            replace(plan, truth=TruthPlan(spread=1.0)),
            replace(plan, rules=RulesPlan(handicap=0)),
            replace(plan, contenders=(Contender(name="x", system="x"),)),
            replace(plan, contenders=(Contender(name="x", system="x", options={"a": 1}),)),
        ]
        assert len({other.digest for other in [plan, *others]}) == 1 + len(others)

    def test_a_file_counts_by_what_it_holds(self, saved_plan, tmp_path):
        text = "[field]\nshape = 'file'\nfile = '{}'\n"
        before = saved_plan(text.format("congress.xml")).digest
        (tmp_path / "congress.xml").rename(tmp_path / "other.xml")
        assert saved_plan(text.format("other.xml")).digest == before
        tournament = generate(12, 3, seed=6)
        save(tournament, tmp_path / "congress.xml")
        assert saved_plan(text.format("congress.xml")).digest != before

    def test_a_model_counts_by_what_it_says(self, saved_plan, tmp_path):
        text = "[[contender]]\nmodel = 'mine.toml'\n"
        before = saved_plan(text).digest
        assert saved_plan(text).digest == before
        (tmp_path / "mine.toml").write_text('model = "entropy"\n', encoding="utf-8")
        assert saved_plan(text).digest != before

    def test_rules_of_a_model_are_refused(self, saved_plan, tmp_path):
        (tmp_path / "mine.toml").write_text(
            'model = "entropy"\n[rules]\nrematches = true\n', "utf-8"
        )
        with pytest.raises(FormatError, match=r"mine.toml has \[rules\], which plans do not read"):
            saved_plan("[[contender]]\nmodel = 'mine.toml'\n")

    def test_another_process_has_the_same(self):
        script = "from simulation_trials import a_plan; print(a_plan(field=F(players=7)).digest)"
        lines = f"import sys; sys.path[:] = {sys.path!r}\nfrom fastpair.research.simulate.plan import FieldPlan as F\n"
        done = subprocess.run(
            [sys.executable, "-c", lines + script], capture_output=True, text=True, check=True
        )
        from simulation_trials import a_plan

        assert done.stdout.strip() == a_plan(field=FieldPlan(players=7)).digest
