"""Everybody reads the pages in a language of his own."""

from __future__ import annotations

import re
from html import unescape

import pytest

import catalogs
from congress_files import games
from fastpair.app.history.timeline import History
from fastpair.formats import read
from fastpair.report.languages import LANGUAGES, language
from fastpair.sentences import joined, phrase, phrase_many
from fastpair.ui.web.text import translate, translate_count

WISHES = {"accept-language": "fr-CH, de;q=0.5"}


def test_the_browser_says_which_language(stranger):
    page = stranger.get("/hall", headers=WISHES).text
    assert '<html lang="fr">' in page
    assert language("fr").text("Nothing is published yet").replace("'", "&#39;") in page
    assert '<html lang="en">' in stranger.get("/hall").text


@pytest.mark.parametrize("code", LANGUAGES)
def test_another_one_can_be_chosen_and_is_kept(stranger, code):
    assert f'href="?speak={code}"' in stranger.get("/hall").text
    answer = stranger.get(f"/hall?round=2&speak={code}", headers=WISHES, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/hall?round=2"
    page = stranger.get("/hall", headers=WISHES).text
    assert f'<html lang="{code}">' in page
    assert language(code).text("Find player") in page


@pytest.mark.parametrize("code", ["xx", "", "../de", "DE"])
def test_no_other_language_can_be_chosen(stranger, code):
    answer = stranger.get("/hall", params={"speak": code}, follow_redirects=False)
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers


def test_a_choice_leads_nowhere_else(stranger):
    own = stranger.client.base_url
    answer = stranger.get(f"{own}//elsewhere.example/?speak=de", follow_redirects=False)
    assert answer.headers["location"] == "/elsewhere.example/"


def test_a_list_that_was_made_in_one_language_is_made_in_another(director, drawn):
    director.do("/boards/1/publish")
    for code in ("de", "cs", "de"):
        heading = language(code).text("Round {round}").format(round=1)
        page = director.get("/hall", headers={"accept-language": code}).text
        assert f"<h1>{heading}</h1>" in page
        place = language(code).text("Place")
        standings = director.get("/standings/1", headers={"accept-language": code}).text
        assert f">{place}</th>" in standings


def test_values_are_escaped_beside_markup():
    from markupsafe import Markup

    said = translate("{loss} lighter than the optimum", loss="<b>")
    assert said == "<b> lighter than the optimum"
    assert not isinstance(said, Markup)
    said = translate_count(
        "{count} {name}", "{count} {name}s", 2, name="<i>", more=Markup("<b>1</b>")
    )
    assert said == Markup("2 &lt;i&gt;s")


def test_what_was_done_is_said_in_the_language_and_kept_in_english(director, drawn):
    director.client.headers["accept-language"] = "de"
    game = games(drawn)[1]
    white, black = (read(drawn).tournament.by_key[key].full_name for key in game.players)
    said = unescape(director.do("/results/1/enter", results="1 1"))
    assert f"Runde 1, Tisch 1: {white} (Weiß) schlägt {black}" in said
    said = unescape(director.refused("/players/1/attend", wish=f"absent {game.white}"))
    assert "hat in Runde 1 gespielt" in said
    assert f"Runde 1, Tisch 1: {white} (Weiß) schlägt {black}" in unescape(
        director.get("/log/1").text
    )
    assert History(drawn).entries()[-1].said == f"round 1, table 1: {white} (white) beats {black}"
    director.client.headers["accept-language"] = "en"
    assert f"Round 1, table 1: {white} (white) beats {black}" in unescape(
        director.get("/log/1").text
    )


@pytest.mark.parametrize("code", ["ja", "zh"])
def test_a_sentence_ends_with_the_stop_of_the_language(director, drawn, code):
    director.client.headers["accept-language"] = code
    director.do("/results/1/enter", results="1 1")
    pages = [director.get(path).text for path in ("/log/1", "/results/1", "/ratings/1")]
    assert not any(re.search("[\u3040-\u9fff][.]\\s*<", page) for page in pages)
    assert language(code).text("Director") in pages[1]  # who has entered the result


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_page_can_be_read_in_every_language(director, code):
    director.do("/boards/1/publish")
    director.client.headers["accept-language"] = code
    text = language(code).text
    for part, title in (
        ("rules", "Setup"),
        ("players", "Players"),
        ("standings", "Standings"),
        ("prints", "Share"),
        ("prizes", "Standings"),
        ("files", "Finish"),
        ("log", "History"),
    ):
        page = director.get(f"/{part}/1")
        assert page.status_code == 200
        assert f"<h1>{text(title)}" in unescape(page.text)
    for part in ("boards", "results"):
        page = director.get(f"/{part}/1").text
        assert f"<h1>{text('Round {round}').format(round=1)}" in unescape(page)
    for path in ("/hall", "/hall/screen", "/hall/standings", "/prints/1/page/tables"):
        assert director.get(path).status_code == 200


def test_a_sentence_is_said_with_the_sentences_in_it():
    inner = phrase_many("{count} player", "{count} players", 5)
    said = phrase("start at {score}: {players}", score=30, players=inner)
    assert said == "start at 30: 5 players"
    polish = language("pl")
    assert said.spoken(polish.text, polish.counted) == "start od 30: 5 graczy"
    both = joined("; ", [said, "as typed {by} hand"])
    assert both == "start at 30: 5 players; as typed {by} hand"
    assert both.spoken(polish.text, polish.counted) == "start od 30: 5 graczy; as typed {by} hand"


def test_yes_and_no_of_a_form_are_translated(director):
    director.get("/rules/1", params={"speak": "de"})
    page = director.get("/rules/1", params={"edit": "handicap"}).text
    assert '<option value="yes">Ja</option>' in page
    assert ">Yes</option>" not in page


VISIBLE = re.compile(r"<(script|style|template)\b.*?</\1>|<[^>]*>", re.S)
PARTS = ("rules", "players", "checkin", "teams", "boards", "results", "standings", "prizes")
PLACES = (
    *(f"/{part}/1" for part in (*PARTS, "prints", "files", "log")),
    *("/players/1/new", "/players/1/import", "/players/1/family", "/boards/1/tables"),
    *("/boards/1/board?table=1", "/boards/2", "/rules/1?edit=groups", "/hall"),
)


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_no_page_shows_english_in_another_language(director, code):
    """No text of two words or more that has a translation, and no refusal."""
    director.do("/boards/1/publish")
    director.client.headers["accept-language"] = code
    known = {text.rstrip(".") for text in plain_texts() if language(code).text(text) != text}
    shown = [director.get(path).text for path in PLACES]
    shown += [
        director.send("/results/1/enter", {"results": typed}).text for typed in ("99 1", "1 x")
    ]
    shown.append(director.send("/players/1/register", {"name": "A", "grade": "x"}).text)
    for page in shown:
        text = unescape(VISIBLE.sub("\n", page))
        lines = {line.strip().rstrip(".") for line in text.splitlines()}
        assert sorted(lines & known) == []


def plain_texts():
    """The texts of two words or more without values."""
    texts = (message.id for message in catalogs.extracted())
    return {t for t in texts if isinstance(t, str) and " " in t.strip() and "{" not in t}
