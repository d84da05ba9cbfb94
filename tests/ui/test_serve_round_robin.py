"""The page of a round robin: its numbers, all rounds at once, and the round that phones show first."""

from __future__ import annotations

import json
import re
from random import Random

import pytest
from playwright.sync_api import expect, sync_playwright

from browsing import CHROMIUM, NARROW, WIDE, go, row, told
from commands import do
from done_or_refused import run
from evenings import robin
from fastpair.formats import read
from fastpair.go.standings import standings
from fastpair.go.team_standings import team_standings
from fastpair.report import schedule_sheet
from pages import director_of
from serving import served


@pytest.fixture
def director(tmp_path):
    file = tmp_path / "ring.json"
    robin().save(file)
    with director_of(file) as director:
        yield director


def numbers(director):
    return re.findall(r"<li>(\d+ \w+)", director.get("/boards/1/schedule").text)


def test_the_page_pairs_all_rounds(director):
    """Once they are, it offers that no more, and numbers stay; the days of the rounds can be changed."""
    assert "Pair all rounds" in director.get("/boards/1").text
    assert numbers(director) == ["1 Ann", "2 Bo", "3 Cy", "4 Di"]
    typed = {"number ANN": "4", "number BO": "3", "number CY": "2", "number DI": "1"}
    form = {"by": "drawn", "cycles": "2", "first": "2026-10-01", "between": "7", **typed}
    assert "6 rounds: 12 boards" in director.do("/boards/1/schedule", **form, publish="true")
    assert "Pair all rounds" not in director.get("/boards/1").text
    assert ">2026-10-01<" in director.get("/boards/1").text
    panel = director.get("/boards/1/schedule").text
    assert 'name="by"' not in panel
    assert "Rounds are paired by these numbers." in panel
    assert numbers(director) == ["1 Di", "2 Cy", "3 Bo", "4 Ann"]
    days = re.findall(r'name="day \d" type="date" value="([\d-]+)"', panel)
    assert days == [f"2026-{day}" for day in ("10-01", "10-08", "10-15", "10-22", "10-29", "11-05")]
    later = {f"day {number}": day for number, day in enumerate([*days[:5], "2026-11-12"], start=1)}
    director.do("/boards/1/days", **later)
    assert 'value="2026-11-12"' in director.get("/boards/1/schedule").text
    gap = director.refused("/boards/1/days", **later | {"day 2": ""})
    assert "enter the day of round 2, too" in gap
    director.do("/boards/1/days", **later | {"day 5": "", "day 6": ""})
    assert 'name="day 6" type="date" value=""' in director.get("/boards/1/schedule").text


def test_setup_offers_the_former_table_where_a_file_has_it(director, tmp_path):
    page = director.get("/rules/1?edit=time").text
    assert "Berger’s table in every cycle" in page
    assert "Former table" not in page
    do("rules", tmp_path / "ring.json", "--schedule", "former")
    page = director.get("/rules/1?edit=time").text
    assert '<option value="former" selected>Former table of fastpair' in page


def test_a_table_of_an_even_number_has_no_byes(tmp_path):
    """Whoever is away loses the game: nobody is assigned a bye. Of three players one has a free round."""
    four, away = robin(), robin().absent(["DI"], rounds=[1]).congress
    three = robin().withdraw(["DI"], delete=True).congress
    pages = []
    for number, value in enumerate((four, away, three)):
        file = tmp_path / f"ring{number}.json"
        value.save(file)
        with director_of(file) as browser:
            pages.append(browser.get("/boards/1").text)
    assert "<dt>Byes</dt>" not in "".join(pages)
    assert ["Assign bye" in page for page in pages] == [False, False, True]
    assert ["<dt>Free round</dt><dd>1</dd>" in page for page in pages] == [False, False, True]


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("1 2 2 3", "number 2 is entered twice, for Bo and Cy"),
        ("1 2 3 5", "Di has number 5; the numbers go from 1 to 4"),
        ("1 2 3 -", "check Di"),
        ("- - - -", "check Ann, Bo, Cy, Di"),
    ],
)
def test_a_wrong_lot_changes_nothing(director, typed, why):
    keys = ("ANN", "BO", "CY", "DI")
    fields = {f"number {key}": n.strip("-") for key, n in zip(keys, typed.split(), strict=True)}
    assert why in director.refused("/boards/1/schedule", by="drawn", first="2026-10-01", **fields)
    assert numbers(director) == ["1 Ann", "2 Bo", "3 Cy", "4 Di"]
    assert "Pair all rounds" in director.get("/boards/1").text


