"""The copy of a tournament for the web: what of it everybody may know, and the folder that it is written into."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING

from ...errors import FormatError, RuleError
from ...files import beside, exists, json_of, reason
from ...parameters import quoted
from ...report.languages import language
from ...report.website import Website, website_files
from ...sentences import phrase
from .published import public_names, public_view

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from ...report.pages import Translate
    from ...report.public import Privacy, PublicView
    from ..history.state import CongressState

__all__ = [
    "WrittenWebsite",
    "check_languages",
    "folder_beside",
    "public_website",
    "write_website",
]

_NAME = re.compile(r"(?:[a-z]+/)?[a-z0-9-]+\.[a-z]+", re.ASCII)
"""A file of such a copy, by its path in the folder."""

_LIST = "fastpair-website.json"
"""The file in the folder that lists those that were written, so that others are left alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenWebsite:
    """What has come of writing a folder."""

    folder: Path
    files: int
    """How many files belong to it."""

    changed: tuple[str, ...]
    """The paths of those that were written or removed; empty if all were as they are."""

    rounds: tuple[int, ...]
    """The rounds that are in it."""


def folder_beside(file: Path) -> Path:
    """The folder beside a tournament file into which a server writes its copy for the web."""
    return beside(file, ".web")


def public_website(
    state: CongressState, privacy: Privacy | None = None, next_start: str = ""
) -> Website:
    """What everybody may know of a tournament, for its pages.

    Parameters
    ----------
    privacy
        Whose names are not written; by default everybody's are.
    next_start
        When the next round begins, such as ``14:30``; empty if nobody has said so.
    """
    view = public_view(state, public_names(state, privacy))

    def view_in(_: Translate) -> PublicView:
        if not view.names.hidden:
            return view
        # Places are the same in all languages, and computed once.
        return replace(
            public_view(state, public_names(state, privacy, _)), rank=view.rank, award=view.award
        )

    entries, event = state.timeline.entries, view.tournament.event
    times = _times_of_results(state)
    start = _time(entries[0].time) if entries else None
    # What nobody knows the time of keeps one, so that phones are not told of it again.
    first = start or datetime.combine(event.begins or date(2000, 1, 1), time(), UTC)
    when = {number: _time(each.time) or first for number, each in view.rounds.items()}
    return Website(
        view_in=view_in,
        published=when,
        complete={
            number: times.get(number, first)
            for number in view.in_order
            if number <= view.after
            and not any(game.lacks_result for game in view.rounds[number].boards)
        },
        identity=" ".join((entries[0].time, str(entries[0].number)))
        if entries
        else view.tournament.name,
        changed=max([first, *when.values(), *times.values()]),
        next_round=_next_round(state, view, next_start),
    )


def write_website(folder: Path, site: Website, codes: Sequence[str] = ()) -> WrittenWebsite:
    """Write the pages into a folder, which is made if it is not there.

    Each file is replaced at one stroke, the first page after all others; a file that would be the same is left alone, and
    what was written before for the players of that time is removed. Other files of the folder stay.

    Parameters
    ----------
    codes
        The languages, by default all; the first one is that of the first page.

    Raises
    ------
    FormatError
        If the folder cannot be written, or has a file of one of the names that is not of such a copy.
    MissingExtraError
        If jinja2 is not installed.
    """
    files = website_files(site, check_languages(codes))
    before = _listed(folder)
    foreign = [n for n in files if n not in before and exists(folder / n)]
    if foreign:
        text = phrase("was not written by fastpair; move it away or choose another folder")
        raise FormatError(folder / foreign[0], None, text)
    try:
        folder.mkdir(exist_ok=True)
        for name in before:
            _fresh(folder / name).unlink(missing_ok=True)
        _write(folder / _LIST, json.dumps(sorted({*before, *files})).encode())
        changed = [name for name, content in files.items() if _write(folder / name, content)]
        gone = [name for name in before if name not in files and _remove(folder / name)]
        _write(folder / _LIST, json.dumps(sorted(files), indent=0).encode())
    except (OSError, ValueError) as error:
        raise FormatError(folder, None, f"cannot be written: {reason(error)}") from error
    return WrittenWebsite(
        folder=folder,
        files=len(files),
        changed=(*changed, *gone),
        rounds=tuple(site.published),
    )


def check_languages(codes: Sequence[str]) -> tuple[str, ...]:
    """Languages by their codes, each once.

    Raises
    ------
    RuleError
        If there is no such language.
    """
    for code in codes:
        if not isinstance(code, str):
            raise RuleError(f"expected the code of a language, got {quoted(code)}")
    return tuple(dict.fromkeys(language(code).code for code in codes))


def _write(path: Path, content: bytes) -> bool:
    """Replace a file at one stroke; whether it was another one before."""
    with suppress(FileNotFoundError):
        if path.read_bytes() == content:
            return False
    path.parent.mkdir(exist_ok=True)
    fresh = _fresh(path)
    try:
        fresh.write_bytes(content)
        fresh.replace(path)
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise
    return True


def _fresh(path: Path) -> Path:
    """Where the new content of a file is until it replaces the file; whoever is killed meanwhile leaves it there."""
    return path.with_name(f".{path.name}.new")


def _remove(path: Path) -> bool:
    """Remove a file, and its folder if nothing else is in it; whether it was there."""
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    with suppress(OSError):
        path.parent.rmdir()
    return True


def _listed(folder: Path) -> tuple[str, ...]:
    """The files of a folder that were written before; a name that leads elsewhere, on any system, is none of them."""
    try:
        names = json_of(folder.joinpath(_LIST).read_bytes())
    except (OSError, ValueError):
        return ()
    names = names if type(names) is list else []
    return tuple(name for name in names if type(name) is str and _NAME.fullmatch(name))


def _time(text: str) -> datetime | None:
    """A time of the history; None if it is not known."""
    return datetime.fromisoformat(text) if text else None


def _times_of_results(state: CongressState) -> Mapping[int, datetime]:
    """When the last result of each round came."""
    return {
        int(place[0]): datetime.fromisoformat(entry.time)
        for entry in state.timeline.entries
        for (kind, *place), _, after in entry.changes
        if kind == "game" and after is not None
    }


def _next_round(state: CongressState, view: PublicView, start: str) -> tuple[int, datetime] | None:
    """The round that starts next, and when: on its day, or else within a day of the last change."""
    last, entries = view.current, state.timeline.entries
    number = last + 1 if not last or view.tournament.round(last).has_results else last
    if not start or not entries or number > view.tournament.rules.rounds:
        return None
    now = entries[-1].local_time
    hour, minute = map(int, start.split(":"))
    begins = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
    if day := view.tournament.event.day_of(number):
        begins = datetime.combine(day, begins.time()).astimezone()
    elif begins < now:
        begins += timedelta(days=1)
    return number, begins
