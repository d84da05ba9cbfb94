"""What a server keeps beside the tournament file: its key, so that printed codes outlive it."""

from __future__ import annotations

import errno
import json
import re
import secrets
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

from ...errors import FormatError
from ...formats.files import Replacement, json_of, reason
from .cache import file_state

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from os import PathLike


_KEY_BYTES = 32

_PATIENCE = 5.0
"""Seconds to wait for another server that keeps something."""

_NOT_ALLOWED = (errno.EACCES, errno.EPERM, errno.EROFS)
"""Why the system does not write, or read, for this user, whatever is tried."""

TIME = re.compile("(?:[01][0-9]|2[0-3]):[0-5][0-9]|")
"""A time of the day, or nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What is kept."""

    key: str
    """Secret, in hexadecimal digits. It signs the addresses on the slips."""

    phones: bool = False
    """Whether the players may enter their results."""

    sessions: Mapping[str, str] = field(default_factory=dict)
    """The roles of browsers, by the digests of their sessions."""

    next_round: str = ""
    """When the next round begins, such as ``14:30``; empty if nobody has said so."""

    revoked: Mapping[str, int] = field(default_factory=dict)
    """How often the browsers of a role were logged out, by the role; each time its token becomes another one."""


class Beside:
    """The file ``congress.xml.serve`` beside ``congress.xml``, readable to its owner alone.

    It is the truth for all servers of the tournament: each looks there again and again, and who changes
    something reads it, changes it and writes it while the others wait.

    Parameters
    ----------
    file
        The tournament file; None keeps everything in memory, for this run of the server alone. So does a
        file where nothing may be written.

    Raises
    ------
    FormatError
        If the file beside it was not made by fastpair, or the disk is full.
    """

    def __init__(self, file: str | PathLike[str] | None) -> None:
        self._lock, self._changing = Lock(), Lock()
        self._seen: tuple[int, ...] = ()
        self.path: Path | None = None
        """The file; None if it is all in memory."""
        if file is not None:
            target = Path(file).resolve()
            self.path = target.with_name(f"{target.name}.serve")
        self._kept = Kept(key=secrets.token_hex(_KEY_BYTES))
        try:
            held = self._read()
            if held is None:
                self.change(lambda kept: kept)
            else:
                self._kept = held
        except FormatError as error:
            if getattr(error.__cause__, "errno", None) not in _NOT_ALLOWED:
                raise
            self.path = None

    @property
    def kept(self) -> Kept:
        """What is kept now, whichever server of the file has kept it.

        Raises
        ------
        FormatError
            If it cannot be read.
        """
        with self._lock:
            if self.path is not None and (seen := file_state(self.path)) != self._seen:
                self._kept, self._seen = self._read() or self._kept, seen
            return self._kept

    def keep(self, **changed: Any) -> None:  # noqa: ANN401 - the fields
        """Keep something else, see `change`."""
        self.change(lambda kept: replace(kept, **changed))

    def change(self, made: Callable[[Kept], Kept]) -> None:
        """Keep what is made of what is kept now, which no other server changes meanwhile.

        Who only looks at what is kept does not wait for it, and who waits in this server waits no longer than
        for other servers.

        Raises
        ------
        FormatError
            If it cannot be written; what was kept before still is.
        """
        if self.path is None:
            with self._changing:
                self._kept = made(self._kept)
            return
        end = monotonic() + _PATIENCE
        if not self._changing.acquire(timeout=_PATIENCE):
            raise FormatError(self.path, None, "is being changed by others; nothing was changed")
        try:
            patience = max(end - monotonic(), 0)
            with Replacement(self.path, patience=patience, mode=0o600) as replacement:
                content = json.dumps(asdict(made(self._read() or self._kept))).encode("ascii")
                replacement.fill(content, expected=None, backup=False)
                replacement.commit()
        finally:
            self._changing.release()

    def _read(self) -> Kept | None:
        if self.path is None:
            return None
        try:
            held = json_of(self.path.read_bytes())
            kept = Kept(**held)
            if (
                len(bytes.fromhex(kept.key)) != _KEY_BYTES
                or not TIME.fullmatch(kept.next_round)
                or (type(kept.phones), type(kept.sessions), type(kept.revoked))
                != (bool, dict, dict)
            ):
                raise ValueError("another key, time or switch was expected")
        except FileNotFoundError:
            return None
        except OSError as error:
            raise FormatError(self.path, None, f"cannot be read: {reason(error)}") from error
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
            message = f"was not made by fastpair ({error}); move it away to begin anew"
            raise FormatError(self.path, None, message) from error
        with suppress(OSError):
            if self.path.stat().st_mode & 0o077:
                self.path.chmod(0o600)  # a copy may have lost it
        return kept
