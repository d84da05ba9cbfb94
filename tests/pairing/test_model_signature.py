"""A model that is not as published does not sign as the published one."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given

from commands import do
from fastpair.formats.models import model_text, read_model
from fastpair.pairing import (
    ADDED_TERMS,
    ByRounds,
    Preferring,
    RoundRange,
    changes,
    description,
    digest,
    signature,
)
from fastpair.pairing.draw import Constraints
from fastpair.pairing.generator import generate
from fastpair.pairing.rounds import draw_round
from fastpair.pairing.weights import MODELS, model_named
from fastpair.pairing.weights.models import GoDraw2015
from paper_models import models
from repository import ROOT

EXAMPLES = ROOT / "examples"
PAIR = frozenset({frozenset({"A", "B"})})


@pytest.mark.parametrize("name", MODELS)
def test_a_published_model_signs_by_its_name(name):
    assert signature(model_named(name, salt=7)) == name
    assert changes(model_named(name)) == {}
    assert len(digest(model_named(name))) == 64


def test_every_model_has_its_own_digest():
    assert len({digest(model_named(name)) for name in MODELS}) == len(MODELS)


USUAL = GoDraw2015()
CHANGED = {
    "coefficients.area": replace(USUAL, coefficients=replace(USUAL.coefficients, area=250.0)),
    "even": replace(USUAL, even="mix"),
    "not_applied": replace(USUAL, not_applied=1.0),
    "conventions.seeding": replace(
        USUAL, conventions=replace(USUAL.conventions, seeding=("grade",))
    ),
    "remove": replace(USUAL, removed=("banding",)),
    "add": replace(USUAL, added=(ADDED_TERMS["finnish"](),)),
    "rounds": ByRounds(
        model=USUAL, ranges=(RoundRange(first=1, last=2, model=replace(USUAL, even="mix")),)
    ),
    "prefer": Preferring(model=USUAL, wanted=PAIR),
    "prefer_not": Preferring(model=USUAL, unwanted=PAIR),
    "families": Preferring(model=USUAL, families_apart=True),
}


@pytest.mark.parametrize("name", CHANGED)
def test_every_change_is_named(name):
    model = CHANGED[name]
    assert set(changes(model)) - {"preference_weight"} == {name}
    assert signature(model) == f"godraw2015+{digest(model)[:8]}"
    assert json.loads(json.dumps(description(model))) == description(model)


@given(models())
def test_a_model_that_is_read_again_has_the_same_digest(tmp_path_factory, model):
    path = tmp_path_factory.mktemp("models") / "my.toml"
    path.write_text(model_text(model), encoding="utf-8")
    assert digest(read_model(path)) == digest(model)
    assert (signature(model) == model.name) == (replace(model, salt=0) == model_named(model.name))


def test_the_digest_is_the_same_in_another_process():
    path = str(EXAMPLES / "weekend.toml")
    code = (
        "import sys; from fastpair.formats.models import read_model;"
        "from fastpair.pairing.weights.description import digest; print(digest(read_model(sys.argv[1])))"
    )
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, check=True)
    assert done.stdout.decode().strip() == digest(read_model(path))


def test_a_draw_says_what_it_was_drawn_by():
    tournament = generate(20, 3, seed=1)
    rules = Constraints(max_grade_difference=9)
    drawn = draw_round(tournament, 1, model=CHANGED["even"], constraints=rules)
    assert drawn.model == signature(CHANGED["even"])
    assert drawn.model_digest == digest(CHANGED["even"])
    assert drawn.model_changes == {"even": "mix"}
    assert drawn.constraints == rules


@pytest.fixture
def run(capsys):
    def run(*arguments):
        do(*arguments)
        return capsys.readouterr().out

    return run


RULES = """
model = "godraw2015"
[coefficients]
area = 250.0
[rules]
max_grade_difference = 20
forbid = [["Selmavel", "Dovani"]]
prefer = [["Mira", "Tara"]]
"""


def test_name_digest_and_rules_are_shown(run, tmp_path):
    path = tmp_path / "my.toml"
    path.write_text(RULES, encoding="utf-8")
    evening = EXAMPLES / "evening.xml"
    document = json.loads(run("draw", evening, "--model", path, "--json"))
    assert document["model"] == f"godraw2015+{document['model_digest'][:8]}"
    assert document["model_changes"] == {
        "coefficients.area": 250.0,
        "prefer": [["FALDINIMIRA", "LOMBEKTARA"]],
        "preference_weight": 100.0,
    }
    assert document["rules"] == {
        "forbid": [["DOVANIHALKA", "SELMAVELOLMINA"]],
        "max_grade_difference": 20,
    }
    page = run("draw", evening, "--model", path)
    assert f"model: {document['model']}, seed 0\n" in page
    assert "changed in godraw2015:\n  coefficients.area: 250.0\n" in page
    assert "  prefer: Faldini Mira 12k - Lombek Tara 13k\n" in page
    forbid = "  forbid: Dovani Halka 11k - Selmavel Olmina 3d\n"
    assert f"rules:\n{forbid}  max_grade_difference: 20\n" in page


def test_quality_says_which_models_it_compared(run, tmp_path):
    path = tmp_path / "my.toml"
    path.write_text(RULES, encoding="utf-8")
    evening = EXAMPLES / "evening.xml"
    compared = run("quality", evening, "--compare", "godraw2015", path, "--json")
    models = json.loads(compared)["models"]
    assert list(models) == ["godraw2015", str(path)]
    assert models["godraw2015"]["model"] == "godraw2015"
    changed = models[str(path)]
    assert changed["model"] == f"godraw2015+{changed['model_digest'][:8]}"
    assert changed["rules"]["max_grade_difference"] == 20
    page = run("quality", evening, "--compare", "godraw2015", path)
    assert page.endswith(f"\n{path}: {changed['model']}\n")
