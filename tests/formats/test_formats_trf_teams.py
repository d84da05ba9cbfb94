"""A report for FIDE states the teams of a tournament, and reads back to the same."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastpair import Congress
from fastpair.errors import FormatError, RuleError
from fastpair.formats.conversion import foreign, foreign_losses
from fastpair.formats.losses import losses
from fastpair.go.team_standings import team_standings
from fastpair.go.teams import of_teams
from fastpair.go.tournament import (
    PRESETS,
    Event,
    Game,
    Player,
    PointsAdjustment,
    Result,
    Rules,
    Same,
    Team,
    TeamCriterion,
    TeamPlay,
    Tournament,
)
from fastpair.pairing.rounds import draw_round
from profiles import PROFILE
from team_report_checks import TeamReport
from trf_reports import FORMAT, held, unstated

CHESS = Rules(**PRESETS["Chess"].changes)
RESULTS = [
    *((each, False) for each in (Result.WHITE_WINS, Result.BLACK_WINS, Result.JIGO)),
    *((each, True) for each in (Result.WHITE_WINS, Result.BLACK_WINS, Result.BOTH_LOSE)),
]


@st.composite
def events(draw):
    """Team events with line-ups, empty boards, forfeits, byes, and teams that are away."""
    size, count, rounds = draw(st.integers(2, 4)), draw(st.integers(2, 5)), draw(st.integers(1, 4))
    keys = [str(n) for n in range(1, count + 1)]
    members = {
        key: [f"P{key}B{n}" for n in range(1, size + 1 + draw(st.integers(0, 1)))] for key in keys
    }
    games, away = [], {player: set() for team in members.values() for player in team}
    lineups = {key: [] for key in keys}
    begun = draw(st.integers(0, rounds))
    for number in range(1, rounds + 1):
        order = draw(st.permutations(keys))
        matches = [*zip(order[::2], order[1::2], strict=False)] if number <= begun else []
        away_teams = matches.pop() if len(matches) > 1 and draw(st.booleans()) else ()
        for key in keys:
            plays = any(key in match for match in matches)
            lineups[key].append(draw(lineups_of(members[key], size if plays else 0)))
            if key in away_teams or (number > begun and draw(st.booleans())):
                for player in members[key]:
                    away[player].add(number)
        sides = [[lineups[key][-1][:size] for key in match] for match in matches]
        games += draw(games_of(number, sides))
    points = replace(CHESS.points, wins_bye_x2=draw(st.sampled_from([0, 1, 2])))
    system = draw(st.sampled_from(["swiss", "cup"]))
    return Tournament(
        name="Teams of Ulm",
        kind="swiss",
        event=Event(place="Ulm"),
        rules=replace(CHESS, rounds=rounds, system=system, points=points),
        players=tuple(
            Player(key=key, name=key, rating=draw(RATINGS), absences=frozenset(missed))
            for key, missed in away.items()
        ),
        team_play=draw(team_plays(size, lineups)),
        games=tuple(games),
    )


ADJUSTMENTS = st.just(()) | st.builds(
    PointsAdjustment,
    round=st.integers(1, 2),
    match_points_x2=st.sampled_from([-4, -2, 1]),
    board_points_x2=st.integers(-3, 3),
).map(lambda each: (each,))
RATINGS = st.none() | st.integers(1000, 2900)


@st.composite
def lineups_of(draw, members, boards):
    """The line-up of a team that plays at so many boards, of which one may be empty; none if it does not play."""
    seated = [*members]
    if boards:
        if draw(st.booleans()):
            seated = draw(st.permutations(seated))
        if draw(st.integers(0, 2)) == 0:
            seated[draw(st.integers(0, boards - 1))] = ""
    return (*seated, *(player for player in members if player not in seated))


@st.composite
def games_of(draw, number, matches):
    """The games of a round, each with a result; nobody plays at a board that a side leaves empty."""
    boards = [
        pair if board % 2 == 0 else pair[::-1]
        for sides in matches
        for board, pair in enumerate(zip(*sides, strict=True))
        if all(pair)
    ]
    results = [draw(st.sampled_from(RESULTS)) for _ in boards]
    return [
        Game(round=number, table=table, white=one, black=other, result=result, by_default=default)
        for table, ((one, other), (result, default)) in enumerate(
            zip(boards, results, strict=True), start=1
        )
    ]


@st.composite
def team_plays(draw, size, lineups):
    """The rules of the matches, and the teams with their line-ups by key."""
    names = st.sampled_from(["", "T"])
    return TeamPlay(
        teams=tuple(
            Team(
                key=key,
                name=f"Team {key}",
                short_name=draw(names),
                adjustments=draw(ADJUSTMENTS) if len(of_rounds) > 1 else (),
            ).with_lineups(of_rounds)
            for key, of_rounds in lineups.items()
        ),
        size=size,
        fewest=1,
        placement=(TeamCriterion("PTS:MP"), TeamCriterion("PTS:GP"), TeamCriterion("BC")),
        win_x2=draw(st.sampled_from([4, 6])),
    )


def stands(tournament):
    """Matches, byes, points and places of the teams."""
    units = of_teams(tournament)
    games = {(g.round, g.white, g.black, g.result, g.by_default) for g in units.games}
    rows = team_standings(tournament, tournament.last_round).rows
    return games, {*units.byes}, [(row.key, row.values, row.boards) for row in rows]


@settings(max_examples={"dev": 12, "ci": 60}.get(PROFILE, 2000))
@given(events())
def test_teams_that_are_written_are_read_again_but_for_what_is_said(tournament):
    again = held(FORMAT.new(tournament))
    assert bool(losses(again, tournament)) == (again != tournament)
    assert held(FORMAT.new(again)) == again
    if tournament.draws_teams:
        assert stands(again) == stands(tournament)


@settings(max_examples={"dev": 20, "ci": 100}.get(PROFILE, 3000))
@given(events())
def test_another_program_finds_nothing_wrong(tournament):
    """Scores are sums of rounds, points of teams are sums of matches, and each board is accounted for."""
    if tournament.draws_teams and tournament.games:
        assert [*TeamReport(FORMAT.new(tournament)).faults()] == []
        again = held(FORMAT.new(tournament))
        assert [*TeamReport(FORMAT.new(again)).faults()] == []


@given(events(), st.data())
def test_boards_that_count_otherwise_for_teams_add_points_in_a_report(tournament, data):
    """The games stay as they were played, and the teams have what was decided."""
    played = [g for g in tournament.games if g.has_result and not g.by_default]
    if not (tournament.draws_teams and played):
        return
    changed = data.draw(st.sets(st.sampled_from(played), min_size=1))
    others = st.sampled_from((Result.WHITE_WINS, Result.BLACK_WINS, Result.JIGO))
    games = tuple(
        replace(g, team_result=data.draw(others)) if g in changed else g for g in tournament.games
    )
    decided = replace(tournament, games=games)
    content = FORMAT.new(decided)
    assert [*TeamReport(content).faults()] == []
    again = held(content)
    assert [g.ending for g in again.games] == [g.ending for g in held(FORMAT.new(tournament)).games]
    points = [
        {
            row.key: (row.match_points, row.board_points)
            for row in team_standings(each, tournament.last_round).rows
        }
        for each in (decided, again)
    ]
    assert points[0] == points[1]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("1     4 w 1", "1     4 w ="), "player 2 has 2.0, and 1.5 in the rounds"),
        (("4.0    3.5   1", "4.0    3.0   1"), "team 1 has (4.0, 3.0), and (4.0, 3.5) in its matches"),
        (("4.0    3.5   1", "3.0    3.5   1"), "team 1 has (3.0, 3.5), and (4.0, 3.5) in its matches"),
        (("     5 b =", "          "), "round 1: 1 and 1 of 2 boards of 1 and 2"),
        (("    1    2    3", "    1    3    2"), "round 1: 3 sits against 4, and plays 5"),
        (("5 b =", "5 w ="), "round 1: colours of 1 and 2 do not alternate as stated"),
        (("330 +-   2   1   3\n", ""), "team 1 has (4.0, 3.5), and (2.0, 1.5) in its matches"),
    ],
)  # fmt: skip
def test_the_checks_find_what_is_wrong(change, fault):
    one, other = change
    if "5 b" in one and not other.strip():
        text = REPORT.replace("     5 b =", "").replace("     3 w =", "")
    else:
        assert one in REPORT
        text = REPORT.replace(one, other)
    assert fault in [*TeamReport(text.encode()).faults()]
    assert [*TeamReport(REPORT.encode()).faults()] == []


REPORT = """\
012 Teams of Ulm
062 7
072 7
082 3
092 Team: Swiss-System
142 3
162  W 1.0    D 0.5    L 0.0    A 0.0    P 0.5
192 CUSTOM_TEAM_SWISS
### system swiss
212 PTS:MP,BC
240 H   3    3
352 WB
362 TW 2.0   TD 1.0   TL 0.0
310   1 Aston                                    2325    4.0    3.5   1     1    2    3
310   2 Brent                                    2225    1.0    1.5   2     4    5
310   3 Colne                                    2125    0.0    0.0   3     6    7
320  1.0  1.0   0   2
330 +-   2   1   3
001    1      Ash                               2400                             1.0    2            0000 - +
001    2      Birch                             2350                             2.0    1     4 w 1  0000 - +
001    3      Cedar                             2300                             0.5    3     5 b =
001    4      Elm                               2250                             0.0    5     2 b 0
001    5      Fir                               2200                             0.5    4     3 w =
001    6      Gorse                             2150                             0.0    6  0000 - Z  0000 - -  0000 - H
001    7      Hazel                             2100                             0.0    7  0000 - Z  0000 - -  0000 - H
"""


def member(number, **changes):
    names = ("Ash", "Birch", "Cedar", "Elm", "Fir", "Gorse", "Hazel")
    return Player(
        key=names[number].upper(), name=names[number], rating=2400 - 50 * number, **changes
    )


def game(number, table, white, black, result, **how):
    return Game(round=number, table=table, white=white, black=black, result=result, **how)


SMALL = Tournament(
    name="Teams of Ulm",
    kind="swiss",
    rules=replace(CHESS, rounds=3, system="swiss", points=replace(CHESS.points, wins_bye_x2=1)),
    players=(
        *(member(n) for n in range(5)),
        member(5, absences=frozenset({1, 3}), requested_byes=frozenset({3})),
        member(6, absences=frozenset({1, 3}), requested_byes=frozenset({3})),
    ),
    team_play=TeamPlay(
        teams=(
            Team(key="1", name="Aston", lineups=(("BIRCH", "CEDAR", "ASH"), ("ASH", "BIRCH", "CEDAR"))),
            Team(key="2", name="Brent", lineups=(("ELM", "FIR"),)),
            Team(key="3", name="Colne", lineups=(("GORSE", "HAZEL"),)),
        ),
        size=2,
        fewest=1,
        placement=(TeamCriterion("PTS:MP"), TeamCriterion("BC")),
    ),
    games=(
        game(1, 1, "BIRCH", "ELM", Result.WHITE_WINS),
        game(1, 2, "FIR", "CEDAR", Result.JIGO),
        game(2, 1, "ASH", "GORSE", Result.WHITE_WINS, by_default=True),
        game(2, 2, "HAZEL", "BIRCH", Result.BLACK_WINS, by_default=True),
    ),
)  # fmt: skip


def test_the_lines_of_a_team_event():
    """Byes, forfeits, absent teams and line-ups in another order stand in lines of their own."""
    content = FORMAT.new(SMALL)
    assert "".join(f"{line}\n" for line in content.decode().splitlines()) == REPORT
    assert held(content) == SMALL


FORFEITS_AS_GAMES = [
    ("1.0    2            0000 - +", "1.0    2               6 w +"),
    ("4 w 1  0000 - +", "4 w 1     7 b +"),
    ("0.0    6  0000 - Z  0000 - -", "0.0    6  0000 - Z     1 b -"),
    ("0.0    7  0000 - Z  0000 - -", "0.0    7  0000 - Z     2 w -"),
]


def with_texts(*changes, text=REPORT):
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize(
    "changes",
    [
        FORFEITS_AS_GAMES,
        FORFEITS_AS_GAMES[:2],
        [(old, old.replace("0000 - -", " " * 8)) for old, _ in FORFEITS_AS_GAMES[2:]],
        [("330 +-", "330 WL")],
        [("330 +-   2   1   3", "330 01   2   3   1")],
    ],
)
def test_a_forfeited_match_is_one_whatever_lines_state_it(changes):
    """It stands in a line 330, and in the lines of the players with or without opponents, or not at all."""
    found = held(with_texts(*changes).encode())
    matches = {g for g in of_teams(found).games if g.round == 2}
    assert [(g.pair, g.by_default, {g.white, g.black} == {"1", "3"}) for g in matches] == [
        (frozenset("13"), True, True)
    ]
    assert stands(found)[2] == stands(SMALL)[2]
    assert {p.key: p.absences for p in found.players} == {p.key: p.absences for p in SMALL.players}


def test_who_forfeits_beside_others_is_the_player_whose_line_says_so():
    """The third member sits at the second board, and the second one has nothing."""
    text = with_texts(
        ("1.0    2            0000 - +", "1.0    2          " + " " * 8),
        ("0.5    3     5 b =", "1.5    3     5 b =  0000 - +"),
    )
    found = held(text.encode())
    games = {(g.white, g.black, g.result.value) for g in found.round(2).games}
    assert games == {("BIRCH", "GORSE", "white wins"), ("HAZEL", "CEDAR", "black wins")}
    absent = with_texts(("4 w 1  0000 - +", "4 w 1  0000 - -")).encode()
    assert [g.result for g in held(absent).round(2).games] == [
        Result.WHITE_WINS, Result.BOTH_LOSE,
    ]  # fmt: skip
    assert held(FORMAT.new(held(absent))) == held(absent)
    text = with_texts(("0.0    6  0000 - Z  0000 - -", "1.0    6  0000 - Z  0000 - +"))
    stated, own = (
        1 + text.splitlines().index(next(line for line in text.splitlines() if start in line))
        for start in ("330 +-", "001    6")
    )
    with pytest.raises(FormatError) as error:
        held(text.encode())
    assert str(error.value) == (
        f"again:{stated}: number 6 has a point by forfeit in line {own}, and its team has lost the match of round 2: "
        "correct one of the lines"
    )


def test_a_change_is_written_in_its_lines_alone():
    """What another program states beside stays: strengths, line-ups that follow from the members."""
    text = REPORT.replace("Brent" + " " * 36 + "2225", "Brent" + " " * 39 + "9").replace(
        "330 +-", "300   1   1   2    2    3\n300   1   2   1    4    5\n330 +-"
    )
    document = FORMAT.read("t", text.encode())
    assert unstated(document.tournament) == SMALL
    assert document.content_with(replace(SMALL, name="Cup")).decode() == text.replace(
        "Teams of Ulm", "Cup"
    )
    games = (replace(SMALL.games[0], result=Result.BLACK_WINS), *SMALL.games[1:])
    changed = document.content_with(replace(SMALL, games=games)).decode()
    assert held(changed.encode()).games == games
    kept = [line for line in text.splitlines() if line[:3] in ("300", "320", "330")]
    assert [line for line in changed.splitlines() if line[:3] in ("300", "320", "330")] == kept
    (brent,) = [line for line in changed.splitlines() if line.startswith("310   2")]
    assert brent[41:71] == "           9    3.0    2.5   1"


@pytest.mark.parametrize(
    ("line", "lost"),
    [
        ("352 WB", []),
        ("352 WBBW", []),
        ("352 W?", ["line 352 is lost: 'W?'"]),
        ("250  1.0  1.0   1   1    1    2", ["line 250 is lost: '1.0  1.0   1   1    1    2'"]),
        ("260   2   3    1    2", []),
        ("299     1.0   0.5    1    1", []),
        ("299 W   1.0   0.5    1    1", ["line 299 is lost: 'W   1.0   0.5    1    1'"]),
        ("192 FIDE_TEAM_NONE_OF_OURS", ["line 192 is lost: 'FIDE_TEAM_NONE_OF_OURS'"]),
        ("172 GER NRO", ["line 172 is lost: 'GER NRO'"]),
        ("182 some program", ["line 182 is lost: 'some program'"]),
    ],
)
def test_what_a_tournament_of_teams_does_not_hold_is_told_and_kept(line, lost):
    text = REPORT.replace("352 WB\n", f"{line}\n").replace(
        "192 CUSTOM_TEAM_SWISS\n### system swiss\n", ""
    )
    document = FORMAT.read("t", text.encode())
    before, after = (
        foreign(FORMAT, content, document.tournament)
        for content in (document.content, FORMAT.new(document.tournament))
    )
    found = [*foreign_losses(before, after)]
    assert [each for each in found if not each.startswith("strength")] == lost
    assert line in document.content_with(replace(document.tournament, name="Cup")).decode()


@pytest.mark.parametrize(
    ("line", "values", "written", "lost"),
    [
        ("362 TW 2.0   TD 1.0   TL 0.0   TA 0.0", [4, 1, 0], "362 TW 2.0   TD 1.0   TL 0.0", []),
        ("362 TW 3.0   TD 2.0   TL 1.0   TA 0.0", [6, 2, 0], "362 TW 3.0   TD 2.0   TL 1.0   TA 0.0   TP 1.0", []),
        ("362 TW 3.0   TD 2.0   TL 1.0", [6, 2, 1], "362 TW 3.0   TD 2.0   TL 1.0   TP 1.0", []),
        ("362 tw 3 td 1 tl 0", [6, 1, 0], "362 TW 3.0   TD 1.0   TL 0.0", []),
        ("362 TW 1.0   TD 0.5   TL 0.0", [2, 1, 0], "362 TW 1.0   TD 0.5   TL 0.0   TP 1.0", []),
        ("362 TW 2.0   TD 1.0   TL 0.0   TX 1.0", [4, 1, 0], "362 TW 2.0   TD 1.0   TL 0.0", ["line 362 is lost: 'TW 2.0   TD 1.0   TL 0.0   TX 1.0'"]),
        ("362 of the league", [4, 1, 0], "362 TW 2.0   TD 1.0   TL 0.0", ["line 362 is lost: 'of the league'"]),
    ],
)  # fmt: skip
def test_match_points_are_those_of_the_line(line, values, written, lost):
    """A win, a loss and a match that is lost by forfeit; a bye has the points of its own line."""
    document = FORMAT.read("t", REPORT.replace("362 TW 2.0   TD 1.0   TL 0.0", line).encode())
    rows = team_standings(document.tournament, 2, [TeamCriterion.MATCH_POINTS]).rows
    points = {row.name: row.values[0] for row in rows}
    assert [points[name] for name in ("Aston", "Brent", "Colne")] == values
    fresh = FORMAT.new(document.tournament)
    assert [each for each in fresh.decode().splitlines() if each[:3] == "362"] == [written]
    both = (foreign(FORMAT, content, document.tournament) for content in (document.content, fresh))
    assert [each for each in foreign_losses(*both) if "362" in each] == lost


def test_a_draw_asks_about_lines_of_teams_that_are_not_read():
    lines = ("250  1.0  0.0   1   1    1    2", "299 W   1.0   0.5    1    1")
    document = FORMAT.read("t", (REPORT + "".join(f"{line}\n" for line in lines)).encode())
    assert len(document.unread) == 1
    assert sum("teams" in each for each in document.remarks) >= 1


@pytest.mark.parametrize(("letter", "worth"), [("Z", (0, 0)), ("H", (1, 1)), ("F", (2, 2))])
@pytest.mark.parametrize(("round", "stated"), [(1, "Z"), (3, "H")])
def test_what_a_bye_that_a_team_has_asked_for_is_worth(letter, worth, round, stated):
    """A full-point bye is a match won; of a round without games, a line 240 says it, too."""
    text = REPORT.replace(f"0000 - {stated}", f"0000 - {letter}")
    if round == 3:
        text = text.replace("240 H", f"240 {letter}")
    document = FORMAT.read("t", text.encode())
    content = document.content_with(document.tournament)
    assert content.decode().splitlines() == text.splitlines()
    tournament = document.tournament
    for each in (tournament, held(FORMAT.new(tournament))):
        criteria = TeamCriterion.MATCH_POINTS, TeamCriterion.BOARD_WINS
        rows = {row.key: row for row in team_standings(each, round, criteria).rows}
        assert rows["3"].values == worth


FOUR_TEAMS = [
    "012 Cup", "142 5", "152 W", "192 FIDE_TEAM_TYPEA_MP_GP", "352 WB",
    "362 TW 2.0   TD 1.0   TL 0.0",
    *(
        f"310 {n:>3} Team {n}{'2000':>39}    0.0    0.0   0  {2 * n - 1:>4} {2 * n:>4}"
        for n in (1, 2, 3, 4)
    ),
    *(f"001 {n:>4}      P{n:<32} 2000{'0.0':>32}    0" for n in range(1, 9)),
]  # fmt: skip
"""Teams 1 and 3, and 2 and 4, meet in round 1."""


@pytest.mark.parametrize(
    ("rounds", "pairs"),
    [
        ("1   1", {"14", "23"}),
        ("1    ", {"14", "23"}),
        ("1   5", {"14", "23"}),
        ("2   5", {"13", "24"}),
    ],
)
def test_teams_that_are_not_to_meet_do_not(rounds, pairs):
    """From the first round of a line 260 to its last one, which is the first if it is left out."""
    text = "".join(f"{line}\n" for line in [*FOUR_TEAMS, f"260   {rounds}    1    3"])
    document = FORMAT.read("t", text.encode())
    assert document.unread == ()
    units = of_teams(document.tournament)
    assert {"".join(sorted(board.pair)) for board in draw_round(units, 1).boards} == pairs
    again = held(FORMAT.new(document.tournament))
    assert again.rules.never_same == document.tournament.rules.never_same
    assert of_teams(again).players == units.players
    other = replace(document.tournament, name="Other")
    assert document.content_with(other).decode() == text.replace("012 Cup", "012 Other")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("260   1   5    1    9", "expected the number of a team, found '9'"),
        ("260   1   5    3    3", "expected two teams or more, found '1   5    3    3'"),
        ("260   5   1    1    3", "round 1 is before round 5: correct one of them"),
    ],
)
def test_who_is_not_to_meet_must_be_there(line, why):
    text = "".join(f"{each}\n" for each in [*FOUR_TEAMS, line])
    with pytest.raises(FormatError) as error:
        held(text.encode())
    assert str(error.value) == f"again:{len(FOUR_TEAMS) + 1}: {why}"


def test_teams_whose_members_share_an_attribute_are_kept_apart_by_it():
    """As players are; a team whose members differ has none."""
    tournament = held("".join(f"{line}\n" for line in FOUR_TEAMS).encode())
    schools = dict(zip(tournament.by_key, "AABBACBC", strict=True))
    players = tuple(replace(p, attributes={"school": schools[p.key]}) for p in tournament.players)
    rules = replace(tournament.rules, never_same=(Same("school"),))
    units = of_teams(replace(tournament, players=players, rules=rules))
    assert [unit.attribute("school") for unit in units.players] == ["A", "B", "", ""]


def test_older_lines_of_teams_are_read_and_stay():
    """Lines 013 have the members alone; who sat where follows from these and the games."""
    old = {"1": "Aston", "2": "Brent", "3": "Colne"}
    text = "".join(
        f"013 {old[line[6]]:<32}{line[72:]}\n" if line[:3] == "310" else f"{line}\n"
        for line in REPORT.splitlines()
        if line[:3] not in ("192", "352", "362")
    )
    document = FORMAT.read("t", text.encode())
    assert document.tournament.team_play.teams == SMALL.team_play.teams
    assert document.content_with(replace(document.tournament, name="Cup")).decode() == text.replace(
        "Teams of Ulm", "Cup"
    )


def test_players_come_and_go_with_their_numbers_in_all_lines():
    players = tuple(player for player in SMALL.players if player.key != "CEDAR")
    teams = tuple(
        replace(
            team,
            lineups=tuple(tuple("" if k == "CEDAR" else k for k in each) for each in team.lineups),
        )
        for team in SMALL.team_play.teams
    )
    games = tuple(game for game in SMALL.games if "CEDAR" not in game.players)
    play = replace(SMALL.team_play, teams=teams)
    text = REPORT.replace("330 +-", "300   1   1   2    2    3\n300   1   2   1    4    5\n330 +-")
    document = FORMAT.read("t", text.encode())
    left = replace(SMALL, players=players, team_play=play, games=games)
    content = document.content_with(left).decode()
    assert [line[72:] for line in content.splitlines() if line[:3] == "310"] == [
        "    1    2", "    3    4", "    5    6",
    ]  # fmt: skip
    assert stands(held(content.encode()))[0] == stands(left)[0]


@pytest.mark.peers("fide-team/*.trf")
def test_written_events_of_another_program_pass_its_checks(peer):
    tournament = FORMAT.read(peer.name, peer.read_bytes()).tournament
    for number in range(1, tournament.rules.rounds + 1):
        after = replace(tournament, games=tuple(g for g in tournament.games if g.round <= number))
        assert [*TeamReport(FORMAT.new(after)).faults()] == []
    assert b"\n300 " not in FORMAT.new(tournament).replace(b"\r", b"\n")


@pytest.mark.peers("fide-team/*.trf")
def test_reports_of_another_program_survive(peer):
    """The tournament, the points of all teams, and each line but that of a system that is none here."""
    document = FORMAT.read(peer.name, peer.read_bytes())
    tournament = document.tournament
    assert tournament.draws_teams
    content = FORMAT.new(tournament)
    again = FORMAT.read("t", content)
    assert again.tournament == tournament
    assert losses(again.tournament, tournament) == []
    points = {name: values for name, values in document.stated.points.items() if name.value != "x"}
    assert again.stated.points == points
    before, after = (foreign(FORMAT, each, tournament) for each in (peer.read_bytes(), content))
    lost = [*foreign_losses(before, after)]
    assert all(each.startswith("line 192 is lost") for each in lost), lost


def test_a_team_event_is_directed_in_its_report(tmp_path):
    """Rounds are drawn among the teams, and results are entered board by board."""
    rounds = replace(SMALL.rules, rounds=4)
    file = tmp_path / "teams.trf"
    play = replace(
        SMALL.team_play,
        teams=tuple(team.with_lineups(team.lineups[-1:]) for team in SMALL.team_play.teams),
    )
    players = tuple(
        replace(p, absences=frozenset(), requested_byes=frozenset()) for p in SMALL.players
    )
    file.write_bytes(
        FORMAT.new(replace(SMALL, rules=rounds, players=players, team_play=play, games=()))
    )
    congress = Congress.open(file)
    for number in (1, 2):
        congress = congress.draw(number, seed=1).congress
        tables = [game.table for game in congress.tournament.round(number).games]
        congress = congress.results(number, dict.fromkeys(tables, "1-0")).congress
    congress.save()
    again = FORMAT.read("t", file.read_bytes()).tournament
    assert again == congress.tournament
    assert len(again.games) == 4
    assert len(of_teams(again).byes) == 2


def test_a_report_of_players_keeps_what_is_about_players():
    """Teams that are only placed are told as lost, and their lines are those of a report of players; so where there are none."""
    one, other, *rest = (
        replace(p, absences=frozenset(), requested_byes=frozenset()) for p in SMALL.players
    )
    games = (game(1, 1, one.key, other.key, Result.WHITE_WINS),)
    players = (replace(one, bonus_halves=(1,)), other, *rest)
    placed = replace(SMALL, players=players, games=games)
    assert not placed.draws_teams
    for tournament in (placed, replace(placed, games=(), team_play=TeamPlay())):
        content = FORMAT.new(tournament)
        assert b"092 Individual" in content
        assert b"\n299 " in content.replace(b"\r", b"\n")
        again = held(content)
        assert again.players[0].bonus_halves == (1,)
        assert any(line == "team play: not kept" for line in losses(again, tournament))


def test_a_player_of_two_teams_has_no_place():
    """One who changes the team between rounds is in lines of both, of which nobody knows where he played."""
    first, second, third = SMALL.team_play.teams
    second = replace(second, lineups=(("ELM", "FIR"), ("ELM", "FIR"), ("ELM", "CEDAR")))
    first = replace(first, lineups=(*first.lineups, ("ASH", "BIRCH")))
    changed = replace(SMALL, team_play=replace(SMALL.team_play, teams=(first, second, third)))
    with pytest.raises(RuleError, match=r"^Cedar plays in 2 teams: reports for FIDE can hold one$"):
        FORMAT.new(changed)


@settings(max_examples={"dev": 20, "ci": 100}.get(PROFILE, 3000))
@given(st.randoms(use_true_random=False))
def test_a_damaged_report_of_teams_is_read_or_refused(lot):
    """With lines of teams that others write, and that contradict the games."""
    text = REPORT.replace("330 +-", "300   1   1   2    2    3\n330 +-")
    for _ in range(lot.randint(1, 3)):
        starts = [
            place for place, letter in enumerate(text) if letter == "3" and text[place - 1] == "\n"
        ]
        place = lot.choice(starts) + lot.randrange(3, 75)
        new = lot.choice(["", " ", "  ", "0", "1", "9", "12", "x", "\n"])
        text = text[:place] + new + text[place + lot.choice([0, 1, 1, 2, 5]) :]
    try:
        tournament = FORMAT.read("t", text.encode()).tournament
    except FormatError:
        return
    again = held(FORMAT.new(tournament))
    assert again.games == tournament.games
    if tournament.draws_teams:
        assert stands(again) == stands(tournament)


@pytest.mark.parametrize(
    ("old", "new"),
    [("320  1.0  1.0   0   2", "320  1.0  1.0 0 2"), ("330 +-", "300   1   1   2    1\n330 +-")],
)
def test_loose_columns_and_line_ups_without_the_players_are_read(old, new):
    assert old in REPORT
    tournament = FORMAT.read("t", REPORT.replace(old, new).encode()).tournament
    assert {game.pair for game in tournament.games} == {game.pair for game in SMALL.games}
    assert tournament.draws_teams == (old[:3] == "320")


def event_of(first, second, *, size=3, **team):
    """Two rounds of two teams; the line-ups of one, and the usual ones of the other."""
    boards = tuple(f"B{n}" for n in range(1, size + 1))
    games = [
        game(number, board, *(pair if board % 2 else pair[::-1]), Result.WHITE_WINS)
        for number, lineup in enumerate((first, second), start=1)
        for board, pair in enumerate(zip(lineup, boards, strict=False), start=1)
        if pair[0]
    ]
    keys = sorted({*filter(None, (*first, *second))} | {*boards})
    return Tournament(
        kind="swiss",
        rules=replace(CHESS, rounds=2, system="swiss"),
        players=tuple(Player(key=key, name=key, rating=2000) for key in keys),
        team_play=TeamPlay(
            teams=(
                Team(key="1", name="A", lineups=(tuple(first), tuple(second)), **team),
                Team(key="2", name="B", lineups=(boards,)),
            ),
            size=size,
            fewest=1,
            placement=(TeamCriterion("PTS:MP"), TeamCriterion("PTS:GP")),
        ),
        games=tuple(games),
    )


def lines(content, code):
    return [line for line in content.decode().splitlines() if line[:3] == code]


@pytest.mark.parametrize(
    ("first", "second", "rounds"),
    [
        (["A1", "A2", "A3", "A4"], ["A1", "A2", "A3", "A4"], []),
        (["A1", "A2", "A3", "A4"], ["A1", "A3", "A4", "A2"], []),  # a substitute moves up
        (["A1", "A3", "A4"], ["A1", "A2", "A3"], []),
        (
            ["A1", "A2", "A3", "A4"],
            ["A4", "A1", "A2", "A3"],
            [],
        ),  # by an order that is not the list
        (["A1", "A2", "A3"], ["A2", "A1", "A3"], [2]),
        (["A1", "A2", "A3"], ["A1", "", "A3"], [2]),
        (["A1", "", "A3"], ["A1", "", "A3"], [1, 2]),
    ],
)
def test_lines_of_boards_stand_where_the_order_of_the_members_does_not_say_them(
    first, second, rounds
):
    tournament = event_of(first, second)
    content = FORMAT.new(tournament)
    assert sorted({int(line[4:7]) for line in lines(content, "300")}) == rounds
    assert len(lines(content, "300")) == 2 * len(rounds)
    assert [*TeamReport(content).faults()] == []
    assert {g.players for g in held(content).games} == {g.players for g in tournament.games}
    seated = held(content).team_play.seats
    assert all(
        {key: board for key, (_, board) in seated(n).items()}
        == {key: board for key, (_, board) in tournament.team_play.seats(n).items()}
        for n in (1, 2)
    )


def test_who_plays_in_rounds_to_come_is_first_among_the_members():
    played = event_of(["A1", "A2", "A3", "A4"], ["A2", "A3", "A4", "A1"])
    waits = replace(played, games=tuple(g for g in played.games if g.round == 1))
    again = held(FORMAT.new(waits)).team_play.teams[0]
    assert (again.lineup(1)[:3], again.lineup(2)) == (("A1", "A2", "A3"), ("A2", "A3", "A4", "A1"))


ADJUSTED = event_of(
    ["A1", "A2", "A3"],
    ["A1", "A2", "A3"],
    adjustments=(
        PointsAdjustment(round=1, match_points_x2=-2, board_points_x2=-1, reason="Wrong order"),
        PointsAdjustment(round=2, board_points_x2=3),
    ),
)


def test_adjusted_points_stand_in_lines_of_their_own():
    """By their columns, with negative ones; the points of the team have them in it, and the reason stays out."""
    content = FORMAT.new(ADJUSTED)
    assert lines(content, "299") == [
        "299    -1.0  -0.5    1    1",
        "299     0.0   1.5    2    1",
    ]
    again = held(content)
    assert [
        (a.round, a.match_points, a.board_points) for a in again.team_play.teams[0].adjustments
    ] == [
        (1, -1, -0.5),
        (2, 0, 1.5),
    ]
    assert stands(again) == stands(ADJUSTED)
    assert [*TeamReport(content).faults()] == []
    assert losses(again, ADJUSTED)
    assert not FORMAT.read("t", content).unread


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("299     1.0   0.5    1    1    2", {"1": (1, 2), "2": (1, 2)}),
        ("299    -2.0        999    2", {"2": (3, -4)}),
        ("299    -1.0   0.0  000    2", {"2": (1, -2)}),
        ("299    -1.0               2", {"2": (1, -2)}),
        ("299     1.0   0.0    1    1\n299    -2.0   0.0    1    1", {"1": (1, -2)}),
        ("299   1.0  0.5   1    1", {"1": (1, 2)}),
        ("299 W   2.0   0.0    1    1", {}),
        ("299     1.0   0.0    1    1\n299    -1.0   0.0    1    1", {"1": ()}),
    ],
)
def test_points_that_an_arbiter_gives_to_teams_are_read(text, found):
    document = FORMAT.read("t", (REPORT + text + "\n").encode())
    teams = document.tournament.team_play.teams
    read = {t.key: t.adjustments for t in teams if t.adjustments}
    assert {key: (a.round, a.match_points_x2) for key, (a,) in read.items()} == {
        key: each for key, each in found.items() if each
    }
    assert bool(document.unread) is (text[4] == "W")
    said = any("points that an arbiter has given" in each for each in document.remarks)
    assert said is (text[4] == "W")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("299     1.0   0.5    1    9", "expected the number of a team, found '9'"),
        ("299     1.0   0.5    4    1", "expected a round from 1 to 3, found 4"),
        ("300   1   9   1    1    2", "expected the number of a team, found '9'"),
        ("300   1   1   9    1    2", "expected the number of a team, found '9'"),
        ("300   4   1   2    1    2", "expected a round from 1 to 3, found 4"),
        ("300   1   1   2    1    4", "player 4 is in team 2, not 1"),
        ("320  1.0  1.0   0   9", "expected the number of a team, found '9'"),
        ("320  1.0  1.0   0   0   0   1", "expected a round from 1 to 3, found 4"),
        ("330 +-   2   1   9", "expected the number of a team, found '9'"),
        ("330 +-   4   1   3", "expected a round from 1 to 3, found 4"),
    ],
)
def test_records_of_no_team_and_no_round_are_refused(text, message):
    with pytest.raises(FormatError) as caught:
        FORMAT.read("t", (REPORT + text + "\n").encode())
    assert str(caught.value) == f"t:{len(REPORT.splitlines()) + 1}: {message}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("300   1   1   3    2    3", "300 is not read: teams 1 and 3 do not meet in round 1"),
        ("320  1.0  1.0   1", "320 is not read: team 1 has a match in round 1, and no bye"),
        ("330 -+   1   1   2", "330 is not read: the games of teams 1 and 2 in round 1 say something else"),
        ("330 -+   2   1   3", "330 is not read: the games of teams 1 and 3 in round 2 say something else"),
        ("330 +-   2   1   2", "330 is not read: the games of teams 1 and 2 in round 2 say something else"),
    ],
)  # fmt: skip
def test_records_that_the_games_contradict_are_named_and_asked_about(text, message):
    document = FORMAT.read("t", (REPORT + text + "\n").encode())
    line = f"line {len(REPORT.splitlines()) + 1}: {message}"
    assert line in document.unread
    assert line in document.remarks
    right = FORMAT.read("t", (REPORT + "330 -+   2   3   1\n").encode())
    assert (right.unread, right.remarks) == ((), ())


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("4.0    3.5", "3.0    3.5", "line 14: the file has 3.0 match points, and its results give 4.0"),
        ("1.0    1.5", "1.0    2.5", "line 15: the file has 2.5 game points, and its results give 1.5"),
        ("4.0    3.5", "3.0    3.0", "line 14: the file has 3.0 match points, and its results give 4.0 (and 1 more)"),
        ("0.5    4", "1.5    4", "line 23: the file has 1.5 points, and its results give 0.5"),
        ("1.0    2", "2.0    2", "line 19: the file has 2.0 points, and its results give 1.0"),
        ("092 Team", "299    -1.0   0.0        1\n092 Team", "line 15: the file has 4.0 match points, and its results and the points of 299 give 3.0"),
    ],
)  # fmt: skip
def test_points_that_the_results_do_not_give_are_named(old, new, message):
    """Those of teams, and of their members."""
    assert REPORT.count(old) == 1
    document = FORMAT.read("t", REPORT.replace(old, new).encode())
    assert document.remarks == (message,)


OF_THREE = """\
012 Three teams
092 Team Swiss System
142 3
001    1      Ash                               2400                             1.0    1     3 w 1  0000 - -     5 w 0
001    2      Birch                             2300                             1.0    2     4 b 1  0000 - -     6 b 0
001    3      Cedar                             2200                             1.0    3     1 b 0     5 w 1  0000 - -
001    4      Elm                               2100                             1.0    4     2 w 0     6 b 1  0000 - -
001    5      Fir                               2000                             1.0    5  0000 - -     3 b 0     1 b 1
001    6      Gorse                             1900                             1.0    6  0000 - -     4 w 0     2 w 1
013 Nord                              1    2
013 Ost                               3    4
013 West                              5    6
"""
ODD = {(12, 3, 1), (10, 1, 2), (11, 2, 3)}


@pytest.mark.parametrize(
    ("old", "new", "free", "points"),
    [
        ("", "", ODD, [3, 3, 3]),
        ("0000 - -     3 b 0", "0000 - Z     3 b 0", ODD, [3, 3, 3]),
        ("0000 - -", "0000 - Z", set(), [2, 2, 2]),
        ("0000 - -", "0000 - H", set(), [3, 3, 3]),
        ("0000 - -", "        ", ODD, [3, 3, 3]),
        ("142 3", "142 3\n320  2.0  2.0   3   1   2", set(), [4, 4, 4]),
        ("142 3", "142 3\n320  1.0  1.0   3", {(11, 1, 2), (12, 2, 3)}, [3, 3, 3]),
        ("013 Nord", "013 Sued\n013 Nord", set(), [2, 2, 2]),  # four teams
    ],
)  # fmt: skip
def test_a_team_that_is_free_among_an_odd_number_is_asked_about(old, new, free, points):
    """Reports before TRF26 have no lines of byes: it counts as one, and never as an absence in silence."""
    document = FORMAT.read("t", OF_THREE.replace(old, new).encode())
    assert {
        tuple(int(n) for n in re.findall("[0-9]+", each)[:3]) for each in document.unread
    } == free
    assert {*document.unread} <= {*document.remarks}
    assert all("it counts as the bye, worth 1.0 match points" in each for each in document.unread)
    rows = team_standings(document.tournament, criteria=[TeamCriterion.MATCH_POINTS]).rows
    assert [row.values[0] for row in rows if row.name != "Sued"] == points


def test_who_has_a_dash_and_no_forfeited_match_did_not_play():
    """The player is there, as the others of the team are, in that round and in all later ones."""
    cells = {3: ["     5 b =", "  0000 - -", "  0000 - -"], 1: ["  0000 - -", "  0000 - +", ""]}
    written = []
    for line in REPORT.splitlines():
        number = int(line[4:8]) if line[:3] == "001" else 0
        written.append(line[:89] + "".join(cells[number]) if number in cells else line)
    tournament = FORMAT.read("t", "\n".join(written).encode()).tournament
    assert not tournament.by_key["CEDAR"].absences & {2}
    assert not tournament.by_key["ASH"].absences
    assert not tournament.by_key["CEDAR"].no_shows
    assert "CEDAR" not in tournament.out_before(3)
    again = held(FORMAT.new(tournament))
    assert stands(again) == stands(tournament)


def test_a_team_that_comes_later_has_the_strength_of_its_players():
    names = [f"{team}{board}" for team in ("Ulm", "Bath", "Late") for board in (1, 2)]
    players = [
        Player(key=name, name=name, first_name="", rating=2500 - 100 * place)
        for place, name in enumerate(names)
    ]
    event = Congress.new("Open", preset="Chess", rounds=3, players=players, boards=2)
    for team in ("Ulm", "Bath"):
        event = event.team(team, [f"{team}1", f"{team}2"]).congress
    event = event.draw(1, confirmed=["entered-absent"]).congress
    late = event.team("Late", ["Late1", "Late2"], since=2).congress
    lines = FORMAT.new(late.tournament).decode().splitlines()
    assert [line[48:53].strip() for line in lines if line[:3] == "310"] == ["2450", "2250", "2050"]