def test_rounds_that_are_drafts_are_published_together(director):
    director.do("/boards/1/schedule")
    assert "Publish all rounds" in director.get("/boards/1/schedule").text
    assert "all rounds published" in director.do("/boards/1/schedule", publish="true")
    assert "Publish all rounds" not in director.get("/boards/1/schedule").text


def test_numbers_can_be_drawn_before_the_rounds_are_paired(director):
    """They are then shown as entered."""
    director.do("/boards/1/numbers", by="lot", seed="3")
    panel = director.get("/boards/1/schedule").text
    assert '<option value="drawn" selected>' in panel
    lots = re.findall(r'name="number (\w+)"[^>]* value="(\d)"', panel)
    assert lots == [("DI", "1"), ("CY", "2"), ("ANN", "3"), ("BO", "4")]


def test_re_pairing_is_no_question_of_a_table(director):
    director.do("/boards/1/schedule")
    assert "Re-pair, keep" not in director.get("/boards/1").text
    assert "Compare alternatives" not in director.get("/boards/1").text


def test_a_phone_shows_the_first_round_that_is_not_over(director):
    director.do("/boards/1/schedule", publish="true")
    director.do("/results/3/enter", results="1 1-0")
    assert "<h1>Round 1</h1>" in director.get("/hall").text
    assert ">Round 1</a>" in director.get("/hall?round=3").text
    assert "<h1>Round 3</h1>" in director.get("/hall?round=3").text
    director.do("/results/1/enter", results="1 1-0 2 1-0")
    assert "<h1>Round 2</h1>" in director.get("/hall").text


def games_shown(page):
    """Rounds with their days, in the order of a player's games on a phone."""
    return re.findall(r'<td class="right wide">(\d+) <span class="sub">([\d-]+)<', page)


def test_a_phone_shows_all_games_of_a_player_with_their_days(director):
    """The first one that is to be played is marked, also where later ones have been played."""
    director.do("/boards/1/schedule", first="2026-10-01", between="7", publish="true")
    page = director.get("/hall?me=Ann").text
    assert games_shown(page) == [("1", "2026-10-01"), ("2", "2026-10-08"), ("3", "2026-10-15")]
    assert "in-order" in page
    assert "in-order" not in director.get("/hall?me=n").text  # no player of this name
    assert "2026-10-08" in director.get("/hall?round=2").text
    address = re.search(r'data-add="(\w+)"', page)[1]
    card = f"/hall/mine?player={address}"
    assert "Round 1 · 2026-10-01 · <b>Ann</b>" in director.get(card).text
    director.do("/results/1/enter", results="1 1-0")
    assert "Round 2 · 2026-10-08 · <b>Ann</b>" in director.get(card).text
    others = director.get("/hall").text
    assert "Standings" in others  # they count the one result that is known
    assert director.get("/hall/standings").text.count("<tr>") > 4


def test_no_game_of_a_cross_table_is_broken_at_its_hyphen(director):
    """Who withdraws loses games as ``-w``, which stay whole on the page and in the hall."""
    director.do("/boards/1/schedule", publish="true")
    director.do("/players/1/withdraw", key="DI")
    for address in ("/wallist/3", "/hall/wallist"):
        page = director.get(address).text
        assert re.search(r'<span class="unbroken">\(?-[wb]\)?</span>', page), address


def test_all_rounds_are_printed(director):
    """As drafts as long as one is not published; a Swiss has no such sheet."""
    assert ">All rounds</th>" in director.get("/prints/1").text
    director.do("/boards/1/schedule")
    page = director.get("/prints/1/page/schedule")
    assert page.status_code == 200
    assert "All rounds (draft)" in page.text
    assert all(page.text.count(f"{name} ") >= 3 for name in ("Ann", "Bo", "Cy", "Di"))
    for number in (1, 2, 3):
        director.do(f"/boards/{number}/publish")
    assert "(draft)" not in director.get("/prints/1/page/schedule").text
    director.do("/rules/1/change", event_format="Swiss", system="usual")
    assert ">All rounds</th>" not in director.get("/prints/1").text


