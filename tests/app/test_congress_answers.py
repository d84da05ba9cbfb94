"""A tournament answers from itself: in memory, saved, opened again, and when its history is lost meanwhile."""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from fastpair import Congress, Desk, Grade, Player
from fastpair.app.actions import ACTIONS
from fastpair.app.history.timeline import History
from fastpair.errors import FastpairError
from fastpair.ui.cli import main
from profiles import few
from test_actions import ROUND, congress, values_of
from test_congress_in_python import OF_FILES, attempt, flat, perform_in_python

__all__ = ["congress"]  # the fixture

PLAYERS = [
    Player(key=name.upper(), name=name, first_name="", grade=Grade.parse(f"{place + 1}k"))
    for place, name in enumerate(["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"])
]


def answer(ask):
    """What is answered, or why nothing is."""
    try:
        return ask()
    except FastpairError as error:
        return type(error).__name__, str(error)


def vars_of(found):
    """All that standings hold, which say less of themselves."""
    return [getattr(found, entry.name) for entry in fields(found)]


def answers(value):
    """All that a tournament is asked."""
    tournament = value.tournament
    rounds = range(1, tournament.last_round + 1)
    couples = [game.players for number in rounds for game in tournament.round(number).games[:2]]
    apart = [(one, other) for (one, _), (other, _) in pairwise(couples)]
    found = {
        "standings": [answer(lambda n=n: vars_of(value.standings(n))) for n in (None, 1, 2)],
        "team standings": answer(value.team_standings),
        "check": answer(value.check),
        "ratings": answer(value.ratings),
        "next step": value.next_step,
        "published": value.published,
        "history": value.history,
        "report": [answer(lambda n=n: value.report(n)) for n in rounds],
        "why": [
            answer(lambda one=one, other=other, n=n: value.why(one, other, round=n))
            for n in rounds
            for one, other in (couples + apart)[:6]
            if one != other
        ],
    }
    return named_alike({name: repr(each) for name, each in found.items()})


_touched: list[str] = []
_watched: list[str] = []


def _hear(event, arguments):
    """Note each file below a folder that is opened or listed."""
    if _watched and event in ("open", "os.listdir", "os.scandir") and arguments:
        path = arguments[0]
        if isinstance(path, (str, bytes, Path)) and _watched[0] in str(path):
            _touched.append(f"{event} {path}")


sys.addaudithook(_hear)


@contextmanager
def without_the_disk(folder, monkeypatch):
    """Fail if anything below a folder is opened, listed or looked at."""
    stat = type(folder).stat

    def looked_at(path, **options):
        if str(folder) in str(path):
            _touched.append(f"stat {path}")
        return stat(path, **options)

    _touched.clear()
    _watched.append(str(folder))
    with monkeypatch.context() as patch:
        patch.setattr(type(folder), "stat", looked_at)
        try:
            yield
        finally:
            _watched.clear()
    assert _touched == []


def check_answers(value, folder, monkeypatch):
    """The same in memory, after it was saved, opened again, and with the history gone under it."""
    with without_the_disk(folder, monkeypatch):
        expected = answers(value)
    saved = value.save(folder / "saved.json")
    opened = Congress.open(folder / "saved.json")
    for each in (saved, opened):
        with without_the_disk(folder, monkeypatch):
            assert answers(each) == expected
    History(folder / "saved.json").path.unlink()
    with without_the_disk(folder, monkeypatch):
        assert answers(opened) == expected
    (folder / "saved.json").unlink()


def named_alike(found):
    """Answers without the name of the file, by which errors begin."""
    return {
        name: re.sub(r"\('(\w+)', '(/\S+|tournament): ", r"('\1', '", text)
        for name, text in found.items()
    }


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


def criteria():
    """By Swiss pairings, whose first round had a condition with a reason."""
    value = Congress.new("Swiss", preset="Swiss", rounds=3, players=PLAYERS)
    value = value.condition("forbid", ["ANN", "ED"], round=1).congress
    value = value.draw(1, seed=7).congress.results(1, {1: "1-0", 2: "0-1"}).congress
    return value.mark("checked", "round 1").congress


@pytest.mark.parametrize("made", [cup, forbidden, criteria])
def test_a_tournament_in_memory_answers_as_its_file(made, tmp_path, monkeypatch):
    check_answers(made(), tmp_path, monkeypatch)


@pytest.mark.parametrize("system", ["dutch", None])
def test_teams_and_games_of_chess_answer_from_themselves(system, tmp_path, monkeypatch):
    file = tmp_path / "generated.json"
    more = ["--system", system] if system else []
    field = ["--players", "12"] if system else ["--teams", "6"]
    made = ["--rounds", "3", "--play", "2", "--seed", "3", "--output", str(file)]
    assert main(["generate", *field, *made, *more]) == 0
    value = Congress.open(file)
    value = value.draw(3, seed=1).congress
    check_answers(value, tmp_path, monkeypatch)


@pytest.mark.parametrize("seed", few([3, 4, 5, 6], 1, ci=2))
def test_random_actions_answer_from_themselves(congress, seed, tmp_path, monkeypatch):
    """Each action in memory, and what it leaves; none looks at a file."""
    random, value, folder = Random(seed), Congress.open(congress), tmp_path / "answers"
    folder.mkdir()
    done = set()
    names = [name for name in ACTIONS if name not in OF_FILES]
    for name in random.sample(4 * names, 4 * len(names)):
        arguments = flat(name, values_of(congress, random)[name])
        if arguments is None:
            continue
        arguments |= {"round": ROUND} if ACTIONS[name].by_round else {}
        with without_the_disk(tmp_path, monkeypatch):
            outcome, _ = attempt(perform_in_python, name, arguments, value)
        if outcome is not None:
            value = outcome.congress
            done.add(name)
    assert len(done) > len(names) - 9  # some cannot be done as the tournament is then
    check_answers(value, folder, monkeypatch)


def test_the_desk_has_the_answers_of_memory(tmp_path):
    file = tmp_path / "cup.json"
    cup().save(file)
    expected = answers(cup())
    assert answers(Desk(file).congress) == expected
    assert "Criterion.ROUND_OUT" in expected["standings"]
