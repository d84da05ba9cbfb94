"""Tournaments of teams by the commands: drawn, explained, played and placed."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace

import pytest

from done_or_refused import refused, run
from fastpair.app.embedding import draw_document, standings_document
from fastpair.errors import FastpairError
from fastpair.formats import read
from fastpair.go.standings import standings
from fastpair.go.teams import boards_met, matches_of, of_teams
from fastpair.go.tournament import Criterion, Game, Result
from fastpair.pairing.systems import SYSTEMS
from fastpair.ui.cli import main
from team_tournaments import entered, written


@pytest.fixture(params=["xml", "json"])
def file(request, tmp_path):
    """Six teams of two, before the first round."""
    return written(tmp_path / f"teams.{request.param}", entered(6, 2))


def matches(file, number=1):
    tournament = read(file).tournament
    return matches_of(tournament, tournament.team_play, number)


def test_rounds_are_drawn_and_played(file, capsys):
    for number in (1, 2):
        assert "optimal: proven" in run(capsys, "draw", file, "--write")
        assert len(matches(file, number)) == 3
        for table in range(1, 7):
            run(capsys, "result", file, table, "1-0")
    told = run(capsys, "standings", file, "--teams")
    assert "TEAMP" in told
    assert "Team A" in told
    found = json.loads(run(capsys, "standings", file, "--teams", "--json"))
    assert (found["format"], len(found["rows"])) == ("fastpair.team_standings", 6)
    assert sum(row["values"][0] for row in found["rows"]) == 2 * 3 * 2
    assert "Place" in run(capsys, "standings", file)  # the players' own
    assert "next draw: round 3, 6 teams" in run(capsys, "info", file)


def test_why_teams_meet_or_not(file, capsys):
    run(capsys, "draw", file, "--write")
    first, *_, last = matches(file)
    names = {p.key: p.name for p in of_teams(read(file).tournament).players}
    told = run(capsys, "why", file, names[first.white], names[first.black])
    assert names[first.white] in told
    told = run(capsys, "why-not", file, names[first.white], names[last.white])
    assert "would" in told


def test_a_match_that_has_begun_is_not_drawn_again(file, capsys):
    run(capsys, "draw", file, "--write")
    run(capsys, "result", file, 1, "1-0")
    before = matches(file)[0]
    assert before.result is Result.UNKNOWN
    run(capsys, "draw", file, "--redraw", "--write")
    assert before in matches(file)


def pairs_of(file, number=1):
    return {frozenset((match.white, match.black)) for match in matches(file, number)}


def test_a_published_round_of_teams_is_changed_as_little_as_possible(tmp_path, capsys):
    """A team falls out of a published round: all other matches stay, one is new."""
    file = written(tmp_path / "teams.xml", entered(8, 2))
    run(capsys, "draw", file, "--write")
    run(capsys, "publish", file)
    before = pairs_of(file)
    told = run(
        capsys, "draw", file, "--redraw", "--keep-most", "--write",
        *("--absent", "Team A", "--absent", "Team H"),
    )  # fmt: skip
    after = pairs_of(file)
    assert len(after) == 3
    assert len(before & after) >= 2, told
    assert "changed: 2 of 4 published boards" in told


def test_matches_are_edited_by_hand_as_games_are(file, capsys):
    run(capsys, "draw", file, "--write")
    names = {team.key: team.name for team in read(file).tournament.team_play.teams}
    first, *_, last = matches(file)
    told = run(capsys, "swap", file, names[first.white], names[last.white])
    assert "have changed places" in told
    assert "costs" in told or "gains" in told
    swapped = pairs_of(file)
    assert frozenset((last.white, first.black)) in swapped
    assert [game.table for game in read(file).tournament.round(1).games] == [1, 2, 3, 4, 5, 6]
    run(capsys, "undo", file)
    assert matches(file)[0] == first

    run(capsys, "unpair", file, 4)  # the second table of the second match
    assert len(matches(file)) == 2
    (one, other) = {*names} - frozenset().union(*pairs_of(file))
    assert [game.table for game in read(file).tournament.round(1).games] == [1, 2, 5, 6]
    assert "if all other teams have a match" in refused(capsys, "bye", file, names[one])
    assert "table 3: " in run(capsys, "pair", file, names[one], names[other])
    assert [game.table for game in read(file).tournament.round(1).games] == [1, 2, 3, 4, 5, 6]
    for words in (("swap", "A 1", "B 1"), ("pair", "A 1", "B 2"), ("bye", "A 1")):
        assert "A 1" in refused(capsys, words[0], file, *words[1:])


def test_the_bye_of_teams_changes_hands(tmp_path, capsys):
    file = written(tmp_path / "teams.xml", entered(5, 2))
    run(capsys, "draw", file, "--write")
    units = of_teams(read(file).tournament)
    (free,) = units.round(1).byes
    other = units.by_key[units.round(1).games[0].white]
    assert "have changed places" in run(capsys, "bye", file, other.name)
    assert of_teams(read(file).tournament).round(1).byes == (other.key,)
    assert free in frozenset().union(*pairs_of(file))


def test_the_bye_of_a_team_is_that_of_its_players(tmp_path, capsys):
    file = written(tmp_path / "teams.json", entered(5, 2))
    run(capsys, "draw", file, "--write")
    (free,) = of_teams(read(file).tournament).round(1).byes
    assert f"bye: {free} 1 1d, {free} 2 1k" in run(capsys, "pairings", file)
    assert main(["publish", str(file)]) == 0
    assert "without a game" not in capsys.readouterr().err
    told = json.loads(run(capsys, "info", file, "--json"))
    assert (told["rounds"][0]["byes"], told["rounds"][0]["to_pair"]) == (
        [f"{free}1", f"{free}2"],
        [],
    )


def test_what_is_said_of_teams_holds_in_each_draw(file, capsys):
    run(capsys, "draw", file, "--write")
    names = {team.key: team.name for team in read(file).tournament.team_play.teams}
    match = matches(file)[0]
    pair = (names[match.white], names[match.black])
    assert "must not meet" in run(capsys, "condition", file, "forbid", *pair, "--why", "brothers")
    run(capsys, "draw", file, "--redraw", "--write")
    assert frozenset((match.white, match.black)) not in pairs_of(file)
    assert "must not meet" in run(capsys, "condition", file)
    assert "brothers" in run(capsys, "condition", file)


def test_a_team_that_is_absent_waits(file, capsys):
    run(capsys, "draw", file, "--absent", "Team C", "--absent", "Team D", "--write")
    assert len(matches(file)) == 2
    tournament = read(file).tournament
    assert sum(not player.plays_in(1) for player in tournament.players) == 4


def test_draws_of_teams_are_judged_as_those_of_players(file, tmp_path, capsys):
    run(capsys, "draw", file, "--write")
    for table in range(1, 7):
        run(capsys, "result", file, table, "1-0")
    names = {team.name for team in read(file).tournament.team_play.teams}
    assert "1 of 1 draws are the best" in run(capsys, "check", file)
    told = json.loads(run(capsys, "quality", file, "--json"))
    assert told["rounds"][0]["players"] == 6
    run(capsys, "report", file, "--output", tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "teams: 6" in page
    assert "TEAMP" in page
    assert all(name in page for name in names)


def test_a_rematch_of_teams_is_found(file, capsys):
    """The third round repeats the first one by hand."""
    for number in (1, 2):
        run(capsys, "draw", file, "--write")
        for table in range(1, 7):
            run(capsys, "result", file, table, "1-0", "--round", number)
    names = {team.key: team.name for team in read(file).tournament.team_play.teams}
    for match in matches(file, 1):
        run(capsys, "pair", file, names[match.white], names[match.black], "--round", 3)
    assert main(["check", str(file), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    again = [finding for finding in told["findings"] if finding["kind"] == "rematch"]
    assert len(again) == 3
    assert {key for finding in again for key in finding["players"]} == told["teams"].keys()
    assert told["teams"].items() <= names.items()


def test_a_team_with_a_missing_board_plays_and_loses_it(tmp_path, capsys):
    file = written(tmp_path / "teams.json", entered(4, 3))
    run(capsys, "absent", file, "A 2", "--round", 1)
    assert "3 teams" in run(capsys, "info", file)
    assert "from 1 to 3, got 4" in refused(capsys, "team", file, "--fewest", 4)
    run(capsys, "team", file, "--fewest", 2)
    assert "4 teams" in run(capsys, "info", file)
    run(capsys, "draw", file, "--write")
    match = next(each for each in matches(file) if "A" in (each.white, each.black))
    lost = match.boards[2]
    assert lost.by_default
    assert match.board_points[2] == ((0, 2) if match.white == "A" else (2, 0))
    assert "1 match stays" not in run(capsys, "draw", file, "--redraw", "--write")
    assert main(["present", str(file), "A 2", "--round", "1"]) == 0
    assert "has a result" in capsys.readouterr().err
    run(capsys, "undo", file)
    run(capsys, "result", file, "--match", "Team A", "1-0", "0-1!", "1-0")
    assert "has 3 boards" in refused(capsys, "result", file, "--match", "Team A", "1-0")
    assert main(["check", str(file)]) in (0, 1)
    assert "absent" not in capsys.readouterr().out
    xml = written(tmp_path / "teams.xml", entered(4, 3))
    assert "no place for teams with missing boards" in refused(capsys, "team", xml, "--fewest", 2)


def test_who_is_in_no_team_is_named(tmp_path, capsys):
    file = written(tmp_path / "teams.json", entered(4, 2))
    run(capsys, "register", file, "Alone", "Al", "--grade", "3k")
    assert "left out: 1 player is in no team, and is not drawn: Alone Al" in run(
        capsys, "info", file
    )
    assert main(["draw", str(file)]) == 0
    assert "in no team, and is not drawn" in capsys.readouterr().err


def test_forfeits_of_the_draw_itself_decide_no_match(tmp_path, capsys):
    """Two of three boards lack a player; nobody has played, so that the match is drawn again."""
    file = written(tmp_path / "teams.json", entered(4, 3))
    run(capsys, "team", file, "--fewest", 1)
    run(capsys, "absent", file, "A 1", "A 2", "--round", 1)
    run(capsys, "draw", file, "--write")
    match = next(each for each in matches(file) if "A" in (each.white, each.black))
    assert (match.begun, match.result) == (False, Result.UNKNOWN)
    names = {team.key: team.name for team in read(file).tournament.team_play.teams}
    run(capsys, "unpair", file, match.table)
    run(capsys, "pair", file, names[match.white], names[match.black])
    assert "stays" not in run(capsys, "draw", file, "--redraw", "--write")
    run(capsys, "result", file, "--match", "Team A", "0-1!", "0-1!", "1-0")
    match = next(each for each in matches(file) if "A" in (each.white, each.black))
    assert match.result is (Result.BLACK_WINS if match.white == "A" else Result.WHITE_WINS)


def test_where_a_team_comes_from_and_how_it_starts(tmp_path, capsys):
    file = written(tmp_path / "teams.json", entered(4, 3))
    run(capsys, "team", file, "Team A", "--country", "fr", "--club", "Lyo")
    team = of_teams(read(file).tournament).by_key["A"]
    assert (team.country, team.club) == ("FR", "Lyo")
    assert "two letters" in refused(capsys, "team", file, "Team A", "--country", "France")
    run(capsys, "team", file, "--summed")
    # The grades of the members, counted from 1d, are 0, -1 and -2: their sum, less that of the mean.
    assert of_teams(read(file).tournament).by_key["B"].correction == -3 - -1
    run(capsys, "draw", file, "--write")
    assert "stays once a round is drawn" in refused(capsys, "team", file, "--mean")


def test_standings_of_teams_are_of_teams_only(file, capsys):
    assert "no teams play" in refused(
        capsys, "standings", written(file.with_name("single.json"), of_teams(read(file).tournament)),
        "--teams",
    )  # fmt: skip
    assert "unknown criterion of teams 'MMX'" in refused(
        capsys, "standings", file, "--teams", "--criteria", "MMX"
    )


def test_a_document_is_drawn_by_the_same(file):
    own = written(file.with_name("own.json"), read(file).tournament)
    drawn = draw_document(json.loads(own.read_bytes()))
    assert [board["table"] for board in drawn["boards"]] == [1, 3, 5]
    assert [board["table"] for board in drawn["team_boards"]] == [1, 2, 3, 4, 5, 6]
    assert {board["white"][1:] for board in drawn["team_boards"]} == {"1", "2"}


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
    with pytest.raises(FastpairError, match="expected 0 to 3 rounds"):
        standings_document(document)


def test_the_last_player_is_deleted_after_a_round(file, capsys):
    run(capsys, "register", file, "Late", "Al", "--grade", "3k")
    run(capsys, "draw", file, "--write")
    run(capsys, "result", file, 1, "1-0")
    assert "is deleted" in run(capsys, "withdraw", file, "Late Al", "--delete")


def test_a_match_with_a_result_is_not_taken_apart(file, capsys):
    run(capsys, "draw", file, "--write")
    run(capsys, "result", file, 1, "1-0")
    names = {team.key: team.name for team in read(file).tournament.team_play.teams}
    first, *_, last = matches(file)
    before = file.read_bytes()
    for words in (("unpair", 2), ("swap", names[first.white], names[last.white])):
        assert "table 1 has a result" in refused(capsys, words[0], file, *words[1:])
    assert file.read_bytes() == before
    run(capsys, "result", file, 1, "?")
    run(capsys, "unpair", file, 2)


def test_the_bye_of_a_round_that_is_played_stays(tmp_path, capsys):
    file = written(tmp_path / "teams.json", entered(5, 2, spares=1, rounds=4))
    run(capsys, "draw", file, "--write")
    (free,) = of_teams(read(file).tournament).round(1).byes
    for table in range(1, 5):
        run(capsys, "result", file, table, "1-0")
    name = f"Team {free}"
    for words in (
        ("team", file, name, f"{free} 1", "-", "--from", 1),
        ("absent", file, f"{free} 1", "--round", 1),
    ):
        assert f"bye of round 1: {name} becomes nobody" in refused(capsys, *words)
    run(capsys, "team", file, name, f"{free} 1", "-", "--from", 1, "--even-so")
    assert of_teams(read(file).tournament).round(1).byes == ()
    run(capsys, "undo", file)
    assert "from round 2 on" in run(capsys, "team", file, name, f"{free} 1", f"{free} 3")
    assert of_teams(read(file).tournament).round(1).byes == (free,)


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


def test_teams_that_meet_several_others_in_a_round_stand_beside_it(tmp_path, capsys):
    tournament = entered(4, 2)
    pairs = [("A1", "B1"), ("A2", "C2"), ("C1", "D1"), ("B2", "D2")]
    games = tuple(
        Game(round=1, table=table, white=white, black=black)
        for table, (white, black) in enumerate(pairs, start=1)
    )
    assert not replace(tournament, games=games).draws_teams


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


def test_a_round_of_players_is_drawn_again_between_teams(tmp_path, capsys):
    """The players are drawn by mistake, published, and then teams are made."""
    for suffix in ("xml", "json"):
        file = written(tmp_path / f"made.{suffix}", replace(entered(4, 2), team_play=None))
        run(capsys, "draw", file, "--write")
        run(capsys, "publish", file)
        for letter in "ABCD":
            run(capsys, "team", file, f"T{letter}", f"{letter} 1", f"{letter} 2")
        assert "teams: 4 paired" in run(capsys, "draw", file, "--redraw", "--write")
        assert len(matches(file)) == 2
        assert len(read(file).tournament.round(1).games) == 4


def test_a_team_is_absent_as_its_players_are(file, capsys):
    run(capsys, "absent", file, "team c", "--round", 1)
    assert "5 teams" in run(capsys, "info", file)
    run(capsys, "present", file, "Team C", "--round", 1)
    assert "6 teams" in run(capsys, "info", file)
    run(capsys, "withdraw", file, "Team C")
    assert "5 teams" in run(capsys, "info", file)


def test_the_tables_of_teams_are_not_numbered_anew(file, capsys):
    run(capsys, "draw", file, "--write")
    assert "side by side" in refused(capsys, "renumber", file)


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


def test_teams_are_made_changed_and_taken_back(tmp_path, capsys):
    single = replace(entered(2, 2, spares=1), team_play=None)
    for suffix in ("xml", "json"):
        file = written(tmp_path / f"made.{suffix}", single)
        assert "no teams play" in refused(capsys, "team", file)
        assert "make it first" in refused(capsys, "team", file, "--boards", 3)
        run(capsys, "team", file, "Lyon", "A 1", "A 2")
        run(capsys, "team", file, "Paris", "B 1", "B 2")
        made = ["Lyon: A 1, A 2", "Paris: B 1, B 2"]
        assert names_of(capsys, file) == made
        run(capsys, "draw", file, "--write")
        run(capsys, "team", file, "lyon", "A 3", "A 1")
        later = ["Lyon, from round 1 on: A 1, A 2", "Lyon, from round 2 on: A 3, A 1", made[1]]
        assert names_of(capsys, file) == later
        run(capsys, "undo", file)
        assert names_of(capsys, file) == made
        run(capsys, "redo", file)
        assert names_of(capsys, file) == later
        run(capsys, "team", file, "Paris", "--rename", "Nice")
        assert names_of(capsys, file)[-1] == "Nice: B 1, B 2"
        for _ in range(5):
            run(capsys, "undo", file)
        assert "no teams play" in refused(capsys, "team", file)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("Team A", "B 1", "A 2"), "B 1 plays in Team B in round 1"),
        (("Team A", "A 1", "A 1"), "A 1 is named twice"),
        (("Team A", "A 1", "A 2", "A 3"), "a match has 2 boards, and 3 players are named"),
        (("Team A", "Z 1"), "no player 'Z 1'"),
        (("Team Z", "--delete"), "no team 'Team Z'; the teams are: Team A"),
        (("Team A", "--rename", "team b"), "a name that no other team has"),
        (("Team A", "A 2", "A 1", "--from", 9), "expected a round from 1 to 3"),
        (("Team A", "A 2", "A 1", "--delete"), "got several"),
        (("--delete",), "expected a TEAM"),
        (("Team A", "--boards", 2), "expected no TEAM beside --boards"),
        (("Team A", "--size", 2), "No such option"),
        (("--from", 2), "expected the players beside it"),
        (("--boards", 1), "expected a number of boards from 2 to 10, got 1"),
    ],
)
def test_teams_that_cannot_be_are_refused(file, capsys, words, said):
    before = file.read_bytes()
    assert said in refused(capsys, "team", file, *words)
    assert file.read_bytes() == before


def test_what_is_played_stays(file, capsys):
    run(capsys, "draw", file, "--write")
    assert "take the match back first" in refused(
        capsys, "team", file, "Team A", "A 2", "A 1", "--from", 1
    )
    assert "and stays" in refused(capsys, "team", file, "Team A", "--delete")
    assert "stays once a round is drawn" in refused(capsys, "team", file, "--boards", 3)
    assert "plays in the team Team A, and stays" in refused(
        capsys, "withdraw", written(file.with_name("new.json"), entered(2, 2)), "A 1", "--delete"
    )


def test_a_match_is_entered_from_the_side_of_a_team(file, capsys):
    run(capsys, "draw", file, "--write")
    names = {team.key: team.name for team in read(file).tournament.team_play.teams}
    first = matches(file)[0]
    run(capsys, "result", file, "--match", names[first.black], "1-0", "1-0")
    assert matches(file)[0].sums == (0, 4)
    run(capsys, "result", file, "--match", names[first.white], "1-0", "1/2", "--round", 1)
    assert matches(file)[0].sums == (3, 1)
    assert "has 2 boards, got 1 result" in refused(
        capsys, "result", file, "--match", names[first.white], "1-0"
    )
    assert "expected the points of Team" in refused(
        capsys, "result", file, "--match", names[first.white], "w", "w"
    )
    assert "no team 'Nobody'" in refused(capsys, "result", file, "--match", "Nobody", "1-0")
    assert "got both" in refused(
        capsys, "result", file, "--match", "Team A", "1-0", "0-1", "--from", "-"
    )


def test_players_who_have_met_rather_do_not_meet_in_other_teams(tmp_path, capsys):
    """After round 1, a player of one team goes to another one, which has not met his opponent's."""
    file = written(tmp_path / "teams.json", entered(4, 2, spares=1))
    run(capsys, "draw", file, "--write")
    for table in range(1, 5):
        run(capsys, "result", file, table, "1/2")
    one, other = matches(file)[:2]
    names = {team.key: team.name for team in read(file).tournament.team_play.teams}
    run(capsys, "team", file, names[one.black], f"{one.black} 3", f"{one.black} 2")
    run(capsys, "team", file, names[other.black], f"{one.black} 1", f"{other.black} 2")
    tournament = read(file).tournament
    pair = tuple(sorted((one.white, other.black)))
    assert boards_met(tournament, tournament.team_play, 2) == [pair]
    run(capsys, "draw", file, "--write")
    assert set(pair) not in [{m.white, m.black} for m in matches(file, 2)]
    told = run(capsys, "why-not", file, *(names[key] for key in pair))
    assert "preference" in told, told


