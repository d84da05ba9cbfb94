"""Tournaments that begin, and players who enter, come late or are known better."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from builders import player
from commands import do
from congress_files import all_present, refused
from fastpair import Congress
from fastpair.app.edits.attendance import absent, withdrawn
from fastpair.app.edits.players import (
    player_changed,
    players_changed,
    registered,
)
from fastpair.app.edits.ratings import ratings_set
from fastpair.app.edits.settings import rule_sentences
from fastpair.app.entries.registration import new_player
from fastpair.app.history.timeline import History
from fastpair.app.reports.check import FindingKind, findings
from fastpair.errors import FormatError, RuleError
from fastpair.formats import read
from fastpair.go.standings import standings
from fastpair.go.tournament import (
    Grade,
    Result,
    Rules,
    Tournament,
    automatic_bar,
    starting_scores,
)
from fastpair.pairing.rounds import draw_round

ANN = {"name": "Alder", "first_name": "Ann", "grade": "3d", "country": "FR", "egf_pin": "12345678"}


@pytest.fixture(scope="module")
def congress():
    return all_present()


def test_who_has_no_rating_gets_that_of_the_grade():
    assert new_player(ANN).rating == 2300
    assert new_player({**ANN, "rating": 2411}).rating == 2411
    assert new_player({**ANN, "grade": "12k"}).rating == 900


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"grade": "3d"}, "enter the family name"),
        ({"name": " \t", "grade": "3d"}, "enter the family name"),
        ({"name": "Alder"}, "Alder: enter a grade"),
        ({"name": "Alder", "grade": "30d"}, "enter a grade from 30k to 9d, not 30d"),
        ({**ANN, "egf_pin": "1234"}, "is not a PIN; enter 8 digits"),
    ],
)
def test_what_is_no_player_is_refused(entry, words):
    with pytest.raises(RuleError, match=words):
        new_player(entry)


def test_names_are_on_one_line():
    player = new_player({**ANN, "name": "  van\n der  Alder ", "first_name": "Ann\tJo"})
    assert player.full_name == "van der Alder Ann Jo"


@pytest.mark.parametrize(
    "twin",
    [
        ANN,
        {**ANN, "name": "ALDER", "first_name": "Änn", "egf_pin": None},
        {**ANN, "name": "Elder"},
    ],
)
def test_who_is_registered_already_stays(congress, twin):
    once = registered(congress, [new_player(ANN)]).tournament
    again = registered(once, [new_player(twin)])
    assert again.tournament == once
    assert "is already registered as Alder Ann 3d" in again.messages[0]
    assert registered(congress, [new_player(ANN), new_player(twin)]).tournament == once


def test_a_name_that_another_has_is_refused(congress):
    one, other = congress.players[:2]
    taken = {"name": other.name, "first_name": other.first_name}
    with pytest.raises(RuleError, match="already has that name"):
        player_changed(congress, one.key, taken)
    with pytest.raises(RuleError, match="nothing to change; enter"):
        player_changed(congress, one.key, {})


def test_a_person_who_is_listed_twice_enters_once():
    """The same name in another club, or with another PIN, is somebody else."""
    listed = [
        player("a", name="Adan", first_name="Ute", club="Ulm"),
        player("b", name="adan", first_name="Ute", club="ULM"),
        player("c", name="Adan", first_name="Ute", club="Wien"),
        player("d", name="Cora", first_name="Mi", club="Ulm", egf_pin="77"),
        player("e", name="Cora", first_name="Mia", club="Ulm", egf_pin="77"),
        player("f", name="Cora", first_name="Mi", club="Ulm", egf_pin="78"),
    ]
    made = Congress.new(players=listed)
    assert [one.key for one in made.tournament.players] == ["a", "c", "d", "f"]
    assert made.history[0].endswith("4 players")
    assert [line.partition(" is listed already")[0] for line in made.notes] == [
        "adan Ute 1d (ULM)",
        "Cora Mia 1d (Ulm)",
    ]
    found = findings(Tournament(players=tuple(listed)), {})
    twice = [one for one in found if one.kind is FindingKind.TWICE]
    assert [one.players for one in twice] == [("a", "b"), ("d", "e")]


def test_the_bar_is_that_of_the_handbook(tmp_path):
    """By the command, too, whose line in the history holds the players of the list as Python's does."""
    listed, file = tmp_path / "list.csv", tmp_path / "open.json"
    rows = [f"P{number},{1 + number % 4}d" for number in range(12)]
    listed.write_text("\n".join(["name,grade", *rows, ""]))
    players = read(listed).tournament.players
    made = Congress.new("Open", rounds=5, bar="automatic", players=players)
    assert made.tournament.rules.bar == automatic_bar([each.grade for each in players], 5)
    stated = ("--name", "Open", "--rounds", 5, "--bar", "automatic", "--entries", listed)
    do("new", file, *stated)
    copy = tmp_path / "copy.json"
    made.save(copy)
    assert copy.read_bytes() == file.read_bytes()
    (entry,), (other,) = (History(each).entries() for each in (file, copy))
    assert entry.values == other.values
    assert len(entry.values["entries"]) == 12
    assert str(listed) in entry.typed


