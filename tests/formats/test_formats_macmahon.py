"""Files of MacMahon: what they can hold comes back, and every byte stays that does not change."""

from __future__ import annotations

import difflib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpair.errors import FormatError, RuleError
from fastpair.formats import FORMATS, read
from fastpair.formats.losses import losses
from fastpair.formats.macmahon import new_content
from fastpair.formats.macmahon import read as read_content
from fastpair.go.tournament import (
    Bye,
    Criterion,
    Game,
    Grade,
    Player,
    Points,
    Result,
    Rules,
    Tournament,
)
from whole_tournaments import whole_tournaments

PLAYERS = (
    Player(key="EKANNA", name="Ek", first_name="Anna", grade=Grade(0), rating=2100, correction=1),
    Player(key="IBBO", name="Ib", first_name="Bo", grade=Grade(-3), absences=frozenset({2})),
    Player(key="WUMEI", name="Wu", first_name="Mei", grade=Grade(2), final=False, club="A & B"),
)
GAME = Game(round=1, table=1, white="EKANNA", black="IBBO", handicap=2, result=Result.BLACK_WINS)
TOURNAMENT = Tournament(
    name="Spring",
    rules=Rules(points=Points(wins_bye_x2=2, mms_bye_x2=2, mms_absent_x2=1)),
    players=PLAYERS,
    games=(GAME,),
    byes=(Bye(round=1, player="WUMEI"),),
)


def kept(tournament):
    """What of a tournament MacMahon's files hold."""
    return read_content("file", new_content(tournament)).tournament


@given(whole_tournaments(), whole_tournaments(), st.data())
def test_a_change_reads_back(tournament, other, data):
    """Whatever changes, the file holds the other tournament afterwards."""
    document = read_content("file", new_content(tournament))
    other = kept(other)
    keys = {player.key for player in document.tournament.players}
    players = tuple(
        replace(player, name=f"new {player.key}", key=f"NEW{player.key}")
        for player in other.players
    )
    stay = tuple(p for p in document.tournament.players if data.draw(st.booleans()))
    games = tuple(g for g in document.tournament.games if {*g.players} <= {p.key for p in stay})
    changed = replace(
        document.tournament,
        name=other.name,
        rules=replace(other.rules, rounds=5),
        players=(*stay, *(player for player in players if player.key not in keys)),
        games=games,
        byes=(),
    )
    assert losses(read_content("file", document.content_with(changed)).tournament, changed) == []


@given(st.sampled_from(["utf-8", "utf-16", "latin-1"]), st.sampled_from(["\n", "\r\n"]))
def test_every_other_byte_stays(encoding, line_end):
    text = new_content(TOURNAMENT).decode().replace('"UTF-8"', f'"{encoding.upper()}"')
    text = text.replace("<Club>", "<Stranger a='1'/><!-- mine --><Club>").replace("Mei", "Méi")
    content = text.replace("\n", line_end).encode(encoding)
    document = read_content("file", content)
    games = (replace(document.tournament.games[0], result=Result.JIGO),)
    changed = replace(document.tournament, games=games)
    written = document.content_with(changed)
    assert read_content("file", written).tournament == changed
    before, after = (part.decode(encoding).splitlines() for part in (content, written))
    lines = [line for line in difflib.ndiff(before, after) if line[0] in "+-"]
    assert [line.split() for line in lines] == [
        ["-", "<Result>1-0</Result>"],
        ["+", "<Result>½-½</Result>"],
    ]


def test_a_game_beyond_the_stated_rounds_is_left_out_and_stays():
    rules = replace(TOURNAMENT.rules, rounds=2)
    games = (GAME, replace(GAME, round=2))
    content = new_content(replace(TOURNAMENT, rules=rules, games=games))
    content = content.replace(b"<RoundNumber>2<", b"<RoundNumber>21<")
    document = read_content("file", content)
    assert (document.tournament.rules.rounds, document.tournament.games) == (2, (GAME,))
    (remark,) = document.remarks
    assert "the file has 2 rounds; this game of round 21 is left out" in remark
    written = document.content_with(replace(document.tournament, byes=()))
    assert written.count(b"<Pairing>") == 2


