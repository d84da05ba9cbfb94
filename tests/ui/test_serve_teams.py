"""Teams on the director's page: made, drawn, played, edited, printed, and seen in the hall."""

from __future__ import annotations

import re
from contextlib import closing
from dataclasses import replace

import pytest

from fastpair.app.history.timeline import History
from fastpair.formats import read
from fastpair.ui.cli import main
from fastpair.ui.web.running import Server
from fastpair.ui.web.store import OpenTournament
from pages import director_of
from team_tournaments import entered, matches, written


@pytest.fixture(params=["xml", "json"])
def file(request, tmp_path):
    """Six teams of two, before the first round."""
    return written(tmp_path / f"teams.{request.param}", entered(6, 2))


@pytest.fixture
def server(file):
    with closing(Server(file, "127.0.0.1", 0)) as server:
        yield server


def test_the_criteria_of_a_report_of_teams_are_named(tmp_path):
    """On the page of the teams in words, above the standings behind their codes."""
    report = tmp_path / "teams.trf"
    command = ["generate", "--teams", "4", "--boards", "2", "--rounds", "2", "--play", "1"]
    command += ["--criteria", "PTS:MP,PTS:GP,BH:MP", "--system", "dutch", "--output", str(report)]
    assert main(command) == 0
    with director_of(report) as director:
        page = director.get("/standings/1").text
        assert ">Match points<" in page
        assert ">Board points<" in page
        assert "BH:MP: Buchholz." in page
        assert "None" not in director.get("/teams/1").text


def names_of(file):
    return {team.key: team.name for team in read(file).tournament.team_play.teams}


def test_a_round_of_teams_from_the_draw_to_the_standings(director, file):
    assert "<dt>Matches</dt><dd>3</dd>" in director.get("/boards/1").text
    assert "3 matches" in director.do("/boards/1/draw")
    page = director.get("/boards/1").text
    assert "Team A" in page
    assert "1–2" in page
    director.do("/boards/1/publish")
    names, first = names_of(file), matches(file)[0]
    results = director.get("/results/1").text
    heading = re.search(r'<tr id="m1" class="match">.*?(?=<tr )', results, re.S)[0]
    assert [names[first.white] in heading, names[first.black] in heading] == [True, True]
    assert director.do("/results/1/match", team=first.white, results="1 2")
    assert matches(file)[0].sums == (2, 2)
    director.do("/results/1/enter", results="3 1 4 1 5 1 6 1")
    page = director.get("/standings/1").text
    assert [">Match points<" in page, ">Board points<" in page] == [True, True]
    assert "TEAMP" not in page
    assert re.search(r"<td>\d= 1\b", director.get("/crosstable/1").text)
    assert "Cross table after round 1" in director.get("/hall/crosstable").text
    assert director.get("/prints/1/page/crosstable").status_code == 200
    assert "TEAMP" not in director.get("/teams/1").text
    assert "A 1" in director.get("/single/1").text
    hall = director.get("/hall").text
    sums = re.findall(r'<b class="sum" data-of="1.-(\d)">(.*?)</b>', hall)
    assert sums == [("1", "1–1"), ("3", "1–1"), ("5", "1–1")]
    assert "BDW1U: wins at board 1" in director.get("/hall/standings").text
    assert "1–1" in director.get("/boards/1").text
    results = director.get("/results/1").text
    headings = re.findall(r'<tr id="m(\d+)".*?<span class="sum">([^<]*)</span>', results, re.S)
    assert headings == [("1", "1–1"), ("3", "1–1"), ("5", "1–1")]
    assert re.findall(r'<tr id="(\w+)"', results) == [
        "m1",
        "t1",
        "t2",
        "m3",
        "t3",
        "t4",
        "m5",
        "t5",
        "t6",
    ]


