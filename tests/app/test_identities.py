"""Who the players are in a rating list: every planted fault is found, nothing else is asked, and Finish neither."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from time import process_time

import pytest

import fastpair
from fastpair import Congress, Desk, RuleError
from fastpair.app.actions.verification import verify_history
from fastpair.app.embedding.answers import answered
from fastpair.app.entries.federations import FEDERATIONS, players_lacking
from fastpair.app.history.state import CongressState
from fastpair.app.lists.identities import Identities, TypedDecision, read_table, table_text
from fastpair.app.rounds.next_step import Finish
from fastpair.errors import FormatError
from fastpair.formats import FORMATS
from planted_faults import egf_line, invented, planted, player_of, save_tournament, write_list
from schemas import validator


@pytest.mark.parametrize("title", FEDERATIONS)
def test_every_planted_fault_is_found_and_after_the_table_finish_asks_nothing(tmp_path, title):
    source, players, doubts, decisions = planted(tmp_path, title)
    file = save_tournament(tmp_path, title, players)
    desk = Desk(file)
    state = CongressState.read(file)
    found = desk.congress.identities(
        source.path, {key: each for key, each in decisions.items() if each}
    )
    assert {each["key"]: {*each["doubts"]} for each in found["players"]} == doubts
    validator("identities").validate(found)
    states = [each["state"] for each in found["players"]]
    assert states == sorted(states)  # the doubtful first
    done = desk.identify(**found["values"])
    assert not done.questions
    after = CongressState.read(file)
    form = FEDERATIONS[title]
    assert not players_lacking(after.tournament, form, after.gaps(form))
    assert not Finish.of(after).lacking
    again = Identities(after, source).document()
    assert {each["state"] for each in again["players"]} == {"settled"}
    assert not again["values"]["players"]
    assert verify_history(after).clean
    desk.undo()
    assert CongressState.read(file).tournament == state.tournament
    assert not CongressState.read(file).identities


def document_of(file, text, **request):
    """The tournament of a file as a document that holds a rating list."""
    return json.loads(file.read_bytes()) | {"identify": {"rating_list": text, **request}}


@pytest.mark.parametrize("title", FEDERATIONS)
def test_a_document_with_the_list_in_it_gets_the_same_answer(tmp_path, title):
    source, players, _, decisions = planted(tmp_path, title)
    file = save_tournament(tmp_path, title, players)
    text = next(tmp_path.glob("*.[tx][xm][tl]")).read_text()
    stated = {key: each for key, each in decisions.items() if each}
    stated |= {key: {"choice": each, "club": "Ulm"} for key, each in [*stated.items()][:1]}
    request = {"decisions": stated, "alike": {"order": "list"}}
    month = {"month": "2026-11"} if title == "FIDE" else {}
    answer = fastpair.identify_document(document_of(file, text, **request, **month))
    assert answer == Congress.open(file).identities(source.path, **request)


LIST = {"rating_list": egf_line(10000001, "Adda", "Bo", "CZ", "Nord")}


@pytest.mark.parametrize(
    ("request_", "pointer", "message"),
    [
        ({}, "/identify", "expected an object with the rating list"),
        ({"identify": {}}, "/identify/rating_list", "expected a text"),
        ({"identify": {"rating_list": ""}}, "/identify/rating_list", "expected a rating list"),
        ({"identify": {"rating_list": "Ada"}}, "/identify/rating_list", "found 'Ada'"),
        ({"identify": LIST | {"month": "May"}}, "/identify/month", "enter a month such as"),
        ({"identify": LIST | {"players": []}}, "/identify/players", "unknown"),
        (
            {"identify": LIST | {"decisions": {"No/one": "keep"}}},
            "/identify/decisions/No~1one",
            "no player 'No/one'",
        ),
        (
            {"identify": LIST | {"decisions": {"ADA": "maybe"}}},
            "/identify/decisions",
            "Ada Bo: choose none, not 'maybe'",
        ),
        (
            {"identify": LIST | {"decisions": {"ADA": {"chosen": "keep"}}}},
            "/identify/decisions",
            "expected a decision such as keep",
        ),
        ({"identify": LIST | {"decisions": {"ADA": 1}}}, "/identify/decisions/ADA", "expected"),
        (
            {"identify": LIST | {"alike": {"order": "perhaps"}}},
            "/identify/alike",
            "is no decision about a doubt",
        ),
    ],
)
def test_a_document_is_refused_at_the_place_that_is_wrong(request_, pointer, message):
    document = {
        "format": "fastpair-tournament",
        "version": 1,
        "players": [{"key": "ADA", "name": "Ada", "first_name": "Bo", "grade": "1k"}],
    }
    error = answered("identify", json.dumps(document | request_).encode())
    validator("error").validate(error)
    assert (error["code"], error["pointer"]) == ("format", pointer)
    assert message in error["message"]


@pytest.mark.parametrize("form", ["opengotha", "macmahon", "pairgoth"])
def test_what_is_settled_is_known_beside_files_of_other_programs(tmp_path, form):
    source, players, _, decisions = planted(tmp_path, "EGF")
    whole = CongressState.read(save_tournament(tmp_path, "EGF", players)).tournament
    file = tmp_path / f"open{FORMATS[form].suffixes[0]}"
    file.write_bytes(FORMATS[form].new(whole))
    keys = {player.full_name: player.key for player in CongressState.read(file).tournament.players}
    stated = {
        keys[player.full_name]: decisions[player.key] for player in players if decisions[player.key]
    }
    desk = Desk(file)
    desk.identify(**desk.congress.identities(source.path, stated)["values"])
    after = CongressState.read(file)
    assert {each.state for each in Identities(after, source).rows} == {"settled"}
    assert not Finish.of(after).lacking


@pytest.mark.parametrize("form", ["fastpair", "opengotha"])
def test_a_table_counts_after_players_were_renamed_by_it_or_before(tmp_path, form):
    """Renames make other keys; who is gone, and what is settled, is decided already."""
    source, players, _, decisions = planted(tmp_path, "EGF")
    whole = CongressState.read(save_tournament(tmp_path, "EGF", players)).tournament
    file = tmp_path / f"open{FORMATS[form].suffixes[0]}"
    file.write_bytes(FORMATS[form].new(whole))
    desk = Desk(file)
    tournament = desk.congress.tournament
    keys = {player.full_name: player.key for player in tournament.players}
    stated = {
        keys[player.full_name]: decisions[player.key] for player in players if decisions[player.key]
    }
    table = table_text(desk.congress.identities(source.path, stated), tournament)
    decided = read_table("table.csv", table.encode("utf-8-sig"))
    desk.identify(**desk.congress.identities(source.path, alike={"order": "list"})["values"])
    assert {*keys.values()} - CongressState.read(file).tournament.by_key.keys(), "keys are of names"
    done = []
    for _ in range(2):
        found = Identities(CongressState.read(file), source).settle(decided)
        desk.identify(**found)
        done.append(CongressState.read(file).tournament)
    assert done[0] == done[1]
    assert {each.state for each in Identities(CongressState.read(file), source).rows} == {"settled"}
    unknown = {"NOBODY": TypedDecision(choice="keep")}
    with pytest.raises(RuleError, match="'NOBODY' is no longer in the tournament"):
        Identities(CongressState.read(file), source).settle(decided | unknown)


def test_what_is_decided_for_all_alike_and_in_a_spreadsheet_counts(tmp_path):
    source, players, doubts, _ = planted(tmp_path, "EGF")
    congress = Congress.open(save_tournament(tmp_path, "EGF", players))
    exchanged = {key for key, each in doubts.items() if each == {"order"}}
    found = congress.identities(source.path, alike={"order": "list", "club": "keep"})
    decided = {each["key"]: each["decision"] for each in found["players"] if each["decision"]}
    assert {key for key, each in decided.items() if each == "list"} == exchanged
    assert {key for key, each in decided.items() if each == "keep"} == {
        key for key, each in doubts.items() if each == {"club"}
    }
    values = found["values"]["players"]
    for key in exchanged:
        player = congress.tournament.by_key[key]
        assert values[key]["name"] == player.first_name
        assert values[key]["first_name"] == player.name
    table = table_text(found, congress.tournament)
    name = next(iter(exchanged))
    edited = "\n".join(
        line.replace(",list,CZ,", ",keep,CZ,") if name in line else line
        for line in table.splitlines()
    )
    decisions = read_table("table.csv", edited.encode("utf-8-sig"))
    assert decisions[name].choice == "keep"
    again = Identities(congress._state, source).document(decisions)
    assert name in again["values"]["players"]
    assert "name" not in again["values"]["players"][name]


def test_numbers_and_planned_data_stay_unless_the_list_is_chosen(tmp_path):
    names = invented(random.Random(1), 3)
    people = [(10000001 + place, *each, "CZ", "Nord") for place, each in enumerate(names)]
    source = write_list(tmp_path, "EGF", people)
    one = player_of(0, names[0], "EGF", club="Irgendwo", country="PL", egf_pin="10000003")
    congress = Congress.new("Open", preset="EGF", rounds=1, players=[one])
    key = congress.tournament.players[0].key
    table = Identities(congress._state, source)
    assert [*table.rows[0].doubts] == [
        *map(type(table.rows[0].doubts[0]), ("number", "country", "club"))
    ]
    assert not table.settle()["players"]
    kept = table.settle({key: TypedDecision("keep")})
    assert not kept["players"][key]
    assert kept["numbers"][key] == "10000003"
    listed = table.settle({key: TypedDecision("list")})
    assert listed["players"][key] == {"egf_pin": "10000001", "country": "CZ", "club": "Nord"}
    # The number of somebody else would give them the results.
    assert table.settle({key: TypedDecision("none")})["players"][key] == {"egf_pin": ""}


def test_what_cannot_be_decided_is_refused(tmp_path):
    source, players, _, decisions = planted(tmp_path, "EGF")
    congress = Congress.open(save_tournament(tmp_path, "EGF", players))
    double = next(key for key, each in decisions.items() if each == "remove")
    for stated, alike, message in (
        ({double: "10000001"}, {}, "choose"),
        ({"Nobody": "keep"}, {}, "no player 'Nobody'"),
        ({}, {"order": "perhaps"}, "no decision about a doubt"),
        ({}, {"twice": "keep"}, "cannot both be the player"),
        ({double: {"choice": 1}}, {}, "expected a decision"),
    ):
        with pytest.raises(RuleError, match=message):
            congress.identities(source.path, stated, alike)


def test_three_hundred_entries_are_found_among_many_names_in_a_second(tmp_path):
    rng = random.Random(2)
    names = invented(rng, 300)
    people = [(10000001 + place, *each, "CZ", "Nord") for place, each in enumerate(names)]
    parts = [name for pair in names for name in pair]
    crowd = [
        (20000001 + place, f"{rng.choice(parts)}{place % 97}", rng.choice(parts), "CZ", "Nord")
        for place in range(20_000)
    ]
    source = write_list(tmp_path, "EGF", [*people, *crowd])
    players = [player_of(place, each, "EGF", club="") for place, each in enumerate(names)]
    players = [
        replace(each, name=f"{each.name[:3]}q{each.name[4:]}") if place % 5 == 0 else each
        for place, each in enumerate(players)
    ]
    congress = Congress.new("Open", preset="EGF", rounds=1, players=players)
    start = process_time()
    rows = Identities(congress._state, source).rows
    assert process_time() - start < 2  # a second with 100,000 names
    assert [each.state for each in rows].count("sure") == 240


@pytest.mark.parametrize(
    ("name", "listed"),
    [
        ("Ярцевский Юлиян", "Iartsevskii Iuliian"),
        ("Ярцевский Юлиян", "Yartsevsky Yuliyan"),
        ("Ярцевский Юлиян", "Jarcevskij Julijan"),
        ("Юлиян Ярцевский", "Yartsevsky Iuliian"),
        ("Щепкосекс Фёкла", "Shchepkosex Fekla"),
        ("Гнатюківна Ївга", "Hnatiukivna Ivha"),
        ("Хрънов Цвятко", "Hranov Tsvyatko"),
        ("Ђураџић Љубица", "Đuradžić Ljubica"),
        ("ЯРЦЕВСКИЙ ЮЛИЯН", "Yartsevsky Yuliyn"),
    ],
)
def test_a_name_in_cyrillic_may_be_one_in_latin_and_is_never_sure(tmp_path, name, listed):
    names = listed.split()
    others = invented(random.Random(3), 3)
    people = [
        (10000001 + place, *each, "CZ", "Nord") for place, each in enumerate([names, *others])
    ]
    source = write_list(tmp_path, "EGF", people)
    for number in ("", "10000001"):
        player = player_of(0, name.split(), "EGF", egf_pin=number)
        congress = Congress.new("Open", preset="EGF", rounds=1, players=[player])
        (row,) = congress.identities(source.path)["players"]
        assert (row["state"], row["doubts"]) == ("doubtful", ["spelling"])
        assert row["listed"]["number"] == "10000001"
        assert {"list", "keep", "none"} <= {*row["choices"]}
        assert not congress.identities(source.path)["values"]["players"]
        found = congress.identities(source.path, alike={"spelling": "list"})
        facts = found["values"]["players"][row["key"]]
        assert {facts["name"], facts["first_name"]} == {*names}


def test_two_lines_of_a_player_are_no_decision():
    text = "key,decision,country,club\nADA,keep,,\nBO,,,\nADA,none,,\n"
    with pytest.raises(FormatError, match=":4: a second line of the player 'ADA'"):
        read_table("table.csv", text.encode())
