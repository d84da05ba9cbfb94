"""What it costs that two players of a drawn round change places."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from ...go.tournament import Result
from ...insight.explain import in_words
from ...insight.explain.facts import COUNTED, boards_of, counted
from ...pairing.field import Field
from .costs import Weigher

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from ...go.tournament import Game, Tournament
    from .costs import Followed


_HEAVY = (
    "game within a club",
    "point between opponents",
    "stone of handicap",
)
"""What nobody likes to see more of, whatever it weighs."""


class Kind(Enum):
    """How a director looks at a swap."""

    FREE = "free"
    """The draw becomes no lighter."""

    SMALL = "small"
    """It becomes lighter, and only by what few will notice."""

    LARGE = "large"
    """Games within a club, points between opponents or stones come with it."""

    FORBIDDEN = "forbidden"
    """Two meet again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapPrice:
    """What a swap costs."""

    weight: int
    """How much lighter the draw becomes."""

    more: Mapping[str, int]
    """How much more there is of what is counted in games; points are doubled."""

    @property
    def kind(self) -> Kind:
        """How the director looks at it."""
        if self.more["rematch"] > 0:
            return Kind.FORBIDDEN
        if self.weight <= 0:
            return Kind.FREE
        worse = any(self.more[name] > 0 for name in _HEAVY)
        return Kind.LARGE if worse else Kind.SMALL

    @property
    def text(self) -> str:
        """What becomes of the games, in words."""
        return in_words(self.weight, self.more)


def swap_prices(known: Followed, number: int, key: str) -> Mapping[str, SwapPrice]:
    """What it costs that a player changes places with each other one, by the key of that one.

    Those are left out with whom it cannot be done: the opponent, and whoever has a result. There are
    no such prices if the components of the model stand on levels.
    """
    weigher = Weigher.of(known, number)
    tournament = known.tournament
    if not weigher.weighed or len(weigher.model.levels) > 1:
        return {}
    field = _field(tournament, number, weigher)
    seat = {player: index for index, player in enumerate(field.key)}
    if key not in seat:
        return {}
    opponent = _opponents(tournament, number)
    mine = opponent.get(key)
    if mine is not None and mine not in seat:
        return {}  # the opponent takes part no more
    others = [
        other
        for other in field.key
        if other not in (key, mine) and (mine is not None or other in opponent)
    ]
    if not others:
        return {}
    everybody = np.array([seat[other] for other in others])
    theirs = np.array([seat.get(opponent.get(other, ""), -1) for other in others])
    me = np.full(len(others), seat[key])
    my_opponent = np.full(len(others), -1 if mine is None else seat[mine])
    weight = _Pairs(field, weigher, tournament.met_from(number + 1))
    now = weight.of(me, my_opponent) + weight.of(everybody, theirs)
    then = weight.of(everybody, my_opponent) + weight.of(me, theirs)
    more = weight.counted(everybody, my_opponent) + weight.counted(me, theirs)
    more -= weight.counted(me, my_opponent) + weight.counted(everybody, theirs)
    return {
        other: SwapPrice(weight=int(cost), more=dict(zip(COUNTED, counts.tolist(), strict=True)))
        for other, cost, counts in zip(others, now - then, more, strict=True)
    }


class _Pairs:
    """Weights of pairs of seats; a pair without a second seat weighs nothing."""

    def __init__(self, field: Field, weigher: Weigher, later: frozenset[frozenset[str]]) -> None:
        self._field, self._model = field, weigher.model
        self._later = field.listed(later)

    def of(self, a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.int64]:
        found = np.zeros(len(a), dtype=np.int64)
        real = b >= 0
        if real.any():
            found[real] = self._model.weight(self._field[a[real]], self._field[b[real]])
        return found

    def counted(self, a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.int64]:
        """What is counted in each pair, in the order of ``COUNTED``, (m, k)."""
        found = np.zeros((len(a), len(COUNTED)), dtype=np.int64)
        real = b >= 0
        if real.any():
            seats, later = np.stack([a[real], b[real]], axis=1), self._later[a[real], b[real]]
            pairs = boards_of(self._field, self._model, seats, later)
            found[real] = np.stack([*counted(pairs).values()], axis=1)
        return found


def _field(tournament: Tournament, number: int, weigher: Weigher) -> Field:
    """Everybody whose place in the round can change."""
    settled = [g for g in tournament.round(number).games if g.result is not Result.UNKNOWN]
    bare = tournament.replace_round(number, settled, ())
    return Field.of(bare.before(number + 1), number, variant=weigher.model.traits.variant)


def _opponents(tournament: Tournament, number: int) -> Mapping[str, str]:
    games: tuple[Game, ...] = tournament.round(number).games
    return {
        key: other
        for game in games
        if game.result is Result.UNKNOWN
        for key, other in (game.players, game.players[::-1])
    }