def test_players_stand_in_their_teams(director, file):
    """In the order of the lists, with their boards, and under the heading of the team at the check-in."""
    page = director.get("/players/1").text
    rows = re.findall(r"key=\w+\">([A-F] \d)</a>.*?<td>(Team [A-F])<td>(\d)<td>(\d)<td>", page)
    expected = [(f"{t} {n}", f"Team {t}", n, n) for t in "ABCDEF" for n in "12"]
    assert rows == expected
    (mark,) = re.findall(r'show=(\w+)"[^>]*>Team B <b>2</b>', page)
    assert len(re.findall(rf'data-in="[^"]*{mark}"', page)) == 2
    desk = director.get("/checkin/1").text
    assert desk.count('class="match"') == 6
    heading = desk.partition(">Team B<")[2].partition("<tr")[0]
    assert "0 of 2" in heading  # expected
    director.do("/checkin/1/start")
    player = next(p for p in read(file).tournament.players if p.full_name == "B 1")
    told = director.send("/checkin/1/attend", {"wish": f"present {player.key}"}).text
    assert "1 of 2" in told.partition(">Team B<")[2].partition("<tr")[0]


def test_substitutes_have_a_column_where_there_are_some(director):
    assert ">Substitutes<" not in director.get("/teams/1").text


def test_a_team_has_a_page_on_phones_and_paper(director, file):
    director.do("/boards/1/draw")
    assert "No team of this name" in director.get("/hall/team?team=nobody").text
    director.do("/boards/1/publish")
    first = matches(file)[0]
    director.do("/results/1/match", team=first.white, results="1 1")
    names = names_of(file)
    for key, sums in ((first.white, "2–0"), (first.black, "0–2")):
        other = first.black if key == first.white else first.white
        page = director.get(f"/hall/team?team={key}").text
        assert f"Round 1: {names[key]} – {names[other]} {sums}" in page
        assert page.count(f'href="/hall?me={names[key][-1]}%201"') == 2
        paper = director.get(f"/prints/1/page/teamsheets?team={key}").text
        assert f"Round 1: {names[key]} – {names[other]} {sums}" in paper
        assert paper.count('class="sheet"') == 1
        assert f"/hall/team?team={key}" in director.get("/hall").text
    assert director.get("/prints/1/page/teamsheets").text.count('class="sheet"') == 6
    assert "Line-ups of round 1" in director.get("/prints/1/page/lineups").text


def test_lists_of_teams_are_printed(director, file):
    director.do("/boards/1/draw")
    titles = ("Pairings by match", "Pairings by team", "Match sheets", "Standings of players")
    titles += ("Line-ups", "Team sheets")
    page = director.get("/prints/1").text
    assert [title for title in titles if f">{title}<" not in page] == []
    teams = director.get("/prints/1/page/teams?as=csv").text.splitlines()
    first = matches(file)[0]
    (line,) = (each for each in teams if each.startswith(names_of(file)[first.white]))
    assert "1–2,White" in line


def test_sheets_of_teams_are_refused_where_no_teams_play(tmp_path):
    with director_of(written(tmp_path / "one.json", replace(entered(4, 2), team_play=None))) as one:
        for name in ("teams", "crosstable", "lineups", "teamsheets"):
            assert "No teams play in this tournament" in one.get(f"/prints/1/page/{name}").text
        assert ">Cross table<" not in one.get("/standings/1").text


def test_the_points_of_a_match_are_typed_where_they_say_enough(director, file):
    director.do("/boards/1/draw")
    second = matches(file)[1]
    director.do("/results/1/enter", results=f"{second.last_table} 2-0")
    assert matches(file)[1].sums == (4, 0)
    director.do("/results/1/enter", results="5 1-0")
    assert "such as “5 1-0”" in director.refused("/results/1/enter", results="5 1.5-0.5")


