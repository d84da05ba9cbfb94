"""``fastpair ratings``: tables, JSON; the curve of wins by grades, and what they refuse."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib.resources import files

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, ValidationError

from fastpair.app.reports.ratings import rate_tournament, ratings_document
from fastpair.errors import FastpairError, FormatError, RuleError
from fastpair.formats import read
from fastpair.formats.opengotha import new_document
from fastpair.go.ratings import EGF2021, GoR, PWin, egf2021, gor
from fastpair.go.standings import standings
from fastpair.go.tournament import (
    Bye,
    Event,
    Game,
    Grade,
    Player,
    Result,
    Rules,
    TimeLimit,
    Tournament,
)
from fastpair.pairing.generator import generate
from fastpair.research.simulate import FieldPlan, Plan, TruthPlan, played, read_plan

SCHEMA = json.loads(files("fastpair.app").joinpath("ratings.schema.json").read_text("utf-8"))
HOUR_AND_A_HALF = TimeLimit(basic=5400)


def player(key, grade, **facts):
    return Player(key=f"{key}{key}", name=key, first_name=key, grade=Grade.parse(grade), **facts)


def game(number, table, white, black, result, **facts):
    pair = {"white": white * 2, "black": black * 2}
    return Game(round=number, table=table, result=result, **pair, **facts)


EVENING = Tournament(
    name="Evening",
    rules=Rules(rounds=3),
    event=Event(time=HOUR_AND_A_HALF),
    players=(
        player("A", "3d", rating=2310),
        player("B", "1k", rating=1990),
        player("C", "5k"),
        player("D", "20k", rating=20),
        player("E", "2d", rating=2200),
    ),
    games=(
        game(1, 1, "A", "B", Result.BLACK_WINS, handicap=3),
        game(1, 2, "E", "C", Result.WHITE_WINS, by_default=True),
        game(2, 1, "A", "E", Result.JIGO),
        game(2, 2, "C", "D", Result.BOTH_LOSE),
        game(3, 1, "B", "A", Result.UNKNOWN),
        game(3, 2, "C", "D", Result.BLACK_WINS, handicap=9),
    ),
    byes=(Bye(round=1, player="DD"),),
)
"""Every kind of game; two of the three with stones and a jigo count, D is below the lowest of GoR."""


@pytest.fixture
def saved(tmp_path):
    def save(tournament, name="evening.xml"):
        path = tmp_path / name
        path.write_bytes(new_document(tournament).content)
        return path

    return save


def cells(output):
    """The cells of the table, by name."""
    table = output.split("\n\n")[1]
    head, *lines = (re.split(r" {2,}", line.strip()) for line in table.splitlines())
    return {line[1]: dict(zip(head, line, strict=True)) for line in lines}


def test_error_of_the_ratings_by_grades(run, saved):
    """By hand: A, B, D and E have a rating and a game that counts; C has the rating of his grade."""
    path = saved(EVENING)
    made = json.loads(run("ratings", path, "--json")[1])
    truth = {"AA": 2300, "BB": 2000, "DD": 100, "EE": 2200}
    for when, key in (("before", "rating_error_before"), ("after", "rating_error")):
        off = [each[when] - truth[each["key"]] for each in made["players"] if each["key"] in truth]
        assert made[key] == pytest.approx(np.sqrt(np.mean(np.square(off))) / 100)
    said = f"{made['rating_error_before']:.2f} grades before, {made['rating_error']:.2f} after."
    assert f"Rating error, if grades are the truth: {said}" in run("ratings", path)[1]


def test_every_kind_of_game(run, saved):
    """By hand, from the formulas of one game."""
    status, output, errors = run("ratings", saved(EVENING))
    assert (status, errors) == (0, "")
    assert output.startswith("Evening, EGF 2021, class A\n")
    b_wins = egf2021.changes(1990, 2310, 1, handicap=3)
    jigo = egf2021.changes(2200, 2310, 0.5)
    d_wins = egf2021.changes(20, 1600, 1, handicap=9)
    changes = {
        "A A 3d": (2310, b_wins[1] + jigo[1]),
        "B B 1k": (1990, b_wins[0]),
        "C C 5k": (1600, d_wins[1]),
        "D D 20k": (20, d_wins[0]),
        "E E 2d": (2200, jigo[0]),
    }
    shown = cells(output)
    assert shown.keys() == changes.keys()
    for name, (before, change) in changes.items():
        assert shown[name]["Rating"].strip("*") == str(before)
        assert float(shown[name]["Change"]) == pytest.approx(change, abs=0.0501)
        assert float(shown[name]["New rating"]) == pytest.approx(before + change, abs=0.0501)
    assert [shown["A A 3d"][title] for title in ("Games", "Wins")] == ["2", "½"]
    expected = egf2021.expectation(1990, 2310, handicap=3)[1] + egf2021.expectation(2310, 2200)[0]
    assert float(shown["A A 3d"]["Expected"]) == pytest.approx(expected, abs=0.00501)
    assert [line["Rating"][0] == "*" for line in shown.values()].count(True) == 1
    assert "* no rating: that of the grade." in output
    assert "count as" not in output
    left = "1 game without result, 1 game by forfeit, 1 game both lost or won, 1 bye"
    assert f"Not rated: {left}.\n" in output


def test_the_system_before(run, saved):
    """Who is below the lowest rating starts with it, and every stone counts a grade."""
    status, output, errors = run("ratings", saved(EVENING), "--system", "gor")
    assert (status, errors) == (0, "")
    assert output.startswith("Evening, GoR\n")
    assert "Ratings below 100 count as 100.\n" in output
    after = gor.update(20, 1600, 1, handicap=9)
    shown = cells(output)
    assert (shown["D D 20k"]["Rating"], shown["C C 5k"]["Rating"]) == ("100", "*1600")
    for name, rating in zip(("D D 20k", "C C 5k"), after, strict=True):
        assert shown[name]["New rating"] == f"{rating:.1f}"


def test_rounds_one_after_the_other(run, saved):
    status, output, _ = run("ratings", saved(EVENING), "--by-rounds", "--json")
    assert status == 0
    document = json.loads(output)
    Draft202012Validator(SCHEMA).validate(document)
    (rated,) = (each for each in document["players"] if each["name"] == "A")
    first = 2310 + egf2021.changes(1990, 2310, 1, handicap=3)[1]
    second = first + egf2021.changes(2200, first, 0.5)[1]
    assert rated["ratings"] == pytest.approx([2310, first, second, second])
    assert (rated["before"], rated["after"]) == (2310, rated["ratings"][-1])
    assert rated["change"] == rated["after"] - 2310


@pytest.mark.parametrize("arguments", [(), ("--by-rounds",), ("--system", "gor"), ("--class", "C")])
def test_the_document_is_what_is_computed(run, tmp_path, arguments):
    tournament = generate(30, 4, seed=2, play=3)
    path = tmp_path / "congress.xml"
    path.write_bytes(new_document(tournament).content)
    status, output, _ = run("ratings", path, "--json", *arguments)
    assert status == 0
    document = json.loads(output)
    Draft202012Validator.check_schema(SCHEMA)
    Draft202012Validator(SCHEMA).validate(document)
    tournament = read(path).tournament
    system = GoR() if "gor" in arguments else EGF2021(event_class="C" if "C" in arguments else "B")
    made = rate_tournament(tournament, system, by_rounds="--by-rounds" in arguments)
    assert ratings_document(made) | {"remarks": document["remarks"]} == document
    assert [each["key"] for each in document["players"]] == [
        row.key for row in standings(tournament, 3).rows
    ]
    lengths = {len(each["ratings"]) for each in document["players"]}
    assert lengths == ({5} if "--by-rounds" in arguments else {2})


def test_nobody_wins_but_by_another_s_loss(run, saved):
    """The expected wins of all players are the games, as are the wins."""
    path = saved(generate(40, 4, seed=3, play=4), "congress.xml")
    _, output, _ = run("ratings", path, "--json")
    players = json.loads(output)["players"]
    games = sum(each["games"] for each in players) / 2
    assert sum(each["wins"] for each in players) == games > 0
    assert sum(each["expected"] for each in players) == pytest.approx(games)


@pytest.mark.parametrize(
    ("time", "typed", "shown", "doubted"),
    [
        (HOUR_AND_A_HALF, (), "A", False),
        (TimeLimit(basic=1800), (), "C", False),
        (TimeLimit(basic=3600), (), "B", False),
        (None, (), "B", True),
        (TimeLimit(), ("--class", "D"), "D", False),
        (TimeLimit(basic=300), ("--class", "C"), "C", False),
    ],
)
def test_the_class_is_that_of_the_file_unless_it_is_named(run, saved, time, typed, shown, doubted):
    path = saved(replace(EVENING, event=Event(time=time)))
    status, output, errors = run("ratings", path, *typed)
    assert status == 0
    assert output.startswith(f"Evening, EGF 2021, class {shown}\n")
    assert ("o time control is set: rated as class B" in output) is doubted
    assert errors == ""


def test_who_has_not_played_keeps_the_rating(run, saved):
    more = replace(EVENING, players=(*EVENING.players, player("F", "4k", rating=1712)))
    _, output, _ = run("ratings", saved(more))
    shown = cells(output)["F F 4k"]
    titles = ("Rating", "Games", "Change", "New rating")
    assert [shown[title] for title in titles] == ["1712", "0", "+0.0", "1712.0"]


EMPTY = replace(EVENING, games=(), byes=())
UNPLAYED = replace(EVENING, games=EVENING.games[4:5], byes=())
BLITZ = replace(EVENING, event=Event(time=TimeLimit(basic=300)))


@pytest.mark.parametrize(
    ("tournament", "arguments", "message"),
    [
        (EVENING, ["--system", "elo"], "must be a rating system (gor, egf2021), not 'elo'"),
        (EVENING, ["--class", "E"], "must be a class of tournaments (A, B, C, D), not 'E'"),
        (EVENING, ["--system", "gor", "--class", "A"], "--class: must be left out, because GoR"),
        (EMPTY, [], "evening.xml: no game has been played that counts for ratings"),
        (UNPLAYED, [], "evening.xml: no game has been played that counts for ratings"),
        (BLITZ, [], "evening.xml: the time limits are those of no class"),
    ],
)
def test_bad_input_is_one_line(run, saved, tournament, arguments, message):
    status, output, errors = run("ratings", saved(tournament), *arguments)
    assert (status, output) == (2, "")
    assert message in errors
    assert errors.count("\n") == 1


def test_a_file_that_is_none(run, tmp_path):
    status, output, errors = run("ratings", tmp_path / "none.xml")
    assert (status, output, errors.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    "change", [{"version": 2}, {"event_class": "E"}, {"players": [{}]}, {"more": 1}]
)
def test_the_schema_refuses_what_is_no_rating(change):
    document = ratings_document(rate_tournament(EVENING, GoR()))
    Draft202012Validator(SCHEMA).validate(document)
    with pytest.raises(ValidationError):
        Draft202012Validator(SCHEMA).validate(document | change)


@pytest.mark.peers("opengotha/*/tournament.xml", "files/*/*", alike=True)
def test_real_tournaments_are_rated(peer):
    """Nobody gains more than con for every game, and nobody is left out."""
    try:
        tournament = replace(read(peer).tournament, team_play=None)
    except FastpairError as error:
        pytest.skip(f"no tournament: {error}"[:80])
    if any(tournament.faults()) or not any(game.played for game in tournament.games):
        pytest.skip("contradictions, or no games")
    for system, most in ((EGF2021(), egf2021), (GoR(), gor)):
        made = rate_tournament(tournament, system)
        assert {row.player.key for row in made.players} >= tournament.seated
        before, after, games = np.array(
            [(each.before, each.after, each.games) for each in made.players]
        ).T
        largest = most.con(before) + (egf2021.bonus(before) if most is egf2021 else 0)
        assert (np.abs(after - before) <= games * largest + 1e-9).all()


CURVE = PWin(slope=0.6, change=0.02, lowest=-20.0, highest=6.0)
grades = st.floats(-35, 12)


@given(grades, grades, st.integers(-9, 9))
def test_either_wins(one, other, stones):
    chance = CURVE(one, other, stones)
    assert chance + CURVE(other, one, -stones) == pytest.approx(1)
    assert CURVE(one + 1, other, stones) >= chance
    rating = 2100 + 100 * np.array([one, other])
    assert CURVE.by_rating(*rating, stones) == pytest.approx(chance)


def test_a_curve_by_hand():
    """F(g) = 0.6 g + 0.01 g²; beyond 6 and -20 its slope stays. A game without komi is half a grade."""
    assert CURVE(0, -1) == pytest.approx(1 / (1 + np.exp(-0.59)))
    assert CURVE(8, 6) == pytest.approx(1 / (1 + np.exp(-2 * 0.72)))
    assert CURVE(-20, -22) == pytest.approx(1 / (1 + np.exp(-2 * 0.2)))
    assert CURVE(0, 0.5, 1) == CURVE(0, 2.5, 3) == 0.5


@pytest.mark.parametrize("change", [0.02, 0.0])
def test_the_curve_is_found_again(change):
    """From what it expects of games of all kinds, as if each were played very often."""
    curve = replace(CURVE, change=change)
    rng = np.random.default_rng(3)
    one, other = rng.integers(-20, 7, (2, 500))
    one[:2] = -20, 6
    stones = rng.integers(-3, 4, 500)
    # The curve that is fitted knows no ends for who gets stones.
    endless = replace(curve, lowest=-29.0, highest=20.0)
    found = PWin.fitted(one, other, endless(one, other, stones), stones)
    assert (found.slope, found.change) == pytest.approx((0.6, change), abs=1e-9)
    assert (found.lowest, found.highest) == (-20, 6)


def test_games_that_would_let_it_fall_have_one_slope():
    one, other = np.array([5, 5, -20, -20]), np.array([4, 4, -21, -21])
    found = PWin.fitted(np.tile(one, 3), np.tile(other, 3), [1, 0, 1, 1, 0, 1, 1, 0, 0, 1, 1, 1])
    assert found.change == 0
    assert found.slope == pytest.approx(np.log(2))


@pytest.mark.parametrize(
    "share", [[], [1.0], [0.0, 0.0], [0.5, 0.5]], ids=["none", "one", "weaker", "jigo"]
)
def test_games_that_do_not_tell_are_refused(share):
    with pytest.raises(RuleError, match="how likely a win is"):
        PWin.fitted([1] * len(share), [0] * len(share), share)


def test_it_is_the_truth_of_a_plan():
    """With a steep curve the stronger always wins; with a flat one he does not."""
    field = FieldPlan(shape="uniform", players=16)
    upsets = []
    for slope in (19.0, 0.01):
        plan = Plan(field=field, rounds=3, truth=TruthPlan(win="grades", slope=slope))
        course, strength, _ = played(plan, 1, 0)
        white, column = np.nonzero(course.history.colour == 1)
        black = course.history.opponent[white, column]
        won = course.history.won_x2[white, column] == 2
        upsets.append(int((won != (strength[white] > strength[black])).sum()))
    assert upsets[0] == 0 < upsets[1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('win = "grades"', "expected a slope above 0"),
        (
            'win = "grades"\nslope = 0.1\nchange = 0.1',
            "expected a slope above 0 at the grade index -30",
        ),
        ('win = "grades"\nslope = 0.1\nlowest = 9', "expected a grade index from lowest=9 on"),
        ("slope = 0.1", 'expected win = "grades" with it'),
    ],
)
def test_what_is_no_curve_is_refused(tmp_path, text, message):
    plan = tmp_path / "plan.toml"
    plan.write_text(f"[truth]\n{text}\n", "utf-8")
    with pytest.raises(FormatError, match=message):
        read_plan(plan)
