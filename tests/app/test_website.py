"""The copy for the web: what is in it and what is not, its links, its names, its feed and its calendar."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date, datetime
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from commands import do
from evenings import robin
from fastpair.app.edits.outcome import PUBLISHED_BOARDS
from fastpair.app.history.state import CongressState
from fastpair.app.publication.website import public_website, write_website
from fastpair.app.reports.standings import standings_of
from fastpair.congress import Congress
from fastpair.errors import FastpairError
from fastpair.go.tournament import Event, Person
from fastpair.pairing.generator import generate
from fastpair.report import Privacy, pairings_by_board, standings_sheet, wall_list
from fastpair.report.languages import LANGUAGES, language
from fastpair.ui.cli import main
from team_tournaments import entered

ATOM = "{http://www.w3.org/2005/Atom}"
SECRETS = {
    "birth": "1987-05-03",
    "egf_pin": "98765432",
    "ffg_licence": "8765401",
    "aga_id": "7654301",
    "fide_id": "6543201",
}
"""What the file knows of a player, and no page says."""


class Page(HTMLParser):
    """A page as a browser reads it."""

    def __init__(self, text):
        super().__init__()
        self.links, self.ids, self.tags, self.rows, self.language = [], set(), set(), [], ""
        self.texts, self.inside = [], False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.tags.add(tag)
        self.ids.add(found.get("id"))
        if "href" in found:
            self.links.append(found["href"])
        if tag == "html":
            self.language = found["lang"]
        if tag == "tr":
            self.rows.append([])
        if tag == "td":
            self.rows[-1].append("")
            self.inside = True

    def handle_endtag(self, tag):
        self.inside = self.inside and tag != "td"

    def handle_data(self, data):
        self.texts.append(data)
        if self.inside:
            self.rows[-1][-1] += data.strip()


@pytest.fixture(scope="module")
def tournament():
    """Four rounds, three of them played; everybody has everything that is nobody's business."""
    found = generate(21, 5, seed=4, play=3)
    players = [
        replace(player, attributes={"trainer": "Geheim-Trainer"}, **SECRETS)
        for player in found.players
    ]
    event = Event(
        place="Graz",
        begins=date(2026, 11, 27),
        ends=date(2026, 11, 29),
        director="Geheim-Leiter",
        round_dates=(date(2026, 11, 27), date(2026, 11, 28)),
    )
    return replace(found, players=tuple(players), event=event)


@pytest.fixture
def congress(tournament):
    """Round 4 is drawn, and not published."""
    return Congress.of(tournament).draw(4).congress


def pages_of(folder):
    """All pages of a folder by their paths."""
    return {
        str(path.relative_to(folder)): Page(path.read_text("utf-8"))
        for path in folder.rglob("*.html")
    }


def write(congress, folder, codes=("en",), **stated):
    return write_website(folder, public_website(congress._state, **stated), codes)


def cells(sheet):
    """The rows of a sheet, as pages show them: without empty columns."""
    return [list(row) for row in sheet.without_empty_columns().rows]


def test_each_page_is_what_the_lists_say_after_each_action(congress, tmp_path):
    """Pairings with results, standings and wall list are those of every other interface."""
    steps = [
        lambda c: c,
        lambda c: c.publish(4).congress,
        lambda c: c.results(4, {1: "1-0"}).congress,
        lambda c: c.results(4, {g.table: "0-1" for g in c.tournament.round(4).games[1:]}).congress,
        lambda c: c.undo(confirmed={PUBLISHED_BOARDS}).congress,
        lambda c: c.unpublish(4, confirmed={PUBLISHED_BOARDS}).congress,
    ]
    for step in steps:
        congress = step(congress)
        write(congress, tmp_path)
        state, pages = congress._state, pages_of(tmp_path)
        known = {int(n) for n in re.findall(r"en/round-(\d+)\.html", " ".join(pages))}
        assert known == congress.published
        for number in known:
            sheet = pairings_by_board(state.tournament, number, str)
            assert [row for row in pages[f"en/round-{number}.html"].rows if row] == cells(sheet)
        ranking = standings_of(state)
        standings = [row for row in pages["en/standings.html"].rows if row]
        assert standings == cells(standings_sheet(ranking, str))
        assert [r for r in pages["en/wall-list.html"].rows if r] == cells(wall_list(ranking, str))
        for player in state.tournament.players:
            title = f"{player.name_and_grade} · {state.tournament.name}"
            (page,) = [page for page in pages.values() if title in page.texts]
            assert [row[0] for row in page.rows if row] == [str(n) for n in sorted(known)]


