"""What can be asked to happen in an invented tournament happens, as often as it is asked for."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpair.errors import RuleError
from fastpair.formats import read
from fastpair.go.tournament import Result
from fastpair.pairing.generator import Happenings, generate
from fastpair.pairing.rounds import judge_round
from fastpair.pairing.systems import Dutch, stated_system
from fastpair.ui.cli import main

PLAYERS, ROUNDS = 40, 4


def invented(**asked):
    return generate(PLAYERS, ROUNDS, seed=3, play=ROUNDS, happenings=Happenings(**asked))


NOTHING = invented()


def differing(tournament, name):
    mine, others = tournament.players, NOTHING.players
    return sum(getattr(a, name) != getattr(b, name) for a, b in zip(mine, others, strict=True))


@pytest.mark.parametrize(
    ("name", "field"),
    [("supergroup", "correction"), ("families", "name"), ("withdrawn", "absences")],
)
def test_so_many_players_are_otherwise(name, field):
    some = differing(invented(**{name: "6"}), field)
    assert 1 <= some <= 6  # who is chosen may be so already
    assert differing(invented(**{name: "0"}), field) == 0
    most = differing(invented(**{name: "100%"}), field)
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
    assert main(asked) == 0
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
