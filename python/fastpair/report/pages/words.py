"""How single values are written on every page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...tournament import Result

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...tournament import Game, Player

    Translate = Callable[[str], str]

__all__ = ["named", "points", "result"]

_RESULTS = {
    Result.UNKNOWN: "",
    Result.WHITE_WINS: "1-0",
    Result.BLACK_WINS: "0-1",
    Result.JIGO: "½-½",
    Result.BOTH_LOSE: "0-0",
    Result.BOTH_WIN: "1-1",
}


def named(player: Player) -> str:
    """A player with the grade behind the name."""
    return f"{player.full_name} {player.grade}"


def points(score_x2: int) -> str:
    """A doubled score as points, with the half point as a sign."""
    whole, half = divmod(score_x2, 2)
    return f"{whole or ''}½" if half else str(whole)


def result(game: Game) -> str:
    """The points of White and of Black, with ``!`` where the game was decided without play."""
    return _RESULTS[game.result] + "!" * game.by_default
