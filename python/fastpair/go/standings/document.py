"""Standings as a document of JSON values: frozen in a file, and read back as they were."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import RuleError
from ..tournament import Criterion, Grade
from .table import Cell, CellKind, Row, Sign, Standings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .prizes import Award

__all__ = ["awards_to_document", "from_document", "to_document"]

_FORMAT, _VERSION = "fastpair.standings", 1


def to_document(standings: Standings) -> dict[str, Any]:
    """The standings as a document, by ``standings.schema.json``."""
    return {
        "format": _FORMAT,
        "version": _VERSION,
        "tournament": standings.tournament,
        "after": standings.after,
        "provisional": standings.provisional,
        "criteria": [criterion.value for criterion in standings.criteria],
        "rows": [_row(row) for row in standings.rows],
    }


def awards_to_document(standings: Standings, awards: Sequence[Award]) -> dict[str, Any]:
    """Who gets which prize, as a document by ``prizes.schema.json``."""
    return {
        "format": "fastpair.prizes",
        "version": _VERSION,
        "tournament": standings.tournament,
        "after": standings.after,
        "provisional": standings.provisional,
        "prizes": [
            {"name": award.prize.name, "winners": [_winner(row) for row in award.winners]}
            for award in awards
        ],
    }


def from_document(document: Mapping[str, Any]) -> Standings:
    """The standings of a document.

    Raises
    ------
    RuleError
        If it is not a document of standings, or one of a later version.
    """
    found = document.get("format"), document.get("version")
    if found != (_FORMAT, _VERSION):
        raise RuleError(
            f"expected {_FORMAT} of version {_VERSION}, found {found[0]!r}, {found[1]!r}"
        )
    try:
        return Standings(
            tournament=document["tournament"],
            after=document["after"],
            provisional=document.get("provisional", False),
            criteria=tuple(map(Criterion, document["criteria"])),
            rows=tuple(map(_row_of, document["rows"])),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise RuleError(f"expected standings as fastpair writes them: {error!r}") from error


def _winner(row: Row) -> dict[str, Any]:
    told = {name: value for name, value in _row(row).items() if name not in ("values", "rounds")}
    return told | {"wins": row.wins_x2 / 2}


def _row(row: Row) -> dict[str, Any]:
    return {
        "number": row.number,
        "place": row.place,
        "key": row.key,
        "name": row.name,
        "first_name": row.first_name,
        "grade": str(row.grade),
        "country": row.country,
        "club": row.club,
        "category": row.category,
        "values": list(row.values),
        "rounds": [_cell(cell) for cell in row.cells],
    }


def _row_of(row: Mapping[str, Any]) -> Row:
    return Row(
        **{name: row[name] for name in _PLAIN},
        grade=Grade.parse(row["grade"]),
        values=tuple(map(float, row["values"])),
        cells=tuple(map(_cell_of, row["rounds"])),
    )


_PLAIN = ("number", "place", "key", "name", "first_name", "country", "club", "category")


def _cell(cell: Cell) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": cell.kind.value, "points": cell.points_x2 / 2}
    if cell.outcome is None:
        return told
    return told | {
        "opponent": cell.opponent,
        "number": cell.number,
        "result": cell.outcome.value,
        "colour": "white" if cell.white else "black",
        "handicap": cell.handicap,
        "by_default": cell.by_default,
    }


def _cell_of(cell: Mapping[str, Any]) -> Cell:
    kind, points_x2 = CellKind(cell["kind"]), round(2 * cell["points"])
    if kind is not CellKind.GAME:
        return Cell(kind=kind, points_x2=points_x2)
    return Cell(
        kind=kind,
        points_x2=points_x2,
        opponent=cell["opponent"],
        number=cell["number"],
        outcome=Sign(cell["result"]),
        white=cell["colour"] == "white",
        handicap=cell["handicap"],
        by_default=cell["by_default"],
    )
