"""Show what each format holds: ``python docs/formats_table.py``, for docs/reference/formats.md."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from fastpair.formats.limits import FILES, LONGEST, MOST, ONE_BYE, TABLE, UNGRADED, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastpair.formats.limits import Held

_TITLES = {
    "TimeLimit": "Time limit",
    "HandicapRules": "Handicap",
    "PairingRules": "Weights",
    "FideRules": "FIDE's systems",
    "TeamPlay": "Teams",
}
_WORDS = {
    "place": "location",
    "begins": "start date",
    "ends": "end date",
    "final": "registration status",
    "no_shows": "no-shows",
    "numbered_as": "pairing number",
    "lot": "number drawn by lot",
}
"""What fields are called whose names are other words than those of the page."""


def _word(name: str) -> str:
    name = name.removesuffix("_x2")
    return _WORDS.get(name, name.replace("_", " "))


def _cell(row: Held, form: str) -> str:
    return "yes" if form in row.whole.split() else "in part" if form in row.part.split() else ""


def _lines() -> Iterator[str]:
    yield f"| | {' | '.join(f'`{form}`' for form in FILES)} |"
    yield f"|{'---|' * (len(FILES) + 1)}"
    for kind in TABLE:
        rows = dict.fromkeys(rows_of(kind).values())
        title = _TITLES.get(kind.__name__, kind.__name__)
        for cells, alike in groupby(rows, key=lambda row: [_cell(row, form) for form in FILES]):
            words = ", ".join(_word(name) for row in alike for name in row.fields.split())
            yield f"| {title}: {words} | {' | '.join(cells)} |"


def _limits(form: str) -> Iterator[str]:
    """What a format holds no more of, in words."""
    yield from (f"{each.most} {each.noun}" for each in MOST.get(form, ()))
    if form in ONE_BYE:
        yield "one bye in a round"
    for name, most in LONGEST.get(form, {}).items():
        yield f"{most} letters of the {_word(name)}"


def table() -> str:
    """The table, a row for the fields of a class that the same formats hold, and limits in numbers."""
    limits = {form: ", ".join(_limits(form)) for form in FILES}
    lines = [f"- `{form}`: at most {words}." for form, words in limits.items() if words]
    ungraded = " and ".join(f"`{form}`" for form in UNGRADED)
    lines.append(f"- Only {ungraded} have players without a grade.")
    return "\n".join([*_lines(), "", *lines])


if __name__ == "__main__":
    print(table())
