"""Documents by HTTP: the same answers as in Python, and nothing that a stranger could do with them."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import httpx2
import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

import fastpair
from commands import COMMAND
from fastpair.app.embedding.answers import ANSWERS
from fastpair.errors import RuleError
from fastpair.formats.fastpair import new_content
from fastpair.pairing.generator import generate
from fastpair.ui.api import pool, service
from fastpair.ui.web.running import Server
from processes import run_without, started
from profiles import few
from repository import ROOT
from schemas import validator
from serving import in_a_loop, served

KEY = "a key for tests alone"
HEADERS = {"authorization": f"Bearer {KEY}", "content-type": "application/json"}
OLD = {
    question: json.loads(
        (ROOT / "tests" / "documents" / "1" / f"{question}.json").read_text("utf-8")
    )
    for question in ANSWERS
}
ERROR, ROUND = validator("error"), validator("round")


@cache
def large():
    """A document that takes long to answer."""
    return new_content(generate(3000, 5, seed=1))


@contextmanager
def asking(path=None, **options):
    with served(path, programs_key=KEY, **options) as server:
        base = server.addresses.programs
        with httpx2.Client(base_url=base, headers=HEADERS, timeout=60) as client:
            yield client


@pytest.fixture(scope="module")
def programs():
    with asking() as client:
        yield client


def refused(answer, status, code):
    """The error of an answer."""
    assert answer.status_code == status, answer.text
    error = answer.json()
    ERROR.validate(error)
    assert error["code"] == code
    return error


@pytest.mark.parametrize("question", ANSWERS)
def test_every_door_gives_the_same_answer(programs, question):
    document = OLD[question]["document"]
    answer = programs.post(f"/{question}", json=document)
    assert answer.headers["content-type"] == "application/json"
    here = json.loads(json.dumps(getattr(fastpair, f"{question}_document")(document)))
    there = answer.json()
    assert {**there, "timings": None} == {**here, "timings": None}


def test_the_same_request_costs_nothing_twice(programs, monkeypatch):
    document = {**OLD["draw"]["document"], "name": "Once"}
    first = programs.post("/draw", json=document)
    monkeypatch.setattr(pool, "_MOST_WAITING", 0)  # nothing is worked out from here on
    again = programs.post("/draw", json=document)
    assert (again.content, again.headers["etag"]) == (first.content, first.headers["etag"])
    known = programs.post("/draw", json=document, headers={"if-none-match": first.headers["etag"]})
    assert (known.status_code, known.content) == (304, b"")
    other = programs.post("/draw", json={**document, "name": "Twice"})
    refused(other, 503, "busy")
    assert int(other.headers["retry-after"]) >= 1


def test_kept_answers_have_a_limit(programs, monkeypatch):
    monkeypatch.setattr(service, "_MOST_ANSWER_BYTES", 0)
    document = {**OLD["draw"]["document"], "name": "Not kept"}
    tag = programs.post("/draw", json=document).headers["etag"]
    monkeypatch.setattr(pool, "_MOST_WAITING", 0)
    refused(programs.post("/draw", json=document), 503, "busy")
    assert programs.post("/draw", json=document, headers={"if-none-match": tag}).status_code == 304


def test_the_description_is_valid_and_has_every_door(programs):
    said = programs.get("/openapi.json", headers={"authorization": ""})
    validate(said.json())
    assert said.json()["paths"].keys() == {f"/v1/{name}" for name in (*ANSWERS, "events")}
    tag = said.headers["etag"]
    assert programs.get("/openapi.json", headers={"if-none-match": tag}).status_code == 304


def test_events_are_described_where_there_are_some(drawn):
    for path, described in ((drawn, "/v1/events"), (drawn.parent, "/tournaments/{file}/v1/events")):
        with asking(path) as client:
            said = client.get("/openapi.json").json()
            validate(said)
            assert said["paths"].keys() - {f"/v1/{name}" for name in ANSWERS} == {described}
            base = str(client.base_url).rstrip("/").removesuffix("/v1")
            address = base + described.format(file=drawn.name)
            with client.stream("GET", address) as answer:
                kind = answer.headers["content-type"]
            assert kind.startswith("text/event-stream")
            assert client.head(address, timeout=5).headers["content-type"] == kind
            assert client.post(address).status_code == 405


def test_the_description_takes_what_the_server_takes(programs):
    """Of a request no member is unknown; of a tournament those are kept that are no rules."""
    parts = service.openapi()["components"]["schemas"]
    described = Draft202012Validator(
        {"$ref": "#/components/schemas/Tournament", "components": {"schemas": parts}}
    )
    plain = OLD["draw"]["document"]
    inside = ("draw", "explain", "standings", "attendance", "identify", "check", "rules", "event")
    documents = [plain, {**plain, "misspelt": 1}, {**plain, "seed": 1}, {**plain, "keep": []}]
    documents += [{**plain, name: {**plain.get(name, {}), "misspelt": 1}} for name in inside]
    documents += [
        {**plain, "rules": {**plain["rules"], name: {"misspelt": 1}}}
        for name in ("points", "pairing", "handicap", "fide")
    ]
    documents += [
        {**plain, "players": [{**each, "misspelt": 1} for each in plain["players"]]},
        {**plain, "draw": {"model": {"model": "fastpair", "misspelt": 1}}},
        {**plain, "draw": {"model": {"model": "fastpair", "remove": []}}},
    ]
    taken = [programs.post("/draw", json=each).status_code != 400 for each in documents]
    assert [described.is_valid(each) for each in documents] == taken
    assert 0 < sum(taken) < len(taken)


def values(schema):
    """Everything in a description, at any depth."""
    yield schema
    for inner in schema.values() if isinstance(schema, dict) else schema:
        if isinstance(inner, dict | list):
            yield from values(inner)


def test_every_schema_of_the_description_has_a_name_and_a_shape():
    described = service.openapi()
    parts = described["components"]["schemas"]
    inside = [part for part in values(described) if isinstance(part, dict)]
    named = {part["$ref"] for part in inside if "$ref" in part}
    assert named <= {f"#/components/schemas/{name}" for name in parts}
    assert not [part for part in inside if {"$defs", "if", "$id", "propertyNames"} & part.keys()]
    assert not [part for part in inside if False in part.get("properties", {}).values()]
    for door in described["paths"].values():
        for operation in door.values():
            assert {"401", "404", "405"} <= operation["responses"].keys()


def test_the_description_speaks_of_points_as_a_document_has_them():
    """Points and komi of a document are what players know, and doubled in Python alone."""
    assert "oubled" not in json.dumps(service.openapi())


def test_parts_of_one_name_are_the_same_in_all_documents():
    found = {}
    for package, stem in service._SCHEMAS.values():
        text = files(f"fastpair.{package}").joinpath(f"{stem}.schema.json").read_text("utf-8")
        for name, part in json.loads(text).get("$defs", {}).items():
            assert found.setdefault(name, part) == part
    assert not found.keys() & service._SCHEMAS.keys()


@pytest.mark.nightly
@pytest.mark.skipif(
    not shutil.which("openapi-python-client"), reason="there is no openapi-python-client"
)
def test_a_client_in_python_is_made_of_the_description(tmp_path):
    described = tmp_path / "openapi.json"
    described.write_text(json.dumps(service.openapi("/v1/events")))
    target = tmp_path / "client_of_fastpair"
    made = ["openapi-python-client", "generate", "--meta", "none"]
    made += ["--path", str(described), "--output-path", str(target)]
    subprocess.run(made, check=True, capture_output=True)
    answers = {
        question: json.loads(json.dumps(ANSWERS[question](old["document"])))
        for question, old in OLD.items()
    }
    standings = dict(OLD["standings"]["document"])
    two = [each["key"] for each in standings["players"][:2]]
    standings["standings"] = {"compared": two}
    answers["comparison"] = json.loads(json.dumps(ANSWERS["standings"](standings)))
    (tmp_path / "answers.json").write_text(json.dumps(answers))
    read = """