def test_the_line_of_a_former_version_says_what_was_typed(run, tmp_path):
    """It holds no values, and what was typed in their place."""
    file = tmp_path / "open.json"
    do("new", file, "--name", "Open", "--rounds", 4)
    path = History(file).path
    members = json.loads(path.read_bytes())
    assert members["values"] == {"name": "Open", "rules": {"rounds": 4}}
    members["values"] = {}
    del members["check"]
    path.write_text(json.dumps(members) + "\n")
    (change,) = json.loads(run("log", file, "--json")[1])["changes"]
    assert change["typed"] == [str(file), "--name", "Open", "--rounds", "4"]
    assert refused(run("undo", file), "change 1 created the file")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["open.doc"], "fastpair: open.doc: no format has files of this name; --format names one"),
        (
            ["open.h9"],
            "fastpair: open.h9: a result file for the EGD needs players; fastpair register",
        ),
        (["open.xml", "--format", "word"], "--format: must be a format (opengotha"),
    ],
)
def test_what_cannot_begin_leaves_no_file(run, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    assert refused(run("new", *arguments), words)
    assert list(tmp_path.iterdir()) == []


PLAYERS_ALONE = """\
<?xml version="1.0" encoding="UTF-8"?>
<Tournament dataVersion="201"><Players>
<Player agaId="22281" firstName="Aya" name="Ito" grade="2D" rank="2D" rating="2200" club=""/>
<Player firstName="Ben" name="Roth, Jr." grade="9 pro" rank="9 pro" rating="2900"/>
</Players></Tournament>
"""


def test_a_file_of_players_alone_is_a_list_of_entries(tmp_path, run):
    listed = tmp_path / "players.xml"
    listed.write_text(PLAYERS_ALONE, encoding="utf-8")
    status, _, errors = run("new", tmp_path / "cup.json", "--entries", listed)
    assert (status, errors.count("the file holds players alone")) == (0, 1)
    players = read(tmp_path / "cup.json").tournament.players
    assert [(p.full_name, str(p.grade)) for p in players] == [
        ("Ito Aya", "2d"),
        ("Roth, Jr. Ben", "9p"),
    ]
    status, _, errors = run("draw", listed, "--write")
    assert (status, listed.read_text(encoding="utf-8")) == (2, PLAYERS_ALONE)
    assert "the file holds players alone, and no tournament: make a new one with them" in errors


@pytest.mark.parametrize("removed", ["<Players>", "<Player "])
def test_a_file_without_players_is_still_refused(tmp_path, removed):
    empty = PLAYERS_ALONE.replace(removed, removed.replace("Player", "Someone"))
    path = tmp_path / "t.xml"
    path.write_text(empty.replace("</Players>", "</Someones>") if removed[-1] == ">" else empty)
    with pytest.raises(FormatError, match="has no <"):
        read(path)


def test_the_encoding_of_a_list_is_named_or_guessed(tmp_path, run):
    listed = tmp_path / "list.csv"
    listed.write_bytes("Name,First name,Grade\nDvořák,Jiří,3d\n".encode("cp1250"))
    commands = {
        "new": ("new", tmp_path / "a.json", "--entries", listed),
        "register": ("register", tmp_path / "b.json", "--entries", listed),
        "convert": ("convert", listed, tmp_path / "c.json"),
    }
    do("new", tmp_path / "b.json")
    for command, target in zip(commands.values(), "abc", strict=True):
        status, _, errors = run(*command)
        assert (status, "taken as cp1250 (Windows-1250" in errors) == (0, True)
        assert read(tmp_path / f"{target}.json").tournament.players[0].full_name == "Dvořák Jiří"
    named = [*commands["convert"], "--overwrite", "--encoding"]
    status, _, errors = run(*named, "cp1252")
    assert (status, "taken as" in errors) == (0, False)
    assert read(tmp_path / "c.json").tournament.players[0].full_name == "Dvoøák Jiøí"
    assert run(*named, "utf-8")[2].endswith(
        "list.csv:2: expected text in utf-8, found other bytes\n"
    )
    status, _, errors = run("new", tmp_path / "d.json", "--encoding", "cp1250")
    assert (status, "--encoding is for the players of a list; add --entries LIST" in errors) == (
        2,
        True,
    )


def test_a_title_that_is_not_understood_is_named(tmp_path, run):
    listed = tmp_path / "list.csv"
    listed.write_text("Person,Rank\nAya Ito,3d\n", encoding="utf-8")
    status, _, errors = run("new", tmp_path / "a.json", "--entries", listed)
    assert (status, "understood are 'Rank', and not 'Person'" in errors) == (2, True)


@pytest.fixture
def sleeping():
    """Sleepers of the top group [BGA 4.4]: a round of four at the bar, one of whom sleeps in round 2, and four below."""
    players = [
        player(key, grade) for key, grade in zip("abcdefgh", [3, 4, 3, 5, 1, 1, 0, 0], strict=True)
    ]
    players[1] = replace(players[1], absences=frozenset({2}))
    rules = Rules(rounds=3, bar=Grade(3), top_sleepers_lowered=1)
    tournament = Tournament(rules=rules, players=tuple(players))
    drawn = draw_round(tournament, 1).applied_to(tournament)
    return replace(drawn, games=tuple(replace(g, result=Result.WHITE_WINS) for g in drawn.games))


def scores(tournament):
    return {row.key: row.values for row in standings(tournament, 1).rows}


def test_who_sleeps_is_decided_when_the_first_round_is_drawn(sleeping):
    assert starting_scores(sleeping)[:4] == [3, 2, 3, 3]
    assert any("start" in line and "1 point lower" in line for line in rule_sentences(sleeping))


def test_nobody_who_drops_out_later_is_lowered(sleeping):
    before = scores(sleeping)
    for done in (withdrawn(sleeping, ["a"]), absent(sleeping, ["c"], [3])):
        assert starting_scores(done.tournament) == starting_scores(sleeping)
        assert scores(done.tournament) == before


def test_a_round_that_another_program_has_drawn_decides_it_too(sleeping):
    """The rule stands in the file still, and the withdrawal carries it out for those of before."""
    players = tuple(replace(p, correction=0) for p in sleeping.players)
    undecided = replace(
        sleeping, rules=replace(sleeping.rules, top_sleepers_lowered=1), players=players
    )
    before = scores(undecided)
    assert scores(withdrawn(undecided, ["a"]).tournament) == before


def test_who_is_gone_meanwhile_is_not_changed():
    """What a list or a form says of a player may come after the player was deleted."""
    with pytest.raises(RuleError, match="the player 'GONE' is no longer in the tournament"):
        ratings_set(Tournament(), "EGF", {"GONE": 2000})
    with pytest.raises(RuleError, match="the player 'GONE' is no longer in the tournament"):
        players_changed(Tournament(), {"GONE": {"club": "Lyon"}})
