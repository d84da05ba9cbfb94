"""A line of a history: one change of a tournament file, as JSON.

What stands there may have been damaged, or be no line of fastpair's at all. So every type in it is
checked when it is read, and what it brings back is compared with its digest.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping  # noqa: TC003 - msgspec reads the types of the fields
from dataclasses import dataclass, field
from datetime import MAXYEAR, UTC, datetime
from hashlib import sha256
from typing import Annotated, Any, Literal, Self
from zlib import compress, decompressobj
from zlib import error as zlib_error

from ... import __version__
from ...errors import MissingExtraError, RuleError
from ...formats.files import LARGEST_FILE, json_of
from .facts import Change  # noqa: TC001 - msgspec reads the types of the fields

try:
    from msgspec import Meta, convert
except ImportError as error:
    raise MissingExtraError("json", "the history of a tournament") from error


_VERSION = 1
"""Of the lines; raised when an older program would misread them."""

START = b'{"history": '
"""What each line starts with."""

_CHECK = b', "check": "%s"}'
"""The end of a line: the digest of what it would be without this. Lines of former versions lack it."""

_NESTED = ("changes", "draw", "values", "message")
"""Members that may hold lists and objects within each other."""

_DEEPEST = 20
"""Lists and objects within each other; those of a change have a handful."""

_Count = Annotated[int, Meta(ge=0, lt=1 << 53)]
_Number = Annotated[int, Meta(ge=1, lt=1 << 53)]


def digest_of(content: bytes) -> str:
    """The SHA-256 digest of a file's content."""
    return sha256(content).hexdigest()


@dataclass(frozen=True, slots=True)
class Delta:
    """What one content has otherwise than another one: they differ in the middle."""

    start: _Count
    """Bytes at the start that both share."""

    end: _Count
    """Bytes at the end that both share."""

    packed: bytes
    """What stands between these, compressed. It is unpacked only when it is wanted."""

    @classmethod
    def between(cls, content: bytes, wanted: bytes) -> Self:
        """The delta by which ``wanted`` is made of ``content``."""
        start = _common(content, wanted)
        end = _common(content[start:][::-1], wanted[start:][::-1])
        return cls(start, end, compress(wanted[start : len(wanted) - end]))

    @property
    def middle(self) -> bytes:
        """What stands between what both share.

        Raises
        ------
        ValueError
            If it is damaged, or more than a tournament file can hold.
        """
        unpacking = decompressobj()
        try:
            middle = unpacking.decompress(self.packed, LARGEST_FILE)
        except zlib_error as error:
            raise ValueError("what it brings back cannot be unpacked") from error
        if not unpacking.eof:
            raise ValueError("what it brings back is cut short, or larger than any tournament file")
        return middle

    def applied_to(self, content: bytes) -> bytes:
        """The content that is wanted.

        Raises
        ------
        ValueError
            If the middle cannot be unpacked.
        """
        return content[: self.start] + self.middle + content[len(content) - self.end :]


