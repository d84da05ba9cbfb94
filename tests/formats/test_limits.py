"""The table of what the files of each format hold is true: tournaments are written and read back."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import fields, is_dataclass, replace
from datetime import date
from runpy import run_path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from fastpair.errors import RuleError
from fastpair.formats import FORMATS
from fastpair.formats.limits import TABLE, rows_of
from fastpair.formats.wall_list import players_with_a_line
from fastpair.go.tournament import (
    Criterion,
    Event,
    Game,
    Grade,
    HandicapRules,
    NumberedAs,
    Overtime,
    PairingRules,
    Player,
    Points,
    PointsAdjustment,
    Result,
    Rules,
    TeamCriterion,
    TeamPlay,
    TimeLimit,
    Tournament,
    with_groups_in_corrections,
)
from fastpair.letters import visible
from repository import ROOT
from team_tournaments import entered
from whole_tournaments import whole_tournaments

WORDS = st.text("abcdéxyz", min_size=3, max_size=6)
WITHOUT_ROW = {"key", "white", "black", "player"} | {
    *("event", "time", "rules", "points", "handicap", "pairing", "fide"),
    *("players", "games", "byes", "teams"),
}
"""Names by which files refer to players, and fields that consist of others."""

PLACEMENT = (TeamCriterion.BOARD_WINS, TeamCriterion.MATCH_POINTS)
LINES = ("egd", "ffg", "aga", "trf")
"""Files of lines, which hold no signs that separate words."""

SEEN = defaultdict(set)
"""What was written and what was read, by format, class and field."""


def values(value):
    """The fields of a value and of the parts of it, by class and name."""
    for entry in fields(value):
        found = getattr(value, entry.name)
        if is_dataclass(found) and type(found) in TABLE and not isinstance(found, TimeLimit):
            yield from values(found)
        elif (row := rows_of(type(value)).get(entry.name)) is not None:
            yield (type(value), entry.name, row), found


def of_players(tournament):
    return {player.first_name: player for player in tournament.players}


def of_games(tournament):
    names = {player.key: player.first_name for player in tournament.players}
    return {(game.round, names[game.white], names[game.black]): game for game in tournament.games}


def pairs(written, stored):
    """What was written and what came of it: the tournament, its time if both state one, players and games."""
    yield written, stored
    if written.event.time and stored.event.time:
        yield written.event.time, stored.event.time
    for parts in (of_players, of_games):
        found = parts(stored)
        yield from ((part, found[key]) for key, part in parts(written).items() if key in found)


def plain(value):
    """A value as it is compared: in some files texts have no space around them, and no control characters."""
    return repr(visible(value.strip()) if isinstance(value, str) else value)


def usual(tournament):
    """A tournament without what stands for something else in a file of some format."""
    assume(players_with_a_line(tournament))
    players = tuple(
        replace(
            player,
            name=player.name.strip() or "N",
            country=player.country.upper(),
            rating=None if player.final else player.rating,
        )
        for player in tournament.players
    )
    games = (
        replace(g, table=2 * g.table, by_default=g.by_default and g.result is not Result.UNKNOWN)
        for g in tournament.games
    )
    event = tournament.event
    event = replace(event, short_name=f"{tournament.name}s", country=event.country.upper())
    days = (event.begins or date(2001, 1, 1), event.ends or date(2001, 1, 2))
    first, last = (date(2001, 1, 3) if day == date(2000, 1, 1) else day for day in days)
    begins, ends = ((first, last), (first, None), (None, last))[len(players) % 3]
    event = replace(event, begins=begins, ends=ends)
    given_rules = tournament.rules
    seeds = (*given_rules.seeding, *given_rules.placement, Criterion.NONE, Criterion.NONE)[:2]
    rules = replace(
        given_rules,
        pairing=replace(given_rules.pairing, seed_criteria=seeds),
        points=replace(given_rules.points, wins_absent_x2=len(players) % 3),
    )
    return with_groups_in_corrections(
        replace(tournament, event=event, rules=rules, players=players, games=tuple(games))
    )


def held_in_part():
    """Tournaments with a value that is lost for each row of what files hold in part.

    What a property draws follows from the constants of the modules that happen to be imported, so that it
    may hold none of these values.
    """
    one, two = frozenset({1}), frozenset({1, 5})  # rounds past the last one, too
    facts = {
        "club": "Reading",
        "country": "DE",
        "egf_pin": "A 1",
        "ffg_licence": "L 123456789",
        "aga_id": "A 1",
    }
    players = (
        _player("AA", **facts, grade=Grade(8), correction=-1, absences=one),
        _player("BB", rating=-900, final=False, correction=5, attributes={"Team colour": "red"}),
        _player("CC", rating=1500),
        _player("DD", rating=0),
        _player("EE", absences=two, requested_byes=two),
    )
    games = (
        Game(round=1, white="AA", black="BB", result=Result.WHITE_WINS, table=1, handicap=1),
        Game(round=1, white="CC", black="DD", result=Result.BOTH_LOSE, table=2),
        Game(round=2, white="AA", black="CC", result=Result.WHITE_WINS, table=7, by_default=True),
        Game(round=2, white="BB", black="DD", result=Result.WHITE_WINS, table=8, handicap=3),
        Game(round=3, white="AA", black="DD", result=Result.JIGO, table=1, by_default=True),
    )
    event = Event(
        short_name="Opens",
        country="DE",
        komi_x2=2,
        online=True,
        deputies="Eva;Finn",
        round_dates=(date(1950, 1, 1), date(2026, 11, 28)),
        time_code="5400+30",
        time_words="90 minutes, 30 seconds for each move",
        championship="national",
        begins=date(2001, 1, 3),
    )
    plain = Tournament(
        name="Open", event=event, rules=Rules(rounds=3), players=players, games=games
    )
    yield plain
    points = Points(
        forfeit_win_x2=1,
        both_lose_x2=1,
        both_win_x2=1,
        requested_bye_x2=0,
        wins_absent_x2=2,
        mms_absent_x2=2,
    )
    rules = Rules(
        rounds=3,
        points=points,
        placement=(Criterion.STRASBOURG_SCORE, Criterion.ROUND_OUT, Criterion.NONE),
        handicap=HandicapRules(by_mms=False, threshold=Grade(-5), correction=3, ceiling=4),
        pairing=PairingRules(seed_criteria=(Criterion.ROUND_OUT, Criterion.PLAYOFF)),
    )
    for overtime in Overtime:
        time = TimeLimit(basic=61, overtime=overtime, period=17, stones=7)
        dates = {"begins": None, "ends": date(2001, 1, 3)}
        yield replace(
            plain, event=replace(event, komi_x2=-15, online=False, time=time, **dates), rules=rules
        )


def _player(key, **facts):
    return Player(key=key, name=key[0], first_name=key[0], **{"grade": Grade(1), **facts})


def write_and_read(written, form):
    """Note what comes of each value in a file of a format."""
    stored = form.read("written", form.new(written)).tournament
    for one, other in pairs(written, stored):
        for (place, value), (_, found) in zip(values(one), values(other), strict=True):
            SEEN[form.name, *place].add((plain(value), plain(found)))


@settings(derandomize=True, suppress_health_check=list(HealthCheck))
@given(whole_tournaments(WORDS).map(usual), whole_tournaments().map(usual))
def note(tournament, odd):
    for form in FORMATS.values():
        write_and_read(tournament if form.name in LINES else odd, form)


@pytest.fixture(scope="module")
def seen():
    for tournament in held_in_part():
        for form in FORMATS.values():
            write_and_read(tournament, form)
    note()
    return SEEN


@pytest.mark.parametrize("form", FORMATS)
def test_a_file_differs_where_the_table_says_so(form, seen):
    """What a file holds comes back, of what it holds in part some, of the rest no trace."""
    for (name, kind, field, row), both in seen.items():
        if name == form:
            same = all(value == found for value, found in both)
            lost = len({found for _, found in both}) == 1
            whole = form in row.whole.split() or form == "fastpair"
            part = form in row.part.split()
            varied = len({value for value, _ in both}) > 1
            true = same if whole else not (same and varied) if part else lost
            assert true, (kind, field, sorted(both)[:9])


@pytest.mark.parametrize("form", ["opengotha", "pairgoth", "csv", "trf"])
def test_teams_differ_where_the_table_says_so(form):
    tournament = entered(placement=(Criterion.MMS,))
    teams = (
        replace(
            team,
            short_name="S",
            country="DE",
            club="x",
            captain="Y",
            correction=1,
            numbered_as=NumberedAs(name="T", rating=1500),
            lot=1,
            roster=team.lineup(1)[::-1],
            adjustments=(PointsAdjustment(round=1, match_points_x2=-2),),
        )
        for team in tournament.team_play.teams
    )
    play = TeamPlay(
        teams=tuple(teams),
        size=3,
        colours="WBB",
        unrated=1,
        fewest=2,
        summed=True,
        placement=PLACEMENT,
        win_x2=6,
        jigo_x2=3,
        loss_x2=1,
        forfeit_x2=0,
        bye_x2=5,
        bye_boards_x2=7,
        lineup_order="rating",
        rating_tolerance=50,
        board_prizes_by="points",
        board_prizes_at="played",
        board_prizes_games=3,
    )
    written = replace(tournament, team_play=play)
    stored = FORMATS[form].read("", FORMATS[form].new(written)).tournament.team_play
    for one, other in ((play, stored), (play.teams[0], stored.teams[0])):
        for (place, value), (_, found) in zip(values(one), values(other), strict=True):
            row = place[2]
            assert value == found or form not in row.whole.split(), place
            assert value != found or form in f"{row.whole} {row.part}".split(), place


def test_teams_are_refused_where_no_file_holds_them():
    document = FORMATS["macmahon"].read("", FORMATS["macmahon"].new(Tournament()))
    with pytest.raises(RuleError, match=r"^MacMahon's files have no place for teams$"):
        document.content_with(replace(document.tournament, team_play=TeamPlay()))


@pytest.mark.parametrize("kind", TABLE)
def test_every_field_has_a_row(kind):
    names = {entry.name for entry in fields(kind) if entry.compare}
    assert rows_of(kind).keys() <= names <= rows_of(kind).keys() | WITHOUT_ROW


def test_the_documents_show_the_table():
    table = run_path(str(ROOT / "docs" / "formats_table.py"))["table"]()
    page = (ROOT / "docs" / "reference" / "formats.md").read_text(encoding="utf-8")
    assert f"\n{table}\n" in page, "run docs/formats_table.py"
