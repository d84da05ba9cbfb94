"""What is shown of a player or a table beside the boards: prices, reasons, and what can be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...app.draws.swaps import Kind, swap_prices
from ...errors import RuleError
from ...sentences import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...app.draws.swaps import SwapPrice
    from .asking import Asked


_CHEAPEST = 12
"""Swaps of a kind that are listed."""


def swaps_of(asked: Asked, key: str) -> Mapping[str, SwapPrice]:
    """What it costs that a player changes places with each other one, by key."""
    number = asked.number
    return asked.state.view(("swaps", number, key), lambda: swap_prices(asked.units, number, key))


def seat_panel(asked: Asked) -> Mapping[str, Any]:
    """A player of a round: who the opponent is, and with whom to change places at which price."""
    tournament, key = asked.state.drawn, asked.typed("key")
    player = tournament.by_key.get(key)
    if player is None:
        raise RuleError(phrase("nobody has the key {key!r} any more", key=key))
    played = tournament.round(asked.number)
    game = played.game_of(key)
    order = [*Kind]
    swaps = sorted(
        swaps_of(asked, key).items(), key=lambda item: (order.index(item[1].kind), item[1].weight)
    )
    return {
        "player": player,
        "game": game,
        "opponent": tournament.by_key[next(k for k in game.players if k != key)] if game else None,
        "bye": key in played.byes,
        "games": [g for g in tournament.before(asked.number).games if key in g.players],
        "swaps": {
            kind.value: [
                (tournament.by_key[other], price) for other, price in swaps if price.kind is kind
            ]
            for kind in Kind
        },
        "shown": _CHEAPEST,
        "by_key": tournament.by_key,
        "own_table": asked.state.tables.fixed.get(key, ""),
        "teams": asked.state.tournament.draws_teams,
    }


def table_panel(asked: Asked) -> Mapping[str, Any]:
    """A table of a round, or the match that is played there."""
    units, table = asked.units, asked.whole("table")
    tournament, match = units.tournament, units.match(asked.number, table)
    game = tournament.round(asked.number).at(match.table if match else table)
    if game is None:
        raise RuleError(
            phrase("round {round} has no table {table} any more", round=asked.number, table=table)
        )
    return {
        "game": game,
        "by_key": tournament.by_key,
        "room": asked.state.tables.room_of(table),
        "boards": match.boards if match else {},
        "players": asked.state.tournament.by_key,
    }
