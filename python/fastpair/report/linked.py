"""Sheets whose cells lead to each other: from boards to players, and from players to boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .pages.pairings import in_order_of_names, pairings_by_board, pairings_by_name
from .pages.standings import standings_sheet, team_sheet, wall_list

if TYPE_CHECKING:
    from ..go.standings import Standings
    from ..go.teams import TeamStandings
    from ..go.tournament import Game, Tournament
    from .pages.words import Translate
    from .sheet import Sheet

__all__ = ["LinkedSheet", "Links"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedSheet:
    """A sheet with the places of its rows in a page, and the places that its cells lead to."""

    sheet: Sheet

    anchors: tuple[str, ...]
    """Name of the place of each row; empty if nothing leads to it."""

    links: tuple[tuple[str, ...], ...]
    """Name of the place that each cell leads to, for the first cells of each row; empty if none."""


class Links:
    """The places of a page: the boards of all rounds, and the players in the wall list.

    Parameters
    ----------
    tournament
        The boards.
    standings
        The lines of the wall list.
    teams
        The standings, if the players are teams.
    """

    def __init__(
        self, tournament: Tournament, standings: Standings, teams: TeamStandings | None = None
    ) -> None:
        self._tournament = tournament
        self._standings = standings
        self._teams = teams
        self._line = {row.key: row.number for row in standings.rows}
        self._table = {
            (game.round, key): game.table for game in tournament.games for key in game.players
        }

    def player(self, key: str) -> str:
        """The place of a player; empty for one who is not in the wall list."""
        return f"p{self._line[key]}" if key in self._line else ""

    def board(self, number: int, table: int) -> str:
        """The place of a board of a round."""
        return f"r{number}t{table}"

    def boards(self, number: int, _: Translate) -> LinkedSheet:
        """The boards of a round by table: their players lead to the wall list."""
        return LinkedSheet(
            sheet=pairings_by_board(self._tournament, number, _),
            anchors=tuple(self.board(number, game.table) for game in self._games(number)),
            links=tuple(("", *map(self.player, game.players)) for game in self._games(number)),
        )

    def names(self, number: int, _: Translate) -> LinkedSheet:
        """All players by name, who lead to the wall list and to their boards."""
        other = {
            key: opponent
            for game in self._games(number)
            for key, opponent in (game.players, game.players[::-1])
        }
        players = in_order_of_names(self._tournament.players)
        return LinkedSheet(
            sheet=pairings_by_name(self._tournament, number, _),
            anchors=("",) * len(players),
            links=tuple(
                (
                    self.player(player.key),
                    self._board_of(number, player.key),
                    "",
                    self.player(other.get(player.key, "")),
                )
                for player in players
            ),
        )

    def standings(self, _: Translate) -> LinkedSheet:
        """The standings, whose players lead to the wall list."""
        teams = self._teams
        rows = self._standings.rows if teams is None else teams.rows
        before = [""] if teams is None else ["", ""]
        return LinkedSheet(
            sheet=standings_sheet(self._standings, _) if teams is None else team_sheet(teams, _),
            anchors=("",) * len(rows),
            links=tuple((*before, self.player(row.key)) for row in rows),
        )

    def wall_list(self, _: Translate) -> LinkedSheet:
        """The wall list, whose rounds lead to the boards."""
        rows = self._standings.rows
        rounds = range(1, self._standings.after + 1)
        return LinkedSheet(
            sheet=wall_list(self._standings, _),
            anchors=tuple(self.player(row.key) for row in rows),
            links=tuple(
                (*[""] * _COLUMNS_OF_PLAYERS, *(self._board_of(each, row.key) for each in rounds))
                for row in rows
            ),
        )

    def _games(self, number: int) -> tuple[Game, ...]:
        return self._tournament.round(number).games

    def _board_of(self, number: int, key: str) -> str:
        table = self._table.get((number, key))
        return "" if table is None else self.board(number, table)


_COLUMNS_OF_PLAYERS = 5
"""Of the wall list, before the rounds: number, place, player, country, club."""
