"""Rounds of two games as they are entered and shown: by the command, in Python, on the page and on phones."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib.resources import files

import pytest
from jsonschema import Draft202012Validator

from browsing import CHROMIUM, told
from commands import do
from congress_files import games, refused, save
from fastpair import Congress, Player, RuleError, Rules, Tournament
from fastpair.app.history.state import CongressState
from fastpair.formats import read
from fastpair.go.tournament import PRESETS
from fastpair.pairing.generator import with_results
from fastpair.pairing.population import Chance
from pages import Browser
from serving import served


@pytest.fixture
def drawn(tmp_path):
    """The file of an event with round 1 drawn: four matches of two games."""
    rules = replace(Rules(**PRESETS["Double-Swiss"].changes), rounds=3)
    players = tuple(Player(key=k, name=k, rating=2000 - 50 * n) for n, k in enumerate("ABCDEFGH"))
    tournament = Tournament(name="Two", kind="swiss", rules=rules, players=players)
    path = tmp_path / "two.json"
    save(tournament, path)
    Congress.open(path).draw(1).congress.save(path)
    return path


def endings(file):
    return [str(game.ending) for _, game in sorted(games(file).items())]


def valid(document, name, package="fastpair.app"):
    schema = json.loads(files(package).joinpath(f"{name}.schema.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(document)
    return document


# ---- By the command and in Python ----


def test_both_results_are_typed_or_one_after_the_other(run, drawn):
    status, out, _ = run("result", drawn, 1, "1-0,1/2", 2, "0-1!,?", 3, "1-0,")
    assert (status, "round 1: 3 results missing" in out) == (0, True)
    assert endings(drawn) == ["1-0,1/2", "0-1!,?", "1-0,?", "?,?"]
    done = run("result", drawn, 2, ",1/2", 3, ",0-1", 4, ",w")
    assert (done[0], "corrected" in done[1], done[2].count("--even-so")) == (0, False, 0)
    assert endings(drawn) == ["1-0,1/2", "0-1!,1/2", "1-0,0-1", "?,1-0"]
    do("undo", drawn)
    assert endings(drawn) == ["1-0,1/2", "0-1!,?", "1-0,?", "?,?"]
    assert "table 2 has 0-1!,?" in run("result", drawn, 2, "1-0,?")[2]


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("1-0", "table 1: enter the results of both games, such as 1-0,1/2, not 1-0"),
        ("1-0,1-0,1-0", "'1-0,1-0,1-0' is not a result"),
        ("1½-½", "'1½-½' is not a result"),
        (",", "'' is not a result"),
    ],
)
def test_what_is_no_result_of_a_match_is_refused_in_a_line(run, drawn, typed, error):
    assert refused(run("result", drawn, 1, typed), error)
    with pytest.raises(RuleError, match=re.escape(error)):
        Congress.open(drawn).results(1, {1: typed})
    assert endings(drawn) == ["?,?"] * 4


def test_one_game_of_a_match_is_refused_where_a_round_is_one_game(run, drawn):
    do("rules", drawn, "--games", 1)
    for typed in ("1-0,1/2", "1-0,", ",1-0"):
        assert refused(run("result", drawn, 1, typed), "table 1: enter the result of one game")
    assert endings(drawn) == ["?"] * 4


def test_the_system_brings_two_games_with_it(run, drawn):
    do("rules", drawn, "--preset", "Chess")
    assert read(drawn).tournament.rules.games == 1
    assert "Games in a round: Two" in run("rules", drawn, "--system", "double-swiss")[1]
    assert read(drawn).tournament.rules.games == 2
    do("rules", drawn, "--system", "double-swiss", "--games", 1)
    assert read(drawn).tournament.rules.games == 1


def test_a_list_has_both_results_behind_a_table(drawn, tmp_path):
    listed = tmp_path / "l.txt"
    listed.write_text("1 1-0,1/2\n2;0-1;0-1  # both\n3 1-0 w, 4 ½ 1-0!\n")
    do("result", drawn, "--from", listed)
    assert endings(drawn) == ["1-0,1/2", "0-1,0-1", "1-0,1-0", "1/2,1-0!"]


def test_python_takes_two_values(drawn):
    done = Congress.open(drawn).results(1, {1: [1, 0.5], 2: "1-0,", 3: ("0-1!", "w")})
    tournament = done.congress.tournament
    assert [str(g.ending) for g in tournament.round(1).games][:3] == [
        *("1-0,1/2", "1-0,?", "0-1!,1-0"),
    ]
    assert [each.message for each in done.congress.results(1, {1: [0, 0]}).questions] == [
        "table 1 has 1-0,1/2"
    ]


def test_colours_are_exchanged_in_both_games(drawn):
    do("result", drawn, 1, "1-0,1/2")
    before = games(drawn)[1]
    do("colour", drawn, 1)
    after = games(drawn)[1]
    assert (after.players, str(after.ending)) == (before.players[::-1], "0-1,1/2")


def test_a_player_who_does_not_come_loses_both_games(drawn):
    white = games(drawn)[1].white
    do("no-show", drawn, white, "--forfeit")
    assert endings(drawn)[0] == "0-1!,0-1!"


def test_the_documents_say_both_results(run, drawn):
    do("result", drawn, 1, "1-0,1/2!", 2, "0-1,?")
    page = valid(
        json.loads(run("standings", drawn, "--round", 1, "--json")[1]), "standings", "fastpair.go"
    )
    white = games(drawn)[1].white
    (row,) = (row for row in page["rows"] if row["key"] == white)
    found = {name: row["rounds"][0][name] for name in ("points", "result", "by_default")}
    assert found == {"points": 1.5, "result": "+", "by_default": False}
    assert row["rounds"][0]["second_result"] == "="
    assert row["rounds"][0]["second_by_default"] is True
    assert "+=!w" in run("wallist", drawn, "--round", 1)[1]


def test_invented_results_are_those_of_both_games(drawn):
    drawn_round = Congress.open(drawn).tournament
    invented = [with_results(drawn_round, 1, Chance(seed)).games for seed in range(5)]
    assert all(game.has_result for some in invented for game in some)
    assert {game.result is game.second_result for some in invented for game in some} == {
        True,
        False,
    }


# ---- On the page ----


def pressed(page, table):
    row = page.split(f'<tr id="t{table}"')[1].split("</tr>")[0]
    return re.findall(r'value="([^"]+)" aria-pressed="true" aria-label="([^"]+)"', row)


def test_the_page_has_buttons_for_each_game(director, drawn):
    director.do("/results/1/enter", results="1 1,")
    director.do("/results/1/enter", results="1 ,3")
    assert endings(drawn)[0] == "1-0,1/2"
    page = director.get("/results/1").text
    assert pressed(page, 1) == [
        ("1 1,", "Table 1, game 1: White wins, A 2000"),
        ("1 ,3", "Table 1, game 2: Draw"),
    ]
    assert "Table 1, game 2: Black wins, A 2000" in page  # of 1–0: the player on the left has Black
    assert page.count('data-in="missing"') == 3
    director.do("/results/1/enter", results="2 6 1 3 ,7")
    assert endings(drawn)[1:3] == ["1-0!,1-0", "?,0-1!"]


@pytest.mark.parametrize("typed", ["1.1.3 2.2.2", "1,1,3 2,2,2", "1 1.3 2 2,2", "1.1,3 2.2 2"])
def test_the_key_for_the_decimal_stands_between_table_and_results(director, drawn, typed):
    director.do("/results/1/enter", results=typed)
    assert endings(drawn)[:2] == ["1-0,1/2", "0-1,0-1"]


def test_two_helpers_enter_a_game_each(director, drawn):
    director.look("/results/1")
    seen = director.seen
    director.do("/results/1/enter", results="1 1,")
    director.seen = seen
    director.do("/results/1/enter", results="1 ,2")
    assert endings(drawn)[0] == "1-0,0-1"


def test_a_result_of_one_game_alone_is_refused_on_the_page(director, drawn):
    told = director.refused("/results/1/enter", results="1 1")
    assert "enter the results of both games" in told
    answer = director.send("/results/1/enter", {"results": "1"})
    assert "Enter both results, such as 1 1 3." in answer.text
    assert endings(drawn)[0] == "?,?"


def test_a_second_entry_compares_both_games(director, drawn):
    director.do("/results/1/enter", results="1 1 3 2 2 2")
    text = director.get(
        "/results/1/compare", params={"results": "1 1 3 2 2 1"}, headers={"hx-request": "true"}
    ).text
    assert "0-1,1-0" in text
    assert "1-0,1/2" not in text


def test_the_public_page_and_slips_show_both_games(director, stranger, drawn):
    director.do("/results/1/enter", results="1 1 3")
    director.do("/boards/1/publish")
    assert "1-0, ½-½" in stranger.get("/hall").text
    slips = director.get("/prints/1/page/slips").text
    assert (
        slips.count('<span class="boxes"><span class="box"></span><span class="box"></span>') == 8
    )


# ---- On phones ----


@pytest.fixture
def seat(server, director, drawn):
    director.open_phones()
    return server.site.server.tables.seat(games(drawn)[1])


def test_phones_report_a_game_after_the_other(seat, stranger, drawn):
    token = stranger.phone_form(seat)
    page = stranger.get(f"/table/{seat}").text
    assert re.findall(r'name="result" value="([^"]+)"', page) == [
        *("1-0,", "0-1,", "1/2,"),
        *(",0-1", ",1-0", ",1/2"),
    ]
    for wrong in ("1-0", "1-0,1-0", "1-0!,", ",?", ","):
        assert stranger.tell(seat, wrong, token).status_code == 409
    answer = stranger.tell(seat, "1-0,", token)
    assert re.findall(r'name="result" value="([^"]+)"', answer.text) == [",0-1", ",1-0", ",1/2"]
    assert "(white in game 1)" in answer.text
    assert endings(drawn)[0] == "1-0,?"
    assert "Result saved." in stranger.tell(seat, ",1/2", token).text
    assert endings(drawn)[0] == "1-0,1/2"
    assert not re.findall(r'name="result"', stranger.get(f"/table/{seat}").text)


def test_a_phone_that_says_otherwise_is_noted(seat, stranger, drawn):
    token = stranger.phone_form(seat)
    assert stranger.tell(seat, "1-0,", token).status_code == 200
    stranger.client.cookies.clear()
    assert stranger.tell(seat, "0-1,", token).status_code == 409
    assert endings(drawn)[0] == "1-0,?"
    assert [
        [each.result for each in claims] for claims in CongressState.read(drawn).claims.values()
    ] == [["0-1,?"]]


# ---- In a browser ----


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
@pytest.mark.parametrize(
    ("game", "colour", "ending"),
    [("1", "White", "1-0!,?"), ("1", "Black", "0-1!,?"), ("2", "White", "?,0-1!"), ("2", "Black", "?,1-0!")],
)  # fmt: skip
def test_the_menu_of_a_game_names_who_wins_it(chromium, drawn, game, colour, ending):
    """A has Black in game 2, though the heading over A says White."""
    with served(drawn) as server, chromium.new_page() as page:
        page.goto(server.addresses.director)
        page.get_by_role("link", name="Results").first.click()
        page.locator(f"[data-more='1'][data-game='{game}']").click()
        winner = "A" if (game == "1") == (colour == "White") else "E"
        page.get_by_role("menuitem", name=re.compile(f"{colour} wins by forfeit {winner} ")).click()
        told(page, "Round 1, table 1: A (white in game 1)")
    assert endings(drawn)[0] == ending


def test_each_game_counts_when_both_have_confirmed_it(server, seat, stranger, drawn):
    do("phones", drawn, "--both")
    token = stranger.phone_form(seat)
    with Browser(server) as other:

        def confirm(result):
            shown = other.games_at(f"/table/{seat}")
            fields = {"confirm": result, "form_token": token, "expect": shown}
            return other.client.post(f"/table/{seat}", data=fields, headers=other.origin).text

        page = stranger.tell(seat, "1-0,", token).text
        assert re.findall(r'name="result" value="([^"]+)"', page) == [",0-1", ",1-0", ",1/2"]
        assert endings(drawn)[0] == "?,?"
        assert re.findall(r'name="confirm" value="([^"]+)"', other.get(f"/table/{seat}").text) == [
            "1-0,?"
        ]
        page = confirm("1-0,?")
        assert endings(drawn)[0] == "1-0,?"
        assert re.findall(r'name="result" value="([^"]+)"', page) == [",0-1", ",1-0", ",1/2"]
        assert "Not confirmed yet." in other.tell(seat, ",1/2", token).text
        assert endings(drawn)[0] == "1-0,?"
        shown = stranger.games_at(f"/table/{seat}")
        fields = {"confirm": "1-0,1/2", "form_token": token, "expect": shown}
        stranger.client.post(f"/table/{seat}", data=fields, headers=stranger.origin)
        assert endings(drawn)[0] == "1-0,1/2"
