"""Tournaments that begin, and players who enter, come late or are known better."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builders import player
from congress_files import all_present, refused
from fastpair.app.edits.players import PlayerEntry, Terms, begun, player_changed, registered
from fastpair.app.history.timeline import History
from fastpair.app.inputs import AUTOMATIC, EventInput, RulesInput
from fastpair.app.reports.check import FindingKind, findings
from fastpair.errors import RuleError
from fastpair.formats import read
from fastpair.go.tournament import Grade, Tournament, automatic_bar
from fastpair.pairing.rounds import draw_round

ANN = PlayerEntry(name="Alder", first_name="Ann", grade="3d", country="FR", egf_pin="12345678")


@pytest.fixture(scope="module")
def congress():
    return all_present()


def test_who_has_no_rating_gets_that_of_the_grade():
    assert ANN.player().rating == 2300
    assert replace(ANN, rating=2411).player().rating == 2411
    assert replace(ANN, grade="12k").player().rating == 900


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (PlayerEntry(grade="3d"), "expected the family name"),
        (PlayerEntry(name=" \t", grade="3d"), "expected the family name"),
        (PlayerEntry(name="Alder"), "Alder: expected a grade"),
        (PlayerEntry(name="Alder", grade="30d"), "expected a grade from 30k to 9d"),
        (replace(ANN, egf_pin="1234"), "expected a PIN of 8 digits"),
    ],
)
def test_what_is_no_player_is_refused(entry, words):
    with pytest.raises(RuleError, match=words):
        entry.player()


def test_names_are_on_one_line():
    player = replace(ANN, name="  van\n der  Alder ", first_name="Ann\tJo").player()
    assert player.full_name == "van der Alder Ann Jo"


def test_registered(congress):
    done = registered(congress, [ANN.player()])
    assert done.tournament.players == (*congress.players, ANN.player())
    assert done.messages == ("Alder Ann 3d (FR) is registered",)
    assert done.summary == "1 player registered: Alder Ann"


@pytest.mark.parametrize(
    "twin",
    [
        ANN,
        replace(ANN, name="ALDER", first_name="Änn", egf_pin=None),
        replace(ANN, name="Elder"),
    ],
)
def test_who_is_registered_already_stays(congress, twin):
    once = registered(congress, [ANN.player()]).tournament
    again = registered(once, [twin.player()])
    assert again.tournament == once
    assert "is registered already, as Alder Ann 3d" in again.messages[0]
    assert registered(congress, [ANN.player(), twin.player()]).tournament == once


def test_who_enters_late_takes_part_from_the_next_round_on(congress):
    drawn = draw_round(congress, 1).applied_to(congress)
    late = registered(drawn, [ANN.player()])
    assert late.tournament.players[-1].absences == {1}
    assert late.messages == ("Alder Ann 3d (FR) is registered, from round 2 on",)
    assert registered(drawn, [ANN.player()], Terms(since=3)).tournament.players[-1].absences == {
        1,
        2,
    }
    for number in (0, 4):
        with pytest.raises(RuleError, match="expected a round from 1 to 3"):
            registered(drawn, [ANN.player()], Terms(since=number))


def test_a_new_name_goes_into_all_games(congress):
    drawn = draw_round(congress, 1).applied_to(congress)
    for key in (drawn.games[0].white, drawn.byes[0].player):
        done = player_changed(drawn, key, PlayerEntry(name="Zeder", grade="1d")).tournament
        assert key not in done.by_key
        fresh = next(player for player in done.players if player.name == "Zeder")
        assert fresh.grade == Grade.parse("1d")
        assert fresh.key in done.round(1).seated
        assert list(done.faults()) == []
        assert len(done.round(1).seated) == len(drawn.round(1).seated)


def test_a_name_that_another_has_is_refused(congress):
    one, other = congress.players[:2]
    taken = PlayerEntry(name=other.name, first_name=other.first_name)
    with pytest.raises(RuleError, match="has that name already"):
        player_changed(congress, one.key, taken)
    with pytest.raises(RuleError, match="expected what is to be changed"):
        player_changed(congress, one.key, PlayerEntry())


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
    done = begun(name="", rules=RulesInput(), event=EventInput(), players=listed)
    assert [one.key for one in done.tournament.players] == ["a", "c", "d", "f"]
    assert done.summary.endswith("4 players")
    assert [line.partition(" is listed already")[0] for line in done.warnings] == [
        "adan Ute 1d (ULM)",
        "Cora Mia 1d (Ulm)",
    ]
    found = findings(Tournament(players=tuple(listed)), {})
    twice = [one for one in found if one.kind is FindingKind.TWICE]
    assert [one.players for one in twice] == [("a", "b"), ("d", "e")]


def test_the_bar_is_that_of_the_handbook(congress):
    automatic = {
        "name": "Open",
        "event": EventInput(),
        "rules": RulesInput(rounds=5, bar=AUTOMATIC),
    }
    done = begun(**automatic, players=congress.players)
    grades = [player.grade for player in congress.players]
    assert done.tournament.rules.bar == automatic_bar(grades, 5)
    with pytest.raises(RuleError, match="needs entries"):
        begun(**automatic)


def test_new(run, tmp_path):
    file = tmp_path / "open.xml"
    command = ("new", file, "--name", "Open", "--rounds", 4, "--bar", "2d", "--floor", "18k")
    status, output, errors = run(*command)
    assert (status, errors) == (0, "")
    assert output == "Open: 4 rounds, floor 18k, bar 2d, 0 players\n"
    tournament = read(file).tournament
    assert (tournament.name, tournament.rules.rounds) == ("Open", 4)
    assert tournament.rules.points.mms_bye_x2 == 2
    assert [entry.act for entry in History(file).entries()] == ["new"]
    assert refused(run(*command), "exists already")
    assert refused(run("undo", file), "change 1 has made the file")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["open.doc"], "no format has files of this name; --format names one"),
        (["open.xml", "--format", "word"], "--format: expected a format (opengotha"),
        (["open.xml", "--bar", "x"], "expected a grade"),
        (["open.xml", "--bar", "20k", "--floor", "1k"], "the floor, 1k, is above the bar, 20k"),
        (["open.xml", "--bar", "automatic"], "an automatic bar needs entries"),
    ],
)
def test_what_cannot_begin_leaves_no_file(run, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    assert refused(run("new", *arguments), words)
    assert list(tmp_path.iterdir()) == []