DAYS = [f"2026-10-{day:02}" for day in (3, 10, 17, 18, 24, 25, 31)]
FACTS = {"place": "Ulm", "country": "GER", "begins": DAYS[0], "ends": DAYS[-1]}


class ByCommand:
    """A league that is run by commands."""

    def __init__(self, file):
        self.file = file

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def prepare(self, entries):
        do("register", self.file, "--entries", entries)
        facts = [f"--{flag}={FACTS[name]}" for name, flag in FLAGS.items()]
        do("rules", self.file, *facts, "--round-dates", ",".join(DAYS))
        do("team", self.file, "--colours", "BWBW")
        do("schedule", self.file, "--publish")

    def enter(self, number, results):
        do("result", self.file, "--round", number, *results.split())

    def report(self):
        target = self.file.with_suffix(".trf")
        do("export", self.file, target)
        return target.read_text("utf-8")


FLAGS = {"place": "place", "country": "country", "begins": "begin", "ends": "end"}


class ByPage:
    """A league that is run on the director's page."""

    def __init__(self, file):
        self.opened = director_of(file)

    def __enter__(self):
        self.director = self.opened.__enter__()
        return self

    def __exit__(self, *error):
        self.opened.__exit__(*error)

    def prepare(self, entries):
        listed = entries.read_text("utf-8")
        answer = self.director.send("/players/1/import", {"list": listed})
        digest = re.search(r'name="shown" value="(\w+)"', answer.text)[1]
        self.director.do("/players/1/import", list=listed, shown=digest)
        self.director.do("/rules/1/change", **FACTS, round_dates=", ".join(DAYS))
        self.director.do("/teams/1/rules", boards="4", fewest="4", colours="BWBW")
        self.director.do("/boards/1/schedule", publish="true")

    def enter(self, number, results):
        self.director.do(f"/results/{number}/enter", results=results)

    def report(self):
        self.director.get("/files/1/checked")
        return self.director.get("/files/1/download?format=trf").text


def test_a_league_of_teams_from_the_list_to_the_report(tmp_path, capsys):
    """By command and by page, with results in any order: guests begin with White, and who is free has nothing."""
    lines = ["name,first name,rating,country,Team"]
    for place, team in enumerate(("Ash", "Birch", "Cedar", "Elm", "Fir", "Hazel", "Larch")):
        lines += [f"{team}{n},P,{2300 - 30 * place - 70 * n},GER,{team}" for n in (1, 2, 3, 4)]
    entries = tmp_path / "players.csv"
    entries.write_text("\n".join(lines), "utf-8")
    reports = []
    for kind in (ByCommand, ByPage):
        file = tmp_path / f"{kind.__name__}.json"
        do("new", file, "--name", "League", "--preset", "Chess", "--event-format", "Round robin")
        with kind(file) as league:
            league.prepare(entries)
            games = [(game.round, game.table) for game in read(file).tournament.games]
            assert len(games) == 7 * 3 * 4
            lot = Random(3)
            halves = [(number, half) for number in range(1, 8) for half in (0, 6)]
            for number, half in sorted(halves, key=lambda _: lot.random()):
                tables = range(half + 1, half + 7)
                results = (f"{table} {lot.choice(('1-0', '0-1', '1/2'))}" for table in tables)
                league.enter(number, " ".join(results))
            reports.append(league.report())
            if kind is ByPage:
                look_at(league.director, read(file).tournament)
    assert reports[0] == reports[1]
    codes = {line[:3]: line for line in reports[0].splitlines()}
    assert codes["192"] == "192 BERGER_TEAM_ROUNDROBIN"
    assert codes["352"] == "352 BWBW"
    assert "320" not in codes
    assert codes["132"].split()[1:] == [day[2:].replace("-", "/") for day in DAYS]
    target = tmp_path / "again.trf"
    target.write_text(reports[0], "utf-8")
    capsys.readouterr()
    assert "0 findings" in run(capsys, "check", target)
    again, first = (
        json.loads(run(capsys, "standings", each, "--teams", "--json"))["rows"]
        for each in (target, file)
    )
    assert [(row["place"], row["name"], row["values"]) for row in again] == [
        (row["place"], row["name"], row["values"]) for row in first
    ]
    both = [read(each).tournament for each in (target, file)]
    sheets = [schedule_sheet(each, str).rows for each in both]
    assert sheets[0] == sheets[1]
    assert sum(row[-1] == "free round" for row in sheets[0]) == 7


