"""Two attacks on the director's page, and how long the director waits beside them.

    python bench/attack.py [--minutes 10] [--limit 256] [--listeners 260] [--silent 1100]

The server is a process of its own that may have --limit descriptors. Half of the time, --listeners browsers
of the hall listen, and come again at once when they are refused; in the other half, --silent connections
say nothing, and come again when they are ended. Both come from the machine of the director. The director
enters a result, looks at the results, and looks for a new connection each time.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from urllib.parse import urlsplit

import httpx2

from bench_serve import FASTPAIR, Director, made

PAUSE = 0.2


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


def director(address, seconds):
    """Milliseconds of what the director does meanwhile."""
    end, taken, tables = monotonic() + seconds, [], cycle(range(1, 31))
    failed = Counter()
    browser = Director(address)
    while monotonic() < end:
        for ask in (
            lambda: browser.get("/results/3", whole=True),
            lambda: browser.post("/results/3/enter", results=f"{next(tables)} 1"),
            lambda: browser.get("/results/3"),
        ):
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
    file = folder / "congress.xml"
    log = folder / f"{kind.__name__}.log"
    limit = f'ulimit -n {options.limit}; exec "$@"'
    command = ["bash", "-c", limit, "-", *FASTPAIR, "serve", file, "--port", "0", "--no-browser"]
    seconds = 30 * options.minutes
    with (
        log.open("wb") as written,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=written, text=True) as server,
    ):
        address = server.stdout.readline().split()[1]
        calm = director(address, min(5, seconds))
        attacker = [sys.executable, __file__, "--attack", kind.__name__, address]
        attacker += map(str, (number, seconds))
        with subprocess.Popen(attacker):
            sleep(1)
            busy = director(address, seconds - 2)
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--limit", type=int, default=256)
    parser.add_argument("--listeners", type=int, default=260)
    parser.add_argument("--silent", type=int, default=1100)
    parser.add_argument("--attack", nargs=4, help=argparse.SUPPRESS)
    options = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if options.attack:
        kind, address, number, seconds = options.attack
        kinds = {each.__name__: each for each in (listener, silent)}
        asyncio.run(attack(kinds[kind], int(number), address, float(seconds)))
        return
    with TemporaryDirectory() as folder:
        made(Path(folder), 150, "xml")
        measured(Path(folder), listener, options.listeners, options)
        measured(Path(folder), silent, options.silent, options)


if __name__ == "__main__":
    main()