def test_phones_show_each_match_above_its_boards(director, file):
    director.do("/boards/1/draw")
    director.do("/boards/1/publish")
    names, (first, *_) = names_of(file), matches(file)
    match = f"{names[first.white]} – {names[first.black]}"
    page = re.sub(r"<a href=[^>]*>(Team \w)</a>", r"\1", director.get("/hall").text)
    listed = re.findall(r'<tr class="match"><th colspan="6" scope="rowgroup">(.*?) <b', page)
    assert len(listed) == len(set(listed)) == 3
    assert listed[0] == match
    between = page.partition(match)[2].partition('class="match"')[0]
    assert between.count('scope="row"') == 2
    game = first.boards[1]
    one = read(file).tournament.name_of(game.white)
    mine = director.get("/hall", params={"me": one}).text
    assert names[first.white] in mine.partition('class="match"')[2]
    assert match in director.get("/hall/mine", params={"me": one}).text


@pytest.mark.parametrize("teams", [True, False])
def test_members_of_teams_and_pairs_find_their_entry(tmp_path, teams):
    """In every list of the director, by what its lines are found by, and in the search of phones."""
    tournament = entered(4, 2)
    file = written(
        tmp_path / "open.json", tournament if teams else replace(tournament, team_play=None)
    )
    with director_of(file) as director:
        if not teams:
            for letter in "ABCD":
                director.do(
                    "/players/1/join",
                    players=[f"{letter} 1", f"{letter} 2"],
                    name=f"Duo {letter}",
                )
        director.do("/boards/1/draw")
        director.do("/boards/1/publish")
        places = ["boards", "standings"] + ["results", "players", "checkin"] * (not teams)
        for place in places:
            also = re.findall(r'data-also="(.*?)"', director.get(f"/{place}/1").text)
            assert any("A 2" in words for words in also), place
        assert 'class="who"' in director.get("/hall", params={"me": "A 2"}).text
        name = "A 2" if teams else "Duo A"
        for member in ("A 2", "2 a"):  # as another event, or another order, has it
            phone = director.get("/hall/mine", params={"me": member}).text
            assert f'data-name="{name}' in phone
        assert ("Show games of Team A" in phone) is teams


def test_a_substitute_without_a_board_sees_the_match_of_the_team(tmp_path):
    tournament = entered(4, 2, spares=1)
    play = tournament.team_play
    teams = [replace(each, lineups=((*each.lineups[0], f"{each.key}3"),)) for each in play.teams]
    play = replace(play, teams=tuple(teams))
    file = written(tmp_path / "open.json", replace(tournament, team_play=play))
    with director_of(file) as director:
        director.do("/boards/1/draw")
        director.do("/boards/1/publish")
        (match,) = (each for each in matches(file) if "A" in (each.white, each.black))
        shown = f"<p>Team {match.white} – Team {match.black}</p>"
        board, no_board = (
            director.get("/hall/mine", params={"me": name}).text for name in ("A 1", "A 3")
        )
        assert [phone.count(shown) for phone in (board, no_board)] == [1, 1]
        assert "You have no game" in no_board
        assert '/hall?me=Team%20A"' in no_board
        assert director.get("/hall?me=Team%20A").text.count('class="right tb"') == 2
        director.do("/prints/1/names", whole="yes")  # then a team finds nobody
        assert "Team%20A" not in director.get("/hall/mine", params={"me": "A 3"}).text


