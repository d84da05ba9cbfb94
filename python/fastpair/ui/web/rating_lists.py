"""The rating lists of federations that a server knows: they complete names, and refresh ratings."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any

from ...errors import FormatError, RuleError
from ...formats.files import replace_file
from ...formats.rating_lists import rating_list_of
from ...sentences import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from ...formats.rating_lists import Entry, RatingList


_SUFFIX = ".ratings"
_SHOWN = 8
"""Players who are offered for what is typed."""


class RatingLists:
    """The rating lists that lie in a folder, one of each federation, such as ``egf.ratings``.

    Parameters
    ----------
    folder
        Where the tournaments are.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        self._read: dict[str, tuple[tuple[int, int], RatingList]] = {}

    def take(self, content: bytes) -> RatingList:
        """Keep a list, in the place of an older one of the federation.

        Raises
        ------
        FormatError
            If it is none, or cannot be written.
        """
        found = rating_list_of("the list", content)
        replace_file(self._folder / f"{found.title.lower()}{_SUFFIX}", content)
        return found

    def all(self) -> Sequence[RatingList]:
        """The lists that are there; one that cannot be read is none."""
        with self._lock:
            return [*filter(None, map(self._list, sorted(self._folder.glob(f"*{_SUFFIX}"))))]

    def titled(self, title: str) -> RatingList:
        """The list of a federation.

        Raises
        ------
        RuleError
            If there is none.
        """
        for found in self.all():
            if found.title == title:
                return found
        raise RuleError(phrase("no rating list of {title!r} is here", title=title))

    def beginning(self, typed: str) -> list[Mapping[str, Any]]:
        """Who may be meant by the beginning of a name, with what the lists know of each."""
        found = [entry for each in self.all() for entry in each.beginning(typed, _SHOWN)]
        return [_fields(entry) for entry in found[:_SHOWN]]

    def _list(self, path: Path) -> RatingList | None:
        try:
            about = path.stat()
            mark = about.st_mtime_ns, about.st_size
            if path.name not in self._read or self._read[path.name][0] != mark:
                self._read[path.name] = mark, rating_list_of(path, path.read_bytes())
            return self._read[path.name][1]
        except (OSError, FormatError):
            return None


def _fields(entry: Entry) -> Mapping[str, Any]:
    """What fills the fields of a form, by their names."""
    return {
        "name": entry.name,
        "first_name": entry.first_name,
        "grade": str(entry.grade or ""),
        "rating": "" if entry.rating is None else str(entry.rating),
        "country": entry.country,
        "club": entry.club,
        "egf_pin": entry.egf_pin,
    }
