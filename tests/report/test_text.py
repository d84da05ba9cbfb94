"""Text as it may be shown: nothing steers, nothing hides, nothing is wider than it is said to be."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpair.letters import visible
from fastpair.report import counted, cut, in_json, width

STEERING = {
    "\x1b[2J": r"\x1b[2J",
    "\x9b2J": r"\x9b2J",
    "a\nb\r\tc": r"a\nb\r\tc",
    "\x7f\x00": r"\x7f\x00",
    "\x85\u2028\u2029": r"\x85\u2028\u2029",
    "\u202eabc\u202c": r"\u202eabc\u202c",
    "\u2066a\u2069\u200e\u200f\u061c": r"\u2066a\u2069\u200e\u200f\u061c",
    "Ann\u200b": r"Ann\u200b",
    "\ufeff\u200d\u2060\u00ad": r"\ufeff\u200d\u2060\xad",
    "\U000e0041": r"\U000e0041",
    "\udc80": r"\udc80",
    "\u034f\u3164": r"\u034f\u3164",
}
HARMLESS = [
    "Müller",
    "名前　太郎",
    "O’Brien-Łukasz",
    "[red]x[/red]",
    "Zoe\u0308",
    "\\x1b",
    "a\u00a0b",
    "",
]
NARROW = st.text(st.characters(exclude_categories=()), max_size=20).map(visible)


@pytest.mark.parametrize(("text", "safe"), STEERING.items())
def test_what_steers_is_shown_as_its_escape(text, safe):
    assert visible(text) == safe


@pytest.mark.parametrize("text", HARMLESS)
def test_what_does_no_harm_stays(text):
    assert visible(text) == text


@given(st.text(st.characters(exclude_categories=())))
def test_nothing_that_steers_is_left(text):
    left = visible(text)
    assert {unicodedata.category(letter) for letter in left} & {
        "Cc",
        "Cf",
        "Cs",
        "Zl",
        "Zp",
    } == set()
    assert len(left.splitlines()) <= 1


@given(st.text(st.characters(exclude_categories=())))
def test_json_keeps_the_text_exact(text):
    document = json.dumps({text: [text]}, indent=2, ensure_ascii=False)
    safe = in_json(document)
    assert json.loads(safe) == {text: [text]}
    assert visible(safe.replace("\n", "")) == safe.replace("\n", "")


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("abc", 3),
        ("名前", 4),
        ("Zoe\u0308", 3),
        ("ｱﾝ", 2),
        ("กำ\u0e34", 2),
        (unicodedata.normalize("NFD", "김철수"), 6),
        ("a\u20dd", 1),
    ],
)
def test_widths_are_those_of_a_terminal(text, columns):
    assert width(text) == columns


@given(NARROW, st.integers(1, 30), st.booleans())
def test_a_cut_text_fits(text, room, tail):
    short = cut(text, room, tail=tail)
    assert width(short) <= room
    assert (short == text) == (width(text) <= room)


@pytest.mark.parametrize(
    ("text", "room", "short"),
    [
        ("Dinerstein Alexandr 7d", 21, "Dinerstein Alexan… 7d"),
        ("Dinerstein Alexandr 7d", 12, "Dinerste… 7d"),
        ("Dinerstein Alexandr 7d", 14, "Dinerstein… 7d"),
        ("Dinerstein Alexandr 7d", 5, "D… 7d"),
        ("Dinerstein Alexandr 7d", 4, "Din…"),
        ("名前太郎 10k", 9, "名前… 10k"),
        ("one", 2, "o…"),
    ],
)
def test_the_grade_stays_behind_a_name(text, room, short):
    assert cut(text, room, tail=True) == short


@pytest.mark.parametrize(("count", "words"), [(0, "0 games"), (1, "1 game"), (2, "2 games")])
def test_numbers_of_things(count, words):
    assert counted(count, "game") == words
