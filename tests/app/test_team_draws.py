"""Draws of teams by the commands: made, kept, edited by hand, explained and judged."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from commands import do
from done_or_refused import refused, run
from evenings import FILES
from fastpair.app.embedding.answers import draw_document
from fastpair.formats import read
from fastpair.go.teams import find_rematches_of_players, of_teams
from fastpair.go.tournament import Game, Result, winner_by_losses
from fastpair.pairing.systems import SYSTEMS, system_class
from fastpair.ui.cli import main
from team_tournaments import entered, matches, written


@pytest.fixture(params=["xml", "json"])
def file(request, tmp_path):
    """Six teams of two, before the first round."""
    return written(tmp_path / f"teams.{request.param}", entered(6, 2))


def test_a_match_that_has_begun_is_not_drawn_again(file, capsys):
    run(capsys, "draw", file, "--write")
    run(capsys, "result", file, 1, "1-0")
    before = matches(file)[0]
    assert before.result is Result.UNKNOWN
    run(capsys, "draw", file, "--redraw", "--write")
    assert before in matches(file)


def pairs_of(file, number=1):
    return {frozenset((match.white, match.black)) for match in matches(file, number)}


def test_what_is_no_edit_of_matches_is_refused(file, capsys):
    run(capsys, "draw", file, "--write")
    names = {team.key: team.name for team in read(file).tournament.team_play.teams}
    run(capsys, "unpair", file, 4)  # the second table of the second match
    assert len(matches(file)) == 2
    (one, _) = {*names} - frozenset().union(*pairs_of(file))
    assert "if all other teams have a match" in refused(capsys, "bye", file, names[one])
    for words in (("swap", "A 1", "B 1"), ("pair", "A 1", "B 2"), ("bye", "A 1")):
        assert "A 1" in refused(capsys, words[0], file, *words[1:])


def test_the_bye_of_teams_changes_hands(tmp_path, capsys):
    file = written(tmp_path / "teams.xml", entered(5, 2))
    run(capsys, "draw", file, "--write")
    units = of_teams(read(file).tournament)
    (free,) = units.round(1).byes
    other = units.by_key[units.round(1).games[0].white]
    assert "swapped" in run(capsys, "bye", file, other.name)
    assert of_teams(read(file).tournament).round(1).byes == (other.key,)
    assert free in frozenset().union(*pairs_of(file))


def test_the_bye_of_a_team_is_that_of_its_players(tmp_path, capsys):
    file = written(tmp_path / "teams.json", entered(5, 2))
    run(capsys, "draw", file, "--write")
    (free,) = of_teams(read(file).tournament).round(1).byes
    assert f"bye: Team {free}\n" in run(capsys, "pairings", file)
    do("publish", file)
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
    assert "Match points" in page
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
    assert "needs 1 to 3 players, not 4" in refused(capsys, "team", file, "--fewest", 4)
    run(capsys, "team", file, "--fewest", 2)
    assert "4 teams" in run(capsys, "info", file)
    run(capsys, "draw", file, "--write")
    match = next(each for each in matches(file) if "A" in (each.white, each.black))
    lost = match.boards[2]
    assert lost.by_default
    assert match.board_points[2] == ((0, 2) if match.white == "A" else (2, 0))
    assert "1 match stays" not in run(capsys, "draw", file, "--redraw", "--write")
    do("present", file, "A 2", "--round", "1")
    assert "has a result" in capsys.readouterr().err
    run(capsys, "undo", file)
    run(capsys, "result", file, "--match", "Team A", "1-0", "0-1!", "1-0")
    assert "has 3 boards" in refused(capsys, "result", file, "--match", "Team A", "1-0")
    assert main(["check", str(file)]) in (0, 1)
    assert "absent" not in capsys.readouterr().out
    xml = written(tmp_path / "teams.xml", entered(4, 3))
    assert "no place for teams with missing boards" in refused(capsys, "team", xml, "--fewest", 2)


def test_an_empty_board_counts_as_the_least_number_says(tmp_path, capsys):
    """Nobody is named at board 2: the board is lost, and whoever faces it is free."""
    file = written(tmp_path / "teams.json", entered(4, 3))
    run(capsys, "team", file, "Team A", "A 1", "-", "A 3")
    assert "3 teams" in run(capsys, "info", file)
    run(capsys, "team", file, "--fewest", 2)
    assert "4 teams" in run(capsys, "info", file)
    run(capsys, "draw", file, "--write")
    match = next(each for each in matches(file) if "A" in (each.white, each.black))
    assert sorted(match.boards) == [1, 3]
    assert match.last_table == match.table + 1
    for team in (match.white, match.black):
        run(capsys, "result", file, "--match", f"Team {team}", "?", "?")
    run(capsys, "result", file, "--match", "Team A", "1-0", "0-1")
    (again,) = (each for each in matches(file) if "A" in (each.white, each.black))
    lost = again.sums if again.black == "A" else again.sums[::-1]
    assert lost == (4, 2)
    assert again.result is (Result.BLACK_WINS if again.white == "A" else Result.WHITE_WINS)
    other = next(each for each in matches(file) if each.white not in (match.white, match.black))
    run(capsys, "result", file, other.table, "3-0")
    do("draw", file)
    assert "round 1" not in capsys.readouterr().err


@pytest.mark.parametrize(("fewest", "teams"), [(3, 2), (2, 4)])
def test_a_draw_knows_the_members_of_teams(tmp_path, capsys, fewest, teams):
    """A member who is named as absent is, and the team plays if enough of it are left."""
    file = written(tmp_path / "teams.json", entered(4, 3))
    run(capsys, "team", file, "--fewest", fewest)
    do("draw", file, "--absent", "A 2", "--write")
    capsys.readouterr()
    after = read(file).tournament
    assert [key for key, player in after.by_key.items() if player.absences] == ["A2"]
    assert len({key for match in matches(file) for key in (match.white, match.black)}) == teams
    bare = tmp_path / "bare.json"
    written(bare, entered(4, 3))
    run(capsys, "team", bare, "--fewest", fewest)
    document = {**json.loads(bare.read_text()), "draw": {"absent": ["A2"]}}
    assert len(draw_document(document)["boards"]) == teams // 2
    assert "named as absent and as present" in refused(
        capsys, "draw", file, "--redraw", "--absent", "B 1", "--present", "B 1"
    )
    assert "no player 'Zed'" in refused(capsys, "draw", file, "--redraw", "--absent", "Zed")


def test_a_member_of_a_drawn_team_falls_out(tmp_path, capsys):
    file = written(tmp_path / "teams.json", entered(8, 2))
    run(capsys, "draw", file, "--write")
    run(capsys, "draw", file, "--keep-most", "--write", "--absent", "A 1", "--absent", "H 2")
    seated = {key for match in matches(file) for key in (match.white, match.black)}
    assert seated == set("BCDEFG")
    absent = {key for key, player in read(file).tournament.by_key.items() if player.absences}
    assert absent == {"A1", "H2"}


@pytest.mark.parametrize(
    "words", [("swap", "A 1", "B 1"), ("bye", "A 1"), ("why", "A 1", "B 1"), ("late", "A 1")]
)
def test_where_teams_are_drawn_a_member_is_known_by_the_team(file, capsys, words):
    run(capsys, "draw", file, "--write")
    said = refused(capsys, words[0], file, *words[1:])
    assert "A 1 plays in Team A, and teams are drawn: name the team" in said


def test_the_points_of_a_match_are_entered_where_they_say_enough(file, capsys):
    run(capsys, "draw", file, "--write")
    first, second, _ = matches(file)
    run(capsys, "result", file, first.table, "2-0")
    assert matches(file)[0].sums == (4, 0)
    assert "add up to 2" in refused(capsys, "result", file, second.table, "3-1")
    names = {team.key: team.name for team in read(file).tournament.team_play.teams}
    run(capsys, "result", file, "--match", names[second.black], "1-0", "?")
    run(capsys, "result", file, second.table, "0-2")
    assert matches(file)[1].sums == (0, 4)
    said = refused(capsys, "result", file, second.table, "2-0")
    assert "does not say who has won at which of the tables 3–4" in said
    assert "--match TEAM" in said


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


def test_a_document_is_drawn_by_the_same(file):
    own = written(file.with_name("own.json"), read(file).tournament)
    drawn = draw_document(json.loads(own.read_bytes()))
    assert [board["table"] for board in drawn["boards"]] == [1, 3, 5]
    assert [board["table"] for board in drawn["team_boards"]] == [1, 2, 3, 4, 5, 6]
    assert {board["white"][1:] for board in drawn["team_boards"]} == {"1", "2"}


def test_a_match_with_a_result_is_not_taken_apart(file, capsys):
    run(capsys, "draw", file, "--write")
    run(capsys, "result", file, 1, "1-0")
    names = {team.key: team.name for team in read(file).tournament.team_play.teams}
    first, *_, last = matches(file)
    before = file.read_bytes()
    for words in (("unpair", 2), ("swap", names[first.white], names[last.white])):
        assert "table 1 has a result" in refused(capsys, words[0], file, *words[1:])
    assert file.read_bytes() == before
    run(capsys, "result", file, 1, "?", "--even-so")
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


def test_teams_that_meet_several_others_in_a_round_stand_beside_it(tmp_path, capsys):
    tournament = entered(4, 2)
    pairs = [("A1", "B1"), ("A2", "C2"), ("C1", "D1"), ("B2", "D2")]
    games = tuple(
        Game(round=1, table=table, white=white, black=black)
        for table, (white, black) in enumerate(pairs, start=1)
    )
    assert not replace(tournament, games=games).draws_teams


def test_a_round_of_players_is_drawn_again_between_teams(tmp_path, capsys):
    """The players are drawn by mistake, published, and then teams are made."""
    for suffix in ("xml", "json"):
        file = written(tmp_path / f"made.{suffix}", replace(entered(4, 2), team_play=None))
        run(capsys, "draw", file, "--write")
        run(capsys, "publish", file)
        for letter in "ABCD":
            run(capsys, "team", file, f"T{letter}", f"{letter} 1", f"{letter} 2")
        assert "teams: 4 paired" in run(capsys, "draw", file, "--redraw", "--even-so", "--write")
        assert len(matches(file)) == 2
        assert len(read(file).tournament.round(1).games) == 4


def test_the_tables_of_teams_are_not_numbered_anew(file, capsys):
    run(capsys, "draw", file, "--write")
    assert "side by side" in refused(capsys, "renumber", file)


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
    assert find_rematches_of_players(tournament, tournament.team_play, 2) == [pair]
    run(capsys, "draw", file, "--write")
    assert set(pair) not in [{m.white, m.black} for m in matches(file, 2)]
    told = run(capsys, "why-not", file, *(names[key] for key in pair))
    assert "preference" in told, told


def test_a_board_keeps_its_match_with_other_colours(file, capsys):
    run(capsys, "draw", file, "--write")
    run(capsys, "colour", file, 1)
    assert len(matches(file)) == 3


def test_no_board_is_at_a_closed_table(file, capsys):
    run(capsys, "tables", file, "--closed", "1-2")
    run(capsys, "draw", file, "--write")
    assert [game.table for game in read(file).tournament.round(1).games] == [3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize(
    "system", [name for name in SYSTEMS if system_class(name).of_teams is not False]
)
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


def test_teams_of_chess_start_with_no_mean_grade(tmp_path, capsys):
    """Where no score is that of a grade, the rules of team play say nothing of a start."""
    entries = tmp_path / "entries.csv"
    entries.write_text(
        "name,rating,team\n" + "".join(f"P{n},{2000 - n},T{n // 2}\n" for n in range(8))
    )
    file = tmp_path / "chess.json"
    do("new", file, "--preset", "Swiss-Team", "--entries", entries)
    capsys.readouterr()
    do("team", file, "--fewest", "1")
    said = "a match has 2 boards; a team is paired if at least 1 of its players take part\n"
    assert capsys.readouterr().out == said


def test_a_cup_of_teams_ends_with_the_last_match():
    """Members of a team that has lost are out, and the draw says how many rounds there are."""
    cup = FILES["teams"]().rules(event_format="Cup").congress
    said = []
    for number, strong in ((1, {"ANN", "BO", "CY", "DI"}), (2, {"ANN", "BO"})):
        cup = cup.draw(number).congress
        games = cup.tournament.round(number).games
        results = {game.table: "1-0" if game.white in strong else "0-1" for game in games}
        cup = cup.results(number, results, confirmed=["likely-mistake"]).congress
        found = cup.attendance(number + 1 if number == 1 else 2)
        said.append((len(games), cup.tournament.rules.rounds, sorted(found["out"])))
    out = ["ED", "FLO", "GUS", "HAL"]
    assert said == [(4, 2, out), (2, 2, out)]
    assert winner_by_losses(of_teams(cup.tournament)) == "1"
