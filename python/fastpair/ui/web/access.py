"""Who may do what: the director by the token of this run, a table by its own address."""

from __future__ import annotations

import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from typing import TYPE_CHECKING

from ..api.key import Attempts, same

if TYPE_CHECKING:
    from ...go.tournament import Game
    from .beside import Beside

__all__ = ["Access", "Role", "Seat", "Tables"]

_TOKEN_BYTES = 24
_MAC_BYTES = 18

_MOST_SESSIONS = 100
"""Browsers that are known at a time; the oldest is forgotten first."""

_SEAT = re.compile(r"([1-9][0-9]{0,2})\.([1-9][0-9]{0,6})\.([A-Za-z0-9_-]{24})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Seat:
    """A table of a round, as the address on a slip names it."""

    round: int
    table: int
    mac: str
    """Proves that the director's server has made the address."""


class Role(Enum):
    """What a browser may do that has shown a token."""

    DIRECTOR = "director"
    """Everything."""

    HELPER = "helper"
    """See and enter results, and say who is present."""


class Access:
    """What gives access to a server.

    Parameters
    ----------
    beside
        Keeps the sessions, so that they outlive this run of the server; None if they shall not.
    """

    def __init__(self, beside: Beside | None = None) -> None:
        self._beside = beside
        self.tokens = {role: secrets.token_urlsafe(_TOKEN_BYTES) for role in Role}
        """What opens the page, for whom. They are others in every run."""
        self.attempts = Attempts()
        self._links: set[str] = set()
        key = secrets.token_bytes(32) if beside is None else bytes.fromhex(beside.kept.key)
        self._forms = hmac.digest(key, b"forms", sha256)
        known = {} if beside is None else beside.kept.sessions
        roles = {role.value: role for role in Role}
        self._sessions = {digest: roles[name] for digest, name in known.items() if name in roles}
        """Roles, by the digest of a session: who reads the file that keeps them learns none."""

    @property
    def token(self) -> str:
        """Makes a browser the director's."""
        return self.tokens[Role.DIRECTOR]

    def link(self) -> str:
        """A token that opens one browser: other programs can read with what a browser is started."""
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        self._links.add(token)
        return token

    def opened_by(self, token: str) -> str | None:
        """The session of a browser that has shown a token; None if it is not the right one."""
        link = next((each for each in tuple(self._links) if same(token, each)), "")
        known = [role for role in Role if same(token, self.tokens[role])]
        if not link and not known:
            return None
        self._links.discard(link)
        session = secrets.token_urlsafe(_TOKEN_BYTES)
        self._sessions[_digest(session)] = known[0] if known else Role.DIRECTOR
        self._keep()
        return session

    def role_of(self, session: str) -> Role | None:
        """What a session may do; None if it is none."""
        return self._sessions.get(_digest(session))

    def end(self, session: str) -> None:
        """End a session."""
        self._sessions.pop(_digest(session), None)
        self._keep()

    def revoke(self, role: Role, session: str) -> None:
        """End all sessions of a role but this one; another token opens new ones."""
        self.tokens[role] = secrets.token_urlsafe(_TOKEN_BYTES)
        self._links.clear()
        for digest, known in tuple(self._sessions.items()):
            if known is role and digest != _digest(session):
                del self._sessions[digest]
        self._keep()

    def _keep(self) -> None:
        """Keep the last sessions, if they shall outlive this run."""
        while len(self._sessions) > _MOST_SESSIONS:
            del self._sessions[next(iter(self._sessions))]
        if self._beside is not None:
            self._beside.keep(sessions={d: role.value for d, role in self._sessions.items()})

    def form_token(self, holder: str) -> str:
        """What a form holds, so that no other page can send it.

        Parameters
        ----------
        holder
            The session of the director, or the address of a table.
        """
        return _text(hmac.digest(self._forms, holder.encode(), sha256))

    def is_form_token(self, typed: str, holder: str) -> bool:
        """Whether a form is one that was given to this holder."""
        return same(typed, self.form_token(holder))


class Tables:
    """The addresses of the tables of a tournament, which only their players know.

    Parameters
    ----------
    key
        Secret of the tournament, which signs them.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key

    def seat(self, game: Game) -> str:
        """The end of the address of a table, which only its two players know."""
        return f"{game.round}.{game.table}.{self._mac(game)}"

    @staticmethod
    def read_seat(typed: str) -> Seat | None:
        """The table that an address names, whoever made it; None if it names none."""
        found = _SEAT.fullmatch(typed)
        return Seat(int(found[1]), int(found[2]), found[3]) if found else None

    def admits(self, seat: Seat, game: Game) -> bool:
        """Whether an address was made for this game: round, table and both players."""
        return (seat.round, seat.table) == (game.round, game.table) and same(
            seat.mac, self._mac(game)
        )

    def _mac(self, game: Game) -> str:
        # Colours may be exchanged after the slips are printed; players may not.
        said = "\0".join(["table", str(game.round), str(game.table), *sorted(game.players)])
        return _text(hmac.digest(self._key, said.encode("utf-8", "surrogateescape"), sha256))


def _digest(session: str) -> str:
    return sha256(session.encode("utf-8", "surrogatepass")).hexdigest() if session else ""


def _text(mac: bytes) -> str:
    return urlsafe_b64encode(mac[:_MAC_BYTES]).decode("ascii")
