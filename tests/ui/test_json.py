"""The JSON documents: as their schemas say, and as the draw is."""

from __future__ import annotations

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from jsonschema import ValidationError

from constrained_rounds import constrained_rounds
from fastpair.app.draws.documents import drawn_document, info_document
from fastpair.formats import read
from fastpair.formats.opengotha import new_document
from fastpair.pairing.rounds import draw_round
from fastpair.research.simulate import generate
from fastpair.ui.cli import main
from schemas import DRAW, INFO
from tournaments import tournaments


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    tournament = generate(61, 4, seed=7, play=2)
    path = tmp_path_factory.mktemp("json") / "congress.xml"
    new_document(tournament).write(path, tournament)
    return path


def document(capsys, *arguments):
    assert main([*map(str, arguments), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_document_is_the_draw(capsys, file):
    written = document(capsys, "draw", file)
    DRAW.validate(written)
    tournament = read(file).tournament
    drawn = draw_round(tournament, 3)
    assert written["format"] == "fastpair.draw"
    assert written["version"] == 1
    assert written["round"] == 3
    assert written["cardinality"] == len(written["boards"]) == drawn.cardinality
    assert written["total_weight"] == drawn.weight == sum(b["weight"] for b in written["boards"])
    assert written["bye"] == drawn.bye
    assert written["unpaired"] == []
    assert written["absent"] == list(drawn.absent)
    assert written["optimal"] is True
    assert written["proof"] == drawn.proof
    for ours, board in zip(written["boards"], drawn.boards, strict=True):
        assert ours["table"] == board.table
        assert (ours["white"], ours["black"]) == (board.white, board.black)
        assert ours["components"] == board.components
        assert ours["white_score"] == board.white_score
    for key, player in written["players"].items():
        assert tournament.by_key[key].name == player["name"]
    stages = {"reading", "field", "weights", "matching", "verification", "boards"}
    assert written["timings"].keys() == stages


def test_a_draw_is_the_same_twice(capsys, file):
    once, again = (document(capsys, "draw", file, "--seed", "5") for _ in range(2))
    assert once.pop("timings")
    assert again.pop("timings")
    assert once == again


def test_the_document_is_info(capsys, file):
    written = document(capsys, "info", file)
    INFO.validate(written)
    assert written["next_round"] == 3
    assert written["players"] == 61
    assert [r["round"] for r in written["rounds"]] == [1, 2, 3, 4]
    assert written["rounds"][0]["to_pair"] == []
    assert written["rounds"][2]["to_pair"] == written["rounds"][2]["present"]
    assert written["missing"] == written["faults"] == []


class Read:
    """A document that only holds a tournament."""

    version, remarks = "", ()

    def __init__(self, tournament):
        self.tournament = tournament


@given(tournaments())
def test_the_state_of_any_tournament_is_as_the_schema_says(tournament):
    INFO.validate(json.loads(json.dumps(info_document(Read(tournament)))))


@given(tournaments(), st.data())
def test_any_draw_is_as_the_schema_says(tournament, data):
    number = data.draw(st.integers(1, tournament.rules.rounds))
    assume(tournament.to_pair(number))
    drawn = draw_round(tournament, number)
    written = json.loads(json.dumps(drawn_document(tournament, drawn)))
    DRAW.validate(written)
    named = {key for board in written["boards"] for key in (board["white"], board["black"])}
    named |= {*written["unpaired"], *written["absent"]} | ({written["bye"]} - {None})
    named |= {key for game in written["kept"] for key in (game["white"], game["black"])}
    named |= {*written["kept_byes"]}
    assert written["players"].keys() == named
    assert written["reasons"].keys() == set(written["unpaired"])


@given(constrained_rounds())
def test_any_relaxation_is_as_the_schema_says(problem):
    tournament, number, constraints = problem
    drawn = draw_round(tournament, number, constraints=constraints)
    written = json.loads(json.dumps(drawn_document(tournament, drawn)))
    DRAW.validate(written)
    if drawn.relaxations is not None:
        said = written["relaxations"]
        named = {
            key for way in ("cheapest", "fewest") for pair in said[way] for key in pair["players"]
        }
        assert named | {*said["left"]} <= written["players"].keys()
        assert bool(said["cheapest"]) == bool(said["fewest"]) == bool(said["rules"])


@pytest.mark.parametrize(
    "change",
    [
        {"round": 0},
        {"bye": 3},
        {"optimal": False},
        {"proof": "yes"},
        {"total_weight": 1.5},
        {"more": 1},
        {"boards": [{"table": 1}]},
    ],
)
def test_the_schema_refuses_what_is_no_draw(capsys, file, change):
    written = document(capsys, "draw", file)
    with pytest.raises(ValidationError):
        DRAW.validate({**written, **change})
    for field in written:
        with pytest.raises(ValidationError):
            DRAW.validate({key: value for key, value in written.items() if key != field})
