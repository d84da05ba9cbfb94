"""Who withdraws from a round robin with less than half of the games completed has no place [FIDE C.05 6.6]."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answers import rows_of
from congress_files import save
from fastpair import Congress
from fastpair.formats.trf import read
from fastpair.go.comparison import compare_places
from fastpair.go.prizes import Prize, prizes
from fastpair.go.round_robin import unranked
from fastpair.go.standings import standings
from fastpair.go.team_standings import team_standings
from fastpair.go.teams import units
from fastpair.go.tournament import (
    EventFormat,
    Player,
    Result,
)
from pages import director_of
from round_robins import (
    BOARDS,
    CRITERIA,
    DRAWN,
    EVENT,
    GONE,
    LOST,
    WON,
    all_play_all,
    events,
    forfeited,
    leaving,
    team_events,
    team_ring,
)


@pytest.mark.parametrize(
    ("number", "cycles", "completed", "stays"),
    [
        (9, 1, 4, True),  # 4 of 8: the free round is no game
        (9, 1, 3, False),
        (10, 1, 4, False),  # 4 of 9
        (10, 1, 5, True),
        (10, 2, 8, False),  # both cycles together
        (10, 2, 9, True),
    ],
)
def test_half_of_the_games_are_needed(number, cycles, completed, stays):
    event = leaving(all_play_all(number, cycles), "P00", completed)
    assert unranked(event) == (frozenset() if stays else {"P00"})
    ((line, row),) = (
        each for each in enumerate(standings(event).rows, start=1) if each[1].key == "P00"
    )
    assert row.unranked is not stays
    assert line == number or stays
    for other in (
        replace(event, rules=replace(event.rules, needs_half=False)),
        replace(event, rules=replace(event.rules, format=EventFormat.SWISS, cycles=1)),
    ):
        assert not unranked(other)


def test_who_has_games_to_come_has_not_withdrawn():
    event = leaving(all_play_all(10), "P00", 2)
    own = [each for each in event.games if "P00" in each.players]
    open_game = replace(own[5], result=Result.UNKNOWN, by_default=False)
    games = tuple(open_game if each == own[5] else each for each in event.games)
    assert not unranked(replace(event, games=games))
    assert unranked(event) == {"P00"}


def test_a_win_by_forfeit_is_completed():
    """Whoever waits at the board has not withdrawn from that game."""
    event = leaving(all_play_all(10), "P00", 5)
    first = next(each for each in event.games if "P00" in each.players)
    other = next(key for key in first.players if key != "P00")
    games = tuple(forfeited(each, other) if each == first else each for each in event.games)
    assert not unranked(replace(event, games=games))


def slow_points(event):
    """Points, Sonneborn-Berger and Koya of everybody by the articles, game by game; None for who has no place."""
    own = {p.key: [g for g in event.games if p.key in g.players] for p in event.players}

    def lost_by_forfeit(each, key):
        return each.by_default and each.result is (LOST if each.white == key else WON)

    gone = {
        key
        for key, games in own.items()
        if 2 * sum(not lost_by_forfeit(each, key) for each in games) < len(games)
    }
    worth = {WON: (1.0, 0.0), DRAWN: (0.5, 0.5), LOST: (0.0, 1.0)}
    scores = dict.fromkeys(own, 0.0)
    counted = [each for each in event.games if gone.isdisjoint(each.players)]
    for each in counted:
        for key, points in zip(each.players, worth[each.result], strict=True):
            scores[key] += points
    sums, koya = dict.fromkeys(own, 0.0), dict.fromkeys(own, 0.0)
    half = event.rules.cycles * (len(own) - len(gone) - 1) / 2
    for each in counted:
        for key, points in zip(each.players, worth[each.result], strict=True):
            theirs = scores[each.opponent_of(key)]
            sums[key] += points * theirs
            koya[key] += points * (theirs >= half)
    return {key: None if key in gone else (scores[key], sums[key], koya[key]) for key in own}


@settings(max_examples=60)
@given(events(), st.booleans())
def test_games_of_who_has_no_place_count_for_nobody(event, has_absentee):
    every = frozenset(range(1, event.rules.rounds + 1))
    absentee = Player(key="X", name="X", absences=every)  # registered, and in no table
    players = (*event.players, absentee) if has_absentee else event.players
    rows = {row.key: row for row in standings(replace(event, players=players)).rows}
    column = {name: place for place, name in enumerate(CRITERIA)}
    for key, expected in slow_points(event).items():
        values = rows[key].values
        found = tuple(values[column[name]] for name in ("PTS", "SB", "KS"))
        assert (None if rows[key].unranked else found) == expected
    places = [row.place for row in standings(event).rows if not row.unranked]
    assert places == sorted(places)
    assert all(row.unranked for row in standings(event).rows[len(places) :])


def test_every_list_says_whose_games_do_not_count(run, tmp_path):
    file = save(EVENT, tmp_path / "ring.json")
    _, shown, _ = run("standings", file)
    assert "Without a place, with less than half of the games completed: P00." in shown
    *_, line = (line for line in shown.splitlines() if " P00 " in line)
    assert line.split()[0] == "–"
    _, wall, _ = run("wallist", file)
    assert "Games in parentheses count for nobody." in wall
    assert wall.count("(") == 2 * 9
    document = json.loads(run("standings", file, "--json")[1])
    last = document["rows"][-1]
    assert (last["key"], last["unranked"], last["values"]) == ("P00", True, [None] * 5)
    assert all(each["void"] and not each["points"] for each in last["rounds"])
    with director_of(file) as director:
        assert rows_of(director.get("/standings/9").text)[-1][0] == "–"
    run("standings", file, "--output", kept := tmp_path / "kept.json")
    assert run("wallist", kept)[1] == wall


@pytest.mark.parametrize(("rounds", "placed"), [(4, False), (5, True)])
def test_who_withdraws_loses_the_other_games_by_forfeit(run, tmp_path, rounds, placed):
    """All rounds of ten players are drawn; two leave, whose own game nobody wins."""
    event = all_play_all(10)
    games = (g if g.round <= rounds else replace(g, result=Result.UNKNOWN) for g in event.games)
    file = save(replace(event, games=tuple(games)), tmp_path / "ring.json")
    status, said, _ = run("withdraw", file, "P00")
    assert (status, f"P00 has withdrawn and loses {9 - rounds} games by forfeit" in said) == (
        0,
        True,
    )
    assert ("P00 has no place, and these games count for nobody" in said) is not placed
    after = Congress.open(file).tournament
    own = [each for each in after.games if "P00" in each.players]
    assert [each.by_default for each in own] == [False] * rounds + [True] * (9 - rounds)
    lost = {each.result is (LOST if each.white == "P00" else WON) for each in own[rounds:]}
    assert lost == {True}
    assert bool(unranked(after)) is not placed
    assert run("withdraw", file, "P05")[0] == 0
    after = Congress.open(file).tournament
    (between,) = (each for each in after.games if {*each.players} == {"P00", "P05"})
    assert (between.result is Result.BOTH_LOSE) is between.by_default is (between.round > rounds)
    assert run("undo", file)[0] == run("undo", file)[0] == 0
    assert Congress.open(file).tournament.games == tuple(
        g if g.round <= rounds else replace(g, result=Result.UNKNOWN) for g in event.games
    )


def test_a_round_that_is_drawn_later_is_lost_by_forfeit_at_once(run, tmp_path):
    """Two who have left draw a blank against each other."""
    run(
        "new",
        tmp_path / "ring.json",
        "--event-format",
        "round robin",
        "--preset",
        "Chess",
        "--rounds",
        "5",
    )
    file = tmp_path / "ring.json"
    for name in "ABCDEF":
        run("register", file, name, "--rating", "2000")
    run("draw", file, "--write")
    first = Congress.open(file).tournament
    run("result", file, "1", "1-0", "2", "1-0", "3", "1-0")
    for name in "AB":
        assert run("withdraw", file, name)[0] == 0
    for _ in range(4):
        assert run("draw", file, "--write", "--even-so")[0] == 0
        number = Congress.open(file).tournament.last_paired
        open_tables = [
            str(each.table)
            for each in Congress.open(file).tournament.round(number).games
            if not each.has_result
        ]
        assert len(open_tables) in (1, 2)
        run("result", file, *(word for table in open_tables for word in (table, "1-0")))
    found = Congress.open(file).tournament
    gone = {player.key for player in found.players if player.name in "AB"}
    later = [g for g in found.games if g.round > 1 and not gone.isdisjoint(g.players)]
    assert len(later) == (8 if {*first.games[0].players} == gone else 7)
    assert {g.by_default for g in later} == {True}
    both = [g for g in later if gone == {*g.players}]
    assert {g.result for g in both} <= {Result.BOTH_LOSE}
    assert unranked(found) == gone


def test_who_has_no_place_gets_no_prize_and_no_rank(run, tmp_path):
    everybody = prizes(standings(EVENT), [Prize(name="all", count=None)])
    assert "P00" not in [row.key for row in everybody[0].winners]
    file = tmp_path / "ring.trf"
    assert run("export", save(EVENT, tmp_path / "ring.json"), file)[0] == 0
    lines = {line[14:17]: line for line in file.read_text().splitlines() if line[:3] == "001"}
    assert (lines["P00"][85:89].strip(), lines["P00"][80:84].strip()) == ("", "0.0")
    assert {lines[f"P{n:02}"][85:89].strip() for n in range(1, 10)} == {*map(str, range(1, 10))}
    again = read(file, file.read_bytes()).tournament
    status, checked, warned = run("check", file)
    assert (status, "0 findings" in checked, "results give" in warned) == (0, True, False)
    assert unranked(again) == {"1"} or unranked(again) == {again.players[0].key}


def test_a_comparison_leaves_out_games_that_do_not_count():
    table = standings(EVENT)
    found = compare_places(EVENT, table, table.rows[0].key, table.rows[1].key)
    counted = [term for terms in found.terms for term in terms if term.opponent == "P00"]
    assert counted == []


def test_the_command_switches_it_off_and_on(run, tmp_path):
    file = save(EVENT, tmp_path / "ring.json")
    assert run("rules", file, "--no-needs-half", "--even-so")[0] == 0
    assert not unranked(Congress.open(file).tournament)
    assert run("rules", file, "--needs-half", "--even-so")[0] == 0
    assert unranked(Congress.open(file).tournament) == {"P00"}


@pytest.mark.parametrize(
    ("number", "cycles", "completed", "stays"),
    [
        (9, 1, 4, True),
        (9, 1, 3, False),
        (6, 1, 2, False),
        (6, 1, 3, True),
        (4, 2, 2, False),
        (4, 2, 3, True),
    ],
)
def test_half_of_the_matches_are_needed(number, cycles, completed, stays):
    event = team_ring(number, cycles, leaving_teams={"P00": completed}.items())
    assert unranked(event) == (frozenset() if stays else {"P00.0", "P00.1"})
    rows = enumerate(team_standings(event).rows, start=1)
    ((line, row),) = (each for each in rows if each[1].key == "P00")
    assert row.unranked is not stays
    assert line == number or stays
    lenient = replace(event, rules=replace(event.rules, needs_half=False))
    assert not any(row.unranked for row in team_standings(lenient).rows)


def test_a_match_that_one_board_was_played_of_is_completed():
    """A side that wins or loses a board at the table has come to the match."""
    event = team_ring(6, leaving_teams={"P00": 2}.items())
    board = next(g for g in event.games if "P00.0" in g.players and g.by_default)
    games = (replace(g, by_default=False) if g == board else g for g in event.games)
    assert unranked(event)
    assert not unranked(replace(event, games=tuple(games)))


def slow_match_points(event):
    """Match points, board points, and the sum of the opponents' match points, match by match; None for no place."""
    worth = {WON: (1.0, 0.0), DRAWN: (0.5, 0.5), LOST: (0.0, 1.0), Result.BOTH_LOSE: (0.0, 0.0)}
    matches = {}
    for each in event.games:
        teams = [key.split(".")[0] for key in each.players]
        sums = matches.setdefault((each.round, *sorted(teams)), dict.fromkeys(teams, (0.0, False)))
        for team, points in zip(teams, worth[each.result], strict=True):
            came = sums[team][1] or not each.by_default or points == 1
            sums[team] = sums[team][0] + points, came
    names = [team.key for team in event.team_play.teams]
    own = {name: [match for key, match in matches.items() if name in key] for name in names}
    gone = {n for n, all_of in own.items() if 2 * sum(m[n][1] for m in all_of) < len(all_of)}
    totals, met = {name: [0.0, 0.0] for name in names}, {name: [] for name in names}
    for (_, one, other), match in matches.items():
        if gone.isdisjoint((one, other)):
            for name, rival in ((one, other), (other, one)):
                mine, theirs = match[name][0], match[rival][0]
                both_lose = not (mine or theirs)
                totals[name][0] += 0 if both_lose else (mine > theirs) + (mine >= theirs)
                totals[name][1] += mine
                met[name].append(rival)
    return {
        name: None if name in gone else (*totals[name], sum(totals[each][0] for each in met[name]))
        for name in names
    }


