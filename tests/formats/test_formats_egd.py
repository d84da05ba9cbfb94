"""Result files of the European Go Database."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import fastpair
from fastpair.errors import FormatError
from fastpair.formats import FORMATS
from fastpair.formats.egd import verify
from fastpair.formats.egd.reader import score_x2
from fastpair.go.tournament import (
    Bye,
    Criterion,
    Event,
    EventFormat,
    Grade,
    HandicapRules,
    Player,
    Points,
    Result,
    TimeLimit,
)
from repository import ROOT
from results import WITH_MMS, lines_of, numbered_games, standings
from tournaments import tournaments

FORMAT = FORMATS["egd"]

HEADER = """\
; CL[A]
; EV[Kirschbaum Cup]
; PC[DE, Bonn]
; DT[2024-05-04,2024-05-05]
; HA[h2]
; KM[6.5]
; TM[75]
; QQ[whatever this is]
; a remark of the director
;
; Pl Name                            Rk Co Club  MMS  SOSSOSOS
"""
LINES = """\
   1 Ito Aya                         1D JP  Ber   32   55  100 0    4+/w4    2+/b0 |12345678
   2 Roth Ben                        2K DE Bonn   29   55  100 0    3+/w0    1-/w0
   3 Lind Ola                        5K SE xxxx   25   55  100 0    2-/b0    0=
     Bell Amy_Jo                     7K GB  Lon   23   55  100 0    1-/b4    0=
