"""One document in, one out: the same draw as from a file, and errors that point into the document."""

from __future__ import annotations

import io
import json
import re
import sys

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from jsonschema import ValidationError

from congress_files import save
from constrained_rounds import constrained_rounds
from fastpair import (
    Constraints,
    check_document,
    draw_document,
    draw_round,
    explain_document,
    standings_document,
)
from fastpair.app.draws.drawing import build_draw_document
from fastpair.app.embedding.answers import answered
from fastpair.errors import FormatError, RuleError
from fastpair.formats import read
from fastpair.formats.fastpair import new_content
from fastpair.formats.fastpair import read as read_document
from fastpair.pairing.generator import generate
from fastpair.ui.cli import main
from repository import ROOT
from schemas import DRAW
from tournaments import tournaments

EVENING = read(ROOT / "examples" / "evening.xml").tournament
KEYS = [player.key for player in EVENING.players]


@pytest.fixture
def document():
    return json.loads(new_content(EVENING))


def without_times(drawn):
    return {name: value for name, value in drawn.items() if name != "timings"}


@given(tournaments(), st.data())
def test_it_is_the_draw_of_the_tournament(tournament, data):
    number = data.draw(st.integers(1, tournament.rules.rounds))
    assume(tournament.to_pair(number))
    document = json.loads(new_content(tournament))
    document["draw"] = {"round": number}
    out = draw_document(document)
    DRAW.validate(json.loads(json.dumps(out)))
    assert out["proof"] == draw_round(tournament, number).proof
    named = {key for board in out["boards"] for key in (board["white"], board["black"])}
    named |= {*out["unpaired"], *out["absent"]} | ({out["bye"]} - {None})
    named |= {key for game in out["kept"] for key in (game["white"], game["black"])}
    named |= {*out["kept_byes"]}
    assert out["players"].keys() == named
    assert out["reasons"].keys() == set(out["unpaired"])
    assert without_times(draw_document(json.dumps(document))) == without_times(out)
    assert without_times(draw_document(json.dumps(document).encode())) == without_times(out)


@given(constrained_rounds())
def test_any_relaxation_is_as_the_schema_says(problem):
    tournament, number, constraints = problem
    drawn = draw_round(tournament, number, constraints=constraints)
    written = json.loads(json.dumps(build_draw_document(tournament, drawn)))
    DRAW.validate(written)
    if drawn.relaxations is not None:
        said = written["relaxations"]
        named = {
            key for way in ("cheapest", "fewest") for pair in said[way] for key in pair["players"]
        }
        assert named | {*said["left"]} <= written["players"].keys()
        assert bool(said["cheapest"]) == bool(said["fewest"]) == bool(said["rules"])


def test_the_document_of_the_command_is_the_draw(run, tmp_path):
    tournament = generate(61, 4, seed=7, play=2)
    save(tournament, tmp_path / "congress.xml")
    status, output, _ = run("draw", tmp_path / "congress.xml", "--json")
    written = json.loads(output)
    DRAW.validate(written)
    assert status == 0
    drawn = draw_round(tournament, 3)
    assert written["format"] == "fastpair.draw"
    assert written["version"] == 1
    assert written["round"] == 3
    assert written["cardinality"] == len(written["boards"]) == drawn.cardinality
    assert (
        written["total_weight"] == drawn.total_weight == sum(b["weight"] for b in written["boards"])
    )
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
def test_the_schema_refuses_what_is_no_draw(document, change):
    written = draw_document(document)
    DRAW.validate(written)
    with pytest.raises(ValidationError):
        DRAW.validate({**written, **change})
    for field in written:
        with pytest.raises(ValidationError):
            DRAW.validate({key: value for key, value in written.items() if key != field})


def test_nothing_is_kept_between_calls(document):
    before = json.dumps(document)
    once = draw_document(document)
    document["draw"] = {"constraints": {"forbid": [KEYS[:2]]}, "seed": 5}
    assert draw_document(document)["seed"] == 5
    del document["draw"]
    assert without_times(draw_document(document)) == without_times(once)
    assert json.dumps(document) == before