def test_every_link_leads_to_a_file_in_every_language(congress, tmp_path):
    write(congress, tmp_path, ())
    pages = pages_of(tmp_path)
    assert {page.language for page in pages.values()} == {*LANGUAGES}
    assert pages["index.html"].language == "en"
    for name, page in pages.items():
        assert "script" not in page.tags
        for link in page.links:
            address, _, place = link.partition("#")
            target = tmp_path.joinpath(name).parent.joinpath(address)
            assert target.is_file(), (name, link)
            if place:
                assert place in pages[str(target.resolve().relative_to(tmp_path.resolve()))].ids
    for name in ("standings", "wall-list"):
        leads = {link for link in pages[f"en/{name}.html"].links if link.startswith("player-")}
        assert len(leads) == len(congress.tournament.players)
    german = " ".join(pages["de/standings.html"].texts)
    assert language("de").text("Standings") in german


def test_nothing_private_is_in_the_folder(tournament, congress, tmp_path):
    """The words of all files are those of the public lists: names, grades, clubs, countries, numbers, the event."""
    congress = congress.publish(4).congress
    write(congress, tmp_path)
    player = tournament.players[0]
    secret = [*SECRETS.values(), "1987", "Geheim", str(player.rating)]
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    for path in files:
        text = path.read_text("utf-8")
        assert not [each for each in secret if each in text], path
        assert str(tmp_path) not in text
    assert {path.suffix for path in files} == {".html", ".css", ".xml", ".ics", ".json"}
    people = {
        each
        for p in tournament.players
        for each in (p.name, p.first_name, p.club, p.country, str(p.grade))
    }
    words = {w for page in pages_of(tmp_path).values() for t in page.texts for w in [t.strip()]}
    headings = {"Table", "White", "Black", "Score", "Hd", "Result", "Player", "Colour", "Opponent"}
    headings |= {
        "No",
        "Pl",
        "Co",
        "Club",
        "Wins",
        "MMS",
        "SOSM",
        "SOSOSM",
        "SOS",
        "SOSOS",
        "Round",
        "Date",
    }
    sentences = re.compile(
        r"[-+=!?wb½¼¾:.,\d ]*|(Round|Pairings|Players|Standings|Wall list|absent|bye|Pairings by).*"
        r"|\d+ players: .*|News feed|Calendar|won.*|lost.*|jigo.*|12\+w3: .*|0\+ is a bye.*"
        r"|Graz .*|without a game.*|requested bye.*|Invented.*|.* · Invented.*"
    )
    names = {
        each.name_and_grade + end for each in tournament.players for end in ("", " · Withdrawn")
    }
    rest = {w for w in words - headings - names - people if not sentences.fullmatch(w)}
    assert not rest


def test_an_unpublished_round_is_not_in_it(congress, tmp_path):
    assert write(congress, tmp_path).rounds == (1, 2, 3)
    text = "".join(path.read_text("utf-8") for path in tmp_path.rglob("*.*"))
    assert "round-4" not in text
    assert "Round 4" not in text


