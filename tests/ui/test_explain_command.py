"""The commands that explain a draw, and their documents."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import pairwise

import pytest

from commands import do
from congress_files import save
from fastpair.app.draws.review import Question, ReviewedDraw
from fastpair.app.history.state import CongressState
from fastpair.app.reports.explanation import explain_pair_of
from fastpair.formats import read
from fastpair.insight.explain import Optimum
from fastpair.pairing.generator import generate
from fastpair.pairing.weights import model_named
from schemas import validator

SCHEMA = validator("explanation")


@pytest.fixture(scope="module")
def tournament():
    """Odd, two rounds played; the last three are absent in round 3, and one is preliminary."""
    found = generate(31, 5, seed=4, play=2)
    players = [replace(p, absences=frozenset(), final=True) for p in found.players]
    players[-3:] = [replace(p, absences=frozenset({3})) for p in players[-3:]]
    players[-4] = replace(players[-4], final=False)
    return replace(found, players=tuple(players))


@pytest.fixture
def file(tmp_path, tournament):
    return save(tournament, tmp_path / "congress.xml")


@pytest.fixture
def asked(run):
    """The document that a command writes."""

    def asked(*arguments):
        status, out, err = run(*arguments, "--json")
        assert status == 0, err
        document = json.loads(out)
        SCHEMA.validate(document)
        return document

    return asked


@pytest.fixture
def optimum(file):
    return Optimum.of_round(read(file).tournament, 3, model_named("opengotha351"))


def pair_of(optimum):
    """The first pair of the optimum, and two who are in no pair together."""
    one, other = optimum.pairs[0]
    stranger = next(key for key in optimum.field.key if key not in (one, other, optimum.bye))
    return one, other, stranger


def test_why_two_players_meet(asked, file, optimum):
    one, other, _ = pair_of(optimum)
    document = asked("why", file, one, other)
    i, j = optimum.seat[one], optimum.seat[other]
    assert document["round"] == 3
    assert not document["drawn"]
    assert document["model"] == "opengotha351"
    assert document["bye"] == optimum.bye
    assert document["pair"]["weight"] == optimum.weighed.total[i, j]
    shares = [part["share"] for part in document["pair"]["components"]]
    assert sum(shares) + document["pair"]["base"] == document["pair"]["weight"]
    assert document["answer"]["conditions"]["forbid"] == [sorted((one, other))]
    assert document["answer"]["price"] >= 0
    assert sum(document["answer"]["losses"].values()) == document["answer"]["price"]


def test_why_not_answers_as_why(asked, run, file, optimum):
    one, _, stranger = pair_of(optimum)
    document = asked("why-not", file, one, stranger)
    assert document == asked("why", file, one, stranger)
    assert document["answer"]["conditions"]["force"] == [sorted((one, stranger))]
    named = {key for way in document["answer"]["ways"] for key in way["players"]}
    assert {one, stranger} <= named <= document["players"].keys()
    status, out, _ = run("why-not", file, one, stranger)
    assert status == 0
    assert out.splitlines() == document["sentences"]


def test_the_draw_of_the_file_is_explained_by_its_model_and_rules(asked, run, file, optimum):
    one, other, stranger = pair_of(optimum)
    do("draw", file, "--write", "--model", "fastpair", "--forbid", one, other)
    document = asked("why-not", file, one, other)
    assert document["drawn"]
    assert document["round"] == 3
    assert document["model"] == "fastpair"
    assert document["remarks"] == []
    (relaxed,) = document["answer"]["relaxed"]
    assert set(relaxed["players"]) == {one, other}
    assert "must not play" in relaxed["rules"]
    assert asked("why", file, one, stranger, "--model", "macmahon")["model"] == "macmahon"
    _, out, _ = run("why", file, one, other)
    assert "must not play" in out
    assert asked("opponents", file, one)["model"] == "fastpair"


def test_the_rules_of_the_draw_are_read_back(asked, file, optimum):
    one, other, stranger = pair_of(optimum)
    more = optimum.field.key[-1]
    options = (
        *("--prefer", one, stranger, "--prefer-not", one, other, "--preference-weight", "7"),
        *("--families", "avoid", "--max-grade-difference", "30", "--allow", one, more),
        *("--must-play-group", *optimum.field.key[4:8], "--rematches", "--seed", "3"),
    )
    do("draw", file, "--write", *options)
    draw = ReviewedDraw.of(CongressState.read(file), Question())
    assert draw.seed == 3
    assert "not that of the draw" not in draw.label
    assert draw.model.wanted == {frozenset((one, stranger))}
    assert draw.model.unwanted == {frozenset((one, other))}
    assert draw.model.families_apart
    assert draw.model.worth == 7
    constraints = draw.constraints
    assert constraints.max_grade_difference == 30
    assert constraints.rematches
    assert constraints.allow == {frozenset((one, more))}
    assert constraints.must_play_groups == (frozenset(optimum.field.key[4:8]),)
    assert draw.remarks == ()
    again = ReviewedDraw.of(CongressState.read(file), Question(model="macmahon"))
    assert again.label.startswith("macmahon")
    answer = asked("whatif", file, "--prefer", one, more, "--drop", stranger)["answer"]
    assert answer["price"] is None


def test_a_draw_with_a_group_that_must_play_is_the_best_one(asked, run, file, optimum):
    """Whoever would meet otherwise; once the members are swapped apart, the draw is worse than that."""
    group = [pair[0] for pair in optimum.pairs[:4]]
    do("draw", file, "--write", "--must-play-group", *group)
    games = [game.players for game in read(file).tournament.round(3).games]
    inside = [pair for pair in games if {*pair} <= {*group}]
    assert len(inside) == 2
    draw = ReviewedDraw.of(CongressState.read(file), Question())
    assert draw.remarks == ()
    assert {*map(frozenset, draw.best.optimum.pairs)} == {*map(frozenset, games)}
    outside = next(pair for pair in games if not {*pair} & {*group})
    run("swap", file, inside[0][0], outside[0], "--even-so")
    assert ReviewedDraw.of(CongressState.read(file), Question()).best.optimum is not None


def test_an_edited_draw_is_said_to_be_lighter(asked, run, file):
    do("draw", file, "--write")
    games = read(file).tournament.round(3).games
    one, other = games[0].white, games[-1].white
    do("swap", file, one, other)
    document = asked("why", file, one, games[-1].black)
    assert (
        "is not the best one of its players by the rules of OpenGotha 3.51"
        in document["remarks"][0]
    )
    assert "though the best draw does not have it" in document["sentences"][0]
    _, _, err = run("why", file, one, games[-1].black)
    assert "warning: the draw of round 3 is " in err
    document = asked("why", file, one, games[0].black)
    assert "though the best draw has it" in document["sentences"][0]


def test_an_imposed_game_is_no_part_of_the_draw(asked, file, optimum):
    one, _, stranger = pair_of(optimum)
    do("pair", file, one, stranger)
    do("draw", file, "--write")
    document = asked("why", file, one, optimum.field.key[-1])
    assert document["pair"] is None
    assert document["answer"] is None
    assert "a game that was there before the draw" in document["sentences"][0]
    assert asked("whatif", file, "--drop", optimum.field.key[-1])["answer"]["price"] is None


def test_opponents_are_in_order_of_price(asked, run, file, optimum):
    one, other, _ = pair_of(optimum)
    document = asked("opponents", file, one)
    listed = document["opponents"]
    assert len(listed) == len(optimum.field) - 1
    assert listed[0]["player"] == other
    prices = [found["price"] for found in listed if found["price"] is not None]
    assert prices == sorted(prices)
    met = {found["player"] for found in listed if "rematch" in found["rules"]}
    assert met == {
        key
        for game in optimum.tournament.games
        if game.round < 3 and one in game.players
        for key in game.players
        if key != one and key in optimum.seat
    }
    status, out, _ = run("opponents", file, one)
    assert status == 0
    assert "Against it" in out
    assert "… and " in out


def test_single_rules_that_would_change_it(asked, run, file, optimum):
    one, _, stranger = pair_of(optimum)
    assert asked("why-not", file, one, stranger)["turning_points"] is None
    document = asked("why-not", file, one, stranger, "--by-rule")
    _, out, _ = run("why-not", file, one, stranger, "--by-rule")
    said = re.findall(r"^They would meet if (.*) counted (\S+) times as much\.$", out, re.M)
    points = document["turning_points"]
    assert [noun for noun, _ in said] == [point["noun"] for point in points]
    assert [float(x.replace(",", "")) for _, x in said] == pytest.approx(
        [point["factor"] for point in points], rel=1e-4
    )
    assert said or "No rule was found that alone would let them meet" in out


def test_the_best_draws(asked, run, file, optimum):
    document = asked("best", file, "--k", "4")
    others = document["best"]["others"]
    assert len(others) == 4
    assert not document["best"]["complete"]
    prices = [answer["price"] for answer in others]
    assert prices == sorted(prices)
    within = asked("best", file, "--k", "99", "--within", str(prices[1]))["best"]
    assert within["complete"]
    assert [answer["price"] for answer in within["others"]] == [p for p in prices if p <= prices[1]]
    _, out, _ = run("best", file, "--k", "4")
    assert out.splitlines() == document["sentences"]
    assert "2. " in out


def test_several_conditions_at_once(asked, file, optimum):
    first, second, third, fourth = (key for pair in optimum.pairs[:2] for key in pair)
    document = asked(
        *("whatif", file, "--force", first, third, "--forbid", second, fourth),
        *("--prefer", first, fourth, "--drop", optimum.bye),
    )
    assert document["answer"]["conditions"] == {
        "force": [sorted((first, third))],
        "forbid": [sorted((second, fourth))],
        "prefer": [sorted((first, fourth))],
        "drop": [optimum.bye],
        "add": [],
    }
    absent = next(p.key for p in optimum.tournament.players if not p.plays_in(3))
    preliminary = next(p.key for p in optimum.tournament.players if not p.final)
    document = asked("whatif", file, "--add", absent, "--add", preliminary)
    assert document["answer"]["bye"] is not None
    stays = asked("whatif", file, "--force", first, second)
    assert stays["answer"]["ways"] == []
    assert stays["answer"]["price"] == 0
    assert "the draw stays as it is" in stays["sentences"][0]


def test_who_has_the_bye_is_asked_about(asked, file, optimum):
    one = optimum.field.key[0]
    document = asked("why-not", file, one, optimum.bye)
    assert document["answer"]["bye_before"] == optimum.bye != document["answer"]["bye"]
    assert any("had the bye" in sentence for sentence in document["sentences"])
    said = asked("opponents", file, optimum.bye)["sentences"]
    assert said[0].endswith("has the bye in round 3.")


def test_who_is_not_there_is_asked_about(asked, file, tournament):
    absent, preliminary = tournament.players[-1], tournament.players[-4]
    there = tournament.players[0].key
    for player, why in ((absent, "is absent in round 3"), (preliminary, "preliminarily only")):
        document = asked("why", file, there, player.key)
        assert why in document["sentences"][0]
        assert player.full_name in document["sentences"][0]
        assert why in asked("opponents", file, player.key)["sentences"][0]


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        (("why", "{0}", "{0}"), "name two players, not '.*' twice"),
        (("why", "{0}", "Nobody At All"), "no player 'Nobody At All'"),
        (("why", "{0}", "{1}", "--round", "9"), "the round must be from 1 to 5, not 9"),
        (("why", "{0}", "{1}", "--model", "x"), "must be a model"),
        (("opponents", "Nobody At All"), "no player"),
        (("whatif", "--force", "{0}", "{1}", "--force", "{0}", "{2}"), "cannot play two games"),
        (("whatif", "--force", "{0}"), "--force: name two players"),
        (("whatif", "--force", "{0}", "{0}"), "--force: name two players, not '.*' twice"),
        (("whatif", "--force", "{0}", "{1}", "--forbid", "{1}", "{0}"), "forced and forbidden"),
        (("whatif", "--force", "{0}", "{1}", "--drop", "{1}"), "cannot play and be dropped"),
        (("whatif", "--drop", "{absent}"), "--drop: .* is absent in round 3"),
        (("whatif", "--add", "{0}"), "--add: .* takes part already"),
        (("whatif", "--drop", "{0}", "--add", "{0}"), "takes part already|dropped and added"),
        (("whatif", "--force", "{0}", "{absent}"), "is absent in round 3"),
    ],
)
def test_what_cannot_be_answered(run, file, optimum, tournament, typed, error):
    keys = optimum.field.key
    words = [word.format(*keys, absent=tournament.players[-1].key) for word in typed]
    status, out, err = run(words[0], file, *words[1:])
    assert (status, out) == (2, "")
    assert re.search(error, err)
    assert len(err.splitlines()) == 1
    assert str(file) in err or "model" in err


def test_a_draw_without_weights_is_explained_by_a_model_that_is_named(run, asked, file, optimum):
    one, _, stranger = pair_of(optimum)
    do("draw", file, "--write", "--system", "guided-random")
    status, _, err = run("why", file, one, stranger)
    assert status == 2
    assert "is drawn by guided-random, which has no weights to explain; --model NAME" in err
    assert asked("why", file, one, stranger, "--model", "fastpair")["drawn"]


def test_a_tournament_that_is_over(run, asked, tmp_path):
    over = generate(12, 2, seed=4, play=2)
    path = tmp_path / "over.xml"
    save(over, path)
    game = over.round(1).games[0]
    status, _, err = run("why", path, *game.players)
    assert status == 2
    assert "--round N names one" in err
    assert asked("why", path, *game.players, "--round", "1")["drawn"]


@pytest.mark.parametrize("weight", ["nan", "inf"])
def test_draws_within_no_finite_weight(run, file, weight):
    status, output, errors = run("best", file, "--within", weight)
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert f"{file}: --within: must be a weight from 0 on, not {weight}" in errors


def test_no_condition(run, file):
    status, output, errors = run("whatif", file)
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert f"{file}: no condition is asked about; choose --force A B," in errors


def test_one_draw_answers_many_questions(file, optimum):
    draw = ReviewedDraw.of(CongressState.read(file), Question())
    assert draw.optimum is draw.optimum
    for one, other in pairwise(optimum.field.key[:4]):
        assert explain_pair_of(draw, one, other) == explain_pair_of(draw, one, other)
