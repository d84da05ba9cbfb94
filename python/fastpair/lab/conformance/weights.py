"""Fields and weights compared with those of an oracle [OPENGOTHA 8, 10, 11]."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING
from zipfile import BadZipFile

import numpy as np

from ...errors import FormatError
from .oracle import Columns

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from ...pairing.field import Field
    from .oracle import Oracle, Row

__all__ = ["fields", "weights"]

_FIELD_COLUMNS = {
    "mms2": "mms_x2",
    "nbw2": "wins_x2",
    "category": "category",
    "groupNumber": "group",
    "groupSize": "group_size",
    "innerPlacement": "placement",
    "nbDU": "drawn_up",
    "nbDD": "drawn_down",
    "wbBalance": "colour_balance",
}
"""Columns of ``pairing_info``, and their names in a ``Field``."""


def fields(oracle: Oracle) -> Iterator[Row]:
    """Compare the field of every round: who is in it, in which order and group."""
    for number, theirs in oracle.columns("pairing_info"):
        compared = oracle.comparison(number, "field")
        ours, keys = zip(*zip_longest(oracle.field(number).key, theirs["key"]), strict=True)
        yield compared("order", np.array(ours, dtype=object), np.array(keys, dtype=object))
        field, seat = _aligned(oracle, number, theirs)
        for column, attribute in _FIELD_COLUMNS.items():
            yield compared(column, getattr(field, attribute)[seat], theirs.integers(column))
        groups = theirs.integers("numberOfGroups")
        yield compared("numberOfGroups", np.full_like(groups, field.groups), groups)


def weights(oracle: Oracle) -> Iterator[Row]:
    """Compare every component of every pair, in integers."""
    model = oracle.model
    names = (*model.names, "total")
    for number, path in oracle.files("weights", "npz"):
        players = Columns.read(oracle.folder / f"pairing_info_R{number}.csv")
        field, seat = _aligned(oracle, number, players)
        pairs = np.triu_indices(len(seat), 1)
        i, j = seat[pairs[0]], seat[pairs[1]]
        weighed = model.weigh(field)
        ours = {**weighed.components, "total": weighed.total}
        compared = oracle.comparison(number, "weights")
        for name, theirs in _arrays(path, names, len(i)).items():
            yield compared(name, ours[name][i, j], theirs)


def _aligned(oracle: Oracle, number: int, players: Columns) -> tuple[Field, NDArray[np.intp]]:
    """Field of exactly the oracle's players, and their seats in the oracle's order."""
    field = oracle.field(number, players["key"])
    return field, players.rows({key: seat for seat, key in enumerate(field.key)})


def _arrays(path: Path, names: Collection[str], pairs: int) -> dict[str, NDArray[np.int64]]:
    """Weights of all pairs by component; a single number stands for all pairs."""
    try:
        with np.load(path, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in names}
    except (BadZipFile, KeyError, ValueError) as error:
        raise FormatError(path, None, f"expected arrays {', '.join(names)}: {error}") from error
    for name, array in arrays.items():
        if array.shape not in ((1,), (pairs,)):
            raise FormatError(path, None, f"{name}: expected {pairs} pairs, found {array.shape}")
    return arrays
