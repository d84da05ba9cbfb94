"""Requests that no honest program sends: how each is answered, and whether memory grows.

    python bench/hostile.py [REQUESTS] [SEED]

Documents with members that are lost, doubled or of another kind, bytes that are no JSON, requests
that stop half-way, and clients that go before their answer. The exit status is 1 if an answer is
500 or above 504, or a request has none.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from time import perf_counter

from load import KEY, SERVE, bodies_of

AT_ONCE = 4
ODD = [
    *(None, True, False, 0, -1, 1.5, 10**30, -(10**17), 1e308, "", "\x00", "a" * 70000, "3d"),
    *(
        [],
        {},
        [[]],
        [None],
        {"": {}},
        "\u202e",
        "\x1b[31m",
        2**53 + 1,
        "../../etc/passwd",
        "x.toml",
    ),
]
QUESTIONS = ["why", "why-not", "opponents", "best", "whatif", "heat-map", "wy"]
KINDS = ["member", "bytes", "deep", "head", "half", "gone", "question", "twice", "xml"]
XML = (Path(__file__).parents[1] / "examples" / "evening.xml").read_bytes()
BOMB = b'<!DOCTYPE a [<!ENTITY b "&c;&c;"><!ENTITY c "boom">]><Tournament>&b;</Tournament>'


def places(value, at=()):
    """The places of all values in a document."""
    yield at
    if isinstance(value, list):
        value = dict(enumerate(value))
    for step, inner in value.items() if isinstance(value, dict) else ():
        yield from places(inner, (*at, step))


def with_odd_members(document, rng):
    """A document with up to three values that are odd, missing or elsewhere."""
    document = json.loads(json.dumps(document))
    for _ in range(rng.randint(1, 3)):
        where = rng.choice([at for at in places(document) if at])
        held = document
        for step in where[:-1]:
            held = held[step]
        if rng.random() < 0.2:
            del held[where[-1]]
        else:
            held[where[-1]] = rng.choice([*ODD, held[where[-1]]])
    return document


def request_of(kind, document, rng):
    """The bytes of a request, and whether its client waits for the answer."""
    name = rng.choice(["draw", "explain", "standings", "check"])
    keys = [player["key"] for player in document["players"]]
    explain = {"question": rng.choice(QUESTIONS), "players": rng.sample(keys, rng.randint(0, 3))}
    if kind == "question":
        explain |= {
            rng.choice(["k", "within", "force", "drop", "add"]): rng.choice([*ODD, keys[:2]])
        }
    document = {**document, "explain": explain}
    if kind == "member":
        document = with_odd_members(document, rng)
    body = json.dumps(document).encode()
    if kind == "xml":
        body = rng.choice([XML, XML, XML, BOMB, b"<", b"<a>" * 10**5])
    if kind in ("bytes", "xml"):
        body = bytearray(body)
        for _ in range(rng.randint(1, 5)):
            body[rng.randrange(len(body))] = rng.randrange(256)
        body = bytes(body[: rng.randint(1, len(body))])
    if kind == "deep":
        body = b'{"players":' + b"[" * rng.choice([10, 1000, 10**5])
    if kind == "twice":
        body = body[:-1] + b',"players":[]}'
    method, key, type_ = "POST", f"Bearer {KEY}", "application/json"
    if kind == "xml":
        type_ = "application/xml"
    if kind == "head":
        method = rng.choice(["POST", "GET", "DELETE", "HEAD", "OPTIONS", "PURGE"])
        name = rng.choice([name, "..", "draw/", "%00", "openapi.json", "a" * 3000, "drau"])
        key, type_ = rng.choice([key, "Bearer", key, "Basic eA=="]), rng.choice([type_, "text/xml"])
    head = (
        f"{method} /v1/{name} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: {key}\r\n"
        f"Content-Type: {type_}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    if kind == "half":
        body = body[: len(body) // 2]
    return head.encode() + body, kind not in ("half", "gone")


async def sent(port, request, waits):
    """The status of the answer; words if there is none to wait for."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        await writer.drain()
        if not waits:
            return "nobody waits"
        answer = await asyncio.wait_for(reader.readline(), 60)
        return int(answer.split()[1]) if answer else "no answer"
    except ConnectionError:
        return "no answer"
    finally:
        writer.close()


async def attacked(port, documents, count, seed):
    """How many requests of which kind had which answer."""
    rng, seen = random.Random(seed), Counter()

    async def some(number):
        for _ in range(number):
            kind = rng.choice(KINDS)
            request, waits = request_of(kind, rng.choice(documents), rng)
            seen[kind, await sent(port, request, waits)] += 1

    await asyncio.gather(*(some(count // AT_ONCE) for _ in range(AT_ONCE)))
    return seen


def megabytes(process):
    """Resident memory of a process and its children."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    pages = [
        int(Path(f"/proc/{each}/statm").read_text().split()[1]) for each in (process, *children)
    ]
    return sum(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


def main(count=10_000, seed=1):
    environment = {**os.environ, "FASTPAIR_API_KEY": KEY}
    command = [*SERVE, "serve", "--api", "--port", "0"]
    documents = [json.loads(made(0)) for made in bodies_of(12)[:20]]
    seen, start = Counter(), perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as server:
        port = int(server.stdout.readline().split(":")[-1].split("/")[0])
        try:
            for part in range(5):
                seen += asyncio.run(attacked(port, documents, count // 5, seed + part))
                print(f"after {(part + 1) * count // 5} requests: {megabytes(server.pid):.0f} MB")
        finally:
            server.terminate()
    print(f"{seen.total()} requests in {perf_counter() - start:.0f} s")
    for kind in KINDS:
        told = {answer: n for (which, answer), n in sorted(seen.items(), key=str) if which == kind}
        print(f"  {kind:8} {told}")
    bad = [answer for _, answer in seen if answer == "no answer" or answer in (500, 502)]
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:])))