def test_everything_that_can_be_asked_for(document):
    document["draw"] = {
        "round": 2,
        "model": {"model": "godraw2015", "coefficients": {"area": 250.0}},
        "seed": 3,
        "absent": [KEYS[2], EVENING.players[3].full_name],
        "constraints": {"forbid": [KEYS[:2]], "rematches": True, "max_grade_difference": 40},
    }
    out = draw_document(document)
    assert out["model_changes"] == {"coefficients.area": 250.0}
    assert (out["round"], out["seed"]) == (2, 3)
    assert set(out["absent"]) == {KEYS[2], KEYS[3]}
    assert out["rules"] == {
        "forbid": [sorted(KEYS[:2])],
        "rematches": True,
        "max_grade_difference": 40,
    }


@pytest.fixture
def again():
    """A document whose second round is drawn, and the pairs of it."""
    tournament = generate(21, 4, seed=8, play=1)
    tournament = draw_round(tournament, 2).applied_to(tournament)
    return json.loads(new_content(tournament)), [game.players for game in tournament.round(2).games]


def drawn_pairs(out):
    return {frozenset((board["white"], board["black"])) for board in out["boards"]}


@pytest.mark.parametrize("kind", ["go", "swiss"])
def test_players_need_what_the_documents_say(kind):
    whole = {"key": "1", "name": "Ek", "first_name": "Anna", "grade": "3d", "rating": 2310}
    other = {"key": "2", "name": "Ib", "grade": "1k"}
    document = {"format": "fastpair-tournament", "version": 1, "kind": kind, "draw": {"round": 1}}

    def refusal_without(member):
        player = {name: value for name, value in whole.items() if name != member}
        try:
            draw_document(document | {"players": [player, other]})
        except FormatError as error:
            return str(error)
        return ""

    refusals = {member: refusal_without(member) for member in whole}
    needed = {member for member, said in refusals.items() if said}
    assert all(f"/players/0/{member}: expected" in refusals[member] for member in needed)
    text = ROOT.joinpath("docs", "reference", "json.md").read_text(encoding="utf-8")
    (said,) = re.findall(r"\| `players` \| (.*?) required, but no `grade`", text)
    assert needed == {*re.findall(r"`(\w+)`", said)} - ({"grade"} if kind == "swiss" else set())


def test_a_complete_round_counts_as_published():
    document = json.loads(new_content(generate(20, 4, seed=8, play=1)))
    document["draw"] = {"round": 1, "discard_all": True, "keep_most": True}
    assert draw_document(document)["change"]["published"] is True


@pytest.mark.parametrize("word", ["from-scratch", "free", "keep-most", "fewest", "between"])
def test_redraw_takes_the_words_of_python(again, word):
    """The same draw as by the switch, in each spelling, as JSON and in memory."""
    document, pairs = again
    switch = "redraw" if word == "from-scratch" else word.replace("-", "_")

    def drawn(**asked):
        asked = {"round": 2, "absent": [pairs[0][0]]} | asked
        in_memory, as_json = (
            draw_document(content)
            for content in (document | {"draw": asked}, json.dumps(document | {"draw": asked}))
        )
        assert without_times(in_memory) == without_times(as_json)
        return without_times(as_json)

    expected = drawn(**{switch: True})
    assert drawn(redraw=word) == drawn(redraw=word.replace("-", "_")) == expected
    if switch != "redraw":
        assert drawn(**{"redraw": word, switch: True}) == expected


def test_draws_between_are_listed_and_one_is_chosen(again):
    document, pairs = again
    asked = {"round": 2, "fewest": True, "between": True, "absent": [pairs[0][0], pairs[1][0]]}
    change = draw_document(document | {"draw": asked})["change"]
    listed, asked = change["offers"], asked | {"digest": change["digest"]}
    assert listed
    for number, offer in enumerate(listed, start=1):
        out = draw_document(document | {"draw": asked | {"choose": number}})
        assert out["change"]["changed"] == offer["changed"]
    error = answered("draw", json.dumps(document | {"draw": asked | {"choose": 99}}).encode())
    assert error["message"].endswith(f"the draws have the numbers 1 to {len(listed)}, not 99")
    for change, place in (
        ({"choose": 1, "absent": []}, "digest"),
        ({"choose": 1, "digest": ""}, "choose"),
        ({"digest": "ab"}, "digest"),
    ):
        error = answered("draw", json.dumps(document | {"draw": asked | change}).encode())
        assert error["pointer"] == f"/draw/{place}"
        assert "/draw/between lists the draws" in error["message"]


