"""Which rounds are published, and as what: the seam between the page and what keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import RuleError
from ..tournament import Game

if TYPE_CHECKING:
    from ..tournament import Tournament
    from .beside import Beside

__all__ = ["Publication"]


@dataclass(frozen=True, slots=True)
class Publication:
    """The rounds as they were published, kept beside the file."""

    beside: Beside

    def rounds(self) -> tuple[int, ...]:
        """Numbers of the rounds that are published."""
        return tuple(sorted(map(int, self.beside.kept.published)))

    def boards(self, tournament: Tournament, number: int) -> tuple[Game, ...]:
        """The boards of a round as they were published, with the results that are known today."""
        today = {frozenset(game.players): game for game in tournament.round(number).games}
        games = []
        for table, white, black, stones in self.beside.kept.published.get(str(number), ()):
            game = Game(round=number, table=table, white=white, black=black, handicap=stones)
            now = today.get(frozenset(game.players))
            games.append(now if now is not None and _seats(now) == _seats(game) else game)
        return tuple(games)

    def is_as_published(self, tournament: Tournament, number: int) -> bool:
        """Whether the hall sees the boards that the file holds."""
        held = self.beside.kept.published.get(str(number))
        return held == _boards(tournament, number)

    def publish(self, tournament: Tournament, number: int) -> str:
        """Show a round as it is to everybody, and say so.

        Raises
        ------
        RuleError
            If it has no games.
        """
        boards = _boards(tournament, number)
        if not boards:
            raise RuleError(f"round {number} is not drawn yet, so that there is nothing to publish")
        self.beside.keep(published={**self.beside.kept.published, str(number): boards})
        return f"round {number} is published: {len(boards)} boards"


def _boards(tournament: Tournament, number: int) -> list[list[object]]:
    return [list(_seats(game)) for game in tournament.round(number).games]


def _seats(game: Game) -> tuple[int, str, str, int]:
    return game.table, game.white, game.black, game.handicap
