"""How far a tournament is: round by round, and what is missing before the next draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from ..tournament import Result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..tournament import Game, Player, Tournament

__all__ = ["RoundState", "missing_before"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundState:
    """What has happened in a round, and what is still to be done."""

    number: int
    """From 1."""

    present: tuple[Player, ...]
    """Finally registered players who take part."""

    games: int

    without_result: tuple[Game, ...]
    """Games whose result is unknown, in table order."""

    byes: tuple[str, ...]
    """Keys."""

    to_pair: tuple[Player, ...]
    """Players who take part and have neither a game nor a bye."""

    @classmethod
    def of(cls, tournament: Tournament, number: int) -> Self:
        """The state of round ``number``, from 1."""
        played = tournament.round(number)
        return cls(
            number=number,
            present=tuple(p for p in tournament.players if p.final and p.plays_in(number)),
            games=len(played.games),
            without_result=tuple(g for g in played.games if g.result is Result.UNKNOWN),
            byes=played.byes,
            to_pair=tournament.to_pair(number),
        )


def missing_before(tournament: Tournament, number: int) -> Iterator[str]:
    """Say, one line each, what is not known yet that the draw of a round builds on."""
    for earlier in range(1, number):
        state = RoundState.of(tournament, earlier)
        for game in state.without_result:
            white, black = (tournament.by_key[key].full_name for key in game.players)
            yield f"round {earlier}, table {game.table}: no result of {white} against {black}"
        for player in state.to_pair:
            yield f"round {earlier}: {player.full_name} takes part, but has neither game nor bye"
