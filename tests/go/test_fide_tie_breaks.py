"""FIDE's tie-breaks [C.07]: each is what its article says, on random events and in cases worked by hand."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from math import isnan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import game
from fastpair.errors import RuleError
from fastpair.formats.trf import read
from fastpair.go.comparison import compare_places
from fastpair.go.scores import ScoreHistory, in_points, standings_values
from fastpair.go.standings import standings
from fastpair.go.team_standings import team_standings
from fastpair.go.teams import of_teams
from fastpair.go.tournament import (
    TIE_BREAK_KINDS,
    Bye,
    Criterion,
    Event,
    Player,
    Points,
    Result,
    Rules,
    TeamCriterion,
    Tournament,
    parse_tie_break,
    with_preset,
)
from reference_tie_breaks import Reference, TeamReference, records_of_teams
from team_tournaments import entered, played

STRINGS = [
    "PTS",
    "BH",
    "BH/C1",
    "BH/C2",
    "BH/M1",
    "BH/M2",
    "BH/P",
    "BH/F",
    "FB",
    "FB/C1",
    "FB/M1",
    "AOB",
    "AOB/F",
    "SB",
    "SB/C1",
    "SB/C2",
    "SB/M1",
    "SB/P",
    "DE",
    "DE/P",
    "PS",
    "PS/C1",
    "PS/C2",
    "KS",
    "KS/L60",
    "KS/L+1",
    "KS/L-2",
    "WIN",
    "WON",
    "BPG",
    "BWG",
    "ARO",
    "ARO/C1",
    "ARO/M1",
    "ARO/U1400",
    "ARO/C1/U1400",
    "TPR",
    "TPR/U1400",
    "PTP",
    "PTP/U1500",
    "APRO",
    "APRO/U1400",
    "APPO",
    "APPO/U1400",
    "REP",
    "STD",
    "TPN",
    "RTNG",
    "RTNG/U1400",
    "RTNG/R",
    "BH/R",
]
OF_TEAMS = {code for code, kind in TIE_BREAK_KINDS.items() if kind.teams}


def test_every_code_of_players_is_compared():
    assert {text.partition("/")[0] for text in STRINGS} == TIE_BREAK_KINDS.keys() - OF_TEAMS


SYSTEMS_OF_POINTS = [
    Points(wins_bye_x2=2),
    Points(wins_bye_x2=1, wins_absent_x2=1),
    Points(win_x2=6, jigo_x2=2, wins_bye_x2=2, forfeit_win_x2=6, requested_bye_x2=2),
]


@st.composite
def rounds_of(draw, keys, rounds):
    """Games, byes, and the rounds in which each player is absent and has a bye that was requested."""
    spans = {
        key: (draw(st.sampled_from([1, 1, 1, 2, 3])), draw(st.sampled_from([9, 9, 9, 1, 2, 3])))
        for key in keys
    }
    away, asked, games, byes = {key: set() for key in keys}, {key: set() for key in keys}, [], []
    for round in range(1, rounds + 1):
        waiting = []
        for key in draw(st.permutations(keys)):
            first, last = spans[key]
            choice = draw(st.sampled_from("ppppphz")) if first <= round <= last else "z"
            if choice != "p":
                away[key].add(round)
            if choice == "h":
                asked[key].add(round)
            if choice == "p":
                waiting.append(key)
        if len(waiting) % 2:
            byes.append(Bye(round=round, player=waiting.pop()))
        for table, (one, other) in enumerate(zip(waiting[::2], waiting[1::2], strict=True), 1):
            result = draw(st.sampled_from([*Result, Result.WHITE_WINS, Result.BLACK_WINS]))
            forfeit = result not in (Result.UNKNOWN, Result.JIGO) and draw(
                st.sampled_from([False, False, True])
            )
            found = game(round, table, one, other, result)
            games.append(replace(found, by_default=forfeit))
    return tuple(games), tuple(byes), away, asked


@st.composite
def events(draw):
    """Players and rounds with forfeits, byes, absences, late entries, withdrawals, and players without a rating."""
    number, rounds = draw(st.integers(2, 8)), draw(st.integers(1, 5))
    rated = draw(st.booleans())
    keys = "abcdefgh"[:number]
    games, byes, away, asked = draw(rounds_of(keys, rounds))
    ratings = st.sampled_from([1400, 1833, 2000, 2001, 2650])
    players = tuple(
        Player(
            key,
            name=key,
            rating=draw(ratings if rated else st.none() | ratings),
            absences=frozenset(away[key]),
            requested_byes=frozenset(asked[key]),
        )
        for key in keys
    )
    points = draw(st.sampled_from(SYSTEMS_OF_POINTS))
    rules = replace(
        with_preset(Rules(rounds=rounds), "FIDE"),
        points=points,
        needs_half=False,  # see test_round_robin
        tie_breaks=draw(st.sampled_from(["date", "2024", "2026"])),
        system=draw(st.sampled_from(["dutch", "dutch", "round-robin"])),
    )
    rules = replace(rules, fide=replace(rules.fide, order="entry"))
    begins = draw(st.sampled_from([None, date(2026, 2, 28), date(2026, 3, 1)]))
    return Tournament(
        kind="swiss",
        event=Event(begins=begins),
        rules=rules,
        players=players,
        games=games,
        byes=byes,
    )


def values_of(tournament, strings, after):
    """Our values in points, by key; None for none."""
    criteria = [Criterion(text) for text in strings]
    values = standings_values(ScoreHistory.of(tournament), criteria, after)
    columns = [
        in_points(each, values[:, k]).tolist() for k, each in enumerate(criteria)
    ]  # fmt: skip
    rows = zip(*columns, strict=True)
    found = ([None if isnan(value) else value for value in row] for row in rows)
    return dict(zip((player.key for player in tournament.players), found, strict=True))


@given(events(), st.data())
def test_every_tie_break_is_what_its_article_says(tournament, data):
    after = data.draw(st.integers(0, tournament.rules.rounds))
    first = data.draw(st.lists(st.sampled_from(["PTS", "SB", "WIN", "BH"]), max_size=2))
    strings = [*first, "DE", *STRINGS]
    ours, expected = (
        values_of(tournament, strings, after),
        Reference(tournament, after).table(strings),
    )
    for key, row in expected.items():
        for text, value, found in zip(strings, row, ours[key], strict=True):
            shown = None if value is None else round(float(value), 3)
            assert found == pytest.approx(shown, abs=0.0011), (key, text)


CASES = {
    "ff": """\
