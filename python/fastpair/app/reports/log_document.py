"""The history of a file as JSON, by ``log.schema.json``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import __version__

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..history.history_line import Entry
    from ..history.timeline import Lost, Timeline


_FIELDS = (
    *("number", "time", "program", "act", "door", "values", "said"),
    *("changes", "draw", "reverts", "before", "after"),
)


def log_document(
    timeline: Timeline,
    gone: tuple[Lost, ...],
    words: Callable[[Entry], tuple[str, ...]],
    *,
    only_lost: bool = False,
) -> dict[str, Any]:
    """All changes as a JSON document.

    Parameters
    ----------
    timeline
        The changes, and what has become of them.
    gone
        What the file no longer holds of them.
    words
        The arguments of the command that does what an entry has done.
    only_lost
        Whether changes that are in the file are left out.
    """
    lost = {item.entry.number: item.changes for item in gone}
    reverted = timeline.reverted()
    others = timeline.after_others - timeline.after_unread
    return {
        "format": "fastpair.log",
        "version": 1,
        "program": f"fastpair {__version__}",
        "saved_by_another": timeline.saved_by_another and not timeline.ends_unread,
        "unread": [{"line": line.line, "why": line.why} for line in timeline.unread],
        "changes": [
            {
                **{name: getattr(entry, name) for name in _FIELDS},
                "typed": words(entry),
                "undone": entry.number in reverted,
                "cut_short": entry.number in timeline.cut_short,
                "after_another_program": entry.number in others,
                "lost": [list(pair) for pair in lost.get(entry.number, ())],
            }
            for entry in timeline.entries
            if entry.number in lost or not only_lost
        ],
    }
