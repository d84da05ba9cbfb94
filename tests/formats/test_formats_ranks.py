"""The rank of a player, and what stands in for one that is missing or malformed."""

from __future__ import annotations

import pytest

from fastpair.go.tournament import Grade
from opengotha_text import read, text, tournament_in


@pytest.mark.parametrize(
    ("rank", "grade"),
    [
        ("3D", "3d"),
        ("12k", "12k"),
        (" 4K", "4k"),
        ("5", "5k"),
        ("99K", "30k"),
        ("12D", "9d"),
        ("1p", "7d"),
        ("4P", "8d"),
        ("9p", "9d"),
        ("9 pro", "9d"),
        ("3 dan", "3d"),
        ("", "30k"),
    ],
)
def test_ranks(rank, grade):
    player = f'<Player name="Alder" firstName="Ann" rank="{rank}"/>'
    assert tournament_in(players=[player]).players[0].grade == Grade.parse(grade)


@pytest.mark.parametrize(
    ("attributes", "grade", "remark"),
    [
        ('rank="3K" grade="2D"', "3k", None),
        ('rank="3K" grade="?"', "3k", None),
        ('rank="NR" grade="2D"', "2d", "line 4: 1 player has no valid rank; the declared grade is"),
        ('rank="" grade="2D"', "2d", "line 4: 1 player has no valid rank; the declared grade is"),
        ('grade="2D"', "2d", "line 4: 1 player has no valid rank; the declared grade is used"),
        *(
            (
                text,
                "30k",
                "line 4: 1 player has no valid rank; 30k, as there is no grade either, is",
            )
            for text in ('grade=""', "")
        ),
    ],
)
def test_what_stands_in_for_a_rank_that_is_none(attributes, grade, remark):
    document = read(text(players=[f'<Player name="A" firstName="B" {attributes}/>']))
    assert document.tournament.players[0].grade == Grade.parse(grade)
    if remark is None:
        assert document.remarks == ()
    else:
        assert document.remarks[0].startswith(remark)


def test_players_without_a_rank_are_counted_together():
    players = [f'<Player name="A{number}" grade="2D"/>' for number in range(7)]
    document = read(text(players=[*players, '<Player name="B"/>']))
    assert document.remarks == (
        "lines 4, 5, 6, 7, 8 and 2 more: 7 players have no valid rank; the declared grade is used",
        "line 11: 1 player has no valid rank; 30k, as there is no grade either, is used",
    )


def test_a_professional_without_a_rank_on_the_scale_is_one():
    document = read(text(players=['<Player name="A" firstName="B" rank="99K" grade="1 PRO"/>']))
    (player,) = document.tournament.players
    assert (str(player.grade), player.grade.amateur) == ("1p", Grade.parse("7d"))
    assert document.remarks == ("line 4: rank='99K' is not a rank; grade='1 PRO' is used",)
    document = read(text(players=['<Player name="A" firstName="B" rank="6D" grade="1 PRO"/>']))
    assert document.tournament.players[0].grade == Grade.parse("6d")