def look_at(director, tournament):
    """The home team stands first everywhere, with all of its match points, and each round has its day."""
    page = director.get("/boards/7").text
    heads = re.findall(r'<th scope="col"[^>]*>([^<]+)</th>', page)
    assert heads == ["Table", *["Home team", "Country", "Match points"], *["Guest team", "Country", "Match points"], "Result"]  # fmt: skip
    sheet = director.get("/prints/1/page/schedule").text
    assert all(sheet.count(day) == 8 for day in DAYS)  # once, and once for each team
    assert "(draft)" not in sheet
    hall = director.get("/hall?round=7").text
    assert "Larch – Ash" in re.sub("<[^>]*>", "", hall)
    assert DAYS[6] in hall
    own = director.get("/hall?me=Larch1 P").text
    assert all(day in own for day in DAYS)
    before = {row.name: row.values[0] for row in team_standings(tournament, 6).rows}
    cells = re.findall(r">(\w+) <small>\d+</small></a>(?:<ol.*?</ol>)?<td>GER<td>([^<]+)<", page)
    assert dict(cells) == {name: f"{before[name]:g}" for name, _ in cells}
    assert len(cells) == 6


# ---- A norm event of ten in two cycles, from the form of a new tournament to the report, by clicks ----

PLAYERS = """name,first name,title,rating,country,fide id,birth,sex
Adler,Berta,IM,2405,GER,1000001,1990,f
Brook,Carl,GM,2440,ENG,1000002,1985,m
Crane,Dora,,2385,GER,1000003,2004,f
Dunn,Emil,GM,2410,ENG,1000004,1979,m
Elm,Frida,IM,2370,FRA,1000005,1998,f
Fox,Gustav,FM,2415,FRA,1000006,2001,m
Gale,Hans,GM,2501,NED,1000007,1991,m
Holt,Ines,FM,2333,NED,1000008,1995,f
Iris,Jan,IM,2399,ESP,1000009,1988,m
Jones,Kim,IM,2422,USA,1000010,1999,m
"""
LOT = {"Crane": 1, "Gale": 2, "Adler": 3, "Iris": 4, "Dunn": 5, "Holt": 6, "Jones": 7, "Elm": 8, "Fox": 9, "Brook": 10}  # fmt: skip
HERO, EARLY, LATER = "Crane", "Elm", "Fox"
"""Who makes a norm, and who withdraws after 8 and after 9 of 18 games."""


def mark_of(board, turn):
    """What is typed for a game: the hero wins most of them, and others in turn."""
    white, black = (name.split()[0] for name in board)
    if HERO in (white, black):
        return "3" if turn % 3 == 0 else "1" if white == HERO else "2"
    return "132"[turn % 3]