@settings(max_examples=60)
@given(team_events())
def test_matches_of_a_team_without_a_place_count_for_nobody(event):
    table = team_standings(event)
    expected = slow_match_points(event)
    assert {row.key: None if row.unranked else row.values for row in table.rows} == expected
    ahead = [row for row in table.rows if not row.unranked]
    assert [row.values for row in ahead] == sorted((row.values for row in ahead), reverse=True)
    assert all(row.unranked and row.values == (None,) * 3 for row in table.rows[len(ahead) :])
    by_line = {row.number: row for row in table.rows}
    for row in table.rows:
        for cell in row.opponents:
            if cell.strip("()")[0].isdigit():
                rival = by_line[int(cell.strip("()")[:-1])]
                assert cell.startswith("(") is (row.unranked or rival.unranked)


def test_every_list_says_whose_matches_do_not_count(run, tmp_path):
    file = save(GONE, tmp_path / "league.json")
    _, shown, _ = run("standings", file, "--teams")
    assert "Without a place, with less than half of the games completed: P00." in shown
    *_, line = (line for line in shown.splitlines() if " P00 " in line)
    assert line.split()[0] == "–"
    _, crossed, _ = run("wallist", file)
    assert "Games in parentheses count for nobody." in crossed
    assert crossed.count("(") == 2 * 5
    document = json.loads(run("standings", file, "--teams", "--json")[1])
    last = document["rows"][-1]
    assert (last["key"], last["unranked"], last["values"]) == ("P00", True, [None] * 3)
    assert not any("unranked" in row for row in document["rows"][:-1])
    with director_of(file) as director:
        assert "–" in rows_of(director.get("/standings/5").text)[-1]
    first, last = (team_standings(GONE).rows[place] for place in (0, -1))
    found = compare_places(GONE, team_standings(GONE), first.key, last.key)
    assert "P00" not in [term.opponent for terms in found.terms for term in terms]


