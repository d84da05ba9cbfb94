"""A refusal leads on: a page with ways out, a sentence in one language, and no path of a file."""

from __future__ import annotations

import re

import pytest

from commands import do
from congress_files import games
from fastpair.app.history.timeline import History
from fastpair.formats import read
from fastpair.go.tournament import Criterion
from fastpair.pairing.weights.models import MODELS
from fastpair.report.languages import Language
from fastpair.sentences import phrase
from fastpair.ui.web import rendering, text
from pages import Browser, director_of, said

PARTS = [
    "rules",
    "players",
    "checkin",
    "lists",
    "teams",
    "boards",
    "results",
    "standings",
    "prizes",
    "prints",
    "files",
    "log",
]


def upside_down(text):
    """A text as if it were translated: of its letters only those of its values stay."""
    return "".join(
        piece if piece.startswith("{") else re.sub("[A-Za-z]", "×", piece)
        for piece in re.split(r"(\{[^}]*\})", text)
    )


@pytest.fixture
def translated(monkeypatch):
    """Let every text that is marked for translation be translated."""
    speech = Language(
        "de", upside_down, lambda one, many, number: upside_down(one if number == 1 else many)
    )
    monkeypatch.setattr(text, "language", lambda code, kind: speech)


@pytest.fixture
def played(drawn):
    """Round 1 is published and has two results; two tables of it are known."""
    do("publish", drawn)
    do("result", drawn, "1", "1-0", "2", "0-1")
    return drawn


