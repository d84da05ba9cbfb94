"""The boards of a round as they were published, with the results of today."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...app.history.publication import Publication
    from ...go.tournament import Game, Tournament

__all__ = ["boards_shown"]


def boards_shown(publication: Publication, tournament: Tournament) -> tuple[Game, ...]:
    """What everybody may see of a round: nothing of a board that has changed since."""
    today = {game.table: game for game in tournament.round(publication.round_number).games}
    return tuple(_with_result(board, today.get(board.table)) for board in publication.boards)


def _with_result(board: Game, now: Game | None) -> Game:
    """A board with its result, if its players still meet there with these colours."""
    if now is None or now.players != board.players:
        return board
    return replace(board, result=now.result, by_default=now.by_default)
