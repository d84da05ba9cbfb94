"""Games and line-ups as they were seen when something was entered, so that it is saved for no other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self

from ...errors import RuleError
from ...go.teams import match_of
from ...go.tournament import parse_ending
from ...parameters import number_in
from ...report.pages import result
from ...sentences import Sentence, joined, phrase
from ..lookup import find_player, find_team, team_keyed
from .teams import EMPTY_BOARD

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...go.tournament import Game, Team, Tournament
    from ..history.state import CongressState


_MARK = ";"
"""Stands between the parts of a text that names a game."""


class ChangedMeanwhileError(RuleError):
    """What is entered rests on something else than there is."""


class OtherGameError(ChangedMeanwhileError):
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


class LineupSnapshot(NamedTuple):
    """A line-up of a team in a round as it was seen: against another team, with the players at its boards."""

    round: int

    opponent: str
    """The key of the other team; empty without a match."""

    players: tuple[str, ...]
    """Their keys from board 1 on; empty for nobody."""

    @classmethod
    def of(cls, tournament: Tournament, team: Team, number: int, *, whole: bool = False) -> Self:
        """A line-up as it is now.

        Parameters
        ----------
        whole
            Whether it is that of the list, with all substitutes, whoever the opponent is.
        """
        if whole:
            return cls(number, "", team.lineup(number))
        play, match = tournament.team_play, match_of(tournament, team.key, number)
        others = {match.white, match.black} - {team.key} if match else ()
        return cls(number, "".join(others), play.at_boards(team, number) if play else ())

    @classmethod
    def parse(cls, text: str) -> Self:
        """A line-up that is stated, such as ``2; Lyon; Adler; -``, with names as they are typed.

        Raises
        ------
        RuleError
            If it is none.
        """
        first, *names = (part.strip() for part in text.split(_MARK))
        number = number_in(first)
        if not names or number is None:
            raise RuleError(
                phrase("state a line-up as round; opponent; players, not {text!r}", text=text[:60])
            )
        opponent, *players = ("" if name == EMPTY_BOARD else name for name in names)
        return cls(number, opponent, tuple(players))

    def is_of(self, tournament: Tournament, now: Self) -> bool:
        """Whether it is a line-up that there is, with the names and keys of today."""
        try:
            opponent = self.opponent and find_team(tournament, self.opponent).key
            players = (name and find_player(tournament, name) for name in self.players)
            return self._replace(opponent=opponent, players=tuple(players)) == now
        except RuleError:  # renamed, deleted or never there
            return False

    def stated(self, congress: CongressState) -> str:
        """As it is stated, with the keys that players had first."""
        keys = (congress.first_keys.get(key, key) for key in self.players)
        texts = str(self.round), *(key or EMPTY_BOARD for key in (self.opponent, *keys))
        return f"{_MARK} ".join(texts)


def refuse_other_lineup(
    congress: CongressState, team: Team, stated: str, number: int | None = None
) -> None:
    """Refuse a line-up that rests on another one, another round or another opponent than there is.

    Parameters
    ----------
    stated
        What was seen, see `LineupSnapshot`; empty if that is not known.
    number
        The round that is meant; None if it is the list of the team that changes.

    Raises
    ------
    ChangedMeanwhileError
        If it does; the error says what there is.
    RuleError
        If no line-up is stated.
    """
    tournament, seen = congress.tournament, LineupSnapshot.parse(stated) if stated else None
    about = number or (seen.round if seen else 1)
    now = LineupSnapshot.of(tournament, team, about, whole=number is None)
    if stated != now.stated(congress) and not (seen and seen.is_of(tournament, now)):
        raise ChangedMeanwhileError(_describe_lineup(tournament, team, now, known=bool(seen)))


def _describe_lineup(
    tournament: Tournament, team: Team, now: LineupSnapshot, *, known: bool
) -> Sentence:
    """Say which line-up there is, other than was seen."""
    names = [tournament.name_of(key) if key else EMPTY_BOARD for key in now.players]
    values = {"team": team.name, "round": now.round, "names": joined(", ", names)}
    told: Sentence = phrase("{team}, round {round}: {names}", **values)
    if now.opponent:
        other = team_keyed(tournament, now.opponent).name
        told = joined(", ", [told, phrase("against {opponent}", opponent=other)])
    return (
        phrase("somebody has changed this line-up meanwhile: {told}", told=told)
        if known
        else phrase("it is not known which line-up was meant: {told}", told=told)
    )


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
