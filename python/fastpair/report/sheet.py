"""A page of a tournament as values: a heading, a table of texts and the lines below it.

A terminal, a file of text or CSV and a printed page show the same sheet, each in its own way.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import compress
from typing import Self

__all__ = ["Column", "Sheet"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    title: str
    right: bool = False
    """Aligned to the right, and never cut."""

    short: str = ""
    """Title on a terminal that has no room for all titles; empty if it is the same."""

    name: bool = False
    """Holds names with a grade behind them: the grade stays where a name is cut."""

    spare: bool = False
    """Left out where letters are large."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A table with its heading."""

    title: str
    """The tournament."""

    heading: str
    """What the table shows of it."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    """A text for each column."""

    notes: tuple[str, ...] = ()
    """Whole sentences below the table."""

    def narrowed(self) -> Self:
        """The same sheet without spare columns, and those in which no row has a text."""
        filled = [any(cells) for cells in zip(*self.rows, strict=True)] or [True] * len(
            self.columns
        )
        kept = [
            some and not column.spare for some, column in zip(filled, self.columns, strict=True)
        ]
        return replace(
            self,
            columns=tuple(compress(self.columns, kept)),
            rows=tuple(tuple(compress(row, kept)) for row in self.rows),
        )
