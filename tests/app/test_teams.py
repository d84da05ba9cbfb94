"""Tournaments of teams by the commands: made, played, placed and converted."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace

import pytest

from commands import do
from done_or_refused import refused, run
from fastpair.app.embedding.answers import standings_document
from fastpair.errors import FastpairError
from fastpair.formats import read
from fastpair.go.scores import scores_before
from fastpair.go.standings import standings
from fastpair.go.teams import of_teams
from fastpair.go.tournament import Criterion
from team_tournaments import entered, written


@pytest.fixture(params=["xml", "json"])
def file(request, tmp_path):
    """Six teams of two, before the first round."""
    return written(tmp_path / f"teams.{request.param}", entered(6, 2))


def test_who_is_in_no_team_is_named(tmp_path, capsys):
    file = written(tmp_path / "teams.json", entered(4, 2))
    run(capsys, "register", file, "Alone", "Al", "--grade", "3k")
    assert "left out: 1 player has no board in a team, and is not drawn: Alone Al" in run(
        capsys, "info", file
    )
    do("draw", file)
    assert "no board in a team, and is not drawn" in capsys.readouterr().err


def test_who_is_to_be_paired_is_whom_a_draw_pairs(tmp_path, capsys):
    """Nobody of a team that is not complete, though the player takes part."""
    file = written(tmp_path / "teams.json", entered(4, 3))
    members = [team.lineup(1)[0] for team in read(file).tournament.team_play.teams]
    for left, member in zip((9, 6, 3, 0), members, strict=True):
        player = read(file).tournament.by_key[member].full_name
        run(capsys, "absent", file, player, "--round", 1)
        rows = [line.split() for line in run(capsys, "info", file).splitlines()]
        (first,) = (row for row in rows if row[:1] == ["1"])
        assert int(first[-1]) == left
        (round_one, *_) = json.loads(run(capsys, "info", file, "--json"))["rounds"]
        assert len(round_one["to_pair"]) == left
    assert "no player to pair" in refused(capsys, "draw", file, "--round", 1)


def test_standings_of_teams_are_of_teams_only(file, capsys):
    assert "no teams play" in refused(
        capsys, "standings", written(file.with_name("single.json"), of_teams(read(file).tournament)),
        "--teams",
    )  # fmt: skip
    assert "'MMX' is not a criterion of teams; choose from" in refused(
        capsys, "standings", file, "--teams", "--criteria", "MMX"
    )


def test_a_document_asks_for_the_standings_of_its_teams(file, tmp_path, capsys):
    run(capsys, "draw", file, "--write")
    for table in range(1, 7):
        run(capsys, "result", file, table, "1-0")
    own = written(tmp_path / "own.json", read(file).tournament)
    document = {**json.loads(own.read_bytes()), "standings": {"teams": True}}
    answer = standings_document(document)
    assert answer["format"] == "fastpair.team_standings"
    assert answer == json.loads(run(capsys, "standings", file, "--teams", "--json"))
    own.write_text(json.dumps(document), encoding="utf-8")
    assert json.loads(run(capsys, "standings", own, "--json")) == answer
    document["standings"] = {"teams": True, "after": 9}
    with pytest.raises(FastpairError, match="standings count 0 to 3 rounds"):
        standings_document(document)


def test_the_last_player_is_deleted_after_a_round(file, capsys):
    run(capsys, "register", file, "Late", "Al", "--grade", "3k")
    run(capsys, "draw", file, "--write")
    run(capsys, "result", file, 1, "1-0")
    assert "is deleted" in run(capsys, "withdraw", file, "Late Al", "--delete")


def test_a_team_that_comes_later_has_the_grade_of_its_players(tmp_path, capsys):
    file = written(tmp_path / "teams.json", entered(4, 2, rounds=4))
    run(capsys, "draw", file, "--write")
    for table in range(1, 5):
        run(capsys, "result", file, table, "1-0")
    for name in ("Zed", "Yak"):
        run(capsys, "register", file, name, "Al", "--grade", "6d")
    run(capsys, "team", file, "Late", "Zed Al", "Yak Al")
    late = next(p for p in of_teams(read(file).tournament).players if p.name == "Late")
    assert str(late.grade) == "6d"


def test_a_player_with_the_key_of_a_team_is_meant_alone(tmp_path, capsys):
    tournament = entered(2, 2)
    first, *others = tournament.players
    keyed = replace(first, key="A")
    play = tournament.team_play.with_keys({first.key: "A"})
    file = written(
        tmp_path / "teams.json", replace(tournament, players=(keyed, *others), team_play=play)
    )
    run(capsys, "absent", file, "A", "--round", 2)
    assert [p.key for p in read(file).tournament.players if not p.plays_in(2)] == ["A"]


def test_a_number_is_a_name_before_it_is_a_key(tmp_path, capsys):
    file = written(tmp_path / "made.json", replace(entered(3, 2), team_play=None))
    for name, letter in (("1", "A"), ("3", "B"), ("2", "C")):
        run(capsys, "team", file, name, f"{letter} 1", f"{letter} 2")
    assert names_of(capsys, file) == ["1: A 1, A 2", "3: B 1, B 2", "2: C 1, C 2"]
    run(capsys, "team", file, "2", "--rename", "Lyon")
    assert names_of(capsys, file)[-1] == "Lyon: C 1, C 2"


def test_a_team_is_absent_as_its_players_are(file, capsys):
    run(capsys, "absent", file, "team c", "--round", 1)
    assert "5 teams" in run(capsys, "info", file)
    run(capsys, "present", file, "Team C", "--round", 1)
    assert "6 teams" in run(capsys, "info", file)
    run(capsys, "withdraw", file, "Team C")
    assert "5 teams" in run(capsys, "info", file)


def test_older_documents_of_teams_ask_for_the_teams(file, capsys):
    own = written(file.with_name("own.json"), of_teams(read(file).tournament))
    document = json.loads(own.read_bytes())
    own.write_text(json.dumps({**document, "teams": False}), encoding="utf-8")
    assert read(own).tournament.team_play is None
    own.write_text(json.dumps({**document, "teams": True}), encoding="utf-8")
    assert "/teams: expected team_play" in refused(capsys, "info", own)


def test_a_copy_has_the_same_teams(file, tmp_path, capsys):
    for suffix in ("json", "xml"):
        target = tmp_path / f"copy.{suffix}"
        run(capsys, "convert", file, target, "--overwrite")
        before, after = (read(each).tournament.team_play for each in (file, target))
        assert [team.name for team in after.teams] == [team.name for team in before.teams]
        assert [team.lineups for team in after.teams] == [team.lineups for team in before.teams]
        assert (after.size, after.placement) == (before.size, before.placement)
    shutil.copy(target, tmp_path / "again.xml")
    run(capsys, "convert", tmp_path / "again.xml", tmp_path / "list.csv")


def names_of(capsys, file):
    return run(capsys, "team", file).splitlines()


def test_a_line_up_is_shown_from_where_it_changes(tmp_path, capsys):
    """A line-up that several rounds have is listed once, whatever file states it for each of them."""
    single = entered(2, 2, spares=1)
    play = single.team_play
    first, second = ("A1", "A2"), ("A3", "A1")
    stated = {"Team A": (first, first, second, second), "Team B": (("B1", "B2"),) * 3}
    teams = tuple(replace(team, lineups=stated[team.name]) for team in play.teams)
    file = written(tmp_path / "t.json", replace(single, team_play=replace(play, teams=teams)))
    assert names_of(capsys, file) == [
        "Team A, from round 1 on: A 1, A 2",
        "Team A, from round 3 on: A 3, A 1",
        "Team B: B 1, B 2",
    ]


def test_results_are_exported_board_by_board(file, tmp_path, capsys):
    run(capsys, "draw", file, "--write")
    for table in range(1, 7):
        run(capsys, "result", file, table, "1-0")
    run(capsys, "export", file, tmp_path / "result.h9", "--rounds", "1")
    games = read(tmp_path / "result.h9").tournament.games
    assert len(games) == 6


def test_criteria_of_players_count_matches_as_games(file, capsys):
    run(capsys, "draw", file, "--write")
    for table in range(1, 7):
        run(capsys, "result", file, table, "1/2" if table == 2 else "1-0")
    asked = ("--teams", "--criteria", "TEAMP,MMS,NBW,SOSW", "--json")
    told = json.loads(run(capsys, "standings", file, *asked))
    criteria = [Criterion.MMS, Criterion.WINS, Criterion.SOS_WINS]
    units = standings(of_teams(read(file).tournament), 1, criteria)
    expected = {row.key: [*row.values] for row in units.rows}
    assert {row["key"]: row["values"][1:] for row in told["rows"]} == expected
    assert sorted(row["values"][0] for row in told["rows"]) == [0, 1, 1, 1, 1, 2]


@pytest.mark.parametrize(("unrated", "order", "strength"), [(0, "BAC", 2000), (1200, "BCA", 1600)])
def test_teams_are_numbered_by_their_strength_or_as_entered(
    tmp_path, capsys, unrated, order, strength
):
    """It is the mean rating of the boards, without reserves; who is unrated counts as stated, or not at all."""
    lines = ["Name;Rating;Team", "a1;2000;A", "a2;;A", "b1;2100;B", "b2;1950;B", "c1;1900;C", "c2;1890;C", "a3;2900;A"]  # fmt: skip
    entries = tmp_path / "list.csv"
    entries.write_text("\n".join(lines), "utf-8")
    file = tmp_path / "cup.json"
    do("new", file, "--preset", "Swiss-Team", "--boards", 2, "--entries", entries)
    do("team", file, "--unrated", unrated)
    report = tmp_path / "cup.trf"
    do("convert", file, report)
    rows = {line[8:9]: line for line in report.read_text("utf-8").splitlines() if line[:3] == "310"}
    assert int(rows["A"][47:53]) == strength
    assert "".join(rows) == order
    do("rules", file, "--order", "entry")
    do("convert", file, report, "--overwrite")
    lines = report.read_text("utf-8").splitlines()
    assert "".join(line[8:9] for line in lines if line[:3] == "310") == "ABC"


@pytest.mark.parametrize(("more", "start"), [([], 0), (["--event-format", "McMahon"], 1)])
def test_teams_of_go_start_at_zero_unless_a_mcmahon_is_chosen(tmp_path, capsys, more, start):
    """Then with the score of their mean grade; boards are those that are stated, whatever the list has."""
    lines = ["Name;Grade;Team", *(f"{t}{n};{g};{t}" for t, g in (("A", "3k"), ("B", "8k")) for n in range(6))]  # fmt: skip
    entries = tmp_path / "list.csv"
    entries.write_text("\n".join(lines), "utf-8")
    file = tmp_path / "go.json"
    do("new", file, "--boards", 4, "--entries", entries, *more)
    tournament = read(file).tournament
    assert tournament.team_play.size == 4
    one, other = scores_before(of_teams(tournament), 1).values()
    assert (one != other) == bool(start)
    capsys.readouterr()
    assert ("mean grade" in run(capsys, "team", file, "--fewest", 4)) == bool(start)