class NormEvent:
    """The pages of a director, and the file that they change.

    Parameters
    ----------
    folder
        Of tournaments.
    page
        That shows the list of tournaments.
    look
        Is told of each page that is complete.
    """

    def __init__(self, folder, page, look=lambda page, name: None):
        self.folder, self.page, self.look = folder, page, look

    @property
    def tournament(self):
        (file,) = self.folder.glob("*.json")
        return read(file).tournament

    def missing(self, number):
        """The names at the tables of a round that lack a result."""
        names = self.tournament.name_of
        games = self.tournament.round(number).games
        return {g.table: tuple(map(names, g.players)) for g in games if g.lacks_result}

    def create(self):
        page = self.page
        page.get_by_role("link", name="Create tournament").first.click()
        page.get_by_label("Name", exact=True).fill("Closed Ten")
        page.get_by_label("Format of the event").select_option("Round robin")
        page.get_by_label("Rules preset").select_option("Chess")
        page.get_by_label("Cycles").fill("2")
        self.look(page, "create")
        page.get_by_role("button", name="Create tournament").click()
        page.get_by_text("Paste list", exact=True).click()
        page.get_by_label("Players", exact=True).fill(PLAYERS)
        page.get_by_role("button", name="Show preview").click()
        page.get_by_role("button", name="Import 10 players").click()
        told(page, "10 players imported")

    def schedule(self):
        """Enter the lot, once wrongly, and pair all rounds on their days."""
        page = self.page
        page.get_by_role("link", name="Pair all rounds").first.click()
        page.get_by_label("Numbers by").select_option("drawn")
        for name, number in LOT.items():
            page.get_by_role("textbox", name=name).fill(str(number))
        page.get_by_role("textbox", name="Adler").fill("2")
        page.get_by_label("First round").fill("2026-10-01")
        page.get_by_label("Days between rounds").fill("1")
        page.get_by_label("Publish all rounds").check()
        pair = page.locator("form[action$=schedule]").get_by_role("button", name="Pair all rounds")
        pair.click()
        told(page, "Number 2 is entered twice, for Gale Hans and Adler Berta")
        assert not self.tournament.games
        page.get_by_role("textbox", name="Adler").fill("3")
        self.look(page, "lot")
        pair.click()
        told(page, "18 rounds: 90 boards paired")

    def enter(self, number, tables=None):
        """Enter the results of a round that are missing, or of some tables by their buttons."""
        page, missing = self.page, self.missing(number)
        if "/results/" not in page.url:
            go(page, "Results")
        page.get_by_role("navigation", name="Rounds").get_by_role(
            "link", name=f"Round {number}", exact=False
        ).first.click()
        page.wait_for_load_state()
        if tables:
            for table in tables:
                mark = mark_of(missing[table], number + table)
                page.locator(f"button[name=results][value='{table} {mark}']").first.click()
                told(page, f"round {number}, table {table}")
            return
        typed = " ".join(f"{t} {mark_of(board, number + t)}" for t, board in missing.items())
        page.get_by_label("Table and result").fill(typed)
        page.get_by_role("button", name="Save result").click()
        told(page, f"round {number}: all results entered")

    def withdraw(self, name, *, asked=False):
        """Withdraw a player; the game of two who withdraw is lost by both, which is asked about."""
        page = self.page
        go(page, "Players")
        row(page, name).get_by_role("link").first.click()
        page.get_by_role("button", name="Withdraw player").click()
        if asked:
            told(page, "Players have already seen the result")
            page.get_by_role("button", name="Change anyway").click()
        told(page, "has withdrawn and loses")

    def games_of(self, phone, name):
        """The games that a phone shows of a player: round, day and result of each, and those that are to be played next."""
        phone.goto(f"{self.page.url.partition('.json')[0]}.json/hall?me={name}")
        rows = phone.locator(".boards tbody tr")
        shown = [each.inner_text().split() for each in rows.all()]
        return shown, [each.is_visible() for each in phone.get_by_text("Next game").all()]

    def finish(self, folder):
        """Check the results, and download the report."""
        page = self.page
        page.get_by_role("link", name="Check results").first.click()
        expect(page.locator("#panel")).to_contain_text("No problems found")
        go(page, "Finish")
        with page.expect_download() as waited:
            page.locator(".results-files").get_by_role("link", name="Download").first.click()
        waited.value.save_as(folder / "report.trf")
        return read(folder / "report.trf").tournament


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
def test_a_norm_event_in_two_cycles_by_clicks(tmp_path):
    """Elm completes 8 of 18 games and has no place, Fox 9 and has one; one game is played ahead of its round."""
    folder = tmp_path / "events"
    folder.mkdir()
    with served(folder) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page, phone = browser.new_page(viewport=WIDE), browser.new_page(viewport=NARROW)
        page.goto(server.addresses.director)
        event = NormEvent(folder, page)
        event.create()
        event.schedule()
        event.enter(1)
        ahead = next(
            t
            for t, pair in event.missing(10).items()
            if not {EARLY, LATER} & {*" ".join(pair).split()}
        )
        event.enter(10, [ahead])
        shown, marked = event.games_of(phone, "Crane Dora")
        assert [line[0] for line in shown]
        assert len(shown) == 18
        assert marked == [n == 1 for n in range(18)]
        for number in range(2, 9):
            event.enter(number)
        event.withdraw(EARLY)
        event.enter(9)
        event.withdraw(LATER, asked=True)
        for number in range(10, 19):
            event.enter(number)
        table = standings(event.tournament)
        unranked = {row.name for row in table.rows if row.unranked}
        assert unranked == {EARLY}
        page.goto(f"{page.url.partition('/results/')[0]}/norms/18")
        assert "GM norm" in row(page, HERO).inner_text()
        report = event.finish(tmp_path)
        again = standings(report)
        assert [(r.name, r.place, r.values) for r in again.rows] == [
            (r.name, r.place, r.values) for r in table.rows
        ]
        browser.close()
