"""Tournaments on the web, kept in SQLite: python web_manager.py evenings.sqlite [ENTRIES.csv ...]."""

from __future__ import annotations

import sqlite3
import sys
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import PurePath
from urllib.parse import parse_qsl

from fastpair import Congress, FastpairError, Outcome, read


class Store:
    """Tournaments with their histories, by name."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.run("CREATE TABLE IF NOT EXISTS tournament (name TEXT PRIMARY KEY, content BLOB)")

    def run(self, statement: str, *values: object) -> sqlite3.Cursor:
        """Run a statement and commit it."""
        with sqlite3.connect(self.database) as connection:
            return connection.execute(statement, values)

    def create(self, name: str, entries: str) -> None:
        """Keep a new tournament of the players in a file."""
        congress = Congress.new(name, rounds=3, players=read(entries).tournament.players)
        self.run("INSERT INTO tournament VALUES (?, ?)", name, congress.to_bytes())

    def load(self, name: str) -> tuple[Congress, bytes]:
        """Return a tournament, and the bytes that it was made from."""
        for (content,) in self.run("SELECT content FROM tournament WHERE name = ?", name):
            return Congress.from_bytes(content), content
        raise KeyError(name)

    def replace(self, name: str, before: bytes, after: Congress) -> bool:
        """Keep a tournament, unless somebody else has changed it since it was loaded."""
        update = "UPDATE tournament SET content = ? WHERE name = ? AND content = ?"
        return self.run(update, after.to_bytes(), name, before).rowcount == 1


def act(congress: Congress, action: str, form: dict[str, str]) -> Outcome:
    """Do what a form asks for; ``confirmed`` has the codes of the questions answered with yes."""
    confirmed = form.get("confirmed", "").split()
    if action == "draw":
        return congress.draw(confirmed=confirmed)
    if action == "undo":
        return congress.undo(confirmed=confirmed)
    results = {int(form["table"]): form["result"]}
    return congress.results(int(form["round"]), results, confirmed=confirmed)


def page(congress: Congress, *messages: str) -> str:
    """Show messages, the next step, the boards of the last round, and the standings."""
    now = congress.tournament
    boards = [
        f"{game.table}: {now.name_of(game.white)} - {now.name_of(game.black)}: {game.result.value}"
        for game in now.round(now.last_round).games
    ]
    places = [f"{row.place} {row.name}: {row.values}" for row in congress.standings().rows]
    lines = [*messages, congress.next_step, *boards, *places]
    return "<!doctype html><meta charset=utf-8>" + "<br>".join(map(escape, lines))


class Handler(BaseHTTPRequestHandler):
    """GET /NAME shows a tournament; POST /NAME/draw, /NAME/results and /NAME/undo change it."""

    store: Store

    def do_GET(self) -> None:
        """Show a tournament."""
        self.answer(PurePath(self.path).name, "", {})

    def do_POST(self) -> None:
        """Do what a form asks for."""
        form = self.rfile.read(int(self.headers["Content-Length"])).decode()
        place = PurePath(self.path)
        self.answer(place.parent.name, place.name, dict(parse_qsl(form)))

    def answer(self, name: str, action: str, form: dict[str, str]) -> None:
        """Show a tournament after an action, or the questions or the error that it ends with."""
        try:
            congress, before = self.store.load(name)
        except KeyError:
            self.send_error(404)
            return
        status, messages = 200, [""]
        try:
            if action:
                done = act(congress, action, form)
                messages = [f"{each.code}: {each}" for each in done.questions] or [done.summary]
                status = 409 if done.questions else 200
                if not done.questions and not self.store.replace(name, before, done.congress):
                    status, messages = 409, ["The tournament was changed. Try again."]
                congress, _ = self.store.load(name)
        except (FastpairError, KeyError, ValueError) as error:
            status, messages = 422, [str(error)]
        self.send_response(status)
        self.end_headers()
        self.wfile.write(page(congress, *messages).encode())


if __name__ == "__main__":
    Handler.store = Store(sys.argv[1])
    for entries in sys.argv[2:]:
        Handler.store.create(PurePath(entries).stem, entries)
    ThreadingHTTPServer(("127.0.0.1", 8000), Handler).serve_forever()
