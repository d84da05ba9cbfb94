"""Result reports of the American Go Association."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from fastpair.errors import FormatError
from fastpair.formats import FORMATS
from fastpair.go.tournament import Event, Game, Grade, Player, Result

FORMAT = FORMATS["aga"]

TEXT = """\
TOURNEY\tCherry Cup, Rhinebeck
location='Rhinebeck'
\tstart=2024-05-04
\tfinish=05/05/2024
\trules=AGA
# typed by hand
PLAYERS
1234\tIto, Aya Mia\t1D
99999\tRoth, Ben\t-2.5
00567 Lind, Ola 4.1

GAMES 1
1234\t99999\tW\t2\t0
GAMES 2
567 1234 b 0 7
# the last one

GAMES 3
567 99999 ? 0 0
END
"""


def read(text):
    return FORMAT.read("t.txt", text.encode())


def test_a_report_is_read():
    document = read(TEXT)
    tournament = document.tournament
    assert tournament.name == "Cherry Cup"
    assert tournament.event == Event(
        place="Rhinebeck", begins=date(2024, 5, 4), ends=date(2024, 5, 5), komi_x2=15
    )
    assert tournament.players == (
        Player(
            key="ITOAYAMIA",
            name="Ito",
            first_name="Aya Mia",
            grade=Grade(0),
            aga_id="1234",
            absences=frozenset({3}),
        ),
        Player(
            key="ROTHBEN", name="Roth", first_name="Ben", grade=Grade(-2), absences=frozenset({2})
        ),
        Player(
            key="LINDOLA",
            name="Lind",
            first_name="Ola",
            grade=Grade(3),
            aga_id="567",
            absences=frozenset({1}),
        ),
    )
    assert tournament.rules.rounds == 3
    assert tournament.games[0] == Game(
        round=1, table=1, white="ITOAYAMIA", black="ROTHBEN", handicap=2, result=Result.WHITE_WINS
    )
    assert tournament.games[2].handicap == 1
    assert "1 of 3 games have no winner" in document.remarks[1]


@pytest.mark.parametrize(("heading", "line"), [("GAMES 21", 18), ("GAMES 3", None)])
def test_a_round_far_behind_the_others_has_a_remark(heading, line):
    remarks = read(TEXT.replace("GAMES 3", heading)).remarks
    found = [remark for remark in remarks if "comes after round 2" in remark]
    assert [remark.split(":")[0] for remark in found] == ([f"line {line}"] if line else [])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("PLAYERS\n", "", "t.txt: expected a line PLAYERS, found none"),
        ("GAMES 2", "GAMES 0", "t.txt:14: expected a round from 1 to 99, found 0"),
        ("GAMES 3", "GAMES 100", "expected a round from 1 to 99, found 100"),
        ("567 1234 b", "567 1235 b", "t.txt:15: no player has the number 1235"),
        ("567 1234 b", "567 567 b", "t.txt:15: number 567 plays himself"),
        ("567 1234 b", "567 1234 c", "t.txt:15: column 10: expected the winner W or B"),
        ("567 1234 b 0 7", "567 1234", "t.txt:15: expected the numbers of White and Black"),
        ("567 1234 b 0 7", "567 1234 b 0 7 9", "t.txt:15: expected the numbers of White"),
        ("567 1234 b", "567 12x4 b", "column 5: expected the number of Black, found '12x4'"),
        ("GAMES 2", "GAME 2", "t.txt:14: column 1: expected the number of White, or a line GAMES"),
        ("\tW\t2\t0", "\tW\t\t7", "t.txt:13: column 14: expected the handicap, found an empty"),
        ("b 0 7", "b 0 7,5", "t.txt:15: column 14: expected the komi, found '7,5'"),
        ("GAMES 3\n", "", "t.txt:18: number 567 has a game of round 2 in line 15, too"),
        ("00567 Lind, Ola", "01234 Lind, Ola", "t.txt:10: another player has the number 1234"),
        ("Roth, Ben\t-2.5", "Roth, Ben", "t.txt:9: expected a number, a name, a comma"),
        ("END\n", "END\nGAMES 4\n", "t.txt:21: expected nothing behind END, found 'GAMES 4'"),
        ("END\n", "END\n567 1234 b 0 7\n", "t.txt:21: expected nothing behind END"),
    ],
)
def test_contradictions_are_refused(old, new, message):
    with pytest.raises(FormatError) as caught:
        read(TEXT.replace(old, new))
    assert message in str(caught.value)


def test_other_files_are_not_recognised():
    assert FORMAT.recognises(b"# comment\r\n\r\nTourney A\r\n")
    assert not FORMAT.recognises(b"; EV[A]\n")


ONE_HEADING = """\
// made by a generator
TOURNEY
Cherry Cup, July 13 2025
start=2024-09-28 10:00:00
PLAYERS (4)
ID  NAME  RANK
101 Ito, Aya    7p
102 Ben Roth    2 dan
103 Lind, Ola   9 pro // registered late
104 Mo van Dam  -3.2

