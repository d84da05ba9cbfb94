"""Everybody reads the pages in a language of his own."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest

import catalogs
from congress_files import games, save
from fastpair.app.history.timeline import History
from fastpair.formats import read
from fastpair.pairing.generator import generate
from fastpair.report.languages import LANGUAGES, language
from fastpair.sentences import joined, phrase, phrase_many, without_context
from fastpair.ui.web import text as web_text
from fastpair.ui.web.text import translate, translate_count
from pages import director_of
from profiles import few

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


@pytest.mark.parametrize("code", few([code for code in LANGUAGES if code != "en"]))
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


WITHOUT_TRANSLATION = {"fastpair", "opengotha", "pairgoth", "mms", "sos", "sosos", "ash", "elm"}
"""Names of models, formats and criteria, and of a room and a player."""


@pytest.fixture
def english(monkeypatch, director, drawn):
    """Tells which English words a page shows in a language whose texts have no letters."""
    speech = replace(
        language("de"),
        text=without_letters,
        counted=lambda one, many, number: without_letters(one if number == 1 else many),
    )
    monkeypatch.setattr(web_text, "language", lambda code, kind="go": speech)
    director.client.headers["accept-language"] = "de"

    def find(page):
        players = read(drawn).tournament.players
        names = {each for p in players for each in (p.full_name, p.club, p.country) if each}
        names.add("Inventedcongress")
        text = unescape(VISIBLE.sub("\n", page)).replace("·", " ")
        for name in sorted(names, key=len, reverse=True):
            text = text.replace(name, " ")
        words = {word.casefold() for word in re.findall(r"[^\W\d_]{3,}", text)}
        return words - WITHOUT_TRANSLATION

    return find


def without_letters(text):
    """A text with dots for its letters, but with its values and tags."""
    parts = re.split(r"(\{[^{}]*\}|<[^>]*>|&[a-z]+;)", without_context(text))
    return "".join(p if n % 2 else re.sub(r"[^\W\d_]", "·", p) for n, p in enumerate(parts))


def test_no_explanation_is_english(director, drawn, english):
    first, second = games(drawn)[1], games(drawn)[2]
    (idle,) = read(drawn).tournament.round(1).byes
    director.do("/boards/1/swap", one=first.white, other=second.white)
    fields = {"one": first.white, "other": second.black, "key": first.white}
    two = {"kind1": "force", "one1": first.white, "other1": second.white}
    three = two | {"kind2": "drop", "one2": idle}
    for panel, asked in (
        *((panel, fields) for panel in ("why", "opponents", "best", "kept", "seat")),
        *(("whatif", each) for each in (two, three, three | {"kind1": "forbid"})),
        ("why", {"one": first.white, "other": second.white}),
        ("opponents", {"one": idle}),
    ):
        answer = director.get(f"/boards/1/{panel}", params=asked, headers={"hx-request": "true"})
        assert answer.status_code == 200
        assert english(answer.text) == set(), (panel, asked)


def test_no_message_and_no_finding_is_english(director, drawn, english):
    (idle,) = read(drawn).tournament.round(1).byes
    first, *_ = games(drawn).values()
    director.do("/results/1/enter", results="1 1 2 2")
    director.do("/boards/1/publish")
    for path, fields in (
        ("/players/1/register", {"name": "Ash", "first_name": "Elm", "grade": "12k"}),
        ("/players/1/withdraw", {"key": idle}),
        ("/boards/1/tables", {"room": "Ash=1-10", "closed": "3"}),
        ("/boards/1/tables", {"player": first.white, "at": "7"}),
        ("/boards/1/tables", {"player": first.white, "at": ""}),
        ("/boards/1/draw", {"redraw": "true"}),
        ("/boards/1/draw", {"redraw": "true", "players_know": "yes"}),
        ("/boards/1/draw", {"keep_most": "true", "players_know": "yes"}),
        ("/log/1/undo", {"change": "2"}),
        ("/log/1/undo", {"change": "1"}),
    ):
        page = director.send(path, fields).text
        shown = re.search(r'<div id="messages".*?</div>\s*</div>', page, re.S)
        assert shown, path
        assert english(shown[0]) == set(), (path, fields)
    for panel in ("checked", "holds?format=pairgoth"):
        answer = director.get(f"/files/1/{panel}", headers={"hx-request": "true"})
        assert answer.status_code == 200
        assert english(answer.text) == set(), panel


def plain_texts():
    """The texts of two words or more without values."""
    texts = (message.id for message in catalogs.extracted())
    return {t for t in texts if isinstance(t, str) and " " in t.strip() and "{" not in t}


def test_the_history_is_in_the_language_of_the_page(tmp_path):
    """Names of fields, choices and browsers, too."""
    path, tournament = tmp_path / "open.json", generate(8, 3, seed=1)
    save(tournament, path)
    key = tournament.players[0].key
    rules = {"same0": "club", "same0_how": "never_same", "same0_until": "2", "same0_top": "yes"}
    with director_of(path) as director:
        director.do("/players/1/change", key=key, egf_pin="12345678", club="Far")
        director.do("/rules/1/change", edit="pairing", **rules)
        director.do("/rules/1/change", edit="participants", categories="1k")
        director.do("/rules/1/parameters", edit="advanced", deterministic="no")
        director.client.cookies.set("language", "de")
        page = unescape(director.get("/log/1").text)
    for message in (
        "geändert: Verein, EGF-PIN",
        "Verein bis Runde 2",
        "Kategorien: 1k",
        "Jedes Mal dieselbe Chance: nein",
        "Turnierleitung, anderer Browser",
    ):
        assert message in page, message