@pytest.mark.parametrize(
    ("birth", "hidden"),
    [("", False), ("1987", False), ("2010", True), ("2008-11-28", True), ("2008-11-27", False)],
)
def test_the_birthday_decides_who_is_a_child(tournament, birth, hidden):
    """The tournament begins on 27 November 2026; of who is known by the year alone, the latest day counts."""
    player = replace(tournament.players[0], birth=birth)
    assert Privacy(age=18).hides(player, tournament.event.begins) is hidden


def test_a_pair_with_a_child_is_hidden_as_a_whole(tournament):
    pair = replace(tournament.players[0], birth="", members=(Person("x", "X", birth="2015"),))
    assert Privacy(age=18).hides(pair, tournament.event.begins)
    assert not Privacy().hides(pair, tournament.event.begins)


@pytest.mark.parametrize(
    ("name", "first", "shown"),
    [
        ("Ito", "A Bo", "I. A. B."),
        ("山田", "太郎", "山. 太."),
        ("王", "伟", "Player 7"),
        ("김", "민준", "Player 7"),
        ("(Bo)", "7", "Player 7"),
    ],
)
def test_initials_never_are_the_whole_name(tournament, name, first, shown):
    child = replace(tournament.players[0], name=name, first_name=first)
    assert Privacy(age=18).name(child, 7, str) == shown


@pytest.mark.parametrize("initials", [True, False])
def test_names_of_children_are_nowhere(tournament, tmp_path, initials):
    first, *others = tournament.players
    child = replace(first, name="Zwergnase", first_name="Mia-Lou", birth="2015")
    young = replace(tournament, players=(child, *others))
    congress = Congress.of(young)
    write(congress, tmp_path, ("en", "ja"), privacy=Privacy(age=18, initials=initials))
    text = "".join(path.read_text("utf-8") for path in tmp_path.rglob("*.*"))
    assert "Zwergnase" not in text
    assert "Mia" not in text
    (number,) = {*re.findall("Player ([0-9]+)", text)} or {""}
    assert ("Z. M. L." in text) if initials else 1000 <= int(number) <= 9999
    assert others[0].name in text
    order = [row.key for row in standings_of(congress._state).rows]
    page = Page((tmp_path / "en" / "standings.html").read_text("utf-8"))
    (line,) = [
        n for n, row in enumerate(filter(None, page.rows)) if row[1].startswith(("Z.", "Player"))
    ]
    assert order[line] == child.key


def test_the_feed_has_stable_identifiers_and_times(congress, tmp_path):
    def entries():
        root = ElementTree.parse(tmp_path / "en" / "feed.xml").getroot()
        for each in (root, *root.iter(f"{ATOM}entry")):
            assert each.findtext(f"{ATOM}id").startswith("urn:uuid:")
            assert datetime.fromisoformat(each.findtext(f"{ATOM}updated")).tzinfo
            assert each.findtext(f"{ATOM}title")
        return {
            e.findtext(f"{ATOM}title"): (e.findtext(f"{ATOM}id"), e.findtext(f"{ATOM}updated"))
            for e in root.iter(f"{ATOM}entry")
        }

    write(congress, tmp_path)
    before = entries()
    assert {"Pairings of round 3", "Standings after round 3"} <= before.keys()
    congress = congress.publish(4).congress
    write(congress, tmp_path)
    after = entries()
    assert after.keys() - before.keys() == {"Pairings of round 4"}
    assert len({*after.values()}) == len(after)
    assert before.items() <= after.items()


def test_the_calendar_has_days_and_times_that_are_known(congress, tmp_path):
    write(congress, tmp_path, next_start="23:30")
    content = (tmp_path / "en" / "calendar.ics").read_bytes()
    lines = content.decode().split("\r\n")
    assert content.endswith(b"\r\n")
    assert max(map(len, content.split(b"\r\n"))) <= 75
    assert lines.count("BEGIN:VEVENT") == lines.count("END:VEVENT") == 4
    assert len({line for line in lines if line.startswith("UID:")}) == 4
    assert {"DTSTART;VALUE=DATE:20261127", "DTEND;VALUE=DATE:20261130", "LOCATION:Graz"} <= {*lines}
    (time,) = re.findall(r"DTSTART:(\d{8}T\d{6}Z)", content.decode())
    start = datetime.strptime(f"{time}+0000", "%Y%m%dT%H%M%SZ%z").astimezone()
    assert (start.hour, start.minute) == (23, 30)