def test_the_report_of_teams_gives_no_rank_to_a_team_without_a_place(run, tmp_path):
    file = tmp_path / "league.trf"
    assert run("export", save(GONE, tmp_path / "league.json"), file)[0] == 0
    lines = {line[8:11]: line for line in file.read_text().splitlines() if line[:3] == "310"}
    assert (lines["P00"][68:71].strip(), lines["P00"][54:60].strip()) == ("", "0.0")
    placed = {row.key: str(row.place) for row in team_standings(GONE).rows if not row.unranked}
    assert {key: lines[key][68:71].strip() for key in placed} == placed
    again = read(file, file.read_bytes()).tournament
    assert len(unranked(again)) == BOARDS
    status, checked, warned = run("check", file)
    assert (status, "0 findings" in checked, "results give" in warned) == (0, True, False)


@pytest.mark.parametrize(("rounds", "placed"), [(2, False), (3, True)])
def test_a_team_that_withdraws_loses_the_other_matches_by_forfeit(run, tmp_path, rounds, placed):
    """All rounds of six teams are drawn; of two that leave, nobody wins the match."""
    event = team_ring(6)
    games = (g if g.round <= rounds else replace(g, result=Result.UNKNOWN) for g in event.games)
    file = save(replace(event, games=tuple(games)), tmp_path / "league.json")
    status, said, _ = run("withdraw", file, "P00")
    assert status == 0
    matches = f"{5 - rounds} matches" if rounds < 4 else "1 match"
    assert f"P00 has withdrawn and loses {matches} by forfeit" in said
    assert ("P00 has no place, and these games count for nobody" in said) is not placed
    after = Congress.open(file).tournament
    assert bool(unranked(after)) is not placed
    own = [g for g in units(after, after.team_play).games if "P00" in g.players]
    assert [each.by_default for each in own] == [False] * rounds + [True] * (5 - rounds)
    assert run("withdraw", file, "P03")[0] == 0
    after = Congress.open(file).tournament
    (between,) = (g for g in units(after, after.team_play).games if {*g.players} == {"P00", "P03"})
    assert (between.result is Result.BOTH_LOSE) is between.by_default is (between.round > rounds)
    assert run("undo", file)[0] == run("undo", file)[0] == 0
    assert not any(each.by_default for each in Congress.open(file).tournament.games)


