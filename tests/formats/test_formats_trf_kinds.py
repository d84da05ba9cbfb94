"""What a player had in a round, as reports for FIDE say it: byes, forfeits and games that are not rated."""

from __future__ import annotations

import pytest

from fastpair import Congress, RuleError, draw_round, standings
from fastpair.formats import FORMATS
from fastpair.go.fide_ratings import fide_ratings
from fastpair.go.norms import norms_of
from fastpair.go.tournament import Result, RoundKind
from trf_reports import tournament, with_cells


def written(found):
    """The report of a tournament."""
    return FORMATS["trf"].new(found).decode()


@pytest.mark.parametrize(
    "points", ["W 1.0    D 0.5    L 0.0    A 0.0    P 0.5", "W 3.0    D 1.0    P 1.0"]
)
def test_a_full_point_bye_is_a_win_whatever_the_bye_of_the_pairing_is_worth(points):
    cells = "0000 - F", "   3 w 1", "   2 b 0", "0000 - U"
    found = tournament(with_cells(*cells, before=f"162  {points}"))
    table = standings(found, criteria=["PTS", "WIN", "REP"])
    values = {row.key: row.values for row in table.rows}
    win = values["P2"][0]
    assert values["P1"] == (win, 1, 1)
    assert values["P4"] == (found.rules.points.wins_bye_x2 / 2, 0, 1)
    assert found.kind_of("P1", 1) is RoundKind.FULL_POINT_BYE
    assert found.kind_of("P4", 1) is RoundKind.PAIRING_BYE
    assert "0000 - F" in written(found)


def test_a_full_point_bye_of_double_swiss_is_both_games():
    cells = "0000 - F  0000 - F", "   3 w 1     3 b 1", "   2 b 0     2 w 0", "0000 - U  0000 - H"
    found = tournament(with_cells(*cells, before="192 FIDE_DOUBLESWISS"))
    rows = {row.key: row.values[0] for row in standings(found, criteria=["PTS"]).rows}
    assert rows == {"P1": 2, "P2": 2, "P3": 0, "P4": 1.5}


def test_a_match_of_which_each_side_forfeited_a_game_is_a_meeting_without_colours():
    lost, won = ("{} b 0  {} w 0", "{} w 1  {} b 1")
    pairs = {1: (5, lost), 2: (8, won), 3: (6, lost), 5: (1, won), 6: (3, won), 8: (2, lost)}
    cells = {n: text.format(f"{other:>4}", f"{other:>4}") for n, (other, text) in pairs.items()}
    cells |= {4: "   7 b -     7 w +", 7: "   4 w +     4 b -"}
    before = "142 3\n152 W\n192 FIDE_DOUBLESWISS\n240 Z   2    5    8"
    found = tournament(with_cells(*(cells[n] for n in range(1, 9)), before=before))
    assert {found.kind_of(key, 1) for key in ("P4", "P7")} == {RoundKind.SPLIT_FORFEIT}
    pairs = {frozenset((board.white, board.black)) for board in draw_round(found, 2).boards}
    assert pairs == {frozenset(pair) for pair in (("P2", "P6"), ("P1", "P4"), ("P3", "P7"))}


def test_absences_are_stated_by_their_letter():
    cells = "   2 w 1", "   1 b 0"
    for letter in "AZ":
        found = tournament(
            with_cells(*cells, before=f"162  W 1.0    D 0.5    L 0.0    {letter} 0.5    P 1.0")
        )
        assert found.rules.points.wins_absent_x2 == 1
        (line,) = (line for line in written(found).splitlines() if line.startswith("162"))
        assert "A 0.5" in line
        assert "Z" not in line


def test_games_that_are_not_rated_are_games_in_all_else():
    cells = (
        "   2 w W     3 b D",
        "   1 b L     4 w 1",
        "   4 w 1     1 w D",
        "   3 b 0     2 b 0",
    )
    found = tournament(with_cells(*cells, before="222 5400+30"))
    assert found.kind_of("P1", 1) is RoundKind.UNRATED
    changes = {each.player.key: each.games for each in fide_ratings(found)}
    assert changes == {"P1": 0, "P2": 1, "P3": 1, "P4": 2}
    assert {each.games for norm in norms_of(found, "").values() for each in norm} <= {0, 1, 2}
    rated = tournament(with_cells(*(cell.translate(str.maketrans("WLD", "10=")) for cell in cells)))
    assert [row.values for row in standings(found).rows] == [
        row.values for row in standings(rated).rows
    ]
    assert (
        draw_round(found, 3).boards == draw_round(rated, 3).boards
        if found.rules.rounds > 2
        else True
    )
    assert [line[91:] for line in written(found).splitlines() if line.startswith("001")] == [*cells]