def test_without_days_there_is_no_calendar(tournament, tmp_path):
    write(Congress.of(replace(tournament, event=Event())), tmp_path)
    assert not (tmp_path / "en" / "calendar.ics").exists()


def page_of(folder, name):
    """The page of a player."""
    (path,) = [p for p in folder.glob("en/player-*.html") if f"<h1>{name}" in p.read_text("utf-8")]
    return path.name


def test_neither_another_name_nor_a_later_entry_moves_the_page_of_a_player(congress, tmp_path):
    write(congress, tmp_path)
    names = {player.key: player.name_and_grade for player in congress.tournament.players}
    pages = {key: page_of(tmp_path, name) for key, name in names.items()}
    first, *others = congress.tournament.players
    congress = congress.register(change=first.key, name="Umgetauft", first_name="Uta").congress
    congress = congress.register("Nachzug", first_name="Nils", grade="5k").congress
    write(congress, tmp_path)
    assert page_of(tmp_path, "Umgetauft Uta") == pages[first.key]
    assert {page_of(tmp_path, names[each.key]) for each in others} == {
        pages[each.key] for each in others
    }
    assert page_of(tmp_path, "Nachzug Nils") not in pages.values()
    # Who takes the name that is free is somebody else.
    namesake = {"first_name": first.first_name, "grade": "5k"}
    congress = congress.register(first.name, **namesake).congress
    write(congress, tmp_path)
    assert page_of(tmp_path, f"{first.full_name} 5k") not in pages.values()


def test_an_address_tells_neither_name_nor_order(tournament, tmp_path):
    """It is another one in each tournament, and those of a tournament are in no order of entry or of names."""
    addresses = []
    for name in ("One", "Two"):
        write(Congress.of(replace(tournament, name=name)), tmp_path / name)
        addresses.append([page_of(tmp_path / name, p.name_and_grade) for p in tournament.players])
    one, other = addresses
    assert not {*one} & {*other}
    assert [*map(one.index, sorted(one))] != [*map(other.index, sorted(other))]


def test_hidden_players_keep_their_numbers_which_say_nothing_of_their_order(tournament, tmp_path):
    young = replace(tournament, players=tuple(replace(p, birth="2015") for p in tournament.players))
    congress, found = Congress.of(young), []
    for step in (
        lambda c: c,
        lambda c: c.register(change=young.players[3].key, name="Anders").congress,
        lambda c: c.register("Spät", first_name="Sam", grade="5k", birth="2014").congress,
    ):
        congress = step(congress)
        write(congress, tmp_path, privacy=Privacy(age=18, initials=False))
        found.append(pages_of(tmp_path)["en/round-3.html"].rows)
    assert found[0] == found[1] == found[2]
    rows = Page((tmp_path / "en" / "round-3-names.html").read_text("utf-8")).rows
    numbers = [int(row[0].split()[1]) for row in rows if row]
    keys = [player.key for player in congress.tournament.players]
    assert len({*numbers}) == len(keys)
    by_key = dict(zip(sorted(keys), sorted(numbers), strict=True))
    ranking = standings_of(congress._state)
    page = Page((tmp_path / "en" / "standings.html").read_text("utf-8"))
    shown = [int(row[1].split()[1]) for row in filter(None, page.rows)]
    assert shown != [by_key[row.key] for row in ranking.rows]


