"""Several byes in one round: OpenGotha keeps the last of a player whom it knows, and so do we."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fastpair.go.tournament import Bye
from fastpair.ui.cli import main
from opengotha_text import KEYS, board, read, text

BYE = '<ByePlayer player="{}" roundNumber="{}"/>'
GAME = board(result="WHITEWINS")


def file_with(*byes, list_name="ByePlayers"):
    """A file with one game and some byes, the first of which stands in line 13."""
    content = text(games=[GAME], byes=[BYE.format(player, number) for player, number in byes])
    return content.replace("ByePlayers>", f"{list_name}>")


@pytest.mark.parametrize("list_name", ["ByePlayers", "ByePlayer"])
def test_the_last_bye_of_a_round_counts(list_name):
    document = read(
        file_with((KEYS[2], 2), (KEYS[0], 3), (KEYS[3], 2), (KEYS[1], 1), list_name=list_name)
    )
    assert document.tournament.byes == (
        Bye(round=3, player=KEYS[0]),
        Bye(round=2, player=KEYS[3]),
        Bye(round=1, player=KEYS[1]),
    )
    (remark,) = document.remarks
    assert remark == (
        "line 13: round 2 has more than one bye, and OpenGotha keeps the last, of "
        "'van Dorn Di'; 'Cörner Cé-Li' has none"
    )


@pytest.mark.parametrize("command", ["info", "draw"])
def test_the_director_is_told(command, tmp_path, capsys):
    path = tmp_path / "t.xml"
    path.write_text(file_with((KEYS[2], 1), (KEYS[3], 1)), encoding="utf-8")
    main([command, str(path)])
    told = " ".join("".join(capsys.readouterr()).split())
    assert "the last, of 'van Dorn Di'; 'Cörner Cé-Li' has none" in told


NOBODY = "line 14: no player is 'ME'; OpenGotha ignores this bye"
REPLACED = (
    "line 13: round 1 has more than one bye, and OpenGotha keeps the last, of 'Cörner Cé-Li'; "
    "'Alder Ann' has none"
)


@pytest.mark.parametrize(
    ("byes", "kept", "remarks", "faults"),
    [
        ([(KEYS[2], 2), (KEYS[2], 2)], (KEYS[2], 2), (), []),
        ([(KEYS[2], 2), ("ME", 2)], (KEYS[2], 2), (NOBODY,), []),
        ([(KEYS[0], 1)], (KEYS[0], 1), (), [f"line 13: round 1: {KEYS[0]!r} has 2 games or byes"]),
        ([(KEYS[0], 1), (KEYS[2], 1)], (KEYS[2], 1), (REPLACED,), []),
    ],
)
def test_one_bye_of_a_round_is_kept(byes, kept, remarks, faults):
    document = read(file_with(*byes))
    assert document.tournament.byes == (Bye(round=kept[1], player=kept[0]),)
    assert document.remarks == remarks
    assert list(document.tournament.faults()) == faults


@pytest.mark.parametrize("list_name", ["ByePlayers", "ByePlayer"])
def test_a_new_bye_of_the_round_is_the_only_one(list_name):
    before = file_with((KEYS[0], 2), ("ME", 2), (KEYS[3], 1), (KEYS[2], 2), list_name=list_name)
    document = read(before)
    changed = document.tournament.replace_round(2, [], [Bye(round=2, player=KEYS[1])])
    after = document.content_with(changed).decode()
    assert after == file_with((KEYS[3], 1), (KEYS[1], 2), list_name=list_name)
    assert read(after).remarks == ()


def test_a_change_elsewhere_leaves_the_byes_of_a_round():
    before = file_with((KEYS[0], 2), (KEYS[2], 2))
    document = read(before)
    changed = replace(document.tournament, games=())
    assert document.content_with(changed).decode() == before.replace(f"{GAME}\n", "")
