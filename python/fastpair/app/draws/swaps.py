"""What it costs that two players of a drawn round change places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...go.tournament import Result
from ...insight.explain.words import amount
from ...pairing.field import Field
from .costs import Weigher

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from ...go.tournament import Game, Tournament
    from .costs import Followed

__all__ = ["SwapPrice", "swap_prices"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapPrice:
    """What a swap costs."""

    weight: int
    """How much lighter the draw becomes."""

    units: int
    """How many units of the weight make 1 in the model's own weights."""

    rematch: bool
    """Whether two meet again by it."""

    @property
    def text(self) -> str:
        """The price in a few words."""
        if not self.weight:
            said = "costs nothing"
        else:
            verb = "costs" if self.weight > 0 else "gains"
            said = f"{verb} {amount(abs(self.weight), self.units)}"
        return f"{said}, rematch" if self.rematch else said


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
    weight = _Pairs(field, weigher, tournament.met_later(number))
    now = weight.of(me, my_opponent) + weight.of(everybody, theirs)
    then = weight.of(everybody, my_opponent) + weight.of(me, theirs)
    again = weight.met(everybody, my_opponent) | weight.met(me, theirs)
    units = weigher.model.units(field)
    return {
        other: SwapPrice(weight=int(cost), units=units, rematch=bool(rematch))
        for other, cost, rematch in zip(others, now - then, again, strict=True)
    }


class _Pairs:
    """Weights of pairs of seats; a pair without a second seat weighs nothing."""

    def __init__(self, field: Field, weigher: Weigher, later: frozenset[frozenset[str]]) -> None:
        self._field, self._model = field, weigher.model
        self._met = field.met | field.listed(later)

    def of(self, a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.int64]:
        found = np.zeros(len(a), dtype=np.int64)
        real = b >= 0
        if real.any():
            found[real] = self._model.weight(self._field[a[real]], self._field[b[real]])
        return found

    def met(self, a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.bool_]:
        return (b >= 0) & self._met[a, b]


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
