"""Who stands where, after the last round whose results are all known or after another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...go.standings import last_complete_round, standings
from ...report.pages import standings_sheet
from .parts import Part, id_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...report.sheet import Sheet
    from .asking import Asked
    from .held import State

__all__ = ["STANDINGS", "classes_of", "standings_after"]


class _Line(NamedTuple):
    """A player in the list."""

    id: str
    cells: tuple[str, ...]
    classes: tuple[str, ...]
    """How each cell is shown."""


def standings_after(state: State, number: int) -> Sheet:
    """The standings after a round."""
    return standings_sheet(standings(state.ranked(number), number), str)


def classes_of(sheet: Sheet) -> tuple[str, ...]:
    """How the columns are shown; the homes are left out where there is little room."""
    return tuple(
        "right" if column.right else "" if column.name else "wide" for column in sheet.columns
    )


def _sheet(state: State, number: int) -> tuple[Sheet, tuple[str, ...]]:
    """The standings after a round, and the ids of their lines."""

    def made() -> tuple[Sheet, tuple[str, ...]]:
        after = min(number, last_complete_round(state.tournament))
        found = standings(state.ranked(after), after)
        return standings_sheet(found, str), tuple(id_of(row.key) for row in found.rows)

    return state.view(("standings sheet", number), made)


def _rows(state: State, number: int) -> Mapping[str, _Line]:
    sheet, ids = _sheet(state, number)
    classes = classes_of(sheet)
    return {line: _Line(line, row, classes) for line, row in zip(ids, sheet.rows, strict=True)}


def _head(asked: Asked) -> Mapping[str, Any]:
    sheet, _ = _sheet(asked.state, asked.number)
    after = min(asked.number, last_complete_round(asked.state.tournament))
    return {
        "sheet": sheet,
        "after": after,
        "unplayed": not asked.state.tournament.round(after + 1).games,
        "classes": classes_of(sheet),
    }


STANDINGS = Part(name="standings", title="Standings", rows=_rows, head=_head)
"""The standings."""