def test_boards_have_their_rooms(congress, tmp_path):
    write(congress.tables(room=["Saal=1-4", "Galerie=5-9"]).congress, tmp_path)
    pages = pages_of(tmp_path)
    tables = [row[0] for row in pages["en/round-2.html"].rows if row]
    assert tables[:5] == ["Saal 1", "Saal 2", "Saal 3", "Saal 4", "Galerie 5"]
    assert "Galerie 5" in pages["en/round-2-names.html"].texts


def test_only_what_changed_is_written_and_what_is_gone_is_removed(congress, tournament, tmp_path):
    folder = tmp_path / "site"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref")
    assert write(congress, folder).changed
    assert not write(congress, folder).changed
    without = Congress.of(replace(generate(20, 5, seed=4, play=1), name=tournament.name))
    before = {path.name for path in folder.glob("en/player-*.html")}
    changed = write(without, folder).changed
    after = {path.name for path in folder.glob("en/player-*.html")}
    assert (len(before), len(after)) == (21, 20)
    assert {f"en/{name}" for name in before ^ after} <= {*changed}
    assert (folder / ".git" / "HEAD").exists()
    assert not list(folder.rglob("*.new"))


@pytest.mark.parametrize("step", ["replace", "write_bytes"])
def test_a_page_that_cannot_be_put_in_its_place_leaves_nothing(
    congress, tmp_path, monkeypatch, step
):
    folder, method = tmp_path / "site", getattr(Path, step)

    def fail(path, argument):
        if "player-" in path.name:
            if step == "write_bytes":
                method(path, argument[:9])
            raise PermissionError(13, "Permission denied")
        return method(path, argument)

    with monkeypatch.context() as broken:
        broken.setattr(Path, step, fail)
        with pytest.raises(FastpairError, match="cannot be written: permission denied"):
            write(congress, folder)
    assert not list(folder.rglob(".*.new"))
    page = next(name for name in json.loads((folder / "fastpair-website.json").read_bytes()))
    killed = (folder / page).with_name(f".{page.rpartition('/')[2]}.new")
    killed.write_text("half")
    folder.joinpath(".mine.new").write_text("mine")
    write(congress, folder)
    assert [path.name for path in folder.rglob(".*.new")] == [".mine.new"]


@pytest.mark.parametrize(
    "name",
    ["../mine", "..\\mine", "C:/mine", "/mine", ".git/HEAD", "a/b/mine.html", "a/../mine.html"],
)
def test_a_list_from_elsewhere_removes_nothing_but_pages(congress, tmp_path, monkeypatch, name):
    removed = []
    monkeypatch.setattr(
        "fastpair.app.publication.website._remove", lambda path: removed.append(path.name)
    )
    (tmp_path / "fastpair-website.json").write_text(json.dumps([name, "en/round-9.html"]))
    write(congress, tmp_path)
    assert removed == ["round-9.html"]


def test_a_page_of_somebody_else_is_not_replaced(congress, tmp_path):
    (tmp_path / "index.html").write_text("mine")
    with pytest.raises(FastpairError, match="was not written by fastpair"):
        write(congress, tmp_path)
    assert (tmp_path / "index.html").read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]


def test_the_command_writes_the_same_files(congress, tmp_path, capsys):
    file = tmp_path / "open.json"
    congress.save(file)
    do("website", file, tmp_path / "by command", "--language", "de")
    assert "files" in capsys.readouterr().out
    write_website(tmp_path / "by python", public_website(CongressState.read(file)), ("de",))
    one, other = (
        {p.name: p.read_bytes() for p in (tmp_path / name).rglob("*.*")}
        for name in ("by command", "by python")
    )
    assert one == other
    congress = Congress.open(file)
    assert not congress.write_website(tmp_path / "by command", ["de"])
    changed = congress.write_website(tmp_path / "by command", ["de"], hide_under=100)
    assert any(name.startswith("de/player-") for name in changed)
    assert main(["website", str(file), str(tmp_path / "x"), "--language", "tlh"]) == 2
    assert main(["website", str(file), str(tmp_path / "no" / "x")]) == 2


