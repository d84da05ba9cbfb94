"""What can be asked to happen in an invented tournament happens, as often as it is asked for."""

from __future__ import annotations

import json
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from commands import do
from fastpair.errors import RuleError
from fastpair.formats import read
from fastpair.go.ratings.fide import expected_percent
from fastpair.go.tournament import Game, Player, Result, Rules, Tournament
from fastpair.pairing.generator import (
    Happenings,
    generate,
    scores_of_chess,
    win_and_draw,
    with_results,
)
from fastpair.pairing.population import Chance
from fastpair.pairing.rounds import judge_round
from fastpair.pairing.systems import SYSTEMS, Dutch, stated_system, system_class
from fastpair.ui.cli import main

PLAYERS, ROUNDS = 40, 4


def invented(**asked):
    return generate(PLAYERS, ROUNDS, seed=3, play=ROUNDS, happenings=Happenings(**asked))


NOTHING = invented()


def differing(tournament, name, before=NOTHING):
    mine, others = tournament.players, before.players
    return sum(getattr(a, name) != getattr(b, name) for a, b in zip(mine, others, strict=True))


@pytest.mark.parametrize(
    ("name", "field"),
    [("supergroup", "correction"), ("families", "name"), ("withdrawn", "absences")],
)
def test_so_many_players_are_otherwise(name, field):
    nobody = invented(**{name: "0"})
    some = differing(invented(**{name: "6"}), field, nobody)
    assert 1 <= some <= 6  # who is chosen may be so already
    # Where no number is stated, some withdraw, as they do in every congress.
    assert (differing(nobody, field) == 0) is (name != "withdrawn")
    most = differing(invented(**{name: "100%"}), field, nobody)
    assert PLAYERS // 2 < most <= PLAYERS


def test_who_leaves_is_away_to_the_end_and_who_is_late_from_the_beginning():
    for player in invented(withdrawn="100%").players:
        assert ROUNDS in player.absences
    for player in invented(late="100%").players:
        assert 1 in player.absences
    asked = generate(PLAYERS, ROUNDS, seed=3, happenings=Happenings(byes_asked="100%"))
    assert all(player.absences for player in asked.players)


@pytest.mark.parametrize(
    ("name", "happened"),
    [
        ("jigos", lambda game: game.result is Result.JIGO),
        ("forfeits", lambda game: game.by_default),
        ("both_lose", lambda game: game.result is Result.BOTH_LOSE),
        ("missing", lambda game: game.result is Result.UNKNOWN),
    ],
)
def test_so_many_games_end_otherwise(name, happened):
    before = sum(map(happened, NOTHING.games))
    found = sum(map(happened, invented(**{name: "7"}).games))
    assert 7 <= found <= 7 + before + 2
    rounds = Counter(game.round for game in invented(missing="100%").games if not game.by_default)
    missing = [game for game in invented(missing="100%").games if game.result is Result.UNKNOWN]
    assert {game.round for game in missing} == {ROUNDS}
    assert len(missing) == rounds[ROUNDS]


@given(st.integers(0, 10), st.sampled_from(["0", "3", "10%"]))
def test_the_same_seed_is_the_same_tournament(seed, much):
    asked = dict.fromkeys(Happenings.__dataclass_fields__, much)
    made = [
        generate(12, 3, seed=seed, play=3, happenings=Happenings(**asked), model="gotha")
        for _ in range(2)
    ]
    assert made[0] == made[1]
    assert made[0].rules.model == "gotha"
    made[0].check()
    assert len({player.full_name for player in made[0].players}) == 12


@pytest.mark.parametrize("typed", ["x", "-1", "1.5", "101%", "%", "1e3"])
def test_other_words_are_refused(typed):
    with pytest.raises(RuleError, match="expected a number such as 5 or a share such as 10%"):
        Happenings(jigos=typed)


def test_a_cup_ends_when_it_is_over():
    cup = generate(8, 5, seed=1, play=5, system=stated_system("cup", {}))
    assert cup.last_round == 3


