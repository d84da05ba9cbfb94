"""What a browser requests of a tournament, and what its server shares between requests."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException

from ...app.draws.redraw import Units
from ...app.draws.review import Question, ReviewedDraw
from ...app.edits.locked_file import (
    LikelyMistakeError,
    PlayedScoresError,
    PublishedBoardsError,
    ReplacedResultError,
)
from ...errors import FormatError, RuleError
from ...formats.files import replace_file
from ...formats.rating_lists import rating_list_of
from ...sentences import phrase
from .access import Tables
from .network import Network

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from starlette.requests import Request

    from ...formats.rating_lists import Entry, RatingList
    from .access import Access
    from .store import OpenTournament, Reply, Sidecar, TournamentState


EVEN_SO = "even_so"
"""The field of a form that confirms that rounds that are played change, in scores or in what later
ones rest on; the director's alone."""

PLAYERS_KNOW = "players_know"
"""The field of a form that confirms that what the players know becomes something else."""

REPLACES = "replaces"
"""The field of a form that confirms that a typed result replaces another one."""

CONFIRMATIONS: Mapping[type[RuleError], str] = {
    LikelyMistakeError: EVEN_SO,
    PlayedScoresError: EVEN_SO,
    PublishedBoardsError: PLAYERS_KNOW,
    ReplacedResultError: REPLACES,
}
"""The field of a form that overrules each refusal."""

_LONGEST_FORM = 1 << 16
"""Most bytes of a form of anybody."""

LONGEST_LIST = 1 << 23
"""Most bytes of a form of the director, which may hold a list of players."""

_MOST_FIELDS, _MOST_OF_LIST = 100, 4000

_LARGEST_FILE = 1 << 24
"""Most bytes of a file that is sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentServer:
    """The server of one tournament."""

    store: OpenTournament
    access: Access
    tables: Tables
    sidecar: Sidecar
    questions: Questions
    lists: RatingLists
    network: Network = field(default_factory=Network)
    base: str = ""
    """What the addresses of the tournament begin with, such as ``/tournaments/summer.xml``."""

    @property
    def address(self) -> str:
        """The server as the phones of the players reach it; empty if they do not."""
        return self.network.address

    @property
    def local_address(self) -> str:
        """The server as this machine reaches it."""
        return self.network.local_address


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRequest:
    """A request of the director's browser."""

    server: TournamentServer
    state: TournamentState
    """What the file holds."""

    number: int
    """The round that is looked at, from 1."""

    fields: Mapping[str, str] = field(default_factory=dict)
    """What is typed or chosen; several values of a name are joined by spaces."""

    seen: str = ""
    """Digest of the state that the browser shows."""

    door: str = "page"
    """As what the browser has come in, and which one it is, for the history."""

    in_place: bool = False
    """Whether the browser puts what has changed into the page that it shows."""

    form_token: str = ""

    director: bool = True
    """Whether it is the director's, and not a helper's."""

    local: bool = False
    """Whether the browser runs on the machine of the server."""

    session: str = ""
    """Of the browser."""

    reply: Reply | None = None
    """What has come of the form that was sent; None if nothing was sent."""

    place: str = ""
    """What precedes the query in links of the list: nothing where the browser is at its address."""

    @property
    def base(self) -> str:
        """The common start of the addresses of the tournament."""
        return self.server.base

    def text(self, name: str) -> str:
        """The text of a field.

        Raises
        ------
        RuleError
            If it is empty.
        """
        value = self.fields.get(name, "").strip()
        if not value:
            raise RuleError(
                phrase("the form has nothing in its field {name!r}", name=name.replace("_", " "))
            )
        return value

    def integer(self, name: str) -> int:
        """The number in a field.

        Raises
        ------
        RuleError
            If it is none.
        """
        value = self.text(name)
        if not (value.isascii() and value.isdecimal() and len(value) < 10):
            raise RuleError(phrase("must be a number, not {value!r}", value=value))
        return int(value)

    @property
    def units(self) -> Units:
        """The tournament as it is drawn, and its timeline, in the same terms."""
        return Units.of(self.server.store.snapshot())

    def seen_state(self) -> TournamentState | None:
        """The state that the browser shows; None if it is no longer known."""
        return self.server.store.find_state(self.seen)


async def form_of(request: Request, longest: int = _LONGEST_FORM) -> dict[str, str]:
    """The fields of a form.

    Parameters
    ----------
    longest
        Most bytes of it.

    Raises
    ------
    HTTPException
        If it is too long or no form.
    """
    content = b""
    async for piece in request.stream():
        content += piece
        if len(content) > longest:
            raise HTTPException(
                413, phrase("a form may have at most {longest} bytes", longest=longest)
            )
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content and kind != "application/x-www-form-urlencoded":
        raise HTTPException(415, phrase("the browser has sent no form"))
    try:
        pairs = parse_qsl(
            content.decode("ascii"),
            keep_blank_values=True,
            max_num_fields=_MOST_OF_LIST if longest == LONGEST_LIST else _MOST_FIELDS,
            errors="strict",
        )
    except ValueError as error:
        raise HTTPException(400, phrase("the form cannot be read")) from error
    fields: dict[str, str] = {}
    for name, value in pairs:
        fields[name] = f"{fields[name]} {value}" if name in fields else value
    return fields