def test_a_list_with_a_substitute_shows_who_sits_at_a_board(director, file):
    """Whoever is named beyond the last board is told as a substitute of the team, and waits there."""
    lines = [f"Sub{n};X;1d;Sub;{n}" for n in (1, 2, 3)]
    text = "\n".join(["Name;First name;Grade;Team;Board", *lines])
    shown = director.send("/players/1/import", {"list": text}).text
    assert "<dt>Sub</dt><dd>Sub1 X, Sub2 X</dd>" in shown
    digest = re.search(r'name="shown" value="(\w+)"', shown)[1]
    told = director.do("/players/1/import", list=text, shown=digest)
    assert "Sub3 X is a substitute of Sub" in told
    team = next(t for t in read(file).tournament.team_play.teams if t.name == "Sub")
    panel = director.get(f"/teams/1/team?team={team.key}").text
    assert re.findall(
        r"<label.*?>(Board \d|Substitute)</label><input.*?value=\"(.*?)\"", panel
    ) == [
        ("Board 1", "Sub1 X"),
        ("Board 2", "Sub2 X"),
        ("Substitute", "Sub3 X"),
        ("Substitute", ""),
    ]
    page = director.get("/teams/1").text
    assert "Sub3 X (Sub)" in page
    cells = re.findall(r"<td>([^<]*)", page[page.index(">Sub</a>") :].partition("</tbody>")[0])
    assert [*map(str.strip, cells)] == ["Sub1 X", "Sub2 X", "Sub3 X"]


def test_questions_about_matches(director, file):
    director.do("/boards/1/draw")
    first, *_, last = matches(file)
    asked = f"one={first.white}&other={last.white}"
    assert "would" in director.get(f"/boards/1/why?{asked}").text
    assert "Swap with" in director.get(f"/boards/1/seat?key={first.white}").text
    assert "Opponents of" in director.get(f"/boards/1/opponents?one={first.white}").text
    told = director.get(f"/boards/1/whatif?kind1=drop&one1={first.white}").text
    assert names_of(file)[first.white] in told
    board = director.get("/boards/1/board?table=4").text
    assert "Tables 3 to 4" in board
    assert "Remove match" in board
    for panel in ("best", "kept", "tables"):
        assert director.get(f"/boards/1/{panel}").status_code == 200


def test_what_is_said_of_teams(director, file):
    director.do("/boards/1/draw")
    first, names = matches(file)[0], names_of(file)
    pair = {"players": [names[first.white], names[first.black]]}
    director.do("/boards/1/condition", kind="forbid", **pair)
    assert "must not meet" in director.get("/boards/1/constraints").text
    director.do("/boards/1/draw", redraw="true")
    assert {first.white, first.black} not in [{m.white, m.black} for m in matches(file)]
    director.do("/boards/1/release", kind="forbid", players=[first.white, first.black])


def test_a_published_round_changes_little(director, file):
    director.do("/boards/1/draw")
    director.do("/boards/1/publish")
    gone = matches(file)[0].white
    lineup = next(t for t in read(file).tournament.team_play.teams if t.key == gone).lineup(1)
    assert "players have already seen the 3 boards" not in director.do(
        "/boards/1/draw", keep_most="true"
    )
    director.do("/boards/1/unpair", table="1", players_know="yes")
    director.do("/players/1/attend", wish=f"absent {lineup[0]}")
    assert len(matches(file)) == 2


