"""The model of a tournament, and the parameters of OpenGotha's weights, and the file of the weights."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import get_args

import numpy as np
import pytest
from hypothesis import given

from commands import do
from congress_files import all_present, refused, save
from fastpair.app.forms.inputs import read_parameters, with_parameters, with_rules
from fastpair.app.forms.labels import label_of
from fastpair.app.forms.value_texts import parameters_text
from fastpair.app.history.timeline import History
from fastpair.errors import FormatError, RuleError
from fastpair.facts import facts
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
from fastpair.pairing.field import Field
from fastpair.pairing.generator import generate
from fastpair.pairing.rounds import draw_round
from fastpair.pairing.weights import MODELS, OpenGotha
from fastpair.ui.cli.actions import command_line
from pages import director_of
from tournaments import pairing_rules

CONGRESS = all_present()


@pytest.fixture
def file(tmp_path):
    return save(CONGRESS, tmp_path / "congress.xml")


def test_every_model_and_every_parameter_has_a_name():
    assert {*get_args(ModelName)} == {*MODELS.own}
    named = {entry.name for entry in fields(PairingRules)} - {"variant"}
    assert {*facts(PairingRules)} == named


@given(pairing_rules())
def test_the_toml_of_parameters_reads_back(tmp_path_factory, pairing):
    path = tmp_path_factory.getbasetemp() / "parameters.toml"
    path.write_text(parameters_text(pairing), "utf-8")
    blank = Tournament(rules=Rules(pairing=PairingRules(variant=pairing.variant)))
    assert with_parameters(blank, read_parameters(path)).rules.pairing == pairing


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
    do("parameters", file, *words, "--no-compensate", "--no-bar-threshold")
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
    assert run("parameters", file, *words)[1] == "the parameters have not changed\n"
    shown = run("parameters", file)[1]
    assert '\nseed_systems = "fold,slip"\n' in shown


def test_a_new_tournament_begins_with_parameters_and_a_model(run, tmp_path):
    """An option goes before the file; what both do not say stays."""
    stated = tmp_path / "own.toml"
    stated.write_text("maximise_seeding = 1\ncountry_groups = 2\n")
    file = tmp_path / "congress.json"
    do("new", file, "--model", "godraw2015", "--parameters", stated)
    rules = read(file).tournament.rules
    assert (rules.usual_model, rules.pairing.maximise_seeding) == ("godraw2015", 1)
    _, _, errors = run("parameters", file, "--from", stated, "--country-groups", 5)
    assert "the model of the tournament, godraw2015, does not read these parameters" in errors
    assert read(file).tournament.rules.pairing.country_groups == 5
    assert "weights: godraw2015\n" in run("info", file)[1]
    assert run("rules", file, "--model", "usual")[1] == "weights: opengotha351 (default)\n"
    assert "weights: opengotha351 (default)\n" in run("info", file)[1]


def test_the_model_of_a_tournament_draws():
    chosen = with_rules(CONGRESS, {"model": "macmahon"})
    assert draw_round(chosen, 1).model == "macmahon"
    assert draw_round(chosen, 1, model="gotha").model == "gotha"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"seed_systems": "fold"}, "seed_systems: must be two, such as fold,slip, not 'fold'"),
        ({"seed_systems": "fold,up"}, "seed_systems: must be one of fold, slip, random"),
        ({"seed_criteria": "Rating,X"}, "seed_criteria: must be criteria"),
        ({"drawn_up_from": "left"}, "drawn_up_from: must be one of top, middle, bottom"),
        ({"concavity": 11.0}, "concavity: must be a number from 0 to 10, not 11.0"),
        ({"random": -1}, "random: must be a whole number from 0 to 100000000000000000, not -1"),
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
            with_parameters(Tournament(), typed)
        assert words in str(refusal.value)


def test_the_page_shows_and_changes_the_model_that_the_history_holds(run, file):
    with director_of(file) as one:
        one.do("/rules/1/change", model="macmahon")
        assert "weights: macmahon\n" in run("info", file)[1]
        run("rules", file, "--model", "gotha")
        assert '<p class="sum">Gotha</p>' in one.get("/rules/1").text
    assert command_line(History(file).entries()[0], file)[1:] == ("--model", "macmahon")


def test_what_an_xml_does_not_hold_is_refused(run, file):
    assert refused(run("rules", file, "--model", "x"), "--model: must be one of opengotha351")
    usual = read(file).tournament.rules.usual_model
    assert run("rules", file, "--model", usual)[:2] == (0, "the rules have not changed\n")


def test_parameters_on_the_page(file):
    with director_of(file) as one:
        one.do("/rules/1/parameters", drawn_up_from="top", concavity="0.75", bar_threshold="no")
        pairing = read(file).tournament.rules.pairing
        assert (pairing.drawn_up_from, pairing.concavity) == (Placement.TOP, 0.75)
        assert command_line(History(file).entries()[-1], file)[1:] == (
            *("--concavity", "0.75", "--drawn-up-from", "top", "--no-bar-threshold"),
        )
        for name, value in {"concavity": "x", "drawn_up_from": "left", "random": "1_0"}.items():
            words = one.refused("/rules/1/parameters", **{name: value})
            assert f"{label_of(name)}: Must be" in words or "Enter a whole number" in words


@pytest.fixture(scope="module")
def weighed():
    """A tournament with three rounds played."""
    return generate(30, 5, seed=11, play=3)


class TestWeights:
    """The file of ``fastpair weights``, and what the command refuses."""

    @pytest.fixture
    def file(self, weighed, tmp_path):
        save(weighed, tmp_path / "congress.xml")
        return tmp_path / "congress.xml"

    @pytest.mark.parametrize("variant", ["v351", "v352"])
    @pytest.mark.parametrize("number", [1, 3, 4])
    def test_arrays_are_the_weights_as_they_were_before_the_round(
        self, weighed, file, tmp_path, variant, number
    ):
        output = tmp_path / "weights.npz"
        model = OpenGotha(variant=variant)
        do("weights", file, "--round", number, "--model", model.name, "--output", output)
        field = Field.of(weighed.before(number), number, variant=variant)
        weights = model.weigh(field)
        with np.load(output, allow_pickle=False) as arrays:
            assert arrays.files == ["players", *OpenGotha.names, "total", "model", "bye"]
            rows = [seat for seat, key in enumerate(field.key) if key != str(arrays["bye"])]
            assert len(rows) % 2 == 0
            assert arrays["players"].tolist() == [field.key[row] for row in rows]
            for name, matrix in {**weights.components, "total": weights.total}.items():
                assert arrays[name].dtype == np.int64
                assert np.array_equal(arrays[name], matrix[np.ix_(rows, rows)])

    @pytest.mark.parametrize("model", ["opengotha351", "fastpair", "gotha"])
    @pytest.mark.parametrize("written", [False, True])
    def test_what_is_drawn_is_weighed_and_the_bye_is_left_out(self, run, tmp_path, model, written):
        file, output = tmp_path / "odd.xml", tmp_path / "weights.npz"
        entered = generate(31, 3, seed=2)
        present = tuple(replace(player, absences=frozenset()) for player in entered.players)
        odd = replace(entered, players=present)
        save(odd, file)
        draw = draw_round(odd, 1, model=model)
        if written:
            do("draw", file, "--model", model, "--write")
        status, said, _ = run("weights", file, "--round", 1, "--model", model, "--output", output)
        assert status == 0
        with np.load(output, allow_pickle=False) as arrays:
            seat = {key: row for row, key in enumerate(arrays["players"].tolist())}
            total = arrays["total"]
            assert str(arrays["bye"]) == draw.bye
        assert sorted(seat) == sorted(
            key for board in draw.boards for key in (board.white, board.black)
        )
        for board in draw.boards:
            assert total[seat[board.white], seat[board.black]] == board.weight
        name = odd.by_key[draw.bye].full_name
        assert f"{name} has the bye and is left out" in said

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("--round", 6), "the round must be from 1 to 5, not 6"),
            (("--round", 0), "the round must be from 1 to 5, not 0"),
            (("--round", "x"), "--round"),
            (("--round", 1, "--model", "godraw"), "must be a model"),
            ((), "--round"),
        ],
    )
    def test_bad_requests_leave_the_output_alone(self, run, file, tmp_path, arguments, message):
        output = tmp_path / "weights.npz"
        output.write_text("precious")
        assert refused(run("weights", file, *arguments, "--output", output), message)
        assert output.read_text() == "precious"

    def test_bad_files_are_named(self, run, file, tmp_path):
        assert refused(
            run("weights", tmp_path / "none.xml", "--round", 1, "--output", tmp_path / "w.npz"),
            "none.xml: cannot be read",
        )
        nowhere = tmp_path / "no" / "w.npz"
        assert refused(
            run("weights", file, "--round", 1, "--output", nowhere), f"{nowhere}: cannot be written"
        )
        assert sorted(path.name for path in tmp_path.iterdir()) == [file.name]