def test_games_are_discarded_and_kept(again):
    document, pairs = again
    one, other = pairs[0], pairs[3]
    name = next(p for p in document["players"] if p["key"] == one[0])
    full_name = f"{name['name']} {name['first_name']}"
    document["draw"] = {"round": 2, "discard": [[full_name, one[1]]]}
    assert drawn_pairs(draw_document(document)) == {frozenset(one)}
    document["draw"] = {"round": 2, "redraw": True, "keep": [other]}
    assert [{g["white"], g["black"]} for g in draw_document(document)["kept"]] == [{*other}]
    document["draw"] = {"round": 1, "discard_all": True}
    assert draw_document(document)["kept"] == []


def test_who_is_absent_takes_part_after_all(document):
    document["players"][2]["absences"] = [2]
    document["draw"] = {"round": 2, "present": [KEYS[2]]}
    assert KEYS[2] not in draw_document(document)["absent"]
    document["draw"]["absent"] = [KEYS[2]]
    with pytest.raises(RuleError, match="is named as absent and as present"):
        draw_document(document)


def test_what_is_doubtful_is_said():
    tournament = generate(8, 3, seed=1, play=1)
    document = json.loads(new_content(tournament))
    document["games"][0]["result"] = "?"
    assert "round 1" in draw_document(document)["remarks"][0]


