"""Documents in and out: old ones stay what they were, odd ones are refused, schemas say everything."""

from __future__ import annotations

import inspect
import json
from collections import Counter
from dataclasses import replace
from importlib.resources import files
from random import Random
from types import SimpleNamespace
from typing import Literal, NotRequired, TypedDict
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import fastpair
import fastpair.typing
from congress_files import save
from fastpair.app.documents.encoding import encode
from fastpair.app.documents.schemas import DOCUMENTS, schema_of
from fastpair.app.embedding.answers import ANSWERS, answered
from fastpair.app.reports.info import info_document
from fastpair.app.reports.standings import (
    kept_standings,
    standings_content,
    standings_document,
)
from fastpair.errors import FormatError, RuleError
from fastpair.formats import FORMATS
from fastpair.go.standings import standings
from fastpair.go.tournament import Grade, Player
from fastpair.pairing.generator import generate
from repository import ROOT
from schemas import INFO, strict, validator
from team_tournaments import entered
from tournaments import tournaments

OLD = sorted((ROOT / "tests" / "documents").rglob("*.json"))
PACKAGES = ("app", "formats.fastpair", "go")
SCHEMAS = {
    path.name.partition(".")[0]: json.loads(path.read_text("utf-8"))
    for package in PACKAGES
    for path in files(f"fastpair.{package}").iterdir()
    if path.name.endswith(".schema.json")
}
ERROR = validator("error")
EXPLAIN = json.loads((ROOT / "tests" / "documents" / "1" / "explain.json").read_text("utf-8"))


