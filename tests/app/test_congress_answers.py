"""A tournament answers from itself: in memory, saved, opened again, and when its history is lost meanwhile."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from answers import answers, answers_of_command, check_page
from commands import do
from congress_files import CHANGES
from fastpair import Congress, Desk, Grade, Player
from fastpair.app.actions import ACTIONS
from fastpair.app.history.records import plan_of
from fastpair.app.history.timeline import History
from profiles import few
from python_calls import call_in_python
from test_actions import ROUND, congress, values_for
from test_congress_in_python import attempt, flat, perform_in_python

__all__ = ["congress"]  # the fixture

PLAYERS = [
    Player(key=name.upper(), name=name, first_name="", grade=Grade.parse(f"{place + 1}k"))
    for place, name in enumerate(["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"])
]


_touched: list[str] = []
_watched: list[str] = []


def _hear(event, arguments):
    """Note each file below a folder that is opened or listed."""
    if _watched and event in ("open", "os.listdir", "os.scandir") and arguments:
        path = arguments[0]
        if isinstance(path, (str, bytes, Path)) and _watched[0] in str(path):
            _touched.append(f"{event} {path}")


sys.addaudithook(_hear)


def watching(look, folder):
    """A function that looks at a path, and notes those below a folder."""

    def looked_at(path, **options):
        if str(folder) in str(path):
            _touched.append(f"{look.__name__} {path}")
        return look(path, **options)

    return looked_at


@contextmanager
def without_the_disk(folder, monkeypatch):
    """Fail if anything below a folder is opened, listed or looked at."""
    _touched.clear()
    _watched.append(str(folder))
    with monkeypatch.context() as patch:
        for name in ("stat", "lstat"):
            patch.setattr(os, name, watching(getattr(os, name), folder))
        try:
            yield
        finally:
            _watched.clear()
    assert _touched == []


def check_answers(value, folder, monkeypatch):
    """The same in memory, from bytes, after it was saved, opened again, and with the history gone under it."""
    with without_the_disk(folder, monkeypatch):
        expected = answers(value)
        again = Congress.from_bytes(value.to_bytes())
        assert again == value
        assert answers(again) == expected
    saved = value.save(folder / "saved.json")
    opened = Congress.open(folder / "saved.json")
    for each in (saved, opened):
        with without_the_disk(folder, monkeypatch):
            assert answers(each) == expected
    History(folder / "saved.json").path.unlink()
    with without_the_disk(folder, monkeypatch):
        assert answers(opened) == expected
    (folder / "saved.json").unlink()
    return expected


def check_interfaces(value, folder, expected, capsys):
    """The command and the page answer of the saved file as the tournament in Python."""
    file = folder / "asked" / "saved.json"
    file.parent.mkdir()
    value.save(file)
    found = answers_of_command(file, value, capsys)
    for question in found.keys() | expected.keys() - {"history"}:
        given, wanted = found[question], expected[question]
        if wanted.keys() == {"refused"} if isinstance(wanted, dict) else False:
            assert wanted["refused"] in given["refused"], question
            continue
        if question.startswith("export"):
            wanted = {name: wanted[name] for name in given}
        assert given == wanted, question
    check_page(file, value, expected, capsys)


def cup():
    """A round by a system that ranks, results, and a draw after it."""
    value = Congress.new("Cup", rounds=3, players=PLAYERS).draw(1, system="cup").congress
    return value.results(1, {1: "1-0", 2: "1-0", 3: "0-1", 4: "0-1"}).congress


def forbidden():
    """A round that is drawn with a pair kept apart."""
    value = Congress.new("Apart", rounds=3, players=PLAYERS).join(["ANN", "BO"]).congress
    (pair,) = (player.key for player in value.tournament.players if "Bo" in player.full_name)
    value = value.split(pair).congress.draw(1).congress
    game = value.tournament.round(1).games[0]
    value = value.draw(1, constraints={"forbid": [game.players]}, discard_all=True).congress
    return value.publish(round=1).congress


def swiss():
    """By Swiss pairings, whose first round had a condition with a reason."""
    again = replace(PLAYERS[0], key="AGAIN")
    value = Congress.new("Swiss", preset="Swiss", rounds=3, players=[*PLAYERS, again])
    assert value.notes == ("Ann 1k is listed already, as Ann 1k, and enters once",)
    value = value.condition("forbid", ["ANN", "ED"], round=1).congress
    value = value.draw(1, seed=7).congress.results(1, {1: "1-0", 2: "0-1"}).congress
    return call_in_python(value, "mark", {"kind": "checked", "about": "round 1"}).congress


def complete():
    """All rounds over, by a system that ranks."""
    value = Congress.new("Evening", rounds=2, players=PLAYERS, country="DE", place="Ulm")
    for number in (1, 2):
        value = value.draw(number, system="round-robin").congress
        results = dict.fromkeys(range(1, 5), "1-0")
        value = value.results(number, results).congress
    return value


@pytest.mark.parametrize("made", few([forbidden, cup, complete, swiss], 2))
def test_a_tournament_answers_as_its_file(made, tmp_path, monkeypatch, capsys):
    expected = check_answers(made(), tmp_path, monkeypatch)
    check_interfaces(made(), tmp_path, expected, capsys)


@pytest.mark.parametrize("system", few([None, "dutch"], 1))
def test_teams_and_games_of_chess_answer_from_themselves(system, tmp_path, monkeypatch, capsys):
    file = tmp_path / "generated.json"
    more = ["--system", system] if system else []
    field = ["--players", "12"] if system else ["--teams", "6"]
    made = ["--rounds", "3", "--play", "2", "--seed", "3", "--output", str(file)]
    do("generate", *field, *made, *more)
    value = Congress.open(file)
    value = value.draw(3, seed=1).congress
    check_interfaces(value, tmp_path, check_answers(value, tmp_path, monkeypatch), capsys)


@pytest.mark.parametrize("seed", few([*range(3, 12)], 1, ci=2))
def test_random_actions_answer_from_themselves(congress, seed, tmp_path, monkeypatch, capsys):
    """Each action at least once, in memory or at a desk, and what it leaves; none in memory looks at a file."""
    random, value, folder = Random(seed), Congress.open(congress), tmp_path / "answers"
    folder.mkdir()
    names = {*CHANGES} - {"prizes"}  # a plan of prizes is a file
    names -= {"numbers", "schedule"}  # of round robins alone
    names -= {"lineups", "captain"}  # of teams alone that are paired
    done = set()
    for name in ("Late", "Later"):
        value = value.register(name, grade="2k").congress
    for _ in range(10):
        order = random.sample(sorted(names), len(names))
        order.insert(order.index("undo") + 1, "redo")
        for name in ("join", "split", "join", *order):
            with without_the_disk(tmp_path, monkeypatch):
                outcome = done_somehow(name, value, random)
            if outcome is not None:
                value = outcome.congress
                done.add(name)
        if done == names:
            break
    assert done == names
    value.save(folder / "desk.json")
    value = Desk(folder / "desk.json").prizes(0, "", prize={"name": "Cup"}).congress
    expected = check_answers(value, folder, monkeypatch)
    check_interfaces(value, folder, expected, capsys)


def done_somehow(name, value, random):
    """What comes of an action with the first of some random values that are not refused; None if all are."""
    for _ in range(8):
        arguments = flat(name, values_of_present(value.tournament, random)[name])
        if arguments is not None:
            arguments |= {"round": ROUND} if ACTIONS[name].by_round else {}
            outcome, _ = attempt(perform_in_python, name, arguments, value)
            if outcome is not None:
                return outcome
    return None


def values_of_present(tournament, random):
    """Values for each action, of players without a game where these are needed, and of a pair."""
    values = values_for(tournament, random)
    seated = {key for number in tournament.round_numbers for key in tournament.round(number).seated}
    fresh = [player.key for player in tournament.players if player.key not in seated]
    if len(fresh) > 1:
        values["join"]["players"] = random.sample(fresh, 2)
    for player in tournament.players:
        if player.members:
            values["split"]["pair"] = player.key
    return values


def test_a_copy_has_the_plan_of_prizes(tmp_path):
    """Though the plan came last, the file is written, and the plan beside it."""
    first, copy = tmp_path / "first.json", tmp_path / "copy.json"
    cup().save(first)
    Desk(first).prizes(0, "", prize={"name": "Cup"})
    value = Desk(first).prizes(1, "", prize={"name": "Jug"}).congress
    assert value.save(copy) == value
    assert copy.read_bytes() == first.read_bytes()
    assert plan_of(copy).read_bytes() == plan_of(first).read_bytes()
    Desk(copy).undo()
    assert "Jug" not in plan_of(copy).read_text("utf-8")


def test_who_came_later_is_no_obstacle_to_judging_a_round():
    """Players of teams that are only placed, and who has lost a play-off."""
    value = Congress.new("Open", rounds=3, players=PLAYERS).draw(1).congress
    value = value.results(1, {1: "1-0", 2: "1-0", 3: "0-1", 4: "0-1"}).congress
    value = value.register("Late", grade="2k").congress
    value = value.team("Lyon", ["ANN", "LATE"], since=3).congress
    value = value.playoff("ANN", "LATE").congress
    assert [each["loss"] for each in value.check()["rounds"]] == [0]
    assert value.report(1)["boards"] == 4


def test_the_desk_has_the_answers_of_memory(tmp_path):
    file = tmp_path / "cup.json"
    cup().save(file)
    expected = answers(cup())
    assert answers(Desk(file).congress) == expected
    assert expected["standings None"]["criteria"][0] == "OUT"
