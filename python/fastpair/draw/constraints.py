"""What the director insists on or rules out, whatever the weights say."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from numpy.typing import NDArray

__all__ = ["Constraints"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraints:
    """Pairs that must be drawn and pairs that must not, each a frozenset of two keys.

    Raises
    ------
    RuleError
        If a pair is not two players, a player must play twice, or a pair must and must not play.
    """

    must_play: frozenset[frozenset[str]] = frozenset()

    must_not_play: frozenset[frozenset[str]] = frozenset()

    rematches: bool = False
    """Whether players who have met may meet again. A pair that must play may in any case."""

    def __post_init__(self) -> None:
        for pair in self.must_play | self.must_not_play:
            if len(pair) != 2:
                raise RuleError(f"expected a pair of two players, got {sorted(pair)}")
        for pair in self.must_play & self.must_not_play:
            raise RuleError(f"{_names(pair)} must play and must not play")
        for key, count in Counter(key for pair in self.must_play for key in pair).items():
            if count > 1:
                raise RuleError(f"{key!r} must play {count} games in one round")

    def seats_that_must_play(self, key: Sequence[str]) -> Iterator[tuple[int, int]]:
        """The seats of each pair that must play.

        Parameters
        ----------
        key
            Keys of the field, by seat.

        Raises
        ------
        RuleError
            If a player of such a pair is not in the field.
        """
        seat = {player: index for index, player in enumerate(key)}
        for pair in sorted(map(sorted, self.must_play)):
            for player in pair:
                if player not in seat:
                    raise RuleError(f"{_names(pair)} must play, but {player!r} is not to be paired")
            yield seat[pair[0]], seat[pair[1]]

    def allowed(self, key: Sequence[str], met: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which pairs of the field may be drawn.

        Whoever must play keeps that one opponent, so that every matching of maximum cardinality
        holds the pair.

        Parameters
        ----------
        key
            Keys of the field, by seat.
        met : (n, n) bool
            Who has played whom before.

        Returns
        -------
        (n, n) bool
            Symmetric, false on the diagonal.
        """
        allowed = np.ones_like(met) if self.rematches else ~met
        np.fill_diagonal(allowed, False)
        seat = {player: index for index, player in enumerate(key)}
        for a, b in self.must_not_play:
            if a in seat and b in seat:
                allowed[seat[a], seat[b]] = allowed[seat[b], seat[a]] = False
        for i, j in self.seats_that_must_play(key):
            allowed[[i, j], :] = allowed[:, [i, j]] = False
            allowed[i, j] = allowed[j, i] = True
        return allowed


def _names(pair: Collection[str]) -> str:
    return " and ".join(map(repr, sorted(pair)))
