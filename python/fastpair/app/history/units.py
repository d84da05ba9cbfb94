"""A tournament in the terms of its draws: teams are drawn as players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from ...errors import RuleError
from ...go.teams import matches_of, of_teams
from ...pairing.rounds import with_matches
from ...sentences import phrase
from ..round_states import refuse_result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...go.teams import Match
    from ...go.tournament import Tournament
    from .state import CongressState


@dataclass(frozen=True, slots=True, kw_only=True)
class Units:
    """A tournament in the terms of its draws."""

    whole: Tournament
    """The tournament of the file."""

    congress: CongressState
    """Its state, whose players are the teams if teams are drawn, see `CongressState.of_matches`."""

    @classmethod
    def of(cls, congress: CongressState) -> Self:
        """What is drawn in a tournament."""
        return cls(whole=congress.tournament, congress=congress.of_matches)

    @property
    def tournament(self) -> Tournament:
        """The tournament whose players are drawn, or its teams."""
        return self.congress.tournament

    def table(self, number: int, table: int) -> int:
        """The first table of the match that is played at a table of a round; else the table."""
        match = self.match(number, table)
        return table if match is None else match.table

    def matches(self, number: int) -> Sequence[Match]:
        """The matches of a round in the order of their tables; none if players are drawn."""
        play = self.whole.drawn_teams
        return matches_of(self.whole, play, number) if play else ()

    def match(self, number: int, table: int) -> Match | None:
        """The match that is played at a table of a round; None if players are drawn, or none is."""
        for match in self.matches(number):
            if table in (game.table for game in match.boards.values()):
                return match
        return None

    def occupied_tables(self, number: int) -> frozenset[int]:
        """Tables of a round at which no new game may be."""
        games = self.whole.round(number).games
        return self.congress.tables.closed.union(game.table for game in games)

    def _refuse_begun(self, after: Tournament, number: int) -> None:
        """Refuse to take a match apart of which a result is entered, decided or not."""
        whole = self.whole
        assert whole.team_play is not None
        left = {game.pair for game in after.round(number).games}
        for match in matches_of(whole, whole.team_play, number):
            if frozenset(match.teams) not in left and match.begun:
                for game in match.boards.values():
                    refuse_result(game)

    def of_boards(self, after: Tournament, number: int) -> Tournament:
        """What a change of who meets whom in a round makes of the file, board by board."""
        before, whole = self.tournament, self.whole
        if not whole.draws_teams:
            return after
        self._refuse_begun(after, number)
        closed = self.congress.tables.closed
        boards = with_matches(whole, before, after, number, closed, at_tables=True)
        given = {*after.round(number).byes} - {*before.round(number).byes}
        if given.difference(of_teams(boards).round(number).byes):
            raise RuleError(phrase("a team has the bye if all other teams have a match"))
        return boards