def test_teams_are_made_on_the_page(tmp_path):
    for suffix in ("xml", "json"):
        single = replace(entered(2, 2, spares=1), team_play=None)
        file = written(tmp_path / f"single.{suffix}", single)
        with director_of(file) as director:
            assert "/teams/1" in director.get("/players/1").text
            assert "No teams yet" in director.get("/teams/1").text
            director.do("/teams/1/add", team="Lyon", players="A 1\nA 2")
            director.do("/teams/1/add", team="Paris", players="B 1\n\nB 2\n")
            page = director.get("/teams/1").text
            assert page.count("2 of 2") == 2
            assert "Players without a board (2)" in page
            assert "named twice" in director.refused(
                "/teams/1/lineup",
                team="1",
                players="A 1\nA 1",
                expect=director.games_at("/teams/1/team?team=1"),
            )
            director.do("/boards/1/draw")
            seen = director.games_at("/teams/1/team?team=1")
            director.do("/teams/1/lineup", team="1", players="A 3\nA 1", since="2", expect=seen)
            director.do("/teams/1/change", team="1", rename="Nice")
            panel = director.get("/teams/2/team?team=1").text
            assert "From round 2 on: A 3, A 1" in panel
            assert re.findall(r'name="board\d" value="(.*?)"', panel) == ["A 3", "A 1", ""]
            spare = director.get("/teams/2").text.partition("Players without a board (")[2]
            assert "A 2 (Nice), B 3<" in spare
            if suffix == "json":
                director.do("/teams/1/change", team="1", country="FR", club="Nic")
                director.do("/teams/1/rules", boards="2", fewest="1", match_points="3, 1, 0")
                assert read(file).tournament.team_play.match_points_x2 == (0, 2, 6)
                assert "<dt>Match points</dt><dd>3, 1, 0</dd>" in director.get("/teams/2").text
            assert "placed by TEAMP, MNR" in director.do("/teams/1/rules", criteria="teamp,mnr")
            rows = {"criterion0": "TEAMP", "criterion1": "", "criterion2": "BDW"}
            assert "placed by TEAMP, BDW" in director.do("/teams/1/rules", **rows)
            panel = director.get("/teams/1/teamrules").text
            assert 'name="criterion1" value="BDW" list="known-criteria"' in panel
            assert '<option value="MNR">mean rating</option>' in panel


def test_a_list_with_teams_enters_both(tmp_path):
    file = written(tmp_path / "single.json", replace(entered(1, 2), team_play=None))
    listed = "Name;First name;Rank;Team\nAdler;Ann;2d;Lyon\nKunz;Bo;1d;Lyon\nRoth;Al;3k;Nice\nBeck;Ida;3k;Nice\n"
    with director_of(file) as director:
        answer = director.send("/players/1/import", {"list": listed})
        digest = re.search(r'name="shown" value="(\w+)"', answer.text)[1]
        director.do("/players/1/import", list=listed, shown=digest)
    play = read(file).tournament.team_play
    assert [team.name for team in play.teams] == ["Lyon", "Nice"]
    assert play.size == 2


def test_the_teams_of_a_list_are_read_by_the_columns_that_are_chosen(tmp_path):
    file = written(tmp_path / "single.json", replace(entered(1, 2), team_play=None))
    listed = "Name;Rank;Gruppe X\nAdler;2d;Lyon\nKunz;1d;Lyon\nRoth;3k;Nice\nBeck;3k;Nice\n"
    wrong = "Name;Grade;Team;Board\nXu;2d;Ulm;1\nYo;1d;Ulm;1\n"
    with director_of(file) as director:
        answer = director.send("/players/1/import", {"list": wrong})
        assert "two players at board 1 of Ulm" in answer.text
        chosen = {"list": listed, "column2": "team"}
        answer = director.send("/players/1/import", chosen)
        assert "<dt>Lyon</dt><dd>Adler, Kunz</dd>" in answer.text
        digest = re.search(r'name="shown" value="(\w+)"', answer.text)[1]
        director.do("/players/1/import", **chosen, shown=digest)
    assert [team.name for team in read(file).tournament.team_play.teams] == ["Lyon", "Nice"]


def test_pairs_are_made_and_taken_apart_on_the_page(tmp_path):
    file = written(tmp_path / "single.json", replace(entered(3, 2), team_play=None))
    with director_of(file) as director:
        director.do("/players/1/join", players=["A 1", "A 2"], name="The A")
        (pair,) = [player for player in read(file).tournament.players if player.members]
        assert pair.full_name == "The A"
        director.do("/players/1/join", players=["B 1", "B 2", "C 1"])
        panel = director.get(f"/players/1/entry?key={director.quoted(pair.key)}").text
        assert "A 1 1d, A 2 1k" in panel
        director.do("/players/1/split", key=pair.key)
        assert len(read(file).tournament.players) == 4


