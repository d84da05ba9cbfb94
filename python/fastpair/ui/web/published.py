"""The boards of a round as they were published, with the results of today."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ... import __version__
from ...go.tournament import Result

if TYPE_CHECKING:
    from ...app.history.publication import Publication
    from ...go.tournament import Game, Tournament


def boards_shown(publication: Publication, tournament: Tournament) -> tuple[Game, ...]:
    """What everybody may see of a round: nothing of a board that has changed since."""
    today = {game.table: game for game in tournament.round(publication.round_number).games}
    return tuple(_with_result(board, today.get(board.table)) for board in publication.boards)


def round_document(publication: Publication, tournament: Tournament) -> dict[str, Any]:
    """What everybody may see of a round as a JSON document, by ``round.schema.json``."""
    boards = boards_shown(publication, tournament)
    seated = {key for game in boards for key in game.players} | {*publication.byes}
    return {
        "format": "fastpair.round",
        "version": 1,
        "program": f"fastpair {__version__}",
        "tournament": tournament.name,
        "round": publication.round_number,
        "state": publication.state.value,
        "boards": [
            {
                "table": game.table,
                "white": game.white,
                "black": game.black,
                "handicap": game.handicap,
                "result": None if game.result is Result.UNKNOWN else game.result.value,
                "by_default": game.by_default,
            }
            for game in boards
        ],
        "byes": list(publication.byes),
        "players": {
            key: tournament.by_key[key].full_name
            for key in sorted(seated & tournament.by_key.keys())
        },
    }


def _with_result(board: Game, now: Game | None) -> Game:
    """A board with its result, if its players still meet there with these colours."""
    if now is None or now.players != board.players:
        return board
    return replace(board, result=now.result, by_default=now.by_default)
