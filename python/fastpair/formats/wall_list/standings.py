"""The order of the lines: the standings, with the values that decide them."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from ...go.tournament import Criterion

if TYPE_CHECKING:
    from collections.abc import Collection

    from ...go.tournament import Player, Tournament

__all__ = ["Ranked", "players_with_a_line", "ranked"]

_QUARTERS = ("", "¼", "½", "¾")


class Ranked(NamedTuple):
    """A player in the standings."""

    player: Player
    place: str
    """The place; empty if it is that of the line before."""

    values: tuple[str, ...]
    """The values of the criteria."""


def players_with_a_line(tournament: Tournament, before: Collection[str] = ()) -> set[str]:
    """Keys of the players whom a result file lists.

    They have had a game or a bye, or are among those whom the file listed before. Until there is a
    game, everybody who is finally registered is listed.
    """
    listed = set(chain.from_iterable(game.players for game in tournament.games))
    listed.update(bye.player for bye in tournament.byes)
    if not tournament.games:
        listed.update(player.key for player in tournament.players if player.final)
    return listed.union(tournament.by_key.keys() & before)


def ranked(tournament: Tournament, keys: Collection[str]) -> list[Ranked]:
    """Some players of a tournament in the order of the standings after the last round.

    Parameters
    ----------
    tournament
        Players, games and the criteria.
    keys
        Keys of the players.
    """
    from ...go.scores import History, in_points, order_by, standings_values

    rules = tournament.rules
    placement = [criterion for criterion in rules.placement if criterion is not Criterion.NONE]
    history = History.of(tournament)
    values = standings_values(history, placement, rules.rounds)
    lines: list[Ranked] = []
    previous: list[int] | None = None
    for row in order_by(values, history.name_order).tolist():
        player, own = tournament.players[row], values[row].tolist()
        if player.key in keys:
            place = "" if own == previous else str(len(lines) + 1)
            points = (float(in_points(*pair)) for pair in zip(placement, values[row], strict=True))
            lines.append(Ranked(player, place, tuple(map(_text_of_points, points))))
            previous = own
    return lines


def _text_of_points(points: float) -> str:
    """Points with their fraction as one sign."""
    whole, rest = divmod(points, 1)
    return f"{whole:.0f}{_QUARTERS[int(rest * 4)]}"
