"""`check` computes the standings again that a report for FIDE lists in 202 or 212."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from fastpair import Congress
from fastpair.formats.trf import read
from fastpair.go.tournament import Criterion
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
    assert main(["result", str(file), "--round", "3", "1", "1/2", "--even-so"]) == 0
    lines = [line for line in file.read_text().splitlines() if line.startswith("### tie-breaks")]
    assert len(lines) == 6
    found = read("open.trf", file.read_bytes()).stated
    assert found.values["ASHADA"][0] in (2.0, 2.5)
    assert "212 PTS,BH,DE" in file.read_text()


def test_a_file_without_a_list_of_criteria_states_no_standings(tmp_path, capsys):
    text = OPEN.format(line="162  W 1.0    D 0.5    L 0.0    P 1.0")
    assert found(tmp_path, text, capsys)[:2] == (None, [])


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
