"""Every page, panel, phone and print of a tournament is in one language, whichever it is, and of its game."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from html import unescape
from urllib.parse import urljoin

import pytest

import catalogs
from commands import do
from fastpair.formats import read
from fastpair.report.languages import LANGUAGES, typeset
from fastpair.ui.web import text as web_text
from pages import director_of
from profiles import PROFILE, few, in_turn

PARTS = ("rules", "players", "checkin", "teams", "boards", "results", "standings", "prizes")
PLACES = (
    *(f"/{part}/1" for part in (*PARTS, "prints", "files", "log")),
    *("/players/1/new", "/boards/1/tables", "/boards/1/board?table=1", "/boards/2"),
    *("/hall", "/hall/screen", "/hall/standings", "/hall/wallist", "/hall/mine", "/hall/checkin"),
)
TOURNAMENTS = {
    "go": ("--players", "10", "--rounds", "3", "--play", "1"),
    "chess": ("--players", "10", "--rounds", "5", "--play", "1", "--system", "dutch"),
    "teams": (
        *("--teams", "4", "--boards", "3", "--rounds", "3", "--play", "1"),
        *("--system", "swiss-team"),
    ),
    "cup": ("--players", "9", "--rounds", "7"),
    "round robin": ("--players", "7", "--rounds", "7"),
}
FORMATS = {"cup": "Cup", "round robin": "Round robin"}
"""Those that are of a format for which no round is drawn by the generator."""

LINK = re.compile(r'<[^>]*\b(?:href|hx-get)="([^"#]*)')
ALIKE = re.compile(r"/\d+|\b(key|team|one|other|me|round|table)=[^&]*|\b(?<=show=)country-\w+")
"""What is another player, table or round in addresses of otherwise the same panel."""

ELSEWHERE = re.compile(r"^(?!/)|^//|^/static/|/download\b|/everything\b|/captaincodes\b|[?&]speak=")
"""Links to files, codes and other servers, and those that change the language."""
OF_GO = re.compile(
    r"goban|jigo|komi\b|дзиго|коми\b|ジゴ|コミ\b|囲碁|贴目|围棋|McMahon", re.IGNORECASE
)
OF_EVERY_GAME = "/rules/1?edit=preset"
"""Federations of Go are among the presets that can be chosen."""

PLACEHOLDER = re.compile(r"\{\w*(?:![rs])?(?::[^{}]*)?\}")
ADDRESS = re.compile(r"\bhttps?://\S+")
HIDDEN = re.compile(r"<(script|style|template|kbd|code|svg)\b.*?</\1>", re.DOTALL)
SAID = re.compile(r'\b(?:aria-label|placeholder|title|alt)="([^"]*)"')


def words(text):
    """Those in Latin letters, of three and more."""
    return {word.casefold() for word in re.findall(r"[A-Za-zÀ-ž]{3,}", text)}


LISTED = words(
    # Criteria, federations, titles and formats by their codes.
    "BGA BWG EDE EMGSB FIDE MPvGP PTS SOSOSM WBW WCM WFM WIN tou tour "
    "ARO EDEBT NBW SODOSW WON "
    # Titles of columns as they are typed, a formula, models of other programs, and the names of languages in themselves.
    "name first name grade rating country club sech Gotha GoDraw Kaniuk Kim North "
    + " ".join(LANGUAGES.values())
)
"""Words that are the same in each language."""


def shown(page):
    """The texts of a page that somebody reads or hears."""
    page = HIDDEN.sub("\n", page)
    said = [text for tag in re.findall("<[^>]*>", page) for text in SAID.findall(tag)]
    return ADDRESS.sub("", unescape("\n".join((*said, re.sub("<[^>]*>", "\n", page)))))


@cache
def vocabulary(code):
    """The words of a language."""
    return {
        word
        for message in catalogs.catalog(code)
        if message.id
        for text in catalogs.texts_of(message)
        for word in words(PLACEHOLDER.sub(" ", typeset(text, code)))
    }


def own_words(tournament):
    """Names of players, teams and places."""
    players = tournament.players
    names = [
        tournament.name,
        *(name for p in players for name in (p.full_name, p.club, p.country, p.title)),
    ]
    play = tournament.team_play
    return words(" ".join((*names, *(team.name for team in (play.teams if play else ())))))


def languages_of(kind):
    """All of them for chess, where each has its own words of Go; of what is English in all, two find it."""
    return catalogs.CODES if kind == "chess" else in_turn(catalogs.CODES, kind, 2)


@pytest.fixture(params=TOURNAMENTS, scope="module")
def file(request, tmp_path_factory):
    path = tmp_path_factory.mktemp(request.param) / f"{request.param}.json"
    do("generate", *TOURNAMENTS[request.param], "--output", path)
    if request.param in FORMATS:
        do("rules", path, "--event-format", FORMATS[request.param])
        do("draw", path, "--write")
    return path


def walk(director, code):
    """The pages, phones and prints, and the panels to which they lead, each with what is shown.

    Of panels that differ in the player or the table alone, one is walked.
    """
    director.client.headers["accept-language"] = code
    prints = set(re.findall(r'formaction="(/prints/1/page/\w+)"', director.get("/prints/1").text))
    queue, walked = [*PLACES, *sorted(prints)], set()
    for place in queue:
        alike = ALIKE.sub(r"\1", place)
        if alike in walked:
            continue
        walked.add(alike)
        answer = director.get(place, params={"language": code} if place in prints else None)
        if answer.headers.get("content-type", "").startswith("text/html"):
            if answer.status_code == 200:
                yield place, shown(answer.text)
            links = (urljoin(place, unescape(link)) for link in LINK.findall(answer.text))
            queue += [link for link in links if not ELSEWHERE.search(link)]


def faults(file, code):
    """The words of a page that are English, with those of Go in another game and what is not filled in."""
    tournament = read(file).tournament
    known = vocabulary(code) | own_words(tournament) | words(file.stem) | LISTED
    found = {}
    with director_of(file) as director:
        director.do("/boards/1/publish")
        for place, text in walk(director, code):
            wrong = {*(words(text) - known), *PLACEHOLDER.findall(text)}
            if tournament.kind != "go" and place != OF_EVERY_GAME:
                wrong |= {*OF_GO.findall(text)}
            found |= dict.fromkeys(wrong, place)
    return found


WALKS = [
    (kind, code)
    for kind in TOURNAMENTS
    for code in (few(catalogs.CODES, 1) if PROFILE == "dev" else languages_of(kind))
]


@pytest.mark.parametrize(("file", "code"), WALKS, indirect=["file"])
def test_nothing_is_english_or_of_another_game(file, code):
    assert faults(file, code) == {}


@pytest.mark.parametrize("text", ["Standings", "Table {table}"])
def test_a_translation_that_is_missing_is_found(file, text, monkeypatch):
    spoken = web_text.language

    def without_it(code, kind="go"):
        known = spoken(code, kind)
        return replace(known, text=lambda each: each if each == text else known.text(each))

    monkeypatch.setattr(web_text, "language", without_it)
    assert words(PLACEHOLDER.sub("", text)) <= faults(file, "cs").keys()


@pytest.mark.parametrize("file", ["chess"], indirect=True)
def test_refusals_are_in_the_language_too(file):
    """A method that an address does not take, and a format that cannot hold the tournament."""
    with director_of(file) as director:
        director.client.headers["accept-language"] = "de"
        answer = director.client.put("/players/1", headers=director.origin)
        assert answer.status_code == 405
        assert "Diese Adresse nimmt eine solche Anfrage nicht an." in shown(answer.text)
        where = {"params": {"format": "macmahon"}, "headers": {"hx-request": "true"}}
        panel = director.get("/files/1/holds", **where).text
        assert "das Format speichert nur Go-Turniere" in shown(panel)


def test_panels_are_walked_too(file):
    """Each group of Setup, a player, a board, and what a results file lacks."""
    with director_of(file) as director:
        director.do("/boards/1/publish")
        walked = [place for place, _ in walk(director, "de")]
    for part in ("/rules/1?edit=standings", "key=", "/boards/1/board", "/files/1/holds?format="):
        assert [place for place in walked if part in place], part
    assert len(walked) > 60
    assert not [place for place in walked if "speak=" in place]
