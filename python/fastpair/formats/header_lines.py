"""Lines of a header with a field each, of which only those change whose values have changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

__all__ = ["updated"]


def updated(
    lines: Iterable[str],
    field_of: Callable[[str], str | None],
    old: Mapping[str, str],
    new: Mapping[str, str],
    text_of: Callable[[str, str], str],
) -> list[str]:
    """The lines of a header with other values; lines without a known field stay as they are.

    Parameters
    ----------
    lines
        The header as it was read.
    field_of
        The field of a line, if it has one.
    old, new
        The values as the writer would have written them for what was read, and for what is to be
        written. A field that is the same in both is not touched, whatever its line says.
    text_of
        The line of a field with its value.
    """
    changed = {field for field in {*old, *new} if old.get(field) != new.get(field)}
    waiting = {field: value for field, value in new.items() if field in changed}
    kept = []
    for line in lines:
        field = field_of(line)
        if field is None or field not in changed:
            kept.append(line)
        elif field in waiting:
            kept.append(text_of(field, waiting.pop(field)))
    return [*(text_of(field, value) for field, value in waiting.items()), *kept]