def test_a_game_that_is_there_twice_is_named_by_its_line():
    content = new_content(TOURNAMENT).decode()
    game = content[content.index("<Pairing>") : content.index("</Pairing>") + len("</Pairing>")]
    assert game.count("<Pairing>") == 1
    document = read_content("file", content.replace(game, f"{game}\n{game}", 1).encode())
    line = content[: content.index("<Pairing>")].count("\n") + game.count("\n") + 2
    assert f"line {line}: round 1: 'EKANNA' has 2 games or byes" in [*document.tournament.faults()]


def test_text_between_elements_is_named():
    content = new_content(TOURNAMENT).replace(b"<Club>", b"Club>", 1).replace(b"</Club>", b"", 1)
    (remark,) = read_content("file", content).remarks
    line = content[: content.index(b"Club>")].count(b"\n") + 1
    assert remark.startswith(f"line {line}: 'Club>")
    assert "<GoPlayer>" in remark
    assert read_content("file", new_content(TOURNAMENT)).remarks == ()


def test_the_order_of_criteria_changes():
    document = read_content("file", new_content(TOURNAMENT))
    rules = replace(document.tournament.rules, placement=(Criterion.SOS_MMS, Criterion.MMS))
    changed = replace(document.tournament, rules=rules)
    assert read_content("file", document.content_with(changed)).tournament == changed


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("<Id>2</Id>", "<Id>1</Id>", "<Player> Id 1: expected one that no other player has"),
        ("<Id>2</Id>", "", "<Player> has no <Id>"),
        (
            "<GoLevel>1d",
            "<GoLevel>strong",
            "<GoLevel> 'strong' is not a grade such as '3d' or '12k'",
        ),
        ("<Rating>2100", "<Rating>high", "<Rating> expected a rating such as 2100, got 'high'"),
        ("<Black>2</Black>", "<Black>9</Black>", "<Pairing> Black 9: expected the Id of a player"),
        ("<Result>1-0<", "<Result>3-0<", "<Result> expected one of ?-?, 1-0, 0-1, "),
        (
            "<Handicap>2<",
            "<Handicap>10<",
            "<Handicap> expected a whole number from 0 to 9, got '10'",
        ),
        (
            "<RoundNumber>1<",
            "<RoundNumber>0<",
            "<RoundNumber> expected a whole number from 1 to 99",
        ),
        ("<HandicapUsed>true", "<HandicapUsed>1", "<HandicapUsed> expected true or false, got '1'"),
    ],
)
def test_what_is_wrong_is_said(old, new, message):
    text = new_content(TOURNAMENT).decode()
    assert old in text
    with pytest.raises(FormatError, match=r"^file:\d+: ") as caught:
        read_content("file", text.replace(old, new).encode())
    assert message in str(caught.value)


def test_a_rating_may_determine_the_grade():
    text = new_content(TOURNAMENT).decode()
    text = text.replace("<RatingDeterminesRank>false", "<RatingDeterminesRank>true")
    text = text.replace("2100<", "1949<")
    grades = [player.grade for player in read_content("f", text.encode()).tournament.players]
    assert grades == [Grade(-2), Grade(-3), Grade(2)]


def test_what_no_file_can_hold_is_refused():
    with pytest.raises(RuleError, match="no player has the key 'nobody'"):
        FORMATS["macmahon"].new(
            replace(TOURNAMENT, byes=(Bye(round=1, player="nobody"),), doubtful=True)
        )
    with pytest.raises(RuleError, match="XML has no character"):
        new_content(replace(TOURNAMENT, name="\x00"))


@pytest.mark.peers("files/macmahon/*")
def test_a_real_file(peer):
    document = read(peer)
    tournament = document.tournament
    assert read_content("again", new_content(tournament)).tournament == tournament
    changed = replace(
        tournament, players=(replace(tournament.players[0], club="x"), *tournament.players[1:])
    )
    written = document.content_with(changed)
    assert read_content("again", written).tournament == changed
    assert b"<!--" in written
