"""Where the pairs of a round sit: colours, handicaps and tables [OPENGOTHA 12, 13; K15 7]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from ..field.deviations import handicap
from .colours import takes_white
from .tables import free_tables, places_to_seat, stands_for, table_order

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from numpy.typing import NDArray

    from ...go.scores import History
    from ...go.tournament import Game
    from ..field import Field
    from .colours import ColourRule

__all__ = ["Seating"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Seating:
    """The boards of a round as int64 arrays of shape (m,), in table order."""

    table: NDArray[np.int64]
    """From 1."""

    white: NDArray[np.int64]
    """Seat in the field."""

    black: NDArray[np.int64]
    """Seat in the field."""

    handicap: NDArray[np.int64]
    """Stones."""

    @classmethod
    def of(
        cls,
        field: Field,
        pairs: NDArray[np.int64],
        history: History,
        taken: Collection[int],
        even: ColourRule | None = None,
    ) -> Self:
        """Seat the pairs of a round.

        Parameters
        ----------
        field
            The players.
        pairs : (m, 2) int64
            Their seats in the field.
        history
            The tournament up to this round, without these pairs.
        taken
            Tables at which others play.
        even
            Who takes White without stones; see ``takes_white``.
        """
        # OpenGotha makes the games in the order of the field, and boards that are equal keep it.
        first, second = np.sort(pairs, axis=1)[np.argsort(pairs.min(axis=1))].T
        place = places_to_seat(history, field.round_number)[field.player]
        player = stands_for(first, second, place, field.rating)
        order = table_order(player, place, field.rating)
        first, second = first[order], second[order]
        white = np.where(takes_white(field[first], field[second], even), first, second)
        return cls(
            table=np.array(free_tables(len(pairs), taken), dtype=np.int64),
            white=white,
            black=first + second - white,
            handicap=handicap(field[first], field[second]),
        )

    def keeping(self, field: Field, games: Iterable[Game], taken: Collection[int]) -> Self:
        """The same pairs, where those of some games have the tables, colours and stones of these.

        The others come to the first tables that are left, in their order; so does a game whose table
        is taken.
        """
        known = {frozenset(game.players): game for game in games}
        key, used = field.key, set(taken)
        pairs = list(zip(self.white.tolist(), self.black.tolist(), strict=True))
        stay = [known.get(frozenset((key[a], key[b]))) for a, b in pairs]
        white, black = self.white.copy(), self.black.copy()
        table, handicap = np.zeros_like(self.table), self.handicap.copy()
        for board, game in enumerate(stay):
            if game is None:
                continue
            if key[white[board]] != game.white:
                white[board], black[board] = pairs[board][::-1]
            handicap[board] = game.handicap
            if game.table not in used:
                table[board] = game.table
                used.add(game.table)
        others = table == 0
        table[others] = free_tables(int(others.sum()), used)
        order = np.argsort(table)
        return type(self)(
            table=table[order], white=white[order], black=black[order], handicap=handicap[order]
        )
