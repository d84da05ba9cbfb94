"""pairgoth's files of teams and pairs, read and written as pairgoth has them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import GO_RESULTS
from done_or_refused import refused, run
from fastpair.formats import read
from fastpair.formats.losses import losses
from fastpair.formats.pairgoth import new_content
from fastpair.formats.pairgoth import read as read_content
from fastpair.go.teams import matches_of, of_teams
from fastpair.go.tournament import Game, Grade, Result, Team, TeamPlay
from json_places import change, refusal
from pair_tournaments import paired_off
from pairgoth_text import PAIRGO, TEAM3, held, rewritten
from team_tournaments import entered


def named_lineups(tournament):
    names = {player.key: player.name for player in tournament.players}
    return {
        team.name: [[names[key] for key in team.lineup(number)] for number in (1, 2, 3)]
        for team in tournament.team_play.teams
    }


def test_teams_are_read_by_who_is_there_and_who_has_played():
    tournament = held(TEAM3).tournament
    assert tournament.team_play.size == 3
    assert named_lineups(tournament) == {
        "Lyon": [["Berg", "Carl", "Adler"]] * 3,
        "Metz": [["Dorn", "Eich", "Falk"]] * 3,
        "Nice": [["Ganz", "Horn", "Imhof"]] * 2 + [[]],
    }
    assert [team.correction for team in tournament.team_play.teams] == [0, 0, 1]
    first, second = (matches_of(tournament, tournament.team_play, n)[0] for n in (1, 2))
    assert (first.white, first.black, first.sums) == ("22", "21", (4, 2))
    assert (second.white, second.black, second.sums) == ("21", "23", (0, 0))
    assert [game.table for game in tournament.games] == [1, 2, 3, 1, 2, 3]
    assert of_teams(tournament).round(1).byes == ("23",)


def test_what_is_doubtful_in_a_file_of_teams_is_said():
    crowd, boards, result = held(TEAM3).remarks
    assert crowd == (
        "/teams: 'Nice' does not play in round 3, since more than 3 of its players are present"
    )
    assert "/games/1: the match of 'Lyon' and 'Nice' has no boards; 3 are made" in boards
    assert "1 differ from the file, such as 'Metz' and 'Lyon' in round 1" in result
    assert result.endswith("'Metz' has won, not '?'")
    document = json.loads(TEAM3)
    document["games"][2] = [{"id": 9, "t": 0, "w": 21, "b": 0, "h": 0, "r": "w"}]
    *_, bye = read_content("t", json.dumps(document).encode()).remarks
    assert "/games/2: the bye of 'Lyon' does not count" in bye
    kept = read_content("t", json.dumps(document).encode())
    assert rewritten(kept, replace(kept.tournament, name="x"))["games"][2] == document["games"][2]


def test_results_are_written_at_the_boards_and_by_pairgoths_rule():
    document, old = held(TEAM3), json.loads(TEAM3)
    wins = {1: Result.WHITE_WINS, 2: Result.BLACK_WINS, 3: Result.WHITE_WINS}
    written = rewritten(document, document.tournament.with_results(2, wins))
    (match,) = written["games"][1]
    assert match == old["games"][1][0] | {"r": "w"}
    boards = written["individualGames"]
    assert boards["1"] == old["individualGames"]["1"]
    assert [(b["t"], b["w"], b["b"], b["r"]) for b in boards["6"]] == [
        (1, 2, 7, "w"), (2, 8, 3, "b"), (3, 1, 9, "w"),
    ]  # fmt: skip
    assert len({b["id"] for each in boards.values() for b in each} | {1, 2, 6}) == 9
    close = document.tournament.with_results(2, wins | {3: Result.BLACK_WINS})
    assert rewritten(document, close)["games"][1][0]["r"] == "?"
    again = read_content("t", document.content_with(close)).tournament
    assert matches_of(again, again.team_play, 2)[0].result is Result.WHITE_WINS


def test_what_nobody_changes_in_a_file_of_pairs_stays():
    document, old = held(PAIRGO), json.loads(PAIRGO)
    written = rewritten(document, replace(document.tournament, name="x"))
    assert (written["type"], written["players"], written["teams"]) == (
        "PAIRGO", old["players"], old["teams"],
    )  # fmt: skip
    assert written["games"][:1] == old["games"]
    assert "individualGames" not in written


def test_a_pair_that_is_absent_has_members_who_are():
    document = held(PAIRGO)
    one, two, three = document.tournament.players
    changed = (
        replace(one, absences=frozenset({2}), rating=2100, grade=Grade.parse("1d")),
        replace(two, absences=frozenset(), final=False),
        three,
    )
    written = rewritten(document, replace(document.tournament, players=changed))
    assert [entry.get("skip", []) for entry in written["players"]] == [[2], [2], [], [], [], [], []]
    assert [entry["final"] for entry in written["players"][2:4]] == [False, False]
    assert [team.get("rating") for team in written["teams"]] == [2100, 1850, None]
    again = read_content("t", json.dumps(written).encode()).tournament
    assert [replace(p, members=()) for p in again.players] == [
        replace(p, members=()) for p in changed
    ]


@pytest.mark.parametrize(
    ("text", "place", "value", "message"),
    [
        (PAIRGO, "/teams/1/id", 11, "/teams/0/id: expected a number that only one team has, got 11"),
        (PAIRGO, "/teams/1/players/0", 77, "/teams/1/players/0: expected the number of a player"),
        (PAIRGO, "/games/0/0/w", 1, "/games/0/0/w: expected the number of a team, got 1"),
        (PAIRGO, "/games/0/1/b", 1, "/games/0/1: expected the number of a team, got 1"),
        (TEAM3, "/games/0/0/w", 1, "/games/0/0/w: expected the number of a team, got 1"),
        (TEAM3, "/individualGames/1/0/w", 21, "/individualGames/1/0/w: expected the number of a pl"),
        (TEAM3, "/individualGames/1/0/r", "z", "/individualGames/1/0/r: expected one of '?', 'w'"),
        (TEAM3, "/individualGames/1", 3, "/individualGames/1: expected a list, got 3"),
    ],
)  # fmt: skip
def test_an_error_points_to_its_place(text, place, value, message):
    document = json.loads(text)
    change(document, place, value)
    assert refusal(read_content, document).startswith(f"file: {message}")


def lost(tournament):
    """What a new file does not hold of the pairs or teams of a tournament."""
    kept = read_content("t", new_content(tournament)).tournament
    words = (
        "members",
        "team",
        "lineups",
        "country",
        "absences",
        "game",
        "bye",
        "result",
        "table",
        "colours",
    )
    return [line for line in losses(kept, tournament) if line.startswith(words)]


def by_rating(tournament):
    """A tournament whose teams are seated by rating, and placed by its own criteria, as pairgoth's."""
    return replace(
        tournament,
        players=tuple(player.with_rating() for player in tournament.players),
        team_play=replace(tournament.team_play, placement=()),
    )