GAMES
WHITE BLACK WINNER HANDICAP KOMI
101 102 W 0 7 // Ito, Aya vs Roth, Ben
103 104 b 0 7
101 103 W 0 7
// a long lunch
102 104 b 12 0
END
Thank you.
"""


def test_a_report_of_a_generator_is_read():
    assert FORMAT.recognises(ONE_HEADING.encode())
    document = read(ONE_HEADING)
    tournament = document.tournament
    assert (tournament.name, tournament.event.begins) == (
        "Cherry Cup, July 13 2025",
        date(2024, 9, 28),
    )
    assert [player.full_name for player in tournament.players] == [
        "Ito Aya",
        "Roth Ben",
        "Lind Ola",
        "Dam Mo van",
    ]
    assert [str(player.grade) for player in tournament.players] == ["7p", "2d", "9p", "3k"]
    assert [game.round for game in tournament.games] == [1, 1, 2, 2]
    assert [game.handicap for game in tournament.games] == [0, 0, 0, 9]
    assert document.remarks[1:] == (
        "all games stand under one heading GAMES: they are dealt into 2 rounds in their order, "
        "so that nobody has two games in one",
        "2 of 4 names have no comma, such as line 8: the last word is taken as the family name, 'Roth'",
        "line 7: 7p is a professional's grade, for which 9d stands",
        "line 9: 9p is a professional's grade, for which 9d stands",
        "line 18: 12 stones count as 9, the most of a game",
    )


@pytest.mark.parametrize(
    ("games", "komi_x2", "handicaps"),
    [
        ("1 2 W 0\n3 4 W 3 0", None, [0, 3]),
        ("1 2 W 0\n3 4 W 0 0", None, [0, 1]),
        ("1 2 W 0 6\n3 4 W 0 0", 13, [0, 1]),
        ("1 2 W 0 0\n3 4 W 0 0", 0, [0, 0]),
        ("1 2 W 3 0\n3 4 W 2 0", None, [3, 2]),
    ],
)
def test_a_komi_that_no_even_game_states_is_not_stated(games, komi_x2, handicaps):
    """It comes back so, too; a game without komi beside such ones has a handicap of 1."""
    lines = "".join(f"{n} A{n}, B 1d\n" for n in range(1, 5))
    document = read(f"TOURNEY A\nPLAYERS\n{lines}GAMES 1\n{games}\nEND\n")
    for tournament in (
        document.tournament,
        FORMAT.read("t.txt", FORMAT.new(document.tournament)).tournament,
    ):
        assert tournament.event.komi_x2 == komi_x2
        assert [game.handicap for game in tournament.games] == handicaps


def test_games_in_another_order_take_no_more_rounds_than_needed():
    """Sorted by player, everybody comes again at once."""
    pairs = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
    lines = "".join(f"{n} A{n}, B 1d\n" for n in range(1, 5))
    games = "".join(f"{white} {black} W 0 7\n" for white, black in pairs)
    tournament = read(f"TOURNEY A\nPLAYERS\n{lines}GAMES (6)\n{games}END\n").tournament
    assert tournament.rules.rounds == 3
    assert len(tournament.games) == 6


def test_too_many_games_of_one_player():
    games = "1 2 W 0 7\n" * 100
    with pytest.raises(
        FormatError, match=r"t.txt:6: expected at most 99 games of a player, found 100"
    ):
        read(f"TOURNEY A\nPLAYERS\n1 A, B 1d\n2 C, D 1d\nGAMES\n{games}")


@pytest.mark.parametrize("first_name", ["Aya #4", "Aya // Mia", "//", "7", "3d"])
def test_names_that_look_like_something_else_survive(first_name):
    tournament = read(TEXT).tournament
    player = replace(tournament.players[0], first_name=first_name, name="Ito")
    content = FORMAT.new(replace(tournament, players=(player, *tournament.players[1:])))
    held = FORMAT.read("t.txt", content)
    assert first_name in [each.first_name for each in held.tournament.players]
    game = replace(held.tournament.games[0], result=Result.UNKNOWN)
    games = (game, *held.tournament.games[1:])
    again = held.content_with(replace(held.tournament, games=games))
    assert again.count(first_name.encode()) == content.count(first_name.encode())
