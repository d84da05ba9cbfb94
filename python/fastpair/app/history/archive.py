"""A tournament with its history as bytes: an archive of the files that it would be saved in."""

from __future__ import annotations

import re
import zlib
from io import BytesIO
from pathlib import Path
from struct import error as struct_error
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from ...errors import FormatError, RuleError
from ...files import LARGEST_FILE
from ...formats import FORMATS
from .entries import Version, digest_of, is_same
from .records import HISTORY_SUFFIX, PLAN_SUFFIX
from .state import CongressState, document_in
from .timeline import Timeline, line_of, read_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["pack", "unpack"]

_SOURCE = "bytes"
"""What errors call an archive."""

_VERSION = 1
"""Of the archive; raised when an older program would misread it."""

_COMMENT = "fastpair congress {version} sha256 {digest}"
_COMMENT_PATTERN = re.compile(rb"fastpair congress ([0-9]{1,4}) sha256 ([0-9a-f]{64})")

_LARGEST = 16 * LARGEST_FILE
"""Most bytes of all files together."""

_DAMAGE = (BadZipFile, EOFError, NotImplementedError, OSError, RuntimeError, ValueError)
"""What the standard library says of an archive that is damaged."""


def pack(state: CongressState) -> bytes:
    """A ZIP archive of the tournament file, its history, and its plan of prizes.

    Its comment holds the digest of all. Unpacked into a folder, the files are those of a saved tournament.

    Raises
    ------
    RuleError
        If the format cannot hold the tournament, or its file was read in a way that it does not state itself.
    """
    content, timeline = state.document.content, state.timeline
    name = _name_of(state)
    if not timeline.lines:
        again = document_in(name, content).tournament
        if not is_same(again, state.document.tournament):
            raise RuleError(
                "was read in a stated encoding or order of names: save it as a .json first"
            )
    files = {name: content}
    if timeline.lines:
        files[name + HISTORY_SUFFIX] = b"".join(map(line_of, timeline.lines))
    if timeline.plan:
        files[name + PLAN_SUFFIX] = timeline.plan.encode()
    stream = BytesIO()
    with ZipFile(stream, "w") as archive:
        for member, each in files.items():
            archive.writestr(ZipInfo(member), each, ZIP_DEFLATED)
        comment = _COMMENT.format(version=_VERSION, digest=_digest_of(files))
        archive.comment = comment.encode()
    return stream.getvalue()


def unpack(content: bytes) -> CongressState:
    """The tournament in an archive.

    Raises
    ------
    FormatError
        If it is none, is damaged, or is of a newer version.
    """
    files = _files_in(content)
    name, tournament_file = next(iter(files.items()))
    document = document_in(name, tournament_file)
    lines = read_lines(files.get(name + HISTORY_SUFFIX, b""))
    plan = files.get(name + PLAN_SUFFIX, b"").decode()
    return CongressState.of(document, name, Timeline.of(lines, Version.of(tournament_file), plan))


def _name_of(state: CongressState) -> str:
    """The name of the file; one in memory ends as those of its format."""
    form, name = FORMATS[state.document.format], Path(state.file).name
    is_named = name.lower().endswith(form.suffixes)
    return name if is_named or isinstance(state.file, Path) else name + form.suffixes[0]


def _digest_of(files: Mapping[str, bytes]) -> str:
    """The digest of all names and contents, in their order."""
    listed = "".join(f"{name}\0{digest_of(each)}\n" for name, each in files.items())
    return digest_of(listed.encode())


def _files_in(content: bytes) -> dict[str, bytes]:
    """The files in an archive, the tournament file first.

    Raises
    ------
    FormatError
        If it is none of `pack`, or not as that has made it.
    """
    try:
        with ZipFile(BytesIO(content)) as archive:
            stated = _COMMENT_PATTERN.fullmatch(archive.comment)
            if stated is None:
                raise BadZipFile("it has no digest")
            if int(stated[1]) > _VERSION:
                message = "is of a newer version of fastpair"
                raise FormatError(_SOURCE, None, message)
            members = archive.infolist()
            if sum(each.file_size for each in members) > _LARGEST:
                raise BadZipFile("it is too large")
            files = {each.filename: archive.read(each) for each in members}
    except (*_DAMAGE, struct_error, zlib.error) as error:
        if isinstance(error, FormatError):
            raise
        message = f"was not made by `Congress.to_bytes`, or is damaged: {error}"
        raise FormatError(_SOURCE, None, message) from error
    if not files or _digest_of(files) != stated[2].decode():
        message = "is damaged: its digest is another one"
        raise FormatError(_SOURCE, None, message)
    return files
