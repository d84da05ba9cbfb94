"""What a click takes on the director's page: from the request to the last byte, and to the page in a browser.

    python bench/bench_serve.py [--players 1000] [--repetitions 20] [--format xml|json] [--browser CHROMIUM]

The server is a process of its own, on a congress with two rounds played and the third drawn. Each click is
made with other players or tables; the first one of each kind is not counted, as it compiles the templates.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from itertools import count, cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from urllib.parse import quote

import httpx2

from fastpair.formats import FORMATS, read
from fastpair.pairing.generator import generate

AIM, AIM_IN_BROWSER = 100.0, 300.0
"""Milliseconds of a click: until the answer, and until it is seen."""

ROUND, ROUNDS = 3, 9
FASTPAIR = [sys.executable, "-c", "import sys, fastpair.ui.cli; sys.exit(fastpair.ui.cli.main())"]
COMPUTED = (
    "draw again",
    "other good draws",
    "draws that keep boards",
    "slips with codes",
    "check",
    "what a file would hold",
    "results file",
)
"""What computes a whole draw, checks the whole tournament, or makes a page of codes."""


def made(folder, players, form):
    """A congress with a drawn round."""
    file = folder / f"congress.{form}"
    tournament = generate(players, ROUNDS, seed=3, play=ROUND - 1)
    file.write_bytes(FORMATS["opengotha" if form == "xml" else "fastpair"].new(tournament))
    subprocess.run([*FASTPAIR, "draw", file, "--write"], check=True, capture_output=True)
    return file


class Director:
    """A browser of the director that draws nothing."""

    def __init__(self, address):
        self.base = address.split("/?")[0]
        self.client = httpx2.Client(base_url=self.base, follow_redirects=True, timeout=60)
        self.read(self.client.get(address).text)

    def read(self, text):
        """Remember what the page says of itself."""
        found = re.search(r'data-seen="(\w+)" data-form="([\w-]+)"', text)
        if found:
            self.seen, self.form = found.groups()

    @property
    def headers(self):
        return {"origin": self.base, "hx-request": "true", "x-seen": self.seen, "x-form": self.form}

    def get(self, path, whole=False):
        return self.timed(lambda: self.client.get(path, headers={} if whole else self.headers))

    def post(self, path, **fields):
        return self.timed(lambda: self.client.post(path, data=fields, headers=self.headers))

    def timed(self, ask):
        """Milliseconds and bytes of an answer, which must not be a refusal."""
        start = perf_counter()
        answer = ask()
        taken = 1000 * (perf_counter() - start)
        if answer.status_code != 200 or 'class="refused"' in answer.text:
            sys.exit(f"{answer.url}: {answer.status_code} {answer.text[:600]}")
        self.read(answer.text)
        return taken, len(answer.content)


def clicks(director, file):
    """What is measured, by name: each call makes another click."""
    tournament = read(file).tournament
    games = cycle(tournament.round(ROUND).games)
    seated = tournament.round(ROUND).seated
    free = [
        player.key for player in tournament.players if player.key not in seated and player.final
    ]
    return asked(director, games) | changed(director, games, free) | opened(director)


def opened(director):
    """Whole pages, those of the hall with a published round."""
    paths = {
        f"open {part}": f"/{part}/{ROUND}"
        for part in ("rules", "players", "boards", "results", "standings", "prints", "files", "log")
    }
    paths["hall"] = f"/hall?round={ROUND}"
    paths["hall standings"] = "/hall/standings"
    paths["screen in the hall"] = "/hall/screen"
    paths["only my pairings"] = "/hall?me=a"
    paths["print by name"] = f"/prints/{ROUND}/page/names"
    paths["slips with codes"] = f"/prints/{ROUND}/page/codes"
    paths["print of standings"] = f"/prints/{ROUND}/page/standings"
    paths["results file"] = f"/files/{ROUND}/download?format=egd&rounds=1-2"
    return {name: lambda path=path: director.get(path, whole=True) for name, path in paths.items()}


def asked(director, games):
    """What is shown beside a list."""

    def player():
        return quote(next(games).white)

    def why():
        game = next(games)
        return director.get(
            f"/boards/{ROUND}/why?one={quote(game.white)}&other={quote(game.black)}"
        )

    return {
        "a player's entry": lambda: director.get(f"/players/{ROUND}/entry?key={player()}"),
        "a player's seat": lambda: director.get(f"/boards/{ROUND}/seat?key={player()}"),
        "prices of a drag": lambda: director.get(f"/boards/{ROUND}/prices?key={player()}"),
        "why they meet": why,
        "opponents by price": lambda: director.get(f"/boards/{ROUND}/opponents?one={player()}"),
        "what if they met": lambda: director.get(
            f"/boards/{ROUND}/whatif?kind1=force&one1={player()}&other1={player()}"
        ),
        "other good draws": lambda: director.get(f"/boards/{ROUND}/best"),
        "draws that keep boards": lambda: director.get(f"/boards/{ROUND}/kept"),
        "advice": lambda: director.get(f"/rules/{ROUND}/advice"),
        "what a file would hold": lambda: director.get(
            f"/files/{ROUND}/holds?format=egd&rounds=1-2"
        ),
        "changes of ratings": lambda: director.get(f"/standings/{ROUND}/rated"),
        "check": lambda: director.get(f"/files/{ROUND}/checked"),
    }


def changed(director, games, free):
    """What changes the file; ``free`` are the keys of players without a game."""
    turn, names = count(), count()

    def attend():
        player, again = divmod(next(turn), 2)
        wish = f"{'present' if again else 'absent'} {free[player % len(free)]}"
        return director.post(f"/players/{ROUND}/attend", wish=wish)

    def register():
        name = f"New{next(names)}"
        return director.post(f"/players/{ROUND}/register", name=name, first_name="A", grade="3d")

    def undo():
        page = director.client.get(f"/log/{ROUND}").text
        change = re.search(r'id="undo" name="change" value="(\d+)"', page)[1]
        return director.post(f"/log/{ROUND}/undo", change=change, players_know="yes")

    boards = f"/boards/{ROUND}"
    return {
        "present, absent": attend,
        "register": register,
        "swap": lambda: director.post(
            f"{boards}/swap", one=next(games).white, other=next(games).white
        ),
        "colour": lambda: director.post(f"{boards}/colour", table=str(next(games).table)),
        "publish": lambda: director.post(f"{boards}/publish"),
        "result": lambda: director.post(
            f"/results/{ROUND}/enter", results=f"{next(games).table} 1"
        ),
        "undo": undo,
        "draw again": lambda: director.post(
            f"{boards}/draw", redraw="true", without_results="true", players_know="yes"
        ),
    }


PANEL = """async () => {{
  const panel = document.getElementById('panel'), start = performance.now();
  panel.replaceChildren();
  document.querySelectorAll('#list a')[{n}].click();
  while (!panel.querySelector('h2')) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now() - start;
}}"""
OPEN = """() => {
  const { startTime, domComplete } = performance.getEntriesByType('navigation')[0];
  return domComplete - startTime;
}"""


def in_browser(chromium, address, repetitions):
    """Milliseconds from a click in a browser to the changed page, by name."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(address)
        base = address.split("/?")[0]

        def after(act):
            """From an act to the next frame after the line of the state has changed."""
            return page.evaluate(
                f"""async () => {{
                  const seen = () => document.getElementById('state').dataset.seen;
                  const before = seen(), start = performance.now();
                  {act};
                  while (seen() === before) await new Promise(requestAnimationFrame);
                  await new Promise(requestAnimationFrame);
                  return performance.now() - start;
                }}"""
            )

        found = {}
        for part in ("players", "boards", "results", "standings", "rules", "files", "log"):
            times = found[f"open {part}"] = []
            for _ in range(repetitions // 2):
                page.goto(f"{base}/{part}/{ROUND}")
                times.append(page.evaluate(OPEN))
        page.goto(f"{base}/results/{ROUND}")
        press = "document.querySelectorAll('tr.open .enter button:first-child')[99].click()"
        found["result"] = [after(press) for _ in range(repetitions)]
        page.goto(f"{base}/boards/{ROUND}")
        found["panel of a player"] = [
            page.evaluate(PANEL.format(n=3 * n)) for n in range(repetitions)
        ]
        page.goto(f"{base}/players/{ROUND}")
        press = "[...document.querySelectorAll('#list tr')].filter(l => !l.cells[3].textContent)[{n}].querySelector('button').click()"
        found["present, absent"] = [after(press.format(n=n)) for n in range(repetitions)]
        typing = """() => { const field = document.getElementById('filter'), start = performance.now();
          field.value = %r; field.dispatchEvent(new Event('input')); document.body.offsetHeight;
          return performance.now() - start; }"""
        page.evaluate(typing % "x")
        found["search"] = [
            page.evaluate(typing % text) for text in ("a", "an", "ann", "", "b", "") * 3
        ]
        browser.close()
    return found


def show(title, times, sizes=(), aim=AIM):
    """Print a line of the table."""
    size = f"{median(sizes) / 1000:8.1f}" if sizes else " " * 8
    late = "  above the aim" if max(times) > aim and title not in COMPUTED else ""
    print(f"{title:24} {median(times):8.1f} {max(times):8.1f} {size}{late}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--repetitions", type=int, default=20)
    parser.add_argument("--format", choices=("xml", "json"), default="xml")
    parser.add_argument("--browser", help="also in this Chromium")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        file = made(Path(folder), options.players, options.format)
        command = [*FASTPAIR, "serve", file, "--no-browser", "--port", "0"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                address = server.stdout.readline().split()[1]
                director = Director(address)
                print(
                    f"{'':24} {'median':>8} {'worst':>8} {'kB':>8}   ms, {options.players} players"
                )
                for name, click in clicks(director, file).items():
                    click()
                    found = [click() for _ in range(options.repetitions)]
                    show(name, *zip(*found, strict=True))
                if options.browser:
                    print("in a browser, from the click to the page")
                    for name, times in in_browser(
                        options.browser, address, options.repetitions
                    ).items():
                        show(name, times, aim=AIM_IN_BROWSER)
            finally:
                server.terminate()


if __name__ == "__main__":
    main()
