"""The model of a tournament, and the parameters of OpenGotha's weights: typed, in TOML, on the page."""

from __future__ import annotations

from contextlib import closing
from dataclasses import fields, replace
from typing import get_args

import pytest
from hypothesis import given

from congress_files import all_present, refused, save
from fastpair.app.history.timeline import History
from fastpair.app.inputs import PairingInput, RulesInput, parameters_text, read_parameters
from fastpair.errors import FormatError, RuleError
from fastpair.formats import read
from fastpair.go.tournament import (
    Criterion,
    Grade,
    ModelName,
    PairingRules,
    Placement,
    Rules,
    SeedSystem,
    Tournament,
)
from fastpair.pairing.rounds import draw_round
from fastpair.pairing.weights import MODELS
from fastpair.ui.cli.actions import command_line
from fastpair.ui.web.running import Server
from pages import Browser
from tournaments import pairing_rules

CONGRESS = all_present()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "congress.xml"
    save(CONGRESS, path)
    return path


def test_every_model_and_every_parameter_has_a_name():
    assert get_args(ModelName) == tuple(MODELS)
    named = {entry.name for entry in fields(PairingRules)} - {"variant"}
    assert {entry.name for entry in fields(PairingInput)} == named


@given(pairing_rules())
def test_the_toml_of_parameters_reads_back(tmp_path_factory, pairing):
    path = tmp_path_factory.getbasetemp() / "parameters.toml"
    path.write_text(parameters_text(pairing), "utf-8")
    blank = Tournament(rules=Rules(pairing=PairingRules(variant=pairing.variant)))
    assert read_parameters(path).applied_to(blank).rules.pairing == pairing


def test_parameters_that_are_typed(run, file):
    typed = {
        "--seed-systems": "fold,Slip",
        "--last-round-of-first-seed-system": 3,
        "--seed-criteria": "NULL,rating",
        "--drawn-down-from": "top",
        "--drawn-up-from": "bottom",
        "--grade-threshold": "2d",
        "--country-groups": 0,
        "--concavity": 0.25,
        "--avoid-same-area": 7,
    }
    words = [str(word) for pair in typed.items() for word in pair]
    assert run("parameters", file, *words, "--no-compensate", "--no-bar-threshold")[0] == 0
    assert read(file).tournament.rules.pairing == replace(
        CONGRESS.rules.pairing,
        variant=read(file).tournament.rules.pairing.variant,
        seed_systems=(SeedSystem.SPLIT_AND_FOLD, SeedSystem.SPLIT_AND_SLIP),
        last_round_of_first_seed_system=3,
        seed_criteria=(Criterion.NONE, Criterion.RATING),
        drawn_down_from=Placement.TOP,
        drawn_up_from=Placement.BOTTOM,
        grade_threshold=Grade(1),
        country_groups=0,
        concavity=0.25,
        avoid_same_area=7,
        compensate_draw_up_down=False,
        bar_threshold=False,
    )
    assert run("parameters", file, *words)[1] == "the parameters are so already\n"
    shown = run("parameters", file)[1]
    assert '\nseed_systems = "fold,slip"\n' in shown


def test_a_new_tournament_begins_with_parameters_and_a_model(run, tmp_path):
    """An option goes before the file; what both do not say stays."""
    stated = tmp_path / "own.toml"
    stated.write_text("maximise_seeding = 1\ncountry_groups = 2\n")
    file = tmp_path / "congress.json"
    assert run("new", file, "--model", "godraw2015", "--parameters", stated)[0] == 0
    rules = read(file).tournament.rules
    assert (rules.usual_model, rules.pairing.maximise_seeding) == ("godraw2015", 1)
    _, _, errors = run("parameters", file, "--from", stated, "--country-groups", 5)
    assert "the model of the tournament, godraw2015, does not read these parameters" in errors
    assert read(file).tournament.rules.pairing.country_groups == 5
    assert "weights: godraw2015, chosen\n" in run("info", file)[1]
    assert run("rules", file, "--model", "usual")[1] == "weights: opengotha351, which fits\n"
    assert "weights: opengotha351, which fits\n" in run("info", file)[1]


def test_the_model_of_a_tournament_draws():
    chosen = RulesInput(model="macmahon").applied_to(CONGRESS)
    assert draw_round(chosen, 1).model == "macmahon"
    assert draw_round(chosen, 1, model="gotha").model == "gotha"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"seed_systems": "fold"}, "seed_systems: expected two, such as fold,slip, got 'fold'"),
        ({"seed_systems": "fold,up"}, "seed_systems: expected one of fold, slip, random"),
        ({"seed_criteria": "Rating,X"}, "seed_criteria: expected criteria"),
        ({"drawn_up_from": "left"}, "drawn_up_from = one of top, middle, bottom"),
        ({"concavity": 11.0}, "concavity: expected a number from 0 to 10, got 11.0"),
        ({"random": -1}, "random: expected a number from 0 to 100000000000000000, got -1"),
        ({"radom": 1}, "unknown key 'radom'; the nearest known one is 'random'"),
    ],
)
def test_what_is_no_parameter_is_refused(tmp_path, typed, words):
    """At its line in a file, and by the same words where it is typed."""
    path = tmp_path / "own.toml"
    lines = (f"{k} = {v!r}\n" for k, v in typed.items())
    path.write_text("wins_threshold = true\n" + "".join(lines))
    with pytest.raises(FormatError) as caught:
        read_parameters(path)
    assert str(caught.value).startswith(f"{path}:2: ")
    assert words in str(caught.value)
    if "nearest" not in words and "= one of" not in words:
        with pytest.raises(RuleError) as refusal:
            PairingInput(**typed).applied_to(Tournament())
        assert words in str(refusal.value)


def test_the_page_shows_and_changes_the_model_that_the_history_holds(run, file):
    with closing(Server(file, "127.0.0.1", 0)) as server, Browser(server) as one:
        one.open()
        one.do("/rules/1/change", model="macmahon")
        assert "weights: macmahon, chosen\n" in run("info", file)[1]
        run("rules", file, "--model", "gotha")
        assert "weights: gotha, chosen" in one.get("/rules/1").text
    assert command_line(History(file).entries()[0], file)[1:] == ("--model", "macmahon")


def test_what_an_xml_does_not_hold_is_refused(run, file):
    assert refused(run("rules", file, "--model", "x"), "--model: expected a model (opengotha351")
    usual = read(file).tournament.rules.usual_model
    assert run("rules", file, "--model", usual)[:2] == (0, "the rules are so already\n")


def test_parameters_on_the_page(file):
    with closing(Server(file, "127.0.0.1", 0)) as server, Browser(server) as one:
        one.open()
        one.do("/rules/1/parameters", drawn_up_from="top", concavity="0.75", bar_threshold="no")
        pairing = read(file).tournament.rules.pairing
        assert (pairing.drawn_up_from, pairing.concavity) == (Placement.TOP, 0.75)
        assert command_line(History(file).entries()[-1], file)[1:] == (
            *("--drawn-up-from", "top", "--no-bar-threshold", "--concavity", "0.75"),
        )
        for name, value in {"concavity": "x", "drawn_up_from": "left", "random": "1_0"}.items():
            words = one.refused("/rules/1/parameters", **{name: value})
            label = name.replace("_", " ").capitalize()
            assert f"Not done: {label}: expected" in words
