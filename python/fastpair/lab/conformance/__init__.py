"""Conformance: comparing what fastpair computes with what another program computed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import FormatError
from .draws import boards, byes, optima
from .oracle import Columns, Oracle, Row, oracles
from .scores import players, standings
from .weights import fields, weights

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

__all__ = ["CHECKS", "Columns", "Oracle", "Row", "compare", "oracles"]

CHECKS: tuple[Callable[[Oracle], Iterator[Row]], ...] = (
    players,
    standings,
    fields,
    weights,
    byes,
    boards,
    optima,
)
"""The comparisons in the order in which they are made; each yields the rows of one oracle."""


def compare(folder: Path) -> Iterator[Row]:
    """Compare with all oracles in a folder.

    Raises
    ------
    FormatError
        If there is no oracle, or one cannot be read, or all are empty.
    """
    compared = False
    for oracle in oracles(folder):
        for check in CHECKS:
            for row in check(oracle):
                yield row
                compared = True
    if not compared:
        raise FormatError(folder, None, "expected files to compare with, found empty folders")