def test_a_match_whose_other_team_takes_part_no_more_is_shown(director, file):
    """A player of a drawn team becomes preliminary; the other team of the match is looked at."""
    director.do("/boards/1/draw")
    first = matches(file)[0]
    lineup = next(t for t in read(file).tournament.team_play.teams if t.key == first.white).lineup(
        1
    )
    director.do("/players/1/attend", wish=f"preliminary {lineup[0]}")
    page = director.get(f"/boards/1/seat?key={first.black}")
    assert page.status_code == 200
    assert names_of(file)[first.white] in page.text


def test_prints_of_teams(director, file):
    director.do("/boards/1/draw")
    names, first = names_of(file), matches(file)[0]
    for name in ("tables", "names", "rooms", "slips", "standings", "report"):
        assert names[first.white] in director.get(f"/prints/1/page/{name}").text, name
    assert "A 1" in director.get("/prints/1/page/wallist").text
    slips = director.get("/prints/1/page/slips").text
    assert slips.count('class="slip"') == 3
    assert slips.count("Signature of Team") == 6
    director.server.network.address = "http://192.168.1.7:8000"
    assert director.get("/prints/1/page/codes").text.count('class="slip"') == 6


def test_every_page_of_a_tournament_of_teams_opens(director, file):
    director.do("/boards/1/draw")
    parts = ("rules", "players", "teams", "boards", "results", "standings", "prizes", "prints")
    for part in (*parts, "files", "log"):
        assert director.get(f"/{part}/1").status_code == 200, part
    for address in ("/players/1/groups", "/rules/1/advice", "/standings/1/wallist", "/hall/screen"):
        assert director.get(address).status_code == 200, address


@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("/teams/1/change", {"team": "KEY", "country": "FR", "club": "Lyon"}),
        ("/teams/1/delete", {"team": "KEY"}),
        ("/boards/1/attend", {"wish": "absent KEY"}),
    ],
)
def test_a_team_that_is_renamed_while_a_form_is_on_its_way_is_not_another_one(
    address, form, director, file, monkeypatch
):
    """Its former name may be that of another team by the time that the file is locked."""
    do, names = OpenTournament.do, names_of(file)
    first, second, *_ = names

    def after_others(self, *arguments, **checks):
        monkeypatch.setattr(OpenTournament, "do", do)
        for key, name in ((first, "Old"), (second, names[first])):
            assert main(["team", str(file), key, "--rename", name]) == 0
        return do(self, *arguments, **checks)

    monkeypatch.setattr(OpenTournament, "do", after_others)
    players = read(file).tournament.players
    fields = {name: text.replace("KEY", first) for name, text in form.items()}
    said = f"Somebody has renamed the team {names[first]} meanwhile"
    assert said in director.refused(address, **fields)
    assert names_of(file) == {**names, first: "Old", second: names[first]}
    assert read(file).tournament.players == players


def test_line_ups_are_entered_board_by_board_and_a_team_that_is_not_paired_says_why(tmp_path):
    single = replace(entered(2, 2, spares=1), team_play=None)
    file = written(tmp_path / "single.json", single)
    with director_of(file) as director:
        assert "for at least one board" in director.refused(
            "/teams/1/add", team="Lyon", board1="", board2=""
        )
        for team in ("A", "B"):
            boards = {"board1": f"{team} 1", "board2": f"{team} 2", "board3": ""}
            director.do("/teams/1/add", team=f"Team {team}", **boards)
        assert "Not paired:" not in director.get("/teams/1").text
        key = next(p.key for p in read(file).tournament.players if p.full_name == "A 1")
        director.do("/players/1/attend", wish=f"absent {key}")
        page = director.get("/teams/1").text
        assert "Not paired: 1 of 2 present, at least 2 players are needed" in page
        director.do("/teams/1/rules", boards="2", fewest="1")
        assert "Not paired:" not in director.get("/teams/1").text