def test_a_board_keeps_its_match_with_other_colours(file, capsys):
    run(capsys, "draw", file, "--write")
    run(capsys, "colour", file, 1)
    assert len(matches(file)) == 3


def test_results_are_exported_board_by_board(file, tmp_path, capsys):
    run(capsys, "draw", file, "--write")
    for table in range(1, 7):
        run(capsys, "result", file, table, "1-0")
    run(capsys, "export", file, tmp_path / "result.h9", "--rounds", "1")
    games = read(tmp_path / "result.h9").tournament.games
    assert len(games) == 6


def test_no_board_is_at_a_closed_table(file, capsys):
    run(capsys, "tables", file, "--closed", "1-2")
    run(capsys, "draw", file, "--write")
    assert [game.table for game in read(file).tournament.round(1).games] == [3, 4, 5, 6, 7, 8]


def test_the_criteria_of_a_file_are_set(file, capsys):
    run(capsys, "team", file, "--criteria", "bdw, TEAMP")
    assert "BDW  TEAMP" in run(capsys, "standings", file, "--teams")
    assert "no criterion 'MMS'" in refused(capsys, "team", file, "--criteria", "TEAMP,MMS")
    assert "expected no TEAM" in refused(capsys, "team", file, "Team A", "--criteria", "BDW")


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


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_draws_teams(tmp_path, capsys, system):
    """Each round has matches of complete teams, board by board, and nobody meets twice."""
    file = written(tmp_path / "teams.json", entered(6, 2, rounds=5))
    met = set()
    for number in (1, 2):
        status = main(["draw", str(file), "--system", system, "--write"])
        assert status in (0, 1), capsys.readouterr().err
        capsys.readouterr()
        found = matches(file, number)
        assert found
        assert all(len(match.boards) == 2 for match in found)
        pairs = {frozenset((match.white, match.black)) for match in found}
        assert not pairs & met
        met |= pairs
        games = read(file).tournament.round(number).games
        typed = [
            word for game in games for word in (game.table, "1-0" if game.table % 2 else "0-1")
        ]
        run(capsys, "result", file, *typed, "--round", number)