def test_a_cup_has_a_page_with_its_bracket(tmp_path):
    """As soon as its first round is published, with what is published alone; no other event has one."""
    value = Congress.new("Cup", event_format="Cup", players=generate(6, 3, seed=2, play=0).players)
    value = value.draw(1).congress
    folder = tmp_path / "web"

    def pages(congress):
        write_website(folder, public_website(congress._state), ["en", "de"])
        return {page.name for page in (folder / "en").iterdir()}

    assert "bracket.html" not in pages(value)
    value = value.publish(round=1).congress
    assert "bracket.html" in pages(value)
    page = (folder / "de" / "bracket.html").read_text("utf-8")
    names = [p.full_name for p in value.tournament.players]
    assert all(name in page for name in names)
    assert 'href="bracket.html" aria-current="page"' in page
    assert "Halbfinale" in page
    assert 'href="bracket.html"' in (folder / "de" / "round-1.html").read_text("utf-8")
    won = value.results(1, {1: "1-0", 2: "1-0"}).congress
    winner = won.tournament.by_key[won.tournament.round(1).games[0].white].full_name
    pages(won)
    page = (folder / "en" / "bracket.html").read_text("utf-8")
    assert re.search(f'<text font-weight="bold"[^>]*>{winner}</text>', page)
    swiss = won.rules(event_format="Swiss", rounds=3).congress
    assert "bracket.html" not in pages(swiss)


def test_a_bracket_names_no_child(tmp_path):
    players = generate(4, 3, seed=2, play=0).players
    child = replace(players[0], name="Oakling", first_name="Tom", birth="2020")
    value = Congress.new("Cup", event_format="Cup", players=[child, *players[1:]])
    value = value.draw(1).congress.publish(round=1).congress
    write_website(tmp_path / "web", public_website(value._state, Privacy(age=18)), ["en"])
    page = (tmp_path / "web" / "en" / "bracket.html").read_text("utf-8")
    assert "O. T." in page
    assert "Oakling" not in page


def test_a_round_robin_begins_with_the_round_in_play_and_players_have_all_games_with_their_days(
    tmp_path,
):
    value = robin().schedule(round_dates="2026-10-01+7", publish=True).congress
    value = value.results(1, {1: "1-0", 2: "1-0"}).congress
    write_website(tmp_path, public_website(value._state), ["en"])
    first = (tmp_path / "index.html").read_text("utf-8")
    assert "of round 2" in re.search("<h1>(.*?)</h1>", first)[1]
    assert "2026-10-08" in first
    (page,) = (
        each
        for each in (tmp_path / "en").glob("player-*.html")
        if "Ann 2000</h1>" in each.read_text("utf-8")
    )
    shown = re.findall(r"<td[^>]*>(2026-10-\d\d)<", page.read_text("utf-8"))
    assert shown == ["2026-10-01", "2026-10-08", "2026-10-15"]


def test_namesakes_of_two_teams_lead_to_pages_of_their_own(tmp_path):
    """Four players of one name and grade at the boards of a match: each line of a team has its own two."""
    tournament = entered(2, 2, rounds=1)
    one = tournament.players[0]
    players = [
        replace(each, name=one.name, first_name="", grade=one.grade) for each in tournament.players
    ]
    value = Congress.of(replace(tournament, players=tuple(players))).draw(1).congress
    write(value.publish(1).congress, tmp_path)
    pages = pages_of(tmp_path)
    leads = [
        [link for link in pages[f"en/team-{number}.html"].links if link.startswith("player-")]
        for number in (1, 2)
    ]
    assert {*leads[0][:4]} == {*leads[1][:4]}
    assert len({*leads[0][:4]}) == 4
    assert [leads[0][0], leads[0][2]] == leads[0][4:6] != leads[1][4:6]
