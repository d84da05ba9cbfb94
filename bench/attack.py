"""Attacks on the director's page, and how long the director waits beside them.

    python bench/attack.py [--minutes 10] [--limit 256] [--listeners 260] [--silent 1100] [--visitors 60]
    python bench/attack.py --work [--players 600] [--phones 300] [--helpers 20] [--pace 2] [--minutes 1]

The server is a process of its own that may have --limit descriptors. The time is divided: --listeners browsers
of the hall listen, and come again at once when they are refused; --silent connections say nothing, and come
again when they are ended; --visitors ask for the list of a folder of 30 tournaments and for their halls, one
after the other without a pause. All come from the machine of the director. The director enters a result, looks
at the results, and looks for a new connection each time. An attack of 0 is left out.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import resource
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from itertools import cycle, product
from pathlib import Path
from shutil import copyfile
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from urllib.parse import urlsplit

import httpx2

from bench_serve import FASTPAIR, ROUND, Director, made
from fastpair.formats import FORMATS, read
from fastpair.pairing.generator import generate
from hall import AGREED, DIRECTORS, work

PAUSE = 0.2
FILES, NAME, ROUNDS = 30, "congress{:02}.json", range(1, 10)


async def listener(host, port, seen):
    """Listen to the hall for as long as one may."""
    reader, writer = await asyncio.open_connection(host, port)
    writer.write(f"GET /hall/events HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
    seen["served" if b" 200 " in await reader.readline() else "refused"] += 1
    return reader, writer


async def silent(host, port, seen):
    """Say nothing."""
    seen["connected"] += 1
    return await asyncio.open_connection(host, port)


async def visitor(host, port, seen):
    """Ask for the hall of the folder and of its tournaments, and for a file that cannot be read."""
    reader, writer = await asyncio.open_connection(host, port)
    for number in (None, seen["turns"] % FILES, FILES):
        path = "/hall" if number is None else f"/tournaments/{NAME.format(number)}/hall"
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        seen[head.split()[1].decode()] += 1
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        await reader.readexactly(length)
    seen["turns"] += 1
    writer.close()
    return reader, writer


KINDS = listener, silent, visitor


async def coming_again(kind, host, port, seen, end):
    while monotonic() < end:
        with suppress(OSError, TimeoutError):
            reader, writer = await kind(host, port, seen)
            async with asyncio.timeout(end - monotonic()):
                while await reader.read(4096):
                    pass
                writer.close()
        await asyncio.sleep(PAUSE)


async def attack(kind, number, address, seconds):
    """So many at once, each coming again when it is ended."""
    found, seen = urlsplit(address), Counter()
    end = monotonic() + seconds
    coming = (coming_again(kind, found.hostname, found.port, seen, end) for _ in range(number))
    await asyncio.gather(*coming)
    print("attack:", dict(seen))


def one(folder):
    """A file to be served, and its page of results."""
    return made(folder, 150, "xml"), "/results/3"


def many(folder):
    """A folder of 30 published tournaments of nine rounds, and one file that is none; a page of results."""
    file = folder / NAME.format(0)
    file.write_bytes(FORMATS["fastpair"].new(generate(150, 9, seed=3, play=8)))
    commands = [["draw", file, "--write"], *(["publish", file, "--round", str(n)] for n in ROUNDS)]
    for command in commands:
        subprocess.run([*FASTPAIR, *command], check=True, capture_output=True)
    for number in range(1, FILES):
        for end in ("", ".history"):
            copyfile(f"{file}{end}", f"{folder / NAME.format(number)}{end}")
    whole = file.read_bytes()
    (folder / NAME.format(FILES)).write_bytes(whole[: len(whole) // 2])
    return folder, f"/tournaments/{NAME.format(0)}/results/9"


_RESULTS = cycle(product("12", range(1, DIRECTORS + 1)))
"""What the director enters: each time another result."""


def director(address, seconds, page, posts=None):
    """Milliseconds of what the director does meanwhile; those of the posts also go into a list."""
    end, taken = monotonic() + seconds, []
    failed = Counter()
    browser = Director(address)

    def enter():
        result, table = next(_RESULTS)
        answer = browser.post(f"{page}/enter", results=f"{table} {result}", **AGREED)
        if posts is not None:
            posts.append(answer[0])
        return answer

    while monotonic() < end:
        for ask in (lambda: browser.get(page, whole=True), enter, lambda: browser.get(page)):
            try:
                taken.append(ask()[0])
            except httpx2.HTTPError as error:
                failed[repr(error)] += 1
        browser.client.close()
        browser.client = httpx2.Client(
            base_url=browser.base, cookies=browser.client.cookies, timeout=60
        )
        sleep(PAUSE)
    return taken, failed


def measured(folder, kind, number, options):
    """The table's line of an attack."""
    path, page = (many if kind is visitor else one)(folder)
    log = folder / f"{kind.__name__}.log"
    limit = f'ulimit -n {options.limit}; exec "$@"'
    command = ["bash", "-c", limit, "-", *FASTPAIR, "serve", path, "--port", "0", "--no-browser"]
    seconds = 20 * options.minutes
    with (
        log.open("wb") as written,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=written, text=True) as server,
    ):
        address = server.stdout.readline().split()[1]
        calm = director(address, min(5, seconds), page)
        attacker = [sys.executable, __file__, "--attack", kind.__name__, address]
        attacker += map(str, (number, seconds))
        with subprocess.Popen(attacker):
            sleep(1)
            busy = director(address, seconds - 2, page)
        server.terminate()
    for name, (times, failed) in (("calm", calm), (f"{number} {kind.__name__}", busy)):
        steps = quantiles(times, n=100, method="inclusive")
        print(
            f"{name:>16}: {len(times)} requests of the director, median {steps[49]:.0f} ms, "
            f"99 % within {steps[98]:.0f} ms, worst {max(times):.0f} ms; "
            f"not answered: {dict(failed) or 'none'}"
        )
    print(f"log: {log.stat().st_size} bytes")
    print(log.read_text()[:600])


