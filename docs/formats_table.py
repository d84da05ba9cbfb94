"""Show what each format holds: ``python docs/formats_table.py``, for docs/reference/formats.md."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from fastpair.formats.limits import FILES, TABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastpair.formats.limits import Row

_TITLES = {
    "TimeLimit": "Time limit",
    "HandicapRules": "Handicap",
    "PairingRules": "Weights",
    "TeamPlay": "Teams",
}


def _cell(row: Row, form: str) -> str:
    return "yes" if form in row.whole.split() else "in part" if form in row.part.split() else ""


def _lines() -> Iterator[str]:
    yield f"| | {' | '.join(f'`{form}`' for form in FILES)} |"
    yield f"|{'---|' * (len(FILES) + 1)}"
    for kind, rows in TABLE.items():
        title = _TITLES.get(kind.__name__, kind.__name__)
        for cells, alike in groupby(rows, key=lambda row: [_cell(row, form) for form in FILES]):
            names = (name for row in alike for name in row.fields.split())
            words = ", ".join(name.removesuffix("_x2").replace("_", " ") for name in names)
            yield f"| {title}: {words} | {' | '.join(cells)} |"


def table() -> str:
    """The table, a row for the fields of a class that the same formats hold."""
    return "\n".join(_lines())


if __name__ == "__main__":
    print(table())
