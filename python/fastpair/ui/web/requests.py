"""What a browser asks for: its form, the action it performs, and whether it still sees the present state."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import mkstemp
from threading import Lock
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException

from ...app.actions import ACTIONS
from ...app.actions.apply import Call
from ...app.draws.review import Question, ReviewedDraw
from ...app.edits.attendance import leaving_round
from ...app.edits.outcome import (
    BROKEN_CONDITION,
    ENTERED_ABSENT,
    LIKELY_MISTAKE,
    NOT_ARRIVED,
    OUT_OF_TURN,
    PLAYED_SCORES,
    PUBLISHED_BOARDS,
    REPLACED_RESULTS,
)
from ...app.edits.results import refuse_other_tables
from ...app.edits.snapshots import describe_game
from ...app.history.units import Units
from ...app.lookup import team_text
from ...app.rounds.next_step import Progress, next_step
from ...errors import InputError, RuleError
from ...parameters import number_in
from ...sentences import phrase
from .access import TableAddresses
from .cache import MEMORY, Cache
from .network import Network
from .store import EventAddress, Reply
from .website import WebsiteCopy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from starlette.requests import Request

    from ...app.actions.action import Action, ActionContext
    from ...app.actions.apply import ActionResult
    from ...app.history.units import Units
    from ...app.lists.rating_lists import RatingLists
    from ...app.lookup import AmbiguousPlayerError
    from ...go.tournament import Player, Tournament
    from .access import Access
    from .store import OpenTournament, Sidecar, TournamentState


EVEN_SO = "even_so"
"""The field of a form that confirms that rounds that are played change, in scores or in what later
ones rest on; the director's alone."""

PLAYERS_KNOW = "players_know"
"""The field of a form that confirms that what the players know becomes something else."""

ABSENT_TOO = "absent_too"
"""The field of a form that checks in who is entered as absent, too."""

WITHOUT_EXPECTED = "without_expected"
"""The field of a form that confirms a draw without players who have not arrived."""

REPLACES = "replaces"
"""The field of a form that confirms that a typed result replaces another one."""

CONFIRMATIONS = {
    LIKELY_MISTAKE: EVEN_SO,
    PLAYED_SCORES: EVEN_SO,
    BROKEN_CONDITION: EVEN_SO,
    PUBLISHED_BOARDS: PLAYERS_KNOW,
    REPLACED_RESULTS: REPLACES,
    OUT_OF_TURN: "without_results",
    NOT_ARRIVED: WITHOUT_EXPECTED,
    ENTERED_ABSENT: ABSENT_TOO,
}
"""The field of a form that answers each question with yes, by its code."""


def namesakes_in(
    fields: Mapping[str, str], error: AmbiguousPlayerError
) -> tuple[tuple[Player, Mapping[str, str]], ...]:
    """Who may be meant, each with the fields that name this player; none if no line of a field is the name."""
    lines = {name: value.replace("\r", "").split("\n") for name, value in fields.items()}
    places = (
        (name, place)
        for name, texts in lines.items()
        for place, text in enumerate(texts)
        if text.strip() == error.text.strip()
    )
    found = next(places, None)
    if found is None:
        return ()
    name, place = found
    texts, named = lines[name], {text for each in lines.values() for text in each}
    return tuple(
        (player, {**fields, name: "\n".join([*texts[:place], player.key, *texts[place + 1 :]])})
        for player in error.players
        if player.key not in named
    )


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
    tables: TableAddresses
    sidecar: Sidecar
    questions: Questions
    lists: RatingLists
    website: WebsiteCopy
    network: Network = field(default_factory=Network)
    base: str
    """What the addresses of the tournament begin with, such as ``/tournaments/summer.xml``."""

    @property
    def event(self) -> EventAddress:
        """The tournament, as codes of helpers name it."""
        return EventAddress(self.base, self.tables.identity)

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

    fields: Mapping[str, str]
    """What is typed or chosen; several values of a name have a line each."""

    seen: str
    """Digest of the state that the browser shows."""

    door: str
    """As what the browser has come in, and which one it is, for the history."""

    in_place: bool
    """Whether the browser puts what has changed into the page that it shows."""

    form_token: str

    director: bool
    """Whether it is the director's, and not a helper's."""

    tables: str
    """The tables whose results a helper may enter; empty for all."""

    local: bool
    """Whether the browser runs on the machine of the server."""

    session: str
    """Of the browser."""

    form: str = ""
    """The number under which the browser sends the form until it is answered; empty if it has none."""

    version: str = ""
    """What browsers were told last of changes: whatever comes after it, this one hears of."""

    reply: Reply | None = None
    """What has come of the form that was sent; None if nothing was sent."""

    place: str = ""
    """What precedes the query in links of the list: nothing where the browser is at its address."""

    @property
    def tournament(self) -> Tournament:
        """The tournament that the file holds."""
        return self.state.tournament

    @property
    def unit_tournament(self) -> Tournament:
        """The tournament, with teams as players if teams are drawn."""
        return self.state.unit_tournament

    @property
    def file(self) -> Path:
        """The tournament file."""
        return self.server.store.file

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
        value = self.optional(name)
        if not value:
            raise RuleError(
                phrase("the form has nothing in its field {name!r}", name=name.replace("_", " "))
            )
        return value

    def optional(self, name: str) -> str:
        """The text of a field, which may be empty or missing."""
        return self.fields.get(name, "").strip()

    def integer(self, name: str) -> int:
        """The number in a field.

        Raises
        ------
        RuleError
            If it is none.
        """
        value = self.text(name)
        if (number := number_in(value)) is None:
            raise RuleError(phrase("must be a number, not {value!r}", value=value))
        return number

    def leaving_round(self, key: str) -> int | None:
        """The first round without a player who withdraws between two rounds: 0 if it may be either; otherwise None."""
        return leaving_round(self.tournament, key)

    @property
    def units(self) -> Units:
        """The tournament as it is drawn."""
        return self.state.units

    def seen_state(self) -> TournamentState | None:
        """The state that the browser shows; None if it is no longer known."""
        return self.server.store.find_state(self.seen)


