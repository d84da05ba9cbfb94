"""Result files of the French federation."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from fastpair.errors import FormatError
from fastpair.formats import FORMATS
from fastpair.go.tournament import (
    Bye,
    Event,
    Game,
    Grade,
    Overtime,
    Player,
    Result,
    TimeLimit,
    Tournament,
)
from results import lines_of, numbered_games

FORMAT = FORMATS["ffg"]

TEXT = """\
;name=cerisier
;date=04/05/2024
;vill=Nantes
;comm=Coupe du cerisier
;prog=OpenGotha 3.51.02
;size=19
;time=60+b
;ta=80
;komi=7.5
;note=keep this
;Num Nom Prenom               Niv Licence Club
   1 Marais Zoé                1D 0900001 44Na    4+w4    2+b0
   2 Roche Luc                 2K 9900002 44Na    3+w0    1-w0
   3 de_la_Prairie Éva         5K         38Gr    2-b0   0=
     Bois Ana                  7K                1-b4    0+
"""


def read(text, encoding="iso-8859-15"):
    return FORMAT.read("t.tou", text.encode(encoding))


def test_a_file_is_read():
    document = read(TEXT)
    tournament = document.tournament
    assert document.version == "3.51.02"
    assert tournament.name == "Coupe du cerisier"
    assert tournament.event == Event(
        short_name="cerisier",
        place="Nantes",
        begins=date(2024, 5, 4),
        ends=date(2024, 5, 4),
        komi_x2=15,
        board_size=19,
        time=TimeLimit(basic=3600, overtime=Overtime.CANADIAN, period=20),
    )
    assert tournament.event.time.adjusted == 80 * 60
    assert tournament.players[0] == Player(
        key="MARAISZOÉ",
        name="Marais",
        first_name="Zoé",
        grade=Grade.parse("1d"),
        club="44Na",
        ffg_licence="0900001",
    )
    assert tournament.players[2].name == "de la Prairie"
    assert (tournament.players[3].club, tournament.players[3].ffg_licence) == ("", "")
    assert tournament.byes == (Bye(round=2, player="BOISANA"),)
    assert tournament.games[0] == Game(
        round=1,
        table=1,
        white="MARAISZOÉ",
        black="BOISANA",
        handicap=4,
        result=Result.WHITE_WINS,
    )
    assert "floor 20k, bar 4d" in document.remarks[0]


@pytest.mark.parametrize("encoding", ["iso-8859-15", "utf-8", "utf-8-sig"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_change_keeps_the_header(encoding, line_end):
    document = read(TEXT.replace("\n", line_end), encoding)
    tournament = document.tournament
    assert document.content_with(tournament) == document.content
    game = replace(tournament.games[-1], result=Result.JIGO)
    changed = replace(tournament, games=(*tournament.games[:-1], game), name="Coupe d'été")
    again = document.content_with(changed)
    lines = again.decode(encoding).split(line_end)
    old = TEXT.replace("Coupe du cerisier", "Coupe d'été").split("\n")
    assert lines[:11] == old[:11]
    held = FORMAT.read("t.tou", again).tournament
    assert numbered_games(held, held.players) == numbered_games(changed, lines_of(changed))


def test_a_line_of_opengotha_is_written_the_same():
    tournament = read(TEXT).tournament
    written = FORMAT.new(tournament).decode("iso-8859-15")
    for line in TEXT.splitlines()[11:14]:
        assert line.rstrip() in written
    assert ";time=60+b\n;ta=80\n;komi=7.5\n" in written


def test_a_new_file_states_nothing_that_nobody_stated():
    event = Event(place="Nantes")
    written = FORMAT.new(replace(read(TEXT).tournament, event=event))
    header = written.decode("iso-8859-15").partition(";Num")[0]
    assert [line.partition("=")[0] for line in header.splitlines()] == [
        *(";name", ";date", ";vill", ";comm", ";prog"),
    ]
    found = FORMAT.read("t.tou", written).tournament.event
    assert (found.time, found.komi_x2, found.board_size) == (None, None, None)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("1-w0", "1+w0", None),
        (
            "1-w0",
            "1=w0",
            "t.tou:12: column 59, '2+b0': round 2: number 1 against number 2 has the result",
        ),
        ("1-w0", "9-w0", "number 1 has a game against number 2, who has one against number 9"),
        ("    1-w0", "", "t.tou:13: expected 2 rounds as in most lines, found 1"),
        ("5K", "??", "t.tou:14: expected place, name, grade, licence, club and games"),
    ],
)
def test_contradictions_are_refused(old, new, message):
    if message is None:
        assert read(TEXT.replace(old, new)).tournament.games[-1].result is Result.BOTH_WIN
        return
    with pytest.raises(FormatError) as caught:
        read(TEXT.replace(old, new))
    assert message in str(caught.value)


def test_a_licence_that_is_none_does_not_become_a_club():
    player = Player(key="EK", name="Ek", first_name="Anna", grade=Grade(2), club="Pari")
    player = replace(player, ffg_licence="12")
    tournament = Tournament(players=(player,), byes=(Bye(round=1, player="EK"),))
    (held,) = FORMAT.read("t", FORMAT.new(tournament)).tournament.players
    assert (held.ffg_licence, held.club) == ("", "Pari")
