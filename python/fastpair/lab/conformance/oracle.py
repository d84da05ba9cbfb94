"""Folders with the results of another program for a tournament, and how to compare with them.

An oracle is a folder ``v351`` or ``v352``. It holds the weights, groups and standings that this
variant of OpenGotha computed for the ``tournament.xml`` in or beside it.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Self, get_args

import numpy as np

from ...errors import FormatError
from ...formats import read
from ...go.tournament import Variant
from ...pairing.field import Field
from ...pairing.weights import MODELS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import ArrayLike, NDArray

    from ...go.tournament import Tournament
    from ...pairing.weights import WeightModel

__all__ = ["Columns", "Oracle", "Row", "oracles"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """How many values of one component are the same."""

    tournament: str
    variant: Variant

    round_number: int
    """From 1; 0 for a component that belongs to no round."""

    subject: str
    """What the component belongs to, such as the weights or the standings."""

    component: str

    values: int
    """How many values were compared."""

    mismatches: int


@dataclass(frozen=True)
class Columns:
    """A CSV file by columns."""

    path: Path
    by_name: Mapping[str, list[str]]

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a file whose first line names the columns.

        Raises
        ------
        FormatError
            If the file cannot be read, or a line has more or fewer columns than the first.
        """
        try:
            with path.open(encoding="utf-8", newline="") as file:
                names, *rows = csv.reader(file)
        except (OSError, ValueError, csv.Error) as error:
            raise FormatError(
                path, None, f"expected a first line with the names of columns: {error}"
            ) from error
        for line, row in enumerate(rows, start=2):
            if len(row) != len(names):
                raise FormatError(path, line, f"expected {len(names)} columns, found {len(row)}")
        return cls(path, {name: [row[i] for row in rows] for i, name in enumerate(names)})

    def __getitem__(self, name: str) -> list[str]:
        """Cells of a column, from the second line on."""
        if name not in self.by_name:
            raise FormatError(self.path, 1, f"expected a column {name!r}")
        return self.by_name[name]

    def integers(self, name: str) -> NDArray[np.int64]:
        """Read a column of integers."""
        for line, cell in enumerate(self[name], start=2):
            if re.fullmatch(r"-?\d+", cell) is None:
                raise FormatError(self.path, line, f"{name}: expected an integer, found {cell!r}")
        return np.array(list(map(int, self[name])), dtype=np.int64)

    def rows(self, row_of: Mapping[str, int]) -> NDArray[np.intp]:
        """Rows of the players in the column ``key``."""
        for line, key in enumerate(self["key"], start=2):
            if key not in row_of:
                raise FormatError(self.path, line, f"the tournament has no player {key!r}")
        return np.array([row_of[key] for key in self["key"]], dtype=np.intp)


@dataclass(frozen=True)
class Oracle:
    """One tournament in one variant."""

    folder: Path

    @property
    def name(self) -> str:
        """Name of the tournament's folder."""
        return self.folder.parent.name

    @property
    def variant(self) -> Variant:
        """The version of OpenGotha that made it."""
        return _VARIANTS[self.folder.name]

    @cached_property
    def tournament(self) -> Tournament:
        """The tournament as it ended; OpenGotha's figures take no heed of teams."""
        inside = self.folder / "tournament.xml"
        file = inside if inside.exists() else self.folder.parent / inside.name
        return replace(read(file).tournament, team_play=None)

    @property
    def model(self) -> WeightModel:
        """Our model of this variant."""
        models = (make() for make in MODELS.values())
        return next(model for model in models if model.traits.variant == self.variant)

    def field(self, number: int, pairable: Sequence[str] | None = None) -> Field:
        """Lay out the players as they were when a round was drawn."""
        before = self.tournament.before(number)
        return Field.of(before, number, pairable, variant=self.variant)

    def columns(self, stem: str) -> Iterator[tuple[int, Columns]]:
        """Read the files such as ``pairing_info_R3.csv``, with their rounds and in order."""
        for number, path in self.files(stem, "csv"):
            yield number, Columns.read(path)

    def files(self, stem: str, suffix: str) -> Iterator[tuple[int, Path]]:
        """Find the files such as ``weights_R3.npz``, with their rounds and in order."""
        pattern = re.compile(rf"{stem}_R(\d+)\.{suffix}")
        matches = [(pattern.fullmatch(path.name), path) for path in self.folder.iterdir()]
        yield from sorted((int(match[1]), path) for match, path in matches if match)

    def comparison(self, round_number: int, subject: str) -> Callable[..., Row]:
        """Make a function that compares our values of a component with the oracle's, one by one."""

        def compared(component: str, ours: ArrayLike, theirs: ArrayLike) -> Row:
            different = np.not_equal(ours, theirs)
            return Row(
                tournament=self.name,
                variant=self.variant,
                round_number=round_number,
                subject=subject,
                component=component,
                values=different.size,
                mismatches=int(np.count_nonzero(different)),
            )

        return compared


_VARIANTS: dict[str, Variant] = {variant: variant for variant in get_args(Variant)}


def oracles(folder: Path) -> list[Oracle]:
    """Find all oracles: the folder itself, or folders anywhere below it.

    Raises
    ------
    FormatError
        If there is none.
    """
    folder = folder.resolve()
    found = {path for name in _VARIANTS for path in folder.rglob(name) if path.is_dir()}
    if folder.name in _VARIANTS:
        found.add(folder)
    if not found:
        raise FormatError(folder, None, f"expected folders named {' or '.join(_VARIANTS)} in it")
    return [Oracle(path) for path in sorted(found)]
