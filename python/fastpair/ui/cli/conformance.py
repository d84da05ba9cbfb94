"""``fastpair conformance``: compare with what another program computed."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ...research.conformance import Row


_DIFFERENT = 1
"""Exit status if something differs."""


def conformance(
    folder: Annotated[Path, typer.Argument(help="Tournaments with what OpenGotha made of them.")],
    by_tournament: Annotated[
        bool,
        typer.Option("--by-tournament", help="Add up the rounds: a line for each tournament."),
    ] = False,
) -> int:
    """Count where players, standings, groups, weights and draws differ from OpenGotha's.

    There is a table for each of these subjects, with a line for each round, and in it the
    mismatches of each component. Below it stand how many values of each component were compared,
    and the mismatches of all. The exit status is 1 if there is any.
    """
    from ...research.conformance import compare
    from .screen import progress, write

    by_subject: dict[str, list[Row]] = {}
    with progress() as show:
        for row in compare(folder):
            show(f"{row.tournament} {row.variant}, round {row.round_number}: {row.subject}")
            by_subject.setdefault(row.subject, []).append(row)
    for subject, rows in by_subject.items():
        write(f"{subject}: mismatches")
        _show(rows, by_tournament=by_tournament)
        write()
    for subject, rows in by_subject.items():
        write(f"{subject}: {_sum(rows)}")
    return _DIFFERENT if any(row.mismatches for rows in by_subject.values() for row in rows) else 0


def _show(rows: Sequence[Row], *, by_tournament: bool) -> None:
    """Write a table of one subject: a line for each round or tournament, a column for a component."""
    from ...report.sheet import Column
    from .screen import show_table

    components = list(dict.fromkeys(row.component for row in rows))
    lines: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        where = (row.tournament, row.variant, str(row.round_number or ""))
        lines.setdefault(where[:2] if by_tournament else where, []).append(row)
    heads = ("values", *components) if by_tournament else ("round", "values", *components)
    rest = [""] * (len(heads) - len(components))
    show_table(
        [Column("tournament"), Column("variant"), *(Column(head, right=True) for head in heads)],
        [
            *(
                [*where, _total(line, _values), *_counts(line, components, _mismatches)]
                for where, line in lines.items()
            ),
            ["all: values", *rest, *_totals(rows, components, _values)],
            ["all: mismatches", *rest, *_totals(rows, components, _mismatches)],
        ],
    )


def _values(row: Row) -> int:
    return row.values


def _mismatches(row: Row) -> int:
    return row.mismatches


def _counts(
    rows: Sequence[Row], components: Sequence[str], count: Callable[[Row], int]
) -> Iterator[str]:
    """What is counted of each component."""
    for component in components:
        found = [count(row) for row in rows if row.component == component]
        yield str(sum(found)) if found else ""


def _total(rows: Sequence[Row], count: Callable[[Row], int]) -> str:
    """What is counted of all components together."""
    return str(sum(map(count, rows)))


def _totals(
    rows: Sequence[Row], components: Sequence[str], count: Callable[[Row], int]
) -> Iterator[str]:
    """What is counted of all components together, and of each."""
    yield _total(rows, count)
    yield from _counts(rows, components, count)


def _sum(rows: Sequence[Row]) -> str:
    values = sum(row.values for row in rows)
    return f"{values} values compared, {sum(row.mismatches for row in rows)} mismatches"
