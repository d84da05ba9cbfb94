"""Byes of a full point that players ask for: before the draw of their round, in it, and in all that is done after."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fastpair import Congress, Desk, RuleError, standings
from fastpair.go.tournament import Player, RoundKind, Team, TeamPlay
from fastpair.insight import RoundReports
from fastpair.pairing.weights import model_named
from yardsticks import by

MODEL = model_named("opengotha351")
ROUNDS = 4
FULL, HALF = RoundKind.FULL_POINT_BYE, RoundKind.HALF_POINT_BYE
OPEN = RoundKind.UNPAIRED


@pytest.fixture(params=["trf", "json"])
def desk(request, tmp_path):
    """An open of eight players by their numbers, in a format that tells the kinds of byes apart."""
    players = [Player(f"P{n}", name=f"P{n}", rating=2000 - 10 * n) for n in range(1, 9)]
    file = tmp_path / f"open.{request.param}"
    Congress.new("Open", preset="FIDE", rounds=ROUNDS, players=players).save(file)
    return Desk(file)


def play(desk, number):
    """Draw a round, in which the player of the smaller number wins each game."""
    desk.draw(number)
    games = tournament(desk).round(number).games
    desk.results(number, {g.table: "1-0" if g.white < g.black else "0-1" for g in games})


def tournament(desk):
    return desk.congress.tournament


def kinds(desk, key):
    return [tournament(desk).kind_of(key, number) for number in range(1, ROUNDS + 1)]


def byes(desk, number):
    return {*tournament(desk).round(number).byes}


def test_a_bye_given_before_the_draw_of_its_round_stays_and_counts(desk):
    desk.absent(["P8"], rounds=[3], full_point_bye=True)
    assert (tournament(desk).last_paired, tournament(desk).round_to_draw()) == (0, 1)
    play(desk, 1)
    assert kinds(desk, "P8")[1:] == [OPEN, FULL, OPEN]
    play(desk, 2)
    before = {row.key: row.values[0] for row in standings(tournament(desk)).rows}
    play(desk, 3)
    assert kinds(desk, "P8")[2] is FULL
    assert len(byes(desk, 3)) == 2  # seven others: one of them has the bye of the pairing
    after = {row.key: row.values[0] for row in standings(tournament(desk)).rows}
    assert after["P8"] == before["P8"] + 1
    assert desk.congress.verify_history()["findings"] == []
    for _ in range(2):
        desk.undo(confirmed=["published-boards"])
    assert kinds(desk, "P8")[2] is FULL
    assert not tournament(desk).is_drawn(3)


def test_no_round_is_drawn_by_it(desk):
    """Not even one of which more ask for one than play."""
    desk.absent([f"P{n}" for n in range(1, 7)], rounds=[1, 3], full_point_bye=True)
    assert tournament(desk).drawn_rounds == ()
    assert "0 of 4 rounds drawn" in repr(desk.congress)
    play(desk, 1)
    assert tournament(desk).drawn_rounds == (1,)
    assert "1 of 4 rounds drawn" in repr(desk.congress)


def test_it_is_another_kind_of_absence_or_none_after_another_change(desk):
    desk.absent(["P8", "P7"], rounds=[1, 2], full_point_bye=True)
    assert kinds(desk, "P8")[:2] == kinds(desk, "P7")[:2] == [FULL, FULL]
    desk.absent(["P8"], rounds=[1], requested_bye=True)
    desk.absent(["P8"], rounds=[2])
    desk.present(["P7"], rounds=[1], confirmed=["entered-absent"])
    assert kinds(desk, "P8")[:2] == [HALF, RoundKind.ABSENT]
    assert kinds(desk, "P7")[:2] == [OPEN, FULL]
    assert (byes(desk, 1), byes(desk, 2)) == (set(), {"P7"})
    desk.undo()
    assert kinds(desk, "P7")[0] is FULL


def test_it_is_none_that_the_draw_gives(desk):
    """Drawing again, giving the bye and a no-show leave it, and who has it takes nobody's place."""
    desk.absent(["P8"], rounds=[1], full_point_bye=True)
    desk.draw(1)
    (paired,) = byes(desk, 1) - {"P8"}
    desk.draw(1, discard_all=True)
    assert byes(desk, 1) == {"P8", paired}
    other = next(key for key in ("P1", "P2") if key != paired)
    desk.assign_bye(other, round=1)
    assert byes(desk, 1) == {"P8", other}
    assert kinds(desk, paired)[0].has_opponent
    desk.no_show(["P3"], "wait", round=1)
    assert "P8" in byes(desk, 1)
    desk.present(["P3"], rounds=[1])
    desk.assign_bye("P3", round=1)
    assert byes(desk, 1) == {"P8", "P3"}
    with pytest.raises(RuleError, match="P8 is absent from round 1"):
        desk.swap("P8", "P4", round=1)


def test_who_has_it_and_was_expected_all_the_same_did_not_come(desk):
    desk.absent(["P8"], rounds=[1], full_point_bye=True)
    desk.draw(1)
    assert desk.no_show(["P8"], "wait", round=1).messages == ("P8 is absent from round 1",) * 2
    assert kinds(desk, "P8")[0] is RoundKind.NO_SHOW
    assert "P8" not in byes(desk, 1)


def test_who_withdraws_keeps_those_of_rounds_that_are_over(desk):
    desk.absent(["P8"], rounds=[2, 4], full_point_bye=True)
    desk.absent(["P7"], rounds=[2], requested_bye=True)
    play(desk, 1)
    play(desk, 2)
    said = desk.withdraw(["P7", "P8"]).messages
    assert said == ("P7 has withdrawn from round 3 on", "P8 has withdrawn from round 3 on")
    assert kinds(desk, "P8")[1:] == [FULL, RoundKind.ABSENT, RoundKind.ABSENT]
    assert kinds(desk, "P7")[1:] == [HALF, RoundKind.ABSENT, RoundKind.ABSENT]


def test_it_is_no_second_bye(desk):
    """Of the pairing nobody has a second one; who asks for one after it breaks no rule."""
    desk.absent(["P1"], rounds=[1])
    play(desk, 1)
    (had,) = byes(desk, 1)
    desk.absent([had], rounds=[2], full_point_bye=True)
    play(desk, 2)
    assert had in byes(desk, 2)
    found = RoundReports(tournament=tournament(desk), yardstick=by(MODEL)).of(2).drawn
    assert (had,) in [place.players for place in found.places["byes"]]
    assert found.places["second_byes"] == ()
    said = [each["sentence"] for each in desk.congress.check()["findings"]]
    assert not any("has a bye as in round" in sentence for sentence in said)
    with pytest.raises(RuleError, match="already had the byes of rounds 1–2"):
        desk.assign_bye(had, round=3)


def test_teams_have_none(tmp_path):
    players = tuple(Player(key, name=key, rating=2000) for key in ("a1", "a2", "b1", "b2"))
    teams = tuple(Team(key=key, name=key * 3, lineups=((f"{key}1", f"{key}2"),)) for key in "ab")
    congress = Congress.new("Teams", preset="FIDE", rounds=3, players=players)
    play = TeamPlay(teams=teams, size=2)
    congress = Congress.of(replace(congress.tournament, team_play=play))
    for name in ("aaa", "a1"):
        with pytest.raises(RuleError, match="full-point byes are for players"):
            congress.absent([name], rounds=[2], full_point_bye=True)