042 2024-10-01
XXR 2
001    1      A, A                              2400                             1.5    1     3 w 1     2 b =
001    2      B, B                              2300                             1.5    2     4 b 1     1 w =
001    3      C, C                              2200                             1.0    3     1 b 0     4 w +
001    4      D, D                              2100                             0.0    4     2 w 0     3 b -
""",
    "win": """\
042 2026-11-20
XXR 2
001    1      A, A                              2400                             1.5    1     3 w 1     2 b =
001    2      B, B                              2300                             1.5    2     4 b +     1 w =
001    3      C, C                              2200                             1.0    3     1 b 0  0000 - U
001    4      D, D                              2100                             0.0    4     2 w -  0000 - Z
""",
    "de": """\
042 2026-11-20
XXR 3
001    1      P01, X                            2490                             2.0    1     5 w 1     4 w 1     6 w 0
001    2      P02, X                            2480                             2.0    2     6 w 0     5 b 1     4 w 1
001    3      P03, X                            2470                             3.0    3     4 b 1     6 b 1     5 w 1
001    4      P04, X                            2460                             0.0    4     3 w 0     1 b 0     2 b 0
001    5      P05, X                            2450                             0.0    5     1 b 0     2 w 0     3 b 0
001    6      P06, X                            2440                             2.0    6     2 b 1     3 w 0     1 b 1
""",
    "forfeit": """\