def test_a_team_is_out_with_its_last_player(run, tmp_path):
    """A team of whom somebody is left plays on; of two that are out nobody wins the match."""
    event = team_ring(4)
    first = tuple(each for each in event.games if each.round == 1)
    play = replace(event.team_play, fewest=1)
    file = save(replace(event, games=first, team_play=play), tmp_path / "league.json")
    assert run("withdraw", file, "P00.0")[0] == 0
    assert not unranked(Congress.open(file).tournament)
    assert run("withdraw", file, "P00.1", "P01.1", "P02")[0] == 0
    log = Congress.open(file)._state.withdrawn
    assert {*log} == {"P00.0", "P00.1", "P01.1", "P02.0", "P02.1"}
    assert run("schedule", file)[0] == 0
    after = Congress.open(file).tournament
    assert unranked(after) == {"P00.0", "P00.1", "P02.0", "P02.1"}
    later = [g for g in units(after, after.team_play).games if g.round > 1]
    lost = {frozenset(g.players): g.result for g in later if g.by_default}
    assert lost[frozenset({"P00", "P02"})] is Result.BOTH_LOSE
    assert {result for key, result in lost.items() if len(key & {"P00", "P02"}) == 1} <= {WON, LOST}
    between = frozenset({"P01", "P03"})
    assert all(not g.by_default for g in later if frozenset(g.players) == between)
    alone = [g for g in after.games if g.round > 1 and "P01.1" in g.players]
    assert all(g.by_default for g in alone)


