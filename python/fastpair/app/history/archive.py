"""A tournament with its history as bytes: an archive of the files that it would be saved in."""

from __future__ import annotations

import re
import zlib
from io import BytesIO
from pathlib import Path
from struct import error as struct_error
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from ...errors import FormatError, RuleError
from ...files import LARGEST_FILE
from ...formats import FORMATS
from ...sentences import phrase
from .entries import Version, digest_of, is_same
from .records import HISTORY_SUFFIX, PLAN_SUFFIX
from .state import CongressState, document_in
from .timeline import OF_ANOTHER, Timeline, line_of, read_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["ARCHIVE_SUFFIX", "pack", "unpack"]

ARCHIVE_SUFFIX = ".zip"
"""Of the name of an archive."""

_SOURCE = "bytes"
"""What errors call an archive that is in no file."""

_VERSION = 1
"""Of the archive; raised when an older program would misread it."""

_COMMENT = "fastpair congress {version} sha256 {digest}"
_COMMENT_PATTERN = re.compile(rb"fastpair congress ([0-9]{1,4}) sha256 ([0-9a-f]{64})")

_LARGEST_HISTORY = 4 * LARGEST_FILE
"""Most bytes of a history; of another file they are `LARGEST_FILE`."""

_BESIDE = (HISTORY_SUFFIX, PLAN_SUFFIX)
"""Ends of the names of what is kept beside a tournament file."""

_FURTHER = ("results/", "prints/")
"""Folders of what was made of a tournament, which is not read again."""

_DAMAGE = (
    *(BadZipFile, EOFError, NotImplementedError, OSError, RuntimeError, ValueError),
    *(struct_error, zlib.error),
)
"""What the standard library says of an archive that is damaged."""


