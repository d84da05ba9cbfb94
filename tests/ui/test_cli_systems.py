"""Rounds drawn by other systems than the weights: the commands, on files that are played to the end."""

from __future__ import annotations

import json
import os
from importlib.resources import files

import pytest
from jsonschema import Draft202012Validator

from builders import everybody_present
from commands import do
from fastpair import Congress, draw_document
from fastpair.errors import FormatError
from fastpair.formats import read
from fastpair.formats.fastpair import new_content
from fastpair.formats.opengotha import new_document
from fastpair.go.tournament import Result
from fastpair.pairing.generator import generate
from fastpair.pairing.systems import SYSTEMS, system_class
from fastpair.report import width
from schemas import DRAW
from terminals import on_a_terminal

SYSTEMS_SCHEMA = Draft202012Validator(
    json.loads(files("fastpair.app").joinpath("systems.schema.json").read_text("utf-8"))
)


def congress(players, rounds=8):
    """A congress before round 1 whose players are all there all the time."""
    return everybody_present(generate(players, rounds, seed=4))


NEW = {"xml": lambda tournament: new_document(tournament).content, "json": new_content}


@pytest.fixture(params=NEW)
def file(tmp_path, request):
    path = tmp_path / f"congress.{request.param}"
    path.write_bytes(NEW[request.param](congress(11)))
    return path


def enter_results(run, file, number):
    """White wins at odd tables, Black at even ones."""
    tables = [game.table for game in read(file).tournament.round(number).games]
    results = [word for table in tables for word in (str(table), "bw"[table % 2])]
    if results:
        do("result", file, *results, "--round", number)


def test_a_cup_is_played_to_its_end(file, run):
    for number, (games, resting, out) in enumerate([(3, 5, 0), (4, 0, 3), (2, 0, 7), (1, 0, 9)], 1):
        assert read(file).tournament.round_to_draw() == number
        status, written, _ = run("draw", file, "--system", "cup", "--write", "--json", "--seed", 3)
        drawn = json.loads(written)
        DRAW.validate(drawn)
        assert status == 0
        assert (drawn["cardinality"], len(drawn["resting"]), len(drawn["out"])) == (
            games,
            resting,
            out,
        )
        assert (drawn["system"], drawn["optimal"], drawn["proof"]) == ("cup", False, None)
        assert (drawn["model"], drawn["model_digest"], drawn["seed"]) == (None, None, 3)
        enter_results(run, file, number)
    status, _, said = run("draw", file, "--system", "cup", "--write", "--seed", 3)
    assert (status, said.count("\n")) == (2, 1)
    assert said.startswith(f"fastpair: {file}: the cup is over: ")
    assert said.endswith(" has won it\n")
    (last,) = read(file).tournament.round(4).games
    winner = read(file).tournament.by_key[
        last.white if last.result is Result.WHITE_WINS else last.black
    ]
    assert winner.full_name in said
    for command in ("standings", "info", "log", "check"):
        status, shown, said = run(command, file)
        assert (status in (0, 1), bool(shown)) == (True, True), said


def test_a_redraw_brings_back_whom_the_draw_has_spared(file, run):
    lot = ("--set", "seeding=lot")
    run("draw", file, "--system", "cup", *lot, "--write", "--seed", 1)
    before = {p.key for p in read(file).tournament.players if 1 in p.absences}
    status, _, said = run("draw", file, "--system", "cup", *lot, "--redraw", "--write", "--seed", 2)
    after = {p.key for p in read(file).tournament.players if 1 in p.absences}
    assert (status, len(before), len(after)) == (0, 5, 5), said
    assert before != after
    assert len(read(file).tournament.round(1).games) == 3
    status, _, said = run("draw", file, "--redraw", "--write")
    assert (status, {p.key for p in read(file).tournament.players if 1 in p.absences}) == (0, set())
    assert len(read(file).tournament.round(1).games) == 5
    do("undo", file)
    assert {p.key for p in read(file).tournament.players if 1 in p.absences} == after


@pytest.mark.parametrize("name", sorted({*SYSTEMS} - {"double-swiss", "swiss-team"}))
def test_every_system_draws(file, run, name):
    """But those that pair matches, see `test_fide_systems_in_use`."""
    for _ in range(2):  # the second time, the round has its draw already
        status, written, said = run(
            "draw", file, "--system", name, "--json", "--round", 1, "--write", "--redraw"
        )
        drawn = json.loads(written)
        DRAW.validate(drawn)
        assert (status, drawn["system"], drawn["unpaired"]) == (0, name, []), said
        assert (
            drawn["optimal"]
            == (drawn["proof"] is not None)
            == (name in ("mcmahon", "swiss", "dutch", "burstein", "dubov"))
        )


