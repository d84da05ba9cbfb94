"""Who is in a round: one status of each player, which every interface shows by the same words."""

from __future__ import annotations

import json
import re

import pytest

from commands import do
from fastpair import Congress, RuleError, UnconfirmedError
from fastpair.app.publication.published import public_view, round_document
from fastpair.app.rounds.attendance import AttendanceStatus
from fastpair.go.tournament import Grade, Player
from pages import director_of
from repository import ROOT

ROUND_TWO = {
    "expected": ["EXPECTED"],
    "here": ["HERE1", "HERE2", "HERE3"],
    "absent": ["ABSENT"],
    "late": [],
    "withdrawn": ["WITHDRAWN"],
    "not yet entered": ["MARKED", "MISSED"],
}
"""Before round 2: one was marked absent while players came to round 1, and one was just not there."""

PAIRED = ROUND_TWO | {
    "expected": [],
    "late": ["LATE"],
    "not yet entered": ["EXPECTED", "MARKED", "MISSED"],
}
"""After it was paired without who was expected; somebody who was absent has come since."""


def player(key, **facts):
    return Player(key=key, name=key, first_name="Ann", grade=Grade(0), **facts)


def before_round_two():
    keys = ("HERE1", "HERE2", "HERE3", "WITHDRAWN", "MARKED", "MISSED")
    later = [player("EXPECTED", final=False, absences=frozenset({1}))]
    later += [player(key, absences=frozenset({2})) for key in ("ABSENT", "LATE")]
    people = [*(player(key, final=False) for key in keys), *later]
    congress = Congress.new("Evening", preset="EGF", rounds=3, players=people)
    congress = congress.present(keys[:4], rounds=[1]).congress
    congress = congress.absent(["MARKED"], rounds=[1]).congress
    congress = congress.draw(1, confirmed=["not-arrived"]).congress
    results = {game.table: "1-0" for game in congress.tournament.round(1).games}
    congress = congress.results(1, results).congress
    return congress.withdraw(["WITHDRAWN"], since=2).congress


def paired():
    congress = before_round_two().draw(2, confirmed=["not-arrived"]).congress
    return congress.present(["LATE"], rounds=[2]).congress


def by_word(document):
    return {word: document[word.replace("yet ", "").replace(" ", "_")] for word in ROUND_TWO}


def rows_of(page):
    """The keys of the players by the filter that shows them, and how many each filter counts."""
    rows = {}
    for line in re.split('<tr id="p', page)[1:]:
        code = re.search(r'data-in="(\w+)', line)[1]
        key = re.search(r'name="wish" value="\w+ (\w+)"', line)[1]
        rows.setdefault(code, set()).add(key)
    chips = dict(re.findall(r'data-show="(\w+)"[^>]*>[^<]* <b>([0-9]+)</b>', page))
    return rows, {code: int(count) for code, count in chips.items()}


@pytest.mark.parametrize(
    ("congress", "expected"),
    [(before_round_two, ROUND_TWO), (paired, PAIRED)],
    ids=["open", "paired"],
)
def test_every_interface_has_the_same_players_by_the_same_words(congress, expected, tmp_path, run):
    file = tmp_path / "evening.json"
    congress = congress()
    congress.save(file)
    expected = {word: sorted(keys) for word, keys in expected.items()}
    if "LATE" not in expected["late"]:
        expected["absent"] = sorted([*expected["absent"], "LATE"])
    assert {
        word: sorted(keys) for word, keys in by_word(congress.attendance(2)).items()
    } == expected
    assert json.loads(run("present", file, "--round", 2, "--json")[1]) == congress.attendance(2)
    listed = run("present", file, "--round", 2)[1].splitlines()[1:]
    assert [line.partition(":")[0] for line in listed] == [
        f"{word} {len(expected[word])}"
        for word in ("expected", "late", "absent", "withdrawn", "not yet entered", "here")
    ]
    codes = {word.replace("yet ", "").replace(" ", "_"): {*keys} for word, keys in expected.items()}
    with director_of(file) as director:
        for part in ("checkin", "players"):
            rows, chips = rows_of(director.get(f"/{part}/2").text)
            assert rows == {code: keys for code, keys in codes.items() if keys}
            assert {code: chips.get(code, 0) for code in codes} == {
                code: len(keys) for code, keys in codes.items()
            }
            assert chips.get("all", 9) == 9