def test_rounds_that_are_paired_together_are_lost_by_forfeit_too(run, tmp_path):
    file = tmp_path / "ring.json"
    run("new", file, "--event-format", "round robin", "--preset", "Chess")
    for name in "ABCDEF":
        run("register", file, name, "--rating", "2000")
    run("draw", file, "--write")
    run("result", file, "1", "1-0", "2", "1-0", "3", "1-0")
    assert run("withdraw", file, "A")[0] == 0
    assert run("schedule", file)[0] == 0
    found = Congress.open(file).tournament
    (gone,) = (player.key for player in found.players if player.name == "A")
    own = [each for each in found.games if gone in each.players]
    assert [each.by_default for each in own] == [False] + [True] * 4
    assert unranked(found) == {gone}


@pytest.mark.parametrize("by_number", [False, True])
@pytest.mark.parametrize(
    ("event", "cycles"), [(EVENT, 1), (leaving(all_play_all(5, 2), "P01", 3), 2), (GONE, 1)]
)
def test_the_cross_table_of_a_document_is_a_matrix(run, tmp_path, event, cycles, by_number):
    """Each game stands in two cells of it, where the rounds of both say that they met."""
    file = save(event, tmp_path / "ring.json")
    options = ("--by-number",) * by_number
    document = json.loads(run("wallist", file, *options, "--json")[1])
    keys, table = [row["key"] for row in document["rows"]], document["cross_table"]
    assert (keys == sorted(keys)) is by_number
    numbers = {row["number"]: row["key"] for row in document["rows"]}
    assert numbers == dict(enumerate(sorted(keys), start=1))  # the pairing numbers
    run("wallist", file, *options, "--output", tmp_path / "ring.csv")
    titles = re.split("[,;]", (tmp_path / "ring.csv").read_text().splitlines()[0])
    assert [int(each) for each in titles if each.isdecimal()] == [*numbers]
    assert [[cell is None for cell in line] for line in table] == [
        [one == other for other in keys] for one in keys
    ]
    assert {len(cell) for line in table for cell in line if cell is not None} == {cycles}
    play = event.team_play
    games = (event if play is None else units(event, play)).games
    met = {(key, g.opponent_of(key), g.round) for g in games for key in g.players}
    shown = {
        (one, other, found["round"]): found["text"]
        for one, line in zip(keys, table, strict=True)
        for other, cell in zip(keys, line, strict=True)
        for found in cell or ()
    }
    assert shown.keys() == met
    gone = {row["key"] for row in document["rows"] if row.get("unranked")}
    assert gone
    assert all(text.startswith("(") is bool(gone & {*pair[:2]}) for pair, text in shown.items())
    for row in document["rows"]:
        for number, cell in enumerate(row.get("opponents", ()), start=1):
            line = int(cell.strip("()")[:-1])
            assert (row["key"], numbers[line], number) in met


def test_events_of_other_formats_have_no_cross_table(run, tmp_path):
    swiss = replace(EVENT, rules=replace(EVENT.rules, format=EventFormat.SWISS))
    assert "cross_table" not in json.loads(
        run("standings", save(swiss, tmp_path / "s.json"), "--json")[1]
    )
