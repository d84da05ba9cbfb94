"""A browser without a window: the director's, a phone, or anybody's in the hall."""

from __future__ import annotations

import re
from contextlib import closing, contextmanager
from html import unescape
from urllib.parse import quote, urlsplit

from anyio.from_thread import start_blocking_portal
from starlette.testclient import TestClient

from fastpair.ui.web.running import Server


class Browser:
    """Asks a server that is not running, see `Server.app`.

    Parameters
    ----------
    server
        The server.
    """

    def __init__(self, server):
        self.server = server
        port = urlsplit(server.addresses.director).port
        self.client = TestClient(server.app, base_url=f"http://127.0.0.1:{port}")
        self.origin = {"origin": f"http://127.0.0.1:{port}"}
        self.seen = None
        self.token = None
        self.games = {}

    def __enter__(self):
        self.loop = start_blocking_portal()
        self.client.portal = self.loop.__enter__()  # without one, each request starts its own
        return self

    def __exit__(self, *error):
        self.client.close()
        self.loop.__exit__(None, None, None)

    quoted = staticmethod(quote)

    def open(self):
        """Become the director's."""
        self.token = None
        there = {"token": self.server.access.token}
        assert self.get("/", params=there, follow_redirects=False).status_code == 303

    def get(self, path, **options):
        return self.client.get(path, **options)

    def look(self, path="/players/1"):
        """Show a page, from which the next forms are sent."""
        page = self.get(path).text
        self.seen = re.search(r'data-seen="(\w+)"', page)[1]
        self.games = {(place := re.sub(r"/\w+/(\d+)$", r"/results/\1", path)): self.games_at(place)}
        self.token = re.search(r'data-form="([\w-]+)"', page)[1]

    def games_at(self, place):
        """What the forms of a page of results say that it shows."""
        found = re.search(r'name="expect" value="([^"]*)"', self.get(place).text)
        return unescape(found[1]) if found else ""

    @staticmethod
    def choices_in(page):
        """What can be chosen of games on a page."""
        return map(unescape, re.findall(r'<option value="([^"]*;[^"]*)"', page.text))

    def form_token(self, path="/players/1"):
        """What the forms of this browser carry as long as it stays logged in."""
        if self.token is None:
            self.token = re.search(r'data-form="([\w-]+)"', self.get(path).text)[1]
        return self.token

    def send(self, path, fields=None, *, content=None, headers=None, form=None):
        """Send a form; from the present state unless `look` has shown another one."""
        if self.seen is None:
            self.look()
            seen, self.seen = self.seen, None
        else:
            seen = self.seen
        place, _, act = path.rpartition("/")
        if act == "enter" and fields and "results" in fields and "expect" not in fields:
            games = self.games.get(place) if self.seen else ""
            fields = {**fields, "expect": games or self.games_at(place)}
        if act == "match" and "\n" not in fields["team"]:
            fields = {**fields, "team": f"{fields['team']}\n{self.games_at(place)}"}
        if act == "forteams" and ";" not in fields["table"]:
            boards = {each.partition(";")[0]: each for each in self.choices_in(self.get(path))}
            fields = {**fields, "table": boards.get(fields["table"], fields["table"])}
        headers = self.origin if headers is None else headers
        page = {
            "x-seen": seen,
            "hx-request": "true",
            "x-form": self.form_token() if form is None else form,
        }
        return self.client.post(path, data=fields, content=content, headers={**headers, **page})

    def do(self, path, **fields):
        """Send a form that must be accepted; what the director is told."""
        answer = self.send(path, fields)
        assert 'class="message refused' not in answer.text, said(answer)
        assert answer.status_code == 200
        return said(answer)

    def refused(self, path, **fields):
        """Send a form that must be refused; why it is."""
        answer = self.send(path, fields)
        assert 'class="message refused' in answer.text
        return said(answer)

    def open_phones(self):
        """Publish round 1, and let phones enter its results."""
        self.do("/boards/1/publish")
        self.do("/prints/1/phones", phones="open")

    def phone_form(self, seat):
        return re.search(r'name="form_token" value="([\w-]+)"', self.get(f"/table/{seat}").text)[1]

    def tell(self, seat, result, token=""):
        """Tell the result of a table by its address, from the last page that asks for it."""
        games = self.games_at(f"/table/{seat}?change=yes") or self.games.get(seat, "")
        self.games[seat] = games
        fields = {"result": result, "form_token": token, "expect": games}
        return self.client.post(f"/table/{seat}", data=fields, headers=self.origin)


@contextmanager
def director_of(file):
    """A browser of the director, of a server for this file or folder."""
    with closing(Server(file, "127.0.0.1", 0)) as server, Browser(server) as browser:
        browser.open()
        yield browser


class Messages(str):
    """What the page says; words are found in it with or without a capital."""

    __slots__ = ()

    def __contains__(self, words):
        return words.casefold() in self.casefold()


def no_shows(page):
    """The ways to record a no-show that a panel offers, each with what tells whether it is still the same."""
    found = re.findall(
        r'name="shown" value="(\w+)"><button class="[^"]*" name="(\w+)" value="true"', page.text
    )
    return {way: shown for shown, way in found}


def said(answer):
    """The messages of an answer, as text."""
    found = re.search(
        r'<div id="messages".*?(?=<button type="button" class="btn smaller x"|\Z)',
        answer.text,
        re.S,
    )
    return Messages(unescape(" ".join(re.sub("<[^>]+>", " ", found[0]).split())) if found else "")
