"""Fastpair's own model: which files it draws. Its weights are in ``test_papers_by_hand.py``."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from inspect import getdoc

import numpy as np
import pytest

from commands import do
from fastpair import draw_document, draw_round, read
from fastpair.app.draws.review import Baselines, Question, ReviewedDraw
from fastpair.app.history.state import CongressState
from fastpair.errors import RuleError
from fastpair.formats.fastpair import new_content
from fastpair.formats.fastpair.schema import schema
from fastpair.go.tournament import (
    DEFAULT_MODEL,
    Criterion,
    Grade,
    HandicapRules,
    PairingRules,
    Rules,
)
from fastpair.pairing import ADDED_TERMS
from fastpair.pairing.generator import generate
from fastpair.pairing.rounds import judge_round
from fastpair.pairing.systems import RoundRobin, Weighted
from repository import ROOT

EXAMPLES = ROOT / "examples"


def drawbacks(tournament, number, model):
    """Handicap games, and games across categories, of a round as a model draws it again."""
    past = tournament.before(number)
    if not past.to_pair(number):
        return [0, 0]
    boards = draw_round(past, number, model=model).boards
    grade = {player.key: player.grade for player in tournament.players}
    category = [
        [sum(grade[key] < limit for limit in tournament.rules.category_limits) for key in pair]
        for pair in ((board.white, board.black) for board in boards)
    ]
    return [
        sum(board.handicap > 0 for board in boards),
        sum(one != other for one, other in category),
    ]


@pytest.mark.peers("opengotha/*/tournament.xml", "files/opengotha/*.xml")
def test_categories_have_no_more_handicaps_than_by_opengotha(peer):
    tournament = replace(read(peer).tournament, team_play=None)
    if tournament.rules.categories == 1:
        pytest.skip("a tournament without categories")
    for number in range(1, tournament.last_round + 1):
        ours, theirs = (
            drawbacks(tournament, number, model) for model in ("fastpair", "opengotha351")
        )
        assert np.all(np.array(ours) <= theirs), (number, ours, theirs)


@pytest.mark.parametrize(("by_mms", "correction"), [(False, 1), (False, 2), (True, 1)])
def test_a_swiss_with_categories_avoids_handicaps(by_mms, correction):
    """Sixty players of two categories after two rounds; OpenGotha's draw has more handicap games."""
    tournament = generate(60, 3, seed=7)
    rules = replace(
        tournament.rules,
        placement=(Criterion.CATEGORY, Criterion.WINS),
        category_limits=(Grade(-5),),
        handicap=HandicapRules(by_mms=by_mms, threshold=Grade(8), correction=correction),
        pairing=PairingRules(minimise_handicap=20 * 10**12, avoid_mixing_categories=20 * 10**12),
    )
    tournament = replace(tournament, rules=rules)
    for number in (1, 2, 3):
        ours, theirs = (
            drawbacks(tournament, number, model) for model in ("fastpair", "opengotha351")
        )
        assert np.all(np.array(ours) <= theirs), (number, ours, theirs)


@pytest.mark.parametrize(("name", "value"), [("country", -0.1), ("club", 1.5)])
def test_shares_are_shares(name, value):
    with pytest.raises(RuleError, match=f"{name}: must be a number from 0 to 1"):
        ADDED_TERMS["homes"](**{name: value})


def drawn_by_all(path, run):
    """The models by which each door draws and weighs the next round if nobody names one."""
    tournament = read(path).tournament
    number = tournament.round_to_draw()
    document = json.loads(run("draw", path, "--json"))
    question = ReviewedDraw.of(CongressState.read(path), Question(round_number=number))
    drawn = draw_round(tournament, number).applied_to(tournament)
    return {
        document["model"],
        draw_document(new_content(tournament))["model"],
        draw_round(tournament, number).model,
        judge_round(drawn, number).model,
        question.model.name,
        Baselines.of(CongressState.read(path), model=None, seed=None).fitting,
        tournament.rules.usual_model,
    }


