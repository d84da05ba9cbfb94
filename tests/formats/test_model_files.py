"""Models as TOML files: what is written reads back, and what is wrong is named."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given

from commands import do
from fastpair.errors import FormatError, RuleError
from fastpair.formats.models import model_text, read_model
from fastpair.pairing import ADDED_TERMS, ByRounds
from fastpair.pairing.field import Field
from fastpair.pairing.generator import generate
from fastpair.pairing.rounds import draw_round
from fastpair.pairing.weights import MODELS, model_named
from fastpair.pairing.weights.models import GoDraw2015
from fastpair.parameters import parameters, walk
from fastpair.research.models import MacMahon
from fastpair.ui.cli import main
from paper_models import models
from profiles import few
from repository import ROOT


@pytest.mark.parametrize("name", MODELS)
def test_every_model_reads_back(name, saved_model):
    model = model_named(name)
    assert saved_model(model_text(model)) == model


@given(models())
def test_any_parameters_read_back(tmp_path_factory, model):
    path = tmp_path_factory.mktemp("models") / "my.toml"
    path.write_text(model_text(model), encoding="utf-8")
    assert read_model(path, salt=model.salt) == model


@pytest.mark.parametrize(
    "kind", [type(model) for model in map(model_named, MODELS) if model.parameters]
)
def test_every_parameter_says_what_it_is_and_whence(kind):
    for name, parameter in walk(parameters(kind)):
        assert parameter.description, name
        assert parameter.source, name
        assert bool(parameter.unit) == (parameter.kind is float), name


def test_changes(saved_model):
    model = saved_model("""