def test_a_system_may_take_any_model(file, run):
    _, shown, _ = run("draw", file, "--system", "epm", "--model", "gotha")
    assert "system: epm (model gotha)\n" in shown
    keys = [player.key for player in read(file).tournament.players[:2]]
    do("draw", file, "--system", "epm", "--prefer", *keys)
    status, _, said = run("draw", file, "--system", "epm", "--must-play-group", *keys)
    assert status == 2
    assert said.endswith("--must-play-group: epm does not pair groups by themselves\n")


def test_the_screen_says_what_is_guaranteed(file, run):
    status, shown, said = run("draw", file, "--system", "cup", "--set", "third_place=true")
    assert (status, said) == (0, "")
    assert "system: cup (third_place True)\n" in shown
    assert f"guaranteed: {system_class('cup').guarantees}\n" in shown
    assert "resting: " in shown
    assert not any(word in shown for word in ("optimal", "weight", "model", "seed "))
    _, shown, _ = run("draw", file, "--system", "mcmahon")
    assert "optimal: proven" in shown
    _, shown, _ = run("draw", file, "--system", "cup", "--set", "seeding=lot", "--seed", 7)
    assert "system: cup (seeding lot), seed 7\n" in shown


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="the system has no pseudo-terminals")
def test_the_screens_fit(tmp_path):
    path = tmp_path / "congress.xml"
    path.write_bytes(NEW["xml"](congress(41)))
    for arguments in (["draw", path, "--system", "double-elimination"], ["systems", "cup"]):
        lines = on_a_terminal(*arguments)
        assert len(lines) > 5
        assert max(map(width, lines)) <= 80


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--system", "knock-out"], f"must be a system ({', '.join(SYSTEMS)}), not 'knock-out'"),
        (
            ["--system", "cup", "--set", "seed=3"],
            "cup has no parameter 'seed': it has seeding, third_place",
        ),
        (
            ["--system", "cup", "--set", "seeding=best"],
            "seeding: must be one of fold, number, lot, not 'best'",
        ),
        *(
            (
                ["--system", "rating-information", "--set", f"target={value}"],
                f"target: must be a number, not '{value}'",
            )
            for value in ("nan", "inf", "-1e999")
        ),
        (["--system", "cup", "--set", "seeding"], "--set: expected KEY=VALUE, got 'seeding'"),
        (
            ["--system", "cup", "--set", "seeding=lot", "--set", "seeding=fold"],
            "--set: seeding is set twice",
        ),
        (["--set", "seeding=lot"], "--set sets a parameter of the system of --system, got none"),
        (["--system", "mcmahon", "--set", "a=1"], "mcmahon has no parameter 'a': it has none"),
    ],
)
def test_wrong_options_are_refused_in_a_line(file, run, arguments, message):
    assert run("draw", file, *arguments) == (2, "", f"fastpair: {message}\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--model", "gotha"], "--model: cup has no weights, and takes no model"),
        (["--families", "avoid"], "--families: Cup has no weights that it could change"),
        (
            ["--must-play-group", "A", "B"],
            "--must-play-group: Cup does not pair groups by themselves",
        ),
        (["--prefer", "A", "B"], "--prefer: Cup has no weights that it could change"),
        (["--round", "3"], "had no game; the cup goes on with the one of them who"),
    ],
)
def test_what_needs_weights_is_refused_in_a_line(file, run, arguments, message):
    keys = [player.key for player in read(file).tournament.players[:2]]
    typed = [keys["AB".index(word)] if word in ("A", "B") else word for word in arguments]
    status, out, said = run("draw", file, "--system", "cup", *typed)
    assert (status, out, said.count("\n")) == (2, "", 1)
    assert message in said
    assert said.startswith(f"fastpair: {file}: ")


