"""`check` computes the standings again that a report for FIDE lists in 202 or 212."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from commands import do
from fastpair import Congress
from fastpair.app.reports.stated import check_standings
from fastpair.errors import FormatError
from fastpair.formats import FORMATS
from fastpair.formats.trf import read
from fastpair.go.team_standings import team_standings
from fastpair.go.teams import of_teams
from fastpair.go.tournament import Criterion
from fastpair.pairing.rounds import draw_round
from fastpair.ui.cli import main

OPEN = """\
012 Open of Ulm
042 2026/11/20
142 3
152 W
192 FIDE_DUTCH_2026
{line}
001    1      Ash, Ada                          2400                             2.5    1     4 w 1     2 b =     3 w 1
001    2      Birch, Bo                         2300                             1.5    2     5 b 1     1 w =     6 b -
001    3      Cedar, Cleo                       2200                             1.0    5     6 w 0     5 w 1     1 b 0
001    4      Elm, Dag                          2100                             1.0    4     1 b 0     6 b 0     5 w 1
001    5      Fir, Eva                          2000                             0.0    6     2 w 0     3 b 0     4 b 0
001    6      Larch, Finn                       1900                             3.0    1     3 b 1     4 w 1     2 w +
"""


def found(tmp_path, text, capsys):
    """The standings of the document of `check`, its findings, and the exit status."""
    file = tmp_path / "open.trf"
    file.write_text(text)
    status = main(["check", str(file), "--json"])
    document = json.loads(capsys.readouterr().out)
    assert document == Congress.open(file).check()
    sentences = [each["sentence"] for each in document["findings"] if each["kind"] == "score"]
    return document.get("standings"), sentences, status


RIGHT = OPEN.replace("2.5    1  ", "2.5    2  ").replace("1.5    2  ", "1.5    3  ")


def test_places_and_points_are_computed_again(tmp_path, capsys):
    right = RIGHT.format(line="212 PTS,BH/C1,SB,DE")
    standings, sentences, status = found(tmp_path, right, capsys)
    # Round 2 has other pairs than the system gives: the places are right all the same.
    assert (standings["differences"], sentences) == ([], [])
    assert standings["criteria"] == ["NBW", "BH/C1", "SB", "DE"]
    assert standings["edition"] == 2026
    first = standings["rows"][0]
    assert (first["player"], first["place"]) == ("LARCHFINN", 1)
    wrong = right.replace("1.0    5  ", "1.0    3  ").replace("0.0    6  ", "1.0    6  ")
    standings, sentences, status = found(tmp_path, wrong, capsys)
    assert status == 1
    place, points = standings["differences"]
    assert place["player"] == "CEDARCLEO"
    assert (place["criterion"], place["value"]) == ("place", 3)
    assert points == {"player": "FIREVA", "criterion": "Points", "value": 1.0, "expected": 0.0}
    assert sentences[0].startswith("Cedar Cleo: place 3 is stated, and the criteria give ")
    assert "Points is 1, and 1.5 of Birch Bo" in sentences[0]


def test_values_that_a_comment_states_are_computed_again(tmp_path, capsys):
    text = RIGHT.format(line="202 BH,SB,DE")
    plain, _, _ = found(tmp_path, text, capsys)
    rows = {row["player"]: row["values"] for row in plain["rows"]}
    values = {
        number: " ".join("-" if value is None else f"{value:g}" for value in rows[key])
        for number, key in enumerate(
            ["ASHADA", "BIRCHBO", "CEDARCLEO", "ELMDAG", "FIREVA", "LARCHFINN"], start=1
        )
    }
    comments = "".join(f"### tie-breaks {number}: {own}\n" for number, own in values.items())
    standings, _, _ = found(tmp_path, text + comments, capsys)
    assert standings["differences"] == []
    assert next(iter(rows["ASHADA"])) == 2.5
    own = values[2].split()
    planted = comments.replace(values[2], " ".join([own[0], str(float(own[1]) + 0.5), *own[2:]]))
    standings, sentences, status = found(tmp_path, text + planted, capsys)
    assert [each["player"] for each in standings["differences"]] == ["BIRCHBO"]
    assert standings["differences"][0]["criterion"] == "BH"
    assert f"BH is stated as {float(own[1]) + 0.5:g}, and the games give {own[1]}" in sentences[0]
    assert status == 1


def test_a_result_that_changes_changes_the_values_of_the_comments(tmp_path):
    text = RIGHT.format(line="212 PTS,BH,DE") + "### tie-breaks 1: 9 9 -\n### tie-breaks 5: 0 4 -\n"
    file = tmp_path / "open.trf"
    file.write_text(text)
    do("result", file, "--round", "3", "1", "1/2", "--even-so")
    lines = [line for line in file.read_text().splitlines() if line.startswith("### tie-breaks")]
    assert len(lines) == 6
    found = read("open.trf", file.read_bytes()).stated
    assert found.values["ASHADA"][0] in (2.0, 2.5)
    assert "212 PTS,BH,DE" in file.read_text()


def test_rounds_of_a_system_that_is_not_known_are_not_compared(tmp_path, capsys):
    """Nor are their colours; the standings are, and the rounds by a system that is named."""
    file = tmp_path / "open.trf"
    text = RIGHT.format(line="212 PTS,BH/C1,SB,DE")
    file.write_text(text.replace("192 FIDE_DUTCH_2026", "192 FIDE_LIM"))
    do("check", file, "--json")
    printed = capsys.readouterr()
    found = json.loads(printed.out)
    assert (found["clean"], found["rounds"], found["findings"]) == (True, [], [])
    assert found["standings"]["differences"] == []
    assert "the pairs of 3 rounds are not compared: they were drawn by FIDE_LIM" in printed.err
    assert main(["check", str(file), "--system", "dutch", "--json"]) == 1
    assert len(json.loads(capsys.readouterr().out)["rounds"]) == 3


def test_a_file_without_a_list_of_criteria_states_points_alone(tmp_path, capsys):
    """Its places may go by anything; without points it states nothing."""
    text = OPEN.format(line="162  W 1.0    D 0.5    L 0.0    P 1.0")
    standings, sentences, _ = found(tmp_path, text, capsys)
    assert (standings["differences"], sentences) == ([], [])
    standings, sentences, status = found(tmp_path, text.replace("2.5    1", "3.5    1"), capsys)
    assert (len(standings["differences"]), status) == (1, 1)
    assert sentences == ["Ash Ada: Points is stated as 3.5, and the games give 2.5"]
    blank = re.sub(r"(?m)^(001.{77}) [0-9.]{3}", r"\1    ", text)
    assert found(tmp_path, blank, capsys)[:2] == (None, [])


@pytest.mark.parametrize(
    ("line", "criteria"),
    [
        ("212 PTS,BH/C1,ARO", ["NBW", "BH/C1", "ARO"]),
        ("202 bh-c1, aro", ["NBW", "BH/C1", "ARO"]),
        ("202 BH SB", ["NBW", "BH", "SB"]),
        ("212 DE,PTS", ["DE", "NBW"]),
    ],
)
def test_the_criteria_of_a_report_are_read_and_written(line, criteria):
    document = read("open.trf", OPEN.format(line=line).encode())
    placement = document.tournament.rules.placement
    assert [each.value for each in placement] == criteria
    rules = document.tournament.rules
    other = replace(rules, placement=tuple(map(Criterion, ("PTS", "FB/M1", "SB"))))
    content = document.content_with(replace(document.tournament, rules=other)).decode()
    assert "212 PTS,FB/M1,SB" in content
    assert line not in content
    same = replace(document.tournament, name="Open")
    assert line in document.content_with(same).decode()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("212 PTS,XYZ,SB", "'XYZ' is none of FIDE's tie-breaks"),
        ("202 SB,EDE", "'EDE' is a tie-break of teams, and the file is read as one of players"),
        ("202 SB,BH/X2", "tie-break 'BH/X2': 'X2' is not a modifier of BH"),
    ],
)
def test_a_string_that_is_none_is_named_with_its_line(line, why):
    document = read("open.trf", OPEN.format(line=line).encode())
    assert any(each.startswith(f"line 6: {why}") for each in document.remarks)
    assert document.stated is None
    assert [each.value for each in document.tournament.rules.placement] == ["NBW", "SB"]


TEAMS = """\
012 Teams of Ulm
042 2026/11/20
142 3
152 W
192 FIDE_TEAM_TYPEA_MP_GP
162  W 1.0    D 0.5    L 0.0    P 0.5
352 WB
212 PTS,MPvGP,BC,BH:MP
310   1 Aston                            A       2390    5.0    4.5   1     1    2    3
310   2 Brent                            B       2290    3.0    3.5   3     4    5
310   3 Colne                            C       2190    1.0    1.0   5     6    7
310   4 Derby                            D       2090    4.0    4.0   2     8    9
310   5 Exton                            E       1990    2.0    2.0   4    10   11
320  1.0  1.0   5   4   3
001    1      A, One                            2400                             0.0    0     6 w 1    10 b =     4 w 1
001    2      A, Two                            2380                             0.0    0  0000 - Z    11 w =     5 b =
001    3      A, Three                          2300                             0.0    0     7 b 1  0000 - Z  0000 - Z
001    4      B, One                            2300                             0.0    0     8 b =     6 w +     1 b 0
001    5      B, Two                            2200                             0.0    0     9 w =     7 b 1     2 w =
001    6      C, One                            2200                             0.0    0     1 b 0     4 b -
001    7      C, Two                            2100                             0.0    0     3 w 0     5 w 0
001    8      D, One                            2100                             0.0    0     4 w =            0000 - +
001    9      D, Two                            2000                             0.0    0     5 b =              11 w 1
001   10      E, One                            2000                             0.0    0               1 w =  0000 - Z
001   11      E, Two                            1900                             0.0    0               2 b =     9 b 0
"""


def changed(*changes):
    """The file of teams with other texts."""
    text = TEAMS
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


FORFEITED = [
    ("0.0    0     6 w 1", "0.0    0          "),
    ("0.0    0     7 b 1", "0.0    0          "),
    ("0.0    0     1 b 0", "0.0    0          "),
    ("0.0    0     3 w 0", "0.0    0          "),
    ("352 WB\n", "352 WB\n330 +-   1   1   3\n"),
]
"""The match of Aston and Colne in round 1, stated in a line instead of games."""

LINE_UPS = [
    ("1     1    2    3\n", "1     3    2    1\n"),
    ("352 WB\n", "352 WB\n" + "".join(
        f"300   {number}   1   {other}    1    {second}\n"
        for number, other, second in ((1, 3, 3), (2, 5, 2), (3, 2, 2))
    )),
]  # fmt: skip
"""Aston lists its members in another order than that of the boards."""


@pytest.mark.parametrize("changes", [[], FORFEITED, LINE_UPS])
def test_the_points_and_places_of_teams_are_computed_again(changes, tmp_path, capsys):
    """A bye is a match drawn at all boards; a board without an opponent is won."""
    comment = ("352 WB\n", "352 WB\n### tie-breaks 1: 5 4.5 6.5\n")
    standings, sentences, _ = found(tmp_path, changed(*changes, comment), capsys)
    assert (standings["differences"], sentences) == ([], [])
    assert standings["criteria"] == ["PTS:MP", "MPvGP", "BC", "BH:MP"]
    assert [row["player"] for row in standings["rows"]] == ["1", "4", "2", "5", "3"]
    assert standings["teams"]["4"] == "Derby"
    assert standings["rows"][0]["values"][:3] == [5, 4.5, 6.5]


@pytest.mark.parametrize(
    ("worth", "points"),
    [
        *(("1.0  1.0", (1, 1)), ("2.0  2.0", (2, 2)), ("0.0  0.0", (0, 0)), ("1.0  2.0", (1, 2))),
        *(("0.5  1.5", (0.5, 1.5)), ("1.5  0.5", (1.5, 0.5)), ("2.0  1.0", (2, 1))),
    ],
)
def test_a_bye_is_worth_what_the_file_states_and_wins_every_board(worth, points):
    """Its match points and board points are any; for the board count it is a win at both boards, 1 + 2."""
    tournament = read("open.trf", changed(("320  1.0  1.0", f"320  {worth}")).encode()).tournament
    again = read("new.trf", FORMATS["trf"].new(tournament)).tournament
    assert replace(again.team_play, teams=()) == replace(tournament.team_play, teams=())
    for each in (tournament, again):
        rows = {row.key: row.values for row in team_standings(each, 3).rows}
        assert rows["4"][:3] == (3 + points[0], 3 + points[1], 3 + 4.5)
        assert rows["5"][:3] == (1 + points[0], 1 + points[1], 3 + 1.5)
        assert rows["1"][:3] == (5, 4.5, 6.5)


@pytest.mark.parametrize(
    ("worth", "pairs"), [("1.0  2.0", {"14", "35"}), ("1.0  0.0", {"13", "45"})]
)
def test_a_draw_by_game_points_goes_by_those_of_the_bye(worth, pairs):
    """The second team is free. A team whose bye was worth 2 points is in the top bracket with the first one, which takes
    in those two who have met; one of none is the last."""
    lines = [
        "012 Cup", "142 3", "152 W", "192 FIDE_TEAM_TYPEA_GP_MP", "352 WB", "362 TW 2.0   TD 1.0   TL 0.0",
        *(f"310   {n} Team {n}                                          0.0    0.0   0  {2 * n - 1:>4} {2 * n:>4}" for n in range(1, 6)),
        f"320  {worth}   5",
        *(f"001 {n:>4}      P{n:<32} 2000                             0.0    0  {game}" for n, game in enumerate(
            ["   3 w 1", "   4 b 1", "   1 b 0", "   2 w 0", "   7 w 1", "   8 b =", "   5 b 0", "   6 w =", "", ""], start=1
        )),
    ]  # fmt: skip
    units = of_teams(read("cup.trf", "\n".join(lines).encode()).tournament)
    drawn = draw_round(units, 2)
    assert {"".join(sorted(board.pair)) for board in drawn.boards} == pairs


@pytest.mark.parametrize(
    ("line", "teams"),
    [
        ("192 FIDE_TEAM_TYPEA_MP_GP", True),
        ("092 Team: Swiss-System", True),
        ("092 Individual: Swiss-System", False),
        ("192 FIDE_DUTCH_2026", False),
    ],
)
def test_teams_are_compared_where_they_are_paired(line, teams):
    """Teams may be listed in an event of individuals, whose standings are those of the players."""
    text = changed(("192 FIDE_TEAM_TYPEA_MP_GP", line), ("212 PTS,MPvGP,BC,BH:MP", "212 PTS,BH"))
    play = read("open.trf", text.encode()).tournament.team_play
    assert (play is not None) == teams


@pytest.mark.parametrize(
    ("line", "absent"),
    [("", ""), ("240 Z   1    5\n240 Z   2    4\n240 Z   3    3\n", "345")],
)
def test_a_team_without_a_match_that_is_not_absent_has_the_bye(tmp_path, capsys, line, absent):
    file = changed(("320  1.0  1.0   5   4   3\n", line))
    standings, _, _ = found(tmp_path, file, capsys)
    points = [each for each in standings["differences"] if each["criterion"] != "place"]
    assert [(each["player"], each["criterion"]) for each in points] == [
        (team, criterion) for team in absent for criterion in ("Match-Points", "Board-Points")
    ]


def test_values_points_and_places_of_teams_follow_their_results(tmp_path, capsys):
    """Brent wins at board 1 and so the match; the short name of Aston stays."""
    file = tmp_path / "teams.trf"
    file.write_text(changed(("352 WB\n", "352 WB\n### tie-breaks 1: 5 4.5 6.5\n")))
    do("result", file, "--round", "3", "1", "0-1", "--even-so")
    text = file.read_text()
    lines = [line for line in text.splitlines() if line.startswith(("### tie-breaks", "310"))]
    assert "### tie-breaks 1: 3 3.5 5.5 8" in lines
    assert len(lines) == 10
    assert any(
        line.startswith("310   1 Aston ") and line[41:71] == "A       2390    3.0    3.5   3"
        for line in lines
    ), lines
    capsys.readouterr()
    standings, sentences, _ = found(tmp_path, text, capsys)
    assert (standings["differences"], sentences) == ([], [])


@pytest.mark.peers("fide-team/*.trf")
def test_match_and_game_points_of_events_of_another_program_are_right(peer):
    content = peer.read_bytes()
    document = read(peer.name, content)
    stated = document.stated
    teams = document.tournament.team_play.teams
    assert {len(each) for each in stated.points.values()} == {len(teams)}
    assert check_standings(document.tournament, stated).differences == ()


@pytest.mark.parametrize(
    ("old", "new", "difference", "sentence"),
    [
        (
            "1990    2.0    2.0",
            "1990    3.0    2.0",
            {"player": "5", "criterion": "Match-Points", "value": 3, "expected": 2},
            "Exton: Match-Points is stated as 3, and the games give 2",
        ),
        (
            "2290    3.0    3.5",
            "2290    3.0    4.0",
            {"player": "2", "criterion": "Board-Points", "value": 4, "expected": 3.5},
            "Brent: Board-Points is stated as 4, and the games give 3.5",
        ),
        (
            "4.0    4.0   2",
            "4.0    4.0   1",
            {"player": "4", "criterion": "place", "value": 1, "expected": 2},
            "Derby: place 1 is stated, and the criteria give 2; PTS:MP is 4, and 5 of Aston",
        ),
        (
            "352 WB\n",
            "352 WB\n### tie-breaks 1: 5 4.5 7\n",
            {"player": "1", "criterion": "BC", "value": 7, "expected": 6.5},
            "Aston: BC is stated as 7, and the games give 6.5",
        ),
        (
            "352 WB\n",
            "352 WB\n299    -1.0   0.0        5\n",
            {"player": "5", "criterion": "Match-Points", "value": 2, "expected": 1},
            "Exton: Match-Points is stated as 2, and the games and adjusted points give 1",
        ),
    ],
)
def test_what_is_stated_wrong_of_a_team_is_found(old, new, difference, sentence, tmp_path, capsys):
    standings, sentences, status = found(tmp_path, changed((old, new)), capsys)
    assert (standings["differences"], sentences, status) == ([difference], [sentence], 1)


def test_match_points_and_the_first_score_are_those_of_the_file(tmp_path, capsys):
    """Three match points for a win: Aston 2 wins and a draw; Derby a win, a draw and a bye."""
    file = changed(
        ("352 WB\n", "352 WB\n362 TW 3.0   TD 1.0   TL 0.0\n"),
        ("TYPEA_MP_GP", "TYPEA_GP_MP"),
        ("5.0    4.5   1", "7.0    4.5   1"),
        ("3.0    3.5   3", "4.0    3.5   3"),
        ("4.0    4.0   2", "5.0    4.0   2"),
        ("212 PTS,MPvGP,BC,BH:MP", "202 BC"),
    )
    standings, sentences, _ = found(tmp_path, file, capsys)
    assert (standings["differences"], sentences) == ([], [])
    assert standings["criteria"] == ["PTS:GP", "BC"]


def test_places_of_teams_are_compared_by_listed_criteria_alone(tmp_path, capsys):
    file = changed(("212 PTS,MPvGP,BC,BH:MP\n", ""), ("4.0    4.0   2", "4.0    4.0   9"))
    standings, sentences, _ = found(tmp_path, file, capsys)
    assert (standings["differences"], sentences) == ([], [])


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("320  1.0  1.0   5", "320  1.5  1.0   0   0   3\n320  1.0  1.0   5", "other points of a bye"),
        ("352 WB\n", "352 WB\n299 x\n", "points that an arbiter has given by 299"),
        ("162  W 1.0", "162  W 3.0", "game points other than 1, 0.5 and 0 are not counted"),
        ("1     1    2    3\n", "1     1    2\n", "are not boards of matches between the teams"),
    ],
)  # fmt: skip
def test_why_teams_are_not_checked_is_said(old, new, why):
    document = read("open.trf", changed((old, new)).encode())
    assert document.stated is None
    said = [
        each for each in document.remarks if "the standings of the teams are not checked" in each
    ]
    assert len(said) == 1
    assert why in said[0]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("352 WB\n", "352 WB\n330 +- 9\n", "teams.trf:8: expected the result, the round and two"),
        ("352 WB\n", "352 WB\n300 1 2\n", "teams.trf:8: expected round, team, opponent and players"),
        ("352 WB\n", "352 WB\n362 TW 1.3\n", "teams.trf:8: expected match points such as TW 2.0"),
        ("320  1.0  1.0", "320  1.0  x", "teams.trf:14: expected match points, game points and"),
        ("310   2 Brent", "310     Brent", "teams.trf:10: expected the number of a team"),
        ("310   2 Brent", "310   2   Brent", "teams.trf:10: columns 72-73: expected nothing, found"),
        ("3     4    5\n", "3     4    3\n", "teams.trf:10: line 9 has the player 3 too"),
        ("310   2 Brent", "310   1 Brent", "teams.trf:10: line 9 has the team 1 too"),
        ("1     1    2    3\n", "1     1    2   12\n", "teams.trf:9: expected the number of a player"),
        ("352 WB\n", "352 WB\n240 Z   3    9\n", "teams.trf:8: expected the number of a team, found"),
    ],
)  # fmt: skip
def test_lines_of_teams_that_are_none_are_refused_with_their_place(old, new, why):
    with pytest.raises(FormatError) as caught:
        read("teams.trf", changed((old, new)).encode())
    assert str(caught.value).startswith(why)