def test_the_next_step_and_the_draw_wait_for_those_alone_who_are_expected(tmp_path):
    file = tmp_path / "evening.json"
    congress = before_round_two()
    congress.save(file)
    with pytest.raises(UnconfirmedError, match="without 1 player who is expected: EXPECTED Ann"):
        _ = congress.draw(2).congress
    assert congress.next_step == "1 player is expected."
    with director_of(file) as director:
        page = director.get("/boards/2").text
        assert "1 player is expected." in page
        assert '<span>Expected</span><span class="count">1</span>' in page
        panel = director.get("/checkin/2/close").text
        assert "EXPECTED" in panel
        assert "MARKED" not in panel
        assert "MISSED" not in panel


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("ABSENT", "absent"),
        ("WITHDRAWN", "withdrawn"),
        ("EXPECTED", "expected"),
        ("MARKED", "not yet entered"),
    ],
)
def test_a_draw_says_why_somebody_is_not_paired_who_must_be(key, reason):
    with pytest.raises(RuleError, match=f"{key} Ann is not to be paired in round 2: {reason}"):
        before_round_two().draw(2, constraints={"force": [[key, "HERE1"]]})


def test_who_can_come_late_has_the_same_words_in_the_panel_of_no_shows(tmp_path):
    file = tmp_path / "evening.json"
    paired().save(file)
    with director_of(file) as director:
        panel = director.get("/boards/2/noshow").text
    for word in ("absent", "late", "withdrawn", "not yet entered"):
        for key in PAIRED[word]:
            assert re.search(f"{key} Ann 1d(?:(?!<li).)*{word.capitalize()}", panel, re.DOTALL)


def test_who_is_marked_absent_before_anybody_checks_in_is_expected_in_the_next_round():
    """An absence that is known beforehand says when a player comes, not that nobody waits."""
    people = [player(key, final=key != "LATER") for key in ("ANN", "BEA", "LATER")]
    congress = Congress.new("Evening", preset="EGF", rounds=3, players=people)
    congress = congress.absent(["LATER"], rounds=[1]).congress.draw(1).congress
    assert congress.attendance(2)["expected"] == ["LATER"]


def test_nobody_is_late_for_a_round_that_is_not_paired_yet():
    """A game or a bye that was given before the draw makes nobody else late."""
    people = [player(key) for key in "ABCDEF"]
    congress = Congress.new("Evening", preset="EGF", rounds=3, players=people)
    congress = congress.absent(["A"], rounds=[1], full_point_bye=True).congress
    assert congress.attendance(1)["late"] == []


def test_prints_phones_and_public_documents_say_it_by_the_same_words(tmp_path, run):
    """Who has no board has the word of the attendance, unless a bye or a wait for a game says more."""
    file, site = tmp_path / "evening.json", tmp_path / "site"
    congress = paired().publish(2).congress
    congress.save(file)
    expected = {
        key: word for word in ("absent", "withdrawn", "not yet entered") for key in PAIRED[word]
    }
    with director_of(file) as director:
        printed = run("pairings", file, "--round", 2)[1]
        pages = [director.get(f"/prints/2/page/{sheet}").text for sheet in ("tables", "rooms")]
        hall, screen = director.get("/hall?round=2").text, director.get("/hall/screen").text
        state = director.server.site.server.store.state()
        document = round_document(public_view(state), 2)
        do("website", file, site)
        web = (site / "en" / "round-2-names.html").read_text("utf-8")
        for key, word in expected.items():
            for text in (printed, *pages):
                assert re.search(f"{word}: [^<\n]*{key} Ann", text)
            named = f"{key} Ann 1d"
            assert re.search(f"<span>{named}</span> <i>{word}</i>", screen)
            member = {"not yet entered": "preliminary"}.get(word, word)
            assert key in document[member]
            assert re.search(f"{named}(?:(?!<tr).)*>{word}<", web, re.DOTALL)
        assert all(f"<b>{word.capitalize()}</b>" in hall for word in expected.values())
        note = director.get("/hall/mine", params={"me": "WITHDRAWN Ann"}).text
        assert "You have withdrawn from the tournament." in note


def test_the_lists_are_coloured_by_the_states_that_they_have():
    """And results by those that are missing."""
    folder = ROOT / "python" / "fastpair" / "ui" / "web" / "static"
    style, script = (
        (folder / name).read_text(encoding="utf-8") for name in ("page.css", "page.js")
    )
    coloured = {*re.findall(r"data-in~=(\w+)", style)} - {"missing"}
    codes = {status.code for status in AttendanceStatus}
    assert {"here", "absent", "expected"} <= coloured <= codes
    assert {*re.findall(r'isIn\(line, "(\w+)"\)', script)} <= codes