def test_the_command_takes_all_of_it(tmp_path, capsys):
    path = tmp_path / "made.xml"
    typed = ["--jigos", "3", "--late", "10%", "--model", "godraw2015", "--play", "3", "--seed", "2"]
    asked = ["generate", "--players", "20", "--rounds", "4", "--output", str(path), *typed]
    do(*asked)
    wanted = Happenings(jigos="3", late="10%")
    same = generate(20, 4, seed=2, play=3, happenings=wanted, model="godraw2015")
    found = [(game.white, game.black, game.result) for game in read(path).tournament.games]
    assert found == [(game.white, game.black, game.result) for game in same.games]
    assert main([*asked[:-1], "2", "--jigos", "many", "--overwrite"]) == 2
    assert "--jigos: expected a number such as 5" in capsys.readouterr().err


def test_the_dutch_system_has_tournaments_of_chess():
    """Beside what is asked: byes of half a point, absences, late entries, withdrawals, draws and forfeits."""
    t = generate(200, 7, seed=1, play=7, system=Dutch(), happenings=Happenings(byes_asked="20%"))
    assert (t.kind, t.rules.points.requested_bye_x2) == ("swiss", 1)
    ratings = [player.rating for player in t.players]
    assert ratings == sorted(ratings, reverse=True)
    assert not any(player.club for player in t.players)
    assert 40 <= sum(bool(player.requested_byes) for player in t.players) < 70
    assert any(player.absences - player.requested_byes for player in t.players)
    assert any(1 in p.absences and t.rules.rounds not in p.absences for p in t.players)
    draws = sum(game.result is Result.JIGO for game in t.games) / len(t.games)
    assert 0.25 < draws < 0.35
    forfeits = [game for game in t.games if game.by_default]
    assert 0.02 < len(forfeits) / len(t.games) < 0.08
    assert {game.result for game in forfeits} >= {Result.WHITE_WINS, Result.BLACK_WINS}
    for number in t.drawn_rounds:
        assert judge_round(t, number, system=Dutch()).criterion == ""


