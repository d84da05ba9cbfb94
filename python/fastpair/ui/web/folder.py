"""A folder of tournaments: the list, new ones, and the page of each."""

from __future__ import annotations

import asyncio
import re
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self
from urllib.parse import quote

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse
from starlette.routing import Mount, Route, Router

from ...app.actions import ACTIONS, deletion
from ...app.actions.apply import Call, Origin
from ...app.actions.locking import LockedFile, copy_to
from ...app.edits.outcome import UnconfirmedError
from ...app.forms.inputs import on_one_line
from ...app.forms.labels import FACTS, NEW_FORMATS, formats_asking
from ...app.history.archive import ARCHIVE_SUFFIX, unpack
from ...app.history.state import CongressState, document_in
from ...app.history.timeline import History
from ...app.lists.rating_lists import RatingLists
from ...app.reports.info import file_formats
from ...app.rounds.next_step import Progress, next_step
from ...app.setup.creation import demonstration_state, unsaved_state
from ...errors import FastpairError, RuleError
from ...files import backups, read_file
from ...letters import without_accents
from ...sentences import joined, marked, phrase
from .access import Access, Role, browser_of
from .app import Site, TournamentSite
from .cache import Cache
from .live import PublicWork
from .rendering import full, render
from .requests import EVEN_SO, form_of, server_of, upload_of
from .responses import LastForms, not_found, too_old
from .store import OpenTournament, Sidecar, file_state
from .text import (
    FormField,
    current_language,
    fields_of,
    preset_choices,
    stated_in,
    translate,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping

    from starlette.responses import Response
    from starlette.types import Receive, Scope, Send

    from ...app.actions.action import ActionContext
    from ...app.actions.apply import ActionResult
    from ..api.service import Service
    from .network import Network
    from .requests import TournamentServer
    from .responses import Sessions


_EVENT, _RULES = (
    ("begins", "ends", "place", "country"),
    ("event_format", "preset", "rounds", "cycles", "seeds", "third_place"),
)
_MORE = ("time", "komi")
"""The fields of a new tournament, and of its further options; all else is set later."""

_PARTICIPANTS = {
    "": marked("Individual players (default)"),
    "teams": marked("Teams"),
}

_FORMATS = {
    "json": marked("fastpair (default)"),
    "xml": "OpenGotha",
}

_SUFFIXES = frozenset(chain.from_iterable(suffixes for _, _, suffixes in file_formats()))
"""Ends of the names of tournaments."""

_SPREADSHEETS = frozenset({"ods", "xlsx"})
"""Ends of the names of lists of which a tournament is made, and which are not tournaments."""

_LINES = 4096
"""Lines of the list that are kept; each is short."""

_SERVERS = 256
"""Tournaments that have been opened, or could not be, which are remembered until their pages are made."""

_HALLS = 32
"""Lists for the hall that are kept, one for each language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Summary:
    """A tournament of the folder."""

    file: str
    base: str
    name: str = ""
    when: str = ""
    players: int = 0
    badge: str = ""
    state: str = ""
    tone: str = ""
    """Where it stands, see `next_step`."""

    format: str = ""
    """Name of the format of the file."""

    published: bool = False
    """Whether something of it is published."""

    fault: str = ""
    """Why the file cannot be read; empty if it can."""

    backup: str = ""
    """When the last backup that can be read was made, of a file that cannot."""


class _Open(NamedTuple):
    """An open tournament with its pages."""

    store: OpenTournament
    tournament: TournamentSite
    pages: Router


class Folder(Site):
    """The tournaments of a folder, each opened when somebody asks for it.

    Parameters
    ----------
    path
        The folder; files whose names end like those of tournaments are listed.
    access
        What gives access to the server.
    lists
        The rating lists of the folder.
    sessions
        The director's browsers.
    work
        Does what everybody may ask.
    tournament
        Makes the pages of a tournament.
    new_file
        Name of a file that is to be made; empty if none is.
    """

    def __init__(
        self,
        path: Path,
        access: Access,
        lists: RatingLists,
        sessions: Sessions,
        work: PublicWork,
        tournament: Callable[[TournamentServer], TournamentSite],
        new_file: str = "",
    ) -> None:
        self._new_file = new_file
        self._path, self._access, self._sessions = path, access, sessions
        self._tournament, self._lists, self._work = tournament, lists, work
        self._opened: dict[str, _Open] = {}
        self._watching: set[asyncio.Task[None]] = set()
        self._lines, self._halls = Cache(_LINES), Cache(_HALLS)
        self._servers = Cache(_SERVERS)
        self._forms: LastForms[Path] = LastForms()
        self.routes = [
            Route("/", self.start),
            Route("/new", self.new, methods=["GET", "POST"]),
            Route("/take", self.take, methods=["GET", "POST"]),
            Route("/copy", self.copy, methods=["GET", "POST"]),
            Route("/delete", self.delete, methods=["GET", "POST"]),
            Route("/restore", self.restore, methods=["POST"]),
            Route("/demonstration", self.demonstration, methods=["POST"]),
            Route("/leave", self.leave, methods=["POST"]),
            Route("/hall", self.hall),
            Mount("/tournaments/{name}", app=self._answer),
        ]

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Tell the browsers of changes meanwhile."""
        yield
        self.close()
        for task in self._watching:
            task.cancel()
        await asyncio.gather(*self._watching, return_exceptions=True)

    def close(self) -> None:
        """Let every browser go that waits for changes."""
        for opened in self._opened.values():
            opened.tournament.close()

    async def start(self, request: Request) -> Response:
        """Let the director in by the token, and list the tournaments."""
        token = request.query_params.get("token")
        if token is not None:
            return await self._sessions.admit(
                request, token, "/new" if self._creates_file() else "/"
            )
        session = self._sessions.of(request)
        if self._access.role_of(session) is None:
            return RedirectResponse("/hall", 303)
        helper = self._access.helper_of(session)
        if helper is not None and helper.event:
            return RedirectResponse(f"{helper.event}/", 303)
        return await self._page(session, deleted=request.query_params.get("deleted", ""))

    async def hall(self, request: Request) -> Response:
        """The tournaments of which something is published, for everybody."""
        return HTMLResponse(await self._work.read(self._hall))

    async def leave(self, request: Request) -> Response:
        """Log a browser out, once it has seen how it gets in again."""
        _, form = await self._form(request, helper=True)
        return await self._sessions.leave(request, form, "")

    async def new(self, request: Request) -> Response:
        """Create a tournament, or show the form for it."""
        if request.method == "GET":
            return self._form_page("create.html", self._sessions.required(request))
        session, form = await self._form(request)
        work = partial(self._create_file, request, form)
        return await self._create(session, work, form, "create.html")

    def _create_file(self, request: Request, form: Mapping[str, str]) -> Path:
        """Write the file of a new tournament as the form states it."""
        ending = form.get("format", "json")
        if ending not in _FORMATS:
            raise RuleError(
                phrase("a new file ends in .json or .xml, not {ending!r}", ending=ending)
            )
        file = (
            self._path / self._new_file
            if self._creates_file()
            else self._new_file_path(form.get("name", ""), ending)
        )
        # A browser that hides the questions of other formats sends their fields.
        event_format = form.get("event_format", "")
        fields = {
            name: text
            for name, text in form.items()
            if event_format not in NEW_FORMATS or event_format in formats_asking(name)
        }
        stated = {"rules": stated_in("rules", fields), "event": stated_in("event", form)}
        # The format is that of the name of the file.
        values = ACTIONS["new"].parse(form, {**stated, "format": None})
        call, state = Call(action="new", values=values), unsaved_state(file)
        return _write(request, file, call, state, ask=EVEN_SO not in form)

    async def copy(self, request: Request) -> Response:
        """Begin a tournament with the rules and players of another one, or show the form for it."""
        if request.method == "GET":
            session = self._sessions.required(request)
            form = {"file": request.query_params.get("file", "")}
            return self._form_page("duplicate.html", session, form)
        session, form = await self._form(request)

        def work() -> Path:
            name = on_one_line(form.get("name", ""))
            source = self._file(form.get("file", ""))
            file = self._new_file_path(name, source.suffix.removeprefix("."))
            call = Call(action="duplicate", values={"name": name})
            return _write(request, file, call, replace(CongressState.read(source), file=file))

        return await self._create(session, work, form, "duplicate.html")

    async def delete(self, request: Request) -> Response:
        """Move a tournament into the folder of those that are deleted, or ask before that."""
        if request.method == "GET":
            session = self._sessions.required(request)
            file = self._file(request.query_params.get("file", ""))
            summary = await to_thread.run_sync(lambda: self._summary(file.name))
            return self._form_page(
                "delete.html", session, {"file": file.name, "name": summary.name}
            )
        session, form = await self._form(request)
        earlier = self._forms.answer_to(session, form)
        if earlier is None or not earlier.exists():
            file = self._file(form.get("file", ""))
            try:
                earlier = await to_thread.run_sync(deletion.delete, file)
            except FastpairError as error:
                return await self._page(session, error.message)
            self._forms.keep(session, form, earlier)
            self._close(file.name)
        return RedirectResponse(f"/?deleted={quote(earlier.name)}", 303)

    async def restore(self, request: Request) -> Response:
        """Move a tournament that is deleted back into the folder."""
        session, form = await self._form(request)
        deletions = {deleted.folder.name: deleted for deleted in deletion.deletions(self._path)}
        try:
            if (deleted := deletions.get(form.get("deleted", ""))) is not None:
                await to_thread.run_sync(deletion.restore, deleted)
        except FastpairError as error:
            return await self._page(session, error.message)
        return RedirectResponse("/", 303)

    async def demonstration(self, request: Request) -> Response:
        """Begin a tournament of players who do not exist."""
        session, form = await self._form(request)

        def work() -> Path:
            file = self._new_file_path("demonstration", "json")
            return _write(request, file, Call(action="new"), demonstration_state(file))

        return await self._create(session, work, form)

    async def take(self, request: Request) -> Response:
        """Take a file over into the folder, or show the form for it."""
        session = self._sessions.required(request)
        if request.method == "GET":
            return self._form_page("import_file.html", session)
        name, content, fields = await upload_of(request)
        if not self._access.is_form_token(fields.get("form_token", ""), session):
            raise too_old()
        work = partial(self._import_file, request, name, content, even_so=EVEN_SO in fields)
        return await self._create(session, work, {}, "import_file.html")

    def _import_file(self, request: Request, name: str, content: bytes, *, even_so: bool) -> Path:
        """Write a file or an archive that was uploaded into the folder."""
        stem, _, suffix = name.rpartition(".")
        if f".{suffix.lower()}" == ARCHIVE_SUFFIX:
            archived = unpack(content, name)
            file = self._new_file_path(
                stem, Path(archived.file).suffix.removeprefix("."), by_file=True
            )
            return copy_to(file, archived)
        ending = "json" if suffix.lower() in _SPREADSHEETS else suffix
        file = self._new_file_path(stem, ending, by_file=True)
        document = document_in(name, content)
        if document.is_read_only:  # so that the tournament can be changed
            file = self._new_file_path(stem, "json", by_file=True)
        file_format = "fastpair" if document.is_read_only else document.format
        call = Call(action="convert", values={"to": file_format, "even_so": even_so})
        return _write(request, file, call, CongressState.of_document(document, file))

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer by the pages of a tournament."""
        name = scope["path_params"]["name"]
        if name not in self._opened:
            session = self._sessions.of(Request(scope))
            run = to_thread.run_sync if session else self._work.read
            server = await run(partial(self._server, name))
            self._open(name, server)
        await self._opened[name].pages(scope, receive, send)

    def _open(self, name: str, server: TournamentServer) -> None:
        """Make the pages of a tournament, unless another request has done that meanwhile."""
        if name not in self._opened:
            tournament = self._tournament(server)
            pages = Router(tournament.routes, redirect_slashes=False, default=tournament.missing)
            self._opened[name] = _Open(server.store, tournament, pages)
            self._watching.add(asyncio.create_task(tournament.live.watch()))

    def _close(self, name: str) -> None:
        """Forget the pages of a tournament that is not there any more, and let its browsers go."""
        if (opened := self._opened.pop(name, None)) is not None:
            opened.tournament.close()

    def _server(self, name: str) -> TournamentServer:
        file = self._file(name)

        def build() -> TournamentServer:
            store = OpenTournament(file)
            return server_of(store, self._access, self._lists, Sidecar(file), _base(file.name))

        return self._servers.get((name, *file_state(file)), build)

    async def _create(
        self, session: str, work: Callable[[], Path], form: Mapping[str, str], page: str = ""
    ) -> Response:
        """Create a tournament and lead to it, or show why that fails."""
        earlier = self._forms.answer_to(session, form) if form else None
        if earlier is not None and earlier.exists():
            return RedirectResponse(f"{_base(earlier.name)}/", 303)
        try:
            file = await to_thread.run_sync(work)
        except FastpairError as error:
            if page:
                return self._form_page(page, session, form, error)
            return await self._page(session, error.message)
        self._forms.keep(session, form, file)
        self._close(file.name)  # one of this name that another program has deleted
        return RedirectResponse(f"{_base(file.name)}/", 303)

    async def _page(self, session: str, refusal: object = "", deleted: str = "") -> Response:
        """The list of tournaments, after one was deleted if that is named."""
        summaries = await to_thread.run_sync(lambda: [*self._summaries()])
        director = self._access.role_of(session) is Role.DIRECTOR
        deletions = [*deletion.deletions(self._path)] if director else []
        page = render(
            "start.html",
            tournaments=summaries,
            director=director,
            deletions=deletions,
            last_deletion=next((each for each in deletions if each.folder.name == deleted), None),
            form_token=self._access.form_token(session),
            folder=self._path.resolve(),
            refusal=refusal,
        )
        return HTMLResponse(page, 409 if refusal else 200)

    def _form_page(
        self,
        template: str,
        session: str,
        form: Mapping[str, str] | None = None,
        error: FastpairError | None = None,
    ) -> Response:
        """A form that adds a tournament to the folder, with its values and errors."""
        values = form or {}
        about = error.message.about if error is not None else ""

        def fill(fields: Iterable[FormField]) -> tuple[FormField, ...]:
            return tuple(
                each._replace(
                    value=values.get(each.name, each.value),
                    error=full(error) if error is not None and each.name == about else "",
                )
                for each in fields
            )

        new_file = self._new_file if self._creates_file() else ""
        create_fields = fill(_create_fields(new_file))
        more = fill([*fields_of("event", *_MORE)])
        at_field = any(each.error for each in (*create_fields, *more))
        page = render(
            template,
            director=True,
            form_token=self._access.form_token(session),
            fields=create_fields,
            more=more,
            more_open=any(each.error or values.get(each.name) for each in more),
            formats=_FORMATS,
            new_file=new_file,
            values=values,
            asks=isinstance(error, UnconfirmedError),
            refusal="" if error is None or at_field else error.message,
        )
        return HTMLResponse(page, 409 if error is not None else 200)

    async def _form(self, request: Request, *, helper: bool = False) -> tuple[str, dict[str, str]]:
        """The session of a browser, and the fields of the form that it has sent."""
        session = self._sessions.required(request, helper=helper)
        form = await form_of(request)
        if not self._access.is_form_token(form.get("form_token", ""), session):
            raise too_old()
        return session, form

    def _file(self, name: str) -> Path:
        """A file of the folder.

        Raises
        ------
        HTTPException
            If there is none of this name.
        """
        # Some systems find a file by other names than its own.
        for file in self._path.iterdir():
            if file.name == name and _is_tournament(file):
                return file
        raise not_found()

    def _new_file_path(self, name: str, suffix: str, *, by_file: bool = False) -> Path:
        """The file of a tournament that is to be made.

        Parameters
        ----------
        by_file
            Whether the name is that of a file, and stands in no field.

        Raises
        ------
        RuleError
            If it has no name, or another ending than those of tournaments.
        """
        if not name.strip():
            raise RuleError(phrase("enter a name"), about="name")
        plain = re.sub(r"[^a-z0-9]+", "-", without_accents(name).lower()).strip("-")
        plain = plain[:_LONGEST_STEM].rstrip("-")
        if not plain or _DEVICE.fullmatch(plain):
            plain = f"{plain}-tournament".removeprefix("-")
        if f".{suffix.lower()}" not in _SUFFIXES:
            raise RuleError(
                phrase(
                    "not a tournament file: .{suffix}; choose a file such as .json or .xml",
                    suffix=suffix,
                )
            )
        file = self._path / f"{plain}.{suffix.lower()}"
        if file.exists():
            if by_file:
                again = phrase(
                    "{name} exists already; rename the file, then import it", name=file.name
                )
                raise RuleError(again)
            raise RuleError(
                phrase("{name} exists already; choose another name", name=file.name), about="name"
            )
        return file

    def _creates_file(self) -> bool:
        """Whether the file that is to be made does not exist yet."""
        return bool(self._new_file) and not (self._path / self._new_file).exists()

    def _summaries(self) -> Iterator[_Summary]:
        """The files of the folder that are named like tournaments."""
        names = sorted(each.name for each in self._path.iterdir() if _is_tournament(each))
        return map(self._summary, names)

    def _summary(self, name: str) -> _Summary:
        file, opened = self._path / name, self._opened.get(name)
        states = file_state(file), file_state(History(file).path)
        summary = partial(_summary, file, opened and opened.store)
        return self._lines.get((name, *states), summary)

    def _hall(self) -> str:
        summaries = tuple(each for each in self._summaries() if each.published)
        return self._halls.get(
            (summaries, current_language().code),
            lambda: render("halls.html", tournaments=summaries),
        )


def _create_fields(new_file: str) -> Iterator[FormField]:
    """The fields of a new tournament that everybody sees."""
    help_text = "" if new_file else translate("The file is named after it.")
    name = new_file.rpartition(".")[0]
    yield FormField("name", translate("Name"), help_text, name, (), "text")
    yield from fields_of("event", *_EVENT)
    usual = {name: FACTS[name].default for name in _RULES if name not in ("event_format", "preset")}
    for each in fields_of("rules", *_RULES, values=usual, defaults=usual):
        yield _in_formats(_of_new_event(each))
    choices = tuple((value, translate(text)) for value, text in _PARTICIPANTS.items())
    start = translate("Teams start at zero, or in McMahon with the score of their mean grade.")
    yield FormField("participants", translate("Participants"), start, "", choices, "text")
    further = translate("Of teams, as the invitation says; further players are substitutes.")
    yield FormField("boards", translate("Boards in a match"), further, "", (), "number")


def _of_new_event(field: FormField) -> FormField:
    """A field of the rules, with what a new event has first if nothing is chosen."""
    if field.name == "preset":
        return field._replace(choices=preset_choices(field))
    if field.name == "event_format":
        formats = tuple(each for each in field.choices if each[0] and each[0] in NEW_FORMATS)
        first = translate("{choice} (default)", choice=translate("Format of the rules preset"))
        return field._replace(choices=(("", first), *formats))
    return field


def _in_formats(field: FormField) -> FormField:
    """A field with the formats of an event of which it is a question."""
    asking = formats_asking(field.name)
    if len(asking) == len(NEW_FORMATS):
        return field
    return field._replace(formats=" ".join(name.replace(" ", "-") or "usual" for name in asking))


_LONGEST_STEM = 100
"""Letters of the name of a file, of the 255 bytes that systems allow: its history and backups have more."""

_DEVICE = re.compile("con|prn|aux|nul|(com|lpt)[0-9]")
"""Names of devices, which are no names of files on Windows, whatever their ending."""


def is_new_file(path: Path) -> bool:
    """Whether a path is that of a new file in a folder, of a format that a tournament begins in."""
    suffixes = {f".{ending}" for ending in _FORMATS}
    return not path.exists() and path.suffix in suffixes and path.resolve().parent.is_dir()


def _is_tournament(file: Path) -> bool:
    """Whether a file is named like a tournament."""
    hidden = file.name.startswith(".")
    return file.suffix.lower() in _SUFFIXES and not hidden and file.is_file()


def _summary(file: Path, store: OpenTournament | None) -> _Summary:
    """The line of a file in the list; it is not read again if its pages are open."""
    base = _base(file.name)
    try:
        state = CongressState.read(file) if store is None else store.state()
    except FastpairError as error:
        return _Summary(file=file.name, base=base, fault=_fault(error), backup=_last_backup(file))
    congress, tournament = state, state.tournament
    step = next_step(Progress.of(congress))
    return _Summary(
        file=file.name,
        base=base,
        name=tournament.name,
        when=" – ".join(map(str, tournament.event.days)),
        players=len(tournament.players),
        badge=step.badge,
        state=step.sentence,
        tone=step.tone,
        format=state.document.format,
        published=bool(congress.published),
    )


def _fault(error: FastpairError) -> str:
    """The error in a file and its line, without the name of the file."""
    message = error.message.alone()
    line = re.search(r":([0-9]+)$", error.message.place)
    return phrase("line {line}: {said}", line=line[1], said=message) if line else message


def _last_backup(file: Path) -> str:
    """The time of the last readable backup of a file; empty if there is none."""
    for backup in reversed([each for each in backups(file) if each.exists()]):
        try:
            content = read_file(backup)
            document_in(backup, content)
        except FastpairError:
            continue
        return f"{datetime.fromtimestamp(backup.stat().st_mtime):%Y-%m-%d %H:%M}"
    return ""


def _base(name: str) -> str:
    return f"/tournaments/{quote(name)}"


def _write(
    request: Request, file: Path, call: Call, state: CongressState, *, ask: bool = False
) -> Path:
    """Make a file by an action, of a state that is not in it.

    Parameters
    ----------
    ask
        Whether to ask before it holds something otherwise.

    Raises
    ------
    UnconfirmedError
        If it does.
    """

    def confirm(_: ActionContext, done: ActionResult) -> ActionResult:
        questions = (UnconfirmedError(joined("; ", done.warnings)),)
        return replace(done, questions=questions) if ask and done.warnings else done

    origin = Origin(f"page, {browser_of(request)}", (file.name,))
    with LockedFile.opened(file, new=state) as locked:
        locked.do(call, origin, lambda _: None, amend=confirm)
    return file


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """The files of a server."""

    access: Access

    folder: Path | None = None
    """Whose tournaments are served together, if there is no single one."""

    new_file: str = ""
    """Name of a file in it that is to be made; empty if none is."""

    lists: RatingLists | None = None
    """The rating lists of the folder."""

    one: TournamentServer | None = None
    """The server of the single tournament."""

    read_only: bool = False
    """Whether nothing can be written where the tournaments are."""

    @classmethod
    def of(cls, path: Path | None, sign_in_days: int) -> Self:
        """Open a tournament file, or a folder; a file that does not exist yet is made in its folder.

        A folder that does not exist, a path without a suffix, is made at once.

        Parameters
        ----------
        sign_in_days
            As of `Access`.

        Raises
        ------
        FormatError
            If the file cannot be read, or what is kept beside it.
        """
        if path is None:
            return cls(access=Access(Sidecar(None), sign_in_days))
        new_file = path.name if is_new_file(path) else ""
        if not path.suffix and not path.exists():
            path.mkdir(parents=True)
        folder = path.resolve().parent if new_file or not path.is_dir() else path
        lists = RatingLists(folder)
        if new_file or path.is_dir():
            sidecar = Sidecar(folder / "tournaments")
            return cls(
                access=Access(sidecar, sign_in_days),
                folder=folder,
                new_file=new_file,
                lists=lists,
                read_only=sidecar.path is None,
            )
        store, sidecar = OpenTournament(path), Sidecar(path)
        access = Access(sidecar, sign_in_days)
        server = server_of(store, access, lists, sidecar)
        return cls(access=access, one=server, read_only=sidecar.path is None)

    @property
    def events(self) -> str:
        """The path of the published rounds of a tournament, for programs; empty if there is none."""
        if self.folder is not None:
            return "/tournaments/{file}/v1/events"
        return "" if self.one is None else "/v1/events"

    def site(
        self, sessions: Sessions, most: int, service: Service | None, network: Network
    ) -> Site:
        """The routes of the server.

        Parameters
        ----------
        sessions
            The director's browsers.
        most
            Connections that there may be.
        service
            Answers other programs, if they may ask.
        network
            Where browsers reach it.
        """
        work = PublicWork()

        def tournament(server: TournamentServer) -> TournamentSite:
            reached = replace(server, network=network)
            return TournamentSite(reached, most // 2, sessions, work, service)

        if self.one is not None:
            return tournament(self.one)
        if self.folder is None or self.lists is None:
            return Site()
        return Folder(
            self.folder, self.access, self.lists, sessions, work, tournament, self.new_file
        )