REFUSED = (
    ("/boards/1/colour", {"table": "99"}),
    ("/boards/1/colour", {"table": "x"}),
    ("/boards/1/unpair", {"table": "1"}),
    ("/boards/1/handicap", {"table": "3", "stones": "40"}),
    ("/boards/1/handicap", {"table": "3", "stones": "many"}),
    ("/boards/1/table", {"table": "3", "new": "4"}),
    ("/boards/1/table", {"table": "3", "new": "100000"}),
    ("/boards/1/swap", {"one": "{one.key}", "other": "{one.key}"}),
    ("/boards/1/swap", {"one": "nobody", "other": "{one.key}"}),
    ("/boards/1/swap", {"one": "{one.key}", "other": "{third.key}"}),
    ("/boards/1/pair", {"one": "{one.key}", "other": "{third.key}"}),
    ("/boards/1/pair", {"one": "nobody", "other": "{third.key}"}),
    ("/boards/1/bye", {"one": "{idle.key}"}),
    ("/boards/1/bye", {"one": "{one.key}"}),
    ("/boards/1/draw", {}),
    ("/boards/2/draw", {}),
    ("/boards/3/draw", {}),
    ("/boards/1/apply", {"kind1": "force", "one1": "{one.key}", "other1": "{one.key}"}),
    ("/boards/1/condition", {"kind": "forbid", "players": ["{one.key}", "nobody"]}),
    ("/boards/1/release", {"kind": "forbid", "players": ["{one.key}", "{other.key}"]}),
    ("/boards/1/tables", {"room": "Main", "closed": ""}),
    ("/boards/1/tables", {"room": "Main=1-10", "closed": "x"}),
    ("/boards/1/tables", {"room": "Main=1-10\r\nSide=5-20", "closed": ""}),
    ("/boards/1/tables", {"player": "{one.key}", "at": "0"}),
    ("/boards/1/back", {"state": "frozen"}),
    ("/boards/2/publish", {}),
    ("/boards/1/publish", {}),
    ("/results/1/enter", {"results": "99 1"}),
    ("/results/1/enter", {"results": "1 x"}),
    ("/results/1/enter", {"results": "1"}),
    ("/results/2/enter", {"results": "1 1"}),
    ("/players/1/attend", {"wish": "absent {one.key}"}),
    ("/players/1/attend", {"wish": "absent {idle.key}"}),
    ("/players/1/attend", {"wish": "final {one.key}"}),
    ("/players/1/attend", {"wish": "present {one.key}"}),
    ("/players/1/attend", {"wish": "present nobody"}),
    ("/players/1/rounds", {"key": "{one.key}", "pattern": "x"}),
    ("/players/1/rounds", {"key": "{one.key}", "pattern": "2-"}),
    ("/players/1/withdraw", {"key": "nobody"}),
    ("/players/1/delete", {"key": "{one.key}"}),
    ("/players/1/apart", {"kind": "forbid", "players": ["{one.key}", "{one.key}"]}),
    ("/players/1/final", {}),
    ("/players/1/bonus", {"key": "{one.key}", "points": "many"}),
    ("/players/1/playoff", {"key": "{one.key}", "loser": "{one.key}"}),
    ("/players/1/join", {"players": ["{one.key}", "{one.key}"]}),
    ("/players/1/split", {"key": "{one.key}"}),
    ("/players/1/rate", {}),
    ("/players/1/register", {"name": "Zed", "grade": "9x"}),
    ("/players/1/register", {"name": "Zed", "grade": ""}),
    ("/players/1/register", {"name": "Zed", "grade": "3k", "rating": "high"}),
    ("/players/1/register", {"name": "Zed", "grade": "3k", "rounds": "x"}),
    (
        "/players/1/register",
        {"name": "{one.name}", "first_name": "{one.first_name}", "grade": "3k"},
    ),
    ("/players/1/change", {"key": "{one.key}", "grade": "20k", "name": "Zed", "first_name": "Ann"}),
    ("/players/1/import", {"list": ""}),
    ("/players/1/import", {"list": "name,grade\nZed,9x\n"}),
    ("/lists/1/refresh", {"title": "nowhere", "sure": "0"}),
    ("/rules/1/change", {"rounds": "0"}),
    ("/rules/1/change", {"rounds": "x"}),
    ("/rules/1/change", {"bar": "x"}),
    ("/rules/1/change", {"floor": "x"}),
    ("/rules/1/change", {"komi": "x"}),
    ("/rules/1/change", {"begins": "x"}),
    ("/rules/1/change", {"country": "Utopia"}),
    ("/rules/1/change", {"categories": "5k,2d"}),
    ("/rules/1/change", {"criteria": "luck"}),
    ("/rules/1/change", {"model": "luck"}),
    ("/rules/1/parameters", {"seed_systems": "x"}),
    ("/rules/1/parameters", {"club_groups": "x"}),
    ("/prizes/1/set", {"at": "0", "was": "", "name": "", "count": "1"}),
    ("/prizes/1/set", {"at": "0", "was": "", "name": "First", "count": "x"}),
    ("/prizes/1/set", {"at": "0", "was": "", "name": "First", "strongest": "x"}),
    ("/prizes/1/set", {"at": "0", "was": "", "name": "First", "category": "7"}),
    ("/prizes/1/set", {"at": "7", "was": "", "name": "First"}),
    ("/teams/1/add", {"team": "Reds", "players": "nobody"}),
    ("/teams/1/add", {"team": "", "players": "{one.full_name}"}),
    ("/teams/1/plan", {"boards": "x"}),
    ("/teams/1/plan", {"boards": "99"}),
    ("/teams/1/remove", {"team": "nobody"}),
    ("/log/1/undo", {"change": "1"}),
    ("/log/1/undo", {"change": "77"}),
    ("/log/1/redo", {"change": "77"}),
    ("/log/1/restore", {}),
    ("/files/1/complete", {"format": "word"}),
)
"""Forms that are refused; of players, `one` to `third` have White at the first tables, and `idle` has the bye."""


def refused_forms(file):
    """`REFUSED`, with the players of a file."""
    tournament, boards = read(file).tournament, games(file)
    one, other, third = (tournament.by_key[each.white] for each in list(boards.values())[:3])
    idle = tournament.by_key[tournament.round(1).byes[0]]
    players = {"one": one, "other": other, "third": third, "idle": idle}

    def named(value):
        return [*map(named, value)] if isinstance(value, list) else value.format(**players)

    for path, fields in REFUSED:
        yield path, {name: named(value) for name, value in fields.items()}