def test_bands_and_groups_that_the_weights_do_not_read_are_said():
    document = json.loads(new_content(generate(8, 3, seed=1)))
    document["players"][0] |= {"band": 2, "play_in": "Bath", "play_out": "Ulm"}
    document["draw"] = {"model": "opengotha351"}
    unread = [line for line in draw_document(document)["remarks"] if "does not read" in line]
    assert unread[0] == (
        "1 player has a band, which OpenGotha 3.51 does not read; "
        "the models GoDraw 2015, fastpair, Gotha and Kaniuk 2012 do"
    )
    assert len(unread) == 3
    for model, number in {"gotha": 2, "fastpair": 0}.items():
        document["draw"] = {"model": model}
        assert str(draw_document(document)["remarks"]).count("does not read") == number


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        ({"round": 9}, "/draw/round: expected a round from 1 to 3, got 9"),
        ({"round": 1.5}, "/draw/round: expected a whole number from 1 to 99 or null, got 1.5"),
        ({"rounds": 2}, "/draw/rounds: unknown member; the nearest known one is 'round'"),
        ({"absents": []}, "/draw/absents: unknown member; the nearest known one is 'absent'"),
        (
            {"constrains": {}},
            "/draw/constrains: unknown member; the nearest known one is 'constraints'",
        ),
        (
            {"forbid": [KEYS[:2]]},
            "/draw/forbid: unknown member; the nearest known one is 'constraints/forbid'",
        ),
        (
            {"constraints": {"never": [KEYS[:2]]}},
            "/draw/constraints/never: unknown member; the nearest known one is 'forbid'",
        ),
        (
            {"never": [KEYS[:2]]},
            "/draw/never: unknown member; the nearest known one is 'constraints/forbid'",
        ),
        (
            {"constraints": {"avoid": [KEYS[:2]]}},
            "/draw/constraints/avoid: unknown member; the nearest known one is 'prefer_not'",
        ),
        (
            {"constraints": {"forbiden": [KEYS[:2]]}},
            "/draw/constraints/forbiden: unknown member; the nearest known one is 'forbid'",
        ),
        (
            {"system": {"system": "cup", "sedding": "fold"}},
            "/draw/system/sedding: unknown parameter 'sedding'; the nearest known one is 'seeding'",
        ),
        ({"se\ned": 1}, r"/draw/se\ned: unknown member; the nearest known one is 'seed'"),
        ({"seed": -1}, "/draw/seed: expected a whole number from 0 to 9007199254740991, got -1"),
        ({"absent": ["nobody"]}, "/draw/absent/0: no player 'nobody'"),
        ({"present": ["nobody"]}, "/draw/present/0: no player 'nobody'"),
        ({"keep": [KEYS[:2]]}, "/draw/keep: the draw of the round is not discarded, so that all"),
        (
            {"redraw": True, "keep": [KEYS[:2]]},
            f"/draw/keep/0: '{KEYS[0]}' and '{KEYS[1]}' have no game in round 2",
        ),
        ({"discard": [[KEYS[0], "nobody"]]}, "/draw/discard/0/1: no player 'nobody'"),
        (
            {"round": 1, "absent": [KEYS[1]]},
            f"/draw/absent/0: {EVENING.players[1].full_name} has a game or a bye in round 1; "
            "/draw/redraw discards the draw",
        ),
        (
            {"keep_most": True, "round": 2},
            "/draw/keep_most: round 2 is not paired yet, so it has no boards to keep",
        ),
        ({"keep_most": 1}, "/draw/keep_most: expected true or false, got 1"),
        (
            {"redraw": "keep"},
            "/draw/redraw: expected one of from-scratch, free, keep-most, fewest, between, "
            "or true or false, got 'keep'",
        ),
        (
            {"redraw": "keep_most", "fewest": True},
            "/draw/fewest: expected what /draw/redraw says, which is keep_most; remove one of them",
        ),
        (
            {"redraw": "keep-most", "keep_most": False},
            "/draw/keep_most: expected what /draw/redraw says, which is keep-most; remove one of them",
        ),
        ({"choose": 0}, "/draw/choose: expected a whole number from 1 on or null, got 0"),
        (
            {"keep_mots": True},
            "/draw/keep_mots: unknown member; the nearest known one is 'keep_most'",
        ),
        ({"model": "x"}, "/draw/model: expected one of opengotha351, "),
        ({"model": "my.toml"}, "/draw/model: expected one of opengotha351, "),
        ({"model": 3}, "/draw/model: expected a text or an object or null, got 3"),
        ({"model": {}}, "/draw/model: expected model = one of opengotha351, "),
        (
            {"model": {"model": "godraw2015", "coefficients": {"are": 1}}},
            "/draw/model/coefficients/are: unknown key 'are'; the nearest known one is 'area'",
        ),
        (
            {"model": {"model": "godraw2015", "rounds": [{"first": 0}]}},
            "/draw/model/rounds/0/first: expected a round from 1 for first, found 0",
        ),
        (
            {"model": {"model": "godraw2015", "rules": {}}},
            "/draw/model/rules: expected hard rules in /draw/constraints",
        ),
        (
            {"constraints": {"forbid": [KEYS[:2], [KEYS[0], "y"]]}},
            "/draw/constraints/forbid/1/1: no player 'y'",
        ),
        (
            {"constraints": {"force": [[*KEYS[:3]]]}},
            "/draw/constraints/force/0: name two players, not ",
        ),
        (
            {"constraints": {"force": [KEYS[:2]]}, "absent": [KEYS[0]]},
            "/draw/constraints/force: ",
        ),
        ({"constraints": {"rematches": 1}}, "/draw/constraints/rematches: expected true or false"),
        (
            {"constraints": {"max_grade_difference": -1}},
            "/draw/constraints/max_grade_difference: expected a whole number from 0 on or null",
        ),
    ],
)
def test_an_error_points_to_its_place(document, draw, message):
    document["draw"] = draw
    with pytest.raises(FormatError) as caught:
        draw_document(document)
    assert str(caught.value).startswith(f"document: {message}")


@pytest.mark.parametrize("rule", ["never_same", "avoid_same"])
def test_a_rule_about_an_attribute_that_nobody_has_is_refused_by_all(document, rule):
    document["rules"][rule] = [{"attribute": "club"}, {"attribute": "school"}]
    document["players"][0]["club"] = "Bath"
    place = f"document: /rules/{rule}/1/attribute: no player has the attribute 'school'"
    with pytest.raises(FormatError, match=re.escape(place)):
        draw_document(document)
    tournament = read_document("file", document).tournament
    with pytest.raises(RuleError, match=f"{rule}: no player has the attribute 'school'"):
        draw_round(tournament, 2)


