"""What a browser asks for, and what the parts of the page answer from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException

from ...app.draws.units import Units
from ...app.edits.confirmation import (
    LikelyMistakeError,
    PlayedScoresError,
    PlayersKnowError,
    ReplacedResultError,
)
from ...app.edits.locked_file import Act
from ...errors import RuleError
from ...sentences import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.requests import Request

    from ...app.edits.locked_file import Edit, LockedFile
    from .access import Access, Tables
    from .beside import Beside
    from .draws_in_question import Questions
    from .held import HeldFile, State, Told
    from .rating_lists import RatingLists


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
    PlayersKnowError: PLAYERS_KNOW,
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
class Desk:
    """What all answers share."""

    held: HeldFile
    access: Access
    tables: Tables
    beside: Beside
    questions: Questions
    lists: RatingLists
    address: str = ""
    """The server as the phones of the players reach it, such as ``http://192.168.1.7:8000``; empty if
    they do not."""

    here: str = ""
    """The server as this machine reaches it."""

    base: str = ""
    """What the addresses of the tournament begin with, such as ``/tournaments/summer.xml``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request of the director's browser."""

    desk: Desk
    state: State
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

    session: str = ""
    """Of the browser."""

    @property
    def base(self) -> str:
        """What the addresses of the tournament begin with."""
        return self.desk.base

    def typed(self, name: str) -> str:
        """What is typed into a field.

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

    def whole(self, name: str) -> int:
        """A number that is typed into a field.

        Raises
        ------
        RuleError
            If it is none.
        """
        value = self.typed(name)
        if not (value.isascii() and value.isdecimal() and len(value) < 10):
            raise RuleError(phrase("expected a number, got {value!r}", value=value))
        return int(value)

    def act(self, name: str, *typed: str) -> Act:
        """What is done by the page, for the history: a command and its arguments.

        Where rounds that are played change, or what the players know, it is done only if the form says
        so; helpers cannot say it of rounds that are played.
        """
        even_so = EVEN_SO in self.fields and self.director
        typed = (*typed, *["--even-so"] * even_so)
        sure = PLAYERS_KNOW in self.fields
        return Act(name=name, door=self.door, typed=typed, even_so=even_so, players_know=sure)

    @property
    def units(self) -> Units:
        """What is drawn in the file, and what has become of its changes, in the same terms."""
        return Units.of(self.desk.held.known())

    def edited(self, act: Act, work: Callable[[Units], Edit]) -> Told:
        """Change who meets whom in the round, board by board if teams meet.

        Raises
        ------
        RuleError, FormatError
            If it is refused; nothing is changed.
        """

        def made(held: LockedFile) -> Edit:
            units = Units.of(held)
            return units.of_boards(work(units), self.number)

        return self.desk.held.change(act, made)

    def seen_state(self) -> State | None:
        """What the browser shows; None if nobody knows any more."""
        return self.desk.held.former(self.seen)


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
                413, phrase("expected a form of at most {longest} bytes", longest=longest)
            )
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content and kind != "application/x-www-form-urlencoded":
        raise HTTPException(415, phrase("expected a form"))
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
        raise HTTPException(
            413, phrase("expected a file of at most {most} bytes", most=_LARGEST_FILE)
        )
    async with request.form(max_files=1, max_fields=2) as form:
        file, token = form.get("file"), form.get("form_token")
        if not isinstance(file, UploadFile) or not isinstance(token, str):
            raise HTTPException(400, phrase("expected a form with a file"))
        return file.filename or "", await file.read(), token