def test_every_refusal_can_be_said_in_another_language_and_shows_no_path(
    server, played, translated
):
    tournament = read(played).tournament
    names = {word for p in tournament.players for word in (p.name, p.first_name, p.key, p.club)}
    names |= {"nobody", "nowhere", "many", "high", "luck", "word", "Zed", "Ann", "Utopia"}
    names |= {"Main", "Side", "First"}
    names |= {"list", "team", "count", "strongest", "MMS", "usual", "fold", "slip"}  # as is typed
    listed = (*(each.value for each in Criterion), *MODELS)
    names |= {word for each in listed for word in re.findall(r"[^\W\d_]+", each)}
    english = {}
    with Browser(server) as browser:
        browser.open()
        for path, fields in refused_forms(played):
            browser.look(path.rpartition("/")[0])
            answer = browser.send(path, fields)
            assert str(played.parent) not in answer.text, (path, fields)
            if path == "/log/1/undo":
                continue  # quotes the history, which is kept in English
            told = said(answer)
            left = [word for word in re.findall(r"[^\W\d_]{3,}", told) if word not in names]
            if left:
                english[path, *fields.items()] = told
        for part in PARTS:
            assert str(played.parent) not in browser.get(f"/{part}/1").text
    assert english == {}


@pytest.mark.parametrize(
    "damage",
    [
        lambda file: file.write_text("nonsense"),
        lambda file: file.unlink(),
        lambda file: file.with_name(f"{file.name}.history").write_text("nonsense\n"),
        lambda file: file.with_name(f"{file.name}.prizes.toml").write_text("[[prize\n"),
        lambda file: file.with_name(f"{file.name}.prizes.toml").write_text("prize = 5\nx = 7\n"),
    ],
    ids=["nonsense", "gone", "history", "plan", "no plan"],
)
def test_a_file_that_cannot_be_read_is_named_without_its_folder(director, drawn, damage):
    damage(drawn)
    for part in PARTS:
        for answer in (
            director.get(f"/{part}/1"),
            director.get(f"/{part}/1", headers={"hx-request": "true"}),
        ):
            assert str(drawn.parent) not in answer.text
    assert str(drawn.parent) not in director.get("/hall").text


def test_a_folder_names_what_it_cannot_read_without_its_own_name(tmp_path):
    tmp_path.joinpath("broken.json").write_text("nonsense")
    with director_of(tmp_path) as browser:
        page = browser.get("/").text
        assert "broken.json" in page
        assert (
            str(tmp_path / "broken.json") not in page
        )  # the director alone sees where the folder is
        opened = browser.get("/tournaments/broken.json/")
        assert (opened.status_code, str(tmp_path) in opened.text) == (503, False)


UNKNOWN = [
    "/results/9",
    "/boards/99",
    "/nowhere/1",
    "/nowhere",
    "/results",
    "/results/0",
    "/results/one",
    "/boards/1/nowhere",
    "/boards/1/board?table=99",
    "/players/1/entry?key=NOBODY",
    "/prints/1/page/nowhere",
    "/files/9/everything",
    "/players/1/entry/more",
    "/tables/1.1.x",
]


def test_an_address_that_leads_nowhere_is_a_page_that_leads_on(director, stranger):
    all_ways = set()
    for path in UNKNOWN:
        answer = director.get(path)
        assert answer.status_code in (404, 409), path
        assert re.search("<h1>(Page not found|Not possible)</h1>", answer.text), path
        ways = set(re.findall('href="([^"]*)"', answer.text))
        assert {"/hall", "/"} <= ways, path
        assert 'class="phases"' in answer.text, path
        all_ways |= {way for way in ways if way.startswith("/")}
        hidden = stranger.get(path)
        assert hidden.status_code in (403, 404), path
        assert "<h1>" in hidden.text, path
        assert 'href="/' in hidden.text, path
    for way in all_ways:
        assert director.get(way).status_code == 200, way


def test_an_unknown_round_says_how_many_there_are(director):
    page = director.get("/results/9").text
    assert "The tournament has 3 rounds, so that there is no round 9." in page
    assert re.search('href="/boards/\\d"|href="/results/\\d"', page)
    told = director.get("/results/9", headers={"hx-request": "true"})
    assert "there is no round 9" in told.text
    assert "<html" not in told.text


