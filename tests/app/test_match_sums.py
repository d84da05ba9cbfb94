"""Matches of teams that are entered as sums, such as 2½–1½, where the boards are not known."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from done_or_refused import refused, run
from fastpair import Congress, RuleError
from fastpair.app.publication.published import public_view, round_document
from fastpair.formats import read
from fastpair.go.standings import standings
from fastpair.go.team_standings import team_standings
from fastpair.go.teams import matches_of, of_teams
from fastpair.go.tournament import (
    Player,
    Result,
    Rules,
    Team,
    TeamCriterion,
    TeamPlay,
    Tournament,
    with_preset,
)
from fastpair.ui.web.store import OpenTournament
from pages import director_of
from team_tournaments import entered, matches, written

_BOARDS = ("1-0", "1/2", "0-1")


def event(count=8, size=4, rounds=5, system="swiss-team"):
    """Teams of chess before round 1."""
    rules = replace(with_preset(Rules(), "Swiss-Team"), rounds=rounds, system=system)
    keys = {n: tuple(f"{n}.{b}" for b in range(size)) for n in range(count)}
    players = tuple(
        Player(key=key, name=f"N{key}", rating=2400 - 13 * n) for n in keys for key in keys[n]
    )
    teams = tuple(Team(key=str(n), name=f"Team {n}", lineups=(keys[n],)) for n in keys)
    return Tournament(
        kind="swiss", rules=rules, players=players, team_play=TeamPlay(teams=teams, size=size)
    )


def matches_in(tournament, number):
    return matches_of(tournament, tournament.team_play, number)


def spelled(sums):
    return "-".join(f"{each / 2:g}" for each in sums)


def in_two_ways(seed, system="swiss-team", rounds=4):
    """A tournament of which all boards are entered, and the same by sums where these do not say the boards."""
    lots = Random(seed)
    by_boards = by_sums = Congress.of(event(system=system))
    for number in range(1, rounds + 1):
        by_boards, by_sums = by_boards.draw(number).congress, by_sums.draw(number).congress
        assert pairs(by_boards, number) == pairs(by_sums, number)
        games = by_boards.tournament.round(number).games
        typed = {game.table: lots.choice(_BOARDS) for game in games}
        by_boards = by_boards.results(number, typed).congress
        sums = {
            match.table: spelled(match.sums)
            for match in matches_in(by_boards.tournament, number)
            if 0 not in match.sums
        }
        rest = {
            game.table: typed[game.table]
            for match in matches_in(by_boards.tournament, number)
            if 0 in match.sums
            for game in match.boards.values()
        }
        by_sums = by_sums.results(number, sums | rest).congress
    return by_boards, by_sums


def pairs(congress, number):
    return [(m.white, m.black, m.table) for m in matches_in(congress.tournament, number)]


@pytest.mark.parametrize("system", ["swiss-team", "dutch", "swiss"])
@pytest.mark.parametrize("seed", range(2))
def test_draws_and_standings_take_sums_as_those_of_boards(seed, system):
    by_boards, by_sums = in_two_ways(seed, system)
    criteria = [
        TeamCriterion(name) for name in ("TEAMP", "BDW", "SOST", "PTS:GP", "BH:MP", "SB:MP")
    ]
    one, other = (team_standings(c.tournament, 4, criteria) for c in (by_boards, by_sums))
    assert one == other
    counted, points = slow_count(by_sums.tournament)
    assert {row.key: row.values[:2] for row in other.rows} == {
        key: (counted[key], points[key]) for key in counted
    }


def slow_count(tournament):
    """Match points and game points of each team, from what the boards of its matches state."""
    team_of = {key: team.key for team in tournament.team_play.teams for key in team.members}
    halves = defaultdict(Counter)
    for game in tournament.games:
        teams = [team_of[key] for key in game.players]
        match = game.round, frozenset(teams)
        if game.sums_halves:
            halves[match] = Counter(dict(zip(teams, game.sums_halves, strict=True)))
        else:
            halves[match] += Counter(dict(zip(teams, game.result.won_x2, strict=True)))
    won, points = Counter(), Counter()
    for (_, teams), sums in halves.items():
        for team in teams:
            (other,) = teams - {team}
            won[team] += (sums[team] > sums[other]) + (sums[team] >= sums[other])
            points[team] += Fraction(sums[team], 2)
    return won, points


def test_the_boards_count_nothing_for_players():
    _, by_sums = in_two_ways(3)
    tournament = by_sums.tournament
    bare = replace(
        tournament, games=tuple(replace(game, sums_halves=()) for game in tournament.games)
    )
    assert any(game.sums_halves for game in tournament.games)
    rows = [[(r.key, r.values) for r in standings(each, 4).rows] for each in (tournament, bare)]
    assert rows[0] == rows[1]
    assert not standings(tournament, 4).open_games
    assert standings(bare, 4).open_games


def by_command(file, capsys, table, sums):
    run(capsys, "result", file, table, sums)


def by_command_for_a_team(file, capsys, table, sums):
    match = next(each for each in matches(file) if each.table == table)
    name = read(file).tournament.team_play.teams[int(match.black)].name
    run(capsys, "result", file, "--match", name, "-".join(reversed(sums.split("-"))))


def by_page(file, capsys, table, sums):
    with director_of(file) as director:
        director.do("/results/1/enter", results=f"{table} {sums}")


def by_page_for_a_match(file, capsys, table, sums):
    match = next(each for each in matches(file) if each.table == table)
    with director_of(file) as director:
        director.do("/results/1/match", team=match.white, results=sums.replace(".5", "½"))


def by_python(file, capsys, table, sums):
    Congress.open(file).results(1, {table: sums}).congress.save()


WAYS = [by_command, by_command_for_a_team, by_page, by_page_for_a_match, by_python]


@pytest.fixture
def file(tmp_path, capsys):
    """Four matches of round 1."""
    path = written(tmp_path / "teams.json", event())
    run(capsys, "draw", path, "--write")
    return path


@pytest.mark.parametrize("enter", WAYS)
def test_every_way_states_the_same_sums(file, capsys, enter):
    enter(file, capsys, 5, "2.5-1.5")
    match = matches(file)[1]
    assert (match.sums, match.result, match.stated_sums) == ((5, 3), Result.WHITE_WINS, (5, 3))
    stated = [
        game["sums_halves"]
        for game in json.loads(file.read_text())["games"]
        if "sums_halves" in game
    ]
    assert stated == [[5, 3], [3, 5], [5, 3], [3, 5]]
    tournament = read(file).tournament
    assert [g.table for g in tournament.round(1).games if g.lacks_result] == [
        1,
        2,
        3,
        4,
        *range(9, 17),
    ]
    assert of_teams(tournament).round(1).games[1].boards_x2 == (5, 3)


def test_a_sum_is_replaced_like_any_result_and_undone(file, capsys):
    run(capsys, "result", file, 5, "2.5-1.5")
    before = read(file).tournament
    for words in (("3-1",), ("1-0",), ("?",)):
        assert "table 5 has 2.5-1.5" in refused(capsys, "result", file, 5, *words)
    run(capsys, "result", file, 5, "3-1", "--even-so")
    assert matches(file)[1].sums == (6, 2)
    run(capsys, "undo", file)
    assert read(file).tournament == before
    run(capsys, "result", file, 6, "1-0", "--even-so")
    assert matches(file)[1].sums == (0, 2)
    assert not any(game.sums_halves for game in read(file).tournament.games)
    run(capsys, "undo", file)
    run(capsys, "result", file, 5, "4-0", "--even-so")
    assert [game.result for game in matches(file)[1].boards.values()] == [
        Result.WHITE_WINS,
        Result.BLACK_WINS,
    ] * 2


def test_what_cannot_be_the_sum_is_refused(file, capsys):
    before = file.read_bytes()
    assert "add up to 4" in refused(capsys, "result", file, 5, "2.5-2")
    assert file.read_bytes() == before
    run(capsys, "result", file, 5, "1-0")
    said = refused(capsys, "result", file, 5, "2.5-1.5")
    assert "does not say who has won at which of the tables 5–8" in said
    assert "--match TEAM" in said
    with pytest.raises(RuleError, match="does not say who has won"):
        Congress.open(file).results(1, {5: "2.5-1.5"})
    document = json.loads(before)
    for game in document["games"][4:8]:
        game["sums_halves"] = [9, 1]
    file.write_text(json.dumps(document))
    assert "sums_halves" in refused(capsys, "standings", file)


def test_sums_that_would_not_count_are_refused_in_a_file(file, capsys):
    """Those at some boards of a match, and those where there are no teams."""
    plain = json.loads(file.read_text("utf-8"))
    document = deepcopy(plain)
    for game in document["games"][4:7]:
        game["sums_halves"] = [5, 3]
    file.write_text(json.dumps(document))
    told = refused(capsys, "standings", file)
    assert "games/4/sums_halves: expected the sums at all boards of the match, or at none" in told
    document = deepcopy(plain) | {"team_play": None}
    document["games"][0]["sums_halves"] = [1, 1]
    file.write_text(json.dumps(document))
    told = refused(capsys, "standings", file)
    assert "games/0/sums_halves: expected the sums of a match of teams, and there are none" in told


def test_a_match_with_sums_is_not_taken_apart(file, capsys):
    run(capsys, "result", file, 5, "2.5-1.5")
    before = matches(file)[1]
    assert "has a result" in refused(capsys, "unpair", file, 5)
    player = read(file).tournament.round(1).at(5).white
    assert "has played in round 1" in refused(capsys, "no-show", file, f"N{player}", "--forfeit")
    run(capsys, "draw", file, "--redraw", "--write")
    assert before in matches(file)


def test_a_published_round_states_them_as_json(file, capsys):
    run(capsys, "result", file, 5, "2.5-1.5")
    run(capsys, "publish", file)
    state = OpenTournament(file).state()
    boards = round_document(public_view(state), 1)["boards"]
    assert [board.get("sums") for board in boards[3:7]] == [
        None,
        [2.5, 1.5],
        [1.5, 2.5],
        [2.5, 1.5],
    ]
    assert {board["result"] for board in boards} == {None}


def test_it_is_shown_with_empty_boards(file, capsys):
    run(capsys, "result", file, 5, "2.5-1.5")
    run(capsys, "publish", file)
    names = {team.key: team.name for team in read(file).tournament.team_play.teams}
    match = matches(file)[1]
    teams = f"{names[match.white]} – {names[match.black]}"
    assert re.search(rf"{teams} +2½–1½", run(capsys, "pairings", file))
    with director_of(file) as director:
        results = director.get("/results/1").text
        assert '<span class="sum">2½–1½</span>' in results
        assert results.count('data-in="missing"') == 12
        assert teams in re.sub("<[^>]*>", "", director.get("/hall").text)
        assert director.get("/hall/screen").text.count("<i>2½–1½</i>") == 1
        assert teams in director.get("/prints/1/page/tables").text


@pytest.mark.parametrize(("other", "chess"), [("other.trf", True), ("other.xml", False)])
def test_other_formats_say_that_they_lose_it(tmp_path, capsys, other, chess):
    file = written(tmp_path / "teams.json", event() if chess else entered(8, 4))
    run(capsys, "draw", file, "--write")
    run(capsys, "result", file, 5, "2.5-1.5")
    assert "sums halves: 4 of 16 games" in run(capsys, "convert", file, tmp_path / other)


def test_sums_of_a_file_that_cannot_hold_them_are_refused(tmp_path, capsys):
    path = written(tmp_path / "teams.xml", entered(6, 2))
    run(capsys, "draw", path, "--write")
    said = refused(capsys, "result", path, 3, "1.5-0.5")
    assert "have no place for matches whose boards are not known" in said
