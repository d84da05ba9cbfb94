"""An event with a drawn round keeps its pairing numbers, whatever becomes known of names, titles and ratings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from commands import do
from congress_files import save
from evenings import ALL
from fastpair import Congress, Desk
from fastpair.formats import read
from fastpair.go.teams import of_teams
from fastpair.go.tournament import FideRules, Player, Rules, Team, TeamPlay, Tournament, with_preset

FIELD = {"Ash": 2000, "Elm": 1800, "Fir": 1800, "Oak": 1800, "Yew": 1600}
RATING_NAME, RATING = "rating-name", "rating"
NUMBERED = {"ASH": 1, "ELM": 2, "FIR": 3, "OAK": 4, "YEW": 5}

ACTIONS = {
    "a name": (
        lambda c: c.register(change="ELM", name="Zelm", confirmed=ALL),
        {RATING_NAME},
        {"ELM": "ZELM"},
    ),
    "a first name": (
        lambda c: c.register(change="ELM", name="Oak", first_name="Zoe", confirmed=ALL),
        {RATING_NAME},
        {"ELM": "OAKZOE"},
    ),
    "a rating": (
        lambda c: c.register(change="ELM", rating=1700, confirmed=ALL),
        {RATING_NAME, RATING},
        {},
    ),
    "a title": (
        lambda c: c.register(change="OAK", title="FM", confirmed=ALL),
        {RATING_NAME, RATING},
        {},
    ),
    "facts of a results file": (
        lambda c: c.complete({"OAK": {"title": "FM"}}, confirmed=ALL),
        {RATING_NAME, RATING},
        {},
    ),
    "the ratings of a list": (
        lambda c: c.register(ratings={"title": "FIDE", "ratings": {"ELM": 1700}}, confirmed=ALL),
        {RATING_NAME, RATING},
        {},
    ),
    "who players are in a list": (
        lambda c: c.identify(
            title="FIDE", players={"ELM": {"name": "Zelm"}, "YEW": {"rating": 2100}}, confirmed=ALL
        ),
        {RATING_NAME, RATING},
        {"ELM": "ZELM"},
    ),
}


def saved(path, order, system="dutch"):
    """A file with the field."""
    players = tuple(Player(name.upper(), name, rating=rating) for name, rating in FIELD.items())
    rules = replace(
        with_preset(Rules(rounds=3), "FIDE"), system=system, fide=FideRules(order=order)
    )
    save(Tournament(kind="swiss", rules=rules, players=players), path)
    return Desk(path)


def numbers(file, keys=()):
    """The pairing numbers in a file, by former keys."""
    former = {new: old for old, new in dict(keys).items()}
    found = read(file).tournament.starting_ranks
    return {former.get(key, key): number for key, number in found.items()}


@pytest.mark.parametrize("order", [RATING_NAME, RATING, "entry"])
@pytest.mark.parametrize("name", ACTIONS)
def test_numbers_stay_after_the_first_draw_alone(tmp_path, name, order):
    act, moves, keys = ACTIONS[name]
    for drawn in (False, True):
        file = tmp_path / f"{drawn}.json"
        desk = saved(file, order)
        if drawn:
            desk.draw(1)
        done = act(desk)
        said = any("pairing numbers stay" in line for line in done.messages)
        assert said == (drawn and order in moves)
        assert (numbers(file, keys) != NUMBERED) == (not drawn and order in moves)
        assert Congress.open(file).verify_history()["findings"] == []
        desk.undo()
        assert numbers(file) == NUMBERED
        desk.redo()
        assert (numbers(file, keys) != NUMBERED) == (not drawn and order in moves)
        assert Congress.open(file).verify_history()["findings"] == []


@pytest.fixture
def corrected(tmp_path):
    """A file in which Elm has lost 300 points after the draw."""
    desk = saved(tmp_path / "t.json", RATING_NAME)
    desk.draw(1)
    desk.register(change="ELM", rating=1500, confirmed=ALL)
    return desk


def test_who_enters_late_stands_among_the_numbers_as_drawn(corrected, tmp_path):
    corrected.register("Late", rating=1700)
    assert numbers(tmp_path / "t.json") == {**NUMBERED, "LATE": 5, "YEW": 6}


def test_the_order_that_is_stated_again_numbers_anew(corrected, tmp_path, run):
    file = tmp_path / "t.json"
    status, said, _ = run("rules", file, "--order", RATING_NAME)
    assert status == 0
    assert "pairing numbers by current names, titles and ratings" in said
    assert numbers(file) == {"ASH": 1, "FIR": 2, "OAK": 3, "YEW": 4, "ELM": 5}
    assert Congress.open(file).verify_history()["findings"] == []
    corrected.register(change="ELM", rating=1900, confirmed=ALL)
    assert numbers(file)["ELM"] == 5


def test_another_order_and_this_one_again_number_anew(corrected, tmp_path):
    """As the message says, and as the page can, which sends what differs."""
    corrected.rules(order="entry", confirmed=ALL)
    corrected.rules(order=RATING_NAME, confirmed=ALL)
    assert numbers(tmp_path / "t.json")["ELM"] == 5


def test_numbers_go_by_what_is_known_while_no_round_is_drawn(corrected, tmp_path):
    for game in read(tmp_path / "t.json").tournament.games:
        corrected.unpair(game.table, round=1, confirmed=ALL)
    corrected.register(change="ELM", club="Ulm")
    assert numbers(tmp_path / "t.json")["ELM"] == 5


def test_a_correction_undone_alone_leaves_the_numbers(corrected, tmp_path):
    corrected.register(change="ASH", club="Ulm", confirmed=ALL)
    corrected.undo(2, confirmed=ALL)
    tournament = read(tmp_path / "t.json").tournament
    assert tournament.starting_ranks == NUMBERED
    assert tournament.by_key["ELM"].numbered_as is None
    assert Congress.open(tmp_path / "t.json").verify_history()["findings"] == []


def test_a_report_has_the_numbers_as_drawn(corrected, tmp_path):
    do("convert", tmp_path / "t.json", tmp_path / "t.trf")
    report = read(tmp_path / "t.trf").tournament
    assert {p.key: n for n, p in enumerate(report.players, start=1)} == NUMBERED
    assert report.starting_ranks == NUMBERED


def test_teams_keep_theirs(tmp_path):
    names = ["Ada", "Bea", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
    ratings = (1800, 1800, 1700, 1700, 1600, 1600, 1500, 1500)
    players = tuple(
        Player(name.upper(), name, rating=rating)
        for name, rating in zip(names, ratings, strict=True)
    )
    teams = tuple(
        Team(key=name, name=name, lineups=((players[i].key, players[i + 1].key),))
        for name, i in (("Ulm", 0), ("Bonn", 2), ("Kiel", 4), ("Graz", 6))
    )
    rules = replace(with_preset(Rules(rounds=3), "Swiss-Team"), fide=FideRules(order=RATING_NAME))
    file = tmp_path / "t.json"
    play = TeamPlay(teams=teams, size=2)
    save(Tournament(kind="swiss", rules=rules, players=players, team_play=play), file)
    desk = Desk(file)

    def order():
        return [*of_teams(read(file).tournament).starting_ranks.values()]

    assert order() == [1, 2, 3, 4]
    desk.register(change="CID", rating=2400)
    assert order() == [2, 1, 3, 4]
    desk.draw(1)
    desk.register(change="CID", rating=1000, confirmed=ALL)
    desk.team("Graz", rename="Aachen", confirmed=ALL)
    assert order() == [2, 1, 3, 4]
    assert Congress.open(file).verify_history()["findings"] == []