_LONGEST_NUMBER = 60


def form_number(request: Request) -> str:
    """The number under which a browser sends a form until it is answered; empty if it has none."""
    return request.headers.get("x-number", "")[:_LONGEST_NUMBER]


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
    return join_fields(pairs)


def join_fields(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The fields of a form or an address by name; of a name that is repeated, each value is a line."""
    fields: dict[str, str] = {}
    for name, value in pairs:
        fields[name] = f"{fields[name]}\n{value}" if name in fields else value
    return fields


async def upload_of(request: Request) -> tuple[str, bytes, dict[str, str]]:
    """Name and content of the file that a form sends, and the fields of the form.

    Raises
    ------
    HTTPException
        If it is too long, or no form with a file.
    """
    length = number_in(request.headers.get("content-length", ""))
    if length is None or length > _LARGEST_FILE:
        raise HTTPException(413, phrase("a file may have at most {most} bytes", most=_LARGEST_FILE))
    async with request.form(max_files=1, max_fields=3) as form:
        file = form.get("file")
        fields = {name: text for name, text in form.items() if isinstance(text, str)}
        if not isinstance(file, UploadFile):
            raise HTTPException(400, phrase("the form has no file; choose one"))
        return file.filename or "", await file.read(), fields


_LARGEST_LIST = 1 << 30
_PIECE = 1 << 20


async def list_upload_of(request: Request) -> tuple[Path, dict[str, str]]:
    """The rating list that a form sends, in a file for the caller to delete, and the fields of the form.

    Its name is the field ``name``.

    Raises
    ------
    HTTPException
        If it is too long, or no form with a file.
    """
    length = number_in(request.headers.get("content-length", ""), 10)
    if length is None or length > _LARGEST_LIST:
        raise HTTPException(413, phrase("a file may have at most {most} bytes", most=_LARGEST_LIST))
    async with request.form(max_files=1, max_fields=4) as form:
        upload = form.get("file")
        if not isinstance(upload, UploadFile):
            raise HTTPException(400, phrase("the form has no file; choose one"))
        fields = {name: value for name, value in form.items() if isinstance(value, str)}
        handle, name = mkstemp(prefix="fastpair-")
        with os.fdopen(handle, "wb") as copy:
            while piece := await upload.read(_PIECE):
                copy.write(piece)
        return Path(name), {**fields, "name": upload.filename or ""}


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
        self._store, self._lock, self._draws = store, Lock(), Cache(_REMEMBERED, MEMORY)

    @contextmanager
    def draw(self, number: int) -> Iterator[ReviewedDraw]:
        """The draw of a round, for oneself.

        Raises
        ------
        RuleError
            If it has no weights that could be explained.
        """
        file = self._store.state()
        meant = file.digest, len(file.timeline.entries), number

        def build() -> ReviewedDraw:
            question = Question(round_number=number)
            return ReviewedDraw.of(file, question)

        with self._lock:
            yield self._draws.get(meant, build)


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
        tables=TableAddresses(bytes.fromhex(sidecar.settings.key)),
        sidecar=sidecar,
        questions=Questions(store),
        lists=lists,
        website=WebsiteCopy(store, sidecar),
        base=base,
    )


# ---- Actions ----


def refuse_another_game(request: PageRequest, tournament: Tournament, table: int) -> None:
    """Refuse to go on where the browser shows a table with another game than there is.

    Raises
    ------
    RuleError
        If it does; the error says what there is.
    """
    state = request.seen_state()
    before = None if state is None else state.tournament.round(request.number).at(table)
    now = tournament.round(request.number).at(table)
    if now is not None and before != now:
        raise RuleError(
            phrase(
                "somebody has changed table {table} meanwhile: {told}",
                table=table,
                told=describe_game(tournament, now),
            )
        )


def refuse_other_boards(request: PageRequest, tournament: Tournament) -> None:
    """Refuse to go on where the browser shows other boards of the round than there are.

    Raises
    ------
    RuleError
        If it does.
    """
    state = request.seen_state()
    now = _pairs(tournament, request.number)
    if state is None or _pairs(state.tournament, request.number) != now:
        raise RuleError(
            phrase(
                "somebody has changed the boards of round {round} meanwhile: there are "
                "{count} now; look at them first",
                round=request.number,
                count=len(now),
            )
        )


def _pairs(tournament: Tournament, round_number: int) -> frozenset[tuple[str, ...]]:
    this_round = tournament.round(round_number)
    return frozenset(
        [*(game.players for game in this_round.games), *((key,) for key in this_round.byes)]
    )


def refuse_other_seats(request: PageRequest, tournament: Tournament, keys: Iterable[str]) -> None:
    """Refuse to go on where the browser shows players at other places than they have.

    Parameters
    ----------
    tournament
        As it is drawn: where teams are drawn, they are its players.

    Raises
    ------
    RuleError
        If it does; the error says where the first of them is.
    """
    state = request.seen_state()
    for key in keys:
        now = _seat(tournament, request.number, key)
        if state is None or _seat(state.unit_tournament, request.number, key) != now:
            name = tournament.name_of(key)
            raise RuleError(
                phrase("somebody has moved {name} meanwhile, who now has {now}", name=name, now=now)
            )


def _seat(tournament: Tournament, round_number: int, key: str) -> str:
    """The game or bye of a player in a round."""
    this_round = tournament.round(round_number)
    game = this_round.game_of(key)
    if game is not None:
        return describe_game(tournament, game)
    return phrase("the bye") if key in this_round.byes else phrase("no game")


@dataclass(frozen=True, slots=True, kw_only=True)
class Handler:
    """Performs an action with the values that a form holds."""

    action: str

    preset: Mapping[str, Any]
    """Values that the form does not hold, or functions that take them from the request; None for none."""

    check: Callable[[PageRequest, Mapping[str, Any], ActionContext], None] | None
    """Refuses what the browser does not show, beside what the action rests on."""

    amend: (
        Callable[[PageRequest, Mapping[str, Any], ActionContext, ActionResult], ActionResult] | None
    )
    """Says in other words what is done, asks besides, or refuses what the browser does not show."""

    def __call__(self, request: PageRequest) -> Reply:
        """Perform it, or refuse it."""
        preset = {
            name: value(request) if callable(value) else value
            for name, value in self.preset.items()
        }
        parsed = ACTIONS[self.action].parse(request.fields, preset)
        values = {name: value for name, value in parsed.items() if value is not None}
        check = self.check and partial(self.check, request, values)
        amend = self.amend and partial(self.amend, request, values)
        return perform(request, self.action, values, check=check, amend=amend)


def handler(
    action: str,
    *,
    check: Callable[[PageRequest, Mapping[str, Any], ActionContext], None] | None = None,
    amend: Callable[[PageRequest, Mapping[str, Any], ActionContext, ActionResult], ActionResult]
    | None = None,
    **preset: Any,  # noqa: ANN401
) -> Handler:
    """A handler of a form; the keywords are its fields."""
    return Handler(action=action, preset=preset, check=check, amend=amend)


def this_round(request: PageRequest) -> int:
    """The round that is looked at."""
    return request.number


def chosen_round(request: PageRequest) -> int:
    """The round that was chosen: between two rounds it may be either."""
    numbers = {str(number): number for number in request.tournament.round_numbers}
    if (number := numbers.get(request.optional("since"))) is None:
        raise InputError(phrase("choose the round from which on it counts"), about="since")
    return number


def only_this_round(request: PageRequest) -> list[int]:
    """The round that is looked at, where there may be several."""
    return [request.number]


def perform(
    request: PageRequest,
    name: str,
    values: Mapping[str, Any],
    *,
    check: Callable[[ActionContext], None] | None = None,
    amend: Callable[[ActionContext, ActionResult], ActionResult] | None = None,
) -> Reply:
    """Perform an action, unless what it rests on has changed since the browser showed it.

    Where rounds that are played change, or what the players know, it is done only if the form says so;
    helpers cannot say it of rounds that are played.

    Parameters
    ----------
    check
        Refuses what the browser does not show, beside what the action rests on.
    amend
        Adds to what is said of it.

    Raises
    ------
    RuleError, FormatError
        If it is refused; nothing is changed.
    """
    action = ACTIONS[name]
    if not (request.director or action.helper):
        raise RuleError(phrase("only the director can do this"))

    def refuse_changed(context: ActionContext) -> None:
        _refuse_changed(request, action, context, values)
        if check is not None:
            check(context)

    def keep_to_tables(context: ActionContext, done: ActionResult) -> ActionResult:
        if done.state is not context.state:
            refuse_other_tables(done.state, request.tables)
        return done if amend is None else amend(context, done)

    confirmed = _confirmed(request)
    call = Call(action=name, values=values, round=request.number, confirmed=confirmed)
    return request.server.store.do(
        call,
        request.door,
        form=request.form,
        check=refuse_changed,
        amend=keep_to_tables if request.tables else amend,
        urgent=request.director,
    )


def _confirmed(request: PageRequest) -> frozenset[str]:
    """The codes of the questions that a form answers with yes."""
    names = request.fields.keys() - (() if request.director else {EVEN_SO})
    found = {code for code, field in CONFIRMATIONS.items() if field in names}
    if "typed" not in names:  # a button shows what it replaces
        found.add(REPLACED_RESULTS)
    return frozenset(found)


def _refuse_changed(
    request: PageRequest, action: Action, context: ActionContext, values: Mapping[str, Any]
) -> None:
    """Refuse to go on where the browser shows something else than what an action rests on."""
    if action.rests_on == "game":
        refuse_another_game(request, context.state.tournament, values["table"])
    elif action.rests_on == "boards":
        refuse_other_boards(request, context.state.tournament)
    elif action.rests_on:
        tournament = context.units.tournament
        byes = tournament.round(request.number).byes if action.rests_on == "seats and bye" else ()
        refuse_other_seats(request, tournament, (*values.values(), *byes))


def _step_named(request: PageRequest) -> str:
    """The next step that the form names, and what it is about.

    Raises
    ------
    RuleError
        If it is no longer the next step.
    """
    progress = Progress.of(request.state)
    step = next_step(progress)
    if step.name != request.text("state"):
        raise RuleError(phrase("the next step is another one by now: {step}", step=step.sentence))
    return progress.dismissal(step)


dismiss = handler("mark", kind="dismissed", about=_step_named)
"""Dismisses the next step, until something about it changes."""


def refuse_renamed(request: PageRequest, key: str, context: ActionContext) -> None:
    """Refuse to go on where the team with a key has another name than it had for the request.

    Raises
    ------
    RuleError
        If it has.
    """
    text = team_text(request.tournament, key)
    if team_text(context.state.tournament, key) != text:
        raise RuleError(phrase("somebody has renamed the team {team} meanwhile", team=text))


def _key(request: PageRequest) -> list[str]:
    """The player of the button that was pressed."""
    return [request.text("wish").partition(" ")[2]]


def _unit(request: PageRequest) -> list[str]:
    """The player of the button that was pressed, or the name of the team."""
    (key,) = _key(request)
    return [team_text(request.tournament, key) if request.tournament.draws_teams else key]


def _refuse_renamed(request: PageRequest, _: Mapping[str, Any], context: ActionContext) -> None:
    """Refuse to mark another team than that of the button."""
    (key,) = _key(request)
    if context.state.tournament.draws_teams:
        refuse_renamed(request, key, context)


_WISHES = {
    "present": handler("present", players=_key, rounds=only_this_round),
    "absent": handler("absent", players=_key, rounds=only_this_round),
    "final": handler("confirm", players=_key),
    "preliminary": handler("confirm", players=_key, preliminary=True),
}
"""What the buttons of a list of players say, each of which also names its player."""

_WISHES_OF_UNITS = _WISHES | {
    name: handler(name, players=_unit, rounds=only_this_round, check=_refuse_renamed)
    for name in ("present", "absent")
}
"""What the buttons of a list of teams say, if teams are drawn."""


def attend(request: PageRequest, *, teams: bool = False) -> Reply:
    """Say that a player, or with ``teams`` who is drawn, is present or absent, or registered.

    A list has one form with a button for each player, so that the button says which action it is.

    Raises
    ------
    RuleError
        If it is no such wish, or the player has a game or a bye.
    """
    wishes, name = _WISHES_OF_UNITS if teams else _WISHES, request.text("wish").partition(" ")[0]
    if name not in wishes:
        raise RuleError(
            phrase(
                "must be present, absent, requested, final or preliminary, not {name!r}", name=name
            )
        )
    try:
        return wishes[name](request)
    except RuleError as error:
        remedies = [each.name for each in error.message.remedies]
        if not (request.director and "record a no-show" in remedies):
            raise
        (key,) = _key(request)
        field = "team" if teams and request.tournament.draws_teams else "key"
        place = f"/boards/{request.number}/noshow?{field}={quote(key, safe='')}"
        return Reply(refusal=error.message, lead=(place, phrase("Record no-show")))
