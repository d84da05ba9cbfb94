"""Names as numbers: codes that can be compared in arrays, and the hash behind OpenGotha's luck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from ...go.tournament.names import utf16
from .columns import Columns, column

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from numpy.typing import NDArray

__all__ = ["NameHashes", "Names", "codes", "named"]


def codes(
    texts: Sequence[Hashable], form: Callable[[Any], Hashable] | None = None
) -> NDArray[np.int64]:
    """Number equal texts equally, from 0 in the order of appearance.

    Parameters
    ----------
    form
        Maps a text to what has to be equal instead; called once for each different text.
    """
    forms = {text: form(text) if form else text for text in dict.fromkeys(texts)}
    known = {text: number for number, text in enumerate(dict.fromkeys(forms.values()))}
    number = {text: known[form] for text, form in forms.items()}
    return np.fromiter(map(number.__getitem__, texts), dtype=np.int64, count=len(texts))


def named(texts: Sequence[str], form: Callable[[str], str] | None = None) -> NDArray[np.int64]:
    """Number equal texts equally, from 1 in the order of appearance; 0 is the empty text."""
    return codes(["", *texts], form)[1:]


@dataclass(frozen=True, kw_only=True, eq=False)
class NameHashes:
    """Position-weighted sums over UTF-16 code units; sums of joined names follow from them.

    For a text of units c_0 … c_m, ``weighted`` is the sum of c_i (i + 1), and ``total`` the sum
    of c_i; then weighted(s + t) = weighted(s) + weighted(t) + length(s) total(t).
    All arrays are int64 of shape (n,) [OPENGOTHA 11.2].
    """

    order: NDArray[np.int64]
    """Rank of the text in UTF-16 order; equal texts are equal."""

    length: NDArray[np.int64]
    total: NDArray[np.int64]
    weighted: NDArray[np.int64]

    @classmethod
    def of(cls, texts: Sequence[str]) -> Self:
        """Hash the texts."""
        joined = "".join(texts)
        units = np.frombuffer(utf16(joined), dtype=">u2").astype(np.int64)
        # Texts whose characters are all one unit are ordered as their units are.
        single = len(units) == len(joined)
        keys: Sequence[Any] = texts if single else list(map(utf16, texts))
        rank = {key: i for i, key in enumerate(sorted(set(keys)))}
        length = np.fromiter(map(len, keys), dtype=np.int64, count=len(keys))
        length //= 1 if single else 2
        end = length.cumsum()
        position = np.arange(1, len(units) + 1) - np.repeat(end - length, length)
        return cls(
            order=np.fromiter(map(rank.__getitem__, keys), dtype=np.int64, count=len(keys)),
            length=length,
            total=_sums(units, end),
            weighted=_sums(units * position, end),
        )


@dataclass(frozen=True, eq=False, repr=False)
class Names(Columns):
    """Hashes of the joined names of some players, by seat."""

    hashes: NameHashes
    row: NDArray[np.intp]

    @column
    def order(self) -> NDArray[np.int64]:
        """Rank of the joined name."""
        return self.hashes.order[self.row]

    @column
    def length(self) -> NDArray[np.int64]:
        """Number of code units of the joined name."""
        return self.hashes.length[self.row]

    @column
    def total(self) -> NDArray[np.int64]:
        """Sum of the code units."""
        return self.hashes.total[self.row]

    @column
    def weighted(self) -> NDArray[np.int64]:
        """Sum of the code units, each times its position from 1."""
        return self.hashes.weighted[self.row]


def _sums(values: NDArray[np.int64], end: NDArray[np.int64]) -> NDArray[np.int64]:
    """Sums of consecutive runs that stop before these positions."""
    running = np.concatenate([[0], values.cumsum()])
    return np.diff(running[end], prepend=0)