@pytest.fixture
def run(capsys):
    def done(*arguments):
        do(*arguments)
        return capsys.readouterr().out

    return done


@pytest.mark.parametrize("suffix", ["xml", "tour", "json"])
def test_every_door_draws_a_file_of_opengotha_by_its_version(tmp_path, run, suffix):
    given = (EXAMPLES / "evening.xml").read_text("utf-8")
    for version, model in (("3.51", "opengotha351"), ("3.52.03", "opengotha352")):
        source, path = tmp_path / "given.xml", tmp_path / f"file.{suffix}"
        source.write_text(
            re.sub('fullVersionNumber="[^"]*"', f'fullVersionNumber="{version}"', given), "utf-8"
        )
        told = run("convert", source, path, "--overwrite")
        known = {"opengotha351"} if suffix == "tour" else {model}
        assert drawn_by_all(path, run) == known
        assert ("opengotha352 becomes opengotha351" in told) == (known != {model})


def test_every_door_draws_other_files_by_the_default_model(tmp_path, run):
    tournament = generate(20, 3, seed=1)
    tournament = replace(tournament, rules=replace(tournament.rules, pairing=PairingRules()))
    path = tmp_path / "file.json"
    path.write_bytes(new_content(tournament))
    assert drawn_by_all(path, run) == {DEFAULT_MODEL} == {Rules().usual_model}


@pytest.mark.parametrize("suffix", ["xml", "json", "tour"])
def test_every_door_draws_a_new_tournament_by_the_default_model(tmp_path, run, suffix):
    path = tmp_path / f"new.{suffix}"
    run("new", path, "--rounds", 3)
    for name in ("Adler", "Brook", "Crane", "Dunn"):
        run("register", path, name, "A", "--grade", "2k")
    assert drawn_by_all(path, run) == {DEFAULT_MODEL}
    assert f"weights: {DEFAULT_MODEL}" in run("info", path)


@pytest.mark.parametrize("suffix", ["xml", "tour"])
def test_a_history_holds_the_model_for_which_a_file_has_no_place(tmp_path, run, suffix):
    path = tmp_path / f"evening.{suffix}"
    run("convert", EXAMPLES / "evening.xml", path)
    content = path.read_bytes()
    assert run("rules", path, "--model", "godraw2015") == "weights: godraw2015\n"
    assert path.read_bytes() == content
    assert drawn_by_all(path, run) == {"godraw2015"}
    run("rules", path, "--model", "kaniuk2012", "--rounds", 6)
    assert drawn_by_all(path, run) == {"kaniuk2012"}
    run("undo", path)
    assert drawn_by_all(path, run) == {"godraw2015"}
    run("redo", path)
    assert drawn_by_all(path, run) == {"kaniuk2012"}
    run("convert", path, tmp_path / "evening.json")
    assert drawn_by_all(tmp_path / "evening.json", run) == {"kaniuk2012"}
    run("draw", path, "--write")
    path.write_bytes(path.read_bytes() + b"\n")  # as another program may save it
    assert read(path).tournament.rules.usual_model == "kaniuk2012"
    run("rules", path, "--model", "usual")
    assert read(path).tournament.rules.usual_model == "opengotha351"


def test_a_system_takes_the_model_that_is_named_beside_it():
    tournament = generate(20, 3, seed=1)
    drawn = draw_round(tournament, 1, system=Weighted(), model="godraw2015")
    assert drawn.model == "godraw2015"
    with pytest.raises(RuleError, match="model: round-robin has no weights"):
        draw_round(tournament, 1, system=RoundRobin(), model="godraw2015")


def test_the_documents_say_which_model_is_the_usual_one():
    sentence = " ".join(getdoc(Rules.usual_model).partition("\n\n")[2].split())
    page = (
        (EXAMPLES.parent / "docs" / "reference" / "models.md").read_text("utf-8").replace("`", "")
    )
    assert sentence in " ".join(page.split())
    assert schema()["$defs"]["RequestedDraw"]["properties"]["model"]["description"].endswith(
        sentence
    )