"""


def read(text, path="t.h9"):
    return FORMAT.read(path, text if isinstance(text, bytes) else text.encode())


def tournament_of(text, path="t.h9"):
    return read(text, path).tournament


def shown(tournament):
    names = {player.key: player.first_name for player in tournament.players}
    return [
        (game.round, names[game.white], names[game.black], game.handicap, game.result)
        for game in tournament.games
    ]


@given(tournaments(), st.booleans())
def test_standings_survive(tournament, by_mms):
    """The points of absences and byes are in the file, and starting scores follow from them."""
    placement = WITH_MMS if by_mms else (Criterion.WINS, Criterion.SOS_WINS, Criterion.SOSOS_WINS)
    rules = replace(
        tournament.rules,
        placement=placement,
        points=replace(
            Points(),
            mms_absent_x2=tournament.rules.points.mms_absent_x2 % 2,
            mms_bye_x2=2,
            wins_absent_x2=0,
            wins_bye_x2=2,
            round_down=tournament.rules.points.round_down,
        ),
        unplayed_as_half_point=False,
        missed="own" if tournament.rules.missed == "own" else "bga",
    )
    # By the table of formats it holds neither requested byes nor how FIDE counts missed rounds.
    players = tuple(replace(each, requested_byes=frozenset()) for each in tournament.players)
    tournament = replace(tournament, rules=rules, players=players)
    lines = lines_of(tournament)
    assume(lines and len(lines) == len(tournament.players))
    held = tournament_of(FORMAT.new(tournament))
    assert held.rules.placement == placement
    assert standings(held, held.players) == standings(tournament, lines)
    assert held.rules.kind is tournament.rules.kind


@given(tournaments(), st.data())
def test_a_changed_result_changes_nothing_else(tournament, data):
    """The file does not say what results are worth: they are worth what they usually are."""
    rules = replace(tournament.rules, placement=WITH_MMS, points=Points(), top_sleepers_lowered=0)
    tournament = replace(tournament, rules=rules)
    assume(tournament.games)
    document = read(FORMAT.new(tournament))
    held = document.tournament
    assert document.content_with(held) == document.content
    place = data.draw(st.integers(0, len(held.games) - 1))
    result = data.draw(st.sampled_from([Result.WHITE_WINS, Result.BLACK_WINS, Result.JIGO]))
    assume(held.games[place].result is not result)
    games = list(held.games)
    games[place] = replace(games[place], result=result)
    changed = replace(held, games=tuple(games))
    again = tournament_of(document.content_with(changed))
    lines = lines_of(changed, everybody=True)
    assert numbered_games(again, again.players) == numbered_games(changed, lines)


def test_a_file_is_read():
    document = read(HEADER + LINES)
    tournament = document.tournament
    assert document.remarks == ()
    assert tournament.name == "Kirschbaum Cup"
    assert tournament.event == Event(
        place="Bonn",
        country="DE",
        begins=date(2024, 5, 4),
        ends=date(2024, 5, 5),
        komi_x2=13,
        time=TimeLimit(basic=4500),
    )
    assert tournament.players[0] == Player(
        key="ITOAYA",
        name="Ito",
        first_name="Aya",
        grade=Grade.parse("1d"),
        country="JP",
        club="Ber",
        egf_pin="12345678",
    )
    assert tournament.players[3].first_name == "Amy Jo"
    assert tournament.players[2].club == ""
    assert tournament.players[2].absences == {2}
    assert shown(tournament) == [
        (1, "Aya", "Amy Jo", 4, Result.WHITE_WINS),
        (1, "Ben", "Ola", 0, Result.WHITE_WINS),
        (2, "Ben", "Aya", 0, Result.BLACK_WINS),
    ]
    assert tournament.rules.handicap == HandicapRules(correction=2, ceiling=9)
    assert tournament.rules.kind is EventFormat.MCMAHON
    assert verify((HEADER + LINES).encode()) == []


def test_missing_colours_are_remarked_and_stay_missing():
    text = "".join(
        line.replace("/w4", "/  ").replace("/b4", "/  ").replace("/w0", "").replace("/b0", "")
        + "\n"
        for line in (HEADER + LINES).splitlines()
    )
    document = read(text)
    assert any("3 of 3 games have no colours" in remark for remark in document.remarks)
    assert shown(document.tournament)[0] == (1, "Aya", "Amy Jo", 5, Result.WHITE_WINS)
    first, *others = document.tournament.games
    games = (*others[:-1], replace(others[-1], result=Result.JIGO))
    content = document.content_with(replace(document.tournament, games=(first, *games))).decode()
    assert "4+/w5    2=   " in content
    assert "3+/w1    1=   " in content
    assert "2-/b1    0=   " in content


def test_a_list_with_tabs():
    rows = [
        ["1", "Ito Aya", "1d", "JP", "", "2", "2", "2+", "0+"],
        ["2", "Roth Ben", "10", "DE", "xxx", "0", "0", "1-", "?"],
    ]
    content = "".join("\t".join(row) + "\r\n" for row in rows).encode()
    assert FORMAT.recognises(content)
    tournament = tournament_of(content)
    assert [str(player.grade) for player in tournament.players] == ["1d", "10k"]
    assert [player.club for player in tournament.players] == ["", ""]
    assert tournament.byes == (Bye(round=2, player="ITOAYA"),)
    assert len(tournament.games) == 1


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-15", "iso-8859-1", "cp1252"]
)
def test_encodings_are_found_and_kept(encoding):
    text = (
        (HEADER + LINES)
        .replace("Lind", "Grün")
        .replace("Roth", "Šíp" if "15" in encoding else "Dvé")
    )
    content = text.encode(encoding)
    document = read(content)
    assert document.tournament.players[2].name == "Grün"
    changed = replace(document.tournament, name="Šípek" if encoding.startswith("utf") else "Grün")
    again = document.content_with(changed).decode(encoding)
    assert f"EV[{changed.name}]" in again
    assert "Grün Ola" in again


def test_an_encoding_that_is_named_is_read_by_the_package(tmp_path):
    path = tmp_path / "list.h9"
    path.write_bytes((HEADER + LINES).replace("Lind", "Dvořák").encode("cp1250"))
    assert fastpair.read(path, "cp1250").tournament.players[2].name == "Dvořák"
    with pytest.raises(FormatError, match="which states it"):
        fastpair.read(ROOT / "examples" / "evening.xml", "cp1250")


def test_windows_line_ends_and_unknown_lines_stay():
    content = (HEADER + LINES + "; the end\n").replace("\n", "\r\n").encode()
    document = read(content)
    assert document.content_with(document.tournament) == content
    changed = replace(document.tournament, name="Other Cup")
    again = document.content_with(changed)
    assert again.count(b"\r\n") == again.count(b"\n") == content.count(b"\n")
    lines = content.replace(b"Kirschbaum Cup", b"Other Cup").split(b"\r\n")
    assert again.split(b"\r\n")[:11] == lines[:11]
    assert again.split(b"\r\n")[-2:] == lines[-2:]


def test_by_default_and_points_without_a_game():
    text = LINES.replace("3+/w0", "3+!w0").replace("2-/b0", "2-!b0").replace("0=", "0+", 1)
    tournament = tournament_of(HEADER + text)
    assert [game.by_default for game in tournament.games] == [False, True, False]
    assert [bye.round for bye in tournament.byes] == [2]
    assert (tournament.rules.points.mms_bye_x2, tournament.rules.points.mms_absent_x2) == (2, 1)


BROKEN = [
    (
        ("1-/w0", "4-/w0"),
        "round 2: number 1 has a game against number 2, who has one against number 4",
    ),
    (("1-/w0", "1+/w0"), "round 2: both players win against number 1, and not by forfeit"),
    (("1-/w0", "1=/w0"), "has the result '+' in one line and '=' in the other"),
    (("1-/w0", "1-/b0"), "has the same colour in both lines"),
    (("1-/w0", "1-!w0"), "is by default in one line only"),
    (("1-/b4", "1-/b3"), "has 4 stones in one line and 3 in the other"),
    (("1-/w0", "9-/w0"), "the opponent is number 9, and there are 4 players"),
    (("1-/w0", "2-/w0"), "number 2 plays himself"),
    (("1-/w0", ""), "expected 6 scores and games as in most lines, found 5"),
    (("12345678", "1234567"), "expected a PIN of eight digits, found '1234567'"),
    (("Roth Ben", "Roth \x01en"), "expected text, found '\\x01'"),
    (("Roth Ben ", "Roth     "), "expected a family name and a first name"),
]


@pytest.mark.parametrize(("change", "message"), BROKEN)
def test_the_server_would_refuse(change, message):
    text = HEADER + LINES
    assert change[0] in text
    faults = verify(text.replace(*change).encode())
    if message.startswith("has the result"):
        faults = [*faults, "line 12: round 2: both win"]
    assert any(message in fault for fault in faults)
    assert all(fault.startswith("line ") for fault in faults)


@pytest.mark.parametrize("text", ["", "Ito Aya\n", "; a comment\n", "1;Ito;Aya;5k\n", "<xml/>"])
def test_other_files_are_not_recognised(text):
    assert not FORMAT.recognises(text.encode())


def wall(*lines):
    """A wall list without a line of columns: grade, points or score, and rounds."""
    return "".join(
        f"   {n} {chr(96 + n)} _ {grade} XX xxxx {rest}\n"
        for n, (grade, rest) in enumerate(lines, start=1)
    )


def test_scores_that_are_no_starts_by_grade_are_not_taken_for_mcmahon():
    """Without titles, grades have to explain at least half of the starts [FORMATS 2]."""
    by_grade = wall(("1D", "31 2+/w0"), ("2K", "28 1-/b0"), ("9K", "21 0="), ("5K", "30 0="))
    rules = tournament_of(by_grade).rules
    assert (rules.placement[0], rules.floor, rules.bar) == (
        Criterion.MMS,
        Grade.parse("9k"),
        Grade.parse("1d"),
    )
    by_lot = wall(("1D", "27 2+/w0"), ("2K", "30 1-/b0"), ("3K", "25 0="), ("4K", "30 0="))
    assert tournament_of(by_lot).rules.placement[0] is Criterion.WINS


def test_starts_end_at_floor_and_bar_and_keep_corrections():
    """Those from 3 dan to 1 dan start alike, those from 8 kyu to 6 kyu too; one 5 kyu starts 2 higher."""
    lines = (
        ("3D", "31 5+/w"),
        ("2D", "30 6-/w"),
        ("1D", "30 4-/w"),
        ("5K", "26 3+/b"),
        ("8K", "24 1-/b"),
        ("7K", "25 2+/b"),
        ("5K", "28 8+/w"),
        ("6K", "24 7-/b"),
    )
    tournament = tournament_of(HEADER.replace("h2", "h1") + wall(*lines))
    assert (str(tournament.rules.floor), str(tournament.rules.bar)) == ("6k", "1d")
    assert [player.correction for player in tournament.players] == [0, 0, 0, 0, 0, 0, 2, 0]
    assert sorted(game.handicap for game in tournament.games) == [2, 4, 5, 5]


@pytest.mark.parametrize(
    ("word", "doubled"),
    [
        *(("30", 60), ("30.0", 60), ("30,0", 60), ("-1", -2), ("30.7", None), ("x", None)),
        *((f"30{half}", 61) for half in ("½", "=", "?", "œ", ".5", ",5")),
    ],
)
def test_a_score_may_end_with_a_half(word, doubled):
    assert score_x2(word) == doubled


@pytest.mark.parametrize(("scores", "down"), [(("28", "25"), True), (("28½", "25½"), False)])
def test_half_points_without_a_game_are_rounded_down_where_the_scores_say_so(scores, down):
    lines = ("1D", "31 4+/w0"), ("2K", f"{scores[0]} 0="), ("5K", f"{scores[1]} 0=")
    tournament = tournament_of(HEADER + wall(*lines, ("6K", "24 1-/b0")))
    assert tournament.rules.points.round_down is down
    assert [player.correction for player in tournament.players] == [0, 0, 0, 0]