async def upload_of(request: Request) -> tuple[str, bytes, str]:
    """Name and content of the file that a form sends, and the token of the form.

    Raises
    ------
    HTTPException
        If it is too long, or no form with a file.
    """
    length = request.headers.get("content-length", "")
    if not length.isdecimal() or int(length) > _LARGEST_FILE:
        raise HTTPException(413, phrase("a file may have at most {most} bytes", most=_LARGEST_FILE))
    async with request.form(max_files=1, max_fields=2) as form:
        file, token = form.get("file"), form.get("form_token")
        if not isinstance(file, UploadFile) or not isinstance(token, str):
            raise HTTPException(400, phrase("the form has no file; choose one"))
        return file.filename or "", await file.read(), token


_REMEMBERED = 3
"""Draws that are kept, so that only the first question takes long."""


class Questions:
    """The last reviewed draws, computed one at a time.

    Parameters
    ----------
    store
        The file.
    """

    def __init__(self, store: OpenTournament) -> None:
        self._store = store
        self._lock = Lock()
        self._draws: OrderedDict[tuple[str, int, int], ReviewedDraw] = OrderedDict()

    @contextmanager
    def draw(self, number: int) -> Iterator[ReviewedDraw]:
        """The draw of a round, for oneself.

        Raises
        ------
        RuleError
            If it has no weights that could be explained.
        """
        file = self._store.snapshot()
        meant = file.digest, len(file.timeline.entries), number
        with self._lock:
            if meant not in self._draws:
                question = Question(round_number=number)
                draw = ReviewedDraw.of(file.document, self._store.file, question)
                self._draws[meant] = draw
                while len(self._draws) > _REMEMBERED:
                    self._draws.popitem(last=False)
            self._draws.move_to_end(meant)
            yield self._draws[meant]


def server_of(
    store: OpenTournament, access: Access, lists: RatingLists, sidecar: Sidecar, base: str = ""
) -> TournamentServer:
    """The server of a tournament file, on a server that is reached from nowhere yet.

    Parameters
    ----------
    lists
        The rating lists that lie beside it.
    sidecar
        What is kept beside it.
    base
        What the addresses of the tournament begin with.
    """
    return TournamentServer(
        store=store,
        access=access,
        tables=Tables(bytes.fromhex(sidecar.settings.key)),
        sidecar=sidecar,
        questions=Questions(store),
        lists=lists,
        base=base,
    )


_SUFFIX = ".ratings"
_MOST_SUGGESTIONS = 8
"""Players who are offered for what is typed."""


class RatingLists:
    """The rating lists that lie in a folder, one of each federation, such as ``egf.ratings``.

    Parameters
    ----------
    folder
        Where the tournaments are.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        self._read: dict[str, tuple[tuple[int, int], RatingList]] = {}

    def take(self, content: bytes) -> RatingList:
        """Save a list, in place of an older one of the federation.

        Raises
        ------
        FormatError
            If it is none, or cannot be written.
        """
        found = rating_list_of("the list", content)
        replace_file(self._folder / f"{found.title.lower()}{_SUFFIX}", content)
        return found

    def all(self) -> Sequence[RatingList]:
        """All readable lists."""
        with self._lock:
            return [*filter(None, map(self._list, sorted(self._folder.glob(f"*{_SUFFIX}"))))]

    def find(self, title: str) -> RatingList:
        """The list of a federation.

        Raises
        ------
        RuleError
            If there is none.
        """
        for found in self.all():
            if found.title == title:
                return found
        raise RuleError(phrase("no rating list of {title!r} is here", title=title))

    def beginning(self, text: str) -> list[Mapping[str, Any]]:
        """Players whose names begin with a text, with their data in the lists."""
        found = [entry for each in self.all() for entry in each.beginning(text, _MOST_SUGGESTIONS)]
        return [_fields(entry) for entry in found[:_MOST_SUGGESTIONS]]

    def _list(self, path: Path) -> RatingList | None:
        try:
            about = path.stat()
            mark = about.st_mtime_ns, about.st_size
            if path.name not in self._read or self._read[path.name][0] != mark:
                self._read[path.name] = mark, rating_list_of(path, path.read_bytes())
            return self._read[path.name][1]
        except (OSError, FormatError):
            return None


def _fields(entry: Entry) -> Mapping[str, Any]:
    """The values of the fields of a form, by name."""
    return {
        "name": entry.name,
        "first_name": entry.first_name,
        "grade": str(entry.grade or ""),
        "rating": "" if entry.rating is None else str(entry.rating),
        "country": entry.country,
        "club": entry.club,
        "egf_pin": entry.egf_pin,
    }