def test_teams_of_one_club_are_a_family(tmp_path, capsys):
    file = written(tmp_path / "teams.json", entered(4, 2))
    for team in ("Team A", "Team D"):
        run(capsys, "team", file, team, "--club", "Lyon", "--country", "FR")
    for rule in ("forbid", "avoid"):
        told = json.loads(run(capsys, "draw", file, "--families", rule, "--json"))
        pairs = {frozenset((board["white"], board["black"])) for board in told["boards"]}
        assert frozenset("AD") not in pairs, rule


def test_players_who_were_paired_one_by_one_go_on_so(file, capsys):
    """Teams may stand beside a tournament of players, as OpenGotha has it."""
    tournament = read(file).tournament
    keys = {player.full_name: player.key for player in tournament.players}
    game = Game(round=1, table=1, white=keys["A 1"], black=keys["B 2"], result=Result.WHITE_WINS)
    beside = written(file.with_stem("beside"), replace(tournament, games=(game,)))
    assert not read(beside).tournament.draws_teams
    run(capsys, "draw", beside, "--round", 2, "--without-results", "--write")
    assert len(read(beside).tournament.round(2).games) == 6
    assert len(read(beside).tournament.round(2).seated) == 12
    assert "6 players" not in run(capsys, "info", beside)
    assert "Team A" in run(capsys, "standings", beside, "--teams", "--round", 1)
