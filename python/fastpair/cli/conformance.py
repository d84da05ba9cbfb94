"""``fastpair conformance``: compare with what another program computed."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..conformance import Row

__all__ = ["conformance"]

_DIFFERENT = 1
"""Exit status if something differs."""


def conformance(
    folder: Annotated[Path, typer.Argument(help="Tournaments with what OpenGotha made of them.")],
) -> int:
    """Count where players, standings, groups, weights and draws differ from OpenGotha's.

    There is a table for each of these subjects, with a line for each round, and in it the
    mismatches of each component. The exit status is 1 if there is any.
    """
    from ..conformance import compare
    from .screen import progress, write

    by_subject: dict[str, list[Row]] = {}
    with progress() as show:
        for row in compare(folder):
            show(f"{row.tournament} {row.variant}, round {row.round_number}: {row.subject}")
            by_subject.setdefault(row.subject, []).append(row)
    for subject, rows in by_subject.items():
        write(f"{subject}: mismatches")
        _show(rows)
        write()
    for subject, rows in by_subject.items():
        write(f"{subject}: {_sum(rows)}")
    return _DIFFERENT if any(row.mismatches for rows in by_subject.values() for row in rows) else 0


def _show(rows: Sequence[Row]) -> None:
    """Write a table of one subject: a line for each round, a column for each component."""
    from .screen import Column, show_table

    components = list(dict.fromkeys(row.component for row in rows))
    lines: dict[tuple[str, str, int], dict[str, Row]] = {}
    for row in rows:
        where = row.tournament, row.variant, row.round_number
        lines.setdefault(where, {})[row.component] = row
    heads = ("round", "values", *components)
    show_table(
        [Column("tournament"), Column("variant"), *(Column(head, right=True) for head in heads)],
        [
            (
                tournament,
                variant,
                str(number or ""),
                str(sum(row.values for row in line.values())),
                *(str(line[name].mismatches) if name in line else "" for name in components),
            )
            for (tournament, variant, number), line in lines.items()
        ],
    )


def _sum(rows: Sequence[Row]) -> str:
    values = sum(row.values for row in rows)
    return f"{values} values compared, {sum(row.mismatches for row in rows)} mismatches"