model = "godraw2015"
remove = ["banding"]
even = "mix"
[coefficients]
area = 250
[severities]
even = 4.5
[[add]]
term = "finnish"
high = 4.0
[[add]]
term = "entropy"
""")
    usual = GoDraw2015()
    assert model == replace(
        usual,
        removed=("banding",),
        even="mix",
        coefficients=replace(usual.coefficients, area=250.0),
        severities=replace(usual.severities, even=4.5),
        added=(ADDED_TERMS["finnish"](high=4.0), ADDED_TERMS["entropy"]()),
    )
    assert model.names[-3:] == ("play_out", "finnish", "entropy")
    assert "banding" not in model.names


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "expected a model, found an empty file"),
        ('model = "godraw"\n', 1, "one of opengotha351, opengotha352, godraw2015"),
        ("even = 'mix'\n", None, "expected model"),
        ("model = 3\n", 1, "found 3"),
        ('model = "godraw2015"\nevne = "mix"\n', 2, "'evne'; the nearest known one is 'even'"),
        ('model = "godraw2015"\nround = 3\n', 2, "nearest known one is 'rounds'"),
        ('model = "godraw2015"\neven = "foldd"\n', 2, "'foldd'"),
        ('model = "godraw2015"\ncoefficients = 3\n', 2, "table"),
        ('model = "godraw2015"\n[coeficients]\nmms = 3\n', 2, "'coefficients'"),
        ('model = "godraw2015"\n[coefficients]\nmsm = 3\n', 3, "nearest known one is 'mms'"),
        ('model = "godraw2015"\n[coefficients]\nmms = "3"\n', 3, "mms: must be a number, not '3'"),
        ('model = "godraw2015"\n[coefficients]\nmms = true\n', 3, "not True"),
        ('model = "godraw2015"\n[coefficients]\nmms = nan\n', 3, "must be a number"),
        ('model = "godraw2015"\n[coefficients]\nmms = inf\n', 3, "must be a number"),
        ('model = "godraw2015"\ncross_guard = 1\n', 2, "must be true or false"),
        ('model = "godraw2015"\nremove = ["mmm"]\n', 2, "unknown term 'mmm'"),
        ('model = "godraw2015"\nremove = "mms"\n', 2, "expected a list of terms"),
        ('model = "godraw2015"\n[[add]]\nterm = "finish"\n', 3, "one of finnish, entropy"),
        ('model = "godraw2015"\n[[add]]\nterm = "finnish"\nhi = 3\n', 4, "'high'"),
        ('model = "entropy"\n[[add]]\nterm = "entropy"\n', None, "2 terms 'entropy'"),
        ('model = "godraw2015"\n[add]\nterm = "finnish"\n', 2, "expected tables [[add]]"),
        ('model = "godraw2015"\n[[rounds]]\nfirst = 0\n', 3, "expected a round from 1"),
        ('model = "godraw2015"\n[[rounds]]\nfrist = 1\n', 3, "nearest known one is 'first'"),
        (
            'model = "godraw2015"\n[conventions]\nseeding = ["soss"]\n',
            3,
            "a list of sos, sosos, sodos, cuss, wins, grade, rating, not ['soss']",
        ),
        ('model = "godraw2015"\n[conventions]\nseeding = "sos"\n', 3, "not 'sos'"),
        ('model = "opengotha351"\nmms = 1\n', 2, "from the tournament file"),
        (f'model = "godraw2015"\n[coefficients]\nmms = {10**400}\n', 3, "not a larger one"),
        (f'model = "godraw2015"\n[coefficients]\nmms = {"9" * 5000}\n', 3, "from -10^15 to 10^15"),
        ('model = "godraw2015"\n[coefficients]\nmms = 2e18\n', 3, "a number from -10^15 to 10^15"),
        (
            'model = "godraw2015"\n[coefficients]\nmms = 1e15\neven = 1e15\narea = 1e15\n',
            None,
            "add up to",
        ),
        (f'model = "godraw2015"\n[rules]\na = {"[" * 3000}{"]" * 3000}\n', 3, "nested less deeply"),
        (f'model = "godraw2015"\n[rules]\n{"a." * 50_000}a = 1\n', 3, "fewer than 100 parts"),
        ("x = {" + '"a" . ' * 50_000 + "a = 1}\n", 1, "fewer than 100 parts"),
        (f'model = "godraw2015"\neven = "{"x" * 10**6}"\n', 2, f"{'x' * 100}"),
        ('model = "godraw2015"\nnot_applied = 2.0\n', 2, "a number from 0 to 1, not 2.0"),
        ('model = "gotha"\nconcavity = 2.0\n', 2, "a number from -1 to 1, not 2.0"),
        ('model = "kaniuk2012"\n[skew]\na = -1e9\n', 2, "expected a skew function with a peak"),
        (
            'model = "entropy"\n[[add]]\nterm = "finnish"\n[[add]]\nterm = "rating_information"\n'
            "epsilon = 0.0\n",
            4,
            "expected epsilon above 0",
        ),
        ('model = "godraw2015"\n[[rounds]]\nfirst = 3\nlast = 2\n', 4, "from 3 on, the first one"),
        (
            'model = "godraw2015"\n[[rounds]]\nlast = 2\n[rounds.coefficients]\nmms = 1\n\n'
            "[[rounds]]\nfirst = 5\nlast = 4\n",
            9,
            "from 5 on, the first one, found 4",
        ),
        (
            'model = "godraw2015"\n[[rounds]]\n[rounds.coefficients]\nmms = 1\n[[rounds]]\n'
            "[rounds.coefficients]\nmms = true\n",
            7,
            "not True",
        ),
        ('model = "godraw2015"\nname = "a\x0cb"\n', 2, "expected TOML"),
        ('model = "godraw2015" # \x85\nevne = 1\n', 2, "unknown key 'evne'"),
        ('model = "godraw2015\n', 1, "expected TOML"),
        ('model = "godraw2015"\nmodel = "gotha"\n', 2, "expected TOML"),
    ],
)
def test_what_is_wrong_is_named(text, line, message, saved_model):
    with pytest.raises(FormatError) as raised:
        saved_model(text)
    assert message in str(raised.value)
    assert len(str(raised.value)) < 1000
    assert raised.value.line == (None if text == "" else line)


def test_bytes_that_are_no_text(tmp_path):
    path = tmp_path / "my.toml"
    path.write_bytes(b'model = "\xff"')
    with pytest.raises(FormatError, match="UTF-8"):
        read_model(path)


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path, ends):
    """Editors on Windows write one."""
    path = tmp_path / "my.toml"
    path.write_bytes(f'model = "godraw2015"{ends}even = "mix"{ends}'.encode("utf-8-sig"))
    assert read_model(path) == GoDraw2015(even="mix")
    path.write_bytes(f'model = "godraw2015"{ends}evne = "mix"{ends}'.encode("utf-8-sig"))
    with pytest.raises(FormatError, match=r"my\.toml:2: unknown key"):
        read_model(path)


def every_number():
    """Model, dotted name and kind of each parameter that is a number."""
    for model in map(model_named, MODELS):
        if model.parameters:
            for name, parameter in walk(parameters(type(model))):
                if parameter.kind in (int, float):
                    yield model.name, name


EXTREMES = [0.0, -1.0, 1e-300, 1e14, 1e15, -1e15, 1e16, 2e18, 1e300, -5, 10**18, 10**400]


@pytest.mark.parametrize(("model", "name"), list(every_number()))
@pytest.mark.filterwarnings("error")
def test_any_number_makes_weights_or_is_refused(tmp_path, model, name):
    """Never a bug, nor an overflow that numpy warns of and computes on with."""
    field = Field.of(generate(12, 3, seed=1, play=1), 2)
    path = tmp_path / "my.toml"
    table, _, key = name.rpartition(".")
    heading = f"[{table}]\n" if table else ""
    for value in few(EXTREMES, 2, ci=4):
        path.write_text(f'model = "{model}"\n{heading}{key} = {value!r}\n', encoding="utf-8")
        with suppress(FormatError, RuleError):
            total = read_model(path).weigh(field).total
            assert abs(total).max() <= 2**60


@pytest.mark.parametrize("coefficient", [2e18, 1e300, float("inf"), float("nan")])
def test_coefficients_beyond_the_integers_are_refused(coefficient):
    coefficients = replace(GoDraw2015().coefficients, mms=coefficient)
    with pytest.raises(RuleError, match="the coefficients add up to"):
        draw_round(generate(12, 3, seed=1), 1, model=GoDraw2015(coefficients=coefficients))


def test_unknown_terms_are_refused():
    with pytest.raises(RuleError, match="no term 'mmm'"):
        MacMahon(removed=("mmm",))


def test_commands(capsys, tmp_path):
    do("models")
    listed = capsys.readouterr().out
    assert all(f"\n{name}: " in f"\n{listed}" for name in MODELS)
    do("models", "show", "kaniuk2012")
    path = tmp_path / "my.toml"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    assert read_model(path) == model_named("kaniuk2012")
    assert main(["models", "show", "kaniuk2013"]) == 2
    assert "kaniuk2012" in capsys.readouterr().err


def test_the_example():
    model = read_model(ROOT / "examples" / "weekend.toml")
    assert isinstance(model, ByRounds)
    assert model.names[-1] == "finnish"
    assert [model.at(number).even for number in (1, 2, 3)] == ["mix", "mix", "fold-ex"]