def test_an_empty_board_is_shown_among_the_results(tmp_path):
    tournament = entered(2, 2)
    team, other = tournament.team_play.teams
    play = replace(tournament.team_play, teams=(team, replace(other, lineups=(("B1",),))), fewest=1)
    file = written(tmp_path / "teams.json", replace(tournament, team_play=play))
    with director_of(file) as director:
        director.do("/boards/1/draw")
        page = director.get("/results/1").text
        rows = [row for row in re.findall(r"<tr.*?(?=<tr|</tbody)", page) if "empty board" in row]
        assert len(rows) == 1
        assert "A 2" in rows[0]
        assert re.search("1-0!|0-1!", rows[0])
        director.do("/results/1/enter", results="1 3")
        assert "2–0" not in director.get("/results/1").text
        assert re.search("1½–½|½–1½", director.get("/results/1").text)


def test_the_day_of_a_team(tmp_path):
    """A line-up of one round, an absence, a late team, points deducted, a board that counts otherwise, and undone."""
    file = written(tmp_path / "teams.json", entered(6, 3))
    keys = {name: key for key, name in names_of(file).items()}
    with director_of(file) as director:
        director.do(
            "/teams/1/rules",
            boards="3",
            fewest="2",
            order="list",
            tolerance="0",
            match_points="2,1,0",
        )
        seats = {"board1": "A 2", "board2": "", "board3": "A 3"}

        def seen():
            return director.games_at(f"/teams/1/teamday?team={keys['Team A']}")

        assert "Team A, round 1: A 2, -, A 3" in director.do(
            "/teams/1/round", team=keys["Team A"], expect=seen(), **seats
        )
        page = director.get("/teams/1/teamday", params={"team": keys["Team A"]}).text
        assert re.findall(r'name="board\d" value="(.*?)"', page) == ["A 2", "", "A 3"]
        director.do("/boards/1/draw")
        assert "A 1, A 2, A 3" in director.do(
            "/teams/1/present", team=keys["Team A"], expect=seen()
        )
        assert "has a match in round 1" in director.refused("/teams/1/away", team=keys["Team B"])
        director.do("/results/1/enter", results=" ".join(f"{table} 1" for table in range(1, 10)))
        assert "its line-up stays" in director.refused(
            "/teams/1/present", team=keys["Team A"], expect=seen()
        )
        panel = director.get("/results/1/forteams").text
        assert panel.count("<option") == 9 + 5
        sums = matches(file)[0].sums
        for _ in range(2):
            assert "0–1 for the teams" in director.do(
                "/results/1/forteams", table="1", result="0-1"
            )
        assert [matches(file)[0].sums == sums, "Teams: 0-1" in director.get("/results/1").text] == [
            False,
            True,
        ]
        director.do("/results/1/forteams", table="1", result="?")
        assert matches(file)[0].sums == sums
        wrong = {"match_points": "-1", "board_points": "", "reason": "Wrong order", "since": "1"}
        for _ in range(2):
            director.do("/teams/1/adjust", team=keys["Team A"], **wrong)
        said = "Team A: -1 match points from round 1 on (Wrong order)"
        assert said in director.get("/standings/1").text
        assert "Must be points such as -1" in director.refused(
            "/teams/1/adjust", team=keys["Team A"], match_points="much", since="1"
        )
        latest = len(History(file).entries())
        director.do("/log/1/undo", change=str(latest))
        assert said not in director.get("/standings/1").text
        assert "is absent from round 2" in director.do("/teams/2/away", team=keys["Team C"])
        assert "is present in round 2" in director.do("/teams/2/here", team=keys["Team C"])
        for path, values in (
            ("/teams/2/withdraw", {}),
            ("/teams/2/adjust", {"match_points": "-1"}),
        ):
            refused = director.refused(path, team=keys["Team C"], since="", **values)
            assert "Choose the round from which on it counts" in refused
        assert "Team C has withdrawn from round 2 on" in director.do(
            "/teams/2/withdraw", team=keys["Team C"], since="2"
        )
