"""What is refused since it rests on boards that have changed since the browser showed them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import RuleError
from ...report.pages import result
from ...sentences import joined, phrase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...go.tournament import Game, Tournament
    from .asking import Asked


def refuse_another_game(asked: Asked, tournament: Tournament, table: int) -> None:
    """Refuse to go on where the browser shows a table with another game than there is.

    Raises
    ------
    RuleError
        If it does; the error says what there is.
    """
    shown = asked.seen_state()
    before = None if shown is None else shown.tournament.round(asked.number).at(table)
    now = tournament.round(asked.number).at(table)
    if now is not None and before != now:
        raise RuleError(
            phrase(
                "somebody has changed table {table} meanwhile: {told}",
                table=table,
                told=_told(tournament, now),
            )
        )


def refuse_other_boards(asked: Asked, tournament: Tournament) -> None:
    """Refuse to go on where the browser shows other boards of the round than there are.

    Raises
    ------
    RuleError
        If it does.
    """
    shown = asked.seen_state()
    now = _pairs(tournament, asked.number)
    if shown is None or _pairs(shown.tournament, asked.number) != now:
        raise RuleError(
            phrase(
                "somebody has changed the boards of round {round} meanwhile: there are "
                "{count} now; look at them first",
                round=asked.number,
                count=len(now),
            )
        )


def _pairs(tournament: Tournament, round_number: int) -> frozenset[tuple[str, ...]]:
    played = tournament.round(round_number)
    return frozenset([*(game.players for game in played.games), *((key,) for key in played.byes)])


def refuse_other_seats(asked: Asked, tournament: Tournament, keys: Iterable[str]) -> None:
    """Refuse to go on where the browser shows players at other places than they have.

    Parameters
    ----------
    tournament
        As it is drawn: where teams are drawn, they are its players.

    Raises
    ------
    RuleError
        If it does; the error says where the first of them is.
    """
    shown = asked.seen_state()
    for key in keys:
        now = _seat(tournament, asked.number, key)
        if shown is None or _seat(shown.drawn, asked.number, key) != now:
            name = tournament.name_of(key)
            raise RuleError(
                phrase("somebody has moved {name} meanwhile, who now has {now}", name=name, now=now)
            )


def _seat(tournament: Tournament, round_number: int, key: str) -> str:
    """What a player has in a round."""
    played = tournament.round(round_number)
    game = played.game_of(key)
    if game is not None:
        return _told(tournament, game)
    return phrase("the bye") if key in played.byes else phrase("no game")


def _told(tournament: Tournament, game: Game) -> str:
    white, black = (tournament.by_key[key].full_name for key in game.players)
    said: str = phrase(
        "table {table}, {white} (white) against {black} (black)",
        table=game.table,
        white=white,
        black=black,
    )
    if game.handicap:
        said = joined(", ", [said, phrase("handicap {stones}", stones=game.handicap)])
    return joined(", ", [said, result(game)]) if result(game) else said
