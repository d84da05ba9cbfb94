"""What a server keeps beside the tournament file: its key, so that printed codes outlive it."""

from __future__ import annotations

import json
import os
import re
import secrets
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from ...errors import FormatError
from ...formats.files import json_of
from ...formats.replacement import persist, reason

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

__all__ = ["TIME", "Beside", "Kept"]

_KEY_BYTES = 32

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


class Beside:
    """The file ``congress.xml.serve`` beside ``congress.xml``, readable to its owner alone.

    Parameters
    ----------
    file
        The tournament file.

    Raises
    ------
    FormatError
        If it cannot be read or made.
    """

    def __init__(self, file: str | PathLike[str]) -> None:
        target = Path(file).resolve()
        self.path = target.with_name(f"{target.name}.serve")
        """The file."""
        self._lock = Lock()
        self._seen: tuple[int, ...] = ()
        self._kept = self._read() or self._made()

    @property
    def kept(self) -> Kept:
        """What is kept now, whichever server of the file has kept it.

        Raises
        ------
        FormatError
            If it cannot be read.
        """
        with self._lock:
            try:
                about = self.path.stat()
            except OSError:
                return self._kept
            seen = (about.st_mtime_ns, about.st_ino)
            if seen != self._seen:
                self._kept, self._seen = self._read() or self._kept, seen
            return self._kept

    def keep(self, **changed: Any) -> None:  # noqa: ANN401 - the fields
        """Keep something else.

        Raises
        ------
        FormatError
            If it cannot be written; what was kept before still is.
        """
        with self._lock:
            fresh = replace(self._kept, **changed)
            self._write(fresh)
            self._kept = fresh

    def _made(self) -> Kept:
        fresh = Kept(key=secrets.token_hex(_KEY_BYTES))
        self._write(fresh)
        return fresh

    def _read(self) -> Kept | None:
        try:
            held = json_of(self.path.read_bytes())
            kept = Kept(**held)
            if (
                len(bytes.fromhex(kept.key)) != _KEY_BYTES
                or not TIME.fullmatch(kept.next_round)
                or (type(kept.phones), type(kept.sessions)) != (bool, dict)
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
            self.path.chmod(0o600)  # a copy may have lost it
        return kept

    def _write(self, kept: Kept) -> None:
        fresh = self.path.with_name(f".{self.path.name}")
        try:
            fresh.unlink(missing_ok=True)
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
            with open(os.open(fresh, flags, 0o600), "w", encoding="ascii") as file:  # noqa: PTH123
                json.dump(asdict(kept), file)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self.path)
            persist(self.path.parent)
        except OSError as error:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
            raise FormatError(self.path, None, f"cannot be written: {reason(error)}") from error