import json
from client_of_fastpair import models
answers = json.load(open("answers.json"))
from client_of_fastpair import Client
from client_of_fastpair.api.default import standings
import httpx
kinds = {name: name.capitalize() for name in ("draw", "standings", "attendance", "bracket", "check", "comparison")}
kinds |= {"explain": "Explanation", "identify": "Identities"}
for question, answer in answers.items():
    assert getattr(models, kinds[question]).from_dict(answer).to_dict() == answer
for question in ("standings", "comparison"):
    heard = httpx.Response(200, json=answers[question])
    read = standings._parse_response(client=Client("http://x"), response=heard)
    assert type(read) is getattr(models, kinds[question])
"""
    python = Path(shutil.which("openapi-python-client")).resolve().with_name("python")
    subprocess.run([python, "-c", read], check=True, cwd=tmp_path)


@pytest.mark.nightly
@pytest.mark.skipif(
    not (shutil.which("openapi-ts") and shutil.which("tsc")), reason="there is no openapi-ts"
)
def test_a_client_in_typescript_is_made_of_the_description(tmp_path):
    described = tmp_path / "openapi.json"
    described.write_text(json.dumps(service.openapi("/v1/events")))
    subprocess.run(["openapi-ts", "-i", described, "-o", tmp_path / "client"], check=True)
    options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022"]
    modules = ["--module", "nodenext", "--moduleResolution", "nodenext"]
    subprocess.run(["tsc", *options, *modules, tmp_path / "client" / "index.ts"], check=True)


@pytest.mark.parametrize(
    ("method", "path", "headers", "status", "code"),
    [
        ("GET", "/draw", {}, 405, "method"),
        ("DELETE", "/draw", {}, 405, "method"),
        ("POST", "/openapi.json", {}, 405, "method"),
        ("POST", "/drau", {}, 404, "address"),
        ("POST", "/draw/", {}, 404, "address"),
        ("GET", "/events", {}, 404, "address"),
        ("POST", "/draw", {"content-type": "text/plain"}, 415, "type"),
        ("POST", "/draw", {"content-encoding": "gzip"}, 415, "type"),
        ("POST", "/draw", {"authorization": "Bearer another"}, 401, "key"),
        ("POST", "/draw", {"authorization": KEY}, 401, "key"),
        ("POST", "/draw", {"authorization": f"bearer {KEY}"}, 400, "format"),
        ("POST", "/draw", {"authorization": f"Basic {KEY}"}, 401, "key"),
        ("POST", "../v2/draw", {}, 404, "address"),
        ("GET", "../v2", {}, 404, "address"),
        ("POST", "../v1", {}, 404, "address"),
        ("POST", "../elsewhere", {"sec-fetch-site": "same-origin"}, 404, "address"),
        ("HEAD", "/draw", {}, 405, None),
        ("POST", "/draw", {}, 400, "format"),
    ],
)
def test_what_is_no_request_is_refused(programs, method, path, headers, status, code):
    answer = programs.request(method, path, headers=headers, content=b"[]")
    if method == "HEAD":
        assert (answer.status_code, answer.content) == (status, b"")
    else:
        assert "expected" in refused(answer, status, code)["message"]


def test_a_head_is_what_a_get_begins_with(programs):
    whole, head = (programs.request(each, "/openapi.json") for each in ("GET", "HEAD"))
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["etag"] == whole.headers["etag"]
    assert programs.post("/openapi.json").headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize(
    "sent",
    [
        "POST /v1/draw HTTP/1.1\r\n\r\n",  # without a host
        "POST /v1/draw HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        "\x16\x03\x01\r\n\r\n",
    ],
)
def test_what_is_no_http_is_refused_by_a_document(programs, sent):
    with socket.create_connection((programs.base_url.host, programs.base_url.port)) as client:
        client.sendall(sent.encode())
        client.settimeout(30)
        head, _, body = b"".join(iter(lambda: client.recv(4096), b"")).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert b"content-type: application/json" in head.lower()
    ERROR.validate(json.loads(body))


@pytest.mark.parametrize(
    ("key", "length", "status"), [("wrong", 9, 401), (KEY, 1 << 30, 413), (KEY, 1 << 24, None)]
)
def test_a_refusal_comes_before_the_document(programs, key, length, status):
    """Whoever declares too much, or has another key, need not send it first."""
    where = programs.base_url.host, programs.base_url.port
    headers = {**HEADERS, "authorization": f"Bearer {key}", "host": "x", "content-length": length}
    lines = ["POST /v1/draw HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    with socket.create_connection(where) as client:
        client.sendall("\r\n".join([*lines, "", ""]).encode())
        client.settimeout(2 if status is None else 30)
        if status is None:
            with pytest.raises(TimeoutError):
                client.recv(4096)
        else:
            assert client.recv(4096).startswith(f"HTTP/1.1 {status} ".encode())


def test_a_document_can_be_right_and_its_tournament_not(programs):
    nobody = {"format": "fastpair-tournament", "version": 1}
    refused(programs.post("/draw", json=nobody), 422, "rule")


def test_pages_of_others_cannot_ask(programs):
    answer = programs.post("/draw", json=OLD["draw"]["document"], headers={"origin": "http://evil"})
    assert "access-control-allow-origin" not in answer.headers
    assert programs.options("/draw").status_code == 405


ORIGIN = "https://manager.example.org"


def test_pages_that_are_named_can_ask(drawn):
    asks = {"origin": ORIGIN, "access-control-request-method": "POST"}
    asks["access-control-request-headers"] = "authorization, content-type"
    with asking(drawn, programs_origins=[f"{ORIGIN}/"]) as client:
        before = client.options("/draw", headers={**asks, "authorization": ""})
        assert (before.status_code, before.content) == (204, b"")
        assert before.headers["access-control-allow-origin"] == ORIGIN
        assert (
            before.headers["access-control-allow-headers"]
            .lower()
            .startswith("authorization, content-type")
        )
        assert "POST" in before.headers["access-control-allow-methods"]
        document = OLD["draw"]["document"]
        heard = client.post("/draw", json=document, headers={"origin": ORIGIN})
        for answer in (
            heard,
            client.post("/draw", json=document, headers={"origin": ORIGIN, "authorization": ""}),
            client.post(
                "/draw",
                json=document,
                headers={"origin": ORIGIN, "if-none-match": heard.headers["etag"]},
            ),
        ):
            assert answer.headers["access-control-allow-origin"] == ORIGIN
            assert "ETag" in answer.headers["access-control-expose-headers"]
            assert answer.headers["vary"] == "Origin"
        with client.stream("GET", "/events", headers={"origin": ORIGIN}) as answer:
            assert answer.headers["access-control-allow-origin"] == ORIGIN
        for other in ("http://evil", "null", ORIGIN + ".evil", ORIGIN.replace("https", "http")):
            assert client.options("/draw", headers={**asks, "origin": other}).status_code == 405
            answer = client.post("/draw", json=document, headers={"origin": other})
            assert "access-control-allow-origin" not in answer.headers
        hall = str(client.base_url).replace("/v1", "/hall").rstrip("/")
        assert (
            "access-control-allow-origin"
            not in client.get(hall, headers={"origin": ORIGIN}).headers
        )


@pytest.mark.parametrize("typed", ["*", "manager.example.org", "null", "https://a/b"])
def test_an_origin_is_an_address(run, typed):
    status, _, said = run("serve", "--api", "--port", 0, "--api-origin", typed)
    assert (status, len(said.splitlines())) == (2, 1)
    assert "--api" in run("serve", "--no-browser", "--port", 0, "--api-origin", ORIGIN)[2]


def test_long_documents_are_refused_before_they_are_whole(programs, monkeypatch):
    monkeypatch.setattr(service, "_LONGEST", 1000)
    refused(programs.post("/draw", content=b" " * 1001), 413, "size")
    monkeypatch.setattr(service, "_MOST_DOCUMENT_BYTES", 10)
    refused(programs.post("/draw", content=b" " * 999), 503, "busy")


def test_who_guesses_the_key_waits():
    with asking() as client:
        wrong = [
            client.post("/draw", headers={"authorization": "x"}).status_code for _ in range(21)
        ]
        assert wrong == [401] * 20 + [429]
        assert client.post("/draw", json=OLD["draw"]["document"]).status_code == 200


def test_an_answer_has_its_time_and_others_go_on(programs, monkeypatch):
    monkeypatch.setattr(pool, "_SECONDS", 0.01)
    refused(programs.post("/draw", content=large()), 504, "time")
    monkeypatch.undo()
    assert programs.post("/draw", json=OLD["draw"]["document"]).status_code == 200


def test_nothing_is_worked_out_for_who_has_gone(monkeypatch):
    """Every process is kept by a client that goes, and the next one is answered soon."""
    monkeypatch.setattr(service, "_GRACE", 0.05)
    with asking() as client:
        client.post("/draw", json=OLD["draw"]["document"])
        where = client.base_url.host, client.base_url.port
        headers = {**HEADERS, "host": "x", "content-length": str(len(large()))}
        lines = ["POST /v1/draw HTTP/1.1", *map(": ".join, headers.items()), "", ""]
        head = "\r\n".join(lines)
        for _ in range(1 + (os.cpu_count() or 1)):
            with socket.create_connection(where) as gone:
                gone.sendall(head.encode() + large())
        start = time.monotonic()
        document = {**OLD["draw"]["document"], "name": "After the others"}
        assert client.post("/draw", json=document).status_code == 200
        assert time.monotonic() - start < 20


@pytest.mark.parametrize("turns", few(range(4), 2))
def test_who_goes_at_the_end_leaves_no_process(monkeypatch, turns):
    """Its process is about to be replaced, a few turns of the loop before all are ended."""
    begin, begun = asyncio.create_subprocess_exec, []

    async def kept(*command, **options):
        begun.append(await begin(*command, **options))
        return begun[-1]

    async def ask_and_go():
        asked = pool.Pool(1)
        async with asked.running():
            small = json.dumps(OLD["draw"]["document"]).encode()
            await asked.answer("draw", small)
            work = asyncio.ensure_future(asked.answer("draw", large()))
            await asyncio.sleep(0.01)
            work.cancel()
            for _ in range(turns):
                await asyncio.sleep(0)
        assert [each for each in begun if each.returncode is None] == []

    monkeypatch.setattr(asyncio, "create_subprocess_exec", kept)
    in_a_loop(ask_and_go)


def test_a_document_that_takes_too_much_memory_is_refused_and_the_next_one_answered():
    script = "import fastpair.ui.api.worker as worker; worker._MEMORY = 20 << 20; worker.main()"
    small = json.dumps(OLD["draw"]["document"]).encode()
    asked = b"".join(b"draw %d\n%b" % (len(each), each) for each in (large(), small))
    done = subprocess.run(
        [sys.executable, "-c", script], input=asked, capture_output=True, timeout=60
    )
    said = [line.split() for line in done.stdout.replace(b"}", b"}\n").splitlines()]
    assert [each[0] for each in said if len(each) == 2 and each[1].isdigit()] == [
        b"ready",
        b"memory",
        b"answered",
    ]


def test_the_command_prints_where_and_the_key():
    with started(
        [*COMMAND, "serve", "--api", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "FASTPAIR_API_KEY": KEY},
    ) as child:
        said = dict(child.stdout.readline().split(None, 1) for _ in range(2))
        address = said["programs:"].strip()
        answer = httpx2.post(
            f"{address}/draw", json=OLD["draw"]["document"], headers=HEADERS, timeout=60
        )
    assert said["key:"].strip() == "that of FASTPAIR_API_KEY"
    assert answer.json()["boards"]


def test_a_short_key_is_refused():
    with pytest.raises(RuleError, match="16 characters or more, got 3"):
        Server(None, "127.0.0.1", 0, programs_key="abc")


def events_of(lines):
    """The documents of events."""
    for line, following in pairwise(lines):
        if line == "event: round":
            assert following.startswith("id: ")
        if line.startswith("id: "):
            yield json.loads(following.removeprefix("data: "))


def test_published_rounds_are_told_and_told_again_when_they_change(drawn, run, monkeypatch):
    monkeypatch.setattr("fastpair.ui.web.hall.CALM", 0.05)
    with asking(drawn) as client:
        run("publish", drawn, "--round", "1")
        with client.stream("GET", "/events") as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            told = events_of(answer.iter_lines())
            first = next(told)
            ROUND.validate(first)
            assert (first["round"], first["state"]) == (1, "published")
            assert {board["result"] for board in first["boards"]} == {None}
            run("result", drawn, "1", "1-0")
            assert next(told)["boards"][0]["result"] == "white wins"
        refused(client.get("/events", headers={"authorization": ""}), 401, "key")
        assert client.post("/draw", json=OLD["draw"]["document"]).status_code == 200


def test_without_the_option_there_is_no_door(drawn):
    with served(drawn) as server:
        base = server.addresses.programs
        assert httpx2.post(f"{base}/draw", json={}, headers=HEADERS).status_code == 404


def test_it_needs_the_extra():
    script = "import fastpair.ui.cli as c; sys.exit(c.main(['serve', '--api']))"
    done = run_without(["starlette"], script)
    assert (done.returncode, done.stdout) == (2, "")
    assert "the extra serve: pip install '" in done.stderr


def statuses(client, key, path, kind, size):
    """What urllib hears, which sends all before it reads, and asks for the connection to be closed."""
    body = b'{"format": "fastpair-tournament"}' + b" " * size
    headers = {"Authorization": f"Bearer {key}", "Content-Type": kind}
    request = urllib.request.Request(f"{client.base_url}".rstrip("/") + path, body, headers)
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(request, timeout=30)
    error = json.loads(caught.value.read())
    ERROR.validate(error)
    return caught.value.code, error["code"]


@pytest.mark.parametrize("size", few([1000, 400_000, 4_000_000], 2, ci=2))
def test_an_early_refusal_is_heard(programs, size):
    assert statuses(programs, KEY, "/draw", "text/plain", size) == (415, "type")
    assert statuses(programs, KEY, "/drow", "application/json", size) == (404, "address")
    assert statuses(programs, "wrong", "/draw", "application/json", size) == (401, "key")
    assert statuses(programs, KEY, "/draw", "application/json", size) == (400, "format")


def test_a_document_that_is_too_large_is_refused_before_it_is_read(programs):
    assert statuses(programs, KEY, "/draw", "application/json", 17_000_000) == (413, "size")
