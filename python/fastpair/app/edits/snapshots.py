"""Games as they were seen when something was entered, so that it is saved for no other game."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self

from ...errors import RuleError
from ...go.tournament import parse_ending
from ...report.pages import result
from ...sentences import joined, phrase
from ..lookup import find_player

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...go.tournament import Game, Tournament
    from ..history.state import CongressState


_MARK = ";"
"""Stands between the parts of a text that names a game."""


class OtherGameError(RuleError):
    """What is entered rests on another game, or another result of it, than there is.

    Parameters
    ----------
    message
        What there is.
    table
        The table.
    """

    def __init__(self, message: str, table: int) -> None:
        super().__init__(message)
        self.table = table


class GameSnapshot(NamedTuple):
    """A game of a round as it was seen: at a table, with its colours and its result."""

    table: str
    players: str
    """White and Black, by the keys that they had first or as they are typed."""

    result: str
    """As it is typed; what one player has reported where there is none."""

    @classmethod
    def of(cls, congress: CongressState, game: Game, *, for_teams: bool = False) -> Self:
        """A game as it is now.

        Parameters
        ----------
        for_teams
            Whether its result is what it counts for the teams.
        """
        claim = congress.awaited_claim(game)
        known = str(game.ending) if claim is None else claim.result
        if for_teams:
            known = game.team_result.spelling if game.team_result else str(game.ending)
        first = congress.with_first_keys(game)
        return cls(str(game.table), f"{_MARK} ".join(first.players), known)

    @classmethod
    def parse(cls, text: str) -> Self:
        """A game that is stated, such as ``12; Adler; Braun; 1-0``.

        Raises
        ------
        RuleError
            If it is none.
        """
        table, _, rest = text.partition(_MARK)
        players, mark, known = rest.rpartition(_MARK)
        if not mark:
            raise RuleError(
                phrase("state a game as table; White; Black; result, not {text!r}", text=text[:60])
            )
        return cls(table.strip(), players.strip(), known.strip())

    def __str__(self) -> str:
        """As it is stated."""
        return f"{_MARK} ".join(self)

    def has_players_of(self, congress: CongressState, game: Game) -> bool:
        """Whether it has White and Black of a game, in this order."""
        if self.players == self.of(congress, game).players:
            return True
        names = self.players.split(_MARK)
        try:
            keys = [find_player(congress.tournament, name.strip()) for name in names]
        except RuleError:  # renamed, deleted or never there
            return False
        return keys == [*game.players]

    def has_result_of(self, other: Self, game: int | None) -> bool:
        """Whether it has the result of another snapshot, or that of one game of a match, from 1."""
        own, there = (parse_ending(each.result) for each in (self, other))
        if own is None or there is None or game is None:
            return str(own or self.result) == str(there or other.result)
        return own.games[game - 1 : game] == there.games[game - 1 : game]


def refuse_other_game(
    congress: CongressState, game: Game, snapshots: Iterable[GameSnapshot]
) -> tuple[GameSnapshot, ...]:
    """Refuse what rests on another game at a table than there is.

    Parameters
    ----------
    snapshots
        The games that were seen; those of other tables are passed over.

    Returns
    -------
    Those of this game, of which there may be several where results wait to be saved one after another.

    Raises
    ------
    OtherGameError
        If no snapshot is of this table, or none is of this game.
    """
    found = [each for each in snapshots if each.table == str(game.table)]
    same = tuple(each for each in found if each.has_players_of(congress, game))
    if same:
        return same
    values = {"table": game.table, "told": describe_game(congress.tournament, game)}
    message = (
        phrase("somebody has changed table {table} meanwhile: {told}", **values)
        if found
        else phrase("it is not known which game was meant at table {table}: {told}", **values)
    )
    raise OtherGameError(message, game.table)


def describe_game(tournament: Tournament, game: Game) -> str:
    """Describe a game: where it is, who plays, the handicap and the result."""
    white, black = map(tournament.name_of, game.players)
    text: str = phrase(
        "table {table}, {white} (white) against {black} (black)",
        table=game.table,
        white=white,
        black=black,
    )
    if game.handicap:
        text = joined(", ", [text, phrase("handicap {stones}", stones=game.handicap)])
    return joined(", ", [text, result(game)]) if result(game) else text
