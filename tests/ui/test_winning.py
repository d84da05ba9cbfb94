"""Winning by grades: the curve, its command, and plans that take it for the truth."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpair.app.reports.quality import GamesByGrade
from fastpair.errors import FormatError, RuleError
from fastpair.formats.opengotha import new_document
from fastpair.go.ratings import PWin
from fastpair.research.simulate import generate, read_plan
from fastpair.research.simulate.plan import FieldPlan, Plan, TruthPlan
from fastpair.research.simulate.trials import played

CURVE = PWin(slope=0.6, change=0.02, lowest=-20.0, highest=6.0)
grades = st.floats(-35, 12)


@given(grades, grades, st.integers(-9, 9))
def test_either_wins(one, other, stones):
    chance = CURVE(one, other, stones)
    assert chance + CURVE(other, one, -stones) == pytest.approx(1)
    assert CURVE(one + 1, other, stones) >= chance
    rating = 2100 + 100 * np.array([one, other])
    assert CURVE.by_rating(*rating, stones) == pytest.approx(chance)


def test_a_curve_by_hand():
    """F(g) = 0.6 g + 0.01 g²; beyond 6 and -20 its slope stays. A game without komi is half a grade."""
    assert CURVE(0, -1) == pytest.approx(1 / (1 + np.exp(-0.59)))
    assert CURVE(8, 6) == pytest.approx(1 / (1 + np.exp(-2 * 0.72)))
    assert CURVE(-20, -22) == pytest.approx(1 / (1 + np.exp(-2 * 0.2)))
    assert CURVE(0, 0.5, 1) == CURVE(0, 2.5, 3) == 0.5


@pytest.mark.parametrize("change", [0.02, 0.0])
def test_the_curve_is_found_again(change):
    """From what it expects of games of all kinds, as if each were played very often."""
    curve = replace(CURVE, change=change)
    rng = np.random.default_rng(3)
    one, other = rng.integers(-20, 7, (2, 500))
    one[:2] = -20, 6
    stones = rng.integers(-3, 4, 500)
    # The curve that is fitted knows no ends for who gets stones.
    endless = replace(curve, lowest=-29.0, highest=20.0)
    found = PWin.fitted(one, other, endless(one, other, stones), stones)
    assert (found.slope, found.change) == pytest.approx((0.6, change), abs=1e-9)
    assert (found.lowest, found.highest) == (-20, 6)


def test_games_that_would_let_it_fall_have_one_slope():
    one, other = np.array([5, 5, -20, -20]), np.array([4, 4, -21, -21])
    found = PWin.fitted(np.tile(one, 3), np.tile(other, 3), [1, 0, 1, 1, 0, 1, 1, 0, 0, 1, 1, 1])
    assert found.change == 0
    assert found.slope == pytest.approx(np.log(2))


@pytest.mark.parametrize(
    "share", [[], [1.0], [0.0, 0.0], [0.5, 0.5]], ids=["none", "one", "weaker", "jigo"]
)
def test_games_that_do_not_tell_are_refused(share):
    with pytest.raises(RuleError, match="how likely a win is"):
        PWin.fitted([1] * len(share), [0] * len(share), share)


def test_the_command_fits_the_games_of_its_files(run, tmp_path):
    files, tournaments = [], [generate(40, 3, seed=seed, play=3) for seed in (1, 2)]
    for number, tournament in enumerate(tournaments):
        files.append(tmp_path / f"{number}.xml")
        files[-1].write_bytes(new_document(tournament).content)
    games = GamesByGrade.of(tournaments)
    curve = games.fitted()
    told = list(games.differences(curve))
    counted = [g for t in tournaments for g in t.games if g.played and sum(g.result.won_x2) == 2]
    assert sum(each.games for each in told) == len(counted) == len(games.won)
    status, output, _ = run("winning", *files)
    assert status == 0
    assert output.startswith(f"{len(counted)} games: ")
    lines = output[output.index("[truth]") :]
    plan = tmp_path / "plan.toml"
    plan.write_text(lines, "utf-8")
    truth = read_plan(plan).truth
    assert truth.win == "grades"
    assert truth.p_win.slope == pytest.approx(curve.slope, rel=1e-5)
    assert truth.p_win.change == pytest.approx(curve.change, rel=1e-5)


def test_games_of_nobody_are_refused_in_a_line(run, tmp_path):
    file = tmp_path / "new.xml"
    file.write_bytes(new_document(generate(6, 3, seed=1)).content)
    status, _, errors = run("winning", file)
    assert (status, errors.count("\n")) == (2, 1)
    assert "no game has been played" in errors


def test_it_is_the_truth_of_a_plan():
    """With a steep curve the stronger always wins; with a flat one he does not."""
    field = FieldPlan(shape="uniform", players=16)
    upsets = []
    for slope in (19.0, 0.01):
        plan = Plan(field=field, rounds=3, truth=TruthPlan(win="grades", slope=slope))
        course, strength, _ = played(plan, 1, 0)
        white, column = np.nonzero(course.history.colour == 1)
        black = course.history.opponent[white, column]
        won = course.history.won_x2[white, column] == 2
        upsets.append(int((won != (strength[white] > strength[black])).sum()))
    assert upsets[0] == 0 < upsets[1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('win = "grades"', "expected a slope above 0"),
        (
            'win = "grades"\nslope = 0.1\nchange = 0.1',
            "expected a slope above 0 at the grade index -30",
        ),
        ('win = "grades"\nslope = 0.1\nlowest = 9', "expected a grade index from lowest=9 on"),
        ("slope = 0.1", 'expected win = "grades" with it'),
    ],
)
def test_what_is_no_curve_is_refused(tmp_path, text, message):
    plan = tmp_path / "plan.toml"
    plan.write_text(f"[truth]\n{text}\n", "utf-8")
    with pytest.raises(FormatError, match=message):
        read_plan(plan)
