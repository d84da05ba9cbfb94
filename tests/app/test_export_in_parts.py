"""A report of an event that takes months is cut into parts, and each game is in one of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from congress_files import save
from fastpair import Congress
from fastpair.errors import RuleError
from fastpair.formats import FORMATS
from fastpair.go.team_standings import team_standings
from fastpair.pairing.generator import generate
from fastpair.pairing.systems import Dutch
from pages import director_of
from round_robins import all_play_all, leaving, team_ring

TRF = FORMATS["trf"]


def with_days(tournament, days, first=date(2026, 10, 8)):
    """The event with a round each so many days, from the first one."""
    rounds = range(tournament.rules.rounds)
    dates = tuple(first + timedelta(days * number) for number in rounds)
    event = replace(tournament.event, begins=first, ends=dates[-1], round_dates=dates, place="Ulm")
    return replace(tournament, event=event)


EVENTS = {
    "ring": with_days(leaving(all_play_all(9, 2), "P00", 5), 7),
    "league": with_days(team_ring(6, 2, leaving_teams={"P00": 2}.items()), 10),
    "swiss": with_days(generate(16, 7, seed=5, play=7, system=Dutch()), 9),
}


def parts_of(file, tournament, run, folder):
    """The reports of all months, by the month."""
    found = {}
    for month in sorted({f"{day:%Y-%m}" for day in tournament.event.round_dates}):
        target = folder / f"{month}.trf"
        assert run("export", file, target, "--rounds", month)[0] == 0
        found[month] = target
    return found


@pytest.mark.parametrize("name", EVENTS)
def test_each_game_is_in_the_report_of_its_month(run, tmp_path, name):
    whole = EVENTS[name]
    file = save(whole, tmp_path / "event.json")
    names = {player.key: player.full_name for player in whole.players}
    seen = []
    for month, target in parts_of(file, whole, run, tmp_path).items():
        part = TRF.read(str(target), target.read_bytes()).tournament
        days = part.event.round_dates
        assert {f"{day:%Y-%m}" for day in days} == {month}
        assert (part.event.begins, part.event.last_day) == (days[0], days[-1])
        assert len(days) == part.rules.rounds
        seen += [
            (days[game.round - 1], *map(part.name_of, game.players), game.result, game.by_default)
            for game in part.games
        ]
    expected = [
        (whole.event.day_of(g.round), *map(names.get, g.players), g.result, g.by_default)
        for g in whole.games
    ]
    assert sorted(map(str, seen)) == sorted(map(str, expected))


@pytest.mark.parametrize("name", EVENTS)
def test_each_part_is_a_report_without_a_finding(run, tmp_path, name):
    """Its points are those of its rounds, and no system has drawn it."""
    whole = EVENTS[name]
    file = save(whole, tmp_path / "event.json")
    for target in parts_of(file, whole, run, tmp_path).values():
        _, checked, warned = run("check", target)
        assert "0 findings" in checked
        assert "the file has" not in warned
        text = target.read_text()
        codes = {"ring": "CUSTOM_ROUNDROBIN", "league": "CUSTOM_TEAM_ROUNDROBIN"}
        assert f"\n192 {codes.get(name, 'CUSTOM_SWISS')}\n" in text
        assert "\n299 " not in text
    report = TRF.new(whole).decode()
    assert "\n192 CUSTOM" not in report


def test_points_of_an_arbiter_and_line_ups_are_those_of_the_rounds(tmp_path):
    players = list(EVENTS["swiss"].players)
    players[0] = replace(players[0], bonus_halves=(1, 0, 0, 2))
    swiss = replace(EVENTS["swiss"], players=tuple(players))
    save(swiss, tmp_path / "swiss.json")
    part = Congress.open(tmp_path / "swiss.json").export("trf", rounds="4-7").tournament
    assert part.players[0].bonus_halves == (2,)
    league = EVENTS["league"]
    first = league.team_play.teams[1]
    turned = replace(first, lineups=(*first.lineups * 5, first.lineups[0][::-1]))
    teams = tuple(turned if team is first else team for team in league.team_play.teams)
    games = [g for g in league.games if g.round < 6]
    changed = replace(league, team_play=replace(league.team_play, teams=teams), games=tuple(games))
    save(changed, tmp_path / "league.json")
    later = Congress.open(tmp_path / "league.json").export("trf", rounds="6-10", even_so=True)
    assert later.tournament.team_play.teams[1].lineups == (first.lineups[0][::-1],)
    early = Congress.open(tmp_path / "league.json").export("trf", rounds="1-5")
    assert len(team_standings(early.tournament).rows) == 6


@pytest.mark.parametrize(("days", "is_long"), [(29, False), (30, True)])
def test_an_event_of_more_than_thirty_days_is_rated_in_parts(run, tmp_path, days, is_long):
    """Of two rounds, 29 days apart: thirty days with the first one."""
    event = with_days(all_play_all(3), days // 2)
    event = replace(event, event=replace(event.event, ends=date(2026, 10, 8) + timedelta(days)))
    file = save(event, tmp_path / "event.json")
    warned = run("export", file, tmp_path / "whole.trf")[2]
    assert (f"takes {days + 1} days" in warned) is is_long
    assert ("--rounds 2026-10 writes a part" in warned) is is_long
    part = run("export", file, tmp_path / "part.trf", "--rounds", "2026-10")
    assert part[0] == 0
    assert "days: FIDE rates" not in part[2]


def test_every_interface_writes_the_same_part(run, tmp_path):
    players = (replace(p, fide_id=str(100 + n)) for n, p in enumerate(EVENTS["ring"].players))
    file = save(replace(EVENTS["ring"], players=tuple(players)), tmp_path / "event.json")
    assert run("export", file, tmp_path / "part.trf", "--rounds", "2026-11")[0] == 0
    content = (tmp_path / "part.trf").read_bytes()
    assert Congress.open(file).export("trf", rounds="2026-11").content == content
    with director_of(file) as director:
        assert "Such as <kbd>1-5</kbd> or <kbd>2026-10</kbd>." in director.get("/files/1").text
        found = director.get("/files/1/download?format=trf&rounds=2026-11")
        assert found.content == content


@pytest.mark.parametrize("month", ["2026-09", "2026-13"])
def test_a_month_without_a_round_is_refused(run, tmp_path, month):
    file = save(EVENTS["ring"], tmp_path / "event.json")
    status, _, said = run("export", file, tmp_path / "part.trf", "--rounds", month)
    assert (status, "no round has a day in this month" in said) == (2, True)
    with pytest.raises(RuleError, match="no round has a day"):
        Congress.open(file).export("trf", rounds=month)
    assert not (tmp_path / "part.trf").exists()