def test_results_of_chess_are_as_the_table_of_b_02_predicts():
    """A hundred thousand games in rounds of 25: in each class of 50 points, the mean is within 0.01 of the table."""
    lead = np.arange(-735, 736)
    for draws in (0, 4500, 10_000):
        won, drawn = win_and_draw(lead, draws)
        assert (won + drawn // 2 == 100 * expected_percent(lead, np.zeros_like(lead))).all()
        assert ((won >= 0) & (drawn >= 0) & (won + drawn <= 10_000)).all()
    lots, chance = np.random.default_rng(1), Chance(1)
    lead = lots.integers(-400, 400, size=(4000, 25)) + lots.integers(-400, 400, size=(4000, 25))
    score = np.array([scores_of_chess(games, chance) for games in lead]) / 2
    expected = expected_percent(lead, np.zeros_like(lead)) / 100
    for first in range(-800, 800, 50):
        among = (lead >= first) & (lead < first + 50)
        assert abs(score[among].mean() - expected[among].mean()) < 0.01


def test_games_of_chess_end_as_their_shares_say():
    """The games of a tournament have the same shares, and draws are those that are asked for."""
    players = tuple(
        Player(key, name=key, rating=rating) for key, rating in (("a", 2200), ("b", 2000))
    )
    games = tuple(Game(round=1, table=table, white="a", black="b") for table in range(1, 5001))
    tournament = Tournament.found(kind="swiss", rules=Rules(), players=players, games=games)
    for jigos, drawn in (("", 3282), ("0%", 0), ("60%", 4376)):
        happenings = Happenings(jigos=jigos, forfeits="0")
        played = with_results(tournament, 1, Chance(5), happenings).games
        found = Counter(game.result for game in played)
        assert abs(2 * found[Result.JIGO] - drawn) < 150
        score = found[Result.WHITE_WINS] + found[Result.JIGO] / 2
        assert abs(score / 5000 - 0.76) < 0.01
        assert not any(game.by_default for game in played)


def test_what_is_stated_of_an_open_does_not_happen_beside():
    """Forfeits, absences, byes, late entries and withdrawals of an open are those that are stated."""
    nothing = dict.fromkeys(("late", "withdrawn", "byes_asked", "absent", "forfeits"), "0")
    quiet = generate(60, 7, seed=1, play=7, system=Dutch(), happenings=Happenings(**nothing))
    assert not any(player.absences for player in quiet.players)
    assert not any(game.by_default for game in quiet.games)
    for name, happened in (
        ("late", lambda p: 1 in p.absences),
        ("withdrawn", lambda p: 7 in p.absences),
        ("byes_asked", lambda p: p.requested_byes),
        ("absent", lambda p: len(p.absences) == 1),
    ):
        asked = Happenings(**{**nothing, name: "25%"})
        made = generate(60, 7, seed=1, system=Dutch(), happenings=asked)
        assert sum(bool(happened(player)) for player in made.players) == 15
    asked = Happenings(**{**nothing, "forfeits": "20%"})
    made = generate(60, 7, seed=1, play=7, system=Dutch(), happenings=asked)
    assert sum(game.by_default for game in made.games) == 42


def test_a_report_of_an_invented_open_has_its_standings(tmp_path, capsys):
    """Places, points and the values of the tie-breaks, and nothing that its checker finds wrong."""
    file = tmp_path / "open.trf"
    asked = [
        "--players",
        "14",
        "--rounds",
        "5",
        "--play",
        "5",
        "--seed",
        "4",
        "--output",
        str(file),
    ]
    options = ["--system", "dutch", "--acceleration", "baku", "--criteria", "PTS,BH/C1,ARO,DE"]
    do("generate", *asked, *options)
    lines = file.read_text().splitlines()
    assert {"192 FIDE_DUTCH", "212 PTS,BH/C1,ARO,DE"} <= {*lines}
    assert any(line.startswith("250 ") for line in lines)  # somebody comes to round 2 only
    assert sum(line.startswith("### tie-breaks") for line in lines) == 14
    assert any(line.startswith("152 ") for line in lines)
    capsys.readouterr()
    do("check", file, "--json")
    checked = json.loads(capsys.readouterr().out)
    assert checked["clean"]
    assert checked["standings"]["differences"] == []
    assert main(["generate", *asked, "--acceleration", "baku", "--overwrite"]) == 2
    assert "add --system to --acceleration" in capsys.readouterr().err


@pytest.mark.parametrize("name", [name for name in SYSTEMS if system_class(name).of_chess])
def test_a_report_of_each_system_is_right(name, tmp_path, capsys):
    """With whatever happens: each round is the pairing, in pairs and colours, and the standings follow."""
    file = tmp_path / "made.trf"
    units = ["--teams", "7", "--boards", "2"] if name == "swiss-team" else ["--players", "9"]
    rates = ["--late", "1", "--byes-asked", "1", "--absent", "1", "--forfeits", "10%"]
    asked = [
        "generate",
        "--system",
        name,
        *units,
        *rates,
        "--rounds",
        "4",
        "--play",
        "4",
        "--seed",
        "6",
    ]
    do(*asked, "--acceleration", "baku", "--output", file)
    do("check", file)
    assert f"4 of 4 draws are the best by {name}" in capsys.readouterr().out
    rules = read(file).tournament.rules
    accelerated = "1 in 1-1 for 1-4, 0.5 in 2-2 for 1-4"
    stated = "baku" if name == "swiss-team" else accelerated  # somebody comes to round 2 only
    assert (rules.system, rules.fide.acceleration) == (name, stated)
    assert rules.games == (2 if name == "double-swiss" else 1)


def test_parameters_of_a_system_are_those_of_the_invented_tournament(tmp_path, capsys):
    file = tmp_path / "made.trf"
    asked = ["generate", "--rounds", "3", "--output", str(file), "--system", "swiss-team"]
    more = ["--set", "colour_preferences=B", "--set", "team_score=game"]
    do(*asked, *more, "--teams", "6")
    assert "192 FIDE_TEAM_TYPEB_GP_MP" in file.read_text().splitlines()
    assert main([*asked, "--players", "6", "--overwrite"]) == 2
    assert "swiss-team pairs teams: state --teams" in capsys.readouterr().err