def _common(a: bytes, b: bytes) -> int:
    """How many first bytes two contents share, by bisection."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One change of a tournament file."""

    number: _Count
    """From 1."""

    time: str
    """When it was made, in UTC, by ISO 8601."""

    program: str = f"fastpair {__version__}"

    act: str
    """The command, such as ``result``."""

    door: str = ""
    """By which door it came: ``command``, the page with the browser, or a phone with its table. Empty
    if a former version has written the line, which did not say."""

    values: Mapping[str, Any] = field(default_factory=dict)
    """The values of the action, by name, from which it can be repeated; see `actions.Action`."""

    typed: tuple[str, ...] = ()
    """The arguments of the command, where the action has no values."""

    said: str
    """What was done, in a sentence."""

    message: tuple[Any, ...] = ()
    """The same sentence in parts, from which it is translated; see `sentences.message_parts`."""

    changes: tuple[Change, ...]

    draw: Mapping[str, Any] = field(default_factory=dict)
    """How a draw was made: its round, model, changed parameters, rules, seed and proof. Of ``publish``
    what was published, see `Publication.held`; of ``condition`` what was said of two players,
    and of ``tables`` what was said of these, see `Tables.held`; of a change of the plan of prizes this, see
    `PlanChange.held`."""

    reverts: _Count | None = None
    """Of ``undo`` and ``redo``: the number of the change that is taken back or made again."""

    before: str
    """Digest of the file that was changed; empty if there was none."""

    after: str
    """Digest of the file with the change."""

    back: Delta
    """What brings the former content back."""

    @property
    def is_draw(self) -> bool:
        """Whether it has drawn a round, also to replace somebody who did not come."""
        return self.act == "draw" or "system" in self.draw

    @property
    def can_go_alone(self) -> bool:
        """Whether it can be undone without the later ones: a draw and a publication cannot."""
        planned = "plan" in self.draw
        return bool(self.before and (planned or (self.changes and not self.draw)))

    @classmethod
    def now(cls, **facts: Any) -> Self:  # noqa: ANN401 - the fields
        """An entry of this moment."""
        return cls(time=datetime.now(UTC).isoformat(timespec="seconds"), **facts)

    def line(self) -> bytes:
        """The entry as a line of the history."""
        back = [self.back.start, self.back.end, b64encode(self.back.packed).decode()]
        held = {name: getattr(self, name) for name in self.__slots__}
        text = json.dumps({"history": _VERSION, **held, "back": back}, ensure_ascii=False)
        # A name of a file that is no text comes as lone surrogates, which JSON escapes.
        content = text.encode("utf-8", "backslashreplace")
        return content[:-1] + _CHECK % digest_of(content).encode() + b"\n"

    @classmethod
    def of(cls, line: bytes) -> Self:
        """The entry in a line. Members that are not known are passed over.

        Raises
        ------
        ValueError
            If it is none.
        """
        held = json_of(line)
        if not isinstance(held, dict) or type(held.get("history")) is not int:
            raise ValueError("it is no change by fastpair")
        if held["history"] != _VERSION:
            raise ValueError("it is of a newer fastpair")
        if "check" in held and not line.rstrip().endswith(_CHECK % _checked(line)):
            raise ValueError("it was altered since it was written")
        if not _is_shallow([held.get(name) for name in _NESTED], _DEEPEST):
            raise ValueError("it is nested too deeply")
        start, end, packed = convert(held.get("back"), tuple[_Count, _Count, str])
        back = Delta(start, end, b64decode(packed, validate=True))
        entry = convert({**held, "back": back}, cls)
        # The first and the last year cannot be told in the time of every place.
        if not 1 < datetime.fromisoformat(entry.time).year < MAXYEAR:
            raise ValueError("its time is no time that a change can be made at")
        if "plan" in entry.draw:
            convert(entry.draw["plan"], tuple[str, str])
        if entry.act in _DETAILS:
            convert(entry.draw, _DETAILS[entry.act])
        return entry

    def former(self, content: bytes) -> bytes:
        """What the file held before the change.

        Parameters
        ----------
        content
            What it holds after it.

        Raises
        ------
        RuleError
            If what brings it back is damaged: it leads to another content than there was.
        """
        try:
            found = self.back.applied_to(content)
            if digest_of(found) != self.before:
                raise ValueError("what it brings back is not what the file held")
        except ValueError as error:
            raise RuleError(
                f"change {self.number} cannot be taken back, since its line in the history is "
                f"damaged: {error}; nothing was written"
            ) from error
        return found


def _checked(line: bytes) -> bytes:
    """The digest of a line without its own."""
    start, _, _ = line.rpartition(_CHECK.partition(b"%")[0])
    return digest_of(start + b"}").encode()


@dataclass(frozen=True, slots=True)
class Unread:
    """A line of a history that cannot be read."""

    line: int
    """Its number, from 1."""

    why: str

    def __str__(self) -> str:
        return f"line {self.line} of the history cannot be read ({self.why})"


_Conditions = tuple[tuple[Literal["force", "forbid", "prefer", "keep"], str, str, bool, str], ...]
"""Kind, both players, whether it holds from now on, and why; see `history.conditions`."""


@dataclass(frozen=True, slots=True)
class _Stated:
    """What is asked of the details of a condition."""

    round: _Number
    conditions: _Conditions
    rounds: tuple[_Number, ...] = ()
    """All of them, if they were stated for more than the first one."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    """What is asked of the details of a draw."""

    round: _Number
    seed: _Count = 0
    system: str = ""
    model: str | None = None
    model_named: str | None = None
    model_digest: str | None = None
    model_changes: Mapping[str, Any] = field(default_factory=dict)
    rules: Mapping[str, Any] = field(default_factory=dict)
    resting: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    conditions: _Conditions = ()


@dataclass(frozen=True, slots=True)
class _Published:
    """What is asked of the details of a publication."""

    round: _Number
    state: Literal["draft", "published", "frozen"]
    boards: tuple[tuple[int, str, str, int], ...]
    byes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Tables:
    """What is asked of what is said of the tables."""

    rooms: tuple[tuple[str, _Number, _Number], ...]
    closed: Annotated[
        str, Meta(pattern=r"^([1-9]\d{0,4}(-[1-9]\d{0,4})?(,[1-9]\d{0,4}(-[1-9]\d{0,4})?)*)?$")
    ]
    fixed: tuple[tuple[str, _Number], ...]


_DETAILS: Mapping[str, type] = {
    "draw": _Drawn,
    "publish": _Published,
    "condition": _Stated,
    "tables": _Tables,
}
"""How `Entry.draw` is made, by the command."""


def _is_shallow(value: object, deepest: int) -> bool:
    """Whether there are no more lists and objects within each other."""
    if isinstance(value, dict):
        value = [*value.values()]
    if not isinstance(value, list):
        return True
    return deepest > 0 and all(_is_shallow(item, deepest - 1) for item in value)