def memory(process):
    """Megabytes of a process now, and the most that it has had."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return [int(re.search(rf"{name}:\s+(\d+)", status)[1]) / 1000 for name in ("VmRSS", "VmHWM")]


def hall_under_work(folder, options):
    """The director's posts without and beside the phones and helpers of a hall."""
    file, page, seconds = (
        made(folder, options.players, "xml"),
        f"/results/{ROUND}",
        60 * options.minutes,
    )
    subprocess.run(
        [*FASTPAIR, "publish", file, "--round", str(ROUND)], check=True, capture_output=True
    )
    tournament = read(file).tournament
    names = folder / "names.json"
    names.write_text(json.dumps([player.full_name for player in tournament.players]))
    command = [*FASTPAIR, "serve", file, "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        address = server.stdout.readline().split()[1]
        browser = Director(address)
        browser.get(f"/prints/{ROUND}", whole=True)
        for number in range(options.helpers):
            browser.post(f"/prints/{ROUND}/helper", name=f"Helper {number}")
        share = browser.client.get(f"/prints/{ROUND}").text
        links = sorted(set(re.findall(r"http://[^\"\s<]+token=[\w-]+", share)) - {address})
        links = links[: options.helpers]
        calm, busy = [], []
        director(address, seconds / 4, page, calm)
        levels = [memory(server)[0]]
        crowd = [
            sys.executable,
            __file__,
            "--crowd",
            json.dumps(
                [
                    address.split("/?")[0],
                    links,
                    ROUND,
                    len(tournament.round(ROUND).games),
                    str(names),
                    options.phones,
                    options.pace,
                    seconds * 3 / 4,
                ]
            ),
        ]
        with subprocess.Popen(crowd):
            sleep(3)
            for _ in range(3):
                director(address, (seconds * 3 / 4 - 4) / 3, page, busy)
                levels.append(memory(server)[0])
        peak = memory(server)[1]
        server.terminate()
    for name, times in (("calm", calm), ("under work", busy)):
        print(
            f"director's posts, {name}: {len(times)}, median {median(times):.0f} ms, worst {max(times):.0f} ms"
        )
    print(
        f"times calm: {median(busy) / median(calm):.1f} (medians), {p95(busy) / p95(calm):.1f} (95 %)"
    )
    print("memory of the server, MB:", *(f"{level:.0f}" for level in levels), f"at most {peak:.0f}")


def p95(times):
    return quantiles(times, n=20, method="inclusive")[18]


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--limit", type=int, default=256)
    parser.add_argument("--listeners", type=int, default=260)
    parser.add_argument("--silent", type=int, default=1100)
    parser.add_argument("--visitors", type=int, default=60)
    parser.add_argument("--work", action="store_true", help="the hall under work instead")
    parser.add_argument("--players", type=int, default=600)
    parser.add_argument("--phones", type=int, default=300)
    parser.add_argument("--helpers", type=int, default=20)
    parser.add_argument("--pace", type=float, default=2, help="seconds between a helper's results")
    parser.add_argument("--attack", nargs=4, help=argparse.SUPPRESS)
    parser.add_argument("--crowd", help=argparse.SUPPRESS)
    options = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if options.attack:
        kind, address, number, seconds = options.attack
        kinds = {each.__name__: each for each in KINDS}
        asyncio.run(attack(kinds[kind], int(number), address, float(seconds)))
        return
    if options.crowd:
        address, links, number, tables, names, *rest = json.loads(options.crowd)
        asyncio.run(
            work(address, links, number, tables, json.loads(Path(names).read_text()), *rest)
        )
        return
    if options.work:
        with TemporaryDirectory() as folder:
            hall_under_work(Path(folder), options)
        return
    numbers = {listener: options.listeners, silent: options.silent, visitor: options.visitors}
    for kind in KINDS:
        if number := numbers[kind]:
            with TemporaryDirectory() as folder:
                measured(Path(folder), kind, number, options)


if __name__ == "__main__":
    main()
