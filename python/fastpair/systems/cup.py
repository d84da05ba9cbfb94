"""Cup, or knock-out: the winner of each game goes on [V 3.2]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from .arguments import from_one

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

__all__ = ["CupRound"]


@dataclass(frozen=True, slots=True)
class CupRound:
    """One round of a cup."""

    places: tuple[tuple[int, ...], ...]
    """Who competes for each place in the next round: two players, or one who has it already. In the
    next round the first place meets the second, the third meets the fourth, and so on."""

    @classmethod
    def first(cls, players: int, lottery: Sequence[int]) -> Self:
        """The first round. So many players are spared by lot that a power of two is left [V 3.2].

        Parameters
        ----------
        players
            Their number, from 0 on; they stand in the order of their numbers 1, 2, …
        lottery
            All players in the order in which they are drawn; the first are spared.

        Raises
        ------
        ValueError
            If the number is negative, or the lottery does not hold every player once.
        """
        numbers = from_one(players).tolist()
        if sorted(lottery) != numbers:
            raise ValueError(f"lottery: expected every number from 1 to {players} once")
        byes = (1 << (players - 1).bit_length()) - players if players else 0
        spared = set(lottery[:byes])
        playing = [player for player in numbers if player not in spared]
        return cls(tuple(sorted([*_neighbours(playing), *((player,) for player in spared)])))

    @property
    def pairs(self) -> tuple[tuple[int, ...], ...]:
        """The pairs of players who meet in this round."""
        return tuple(place for place in self.places if len(place) == 2)

    @property
    def byes(self) -> tuple[int, ...]:
        """The players who begin in the next round."""
        alone = (place[0] for place in self.places if len(place) == 1)
        return () if self.winner else tuple(alone)

    @property
    def winner(self) -> int | None:
        """Who has won the cup, once there is nobody left to play."""
        return self.places[0][0] if len(self.places) == 1 and not self.pairs else None

    def after(self, winners: Collection[int]) -> Self:
        """The next round.

        Parameters
        ----------
        winners
            One player of each pair.

        Raises
        ------
        ValueError
            If there is not exactly one of each pair.
        """
        through = []
        for place in self.places:
            ahead = [player for player in place if len(place) == 1 or player in winners]
            if len(ahead) != 1:
                raise ValueError(f"winners: expected one of {place[0]} and {place[1]}")
            through += ahead
        return type(self)(tuple(_neighbours(through)))


def _neighbours(players: Sequence[int]) -> list[tuple[int, ...]]:
    return [tuple(players[k : k + 2]) for k in range(0, len(players), 2)]