@pytest.mark.parametrize("path", OLD, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_an_old_document_is_answered_as_it_was(path):
    old = json.loads(path.read_text("utf-8"))
    Draft202012Validator(SCHEMAS["tournament"]).validate(old["document"])
    answer = json.loads(
        json.dumps(getattr(fastpair, f"{old['question']}_document")(old["document"]))
    )
    assert {name: answer[name] for name in old["answer"]} == old["answer"]
    Draft202012Validator(SCHEMAS[answer["format"].partition(".")[2]]).validate(answer)


def properties(schema, place=""):
    """The place and the schema of each property."""
    if isinstance(schema, dict):
        named = schema.get("properties", {})
        yield from ((f"{place}/{name}", said) for name, said in named.items())
        for name in schema.keys() - {"if", "then", "else"}:  # conditions on what is described
            yield from properties(schema[name], f"{place}/{name}")
    elif isinstance(schema, list):
        for number, inner in enumerate(schema):
            yield from properties(inner, f"{place}/{number}")


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_property_is_described_and_every_schema_named(name):
    schema = SCHEMAS[name]
    Draft202012Validator.check_schema(schema)
    assert schema["title"] in (f"fastpair.{name}", f"fastpair-{name}")
    assert schema["$id"] == f"urn:fastpair:{schema['title']}:1"
    assert schema["properties"]["format"].get("enum", [schema["title"]]) == [schema["title"]]
    undescribed = [
        place
        for place, said in properties(schema)
        if said is not False and not said.get("description", "").strip()
    ]
    assert undescribed == []


@pytest.mark.parametrize("package", DOCUMENTS)
def test_the_schemas_are_those_of_the_declarations(package):
    published = {
        path.name.removesuffix(".schema.json"): json.loads(path.read_text("utf-8"))
        for path in files(f"fastpair.{package}").iterdir()
        if path.name.endswith(".schema.json")
    }
    made = {name: schema_of(package, name) for name in DOCUMENTS[package]}
    assert made == published, "run docs/schemas.py"


def chess():
    """Players without grades, titles and ratings of some; a game postponed, one forfeited, byes on request."""
    players = [
        Player(
            key=key, name=name, first_name="", sex="w" if key in "bd" else "m", birth="2001-02-03"
        )
        for key, name in zip(
            "abcdefghi",
            ("Ash", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gum", "Hazel", "Ivy"),
            strict=True,
        )
    ]
    players[:3] = [
        replace(each, title="FM", rating=2200, fide_id="1503014") for each in players[:3]
    ]
    value = fastpair.Congress.new(
        "Open", preset="FIDE", rounds=4, players=players, begins="2026-05-01"
    )
    value = (
        value.draw(1).congress.results(1, {1: "postponed", 2: "1-0", 3: "1/2", 4: "0-1!"}).congress
    )
    value = value.publish(round=1).congress.withdraw(["h"]).congress
    return value.draw(2).congress.results(2, {1: "1-0"}).congress


def go():
    """Grades, one of a professional; handicaps, a bye, an absence."""
    players = [
        Player(key=str(n), name=f"Player{n}", first_name="", grade=Grade.parse(grade), country="DE")
        for n, grade in enumerate(("2p", "3d", "1d", "1k", "4k", "9k", "20k"))
    ]
    value = (
        fastpair.Congress.new("Go", rounds=3, players=players).absent(["6"], rounds=[2]).congress
    )
    for number in (1, 2):
        value = value.draw(number).congress.results(number, {1: "1-0", 2: "0-1", 3: "1/2"}).congress
    return value


def teams():
    """Three teams, of which one has the bye."""
    value = fastpair.Congress.of(entered(teams=3, size=2))
    return value.draw(1).congress.results(1, {1: "1-0", 2: "postponed"}).congress


def matches():
    """Rounds that are matches of two games."""
    players = [Player(key=key, name=key, first_name="") for key in "abcde"]
    value = fastpair.Congress.new("Double", preset="Double-Swiss", rounds=3, players=players)
    return value.draw(1, system="double-swiss").congress.results(1, {1: "1-0,postponed"}).congress


def cup():
    """A cup whose first round is over, with a game for third place."""
    players = [
        Player(key=key, name=key.upper(), first_name="", grade=Grade.parse("1k")) for key in "abcde"
    ]
    value = fastpair.Congress.new("Cup", event_format="Cup", third_place=True, players=players)
    return value.draw(1).congress.results(1, {1: "1-0"}).congress


def strict_validator(document):
    """That of its kind."""
    kind = document["format"].partition(".")[2] or "tournament"
    return Draft202012Validator(strict(SCHEMAS[kind]))


def documents(value, folder, run):
    """Every document that a command writes of a tournament."""
    file, plan = folder / "open.json", folder / "plan.toml"
    value.save(file)
    plan.write_text('[[prize]]\nname = "Cup"\n[[prize]]\nname = "All"\ncount = "all"\n', "utf-8")
    kept = folder / "kept.json"
    one, other = (each.full_name for each in value.tournament.players[:2])
    asked = [
        *(("draw", file, *more) for more in ((), ("--redraw",))),
        *((name, file) for name in ("info", "quality", "log", "check", "advise", "report")),
        *((name, file) for name in ("ratings", "norms", "standings", "wallist", "present")),
        ("log", file, "--verify"), ("systems",), ("standings", file, "--teams"),
        ("standings", file, "--players"),        ("standings", file, "--bracket"),
        ("standings", file, "--round", 1), ("standings", file, "--players", "--why", one, other),
        ("standings", file, "--output", kept), ("standings", kept),
        ("prizes", file, plan, "--provisional"), ("best", file), ("opponents", file, one),
        ("why", file, one, other), ("why-not", file, one, other),
    ]  # fmt: skip
    for words in asked:
        status, printed, _ = run(*words, *(() if "--output" in words else ("--json",)))
        if status != 2 and "--output" not in words:
            yield " ".join(map(str, words)), json.loads(printed)
    question = {"draw": {"model": "fastpair"}, "explain": {"question": "heat-map"}}
    prices = answered(
        "explain", json.dumps(json.loads(file.read_text("utf-8")) | question).encode()
    )
    if prices["format"] != "fastpair.error":
        yield "heat-map", prices


@pytest.mark.parametrize(
    ("made", "more"),
    [
        (chess, {"fide_ratings", "norms"}),
        (go, {"ratings"}),
        (teams, {"ratings", "team_standings"}),
        (matches, {"norms"}),
        (cup, {"ratings", "bracket"}),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_every_document_is_as_its_schema_says(made, more, tmp_path, run):
    """And has no member that its schema does not describe."""
    found = dict(documents(made(), tmp_path, run))
    faults = {
        words: [(each.json_path, each.message) for each in schema.iter_errors(document)]
        for words, document in found.items()
        for schema in [strict_validator(document)]
    }
    assert not any(faults.values()), {words: some[:5] for words, some in faults.items() if some}
    kinds = {document["format"].partition(".")[2] for document in found.values()}
    expected = {
        "advice", "attendance", "check", "comparison", "draw", "explanation", "info", "log",
        "prizes", "quality", "report", "standings", "systems", "verification",
    }  # fmt: skip
    assert kinds - expected == more
    ((kept, again),) = ((w, each) for w, each in found.items() if w.endswith("kept.json"))
    last = found[f"{kept.replace('kept.json', 'open.json')} --players"]
    assert again | {"remarks": []} == last | {"remarks": []}


@given(tournaments(), st.data())
def test_standings_that_are_kept_are_read_back(tmp_path_factory, tournament, data):
    table = standings(tournament, data.draw(st.integers(0, tournament.rules.rounds)))
    validator("standings").validate(standings_document(table))
    file = tmp_path_factory.mktemp("standings") / "kept.json"
    file.write_bytes(standings_content(table))
    assert kept_standings(file) == table


def played_cup(players, rounds, seed, event_format):
    """A cup or a double elimination whose last round is in play."""
    names = [f"P{number:02}" for number in range(players)]
    entries = [Player(key=n, name=n, first_name="", grade=Grade.parse("1k")) for n in names]
    value, lots = (
        fastpair.Congress.new("X", event_format=event_format, players=entries),
        Random(seed),
    )
    for number in range(1, rounds + 1):
        value = value.draw(number).congress
        if number == min(rounds, value.tournament.rules.rounds):
            return value
        tables = [game.table for game in value.tournament.round(number).games]
        value = value.results(number, {t: lots.choice(["1-0", "0-1"]) for t in tables}).congress
    return value


@settings(max_examples=20)
@given(
    st.integers(2, 20),
    st.integers(1, 4),
    st.integers(),
    st.sampled_from(["Cup", "Double elimination"]),
)
def test_a_bracket_has_each_game_once_and_leads_winners_on(players, rounds, seed, event_format):
    value = played_cup(players, rounds, seed, event_format)
    document = value.bracket()
    validator("bracket").validate(document)
    kinds = [part["kind"] for part in document["brackets"]]
    assert kinds in (["cup"], [*filter(kinds.count, ("winners", "losers", "final"))])
    assert (kinds == ["cup"]) is (event_format == "Cup")
    found = {}
    for part in document["brackets"]:
        for number, each in enumerate(part["rounds"]):
            assert [game["place"] for game in each["games"]] == [*range(1, len(each["games"]) + 1)]
            for game in each["games"]:
                if game["table"]:
                    assert (each["round"], game["table"]) not in found
                    found[each["round"], game["table"]] = game
                if game["next"] is not None:
                    ahead = part["rounds"][number + 1]["games"][game["next"] - 1]
                    unknown = ahead["players"] == [None, None]
                    assert unknown or {*ahead["players"]} & {*game["players"], None}
                    assert (
                        kinds != ["cup"] or not game["winner"] or game["winner"] in ahead["players"]
                    )
    games = {(game.round, game.table): game for game in value.tournament.games}
    assert found.keys() == games.keys()
    for place, game in games.items():
        shown = found[place]
        assert {*shown["players"]} == game.pair
        points = dict(zip(shown["players"], shown["points"] or (), strict=False))
        if game.has_result:
            assert [points[key] for key in game.players] == [x2 / 2 for x2 in game.boards_x2]
            assert points[shown["winner"]] == 1
        else:
            assert (shown["points"], shown["winner"]) == (None, None)
        assert game.pair <= document["players"].keys()


def test_an_event_without_a_bracket_says_so(run, tmp_path):
    file = tmp_path / "go.json"
    go().save(file)
    expected = "there is no bracket: only a cup and a double elimination have one"
    for form in ((), ("--json",), ("--output", tmp_path / "x.html")):
        status, _, said = run("standings", file, "--bracket", *form)
        assert (status, expected in said) == (2, True)
    with pytest.raises(RuleError, match=expected):
        go().bracket()
    answer = answered("bracket", file.read_bytes())
    assert (answer["code"], expected in answer["message"]) == ("rule", True)


ORIGINS = {
    "winners": " (from the winners’ bracket)",
    "losers": " (from the losers’ bracket)",
    "undefeated": " (undefeated)",
}
LOST = {"winners": 0, "losers": 1}


@settings(max_examples=20)
@given(st.integers(2, 20), st.integers())
def test_the_brackets_of_a_double_elimination_tell_each_way(players, seed):
    """By the losses before each round: where a game is, who is marked, and that the final stands apart."""
    value = played_cup(players, 20, seed, "Double elimination")
    document = value.bracket()
    entries = sorted(
        (
            (each["round"], part["kind"], game)
            for part in document["brackets"]
            for each in part["rounds"]
            for game in each["games"]
        ),
        key=lambda entry: entry[0],
    )
    lost, place, ways = Counter(), {}, Counter()
    left = {player.key for player in value.tournament.players}
    for number, kind, game in entries:
        before = Counter({key: lost[key, number] for key in game["players"] if key})
        assert (kind == "final") is (
            len(left - {key for key in left if lost[key, number] > 1}) == 2
        )
        if kind != "final":
            assert LOST[kind] == max(before.values(), default=0)
        for key, origin in zip(game["players"], game.get("origins", (None, None)), strict=True):
            if key is None:
                continue
            came = place.get(key, kind)
            unbeaten = kind != "winners" and not before[key]
            assert origin == ("undefeated" if unbeaten else None if came == kind else came)
            place[key] = kind
            ways[key, number] += 1
            if game["winner"] not in (None, key):
                for later in range(number + 1, 40):
                    lost[key, later] += 1
    last = value.tournament.last_paired
    for key in left:
        missed = [n for n in range(1, last + 1) if lost[key, n] < 2 and ways[key, n] != 1]
        assert missed == []
    names = [
        each["name"]
        for part in document["brackets"]
        for each in part["rounds"]
        if part["kind"] == "final"
    ]
    assert names == ["Final", "Second final"][: len(names)]


@pytest.mark.parametrize("made", [cup, lambda: played_cup(8, 4, 1, "Double elimination")])
def test_the_table_of_a_bracket_says_what_the_document_does(made, tmp_path, run):
    file, value = tmp_path / "cup.json", made()
    value.save(file)
    _, printed, _ = run("standings", file, "--bracket")
    names = value.bracket()["players"]
    lines = [" ".join(line.split()) for line in printed.splitlines()]
    for part in value.bracket()["brackets"]:
        for game in (game for each in part["rounds"] for game in each["games"]):
            one, other = (
                names.get(key, "") + ORIGINS.get(origin, "")
                for key, origin in zip(
                    game["players"], game.get("origins", (None, None)), strict=True
                )
            )
            points = "–".join(f"{each:g}" for each in game["points"] or ()) or "Bye" * (
                "bye" in game
            )
            words = " ".join(filter(None, (str(game["table"] or ""), one, points, other)))
            assert not words or any(line.endswith(words) for line in lines), words
    pictures = tmp_path / "cup.html"
    assert run("standings", file, "--bracket", "--output", pictures)[0] == 0
    assert pictures.read_text("utf-8").count("<figure") == len(value.bracket()["brackets"])
    alone = tmp_path / "cup.svg"
    assert run("standings", file, "--bracket", "--output", alone)[0] == 0
    texts = [
        each.text for each in ElementTree.parse(alone).iter("{http://www.w3.org/2000/svg}text")
    ]
    assert {*names.values()} <= {*texts}


@pytest.mark.parametrize(
    ("damage", "place"),
    [
        (lambda kept: kept.update(version=2), "/version: expected"),
        (lambda kept: kept.pop("rows"), "/rows: expected"),
        (lambda kept: kept.update(rows=[3]), "/rows/0: expected"),
        (lambda kept: kept["rows"][1].pop("place"), "/rows/1/place: expected"),
        (lambda kept: kept["rows"][1]["rounds"][0].pop("result"), "expected"),
        (lambda kept: kept["criteria"].append("XYZ"), "expected"),
    ],
)
def test_damaged_standings_are_refused(damage, place, tmp_path):
    kept, file = standings_document(chess().standings(1)), tmp_path / "kept.json"
    damage(kept)
    file.write_text(json.dumps(kept), "utf-8")
    with pytest.raises(FormatError, match=f"kept.json: {place} standings of version 1 as fastpair"):
        kept_standings(file)


@pytest.mark.parametrize(
    ("answer", "names"),
    [
        ("draw", "DrawDocument"),
        ("explain", "ExplanationDocument"),
        ("standings", "StandingsDocument | TeamStandingsDocument | ComparisonDocument"),
        ("check", "CheckDocument"),
        ("bracket", "BracketDocument"),
    ],
)
def test_an_answer_has_the_type_of_its_document(answer, names):
    made = getattr(fastpair, f"{answer}_document")
    assert inspect.signature(made).return_annotation == names
    for name in names.split(" | "):
        assert getattr(fastpair.typing, name).__required_keys__ >= {
            "format",
            "version",
            "tournament",
        }


@pytest.mark.parametrize(
    ("asked", "pointer", "expected", "found"),
    [
        (None, "/explain", "an object with the question that is asked", None),
        ({"question": "wy"}, "/explain/question", "one of 'why', 'why-not', 'opponents'", "wy"),
        (
            {"question": "why", "players": ["1"]},
            "/explain/players",
            "a list of two players",
            "a list",
        ),
        ({"question": "why", "k": 3}, "/explain/k", "nothing, since why does not read it", 3),
        ({"question": "best", "k": 0}, "/explain/k", "a whole number from 1 on", 0),
        ({"question": "whatif"}, "/explain", None, "an object"),
        ({"question": "opponents", "players": ["nobody"]}, "/explain/players/0", None, "nobody"),
        ({"question": "whatif", "force": [["1", "9"]]}, "/explain/force/0/1", None, "9"),
        ({"question": "whatif", "drop": ["1", "9"]}, "/explain/drop/1", None, "9"),
        ({"question": "best", "kk": 1}, "/explain/kk", None, 1),
    ],
)
def test_what_is_wrong_with_a_question_has_its_place(asked, pointer, expected, found):
    document = {**EXPLAIN["document"], "explain": asked}
    if asked is None:
        del document["explain"]
    error = answered("explain", json.dumps(document).encode())
    ERROR.validate(error)
    assert (error["code"], error["pointer"], error["found"]) == ("format", pointer, found)
    if expected is not None:
        assert error["expected"].startswith(expected)
        assert error["expected"] in error["message"]


@pytest.mark.parametrize(
    ("question", "asked", "pointer"),
    [
        ("check", {"check": {"model": "my.toml"}}, "/check/model"),
        ("standings", {"standings": {"criteria": ["XYZ"]}}, "/standings/criteria/0"),
        ("standings", {"standings": {"system": "mcmahon"}}, "/standings/system"),
        ("standings", {"criteria": ["NBW"]}, "/criteria"),
        ("draw", {"draw": {"round": 9}}, "/draw/round"),
        (
            "draw",
            {"games": [{"round": 1, "table": 1, "white": "1", "black": "x"}]},
            "/games/0/black",
        ),
    ],
)
def test_other_requests_have_places_too(question, asked, pointer):
    error = answered(question, json.dumps({**EXPLAIN["document"], **asked}).encode())
    ERROR.validate(error)
    assert error["pointer"] == pointer


def test_a_model_is_named_and_never_a_file(tmp_path):
    model = tmp_path / "my.toml"
    model.write_text('model = "gotha"\n')
    document = {**EXPLAIN["document"], "check": {"model": str(model)}}
    with pytest.raises(FormatError, match="/check/model: expected one of"):
        fastpair.check_document(document)


@pytest.mark.parametrize("name", ["opengotha", "macmahon", "pairgoth"])
def test_files_of_other_managers_are_documents(name):
    tournament = generate(12, 4, seed=1, play=2)
    content = FORMATS[name].new(tournament)
    held = FORMATS[name].read("file", content).tournament
    here = fastpair.draw_round(held, 3)
    assert fastpair.draw_document(content)["proof"] == here.proof
    assert answered("explain", content)["pointer"] == "/explain"
    assert fastpair.standings_document(content)["after"] == 2


def test_a_file_beside_is_no_history_of_a_document(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "document.history").write_text("no history")
    assert fastpair.draw_document(EXPLAIN["document"])["boards"]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)


@given(st.sampled_from(sorted(ANSWERS)), st.data())
def test_an_odd_document_is_refused_by_an_error(question, data):
    document = json.loads(json.dumps(EXPLAIN["document"]))
    held = document
    while True:
        name = data.draw(
            st.sampled_from([*held, "odd"] if isinstance(held, dict) else range(len(held)))
        )
        inner = held.get(name) if isinstance(held, dict) else held[name]
        if not inner or not isinstance(inner, dict | list) or data.draw(st.booleans()):
            break
        held = inner
    held[name] = data.draw(VALUES)
    answer = answered(question, json.dumps(document).encode())
    if answer["format"] == "fastpair.error":
        ERROR.validate(answer)
        assert answer["code"] != "error"


@given(tournaments())
def test_the_state_of_any_tournament_is_as_the_schema_says(tournament):
    held = SimpleNamespace(version="", remarks=(), tournament=tournament)
    INFO.validate(json.loads(json.dumps(info_document(held))))


def test_the_document_of_info(run, tmp_path):
    path = tmp_path / "congress.xml"
    save(generate(61, 4, seed=7, play=2), path)
    status, output, _ = run("info", path, "--json")
    written = json.loads(output)
    INFO.validate(written)
    assert status == 0
    assert written["next_round"] == 3
    assert written["players"] == 61
    assert [r["round"] for r in written["rounds"]] == [1, 2, 3, 4]
    assert written["rounds"][0]["to_pair"] == []
    assert written["rounds"][2]["to_pair"] == written["rounds"][2]["present"]
    assert written["missing"] == written["faults"] == []


class _Seat(TypedDict):
    player: str
    grade: str
    met: list[str]
    note: NotRequired[str]


class _Seats(TypedDict):
    format: Literal["fastpair.seats"]
    version: Literal[1]
    program: str
    seats: list[_Seat]
    first: _Seat | None


def test_an_object_is_written_by_its_declaration():
    """In its order, with plain values, sets in order, and without what is empty and need not be there."""
    one = SimpleNamespace(met=frozenset("ba"), note="", grade=Grade.parse("3d"), player="A", more=1)
    seat = {"player": "A", "grade": "3d", "met": ["a", "b"]}
    document = encode(_Seats, seats=(one, seat), first=None)
    program = f"fastpair {fastpair.__version__}"
    head = {"format": "fastpair.seats", "version": 1, "program": program}
    assert [*document.items()] == [*head.items(), ("seats", [seat, seat]), ("first", None)]
    assert encode(_Seat, one, note="late") == {**seat, "note": "late"}
    with pytest.raises(AttributeError, match="grade"):
        encode(_Seat, SimpleNamespace(player="A"))