def test_an_attribute_that_is_no_text_is_pointed_to(document):
    document["players"][3]["attributes"] = {"school": "N", "age": 9}
    for content in (document, json.dumps(document)):
        with pytest.raises(FormatError, match="/players/3/attributes/age: expected a text, got 9"):
            draw_document(content)


def test_numbers_of_numpy_are_numbers_in_a_document(document):
    plain = draw_document(document | {"draw": {"round": 2, "seed": 3}})
    document["players"][0]["rating"] = np.int64(document["players"][0]["rating"])
    document["rules"]["rounds"] = np.uint8(document["rules"]["rounds"])
    asked = {"round": np.int64(2), "seed": np.int64(3)}
    assert without_times(draw_document(document | {"draw": asked})) == without_times(plain)


@pytest.mark.parametrize(
    ("members", "place"),
    [
        ({"forbid": [KEYS[:2]]}, "/forbid: expected it as /draw/constraints/forbid"),
        ({"constraints": {}}, "/constraints: expected it as /draw/constraints"),
        ({"absent": [KEYS[0]]}, "/absent: expected it as /draw/absent"),
    ],
)
def test_a_request_outside_of_the_draw_is_refused(document, members, place):
    with pytest.raises(FormatError, match=f"^document: {place}"):
        draw_document({**document, **members})


@pytest.mark.parametrize(
    ("member", "twice", "name"),
    [
        ('"seed": 1', '"seed": 2, "seed": 1', "seed"),
        ('"draw": {', '"draw": {"seed": 3}, "draw": {', "draw"),
    ],
)
def test_a_member_that_stands_twice_is_refused(document, member, twice, name):
    """The first one would be lost without a word."""
    text = json.dumps(document | {"draw": {"seed": 1}})
    assert text.count(member) == 1
    with pytest.raises(FormatError, match=f"'{name}' stands twice in one object") as refused:
        draw_document(text.replace(member, twice))
    assert refused.value.pointer == ("/draw/seed" if name == "seed" else "/draw")


def test_a_request_within_a_player_is_a_remark(document):
    document["players"][0]["absent"] = [1]
    assert draw_document(document)["remarks"][-1] == (
        "/players/0/absent: unknown member, kept and not read; is it 'draw/absent'?"
    )


def test_a_member_like_a_known_one_is_a_remark(document):
    """Any other one belongs to another program."""
    document["paid"] = document["forbiden"] = True
    document["event"] |= {"plase": 1, "sponsor": "x"}
    for player in document["players"]:
        player |= {"absence": [1], "fee": 3}
    remarks = [line for line in draw_document(document)["remarks"] if "unknown member" in line]
    others = len(KEYS) - 1
    assert remarks == [
        "/event/plase: unknown member, kept and not read; is it 'place'?",
        "/forbiden: unknown member, kept and not read; is it 'draw/constraints/forbid'?",
        f"/players/0/absence, and {others} others of this name: unknown member, kept and not read; "
        "is it 'absences'?",
    ]


