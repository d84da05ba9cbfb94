"""A hall under work: the phones of players, and helpers who enter results, as `attack.py` lets them come."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from itertools import cycle
from random import Random
from statistics import quantiles
from time import monotonic
from urllib.parse import quote, urlencode, urlsplit

LOOK, SPREAD = 20.0, 1.5
"""Seconds between two looks of a player at the phone, which opens the page anew, and in which the phones of a
hall ask after a change, as `page.js` does."""

COME, RUSH = 2.0, 5.0
"""Seconds in which all phones come at first, and after which they are served, or should be."""

DIRECTORS = 30
"""Tables whose results the director enters; the helpers share the others."""

AGREED = dict.fromkeys(("even_so", "players_know", "replaces"), "true")
"""The fields of a form that confirm it, so that a second result of a table is written like the first."""


class Browser:
    """A connection that is used again and again, with the cookies of a browser and what it has seen."""

    def __init__(self, host, port):
        self.host, self.port, self.writer = host, port, None
        self.cookies, self.kept = {}, {}

    async def ask(self, method, path, body="", **headers):
        """The status, headers and content of an answer; a page that is unchanged comes from what was kept."""
        if self.writer is None or self.reader.at_eof():
            self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        headers = {"host": f"{self.host}:{self.port}", **headers}
        if self.cookies:
            headers["cookie"] = "; ".join(f"{n}={v}" for n, v in self.cookies.items())
        if method == "POST":
            headers |= {"content-type": "application/x-www-form-urlencoded"}
            headers |= {"content-length": str(len(body)), "origin": f"http://{headers['host']}"}
        elif path in self.kept:
            headers["if-none-match"] = self.kept[path]
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self.writer.write(f"{method} {path} HTTP/1.1\r\n{lines}\r\n{body}".encode())
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *rest = head.rstrip().split("\r\n")
        found = {name.lower(): value for name, _, value in (line.partition(": ") for line in rest)}
        if "set-cookie" in found:
            name, _, value = found["set-cookie"].partition(";")[0].partition("=")
            self.cookies[name] = value
        if "etag" in found:
            self.kept[path] = found["etag"]
        content = await self.reader.readexactly(int(found.get("content-length", 0)))
        return int(first.split()[1]), found, content


class Work:
    """What phones and helpers have met with so far."""

    def __init__(self, host, port, round_number, tables, names, end):
        self.host, self.port, self.round, self.end = host, port, round_number, end
        self.tables, self.names = tables, names
        self.begun = monotonic()
        self.rush, self.asked, self.told, self.posted = [], [], [], []
        self.refused, self.bytes = [], 0
        self.sent = {}
        """When the last result of each table was sent."""

    async def timed(self, browser, path, **headers):
        """Open a page, and note how long it took."""
        start = monotonic()
        status, _, content = await browser.ask("GET", path, **headers)
        (self.rush if start - self.begun < RUSH else self.asked).append(monotonic() - start)
        self.bytes += len(content)
        if status not in (200, 304):
            self.refused.append(f"{path}: {status}")
        return content

    async def phone(self, number, random):
        """The phone of a player: it is opened now and then, and hears of changes meanwhile."""
        mine = f"/hall/mine?me={quote(self.names[number % len(self.names)])}"
        browser = Browser(self.host, self.port)
        await asyncio.sleep(random.uniform(0, COME))
        while monotonic() < self.end:
            page = await self.timed(browser, "/hall")
            await self.timed(browser, mine, **{"hx-request": "true"})
            found = re.search(rb'data-version="(\w+)"', page)
            version = found[1].decode() if found else ""
            listening = self.listen(browser, mine, version, random)
            with suppress(TimeoutError):
                await asyncio.wait_for(listening, random.uniform(0, 2 * LOOK))

    async def listen(self, browser, mine, version, random):
        """Hear of changes, and ask for what is not said of them."""
        reader, writer = await asyncio.open_connection(self.host, self.port)
        writer.write(
            f"GET /hall/events?seen={version} HTTP/1.1\r\nhost: {self.host}:{self.port}\r\n\r\n".encode()
        )
        kind, first = "", not version
        try:
            while line := (await reader.readline()).decode():
                self.bytes += len(line)
                if line.startswith("event: "):
                    kind = line.removeprefix("event: ").strip()
                if not line.startswith("data: "):
                    continue
                if kind == "results":
                    now = monotonic()
                    told = json.loads(line.removeprefix("data: "))["results"]
                    self.told += [now - self.sent[t] for _, t, _ in told if t in self.sent]
                elif not first:
                    await asyncio.sleep(random.uniform(0, SPREAD))
                    await self.timed(browser, "/hall", **{"hx-request": "true"})
                    await self.timed(browser, mine, **{"hx-request": "true"})
                first = False
        finally:
            writer.close()

    async def helper(self, place, link, helpers, pace):
        """Enter the results of every so many tables, one after the other."""
        browser = Browser(self.host, self.port)
        await browser.ask("GET", urlsplit(link).path + "?" + urlsplit(link).query)
        _, _, page = await browser.ask("GET", f"/results/{self.round}")
        seen, form = re.search(r'data-seen="(\w+)" data-form="([\w-]+)"', page.decode()).groups()
        await asyncio.sleep(pace * place / helpers)
        turns = cycle("12")
        while True:
            result = next(turns)
            for table in self.tables[place::helpers]:
                if monotonic() > self.end:
                    return
                body, start = urlencode({"results": f"{table} {result}", **AGREED}), monotonic()
                self.sent[table] = start
                headers = {"hx-request": "true", "x-seen": seen, "x-form": form}
                headers["x-place"] = f"results/{self.round}"
                path = f"/results/{self.round}/enter"
                status, _, answer = await browser.ask("POST", path, body, **headers)
                self.posted.append(monotonic() - start)
                if status != 200 or b'class="message refused' in answer:
                    message = re.search(rb'class="message refused.*?</div>', answer, re.DOTALL)
                    words = re.sub(
                        r"<[^>]*>|\s+", " ", (message[0] if message else answer).decode()
                    )
                    self.refused.append(f"{table}: {status} {words[-300:]!r}")
                if found := re.search(rb'data-seen="(\w+)"', answer):
                    seen = found[1].decode()
                await asyncio.sleep(pace)

    def told_of(self):
        """What is printed of it."""
        for name, times in (
            (f"answers to phones that all come within {COME:.0f} s", self.rush),
            ("answers to phones after that", self.asked),
            ("answers to phones, all", self.rush + self.asked),
            ("results on phones, since they were sent", self.told),
            ("posts of helpers", self.posted),
        ):
            if len(times) > 1:
                steps = quantiles(times, n=20, method="inclusive")
                print(
                    f"{name}: {len(times)}, median {steps[9]:.3f} s, "
                    f"95 % within {steps[18]:.3f} s, worst {max(times):.3f} s"
                )
        print(f"{self.bytes / 1e6:.1f} MB to phones; refused: {self.refused[:3] or 'none'}")


async def work(address, links, round_number, tables, names, phones, pace, seconds):
    """Phones and helpers for some seconds."""
    found = urlsplit(address)
    numbers = range(DIRECTORS + 1, tables)  # the last one plays on, and the round with it
    end = monotonic() + seconds
    seen = Work(found.hostname, found.port, round_number, numbers, names, end)
    everybody = [seen.phone(number, Random(number)) for number in range(phones)]
    everybody += [seen.helper(place, link, len(links), pace) for place, link in enumerate(links)]
    tasks = [asyncio.create_task(each) for each in everybody]
    done, left = await asyncio.wait(tasks, timeout=seconds)
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
    for error in filter(None, (task.exception() for task in done)):
        seen.refused.append(repr(error))
    seen.told_of()