def test_a_document_asks_for_a_system():
    document = json.loads(new_content(congress(6)))
    document["draw"] = {"system": "round-robin"}
    drawn = draw_document(document)
    DRAW.validate(json.loads(json.dumps(drawn)))
    assert (drawn["system"], drawn["system_changes"], drawn["by_lot"]) == ("round-robin", {}, False)
    document["draw"] = {"system": {"system": "round-robin", "order": "lot"}, "seed": 8}
    other = draw_document(document)
    assert (other["system_changes"], other["by_lot"]) == ({"order": "lot"}, True)
    assert other["boards"] != drawn["boards"]
    document["draw"] = {"system": "mcmahon", "model": "godraw2015"}
    assert draw_document(document)["model"] == "godraw2015"


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"system": "swiz"}, "/draw/system: must be a system (mcmahon"),
        ({"system": {"order": "lot"}}, "/draw/system/system: expected the name of a system"),
        ({"system": {"system": "cup", "a": 1}}, "/draw/system/a: unknown parameter 'a'"),
        (
            {"system": "cup", "model": "gotha"},
            "/draw/model: cup has no weights, and takes no model",
        ),
        (
            {"system": "cup", "constraints": {"families": "avoid"}},
            "/draw/constraints/families: Cup has no weights",
        ),
    ],
)
def test_a_document_is_refused_where_it_is_wrong(asked, message):
    document = json.loads(new_content(congress(6)))
    document["draw"] = asked
    with pytest.raises(FormatError) as refused:
        draw_document(document)
    assert message in str(refused.value)


def test_the_systems_are_listed(run):
    status, shown, _ = run("systems")
    assert status == 0
    for name in SYSTEMS:
        kind = system_class(name)
        assert all(text in shown for text in (kind.source, kind.guarantees, kind.fails))
        assert f"{name}: " in shown
    assert "  parameters: seeding, third_place\n" in shown
    assert "--set seeding=fold [V 3.2]: fold, number, lot\n" in run("systems", "cup")[1]
    assert run("systems", "cup")[1].count("guaranteed: ") == 1
    for arguments in ((), ("cup",)):
        _, written, _ = run("systems", *arguments, "--json")
        SYSTEMS_SCHEMA.validate(json.loads(written))
    assert run("systems", "x")[2].startswith("fastpair: must be a system (mcmahon, ")


def test_groups_of_another_score_are_said(file, capsys):
    said = "swiss pairs by wins, and the standings of the file use McMahon scores"
    do("draw", file, "--system", "swiss")
    assert said in capsys.readouterr().err
    do("draw", file)
    assert "goes by" not in capsys.readouterr().err


def test_why_says_where_two_stand_in_their_halves(tmp_path, run):
    """If another pairing would be as good: in round 1 each number of the first half meets that of the second."""
    file = tmp_path / "open.trf"
    run("generate", "--system", "dutch", "--players", "8", "--rounds", "3", "--play", "1",
        "--late", "0", "--byes-asked", "0", "--absent", "0", "--withdrawn", "0", "--output", file)  # fmt: skip
    keeper = Congress.open(file)
    names = [player.full_name for player in keeper.tournament.players]
    for number in range(1, 5):
        one, other = names[number - 1], names[number + 3]
        lines = run("why", file, one, other, "--round", 1)[1].splitlines()
        assert lines[1:3] == [
            "The opposite is as good, but later in the order of the rules.",
            f"In the bracket of 0 points, {one}, who is no. {number} of S1, meets {other}, who is no. {number} of S2.",
        ]
    assert "of S1" not in run("why", file, names[0], names[5], "--round", 1)[1]


def test_why_says_whom_a_player_does_not_have(tmp_path, run):
    """The command and Python say the same of an earlier opponent, asked for the pair or for the two who do not meet."""
    file = tmp_path / "open.trf"
    run("generate", "--system", "dutch", "--players", "12", "--rounds", "6", "--play", "3",
        "--seed", "4", "--output", file)  # fmt: skip
    keeper = Congress.open(file)
    asked = 0
    for game in keeper.tournament.round(3).games:
        names = [keeper.tournament.by_key[key].full_name for key in game.players]
        sentences = keeper.why(*game.players, round=3)["sentences"][
            2:
        ]  # behind what the opposite is
        assert sentences
        assert all(line in run("why", file, *names, "--round", 3)[1] for line in sentences)
        for line in sentences:
            if line.startswith("With "):
                earlier, _, rest = line.removeprefix("With ").partition(", who stands before ")
                (player,) = (name for name in names if not rest.startswith(name))
                assert line in run("why", file, player, earlier, "--round", 3)[1]
                asked += 1
    assert asked