def test_a_folder_leads_on_from_unknown_addresses(drawn):
    with director_of(drawn.parent) as browser:
        for path in ("/nowhere", "/tournaments/nowhere.xml/", "/tournaments/nowhere.xml/results/1"):
            answer = browser.get(path)
            assert answer.status_code == 404
            assert "<h1>Page not found</h1>" in answer.text
        base = f"/tournaments/{drawn.name}"
        for path in ("/results/9", "/nowhere", "/results/none/of/it"):
            answer = browser.get(base + path)
            assert answer.status_code == 404
            assert re.search(f'href="{base}/players/\\d"', answer.text)


def test_half_a_sentence_is_not_translated(monkeypatch):
    translated = {"{a} and {b}": "{a} und {b}"}
    known = Language("de", lambda text: translated.get(text, text), None, frozenset(translated))
    monkeypatch.setattr(rendering, "current_language", lambda: known)
    assert rendering.localized(phrase("{a} and {b}", a="x", b="y")) == "x und y"
    assert rendering.localized(phrase("{a} and {b}", a="x", b=phrase("nothing"))) == "x and nothing"


def test_a_log_out_first_says_how_to_get_in_again(director):
    left = {"form_token": director.form_token()}
    page = director.client.post("/leave", data=left, headers=director.origin)
    assert "<h1>Log out?</h1>" in page.text
    assert director.get("/players/1").status_code == 200
    link = re.search(r'href="(http[^"]*token=[^"]*)"', page.text)[1]
    director.client.post("/leave", data={**left, "sure": "yes"}, headers=director.origin)
    assert director.get("/players/1").status_code == 403
    assert director.get(link).url.path != "/hall"
    assert director.get("/players/1").status_code == 200


def test_a_form_that_is_sent_twice_is_done_once(director, drawn):
    director.look("/boards/1")
    seen = director.seen
    first = director.send("/boards/1/colour", {"table": "2"})
    after = drawn.read_bytes(), len(History(drawn).entries())
    director.seen = seen
    assert said(director.send("/boards/1/colour", {"table": "2"})) == said(first)
    assert (drawn.read_bytes(), len(History(drawn).entries())) == after
    director.look("/boards/1")
    again = director.do("/boards/1/colour", table="2")  # from the page that shows the first
    assert again != said(first)
    assert len(History(drawn).entries()) == after[1] + 1


def test_what_was_taken_back_can_be_done_again_by_the_same_form(director, drawn):
    director.look("/boards/1")
    seen = director.seen
    director.do("/boards/1/colour", table="2")
    after = drawn.read_bytes()
    director.do("/boards/1/undo", change=str(len(History(drawn).entries())))
    director.seen = seen
    director.do("/boards/1/colour", table="2")
    assert drawn.read_bytes() == after


def test_a_list_that_is_sent_twice_enters_its_players_once(director, drawn):
    listed = "name,first name,grade\n" + "".join(f"Player{n},Ann,3k\n" for n in range(120))
    director.look()
    seen = director.seen
    preview = director.send("/players/1/import", {"list": listed})
    sure = {"list": listed, "shown": re.search('name="shown" value="([^"]*)"', preview.text)[1]}
    told = []
    for _ in range(2):
        director.seen = seen
        told.append(said(director.send("/players/1/import", sure)))
    assert told[0] == told[1]
    assert "already" not in told[0]
    assert len(read(drawn).tournament.players) == 141


def test_a_tournament_is_created_once(tmp_path):
    with director_of(tmp_path) as browser:
        form = re.search('name="form_token" value="([^"]*)"', browser.get("/").text)[1]
        fields = {"name": "Summer Open", "rounds": "3", "format": "json", "form_token": form}
        for _ in range(2):
            answer = browser.client.post("/new", data=fields, headers=browser.origin)
            assert answer.url.path == "/tournaments/summer-open.json/players/1"
        other = browser.client.post("/new", data={**fields, "rounds": "5"}, headers=browser.origin)
        assert "exists already" in other.text
