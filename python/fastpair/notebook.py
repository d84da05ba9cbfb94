"""Values as tables in notebooks: what their ``_repr_html_`` shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .sentences import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_MOST = 100
"""Lines that a table shows."""


def html_table(
    title: str, columns: Sequence[str], rows: Sequence[Sequence[object]], notes: Iterable[str] = ()
) -> str:
    """A table with its title, and notes below it; a long one ends with the number of lines left out.

    >>> html_table("Round 1", ["Table", "White"], [(1, "A & B")])
    '<table><caption>Round 1</caption><thead><tr><th>Table</th><th>White</th></tr></thead><tbody><tr><td>1</td><td>A &amp; B</td></tr></tbody></table>'
    """
    below = [*notes]
    if len(rows) > _MOST:
        below.insert(0, phrase("… and {count} more", count=len(rows) - _MOST))
    head, body = _row(columns, "th"), "".join(_row(row, "td") for row in rows[:_MOST])
    table = f"<caption>{_safe(title)}</caption><thead>{head}</thead><tbody>{body}</tbody>"
    return "".join((f"<table>{table}</table>", *(f"<p>{_safe(note)}</p>" for note in below)))


def _safe(value: object) -> str:
    from html import escape  # which only notebooks need

    return escape(str(value))


def _row(cells: Iterable[object], tag: str) -> str:
    return f"<tr>{''.join(f'<{tag}>{_safe(cell)}</{tag}>' for cell in cells)}</tr>"
