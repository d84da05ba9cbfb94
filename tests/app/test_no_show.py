"""Somebody who has a place in a round does not come: paired again, lost by forfeit, or the opponent waits."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import fastpair
from commands import do
from congress_files import all_present, games, name, refused, save
from fastpair import Congress, Desk
from fastpair.app.history.timeline import History
from fastpair.app.round_states import in_ranges
from fastpair.formats import read
from fastpair.go.teams import of_teams
from fastpair.go.tournament import NO_GRADE, Grade, Player, RoundKind
from fastpair.pairing.rounds import situation_of
from fastpair.pairing.systems import usual_system
from fastpair.ui.cli.actions import command_line
from pages import director_of, no_shows
from profiles import few
from reference_draws import matchings
from schemas import validator
from team_tournaments import entered, matches, written


@pytest.fixture(params=[20, 21], ids=["even", "odd"])
def published(request, tmp_path):
    """A first round whose boards players know, with a bye if the number is odd."""
    file = tmp_path / "congress.xml"
    tournament = all_present()
    save(replace(tournament, players=tournament.players[: request.param]), file)
    do("draw", file, "--write")
    do("publish", file)
    return file


def pairs(file, number=1):
    return {frozenset(game.players) for game in games(file, number).values()}


def away(file, number=1):
    return {p.key for p in read(file).tournament.players if not p.plays_in(number)}


def undone(run, file, before):
    do("undo", file, "--even-so")
    assert file.read_bytes() == before


def test_what_each_way_changes_is_shown_first(run, published):
    before = published.read_bytes()
    game = games(published)[3]
    status, output, _ = run("no-show", published, game.white)
    assert (status, published.read_bytes()) == (0, before)
    other = name(published, game.black)
    assert f"{other} (black) beats {name(published, game.white)} by forfeit" in output
    assert "changed: " in output
    assert "not written" in output
    assert " drawn by " not in output
    byes = read(published).tournament.round(1).byes
    # Without a bye before, the opponent who waits is the one who gets it when the others are paired again.
    assert ("--wait\n" in output) == bool(byes)
    for line in ("--re-pair", "--forfeit"):
        assert f"{line}\n" in output
    assert (f"{other} gets the bye." in output) == (not byes)
    assert "No other board changes." in output


@pytest.mark.parametrize(("preset", "first"), [("EGF", "re-pair"), ("Chess", "forfeit")])
def test_the_usual_way_of_the_game_is_the_proposal(run, tmp_path, preset, first):
    """Also of several; who only came late is paired in either game."""
    file, keys = tmp_path / "open.json", "ABCDEFGH"
    people = [Player(key=key, name=key, first_name="", grade=Grade(0)) for key in keys]
    people = [p if preset == "EGF" else replace(p, grade=NO_GRADE, rating=2000) for p in people]
    value = Congress.new("Open", preset=preset, rounds=3, players=people)
    value.draw(1, absent=["G", "H"]).congress.save(file)
    away = [board.white for board in Desk(file).congress.tournament.round(1).games][:2]
    for missing in (away[:1], away):
        shown = run("no-show", file, *missing)[1]
        assert re.findall("^--(.*)$", shown, re.MULTILINE)[0] == first
    shown = run("no-show", file, "--late", "G", "--late", "H")[1]
    assert re.findall("^--(.*)$", shown, re.MULTILINE)[0] == "re-pair"


def test_the_bye_by_its_rule_is_an_option_of_its_own(run, tmp_path):
    """It goes to the last in the order, whoever the opponent is, at the price of more boards."""
    file = tmp_path / "congress.xml"
    tournament = all_present()
    save(replace(tournament, players=tournament.players[:20]), file)
    do("draw", file, "--write")
    game = games(file)[2]
    _, shown, _ = run("no-show", file, game.white)
    fresh = json.loads(run("draw", file, "--redraw", "--absent", game.white, "--json")[1])
    assert f"--bye-by-rule\n  {name(file, fresh['bye'])} gets the bye." in shown
    old = pairs(file)
    do("no-show", file, game.white, "--bye-by-rule")
    assert read(file).tournament.round(1).byes == (fresh["bye"],)
    changed = len(old - pairs(file)) - 1
    assert f"{changed} other boards change." in shown


def test_the_draw_that_is_shown_is_the_one_that_is_made(run, published):
    """By the model that was chosen, for which the file has no place."""
    do("rules", published, "--model", "kaniuk2012")
    do("draw", published, "--redraw", "--even-so", "--write")
    key = games(published)[3].white
    _, shown, _ = run("no-show", published, key)
    _, made, _ = run("no-show", published, key, "--re-pair")
    assert "drawn by Kaniuk 2012" in made
    told, was_told = ({line.strip() for line in each.splitlines()} for each in (made, shown))
    assert {line for line in told - was_told if " is absent " not in line} == {
        line for line in told if "drawn by" in line
    }


def test_results_of_others_and_frozen_boards_stay(run, published):
    do("result", published, 1, "1-0", 2, "0-1")
    settled = {frozenset(games(published)[table].players) for table in (1, 2)}
    player = games(published)[5].black
    do("no-show", published, player, "--re-pair")
    assert settled < pairs(published)
    do("undo", published)
    do("publish", published, "--lock")
    before = published.read_bytes()
    output = run("no-show", published, player)[1]
    assert output.count("not possible") == 2
    for way in ("--re-pair", "--wait"):
        assert run("no-show", published, player, way)[0] == 2
    # Of who has the bye, nothing is possible: nobody wins by forfeit, and no board may change.
    for bye in read(published).tournament.round(1).byes:
        status, output, _ = run("no-show", published, bye)
        assert (status, output.count("not possible"), "not written" in output) == (0, 3, False)
    assert published.read_bytes() == before
    do("no-show", published, player, "--forfeit")


@pytest.mark.parametrize("way", ["--re-pair", "--forfeit", "--wait"])
@pytest.mark.parametrize("teams", [6, 7])
def test_a_team_does_not_come(run, tmp_path, way, teams):
    file = written(tmp_path / "teams.json", entered(teams, 2))
    do("draw", file, "--write")
    do("publish", file)
    before, match = file.read_bytes(), matches(file)[1]
    do("no-show", file, f"Team {match.white}")
    do("no-show", file, f"Team {match.white}", way)
    assert away(file) == {f"{match.white}1", f"{match.white}2"}
    left = {frozenset((each.white, each.black)): each for each in matches(file)}
    if way == "--forfeit":
        lost = left[frozenset((match.white, match.black))]
        assert lost.sums in ((0, 4), (4, 0))
        assert lost.by_default
    else:
        assert match.white not in frozenset().union(*left)
    if way == "--re-pair":
        assert len(left) == (teams - 1) // 2
    free = of_teams(read(file).tournament).round(1).byes
    assert len(free) <= 1
    undone(run, file, before)


@pytest.mark.parametrize(("fewest", "stays"), [(3, False), (2, True)])
def test_a_member_of_a_team_does_not_come(run, tmp_path, fewest, stays):
    """The board is lost if the team is still complete enough; otherwise the teams are paired again."""
    file = written(tmp_path / "teams.json", entered(6, 3))
    do("team", file, "--fewest", fewest)
    do("draw", file, "--write")
    before, match = file.read_bytes(), matches(file)[0]
    member = f"{match.white}2"
    assert refused(run("no-show", file, member, "--wait"), "only a whole match", "name the team")
    do("no-show", file, member, "--re-pair")
    assert away(file) == {member}
    seated = {key for each in matches(file) for key in (each.white, each.black)}
    assert (match.white in seated) == stays
    if stays:
        assert matches(file)[0].boards[2].by_default
    undone(run, file, before)
    do("no-show", file, member, "--forfeit")
    lost = matches(file)[0].board_points[2]
    assert lost == (0, 2)
    assert len(matches(file)) == 3


# ---- Several do not come, and others come late ----


def evening(preset, count, seed, rounds=4):
    """A congress of so many players who are here, of whom two come late to round 3, which is published."""
    chance = Random(seed)
    players = [
        Player(key=f"P{n}", name=f"P{n}", first_name="", grade=Grade(chance.randrange(-9, 6)))
        for n in range(count + 2)
    ]
    congress = Congress.new("Evening", preset=preset, rounds=rounds, players=players)
    for number in (1, 2):
        congress = congress.draw(number).congress
        tables = [game.table for game in congress.tournament.round(number).games]
        results = {table: chance.choice(["1-0", "0-1"]) for table in tables}
        congress = congress.results(number, results).congress
    late = chance.sample([player.key for player in players], 2)
    congress = congress.absent(late, rounds=[3]).congress.draw(3).congress
    return congress.publish(3).congress, late, chance


def lawful(tournament, number):
    """Who may meet in a round, and who may have the bye, by the rules alone."""
    system, situation = usual_system(tournament), situation_of(tournament, number)
    key = situation.field.key
    if system is not None and system.allows_one_pairing:
        players = system.players_of(situation)
        order = situation.seat[players.row].argsort()
        pairs, byes = players.lawful[order][:, order], ~players.had_bye[order]
    else:
        pairs, byes = situation.allowed, [True] * len(key)
    return key, pairs, byes


def fewest_changes(tournament, number, boards, byes):
    """How many published boards and byes change at least, all pairings tried that leave nobody over."""
    key, pairs, may_have_bye = lawful(tournament, number)
    least = None
    for found in matchings(range(len(key)), lambda a, b: pairs[a, b]):
        left = {*range(len(key))}.difference(*found)
        if len(left) != len(key) % 2 or not all(may_have_bye[seat] for seat in left):
            continue
        made = {frozenset((key[a], key[b])) for a, b in found}
        lost = len(boards - made) + len(byes - {key[seat] for seat in left})
        least = lost if least is None else min(least, lost)
    return least


@pytest.mark.parametrize("preset", ["EGF", "BGA", "Swiss", "FIDE"])
@pytest.mark.parametrize("seed", few(range(8), 4))
def test_no_pairing_changes_fewer_published_boards(preset, seed):
    """Of all pairings of eight players or fewer, whoever is missing and whoever comes late."""
    congress, late, chance = evening(preset, 7 + seed % 2, seed)
    played = congress.tournament.round(3)
    missing = chance.sample(sorted(played.seated), chance.randrange(1, 4))
    come = late[: chance.randrange(3)]
    boards, byes = {game.pair for game in played.games}, {*played.byes}
    after = congress
    for key in come:
        after = after.present([key], rounds=[3]).congress
    here = after.tournament.replace_round(3, (), ()).with_absences(3, missing)
    least = fewest_changes(here, 3, boards, byes)
    assert least is not None, "no pairing leaves nobody over"
    now = congress.no_show(missing, "re-pair", round=3, late=come).congress.tournament
    fresh = now.round(3)
    assert fresh.seated == {p.key for p in here.players if p.plays_in(3)}
    made = {game.pair for game in fresh.games}
    assert len(boards - made) + len(byes - {*fresh.byes}) == least


@pytest.mark.parametrize(
    ("way", "expected"), [("re-pair", []), ("bye-by-rule", ["the bye goes by its rule"])]
)
def test_the_proposal_by_criteria_says_what_decides(way, expected):
    congress, _, chance = evening("FIDE", 12, 1)
    missing = chance.choice(sorted(congress.tournament.round(3).seated))
    messages = congress.no_show([missing], way, round=3).messages
    assert [line for line in messages if "by its rule" in line] == expected
    assert not any("criteria" in line for line in messages)


@pytest.mark.parametrize("seed", range(6))
def test_no_pairing_changes_fewer_matches_where_several_teams_are_missing(seed):
    chance, congress = Random(seed), Congress.of(entered(7 + seed % 2, 2))
    congress = congress.draw(1).congress
    results = {game.table: "1-0" for game in congress.tournament.round(1).games}
    congress = congress.results(1, results).congress.draw(2).congress.publish(2).congress
    units = of_teams(congress.tournament)
    played = units.round(2)
    teams = chance.sample(congress.tournament.team_play.teams, 2 + seed % 3)
    here = units.replace_round(2, (), ()).with_absences(2, [team.key for team in teams])
    boards, byes = {game.pair for game in played.games}, {*played.byes}
    least = fewest_changes(here, 2, boards, byes)
    assert least is not None, "no pairing leaves nobody over"
    done = congress.no_show([team.name for team in teams], "re-pair", round=2).congress
    fresh = of_teams(done.tournament).round(2)
    made = {game.pair for game in fresh.games}
    assert len(boards - made) + len(byes - {*fresh.byes}) == least


@pytest.mark.parametrize(
    ("suffix", "holds"), [("json", True), ("trf", True), ("xml", False), ("tour", False)]
)
def test_a_file_without_a_place_for_no_shows_holds_the_absence(tmp_path, suffix, holds):
    """An absence that was told before is none, and undoing takes back both."""
    preset = "FIDE" if suffix == "trf" else "EGF"
    congress = Congress.new("Evening", preset=preset, rounds=2, players=all_present().players[:8])
    file = tmp_path / f"evening.{suffix}"
    congress.draw(1).congress.save(file)
    one, other = sorted(p.key for p in Congress.open(file).tournament.players)[:2]
    desk = Desk(file)
    desk.absent([other], rounds=[2])
    desk.no_show([one], "wait", round=1)
    found = Congress.open(file)
    assert found.tournament.by_key[one].no_shows == ({1} if holds else set())
    assert found.tournament.kind_of(one, 1) is not RoundKind.UNPAIRED
    assert not found.tournament.by_key[other].no_shows
    assert found.verify_history()["findings"] == []
    desk.undo()
    assert found.tournament.kind_of(one, 1).is_absence
    assert Congress.open(file).tournament.by_key[one].absences == set()
    assert Congress.open(file).verify_history()["findings"] == []


def test_older_histories_name_one_player(tmp_path):
    """A change that they hold is repeated by a command that names the player, too."""
    recorded = Path(__file__).with_name("histories") / "congress.json.history"
    file = tmp_path / "congress.json"
    history = History(file)
    history.path.write_bytes(recorded.read_bytes())
    entry = next(each for each in history.entries() if each.act == "no-show")
    words = command_line(entry, file)
    assert words == (str(file), entry.values["player"], "--forfeit", "--round", "2", "--even-so")


def test_four_states_of_a_player_in_a_round(tmp_path, run):
    """Expected, here, absent and late: each player is in one of them, in every interface."""
    congress = Congress.new("Evening", preset="EGF", rounds=2, players=all_present().players[:8])
    keys = [player.key for player in congress.tournament.players]
    congress = congress.confirm(keys, preliminary=True).congress  # the check-in starts
    assert {*congress.attendance(1)["expected"]} == {*keys}
    congress = congress.present(keys[:5]).congress  # of the round for which nobody else is here yet
    congress = congress.absent(keys[7:], rounds=[1]).congress
    found = congress.attendance(1)
    assert {*found["here"]} == {*keys[:5]}
    assert (found["absent"], {*found["expected"]}) == (keys[7:], {*keys[5:7]})
    congress = congress.absent(keys[5:7], rounds=[1]).congress.draw(1).congress
    congress = congress.present(keys[5:6], rounds=[1]).congress
    found = congress.attendance(1)
    assert found["late"] == keys[5:6]
    assert (len(found["here"]), len(found["absent"]), found["expected"]) == (5, 2, [])
    file = tmp_path / "evening.json"
    congress.save(file)
    assert "expected 0\nlate 1: " in run("present", file, "--round", 1)[1]
    listed = json.loads(run("present", file, "--round", 1, "--json")[1])
    validator("attendance").validate(listed)
    assert listed == found
    assert {each["player"] for each in listed["arrivals"]} == {*keys[:6]}
    stateless = json.loads(file.read_text("utf-8")) | {
        "attendance": {"round": 1, "arrived": keys[:6]}
    }
    assert fastpair.attendance_document(stateless) == found | {"arrivals": []}
    assert "not both" in run("present", file, keys[0], "--json")[2]
    with director_of(file) as director:
        page = director.get("/checkin/1").text
        assert "5 here, 0 expected, 2 absent, 1 late" in page
        assert 'data-in="late all"' in page
        assert "No-shows and late arrivals" in page


def test_several_are_chosen_on_the_page_and_changed_slips_printed(tmp_path):
    """The proposal for all of them is shown before, and publishing leads to the slips of what changed."""
    congress, late, chance = evening("EGF", 12, 3)
    missing = chance.sample(sorted(congress.tournament.round(3).seated), 3)
    file = tmp_path / "evening.json"
    congress.save(file)
    with director_of(file) as director:
        page = director.get("/boards/3/noshow").text
        assert all(f'name="key" value="{key}"' in page for key in missing)
        page = director.get("/boards/3/noshow", params={"key": missing, "late": late})
        shown = no_shows(page)
        assert next(iter(shown)) == "re_pair"
        form = {"players": "\n".join(missing), "late": "\n".join(late)}
        director.do("/boards/3/noshow", **form, shown=shown["re_pair"], re_pair="true")
        now = congress.no_show(missing, "re-pair", round=3, late=late).congress.tournament
        assert read(file).tournament.round(3).games == now.round(3).games
        known = {game.pair for game in congress.tournament.round(3).games}
        changed = [game.table for game in now.round(3).games if game.pair not in known]
        answer = director.send("/boards/3/publish", {}).text
        tables = re.search(r"/prints/3/page/slips\?tables=([0-9,]+)", answer)[1]
        assert {*map(int, tables.split(","))} >= {*changed}
        page = director.get(f"/prints/3/page/slips?tables={tables}").text
        names = {
            game.white: game.table in map(int, tables.split(",")) for game in now.round(3).games
        }
        assert all((f"{key} " in page) == printed for key, printed in names.items())


def test_many_no_shows_are_told_in_few_lines(tmp_path):
    """The message names them as far as there is room, and says what was done to all of them."""
    congress, _, chance = evening("EGF", 60, 1)
    played = congress.tournament.round(3)
    tables = sorted(chance.sample([game.table for game in played.games], 9))
    missing = [game.white for game in played.games if game.table in tables]
    done = congress.no_show(missing, "forfeit", round=3)
    names = ", ".join(congress.tournament.name_of(key) for key in missing[:8])
    assert done.messages[0] == f"{names} and 1 more are absent from round 3"
    assert done.messages[1:] == (
        f"round 3: 9 games decided by forfeit, tables {in_ranges(tables)}",
    )
    file = tmp_path / "evening.json"
    congress.save(file)
    with director_of(file) as director:
        shown = no_shows(director.get("/boards/3/noshow", params={"key": missing}))
        form = {"players": "\n".join(missing), "shown": shown["re_pair"], "re_pair": "true"}
        answer = director.send("/boards/3/noshow", form).text
        visible = answer[: answer.index("<summary>")]
        assert f"{names} and 1 more are absent from round 3" in visible
        assert re.search("Round 3 drawn .*[0-9]+ of 30 kept", visible)


# ---- Members of teams who come late, and byes that end ----


def test_late_members_count_for_their_team_in_the_panel(tmp_path):
    """Two of three members of a team that missed the round have come."""
    congress = Congress.of(entered(5, 3)).absent(["C1", "C2", "C3"], rounds=[1]).congress
    congress = congress.draw(1).congress.publish(1).congress
    for key in ("C1", "C2"):
        congress = congress.present([key], rounds=[1]).congress
    found = congress.attendance(1)
    assert (found["late"], found["absent"]) == (["C1", "C2"], ["C3"])
    file = tmp_path / "teams.json"
    congress.save(file)
    with director_of(file) as director:
        page = director.get("/boards/1/noshow").text
        assert "Absent · 2 of 3 members here" in page


def test_a_bye_of_a_team_that_ends_is_told(tmp_path, run):
    """A second team comes in without a match, so that neither has the bye."""
    congress = Congress.of(entered(6, 2)).absent(["F1", "F2"], rounds=[1]).congress.draw(1).congress
    (bye,) = of_teams(congress.tournament).pairing_byes(1)
    done = congress.present(["F1"], rounds=[1]).congress.present(["F2"], rounds=[1])
    told = (
        f"round 1: Team {bye} no longer has the bye, since Team F came in and have no match either"
    )
    assert [line for line in done.remarks if told in line]
    assert not of_teams(done.congress.tournament).pairing_byes(1)
    file = tmp_path / "teams.json"
    congress.save(file)
    do("present", file, "F1", "--round", 1)
    status, _, errors = run("present", file, "F2", "--round", 1)
    assert (status, told in errors) == (0, True)
