"""Result files with one odd cell: it is refused with its place, or the list has all of its rounds."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fastpair.errors import FormatError
from fastpair.formats import FORMATS
from fastpair.go.tournament import Bye
from fastpair.pairing.generator import generate
from results import WITH_MMS
from tournaments import tournaments

HEADER = """\
; CL[A]
; EV[Kirschbaum Cup]
; PC[DE, Bonn]
; DT[2024-05-04,2024-05-05]
; HA[h9]
; KM[6.5]
; TM[75]
"""
LINES = """\
1 Ito Aya    2k DE Bonn  5 12 4   2+/w0  3+/w0  4+/b0  2+/b0  3+/w0 |11111111
2 Roth Ben   2k DE Ulm   3 12 4   1-/b0  4+/w0  3+/b0  1-/w0  4+/b0 |22222222
3 Lind Ola   3k SE Lund  2 12 4   4+/w0  1-/b0  2-/w0  4+/b0  1-/b0 |33333333
4 Bell Amy   3k GB Bath  0 12 4   3-/b0  2-/b0  1-/w0  3-/w0  2-/w0 |44444444
"""
SIGNS = "0123456789+-=?!/*,.xOwb "


def read(text, form=FORMATS["egd"]):
    return form.read("t.h9", (HEADER + text).encode())


@pytest.mark.parametrize(
    "cell", ["3+/wO", "3+/x0", "3*/w0", "3+/w0,", "3+!/w0", "x+/w0", "3/w0", "33", "+", "3+/w100"]
)
def test_a_cell_that_is_no_game_is_refused_with_its_place(cell):
    with pytest.raises(FormatError) as caught:
        read(LINES.replace("3+/w0", cell, 1))
    assert caught.value.line == 8
    assert caught.value.detail.startswith("column 42: expected the game of round 2 such as 12+/w0")
    assert repr(cell) in caught.value.detail


def test_a_blank_within_a_game_is_named():
    with pytest.raises(
        FormatError, match=r"t.h9:8: expected 8 .* found 9; '/w0' column 45 is none"
    ):
        read(LINES.replace("3+/w0", "3+ /w0", 1))


@pytest.mark.parametrize(
    ("word", "grade"), [("2", "2k"), ("40", "30k"), ("0k", "1k"), ("12d", "9d"), ("2k", None)]
)
def test_a_grade_that_is_taken_as_another_is_said(word, grade):
    remarks = read(LINES.replace("2k DE Ulm", f"{word} DE Ulm")).remarks
    said = [remark for remark in remarks if "the grade" in remark]
    assert said == ([f"line 9: the grade {word!r} is taken as {grade}"] if grade else [])


@pytest.mark.parametrize(("form", "kind"), [(FORMATS["egd"], "/"), (FORMATS["ffg"], "")])
def test_one_sign_of_a_result_that_is_wrong_is_said(form, kind):
    text = f"   1 Ito Aya  2K DE Bonn 1 0 2+{kind}w0\n   2 Roth Ben  3K DE Ulm 0 0 1-{kind}b0\n"
    if form is FORMATS["ffg"]:
        text = text.replace("DE Bonn 1 0", "0900001 44Na").replace("DE Ulm 0 0", "0900002 44Na")
    assert not any("both" in remark for remark in form.read("t", text.encode()).remarks)
    remarks = form.read("t", text.replace("1-", "1+").encode()).remarks
    said = (
        "line 1: round 1: both players win against number 2, and not by forfeit: check the result"
    )
    assert [remark for remark in remarks if "both" in remark] == [said]
    forfeit = text.replace("1-", "1+").replace("b0", "b0!").replace("w0", "w0!")
    assert not any("both" in remark for remark in form.read("t", forfeit.encode()).remarks)


@pytest.mark.parametrize(("form", "kind"), [(FORMATS["egd"], "/"), (FORMATS["ffg"], "")])
def test_more_than_nine_stones_are_read_and_stay(form, kind):
    lines = [f"   1 Ito Aya                    2K 0900001 44Na    2+{kind}w11   2+{kind}b0"]
    lines += [f"   2 Roth Ben                  13K 0900002 44Na    1-{kind}b11   1-{kind}w0"]
    text = "\n".join([*lines, ""])
    if form is FORMATS["egd"]:
        text = re.sub("09000(.). 44Na", r"DE Bonn \1 0", text)
    document = form.read("t", text.encode())
    tournament = document.tournament
    assert [game.handicap for game in tournament.games] == [9, 0]
    assert any("round 1: 11 stones count as 9" in remark for remark in document.remarks)
    changed = replace(tournament, games=(tournament.games[0],))
    assert f"+{kind}w11" in document.content_with(changed).decode()
    fewer = replace(tournament.games[0], handicap=8)
    again = document.content_with(replace(tournament, games=(fewer,))).decode()
    assert f"+{kind}w8" in again


def rounds_or_line(form, text):
    """How many rounds a list has, or that it is refused with a line."""
    try:
        held = form.read("t", text.encode("iso-8859-15")).tournament
    except FormatError as error:
        return "refused at a line" if error.line else "refused"
    return f"{held.rules.rounds} rounds"


@given(tournaments(), st.sampled_from([FORMATS["egd"], FORMATS["ffg"]]), st.data())
def test_no_round_is_lost_by_a_damaged_cell(tournament, form, data):
    number = max((game.round for game in tournament.games), default=0)
    assume(number)
    tournament = replace(
        tournament,
        rules=replace(tournament.rules, placement=WITH_MMS, rounds=number),
        byes=tuple(bye for bye in tournament.byes if bye.round <= number),
    )
    lines = form.new(tournament).decode("iso-8859-15").splitlines()
    rows = [place for place, line in enumerate(lines) if line[:1] != ";"]
    assume(len(rows) > 1)
    row = data.draw(st.sampled_from(rows))
    cells = [*re.finditer(r"\S+", lines[row].partition("|")[0])][-number:]
    cell = data.draw(st.sampled_from(cells))
    start = data.draw(st.integers(cell.start(), cell.end() - 1))
    end = start + data.draw(st.integers(0, 1))
    sign = data.draw(st.sampled_from(SIGNS))
    lines[row] = lines[row][:start] + sign + lines[row][end:]
    assert rounds_or_line(form, "\n".join([*lines, ""])) in (
        f"{number} rounds",
        "refused at a line",
    )


def test_scores_are_held_against_the_games():
    assert read(LINES).remarks == ()
    (remark,) = read(LINES.replace("Ulm   3", "Ulm   4")).remarks
    assert remark.startswith("1 of 4 scores of the file are not what the games give (line 9 has 4")
    titled = "; Pl Name                            Rk Co Club  CAT  NBW  SOS\n"
    text = LINES.replace("  5 12", "  1 5").replace("  3 12", "  1 3").replace("  2 12", "  1 2")
    (remark,) = read(titled + text.replace("  0 12", "  1 1½")).remarks
    assert "(line 12 has 1½ for 0): check these results; the games count" in remark


MCMAHON = """\
; Pl Name                            Rk Co Club  MMS
1 Ito Aya    2d DE Bonn  33  2+/w0 3+/w0
2 Roth Ben   1d DE Ulm   31  1-/b0 4+/b0
3 Lind Ola   1k SE Lund  30  4+/w0 1-/b0
4 Bell Amy   2k GB Bath  28  3-/b0 2-/w0
"""


def test_mcmahon_scores_are_held_against_grades_and_games():
    document = read(MCMAHON)
    assert document.remarks == ()
    document = read(MCMAHON.replace("SE Lund  30", "SE Lund  30½"))
    (remark,) = document.remarks
    assert "(line 11 has 30½ for 30): check these results" in remark
    assert document.tournament.rules.placement[0].value == "MMS"
    assert [player.correction for player in document.tournament.players] == [0, 0, 0, 0]


@pytest.mark.parametrize("word", ["2+", "1/3"])
def test_a_game_among_the_scores_is_refused(word):
    with pytest.raises(FormatError, match=r"t.h9:9: column 28: expected a score"):
        read(LINES.replace("3 12 4", f"3 {word} 4"))


def test_a_bye_stays_a_bye():
    text = LINES + "5 Kane Eve   5k GB Bath  1 12 4   0+ - ? 0- -\n"
    assert read(text).tournament.byes == (Bye(round=1, player="KANEEVE"),)


@pytest.mark.parametrize(
    ("form", "old", "new"),
    [
        (FORMATS["egd"], "KM[6.5]", "KM[six]"),
        (FORMATS["egd"], "DT[2024-05-04,2024-05-05]", "DT[in May]"),
        (FORMATS["egd"], "HA[h9]", "HA[none]"),
        (FORMATS["egd"], "TM[75]", "TM[long]"),
        (FORMATS["ffg"], ";komi=7.5", ";komi=sept"),
        (FORMATS["ffg"], ";date=04/05/2024", ";date=mai"),
        (FORMATS["aga"], "start=2024-05-04", "start=May"),
    ],
)
def test_a_header_that_is_not_understood_is_said(form, old, new):
    header = {
        FORMATS["egd"]: HEADER + LINES,
        FORMATS["ffg"]: ";date=04/05/2024\n;komi=7.5\n",
        FORMATS["aga"]: "TOURNEY A\nstart=2024-05-04\nPLAYERS\nEND\n",
    }[form]
    assert not any("not understood" in each for each in form.read("t", header.encode()).remarks)
    remarks = form.read("t", header.replace(old, new).encode()).remarks
    value = re.split(r"[=\[\]]", new)[1]
    assert any(f"{value!r} is not understood" in remark for remark in remarks)


@pytest.mark.parametrize("name", ["fastpair", "opengotha", "pairgoth", "macmahon"])
def test_a_number_of_thousands_of_digits_is_refused_or_a_text(name):
    """Of formats without a longest line: Python itself makes no number of so many digits."""
    form = FORMATS[name]
    content = form.new(generate(6, 3, seed=1, play=2))
    places = {
        content[max(0, each.start() - 12) : each.start()]: each
        for each in re.finditer(rb"[0-9]+", content)
    }
    refusals = []
    for each in places.values():
        try:
            form.read("t", content[: each.start()] + b"7" * 5000 + content[each.end() :])
        except FormatError as error:
            refusals.append(str(error))
    assert len(refusals) < len(places)  # there are names and comments, too
    assert max(map(len, refusals)) < 400
