"""pairgoth's files: what they can hold comes back, and what fastpair does not know stays."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpair import draw_round
from fastpair.app.edits.boards import paired
from fastpair.errors import FormatError, RuleError
from fastpair.formats import FORMATS, read
from fastpair.formats.pairgoth import new_content
from fastpair.formats.pairgoth import read as read_content
from fastpair.go.tournament import (
    Bye,
    Event,
    EventFormat,
    Game,
    Grade,
    Overtime,
    Player,
    Result,
    TimeLimit,
    Tournament,
)
from json_places import change, refusal
from whole_tournaments import whole_tournaments

PLAYERS = (
    Player(key="EKANNA", name="Ek", first_name="Anna", grade=Grade(0), rating=2100),
    Player(key="IBBO", name="Ib", first_name="Bo", grade=Grade(-3), rating=1800),
    Player(key="WUMEI", name="Wu", first_name="Mei", grade=Grade(2), rating=2300),
)
GAME = Game(round=1, table=1, white="EKANNA", black="IBBO", handicap=2, result=Result.BLACK_WINS)
TOURNAMENT = Tournament(
    name="Spring", players=PLAYERS, games=(GAME,), byes=(Bye(round=1, player="WUMEI"),)
)


@pytest.fixture
def document():
    return json.loads(new_content(TOURNAMENT))


def content_of(document):
    return json.dumps(document).encode()


@given(whole_tournaments(), st.data())
def test_unknown_members_survive(tournament, data):
    document = json.loads(new_content(tournament))
    boards = [board for boards in document["games"] for board in boards]
    for number, item in enumerate([document, document["pairing"]["main"], *boards]):
        item["stranger"] = number
    held = read_content("file", content_of(document))
    order = data.draw(st.permutations(tournament.players))
    changed = replace(held.tournament, name="Changed", players=held.tournament.players[::-1])
    assert len(order) == len(changed.players)
    written = json.loads(held.content_with(changed))
    assert written["name"] == "Changed"
    assert written["stranger"] == 0
    assert written["pairing"]["main"]["stranger"] == 1
    assert written["games"] == document["games"]


@pytest.mark.parametrize("letter", ["?", "w", "b", "=", "X", "#", "0"])
def test_a_result_keeps_its_letter(document, letter):
    document["games"][0][0]["r"] = letter
    held = read_content("file", content_of(document)).tournament
    assert json.loads(new_content(held))["games"][0][0]["r"] == letter


def test_players_of_one_name_are_told_apart(document):
    document["players"][1] |= {"name": "Ek", "firstname": "Anna"}
    tournament = read_content("file", content_of(document)).tournament
    assert [player.key for player in tournament.players] == ["EKANNA", "EKANNA#2", "WUMEI"]
    assert tournament.games[0].players == ("EKANNA", "EKANNA#2")


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        ("/type", "RENGO2", "/games/0/1: expected the number of a team, got 3"),
        ("/type", "CHESS", "/type: expected one of 'INDIVIDUAL', "),
        ("/players/1/rank", 12, "/players/1/rank: expected a whole number from -30 to 8, got 12"),
        ("/players/1/id", 1, "/players/0/id: expected a number that only one player has, got 1"),
        ("/games/0/0/w", 77, "/games/0/0/w: expected the number of a player, got 77"),
        ("/games/0/1/b", 78, "/games/0/1: expected the number of a player, got 78"),
        ("/games/0/0/r", "z", "/games/0/0/r: expected one of '?', 'w', 'b'"),
        ("/pairing/main/scoreWeight", "1", "/pairing/main/scoreWeight: expected a number from 0"),
        ("/pairing/placement/0", "ELO", "/pairing/placement/0: expected one of 'NONE'"),
        ("/startDate", "May", "/startDate: expected a date such as 2026-08-01, got 'May'"),
        ("/komi", 1e300, "/komi: expected a number from -1000 to 1000"),
    ],
)
def test_an_error_points_to_its_place(document, place, value, message):
    change(document, place, value)
    assert refusal(read_content, document).startswith(f"file: {message}")


@pytest.mark.parametrize(
    "tournament",
    [
        replace(TOURNAMENT, byes=(Bye(round=1, player="nobody"),), doubtful=True),
        replace(TOURNAMENT, byes=(Bye(round=6, player="WUMEI"),), doubtful=True),
    ],
)
def test_what_no_file_can_hold_is_refused(tournament):
    with pytest.raises(RuleError):
        FORMATS["pairgoth"].new(tournament)


def test_grades_are_those_of_the_ratings(document):
    for player, rating in zip(document["players"], (2149, 1750, 2250), strict=True):
        player["rating"] = rating
    assert read_content("t.tour", content_of(document)).remarks == ()
    document["players"][1]["rating"] = 1749
    held = read_content("t.tour", content_of(document))
    (remark,) = held.remarks
    assert remark.startswith("/players: 1 of 3 players are graded by their rating, as pairgoth")
    assert remark.endswith("such as Ib: 4k, not 3k")
    assert held.tournament.players[1].grade == Grade.parse("4k")
    renamed = json.loads(held.content_with(replace(held.tournament, name="Changed")))
    assert renamed["players"] == document["players"]


def changed_player(tournament, **values):
    first, *others = tournament.players
    return replace(tournament, players=(replace(first, **values), *others))


def test_a_rating_that_changes_takes_the_grade_with_it(document):
    held = read_content("t.tour", content_of(document))
    changed = held.settled(changed_player(held.tournament, rating=2120))
    assert changed.players[0].grade == Grade.parse("1d")
    changed = held.settled(changed_player(held.tournament, rating=2250))
    assert changed.players[0].grade == Grade.parse("3d")
    assert read_content("t", held.content_with(changed)).tournament == changed
    with pytest.raises(RuleError, match="the grade is that of the rating, 1d for 2100; 3d needs a"):
        held.content_with(changed_player(held.tournament, grade=Grade.parse("3d")))


def test_closed_tables_stay_empty(document):
    document["tablesExclusion"] = ["", "4, 1-2"]
    held = read_content("t.tour", content_of(document))
    assert held.tournament.rules.closed_tables == (frozenset(), frozenset({1, 2, 4}))
    assert draw_round(held.tournament, 2).boards[0].table == 3
    kept = json.loads(held.content_with(replace(held.tournament, name="Changed")))
    assert kept["tablesExclusion"] == ["", "4, 1-2"]
    game = replace(GAME, round=2)
    made = paired(held.tournament, 2, game.players, lambda *_: (game,)).tournament
    assert made.games[-1].table == 3


@pytest.mark.parametrize("text", ["0", "1-", "x", "1-999999"])
def test_a_table_that_is_none_is_refused(document, text):
    document["tablesExclusion"] = ["", text]
    with pytest.raises(
        FormatError, match=r"/tablesExclusion/1: '.*' is not a list of tables such as '1-3,7'"
    ):
        read_content("t.tour", content_of(document))


def test_the_older_name_of_byo_yomi_is_read(document):
    document["timeSystem"] |= {"type": "STANDARD", "byoyomi": 30}
    read_back = read_content("t.tour", content_of(document))
    assert read_back.tournament.event.time.overtime is Overtime.BYO_YOMI


def test_what_nobody_stated_is_not_stated_when_it_comes_back(document):
    """pairgoth opens no file without a time, so that players have none at all; komi and board it can do without."""
    assert document["timeSystem"]["mainTime"] == 0
    assert not {"komi", "gobanSize"} & {*document}
    event = Event(time=TimeLimit(basic=60), komi_x2=0, board_size=9)
    for stated in (Event(), event):
        content = new_content(replace(TOURNAMENT, event=stated))
        found = read_content("t.tour", content).tournament.event
        assert (found.time, found.komi_x2, found.board_size) == (
            stated.time,
            stated.komi_x2,
            stated.board_size,
        )


@pytest.mark.peers("files/pairgoth/*")
def test_a_real_file(peer, tmp_path):
    document = read(peer)
    again = read_content("again", FORMATS["pairgoth"].new(document.tournament))
    assert again.tournament == document.tournament
    changed = json.loads(document.content_with(replace(document.tournament, name="x")))
    old = json.loads(document.content)
    assert old["players"][0].keys() == changed["players"][0].keys()
    assert old["games"] == changed["games"]


@pytest.mark.parametrize(
    ("t", "r", "kept"), [(0, "b", True), (0, "?", True), (3, "b", False), (0, "w", False)]
)
def test_a_board_with_one_player_only_is_a_bye_and_says_so_if_it_was_played(document, t, r, kept):
    (bye,) = [board for board in document["games"][0] if board["w"] == 0]
    place = document["games"][0].index(bye)
    bye |= {"t": t, "r": r}
    held = read_content("t.tour", content_of(document))
    assert held.tournament.byes == TOURNAMENT.byes
    assert [f"/games/0/{place}: w is nobody" in remark for remark in held.remarks] == [True] * (
        not kept
    )


def test_what_is_beyond_the_stated_rounds_is_left_out_and_stays(document):
    rounds = document["rounds"]
    game = document["games"][0][0] | {"id": 77}
    document["games"] = [*document["games"], *[[]] * (20 - len(document["games"])), [game]]
    held = read_content("t.tour", content_of(document))
    assert (held.tournament.rules.rounds, held.tournament.games) == (rounds, (GAME,))
    assert held.remarks == (
        f"/games/20/0: the file has {rounds} rounds; this game of round 21 is left out, and stays in "
        "the file",
    )
    for changed in (rounds - 1, rounds, 25):
        rules = replace(held.tournament.rules, rounds=changed)
        written = held.content_with(replace(held.tournament, rules=rules, name="Changed"))
        assert json.loads(written)["games"][20] == [game]
        games = read_content("t.tour", written).tournament.games
        assert [game.round for game in games] == [1, *[21] * (changed == 25)]


def test_boards_of_no_match_have_a_remark(document):
    assert not read_content("t.tour", content_of(document)).remarks
    document["individualGames"] = {"7": [{"id": 1, "t": 1, "w": 1, "b": 2, "h": 0, "r": "w"}]}
    (remark,) = read_content("t.tour", content_of(document)).remarks
    assert remark.startswith("/individualGames/7: no match has this number")


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("SWISS", EventFormat.SWISS),
        ("MAC_MAHON", EventFormat.MCMAHON),
        ("ROUND_ROBIN", EventFormat.ROUND_ROBIN),
    ],
)
def test_the_format_is_that_of_the_pairing(document, word, kind):
    """A change of the event leaves it; a new file states it, too."""
    document["pairing"]["type"] = word
    found = read_content("t.tour", content_of(document))
    assert found.tournament.rules.kind is kind
    renamed = found.content_with(replace(found.tournament, name="Cup"))
    for content in (renamed, new_content(found.tournament)):
        assert json.loads(content)["pairing"]["type"] == word
        assert read_content("t.tour", content).tournament.rules.predetermined == ("ROBIN" in word)