042 2026-11-20
XXR 2
001    1      A, A                              2400                             1.0    3     3 w 1     2 b -
001    2      B, B                              2300                             1.0    2     4 b 0     1 w +
001    3      C, C                              2200                             0.5    4     1 b 0     4 w =
001    4      D, D                              2100                             1.5    1     2 w 1     3 b =
""",
}


def case(name, strings):
    """Values of the standings of a case, by the first letters of the names, the best first."""
    table = standings(read("case.trf", CASES[name].encode()).tournament, criteria=strings)
    return {row.name: row.values for row in table.rows}


def test_a_forfeit_in_the_last_round_is_no_draw_for_the_opponents():
    for name in ("Buchholz", "BH"):
        assert case("ff", name)["B"] == (1.5,)


def test_an_own_round_without_a_game_counts_no_more_than_the_absent_opponent():
    found = case("win", "PTS,BH,SB")
    assert [*found][:2] == ["A", "B"]
    assert found["B"][1] == 2


def test_a_bye_is_a_win_and_no_game_won():
    assert case("win", "WIN,WON")["C"] == (1, 0)
    assert case("win", "WIN,WON")["B"] == (1, 0)


def test_a_direct_encounter_puts_first_whom_nobody_can_reach():
    found = case("de", "PTS,DE")
    assert [*found][:2] == ["P03", "P06"]
    assert [found[name][1] for name in ("P06", "P01", "P02", "P03")] == [1, 2, 2, None]


@pytest.mark.parametrize(
    ("name", "criteria", "first", "second"),
    [
        ("win", "WON", [(1, 1, True), (2, 0, True)], [(1, 0, True), (2, 0, True)]),
        ("win", "WIN", [(1, 1, True), (2, 0, True)], [(1, 0, True), (2, 0, True)]),
        ("win", "STD", [(1, 1, True), (2, 0.5, True)], [(1, 0, True), (2, 0, True)]),
        ("win", "REP", [(1, 1, True), (2, 1, True)], [(1, 0, True), (2, 0, True)]),
        ("win", "BPG", [(1, 0, True), (2, 1, True)], [(1, 0, True), (2, 0, True)]),
        ("win", "BH/C1", [(1, 1, False), (2, 1.5, True)], [(1, 0, False), (2, 0, True)]),
        ("forfeit", "PTS,DE/P", [(2, 1, True)], [(2, 0, True)]),
    ],
)
def test_a_comparison_lists_what_each_round_adds(name, criteria, first, second):
    """Of who is ahead in the case and of D, or in the last one of two whose only game is decided by forfeit."""
    tournament = read("case.trf", CASES[name].encode()).tournament
    table = standings(tournament, criteria=criteria)
    keys = ("BB", "AA") if name == "forfeit" else ("AA", "DD")
    found = compare_places(tournament, table, *keys)
    assert [row.key for row in found.rows] == [*keys]
    terms = [[(each.round, each.value, each.counted) for each in some] for some in found.terms]
    assert terms == [first, second]


def test_two_games_against_one_opponent_are_told_apart():
    """A game without a result is not yet one that was played with Black."""
    games = (
        game(1, 1, "a", "b", Result.WHITE_WINS),
        game(2, 1, "a", "b", Result.UNKNOWN),
    )
    rules = with_preset(Rules(rounds=2), "FIDE")
    players = (Player("a", name="a"), Player("b", name="b"))
    tournament = Tournament(kind="swiss", rules=rules, players=players, games=games)
    assert values_of(tournament, ["BPG"], 2)["b"] == [1]
    assert Reference(tournament, 2).value("b", "BPG") == 1


def test_the_edition_is_that_of_the_first_day():
    """Before March 2026, the dummy of a round without a game has the own score, however high."""
    tournament = read("case.trf", CASES["win"].encode()).tournament
    before = replace(tournament, event=replace(tournament.event, begins=date(2026, 2, 28)))
    stated = replace(before, rules=replace(before.rules, tie_breaks="2026"))
    assert [values_of(each, ["BH"], 2)["BB"] for each in (tournament, before, stated)] == [
        [2.0],
        [3.0],
        [2.0],
    ]


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("bh-c1", "BH/C1"),
        ("Bh/c2", "BH/C2"),
        ("ks/l-1", "KS/L-1"),
        ("edebt", "EDEBT"),
        ("mpvgp", "MPvGP"),
        ("bh:gp/m1/r", "BH:GP/M1/R"),
        ("SSSC/K10/P/F", "SSSC/K10/P/F"),
        ("GE", "REP"),
        ("MPTS", "PTS:MP"),
    ],
)
def test_a_string_is_read_in_any_case(text, means):
    assert str(parse_tie_break(text)) == means
    assert Criterion(text) is Criterion(means)


@pytest.mark.parametrize(
    "text", ["BH/X1", "PTS/C1", "BH:QP", "BH/", "BH/C", "WIN/P", "DE/C1", "ARO/C1x"]
)
def test_a_string_that_is_wrong_is_named_in_a_line(text):
    with pytest.raises(RuleError, match=rf"^criteria: tie-break '{text.upper()}': ") as caught:
        standings(Tournament(), criteria=f"PTS,{text}")
    assert "\n" not in str(caught.value)
    assert caught.value.message.about == "criteria"
    with pytest.raises(RuleError) as again:
        standings(Tournament(), criteria=f"PTS,{text}")
    assert len(again.traceback) == len(caught.traceback)


TEAM_STRINGS = [
    "PTS:MP",
    "PTS:GP",
    "MPvGP",
    "BH:MP",
    "BH:GP",
    "BH:GP/C1",
    "SB:MP",
    "SB:GP/M1",
    "FB:GP",
    "AOB:MP",
    "DE",
    "EDE",
    "EDEC",
    "EDET",
    "EDEB",
    "EDEBT",
    "EDEBB",
    "EDE/P",
    "EMMSB",
    "EMGSB",
    "EMGSB/C1",
    "EGMSB",
    "EGGSB",
    "EGGSB/M1",
    "BC",
    "TBR",
    "BBE",
    "SSSC",
    "SSSC/K3",
    "WIN",
    "WON",
    "REP",
    "STD:MP",
    "KS:GP",
]


def test_every_code_of_teams_is_compared():
    assert {re.split("[:/]", text.upper())[0] for text in TEAM_STRINGS} > OF_TEAMS


@pytest.mark.parametrize("seed", range(12))
def test_every_tie_break_of_teams_is_what_its_article_says(seed):
    tournament = played(seed)
    rules = replace(tournament.rules, points=Points(wins_bye_x2=2))
    tournament = replace(tournament, rules=rules)
    play = tournament.team_play
    for after in (1, tournament.rules.rounds):
        units = of_teams(tournament)
        matches = records_of_teams(tournament, after)
        for first in (["PTS:MP"], ["PTS:GP"], ["WIN", "PTS:MP", "EDE"]):
            strings = [*first, *TEAM_STRINGS[seed % 3 :]]
            strings += TEAM_STRINGS[: seed % 3]
            primary = "GP" if first == ["PTS:GP"] else "MP"
            expected = TeamReference(units, matches, play.size, after, primary).table(strings)
            criteria = [TeamCriterion(text) for text in strings]
            rows = team_standings(tournament, after, criteria).rows
            for row in rows:
                for text, value, found in zip(strings, expected[row.key], row.values, strict=True):
                    shown = None if value is None else round(float(value), 3)
                    assert found == pytest.approx(shown, abs=0.0011), (row.key, text, after)


@pytest.mark.parametrize("code", ["EDE", "EDEC", "EDET", "EDEB", "EDEBT", "EDEBB"])
def test_who_is_still_tied_goes_on_with_the_score_that_has_divided(code):
    """13.3: all have four match points; 4½ board points put D first, 3½ E last, and 4 are those of A, B and C.

    These have 3, 2½ and ½ between them: A is ahead. By match points, 3, 3 and 0, A and B would be tied, and so
    by the points of their match.
    """
    halves = {"AB": 2, "AC": 4, "AD": 0, "AE": 2, "BC": 3, "BD": 2, "BE": 1, "CD": 3, "CE": 4}
    boards = {0: "--", 1: "-=", 2: "==", 3: "+=", 4: "++"}
    results = {"+": Result.WHITE_WINS, "=": Result.JIGO, "-": Result.BLACK_WINS}
    games = tuple(
        game(round, board, f"{match[0]}{board}", f"{match[1]}{board}", results[sign])
        for round, (match, points) in enumerate({**halves, "DE": 2}.items(), start=1)
        for board, sign in enumerate(boards[points], start=1)
    )
    tournament = replace(entered(teams=5, size=2, rounds=len(halves) + 1), games=games)
    criteria = [TeamCriterion("PTS"), TeamCriterion(code)]
    table = team_standings(tournament, len(halves) + 1, criteria)
    assert [(row.key, *row.values) for row in table.rows] == [
        (key, 4, place) for place, key in enumerate("DABCE", start=1)
    ]
    ahead, behind = compare_places(tournament, table, "A", "B").terms
    assert [(each.opponent, each.value) for each in ahead] == [("B", 1), ("C", 2)]
    assert [(each.opponent, each.value) for each in behind] == [("A", 1), ("C", 1.5)]


def test_two_teams_who_are_tied_are_compared_by_the_boards_of_their_match():
    """13.3: A and B drew their match, A with its win at board 1, B at board 2: less board count is better."""
    tournament = entered(teams=2, size=2, rounds=1)
    games = (
        game(1, 1, "A1", "B1", Result.WHITE_WINS),
        game(1, 2, "B2", "A2", Result.WHITE_WINS),
    )
    tournament = replace(tournament, games=games)
    for text, first in (("EDEBT", "A"), ("EDET", "A"), ("EDEB", "A"), ("BC", "A"), ("TBR", "A")):
        rows = team_standings(tournament, 1, [TeamCriterion("PTS"), TeamCriterion(text)]).rows
        assert rows[0].key == first, text
    rows = team_standings(tournament, 1, [TeamCriterion("PTS"), TeamCriterion("EDE")]).rows
    assert [row.place for row in rows] == [1, 1]
    rows = team_standings(tournament, 1, [TeamCriterion("PTS"), TeamCriterion("BC/R")]).rows
    assert [(row.key, row.values) for row in rows] == [("B", (1, 2)), ("A", (1, 1))]


@pytest.mark.parametrize(
    ("second", "criterion", "separates", "terms"),
    [
        (Result.WHITE_WINS, "EDE", False, [[], []]),
        (Result.WHITE_WINS, "EDEBT", True, [[], []]),
        (Result.BLACK_WINS, "EDE", True, [[(1, "B", 2)], [(1, "A", 0)]]),
        (Result.BLACK_WINS, "EDE:GP", True, [[(1, "B", 2)], [(1, "A", 0)]]),
        (Result.BOTH_LOSE, "EDE:GP", True, [[(1, "B", 1)], [(1, "A", 0)]]),
    ],
)
def test_a_comparison_of_teams_lists_the_matches_between_those_who_are_tied(
    second, criterion, separates, terms
):
    """By the score that separates the two; nothing if they share the place, or boards decide."""
    tournament = entered(teams=2, size=2, rounds=1)
    games = (game(1, 1, "A1", "B1", Result.WHITE_WINS), game(1, 2, "B2", "A2", second))
    tournament = replace(tournament, games=games)
    table = team_standings(tournament, 1, [TeamCriterion("REP"), TeamCriterion(criterion)])
    found = compare_places(tournament, table, "A", "B")
    assert found.criterion == (TeamCriterion(criterion) if separates else None)
    listed = [[(each.round, each.opponent, each.value) for each in some] for some in found.terms]
    assert listed == terms


def test_a_higher_sum_wins_a_match_in_which_a_board_is_lost_by_both():
    """Of two boards, one is lost by both: 1-0 is a match won, where OpenGotha asks for more than half."""
    tournament = entered(teams=2, size=2, rounds=1)
    games = (
        game(1, 1, "A1", "B1", Result.WHITE_WINS),
        game(1, 2, "B2", "A2", Result.BOTH_LOSE),
    )
    for kind, expected in (("swiss", [2, 0]), ("go", [1, 0])):
        found = replace(tournament, kind=kind, games=games)
        rows = team_standings(found, 1, [TeamCriterion.MATCH_POINTS]).rows
        assert [row.values[0] for row in rows] == expected


def test_criteria_to_choose_from_are_those_of_players():
    with pytest.raises(RuleError, match="must be criteria") as caught:
        standings(Tournament(), criteria="PTS,XYZ")
    listed = re.split(r"[ (),]+", str(caught.value))
    assert {"BH", "KS"} < {*listed}
    assert OF_TEAMS.isdisjoint(map(str.upper, listed))


def test_a_tie_break_of_teams_is_none_of_players():
    tournament = read("case.trf", CASES["de"].encode()).tournament
    for text in ("EDE", "BC", "EMGSB", "PTS:MP", "MPvGP", "SSSC", "TBR"):
        with pytest.raises(RuleError, match="is a tie-break of teams"):
            standings(tournament, criteria=text)
        with pytest.raises(RuleError, match="is a tie-break of teams"):
            Rules(placement=(Criterion("PTS"), Criterion(text)))