@given(st.integers(2, 6), st.integers(2, 5), st.integers(0, 3), st.data())
def test_teams_come_back(teams, size, drawn, data):
    tournament = played(by_rating(entered(teams, size)), drawn, data)
    assert lost(tournament) == []
    once = read_content("t", new_content(tournament))
    assert read_content("t", new_content(once.tournament)).tournament == once.tournament


def played(tournament, rounds, data):
    """Rounds in which neighbours meet, with any results."""
    teams = tournament.team_play.teams
    games = []
    for number in range(1, rounds + 1):
        order = data.draw(st.permutations(teams))
        table = 0
        for one, other in zip(order[::2], order[1::2], strict=False):
            for board, pair in enumerate(
                zip(one.lineup(number), other.lineup(number), strict=True)
            ):
                table += 1
                white, black = pair[:: -1 if board % 2 else 1]
                result = data.draw(st.sampled_from(GO_RESULTS))
                games.append(
                    Game(round=number, table=table, white=white, black=black, result=result)
                )
    return replace(tournament, games=tuple(games))


def test_pairs_come_back():
    for size, kind in ((2, "PAIRGO"), (3, "RENGO3")):
        tournament = paired_off(size=size)
        assert json.loads(new_content(tournament))["type"] == kind
        assert lost(tournament) == []
    single = replace(tournament.players[0], members=())
    (line,) = lost(replace(tournament, players=(single, *tournament.players[1:])))
    assert line.startswith("members: 3 of 4 players, such as Pair 1: P 3, P 4, P 5 is lost")


def test_what_pairgoth_cannot_hold_of_teams_is_named():
    tournament = by_rating(entered(2, 2))
    team, other = tournament.team_play.teams
    turned = replace(team, lineups=(("A2", "A1"),), country="DE")
    told = lost(replace(tournament, team_play=TeamPlay(size=2, teams=(turned, other), summed=True)))
    assert [line.partition(":")[0] for line in told] == [
        *("team play", "team play", "teams, line-ups", "teams, country")
    ]
    assert lost(by_rating(entered(2, 6))) == ["team play: not kept"]


def test_teams_are_drawn_and_changed_in_a_file_of_pairgoth(tmp_path, capsys):
    file = tmp_path / "teams.tour"
    file.write_bytes(new_content(by_rating(entered(4, 2, spares=1))))
    for number in (1, 2):
        run(capsys, "draw", file, "--write")
        for table in range(1, 5):
            run(capsys, "result", file, table, "1-0")
        assert len(matches_of(*(t := read(file).tournament, t.team_play), number)) == 2
    assert "Team A" in run(capsys, "standings", file, "--teams")
    before = file.read_bytes()
    run(capsys, "team", file, "Team A", "A 1", "A 3")
    absent = {p.full_name: p.absences for p in read(file).tournament.players if p.absences}
    assert absent["A 2"] == {3}
    assert "by rating, the highest first: Team A in round 3 is A 1, A 3" in refused(
        capsys, "team", file, "Team A", "A 3", "A 1"
    )
    run(capsys, "undo", file)
    assert file.read_bytes() == before
    run(capsys, "team", file, "Team B", "--rename", "Nice")
    assert read(file).tournament.team_play.teams[1].name == "Nice"


def test_single_pairs_are_refused(tmp_path, capsys):
    file = tmp_path / "singles.tour"
    file.write_bytes(new_content(replace(by_rating(entered(2, 2)), team_play=None)))
    before = file.read_bytes()
    assert "and not both" in refused(capsys, "join", file, "A 1", "A 2")
    assert file.read_bytes() == before


def test_a_team_without_players_and_a_pair_of_one_survive():
    document = json.loads(TEAM3)
    document["teams"].append({"id": 24, "name": "Oslo", "players": []})
    kept = read_content("t", json.dumps(document).encode())
    assert kept.tournament.team_play.teams[-1] == Team(key="24", name="Oslo", lineups=((),))
    changed = rewritten(kept, replace(kept.tournament, name="x"))
    assert changed["teams"] == document["teams"]
    document = json.loads(PAIRGO)
    document["teams"][2]["players"] = [5]
    document["teams"].append({"id": 14, "name": "Nobody", "players": []})
    kept = read_content("t", json.dumps(document).encode())
    assert kept.tournament.players[2].absences == {1, 2, 3}
    changed = rewritten(kept, replace(kept.tournament, name="x"))
    assert [team["players"] for team in changed["teams"]] == [[1, 2], [3, 4], [5], []]