def test_the_example_of_the_documentation():
    text = ROOT.joinpath("docs", "reference", "json.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    out = draw_document(example)
    assert out["round"] == 2
    assert out["rules"] == {"forbid": [["1", "4"]]}
    assert {key for board in out["boards"] for key in (board["white"], board["black"])} <= set(
        "124"
    )


def test_a_tournament_without_players(document):
    document |= {"players": [], "games": [], "byes": []}
    with pytest.raises(RuleError, match=r"^document: "):
        draw_document(document)


def drawn_from_input(monkeypatch, capsys, document, *options):
    stream = io.TextIOWrapper(io.BytesIO(json.dumps(document).encode()))
    monkeypatch.setattr(sys, "stdin", stream)
    status = main(["draw", "-", "--json", *options])
    return status, capsys.readouterr()


def test_the_command_reads_standard_input(monkeypatch, capsys, document):
    document["draw"] = {"model": "gotha", "constraints": {"forbid": [KEYS[:2]]}}
    status, said = drawn_from_input(monkeypatch, capsys, document)
    assert status == 0
    out = json.loads(said.out)
    expected = draw_document(document)
    assert out.pop("timings").keys() >= expected.pop("timings").keys()
    assert out == expected


def test_an_option_goes_before_the_document(monkeypatch, capsys, document):
    document["draw"] = {"model": "gotha", "seed": 2, "constraints": {"forbid": [KEYS[:2]]}}
    options = ("--model", "entropy", "--seed", "4", "--forbid", *KEYS[2:4])
    status, said = drawn_from_input(monkeypatch, capsys, document, *options)
    assert status == 0
    out = json.loads(said.out)
    assert (out["model"], out["seed"]) == ("entropy", 4)
    assert len(out["rules"]["forbid"]) == 2


def test_an_error_of_the_command_is_one_line(monkeypatch, capsys, document):
    document["players"][3]["grade"] = "x"
    status, said = drawn_from_input(monkeypatch, capsys, document)
    assert status == 2
    expected = "fastpair: -: /players/3/grade: expected a grade such as 3d or 12k, got 'x'\n"
    assert said.err == expected
    assert json.loads(said.out)["pointer"] == "/players/3/grade"


@pytest.mark.parametrize(
    ("asked", "core"),
    [
        ({"seed": -1}, "expected a whole number from 0 to 9007199254740991, got -1"),
        ({"seed": 1.5}, "expected a whole number from 0 to 9007199254740991, got 1.5"),
        ({"seed": True}, "expected a whole number from 0 to 9007199254740991, got"),
        ({"seed": 1 << 53}, "expected a whole number from 0 to 9007199254740991, got"),
        ({"system": "suisse"}, "must be a system (mcmahon, swiss, "),
        ({"system": 3}, ""),
        ({"forbid": "AB"}, "expected a list, got 'AB'"),
        ({"prefer": 7}, "expected a list, got 7"),
        ({"must_play_groups": ["AB"]}, "expected a list, got 'AB'"),
        ({"rematches": "yes"}, "expected true or false, got 'yes'"),
        ({"max_grade_difference": 1.5}, "expected a whole number"),
        ({"max_score_difference": "3"}, "expected a number"),
        *(
            ({name: [[KEYS[0], "Nobody"]]}, "no player 'Nobody'")
            for name in ("forbid", "force", "allow", "must_play_groups", "prefer", "prefer_not")
        ),
    ],
)
def test_python_refuses_what_a_document_refuses_with_the_same_words(document, asked, core):
    (name,) = asked
    beside = name in ("seed", "system")
    document["draw"] = asked if beside else {"constraints": asked}
    with pytest.raises(FormatError) as by_document:
        draw_document(document)
    assert core in by_document.value.detail
    with pytest.raises(RuleError) as by_python:
        draw_round(EVENING, 2, **(asked if beside else {"constraints": Constraints(**asked)}))
    said = str(by_python.value)  # in the words for people
    assert core in said or core.replace("expected", "must be").replace(", got", ", not") in said


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("forbid", frozenset),
        ("force", tuple),
        ("allow", list),
        ("prefer", set),
        ("prefer_not", tuple),
    ],
)
def test_pairs_in_any_collection_are_what_a_document_says(document, name, form):
    pair = KEYS[0], KEYS[3]
    document["draw"] = {"round": 2, "constraints": {name: [pair]}}
    wanted = draw_document(document)
    pairs = [frozenset(pair) if form in (frozenset, set) else form(pair)]
    drawn = draw_round(EVENING, 2, constraints=Constraints(**{name: form(pairs)}))
    assert drawn.proof == wanted["proof"]
    assert [(board.white, board.black) for board in drawn.boards] == [
        (board["white"], board["black"]) for board in wanted["boards"]
    ]


def test_players_stand_for_their_keys():
    one, other = EVENING.players[0], EVENING.players[3]
    assert Constraints(forbid=[(one, other.key)]) == Constraints(forbid=[(one.key, other.key)])
    groups = Constraints(must_play_groups=[EVENING.players[:3]]).must_play_groups
    assert groups == (frozenset(KEYS[:3]),)


