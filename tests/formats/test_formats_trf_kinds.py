"""What a player had in a round, as reports for FIDE say it: byes, forfeits and games that are not rated."""

from __future__ import annotations

import pytest

from fastpair import draw_round, standings
from fastpair.formats import FORMATS
from fastpair.go.tournament import RoundKind
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
