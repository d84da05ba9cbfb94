"""A report of a round robin that somebody has left: another program that sums the rounds has the same ranks."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import pytest
from hypothesis import given, settings

from congress_files import save
from fastpair.formats import FORMATS
from fastpair.go.round_robin import unranked
from fastpair.go.standings import standings
from fastpair.go.team_standings import team_standings
from round_robins import EVENT, GONE, all_play_all, events, leaving, team_events

TRF = FORMATS["trf"]
WORTH = {"1": 1, "+": 1, "=": 0.5, "0": 0, "-": 0}
TYPES = {"1": "W", "+": "+", "=": "D", "0": "L", "-": "-"}


def lines_of(content):
    """The lines of a report by their codes."""
    found = defaultdict(list)
    for line in content.decode().splitlines():
        found[line[:3]].append(line)
    return found


def annulled(lines):
    """Round, type and number of the results that lines 299 make worth nothing, read by their columns."""
    for line in lines["299"]:
        assert {line[7:11].strip(), line[13:17].strip()} <= {"", "0.0"}
        for start in range(23, len(line), 5):
            yield int(line[19:22]), line[4], int(line[start : start + 4])


def sums_of_rounds(content):
    """What another program knows of each player: points of all rounds but for lines 299, and Sonneborn-Berger."""
    lines = lines_of(content)
    void = {*annulled(lines)}
    points, games = {}, {}
    for line in lines["001"]:
        number = int(line[4:8])
        cells = [line[start : start + 8] for start in range(91, len(line.rstrip()), 10)]
        games[number] = [
            (int(cell[:4]), 0 if (round, TYPES[cell[7]], number) in void else WORTH[cell[7]])
            for round, cell in enumerate(cells, start=1)
            if cell.strip()
        ]
        points[number] = sum(worth for _, worth in games[number])
    sums = {n: sum(worth * points[other] for other, worth in own) for n, own in games.items()}
    return {number: (points[number], sums[number]) for number in games}


@settings(max_examples=40)
@given(events())
def test_the_rounds_of_a_report_add_up_to_the_points_that_count(event):
    content = TRF.new(event)
    sums = sums_of_rounds(content)
    for line in lines_of(content)["001"]:
        assert float(line[80:84]) == sums[int(line[4:8])][0]
    rows = standings(event, criteria=["PTS", "SB"]).rows
    numbers = {player.key: number for number, player in enumerate(event.players, start=1)}
    for row in rows:
        assert row.unranked or sums[numbers[row.key]] == row.values
    document = TRF.read("ring.trf", content)
    again = document.tournament
    assert len(unranked(again)) == len(unranked(event))
    assert not any(player.bonus_halves for player in again.players)
    assert [row.values for row in standings(again, criteria=["PTS", "SB"]).rows] == [
        row.values for row in rows
    ]


@pytest.mark.parametrize("needs_half", [True, False])
def test_the_points_say_whether_all_games_count(needs_half):
    """No line of a report states the rule."""
    event = replace(EVENT, rules=replace(EVENT.rules, needs_half=needs_half))
    content = TRF.new(event)
    assert bool(lines_of(content)["299"]) is needs_half
    document = TRF.read("ring.trf", content)
    assert document.tournament.rules.needs_half is needs_half
    assert bool(unranked(document.tournament)) is needs_half


def test_who_leaves_without_a_point_for_anybody_leaves_the_rule():
    """All of nine others had lost or drawn nothing against the one who never came."""
    event = leaving(all_play_all(4), "P00", 0)
    document = TRF.read("ring.trf", TRF.new(event))
    assert document.tournament.rules.needs_half
    assert len(unranked(document.tournament)) == 1


@settings(max_examples=20)
@given(team_events())
def test_the_matches_of_a_report_add_up_to_the_points_of_the_teams(event):
    content = TRF.new(event)
    lines = lines_of(content)
    void = {(round, number) for round, _, number in annulled(lines)}
    rows = {row.key: row for row in team_standings(event).rows}
    worth = defaultdict(lambda: [0.0, 0.0])
    team = {
        int(line[start : start + 4]): int(line[4:7])
        for line in lines["310"]
        for start in range(73, len(line), 5)
    }
    boards = defaultdict(float)
    for line in lines["001"]:
        for round, start in enumerate(range(91, len(line.rstrip()), 10), start=1):
            if (cell := line[start : start + 8]).strip():
                boards[round, team[int(line[4:8])]] += WORTH[cell[7]]
    rivals = {}
    for line in lines["001"]:
        for round, start in enumerate(range(91, len(line.rstrip()), 10), start=1):
            if (cell := line[start : start + 8]).strip() and int(cell[:4]):
                rivals[round, team[int(line[4:8])]] = team[int(cell[:4])]
    for line in lines["330"]:
        pair = int(line[11:14]), int(line[15:18])
        for one, other in (pair, pair[::-1]):
            rivals[int(line[7:10]), one] = other
    for (round, number), rival in rivals.items():
        if (round, number) not in void:
            mine, theirs = boards[round, number], boards[round, rival]
            worth[number][0] += 0 if not (mine or theirs) else (mine > theirs) + (mine >= theirs)
            worth[number][1] += mine
    for line in lines["310"]:
        number, name = int(line[4:7]), line[8:40].strip()
        assert [float(line[54:60]), float(line[61:67])] == worth[number]
        assert worth[number] == ([0, 0] if rows[name].unranked else [*rows[name].values[:2]])
        assert line[68:71].strip() == ("" if rows[name].unranked else str(rows[name].place))


@pytest.mark.parametrize("event", [EVENT, GONE])
def test_the_check_of_our_own_report_has_no_finding(run, tmp_path, event):
    file = tmp_path / "ring.trf"
    assert run("export", save(event, tmp_path / "ring.json"), file)[0] == 0
    status, checked, warned = run("check", file)
    assert (status, "0 findings" in checked) == (0, True)
    assert not [line for line in warned.splitlines() if "299" in line or "not checked" in line]


def test_other_points_of_teams_are_still_told(run, tmp_path):
    """A line of an arbiter, or one that annuls a match that counts."""
    content = TRF.new(GONE)
    for line in ("299 W   0.0   0.0    1    2", "299 W   1.0   1.0    1    2"):
        file = tmp_path / "ring.trf"
        file.write_bytes(content + f"{line}\n".encode())
        _, _, warned = run("check", file)
        assert "the standings of the teams are not checked" in warned
