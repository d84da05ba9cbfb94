"""What other programs wait for their draws: requests at a rate, whoever still waits, and their latencies.

    python bench/load.py [PLAYERS] [REQUESTS A SECOND] [SECONDS]

Every request is another tournament, so that none is answered from what is kept. Requests are sent
when they are due, and are late from then on (no coordinated omission).
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from time import perf_counter

from fastpair.formats.fastpair import new_content
from fastpair.pairing.generator import generate

KEY = "a key for measurements only"
SERVE = [sys.executable, "-c", "from fastpair.ui.cli import main; raise SystemExit(main())"]
DIFFERENT = 50
SHARES = (0.5, 0.9, 0.99, 0.999, 1.0)


class Connection:
    """A connection that is used again and again."""

    def __init__(self, port):
        self.port, self.reader, self.writer = port, None, None

    async def post(self, path, body):
        """The status of an answer, and its content; a connection that has ended meanwhile is made anew."""
        if self.writer is None or self.reader.at_eof():
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {KEY}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self.writer.write(head.encode() + body)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(answer.partition("content-length: ")[2].partition("\r\n")[0])
        return int(answer.split()[1]), await self.reader.readexactly(length)


async def measured(port, bodies, rate, seconds):
    """Milliseconds of every request, and how many had which status."""
    idle, times, statuses = [], [], {}

    async def one(body, due):
        connection = idle.pop() if idle else Connection(port)
        status, _ = await connection.post("/v1/draw", body)
        times.append(1000 * (perf_counter() - due))
        statuses[status] = statuses.get(status, 0) + 1
        idle.append(connection)

    start, tasks = perf_counter(), []
    for number in range(rate * seconds):
        due = start + number / rate
        await asyncio.sleep(max(0, due - perf_counter()))
        tasks.append(asyncio.create_task(one(bodies[number % len(bodies)](number), due)))
    await asyncio.gather(*tasks)
    return sorted(times), statuses


def bodies_of(players):
    """Tournaments with two rounds played, and for each what makes another document of it."""

    def made(seed):
        document = json.loads(new_content(generate(players, 5, seed=seed, play=2)))
        return lambda number: json.dumps({**document, "draw": {"seed": number}}).encode()

    return [made(seed) for seed in range(DIFFERENT)]


def main(players=40, rate=200, seconds=20):
    environment = {**os.environ, "FASTPAIR_API_KEY": KEY}
    command = [*SERVE, "serve", "--api", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as server:
        port = int(server.stdout.readline().split(":")[-1].split("/")[0])
        bodies = bodies_of(players)
        try:
            asyncio.run(measured(port, bodies, 10, 2))
            times, statuses = asyncio.run(measured(port, bodies, rate, seconds))
        finally:
            server.terminate()
    print(f"{players} players, {rate} requests a second, {seconds} s: status {statuses}")
    for share in SHARES:
        place = min(len(times) - 1, int(share * len(times)))
        print(f"  {100 * share:5.1f} % within {times[place]:7.1f} ms")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
