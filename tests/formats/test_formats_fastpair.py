"""fastpair's own files: nothing is lost, what is unknown stays, and errors point to their place."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from fastpair.errors import FormatError, RuleError
from fastpair.formats import FORMATS, read
from fastpair.formats.fastpair import new_content, schema
from fastpair.formats.fastpair import read as read_content
from fastpair.go.tournament import Bye, Grade, Tournament
from json_places import change
from repository import ROOT
from whole_tournaments import whole_tournaments

EVENING = ROOT / "examples" / "evening.xml"
PUBLISHED = json.loads(
    Path(schema.__file__).with_name("tournament.schema.json").read_text(encoding="utf-8")
)
VALIDATOR = Draft202012Validator(PUBLISHED)


@pytest.fixture
def evening():
    return json.loads(new_content(read(EVENING).tournament))


@pytest.mark.parametrize(
    ("redraw", "known"),
    [("keep-most", True), ("from_scratch", True), (True, True), ("keep", False)],
)
def test_the_schema_has_the_words_for_drawing_a_round_again(evening, redraw, known):
    document = evening | {"draw": {"round": 1, "redraw": redraw}}
    assert VALIDATOR.is_valid(document) == known
    if known:
        read_content("-", document)
    else:
        with pytest.raises(FormatError, match="/draw/redraw: expected one of from-scratch"):
            read_content("-", document)


def test_the_schema_is_that_of_the_types():
    assert schema.schema() == PUBLISHED, "run docs/schemas.py"
    Draft202012Validator.check_schema(PUBLISHED)


def test_the_schema_says_what_every_member_is():
    parts = [PUBLISHED, *PUBLISHED["$defs"].values()]
    objects = [part for part in parts if "properties" in part]
    assert len(objects) > 8
    assert all("description" in part for part in objects)
    player = PUBLISHED["$defs"]["Player"]["properties"]
    assert player["grade"]["description"].startswith("The grade that the draw uses.")


@given(whole_tournaments())
def test_nothing_is_lost(tournament):
    content = new_content(tournament)
    VALIDATOR.validate(json.loads(content))
    document = read_content("file", content)
    assert document.tournament == tournament
    assert document.content_with(tournament) == content
    assert read_content("memory", json.loads(content)).tournament == tournament


def test_a_member_with_two_letters_exchanged_is_named(evening):
    evening["event"]["koim"] = 7.5
    (remark,) = read_content("file", json.dumps(evening).encode()).remarks
    assert remark == "/event/koim: unknown member, kept and not read; is it 'komi'?"


@given(whole_tournaments(), st.data())
def test_unknown_members_survive(tournament, data):
    document = json.loads(new_content(tournament))
    objects = [document, document["event"], document["rules"]["pairing"], *document["players"]]
    for number, item in enumerate(objects):
        item["stranger"] = {"number": number}
    held = read_content("file", json.dumps(document).encode())
    order = data.draw(st.permutations(tournament.players))
    changed = replace(tournament, name="Changed", players=tuple(order))
    written = json.loads(held.content_with(changed))
    assert read_content("file", json.dumps(written).encode()).tournament == changed
    assert written["stranger"] == {"number": 0}
    assert written["rules"]["pairing"]["stranger"] == {"number": 2}
    numbers = {player["key"]: player["stranger"] for player in document["players"]}
    assert {player["key"]: player["stranger"] for player in written["players"]} == numbers


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        ("/players/3/grade", "x", "expected a grade such as 3d or 12k, got 'x'"),
        ("/players/0/rating", "2100", "from -100000 to 100000 or null, got '2100'"),
        ("/players/1/key", "", "expected a text that is not empty, got ''"),
        ("/players/1", 7, "expected an object, got 7"),
        ("/players", {}, "expected a list, got an object"),
        ("/games/0/white", "nobody", "expected the key of a player, got 'nobody'"),
        ("/games/0/handicap", 12, "expected a whole number from 0 to 9, got 12"),
        ("/games/0/result", "won", "expected one of '?', 'white wins', 'black wins'"),
        ("/rules/rounds", 10**9, "expected a whole number from 1 to 99, got 1000000000"),
        ("/rules/pairing/concavity", None, "expected a number from 0 to 10, got null"),
        ("/rules/pairing/seed_systems", ["SPLITANDFOLD"], "expected a list of 2 items, got a list"),
        ("/event/komi", 7.3, "expected a multiple of 0.5 from -1000 to 1000 or null, got 7.3"),
        ("/event/begins", "soon", "expected a date such as 2026-08-01 or null, got 'soon'"),
        ("/rules/points/mms_bye", 0.3, "expected a multiple of 0.5 from -1000 to 1000, got 0.3"),
        ("/rules/points/loss", 1001, "expected a multiple of 0.5 from -1000 to 1000, got 1001"),
        ("/version", 2, "expected 1, got 2"),
        ("/format", "chess", "expected 'fastpair-tournament', got 'chess'"),
        ("/draw", {"constraints": {"families": "no"}}, "/families: expected one of 'free'"),
    ],
)
def test_an_error_points_to_its_place(evening, place, value, message):
    change(evening, place, value)
    for document in (evening, json.dumps(evening).encode()):
        with pytest.raises(FormatError) as caught:
            read_content("file", document)
        assert str(caught.value).startswith(f"file: {place}")
        assert message in str(caught.value)


@pytest.mark.parametrize(
    "draw",
    [
        {"rounds": 1},
        {"forbid": []},
        {"constraints": {"forbiden": []}},
        {"model": {"remove": []}},
        {"model": {"model": "godraw2015", "coeficients": {}}},
        {"model": {"model": "godraw2015", "coefficients": {"arae": 1}}},
        {"model": {"model": "opengotha351", "coefficients": {}}},
    ],
)
def test_the_schema_knows_all_of_a_request(evening, draw):
    model = {"model": "godraw2015", "remove": ["banding"], "coefficients": {"area": 250.0}}
    VALIDATOR.validate({**evening, "draw": {"model": model}})
    assert not VALIDATOR.is_valid({**evening, "draw": draw})
    assert not VALIDATOR.is_valid({**evening, "forbid": []})


@pytest.mark.parametrize("field", ["requested_byes", "no_shows"])
def test_a_bye_requested_or_a_no_show_in_a_round_that_is_no_absence_is_refused(evening, field):
    evening["players"][0].update(name="Ost", first_name="Eva", absences=[1], **{field: [1, 3]})
    for document in (evening, json.dumps(evening).encode()):
        with pytest.raises(FormatError) as caught:
            read_content("file", document)
        expected = "expected rounds of the absences, got 3; add it to them"
        assert str(caught.value) == f"file: /players/0/{field}: {expected}"
    evening["players"][0]["absences"] = [1, 3]
    assert getattr(read_content("file", evening).tournament.players[0], field) == {1, 3}


@pytest.mark.parametrize(
    ("part", "name", "twice"),
    [("players/0", "absences", [2, 1, 2]), ("draw", "absent", ["Ek", "Ost", "Ek"])],
)
def test_what_stands_twice_in_a_list_of_absences_is_refused(evening, part, name, twice):
    evening["draw"] = {}
    inside = evening["draw"] if part == "draw" else evening["players"][0]
    inside[name] = twice
    assert not VALIDATOR.is_valid(evening)
    for document in (evening, json.dumps(evening).encode()):
        with pytest.raises(FormatError) as caught:
            read_content("file", document)
        found = f"file: /{part}/{name}/2: expected each once, got {twice[2]!r} again; remove it"
        assert str(caught.value) == found
    inside[name] = twice[1:]
    VALIDATOR.validate(evening)
    read_content("file", evening)


def test_a_missing_member_is_named(evening):
    del evening["players"][2]["grade"]
    with pytest.raises(
        FormatError, match=r"^f: /players/2/grade: expected a grade .*, found nothing"
    ):
        read_content("f", evening)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "expected JSON: Input data was truncated"),
        (b'{"format": 3}', "/format: expected 'fastpair-tournament', got 3"),
        (b"{}", "/format: expected 'fastpair-tournament', found nothing"),
        (
            b'{"format":"fastpair-tournament","version":1,"games":[7],"games":[]}',
            "/games/0: expected an object; a name above it stands twice in one object",
        ),
        (b'{"a":' * 10**5, "expected JSON that is nested less deeply"),
        (b'{"format":"fastpair-tournament","version":1,"name":"\xe9"}', "expected JSON in UTF-8"),
        (b'{"format":"fastpair-tournament","version":1}x', "expected JSON: trailing characters"),
    ],
)
def test_what_is_no_document(tmp_path, content, message):
    path = tmp_path / "f.json"
    path.write_bytes(content)
    with pytest.raises(FormatError) as caught:
        read(path)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_byte_order_mark_and_other_line_ends(evening):
    text = json.dumps(evening, indent=1).replace("\n", "\r\n")
    content = b"\xef\xbb\xbf" + text.encode()
    assert read_content("f", content).tournament == read(EVENING).tournament


@pytest.mark.parametrize(
    "tournament",
    [
        Tournament(byes=(Bye(round=1, player="nobody"),), doubtful=True),
        Tournament(name="\ud800"),
    ],
)
def test_what_no_file_can_hold_is_refused(tournament):
    with pytest.raises(RuleError):
        FORMATS["fastpair"].new(tournament)


def test_the_grade_of_a_professional_is_kept_and_needs_no_remark(evening):
    evening["players"][1]["grade"] = "3p"
    for content in (evening, json.dumps(evening).encode()):
        document = read_content("x", content)
        assert document.remarks == ()
        player = document.tournament.players[1]
        assert (player.grade, str(player.grade)) == (Grade.parse("7d"), "3p")
