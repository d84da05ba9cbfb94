"""The standings on the page: after any round, beside the round before, with games and ratings."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from urllib.parse import unquote

import pytest

from commands import do
from congress_files import save
from fastpair import Congress
from fastpair.formats import read
from fastpair.go.standings import standings
from fastpair.pairing.generator import generate
from pages import director_of


@pytest.fixture
def file(tmp_path):
    return save(generate(20, 5, seed=1, play=3), tmp_path / "summer.json")


@pytest.fixture
def director(file):
    with director_of(file) as browser:
        yield browser


def lines(page):
    _, *rows = re.split(r'<tr id="p[^>]*>', page.partition("</table>")[0])
    return [re.split(r"<t[dh][^>]*>", row.strip())[1:] for row in rows]


def test_standings_say_where_everybody_stood_a_round_before(director, file):
    tournament = read(file).tournament
    was = {row.key: row.place for row in standings(tournament, 2).rows}
    made = standings(tournament, 3).rows
    for row, cells in zip(made, lines(director.get("/standings/3").text), strict=True):
        sign = "▲" if row.place < was[row.key] else "▼" if row.place > was[row.key] else "="
        assert f"{sign} {was[row.key]}" in cells
    assert "Before" not in director.get("/standings/1").text


def test_the_wall_list_has_an_address_of_its_own(director):
    page = director.get("/wallist/2").text
    assert "Wall list after round 2" in page
    assert len(lines(page)) == 20
    assert 'href="/wallist/2"' in director.get("/standings/2").text


@pytest.mark.parametrize(
    ("old", "now"), [("wallist", "wallist"), ("single", "single"), ("rated", "ratings")]
)
def test_the_addresses_of_former_panels_lead_to_the_parts(director, old, now):
    answer = director.get(f"/standings/2/{old}", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (308, f"/{now}/2")


def test_ratings_are_those_after_a_round(director, file, run):
    first, last = (director.get(f"/ratings/{number}").text for number in (1, 3))
    assert len(lines(first)) == len(lines(last)) == 20
    assert first != last
    after = run("ratings", file, "--round", "1", "--json")[1]
    change = float(re.search(r'"change": (-?[\d.]+)', after)[1])
    assert f"{change:+.1f}" in first


def test_the_command_shows_the_ratings_of_the_page(director, file, run):
    director.do("/results/3/enter", results="1 3", players_know="yes")
    table = run("ratings", file)[1].split("\n\n")[1]
    _, *by_command = (re.split(r" {2,}", line.strip()) for line in table.splitlines())
    shown = lines(director.get("/ratings/3").text)
    on_page = [[re.sub(r"<[^>]+>", "", cell) for cell in row] for row in shown]
    assert any("½" in row[4] for row in by_command)
    assert [row[:1] + row[2:] for row in on_page] == [row[:1] + row[2:] for row in by_command]


def test_the_head_says_which_rounds_count(director):
    assert "After round 2 of 5." in director.get("/standings/2").text
    page = director.get("/standings/5").text
    assert "After round 3 of 5. Round 4 is not paired yet." in page
    director.do("/results/3/enter", results="1 0 2 0", players_know="yes")
    page = director.get("/wallist/3").text
    assert "After round 3 of 5. Provisional, 2 games open (round 3, tables 1–2)." in page


def test_a_key_says_what_the_criteria_count(director, file):
    do("rules", file, "--criteria", "MMS,SOSM-2,SODOSM,OUT,DC")
    key = unescape(director.get("/standings/3").text)
    for meaning in (
        "SOSM-2: Sum of opponents’ McMahon scores, without the two lowest",
        "SODOSM: Sum of defeated opponents’ McMahon scores",
        "OUT: Round of the first loss",
        "DC: Direct confrontation",
    ):
        assert meaning in key


def test_an_open_game_of_an_earlier_round_is_named_and_holds_nothing_back(director, run, file):
    director.do("/results/2/enter", results="7 0", players_know="yes", even_so="yes")
    status = "provisional, 1 game open (round 2, table 7)"
    page = director.get("/standings/3").text
    assert f"After round 3 of 5. P{status[1:]}." in page
    assert 'href="/standings/3"' in director.get("/boards/2").text
    sheet = director.get("/prints/3/page/standings").text
    assert f"Standings after round 3: {status}" in sheet
    assert f"After round 3: {status.partition(', ')[2]}" in director.get("/prints/3").text
    assert f"Standings after round 3: {status}" in director.get("/hall/standings").text
    told = run("standings", file, "--json")[1]
    found = json.loads(told)
    assert (found["after"], found["provisional"]) == (3, True)
    assert [(game["round"], game["table"]) for game in found["open_games"]] == [(2, 7)]
    assert found["remarks"] == [status]
    assert Congress.open(file).standings().status == status
    assert standings(read(file).tournament).status == status


def test_the_round_in_play_is_shown_if_it_is_chosen(director, file):
    director.do("/boards/4/draw")
    director.do("/boards/4/publish")
    director.do("/results/4/enter", results="1 1-0")
    games = len(read(file).tournament.round(4).games)
    assert 'href="/standings/3"' in director.get("/boards/4").text
    assert re.search(r"After round 3\s*<", director.get("/prints/4").text)
    hall = director.get("/hall/standings").text
    assert re.search(r"Standings after round 3\s*<", hall)
    assert 'href="/hall/standings?round=4"' in hall
    named = f"round 4: provisional, {games - 1} games open (round 4, tables 2–{games})"
    for page in ("/prints/4/page/standings", "/hall/standings?round=4", "/hall/wallist?round=4"):
        assert f"after {named}" in director.get(page).text


def test_standings_are_filtered_by_country_and_without_withdrawn_players(director, file):
    document = read(file)
    players = tuple(
        replace(player, country=country, absences=frozenset())
        for player, country in zip(document.tournament.players, ["DE", "FR"] * 10, strict=True)
    )
    save(replace(document.tournament, players=players), file)
    director.do("/players/3/withdraw", key=players[0].key)
    page = director.get("/standings/3").text
    assert re.search(r'data-show="country-DE"[^>]*>DE <b>10<', page)
    assert re.search(r'data-show="staying"[^>]*>Without withdrawn <b>19<', page)
    shown = director.get("/standings/3?show=country-DE").text
    assert shown.count(" hidden>") - page.count(" hidden>") == 10
    assert re.search(r'data-show="country-DE" aria-current="true"', shown)


def test_standings_are_downloaded_as_csv(director):
    answer = director.get("/prints/3/page/standings?as=csv")
    assert 'filename="summer-standings-3.csv"' in answer.headers["content-disposition"]
    rows = answer.content.decode("utf-8-sig").splitlines()
    assert rows[0].startswith("Place,Player,")
    assert len(rows) == 21


@pytest.mark.parametrize("part", ["players", "boards", "standings", "wallist", "ratings"])
def test_a_line_leads_to_its_player_without_script(director, file, part):
    page = director.get(f"/{part}/3").text
    query = unescape(re.search(r'<tr id.*?<a [^>]*href="(\?key=[^"]*)"', page, re.S)[1])
    key = unquote(query.partition("=")[2])
    panel = director.get(f"/{part}/3{query}").text
    assert panel.startswith("<!DOCTYPE")
    heading = re.sub("<[^>]+>", "", re.search(r"<h2>.*?</h2>", panel, re.S)[0])
    assert heading == read(file).tournament.by_key[key].full_name


def test_the_answer_to_a_form_without_script_leads_to_the_players_of_its_list(director, file):
    key = read(file).tournament.players[0].key
    fields = {"wish": f"final {key}", "form_token": director.form_token()}
    page = director.client.post("/players/3/attend", data=fields, headers=director.origin).text
    assert page.startswith("<!DOCTYPE")
    (found,) = {each.partition("?")[0] for each in re.findall(r'<tr id.*?<a href="([^"]*)', page)}
    assert found == "/players/3"


def test_columns_are_aligned_once_for_all_lines(director):
    page = director.get("/standings/3").text
    heads = re.findall(r'<th scope="col" class="([^"]*)"', page)
    table = re.search(r'<table class="([^"]*)"', page)[1].split()
    assert table == [
        f"{name}-{number}" for number, names in enumerate(heads, 1) for name in names.split()
    ]
    assert "right-1" in table
    assert "wide-3" in table
    style = director.get("/static/page.css").text
    assert all(f".{each} > tbody > tr > :nth-child" in style for each in table)


def test_players_open_on_the_round_to_come(director):
    """Between rounds there is nobody to check in for the one that is over."""
    assert 'href="/players/4"' in director.get("/standings/2").text
    director.do("/boards/4/draw")
    assert 'href="/players/2"' in director.get("/standings/2").text


def test_a_withdrawn_player_is_marked(director, file):
    def marked():
        rows = director.get("/standings/3").text.split("<tr ")
        return [unquote(row) for row in rows if "· Withdrawn" in row]

    def marked_among_players():
        rows = director.get("/players/4").text.split("<tr ")
        return [key for key in keys if any(">Withdrawn<" in r and f"key={key}" in r for r in rows)]

    keys = [player.key for player in read(file).tournament.players]
    gone = marked_among_players()
    before = marked()
    player = next(p for p in read(file).tournament.players if p.plays_in(4) and p.plays_in(5))
    assert not any(player.key in row for row in before)
    director.do("/players/4/withdraw", key=player.key)
    (row,) = set(marked()) - set(before)
    assert player.key in row
    assert {*marked_among_players()} == {*gone, player.key}
    other = next(p for p in read(file).tournament.players if p.plays_in(4) and p.plays_in(5))
    director.do("/players/4/attend", wish=f"preliminary {other.key}", even_so="yes")
    assert {*marked()} == {*before, row}  # a player who is preliminary again is there all the same


def test_who_withdraws_between_two_rounds_leaves_in_the_one_that_is_chosen(director, file):
    """Proposed to who has played the last one; for others it may be either, as for teams."""

    def first_rounds(key, address="/players/3/entry"):
        panel = director.get(address, params={"key": key}).text
        return re.findall(r'<select id="withdraw-since".*?(?: selected>(\d)<.*?)?</select>', panel)

    tournament = read(file).tournament
    there, away = (
        next(p.key for p in tournament.players if (p.key in tournament.round(3).seated) is seated)
        for seated in (True, False)
    )
    assert (first_rounds(there), first_rounds(away)) == (["4"], [""])
    assert first_rounds(there, "/boards/3/seat") == ["4"]
    for since in ("", "soon"):
        refused = director.refused("/players/3/withdraw", key=away, since=since)
        assert "Choose the round from which on it counts" in refused
    said = director.do("/players/3/withdraw", key=away, since="4")
    assert "has withdrawn from round 4 on" in said
    director.do("/boards/4/draw")
    assert first_rounds(there) == []
    assert "has withdrawn from round 5 on" in director.do("/players/4/withdraw", key=there)


def test_who_plays_the_last_round_drawn_has_not_withdrawn_until_it_is_over(director, file):
    director.do("/boards/4/draw")
    player = read(file).tournament.round(4).games[0].white
    director.do("/players/5/withdraw", key=player)

    def is_marked():
        rows = director.get("/standings/3").text.split("<tr ")
        return any("· Withdrawn" in row and f"key={player}" in unquote(row) for row in rows)

    assert read(file).tournament.by_key[player].absences >= {5}
    assert not is_marked()
    games = read(file).tournament.round(4).games
    director.do("/results/4/enter", results=" ".join(f"{game.table} 1" for game in games))
    assert is_marked()


def test_the_way_to_the_standings_goes_on_with_each_result(director, file):
    """The answer to a form brings the links of the frame, too: those of phases and of rounds."""
    do("draw", file, "--write")
    games = read(file).tournament.round(4).games
    director.look("/results/4")
    assert 'href="/standings/3"' in director.get("/results/4").text
    typed = " ".join(f"{game.table} 1" for game in games)
    answer = director.send(
        "/results/4/enter", {"results": typed}, headers={**director.origin, "X-Place": "results/4"}
    ).text
    assert re.search(
        r'<nav id="phases"[^>]* hx-swap-oob="true">.*href="/standings/4"', answer, re.DOTALL
    )
    assert re.search(
        r'<nav id="rounds"[^>]* hx-swap-oob="true">.*"Round 4, complete"', answer, re.DOTALL
    )
