"""`check` finds nothing in the reports of invented tournaments, and each planted fault alone."""

from __future__ import annotations

import pytest

from many_reports import FAULTS, judge_planted, judge_sound, main
from profiles import PROFILE

COUNT, PLANTED = {"dev": (12, 12), "ci": (36, 24), "nightly": (5000, 240)}[PROFILE]
MOST = 10
"""Players of the small tournaments: as many by each system."""


def test_nothing_is_found_in_reports_without_a_fault(tmp_path):
    wrong = {seed: judge_sound(seed, tmp_path, MOST)["wrong"] for seed in range(min(COUNT, 60))}
    assert {seed: each for seed, each in wrong.items() if each} == {}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found_and_nothing_else(fault, tmp_path):
    seeds = range(FAULTS.index(fault), min(PLANTED, 48), len(FAULTS))
    wrong = {seed: judge_planted(seed, tmp_path, MOST)["wrong"] for seed in seeds}
    assert {seed: each for seed, each in wrong.items() if each} == {}


@pytest.mark.nightly
def test_many_reports(tmp_path):
    assert main(COUNT, 0, 2, tmp_path, PLANTED) == 0
