"""Clicks, keys and seconds of a director's common tasks, in Chromium at the size of a congress.

Run by ``python bench/clicks.py``, which prints them beside their aims, and the table of docs/guide/arbiter.md; a test
holds the clicks to the aim.
"""

from __future__ import annotations

import re
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from playwright.sync_api import expect, sync_playwright

from browsing import CHROMIUM, WIDE, go, result_shown, row, told
from serving import served

COUNT = """
for (const kind of ["pointerdown", "keydown"])
  addEventListener(kind, (event) => {
    if (event.isTrusted && event.key !== "Shift")
      sessionStorage[kind] = Number(sessionStorage[kind] || 0) + 1;
  });
"""
"""Counts what a person does, from page to page.

A press that the driver takes back and repeats, because its target has moved, does not come so far.
"""


@dataclass(frozen=True)
class Task:
    """A task that was done: what it took, and what it may take."""

    name: str
    clicks: int
    keys: int
    seconds: float
    most_clicks: int
    most_keys: int

    @property
    def row(self) -> str:
        """A line of the table."""
        return (
            f"| {self.name} | {self.clicks} ({self.most_clicks}) | {self.keys} ({self.most_keys}) | "
            f"{self.seconds:.1f} |"
        )


def entries(players):
    """A list of entries, the last three of one family."""
    lines = ["name\tfirst name\tgrade\tcountry\tclub"]
    for place in range(players - 5):
        name = "BDFGHKLMNPRTSVWZ"[place % 16] + "aeiou"[place // 16 % 5] + "lr"[place // 80] + "den"
        lines.append(f"{name}\tIlva\t{place // 6 + 1}k\tDE\tClub {place % 31}")
    lines += [f"{name.split()[0]}\tIlva\t3k\tDE\tUlm" for name in LATE]
    family = (("Ada", "1k"), ("Bo", "3k"), ("Cleo", "5k"))  # too far apart to meet
    lines += [f"Familie\t{first}\t{grade}\tDE\tBonn" for first, grade in family]
    return "\n".join(lines) + "\n"


LATE = ("Zorro Ilva", "Zupan Ilva")

BYES = "Player7 Ada"


def chess_entries(players):
    """A list of entries of chess, the strongest first, each fifth a woman."""
    lines = ["name,first name,sex,birth,title,rating,fide id,country"]
    for place in range(players):
        title = "GM" if place < 6 else "IM" if place < 16 else "FM" if place < 30 else ""
        country = ("GER", "FRA", "NED", "POL", "ITA")[place % 5]
        lines.append(
            f"Player{place},Ada,{'mmmmw'[place % 5]},{1960 + place % 50},{title},{2550 - 10 * place},"
            f"{4000000 + place},{country}"
        )
    return "\n".join(lines) + "\n"


class Tasks:
    """The tasks, one after the other in one tournament of an odd number of players."""

    def __init__(self, page, folder, players):
        self.page, self.players, self.done = page, players, []
        self.list = Path(folder, "entries.tsv")
        self.list.write_text(entries(players), encoding="utf-8")

    @contextmanager
    def task(self, name, clicks=0, keys=0):
        """Count what the block does."""
        kinds = ("pointerdown", "keydown")
        self.page.evaluate("sessionStorage.clear()")
        start = time.perf_counter()
        yield
        seconds = time.perf_counter() - start
        self.page.wait_for_load_state()
        counts = self.page.evaluate(
            f"{list(kinds)}.map((kind) => Number(sessionStorage[kind] || 0))"
        )
        self.done.append(Task(name, *counts, seconds, clicks, keys))

    def step(self, name):
        """The button of the bar."""
        bar = self.page.locator("#next")
        bar.get_by_role("button", name=name).or_(bar.get_by_role("link", name=name)).first.click()

    def _create(self):
        """The tournament."""
        page = self.page
        page.get_by_role("link", name="Create tournament").first.click()
        page.get_by_label("Name", exact=True).fill("Summer Open")
        page.get_by_label("Rounds", exact=True).fill("2")
        page.locator("details:has([name=country], [name=time])").evaluate_all(
            "all => all.forEach((each) => { each.open = true })"
        )
        facts = {
            "begins": "2027-05-01",
            "place": "Ulm",
            "country": "DE",
            "time": "60",
            "komi": "7.5",
        }
        for name, value in facts.items():
            page.locator(f"[name={name}]").fill(value)
        page.get_by_role("button", name="Create tournament").click()
        page.locator("#next").wait_for()

    def run(self):
        """Do all tasks, from an empty folder on."""
        page = self.page
        self._create()
        with self.task("Import a list", clicks=3):
            self.step("Import list")
            with page.expect_file_chooser() as chooser:
                page.get_by_text("Choose file", exact=True).click()
            chooser.value.set_files(self.list)
            page.locator("details:has(#registration)").evaluate("each => { each.open = true }")
            page.get_by_label("Registration").select_option("preliminary")
            page.get_by_role("button", name=f"Import {self.players} players").first.click()
            expect(page.locator("#list tr")).to_have_count(self.players)
        self._check_in()
        with self.task("Pair a round without two who have not arrived", clicks=2):
            self.step("Pair round 1")
            page.locator("#messages").get_by_role("button", name="Pair round 1").click()
            expect(page.locator("#list tr").first).to_be_visible()
        with self.task("Swap two players", clicks=2):
            page.locator("#list td a").nth(8).click()
            page.get_by_role("button", name=re.compile("^Swap with")).first.click()
            told(page, "swap")
        with self.task("Publish a round", clicks=1):
            self.step("Publish round 1")
            told(page, "round 1 published")
        with self.task("No-show", clicks=3):
            page.locator("#list td a").nth(7).click()
            page.get_by_role("link", name="Record no-show").click()
            page.locator("#panel .primary").click()
            told(page, "is absent from round")
        self.step("Publish")
        told(page, "published")
        self._late()
        self._results()
        with self.task("Withdraw a player", clicks=2):
            page.locator("#list td").get_by_text("Balden Ilva").first.click()
            page.locator("#panel").get_by_role("button", name="Withdraw player").click()
            told(page, "has withdrawn")
        with self.task("Pair a round", clicks=1):
            self.step("Pair round 2")
            expect(page.locator("#next")).to_contain_text("Publish round 2")
        self.step("Publish round 2")
        told(page, "round 2 published")
        self._all_results()
        self._finish()
        return self.done

    def _check_in(self):
        """A player and a family, by name."""
        page = self.page
        go(page, "Check-in")
        with self.task("Check in a player", keys=len("/Balden Ilva") + 1):
            page.keyboard.press("/")
            page.keyboard.type("Balden Ilva")
            page.keyboard.press("Enter")
            told(page, "Balden Ilva")
        with self.task("Check in a family of three", keys=len("Familie") + 1):
            page.keyboard.type("Familie")
            page.keyboard.press("Shift+Enter")
            told(page, "3 players")
        page.keyboard.type("en Ilva")
        page.keyboard.press("Shift+Enter")
        told(page, "players are here")

    def _late(self):
        """Two who were not there arrive, and play each other."""
        page = self.page
        go(page, "Players")
        with self.task("Two late players", clicks=3):
            for name in LATE:
                row(page, name).get_by_role("button").first.click()
                told(page, name)
            self.step("Pair 2 late players")
            expect(page.locator("#next")).to_contain_text("Changed since publishing")
        self.step("Publish")
        told(page, "published")

    def _results(self):
        """A result by the list, and one that is corrected after publishing."""
        page = self.page
        go(page, "Results")
        page.locator("#typed").focus()
        with self.task("Enter a result", keys=len("12 1") + 1):
            page.keyboard.type("12 1")
            page.keyboard.press("Enter")
            result_shown(page, 12, "1-0")
        with self.task("Correct a result", keys=len("12 2") + 2):
            page.keyboard.type("12 2")
            page.keyboard.press("Enter")
            told(page, "Replace 1-0 with 0-1")
            page.keyboard.press("Enter")
            result_shown(page, 12, "0-1")
        self._all_results()

    def _all_results(self):
        """The other results, as a pile of slips."""
        page = self.page
        go(page, "Results")
        tables = page.locator("#list tr[data-in~=missing]").evaluate_all(
            "all => all.map((each) => Number(each.cells[0].textContent))"
        )
        page.locator("#typed").fill(" ".join(f"{table} 1" for table in tables))
        page.keyboard.press("Enter")
        expect(page.locator("#list tr[data-in~=missing]")).to_have_count(0)

    def _finish(self):
        """The results file of the EGF."""
        page = self.page
        with self.task("Finish and send", clicks=4):
            self.step("Check results")
            expect(page.locator("#next")).to_contain_text("EGF")
            with page.expect_download():
                self.step("Download EGF file")
            self.step("Mark as sent")
            expect(page.locator("#next")).to_contain_text("Results file sent")


class ArbiterTasks(Tasks):
    """The tasks of an arbiter in an open of chess by FIDE's rules, of an even number of players."""

    def run(self):
        """Do all tasks, from an empty folder on."""
        page = self.page
        self.list.write_text(chess_entries(self.players), encoding="utf-8")
        page.get_by_role("link", name="Create tournament").first.click()
        page.get_by_label("Name", exact=True).fill("Winter Open")
        page.get_by_label("Rounds", exact=True).fill("3")
        page.locator("[name=preset]").select_option("FIDE")
        page.get_by_role("button", name="Create tournament").click()
        page.locator("#next").wait_for()
        with self.task("Import a list with titles and FIDE numbers", clicks=3):
            self.step("Import list")
            with page.expect_file_chooser() as chooser:
                page.get_by_text("Choose file", exact=True).click()
            chooser.value.set_files(self.list)
            page.get_by_role("button", name=f"Import {self.players} players").first.click()
            expect(page.locator("#list tr")).to_have_count(self.players)
        self._set_up()
        with self.task("Byes of two rounds", clicks=3):
            go(page, "Players")
            page.locator("#list").get_by_role("link", name=BYES).click()
            form = page.locator("#panel form", has_text="Requested byes")
            form.locator("[name=pattern]").fill("2-3")
            form.get_by_role("button", name="Save byes").click()
            told(page, "requested byes in rounds 2–3")
        for number in (1, 2, 3):
            with self.task(f"Pair and publish round {number}", clicks=2):
                self.step(f"Pair round {number}")
                self.step(f"Publish round {number}")
                told(page, f"round {number} published")
            self._all_results()
        self._lists()
        self._finish()
        return self.done

    def _set_up(self):
        """What the report for FIDE says of the event."""
        page = self.page
        texts = {
            "Event": {
                "place": "Ulm",
                "country": "GER",
                "begins": "2027-01-02",
                "ends": "2027-01-03",
                "director": "Rook, Ruth",
                "deputies": "Bishop, Ben; Knight, Nia",
            },
            "Rounds and time": {
                "time_code": "5400+30",
                "round_dates": "2027-01-02,2027-01-02,2027-01-03",
            },
        }
        go(page, "Rules")
        for group, values in texts.items():
            with self.task(f"Setup: {group}", clicks=2):
                page.get_by_role("link", name=f"Edit: {group}").click()
                for name, value in values.items():
                    page.locator(f"#edited [name={name}]").fill(value)
                page.get_by_role("button", name="Save changes").click()
                expect(page.locator("#edited")).to_have_count(0)

    def _lists(self):
        """Standings, ratings and norms, and the list that is printed for the wall."""
        page = self.page
        with self.task("Standings", clicks=1):
            go(page, "Standings")
        for view in ("Norms", "Ratings"):
            with self.task(view, clicks=1):
                views = page.get_by_role("navigation", name="Views")
                link = views.get_by_role("link", name=view, exact=True)
                link.click()
                expect(link).to_have_attribute("aria-current", "page")
        with self.task("Print the ratings", clicks=1):
            self._print(page.get_by_role("link", name="Print ratings"))
        with self.task("Wall list by starting rank", clicks=2):
            go(page, "Share")
            line = page.locator("tr", has_text="Wall list by starting rank")
            self._print(line.get_by_text("Print", exact=True))
        with self.task("Place cards of the first boards", clicks=2):
            go(page, "Share")
            line = page.locator("tr", has_text="Place cards")
            line.get_by_label("First boards").fill("10")
            self._print(line.get_by_text("Print", exact=True))

    def _print(self, button):
        """Open a printed sheet, and close it."""
        with self.page.expect_popup() as sheet:
            button.click()
        sheet.value.close()

    def _finish(self):
        """The report for FIDE."""
        with self.task("Check the results and download FIDE’s report", clicks=2):
            self.step("Check results")
            with self.page.expect_download():
                self.step("Download FIDE file")


def measured(page, address, folder, players, tasks=Tasks):
    """The tasks on a page of its own, at the address of a server of the folder."""
    page.add_init_script(COUNT)
    page.goto(address)
    return tasks(page, folder, players).run()


def main(players=((Tasks, 149), (ArbiterTasks, 120))):
    """Print a table of each game."""
    for tasks, count in players:
        print("| Task | clicks (aim) | keys (aim) | seconds |")
        print("|---|---:|---:|---:|")
        with (
            tempfile.TemporaryDirectory() as folder,
            served(Path(folder)) as server,
            sync_playwright() as driver,
        ):
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = browser.new_page(viewport=WIDE)
            for each in measured(page, server.addresses.director, folder, count, tasks):
                print(each.row)
            browser.close()


if __name__ == "__main__":
    main()
