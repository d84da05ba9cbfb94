"""A round on which later ones are drawn changes only if somebody confirms it, by whatever way."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from commands import do
from congress_files import BLACK, WHITE, games, refused, result_of
from fastpair.app.edits.outcome import changed_below
from fastpair.app.history.timeline import History
from fastpair.formats import read
from fastpair.go.tournament import Result
from pages import Browser, director_of, said

BELOW = "round 2 (10 boards, 1 result) was drawn on "
RESULT, BOARD = (
    f"{BELOW}the result at table 3 of round 1",
    f"{BELOW}the board at table 3 of round 1",
)


@pytest.fixture
def late(drawn, run):
    """A file whose round 2 is drawn and has a result; table 9 of round 1 has none."""
    results = [word for table in range(1, 11) if table != 9 for word in (str(table), "1-0")]
    do("result", drawn, *results)
    status, _, errors = run("draw", drawn, "--round", "2", "--write", "--without-results")
    assert status == 0, errors
    do("result", drawn, "1", "1-0")
    return drawn


@pytest.mark.parametrize(
    ("command", "typed", "rests"),
    [
        ("result", ["3", "0-1", "--round", "1"], RESULT),
        ("result", ["3", "?", "--round", "1"], RESULT),
        ("result", ["3", "1-0!", "--round", "1"], RESULT),
        ("colour", ["3", "--round", "1"], BOARD),
        ("handicap", ["3", "7", "--round", "1"], BOARD),
        ("unpair", ["9", "--round", "1"], f"{BELOW}the board at table 9 of round 1"),
        ("draw", ["--round", "1", "--write", "--discard-all"], BELOW),
        ("undo", ["2"], f"{BELOW}the results at tables 1–8, 10 of round 1"),
    ],
)
def test_the_command_asks_for_its_option(run, late, command, typed, rests):
    before = late.read_bytes(), len(History(late).entries())
    done = run(command, late, *typed)
    assert done[0] == 2
    assert refused(done, rests, "--even-so does it all the same")
    assert (late.read_bytes(), len(History(late).entries())) == before
    status, _, errors = run(command, late, *typed, "--even-so")
    assert status in (0, 1), errors
    assert rests in errors or command == "draw"  # which says what it discards


def test_a_list_of_results_asks_once_for_all(run, late, tmp_path):
    listed = tmp_path / "results.txt"
    listed.write_text("3 0-1\n4 0-1\n5 1-0\n")
    done = run("result", late, "--from", listed, "--round", "1")
    assert refused(done, "the results at tables 3–4 of round 1")


def test_what_destroys_nothing_asks_nothing_but_of_a_result(run, late):
    do("result", late, "9", "0-1", "--round", "1")
    do("result", late, "3", "1-0", "--round", "1")
    assert refused(run("result", late, "1", "0-1"), "table 1 has ", "--even-so")
    do("result", late, "1", "0-1", "--even-so")  # no round is drawn on this one
    do("unpair", late, "2")


def test_a_new_name_is_no_other_board(late):
    """The files of OpenGotha know players by their names."""
    player = read(late).tournament.by_key[games(late)[3].white]
    do("register", late, "Zzinvented", "--change", player.full_name)


def test_several_rounds_and_byes_are_named(late):
    tournament = read(late).tournament
    three = tournament.replace_round(
        3, [replace(game, round=3) for game in tournament.round(2).games], ()
    )
    (rests,) = changed_below(three, three.replace_round(1, three.round(1).games, ()))
    assert rests == (
        "round 2 (10 boards, 1 result), round 3 (10 boards, 1 result) were drawn on the bye of round 1"
    )


@pytest.fixture
def page(late):
    """A browser of the director."""
    with director_of(late) as browser:
        yield browser


def confirmed(answer):
    """The fields of the form that asks."""
    form = re.search(r"<form[^>]*data-question>(.*?)</form>", answer.text, re.S)[1]
    return dict(re.findall('type="hidden" name="([^"]+)" value="([^"]*)"', form))


@pytest.mark.parametrize("fields", [{"results": "3 2"}, {"results": "3 0"}, {"results": "3 2 4 2"}])
def test_the_page_asks_with_all_reasons_at_once(page, late, fields):
    page.do("/boards/1/publish")
    answer = page.send("/results/1/enter", {**fields, "typed": "yes"})
    assert result_of(late, 3) == (WHITE, False)
    for reason in ("players have already seen the result", BELOW, "table 3 has 1-0 ("):
        assert reason in said(answer)
    page.do("/results/1/enter", **confirmed(answer))
    assert result_of(late, 3)[0] is (Result.UNKNOWN if "0" in fields["results"] else BLACK)


def test_a_helper_cannot_change_a_round_that_others_rest_on(page, late):
    with Browser(page.server) as helper:
        page.server.access.add_helper("Ann", "")
        token = page.server.access.helpers["Ann"].token
        assert helper.get("/", params={"token": token}).status_code == 200
        helper.look("/results/1")
        for more in ({}, {"even_so": "yes"}):
            answer = helper.send("/results/1/enter", {"results": "3 2", **more})
            assert "only the director may change that" in said(answer)
            assert "data-question" not in answer.text
    assert result_of(late, 3) == (WHITE, False)


def test_a_typed_result_asks_before_it_replaces_another_one(page, late):
    answer = page.send("/results/2/enter", {"results": "1 2", "typed": "yes"})
    assert "table 1 has 1-0 (" in said(answer)
    assert "Enter replaces it with 0-1, Esc keeps it." in answer.text
    assert result_of(late, 1, 2) == (WHITE, False)
    agreed = confirmed(answer)
    page.do("/results/2/enter", results="1 3")
    told = page.refused("/results/2/enter", **agreed)
    assert "another result of table 1 meanwhile" in told
    assert result_of(late, 1, 2)[0] is Result.JIGO


def test_a_button_beside_the_result_needs_no_question(page, late):
    page.do("/results/2/enter", results="1 2")
    assert result_of(late, 1, 2) == (BLACK, False)


def test_a_second_bye_by_hand_is_confirmed_by_every_way(run, tmp_path):
    file = tmp_path / "open.json"
    do("new", file, "--rounds", "3", "--model", "opengotha351")
    for name in ("Alder", "Birch", "Cedar", "Dill", "Elder"):
        do("register", file, name, "A", "--grade", "2k")
    do("draw", file, "--write")
    do("result", file, "1", "1-0", "2", "1-0")
    do("draw", file, "--write")
    tournament = read(file).tournament
    (first,), (second,) = (tournament.round(number).byes for number in (1, 2))
    spared, now = (tournament.by_key[key].full_name for key in (first, second))
    before = file.read_bytes()
    for typed in (("bye", file, spared), ("swap", file, spared, now)):
        done = run(*typed)
        assert done[0] == 2
        assert refused(done, f"{spared} already had the bye of round 1", "--even-so")
    with director_of(file) as one:
        asked = one.refused("/boards/2/bye", one=first)
        assert f"{spared} already had the bye of round 1" in asked
        assert file.read_bytes() == before
        one.do("/boards/2/bye", one=first, even_so="yes")
        assert read(file).tournament.round(2).byes == (first,)
    do("bye", file, now)  # the first bye of this player
    do("bye", file, spared, "--even-so")
    assert read(file).tournament.round(2).byes == (first,)