@pytest.mark.parametrize(
    ("cells", "points", "result"),
    [
        (("   2 w =", "   1 b 0"), (0.5, 0), Result.WHITE_HALF),
        (("   2 b =", "   1 w 0"), (0.5, 0), Result.BLACK_HALF),
        (("   2 w 0", "   1 b 0"), (0, 0), Result.BOTH_LOSE),
        (("   2 w -", "   1 b -"), (0, 0), Result.BOTH_LOSE),
        (("   2 w 1", "   1 b 1"), (1, 1), Result.BOTH_WIN),
        (("   2 w ?", "   1 b ?"), (0, 0), Result.UNKNOWN),
    ],
)
def test_results_that_only_an_arbiter_gives(cells, points, result):
    found = tournament(with_cells(*cells))
    (game,) = found.games
    assert game.result is result
    assert game.by_default == ("-" in "".join(cells))
    assert found.kind_of("P1", 1) is {
        Result.UNKNOWN: RoundKind.OPEN,
        Result.BOTH_LOSE: RoundKind.DOUBLE_FORFEIT if game.by_default else RoundKind.RATED,
    }.get(result, RoundKind.RATED)
    assert [row.values[0] for row in sorted(standings(found).rows, key=lambda row: row.key)] == [
        *points
    ]
    again = [line[91:] for line in written(found).splitlines() if line.startswith("001")]
    assert again == [cell.replace("?", " ").rstrip() for cell in cells]


def test_both_losing_at_the_board_and_by_forfeit_are_worth_what_a_loss_is():
    before = "162  W 1.0    D 0.5    L 0.5    A 0.0    P 1.0"
    for sign, points in (("0", 0.5), ("-", 0)):
        found = tournament(with_cells(f"   2 w {sign}", f"   1 b {sign}", before=before))
        assert {row.values[0] for row in standings(found).rows} == {points}


def test_byes_of_an_older_report_are_those_that_were_asked_for():
    cells = (
        "0000 w 1     2 w 0",
        "0000 - =     1 b 1",
        "             4 w 0",
        "0000 b 1     3 b 1",
        "0000 - 0  0000 - 1",
    )
    found = tournament(with_cells(*cells))
    kinds = [found.kind_of(f"P{n}", 1) for n in range(1, 6)]
    assert kinds == [
        RoundKind.FULL_POINT_BYE,
        RoundKind.HALF_POINT_BYE,
        RoundKind.NOT_ENTERED,
        RoundKind.FULL_POINT_BYE,
        RoundKind.NOT_ENTERED,
    ]
    values = {row.key: row.values[0] for row in standings(found).rows}
    assert values == {"P1": 1, "P2": 1.5, "P3": 0, "P4": 2, "P5": 1}
    assert found.round_to_draw() is None
    assert (standings(found).after, standings(found).provisional) == (2, False)


def test_a_last_column_with_a_bye_of_the_pairing_is_a_round_that_has_happened():
    cells = "0000 - Z", "0000 - U", "0000 - H", "0000 - H"
    past = tournament(with_cells(*cells, before="XXR 4"))
    assert (past.last_paired, past.round_to_draw(), standings(past).after) == (1, 2, 1)
    to_pair = tournament(with_cells("0000 - Z", "", "0000 - H", "", before="XXR 4"))
    assert (to_pair.last_paired, to_pair.round_to_draw(), standings(to_pair).after) == (0, 1, 0)
    assert [player.key for player in to_pair.to_pair(1)] == ["P2", "P4"]


def test_only_one_can_win_a_game_of_chess():
    open_game = tournament(with_cells("   2 w  ", "   1 b  "))
    congress = Congress.of(open_game)
    for text in ("1-1", "1-1!", "1-1u"):
        with pytest.raises(RuleError, match="only one player can win a game of chess"):
            congress.results(1, {1: text})
        with pytest.raises(RuleError, match="only one player can win a game of chess"):
            open_game.with_results(1, {1: text})
    done = congress.results(1, {1: "½–0"}).congress.tournament
    assert done.games[0].result is Result.WHITE_HALF
    done = congress.results(1, {1: "0-1u"}).congress.tournament
    assert (done.games[0].result, done.games[0].unrated) == (Result.BLACK_WINS, True)
    stated = tournament(with_cells("   2 w 1", "   1 b 1"))
    sentences = [each["sentence"] for each in Congress.of(stated).check()["findings"]]
    assert any("both have won, which is impossible in chess" in each for each in sentences)


def test_of_go_both_may_win_and_nobody_half_a_game():
    from builders import player
    from fastpair import Game, Rules, Tournament

    players = player("a"), player("b")
    games = (Game(round=1, table=1, white="a", black="b"),)
    evening = Tournament(players=players, games=games, rules=Rules(rounds=1))
    assert evening.with_results(1, {1: "1-1"}).games[0].result is Result.BOTH_WIN
    with pytest.raises(RuleError, match="1/2-0 is no result of a game of Go"):
        evening.with_results(1, {1: "1/2-0"})