def pack(state: CongressState, further: Mapping[str, bytes] | None = None) -> bytes:
    """A ZIP archive of the tournament file, its history, and its plan of prizes.

    Its comment holds the digest of these. Unpacked into a folder, they are those of a saved tournament.

    Parameters
    ----------
    further
        Files in the folders ``results`` and ``prints``, by name.

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
        for member, each in {**files, **(further or {})}.items():
            archive.writestr(ZipInfo(member), each, ZIP_DEFLATED)
        comment = _COMMENT.format(version=_VERSION, digest=_digest_of(files))
        archive.comment = comment.encode()
    return stream.getvalue()


def unpack(content: bytes, source: str = "") -> CongressState:
    """The tournament in an archive.

    Parameters
    ----------
    source
        The name of its file, which may have been packed anew and has no digest then; empty for bytes of `pack`.

    Raises
    ------
    FormatError
        If it is none, is damaged, is of a newer version, or has anything else than one tournament.
    """
    files, is_whole = _files_in(content, source)
    name, tournament_file = next(iter(files.items()))
    document = document_in(name, tournament_file)
    lines = read_lines(files.get(name + HISTORY_SUFFIX, b""))
    try:
        plan = files.get(name + PLAN_SUFFIX, b"").decode()
    except UnicodeDecodeError as error:
        raise FormatError(name + PLAN_SUFFIX, None, "expected a text in UTF-8") from error
    timeline = Timeline.of(lines, Version.of(tournament_file), plan)
    if lines and not timeline.entries:
        message = phrase("holds no change that can be read; nothing was imported")
        raise FormatError(name + HISTORY_SUFFIX, None, message)
    if source and timeline.is_of_another(document.tournament, together=not is_whole):
        raise FormatError(name + HISTORY_SUFFIX, None, phrase(OF_ANOTHER))
    return CongressState.of(document, name, timeline)


def _name_of(state: CongressState) -> str:
    """The name of the file; one in memory ends as those of its format."""
    form, name = FORMATS[state.document.format], Path(state.file).name
    is_named = name.lower().endswith(form.suffixes)
    return name if is_named or isinstance(state.file, Path) else name + form.suffixes[0]


def _digest_of(files: Mapping[str, bytes]) -> str:
    """The digest of all names and contents, in their order."""
    listed = "".join(f"{name}\0{digest_of(each)}\n" for name, each in files.items())
    return digest_of(listed.encode())


def _files_in(content: bytes, source: str) -> tuple[dict[str, bytes], bool]:
    """The files of the tournament in an archive, the tournament file first; and whether a digest says that they are all.

    Raises
    ------
    FormatError
        If it is none of `pack`, or not as that has made it.
    """
    stated = None
    try:
        with ZipFile(BytesIO(content)) as archive:
            stated = _COMMENT_PATTERN.fullmatch(archive.comment)
            if stated is None and not source:
                raise BadZipFile("it has no digest")
            if stated is not None and int(stated[1]) > _VERSION:
                newer = phrase("is of a newer version of fastpair")
                raise FormatError(source or _SOURCE, None, newer)
            members = _members_of(archive.infolist(), source or _SOURCE)
            files = dict(_read(archive, members, source or _SOURCE))
    except _DAMAGE as error:
        if isinstance(error, FormatError):
            raise
        message = f"was not made by `Congress.to_bytes`, or is damaged: {error}"
        if source:
            message = phrase("is no archive of a tournament, or is damaged: {error}", error=error)
        raise FormatError(source or _SOURCE, None, message) from error
    if stated is not None and _digest_of(files) != stated[2].decode():
        message = phrase("is damaged: its digest is another one")
        raise FormatError(source or _SOURCE, None, message)
    return files, stated is not None


def _members_of(members: Sequence[ZipInfo], source: str) -> list[ZipInfo]:
    """The members that are read: the tournament file, and then what is kept beside it.

    Raises
    ------
    FormatError
        If there is not one tournament, or something else.
    """
    found = {m.filename: m for m in members if not m.filename.startswith(_FURTHER)}
    if len(found) != sum(not member.filename.startswith(_FURTHER) for member in members):
        raise BadZipFile("two of its files have one name")
    for name in found:
        if name in ("", "..") or re.search(r"[/\\:\x00-\x1f]", name):
            message = phrase(
                "the file {name} does not belong in an archive of a tournament; nothing was imported",
                name=ascii(name),
            )
            raise FormatError(source, None, message)
    file = _tournament_file([*found], source)
    names = [file, *(file + suffix for suffix in _BESIDE)]
    for name in found:
        # Archives of earlier versions have results files in no folder.
        if name not in names and not (_is_results(name) and name.startswith(f"{Path(file).stem}.")):
            message = phrase(
                "the file {name} does not belong in an archive of a tournament; nothing was imported",
                name=ascii(name),
            )
            raise FormatError(source, None, message)
    return [found[name] for name in names if name in found]


def _tournament_file(names: Sequence[str], source: str) -> str:
    """The name of the tournament file among others: the one with a history, if any has one."""
    whole = [name for name in names if not name.endswith(_BESIDE)]
    found = [name for name in whole if name + HISTORY_SUFFIX in names]
    found = found or [name for name in whole if not _is_results(name)] or whole
    if len(found) != 1:
        message = phrase(
            "holds {count} tournaments; import each file alone, as an archive has one with its history",
            count=len(found),
        )
        raise FormatError(source, None, message)
    return found[0]


def _is_results(name: str) -> bool:
    """Whether a name is that of a results file of a federation."""
    from ..entries.federations import RESULTS_FILES  # a draw does without countries

    return any(name.lower().endswith(FORMATS[form].suffixes) for form in RESULTS_FILES)


def _read(archive: ZipFile, members: Sequence[ZipInfo], source: str) -> Iterator[tuple[str, bytes]]:
    """The members with their contents, of which no more is unpacked than there may be."""
    for member in members:
        if member.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise BadZipFile("it is packed in another way than by deflation")
        room = _LARGEST_HISTORY if member.filename.endswith(HISTORY_SUFFIX) else LARGEST_FILE
        with archive.open(member) as file:
            content = file.read(room + 1)
        if len(content) > room:
            limit = room // 2**20
            message = phrase(
                "the file {name} has more than {limit} MiB; nothing was imported",
                name=member.filename,
                limit=limit,
            )
            raise FormatError(source, None, message)
        yield member.filename, content
