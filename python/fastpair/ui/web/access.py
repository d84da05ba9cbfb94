"""Who may do what: the director by the token of this run, a table by its own address."""

from __future__ import annotations

import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass, replace
from enum import Enum
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING

from ..api.key import Attempts, same

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...go.tournament import Game
    from .beside import Beside, Kept


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
        Keeps the sessions, for all servers of the file and for their next runs.
    """

    def __init__(self, beside: Beside) -> None:
        self._beside, self._lock = beside, Lock()
        self._tokens: dict[Role, tuple[int, str]] = {}
        self.attempts = Attempts()
        self._links: set[str] = set()
        self._forms = hmac.digest(bytes.fromhex(beside.kept.key), b"forms", sha256)

    @property
    def tokens(self) -> Mapping[Role, str]:
        """What opens the page, for whom. They are others in every run, and after each log-out of a role."""
        revoked = self._beside.kept.revoked
        with self._lock:
            for role in Role:
                times = revoked.get(role.value, 0)
                if role not in self._tokens or self._tokens[role][0] != times:
                    self._tokens[role] = times, secrets.token_urlsafe(_TOKEN_BYTES)
                    self._links.clear()
            return {role: token for role, (_, token) in self._tokens.items()}

    @property
    def token(self) -> str:
        """Makes a browser the director's."""
        return self.tokens[Role.DIRECTOR]

    def link(self) -> str:
        """A token that opens one browser: other programs can read with what a browser is started."""
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        if self.tokens:  # which forgets links that were made before a log-out
            self._links.add(token)
        return token

    def role_by(self, token: str) -> Role | None:
        """What a token makes of a browser; None if it is not the right one."""
        known, links = self.tokens, tuple(self._links)
        roles = [role for role in Role if same(token, known[role])]
        if not roles and any(same(token, link) for link in links):
            roles = [Role.DIRECTOR]
        return roles[0] if roles else None

    def opened_by(self, token: str) -> str | None:
        """The session of a browser that has shown a token; None if it is not the right one."""
        role = self.role_by(token)
        if role is None:
            return None
        with self._lock:
            times, known = self._tokens[role]
            if token not in self._links and not same(token, known):
                return None  # another browser has opened the link in this moment
            self._links.discard(token)
        session = secrets.token_urlsafe(_TOKEN_BYTES)

        def begun(kept: Kept) -> Kept:
            if kept.revoked.get(role.value, 0) != times:
                return kept  # logged out in this moment, by another server
            sessions = {**kept.sessions, _digest(session): role.value}
            return replace(kept, sessions=dict([*sessions.items()][-_MOST_SESSIONS:]))

        self._beside.change(begun)
        return session if self.role_of(session) else None

    def role_of(self, session: str) -> Role | None:
        """What a session may do; None if it is none."""
        # Sessions are kept by their digests: who reads the file that keeps them learns none.
        name = self._beside.kept.sessions.get(_digest(session))
        return next((role for role in Role if role.value == name), None)

    def end(self, session: str) -> None:
        """End a session."""
        self._beside.change(
            lambda kept: _without(kept, lambda digest, _: digest == _digest(session))
        )

    def revoke(self, role: Role, session: str) -> None:
        """End all sessions of a role but this one; another token opens new ones."""
        stays = _digest(session)

        def revoked(kept: Kept) -> Kept:
            kept = _without(kept, lambda digest, name: name == role.value and digest != stays)
            times = kept.revoked.get(role.value, 0) + 1
            return replace(kept, revoked={**kept.revoked, role.value: times})

        self._beside.change(revoked)

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


def _without(kept: Kept, ends: Callable[[str, str], bool]) -> Kept:
    """What is kept without some of the sessions, by their digests and roles."""
    sessions = {digest: name for digest, name in kept.sessions.items() if not ends(digest, name)}
    return replace(kept, sessions=sessions)


def _digest(session: str) -> str:
    return sha256(session.encode("utf-8", "surrogatepass")).hexdigest() if session else ""


def _text(mac: bytes) -> str:
    return urlsafe_b64encode(mac[:_MAC_BYTES]).decode("ascii")