def test_a_name_of_a_system_is_the_system(document):
    document["draw"] = {"round": 2, "system": "swiss"}
    drawn = draw_round(EVENING, 2, system="swiss")
    assert drawn.proof == draw_document(document)["proof"]
    with pytest.raises(RuleError, match="lot has no weights that it could change"):
        draw_round(EVENING, 2, system="lot", constraints=Constraints(prefer=[KEYS[:2]]))


@pytest.mark.parametrize(
    ("name", "pair"),
    [
        ("forbid", ["A"]),
        ("force", ["A"]),
        ("allow", ["A", "A"]),
        ("prefer", ["A", 5]),
        ("prefer_not", ["A", "B", "C"]),
    ],
)
def test_what_is_no_pair_is_refused(name, pair):
    with pytest.raises(RuleError, match="expected a pair of two players, got"):
        Constraints(**{name: [pair]})


@pytest.mark.parametrize(
    ("changes", "pointer", "expected", "found"),
    [
        ({"players": None}, "/players", "a list", None),
        ({"rules": {"roundz": 3}}, "/rules/roundz", "a known member, such as 'rounds'", 3),
        (
            {"rules": {"handicap": {"stones": 3}}},
            "/rules/handicap/stones",
            "a known member, such as ",
            3,
        ),
        (
            {"rules": {"mms_bye": 1}},
            "/rules/mms_bye",
            "a known member, such as 'points/mms_bye'",
            1,
        ),
        ({"draw": {"rund": 1}}, "/draw/rund", "a known member, such as 'round'", 1),
        ({"draw": {"absent": ["Bob"]}}, "/draw/absent/0", "the key or the name of a player", "Bob"),
        (
            {"draw": {"constraints": {"forbid": [["Bob", KEYS[0]]]}}},
            "/draw/constraints/forbid/0/0",
            "the key or the name of a player",
            "Bob",
        ),
        ({"draw": {"system": {}}}, "/draw/system/system", "the name of a system, one of ", None),
        (
            {"draw": {"model": {"model": "godraw2015", "coefficients": {"are": 1}}}},
            "/draw/model/coefficients/are",
            "a known key, such as ",
            1,
        ),
    ],
)
def test_an_error_document_says_what_is_expected_and_what_is_there(
    document, changes, pointer, expected, found
):
    error = answered("draw", json.dumps(document | changes).encode())
    assert (error["code"], error["pointer"], error["found"]) == ("format", pointer, found)
    assert error["expected"].startswith(expected)


@pytest.mark.parametrize("name", ["games", "byes"])
def test_players_that_are_missing_are_missed_where_they_should_be(document, name):
    some = {"games": [], "byes": []} | {
        name: [{"round": 1, "table": 1, "white": "a", "black": "b", "player": "a"}]
    }
    del document["players"]
    error = answered("draw", json.dumps(document | some).encode())
    assert (error["pointer"], error["found"]) == ("/players", None)
    assert error["expected"] == f"the players whom {name} name"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('"rules": [], "rules": {}', "/rules: expected an object; a name above it stands twice"),
        ('"players": {}, "players": []', "/players: expected a list; a name above it stands twice"),
    ],
)
def test_what_is_expected_is_never_what_was_found(text, message):
    with pytest.raises(FormatError, match=message):
        draw_document(f'{{"format": "fastpair-tournament", "version": 1, {text}}}')


@pytest.mark.parametrize("place", [(), ("draw",), ("draw", "constraints"), ("rules",)])
def test_a_name_that_is_no_text_is_refused(document, place):
    inner = document
    for step in place:
        inner = inner.setdefault(step, {})
    inner[5] = 1
    with pytest.raises(FormatError, match="expected texts as names of members, got 5"):
        draw_document(document)


@pytest.mark.parametrize(
    ("answer", "content"),
    [
        (draw_document, 5),
        (explain_document, None),
        (standings_document, ["a"]),
        (check_document, object()),
    ],
)
def test_what_is_no_document_at_all_is_refused(answer, content):
    with pytest.raises(FormatError, match="expected a document as a text, bytes or a dictionary"):
        answer(content)


def test_bytes_of_any_kind_are_a_document(document):
    content = json.dumps(document).encode()
    for kind in (bytes, bytearray, memoryview):
        assert draw_document(kind(content))["boards"] == draw_document(document)["boards"]
