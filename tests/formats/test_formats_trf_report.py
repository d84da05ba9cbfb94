"""A report for FIDE states all that is known of a tournament, and reads back to the same."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commands import do
from fastpair import Congress
from fastpair.errors import FormatError, RuleError
from fastpair.formats import read
from fastpair.formats.losses import losses
from fastpair.formats.trf import foreign_facts
from fastpair.formats.trf.reader import without_zeros
from fastpair.go.standings import standings
from fastpair.go.tournament import (
    PRESETS,
    TITLES,
    Bye,
    Event,
    FideRules,
    Game,
    Player,
    Result,
    Rules,
    Same,
    Tournament,
)
from profiles import PROFILE, few
from trf_reports import FORMAT, unstated, with_colour

CHESS = Rules(**PRESETS["Chess"].changes)
DAYS = (date(2026, 11, 27), date(2026, 11, 28), date(2026, 11, 28))
EVENT = Event(
    place="Ulm",
    country="GER",
    director="Orskorf, Vavio",
    deputies="Elm, Eva; Fir, Finn",
    begins=DAYS[0],
    ends=DAYS[-1],
    round_dates=DAYS,
    time_code="40/5400+30:1800+30",
)
PLAYERS = (
    Player(
        key="ADLERBERTA",
        name="Adler",
        first_name="Berta",
        rating=2210,
        country="GER",
        fide_id="4600001",
        title="WFM",
        sex="w",
        birth="1990-05-04",
    ),
    Player(key="BIRCHBO", name="Birch", first_name="Bo", rating=2105, sex="m", birth="1988"),
    Player(key="CEDAR", name="Cedar"),
)
WHOLE = Tournament(
    name="Open of Ulm",
    kind="swiss",
    event=EVENT,
    rules=replace(CHESS, rounds=3, system="dutch", fide=FideRules(order="entry")),
    players=PLAYERS,
    games=(Game(round=1, table=1, white="BIRCHBO", black="ADLERBERTA", result=Result.JIGO),),
    byes=(Bye(round=1, player="CEDAR"),),
)
REPORT = """\
012 Open of Ulm
022 Ulm
032 GER
042 2026/11/27
052 2026/11/28
102 Orskorf, Vavio
222 40/5400+30:1800+30
062 3
072 2
092 Individual: Swiss-System
122 90 minutes for 40 moves, then 30 minutes, 30 seconds for each move
142 3
112 Elm, Eva
112 Fir, Finn
132                                                                                        26/11/27  26/11/28  26/11/28
152 B
192 FIDE_DUTCH
"""


def held(tournament):
    """A tournament as a new report has it."""
    return unstated(FORMAT.read("t.trf", FORMAT.new(tournament)).tournament)


def lines_of(tournament, *codes):
    return [line for line in FORMAT.new(tournament).decode().splitlines() if line[:3] in codes]


def test_all_that_is_known_is_stated():
    text = FORMAT.new(WHOLE).decode().replace("\r", "\n").replace("\n\n", "\n")
    assert (
        "".join(f"{line}\n" for line in text.splitlines() if line[:3] not in ("001", "212"))
        == REPORT
    )
    rows = [line for line in text.splitlines() if line[:3] == "001"]
    assert rows[0][:84] == (
        "001    1 wWFM Adler, Berta                      2210 GER     4600001 1990/05/04  0.5"
    )
    assert rows[1][69:79] == "1988/00/00"
    assert held(WHOLE) == with_colour(WHOLE, "black")


@pytest.mark.parametrize(
    ("white", "black", "colour"),
    [("ADLERBERTA", "BIRCHBO", "white"), ("BIRCHBO", "CEDAR", "black")],
)
def test_the_colour_that_a_lot_gave_is_stated_once_it_is_known(
    white, black, colour, tmp_path, capsys
):
    """The first player without a game leaves it to the next one, whose number is even."""
    left = {player.key for player in PLAYERS} - {white, black}
    games = (Game(round=1, table=1, white=white, black=black),)
    drawn = replace(WHOLE, games=games, byes=(Bye(round=1, player=left.pop()),))
    assert lines_of(replace(WHOLE, games=(), byes=()), "152") == []
    assert lines_of(drawn, "152") == [f"152 {colour[0].upper()}"]
    file = tmp_path / "open.trf"
    file.write_bytes(FORMAT.new(replace(WHOLE, games=(), byes=())))
    congress = Congress.open(file).draw(1, seed=1).congress
    congress.save()
    first = congress.tournament.rules.fide.initial_colour
    assert first in ("white", "black")
    assert f"152 {first[0].upper()}" in file.read_text()


def test_what_other_programs_state_of_a_lot_stays_as_it_is():
    """A report without the colour gets no line of it by other changes."""
    content = FORMAT.new(WHOLE).replace(b"152 B\r", b"").replace(b"152 B\n", b"")
    document = FORMAT.read("t", content)
    assert document.tournament.rules.fide.initial_colour == "lot"
    assert b"\n152 " not in document.content_with(replace(document.tournament, name="Cup"))
    stated = document.content_with(with_colour(document.tournament, "black"))
    assert b"152 B" in stated


@pytest.mark.parametrize(
    ("line", "dates"),
    [
        ("132" + " " * 88 + "26/11/27  26/11/28", DAYS[:2]),
        ("132 26/11/27  26/11/28  26/11/28", DAYS),
        ("132 2026/11/27 2026/11/28", DAYS[:2]),
        ("132 26/11/27            26/11/28", ()),
        ("132" + " " * 98 + "26/11/27  26/11/28", ()),
        ("132 27.11.26  28.11.26", ()),
        ("132 26/11/31  26/11/28", ()),
        ("132 below the players", ()),
        ("132", ()),
    ],
)
def test_the_days_of_the_rounds(line, dates):
    """Without the day of a round before or between others, nobody knows which ones are stated: the line stays."""
    document = FORMAT.read("t", f"{line}\n012 Cup\n001    1      Elm\n".encode())
    assert document.tournament.event.round_dates == dates
    again = document.content_with(replace(document.tournament, name="Open"))
    assert line.encode() in again
    lost = [place for place, _ in foreign_facts(again)]
    assert lost == (["line 132"] if not dates and line != "132" else [])


CODES = st.sampled_from(["", "300", "5400+30", "40/5400+30:1800+30", "40/6000:20/3000:900+5"])
WORDS = st.sampled_from(["", "Elm", "Fir, Finn", "Gorse Ida", "Dañil, Eva"])
BIRTHS = st.sampled_from(["", "1988", "2001-02-28"])


@st.composite
def events(draw):
    """The facts of an event."""
    first = draw(st.none() | st.dates(date(2026, 2, 1), date(2050, 1, 1)))
    return Event(
        place=draw(WORDS),
        country=draw(st.sampled_from(["", "GER", "ENG"])),
        director=draw(WORDS),
        deputies="; ".join(filter(None, draw(st.lists(WORDS, max_size=3)))),
        begins=first,
        ends=first,
        round_dates=tuple(
            draw(st.lists(st.dates(date(2000, 1, 1), date(2099, 12, 31)), max_size=4))
        ),
        time_code=draw(CODES),
        time_words=draw(st.sampled_from(["", "two hours", "a game a day"])),
    )


RESULTS = [
    *((each, False) for each in (Result.WHITE_WINS, Result.BLACK_WINS, Result.JIGO)),
    (Result.WHITE_WINS, True),
    (Result.BOTH_LOSE, True),
]
"""Results of games that a report of players states, and whether they are by forfeit."""

THREE_POINTS = {
    "win_x2": 6,
    "jigo_x2": 2,
    "wins_bye_x2": 6,
    "forfeit_win_x2": 6,
    "both_win_x2": 6,
    "requested_bye_x2": 2,
}


@st.composite
def rounds_of(draw, keys, number):
    """Games and byes of so many rounds, and in which of them each player is absent."""
    games, byes, absent = [], [], {key: set() for key in keys}
    for round in range(1, number + 1):
        order = draw(st.permutations(keys))
        pairs = draw(st.integers(1, len(keys) // 2))
        for table, (white, black) in enumerate(zip(order[::2], order[1::2], strict=False), start=1):
            if table > pairs:
                absent[white].add(round)
                absent[black].add(round)
                continue
            result, default = draw(st.sampled_from(RESULTS))
            game = Game(round=round, table=table, white=white, black=black, result=result)
            games.append(replace(game, by_default=default))
        if len(keys) % 2:
            if draw(st.booleans()):
                byes.append(Bye(round=round, player=order[-1]))
            else:
                absent[order[-1]].add(round)
    return tuple(games), tuple(byes), absent


GIVEN_POINTS = """\
142 2
152 W
{line}
001    1      Ash                               2400                             {first}    1     3 w 1     2 b =
001    2      Birch                             2300                             1.5    2     4 b 1     1 w =
001    3      Cedar                             2200                             1.0    3     1 b 0     4 w 1
001    4      Elm                               2100                             0.0    4     2 w 0     3 b 0
"""


@pytest.mark.parametrize(
    ("line", "halves", "points"),
    [
        ("299           0.5    1    1", (1,), [1.5, 2]),
        ("299    -1.0  -0.5    2    1", (0, -1), [1, 1]),
        ("299 W   2.0   0.0    1    1", (-2,), [0, 0.5]),
        ("299 D         1.0    2    1", (0, 1), [1, 2]),
        ("299          -0.5  999    1", (0, -1), [1, 1]),
        ("299           0.5    1    1\n299           0.5    1    1", (2,), [2, 2.5]),
        ("299          -0.5         1", (-1,), [0.5, 1]),  # of the whole event
        ("299          -0.5  000    1", (-1,), [0.5, 1]),
        ("299   0.0  -0.5        1", (-1,), [0.5, 1]),
        ("299 0.0 -0.5 0001", (-1,), [0.5, 1]),
    ],
)
def test_points_that_an_arbiter_gives_count(line, halves, points):
    """Those of the file agree with them, and they are written again."""
    text = GIVEN_POINTS.format(line=line, first=f"{1.5 + sum(halves) / 2:.1f}")
    document = FORMAT.read("t", text.encode())
    tournament = document.tournament
    assert tournament.players[0].bonus_halves == halves
    rows = [{row.key: row.values[0] for row in standings(tournament, n).rows} for n in (1, 2)]
    assert [each["ASH"] for each in rows] == points
    assert (document.unread, document.remarks) == ((), ())
    assert line in document.content_with(replace(tournament, name="Cup")).decode()
    assert held(tournament) == unstated(tournament)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("299           0.5    4    1", "t:3: expected a round from 1 to 2, found 4"),
        ("299           0.5    1    9", "t:3: expected the number of a player, found '9'"),
        ("299 W         0.5    0    1", "t:3: expected a round from 1 to 2, found 0"),
        ("299 W         0.5         1", "t:3: expected a round from 1 to 2, found none"),
    ],
)
def test_points_given_in_no_round_or_to_nobody_are_refused(line, why):
    with pytest.raises(FormatError) as caught:
        FORMAT.read("t", GIVEN_POINTS.format(line=line, first="1.5").encode())
    assert str(caught.value) == why


@pytest.mark.parametrize(
    "line", ["299 +   2.0   2.5", "299           0.3    1    1", "299 x", "299 -0.5 1"]
)
def test_points_given_in_another_way_are_kept_and_asked_about(line):
    document = FORMAT.read("t", GIVEN_POINTS.format(line=line, first="1.5").encode())
    assert len(document.unread) == 1
    assert line in document.content_with(replace(document.tournament, name="Cup")).decode()


@st.composite
def entrants(draw, key, absent, apart, rounds):
    """A player of this key, absent in these rounds, and in those of the groups apart that name him."""
    return Player(
        key=key,
        name=key,
        rating=draw(st.none() | st.integers(1000, 2900)),
        country=draw(st.sampled_from(["", "GER", "ENG"])),
        fide_id=draw(st.sampled_from(["", "4600001", "12"])) and str(4600000 + int(key[1:])),
        title=draw(st.sampled_from(TITLES)),
        sex=draw(st.sampled_from(["m", "w", ""])),
        birth=draw(BIRTHS),
        absences=frozenset(absent),
        requested_byes=frozenset(each for each in absent if draw(st.booleans())),
        bonus_halves=without_zeros(draw(st.lists(st.integers(-3, 3), max_size=rounds))),
        attributes={f"apart {n}": "yes" for n, group in enumerate(apart, start=1) if key in group},
    )


@st.composite
def reports(draw):
    """Tournaments of chess with all that a report states."""
    count, rounds = draw(st.integers(2, 9)), draw(st.integers(1, 4))
    keys = [f"P{n}" for n in range(1, count + 1)]
    apart = draw(st.lists(st.sets(st.sampled_from(keys), min_size=2), max_size=2))
    games, byes, absent = draw(rounds_of(keys, draw(st.integers(0, rounds))))
    points = replace(CHESS.points, **draw(st.sampled_from([{}, THREE_POINTS])))
    fide = FideRules(
        order="entry",
        initial_colour=draw(st.sampled_from(["lot", "white", "black"])),
        acceleration=draw(st.sampled_from(["none", "1 in 1-2 for 1-2, 0.5 in 3-3 for 1-2"])),
    )
    rules = replace(
        CHESS,
        rounds=rounds,
        points=points,
        system=draw(st.sampled_from(["dutch", "swiss", "cup"])),
        never_same=tuple(Same(f"apart {n}") for n in range(1, len(apart) + 1)),
        fide=fide,
    )
    return Tournament(
        name=draw(WORDS),
        kind="swiss",
        event=draw(events()),
        rules=rules,
        players=tuple(draw(entrants(key, absent[key], apart, rounds)) for key in keys),
        games=games,
        byes=byes,
    )


@settings(max_examples={"dev": 15, "ci": 60}.get(PROFILE, 3000))
@given(reports())
def test_what_is_written_is_read_again_but_for_what_is_said(tournament):
    again, fide = held(tournament), tournament.rules.fide
    if not tournament.rules.by_fide:  # what is FIDE's own is not stated of another system
        fide = replace(fide, order="rating-name")
    elif fide.initial_colour == "lot":
        fide = replace(fide, initial_colour=again.rules.fide.initial_colour)
    event = replace(tournament.event, ends=tournament.event.last_day)
    settled = replace(tournament, event=event, rules=replace(tournament.rules, fide=fide))
    assert again == settled
    assert bool(losses(again, tournament)) == (again != tournament)
    assert held(again) == again


def files():
    shared = Path(os.environ.get("FASTPAIR_CONFORMANCE", "")).parent.parent
    return sorted(shared.rglob("*.trf")) if "FASTPAIR_CONFORMANCE" in os.environ else []


@pytest.mark.skipif(
    "FASTPAIR_CONFORMANCE" not in os.environ, reason="FASTPAIR_CONFORMANCE is not set"
)
def test_reports_of_other_programs_are_the_same_after_they_are_written():
    seen = 0
    for file in few(files(), 40):
        try:
            document = FORMAT.read(str(file), file.read_bytes())
            tournament = document.tournament
            content = FORMAT.new(tournament)
        except (FormatError, RuleError):
            continue
        seen += 1
        again = FORMAT.read("t", content).tournament
        assert all(
            line.startswith(("rules, fide: initial colour", "rules, fide: order", "event: ends"))
            for line in losses(again, tournament)
        ), (file, losses(again, tournament))
        assert document.content_with(tournament) == file.read_bytes()
    assert seen >= 10


# ---- What other programs write in another way ----

SMALL_REPORT = """\
012 Open of Ulm
042 2026/10/01
052 2026/10/01
142 3
132{blanks}26/10/01  26/10/01  {last}
152 W
001    1      Ash, Ada                          2000 GER           0 1990/00/00  0.0    1
001    2      Birch, Bo                         1900 GER             1990/00/00  0.0    2
"""


def small_report(*, last="26/10/02"):
    return SMALL_REPORT.format(blanks=" " * 88, last=last).encode()


def test_the_event_ends_with_its_last_round(run, tmp_path):
    """What is written says so; a file that says something else keeps it until a day changes."""
    remark = "the event ends on 2026-10-01, before its last round on 2026-10-02: a new report for FIDE states the later day"  # fmt: skip
    document = FORMAT.read("t", small_report())
    assert document.remarks == (remark,)
    file = tmp_path / "open.trf"
    file.write_bytes(small_report())
    assert f"remark: {remark}" in run("info", file)[1].splitlines()
    assert "052 2026/10/02" in FORMAT.new(document.tournament).decode().splitlines()
    kept = document.content_with(replace(document.tournament, name="Cup")).decode().splitlines()
    assert "052 2026/10/01" in kept
    for changes, ends in (
        ({"ends": date(2026, 9, 30)}, "2026/10/02"),
        ({"ends": date(2026, 10, 4)}, "2026/10/04"),
        ({"round_dates": (date(2026, 10, 3),) * 3}, "2026/10/03"),
    ):
        event = replace(document.tournament.event, **changes)
        lines = document.content_with(replace(document.tournament, event=event)).decode()
        assert f"052 {ends}" in lines.splitlines()
    assert not held(replace(document.tournament, event=Event(begins=date(2026, 10, 1)))).event.ends
    fine = tmp_path / "fine.trf"
    fine.write_bytes(small_report(last="26/10/01"))
    assert "before its last round" not in run("info", fine)[1]


def test_a_number_of_zeros_or_dashes_is_none(run, tmp_path):
    """In reports, in lists, and where it is typed."""
    for number in ("0", "-", "0000000", "---"):
        content = small_report().replace(b"GER           0 ", f"GER {number:>11} ".encode())
        document = FORMAT.read("t", content)
        assert document.tournament.players[0].fide_id == ""
        assert document.content_with(replace(document.tournament, name="Cup")) == content.replace(b"Open of Ulm", b"Cup")  # fmt: skip
    entries, file = tmp_path / "list.csv", tmp_path / "open.json"
    entries.write_text("name,first name,rating,FIDE ID\nAsh,Ada,2000,0\nBirch,Bo,1900,0\nCedar,Cleo,1800,--\n")  # fmt: skip
    assert "FIDE number" not in run("new", file, "--preset", "FIDE", "--entries", entries)[2]
    run("register", file, "Elm", "Eva", "--rating", "1700", "--fide-id", "0")
    assert [player.fide_id for player in read(file).tournament.players] == [""] * 4


NATIONAL = "GER    1                                        2100\nGER    2                                        1950\n"  # fmt: skip


def test_lines_of_national_ratings_are_no_unknown_ones(tmp_path):
    """They stay; and who has a number in them is not deleted."""
    file = tmp_path / "open.trf"
    file.write_bytes(small_report() + NATIONAL.encode())
    document = read(file)
    assert (document.remarks[1:], document.unread) == ((), ())
    do("draw", file, "--write")
    assert file.read_text().endswith(NATIONAL)
    players = document.tournament.players[:1]
    with pytest.raises(RuleError, match="line 9 names players by numbers"):
        document.content_with(replace(document.tournament, players=players))
    other = FORMAT.read("t", small_report() + NATIONAL.replace("GER", "QQQ").encode())
    assert "'QQQ' is not a code of a report" in other.remarks[0]


@pytest.mark.parametrize("end", ["\x1a", "\x1a\x1a\x1a", "\x1a\r\n", "\x1a\0\0"])
def test_ctrl_z_is_the_end(end, tmp_path):
    """Of reports, which keep it, and of lists."""
    content = small_report() + end.encode()
    document = FORMAT.read("t", content)
    assert document.tournament == FORMAT.read("t", small_report()).tournament
    changed = document.content_with(replace(document.tournament, name="Cup"))
    assert changed == content.replace(b"Open of Ulm", b"Cup")
    entries = tmp_path / "list.csv"
    entries.write_bytes(f"name,rating\nAsh,2000\nBirch,1900\n{end}".encode())
    assert len(read(entries).tournament.players) == 2
    with pytest.raises(FormatError, match="expected text"):
        FORMAT.read("t", b"\x1a\n" + small_report())
