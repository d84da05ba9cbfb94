"""A tournament file as what is drawn in it: players, or teams as players."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from ...errors import RuleError
from ...go.teams import matches_of, of_teams
from ...go.tournament import Result
from ...pairing.rounds import with_matches
from ...sentences import Remedy, phrase
from ..history.matches import of_matches
from ..history.tables import tables_of

if TYPE_CHECKING:
    from ...go.teams import Match
    from ...go.tournament import Tournament
    from ..edits.locked_file import Edit
    from ..history.timeline import Timeline
    from .costs import Followed


@dataclass(frozen=True, slots=True, kw_only=True)
class Units:
    """A tournament file with what has become of its changes, in the terms of its draws."""

    whole: Tournament
    """The tournament of the file."""

    tournament: Tournament
    """The same, whose players are the teams if teams are drawn, see `of_teams`."""

    timeline: Timeline
    """The history, whose games are their matches then, see `of_matches`."""

    @classmethod
    def of(cls, file: Followed) -> Self:
        """What is drawn in a file."""
        return cls.told_in(file.tournament, file.timeline)

    @classmethod
    def told_in(cls, whole: Tournament, timeline: Timeline) -> Self:
        """What is drawn in a tournament with this history."""
        return cls(whole=whole, tournament=of_teams(whole), timeline=of_matches(timeline, whole))

    def table(self, number: int, table: int) -> int:
        """The first table of the match that is played at a table of a round; else the table."""
        match = self.match(number, table)
        return table if match is None else match.table

    def match(self, number: int, table: int) -> Match | None:
        """The match that is played at a table of a round; None if players are drawn, or none is."""
        whole = self.whole
        if whole.team_play is None or not whole.draws_teams:
            return None
        return next(
            (
                match
                for match in matches_of(whole, whole.team_play, number)
                if table in (game.table for game in match.boards.values())
            ),
            None,
        )

    def taken(self, number: int) -> frozenset[int]:
        """Tables of a round at which no new game may be."""
        games = self.whole.round(number).games
        return tables_of(self.timeline).closed.union(game.table for game in games)

    def _refuse_begun(self, after: Tournament, number: int) -> None:
        """Refuse to take a match apart of which a result is entered, decided or not."""
        whole = self.whole
        assert whole.team_play is not None
        left = {frozenset(game.players) for game in after.round(number).games}
        for match in matches_of(whole, whole.team_play, number):
            if {match.white, match.black} in left or not match.begun:
                continue
            boards = match.boards.values()
            table = next(game.table for game in boards if game.result is not Result.UNKNOWN)
            raise RuleError(
                phrase("round {round}, table {table} has a result", round=number, table=table),
                Remedy("take the result back", table=table),
            )

    def of_boards(self, edit: Edit, number: int) -> Edit:
        """What an edit of who meets whom in a round makes of the file, board by board."""
        whole = self.whole
        if not whole.draws_teams:
            return edit
        before, after = self.tournament, edit.tournament
        self._refuse_begun(after, number)
        closed = tables_of(self.timeline).closed
        boards = with_matches(whole, before, after, number, closed, at_tables=True)
        given = {*after.round(number).byes} - {*before.round(number).byes}
        if given.difference(of_teams(boards).round(number).byes):
            raise RuleError(phrase("a team has the bye if all other teams have a match"))
        return replace(edit, tournament=boards)
